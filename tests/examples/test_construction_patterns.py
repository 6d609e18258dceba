"""Constructions that a file of patterns defines, over trees and over dependencies."""

from pathlib import Path

import pytest

import karat
from karat.comparison.constructions import Constructions
from karat.files.profile import load as profile
from karat.model.bank import Bank
from karat.model.errors import InputError
from karat.views.constructions import constructions
from karat.views.constructions.patterns import load

PASSIVE = """
[define]
BE = "am|is|are|was|were|be|been|being"

[[construction]]
name = "passive"
tree = 'VP < VB*"@BE" < (VP < VBN)'
deps = '{} >aux:pass {}'

[[construction]]
name = "agent"
tree = 'VP < VBN=verb < (PP < IN"by" < NP=agent)'
deps = '{upos:VERB}=verb >obl ({}=agent >case {form:by})'
gives = ["verb.head", "agent.head"]
"""
TREE = (
    "(S (NP (NNS cats)) (VP (VBP are) (VP (VBN chased) (PP (IN by) (NP (DT the) (NNS dogs)))))"
    " (. .))"
)
LINKS = (
    ("cats", "NOUN", 3, "nsubj:pass"), ("are", "AUX", 3, "aux:pass"), ("chased", "VERB", 0, "root"),
    ("by", "ADP", 6, "case"), ("the", "DET", 6, "det"), ("dogs", "NOUN", 3, "obl:agent"),
    (".", "PUNCT", 3, "punct"),
)  # fmt: skip


def links(*rows: tuple[str, str, int, str]) -> Bank:
    """A sentence of CoNLL-U."""
    lines = (
        f"{i}\t{form}\t_\t{upos}\t_\t_\t{head}\t{label}\t_\t_\n"
        for i, (form, upos, head, label) in enumerate(rows, 1)
    )
    return karat.read_text("".join(lines) + "\n")


def found(folder: Path, patterns: str, bank: Bank) -> list[str]:
    """The constructions of the first sentence, with their words."""
    path = folder / "patterns.toml"
    path.write_text(patterns)
    bank = constructions(bank, patterns=str(path))
    words = [word.decode() for word in bank.words(0)]
    items = Constructions((), True, (profile(), profile())).read(
        bank, bank.layers["constructions"].rows(0)
    )
    return [f"{item.name}: {item.said(words)}" for item in items]


def test_trees_and_dependencies(tmp_path: Path) -> None:
    """Spans by the yield of a node, and head words; the full stop at the end does not count."""
    agent = "agent: chased, dogs"
    assert found(tmp_path, PASSIVE, karat.read_text(TREE)) == [
        "passive: are chased by the dogs", agent,
    ]  # fmt: skip
    assert found(tmp_path, PASSIVE, links(*LINKS)) == [
        "passive: cats are chased by the dogs",
        agent,
    ]


def test_dependencies_of_trees(tmp_path: Path) -> None:
    """A construction without a tree pattern is looked for in the dependencies that head rules give."""
    only = (
        "[[construction]]\nname = 'subject'\ndeps = '{}=verb >nsubj {upos:NOUN}=noun'\n"
        "gives = ['noun', 'verb.head']\n"
    )
    assert found(tmp_path, only, karat.read_text("(S (NP (DT the) (NN dog)) (VP (VBZ barks)))")) == [
        "subject: the dog, barks"
    ]  # fmt: skip


def test_trees_are_needed_for_tree_patterns(tmp_path: Path) -> None:
    """The message names the construction and its place."""
    only = "\n[[construction]]\nname = 'np'\ntree = 'NP'\n"
    with pytest.raises(InputError, match=r"no trees; np \(.*patterns.toml:2\) has only a pattern"):
        found(tmp_path, only, links(*LINKS))


def test_null_elements(tmp_path: Path) -> None:
    """They are removed first, unless the file asks for them; positions never count them."""
    tree = "(S (NP-SBJ-1 (NNS dogs)) (VP (VBP try) (S (NP-SBJ (-NONE- *-1)) (VP (TO to) (VP (VB go))))))"
    clause = "[[construction]]\nname = 'clause'\ntree = 'S <: VP'\n"
    assert found(tmp_path, clause, karat.read_text(tree)) == ["clause: to go"]
    assert found(tmp_path, "nulls = true\n" + clause, karat.read_text(tree)) == []
    control = (
        "nulls = true\n[[construction]]\nname = 'control'\n"
        "tree = 'S=clause < (NP < (-NONE- ~ NP=filler))'\ngives = ['filler', 'clause']\n"
    )
    assert found(tmp_path, control, karat.read_text(tree)) == ["control: dogs, to go"]


def test_parts_that_an_alternative_lacks(tmp_path: Path) -> None:
    """They are missing in the tuple."""
    text = "[[construction]]\nname = 'np'\ntree = 'NP [ < DT=det | < PRP=pro ]'\ngives = ['det', 'pro']\n"
    tree = karat.read_text("(S (NP (DT the) (NN dog)) (VP (VBZ sees) (NP (PRP it))))")
    assert found(tmp_path, text, tree) == ["np: the", "np: –, it"]


def test_score(tmp_path: Path) -> None:
    """Names and all parts must agree; two patterns of one construction count once."""
    path = tmp_path / "patterns.toml"
    path.write_text(PASSIVE.replace("tree = 'VP < VB", "tree = ['VP < VBP', 'VP < VB", 1).replace(
        "(VP < VBN)'", "(VP < VBN)']", 1))  # fmt: skip
    assert len(load(str(path)).every[0].tree) == 2
    other = TREE.replace("(DT the) (NNS dogs)", "(NP (DT the)) (NP (NNS dogs))")
    scheme = f'constructions(patterns="{path}")'
    same, changed = (karat.score(TREE, one, scheme, by=["construction"]) for one in (TREE, other))
    assert (same.counts["gold"], same.f1) == (2, 1.0)
    # The passive is the same words; the agent is another word, because by has two phrases.
    assert changed.groups["construction"]["passive"]["counts"]["matched"] == 1
    assert same.groups["construction"].keys() == {"passive", "agent"}
    assert f"|params:{load(str(path)).digest[:8]}|" in same.signature


def test_patterns_that_multiply_are_refused(tmp_path: Path) -> None:
    """Four nodes of a long sentence have too many combinations."""
    words = " ".join(f"(N w{i})" for i in range(300))
    text = "[[construction]]\nname = 'x'\ntree = 'S < N=a < N=b < N=c < N=d'\ngives = ['a', 'b', 'c', 'd']\n"
    with pytest.raises(karat.KaratError, match="more than 5,000,000 combinations"):
        found(tmp_path, text, karat.read_text(f"(S {words})"))
