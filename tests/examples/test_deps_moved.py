"""Trees to dependencies: phrases that hang elsewhere than where they stand, by traces and without."""

import pytest

import karat
from karat.model.layers import names_of
from karat.views.deps import deps

Link = tuple[str, str]


def linked(tree: str) -> dict[str, Link]:
    """Each word with its label and its head."""
    bank = deps(karat.read_text(tree))
    words = [word.decode() for word in bank.words(0)]
    edges = bank.layers["edges"]
    heads = [words[head] if head >= 0 else "" for head in edges["head"].tolist()]
    labels = names_of(bank.labels, edges["label"])
    return {word: (label, head) for word, label, head in zip(words, labels, heads, strict=True)}


def stripped(tree: str) -> str:
    """A tree without traces and indices; brackets that held nothing else are left out by the view."""
    found = karat.read_text(tree)
    from karat.formats.brackets import dumps
    from karat.views.nulls import without_nulls

    text = dumps(without_nulls(found))
    for index in "123":
        text = text.replace(f"-{index} ", " ")
    return text


RELATIVE = (
    "(NP (NP (DT the) (NN coat)) (SBAR (WHNP-1 (WDT that)) (S (NP-SBJ (NNP Nadia))"
    " (VP (VBD wore) (NP (-NONE- *T*-1))))))"
)
LONG_DISTANCE = (
    "(SBARQ (WHNP-1 (WP What)) (SQ (VBP do) (NP-SBJ (PRP you)) (VP (VB think) (SBAR (-NONE- 0)"
    " (S (NP-SBJ (PRP they)) (VP (VBD found) (NP (-NONE- *T*-1))))))) (. ?))"
)
STRANDED = (
    "(NP (NP (DT the) (NN man)) (SBAR (WHNP-1 (WP who)) (S (NP-SBJ (PRP she)) (VP (VBD waited)"
    " (PP (IN for) (NP (-NONE- *T*-1)))))))"
)
SUBJECT = (
    "(NP (NP (DT the) (NN man)) (SBAR (WHNP-1 (WP who)) (S (NP-SBJ (-NONE- *T*-1))"
    " (VP (VBD left)))))"
)


@pytest.mark.parametrize(
    ("tree", "expected"),
    [
        (RELATIVE, {"that": ("obj", "wore"), "wore": ("acl:relcl", "coat")}),
        (LONG_DISTANCE, {"What": ("obj", "found"), "found": ("ccomp", "think")}),
        (STRANDED, {"who": ("obl", "waited"), "for": ("case", "who")}),
        (SUBJECT, {"who": ("nsubj", "left")}),
    ],
)
def test_wh_phrases_hang_at_their_gap_with_and_without_traces(
    tree: str, expected: dict[str, Link]
) -> None:
    """Without traces the gap is where a subject, an object, or what follows a preposition is missing."""
    for one in (tree, stripped(tree)):
        found = linked(one)
        assert {word: found[word] for word in expected} == expected


def test_a_topicalised_clause_is_the_complement_of_its_verb() -> None:
    """``S-TPC`` is a ccomp where its trace is, before a subject or after the verb."""
    said = (
        "(S (S-TPC-1 (NP-SBJ (DT The) (NN road)) (VP (VBZ is) (ADJP-PRD (JJ closed)))) (, ,)"
        " (NP-SBJ (PRP she)) (VP (VBD said) (SBAR (-NONE- 0) (S (-NONE- *T*-1)))) (. .))"
    )
    found = linked(said)
    assert found["closed"] == ("ccomp", "said")
    assert found["said"] == ("root", "")
    assert linked(stripped(said))["closed"] == ("ccomp", "said")


def test_an_inverted_verb_phrase_makes_no_cycle() -> None:
    """*Excluded will be investments*: the participle is the root, the rest hangs on it."""
    found = linked(
        "(SINV (VP-TPC-1 (VBN Excluded)) (VP (MD will) (VP (VB be) (VP (-NONE- *T*-1))))"
        " (NP-SBJ (NNS investments)))"
    )
    assert found == {
        "Excluded": ("root", ""), "will": ("aux", "Excluded"), "be": ("aux:pass", "Excluded"),
        "investments": ("nsubj:pass", "Excluded"),
    }  # fmt: skip


