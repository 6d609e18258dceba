"""Why words and brackets are left out: each rule by name, on trees small enough to check by hand."""

import pytest

import karat
from karat.analysis.why import of_view
from karat.engine.memory import outcome_of
from karat.model.bank import Bank
from karat.reports.why import lines
from karat.schemes import parse

LORI = (
    "(S (NP (NNP Lori's) (NN mother)) (VP (MD will) (RB not) (VP (VB have) (VP (VBN left) "
    "(NP (-NONE- *))))) (. .))"
)


def why(gold: str, system: str, scheme: str) -> tuple[list[str], list[str]]:
    """The lines about both sides."""
    ours = karat.read_text(gold, format="brackets")
    theirs = karat.read_text(system, format="brackets").relabelled(ours.labels)
    stages = outcome_of(ours, theirs, parse(scheme)).stages()
    gold_lines, system_lines = (
        lines(stage for stage in stages if stage.side == side) for side in ("gold", "system")
    )
    return gold_lines, system_lines


def of(view: str, bank: Bank) -> list[str]:
    """The lines about a view."""
    return lines(of_view(view, bank))


def test_parseval_erases_words_and_brackets() -> None:
    """All six kinds of words but the infinitive, then the brackets that are left around one thing."""
    found, _ = why(LORI, LORI, "parseval")
    assert found == [
        "*/-NONE-: erased, null element",
        "Lori's/NNP: kept, possessive ending, cut off",
        "will/MD: erased, auxiliary",
        "not/RB: erased, negation",
        "have/VB: erased, auxiliary",
        "./.: erased, punctuation",
        "(VP left): dropped, encloses one word",
        "(VP left): dropped, encloses one word",
        "(VP left): dropped, encloses one word",
        "(NP): dropped, encloses nothing",
    ]


def test_parseval_erases_by_gold_or_by_each() -> None:
    """The system calls the auxiliary a noun: it goes with the gold's, or stays by itself."""
    system = "(S (NP (NN he)) (X (NN will) (NN go)) (ADVP (RB home)))"
    gold = "(S (NP (PRP he)) (VP (MD will) (VP (VB go) (ADVP (RB home)))))"
    assert "will/NN: erased, auxiliary" in why(gold, system, "parseval")[1]
    assert "will/NN: erased, auxiliary" not in why(gold, system, "parseval(erase=each)")[1]


@pytest.mark.parametrize(
    "tree, switch, expected",
    [
        (
            "(S (PRP It) (VP (VBZ is) (ADJP (JJ necessary) (SBAR (IN for) (S (PRP us) (VP (VB leave)))))))",
            "extraposition",
            [
                "(VP is necessary for us leave): redrawn, an extraposed clause, as decided on gold",
                "(ADJP necessary for us leave): redrawn, an extraposed clause, as decided on gold",
                "(VP is necessary): drawn, an extraposed clause, as decided on gold",
            ],
        ),
        (
            "(NP (NP (DT the) (NN tree) (PP (IN by) (NN us))) (PP (IN at) (NN sea)))",
            "noun_phrases",
            [
                "(NP the tree by us): redrawn, a modified noun phrase, as decided on gold",
                "(NP the tree): drawn, a modified noun phrase, as decided on gold",
            ],
        ),
        (
            "(VP (VBD ran) (PP (RB out) (PP (IN of) (NP (NN oatmeal) (NNS cookies)))))",
            "prepositions",
            [
                "(PP of oatmeal cookies): redrawn, prepositions or particles in a row, as decided on gold"
            ],
        ),
    ],
    ids=["extraposition", "noun phrase", "prepositions"],
)
def test_parseval_redraws(tree: str, switch: str, expected: list[str]) -> None:
    """What goes and what comes, and nothing with the switch off."""
    assert [line for line in why(tree, tree, "parseval")[0] if "drawn" in line] == expected
    off = why(tree, tree, f"parseval({switch}=no)")[0]
    assert not [line for line in off if "drawn" in line]


