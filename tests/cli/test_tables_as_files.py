"""Columns of Parquet and JSON lines: the same result as plain files."""

import json
from pathlib import Path

import pytest

from command_line import CommandLine
from karat.formats import read
from karat.model.errors import InputError


def as_jsonl(values: list[str | None]) -> bytes:
    return "".join(
        json.dumps({"id": n, "tree": one}) + "\n" for n, one in enumerate(values)
    ).encode()


def write(command: CommandLine, name: str, kind: str, values: list[str | None]) -> None:
    if kind == "jsonl":
        command.write(f"{name}.table", as_jsonl(values))
        return
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    table = pyarrow.table({"id": list(range(len(values))), "tree": values})
    parquet.write_table(table, command.folder / f"{name}.table", row_group_size=100)


@pytest.mark.parametrize("kind", ["jsonl", "parquet"])
def test_trees_in_a_column(command: CommandLine, treebanks: Path, kind: str) -> None:
    for name, source in (("gold", "gold.mrg"), ("system", "benepar.mrg")):
        text = (treebanks / "gum-news" / source).read_text(encoding="utf-8") + "\n"
        command.write(f"{name}.plain", text)
        write(command, name, kind, list(text.removesuffix("\n").split("\n")))
    plain = command("score", "gold.plain", "system.plain", "-s", "evalb", "-o", "json").out
    done = command("score", "gold.table", "system.table", "-s", "evalb", "-o", "json",
        "--format", f"{kind}(column=tree)")  # fmt: skip
    assert done.out.replace(".table", ".plain") == plain


@pytest.mark.parametrize("kind", ["jsonl", "parquet"])
def test_sentences_of_conllu(command: CommandLine, treebanks: Path, kind: str) -> None:
    folder = treebanks / "conll18" / "en_ewt"
    gold, system = sorted(folder.glob("gold*.conllu"))[0], sorted(folder.glob("[!g]*.conllu"))[0]
    for name, source in (("gold", gold), ("system", system)):
        text = source.read_text(encoding="utf-8")
        command.write(f"{name}.plain", text)
        write(command, name, kind, list(text.removesuffix("\n\n").split("\n\n")))
    plain = command("score", "gold.plain", "system.plain", "-s", "conll18", "-o", "json").out
    done = command("score", "gold.table", "system.table", "-s", "conll18", "-o", "json",
        "--format", f"{kind}(column=tree,of=conllu)")  # fmt: skip
    assert done.out.replace(".table", ".plain") == plain


def test_a_row_without_a_tree_is_a_missing_parse(command: CommandLine) -> None:
    command.write("gold.table", as_jsonl(["(S (N a)\n  (N b))", "(S (N c))"]))
    command.write("system.table", as_jsonl(["(S (N a) (N b))", None]))
    out = command("score", "gold.table", "system.table", "-s", "evalb", "-o", "json", "--format",
        "jsonl(column=tree)").out  # fmt: skip
    result = json.loads(out)["results"][0]
    assert (result["measures"]["f1"], result["reasons"]) == (1.0, {"no system parse": 1})


@pytest.mark.parametrize("verb", [("check",), ("convert", "-"), ("recognise",)])
def test_verbs_that_read_no_columns_say_so(command: CommandLine, verb: tuple[str, ...]) -> None:
    command.write("gold.table", as_jsonl(["(S (N a))"]))
    name, *more = verb
    done = command(name, "gold.table", *more, "--format", "jsonl(column=tree)")
    assert (done.status, done.out) == (2, "")
    assert "jsonl(column=tree): only plain files can be used here" in done.err


WORD = "1\tit\tit\tPRON\tPRP\t_\t0\troot\t_\t_\n"


@pytest.mark.parametrize("blank", [None, "", "  ", "\n", "\n \n"])
def test_a_blank_row_keeps_its_place(command: CommandLine, blank: str | None) -> None:
    """Without a sentence for it, the rows below would be compared with the wrong ones."""
    other = WORD.replace("it", "rain")
    command.write("gold.table", as_jsonl([WORD, WORD, other]))
    command.write("system.table", as_jsonl([WORD, blank, other]))
    done = command("score", "gold.table", "system.table", "-s", "deps(failed=empty)", "--format",
        "jsonl(column=tree,of=conllu)")  # fmt: skip
    assert "no score for 1 sentence" in done.out
    assert "sentence 2: " in done.out


@pytest.mark.parametrize("of", ["export", "gr", "links", "names", "parseval", "text"])
def test_a_blank_row_is_refused_where_nothing_stands_for_it(command: CommandLine, of: str) -> None:
    """In plain text, what stands for it elsewhere would be a sentence, and in other formats nothing."""
    command.write("gold.table", as_jsonl([None, "It rains."]))
    with pytest.raises(InputError, match=r"gold.table: row 1: the column 'tree' has no text"):
        read(str(command.folder / "gold.table"), format=f"jsonl(column=tree,of={of})")


@pytest.mark.parametrize(
    ("content", "format_", "said"),
    [
        (b'{"tree": "(S (N a))"}\n{"tree"\n', "jsonl(column=tree)", "row 2: this is not JSON"),
        (
            b'{"text": "x"}\n',
            "jsonl(column=tree)",
            "row 1: there is no column 'tree'; it has: text",
        ),
        (b'{"tree": 7}\n', "jsonl(column=tree)", "row 1: the column 'tree' has a int"),
        (b'{"tree": "(S (N a))"}\n', "jsonl", "write jsonl(column=NAME)"),
        (b'{"tree": "(S (N a))"}\n', "jsonl(colum=tree)", "write jsonl(column=NAME)"),
        (b'{"tree": "(S (N a))"}\n\n', "jsonl(column=tree)", "row 2: a blank line"),
        (
            b'{"tree": "(S (N \\ud800))"}\n',
            "jsonl(column=tree)",
            "row 1: the column 'tree' has half",
        ),
        (b"(S (N a))\n", "parquet(column=tree)", "this Parquet file cannot be read"),
    ],
)
def test_tables_that_cannot_be_read(
    command: CommandLine, content: bytes, format_: str, said: str
) -> None:
    command.write("gold.table", content)
    done = command("score", "gold.table", "gold.table", "-s", "evalb", "--format", format_)
    assert done.status == 2
    assert said in done.err
    assert "Traceback" not in done.err


def test_a_table_without_a_column_is_told_what_to_type(command: CommandLine) -> None:
    command.write("gold.table", as_jsonl(["(S (N a))"]))
    done = command("score", "gold.table", "gold.table")
    assert (done.status, done.out) == (2, "")
    assert "karat score reads a column of it: --format 'jsonl(column=NAME)'" in done.err


def test_a_name_that_two_columns_have(command: CommandLine) -> None:
    """Other programs would read one of them, and nobody knows which."""
    pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    columns = [pyarrow.array([tree]) for tree in ("(S (N a))", "(X (N a))")]
    path = str(command.folder / "x.parquet")
    parquet.write_table(pyarrow.Table.from_arrays(columns, names=["tree", "tree"]), path)
    done = command("score", "x.parquet", "x.parquet", "--format", "parquet(column=tree)")
    assert (done.status, done.out) == (2, "")
    assert "there is more than one column 'tree'" in done.err
