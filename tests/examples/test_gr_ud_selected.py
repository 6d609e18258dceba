"""Complements that Universal Dependencies calls modifiers, and phrases that only look like arguments."""

import pytest

import karat
from karat.model.gr import listed
from karat.views.gr import gr
from ud_rows import of_rows

PLUMBER = ("The the DET DT _ 2 det", "plumber plumber NOUN NN _ 4 nsubj", "was be AUX VBD _ 4 cop")


def adjective(word: str, mark: str, verb: str, *degree: str) -> set[str]:
    """The relations of: the plumber was ADJECTIVE [enough] MARK VERB; a verb has its tag behind it."""
    form, tag = verb.split()
    at = 6 + len(degree)
    return of_rows(
        *PLUMBER,
        f"{word} {word} ADJ JJ _ 0 root",
        *(f"{one} {one} ADV RB _ 4 advmod" for one in degree),
        f"{mark} {mark} {'PART TO' if tag == 'VB' else 'SCONJ IN'} _ {at} mark",
        f"{form} help VERB {tag} _ 4 advcl",
    )


@pytest.mark.parametrize(
    ("word", "mark", "verb"),
    [
        ("capable", "of", "helping VBG"),
        ("responsible", "for", "helping VBG"),
        ("opposed", "to", "helping VBG"),
        ("unequipped", "to", "help VB"),
        ("glad", "to", "help VB"),
    ],
)
def test_a_clause_is_the_complement_of_an_adjective(word: str, mark: str, verb: str) -> None:
    """Capable of helping, glad to help: the adjective is the head, and the subject is shared."""
    found = adjective(word, mark, verb)
    assert {f"xcomp({mark}, {word}, help)", "ncsubj(help, plumber, _)"} <= found
    assert not any(one.startswith("xmod") for one in found)


@pytest.mark.parametrize(
    ("word", "mark", "verb", "degree"),
    [
        ("tired", "to", "help VB", ("too",)),
        ("strong", "to", "help VB", ("enough",)),
        ("necessary", "to", "help VB", ()),
        ("rich", "by", "helping VBG", ()),
    ],
)
def test_purposes_and_measures_of_adjectives_modify(
    word: str, mark: str, verb: str, degree: tuple[str, ...]
) -> None:
    """Too tired to help, necessary to help, rich by helping."""
    found = adjective(word, mark, verb, *degree)
    assert any(one.startswith(f"xmod({mark}, ") for one in found)
    assert f"xcomp({mark}, {word}, help)" not in found


def noun(lemma: str) -> set[str]:
    """The relations of: We saw the village's NOUN to pay."""
    return of_rows(
        "We we PRON PRP _ 2 nsubj", "saw see VERB VBD _ 0 root", "the the DET DT _ 4 det",
        "village village NOUN NN _ 6 nmod:poss", "'s 's PART POS _ 4 case",
        f"{lemma} {lemma} NOUN NN _ 2 obj", "to to PART TO _ 8 mark", "pay pay VERB VB _ 6 acl",
    )  # fmt: skip


def test_an_infinitive_is_the_complement_of_a_noun_like_failure() -> None:
    """The village's failure to pay: the village does not pay; a house to let is another matter."""
    assert {"xcomp(to, failure, pay)", "ncsubj(pay, village, _)"} <= noun("failure")
    assert "xmod(to, house, pay)" in noun("house")
    assert "ncsubj(pay, village, _)" not in noun("house")


@pytest.mark.parametrize(
    ("subject", "clause"),
    [("expl", "csubj:pass"), ("nsubj:pass", "csubj:pass"), ("nsubj:pass", "ccomp")],
)
def test_a_clause_after_a_passive_is_its_complement(subject: str, clause: str) -> None:
    """It is known that she sold it, however the file labels it."""
    found = of_rows(
        f"It it PRON PRP _ 3 {subject}", "is be AUX VBZ _ 3 aux:pass", "known know VERB VBN _ 0 root",
        "that that SCONJ IN _ 6 mark", "she she PRON PRP _ 6 nsubj",
        f"sold sell VERB VBD _ 3 {clause}",
    )  # fmt: skip
    assert "ccomp(that, know, sell)" in found
    assert not any(one.startswith("csubj") for one in found)


def test_a_clause_before_a_passive_is_its_subject() -> None:
    """That she sold it is known."""
    found = of_rows(
        "That that SCONJ IN _ 3 mark", "she she PRON PRP _ 3 nsubj",
        "sold sell VERB VBD _ 5 csubj:pass", "is be AUX VBZ _ 5 aux:pass", "known know VERB VBN _ 0 root",
    )  # fmt: skip
    assert "csubj(know, sell, obj)" in found


