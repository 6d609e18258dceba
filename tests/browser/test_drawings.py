"""JavaScript draws what Python draws, byte by byte."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import karat
from drawn_pictures import by_chance, deep
from karat.analysis.picture import Picture
from karat.analysis.pictured import picture
from karat.reports.svg import as_data, drawing, script
from karat.reports.table import figure
from karat.schemes import parse

if TYPE_CHECKING:
    from playwright.sync_api import Page

GOLD = (
    "(S (NP (PRP She)) (VP (VBD saw) (NP (DT the) (NN man)) (PP (IN with) (NP (NNS hats)))) (. .))"
)
OTHER = "(S (NP (PRP She)) (VP (VBD saw) (NP (NP (DT the) (NN man)) (PP (IN with) (NP (NNS hats))))) (. .))"
NAMES = ("evalb", "parseval", "flat", "deps", "chunks", "chunkdeps", "constructions", "gr", "tags")


# Draws each picture in both ways; what differs is returned, by number, with the first lines that differ.
COMPARE = """() => {
  const given = JSON.parse(document.getElementById("given").textContent);
  return given.flatMap(([data, picture, file], at) =>
    [[picture, karat.draw.picture(data)], [file, karat.draw.file(data)]].flatMap(([python, script]) => {
      if (python === script) return [];
      const lines = script.split("\\n");
      const line = python.split("\\n").findIndex((one, place) => one !== lines[place]);
      return [[at, python.split("\\n")[line] ?? "", lines[line] ?? ""]];
    }));
}"""
Opener = Callable[..., "Page"]


def written(folder: Path, pictures: Sequence[Picture] = ()) -> Path:
    """A page with the script, and with pictures as data and as Python draws them."""
    given = [[as_data(one), drawing(one, styled=False), drawing(one)] for one in pictures]
    data = json.dumps(given).replace("<", "\\u003c")
    path = folder / "page.html"
    path.write_text(
        "<!doctype html><meta charset=utf-8><title>Drawings</title>"
        f'<script type="application/json" id="given">{data}</script><script>{script()}</script>'
    )
    return path


def same(open_page: Opener, folder: Path, pictures: Sequence[Picture]) -> None:
    """Draw in both languages and compare."""
    for at, python, javascript in open_page(written(folder, pictures)).evaluate(COMPARE):
        assert python == javascript, pictures[at]


def test_pictures_by_chance(open_page: Opener, tmp_path: Path) -> None:
    """Two hundred, of all kinds, with words and labels of all scripts."""
    same(open_page, tmp_path, [by_chance(seed) for seed in range(200)])


def test_every_scheme(open_page: Opener, tmp_path: Path) -> None:
    """Real pictures, one and two systems."""
    gold, system = karat.read_text(GOLD), karat.read_text(OTHER)
    systems = [{"b": system}, {"b": system, "same": gold}]
    same(
        open_page,
        tmp_path,
        [picture(parse(name), gold, some, 1) for name in NAMES for some in systems],
    )


def test_huge_ones(open_page: Opener, tmp_path: Path) -> None:
    """Refused in the same words, and at once."""
    same(open_page, tmp_path, [deep(10_000, 3), deep(3, 5000), deep(150, 300), deep(151, 2)])


def test_figures(open_page: Opener, tmp_path: Path) -> None:
    """Rounded as in tables; a half goes to the even digit."""
    page = open_page(written(tmp_path))
    values = [at / 32 for at in range(33)] + [1 / 3, 2 / 3, 0.94255, 0.00125, 1.005, 12.125, 12.375]
    found = page.evaluate(
        "all => all.map(one => [karat.draw.figure(one, 'share'), karat.draw.figure(one, 'mean')])",
        values,
    )
    assert found == [[figure(one), figure(one, "mean")] for one in values]
    assert page.evaluate("karat.draw.figure(null, 'share')") == figure(float("nan"))


def test_real_sentences(open_page: Opener, tmp_path: Path, corpora: Path) -> None:
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
    same(open_page, tmp_path, found)


def test_text_fits_into_its_frame(open_page: Opener, tmp_path: Path) -> None:
    """In the fonts of this machine: labels do not stick out, and words do not touch each other."""
    gold, system = karat.read_text(GOLD), karat.read_text(OTHER)
    pictures = [picture(parse(name), gold, {"b": system}, 1) for name in NAMES]
    path = tmp_path / "drawn.html"
    path.write_text(
        "<!doctype html><meta charset=utf-8><title>x</title>" + "".join(map(drawing, pictures))
    )
    page = open_page(path)
    found = page.evaluate("""() => [...document.querySelectorAll("g > rect + text.l")].map((text) => {
      const frame = text.previousElementSibling.getBBox();
      const box = text.getBBox();
      return [text.textContent, box.x - frame.x, frame.x + frame.width - box.x - box.width];
    })""")
    assert len(found) > 50
    assert all(left >= 1 and right >= 1 for _, left, right in found), found
    gaps = page.evaluate("""() => {
      const words = [...document.querySelectorAll("text.w, text.out")];
      const line = (text) => text.getAttribute("y");
      return words.flatMap((text, at) => {
        const before = words[at - 1];
        if (!at || line(before) !== line(text) || before.parentNode !== text.parentNode) return [];
        return [text.getBBox().x - before.getBBox().x - before.getBBox().width];
      });
    }""")
    assert min(gaps) >= 4
