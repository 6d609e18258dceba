"""How each row of small sentences is marked, by hand, under every scheme."""

from collections.abc import Mapping

import pytest

import karat
from karat.analysis.picture import KINDS, SIGNS, Pair, Side
from karat.analysis.picture_of import Pairs
from karat.analysis.pictured import drawn_as, picture
from karat.engine.memory import outcome_of
from karat.model.bank import relabelled_pair
from karat.recognise.banks import listed
from karat.schemes import load, names, parse


def pair(gold: str, system: str, scheme: str) -> Pair:
    """The first sentence of two texts."""
    return picture(parse(scheme), karat.read_text(gold), {"x": karat.read_text(system)}, 1).pairs[0]


def rows(side: Side) -> list[str]:
    """The rows of a side as text: sign, label, and the words of each part."""
    return [
        " ".join([SIGNS[row.mark], row.label, *("_".join(side.words[a:b]) for a, b in row.parts)])
        for row in side.rows
    ]


def conllu(*lines: str) -> str:
    """A sentence of word, tag, head and label."""
    cells = [line.split() for line in lines]
    return "".join(
        f"{n}\t{word}\t_\t{tag}\t{tag}\t_\t{head}\t{label}\t_\t_\n"
        for n, (word, tag, head, label) in enumerate(cells, 1)
    ) + "\n"  # fmt: skip


GOLD = "(S (NP (DT the) (NN dog)) (VP (VBZ barks) (ADVP (RB now))) (. .))"
SYSTEM = "(S (NP (DT the)) (X (NN dog) (VBZ barks)) (ADVP (JJ now)) (NP (. .)))"
SAW = conllu("They PRP 2 nsubj", "saw VBD 0 root", "him PRP 2 obj", "today NN 2 obl", ". . 2 punct")
SAID = conllu("They PRP 2 nsubj", "saw VBD 0 root", "him DT 4 det", "today NN 2 obj", ". . 2 punct")


def test_every_scheme_has_a_picture() -> None:
    assert {load(name).picture for name in names()} == set(KINDS)
    assert str(drawn_as(parse("conll18"))) == "deps"
    assert str(drawn_as(parse("flat"))) == "flat"


def test_brackets() -> None:
    found = pair(GOLD, SYSTEM, "evalb")
    assert rows(found.gold) == [
        "= S the_dog_barks_now_.", "- NP the_dog", "- VP barks_now", "= ADVP now",
    ]  # fmt: skip
    assert rows(found.system) == [
        "= S the_dog_barks_now_.", "+ NP the", "x X dog_barks", "= ADVP now", "+ NP .",
    ]  # fmt: skip
    assert [row.parent for row in found.gold.rows] == [-1, 0, 0, 2]
    assert found.system.wrong_tags == {3}
    assert dict(found.counts) == {"matched": 2, "gold": 4, "system": 5, "crossing": 1}
    assert [round(value, 2) for measure, value in found.figures if measure.name == "recall"] == [
        0.5
    ]


def test_violated_only_if_the_scheme_counts_it() -> None:
    assert rows(pair(GOLD, SYSTEM, "flat").gold)[1:3] == ["X NP the_dog", "X VP barks_now"]


def test_what_was_not_compared_has_its_reason() -> None:
    """A deleted word, a bracket of which nothing is left, and a deleted bracket."""
    side = pair(f"(TOP {SYSTEM})", f"(TOP {SYSTEM})", "evalb(params=new)").gold
    assert side.left_out == {4: "deleted, DELETE_LABEL ."}
    assert [(row.label, row.why) for row in side.rows if row.why] == [
        ("TOP", "deleted, DELETE_LABEL TOP"), ("NP", "deleted, no word of it is left"),
    ]  # fmt: skip


def test_words_that_were_taken_out_before_are_at_their_places() -> None:
    """The rows are those of the redrawn tree; auxiliaries and full stops are back, as left out."""
    text = "(S (NP (PRP They)) (VP (MD may) (VP (VB see) (NP (DT a) (NN dog)))) (. .))"
    side = pair(text, text, "parseval").gold
    assert side.words == ["They", "may", "see", "a", "dog", "."]
    assert [*side.left_out] == [1, 5]
    assert rows(side) == ["= S They_may_see_a_dog", "= VP see_a_dog", "= NP a_dog"]


def test_null_elements_are_inside_their_brackets() -> None:
    """The empty bracket is not compared; it still has its null element."""
    gold = "(S (NP-SBJ-1 (NNS dogs)) (VP (VBP try) (S (NP-SBJ (-NONE- *-1)) (VP (TO to) (VB go)))))"
    side = pair(gold, gold, "flat").gold
    assert side.left_out == {2: "left out, null element"}
    assert rows(side)[3:5] == ["= S *-1_to_go", "· NP-SBJ *-1"]
    assert [row.why for row in side.rows if row.label == "NP-SBJ"] == [
        "dropped, holds no word, or only null elements"
    ]


