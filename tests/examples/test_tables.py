"""Tables: what is narrowed to fit a width, what is bold, and what stands below them."""

import csv
import io
import json
import math
from dataclasses import replace

import karat
from karat.reports.notes import remarks
from karat.reports.table import Estimate, Style, Table, render

WORDS = Table(
    ["name", "share", "what it is"],
    [["passive", 0.5, "a passive verb: the window was broken"], ["gapping", math.nan, "a gap"]],
)


def test_columns_of_words_are_wrapped_to_the_width() -> None:
    """Numbers and headings stay as they are; nothing is lost."""
    assert render(WORDS, Style(width=40)) == (
        "name     share  what it is\n"
        "passive  50.00  a passive verb: the\n"
        "                window was broken\n"
        "gapping      –  a gap\n"
    )


def test_what_does_not_fit_is_continued_below() -> None:
    """The first column is repeated; without a width nothing is wrapped."""
    assert render(WORDS, Style(width=20)) == (
        "name     share\n"
        "passive  50.00\n"
        "gapping      –\n"
        "\n"
        "name     what it is\n"
        "passive  a passive\n"
        "         verb: the\n"
        "         window was\n"
        "         broken\n"
        "gapping  a gap\n"
    )
    assert render(WORDS, Style()).splitlines()[1] == (
        "passive  50.00  a passive verb: the window was broken"
    )


def test_other_outputs_have_no_width() -> None:
    """One row per line; undefined is null in JSON and empty in CSV."""
    assert render(WORDS, Style("csv", width=20)).splitlines()[2] == "gapping,,a gap"
    assert '"share": null' in render(WORDS, Style("json", width=20))
    assert len(render(WORDS, Style("markdown", width=20)).splitlines()) == 4


FIGURES = Table(
    ["system", "f1", "crossing"],
    [
        ["a", Estimate(0.925, 0.9, 0.95), 0.5],
        ["b", Estimate(0.92501, 0.9, 0.95), 0.25],
        ["c", Estimate(0.9, 0.875, 0.925), math.nan],
    ],
    units={"crossing": "mean"},
    best={"f1": "highest", "crossing": "lowest"},
    marks={(2, 1): "†"},
    caption="evalb: † differs from a, p < 0.05",
    label="x",
)


def test_figures_with_intervals_and_marks() -> None:
    """Marks do not disturb the columns; programs get the ends of the intervals as columns."""
    assert render(FIGURES, Style(digits=1)) == (
        "system                  f1  crossing\n"
        "a       92.5 [90.0, 95.0]        0.5\n"
        "b       92.5 [90.0, 95.0]        0.2\n"
        "c       90.0 [87.5, 92.5]†         –\n"
    )
    assert render(FIGURES, Style("csv")).splitlines()[:2] == [
        "system,f1,f1 low,f1 high,crossing",
        "a,0.925,0.9,0.95,0.5",
    ]


def test_the_best_is_bold_in_papers() -> None:
    """What looks the same is equally good; an interval is not bold, an undefined figure not the best."""
    markdown = render(FIGURES, Style("markdown", digits=1)).splitlines()
    assert markdown[0] == "evalb: † differs from a, p &lt; 0.05"
    assert markdown[4:] == [
        "| a | **92.5** [90.0, 95.0] | 0.5 |",
        "| b | **92.5** [90.0, 95.0] | **0.2** |",
        "| c | 90.0† [87.5, 92.5] | – |",
    ]
    latex = render(FIGURES, Style("latex", digits=1))
    assert (
        r"b & \textbf{92.5}\phantom{\textsuperscript{\dag{}}} [90.0, 95.0] & \textbf{0.2} \\"
        in latex
    )
    assert r"c & 90.0\textsuperscript{\dag{}} [87.5, 92.5] & \textendash{} \\" in latex
    assert r"\caption{evalb: \dag{} differs from a, p \textless{} 0.05}\label{tab:x}" in latex
    one = replace(FIGURES, rows=FIGURES.rows[:1], marks={})
    assert "**" not in render(one, Style("markdown"))
    assert "textbf" not in render(one, Style("latex"))


def test_cells_cannot_break_a_table() -> None:
    """Line ends and other controls are shown as escapes; wide characters take two columns."""
    table = Table(["name", "n"], [["a\nb\x1b[31m", 1], ["犬犬", 2], ["x|y", 3]])
    assert render(table, Style()).splitlines() == [
        "name          n",
        "a\\nb\\x1b[31m  1",
        "犬犬          2",
        "x|y           3",
    ]
    assert len(render(table, Style("markdown")).splitlines()) == 5
    assert r"x\|y" in render(table, Style("markdown"))


def test_a_root_that_counts_comes_first() -> None:
    """Before gold without tags, different sentences and all other notes, in whatever order they come."""
    score = karat.score("(S (A a))", "(S (A a))", "evalb")
    notes = (
        "something else",
        "2 sentences have a score for some of the systems only",
        "tagging is undefined: gold's words have no tags",
        "ROOT counts as a bracket in every sentence",
    )
    said = remarks([replace(score, system="a", notes=notes)], 2).splitlines()
    assert [line.removeprefix("note: evalb: ") for line in said if line.startswith("note")] == [
        notes[3], notes[2], notes[1], notes[0],
    ]  # fmt: skip


def test_csv_comes_back_as_it_was() -> None:
    """Also with line ends of any kind in a cell; the file itself has one kind, \\n."""
    cells = ["a\rb", "c\nd", "e\r\nf", 'g"h', "i,j", "=1+1", "'", ""]
    text = render(Table(["x", "y"], [[cell, "."] for cell in cells]), Style("csv"))
    rows = list(csv.reader(io.StringIO(text, newline="")))
    assert rows == [["x", "y"], *([cell, "."] for cell in cells)]
    assert text.startswith('x,y\n"a\rb",.\n')


def test_json_shows_nothing_unseen() -> None:
    """The string is there, for whoever reads it; a person sees where its marks are."""
    text = render(Table(["x"], [["a\u202eb\x9b\U000e0041é"]]), Style("json"))
    assert json.loads(text) == [{"x": "a\u202eb\x9b\U000e0041é"}]
    assert r'"a\u202eb\u009b\udb40\udc41é"' in text
