"""Chunks of trees and of dependencies, and how they are scored."""

import pytest

import karat
from karat.comparison.layers import derived_first
from karat.model.bank import Bank
from karat.model.errors import InputError
from karat.model.layers import names_of, table
from karat.schemes import parse
from karat.views.chunks import chunks_of


def chunks(bank: Bank) -> str:
    """The chunks of the first sentence in brackets."""
    layer = chunks_of(bank)
    rows = layer.rows(0)
    words = [word.decode() for word in bank.words(0)]
    found = zip(
        layer["start"][rows].tolist(), layer["end"][rows].tolist(),
        names_of(bank.labels, layer["label"][rows]), strict=True,
    )  # fmt: skip
    return " ".join(f"[{label} {' '.join(words[start:end])}]" for start, end, label in found)


def of_tree(tree: str) -> str:
    """The chunks of a tree."""
    return chunks(karat.read_text(tree))


def of_deps(*rows: str) -> str:
    """The chunks of words given as form, tag, head, label."""
    lines = []
    for i, row in enumerate(rows, 1):
        form, upos, head, label = row.split()
        lines.append("\t".join([str(i), form, "_", upos, "_", "_", head, label, "_", "_"]) + "\n")
    return chunks(karat.read_text("".join(lines) + "\n"))


def test_noun_chunks_end_with_their_head() -> None:
    """What follows it is not in the chunk; modifiers before it are, whatever they are made of."""
    tree = (
        "(NP (NP (DT the) (ADJP (RB very) (JJ old)) (QP (CD two)) (NNS men))"
        " (PP (IN in) (NP (NN town))) (SBAR (WHNP (WP who)) (S (VP (VBD left)))))"
    )
    assert of_tree(tree) == "[NP the very old two men] [PP in] [NP town] [NP who] [VP left]"


def test_possessives_begin_a_chunk() -> None:
    """'s goes with what is possessed, or stands alone."""
    tree = "(NP (NP (DT the) (NN dog) (POS 's)) (JJ big) (NN bone))"
    assert of_tree(tree) == "[NP the dog] [NP 's big bone]"
    assert of_tree("(S (NP (NNP Ann) (POS 's)) (VP (VBZ is)))") == "[NP Ann] [NP 's] [VP is]"


def test_verb_chunks_go_through_infinitives() -> None:
    """To, auxiliaries and the adverbs between are in; those at either end are chunks of their own."""
    tree = (
        "(S (NP (PRP He)) (ADVP (RB now)) (VP (VBZ has) (ADVP (RB long)) (VP (VBN wanted)"
        " (S (VP (TO to) (VP (VB leave) (ADVP (RB early))))))) (. .))"
    )
    assert of_tree(tree) == "[NP He] [ADVP now] [VP has long wanted to leave] [ADVP early]"
    tree = "(S (NP (PRP I)) (VP (VBP want) (S (NP (PRP him)) (VP (TO to) (VP (VB go))))))"
    assert of_tree(tree) == "[NP I] [VP want] [NP him] [VP to go]"


def test_coordination_and_punctuation_are_outside() -> None:
    """Unless they stand inside a phrase of words."""
    assert of_tree("(NP (NP (NNS cats)) (CC and) (NP (NNS dogs)) (. .))") == "[NP cats] [NP dogs]"
    assert of_tree("(NP (NNS cats) (CC and) (NNS dogs) (, ,))") == "[NP cats and dogs]"


def test_dependencies() -> None:
    """Heads with what stands before them; case, mark and copula are chunks of their own."""
    assert of_deps(
        "the DET 3 det", "old ADJ 3 amod", "men NOUN 6 nsubj", "will AUX 6 aux", "soon ADV 6 advmod",
        "be VERB 0 root", "in ADP 8 case", "town NOUN 6 obl", ". PUNCT 6 punct",
    ) == "[NP the old men] [VP will soon be] [PP in] [NP town]"  # fmt: skip
    assert of_deps(
        "Ann PROPN 3 nmod:poss", "'s PART 1 case", "dog NOUN 6 nsubj", "has AUX 6 aux",
        "been AUX 6 cop", "happy ADJ 0 root",
    ) == "[NP Ann] [NP 's dog] [VP has been] [ADJP happy]"  # fmt: skip
    assert of_deps(
        "He PRON 2 nsubj", "wants VERB 0 root", "to PART 4 mark", "give VERB 2 xcomp",
        "up ADP 4 compound:prt", "that SCONJ 7 mark", "rains VERB 4 ccomp",
    ) == "[NP He] [VP wants to give] [PRT up] [SBAR that] [VP rains]"  # fmt: skip


