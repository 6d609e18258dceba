"""Tables as text: what is narrowed to fit a width, and what is not."""

import math

from karat.reports.table import Style, Table, render

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
