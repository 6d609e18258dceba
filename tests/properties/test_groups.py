"""Breakdowns: groups that partition the rows add up to the whole, whatever filters the sentences."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tree_strategies import flawed_corpora
from ud_strategies import pairs

import karat
from effort import slow
from karat import Score, schemes
from karat.recognise.banks import listed

TREES = [name for name in schemes.names() if name not in ("gr", "conll18", "phenomena")]
FILTERS = ["", "length=3", "failed=drop,length=2", *slow("length=1", "failed=drop")]


def written(name: str, options: str) -> str:
    """A scheme that goes on where a sentence fails."""
    given = options if "failed" in options else ",".join(filter(None, ("failed=empty", options)))
    return f"{name}({given})"


def breakdowns(name: str) -> list[str]:
    """The kinds of groups in which every row is exactly once."""
    return [kind.name for kind in schemes.load(name)().breakdowns if kind.partition]


def check(found: Score, wholes: tuple[str, str, str] = ("gold", "system", "matched")) -> None:
    """Gold, system and matched rows of all groups are those of the whole."""
    for kind, groups in found.groups.items():
        for name, whole in zip(("gold", "system", "matched"), wholes, strict=True):
            # By length every count of the scheme is there, by its own name.
            own = whole if kind == "length" else name
            rows = sum(row["counts"].get(own, 0) for row in groups.values())
            assert rows == pytest.approx(found.counts[whole]), (kind, name)


@pytest.mark.parametrize("options", FILTERS)
@pytest.mark.parametrize("name", [name for name in TREES if breakdowns(name)])
@settings(max_examples=5)
@given(sentences=flawed_corpora())
def test_groups_of_trees(name: str, options: str, sentences: list[tuple[str, str]]) -> None:
    """Every scheme that takes trees, under every filter."""
    gold, system = ([pair[side] for pair in sentences] for side in (0, 1))
    by = (*breakdowns(name), "length")
    check(karat.score(gold, system, written(name, options), by=by))


@pytest.mark.parametrize("options", FILTERS)
@pytest.mark.parametrize("name", ["deps", "conll18", "chunkdeps", "gr", "tags", "flat"])
@settings(max_examples=8)
@given(pair=pairs())
def test_groups_of_dependencies(name: str, options: str, pair: tuple[str, str]) -> None:
    """Likewise for dependencies, what is derived from them included."""
    by = (*breakdowns(name), "length")
    gold, system = pair
    if name != "conll18" and system.count("\n\n") > gold.count("\n\n"):
        gold, system = system, gold
    found = karat.score(gold, system, written(name, options), by=by)
    if name == "conll18":
        check(found, ("LAS_gold", "LAS_system", "LAS_correct"))
    else:
        check(found)


NAMES = st.lists(st.sampled_from(["passive", "question", "raising"]), max_size=3, unique=True)


@pytest.mark.parametrize("options", FILTERS)
@settings(max_examples=15)
@given(rows=st.lists(st.tuples(NAMES, NAMES), min_size=1, max_size=4))
def test_groups_of_phenomena(options: str, rows: list[tuple[list[str], list[str]]]) -> None:
    """Names of gold and of the system, sentence by sentence."""
    texts = ["one two three"[: 3 + 4 * (i % 3)] for i in range(len(rows))]
    gold, system = (listed(texts, phenomena=list(side)) for side in zip(*rows, strict=True))
    scheme = written("phenomena", ",".join(filter(None, ("mode=exhaustive", options))))
    groups = karat.score(gold, system, scheme, by=["phenomenon"])
    counts = [row["counts"] for row in groups.groups["phenomenon"].values()]
    for name in ("gold", "system", "matched"):
        assert sum(one.get(name, 0) for one in counts) == groups.counts[name]


def test_groups_of_weighted_relations() -> None:
    """Alternatives with weights, and levels of the hierarchy, add up too."""
    gold = "{ 0.5 (dobj a b) 0.5 (iobj _ a b) }\n(ncsubj a c _)\n"
    system = "(dobj a b)\n(ncsubj a c _)\n(det c d)\n"
    for scheme in ("gr", "gr(mode=hier)", "gr(mode=sub)", "gr(mode=eq,length=3)"):
        check(karat.score(gold, system, scheme, by=["label"]))


def test_a_distribution_follows_the_filter() -> None:
    """Of two sentences only the short one has crossing brackets to be counted."""
    gold = "(S (A (N a) (N b)) (N c))\n(S (N a) (A (N b) (N c) (N d)))\n"
    system = "(S (N a) (A (N b) (N c)))\n(S (A (N a) (N b)) (N c) (N d))\n"
    found = karat.score(gold, system, "parseval(length=3)")
    assert found.distributions["crossing"] == {"1": 1}
    assert karat.score(gold, system, "parseval").distributions["crossing"] == {"1": 2}
