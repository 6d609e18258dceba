"""JavaScript draws what Python draws, byte by byte."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import karat
from drawn_pictures import by_chance, deep
from karat.analysis.picture import Picture
from karat.analysis.pictured import picture
from karat.reports.svg import as_data, drawing, script
from karat.reports.table import figure
from karat.schemes import parse

if TYPE_CHECKING:
    from playwright.sync_api import Page

GOLD = "(S (NP (PRP She)) (VP (VBD saw) (NP (DT the) (NN man)) (PP (IN with) (NP (NNS hats)))) (. .))"
OTHER = "(S (NP (PRP She)) (VP (VBD saw) (NP (NP (DT the) (NN man)) (PP (IN with) (NP (NNS hats))))) (. .))"
NAMES = ("evalb", "parseval", "flat", "deps", "chunks", "chunkdeps", "constructions", "gr", "tags")


@pytest.fixture
def page(open_page: "Callable[..., Page]", tmp_path: Path) -> "Page":
    """A page with the script of the drawings."""
    path = tmp_path / "page.html"
    path.write_text(
        f"<!doctype html><meta charset=utf-8><title>x</title><script>{script()}</script>"
    )
    return open_page(path)


def same(page: "Page", pictures: Sequence[Picture]) -> None:
    """Draw in both languages and compare."""
    for call, styled in (("picture", False), ("file", True)):
        found = page.evaluate(
            f"all => all.map(karat.draw.{call})", [as_data(one) for one in pictures]
        )
        for one, theirs in zip(pictures, found, strict=True):
            ours = drawing(one, styled=styled).split("\n")
            assert theirs.split("\n") == ours, (one.kind, one.scheme, one.number)


def test_pictures_by_chance(page: "Page") -> None:
    """Two hundred, of all kinds, with words and labels of all scripts."""
    same(page, [by_chance(seed) for seed in range(200)])


def test_every_scheme(page: "Page") -> None:
    """Real pictures, one and two systems."""
    gold, system = karat.read_text(GOLD), karat.read_text(OTHER)
    systems = [{"b": system}, {"b": system, "same": gold}]
    same(page, [picture(parse(name), gold, some, 1) for name in NAMES for some in systems])


def test_huge_ones(page: "Page") -> None:
    """Refused in the same words, and at once."""
    same(page, [deep(100_000, 3), deep(3, 10_000), deep(150, 300)])


def test_figures(page: "Page") -> None:
    """Rounded as in tables; a half goes to the even digit."""
    values = [at / 32 for at in range(33)] + [1 / 3, 2 / 3, 0.94255, 0.00125, 1.005, 12.125, 12.375]
    found = page.evaluate(
        "all => all.map(one => [karat.draw.figure(one, 'share'), karat.draw.figure(one, 'mean')])",
        values,
    )
    assert found == [[figure(one), figure(one, "mean")] for one in values]
    assert page.evaluate("karat.draw.figure(null, 'share')") == figure(float("nan"))


def test_real_sentences(page: "Page", corpora: Path) -> None:
    """Trees, links and chunks of two corpora."""
    gum, ewt = corpora / "gum-news", corpora / "conll18" / "en_ewt"
    found = []
    for gold, systems, names in (
        (
            gum / "gold.mrg",
            ("benepar.mrg", "stanza.mrg"),
            ("evalb(params=collins)", "chunks", "gr"),
        ),
        (ewt / "gold.conllu", ("Stanford-18.conllu", "UDPipe-Future.conllu"), ("deps",)),
    ):
        bank = karat.read(gold).slice(0, 12)
        others = {name: karat.read(gold.parent / name).slice(0, 12) for name in systems}
        found += [picture(parse(name), bank, others, at) for name in names for at in range(1, 13)]
    same(page, found)