@pytest.mark.parametrize(
    ("verb", "marks", "relation"),
    [
        ("looks look", ("like",), "ccomp(like, look, leak)"),
        ("seems seem", ("as", "if"), "ccomp(as_if, seem, leak)"),
        ("runs run", ("like",), "cmod(like, run, leak)"),
    ],
)
def test_it_looks_like_it_leaks(verb: str, marks: tuple[str, ...], relation: str) -> None:
    """Verbs of seeming take a clause with like or as if; others are modified by it."""
    last = 4 + len(marks)
    found = of_rows(
        "It it PRON PRP _ 2 nsubj", f"{verb} VERB VBZ _ 0 root",
        *(f"{mark} {mark} SCONJ IN _ {last} mark" for mark in marks),
        f"it it PRON PRP _ {last} nsubj", "leaks leak VERB VBZ VerbForm=Fin 2 advcl",
    )  # fmt: skip
    assert relation in found


@pytest.mark.parametrize(
    ("verb", "label", "relation"),
    [
        ("took take", "csubj", "ccomp(for, take, arrive)"),
        ("waited wait", "advcl", "ccomp(for, wait, arrive)"),
        ("stood stand-still", "advcl", "cmod(for, stand-still, arrive)"),
    ],
)
def test_the_type_of_an_infinitive_with_a_subject_is_for(
    verb: str, label: str, relation: str
) -> None:
    """It took hours, we waited, for the ferry to arrive; its conjunct has the same type."""
    found = of_rows(
        f"It it PRON PRP _ 2 {'expl' if label == 'csubj' else 'nsubj'}", f"{verb} VERB VBD _ 0 root",
        "for for SCONJ IN _ 7 mark", "the the DET DT _ 5 det", "ferry ferry NOUN NN _ 7 nsubj",
        "to to PART TO _ 7 mark", f"arrive arrive VERB VB VerbForm=Inf 2 {label}",
        "and and CCONJ CC _ 9 cc", "leave leave VERB VB VerbForm=Inf 7 conj",
    )  # fmt: skip
    assert {relation, relation.replace("arrive", "leave"), "ncsubj(arrive, ferry, _)"} <= found


@pytest.mark.parametrize(
    ("noun", "owner", "label"),
    [
        ("sake sake", "heaven heaven NOUN NN _ 5 nmod:poss", "ncmod"),
        ("years year", "two two NUM CD _ 5 nummod", "ncmod"),
        ("time time", "her her PRON PRP$ _ 5 nmod:poss", "iobj"),
        ("bread bread", "fresh fresh ADJ JJ _ 5 amod", "iobj"),
    ],
)
def test_an_adverb_made_of_a_preposition_and_a_noun_is_no_argument(
    noun: str, owner: str, label: str
) -> None:
    """Asked for heaven's sake, for two years; but: asked for her time, for fresh bread."""
    found = of_rows(
        "They they PRON PRP _ 2 nsubj", "asked ask VERB VBD _ 0 root", "for for ADP IN _ 5 case",
        owner, f"{noun} NOUN NN _ 2 obl",
    )  # fmt: skip
    assert f"{label}(for, ask, {noun.split()[1]})" in found


def test_the_object_left_in_a_prepositional_passive_is_the_first() -> None:
    """The goats were taken care of."""
    found = of_rows(
        "The the DET DT _ 2 det", "goats goat NOUN NNS _ 4 nsubj:pass", "were be AUX VBD _ 4 aux:pass",
        "taken take VERB VBN _ 0 root", "care care NOUN NN _ 4 obj", "of of ADP IN _ 4 obl",
    )  # fmt: skip
    assert found == {"ncsubj(take, goat, iobj)", "dobj(take, care, _)"}


@pytest.mark.parametrize("deps", ["", "1:conj|4:nsubj"])
def test_both_subjects_of_a_clause_without_a_verb(deps: str) -> None:
    """Pulse and temperature normal."""
    found = of_rows(
        f"Pulse pulse NOUN NN _ 4 nsubj {'4:nsubj' if deps else ''}",
        f"and and CCONJ CC _ 3 cc {'3:cc' if deps else ''}",
        f"temperature temperature NOUN NN _ 1 conj {deps}",
        f"normal normal ADJ JJ _ 0 root {'0:root' if deps else ''}",
    )
    assert found == {"ncsubj(normal, pulse, _)", "ncsubj(normal, temperature, _)"}


@pytest.mark.parametrize(
    ("tree", "relation"),
    [
        ("(S (NP-SBJ (PRP He)) (VP (VBZ is) (ADJP-PRD (JJ capable) (PP (IN of) (S (VP (VBG lying)))))))",
         "xcomp(of, capable, lie)"),
        ("(S (NP-SBJ (PRP He)) (VP (VBD saw) (NP (PRP$ its) (NN failure) (S (VP (TO to) (VP (VB pay)))))))",
         "xcomp(to, failure, pay)"),
        ("(S (NP-SBJ (PRP They)) (VP (VBD asked) (PP (IN for) (NP (NP (NN heaven) (POS 's)) (NN sake)))))",
         "ncmod(for, ask, sake)"),
        ("(S (NP-SBJ (NNS Goats)) (VP (VBD were) (VP (VBN taken) (NP (NN care)) (PP (IN of)))))",
         "dobj(take, care, _)"),
    ],
)  # fmt: skip
def test_trees_have_the_same_complements(tree: str, relation: str) -> None:
    """The lists serve both kinds of files."""
    assert relation in {str(one) for one in listed(gr(karat.read_text(tree)), 0)}
