"""Job arrays: the parts of any number of jobs, in any order, give the result of one run, bit for bit."""

import random
from pathlib import Path

import pytest

from command_line import CommandLine
from effort import slow
from karat.engine.identity import this
from karat.engine.part_files import PartFile, read_part
from karat.engine.recipe import recipe_of, units_of
from karat.engine.shards import Shard, score_shard
from karat.schemes import parse

OPTIONS = ("--by", "label", "--by", "length", "-s", "evalb")


@pytest.fixture
def large(command: CommandLine, treebanks: Path) -> CommandLine:
    """Trees of several blocks of 4 MB, of which some fail and some can be aligned."""
    news = treebanks / "gum-news"
    copies = 1 + (9 << 20) // (news / "gold.mrg").stat().st_size
    for name, source in (("gold", "gold.mrg"), ("system", "benepar.mrg")):
        command.write(f"{name}.mrg", ((news / source).read_bytes().rstrip() + b"\n") * copies)
    return command


@pytest.fixture
def many(command: CommandLine, treebanks: Path) -> CommandLine:
    """The same corpus in 64 files."""
    for name, source in (("gold", "gold.mrg"), ("system", "benepar.mrg")):
        (command.folder / name).mkdir()
        lines = (treebanks / "gum-news" / source).read_bytes().splitlines(keepends=True)
        ends = [len(lines) * at // 64 for at in range(65)]
        for at in range(64):
            command.write(f"{name}/{at:02}.mrg", b"".join(lines[ends[at] : ends[at + 1]]))
    return command


def merged(command: CommandLine, gold: str, system: str, jobs: int, *options: str) -> str:
    for job in range(1, jobs + 1):
        done = command(
            "score", gold, system, *options, "--shard", f"{job}/{jobs}", "--part", f"{job}.part"
        )
        assert (done.status, done.out, done.err) == (0, "", "")
    parts = [f"{job}.part" for job in range(1, jobs + 1)]
    random.Random(jobs).shuffle(parts)
    return command("merge", *parts, "-o", "json").out


@pytest.mark.parametrize("jobs", [2, 5])
def test_shards_of_one_file(large: CommandLine, jobs: int) -> None:
    """The file has three blocks, so some of five jobs have nothing to compare."""
    whole = large("score", "gold.mrg", "system.mrg", *OPTIONS, "-o", "json")
    assert '"f1@sentence"' in whole.out, whole.err
    assert merged(large, "gold.mrg", "system.mrg", jobs, *OPTIONS) == whole.out


def test_notes_and_failures_too(large: CommandLine) -> None:
    """What people read is the same: failed sentences, other policies, notes, signatures."""
    whole = large("score", "gold.mrg", "system.mrg", *OPTIONS).out
    merged(large, "gold.mrg", "system.mrg", 3, *OPTIONS)
    assert large("merge", "3.part", "1.part", "2.part").out == whole


@pytest.mark.parametrize("jobs", [3, 70, *slow(2, 7, 64)])
def test_shards_of_64_files(many: CommandLine, jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seventy jobs: six files are shared by two jobs each."""
    monkeypatch.chdir(many.folder)
    options = ("-s", "evalb", "-s", "parseval")
    whole = many("score", "gold", "system", *options, "-o", "json").out
    recipe = recipe_of("gold", ["system"], [parse("evalb"), parse("parseval")])
    units = units_of(recipe)
    files = tuple(unit.names for unit in units), tuple(unit.size for unit in units)
    parts = [f"{job}.part" for job in range(1, jobs + 1)]
    for job, part in enumerate(parts, 1):
        found = score_shard(recipe, Shard(job, jobs), units, 1)
        Path(part).write_bytes(
            PartFile(Shard(job, jobs), this(), *files, ("system",), found).to_bytes()
        )
    random.Random(jobs).shuffle(parts)
    assert many("merge", *parts, "-o", "json").out == whole


def test_files_are_one_corpus(many: CommandLine, treebanks: Path) -> None:
    """The counts and means are those of one file with all trees."""
    news = treebanks / "gum-news"
    one = many("score", news / "gold.mrg", news / "benepar.mrg", "-s", "evalb", "-o", "csv").out
    several = many("score", "gold/*.mrg", "system/*.mrg", "-s", "evalb", "-o", "csv").out
    assert [line.split(",")[1:-1] for line in several.splitlines()] == [
        line.split(",")[1:-1] for line in one.splitlines()
    ]


def test_conll18_of_blocks_of_text(command: CommandLine, treebanks: Path) -> None:
    folder = treebanks / "conll18" / "en_ewt"
    gold, system = sorted(folder.glob("gold*.conllu"))[0], sorted(folder.glob("[!g]*.conllu"))[0]
    whole = command("score", gold, system, "-s", "conll18", "-o", "json").out
    assert merged(command, str(gold), str(system), 3, "-s", "conll18") == whole


def small(command: CommandLine) -> None:
    for name, tree in (
        ("gold", "(S (A (N a) (N b)) (N c))"),
        ("system", "(S (N a) (A (N b) (N c)))"),
    ):
        command.write(f"{name}.mrg", f"{tree}\n" * 3)
    for job in (1, 2, 3):
        score(command, f"{job}/3", f"{job}.part")


def score(command: CommandLine, shard: str, part: str, *options: str) -> None:
    done = command(
        "score", "gold.mrg", "system.mrg", "-s", "evalb", "--shard", shard, "--part", part, *options
    )
    assert done.status == 0, done.err


def refused(command: CommandLine, *arguments: str) -> str:
    done = command(*arguments)
    assert (done.status, done.out) == (2, "")
    assert "Traceback" not in done.err
    return done.err


def test_parts_that_do_not_make_a_whole(command: CommandLine) -> None:
    small(command)
    assert "parts 1 and 3 of 3 are missing" in refused(command, "merge", "2.part")
    assert "given twice" in refused(command, "merge", "1.part", "1.part")
    command.write("copy.part", (command.folder / "1.part").read_bytes())
    assert "part 1/3 again; 1.part has it already" in refused(
        command, "merge", "1.part", "copy.part"
    )
    score(command, "2/4", "other.part")
    assert "number of shards" in refused(command, "merge", "1.part", "other.part")
    score(command, "2/3", "other.part", "--by", "label")
    assert "other options" in refused(command, "merge", "1.part", "other.part")


@pytest.mark.parametrize(
    "difference, said",
    [
        ({"sources": "0"}, "it has another build of karat"),
        ({"plugins": "0"}, "it has other plugins"),
        ({"version": "0.0.9"}, "it has karat 0.0.9"),
    ],
)
def test_parts_that_another_karat_made(
    command: CommandLine, difference: dict[str, str], said: str
) -> None:
    """Jobs of an array may find different installations; a checkout can change between them."""
    small(command)
    part = read_part(str(command.folder / "2.part"))
    other = part._replace(made_by=part.made_by._replace(**difference))
    command.write("2.part", other.to_bytes())
    found = refused(command, "merge", "1.part", "2.part", "3.part")
    assert (
        f"2.part: another karat made this part than 1.part, and may count in another way: {said}"
        in found
    )
    for name in "13":
        part = read_part(str(command.folder / f"{name}.part"))
        command.write(f"{name}.part", part._replace(made_by=other.made_by).to_bytes())
    done = command("merge", "1.part", "2.part", "3.part")
    assert done.status == (0 if "plugins" in difference else 2)
    assert (f"another karat made this part: {said}" in done.err) == bool(done.status)


def test_files_that_changed_between_jobs(command: CommandLine) -> None:
    small(command)
    for name in ("gold.mrg", "system.mrg"):
        content = (command.folder / name).read_bytes()
        command.write(name, content.replace(b"(N c)", b"(N d)"))
        score(command, "3/3", "3.part")
        said = refused(command, "merge", "1.part", "2.part", "3.part")
        assert "was changed between the jobs" in said
        command.write(name, content)
        score(command, "3/3", "3.part")
    assert command("merge", "1.part", "2.part", "3.part").status == 0


def test_a_file_that_only_one_job_reads_was_changed(command: CommandLine) -> None:
    """Job 2 alone reads b.mrg, but the part of job 1 knows how large it was."""
    for side in ("gold", "system"):
        (command.folder / side).mkdir()
        for name in "ab":
            command.write(f"{side}/{name}.mrg", "(S (N x) (V y))\n" * 20_000)
    call = ("score", "gold", "system", "-s", "evalb")
    assert command(*call, "--shard", "1/2", "--part", "1.part").status == 0
    for name, what in (("b", "gold/b.mrg or system/b.mrg"), ("a", "gold/a.mrg or system/a.mrg")):
        before = (command.folder / "system" / f"{name}.mrg").read_bytes()
        command.write(f"system/{name}.mrg", before.replace(b"(S", b"(Sentence"))
        assert command(*call, "--shard", "2/2", "--part", "2.part").status == 0
        said = refused(command, "merge", "1.part", "2.part")
        assert said.startswith(f"karat: {what}: the file was changed between the jobs")
        command.write(f"system/{name}.mrg", before)


def test_a_part_replaces_no_other_file(command: CommandLine) -> None:
    small(command)
    before = (command.folder / "gold.mrg").read_bytes()
    call = ("score", "gold.mrg", "system.mrg", "--shard", "1/3", "--part")
    assert "gold.mrg: this file exists and is not a part" in refused(command, *call, "gold.mrg")
    assert (command.folder / "gold.mrg").read_bytes() == before
    command.write("empty", "")
    for name in ("1.part", "empty"):
        assert command(*call, name).status == 0


def test_damaged_parts(command: CommandLine) -> None:
    small(command)
    content = (command.folder / "1.part").read_bytes()
    for damaged in (content[:-20], content.replace(b'"names"', b'"name5"', 1), b"", b"(S (N a))"):
        command.write("1.part", damaged)
        assert "1.part: this" in refused(command, "merge", "1.part", "2.part", "3.part")
    assert "absent.part" in refused(command, "merge", "absent.part")


@pytest.mark.parametrize("shard", ["0/3", "4/3", "3", "a/b", "1/0", "1/3/5"])
def test_shards_that_are_none(command: CommandLine, shard: str) -> None:
    small(command)
    said = refused(command, "score", "gold.mrg", "system.mrg", "--shard", shard, "--part", "x.part")
    assert f"--shard {shard}: write I/N" in said
    assert "x.part" not in command.names()


def test_what_a_part_cannot_have(command: CommandLine) -> None:
    small(command)
    call = ("score", "gold.mrg", "system.mrg", "--shard", "1/2")
    assert "go together" in refused(command, *call)
    for option in (["--interval"], ["--per-sentence", "x.csv"], ["--lenient"]):
        assert option[0] in refused(command, *call, "--part", "x.part", *option)
    assert "x.part" not in command.names()


def test_unknown_labels_are_those_that_one_run_names(command: CommandLine) -> None:
    """A run keeps the first thousand of the alphabet, and names the commonest of these: so do jobs."""
    tree = "(S (NP (DT the) (JJ big) (JJ red) (NN dog)) (VP (VBZ barks) (NP (DT the) (NN {}) (NN {}))))\n"
    rare = [(f"cat{number}", f"Z{number:04}") for number in range(1200)]
    words = (rare * 2 + rare[1100:] * 30) * 2
    command.write("gold.mrg", "".join(tree.format(word, word) for word, _ in words))
    system = (tree.format(word, word).replace("NN c", f"{tag} c", 1) for word, tag in words)
    command.write("system.mrg", "".join(system))
    whole = command("score", "gold.mrg", "system.mrg", "-s", "gr", "-o", "json").out
    assert "unknown: Z0999, in" not in whole
    assert "unknown: Z0000, in 4 sentences" in whole
    assert "unknown: many more" in whole
    assert merged(command, "gold.mrg", "system.mrg", 2, "-s", "gr") == whole


def test_names_of_phenomena(command: CommandLine) -> None:
    """Files that are in memory as a whole; the system's are put in the order of gold's ids."""
    rows = [(number, ("passive", "relative-clause")[number % 2]) for number in range(9)]
    gold = "".join(f"{number}\t{name}\t{name}\n" for number, name in rows)
    command.write("gold.names", f"id\tphenomena\tcore\n{gold}")
    command.write("system.names", "".join(f"{number}\tpassive\n" for number, _ in reversed(rows)))
    whole = command("score", "gold.names", "system.names", "-o", "json").out
    assert '"repairs"' not in whole
    assert merged(command, "gold.names", "system.names", 2) == whole
