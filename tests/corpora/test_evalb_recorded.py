"""EVALB's recorded results on real trees: the program to the byte, the scheme to the count."""

import json
import re
from pathlib import Path

import pytest

from command_line import CommandLine

RECORDED = [
    ("evalb", "sample.prm", "sample.gld", "sample.tst", "sample"),
    ("evalb", "new.prm", "bug.gld", "bug.tst", "bug"),
    ("gum-news", "new100k.prm", "gold.mrg", "benepar.mrg", "benepar.new"),
    ("gum-news", "collins100k.prm", "gold.mrg", "benepar.mrg", "benepar.collins"),
    ("gum-news", "new100k.prm", "gold.mrg", "stanza.mrg", "stanza.new"),
    ("gum-news", "collins100k.prm", "gold.mrg", "stanza.mrg", "stanza.collins"),
    ("gum-news", "unlabelled.prm", "gold.mrg", "stanza.mrg", "stanza.unlabelled"),
]
NEWS = [case for case in RECORDED if case[0] == "gum-news"]


@pytest.mark.parametrize(("folder", "prm", "gold", "test", "name"), RECORDED)
def test_the_program(
    corpora: Path, tmp_path: Path, folder: str, prm: str, gold: str, test: str, name: str
) -> None:
    """Standard output, and standard error where it was recorded, byte for byte."""
    where = corpora / folder
    done = CommandLine(where)("evalb", "-p", prm, gold, test)
    assert done.status == 0
    assert done.out == (where / f"{name}.out").read_bytes().decode("utf-8", "backslashreplace")
    errors = where / f"{name}.err"
    if errors.exists():
        assert done.err == errors.read_bytes().decode("utf-8", "backslashreplace")


def summary(path: Path) -> dict[str, float]:
    """The figures under ``-- All --`` and the totals above them."""
    text = path.read_text(encoding="utf-8", errors="replace")
    part = text.split("-- All --")[1].split("-- len")[0]
    figures = {
        title.strip(): float(value)
        for title, value in re.findall(r"^(.+?)\s*=\s*([\d.]+)$", part, re.MULTILINE)
    }
    totals = text.split("=" * 76 + "\n")[2].split("\n")[0].split()
    names = ("matched", "gold", "system", "crossing", "words", "tags")
    return figures | dict(zip(names, map(float, totals[2:8]), strict=True))


@pytest.mark.parametrize(("folder", "prm", "gold", "test", "name"), NEWS)
def test_the_scheme(
    corpora: Path, command: CommandLine, folder: str, prm: str, gold: str, test: str, name: str
) -> None:
    """The JSON of ``karat score`` has EVALB's totals, and its per cent once rounded."""
    where = corpora / folder
    scheme = f'evalb(params="{where / prm}")'
    done = command("score", where / gold, where / test, "-s", scheme, "--output", "json")
    assert done.status == 0
    (result,) = json.loads(done.out)["results"]
    expected = summary(where / f"{name}.out")
    for count in ("matched", "gold", "system", "crossing", "words", "tags"):
        assert result["counts"][count] == expected[count], count
    sentences = result["sentences"]
    assert sentences["total"] == expected["Number of sentence"]
    assert sentences["scored"] == expected["Number of Valid sentence"]
    assert sentences["failed"] == (
        expected["Number of Error sentence"] + expected["Number of Skip  sentence"]
    )
    for measure, title in {
        "recall": "Bracketing Recall",
        "precision": "Bracketing Precision",
        "f1": "Bracketing FMeasure",
        "exact": "Complete match",
        "no_crossing": "No crossing",
        "few_crossings": "2 or less crossing",
        "tagging": "Tagging accuracy",
    }.items():
        assert f"{100 * result['measures'][measure]:.2f}" == f"{expected[title]:.2f}", measure
    assert f"{result['measures']['crossing']:.2f}" == f"{expected['Average crossing']:.2f}"


def test_the_figures_of_the_design(corpora: Path, command: CommandLine) -> None:
    """benepar on GUM news under new: the example of the design, whose 75 sentences are dropped."""
    where = corpora / "gum-news"
    done = command(
        "score", where / "gold.mrg", where / "benepar.mrg", "-s", "evalb(params=new)",
        "--output", "json",
    )  # fmt: skip
    (result,) = json.loads(done.out)["results"]
    assert {name: result["counts"][name] for name in ("gold", "system", "matched")} == {
        "gold": 11601,
        "system": 11896,
        "matched": 10934,
    }
    assert result["sentences"] == {"total": 736, "scored": 661, "failed": 75}
    assert result["measures"]["recall"] == 10934 / 11601
    assert result["measures"]["precision"] == 10934 / 11896
    assert result["measures"]["f1"] == pytest.approx(2 * 10934 / (11601 + 11896))
