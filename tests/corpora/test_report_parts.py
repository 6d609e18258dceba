"""Real systems in a report: compared part by part, they have what whole files in memory have."""

from pathlib import Path

import pytest

from effort import slow
from karat.engine import text
from karat.engine.tallying import Files
from karat.formats import conllu
from karat.formats.brackets import blocks as brackets
from karat.reports.html import system_data
from karat.reports.html.system_data import Wanted, in_memory
from karat.views import Views
from report_parts import told

NEWS = ("gum-news/gold.mrg", "gum-news/stanza.mrg")
# The baseline's sentences have other boundaries than gold's, but the same text.
FRENCH = ("conll18/fr_gsd/gold.conllu", "conll18/fr_gsd/conll18-baseline.conllu")


@pytest.mark.parametrize(
    ("paths", "schemes", "step"),
    [
        (NEWS, ("evalb(params=collins)", "deps"), 100),
        *slow((NEWS, ("evalb(failed=align)", "parseval"), 300)),
        pytest.param(
            FRENCH, ("conll18", "deps"), 77, marks=[pytest.mark.slow, pytest.mark.corpora]
        ),
    ],
)
def test_parts_have_what_the_whole_has(
    at_hand: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    paths: tuple[str, str], schemes: tuple[str, ...], step: int,
) -> None:  # fmt: skip
    gold, system = (str(at_hand / path) for path in paths)
    wanted = Wanted(Files(gold, {"x": system}, Views()), "x", schemes, str(tmp_path))
    whole = told(in_memory(wanted))
    # Blocks of files, and of texts, end elsewhere too.
    monkeypatch.setattr(brackets.Blocks.__init__, "__defaults__", ("auto", 20_000))
    monkeypatch.setattr(conllu.Blocks.__init__, "__defaults__", ("auto", 20_000))
    monkeypatch.setattr(text, "PIECE", 30_000)
    monkeypatch.setattr(system_data, "STEP", step)
    assert told(system_data.system_data(wanted)) == whole
