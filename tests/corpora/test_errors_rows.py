"""The causes of errors on real output: four systems of the CoNLL 2018 shared task, and two parsers."""

from pathlib import Path

import pytest

import karat
from effort import slow
from karat.analysis.errors.causes import Causes, causes_of
from karat.model.bank import relabelled_pair
from karat.schemes import parse

SYSTEMS = ["HIT-SCIR-18", "Stanford-18", "UDPipe-Future", "conll18-baseline"]


def analysed(gold: Path, system: Path, scheme: str, measure: str) -> Causes:
    ours, theirs = relabelled_pair(karat.read(gold), karat.read(system))
    return causes_of(ours, theirs, system.name, parse(scheme), measure)


@pytest.mark.parametrize("language", ["fr_gsd", *slow("en_ewt")])
@pytest.mark.parametrize("name", SYSTEMS)
def test_the_shared_task(corpora: Path, language: str, name: str) -> None:
    """The score is the official one, no word is unexplained, and mending all errors gives 100."""
    folder = corpora / "conll18" / language
    official = {
        line.split("|")[0].strip(): line.split("|")[3].strip()
        for line in (folder / f"{name}.scores").read_text().splitlines()[2:]
    }
    for measure in ("LAS", "UAS", "CLAS"):
        found = analysed(folder / "gold.conllu", folder / f"{name}.conllu", "conll18", measure)
        assert f"{100 * found.score:.2f}" == official[measure]
        assert found.perfect == 1
        if measure == "LAS":
            counts = found.outcome.counts
            wrong = counts["LAS_gold"].sum() - counts["LAS_correct"].sum()
            extra = counts["LAS_system"].sum() - counts["LAS_correct"].sum()
            assert sum(one.missed for one in found.causes) == wrong
            assert sum(one.spurious for one in found.causes) == extra


@pytest.mark.parametrize("name", SYSTEMS[:2])
def test_the_same_causes_over_sentences(corpora: Path, name: str) -> None:
    """deps lays sentences over gold's, conll18 compares the text: nearly the same errors by cause."""
    folder = corpora / "conll18" / "en_ewt"
    files = folder / "gold.conllu", folder / f"{name}.conllu"
    texts, laid = analysed(*files, "conll18", "LAS"), analysed(*files, "deps(subtypes=no)", "las")
    assert laid.perfect == 1
    known = {one.name: one.errors for one in texts.causes}
    for one in laid.causes:
        assert abs(one.errors - known[one.name]) <= max(3, 0.03 * known[one.name]), one


@pytest.mark.parametrize("name", ["stanza", *slow("benepar")])
@pytest.mark.parametrize("scheme", ["deps", "chunks", "gr"])
def test_what_is_derived_from_trees(at_hand: Path, name: str, scheme: str) -> None:
    """Dependencies, chunks and relations of two constituency parsers."""
    folder = at_hand / "gum-news"
    found = analysed(folder / "gold.mrg", folder / f"{name}.mrg", scheme, "f1")
    assert found.perfect == 1
    assert len(found.causes) >= 8
