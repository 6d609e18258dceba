"""Batches of real parses, as in a training loop, give the figures of EVALB on the whole file."""

import re
from pathlib import Path

import pytest

import karat

pytestmark = pytest.mark.corpora


def test_batches_of_fifty(corpora: Path) -> None:
    """Strings for gold, NLTK trees for the system: recall and precision as EVALB printed them."""
    import nltk  # type: ignore[import-untyped]  # has no stubs; it takes seconds to import

    folder = corpora / "gum-news"
    gold, system = (
        (folder / f"{name}.mrg").read_text("utf-8").splitlines() for name in ("gold", "benepar")
    )
    metric = karat.Metric("evalb(params=collins)")
    for begin in range(0, len(gold), 50):
        trees = [
            nltk.Tree.fromstring(line) if line else None for line in system[begin : begin + 50]
        ]
        metric.update(gold[begin : begin + 50], trees)
    score = metric.compute()
    printed = (folder / "benepar.collins.out").read_text("utf-8").partition("-- All --")[2]
    figures = dict(
        re.findall(r"^(.+?)\s+=\s+([\d.]+)$", printed.partition("-- len")[0], re.MULTILINE)
    )
    assert score.sentences["total"] == int(figures["Number of sentence"])
    assert round(100 * score.recall, 2) == float(figures["Bracketing Recall"])
    assert round(100 * score.precision, 2) == float(figures["Bracketing Precision"])
    whole = karat.score(folder / "gold.mrg", str(folder / "benepar.mrg"), "evalb(params=collins)")
    assert (score.measures, score.rows()) == (whole.measures, whole.rows())
