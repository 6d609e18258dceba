"""Relations from GUM's trees: agents, heads and circles, measured on real text."""

from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import karat
from karat.model.bank import Bank
from karat.model.gr import listed
from karat.views.gr import gr

VERBAL = (b"V", b"MD", b"TO")


@pytest.fixture(scope="module")
def found(corpora: Path) -> Bank:
    """All documents as one Bank of relations with positions."""
    texts = [path.read_text("utf-8") for path in sorted((corpora / "gum" / "const").iterdir())]
    return gr(karat.read_text("\n".join(texts), format="brackets"), positions=True)


def test_heads_of_subjects_and_objects_are_verbs(found: Bank) -> None:
    """A head of the wrong class needs a reason: it begins a verb phrase, but is tagged as a noun."""
    for sentence in range(len(found)):
        tags = found.tags(sentence)
        for one in listed(found, sentence):
            if one.label in ("ncsubj", "xsubj", "csubj", "dobj", "obj2", "iobj"):
                begins = (
                    start == one.head_at and label.startswith(b"VP")
                    for start, _, label in found.spans(sentence)
                )
                assert tags[one.head_at].startswith(VERBAL) or any(begins), (sentence, one)
            assert tags[one.head_at] not in (b"CC", b",", b".", b"POS"), (sentence, one)


def test_no_clause_is_its_own_complement(found: Bank) -> None:
    """Nor a complement of its complements."""
    for sentence in range(len(found)):
        below: dict[int, set[int]] = {}
        for one in listed(found, sentence):
            if one.label in ("xcomp", "ccomp"):
                below.setdefault(one.head_at, set()).add(one.dependent_at)
        TopologicalSorter(below).prepare()


def test_agents_are_those_of_the_graphs(corpora: Path, found: Bank) -> None:
    """At least nine of ten passive by-phrases that GUM calls obl:agent, by voice and preposition."""
    texts = [path.read_text("utf-8") for path in sorted((corpora / "gum" / "dep").iterdir())]
    graphs = gr(karat.read_text("\n".join(texts), format="conllu"), positions=True)
    rows = karat.score(graphs, found, "gr", by=["relation"]).groups["relation"]["arg_mod"]
    assert rows["counts"]["gold"] > 40
    assert rows["measures"]["recall"] >= 0.9
    assert rows["measures"]["precision"] >= 0.9