def test_a_trace_inside_its_own_phrase_moves_nothing() -> None:
    """*It, he said, rained*: the quotation is around its own trace."""
    found = linked(
        "(S (S-1 (NP-SBJ (PRP It)) (PRN (, ,) (S (NP-SBJ (PRP he)) (VP (VBD said) (SBAR (-NONE- 0)"
        " (S (-NONE- *T*-1))))) (, ,)) (VP (VBD rained))))"
    )
    assert found["rained"] == ("root", "")
    assert found["said"] == ("parataxis", "rained")


def test_extraposed_and_shared_phrases() -> None:
    """``*ICH*`` puts a clause back, ``*RNR*`` gives a shared object to the first verb."""
    extraposed = linked(
        "(S (NP-SBJ (NP (DT A) (NN man)) (SBAR (-NONE- *ICH*-1))) (VP (VBD came) (SBAR-1"
        " (WHNP-2 (WP who)) (S (NP-SBJ (-NONE- *T*-2)) (VP (VBD sang))))))"
    )
    assert extraposed["sang"] == ("acl:relcl", "man")
    shared = linked(
        "(S (S (NP-SBJ (PRP We)) (VP (VBD cooked) (NP (-NONE- *RNR*-1)))) (CC and)"
        " (S (NP-SBJ (PRP they)) (VP (VBD ate) (NP (-NONE- *RNR*-1)))) (NP-1 (DT the) (NN soup)))"
    )
    assert shared["soup"] == ("obj", "cooked")


@pytest.mark.parametrize(
    "clause",
    [
        "(S (NP-SBJ (PRP him)) (VP (VB leave)))",
        "(S (NP-SBJ (PRP him)) (ADJP-PRD (JJ happy)))",
        "(S (NP-SBJ (PRP him)) (NP-PRD (DT a) (NN star)))",
        "(S (NP-SBJ (PRP him)) (VP (TO to) (VP (VB leave))))",
    ],
)
def test_the_subject_of_a_small_clause_is_an_object(clause: str) -> None:
    """*They made him leave, happy, a star*: him is obj, the rest xcomp."""
    found = linked(f"(S (NP-SBJ (PRP They)) (VP (VBD made) {clause}))")
    assert found["him"] == ("obj", "made")
    assert ("xcomp", "made") in found.values()


def test_the_subject_of_a_finite_clause_stays() -> None:
    """*She said he left*."""
    found = linked("(S (NP-SBJ (PRP She)) (VP (VBD said) (S (NP-SBJ (PRP he)) (VP (VBD left)))))")
    assert (found["he"], found["left"]) == (("nsubj", "left"), ("ccomp", "said"))


FREE = "(SBAR{} (WHNP{} (WP what)) (S (NP-SBJ (PRP he)) (VP (VBD saw){})))"


def test_free_relatives_and_questions() -> None:
    """With traces only NOM makes a free relative; without, a wh-word after a verb or preposition."""
    around = "(S (NP-SBJ (PRP She)) (VP (VBD ate) {}))"
    nom = around.format(FREE.format("-NOM", "-1", " (NP (-NONE- *T*-1))"))
    bare = around.format(FREE.format("", "", ""))
    for tree in (nom, bare):
        found = linked(tree)
        assert (found["what"], found["saw"]) == (("obj", "ate"), ("acl:relcl", "what"))
    question = linked(around.format(FREE.format("", "-1", " (NP (-NONE- *T*-1))")))
    assert (question["saw"], question["what"]) == (("ccomp", "ate"), ("obj", "saw"))
    when = linked(
        "(S (NP-SBJ (PRP She)) (VP (VBD left) (SBAR (WHADVP (WRB when)) (S (NP-SBJ (PRP he))"
        " (VP (VBD came))))))"
    )
    assert (when["came"], when["when"]) == (("advcl", "left"), ("advmod", "came"))


def test_gapping() -> None:
    """*Mary ordered tea, and Paul coffee*: the first part left over is the conjunct."""
    found = linked(
        "(S (S (NP-SBJ-1 (NNP Mary)) (VP (VBD ordered) (NP-2 (NN tea)))) (, ,) (CC and)"
        " (S (NP-SBJ=1 (NNP Paul)) (NP=2 (NN coffee))))"
    )
    assert found["Paul"] == ("conj", "ordered")
    assert found["coffee"] == ("orphan", "Paul")


