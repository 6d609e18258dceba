"""LaTeX tables compile in a two-column article without an overfull box, where there is a LaTeX."""

import re
import shutil

import pytest

from command_line import CommandLine
from karat.files.resources import tables
from karat.reports.latex import escaped

TREE = "(S (NP (DT the) (NN dog)) (VP (VBZ barks) (PP (IN at) (NP (PRP me)))))\n"
OTHER = "(S (NP (DT the) (NN dog)) (VP (VBZ barks)) (PP (IN at) (NP (PRP me))))\n"
UD = """\
1\tthe\tthe\tDET\tDT\t_\t2\tdet\t_\t_
2\tdog\tdog\tNOUN\tNN\t_\t3\tnsubj\t_\t_
3\tbarks\tbark\tVERB\tVBZ\t_\t0\troot\t_\t_

"""
NAMES = ("HIT-SCIR-18", "Stanford-18", "UDPipe-Future", "conll18-baseline")
# Names with all that LaTeX takes for its own.
HOSTILE = (r"a_b%c$d#e&f{g}~h^i\j", "[x]", "*", 'q"<>|–×', "x--y", "Größe, déjà vu")
PAGE = r"""\documentclass[twocolumn]{article}
\usepackage{booktabs}
\begin{document}
%s
\end{document}
"""

needs_latex = pytest.mark.skipif(
    shutil.which("pdflatex") is None, reason="there is no pdflatex to compile tables with"
)


@pytest.fixture
def files(command: CommandLine) -> CommandLine:
    """Gold, and a system with an error, of trees and of dependencies."""
    command.write("gold.mrg", TREE * 3)
    command.write("system.mrg", TREE + OTHER + TREE)
    command.write("gold.conllu", UD * 2)
    command.write("system.conllu", UD + UD.replace("2\tdet", "3\tnmod"))
    return command


def compiled(files: CommandLine, *tables: str) -> str:
    """The log of a page with the tables."""
    files.write("page.tex", PAGE % "\n\n".join(tables))
    done = files.run(["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "page.tex"])
    assert done.status == 0, done.out[-2000:]
    return done.out


def table(files: CommandLine, *arguments: str) -> str:
    done = files(*arguments, "--output", "latex")
    assert done.status == 0, done.err
    return done.out


def scored(files: CommandLine, kind: str, names: tuple[str, ...], *more: str) -> str:
    systems = [f"{name}=system.{kind}" for name in names[:-1]]
    return table(files, "score", f"gold.{kind}", *systems, f"{names[-1]}=gold.{kind}", *more)


@needs_latex
def test_four_systems_fit_a_column(files: CommandLine) -> None:
    """evalb and conll18, each in one column, not over both."""
    evalb = scored(
        files, "mrg", NAMES, "-s", "evalb", "-s", "evalb(params=collins)", "--by", "label"
    )
    conll18 = scored(files, "conllu", NAMES, "-s", "conll18")
    assert "table*" not in evalb + conll18
    log = compiled(files, evalb, conll18)
    assert "Overfull" not in log, log


@needs_latex
def test_all_that_latex_takes_for_its_own_is_escaped(files: CommandLine) -> None:
    """In names, which come from users; also at the beginning of a row."""
    log = compiled(files, scored(files, "mrg", HOSTILE, "-s", "evalb", "--measures", "recall,f1"))
    assert "Overfull" not in log, log
    assert "Missing character" not in log


@needs_latex
def test_wide_tables_fit_the_page(files: CommandLine) -> None:
    """Many systems and figures, long names, lists of words: over both columns, or in parts."""
    many = tuple(f"the-parser-of-group-{n}" for n in range(15))
    tables = [
        scored(files, "conllu", many, "-s", "conll18"),
        scored(files, "mrg", many, "-s", "validity"),
        table(files, "agree", "gold.mrg", "system.mrg", "other=system.mrg"),
        table(files, "schemes", "evalb"),
    ]
    log = compiled(files, *tables)
    wide = [float(size) for size in re.findall(r"Overfull \\hbox \(([\d.]+)pt too wide", log)]
    assert not wide, log


def test_the_best_figures_are_bold(files: CommandLine) -> None:
    """All that look the same; the lowest where lower is better; none if there is only one system."""
    crossing = TREE.replace(
        "(NP (DT the) (NN dog)) (VP (VBZ barks)", "(DT the) (VP (VP (NN dog) (VBZ barks))"
    )
    files.write("worse.mrg", TREE + crossing + TREE)
    systems = ("a=system.mrg", "b=worse.mrg", "c=system.mrg")
    out = table(files, "score", "gold.mrg", *systems, "--measures", "f1,crossing", "-s", "evalb")
    rows = dict(re.findall(r"^([abc]) & (.*) & 3/3 \\\\$", out, re.MULTILINE))
    # Of 15 brackets, a has 14; b has 13, and one or two that cross gold's in one of three sentences.
    assert rows["a"] == rows["c"] == r"\textbf{93.33} & \textbf{0.00}"
    assert rows["b"] == "86.67 & 0.67"
    assert "textbf" not in table(files, "score", "gold.mrg", "worse.mrg")
    markdown = files("score", "gold.mrg", *systems, "--measures", "f1", "-o", "markdown").out
    assert [line.count("**") for line in markdown.splitlines() if line.startswith("| ")][1:] == [
        2,
        0,
        2,
    ]


def test_the_caption_states_scheme_and_signature(files: CommandLine) -> None:
    """Notes and the signature of each system are comments, or a list in Markdown."""
    arguments = ("score", "gold.mrg", "a=system.mrg", "b=gold.mrg", "-s", "evalb(params=new)")
    out = table(files, *arguments)
    caption = next(line for line in out.splitlines() if line.startswith(r"\caption"))
    plain = caption.replace(r"\allowbreak ", "").replace(r"\textbar{}", "|")
    assert (
        r"\caption{evalb(params=new): shares are in per cent; the best figures are in bold" in plain
    )
    assert "Signature: evalb(params=new)|failed:drop|gold:" in plain
    assert r"\label{tab:evalb-params-new}" in caption
    assert "% signature a, b: evalb(params=new)|" in out
    below = out.split(r"\end{table}")[1].strip().splitlines()
    assert all(line.startswith("%") for line in below)
    markdown = files(*arguments, "--output", "markdown").out.splitlines()
    assert markdown[0].startswith("evalb(params=new): shares are in per cent")
    assert markdown[-1].startswith(r"- signature a, b: evalb(params=new)\|")


@needs_latex
def test_the_widths_of_characters_are_those_of_tex(files: CommandLine) -> None:
    """No character is wider than the table says, and none is much narrower."""
    listed = {c: float(wide) for wide, some in tables("latex.toml")["widths"].items() for c in some}
    boxes = [
        rf"\setbox0\hbox{{{escaped(c, whole=True) if c != ' ' else '~'}}}\typeout{{W {at} \the\wd0}}"
        for at, c in enumerate(listed)
    ]
    log = compiled(files, *boxes, "x")
    real = [float(size) for size in re.findall(r"W \d+ ([\d.]+)pt", log)]
    assert len(real) == len(listed)
    for (character, width), found in zip(listed.items(), real, strict=True):
        assert found - 0.01 <= width <= found + 0.5, character
