"""HPSG analyses on the command line: files, profiles, and what is wrong with them."""

import json
import os
from pathlib import Path

import pytest

from command_line import CommandLine

pytest.importorskip("delphin")

DERIVATION = (
    '(root_strict (0 sb-hd_mc_c 0 0 3 (0 hdn_bnp-pn_c 0 0 1 (0 kim 0 0 1 ("kim"))) (0 hd-cmp_u_c 0 1 3 '
    '(0 be_c_was 0 1 2 ("was")) (0 v_pas_odlr 0 2 3 (0 see_v1 0 2 3 ("seen"))))))'
)
MRS = (
    "[ TOP: h0 INDEX: e2 [ e SF: prop TENSE: past MOOD: indicative PROG: - PERF: - ] RELS: < "
    '[ proper_q<0:3> LBL: h4 ARG0: x3 RSTR: h5 BODY: h6 ] [ named<0:3> LBL: h7 CARG: "Kim" ARG0: x3 ] '
    "[ _see_v_1<8:12> LBL: h1 ARG0: e2 ARG1: i8 ARG2: x3 ] > HCONS: < h0 qeq h1 h5 qeq h7 > ]"
)
ACE = f"""\
SENT: Kim was seen.
{MRS} ;  {DERIVATION}
NOTE: 1 readings, added 12 / 8 edges to chart (7 fully instantiated)


SKIP: Kim was was seen.
NOTE: 0 readings, added 3 / 3 edges to chart


NOTE: parsed 1 / 2 sentences, avg 2000k, time 0.01s
"""
TABLES = {
    "relations": (
        "item:\n  i-id :integer :key\n  i-input :string\n  i-wf :integer\n  i-length :integer\n\n"
        "run:\n  run-id :integer :key\n  application :string\n  grammar :string\n\n"
        "parse:\n  parse-id :integer :key\n  i-id :integer :key\n  readings :integer\n\n"
        "result:\n  parse-id :integer :key\n  result-id :integer\n  derivation :string\n  mrs :string\n"
    ),
    "item": "10@Kim was seen.@1@3\n20@Kim saw.@1@2\n30@Was Kim.@0@2\n40@Kim.@1@1\n",
    "run": "1@a parser@a grammar\n",
    "parse": "1@10@1\n2@20@0\n3@30@0\n4@40@1\n",
}


def profile(folder: Path, results: str) -> None:
    folder.mkdir()
    for name, text in {**TABLES, "result": results}.items():
        (folder / name).write_text(text, "utf-8")


def rows(command: CommandLine, *arguments: str) -> list[dict[str, str]]:
    done = command("recognise", *arguments, "-o", "json")
    assert done.status == 0, done.err
    return json.loads(done.out)  # type: ignore[no-any-return]


def test_the_output_of_ace(command: CommandLine) -> None:
    """A sentence that was skipped has no output; the last note is no sentence."""
    command.write("x.ace", ACE)
    found = rows(command, "x.ace")
    assert [row["output"] for row in found] == ["yes", "no"]
    assert found[0]["phenomena"] == "proper-noun passive"
    assert command("check", "x.ace").out == "x.ace: 2 sentences, no fault\n"


def test_a_file_with_ids(command: CommandLine) -> None:
    """Items are called by their ids, and an item can say that it has no analysis."""
    command.write("x.udf", f"#id b7\n{DERIVATION}\n{MRS}\n\n#id b9\n#none\n")
    found = rows(command, "x.udf")
    assert [(row["sentence"], row["output"]) for row in found] == [("b7", "yes"), ("b9", "no")]


def test_a_profile(command: CommandLine) -> None:
    """The grammatical items, by their ids."""
    profile(command.folder / "profile", f"1@0@{DERIVATION}@{MRS}\n4@0@{DERIVATION}@{MRS}\n")
    found = rows(command, "profile")
    assert [(row["sentence"], row["output"]) for row in found] == [
        ("10", "yes"), ("20", "no"), ("40", "yes"),
    ]  # fmt: skip
    assert found[0]["phenomena"] == "proper-noun passive"


@pytest.mark.parametrize(
    ("result", "field"),
    [
        (f"1@0@{DERIVATION}@{MRS[:40]}", "this MRS cannot be read"),
        (f"1@0@{DERIVATION[:-3]}@{MRS}", "this derivation cannot be read"),
    ],
)
def test_a_broken_analysis_of_a_profile(command: CommandLine, result: str, field: str) -> None:
    """The note names the item and the field; the other items are read."""
    profile(command.folder / "profile", f"{result}\n4@0@{DERIVATION}@{MRS}\n")
    done = command("recognise", "profile", "-o", "json")
    assert done.status == 0
    assert done.err == f"note: profile: item 10: {field}\n"
    assert [row["output"] for row in json.loads(done.out)] == ["no", "no", "yes"]


def test_what_a_file_cannot_show_is_said(command: CommandLine) -> None:
    """An MRS without a derivation has no passive voice that the rules could see."""
    command.write("x.mrs", f"{MRS}\n")
    done = command("recognise", "x.mrs", "-o", "json")
    assert json.loads(done.out)[0]["phenomena"] == "proper-noun"
    assert "note: 1 of 1 analyses lack a derivation, so they cannot show " in done.err
    assert " passive, " in done.err
    assert "proper-noun" not in done.err


def test_without_pydelphin(command: CommandLine) -> None:
    """One message that names the extra; the other recognisers are still checked."""
    (command.folder / "sitecustomize.py").write_text(
        "import sys\nfrom importlib.abc import MetaPathFinder\n\n\n"
        "class Hidden(MetaPathFinder):\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name.split('.')[0] == 'delphin':\n"
        "            raise ModuleNotFoundError(name)\n\n\n"
        "sys.meta_path.insert(0, Hidden())\n",
        "utf-8",
    )
    env = {"PYTHONPATH": os.pathsep.join([str(command.folder), os.environ.get("PYTHONPATH", "")])}
    command.write("x.ace", ACE)
    done = command("recognise", "x.ace", env=env)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(
        "karat: x.ace: analyses of DELPH-IN grammars need one more package; "
    )
    assert "pip install 'karat[hpsg]'" in done.err
    done = command("recognise", "--check", "-o", "json", env=env)
    assert {row["rules"] for row in json.loads(done.out)} == {
        "clear", "gr", "link-grammar", "ptb", "stanford", "ud",
    }  # fmt: skip
    assert "note: erg is left out: " in done.err


def test_convert(command: CommandLine) -> None:
    """Derivations are trees; what is written is read again."""
    command.write("x.ace", ACE)
    assert command("convert", "x.ace", "-", "--to", "brackets").out.startswith(
        "(root_strict (sb-hd_mc_c (hdn_bnp-pn_c (kim kim)) (hd-cmp_u_c (be_c_was was)"
    )
    written = command("convert", "x.ace", "-").out
    command.write("y.delphin", written)
    assert command("convert", "y.delphin", "-").out == written
    assert rows(command, "y.delphin")[0]["phenomena"] == "proper-noun passive"


def test_rules_for_another_format(command: CommandLine) -> None:
    """The message says what the file is."""
    command.write("x.mrs", f"{MRS}\n")
    done = command("recognise", "x.mrs", "--with", "ptb")
    assert (done.status, done.err) == (
        2,
        "karat: x.mrs: the rules ptb are for brackets, but this is delphin\n",
    )
