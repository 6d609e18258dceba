"""The default on real treebanks: the numbers that EVALB and the shared task recorded."""

import json
from pathlib import Path

import pytest

from command_line import CommandLine


def test_the_default_is_evalb_with_collins(corpora: Path, command: CommandLine) -> None:
    """F1 as in the recorded output of EVALB -p COLLINS.prm on the same files."""
    folder = corpora / "gum-news"
    for name in ("benepar", "stanza"):
        recorded = (folder / f"{name}.collins.out").read_text().partition("-- len<=40 --")[0]
        fields = dict(line.split("=") for line in recorded.splitlines() if line.count("=") == 1)
        wanted = {key.strip(): value.strip() for key, value in fields.items()}
        done = command("score", folder / "gold.mrg", folder / f"{name}.mrg")
        row = next(one for one in done.out.splitlines() if one.startswith(f"{name}.mrg "))
        names = ("Recall", "Precision", "FMeasure")
        assert row.split()[1:4] == [wanted[f"Bracketing {one}"] for one in names]
        assert "ROOT counts as a bracket" in done.out


@pytest.mark.parametrize("system", ["UDPipe-Future", "Stanford-18"])
def test_conll18_beside_deps(corpora: Path, command: CommandLine, system: str) -> None:
    """LAS as the shared task recorded it, with deps in the same command."""
    folder = corpora / "conll18" / "en_ewt"
    recorded = (folder / f"{system}.scores").read_text()
    las = next(line for line in recorded.splitlines() if line.startswith("LAS"))
    done = command(
        "score", folder / "gold.conllu", folder / f"{system}.conllu", "-s", "deps", "-s", "conll18",
        "-o", "json",
    )  # fmt: skip
    assert done.status == 0, done.err
    deps, conll18 = json.loads(done.out)["results"]
    assert deps["sentences"]["scored"] == conll18["sentences"]["scored"]
    assert f"{100 * conll18['measures']['LAS']:.2f}" == las.split("|")[3].strip()


def test_a_gate_between_two_parsers(corpora: Path, command: CommandLine) -> None:
    """Stanza is significantly worse than benepar on this set, and benepar not worse than Stanza."""
    folder = corpora / "gum-news"
    gold, benepar, stanza = (folder / f"{name}.mrg" for name in ("gold", "benepar", "stanza"))
    command("score", gold, benepar, "--per-sentence", "rows.csv")
    done = command("score", gold, stanza, "--not-worse-than", "rows.csv")
    assert (done.status, "significantly worse than rows.csv" in done.err) == (1, True)
    assert command("score", gold, benepar, "--not-worse-than", stanza).status == 0
