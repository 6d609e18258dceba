"""karat convert."""

import gzip
import os
import stat
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from command_line import CommandLine
from karat import kernels
from karat.cli import convert
from karat.engine import blockwise

PRETTY = "( (S\n    (NP (N a))\n    (VP (V b)))\n)\n\n(S (N c)\n (V d))\n"
LINES = "( (S (NP (N a)) (VP (V b))))\n(S (N c) (V d))\n"


def test_one_tree_a_line(command: CommandLine) -> None:
    """From a pretty-printed file, compressed or not."""
    command.write("pretty.mrg", PRETTY)
    command.write("pretty.gz", gzip.compress(PRETTY.encode()))
    for name in ("pretty.mrg", "pretty.gz"):
        assert command("convert", name, "out.mrg").status == 0
        assert (command.folder / "out.mrg").read_text() == LINES


def test_there_and_back(command: CommandLine) -> None:
    """Indenting and reading again gives the lines back."""
    command.write("lines.mrg", LINES)
    assert command("convert", "lines.mrg", "out.mrg", "--pretty").status == 0
    assert "\n  (S\n    (NP (N a))\n" in (command.folder / "out.mrg").read_text()
    assert command("convert", "out.mrg", "-").out == LINES


def test_standard_input_and_output(command: CommandLine) -> None:
    """Both may be a dash, and bytes pass unchanged."""
    line = b"(S (N caf\xc3\xa9) (V \xff))\n"
    done = command("convert", "-", "out.mrg", stdin=line)
    assert done.status == 0
    assert (command.folder / "out.mrg").read_bytes() == line
    assert command("convert", "-", "-", stdin=PRETTY).out == LINES


def test_into_itself(command: CommandLine) -> None:
    """The file is replaced when it was read to its end."""
    command.write("trees.mrg", PRETTY)
    assert command("convert", "trees.mrg", "trees.mrg").status == 0
    assert (command.folder / "trees.mrg").read_text() == LINES


@pytest.mark.parametrize("more", [[], ["--pretty"]])
def test_a_broken_sentence_stops_it(command: CommandLine, more: list[str]) -> None:
    """With its place; what was there before stays, and nothing else appears."""
    command.write("broken.mrg", "(S (N a))\n(S (N b)\n(S (N c))\n")
    command.write("out.mrg", "earlier")
    before = command.names()
    done = command("convert", "broken.mrg", "out.mrg", *more)
    assert done.status == 2
    assert "broken.mrg:2:1: " in done.err
    assert command.names() == before
    assert (command.folder / "out.mrg").read_text() == "earlier"


def test_a_broken_sentence_may_become_a_blank_line(command: CommandLine) -> None:
    """If one says so; how many there were is said."""
    command.write("broken.mrg", "(S (N a))\n(S (N b)\n(S (N c))\n")
    done = command("convert", "broken.mrg", "-", "--failed", "empty")
    assert done.status == 0
    assert done.out == "(S (N a))\n\n(S (N c))\n"
    assert "1 sentence" in done.err


def test_what_cannot_be_indented(command: CommandLine) -> None:
    """A forest or a missing parse: status 2 and the place."""
    for text in ("(S (N a))\n\n(S (N b))\n", "(S (N a))\n(S (N b)) (S (N c))\n"):
        command.write("lines.mrg", text)
        before = command.names()
        done = command("convert", "lines.mrg", "out.mrg", "--pretty", "--layout", "lines")
        assert done.status == 2
        assert "lines.mrg:2: " in done.err
        assert command.names() == before


def test_where_nothing_can_be_written(command: CommandLine) -> None:
    """A folder that is not there, or that stands in the file's place."""
    command.write("trees.mrg", LINES)
    (command.folder / "taken").mkdir()
    before = command.names()
    for target in ("absent/out.mrg", "taken"):
        done = command("convert", "trees.mrg", target)
        assert done.status == 2
        assert target in done.err
    assert command.names() == before


def test_dependencies_as_constituents(command: CommandLine) -> None:
    """The view yields, from CoNLL-U to brackets; trees have no dependencies to look at."""
    rows = [("we", "PRON", 2, "nsubj"), ("saw", "VERB", 0, "root"), ("it", "PRON", 2, "obj")]
    command.write("in.conllu", "".join(
        f"{i}\t{word}\t_\t{tag}\t{tag}\t_\t{head}\t{label}\t_\t_\n"
        for i, (word, tag, head, label) in enumerate(rows, 1)
    ) + "\n")  # fmt: skip
    done = command("convert", "in.conllu", "-", "--view", "yields(vp=yes)")
    assert (done.status, done.out) == (0, "(root (PRON we) (VP (VERB saw) (PRON it)))\n")
    command.write("trees.mrg", LINES)
    done = command("convert", "trees.mrg", "-", "--view", "yields")
    assert done.status == 2
    assert "trees.mrg has trees but no dependencies" in done.err