def test_discontinuous_constituents_have_all_their_stretches() -> None:
    gold = "(S (VP (VB 0=is) (JJ 2=rich)) (NP (NN 1=John)))"
    side = pair(gold, gold, "discodop").gold
    assert rows(side) == ["= S is_John_rich", "= VP is rich", "= NP John"]
    assert side.words == ["is", "John", "rich"]


def test_local_rules_mark_their_constituents() -> None:
    found = pair("(S (NP (DT a) (NN b)) (VP (V c)))", "(S (NP (DT a) (NN b)) (X (V c)))", "rules")
    assert rows(found.gold) == ["- S a_b_c", "= NP a_b", "- VP c"]


def test_dependencies() -> None:
    """The dependent comes first; him has another head, today another label."""
    found = pair(SAW, SAID, "deps")
    assert rows(found.gold) == [
        "= nsubj They saw", "= root saw", "- obj him saw", "- obl today saw", "= punct . saw",
    ]  # fmt: skip
    assert rows(found.system)[2:4] == ["+ det him today", "+ obj today saw"]
    assert found.system.wrong_tags == {2}


def test_dependencies_without_punctuation() -> None:
    found = pair(SAW, SAID, "deps(punctuation=no)")
    for side in (found.gold, found.system):
        assert side.left_out == {4: "left out, punctuation"}
        assert len(side.rows) == 4


def test_the_shared_task_is_drawn_as_dependencies() -> None:
    gold, system = karat.read_text(SAW), karat.read_text(SAID)
    found = picture(parse("conll18"), gold, {"x": system}, 1)
    assert (found.kind, found.scheme, len(found.pairs[0].gold.rows)) == ("arcs", "deps", 5)


def test_links_between_chunks() -> None:
    gold = "(S (NP (DT the) (NN dog)) (VP (VBZ barks) (PP (IN at) (NP (DT the) (NN moon)))))"
    partial = "(NP (DT the) (NN dog)) (VP (VBZ barks) (PP (IN at) (NP (DT the) (NN moon))))"
    found = pair(gold, partial, "chunkdeps")
    assert rows(found.gold) == [
        "- link the_dog barks", "- root barks", "= link at_the_moon barks",
    ]  # fmt: skip
    assert rows(found.system) == ["= link at_the_moon barks"]


def test_relations_with_positions() -> None:
    """The type and the initial relation are part of the label; they and the head may be all there is."""
    found = pair(SAW, SAID, "gr")
    assert rows(found.gold) == ["= ncsubj They saw", "- dobj him saw", "- ncmod today saw"]
    passive = conllu("They PRP 3 nsubj:pass", "were VBD 3 aux:pass", "seen VBN 0 root")
    assert rows(pair(passive, passive, "gr").gold) == ["= ncsubj(obj) They seen"]


def test_relations_without_positions() -> None:
    """They are labels alone, as the file writes them."""
    found = pair("ncsubj(die, he, _)\ndobj(drop, it, _)", "ncsubj(die, she, _)", "gr")
    assert rows(found.gold) == ["- ncsubj(die, he, _)", "- dobj(drop, it, _)"]
    assert rows(found.system) == ["+ ncsubj(die, she, _)"]


def test_chunks() -> None:
    gold = "the DT B-NP\ndog NN I-NP\nbarks VBZ B-VP\n"
    found = pair(gold, gold.replace("I-NP", "B-NP").replace("NN", "JJ"), "chunks")
    assert rows(found.gold) == ["- NP the_dog", "= VP barks"]
    assert rows(found.system) == ["+ NP the", "+ NP dog", "= VP barks"]
    assert found.system.wrong_tags == {1}


def test_types_of_chunks_that_are_left_out() -> None:
    gold = "the DT B-NP\ndog NN I-NP\nbarks VBZ B-VP\n"
    side = pair(gold, gold, "chunks(types=NP)").gold
    assert rows(side) == ["= NP the_dog", "· VP barks"]
    assert side.rows[1].why == "left out by types=NP"


def test_tags_and_other_columns() -> None:
    found = pair(SAW, SAID, "tags")
    assert rows(found.gold)[1:3] == ["= VBD saw", "- PRP him"]
    assert rows(found.system)[1:3] == ["= VBD saw", "+ DT him"]
    assert rows(pair(SAW, SAID, "tags(column=deprel)").gold)[2] == "- obj him"


def test_constructions() -> None:
    gold = "(S (NP (NNS dogs)) (VP (VBP see) (NP (NP (NNS cats)) (PP (IN in) (NP (NN town))))))"
    system = "(S (NP (NNS dogs)) (VP (VBP see) (NP (NNS cats)) (PP (IN in) (NP (NN town)))))"
    found = pair(gold, system, "constructions(names=pp_modifier)")
    assert rows(found.gold) == ["- pp_modifier in_town cats"]
    assert rows(found.system) == ["+ pp_modifier in_town see"]