def test_conjunctions_of_several_words() -> None:
    """Are chunks; *and* is none."""
    assert of_deps(
        "cats NOUN 0 root", "as ADV 5 cc", "well ADV 2 fixed", "as ADP 2 fixed", "dogs NOUN 1 conj",
        "and CCONJ 7 cc", "fish NOUN 1 conj",
    ) == "[NP cats] [CONJP as well as] [NP dogs] [NP fish]"  # fmt: skip


def test_a_circle_of_heads_is_a_fault_and_no_loop() -> None:
    """The sentence fails, the next one is scored."""
    rows = (("a", 2), ("b", 3), ("c", 1))
    circle = "".join(
        f"{i}\t{w}\t_\tNOUN\t_\t_\t{h}\tflat\t_\t_\n" for i, (w, h) in enumerate(rows, 1)
    )
    fine = "1\ta\t_\tNOUN\t_\t_\t0\troot\t_\t_\n"
    text = f"{circle}\n{fine}\n"
    for scheme in ("chunks", "chunkdeps", "constructions"):
        found = karat.score("(NP (NN a) (NN b) (NN c))\n(NP (NN a))\n", text, scheme)
        assert found.sentences == {"total": 2, "scored": 1, "failed": 1, "aligned": 0}
        assert found.recall < 1
        assert found.precision == 1


TREE = "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))\n"


def test_any_two_kinds_of_file_can_be_compared() -> None:
    """Trees against columns: the same words are enough."""
    columns = "the DT B-NP\ndog NN I-NP\nbarks VBZ B-NP\n"
    found = karat.score(TREE, columns, "chunks")
    assert (found.recall, found.precision) == (0.5, 0.5)
    assert karat.score(TREE, columns, "chunks(labelled=no)").f1 == 1
    assert karat.score(TREE, columns, "chunks(types=NP)").counts["system"] == 2
    assert karat.score(TREE, columns, "chunks(types=NP)").recall == 1


def test_a_sentence_with_other_words_fails() -> None:
    """Its gold is missed, and it is said why."""
    found = karat.score(
        TREE + TREE, TREE + "(S (NP (DT a) (NN dog)) (VP (VBZ barks)))", "chunks(failed=empty)"
    )
    assert found.sentences == {"total": 2, "scored": 1, "failed": 1}
    assert (found.counts["gold"], found.counts["system"], found.counts["matched"]) == (4, 2, 2)
    assert "'the' and 'a'" in found.failures[0].detail
    with pytest.raises(InputError, match="different words"):
        karat.score(TREE, "(S (X a) (X b) (X c))", "chunks(failed=abort)")


def test_beta() -> None:
    """β = 2: 5 P R / (4 P + R), with P = 1/3 and R = 1/2."""
    gold = "a T B-NP\nb T B-NP\nc T O\n"
    system = "a T B-NP\nb T B-VP\nc T B-VP\n"
    found = karat.score(gold, system, "chunks(beta=2)")
    assert abs(found.f1 - 5 * (1 / 3) * (1 / 2) / (4 / 3 + 1 / 2)) < 1e-12


def test_relations_have_no_chunks() -> None:
    """A file of grammatical relations is refused, not scored as if all were missed."""
    relations = karat.read_text("dogs bark\nncsubj(bark, dogs, _)\n", format="gr")
    with pytest.raises(
        InputError, match="grammatical relations but no chunks; chunks needs chunks, or"
    ):
        karat.score("(S (NP (NNS dogs)) (VP (VBP bark)))", relations, "chunks")


def test_a_word_that_gold_lacks_between_two_chunks() -> None:
    """Chunks keep their ends: gold's two are found, and the one of the invented word is spurious."""
    gold = "dogs NNS B-NP\nbark VBP B-VP\n"
    system = "dogs NNS B-NP\noften RB B-ADVP\nbark VBP B-VP\n"
    found = karat.score(gold, system, "chunks")
    assert [found.counts[name] for name in ("gold", "system", "matched")] == [2, 3, 2]
    back = karat.score(system, gold, "chunks")
    assert [back.counts[name] for name in ("gold", "system", "matched")] == [3, 2, 2]


