"""A format in a folder of the user's: every verb that takes a format works with it."""

import json
from pathlib import Path

import pytest

from command_line import CommandLine
from contributing import FILES

# The format of CONTRIBUTING.md: dependencies on lines, ``the/DT/2/det dog/NN/0/root``.
SLASHES = FILES["plugins/formats/slashes.py"]

# Constituents over several lines: a sentence is a paragraph, "NP 0 2" a constituent.
TABLES = '''
"""Words on a line, then one line per constituent."""

from karat.formats.simple import PARAGRAPHS, Sentence, blocks, writer

SUMMARY = "words, then a table of constituents"
EXTENSIONS = (".spans",)
EXAMPLE = "Dogs bark\\nS 0 2\\n"
NEEDS = "trees"


def sniff(head: bytes) -> bool:
    """Whether the second line is a constituent."""
    row = head.strip().split(b"\\n")[1:2]
    return bool(row) and len(row[0].split()) == 3 and row[0].split()[1].isdigit()


def parse(text: bytes) -> Sentence:
    """A paragraph."""
    words, *rows = text.strip().splitlines()
    spans = [(int(a), int(b), label) for label, a, b in map(bytes.split, rows)]
    return Sentence(words.split(), spans=spans)


def text(sentence: Sentence) -> bytes:
    """A paragraph."""
    rows = [b"%s %d %d" % (label, a, b) for a, b, label in sentence.spans]
    return b"\\n".join([b" ".join(sentence.words), *rows, b"", b""])


Blocks = blocks(parse, begins=PARAGRAPHS, gives=["trees"])
write = writer(text)
'''.lstrip()

GOLD = "the/DT/2/det dog/NN/3/nsubj barks/VBZ/0/root\nhe/PRP/2/nsubj sleeps/VBZ/0/root\n"
SYSTEM = "the/DT/2/det dog/NN/3/obj barks/VBZ/0/root\nhe/PRP/2/nsubj sleeps/VBZ/0/root\n"


