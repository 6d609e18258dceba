"""Files at URLs: s3:// through a real client, against a server of this machine."""

from collections.abc import Iterator

import pytest

from command_line import CommandLine, Done

pytest.importorskip("s3fs", reason="the extra remote is not installed")
pytest.importorskip("moto.server", reason="moto's server is not installed")

GOLD = "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))\n(S (NP (PRP It)) (VP (VBZ rains)))\n"
SYSTEM = GOLD.replace("(NP (DT the)", "(X (DT the)")


@pytest.fixture
def storage() -> Iterator[dict[str, str]]:
    """The variables by which a client finds a bucket with both files, twice each."""
    import s3fs
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer("127.0.0.1", 0)
    server.start()
    host, port = server.get_host_and_port()
    url = f"http://{host}:{port}"
    client = s3fs.S3FileSystem(
        key="test", secret="test", endpoint_url=url, skip_instance_cache=True
    )
    # All servers of a process have the same buckets.
    client.makedirs("trees", exist_ok=True)
    for number in (1, 2):
        client.pipe(f"trees/gold/{number}.mrg", GOLD.encode())
        client.pipe(f"trees/system/{number}.mrg", SYSTEM.encode())
    yield {
        "AWS_ENDPOINT_URL": url,
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        "AWS_DEFAULT_REGION": "us-east-1",
    }
    server.stop()


def test_s3(command: CommandLine, storage: dict[str, str]) -> None:
    """One file, a glob, and what is not there."""
    command.write("gold.mrg", GOLD)
    command.write("system.mrg", SYSTEM)
    plain = command("score", "gold.mrg", "system.mrg", "-s", "evalb", "-o", "json").out
    one = command(
        "score", "s3://trees/gold/1.mrg", "system.mrg", "-s", "evalb", "-o", "json", env=storage
    )
    assert one.out.replace("s3://trees/gold/1.mrg", "gold.mrg") == plain, one.err
    call = ("score", "s3://trees/gold/*.mrg", "s3://trees/system/", "-s", "evalb", "-o", "csv")
    both = command(*call, env=storage)
    assert both.status == 0, both.err
    absent = command("score", "s3://trees/absent.mrg", "system.mrg", "-s", "evalb", env=storage)
    assert (absent.status, absent.err) == (
        2,
        "karat: s3://trees/absent.mrg: there is no such file\n",
    )


def test_folders_in_s3(command: CommandLine, storage: dict[str, str]) -> None:
    """The console of S3 makes empty files whose names end in / for folders."""
    client = pytest.importorskip("boto3").client(
        "s3",
        endpoint_url=storage["AWS_ENDPOINT_URL"],
        aws_access_key_id="test",
        aws_secret_access_key="test",
        region_name="us-east-1",
    )
    for side, tree in (("gold", GOLD), ("system", SYSTEM)):
        for name in ("", "x/", "x/1.mrg", "2.mrg", ".hidden"):
            content = tree if name.endswith("mrg") else ""
            client.put_object(Bucket="trees", Key=f"made/{side}/{name}", Body=content.encode())

    def score(gold: str, system: str) -> Done:
        return command("score", gold, system, "-s", "evalb", "-o", "csv", env=storage)

    for ending in ("/", "/**"):
        done = score(f"s3://trees/made/gold{ending}", f"s3://trees/made/system{ending}")
        assert (done.status, "|sentences:4/4|" in done.err) == (0, True), done.err
    done = score("s3://trees/made/gold/*", "s3://trees/made/system/*")
    assert (done.status, done.out) == (2, "")
    assert "s3://trees/made/gold/x: s3://trees/made/gold/* fits this folder too" in done.err
    bare = ("s3://trees/nothing", "s3://trees/made/system/2.mrg")
    assert "nothing: there is no such file; write a / at the end" in score(*bare).err


def test_an_unknown_kind(command: CommandLine) -> None:
    done = command("score", "nonsense://x/gold.mrg", "nonsense://x/gold.mrg", "-s", "evalb")
    assert done.status == 2
    assert "nonsense:// is unknown" in done.err


def test_a_file_that_was_changed_is_noticed(command: CommandLine, storage: dict[str, str]) -> None:
    """The new file has the size of the old one: only the storage can tell."""
    import s3fs

    call = ("score", "s3://trees/gold/", "s3://trees/system/", "-s", "evalb", "--resume", "kept")
    first = command(*call, env=storage)
    assert first.status == 0, first.err
    assert command(*call, env=storage) == first
    client = s3fs.S3FileSystem(
        key="test",
        secret="test",
        endpoint_url=storage["AWS_ENDPOINT_URL"],
        skip_instance_cache=True,
    )
    client.pipe("trees/system/2.mrg", SYSTEM.replace("rains", "pours").encode())
    changed = command(*call, env=storage)
    assert (changed.status, changed.out) == (2, "")
    assert "kept: this folder is of a run with other files" in changed.err