def test_to_a_format_by_name_or_by_the_name_of_the_file(command: CommandLine) -> None:
    """--to wins over the extension, and an extension that nobody claims means brackets."""
    command.write("in.mrg", "(S (N Sue) (V sees))\n")
    for target, more, text in [
        ("out.parseval", [], "(S (N Sue) (V sees))\n"),
        ("out.parseval", ["--to", "parseval(labels=right)"], "((Sue N) (sees V) S)\n"),
        ("out.mrg", ["--to", "parseval(labels=none)"], "((Sue) (sees))\n"),
        ("out.conllu", ["--to", "brackets"], "(S (N Sue) (V sees))\n"),
        ("out.xyz", [], "(S (N Sue) (V sees))\n"),
    ]:
        assert command("convert", "in.mrg", target, *more).status == 0
        assert (command.folder / target).read_text() == text
    command("convert", "in.mrg", "out.conllu")
    assert (command.folder / "out.conllu").read_text().startswith("1\tSue\t")


def test_formats_and_options_that_are_not_there(command: CommandLine) -> None:
    """Status 2, what there is, and no file."""
    command.write("in.mrg", LINES)
    before = command.names()
    for wanted, said in [
        ("bracket", "did you mean 'brackets'"),
        ("brackets(labels=left)", "option of format brackets"),
        ("parseval(labels=up)", "Known: both, left, none, right"),
        ("parseval(labels=left)x", "cannot read 'x'"),
    ]:
        done = command("convert", "in.mrg", "out", "--to", wanted)
        assert (done.status, command.names()) == (2, before)
        assert said in done.err


def test_labels_at_the_right(command: CommandLine) -> None:
    """Told by content, which is said; or given, which also gives the format."""
    command.write("in.txt", "((Sue N) (sees V) S)\n")
    done = command("convert", "in.txt", "-")
    assert (done.status, done.out) == (0, "(S (N Sue) (V sees))\n")
    assert "in.txt: read with labels=right" in done.err
    done = command("convert", "in.txt", "-", "--labels", "right")
    assert (done.out, done.err) == ("(S (N Sue) (V sees))\n", "")
    command.write("bare.txt", "(The (prospect (of spending)))\n")
    done = command("convert", "bare.txt", "-", "--labels", "none", "--to", "parseval(labels=none)")
    assert done.out == "(The (prospect (of spending)))\n"
    done = command("convert", "bare.txt", "-", "--labels", "none", "--format", "brackets")
    assert (done.status, "--labels is for the format parseval" in done.err) == (2, True)


def test_words_with_brackets(command: CommandLine) -> None:
    """In bars in the one format, as in the Treebank in the other; white space only in bars."""
    command.write("in.parseval", "(S (N |1)|) (V |(is|))\n")
    assert command("convert", "in.parseval", "-").out == "(S (N 1-RRB-) (V -LRB-is))\n"
    assert (
        command("convert", "in.parseval", "-", "--to", "parseval").out == "(S (N |1)|) (V |(is|))\n"
    )
    command.write("in.parseval", "(S (N |2\\_000|) (V is))\n")
    assert (
        command("convert", "in.parseval", "-", "--to", "parseval").out
        == "(S (N |2\\_000|) (V is))\n"
    )
    done = command("convert", "in.parseval", "-")
    assert done.status == 2
    assert "in.parseval:1: sentence 1: the word b'2 000' has white space" in done.err


def test_a_device_is_written_to_and_not_replaced(command: CommandLine) -> None:
    """A pipe stands for it: as root, moving a file to /dev/null would take it away."""
    pipe = command.folder / "pipe"
    os.mkfifo(pipe)
    command.write("in.mrg", "(S (N a))\n")
    with os.fdopen(os.open(pipe, os.O_RDONLY | os.O_NONBLOCK), "rb") as reader:
        assert command("convert", "in.mrg", "pipe").status == 0
        assert reader.read() == b"(S (N a))\n"
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_what_a_view_gives_is_written_as_that(command: CommandLine) -> None:
    """Relations, not trees again, where neither --to nor a name says it."""
    command.write("in.mrg", "(S (NP (NNS dogs)) (VP (VBP bark)))\n")
    assert "ncsubj(" in command("convert", "in.mrg", "-", "--view", "gr").out
    assert "dogs NNS B-NP" in command("convert", "in.mrg", "-", "--view", "chunks").out
    assert command("convert", "in.mrg", "-", "--view", "deps").out.startswith("1\tdogs\t")
    again = "1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n\n"
    command.write("in.conllu", again)
    assert command("convert", "in.conllu", "-").out == again
    refused = command("convert", "in.conllu", "out.mrg")
    assert (refused.status, "in.conllu has dependencies but no trees" in refused.err) == (2, True)
    assert "out.mrg" not in command.names()


