"""unpack.js reads from a page what an independent reader finds in it."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from command_line import CommandLine
from report_data import ReportData

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytest.importorskip("jinja2", reason="the extra report is not installed")
pytest.importorskip("altair", reason="the extra report is not installed")

DOG = "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))"
FLAT = "(S (DT the) (NN dog) (VP (VBZ barks)))"
HEARD = (
    "(S (NP (PRP I)) (VP (VBD heard) (NP (DT a) (NN dog)) (PP (IN with) (NP (NNS fleas)))) (. .))"
)
MOVED = "(S (NP (PRP I)) (VP (VBD heard) (NP (NP (DT a) (NN dog)) (PP (IN with) (NP (NNS fleas))))) (. .))"
OTHER = "(S (NP (DT the) (NN wolf)) (VP (VBZ barks)))"
SPLIT = "(S (NP (DT th) (DT e) (NN dog)) (VP (VBZ barks)))"


def test_every_sentence(command: CommandLine, open_page: "Callable[..., Page]") -> None:
    """Two blocks, two systems, trees and arcs; aligned sentences, failures and errors among them."""
    gold = [DOG, HEARD, DOG, DOG] * 70
    system = [FLAT, MOVED, OTHER, SPLIT] * 69 + [FLAT, MOVED, OTHER, ""]
    command.write("gold.mrg", "".join(f"{one}\n" for one in gold))
    command.write("a.mrg", "".join(f"{one}\n" for one in gold))
    command.write("b.mrg", "".join(f"{one}\n" for one in system))
    schemes = ("evalb", "deps", "chunks")
    options = [word for one in schemes for word in ("-s", one)]
    done = command(
        "report", "gold.mrg", "a.mrg", "b.mrg", *options, "--samples", "50", "--no-phenomena"
    )
    assert done.status == 0, done.err
    data = ReportData.read(command.folder / "report.html")
    page = open_page(command.folder / "report.html")
    page.wait_for_function("document.documentElement.dataset.ready !== undefined")
    assert page.evaluate("karat.data.index()") == data.index
    assert page.evaluate("karat.data.texts(0)") == data.element("karat-text-0")
    statuses = set()
    for number in (1, 2, 3, 4, 255, 256, 257, 258, 279, 280):
        for scheme in range(len(schemes)):
            found = page.evaluate(f"karat.data.sentence({number}, {scheme})")
            assert found["number"] == number
            assert found["kind"] == data.head["schemes"][scheme]["kind"]
            for system_number, pair in enumerate(found["pairs"]):
                assert pair == data.pair(number, scheme, system_number)
                statuses.add((bool(pair["failure"]), pair["aligned"], bool(pair["errors"])))
    assert statuses >= {(False, False, False), (False, False, True), (True, False, True)}
    assert any(aligned for _, aligned, _ in statuses)