def test_flat() -> None:
    """Null elements, the nameless bracket, the same words twice; the options by their names."""
    tree = "( (S (NP-SBJ (-NONE- *)) (VP (VB go) (NP (NN home) (NN now)))))"
    assert why(tree, tree, "flat")[0] == [
        "*/-NONE-: left out, null element",
        "( * go home now): dropped, the nameless bracket around a tree",
        "(NP-SBJ *): dropped, holds no word, or only null elements",
        "(VP go home now): dropped, around the same words as a bracket around it",
    ]
    key = "(S (NP? a b) (VP c (PP d e)))"
    assert why(key, key, "flat(categories=NP+VP+PP,depth=2)")[0] == [
        "(S a b c d e): dropped, not one of categories=NP+VP+PP",
        "(NP? a b): dropped, disputed, and disputed=ignore",
        "(PP d e): dropped, deeper than depth=2",
    ]
    assert why(key, key, "flat(categories=NP+VP+PP,depth=2)")[1] == []


def test_flat_of_a_parse_that_failed() -> None:
    """Only the gold side is known: the parse was never looked at."""
    assert why("(S (NP? a b) c)", "(S x y)", "flat") == (
        ["(NP? a b): dropped, disputed, and disputed=ignore"],
        [],
    )


def test_evalb_names_the_parameter() -> None:
    """DELETE_LABEL for words and for brackets, and what has no word left."""
    tree = "(TOP (S (NP (N a)) (X (, ,))))"
    assert why(tree, tree, "evalb(params=new)")[0] == [
        ",/,: deleted, DELETE_LABEL ,",
        "(TOP a ,): deleted, DELETE_LABEL TOP",
        "(X ,): deleted, no word of it is left",
    ]
    assert why(tree, tree, "evalb") == ([], [])


def test_evalb_partners_and_mended_quirks() -> None:
    """A label that is deleted for its partner's sake; and what quirks=no deletes instead."""
    tree = "( (PRT (N a) (N b)))"
    scheme = "evalb(delete=ADVP,equal_labels=ADVP~PRT{})"
    assert why(tree, tree, scheme.format("")) == (
        ["(PRT a b): deleted, an EQ_LABEL of one in DELETE_LABEL"],
        ["(PRT a b): deleted, an EQ_LABEL of one in DELETE_LABEL"],
    )
    assert why(tree, tree, scheme.format(",quirks=no"))[0] == [
        "( a b): deleted, it has no label (quirks=no)"
    ]
    mended = why("(S (N a) (, ,))", "(S (N a) (N ,))", 'evalb(delete=",",quirks=no)')
    assert mended[1] == [",/N: deleted, the gold tree's tag for it is deleted"]


def test_views() -> None:
    """The same reasons from the views themselves; a view without any says its name."""
    bank = karat.read_text(LORI)
    assert "not/RB: erased, negation" in of("erase", bank)
    assert of("prune", karat.read_text("(S (NP (N a)) (VP (V b)))")) == [
        "(NP a): dropped, encloses one word",
        "(VP b): dropped, encloses one word",
    ]
    tree = "(VP (VBD ran) (PP (RB out) (PP (IN of) (NP (NN oatmeal) (NNS cookies)))))"
    assert len(of("redefine", karat.read_text(tree))) == 1
    assert of("redefine(prepositions=no)", karat.read_text(tree)) == []
    assert of("filter(categories=S)", karat.read_text("(S (NP (N a) (N b)) (N c))")) == [
        "(NP a b): dropped by filter(categories=S)"
    ]


def test_long_brackets_are_cut() -> None:
    """Eight words are enough to know it."""
    text = "(S (NP (X " + " ".join(f"(N w{i})" for i in range(20)) + ")))"
    assert of("prune", karat.read_text(text))[0] == (
        "(NP w0 w1 w2 w3 w4 w5 w6 w7 …): dropped, encloses the same words as another bracket"
    )
