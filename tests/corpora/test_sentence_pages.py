"""Sentences of real files in the workbench: what is drawn gives the figures that were saved."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from karat.analysis.pictured import drawn_as
from karat.engine.tallying import Files
from karat.schemes import parse
from karat.store import open_store
from karat.store.records import Entry
from karat.store.store import Store
from karat.views import Views
from karat.web.banks import Banks
from karat.web.drawn import Drawn
from karat.web.selection import Selection
from saved_files import new_run

# Of each kind of picture some in every run of the tests.
TREES = ["evalb(params=new)", "deps", "flat", "parseval"]
OTHER_TREES = ["evalb(params=collins)", "chunks", "gr", "leafancestor", "constructions", "rules", "tags",
               "validity", "discodop(failed=empty)", "chunkdeps"]  # fmt: skip
DEPENDENCIES, OTHER_DEPENDENCIES = ["deps", "tags"], ["gr", "chunks"]


def these_or_slowly(some: list[str], others: list[str]) -> pytest.MarkDecorator:
    """Run a test with some schemes, and slowly with others."""
    slowly = pytest.param(others, marks=pytest.mark.slow, id="others")
    return pytest.mark.parametrize("schemes", [pytest.param(some, id="some"), slowly])


def selections(store: Store, run: str) -> list[Selection]:
    """The entries of a run, those of each scheme together."""
    by_scheme: dict[str, list[Entry]] = {}
    for one in store.run(run).entries:
        by_scheme.setdefault(one.scheme, []).append(one)
    return [Selection(store, some) for some in by_scheme.values()]


def check(url: str, files: Files, schemes: Sequence[str], step: int) -> None:
    """Every so many sentences are compared alone; they give what the whole file gave."""
    banks = Banks()
    with open_store(url) as store:
        run = store.save(new_run(files, schemes))
        for selection in selections(store, run):
            numbers = range(0, selection.sentences, step)
            for number in numbers:
                found = Drawn(selection, banks, number, selection.scheme)
                assert not found.not_drawn
                assert found.mismatches == []
            _same_errors(banks, selection, numbers)


def _same_errors(banks: Banks, selection: Selection, numbers: range) -> None:
    """The errors of a sentence alone are those that the analysis of all sentences finds in it."""
    entry = selection.first
    scheme = drawn_as(selection.scheme)
    beside = banks.beside(selection.store, selection.run(entry), entry.system, scheme)
    outcome, every = beside.errors()
    for number in numbers if every is not None else ():
        first = int(outcome.banks[0].token_offset[number])
        whole = [
            (one.cause, one.detail, one.words and tuple(np.subtract(one.words, first)))
            for one in every or ()
            if one.sentence == number
        ]
        alone = [(one.cause, one.detail, one.words) for one in beside.sentence(number).errors or ()]
        assert alone == whole, f"sentence {number + 1} under {scheme}"


@these_or_slowly(TREES, OTHER_TREES)
def test_trees_of_two_parsers(at_hand: Path, tmp_path: Path, schemes: list[str]) -> None:
    folder = at_hand / "gum-news"
    systems = {name: str(folder / f"{name}.mrg") for name in ("benepar", "stanza")}
    files = Files(str(folder / "gold.mrg"), systems, Views())
    check(f"sqlite:///{tmp_path / 'runs.db'}", files, schemes, 83)


def test_trees_through_views(at_hand: Path, tmp_path: Path) -> None:
    folder = at_hand / "gum-news"
    views = Views(("flatten",), ("flatten",))
    files = Files(str(folder / "gold.mrg"), {"stanza": str(folder / "stanza.mrg")}, views)
    check(f"sqlite:///{tmp_path / 'runs.db'}", files, ["flat"], 46)


@these_or_slowly(DEPENDENCIES, OTHER_DEPENDENCIES)
def test_dependencies_with_other_sentences_and_tokens(
    corpora: Path, tmp_path: Path, schemes: list[str]
) -> None:
    folder = corpora / "conll18" / "en_ewt"
    systems = {name: str(folder / f"{name}.conllu") for name in ("UDPipe-Future", "HIT-SCIR-18")}
    files = Files(str(folder / "gold.conllu"), systems, Views())
    check(f"sqlite:///{tmp_path / 'runs.db'}", files, schemes, 194)
    assert parse("conll18").drawn_as == "deps"  # conll18 is drawn as deps, which is checked here