@pytest.fixture
def plugins(command: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    """A command line with the two formats in a folder of plugins."""
    folder = tmp_path / "plugins" / "formats"
    folder.mkdir(parents=True)
    folder.joinpath("slashes.py").write_text(SLASHES, encoding="utf-8")
    folder.joinpath("tables.py").write_text(TABLES, encoding="utf-8")
    monkeypatch.setenv("KARAT_PLUGINS", str(tmp_path / "plugins"))
    command.write("gold.slashes", GOLD)
    command.write("system.slashes", SYSTEM)
    return command


def read(command: CommandLine, name: str) -> str:
    """What was written."""
    return (command.folder / name).read_text(encoding="utf-8")


def test_it_is_short() -> None:
    """At most 60 lines, all told."""
    assert max(len(SLASHES.splitlines()), len(TABLES.splitlines())) <= 60


def test_it_is_listed(plugins: CommandLine) -> None:
    """With its summary and example."""
    found = {row["format"]: row for row in json.loads(plugins("formats", "-o", "json").out)}
    assert found["slashes"]["what it is"].startswith("dependencies on a line")
    assert "simple" not in found


def test_it_is_scored_shown_and_explained(plugins: CommandLine) -> None:
    """Recognised by its content, with its own usual scheme, and beside other formats."""
    scored = plugins("score", "gold.slashes", "system.slashes", "--output", "json")
    result = json.loads(scored.out)["results"][0]
    assert result["scheme"].startswith("deps")
    assert result["counts"]["gold"] == 5
    assert plugins("convert", "system.slashes", "system.conllu").status == 0
    mixed = plugins("score", "gold.slashes", "system.conllu", "-s", "deps", "--output", "json")
    assert json.loads(mixed.out)["results"][0]["measures"] == result["measures"]
    shown = plugins("show", "gold.slashes", "system.slashes", "-n", "1", "-s", "flat")
    assert (shown.status, "barks" in shown.out) == (0, True)
    assert plugins("explain", "deps.las", "gold.slashes", "system.slashes").status == 0


def test_it_is_converted_both_ways(plugins: CommandLine) -> None:
    """And nothing is lost on the way; what it needs can be derived by a view, or is asked for."""
    plugins("convert", "gold.slashes", "gold.conllu")
    assert plugins("convert", "gold.conllu", "again.slashes").status == 0
    assert read(plugins, "again.slashes") == GOLD
    other = plugins("convert", "gold.slashes", "-", "--to", "slashes(separator=|)").out
    assert other == GOLD.replace("/", "|")
    plugins.write("bars.txt", other)
    back = plugins(
        "convert", "bars.txt", "-", "--format", "slashes(separator=|)", "--to", "slashes"
    )
    assert back.out == GOLD
    plugins.write("trees.mrg", "(S (NP (NNS dogs)) (VP (VBP bark)))\n")
    assert plugins("convert", "trees.mrg", "x.slashes", "--view", "deps").status == 0
    assert read(plugins, "x.slashes") == "dogs/NNS/2/nsubj bark/VBP/0/root\n"
    refused = plugins("convert", "trees.mrg", "y.slashes")
    assert (refused.status, "trees.mrg has trees but no dependencies" in refused.err) == (2, True)
    wrong = plugins("convert", "gold.slashes", "-", "--to", "slashes(colour=red)")
    assert (wrong.status, "separator" in wrong.err) == (2, True)


def test_it_is_checked(plugins: CommandLine) -> None:
    """Every fault has its place, those that simple formats share included."""
    plugins.write("bad.slashes", "a/X/0/root\nb/X/0\nc/X/x/root\nd/X/9/root\ne/X/0/root\n")
    done = plugins("check", "bad.slashes", "--format", "slashes", "--output", "json")
    assert done.status == 2
    found = json.loads(done.out)
    assert found["sentences"] == 5
    assert [(one["line"], one["column"]) for one in found["found"]] == [(2, 1), (3, 5), (4, 1)]
    assert "a word has four fields" in plugins("check", "bad.slashes", "--format", "slashes").out
    assert plugins("score", "bad.slashes", "bad.slashes", "--format", "slashes").status == 0


def test_it_is_read_in_blocks(plugins: CommandLine) -> None:
    """A file of several blocks gives the same sums as its sentences, and faults their lines."""
    plugins.write("large.slashes", GOLD * 30_000)
    scored = plugins("score", "large.slashes", "large.slashes", "--output", "json")
    assert json.loads(scored.out)["results"][0]["counts"]["gold"] == 150_000
    plugins.write("cut.slashes", GOLD * 30_000 + "oops\n")
    assert "cut.slashes:60001:1" in plugins("check", "cut.slashes").out


def test_constituents_in_paragraphs(plugins: CommandLine) -> None:
    """Trees from a table; ones that cross are a fault."""
    plugins.write("a.spans", "\nDogs bark\nS 0 2\nNP 0 1\n\n\nNo\nX 0 1\n")
    assert plugins("convert", "a.spans", "a.mrg").status == 0
    assert read(plugins, "a.mrg") == "(S (NP ( Dogs)) bark)\n(X ( No))\n"
    assert plugins("convert", "a.mrg", "b.spans").status == 0
    assert read(plugins, "b.spans") == "Dogs bark\nS 0 2\nNP 0 1\n\nNo\nX 0 1\n\n"
    scored = plugins("score", "a.spans", "a.mrg", "--output", "json")
    assert json.loads(scored.out)["results"][0]["measures"]["f1"] == 1
    plugins.write("crossing.spans", "a b c\nX 0 2\nY 1 3\n")
    crossing = plugins("check", "crossing.spans")
    assert (crossing.status, "crossing.spans:1:1: constituents that cross" in crossing.out) == (
        2,
        True,
    )
