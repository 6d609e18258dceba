"""What EVALB and the CoNLL 2018 script printed of karat-200: recorded, so that no program is needed.

recorded/RECORD.toml says how. tests/corpora/test_evalb_recorded.py does the same with real treebanks.
"""

import json
import re
from pathlib import Path

import pytest
from slow_evalb import evalb

import karat
from command_line import CommandLine

RECORDED = Path(__file__).parent / "recorded"
SUITE = Path(karat.__file__).parent / "data" / "suites" / "karat-200"
TREES = [
    ("stanford", "labelled"), ("stanford", "unlabelled"), ("link-grammar", "labelled"),
    ("right-branching", "unlabelled"),
]  # fmt: skip
COUNTS = ("matched", "gold", "system", "crossing", "words", "tags")


def printed(system: str, parameters: str) -> tuple[bytes, bytes]:
    """EVALB's standard output and error."""
    out, err = (RECORDED / f"{system}.{parameters}.{end}" for end in ("out", "err"))
    return out.read_bytes(), err.read_bytes()


@pytest.mark.parametrize(("system", "parameters"), TREES)
def test_karat_evalb_prints_the_bytes_of_evalb(
    system: str, parameters: str, command: CommandLine
) -> None:
    """Standard output and error; so does the literal emulation."""
    files = SUITE / "trees.mrg", SUITE / "outputs" / system / "trees.mrg"
    params = RECORDED / f"{parameters}.prm"
    out, err = printed(system, parameters)
    done = command("evalb", "-p", params, *files)
    assert (done.status, done.out.encode(), done.err.encode()) == (0, out, err)
    assert evalb(*(one.read_bytes() for one in (*files, params))) == (out, err, 0)


@pytest.mark.parametrize(("system", "parameters"), TREES)
def test_the_scheme_has_the_totals_of_evalb(
    system: str, parameters: str, command: CommandLine
) -> None:
    """Its counts, sentences, and per cent once rounded."""
    text = printed(system, parameters)[0].decode()
    totals = text.split("=" * 76 + "\n")[2].split("\n")[0].split()
    summary = text.split("-- All --")[1].split("-- len")[0]
    figures = dict(re.findall(r"^(.+?)\s*=\s*([\d.]+)$", summary, re.MULTILINE))
    scheme = f'evalb(params="{RECORDED / parameters}.prm")'
    files = SUITE / "trees.mrg", SUITE / "outputs" / system / "trees.mrg"
    done = command("score", *files, "-s", scheme, "--output", "json")
    (result,) = json.loads(done.out)["results"]
    assert [result["counts"][name] for name in COUNTS] == list(map(int, totals[2:8]))
    assert result["sentences"]["scored"] == int(figures["Number of Valid sentence"])
    assert result["sentences"]["total"] == int(figures["Number of sentence"]) == 252
    for measure, title in {
        "recall": "Bracketing Recall",
        "precision": "Bracketing Precision",
        "f1": "Bracketing FMeasure",
        "exact": "Complete match",
        "no_crossing": "No crossing",
        "tagging": "Tagging accuracy",
    }.items():
        value = result["measures"][measure]
        assert (f"{100 * value:.2f}" if value is not None else "0.00") == figures[title], measure


@pytest.mark.parametrize("system", ["spacy", "chain"])
@pytest.mark.parametrize(("option", "end"), [("-v", "conll18"), ("-c", "conll18-counts")])
def test_karat_conll18_prints_the_bytes_of_the_script(
    system: str, option: str, end: str, command: CommandLine
) -> None:
    """Figures and counts."""
    files = SUITE / "ud.conllu", SUITE / "outputs" / system / "deps.conllu"
    done = command("conll18", option, *files)
    assert (done.status, done.out) == (0, (RECORDED / f"{system}.{end}.txt").read_text("utf-8"))
