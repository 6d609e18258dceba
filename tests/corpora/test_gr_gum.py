"""Relations from GUM's trees against those from its UD graphs, under scheme gr."""

from pathlib import Path

import pytest

import karat
from karat.model.bank import Bank
from karat.views.gr import gr
from karat.views.inventories import understood

NEEDED = {"ncsubj": 0.88, "dobj": 0.85, "dependent": 0.75}


def relations(folder: Path, kind: str) -> Bank:
    """All documents of a folder as one Bank of relations with positions."""
    texts = [path.read_text("utf-8") for path in sorted(folder.iterdir())]
    assert len(texts) == 27
    return gr(karat.read_text("\n".join(texts), format=kind), positions=True)


def test_trees_and_graphs_agree(corpora: Path) -> None:
    """As well as the issue asks: the trees are a parser's, so that full agreement cannot be."""
    graphs = relations(corpora / "gum" / "dep", "conllu")
    trees = relations(corpora / "gum" / "const", "brackets")
    assert len(graphs) == len(trees) == 921
    found = karat.score(graphs, trees, "gr", by=["relation"])
    rows = found.groups["relation"]
    for relation, least in NEEDED.items():
        assert rows[relation]["measures"]["f1"] >= least, relation
    assert rows["dependent"]["counts"]["gold"] > 10_000
    assert found.f1 == pytest.approx(rows["dependent"]["measures"]["f1"])


@pytest.mark.parametrize(
    "folder", ["gum/dep", "gum/const", "gum-news", "conll18/en_ewt", "conll18/fr_gsd"]
)
def test_treebanks_and_systems_are_understood(corpora: Path, folder: str) -> None:
    """Universal Dependencies and trees of the Penn Treebank, gold and parsed: nothing is refused."""
    paths = [
        p for p in sorted((corpora / folder).iterdir()) if p.suffix in (".ptb", ".mrg", ".conllu")
    ]
    assert len(paths) > 2
    for path in paths:
        found = understood(karat.read(path))
        assert found.share > 0.99, path
        assert not found.refused
