"""Relations from chunks and from forests: as specific as they allow, and scored by subsumption."""

import pytest

import karat
from karat.model.errors import KaratError
from karat.model.gr import listed
from karat.views.gr import gr


def relations(*words: str) -> list[str]:
    """The relations of a sentence of word/TAG/CHUNK."""
    rows = "".join(" ".join(word.rsplit("/", 2)) + "\n" for word in " ".join(words).split())
    return [str(one) for one in listed(gr(karat.read_text(rows, format="iob")), 0)]


SEES = "He/PRP/B-NP will/MD/B-VP see/VB/I-VP"


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        # A noun phrase after a verb with a subject is some object; which one, chunks do not say.
        (f"{SEES} her/PRP/B-NP", ["ncsubj(see, he, _)", "obj(see, she)"]),
        # A preposition after a verb: modifier, indirect object or agent.
        ("It/PRP/B-NP was/VBD/B-VP seen/VBN/I-VP by/IN/B-PP her/PRP/B-NP",
         ["ncsubj(see, it, obj)", "dependent(by, see, she)"]),
        # Attachment after a noun phrase is unknown, but for of.
        (f"{SEES} the/DT/B-NP end/NN/I-NP of/IN/B-PP it/PRP/B-NP in/IN/B-PP May/NNP/B-NP",
         ["ncsubj(see, he, _)", "obj(see, end)", "ncmod(of, end, it)"]),
        # No subject before the verb: what follows it may be the subject.
        ("No/UH/O ,/,/O said/VBD/B-VP Ann/NNP/B-NP", ["subj_or_dobj(say, Ann)"]),
        ("Who/WP/B-NP is/VBZ/B-VP this/DT/B-NP", ["arg(_, be, this)"]),
        # Two verbs of one chunk share the subject if the first takes such a complement.
        ("He/PRP/B-NP wants/VBZ/B-VP to/TO/I-VP leave/VB/I-VP",
         ["ncsubj(want, he, _)", "ncsubj(leave, he, _)", "xcomp(to, want, leave)"]),
        ("He/PRP/B-NP came/VBD/B-VP to/TO/I-VP see/VB/I-VP us/PRP/B-NP",
         ["ncsubj(come, he, _)", "ncsubj(see, he, _)", "xcomp(to, come, see)", "obj(see, we)"]),
        # The possessive marker begins a chunk; the noun after it is the head.
        ("Ann/NNP/B-NP 's/POS/B-NP old/JJ/I-NP dog/NN/I-NP slept/VBD/B-VP",
         ["ncmod(poss, dog, Ann)", "ncmod(_, dog, old)", "ncsubj(sleep, dog, _)"]),
        # Of a noun with phrases after it, the first is the subject.
        ("The/DT/B-NP man/NN/I-NP in/IN/B-PP Rome/NNP/B-NP slept/VBD/B-VP",
         ["ncsubj(sleep, man, _)"]),
        # The object of a gerund, or the subject of the clause after it: chunks do not say.
        ("Baking/VBG/B-VP bread/NN/B-NP is/VBZ/B-VP fun/NN/B-NP", ["arg(_, be, fun)"]),
        # Which object a passive subject would be is unknown beside another noun phrase.
        ("He/PRP/B-NP was/VBD/B-VP given/VBN/I-VP it/PRP/B-NP", ["subj_or_dobj(give, he)"]),
        # An auxiliary before the subject.
        ("Do/VBP/B-VP they/PRP/B-NP often/RB/B-ADVP agree/VB/B-VP", ["ncsubj(agree, they, _)"]),
        ("She/PRP/B-NP said/VBD/B-VP that/IN/B-SBAR it/PRP/B-NP rains/VBZ/B-VP",
         ["ncsubj(say, she, _)", "ncsubj(rain, it, _)", "ccomp(that, say, rain)"]),
        ("It/PRP/B-NP ’s/VBZ/B-VP late/JJ/B-ADJP", ["ncsubj(be, it, _)", "xcomp(_, be, late)"]),
    ],
)  # fmt: skip
def test_relations_of_chunks(sentence: str, expected: list[str]) -> None:
    """No relation is more specific than the chunks allow."""
    assert relations(sentence) == expected


def test_a_forest_has_relations_between_its_trees() -> None:
    """The first tree is the subject; the preposition after the noun is left open."""
    text = (
        "(NP (DT the) (NN dog)) (VP (VBD saw) (NP (DT a) (NN cat))) (PP (IN in) (NP (NNP May)))\n"
        "(S (NP (PRP He)) (VP (VBD slept))) (PP (IN in) (NP (NNP Rome)))\n"
    )
    found = gr(karat.read_text(text, layout="lines"))
    assert list(map(str, listed(found, 0))) == ["ncsubj(see, dog, _)", "dobj(see, cat, _)"]
    assert list(map(str, listed(found, 1))) == [
        "ncsubj(sleep, he, _)",
        "dependent(in, sleep, Rome)",
    ]


def test_a_word_has_no_second_head_in_another_tree() -> None:
    """The object of the first tree is not the subject of the second."""
    text = "(S (NP (PRP He)) (VP (VBD met) (NP (DT the) (NN man)))) (VP (VBD left))"
    found = list(map(str, listed(gr(karat.read_text(text, layout="lines")), 0)))
    assert found == ["ncsubj(meet, he, _)", "dobj(meet, man, _)"]


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("a _ B-NP\nb _ B-VP\nc _ B-NP\n", "3 of 3 words have other tags: _ (3)"),
        ("a NN B-PER\nb NN B-LOC\nc NN B-ORG\n", "3 of 3 chunks have other types"),
    ],
)
def test_chunks_that_say_too_little_are_refused(rows: str, said: str) -> None:
    """No tags, or types of another kind."""
    with pytest.raises(KaratError) as raised:
        gr(karat.read_text(rows))
    assert said in str(raised.value)


@pytest.mark.parametrize(
    ("gold", "system", "paper", "every"),
    [
        ("dobj(a, b, _)", "obj(a, b)", 0, 1),
        ("dobj(a, b, _)", "subj_or_dobj(a, b)", 0, 1),
        ("ncsubj(a, b, obj)", "subj_or_dobj(a, b)", 0, 1),
        ("ncsubj(a, b, obj)", "subj(a, b, _)", 0, 0),
        ("obj2(a, b)", "subj_or_dobj(a, b)", 0, 0),
        ("ncmod(in, a, b)", "mod(_, a, b)", 1, 1),
        ("ncmod(in, a, b)", "dependent(in, a, b)", 0, 1),
        ("ncmod(in, a, b)", "dependent(_, a, b)", 0, 1),
        ("ncmod(in, a, b)", "dependent(on, a, b)", 0, 0),
        ("arg_mod(by, a, b, subj)", "dependent(by, a, b)", 0, 1),
        ("mod(in, a, b)", "ncmod(in, a, b)", 0, 0),
    ],
)
def test_inner_relations_stand_for_those_below(
    gold: str, system: str, paper: int, every: int
) -> None:
    """The paper allows mod, subj and clausal; ``all`` every relation with others below it.

    Slots that both have must still agree; a system that is more specific than gold is wrong.
    """
    for way, matched in (("yes", paper), ("all", every), ("no", 0)):
        found = karat.score(gold, system, f"gr(underspecified={way})")
        assert found.counts["matched"] == matched, way
