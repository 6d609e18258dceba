"""The story of a report in Chromium: what its reader finds is what the files and other verbs say.

``test_report_page.py`` has what each part of the page does.
"""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from command_line import CommandLine, Done
from effort import slow

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

EXAMPLE = Path(__file__).resolve().parents[2] / "docs" / "example" / "tutorial"
SYSTEMS = {"Stanford": "stanford.mrg", "Link": "link-grammar.mrg"}
SCHEMES = ("evalb(params=new)", "chunks")
SECTIONS = [
    "summary", "charts", "differences", "errors", "labels", "phenomena", "schemes", "failures", "sentences",
    "methods",
]  # fmt: skip


def run(folder: Path, verb: str, *more: str) -> Done:
    """A command about the example: sixty sentences and two systems."""
    named = (f"{name}={EXAMPLE / path}" for name, path in SYSTEMS.items())
    schemes = (word for scheme in SCHEMES for word in ("-s", scheme))
    done = CommandLine(folder)(verb, str(EXAMPLE / "gold.mrg"), *named, *schemes, *more)
    assert done.status == 0, done.err
    return done


@pytest.fixture(scope="session")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of the example."""
    folder = tmp_path_factory.mktemp("report")
    run(folder, "report", "-o", "report.html", "--samples", "200")
    return folder / "report.html"


@pytest.fixture(scope="session")
def sentences(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """What ``karat score --per-sentence`` says of every sentence."""
    folder = tmp_path_factory.mktemp("rows")
    run(folder, "score", "--per-sentence", "rows.jsonl")
    return [json.loads(line) for line in (folder / "rows.jsonl").read_text().splitlines()]


@pytest.fixture(scope="session")
def texts() -> list[str]:
    """The words of gold's sentences."""
    trees = (EXAMPLE / "gold.mrg").read_text().splitlines()
    return [" ".join(re.findall(r" ([^ ()]+)\)", tree)) for tree in trees]


def numbers(page: "Page") -> list[int]:
    """The sentences in the list, as far as they are in sight."""
    rows = page.locator("#list .list-body [role=row]")
    return [int(text) for text in rows.locator("[role=gridcell]:first-child").all_inner_texts()]


def first_of(page: "Page", wanted: set[int]) -> set[int]:
    """Wait until the first sentence of the list is one of these."""
    script = """wanted => wanted.includes(
        Number(document.querySelector("#list .list-body [role=gridcell]")?.textContent))"""
    page.wait_for_function(script, arg=sorted(wanted))
    return set(numbers(page)[:1])


def hits(page: "Page", count: int) -> "Locator":
    """Wait until the list has so many sentences."""
    found = page.locator("#hits", has_text=re.compile(rf"^{count} of 60 sentences$"))
    found.wait_for()
    return found


def opened(page: "Page", number: int) -> "Locator":
    """Wait until a sentence is open and drawn."""
    page.locator("#detail-title", has_text=re.compile(rf"^Sentence {number}\b")).wait_for()
    drawing = page.locator("#detail .drawing svg")
    drawing.wait_for()
    return drawing


def focused(page: "Page") -> str:
    """The id of the element with the focus, after a #; or its text."""
    script = "(one => one.id ? `#${one.id}` : one.textContent.trim())(document.activeElement)"
    return str(page.evaluate(script))


def test_all_sections_are_there(report: Path, open_page: Callable[..., Any]) -> None:
    """The navigation leads to each, every chart is drawn when it comes into sight, and has its data."""
    page: Page = open_page(report)
    ids = page.locator("main > section").evaluate_all("all => all.map(one => one.id)")
    assert ids == SECTIONS
    for one in ids:
        page.locator(f"nav a[href='#{one}']").click()
        assert page.locator(f"#{one} h2").is_visible()
    drawn = [one for one in page.locator("[data-chart]").all() if one.is_visible()]
    assert len(drawn) >= 4
    for chart in drawn:
        chart.scroll_into_view_if_needed()
        chart.locator("svg").wait_for()


def test_filter_sort_open_switch(
    report: Path, open_page: Callable[..., Any], sentences: list[dict[str, Any]], texts: list[str]
) -> None:
    """What the list shows is what the files say; an address shows the same to whoever opens it."""
    page: Page = open_page(report)
    hits(page, 60)

    wanted = [at for at, text in enumerate(texts, 1) if "in" in text.lower()]
    page.fill("#q", "in")
    hits(page, len(wanted))
    assert numbers(page) == wanted[: len(numbers(page))]

    page.fill("#q", "")
    page.select_option("#sort", label="Score of Stanford")
    hits(page, 60)
    scores = {
        row["sentence"]: row["f1"]
        for row in sentences
        if (row["system"], row["scheme"]) == ("Stanford", SCHEMES[0])
    }
    lowest, highest = (
        {number for number, score in scores.items() if score == end}
        for end in (min(scores.values()), max(scores.values()))
    )
    (first,) = first_of(page, lowest)
    page.click("#down")
    first_of(page, highest)

    page.click("#down")
    assert first_of(page, lowest) == {first}
    page.locator("#list .list-body [role=row]").first.click()
    drawing = opened(page, first)
    assert texts[first - 1].split()[0] in drawing.text_content()
    figures = page.locator("#detail table", has_text="Figures of this sentence")
    assert f"{100 * scores[first]:.2f}" in figures.inner_text()
    trees = drawing.evaluate("one => one.outerHTML")

    page.select_option("#scheme", label=SCHEMES[1])
    page.wait_for_url(re.compile("scheme=1"))
    page.locator("#detail .drawing", has_text=SCHEMES[1]).wait_for()
    assert opened(page, first).evaluate("one => one.outerHTML") != trees

    again: Page = open_page(report, fragment=page.url.partition("#")[2])
    opened(again, first)
    for part in ("#detail-body", "#hits", "#list"):
        assert again.locator(part).inner_text() == page.locator(part).inner_text()
    assert again.locator("#sort").input_value() == "score:0"
    assert again.locator("#scheme").input_value() == "1"


