"""Pictures of the workbench for docs/gallery.md: a store is filled as people do it, served, looked at."""

import base64
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from served import Folder

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

TUTORIAL = Path(__file__).resolve().parent / "example" / "tutorial"
TREES = f"Stanford={TUTORIAL / 'stanford.mrg'} LinkGrammar={TUTORIAL / 'link-grammar.mrg'}"
GOLD, OTHER = TUTORIAL / "gold.mrg", f"spaCy={TUTORIAL / 'spacy.conllu'}"
BASELINES = "right-branching=right-branching.mrg left-branching=left-branching.mrg"
COMMANDS = (
    f"score {GOLD} {TREES} {BASELINES} -s flat --save baselines --tag baselines",
    f"score {GOLD} {TREES} {OTHER} -s chunks --save chunkers",
    f"score {GOLD} {TREES} -s evalb(params=new) --save monday --tag nightly",
)
PEOPLE = "--annotator ann --annotator bob --adjudicator zoe"


class Shot(NamedTuple):
    """A picture: its name, how one comes to the page, and how it is looked at."""

    name: str
    come: "Callable[[Page, str], None]"
    colours: str = "light"
    width: int = 1280
    height: int = 900


@contextmanager
def served(folder: Path) -> Iterator[tuple[str, str]]:
    """A workbench with runs and a project: its address, and that of the first annotator."""
    place = Folder(folder)
    place.karat(f"convert {GOLD} text.txt --to text")
    for name in ("right-branching", "left-branching"):
        trees = place.karat(f"parse --with {name} text.txt")
        (folder / f"{name}.mrg").write_text(trees, "utf-8")
    for line in COMMANDS:
        place.karat(line)
    lines = GOLD.read_text("utf-8").splitlines(keepends=True)
    (folder / "trees.mrg").write_text("".join(lines[:10]), "utf-8")
    link = re.search(r"/annotate/\S+", place.karat(f"annotate new pilot trees.mrg {PEOPLE}"))
    assert link is not None
    with place.served() as address:
        yield address, address + link[0]


def _board(page: "Page", link: str, scheme: str = "flat") -> None:
    page.get_by_role("link", name=scheme).first.click()
    page.locator(".waiting[hx-get]").wait_for(state="detached")


def _chosen(page: "Page", button: str) -> None:
    for name in ("Stanford", "LinkGrammar"):
        page.get_by_role("checkbox", name=f"Choose {name}").check()
    page.get_by_role("button", name=button).click()


def _against(page: "Page", link: str) -> None:
    _board(page, link)
    _chosen(page, "Compare the chosen")
    page.locator("#found .verdict").first.wait_for()


def _sentence(page: "Page", link: str) -> None:
    _board(page, link, "evalb(params=new)")
    _chosen(page, "Their sentences")
    page.get_by_role("link", name="Sentence 6", exact=True).click()
    page.locator("main svg.karat-drawing").first.wait_for()


def _annotate(page: "Page", link: str) -> None:
    page.goto(link)
    page.locator("main .actions a.main").click()
    page.locator("#work").wait_for()
    page.keyboard.press("a")
    page.keyboard.press("a")
    page.wait_for_timeout(800)


SHOTS = (
    Shot("workbench-board", _board),
    Shot("workbench-against", _against, "dark"),
    Shot("workbench-sentence", _sentence, height=1160),
    Shot("workbench-annotate", _annotate),
    Shot("workbench-phone", _board, "dark", width=390, height=844),
)


def taken(browser: "Browser", folder: Path) -> Iterator[tuple[str, bytes]]:
    """The pictures by name."""
    with served(folder) as (address, link):
        for shot in SHOTS:
            context = browser.new_context(
                viewport={"width": shot.width, "height": shot.height},
                color_scheme=shot.colours,  # type: ignore[arg-type]
                reduced_motion="reduce",
            )
            page = context.new_page()
            page.goto(address)
            shot.come(page, link)
            page.evaluate("scrollTo(0, 0)")
            yield shot.name, picture(page)
            context.close()


def picture(page: "Page") -> bytes:
    """What is in sight, as WebP."""
    options = {"format": "webp", "quality": 85}
    found = page.context.new_cdp_session(page).send("Page.captureScreenshot", options)
    return base64.b64decode(found["data"])
