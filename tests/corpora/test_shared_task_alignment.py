"""Aligned dependencies against the CoNLL 2018 shared task: files cut into other sentences and words."""

from pathlib import Path

import pytest

import karat
from karat.model.bank import Bank

pytestmark = pytest.mark.corpora

SYSTEMS = ("HIT-SCIR-18", "Stanford-18", "UDPipe-Future", "conll18-baseline")


def _files(folder: Path, name: str) -> tuple[Bank, Bank]:
    return karat.read(folder / "gold.conllu"), karat.read(folder / f"{name}.conllu")


@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize("treebank", ["en_ewt", "fr_gsd"])
def test_attachment_is_that_of_the_shared_task(corpora: Path, treebank: str, name: str) -> None:
    """Recall and precision of UAS and LAS are those that the shared task's script printed.

    French has many multiword tokens; both treebanks have sentences that the systems cut elsewhere.
    """
    folder = corpora / "conll18" / treebank
    rows = (line.split("|") for line in (folder / f"{name}.scores").read_text().splitlines())
    printed = {row[0].strip(): row[1:3] for row in rows if row[0].strip() in ("UAS", "LAS")}
    scheme = "deps(failed=align,subtypes=no)"
    counts = karat.score(*_files(folder, name), scheme).counts
    for figure, count in (("UAS", "unlabelled"), ("LAS", "matched")):
        shares = [counts[count] / counts[side] for side in ("system", "gold")]
        assert [f"{100 * share:.2f}" for share in shares] == [
            one.strip() for one in printed[figure]
        ]


@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize("treebank", ["en_ewt", "fr_gsd"])
def test_counts_are_those_of_conll18(corpora: Path, treebank: str, name: str) -> None:
    """To the word, not only to the second decimal."""
    folder = corpora / "conll18" / treebank
    files = _files(folder, name)
    ours = karat.score(*files, "deps(failed=align,subtypes=no)").counts
    theirs = karat.score(*files, "conll18").counts
    for figure, count in (("UAS", "unlabelled"), ("LAS", "matched")):
        assert (ours["gold"], ours["system"], ours[count]) == tuple(
            theirs[f"{figure}_{side}"] for side in ("gold", "system", "correct")
        )
