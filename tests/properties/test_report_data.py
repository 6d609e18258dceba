"""What is unpacked from a page is what was packed, for any small corpus and any scheme."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tree_strategies import corpora, flawed_corpora

from effort import tries
from karat.analysis.picture_of import Pairs
from karat.analysis.pictured import drawn_as
from karat.engine.memory import outcome_of
from karat.engine.tallying import Files
from karat.reports.html import system_data
from karat.reports.html.system_data import Packed, SystemData, Wanted
from karat.schemes import parse
from karat.views import Views
from report_data import inflated, unpacked
from report_parts import told

SCHEMES = ("evalb", "parseval", "deps", "chunks", "leafancestor", "constructions", "rules")
Sentences = list[tuple[str, str]]


def packed(
    sentences: Sentences, schemes: tuple[str, ...], block: int, step: int = system_data.STEP
) -> tuple[Files, SystemData, list[Packed]]:
    """Sentences written to files, read in parts of ``step``, and packed in blocks of this size."""
    folder = Path(tempfile.mkdtemp())
    for side, name in enumerate(("gold.mrg", "a.mrg")):
        text = "".join(f"{pair[side]}\n" for pair in sentences)
        (folder / name).write_text(text, encoding="utf-8", newline="")
    files = Files(
        str(folder / "gold.mrg"), {"a": str(folder / "a.mrg")}, Views(), "brackets", "lines"
    )
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(system_data, "BLOCK", block)
        patched.setattr(system_data, "STEP", step)
        found = system_data.system_data(Wanted(files, "a", schemes, str(folder)))
        return files, found, list(found.blocks)


def check(sentences: Sentences, schemes: tuple[str, ...]) -> None:
    """Every sentence under every scheme, as the pictures have it."""
    block = 2
    files, _, blocks = packed(sentences, schemes, block)
    gold, system = files.banks("a")
    for number, text in enumerate(schemes):
        scheme = drawn_as(parse(text))
        pairs = Pairs(scheme, outcome_of(gold, system, scheme), "a")
        for at in range(len(gold)):
            parts = tuple(map(inflated, blocks[at // block]))
            pair = pairs.pair(at)
            names = [one.name for one, _ in pair.figures]
            found = unpacked(*parts, number, at % block, names)
            assert found["gold"] == pair.gold.as_dict()
            assert found["system"] == pair.system.as_dict()
            assert (found["failure"], found["aligned"]) == (pair.failure, pair.aligned)
            expected = [[one.name, None if x != x else round(x, 9)] for one, x in pair.figures]
            assert found["figures"] == expected
            rows = {side: len(found[side]["rows"]) for side in ("gold", "system")}
            for error in found["errors"]:
                assert all(0 <= row < rows[side] for side in rows for row in error[side])
                if error["words"]:
                    assert 0 <= error["words"][0] < error["words"][1] <= len(found["gold"]["words"])


@settings(max_examples=tries(25), deadline=None)
@given(sentences=corpora())
def test_any_trees(sentences: Sentences) -> None:
    check(sentences, SCHEMES)


@settings(max_examples=tries(25), deadline=None)
@given(sentences=flawed_corpora())
def test_trees_that_cannot_be_read_or_compared(sentences: Sentences) -> None:
    check(sentences, ("evalb", "deps", "flat"))


@settings(max_examples=15, deadline=None)
@given(sentences=corpora())
def test_the_wrong_rows_of_a_sentence_are_those_of_its_errors(sentences: Sentences) -> None:
    """Each missed and each spurious bracket that was compared is blamed on one error."""
    _, _, blocks = packed(sentences, ("evalb",), 64)
    parts = tuple(map(inflated, blocks[0]))
    for at in range(len(sentences)):
        found = unpacked(*parts, 0, at, [])
        if found["failure"]:
            continue
        for side, signs in (("gold", "-X"), ("system", "+x")):
            wrong = [n for n, row in enumerate(found[side]["rows"]) if row["mark"] in signs]
            assert sorted(row for one in found["errors"] for row in one[side]) == wrong


@settings(max_examples=tries(25), deadline=None)
@given(
    sentences=st.one_of(corpora(), flawed_corpora()),
    block=st.integers(1, 4),
    step=st.integers(1, 4),
)
def test_the_size_of_parts_changes_nothing(sentences: Sentences, block: int, step: int) -> None:
    """Parts end before, at and after the ends of packed blocks; the files as a whole are one part."""
    files, found, _ = packed(sentences, SCHEMES, block, step)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(system_data, "BLOCK", block)
        wanted = Wanted(files, "a", SCHEMES, tempfile.mkdtemp())
        assert told(found, notes=False) == told(system_data.in_memory(wanted), notes=False)
