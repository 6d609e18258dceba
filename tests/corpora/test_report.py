"""Reports of real systems: their figures, their sentences, and what the page weighs."""

import json
from pathlib import Path

import pytest

from command_line import CommandLine
from report_data import ReportData

pytest.importorskip("jinja2", reason="the extra report is not installed")
pytest.importorskip("altair", reason="the extra report is not installed")

SYSTEMS = ("benepar", "stanza")


@pytest.mark.slow  # tests/cli/test_report.py compares the same figures of small files
def test_two_parsers_of_news(command: CommandLine, corpora: Path) -> None:
    """Under 5 MB; the figures are those of compare and errors; every sentence has its marks."""
    news = corpora / "gum-news"
    files = [str(news / "gold.mrg"), *(f"{name}={news / name}.mrg" for name in SYSTEMS)]
    done = command("report", *files, "--samples", "500", timeout=300)
    assert done.status == 0, done.err
    path = command.folder / "report.html"
    assert path.stat().st_size < 5e6
    page = ReportData.read(path)
    schemes = [one["text"] for one in page.head["schemes"]]
    assert schemes == ["evalb(params=collins)", "deps"]
    options = [word for one in schemes for word in ("-s", one)]
    compared = json.loads(
        command("compare", *files, *options, "--samples", "500", "--output", "json").out
    )
    for name in ("comparisons", "systems", "sentences", "notes"):
        assert page.figures["compare"][name] == compared[name]
    for scheme in schemes:
        errors = json.loads(command("errors", *files, "-s", scheme, "--output", "json").out)
        found = [one for one in page.figures["errors"] if one["scheme"] == scheme]
        for ours, theirs in zip(found, errors["systems"], strict=True):
            assert ours["causes"] == theirs["causes"]
            assert ours["confusions"] == theirs["confusions"]
    # 75 and 69 sentences have no score, as EVALB has it.
    assert [one.count("f") for one in page.index["status"][0]] == [75, 69]
    scores = [one for one in page.figures["scores"] if one["scheme"] == schemes[0]]
    for system, score in enumerate(scores):
        pairs = [page.pair(number, 0, system) for number in range(1, 65)]
        scored = [one for one in pairs if not one["failure"]]
        marks = "".join(row["mark"] for one in scored for row in one["gold"]["rows"])
        missed = sum(len(error["gold"]) for one in scored for error in one["errors"])
        assert marks.count("-") + marks.count("X") == missed
        assert score["counts"]["matched"] > marks.count("=") > 0