def test_moving_never_leaves_a_bracket_empty() -> None:
    """The clause that holds nothing but the phrase keeps it, so no word becomes a second root."""
    found = linked(
        "(S (SBAR (WHNP-1 (WP who))) (NP-SBJ (PRP she)) (VP (VBD saw) (NP (-NONE- *T*-1))))"
    )
    assert [word for word, (label, _) in found.items() if label == "root"] == ["saw"]


def test_traces_belong_to_their_sentence() -> None:
    """A sentence hangs the same alone and after others, though all have the index 1."""
    said = (
        "(S (S-TPC-1 (NP-SBJ (NN rain)) (VP (VBD fell))) (, ,) (NP-SBJ (PRP she))"
        " (VP (VBD said) (SBAR (-NONE- 0) (S (-NONE- *T*-1)))))\n"
    )
    alone = deps(karat.read_text(said)).layers["edges"]["head"].tolist()
    several = deps(karat.read_text(said * 3)).layers["edges"]["head"].tolist()
    assert alone == [1, 4, 4, 4, -1]
    assert several == alone * 3


@pytest.mark.parametrize(
    ("tree", "word", "link"),
    [
        ("(SBARQ (WHADJP (WRB How) (JJ old)) (SQ (VBZ is) (NP (PRP he))) (. ?))", "old", ("root", "")),
        ("(SBARQ (WHADVP (WRB Where)) (SQ (VBZ is) (NP (PRP he))) (. ?))", "he", ("nsubj", "Where")),
        ("(SBARQ (WHADVP (WRB Why)) (SQ (VBZ is) (NP (PRP he)) (ADJP (JJ late))) (. ?))", "late",
         ("root", "")),
        ("(S (NP (PRP I)) (VP (VBP ask) (SBAR (WHADJP (WRB how) (JJ old)) (S (NP (PRP he)) (VP (VBZ is)))"
         ")))", "old", ("ccomp", "ask")),
        ("(S (NP (PRP It)) (VP (VBD was) (NP (NNP Ann)) (SBAR (WHNP (WP who)) (S (VP (VBD left))))))",
         "left", ("advcl:relcl", "Ann")),
        ("(S (NP (PRP I)) (VP (VBD told) (NP (NNP Ann)) (SBAR (WHNP (WP who)) (S (VP (VBD left))))))",
         "who", ("obj", "told")),
        ("(S (NP (PRP I)) (VP (VBP know) (SBAR (WHNP (WP who)))))", "who", ("ccomp", "know")),
        ("(S (`` ``) (SBARQ (WHADVP (WRB Where)) (SQ (VBP are) (NP (PRP you)) (VP (VBG going)))) (. ?)"
         " ('' '') (NP (PRP she)) (VP (VBD asked)))", "going", ("ccomp", "asked")),
        ("(S (S-TPC (VP (VB Sit))) (, ,) (NP (PRP she)) (VP (VBD said)))", "Sit", ("ccomp", "said")),
        ("(S (NP-TPC (DT That) (NN film)) (NP-SBJ (PRP I)) (VP (VBD hated)))", "film", ("obj", "hated")),
        ("(S (NP (JJ Last) (NN year)) (NP (NNS sales)) (VP (VBD rose)))", "year",
         ("obl:unmarked", "rose")),
        ("(S (NP (NNS Sailors)) (VP (VBN rescued)))", "Sailors", ("nsubj:pass", "rescued")),
        ("(NP (NP (DT a) (NN bus)) (SBAR (S (VP (TO to) (VP (VB catch))))))", "catch", ("acl", "bus")),
        ("(NP (NP (DT a) (NN key)) (SBAR (WHPP (IN with) (WHNP (WDT which))) (S (VP (TO to) (VP (VB cut)))"
         ")))", "cut", ("acl:relcl", "key")),
        ("(S (NP (PRP They)) (VP (VBD left) (UCP (ADVP (RB soon)) (CC and) (PP (IN in) (NP (NN haste))))))",
         "soon", ("advmod", "left")),
    ],
)  # fmt: skip
def test_constructions_that_text_seldom_has(tree: str, word: str, link: Link) -> None:
    """Questions with be, clefts, quoted questions, commands, topics, times before the subject, headlines."""
    assert linked(tree)[word] == link
