"""leafancestor, rules and tags: worked examples and edge cases small enough to check by hand."""

import math

import pytest

import karat
from karat import score
from karat.schemes import parse


def test_the_example_of_sampson_and_babarczy() -> None:
    """Two words at 0.917, two at 0.583, two at 1: 0.833."""
    gold = "(S (N1 two (N1 tax revision) bills) were passed)"
    system = "(S (NP two tax revision bills) were passed)"
    found = score(gold, system, "leafancestor")
    expected = (2 * (1 - 0.5 / 6) + 2 * (1 - 2.5 / 6) + 2) / 6
    assert found.similarity == pytest.approx(expected, abs=1e-9)
    assert (found.counts["perfect"], found.perfect, found.exact) == (2, 1 / 3, 0)


def test_labels_that_are_not_alike_cost_two() -> None:
    """(S (A x)) against (S (B x)): of the symbols [ S ] A on either side one is replaced."""
    found = score("(S (A (T x)))", "(S (B (T x)))", "leafancestor")
    # The lineage of a word that is alone: A [ S ].
    assert found.similarity == pytest.approx(1 - 2 / 8)
    assert score("(S (A (T x)))", "(S (B (T x)))", "leafancestor(replace=1)").similarity == (
        pytest.approx(1 - 1 / 8)
    )


def test_a_boundary_matters() -> None:
    """The same labels over each word, but the phrase ends a word later."""
    gold = "(S (A (T a) (T b)) (A (T c)))"
    system = "(S (A (T a)) (A (T b) (T c)))"
    found = score(gold, system, "leafancestor")
    # a: A [ S against A ] [ S would share all but one mark; b: A ] S against [ A S; c: [ A S ]
    # against A S ].
    assert found.similarity == pytest.approx(((1 - 1 / 7) + (1 - 2 / 6) + (1 - 1 / 7)) / 3)


def test_words_in_no_constituent_are_alike() -> None:
    """Two empty lineages."""
    text = "(T a) (T b)\n(S (T c))"
    assert score(text, text, "leafancestor").similarity == 1
    other = "(T a) (S (T b))\n(S (T c))"
    assert score(text, other, "leafancestor").similarity == pytest.approx(2 / 3)


def test_a_missing_parse_has_similarity_nothing() -> None:
    """Its words count; with drop they do not."""
    gold = ["(S (T a))", "(S (T b))"]
    assert score(gold, ["(S (T a))", None], "leafancestor").similarity == 0.5
    assert score(gold, ["(S (T a))", None], "leafancestor(failed=drop)").similarity == 1


def test_functions_and_null_elements() -> None:
    """NP-SBJ is NP unless asked; a trace is no word."""
    gold = "(S (NP-SBJ (N a)) (NP (-NONE- *)) (V b))"
    system = "(S (NP (N a)) (V b))"
    assert score(gold, system, "leafancestor").similarity == 1
    assert score(gold, system, "leafancestor(functions=yes)").similarity < 1
    assert score(gold, system, "rules").exact == 1


def test_costs_that_make_no_sense() -> None:
    """More than a deletion and an insertion can never be paid."""
    with pytest.raises(karat.UsageError, match="between 0 and 2"):
        score("(S (T a))", "(S (T a))", "leafancestor(replace=3)")


def test_a_deep_chain() -> None:
    """Lineages of 3,000 labels are compared soon."""
    deep = "(A " * 3000 + "(T w)" + ")" * 3000
    other = "(B " * 3000 + "(T w)" + ")" * 3000
    found = score(deep, other, "leafancestor")
    # [ and ] are the same, each of the labels is replaced.
    assert found.similarity == pytest.approx(1 - 2 * 3000 / (2 * 3002))


def test_rules_are_a_bag() -> None:
    """Used twice in gold and once in the parse: one of two."""
    found = score("(S (A (T a)) (A (T b)))", "(S (A (T a)) (B (T b)))", "rules")
    assert (found.counts["gold"], found.counts["matched"]) == (3, 1)
    found = score("(S (A (T a)) (A (T b)))", "(S (A (T a)) (T b))", "rules", by=["label"])
    assert found.groups["label"]["A"]["counts"]["matched"] == 1
    assert found.groups["label"]["A"]["measures"]["recall"] == 0.5