def test_two_bare_objects_are_a_recipient_and_a_direct_object(command: CommandLine) -> None:
    """*gives Mary books*: Mary is iobj, and the predicate's argument is books."""
    command.write("a.mrg", "(S (NP (NNP Jo)) (VP (VBZ gives) (NP Mary) (NP books)))\n")
    rows = [
        line.split("\t")
        for line in command("convert", "a.mrg", "-", "--view", "deps").out.splitlines()
    ]
    assert [(row[1], row[7]) for row in rows if len(row) > 7] == [
        ("Jo", "nsubj"), ("gives", "root"), ("Mary", "iobj"), ("books", "obj"),
    ]  # fmt: skip
    command.write("b.mrg", "(S (NP (NNP Jo)) (VP (VBZ gives) (NP (NP Mary) (NP books))))\n")
    scheme = "constructions(names=predicate_argument)"
    for system, expected in (("a.mrg", "100.00"), ("b.mrg", "0.00")):
        done = command("score", "a.mrg", system, "--scheme", scheme, "--width", "120")
        assert done.out.splitlines()[1].split()[1] == expected


@pytest.mark.parametrize(("options", "threads"), [("", 1), ("--threads 3", 3), ("--threads 0", 1)])
def test_relations_are_extracted_on_one_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: str, threads: int
) -> None:
    """Their rules run one after the other anyway; what the user asks for counts."""
    used, through = [], blockwise.through

    def watched(*arguments: Any, **named: Any) -> Any:
        used.append(arguments[2])
        return through(*arguments, **named)

    monkeypatch.setattr(blockwise, "through", watched)
    (tmp_path / "a.mrg").write_text("(S (NP (NNS dogs)) (VP (VBP bark)))\n", encoding="utf-8")
    for view in ("gr", "flatten"):
        given = [str(tmp_path / "a.mrg"), str(tmp_path / view), "--view", view, "--to"]
        given += ["gr", *options.split()] if view == "gr" else ["brackets"]
        assert CliRunner().invoke(convert.command, given).exit_code == 0
    assert used == [threads, 0]


@pytest.mark.skipif(
    not kernels.compiled(), reason="takes minutes with kernels that are not compiled"
)
@pytest.mark.parametrize("threads", ["1", "2", "4"])
def test_blocks_keep_their_order(command: CommandLine, threads: str) -> None:
    """Several blocks at once, written one after the other; the first fault is the one that is named."""
    lines = [f"(S (N word{n}) (V {'x' * 200}))\n" for n in range(40_000)]
    command.write("long.mrg", "".join(lines))
    assert command("convert", "long.mrg", "out.mrg", "--threads", threads).status == 0
    assert (command.folder / "out.mrg").read_text() == "".join(lines)
    lines[20_000] = lines[39_000] = "(S (N a)\n"
    command.write("broken.mrg", "".join(lines))
    found = command("convert", "broken.mrg", "new.mrg", "--threads", threads)
    assert (found.status, "broken.mrg:20001:1:" in found.err) == (2, True)
    assert not (command.folder / "new.mrg").exists()


@pytest.mark.parametrize(
    ("view", "target", "said"),
    [
        ("chunks", "out.mrg", "brackets does not hold what the view chunks makes; --to iob does"),
        ("chunks", "out.conllu", "conllu does not hold what the view chunks makes; --to iob does"),
        ("deps", "out.mrg", "brackets does not hold what the view deps makes; --to conllu does"),
        ("deps", "out.export", "export does not hold what the view deps makes; --to conllu does"),
        ("gr", "out.iob", "iob does not hold what the view gr makes; --to gr does"),
        ("constructions", "out.mrg", "no format holds what the view constructions makes"),
    ],
)  # fmt: skip
def test_a_format_that_does_not_hold_what_the_view_makes(
    command: CommandLine, view: str, target: str, said: str
) -> None:
    """The file would be the one that was read, as if there had been no view."""
    command.write("in.mrg", "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))\n")
    done = command("convert", "in.mrg", target, "--view", view)
    assert (done.status, said in done.err) == (2, True), done.err
    assert not (command.folder / target).exists()


@pytest.mark.parametrize(
    ("views", "target"),
    [
        (["chunks"], "out.iob"), (["deps"], "out.conllx"), (["deps"], "out.iob"), (["gr"], "out.gr"),
        (["deps"], "out.txt"), (["deps", "yields"], "out.mrg"), (["flatten"], "out.mrg"),
    ],
)  # fmt: skip
def test_formats_that_hold_what_a_view_makes(
    command: CommandLine, views: list[str], target: str
) -> None:
    command.write("in.mrg", "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))\n")
    done = command("convert", "in.mrg", target, *(f"--view={one}" for one in views))
    assert done.status == 0, done.err
    assert (command.folder / target).stat().st_size


@pytest.mark.parametrize("view", ["flatten", "prune", "redefine", "filter(depth=2)"])
def test_views_of_trees_refuse_other_files(command: CommandLine, view: str) -> None:
    """They would change nothing, and a signature would name them."""
    command.write("in.conllu", "1\tcats\t_\tNOUN\tNNS\t_\t0\troot\t_\t_\n\n")
    said = "in.conllu has dependencies but no trees; the view"
    done = command("convert", "in.conllu", "out.conllu", "--view", view)
    assert (done.status, said in done.err) == (2, True), done.err
    done = command("score", "in.conllu", "in.conllu", "-s", "flat", "--gold-view", view)
    assert (done.status, said in done.err) == (2, True), done.err
    assert command("convert", "in.conllu", "-", "--view", "yields", "--view", view).status == 0
