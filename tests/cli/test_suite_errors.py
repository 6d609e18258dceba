"""karat suite errors: failed, wrong and overgenerated items alike, by hand and by rules."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from command_line import CommandLine, Done
from karat.suites import load
from karat.suites.category_tables import load as load_table
from karat.suites.items import Item

# A parser that answers 'none' with nothing, and repeats everything else as a tree.
PARSER = """command(run="sed -u -e 's/^none.*//' -e 's/^[^(].*/(S &)/'")"""
SUITE = (
    "id\tsentence\tgrammatical\tcore\tphenomena\tgold\texcluded\n"
    "1\tdogs bark\tyes\tgapping\t\t(S dogs bark)\t\n"
    "2\tcats sleep\tyes\tvp-coordination\t\t(S cats (VP sleep))\t\n"
    "3\tnone at all\tyes\tvocative\t\t(S none at all)\t\n"
    "4\tthem sleeps\tno\tpronoun-case\t\t\t\n"
    "5\tnone good\tno\t\t\t\t\n"
    "6\tbirds sing\tyes\t\tinversion;monotransitive\t\t\n"
    "7\tnone either\tyes\t\tinversion;monotransitive\t\t\n"
    "8\tso so\t2\t\t\t\t\n"
    "9\tnone out\tyes\t\t\t\tit is wrong\n"
)


def errors(command: CommandLine, *more: str) -> tuple[list[dict[str, Any]], str]:
    """The ranking of a run of these items, and the remarks."""
    command.write("s.tsv", SUITE)
    command("suite", "run", "s.tsv", "--with", PARSER, "--run", "s.run")
    done = command("suite", "errors", "s.run", "-o", "json", *more)
    assert done.status == 0, done.err
    return json.loads(done.out), done.err


def counts(rows: Sequence[dict[str, Any]]) -> dict[str, tuple[int, int, int]]:
    """Failed, wrong and overgenerated items by category."""
    names = ("failed", "wrong", "overgenerated")
    return {row["category"]: tuple(row.get(name, 0) for name in names) for row in rows}


def test_categories_by_hand_of_wrong_items(command: CommandLine) -> None:
    """An item that was analysed, but wrong, keeps its category, with gold or without."""
    command.write("hand.tsv", "2\tVP\n6\tinverted\n4\tcase\n5\tidle\n8\tidle\n9\tidle\n1\tnot so\n")
    rows, said = errors(command, "--categories", "hand.tsv")
    found = counts(rows)
    assert found["VP"] == (0, 1, 0)
    assert found["inverted"] == (0, 1, 0)
    assert found["case"] == (0, 0, 1)
    assert found["not so"] == (0, 1, 0)
    assert "idle" not in found
    assert sum(row["failed"] for row in rows) == 2
    assert "hand.tsv: 3 items are not in error" in said
    assert "hand.tsv: 1 items are right by same, but wrong by hand, such as 1" in said
    assert "3 good items with a wrong first analysis" in said
    # Two of five good items failed; fixing what is wrong adds nothing to coverage.
    assert rows[-1]["coverage if fixed"] == 1.0
    assert next(row for row in rows if row["category"] == "VP")["gain"] == 0


def test_wrong_by_the_criterion(command: CommandLine) -> None:
    """Item 2 has another tree than gold; by flat.conformance it is right."""
    rows, _ = errors(command)
    assert sum(row["wrong"] for row in rows) == 1
    rows, _ = errors(command, "--right", "flat.conformance")
    assert "wrong" not in rows[0]


def test_categories_of_the_paper(command: CommandLine) -> None:
    """Table 1 by the phenomena: the core one, or the one that fails more often."""
    rows, _ = errors(command, "--rules", "xtag")
    assert counts(rows) == {
        "VP coordination": (0, 1, 0),
        "feature clash": (0, 0, 1),
        "inverted predication": (1, 0, 0),
        "parentheticals and appositives": (1, 0, 0),
    }


def test_a_table_of_ones_own(command: CommandLine) -> None:
    """A TOML file; what is wrong in it is said with the place."""
    command.write(
        "mine.toml", '[[category]]\nname = "mine"\nphenomena = ["voc*"]\nkinds = ["failed"]\n'
    )
    rows, _ = errors(command, "--rules", "mine.toml")
    assert counts(rows) == {"mine": (1, 0, 0), "rest": (1, 1, 1)}
    for text, message in (
        ("", "the file has no category"),
        ("[[category]]\n", "category 1: a category needs a name"),
        ('[[category]]\nname = "x"\nphenomena = "y"\n', "should be a list of texts"),
        ('[[category]]\nname = "x"\nkinds = ["lost"]\n', "kinds are failed, wrong, overgenerated"),
        ("[[category]\n", "mine.toml:1:"),
    ):
        command.write("mine.toml", text)
        done: Done = command("suite", "errors", "s.run", "--rules", "mine.toml")
        assert (done.status, message in done.err) == (2, True), done.err
    done = command("suite", "errors", "s.run", "--rules", "xtga")
    assert (done.status, "did you mean 'xtag'" in done.err) == (2, True)


def test_the_right_analysis_is_not_the_first(command: CommandLine) -> None:
    """This is the category ranking, whichever rules are used."""
    command.write("s.tsv", "id\tsentence\tgold\n1\ta b\t(S a b)\n")
    parser = """command(run="sed -u 's/.*/(X &) (S &)/'")"""
    command("suite", "run", "s.tsv", "--with", parser, "--run", "s.run")
    for rules in ("run", "xtag"):
        done = command("suite", "errors", "s.run", "--rules", rules, "-o", "json")
        assert counts(json.loads(done.out)) == {"ranking": (0, 1, 0)}


@pytest.mark.parametrize(
    ("phenomenon", "kind", "category"),
    [
        ("apposition", "failed", "parentheticals and appositives"),
        ("NP_Parentheticals-Punctuation_markers", "failed", "parentheticals and appositives"),
        ("NP_Parentheticals-Omitted_item", "failed", "ellipsis"),
        ("C_Complementation-Trivalent-Direct_object_particle", "failed", "multi-word construction"),
        ("C_Complementation-Divalent-VP_bare_infinitive", "overgenerated", "bare infinitive"),
        ("C_Complementation-Divalent-PP", "wrong", "missing subcat"),
        ("NP_Coordination-Correlatives", "failed", "funny coordination"),
        ("NP_Coordination-Case_assignment-Subject_position", "overgenerated", "feature clash"),
        ("vp-coordination", "failed", "VP coordination"),
        ("comparative", "failed", "comparative"),
        ("relative-clause", "failed", "missing tree"),
        ("relative-clause", "overgenerated", ""),
    ],
)
def test_phenomena_and_their_categories(phenomenon: str, kind: str, category: str) -> None:
    """The longest pattern decides."""
    table = load_table("xtag")
    assert table.category(phenomenon, kind) == category


def test_every_category_of_table_1_is_there() -> None:
    """With the names of the paper; the items of karat-200 show all but a few."""
    table = load_table("xtag")
    names = {*table.kinds, table.rest, table.lexical}
    assert names >= {
        "parentheticals and appositives", "time NP", "missing subcat", "multi-word construction",
        "ellipsis", "not sentences", "relative clause with no gap", "funny coordination",
        "VP coordination", "inverted predication", "who knows", "missing entry", "comparative",
        "bare infinitive",
    }  # fmt: skip
    fragment = Item("1", "the manager", source="invented NP")
    assert table.categories(fragment, "failed") == ["not sentences"]
    assert table.categories(fragment, "overgenerated") == []
    known = {name for item in load("karat-200").items for name in item.all_phenomena}
    unused = {"time NP", "relative clause with no gap", "not sentences", "bare infinitive"}
    used = {table.category(name, kind) for name in known for kind in ("failed", "overgenerated")}
    assert used - {""} == set(table.kinds) - unused
