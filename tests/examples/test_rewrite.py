"""The view rewrite: four operations, their order, and the rules that come with karat."""

import warnings
from pathlib import Path

import pytest

import karat
from karat.analysis.why import of_view
from karat.formats.brackets import dumps
from karat.model.errors import InputError
from karat.reports.why import lines
from karat.views.rewrite import rewrite
from karat.views.rewrite.rules import names


def rewritten(tmp_path: Path, rules: str, tree: str) -> str:
    """A tree after the rules of a file."""
    path = tmp_path / "rules.toml"
    path.write_text(rules)
    bank = karat.read_text(tree, layout="lines")
    return dumps(rewrite(bank, str(path))).rstrip("\n")


@pytest.mark.parametrize(
    "rule, before, after",
    [
        ("drop = '-NONE-'", "(S (NP (-NONE- *)) (VP (V go)))", "(S (VP (V go)))"),
        ("drop = 'PRN'", "(S (N a) (PRN (N b) (X (N c))) (V d))", "(S (N a) (V d))"),
        ("drop = 'V'", "(S (X) (VP (V a)) (N b))", "(S (X) (N b))"),
        ("splice = 'VP > VP'", "(S (VP (V a) (VP (V b) (VP (V c)))))", "(S (VP (V a) (V b) (V c)))"),
        ("splice = '^?* < __'", "( (S (N a)))", "(S (N a))"),
        ("rename = 'NP'\nto = 'N'", "(S (NP-SBJ (N a)) (NP (N b)))", "(S (N (N a)) (N (N b)))"),
        ("rename = '*-SBJ'\nto = '{category}'", "(S (NP-SBJ-1 (N a)) (-LRB- b))", "(S (NP (N a)) (-LRB- b))"),
        ("rename = 'NP > S'\nto = '{label}-SBJ'\nonce = true", "(S (NP (N a)))", "(S (NP-SBJ (N a)))"),
        ("rename = 'NN'\nto = 'N'", "(S (NN a))", "(S (N a))"),
        ("raise = 'PP >- NP'", "(VP (V a) (NP (N b) (PP (P c))))", "(VP (V a) (NP (N b)) (PP (P c)))"),
        ("raise = 'ADV >, VP'", "(S (VP (ADV a) (V b)) (N c))", "(S (ADV a) (VP (V b)) (N c))"),
        ("raise = '\\. > VP'", "(S (VP (V a) (VP (V b) (. .))))", "(S (VP (V a) (VP (V b))) (. .))"),
        ("raise = 'X|Y > A'", "(S (A (X a) (B b) (X c) (Y d)))", "(S (X a) (A (B b)) (X c) (Y d))"),
        ("raise = 'N > NP'", "(S (NP (N a) (N b)) (V c))", "(S (N a) (N b) (V c))"),
    ],
)  # fmt: skip
def test_operations(tmp_path: Path, rule: str, before: str, after: str) -> None:
    """Each by hand."""
    assert rewritten(tmp_path, f"[[rule]]\n{rule}\n", before) == after


def test_rules_are_applied_in_order(tmp_path: Path) -> None:
    """The second sees what the first has made, the first does not see what the second makes."""
    rules = "[[rule]]\nrename = 'A'\nto = 'B'\n[[rule]]\nrename = 'B'\nto = 'C'\n"
    assert rewritten(tmp_path, rules, "(S (A (N x)) (B (N y)))") == "(S (C (N x)) (C (N y)))"
    turned = "[[rule]]\nrename = 'B'\nto = 'C'\n[[rule]]\nrename = 'A'\nto = 'B'\n"
    assert rewritten(tmp_path, turned, "(S (A (N x)) (B (N y)))") == "(S (B (N x)) (C (N y)))"


def test_once_and_again(tmp_path: Path) -> None:
    """A rule is applied until nothing fits, unless it says once."""
    tree = "(S (VP (V a) (VP (V b) (. .))))"
    once = rewritten(tmp_path, "[[rule]]\nraise = '\\. > VP'\nonce = true\n", tree)
    assert once == "(S (VP (V a) (VP (V b)) (. .)))"


def test_a_rule_without_end_is_refused(tmp_path: Path) -> None:
    """With its name and its place."""
    rules = "\n[[rule]]\nname = 'grow'\nrename = 'NP'\nto = '{label}-X'\n"
    with pytest.raises(InputError, match=r"rules.toml:2: grow has no end.*once = true"):
        rewritten(tmp_path, rules, "(S (NP (N a)))")
    assert rewritten(tmp_path, rules, "(S (VP (N a)))") == "(S (VP (N a)))"