def test_sentences_without_a_score(report: Path, open_page: Callable[..., Any]) -> None:
    """Link has no parse of sentence 21; the page finds it, and says so."""
    page: Page = open_page(report)
    hits(page, 60)
    page.select_option("#status", "failed")
    hits(page, 1)
    assert numbers(page) == [21]
    page.locator("#list .list-body [role=row]").click()
    opened(page, 21)
    assert "Link: no score: " in page.locator("#detail-body").inner_text()
    page.click("#reset")
    hits(page, 60)
    page.fill("#q", "no such words anywhere")
    page.locator("#nothing").wait_for()
    hits(page, 0)


def test_with_keys_only(
    report: Path, open_page: Callable[..., Any], axe: Callable[..., None]
) -> None:
    """Tab reaches everything in order, the focus is always seen, and no key is a trap."""
    # Without motion, what has the focus is in sight at once.
    page: Page = open_page(report, reduced_motion="reduce")
    hits(page, 60)
    page.keyboard.press("Tab")
    assert focused(page) == "Skip to the summary"
    stops = []
    while focused(page) != "#list":
        stops.append(focused(page))
        assert len(stops) < 300
        assert page.evaluate(SEEN), stops[-1]
        page.keyboard.press("Tab")
    form = [
        "#scheme",
        "#q",
        "#from",
        "#to",
        "#cause",
        "#label",
        "#status",
        "#better",
        "#sort",
        "#down",
    ]
    assert [one for one in stops if one in form] == form

    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    opened(page, 2)
    page.keyboard.press("Enter")
    assert focused(page) == "#detail-title"
    page.keyboard.press("Escape")
    assert focused(page) == "#list"
    page.keyboard.press("End")
    opened(page, 60)
    page.keyboard.press("k")
    opened(page, 59)
    page.keyboard.press("j")
    opened(page, 60)
    page.keyboard.press("/")
    assert focused(page) == "#q"
    page.keyboard.type("no such words?")
    hits(page, 0)
    page.keyboard.press("Escape")
    hits(page, 60)
    page.keyboard.press("Escape")
    assert focused(page) == "#list"
    page.keyboard.press("?")
    assert page.locator("#help").is_visible()
    axe(page)
    page.keyboard.press("Escape")
    assert not page.locator("#help").is_visible()
    assert focused(page) == "#list"


# Whether the element with the focus is in sight, and has a mark that it does not have without the focus.
SEEN = """() => {
    const one = document.activeElement;
    const box = one.getBoundingClientRect();
    const style = getComputedStyle(one);
    const marked = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
    return marked && box.bottom > 0 && box.top < innerHeight && box.width > 0;
}"""


def test_without_motion(report: Path, open_page: Callable[..., Any]) -> None:
    """Whoever asks for less motion gets none."""
    page: Page = open_page(report, fragment="s=3", reduced_motion="reduce")
    opened(page, 3)
    page.click("nav a[href='#methods']")
    assert page.evaluate("document.getAnimations().length") == 0
    assert page.evaluate("getComputedStyle(document.documentElement).scrollBehavior") == "auto"


def test_wrong_addresses(report: Path, open_page: Callable[..., Any]) -> None:
    """What makes no sense in this report is left out, and the rest is obeyed."""
    odd = "s=9999999999&scheme=7&systems=x.__proto__&sort=score:constructor&q=%3Cb%3E&status=toString&from=-1"
    page: Page = open_page(report, fragment=odd)
    hits(page, 0)
    assert page.locator("#q").input_value() == "<b>"
    page.evaluate("location.hash = 's=2&%E0%A4%A'")
    opened(page, 2)


CORPORA = {
    "gum-news": ("gum-news/gold.mrg", "gum-news/benepar.mrg", "gum-news/stanza.mrg"),
    "en_ewt": tuple(
        f"conll18/en_ewt/{name}.conllu"
        for name in ("gold", "HIT-SCIR-18", "Stanford-18", "UDPipe-Future", "conll18-baseline")
    ),
}


@pytest.mark.parametrize(
    "treebanks, name",
    [("karat-200", "gum-news"), *slow(("corpora", "gum-news"), ("corpora", "en_ewt"))],
    indirect=["treebanks"],
)
def test_real_corpora(
    command: CommandLine, treebanks: Path, open_page: Callable[..., Any], axe: Callable[..., None], name: str
) -> None:  # fmt: skip
    """The same on real files: several schemes, other tokens, two and four systems."""
    files = [str(treebanks / path) for path in CORPORA[name]]
    done = command("report", *files, "-o", "report.html", "--samples", "100", timeout=300)
    assert done.status == 0, done.err
    page: Page = open_page(command.folder / "report.html")
    count = int(page.locator("#hits").inner_text().split()[0].replace(",", ""))
    page.fill("#q", "the")
    page.locator("#hits", has_text=re.compile(rf"^(?!{count:,} )")).wait_for()
    page.select_option("#sort", "score:1")
    page.locator("#list .list-body [role=row]").first.click()
    page.locator("#detail .drawing svg").wait_for()
    axe(page)
    for scheme in range(page.locator("#scheme option").count()):
        page.select_option("#scheme", str(scheme))
        page.locator("#detail .drawing svg").wait_for()
