"""The scheme gr against a slow scorer written from the specification alone."""

import pytest
import slow_gr
from hypothesis import given, settings
from hypothesis import strategies as st

import karat
from effort import slow, tries
from karat.analysis.gr_tables import Compared, macro
from karat.formats import gr as grs
from karat.schemes import parse

WORDS = st.sampled_from(["a", "b", "b", "c", "ellip", "New_York", "York", "New_York_City", "_"])
PLAIN = st.sampled_from(["a", "b", "c"])
TYPES = st.sampled_from(["_", "_", "of", "to", "ellip"])
INITIALS = st.sampled_from(["_", "obj"])
NAMES = {year: list(slow_gr.tree(year)[0]) for year in ("1999", "2006")}


@st.composite
def relations(draw, year, words):
    """A few relations of a year's scheme."""
    found = []
    for _ in range(draw(st.integers(0, 7))):
        name = draw(st.sampled_from(NAMES[year]))
        slots = slow_gr.SLOTS[year][name].split()
        kinds = {"type": TYPES, "head": words, "dependent": words, "initial": INITIALS}
        found.append((name, [draw(kinds[slot]) for slot in slots]))
    return found


@st.composite
def texts(draw, words):
    """A year, and two lists of sentences of its relations, the second made of the first."""
    year = draw(st.sampled_from(["1999", "2006"]))
    gold = draw(st.lists(relations(year, words), min_size=1, max_size=3))
    system = []
    for sentence in gold:
        other = draw(relations(year, words))
        kept = [one for one in sentence if draw(st.integers(0, 3))]
        system.append(draw(st.permutations([*kept, *other[:3]])))
    return year, gold, system


def bank(sentences):
    """The relations as a Bank, through the Lisp notation, where every arity is written as it is."""
    lines = []
    for sentence in sentences:
        lines += [f"({name} {' '.join(slots)})" for name, slots in sentence] or ["()"]
        lines.append("")
    return grs.loads("\n".join(lines) + "\n")


@pytest.mark.parametrize("which", ["all", "head+dependent+initial", *slow("head+dependent")])
@pytest.mark.parametrize("mode", ["exact", "eq", "sub", "hier"])
@settings(max_examples=tries(40))
@given(texts(PLAIN))
def test_paper(mode, which, drawn):
    """The counts of the maximum matching, in every mode, with every choice of slots."""
    year, gold, system = drawn
    found = karat.score(
        bank(gold), bank(system), f"gr(mode={mode},hierarchy={year},slots={which})"
    ).tally
    for i in range(len(gold)):
        wanted = slow_gr.paper(year, gold[i], system[i], mode, which=which)
        counts = {name: int(found.columns()[name][i]) for name in wanted}
        assert counts == wanted


@settings(max_examples=tries(40))
@given(texts(PLAIN), st.booleans(), st.booleans())
def test_allowances(drawn, underspecified, untyped):
    """Each of the two can be switched off."""
    year, gold, system = drawn
    words = {True: "yes", False: "no"}
    scheme = f"gr(hierarchy={year},underspecified={words[underspecified]},untyped={words[untyped]})"
    found = karat.score(bank(gold), bank(system), scheme).counts["matched"]
    assert found == sum(
        slow_gr.paper(year, g, s, "exact", underspecified, untyped)["matched"]
        for g, s in zip(gold, system, strict=True)
    )


@pytest.mark.parametrize("which", ["all", "head+dependent+initial", *slow("head+dependent")])
@pytest.mark.parametrize("mode", ["exact", "eq", "sub", "hier"])
@settings(max_examples=tries(40))
@given(texts(WORDS))
def test_greval(mode, which, drawn):
    """Every row of the program's table, sentence by sentence."""
    year, gold, system = drawn
    scheme = f"gr(mode={mode},program=greval,hierarchy={year},slots={which})"
    for g, s in zip(gold, system, strict=True):
        rows, pairs, own = slow_gr.greval(year, g, s, mode, which)
        found = karat.score(bank([g]), bank([s]), scheme, by=["relation"]).tally
        table = found.total().groups("empty")["relation"]
        for matched in ("matched", "system_matched"):
            assert {
                name: (row["gold"], row["system"], row[matched]) for name, row in table.items()
            } == rows
        counts = found.columns()
        wanted = pairs if mode != "hier" else sum(row[2] for row in rows.values())
        assert int(counts["matched"][0]) == wanted
        if mode != "exact":
            assert int(counts["unlabelled"][0]) == slow_gr.greval_unlabelled(year, g, s, which)
        wanted = slow_gr.greval_macro(year, rows, own, mode)
        if wanted:
            compared = Compared(bank([g]), bank([s]), parse(scheme))
            assert macro(compared.averaged()) == pytest.approx(wanted)