@pytest.mark.parametrize(
    "rule, tree, said",
    [
        ("raise = 'B'", "(S (X (A a) (B b) (C c)))", "in the middle of its parent"),
        ("raise = 'A'", "(S (A a) (B b))", "has no grandparent"),
        ("splice = 'A'", "(S (A a) (B b))", "it is the tag of a word"),
    ],
)
def test_what_a_rule_cannot_do_is_said(tmp_path: Path, rule: str, tree: str, said: str) -> None:
    """The tree stays, and a note says so."""
    with pytest.warns(
        UserWarning, match=f"rules.toml:1: rule 1: in .*, a node that fits cannot be .*{said}"
    ):
        assert rewritten(tmp_path, f"[[rule]]\n{rule}\n", tree) == tree


def test_dropping_everything_leaves_an_empty_sentence(tmp_path: Path) -> None:
    """Which is a sentence all the same."""
    assert rewritten(tmp_path, "[[rule]]\ndrop = 'S'\n", "(S (N a))\n(X (N b))") == "\n(X (N b))"


def test_what_was_done_by_which_rule(tmp_path: Path) -> None:
    """As show --why says it."""
    path = tmp_path / "r.toml"
    path.write_text(
        "[[rule]]\nname = 'nulls'\ndrop = '-NONE-'\n\n[[rule]]\nrename = 'NP-SBJ'\nto = 'NP'\n"
    )
    bank = karat.read_text("(S (NP-SBJ (NN a)) (VP (VB b) (NP (-NONE- *))))")
    said = lines(of_view(f'rewrite(rules="{path}")', bank))
    assert said == [
        f"*/-NONE-: dropped by nulls ({path}:1)",
        f"(NP-SBJ a): renamed NP by rule 2 ({path}:5)",
    ]


def test_every_bundled_file_of_rules_can_be_read() -> None:
    """And leaves a tree without its labels alone."""
    tree = "(Q (R (T a) (U b)) (Z c))"
    assert names() == ["1991", "categories", "evalb", "roots", "xtag"]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for name in names():
            assert dumps(rewrite(karat.read_text(tree), name)) == tree + "\n"


def test_xtag_to_the_penn_treebank() -> None:
    """Labels, tags, complementisers, and the brackets inside noun phrases."""
    tree = (
        "(S_r (NP_0 (D the) (N_r (A old) (N man))) (VP_r (V says) (S (Comp that)"
        " (S (NP (N it)) (VP (V rains))))) (Punct ,))"
    )
    assert dumps(rewrite(karat.read_text(tree), "xtag")).strip() == (
        "(S (NP (DT the) (JJ old) (NN man)) (VP (VB says) (SBAR (IN that)"
        " (S (NP (NN it)) (VP (VB rains))))) (, ,))"
    )


@pytest.mark.parametrize(
    "xtag, ptb",
    [
        ("(VP_r (VP (V run)) (PP (P to) (NP (N town))))", "(VP (VB run) (PP (IN to) (NP (NN town))))"),
        ("(VP_r (VP (V run)) (Conj and) (VP (V go)))", "(VP (VP (VB run)) (CC and) (VP (VB go)))"),
        ("(S_r (Ad now) (S (NP (N it)) (VP (V rains))))", "(S (RB now) (NP (NN it)) (VP (VB rains)))"),
        ("(S_r (S (N a)) (Conj and) (S (N b)))", "(S (S (NN a)) (CC and) (S (NN b)))"),
        ("(NP_r (NP (N a)) (PP (P of) (NP (N b))))", "(NP (NP (NN a)) (PP (IN of) (NP (NN b))))"),
    ],
)  # fmt: skip
def test_adjunction_in_xtag(xtag: str, ptb: str) -> None:
    """A modifier makes no new verb phrase and no new clause in the Treebank, coordination does."""
    assert dumps(rewrite(karat.read_text(xtag), "xtag")).strip() == ptb


def test_black_1991_to_the_penn_treebank() -> None:
    """The original parse of the paper's example."""
    tree = (
        "(S (NP-s (PNP (PNP Miss) (PNP Xydis))) (VP (VPAST was) (ADJP (ADJ best)))"
        " (S (COMP (WHADVP (WHADV when))) (NP-s (PRO she)) (VP ((VPAST did) (NEG not) (V need))"
        " (VP ((X to) (V be)) (ADJP (ADV too) (ADJ probing))))) (? (FIN .)))"
    )
    assert dumps(rewrite(karat.read_text(tree), "1991")).strip() == (
        "(S (NP (NNP Miss) (NNP Xydis)) (VP (VBD was) (ADJP (JJ best)))"
        " (SBAR (WHADVP (WRB when)) (NP (PRP she)) (VP (VBD did) (RB not) (VB need)"
        " (VP (TO to) (VB be) (ADJP (RB too) (JJ probing))))) (. .))"
    )
