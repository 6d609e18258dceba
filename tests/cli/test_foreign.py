"""Files that look like ours and are not: refused with what they are, or read by their own columns."""

import pytest

from command_line import CommandLine

CCG = "(<T S[dcl] 0 2> (<T NP 0 1> (<L N NNS NNS Dogs N>) ) (<L S[dcl]\\NP VBP VBP bark S[dcl]\\NP_1>) )\n"
HPSG = (
    '(root_strict (1069 sb-hd_mc_c -1.6 0 2 (61 hdn_bnp_c 0.0 0 1 ("dogs" 3 "token [ +FORM ]"))'
    ' (12 bark_v1 1.2e-05 1 2 ("bark" 4 "token [ ]"))))\n'
)
FILES = {
    "auto": ("ID=wsj_0001.1 PARSER=GOLD NUMPARSE=1\n" + CCG, "CCG derivations (the AUTO files"),
    "bare": (CCG, "CCG derivations (the AUTO files"),
    "xml": ('<?xml version="1.0"?>\n<candc>\n<ccg>\n<rule type="ba" cat="S[dcl]">\n', "in XML (C&C)"),
    "prolog": (":- op(601, xfx, (/)).\nccg(1,\n ba('S[dcl]',\n  lf(1,1,'NP'))).\n", "in Prolog (C&C)"),
    "parg": ('<s id="wsj_0001.1"> 2\n0 1 S[dcl]\\NP 1 Dogs bark\n<\\s>\n', "the PARG files"),
    "profile": ("11@0@-1@-1@" + HPSG, "rows of an [incr tsdb()] profile"),
    "parc": ("sentence(\n  id(wsj_1.1, parc_1.1)\nstructure(  subj(bark~0, dog~1)))\n", "PARC 700"),
    "enju": ('<sentence id="s0" parse_status="success"><cons id="c0" cat="S">', "HPSG derivations"),
}  # fmt: skip


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("verb", ["check", "score", "propose"])
def test_derivations_are_refused(command: CommandLine, name: str, verb: str) -> None:
    """Neither is read as brackets; the message says what the file is."""
    text, what = FILES[name]
    command.write("x.mrg", text)
    done = command(verb, "x.mrg", *(["x.mrg"] if verb == "score" else []))
    assert done.status == 2
    assert "x.mrg: these are " in done.err
    assert what in done.err
    assert "which karat does not read; " in done.err


@pytest.mark.parametrize("text", [HPSG, HPSG.removeprefix("(root_strict ")[:-2] + "\n"])
def test_derivations_of_delph_in_have_a_format_of_their_own(
    command: CommandLine, text: str
) -> None:
    """They are not read as brackets, although they begin like them."""
    command.write("x.mrg", text)
    assert command("check", "x.mrg").out == "x.mrg: 1 sentence, no fault\n"
    assert command("convert", "x.mrg", "-", "--to", "text").out == "dogs bark\n"


def test_trees_with_categories_of_ccg_are_trees(command: CommandLine) -> None:
    """A converter writes them so: constituents, whatever their names."""
    command.write("x.mrg", "(S[dcl] (NP (N Dogs)) (S[dcl]\\NP bark))\n(1 (NP 2 3 4 (N a)))\n")
    assert command("check", "x.mrg").out == "x.mrg: 2 sentences, no fault\n"


CONLL08 = """\
1\twell-fed\twell-fed\tJJ\tJJ\twell\twell\tRB\t3\tHMOD\t_\tAM-MNR
2\t_\t_\t_\t_\t-\t-\tHYPH\t3\tHYPH\t_\t_
3\t_\t_\t_\t_\tfed\tfeed\tVBN\t4\tNMOD\tfeed.01\t_
4\tdogs\tdog\tNNS\tNNS\tdogs\tdog\tNNS\t5\tSBJ\t_\tA1
5\tbark\tbark\tVBP\tVBP\tbark\tbark\tVBP\t0\tROOT\tbark.01\t_

"""
CONLL09 = """\
1\tdogs\tdog\tdog\tNNS\tNNS\t_\t_\t2\t2\tSBJ\tSBJ\t_\t_
2\tbark\tbark\tbark\tVBP\tVBP\t_\t_\t0\t0\tROOT\tROOT\tY\tbark.01

"""


def test_conll_2008_is_not_2009(command: CommandLine) -> None:
    """Labels from the tenth column, words from the sixth; 2009 has its labels in the eleventh."""
    command.write("a.conll", CONLL08)
    rows = [
        line.split("\t")
        for line in command("convert", "a.conll", "-", "--to", "conllu").out.split("\n")
    ]
    assert [(row[1], row[2], row[4], row[6], row[7]) for row in rows if len(row) > 1] == [
        ("well", "well", "RB", "3", "HMOD"), ("-", "-", "HYPH", "3", "HYPH"),
        ("fed", "feed", "VBN", "4", "NMOD"), ("dogs", "dog", "NNS", "5", "SBJ"),
        ("bark", "bark", "VBP", "0", "ROOT"),
    ]  # fmt: skip
    again = command("convert", "a.conll", "-", "--to", "conll08").out
    command.write("b.conll", again)
    assert command("score", "a.conll", "b.conll", "--fail-under", "deps.las=1").status == 0
    command.write("a.conll", CONLL09)
    assert "\t2\tSBJ\t" in command("convert", "a.conll", "-", "--to", "conllu").out
