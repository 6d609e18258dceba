"""The site: built without a warning, it asks no other host for anything, and its links hold."""

import json
import re
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

pytestmark = pytest.mark.skipif(not find_spec("material"), reason="needs karat[site]")


class Page(HTMLParser):
    """What an HTML page refers to: resources that the browser loads, links, and its own anchors."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.resources: list[str] = []
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Every element that loads something, but for links, which a reader follows."""
        has = dict(attributes)
        self.anchors |= {value for name in ("id", "name") if (value := has.get(name))}
        if tag == "a" and has.get("href"):
            self.links.append(has["href"] or "")
        else:
            self.resources += [
                value for name in ("src", "href", "srcset") if (value := has.get(name))
            ]


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    """Its pages."""
    return {path: Page(path) for path in site.rglob("*.html")}


def test_every_page_is_there(site: Path) -> None:
    """README, guide, schemes, formats, Python, command line, gallery, and what contributors need."""
    names = [
        "index", "tutorial", "guide", "schemes/index", "schemes/evalb", "brackets", "api", "cli", "gallery",
        "CONTRIBUTING", "ARCHITECTURE", "CHANGELOG", "benchmarks/RESULTS",
    ]  # fmt: skip
    assert [name for name in names if not (site / f"{name}.html").is_file()] == []


def test_nothing_comes_from_another_host(site: Path, pages: dict[Path, Page]) -> None:
    """No font, no script, no picture, no style, in pages and style sheets."""
    asked = {one for page in pages.values() for one in page.resources if urlsplit(one).netloc}
    assert asked == set()
    for sheet in site.rglob("*.css"):
        found = re.findall(r"url\(\s*[\"']?(?!data:)([^)\"']+)|@import", sheet.read_text("utf-8"))
        assert [one for one in found if urlsplit(one).netloc] == []


def test_links_hold(site: Path, pages: dict[Path, Page]) -> None:
    """To files of the site, and to anchors that are there; resources too."""
    wrong = []
    for page in pages.values():
        for one in [*page.links, *page.resources]:
            parts = urlsplit(one)
            if parts.scheme or parts.netloc or page.path.name == "404.html":
                continue
            target = page.path if not parts.path else page.path.parent / unquote(parts.path)
            target = target / "index.html" if target.is_dir() else target
            target = target.resolve()
            anchor = unquote(parts.fragment)
            if not target.is_file():
                wrong.append(f"{page.path.relative_to(site)}: {one}")
            elif anchor and target in pages and anchor not in pages[target].anchors:
                wrong.append(f"{page.path.relative_to(site)}: {one}: no such anchor")
    assert wrong == []


def test_search_knows_the_words_of_the_pages(site: Path) -> None:
    """The index is a file of the site, also as a script for pages opened from disk."""
    index = json.loads((site / "search" / "search_index.json").read_text("utf-8"))
    found = {entry["location"] for entry in index["docs"] if "lineage" in entry["text"].lower()}
    assert any(one.startswith("schemes/leafancestor.html") for one in found)
    assert (site / "search" / "search_index.js").is_file()
