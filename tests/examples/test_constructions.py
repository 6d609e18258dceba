"""Constructions of trees and of dependencies."""

import pytest

import karat
from karat.comparison.pairing import plain
from karat.model.bank import Bank
from karat.model.errors import UsageError
from karat.model.layers import names_of
from karat.views.constructions import constructions


def found(bank: Bank, name: str) -> list[str]:
    """The constructions of one name in the first sentence, as words."""
    bank = constructions(bank)
    layer = bank.layers["constructions"]
    rows = layer.rows(0)
    words = [word.decode() for word in bank.words(0)]
    result = []
    for label, *row in zip(
        names_of(bank.labels, layer["label"][rows]),
        *(layer[column][rows].tolist() for column in ("first", "second", "third")),
        strict=True,
    ):
        if label != name:
            continue
        first, second, third = row
        if name in ("predicative", "predicate_argument"):
            result.append(" ".join(words[i] if i >= 0 else "-" for i in row))
        else:
            result.append(
                " ".join(words[first:second]) + (f" ^ {words[third]}" if third >= 0 else "")
            )
    return result


def tree(text: str) -> Bank:
    """A tree."""
    return karat.read_text(text)


def links(*rows: str) -> Bank:
    """Words given as form, tag, head, label."""
    lines = []
    for i, row in enumerate(rows, 1):
        form, upos, head, label = row.split()
        lines.append("\t".join([str(i), form, "_", upos, "_", "_", head, label, "_", "_"]) + "\n")
    return karat.read_text("".join(lines) + "\n")


MAN = (
    "(S (NP (NP (DT the) (NN man)) (, ,) (NP (DT a) (NN poet)) (, ,)) (VP (VBZ is) (ADJP (JJ sad))"
    " (PP (IN in) (NP (NP (NNP Ann) (POS 's)) (NN town)))))"
)
MAN_LINKS = (
    "the DET 2 det", "man NOUN 8 nsubj", ", PUNCT 5 punct", "a DET 5 det", "poet NOUN 2 appos",
    ", PUNCT 5 punct", "is AUX 8 cop", "sad ADJ 0 root", "in ADP 12 case", "Ann PROPN 12 nmod:poss",
    "'s PART 10 case", "town NOUN 8 obl",
)  # fmt: skip


@pytest.mark.parametrize("bank", [tree(MAN), links(*MAN_LINKS)], ids=["trees", "links"])
def test_trees_and_dependencies_say_the_same(bank: Bank) -> None:
    """*the man, a poet, is sad in Ann's town*."""
    assert found(bank, "minimal_np") == ["the man", "a poet", "Ann 's"]
    assert found(bank, "maximal_np") == ["the man , a poet", "Ann 's town"]
    assert found(bank, "appositive") == ["a poet"]
    assert found(bank, "pp_modifier") == ["in Ann 's town ^ sad"]
    assert found(bank, "predicative") == ["sad man -"]
    assert found(bank, "predicate_argument") == []


WHO = (
    "(S (NP (NP (NNS dogs)) (SBAR (WHNP (WDT that)) (S (VP (VBP bark))))) (PRN (-LRB- -LRB-)"
    " (S (NP (PRP we)) (VP (VBP know))) (-RRB- -RRB-)) (VP (VBP chase) (NP (NNS cats))))"
)
WHO_LINKS = (
    "dogs NOUN 8 nsubj", "that PRON 3 nsubj", "bark VERB 1 acl:relcl", "( PUNCT 6 punct",
    "we PRON 6 nsubj", "know VERB 8 parataxis", ") PUNCT 6 punct", "chase VERB 0 root",
    "cats NOUN 8 obj",
)  # fmt: skip


@pytest.mark.parametrize("bank", [tree(WHO), links(*WHO_LINKS)], ids=["trees", "links"])
def test_clauses(bank: Bank) -> None:
    """*dogs that bark (we know) chase cats*."""
    assert found(bank, "relative_clause") == ["that bark"]
    assert found(bank, "parenthetical") == ["we know"]
    assert sorted(found(bank, "predicate_argument")) == [
        "bark that -",
        "chase dogs cats",
        "know we -",
    ]


def test_what_is_no_relative_clause() -> None:
    """*the fact that it rains*, *a man to see*; but *the day on which it rains* is one."""
    fact = "(NP (NP (DT the) (NN fact)) (SBAR (IN that) (S (NP (PRP it)) (VP (VBZ rains)))))"
    assert found(tree(fact), "relative_clause") == []
    see = "(NP (NP (DT a) (NN man)) (SBAR (S (VP (TO to) (VP (VB see))))))"
    assert found(tree(see), "relative_clause") == []
    day = (
        "(NP (NP (DT the) (NN day)) (SBAR (WHPP (IN on) (WHNP (WDT which)))"
        " (S (NP (PRP it)) (VP (VBZ rains)))))"
    )
    assert found(tree(day), "relative_clause") == ["on which it rains"]


def test_scores_by_name() -> None:
    """Another attachment costs one PP modifier and a maximal NP, and nothing else."""
    np_, vp = (
        f"(S (NP (NNS dogs)) (VP (VBP see) {rest}))"
        for rest in (
            "(NP (NP (NNS cats)) (PP (IN in) (NP (NN town))))",
            "(NP (NNS cats)) (PP (IN in) (NP (NN town)))",
        )
    )
    score = karat.score(np_, vp, "constructions", by=["label"])
    rows = {
        name: tuple(row["counts"][key] for key in ("gold", "system", "matched"))
        for name, row in score.groups["label"].items()
    }
    assert rows == {
        "minimal_np": (3, 3, 3), "maximal_np": (2, 3, 1), "pp_modifier": (1, 1, 0),
        "predicate_argument": (1, 1, 1),
    }  # fmt: skip


def test_names() -> None:
    """Only those that are asked for; a wrong name is said."""
    assert karat.score(MAN, MAN, "constructions(names=appositive)").counts["gold"] == 1
    with pytest.raises(UsageError, match="did you mean 'minimal_np'"):
        karat.score(MAN, MAN, "constructions(names=minimal_nps)")


def test_very_long_chains() -> None:
    """A hundred thousand words, each on the one before."""
    n = 100_000
    text = "".join(f"{i}\tw\t_\tNOUN\t_\t_\t{i - 1}\tnmod\t_\t_\n" for i in range(1, n + 1))
    bank = karat.read_text(text + "\n")
    layer = constructions(bank, ("maximal_np",)).layers["constructions"]
    assert (layer["first"].tolist(), layer["second"].tolist()) == ([0], [n])


def test_escapes_inside_words() -> None:
    """a) is spelt a-RRB- in trees."""
    assert (plain(b"a-RRB-"), plain(b"1\\/2"), plain(b"-LRB-")) == (b"a)", b"1/2", b"(")


def test_noun_phrases_of_dependencies_end_where_those_of_trees_do() -> None:
    """The first half of both … and is inside; a preposition after them, of another word, is not."""
    both = links(
        "Both CCONJ 2 cc:preconj", "Ann PROPN 5 nsubj", "and CCONJ 4 cc", "Bob PROPN 2 conj",
        "left VERB 0 root",
    )  # fmt: skip
    assert found(both, "maximal_np") == ["Both Ann and Bob"]
    stranded = links(
        "Who PRON 4 obl", "did AUX 4 aux", "you PRON 4 nsubj", "give VERB 0 root", "books NOUN 4 obj",
        "to ADP 1 case",
    )  # fmt: skip
    assert found(stranded, "minimal_np") == ["Who", "you", "books"]
