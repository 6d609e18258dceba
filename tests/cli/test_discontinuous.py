"""Discontinuous trees through the command line: scored, converted, shown, refused."""

import json

import pytest

from command_line import CommandLine

GOLD = b"(S (VP (NP (ART 0=Das) (NN 1=Buch)) (VVPP 4=gelesen)) (VAFIN 2=hat) (PPER 3=er))\n"
SYSTEM = b"(S (NP (ART 0=Das) (NN 1=Buch)) (VAFIN 2=hat) (VP (PPER 3=er) (VVPP 4=gelesen)))\n"


@pytest.fixture
def files(command: CommandLine) -> CommandLine:
    """Gold and a parse."""
    command.write("gold.dbr", GOLD)
    command.write("system.dbr", SYSTEM)
    return command


@pytest.mark.parametrize("scheme", ["evalb", "discodop", "leafancestor", "rules", "tags"])
def test_score(files: CommandLine, scheme: str) -> None:
    """In one format or two, with the same counts."""
    assert files("convert", "gold.dbr", "gold.export", "--to", "export").status == 0
    counts = []
    for gold in ("gold.dbr", "gold.export"):
        done = files("score", gold, "system.dbr", "--scheme", scheme, "--output", "json")
        assert done.status == 0, done.err
        counts.append(json.loads(done.out)["results"][0]["counts"])
    assert counts[0] == counts[1]
    if scheme in ("evalb", "discodop"):
        assert [counts[0][name] for name in ("gold", "system", "matched")] == [3, 3, 2]


def test_there_and_back(files: CommandLine) -> None:
    """Through export to the same bytes."""
    assert files("convert", "gold.dbr", "gold.export", "--to", "export").status == 0
    assert files("convert", "gold.export", "again.dbr", "--to", "discbracket").status == 0
    assert (files.folder / "again.dbr").read_bytes() == GOLD


def test_show_draws_words_where_they_belong(files: CommandLine) -> None:
    """With their positions: the participle in the verb phrase."""
    done = files("show", "gold.dbr", "system.dbr", "-n", "1")
    assert done.status == 0
    assert "4=gelesen" in done.out


@pytest.mark.parametrize(
    "arguments",
    [
        ("score", "gold.dbr", "gold.dbr", "--scheme", "flat"),
        ("score", "gold.dbr", "gold.dbr", "--scheme", "parseval"),
        ("score", "gold.dbr", "gold.dbr", "--scheme", "evalb(functions=keep)"),
        ("convert", "gold.dbr", "x.mrg", "--to", "brackets"),
        ("convert", "gold.dbr", "x.dbr", "--to", "discbracket", "--view", "flatten"),
        ("agree", "gold.dbr", "gold.dbr", "gold.dbr"),
    ],
)
def test_what_knows_no_gaps_refuses(files: CommandLine, arguments: tuple[str, ...]) -> None:
    """One message, with the place, and status 2."""
    done = files(*arguments)
    assert done.status == 2
    assert "gold.dbr:1: sentence 1 is discontinuous" in done.err
    assert "Traceback" not in done.err


HOSTILE = {
    "deep": b"(X " * 50_000 + b"(N 0=w)" + b")" * 50_000,
    "reversed": b"(S " + b" ".join(b"(N %d=w)" % i for i in range(50_000, -1, -1)) + b")",
    "gaps": b"(S " + b"(A " * 500 + b" ".join(b"%d=w" % (2 * i) for i in range(500)) + b")" * 500
    + b" " + b" ".join(b"%d=w" % (2 * i + 1) for i in range(500)) + b")",
    "nonsense": b"(S (N 0=a) (N 999999999=b))\n#BOS 1\n",
    "export": b"#BOS 1\n" + b"".join(b"w N -- -- %d\n" % (500 + i) for i in range(20_000))
    + b"".join(b"#%d X -- -- %d\n" % (500 + i, 501 + i) for i in range(19_999))
    + b"#20499 X -- -- 0\n#EOS 1\n",
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile(command: CommandLine, name: str) -> None:
    """A right score or a clear message, soon."""
    command.write("x.dbr", HOSTILE[name])
    done = command(
        "score",
        "x.dbr",
        "x.dbr",
        "--scheme",
        "discodop(failed=drop)",
        "--output",
        "json",
        timeout=60,
    )
    assert done.status in (0, 2), done.err
    assert "Traceback" not in done.err
    if done.status == 0:
        result = json.loads(done.out)["results"][0]
        whole = result["sentences"]["scored"] == 1
        assert result["measures"]["f1"] == (1 if whole else None)
