"""What the page of a report says in words and tables, without a browser."""

from collections.abc import Mapping
from dataclasses import replace

import karat
from karat.analysis.comparison import Comparison
from karat.analysis.contest import How
from karat.reports.html.parts import selection
from karat.reports.html.sections_figures import differences, summary
from karat.reports.html.sections_groups import side_by_side
from karat.reports.html.tables import shown
from karat.reports.html.verdicts import verdict
from karat.reports.table import Estimate, Table

RIGHT = "(S (NP (DT the) (NN dog)) (VP (VBZ barks) (ADVP (RB loudly))))"
WRONG = "(S (X (DT the) (NN dog)) (Y (VBZ barks) (Z (RB loudly))))"
GOLD = [RIGHT] * 40


def compared(
    systems: Mapping[str, list[str]], scheme: str = "parseval(failed=empty)"
) -> Comparison:
    return karat.compare(GOLD, systems, scheme, samples=200)


def said(found: Comparison) -> str:
    return verdict(found.contests[0], found.how)


def test_the_better_system_is_named_first_whatever_the_order() -> None:
    """38 of 40 sentences are right in one system, 20 in the other: 45 points of labelled brackets apart."""
    good, poor = [RIGHT] * 38 + [WRONG] * 2, [RIGHT] * 20 + [WRONG] * 20
    for systems in ({"good": good, "poor": poor}, {"poor": poor, "good": good}):
        text = said(compared(systems, "evalb(failed=empty)"))
        assert text.startswith("good is better than poor by ")
        assert "95 % interval" in text
        assert "p = 0.005" in text
        low, high = text.split("interval ")[1].split(",")[0].split(" to ")
        assert 0 < float(low) < float(high)


def test_lower_is_better_where_the_measure_says_so() -> None:
    """The system with more crossing brackets is the worse one, though its figure is higher."""
    crossing = "(S (DT the) (X (NN dog) (VBZ barks)) (ADVP (RB loudly)))"
    found = karat.compare(
        GOLD, {"bad": [crossing] * 40, "good": [RIGHT] * 39 + [crossing]}, "evalb", measures=["crossing"],
        samples=200,
    )  # fmt: skip
    text = said(found)
    assert text.startswith("good is better than bad by ")
    low, high = text.split("interval ")[1].split(",")[0].split(" to ")
    assert 0 < float(low) <= float(high)


def test_no_difference_is_shown() -> None:
    """One sentence more or less is not a difference; two equal systems are said to be equal."""
    one, other = [RIGHT] * 38 + [WRONG] * 2, [WRONG] + [RIGHT] * 38 + [WRONG]
    text = said(compared({"one": one, "other": other}))
    assert text.startswith("No difference is shown between one and other")
    assert "they are equal" in text


def test_more_than_two_systems() -> None:
    good, poor = [RIGHT] * 40, [RIGHT] * 10 + [WRONG] * 30
    text = said(compared({"poor": poor, "good": good, "same": good}, "evalb(failed=empty)"))
    assert text == (
        "good and same have the highest f1, 100.00, and the difference to every other system is "
        "significant."
    )
    near = [WRONG] + [RIGHT] * 39
    text = said(compared({"poor": poor, "good": good, "near": near}, "evalb(failed=empty)"))
    assert text == (
        "good has the highest f1, 100.00. The difference to poor is significant; no difference from near "
        "is shown."
    )
    text = said(compared({"one": good, "two": good, "three": good}, "evalb(failed=empty)"))
    assert text == "one, two and three have the highest f1, 100.00."


def test_the_summary_has_the_figures_of_the_comparison() -> None:
    """The figures of the page are those of the Comparison; the best one is bold, letters are marks."""
    found = compared({"a": [RIGHT] * 40, "b": [WRONG] * 40}, "evalb(failed=empty)")
    part = next(summary(found))
    table = part.blocks[0].tables[0]
    recall = [cell.text for cell in table.head].index("recall")
    assert [row[recall].text for row in table.rows] == [f"{100 * one.recall:.2f}" for one in found]
    assert [row[recall].bold for row in table.rows] == [True, False]
    assert [row[recall].mark for row in table.rows] == ["a", "b"]
    assert all(row[recall].interval.startswith("[") for row in table.rows)
    assert next(differences(found)).blocks[0].tables[0].head[0].text == "b against a"


def test_a_cell_is_cut_into_figure_and_interval() -> None:
    table = Table(["system", "f1"], [["x [1]", Estimate(0.5, 0.25, 0.75)]])
    name, figure = shown(table, "t").rows[0]
    assert (name.text, name.interval) == ("x [1]", "")
    assert (figure.text, figure.interval) == ("50.00", "[25.00, 75.00]")


def test_links_to_selections_are_encoded() -> None:
    assert selection(cause='a&b="c"#') == "#cause=a%26b%3D%22c%22%23"


def test_how_is_part_of_the_sentence() -> None:
    """The level of the interval is the one that was asked for."""
    found = karat.compare(
        GOLD, {"a": [RIGHT] * 40, "b": [WRONG] * 20 + [RIGHT] * 20}, "evalb", level=0.9
    )
    assert isinstance(found.how, How)
    assert "90 % interval" in said(found)


def test_gold_is_counted_for_each_system_where_sentences_differ() -> None:
    """evalb drops what a system has no parse for: 40 and 30 gold NPs. With failed=empty, all are gold's."""
    systems = {"all": GOLD, "some": [*GOLD[:30], *[None] * 10]}
    uneven = ["all gold", "all f1", "all brackets", "some gold", "some f1", "some brackets"]
    even = ["gold brackets", "all f1", "all brackets", "some f1", "some brackets"]
    for scheme, head, noun_phrase in (
        ("evalb", uneven, ["NP", "40", "100.00", "40", "30", "100.00", "30"]),
        ("evalb(failed=empty)", even, ["NP", "40", "100.00", "40", "85.71", "30"]),
    ):
        scores = [
            replace(karat.score(GOLD, parses, scheme, by=["label"]), system=name)
            for name, parses in systems.items()
        ]
        table = side_by_side(scores, "label", by_size=True)
        assert [cell.text for cell in table.head] == ["label", *head]
        rows = [[cell.text for cell in row] for row in table.rows]
        assert noun_phrase in rows


def test_text_that_begins_with_a_digit_is_text() -> None:
    table = Table(["sentence", "where"], [["3", "34 in gold.mrg:3"]])
    assert shown(table, "t", words=("where",)).rows[0][1].words
    assert shown(table, "t", words=("where",)).head[1].words
