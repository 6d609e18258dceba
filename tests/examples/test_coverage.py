"""Coverage, overgeneration, ambiguity, failures by word, changes, categories: all by hand."""

import math

import pytest

from karat.model.errors import InputError, UsageError
from karat.parsers.adapter import Parsed
from karat.stats.wilson import wilson
from karat.suites import categories
from karat.suites.coverage import Coverage, breakdown, tally
from karat.suites.diff import diff
from karat.suites.failures import lexical
from karat.suites.gold import of_items
from karat.suites.items import Item
from karat.suites.proposals import propose
from karat.suites.right import Right, judge
from karat.suites.runs import Header, Result, Run


def result(
    number: int, sentence: str, analyses: int, good: bool | None = True, failure: str = "",
    first: str = "", tags: str = "", **more: object,
) -> Result:  # fmt: skip
    """An item with what came of it; tags are those of the words, in order."""
    pairs = tuple(zip(sentence.split(), tags.split(), strict=False))
    item = Item(str(number), sentence, good, "" if good is not None else "2", **more)  # type: ignore[arg-type]  # as given
    return Result(item, Parsed(analyses, first, tags=pairs, failure=failure))


RESULTS = [
    result(1, "a b", 4, phenomena=("p",)),
    result(2, "a b c", 27, phenomena=("p", "q"), source="news"),
    result(3, "a b c d e f", 0, core="q"),
    result(4, "x y", 0, failure="crash"),
    result(5, "x y z", 3, failure="time-out"),
    result(6, "b a", 1, False, phenomena=("p",)),
    result(7, "b b", 0, False),
    result(8, "c c", 2, None),
    result(9, "c c", 9, excluded="judged ungrammatical"),
]


def test_figures() -> None:
    """2 of 5 good items, 1 of 2 bad ones; crashes and time-outs are not covered, and counted."""
    score = Coverage.of(tally(RESULTS))
    assert score.measures["coverage"] == 2 / 5
    assert score.measures["overgeneration"] == 1 / 2
    assert score.counts["items"] == 8
    assert (score.counts["other"], score.counts["other_parsed"]) == (1, 1)
    assert score.failures == {"crash": 1, "time-out": 1, "memory": 0, "garbage": 0}


def test_ambiguity_has_two_figures() -> None:
    """Over the four parsed items: 4 at 2, 27 at 3, 1 at 2 and 2 at 2 tokens.

    parse base: the geometric mean of 2, 3, 1 and √2; analyses per token: that of 2, 9, ½ and 1.
    """
    score = Coverage.of(tally(RESULTS))
    assert math.isclose(score.measures["parse_base"], (2 * 3 * 1 * 2**0.5) ** 0.25)
    assert math.isclose(score.measures["analyses_per_token"], (2 * 9 * 0.5 * 1) ** 0.25)


def test_nothing_is_undefined() -> None:
    """No items: no figure is 0."""
    score = Coverage.of(tally([]))
    assert all(math.isnan(value) for value in score.measures.values())
    assert all(math.isnan(end) for pair in score.intervals.values() for end in pair)


def test_wilson() -> None:
    """Published examples: 0 of 10 reaches to 0.2775, 15 of 50 from 0.1910 to 0.4375."""
    assert [round(x, 4) for x in wilson(0, 10)] == [0.0, 0.2775]
    assert [round(x, 4) for x in wilson(15, 50)] == [0.1910, 0.4375]
    assert wilson(10, 10)[1] == 1.0


def test_breakdowns() -> None:
    """An item with two phenomena counts in both; lengths go in fives; excluded items nowhere."""
    kinds = breakdown(RESULTS, "phenomenon")
    assert {name: one.counts["items"] for name, one in kinds.items()} == {
        "p": 3,
        "q": 2,
        "(none)": 4,
    }
    assert kinds["q"].measures["coverage"] == 0.5
    assert kinds["p"].measures["overgeneration"] == 1.0
    assert list(breakdown(RESULTS, "length")) == ["1-5", "6-10"]
    assert breakdown(RESULTS, "source")["news"].counts["items"] == 1
    assert list(breakdown(RESULTS, "grade")) == ["no", "yes", "2"]
    with pytest.raises(UsageError, match="breakdown"):
        breakdown(RESULTS, "colour")


def test_huge_numbers_of_analyses() -> None:
    """More than a column holds is as much as it holds."""
    score = Coverage.of(tally([result(1, "a b", 10**30)]))
    assert score.measures["parse_base"] > 1e7


def test_failures_by_word() -> None:
    """used fails 3 of 3 where 4 of 6 fail: 3 - 2 = 1 beyond; a pair that adds nothing is left out."""
    found = lexical(
        [
            result(1, "He used to sleep .", 0),
            result(2, "She used to sleep .", 0),
            result(3, "They used to run .", 0),
            result(4, "They run .", 1),
            result(5, "They sleep .", 1),
            result(6, "He walks", 0),
            result(7, "used used", 0, False),
        ]
    )
    assert [(x.words, x.failed, x.items) for x in found] == [
        ("to", 3, 3),
        ("used", 3, 3),
        ("he", 2, 2),
        ("to sleep", 2, 2),
    ]
    assert math.isclose(found[0].excess, 1.0)


