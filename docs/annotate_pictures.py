"""Pictures for docs/annotate.md: a project is made, annotated by two people with keys, and adjudicated.

python docs/annotate_pictures.py    writes docs/pictures/annotate-*.webp
"""

import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from served import Folder
from workbench_pictures import PEOPLE, picture

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PICTURES = Path(__file__).parent / "pictures"
TREES = """\
(S (NP (NNP Kim)) (VP (VBD gave) (NP (PRP her)) (NP (DT a) (JJ small) (NN book)) (NP (NN today))) (. .))
(S (NP (PRP She)) (VP (VBZ wants) (S (VP (TO to) (VP (VB read) (NP (PRP it)))))) (. .))
(S (NP (DT The) (NN story)) (VP (VBD was) (VP (VBN told) (PP (IN by) (NP (DT a) (NN sailor))))) (. .))
"""


@contextmanager
def served(folder: Path) -> Iterator[list[str]]:
    """A workbench with a project; the links of its people."""
    (folder / "trees.mrg").write_text(TREES, "utf-8")
    place = Folder(folder)
    made = place.karat(f"annotate new pilot trees.mrg {PEOPLE}")
    with place.served() as address:
        yield [address + link for link in re.findall(r"/annotate/\S+", made)]


def come(browser: "Browser", link: str, **options: Any) -> "Page":
    """Somebody's first item."""
    usual = {"viewport": {"width": 1280, "height": 860}, "reduced_motion": "reduce"}
    page = browser.new_context(**{**usual, **options}).new_page()
    page.goto(link)
    page.locator("main .actions a.main").click()
    page.locator("#rows > li").first.wait_for()
    return page


def annotate(page: "Page", *first: str) -> None:
    """Accept all, after some keys for the first sentence."""
    for number in (1, 2, 3):
        for key in first if number == 1 else ():
            page.keyboard.press(key)
        page.keyboard.press("A")
        page.keyboard.press("d")
        if number < 3:
            page.wait_for_url(f"**/{number + 1}")
            page.locator("#rows > li").first.wait_for()
        else:
            page.locator(".tiles .done").nth(2).wait_for()


def pictures(browser: "Browser", links: list[str]) -> Iterator[tuple[str, bytes]]:
    """The pictures by name."""
    phone = come(browser, links[0], viewport={"width": 390, "height": 844}, color_scheme="dark")
    phone.keyboard.press("a")
    phone.wait_for_timeout(500)
    yield "annotate-phone", picture(phone)
    phone.keyboard.press("u")
    phone.wait_for_timeout(500)
    phone.goto("about:blank")
    ann = come(browser, links[0])
    for key in ("a", "a", "e"):
        ann.keyboard.press(key)
    ann.wait_for_timeout(500)
    yield "annotate-relations", picture(ann)
    ann.keyboard.press("Escape")
    annotate(ann)
    annotate(come(browser, links[1]), "j", "x", "e", "x", "m", "Enter")
    zoe = come(browser, links[2])
    zoe.wait_for_timeout(300)
    yield "annotate-adjudicate", picture(zoe)
    zoe.goto(zoe.url.rpartition("/")[0] + "/agreement")
    yield "annotate-agreement", picture(zoe)


def main() -> None:
    """Write the pictures."""
    from playwright.sync_api import sync_playwright

    sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
    from watched_pages import FLAGS, chromium

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium(), args=FLAGS)
        with served(Path(folder)) as links:
            for name, content in pictures(browser, links):
                (PICTURES / f"{name}.webp").write_bytes(content)
                print(f"wrote docs/pictures/{name}.webp")
        browser.close()


if __name__ == "__main__":
    main()
