"""The page of a report in Chromium: filter, sort, open, schemes, keys, links, paper, no script.

The corpus is made so that every number of sentences can be counted by hand. There are 30 sentences about
dogs. ``good`` attaches *with a telescope* to the wrong phrase in every tenth of them, ``poor`` in every
second one, and ``poor`` has no parse for sentence 7. Every third sentence has one word more.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from command_line import CommandLine
from effort import slow

if TYPE_CHECKING:
    from playwright.sync_api import Page

    Open = Callable[..., Page]

SENTENCES = 30


def tree(number: int, *, wrong: bool = False) -> str:
    """A dog sees a cat with a telescope; if it is wrong, the cat has the telescope."""
    adverb = "(ADVP (RB today)) " if number % 3 == 0 else ""
    cat, telescope = "(NP (DT a) (NN cat))", "(PP (IN with) (NP (DT a) (NN telescope)))"
    seen = f"(NP {cat} {telescope})" if wrong else f"{cat} {telescope}"
    return f"(S (NP (DT the) (NN dog{number})) (VP (VBD saw) {seen}) {adverb}(. .))\n"


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report, made once."""
    run = CommandLine(tmp_path_factory.mktemp("report"))
    numbers = range(1, SENTENCES + 1)
    run.write("gold.mrg", "".join(map(tree, numbers)))
    run.write("good.mrg", "".join(tree(n, wrong=n % 10 == 0) for n in numbers))
    poor = [tree(n, wrong=n % 2 == 0) for n in numbers]
    run.write("poor.mrg", "".join([*poor[:6], "\n", *poor[7:]]))
    done = run(
        "report", "gold.mrg", "good=good.mrg", "poor=poor.mrg", "-s", "evalb", "-s", "deps",
        "--samples", "100", "--title", "Dogs & <cats>", timeout=300,
    )  # fmt: skip
    assert done.status == 0, done.err
    return run.folder / "report.html"


@pytest.fixture
def opened(open_page: "Open", report: Path) -> "Open":
    """``opened(fragment)``: the report, once it is ready."""

    def ready(fragment: str = "", **options: Any) -> "Page":
        page = open_page(report, fragment=fragment, reduced_motion="reduce", **options)
        page.wait_for_selector("html[data-ready]", state="attached")
        return page

    return ready


def hits(page: "Page", number: int) -> None:
    """Wait until the list has so many sentences."""
    page.wait_for_function(
        "text => document.getElementById('hits').textContent === text",
        arg=f"{number} of {SENTENCES} sentences",
    )


def numbers(page: "Page") -> list[int]:
    """The sentences that the list shows, in its order."""
    rows = page.locator("#list .list-body [role=row]")
    return [int(row.locator("[role=gridcell]").first.inner_text()) for row in rows.all()]


def title(page: "Page", text: str) -> None:
    """Wait until the sentence is shown."""
    page.wait_for_function(
        "text => document.getElementById('detail-title').textContent.trim() === text", arg=text
    )


def test_what_was_compared_is_said(opened: "Open") -> None:
    page = opened()
    assert page.locator("h1").inner_text() == "Dogs & <cats>"
    assert "30 sentences" in page.locator(".about").inner_text()
    verdict = page.locator("#summary .verdict:visible").inner_text()
    assert verdict.startswith("good is better than poor by ")


def test_filters(opened: "Open") -> None:
    """Each filter alone; then all sentences are there again."""
    page = opened()
    cases: list[tuple[Callable[[], Any], int]] = [
        (lambda: page.fill("#q", "dog3 "), 1),
        (lambda: page.fill("#q", "DOG3"), 2),  # dog3 and dog30
        (lambda: page.fill("#q", "17"), 1),
        (lambda: page.fill("#q", "elephant"), 0),
        (lambda: page.fill("#from", "10"), 10),  # every third has ten words
        (lambda: page.fill("#to", "9"), 20),
        (lambda: page.select_option("#status", "failed"), 1),
        (lambda: page.select_option("#cause", "PP attachment"), 15),
        (lambda: page.select_option("#label", "NP"), 15),  # the cat with a telescope
        # Every second one but the tenths, where both are wrong; sentence 7 has one score only.
        (lambda: page.select_option("#better", label="good better than poor"), 12),
        (lambda: page.select_option("#better", label="poor better than good"), 0),
    ]
    for choose, number in cases:
        hits(page, 30)
        choose()
        hits(page, number)
        assert page.locator("#nothing").is_visible() == (number == 0)
        page.click("#reset")