def run_of(results: list[Result]) -> Run:
    """A run without a file."""
    return Run(Header("s", "", len(results), "p", "", {}, "", ""), tuple(results), "x.run")


def test_changes() -> None:
    """Gained and lost are about being right, so a bad item that is parsed now is lost."""
    before = [
        result(1, "a", 1), result(2, "b", 0), result(3, "c", 0, False), result(4, "d", 2, False),
        result(5, "e", 2), result(6, "f", 1, first="(S f)"), result(7, "g", 0, None),
        result(8, "h", 1), result(9, "i", 0), result(10, "j", 3, excluded="why not"),
    ]  # fmt: skip
    after = [
        result(1, "a", 0), result(2, "b", 1), result(3, "c", 1, False), result(4, "d", 0, False),
        result(5, "e", 3), result(6, "f", 1, first="(X f)"), result(7, "g", 1, None),
        result(9, "i", 0, failure="crash"), result(10, "j", 0, excluded="why not"),
        result(11, "k", 1),
    ]  # fmt: skip
    found = [(x.kind, x.id, x.before, x.after) for x in diff(run_of(before), run_of(after))]
    assert found == [
        ("lost", "1", "1", "0"),
        ("lost", "3", "0", "1"),
        ("gained", "2", "0", "1"),
        ("gained", "4", "2", "0"),
        ("analyses", "5", "2", "3"),
        ("analyses", "7", "0", "1"),
        ("analyses", "9", "0", "crash"),
        ("analysis", "6", "(S f)", "(X f)"),
        ("only-first", "8", "1", ""),
        ("only-second", "11", "", "1"),
    ]
    assert diff(run_of(before), run_of(before)) == []


def test_oracle() -> None:
    """Right first, right among all, and not at all; blanks and a bracket TOP make no difference."""
    gold = {"gold": "(S (N a) (V b))"}
    results = [
        result(1, "a b", 2, first="(TOP (S (N a)  (V b)))", **gold),
        Result(
            Item("2", "a b", gold="(S (N a) (V b))"), Parsed(2, "(X a b)", ("(S (N a) (V b))",))
        ),
        result(3, "a b", 1, first="(S (N a) (N b))", **gold),
        result(4, "a b", 0, **gold),
        result(5, "a b", 1, first="(S a b)"),
    ]
    verdicts = judge(results, Right(), of_items([one.item for one in results]))
    found = Coverage.of(tally(results, verdicts)).counts
    assert found["judged"] == 4
    assert (found["right_first"], found["right_among_all"]) == (1, 2)


def test_rules_propose() -> None:
    """Each rule once: the first that fits decides."""
    results = [
        result(1, "dogs bark", 1, tags="n v"),
        result(2, "cats bark", 0, tags=""),
        result(3, "cats run", 1, tags="n v"),
        result(4, "run bark", 0),
        result(5, "blorp sings", 0),
        result(6, "blorp walks", 0),
        result(7, "on bark dogs cats", 0, core="island"),
        result(8, "dogs dogs", 0, failure="time-out"),
        result(9, "cats dogs run", 0),
    ]
    assert propose(results, categories.errors(results)) == {
        "2": "feature clash",
        "4": "POS tag",
        "5": "missing lexical item",
        "6": "missing lexical item",
        "7": "missing construction",
        "8": "time-out",
        "9": "rest",
    }


def test_ranking_and_gains() -> None:
    """Ten good items, five failed: by number; an item with two categories is no gain of either."""
    results = [result(i, f"s{i}", 1) for i in range(5)]
    results += [result(i, f"s{i}", 0) for i in range(5, 10)]
    results += [result(10, "bad", 1, False), result(11, "fine", 0, False)]
    given = {"5": ("x",), "6": ("x",), "7": ("x", "y"), "8": ("y",), "10": ("agreement",)}
    rows = categories.ranking(results, categories.errors(results), given)
    assert [(x.category, *x.counts.values()) for x in rows] == [
        ("x", 3, 0, 0),
        ("y", 2, 0, 0),
        ("agreement", 0, 0, 1),
        ("rest", 1, 0, 0),
    ]
    assert [round(x.share, 3) for x in rows] == [0.5, 0.333, 0.167, 0.167]
    assert [x.gain for x in rows] == [0.2, 0.1, 0, 0.1]
    assert [x.coverage for x in rows] == [0.7, 0.9, 0.9, 1.0]
    assert rows[2].example == "bad"


def test_categories_by_hand(tmp_path) -> None:  # type: ignore[no-untyped-def]  # a path
    """A heading and comments may stand in the file; a line without a tab is refused."""
    path = tmp_path / "hand.tsv"
    path.write_text("item\tcategory\n# mine\n7\tPOS tag\tHe sleeps\n7\tx\n8\ty\n7\tx\n", "utf-8")
    assert categories.read(str(path)) == {"7": ("POS tag", "x"), "8": ("y",)}
    path.write_text("7 POS\n", "utf-8")
    with pytest.raises(InputError, match=r"hand.tsv:1: write an item, a tab and a category"):
        categories.read(str(path))
    with pytest.raises(InputError, match="no such file"):
        categories.read(str(tmp_path / "none.tsv"))