@pytest.mark.parametrize("scheme", ["chunks", "chunkdeps", "deps", "tags"])
def test_a_sentence_without_a_parse(scheme: str) -> None:
    """It is missing, which is another thing than fewer words."""
    system = karat.read_text(f"\n{TREE}", layout="lines")
    found = karat.score(TREE + TREE, system, f"{scheme}(failed=empty)")
    assert found.reasons == {"no system parse": 1}
    assert found.failures[0].sentence == 1


@pytest.mark.parametrize("label", ["NP-SBJ=1", "NP=1-SBJ", "NP=1", "NP-1"])
def test_functions_and_indices_are_no_part_of_a_label(label: str) -> None:
    """Whichever comes first."""
    gold = TREE.replace("(NP", f"(NP (NP (NN x)) ({label}", 1).replace("dog))", "dog)))", 1)
    assert gold != TREE
    for scheme in ("evalb", "discodop"):
        assert karat.score(gold, gold.replace(label, "NP"), scheme).f1 == 1


def test_links_are_used_for_dependencies_and_trees_for_the_rest() -> None:
    """A file of Link Grammar has both; no view understands its labels."""
    bank = karat.read_text("(S (NP (NN dog)) (VP (VBZ barks)))")
    row = "1\tdog\t_\tX\t_\t_\t2\tSs\t_\t_\n2\tbarks\t_\tX\t_\t_\t0\troot\t_\t_\n\n"
    edges = karat.read_text(row).relabelled(bank.labels).layers["edges"]
    both = bank.with_layers(
        edges=edges, links=table([[(0, 1, b"Ss")]], "left right label", bank.labels)
    )
    kept, _ = derived_first(parse("deps"), both)
    assert {"edges", "links"} <= kept.layers.keys()
    other, notes = derived_first(parse("chunks"), both)
    assert not {"edges", "links"} & other.layers.keys()
    assert [note for note, _ in notes] == ["the system's chunks are derived from its trees"]


def test_features_of_words_beside_other_words() -> None:
    """The words that both have keep their features: those of bark differ, and loudly is not there."""
    row = "{}\t{}\t_\tX\t_\t{}\t0\troot\t_\t_\n"
    ours = ("dogs", "Number=Plur"), ("bark", "Tense=Pres"), ("loudly", "_"), ("here", "Case=X")
    theirs = (
        ("dogs", "Number=Plur"),
        ("bark", "Tense=Past"),
        ("big", "Number=Plur"),
        ("here", "Case=X"),
    )
    gold, system = (
        "".join(row.format(at, *one) for at, one in enumerate(side, 1)) + "\n"
        for side in (ours, theirs)
    )
    found = karat.score(gold, system, "tags(column=feats)")
    assert (found.counts["gold"], found.counts["matched"]) == (4, 2)


def test_verb_chunks_of_dependencies_go_on_as_those_of_trees() -> None:
    """An infinitive of be goes with the verb above it, and its predicate with neither; so do bare verbs."""
    assert (
        of_deps(
            "She PRON 2 nsubj", "hopes VERB 0 root", "to PART 6 mark", "be AUX 6 cop",
            "a DET 6 det", "doctor NOUN 2 xcomp",
        )
        == "[NP She] [VP hopes to be] [NP a doctor]"
    )  # fmt: skip
    assert (
        of_deps(
            "He PRON 2 nsubj", "stopped VERB 0 root", "helping VERB 2 xcomp", "feed VERB 3 xcomp"
        )
        == "[NP He] [VP stopped helping feed]"
    )


def test_words_of_dependencies_that_stand_beside_a_phrase() -> None:
    """An interjection is a chunk; with before a clause is a preposition; a dash between numbers is none."""
    assert (
        of_deps(
            "Well INTJ 3 discourse", "she PRON 3 nsubj", "fled VERB 0 root", "with SCONJ 7 mark",
            "the DET 6 det", "door NOUN 7 nsubj", "open ADJ 3 advcl",
        )
        == "[INTJ Well] [NP she] [VP fled] [PP with] [NP the door] [ADJP open]"
    )  # fmt: skip
    assert (
        of_deps("in ADP 2 case", "1909 NUM 0 root", "– SYM 4 case", "1910 NUM 2 nmod")
        == "[PP in] [NP 1909 – 1910]"
    )
