"""Real systems compared."""

import json
from pathlib import Path
from typing import Any

import pytest

from command_line import CommandLine

SYSTEMS = ("conll18-baseline", "UDPipe-Future", "HIT-SCIR-18", "Stanford-18")


def compared(command: CommandLine, *arguments: str | Path) -> dict[str, Any]:
    done = command("compare", *arguments, "--output", "json")
    assert done.status == 0, done.err
    found: dict[str, Any] = json.loads(done.out)
    return found


def test_two_parsers_of_news(command: CommandLine, corpora: Path) -> None:
    """EVALB drops 75 and 69 sentences of the two; over the 654 that are left they differ by 3.2."""
    news = corpora / "gum-news"
    found = compared(
        command, news / "gold.mrg", f"benepar={news}/benepar.mrg", f"stanza={news}/stanza.mrg",
        "-s", "evalb(params=collins)", "--measures", "f1,exact",
    )  # fmt: skip
    assert found["sentences"][0] | {"method": ""} == {
        "scheme": "evalb(params=collins)", "total": 736, "compared": 654, "units": 654,
        "failed": {"benepar": 75, "stanza": 69}, "method": "",
    }  # fmt: skip
    f1, exact = found["comparisons"]
    assert f1["difference"] == pytest.approx(-0.0323, abs=0.0001)
    assert f1["p"] < 0.001
    # A difference of 2.8 in exact sentences is close to what chance gives.
    assert 0.02 < exact["p"] < 0.07
    assert exact["interval"][1] == pytest.approx(-0.003, abs=0.004)
    assert exact["needed"] > 654


def test_systems_of_the_shared_task(command: CommandLine, corpora: Path) -> None:
    """Their LAS as the task's script gave it; the two best differ by less than a point, which is real."""
    folder = corpora / "conll18" / "en_ewt"
    found = compared(
        command, folder / "gold.conllu", *(f"{name}={folder}/{name}.conllu" for name in SYSTEMS),
        "-s", "conll18", "--measures", "LAS,Tokens", "--all-pairs",
    )  # fmt: skip
    values = [one["results"][0]["measures"]["LAS"] for one in found["systems"]]
    for name, value in zip(SYSTEMS, values, strict=True):
        line = next(
            line
            for line in (folder / f"{name}.scores").read_text().splitlines()
            if line[:3] == "LAS"
        )
        assert value == pytest.approx(float(line.split("|")[3]) / 100, abs=0.00005)
    letters = [one["results"][0]["letters"] for one in found["systems"]]
    assert [one["LAS"] for one in letters] == ["d", "c", "a", "b"]
    # All split words alike, or nearly so.
    assert {one["Tokens"] for one in letters} == {"a"}


def test_whole_documents_vary_more_than_sentences(command: CommandLine, corpora: Path) -> None:
    folder = corpora / "conll18" / "en_ewt"
    arguments = (
        folder / "gold.conllu", *(f"{name}={folder}/{name}.conllu" for name in SYSTEMS[:2]),
        "-s", "conll18", "--measures", "LAS",
    )  # fmt: skip
    by_sentence, by_document = (
        compared(command, *arguments, "--unit", unit) for unit in ("sentence", "document")
    )
    assert by_document["sentences"][0]["units"] == 316
    widths = []
    for found in (by_sentence, by_document):
        low, high = found["systems"][0]["results"][0]["intervals"]["LAS"]
        widths.append(high - low)
    assert widths[1] > 1.2 * widths[0]
    assert "gold has 316 documents" in " ".join(by_sentence["notes"])