def test_names() -> None:
    """The name that gold calls a likely error is called so."""
    words = ["John gives Mary a flower"]
    gold = listed(
        words, core=[["dative-shift"]], errors=[["adjunct"]], phenomena=[["dative-shift"]]
    )
    system = listed(words, phenomena=[["dative-shift", "adjunct", "passive"]])
    found = picture(parse("phenomena"), gold, {"x": system}, 1).pairs[0]
    assert rows(found.gold) == ["= dative-shift"]
    assert sorted(rows(found.system)) == [
        "+ adjunct: a likely error",
        "+ passive",
        "= dative-shift",
    ]


def test_validity() -> None:
    found = pair("(S (N a) (N b))", "(S (N a) (X c))", "validity")
    assert rows(found.gold) == ["= whole: the answer is read as it is", "- dropped: b"]
    assert rows(found.system) == ["+ invented: c"]
    assert found.system.wrong_tags == frozenset()


@pytest.mark.parametrize("scheme", ["evalb", "deps(failed=drop)", "chunks(failed=drop)"])
def test_a_sentence_without_a_score(scheme: str) -> None:
    """No marks, the reason, and the first word that differs."""
    found = pair(GOLD, GOLD.replace("dog", "cat"), scheme)
    assert found.failure.startswith("different words: word 2 is 'dog' and 'cat'")
    assert (found.gold.odd, found.system.odd, found.figures) == (1, 1, ())
    assert {SIGNS[row.mark] for row in (*found.gold.rows, *found.system.rows)} <= {" "}


def test_aligned_sentences() -> None:
    """Both sides have the words of the finer cut; the span over cannot is matched."""
    gold = "(S (NP (PRP I)) (VP (MD can) (RB not) (VP (VB go))))"
    system = "(S (NP (PRP I)) (VP (MD cannot) (VP (VB go))))"
    found = pair(gold, system, "flat")
    assert (found.aligned, found.failure) == (True, "")
    assert found.gold.words == found.system.words == ["I", "can", "not", "go"]
    assert rows(found.system) == ["= S I_can_not_go", "= NP I", "= VP can_not_go", "= VP go"]


def test_any_sentence_of_a_long_outcome(subtests: pytest.Subtests) -> None:
    """The pairs of a whole file are those of its sentences one by one."""
    cases: Mapping[str, tuple[list[str], list[str]]] = {
        "evalb(failed=align)": ([GOLD, SYSTEM, GOLD], [SYSTEM, GOLD.replace("dog", "do g"), ""]),
        "parseval": ([GOLD, SYSTEM], [SYSTEM, GOLD]),
        "deps": ([SAW, SAW], [SAID, SAW]),
        "gr": ([SAW, SAW], [SAW, SAID]),
    }
    for text, (golds, systems) in cases.items():
        with subtests.test(text):
            scheme = parse(text)
            join = "".join if golds[0] == SAW else "\n".join
            gold, system = relabelled_pair(*map(karat.read_text, (join(golds), join(systems))))
            pairs = Pairs(scheme, outcome_of(gold, system, scheme), "x")
            for number in range(len(gold)):
                alone = picture(scheme, gold, {"x": system}, number + 1).pairs[0]
                assert pairs.pair(number) == alone


def test_the_names_of_sentences() -> None:
    bank = karat.read_text(f"# sent_id = a-1\n# text = x\n{SAW}{SAID}")
    assert [picture(parse("deps"), bank, {"x": bank}, n).id for n in (1, 2)] == ["a-1", ""]


def test_no_such_sentence() -> None:
    bank = karat.read_text(SAW)
    with pytest.raises(karat.UsageError, match="there is no sentence 2: gold has 1"):
        picture(parse("deps"), bank, {"x": bank}, 2)


def test_a_sentence_is_drawn_alike_alone_and_beside_aligned_ones() -> None:
    """Words that were erased from an aligned sentence are not words of another one."""
    plain = "(S (NP (DT the) (NN dog)) (VP (VBZ barks)) (. .))"
    gold, other = (
        "(S (NP (NNP D.C.)) (VP (VBZ barks)) (. !))",
        "(S (NP (NNP D) (. .) (NNP C.)) (VP (VBZ barks)) (. !))",
    )
    banks = relabelled_pair(
        karat.read_text(f"{plain}\n{gold}\n"), karat.read_text(f"{plain}\n{other}\n")
    )
    scheme = parse("parseval")
    pairs = Pairs(scheme, outcome_of(*banks, scheme), "x")
    assert pairs.pair(1).aligned
    for at, (ours, theirs) in enumerate(((plain, plain), (gold, other))):
        alone = pair(ours, theirs, "parseval")
        assert pairs.pair(at).system.words == alone.system.words
        assert pairs.pair(at).system.left_out == alone.system.left_out