def test_filters_are_added_and_systems_can_be_left_out(opened: "Open") -> None:
    page = opened()
    page.select_option("#cause", "PP attachment")
    page.fill("#from", "10")
    hits(page, 5)  # 6, 12, 18, 24, 30
    page.get_by_label("poor", exact=True).uncheck()
    hits(page, 1)  # only 30 is wrong in good and has ten words
    assert numbers(page) == [30]
    assert "poor" not in page.locator("#list .list-head").inner_text()


def test_a_click_on_a_cause_finds_its_sentences(opened: "Open") -> None:
    page = opened()
    page.locator("#errors a:visible", has_text="PP attachment").first.click()
    hits(page, 15)
    assert page.input_value("#cause") == "PP attachment"


def test_sort_by_a_click_and_by_the_choice(opened: "Open") -> None:
    page = opened()
    page.get_by_role("button", name="poor", exact=True).click()
    header = page.locator("#list [aria-sort=ascending]")
    assert header.inner_text().startswith("poor")
    # Wrong ones first, in gold's order; every third has one more right bracket, so 6 comes later.
    assert numbers(page)[:3] == [2, 4, 8]
    page.get_by_role("button", name="poor", exact=True).click()
    assert page.locator("#list [aria-sort=descending]").inner_text().startswith("poor")
    assert numbers(page)[:3] == [1, 3, 5]
    page.select_option("#sort", label="good minus poor")
    page.wait_for_function("location.hash.includes('difference')")
    assert numbers(page)[0] == 2  # still downwards: the largest difference first
    page.keyboard.press("Escape")
    page.keyboard.press("End")
    title(page, "Sentence 7")  # without a score, so it is last in both directions


def test_a_sentence_is_drawn_with_figures_errors_and_command(opened: "Open") -> None:
    page = opened("s=2")
    title(page, "Sentence 2")
    body = page.locator("#detail-body")
    drawing = body.locator("svg.karat-drawing")
    assert "dog2" in drawing.text_content()
    assert drawing.locator(".spurious").count()
    assert body.locator("h4").inner_text() == "poor: 1 error"
    assert "PP attachment" in body.locator("ul").first.inner_text()
    command = body.locator(".command code").inner_text()
    assert command.startswith("karat show gold.mrg good.mrg poor.mrg -n 2")
    figures = body.locator("table tbody tr").all_inner_texts()
    # All six brackets of gold are found; the cat with a telescope is a seventh.
    assert figures[0].startswith("good\t100.00\t100.00\t100.00")
    assert figures[1].startswith("poor\t100.00\t85.71\t92.31")


def test_the_reason_for_a_missing_score(opened: "Open") -> None:
    page = opened("s=7")
    title(page, "Sentence 7")
    assert page.locator(".notice").inner_text().startswith("poor: no score: ")


def test_the_scheme_is_switched_everywhere(opened: "Open") -> None:
    page = opened("s=2")
    title(page, "Sentence 2")
    page.select_option("#scheme", label="deps")
    page.wait_for_function("location.hash.includes('scheme=1')")
    page.wait_for_function(
        "document.querySelector('#detail-body svg title').textContent.includes('deps')"
    )
    captions = page.locator("#summary caption:visible").all_inner_texts()
    assert captions == ["Figures under deps"]


def test_a_link_shows_the_same_again(opened: "Open", open_page: "Open", report: Path) -> None:
    """Search, order, scheme and sentence are in the address."""
    page = opened()
    page.select_option("#scheme", label="deps")
    page.fill("#q", "dog1")
    hits(page, 11)
    page.select_option("#sort", label="Words")
    page.click("#down")
    page.locator("#list .list-body [role=row]").nth(2).click()
    page.wait_for_function("location.hash.includes('s=')")
    shown = page.locator("#detail-title").inner_text(), numbers(page)
    again = opened(page.evaluate("location.hash").removeprefix("#"))
    hits(again, 11)
    title(again, shown[0])
    assert numbers(again) == shown[1]
    assert again.input_value("#q") == "dog1"
    assert again.locator("#scheme option:checked").inner_text() == "deps"


def test_a_link_with_nonsense_is_the_page_as_it_is(opened: "Open") -> None:
    page = opened(
        "s=999&scheme=7&sort=x&cause=y&better=0.0&systems=9&status=__proto__&label=constructor"
    )
    hits(page, 30)
    assert page.evaluate("location.hash").startswith("#s=999")


