"""Hostile strings in Chromium: the report and its drawings show them as text, and nothing runs."""

import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import hostile_files
from command_line import CommandLine
from effort import slow
from hostile_strings import HOSTILE, UNSEEN, in_a_field, in_a_name, in_brackets, shown

if TYPE_CHECKING:
    from playwright.sync_api import Page

# Each kind of drawing: trees, arcs, ranges.
KINDS = ["mrg", "conllu", "iob"]
TITLE = HOSTILE["end of title"] + HOSTILE["end of script"] + HOSTILE["colour"] + HOSTILE["override"]
NAMES = ("constructor", HOSTILE["jinja"])

# What a page could have made of the strings: elements, handlers, addresses, globals.
MADE = """() => ({
    elements: [...document.querySelectorAll("img, iframe, object, embed, b, i, font")].map(e => e.outerHTML),
    handlers: [...document.querySelectorAll("*")].flatMap(e => [...e.attributes]
        .filter(a => a.name.startsWith("on") || /^\\s*javascript:/i.test(a.value))
        .map(a => `${e.localName} ${a.name}`)).filter(a => !/^(th|td|option|text) value/.test(a)),
    globals: Object.keys(window).filter(key => /karat./i.test(key)),
})"""
# The text of the page without its charts, and that of the charts.
TEXTS = """() => {
    const page = document.querySelector("main").cloneNode(true);
    const charts = [...page.querySelectorAll("[data-chart]")];
    charts.forEach(one => one.remove());
    return [page.textContent, charts.map(one => one.textContent).join()];
}"""
SHAPES = {"svg", "g", "title", "desc", "style", "rect", "path", "line", "text", "tspan", "circle"}
NOTHING = {"elements": [], "handlers": [], "globals": []}

# Opens every sentence, and returns the text that a reader sees of each.
OPEN_ALL = """async ([sentences, schemes]) => {
    const told = [];
    for (let scheme = 0; scheme < schemes; scheme += 1)
        for (let number = 1; number <= sentences; number += 1) {
            location.hash = `s=${number}&scheme=${scheme}`;
            const wanted = () => document.querySelector("#detail-title").textContent
                .startsWith(`Sentence ${number}`) && document.querySelector("#scheme").value === `${scheme}`;
            while (!wanted()) await new Promise(done => setTimeout(done, 5));
            told.push(document.querySelector("#detail").textContent);
        }
    return told;
}"""


def strings(kind: str) -> list[str]:
    """The strings as a file of this kind has them, as people should see them."""
    return [
        shown((in_a_field if kind == "conllu" else in_brackets)(one)) for one in HOSTILE.values()
    ]


def page_of(command: CommandLine, kind: str, *systems: str) -> Path:
    """The report of the hostile corpora."""
    path = command.folder / (in_a_name(HOSTILE["command in lines"] + HOSTILE["title"]) + ".html")
    options = ("-o", str(path), "--samples", "20", "--title", TITLE)
    done = command("report", f"gold.{kind}", *systems, *options)
    assert done.status == 0, done.err
    assert not UNSEEN.search(done.out + done.err)
    assert done.out.count("\n") == 1
    return path


@pytest.mark.parametrize("kind", [KINDS[0], *slow(*KINDS[1:])])
def test_the_report(command: CommandLine, open_page: Callable[..., Any], kind: str) -> None:
    """Every sentence under every scheme, the tables, the charts and their data."""
    hostile_files.write(command.folder, f"gold.{kind}", f"a.{kind}", f"b.{kind}")
    odd = hostile_files.named(command.folder, f"b.{kind}", "attribute")
    systems = (f"{NAMES[0]}=a.{kind}", f"{NAMES[1]}=b.{kind}", odd)
    page: Page = open_page(page_of(command, kind, *systems), fragment="s=1")
    schemes = page.locator("#scheme option").count()
    told = page.evaluate(OPEN_ALL, [len(HOSTILE), schemes])
    lacking = [
        one for at, one in enumerate(strings(kind) * schemes) if one not in told[at]
    ]  # fmt: skip
    assert not lacking
    draw_charts(page)
    assert page.evaluate(MADE) == NOTHING
    assert page.title() == shown(TITLE)
    said, charts = page.evaluate(TEXTS)
    assert not UNSEEN.search(said)
    # Charts keep numbers to the right of labels in other scripts by marks of their own.
    assert not UNSEEN.search(charts.replace("\u200e", ""))
    for name in NAMES:
        assert name in said
    for address in page.evaluate("[...document.links].map(link => link.getAttribute('href'))"):
        assert address.startswith("#")


def draw_charts(page: "Page") -> None:
    """Bring every chart into sight, which draws it."""
    for chart in page.locator("[data-chart]").all():
        if chart.is_visible():
            chart.scroll_into_view_if_needed()
            chart.locator("svg").wait_for()


@pytest.mark.parametrize("kind", KINDS)
def test_a_picture(command: CommandLine, open_page: Callable[..., Any], kind: str) -> None:
    """SVG is well-formed, and a browser shows the strings in it as text."""
    hostile_files.write(command.folder, f"gold.{kind}", f"a.{kind}", f"b.{kind}")
    odd = hostile_files.named(command.folder, f"b.{kind}", "attribute")
    which = ("-n", f"1-{len(HOSTILE)}", "--all", "-o", "picture.svg")
    done = command("show", f"gold.{kind}", f"a.{kind}", odd, *which)
    assert done.status == 0, done.err
    path = command.folder / "picture.svg"
    names = {element.tag.rpartition("}")[2] for element in ET.parse(path).iter()}
    assert names <= SHAPES
    page: Page = open_page(path)
    said = page.evaluate("document.documentElement.textContent")
    assert not UNSEEN.search(said)
    # A drawing cuts a word that is far too long.
    assert not [one for one in strings(kind) if one[:100] not in said]
    assert page.evaluate(MADE) == NOTHING