def test_a_tag_and_a_phrase_of_the_same_name_differ() -> None:
    """S -> A with a tag A is not S -> A with a phrase A."""
    found = score("(S (A a) (T b))", "(S (A (A a)) (T b))", "rules")
    assert (found.counts["gold"], found.counts["system"], found.counts["matched"]) == (1, 2, 0)


def test_no_rules() -> None:
    """No tree at all: undefined, not zero; a file of tagged words is refused."""
    assert math.isnan(score("\n", "\n", "rules").recall)
    with pytest.raises(karat.InputError, match="trees"):
        score("(T a) (T b)", "(T a) (T b)", "rules")


CONLLU = """\
1\tdogs\tdog\tNOUN\tNNS\tNumber=Plur\t2\tnsubj\t_\t_
2\tbark\tbark\tVERB\tVBP\t_\t0\troot\t_\t_

"""


@pytest.mark.parametrize(
    ("column", "old", "new", "right"),
    [
        ("tag", "NNS", "NN", 1),
        ("xpos", "NNS", "NN", 1),
        ("upos", "NOUN", "PROPN", 1),
        ("lemma", "dog\tN", "dogs\tN", 1),
        ("feats", "Plur", "Sing", 1),
        ("deprel", "nsubj", "obj", 1),
        ("upos", "NNS", "NN", 2),
    ],
)
def test_columns(column: str, old: str, new: str, right: int) -> None:
    """One column is compared and no other."""
    gold = karat.read_text(CONLLU, format="conllu")
    system = karat.read_text(CONLLU.replace(old, new), format="conllu")
    found = score(gold, system, f"tags(column={column})")
    assert (found.counts["matched"], found.counts["gold"]) == (right, 2)
    assert found.exact == (right == 2)


def test_a_column_that_is_not_there() -> None:
    """Trees have no lemmas."""
    with pytest.raises(karat.InputError, match="but no morphology"):
        score("(S (T a))", "(S (T a))", "tags(column=lemma)")
    with pytest.raises(karat.UsageError, match="column=words is not one of"):
        score("(S (T a))", "(S (T a))", "tags(column=words)")


def test_tags_of_different_words_fail() -> None:
    """And count as wrong, unless dropped."""
    gold, system = ["(S (T a))", "(S (T b))"], ["(S (T a))", "(S (T c))"]
    assert score(gold, system, "tags").accuracy == 0.5
    assert score(gold, system, "tags(failed=drop)").accuracy == 1


@pytest.mark.parametrize("scheme", ["rules", "leafancestor", "discodop"])
def test_dependencies_are_no_trees(scheme: str) -> None:
    """A file without trees is refused, not perfect against itself."""
    words = karat.read_text(CONLLU, format="conllu")
    with pytest.raises(
        karat.InputError, match=f"has dependencies but no trees; {scheme} needs trees"
    ):
        score(words, words, scheme)


def test_paths_have_no_labels_to_break_down_by() -> None:
    """Only what can be shown is offered."""
    assert parse("leafancestor").breakdowns == ()


@pytest.mark.parametrize(
    ("system", "perfect", "words"),
    [
        # b and d have the lineage of bd, which is S, as their own.
        ("(S (A a) (X bd) (C c))", 4, 4),
        # d was dropped, and has no lineage; the words beside it keep theirs.
        ("(S (A a) (X b) (C c))", 3, 4),
    ],
)
def test_lineages_of_other_words(system: str, perfect: int, words: int) -> None:
    """Each word of gold counts once, whatever the system did to it."""
    found = score("(S (A a) (X b) (Y d) (C c))", system, "leafancestor(failed=align)")
    assert (found.counts["perfect"], found.counts["words"]) == (perfect, words)
    assert found.similarity == pytest.approx(perfect / words)
    assert (
        score("(S (A a) (X b) (Y d) (C c))", system, "leafancestor(failed=empty)").similarity == 0
    )


def test_rules_of_other_words() -> None:
    """The rule of S has one child fewer; that of NP is the same."""
    gold = "(S (NP (D the) (N dog)) (V barks) (R loudly))"
    found = score(gold, "(S (NP (D the) (N dog)) (V barks))", "rules(failed=align)")
    assert [found.counts[name] for name in ("gold", "system", "matched")] == [2, 2, 1]