def test_keys_alone_are_enough(opened: "Open") -> None:
    page = opened()
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "q"
    page.keyboard.type("dog2")
    hits(page, 11)  # dog2, dog20 … dog29
    page.keyboard.press("Escape")
    hits(page, 30)
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.id") == "list"
    for key, number in [("ArrowDown", 1), ("j", 2), ("j", 3), ("k", 2), ("End", 30), ("Home", 1)]:
        page.keyboard.press(key)
        title(page, f"Sentence {number}")
    active = page.get_attribute("#list", "aria-activedescendant")
    assert page.get_attribute(f"#{active}", "aria-selected") == "true"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "detail-title"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "previous"
    page.keyboard.press("?")
    assert page.locator("#help").is_visible()
    page.keyboard.press("Escape")
    assert not page.locator("#help").is_visible()


def test_single_letters_can_be_switched_off(opened: "Open") -> None:
    page = opened()
    page.keyboard.press("?")
    page.uncheck("#letters")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    assert not page.locator("#help").is_visible()


def test_everything_is_reached_by_tab(opened: "Open") -> None:
    """Every control of the page is a stop of the Tab key, and its focus can be seen."""
    page = opened("s=2")
    wanted = set(page.evaluate(
        "[...document.querySelectorAll('select, input, button')].filter(e => e.checkVisibility()"
        " && !e.disabled && !e.closest('dialog')).map(e => e.id || e.textContent || e.value)"
    ))  # fmt: skip
    reached, seen = set(), True
    for _ in range(120):
        page.keyboard.press("Tab")
        name, outlined = page.evaluate(
            "(e => [e.id || e.textContent || e.value, getComputedStyle(e).outlineStyle !== 'none'])"
            "(document.activeElement)"
        )
        reached.add(name)
        seen = seen and (outlined or name not in wanted)
    assert wanted <= reached
    assert seen


def test_without_a_script_all_tables_are_there(open_page: "Open", report: Path) -> None:
    page = open_page(report, java_script_enabled=False)
    for scheme in ("evalb", "deps"):
        assert page.get_by_text(f"Figures under {scheme}", exact=True).is_visible()
    assert page.locator("noscript").count() == 1
    assert not page.locator("#filters").is_visible()
    assert page.locator("#errors .tables table").first.is_visible()
    assert page.locator("#methods").is_visible()


def test_paper_has_every_section_and_scheme_and_no_controls(opened: "Open") -> None:
    page = opened("s=2")
    title(page, "Sentence 2")
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    for section in page.locator("main > section").all():
        assert section.is_visible()
    assert page.get_by_text("Figures under evalb", exact=True).is_visible()
    assert page.get_by_text("Figures under deps", exact=True).is_visible()
    assert page.locator("#detail svg").is_visible()
    assert page.locator("button:visible, select:visible, input:visible").count() == 0
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator("details[data-unfolded]").count() == 0


@pytest.mark.parametrize(
    "scheme, width",
    [("light", 1280), ("dark", 360), *slow(("dark", 1280), ("light", 360))],
)
def test_nothing_is_in_the_way(
    opened: "Open", axe: "Callable[[Page], None]", scheme: str, width: int
) -> None:
    """axe finds nothing serious, and the page is as wide as the screen."""
    page = opened("s=2", color_scheme=scheme, viewport={"width": width, "height": 800})
    title(page, "Sentence 2")
    axe(page)
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_light_and_dark_can_be_chosen(opened: "Open") -> None:
    page = opened(color_scheme="light")
    background = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(background)
    page.select_option("#theme", "dark")
    assert page.evaluate(background) != light
    page.reload()
    page.wait_for_selector("html[data-ready]", state="attached")
    assert page.evaluate(background) != light
    page.select_option("#theme", "auto")
    assert page.evaluate(background) == light


def test_the_svg_that_is_saved_is_a_file_of_its_own(opened: "Open", tmp_path: Path) -> None:
    page = opened("s=2")
    title(page, "Sentence 2")
    with page.expect_download() as download:
        page.click("#save-svg")
    assert download.value.suggested_filename == "sentence-2.svg"
    saved = tmp_path / "saved.svg"
    download.value.save_as(saved)
    text = saved.read_text()
    assert re.match(r"<svg [^>]*xmlns=", text)
    assert "<style>" in text
