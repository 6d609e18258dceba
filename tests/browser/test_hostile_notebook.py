"""Hostile strings in a notebook: a score, a comparison and a sentence show them as text."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import hostile_files
import karat
from hostile_strings import HOSTILE, UNSEEN, in_brackets, shown

if TYPE_CHECKING:
    from playwright.sync_api import Page

# A notebook has no policy against scripts, so only escaping is in their way.
PAGE = '<!doctype html><html lang="en"><meta charset="utf-8"><title>x</title><main>{}</main></html>'


@pytest.mark.parametrize("kind, scheme", [("mrg", "evalb"), ("conllu", "deps"), ("iob", "chunks")])
def test_what_shows_itself(
    tmp_path: Path, open_page: Callable[..., Any], kind: str, scheme: str
) -> None:
    """Names are those that a Python program gives; nothing runs, and the names can be read."""
    files = [f"{name}.{kind}" for name in ("gold", "a", "b")]
    hostile_files.write(tmp_path, *files)
    gold, a, b = (karat.read(str(tmp_path / name)) for name in files)
    names = HOSTILE["script"] + HOSTILE["override"], HOSTILE["attribute"] + HOSTILE["colour"]
    compared = karat.compare(gold, dict(zip(names, (a, b), strict=True)), [scheme], samples=20)
    assert not UNSEEN.search(str(compared))
    score = karat.score(gold, a, scheme)
    parts = [compared._repr_html_(), score._repr_html_()]
    path = tmp_path / "page.html"
    path.write_text(PAGE.format("\n".join(map(str, parts))), encoding="utf-8")
    page: Page = open_page(path)
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    text = page.evaluate("document.querySelector('main').textContent")
    assert not UNSEEN.search(text)
    assert page.evaluate("window.karatWasHere") is None
    assert page.locator("img, script, iframe, b, i").count() == 0
    for name in names:
        assert shown(name) in text
    if kind == "mrg":
        assert any(shown(in_brackets(one))[:50] in text for one in HOSTILE.values())
