"""A system's sentences laid over gold's: what becomes of words, trees, dependencies and the rest."""

from dataclasses import replace

import numpy as np
import pytest

import karat
from karat.comparison.laid_over import Laid, laid_over
from karat.comparison.sentence_texts import spelt_sentences
from karat.comparison.standing import Sum, at_their_places, standing
from karat.model.bank import Bank
from karat.model.errors import InputError
from karat.model.gr import Gr
from karat.model.gr import table as gr_table
from karat.model.labels import BOUNDARY
from karat.model.layers import table

DOG = "(S (NP (DT the) (NN dog)) (VP (VBZ barks)) (. .))"
CAT = "(S (NP (PRP it)) (VP (VBZ sleeps)) (. .))"
RAIN = "(S (NP (NN rain)) (VP (VBZ falls)) (. .))"


def trees(*lines: str) -> Bank:
    return karat.read_text("".join(f"{line}\n" for line in lines), layout="lines")


def laid(gold: Bank, system: Bank) -> Laid:
    return laid_over(gold, system.relabelled(gold.labels))


def words(bank: Bank) -> list[str]:
    """The words of each sentence; a boundary word is written as |."""
    return [b" ".join(bank.words(at)).replace(BOUNDARY, b"|").decode() for at in range(len(bank))]


def conllu(*sentences: str) -> Bank:
    """Sentences of words that are written form~head~label, or form~head~label~deps."""
    lines = []
    for sentence in sentences:
        for number, word in enumerate(sentence.split(), 1):
            form, head, label, deps = [*word.split("~"), "_"][:4]
            lines.append(f"{number}\t{form}\t{form}\tX\t_\t_\t{head}\t{label}\t{deps}\t_")
        lines.append("")
    return karat.read_text("\n".join(lines) + "\n", format="conllu")


def test_split() -> None:
    """The trees of both sentences are in one, with their own parents."""
    found = laid(trees(f"(S {DOG} {CAT})", RAIN), trees(DOG, CAT, RAIN))
    assert words(found.system) == ["the dog barks . it sleeps .", "rain falls ."]
    assert found.system.spans(0) == [
        (0, 4, b"S"), (0, 2, b"NP"), (2, 3, b"VP"), (4, 7, b"S"), (4, 5, b"NP"), (5, 6, b"VP"),
    ]  # fmt: skip
    assert found.system.parent.tolist() == [-1, 0, 0, -1, 3, 3, -1, 0, 0]
    ((note, _),) = found.notes()
    assert note.endswith("laid over gold's by their text: 1 split; the first is gold's sentence 1")


def test_merged() -> None:
    """What crosses gold's boundary ends after a word that gold does not have."""
    found = laid(trees(DOG, CAT, RAIN), trees(f"(S {DOG} {CAT})", RAIN)).system
    assert words(found) == ["the dog barks . |", "it sleeps .", "rain falls ."]
    assert found.spans(0) == [(0, 5, b"S"), (0, 4, b"S"), (0, 2, b"NP"), (2, 3, b"VP")]
    assert found.spans(1) == trees(CAT).spans(0)
    assert found.parent.tolist() == [-1, 0, 1, 1, -1, 0, 0, -1, 0, 0]
    assert found.tags(0) == [b"DT", b"NN", b"VBZ", b".", b""]


def test_word_across_the_boundary() -> None:
    """It goes where it begins, and is not seen, so that it matches no word there."""
    found = laid(
        trees("(S (N dogs) (V bark))", "(S (N cats) (V sleep))"),
        trees("(S (N dogs) (V barkcats) (V sleep))"),
    )
    assert words(found.system) == ["dogs | |", "sleep"]


def test_attachment_of_a_word_across_the_boundary() -> None:
    """The system's .-- is neither gold's full stop nor its dash, as in the CoNLL 2018 shared task."""
    gold = conllu("dogs~2~nsubj bark~0~root .~2~punct", "--~2~punct cats~3~nsubj sleep~0~root")
    system = conllu("dogs~2~nsubj bark~0~root .--~2~punct cats~5~nsubj sleep~2~parataxis")
    score = karat.score(gold, system, "deps(failed=align)")
    # dogs, bark and cats have the right head; sleep hangs on a word of another sentence.
    assert (score.counts["gold"], score.counts["system"], score.counts["unlabelled"]) == (6, 5, 3)


def test_missing_and_extra() -> None:
    """An extra sentence is added to the one before it, or to the first."""
    found = laid(trees(DOG, CAT, RAIN), trees(RAIN))
    assert words(found.system) == ["", "", "rain falls ."]
    assert "2 missing; the first is gold's sentence 1" in found.notes()[0][0]
    extra = "(S (UH hello) (. !))"
    assert words(laid(trees(DOG, RAIN), trees(DOG, extra, RAIN)).system) == [
        "the dog barks . hello !", "rain falls .",
    ]  # fmt: skip
    found = laid(trees(DOG, RAIN), trees(extra, DOG, RAIN))
    assert words(found.system) == ["hello ! the dog barks .", "rain falls ."]
    assert "1 extra; the first is the system's sentence 1" in found.notes()[0][0]


def test_no_parse_stays_in_its_place() -> None:
    found = laid(trees(DOG, CAT, RAIN), trees("", CAT))
    assert words(found.system) == ["", "it sleeps .", ""]


def test_faults_stay() -> None:
    """A sentence that cannot be read keeps its place, its fault and its line."""
    system = trees(CAT, "(S (NP (NN rain)", DOG)
    found = laid(trees(DOG, CAT, RAIN, DOG), system).system
    assert found.fault.astype(bool).tolist() == [False, False, True, False]
    error = found.error(2)
    assert error is not None
    assert error.line == 2


def test_heads() -> None:
    """Heads move with their words; a head in another sentence is the boundary word."""
    gold = conllu("dogs~2~nsubj bark~0~root", "cats~2~nsubj sleep~0~root")
    found = laid(gold, conllu("dogs~2~nsubj bark~0~root cats~4~nsubj sleep~2~conj")).system
    edges = found.layers["edges"]
    assert words(found) == ["dogs bark", "cats sleep |"]
    assert [edges["head"][edges.rows(at)].tolist() for at in (0, 1)] == [[1, -1], [1, 2, -2]]
    back = laid(conllu("dogs~2~nsubj bark~0~root cats~4~nsubj sleep~2~conj"), gold).system
    assert back.layers["edges"]["head"].tolist() == [1, -1, 3, -1]


def test_enhanced_graphs() -> None:
    """The numbers in DEPS are those of the new sentence."""
    from karat.model.enhanced import heads_and_labels

    gold = conllu("dogs~2~nsubj bark~0~root", "cats~2~nsubj sleep~0~root")
    one = "dogs~2~nsubj~2:nsubj|4:nsubj bark~0~root~0:root cats~4~nsubj~4:nsubj sleep~2~conj~2:conj"
    found = laid(gold, conllu(one)).system
    assert words(found) == ["dogs bark |", "cats sleep |"]
    assert heads_and_labels(found) == [
        [(1, "nsubj"), (2, "nsubj")], [(-1, "root")], [], [(1, "nsubj")], [(2, "conj")], [],
    ]  # fmt: skip


def test_chunks() -> None:
    gold = karat.read_text("dogs NN B-NP\nbark VB B-VP\n\ncats NN B-NP\nsleep VB B-VP\n\n")
    system = karat.read_text("dogs NN B-NP\nbark VB B-VP\ncats NN I-VP\nsleep VB B-VP\n\n")
    chunks = laid(gold, system).system.layers["chunks"]
    assert chunks.offset.tolist() == [0, 2, 3]
    assert [chunks[name].tolist() for name in ("start", "end")] == [[0, 1, 1], [1, 3, 2]]


def test_discontinuous_trees() -> None:
    """The words of a constituent with a gap; those in the next sentence are one boundary word."""
    gold = trees("(S (A 0=is) (B 1=he) (C 2=rich))", "(S (D 0=or) (E 1=not))")
    system = trees("(S (VP (A 0=is) (C 2=rich) (D 3=or) (E 4=not)) (NP (B 1=he)))")
    found = laid(gold, system).system
    assert words(found) == ["is he rich |", "or not"]
    assert found.spans(0) == [(0, 4, b"S"), (0, 4, b"VP"), (1, 2, b"NP")]
    layer = found.layers["yields"]
    assert list(layer.each(0, "span", "position")) == [(1, 0), (1, 2), (1, 3)]


def test_null_elements_do_not_count() -> None:
    gold = trees(DOG, "(S (NP (-NONE- *T*-1)) (VP (VBZ sleeps)))", RAIN)
    assert words(laid(gold, trees("(S (VBZ sleeps))", RAIN)).system) == [
        "",
        "sleeps",
        "rain falls .",
    ]


def test_relations_without_words_are_refused() -> None:
    """Without words nothing says which sentences belong together."""
    gold = karat.read_text("dobj(see, dog, _)\n\nncsubj(bark, dog, _)\n\n")
    more = karat.read_text("dobj(see, dog, _)\n\nncsubj(bark, dog, _)\n\ndobj(see, cat, _)\n\n")
    with pytest.raises(InputError, match="3 sentences, but"):
        laid(gold, more)
    assert len(laid(more, gold).system) == 3


def test_at_their_places() -> None:
    """Other words in a sentence are not another place; a word over the boundary is."""
    gold = trees(DOG, CAT, RAIN)
    assert at_their_places(gold, trees(DOG, "", RAIN.replace("rain", "snow")))
    assert not at_their_places(gold, trees(CAT, RAIN, DOG))
    assert not at_their_places(gold, trees(DOG, CAT))
    moved = trees(DOG.replace(" (. .)", ""), CAT.replace("(S ", "(S (. .) "), RAIN)
    assert not at_their_places(gold, moved)
    assert words(laid(gold, moved).system)[:2] == ["the dog barks . |", "it sleeps ."]


def test_the_same_sentences_are_not_touched() -> None:
    gold = trees(DOG, CAT)
    system = trees(DOG, CAT.replace("it", "he")).relabelled(gold.labels)
    found = laid_over(gold, system)
    assert found.system is system
    assert found.notes() == ()
    assert np.array_equal(found.system.parent, system.parent)


@pytest.mark.parametrize(
    ("scheme", "most"),
    [
        ("evalb", 1),
        ("flat", 1),
        ("parseval", 1),
        ("leafancestor", 1),
        ("discodop", 1),
        ("rules", 2),
    ],
)
def test_a_constituent_over_the_boundary_never_matches(scheme: str, most: int) -> None:
    """The system has no S that ends with gold's first sentence, and no scheme finds one.

    The system has the rule S → NP VP, but not VP → VBZ.
    """
    from karat.comparison.layers import compare
    from karat.schemes import parse

    gold = trees(DOG.replace(" (. .)", ""), CAT)
    merged = f"(S (NP (DT the) (NN dog)) (VP (VBZ barks) {CAT}))"
    system = laid(gold, trees(merged)).system
    assert words(system)[0] == "the dog barks |"
    outcome = compare(parse(f"{scheme}(failed=align)"), gold.labels)(gold, system)
    hits = outcome.gold_hit[: outcome.gold.offset[1]].tolist()
    assert sum(hits) <= most


def test_relations_with_places() -> None:
    """A relation goes where its first word is; a word elsewhere becomes the boundary word."""
    gold = trees("(S (N dogs) (V bark))", "(S (N cats) (V sleep))")
    system = trees("(S (N dogs) (V bark) (N cats) (V sleep))").relabelled(gold.labels)
    rows = [
        Gr("ncsubj", head="bark", dependent="dogs", head_at=1, dependent_at=0),
        Gr("conj", head="sleep", dependent="bark", head_at=3, dependent_at=1),
        Gr("ncsubj", head="sleep", dependent="cats", head_at=3, dependent_at=2),
    ]
    found = laid(gold, system.with_layers(gr=gr_table(gold.labels, [rows])))
    layer = found.system.layers["gr"]
    assert list(layer.each(0, "head_at", "dependent_at")) == [(1, 0), (2, 1)]
    assert list(layer.each(1, "head_at", "dependent_at")) == [(1, 0)]
    assert words(found.system) == ["dogs bark |", "cats sleep"]
    assert len(found.notes()) == 1


def test_relations_without_places() -> None:
    """All relations of merged sentences are in the first, and a note says so."""
    gold = trees("(S (N dogs) (V bark))", "(S (N cats) (V sleep))")
    system = trees("(S (N dogs) (V bark) (N cats) (V sleep))").relabelled(gold.labels)
    table = gr_table(gold.labels, [[Gr("ncsubj", head="bark"), Gr("ncsubj", head="sleep")]])
    plain = {name: column for name, column in table.columns.items() if not name.endswith("_at")}
    found = laid(gold, system.with_layers(gr=replace(table, columns=plain)))
    assert found.system.layers["gr"].offset.tolist() == [0, 2, 2]
    assert found.notes()[1] == (
        "the system's relations have no places, so all are counted for the first of merged sentences",
        2,
    )


@pytest.mark.parametrize(("place", "before"), [(0, 0), (1, 0), (2, 1), (3, 2)])
def test_an_extra_sentence_counts_with_the_one_before_it(place: int, before: int) -> None:
    """Its two brackets match nothing; at the beginning they count with the first sentence."""
    gold = [f"(S (NP (N a{n})) (V b{n}))" for n in range(3)]
    system = [*gold[:place], "(S (NP (N x) (N y)) (V z))", *gold[place:]]
    score = karat.score("\n".join(gold), "\n".join(system), "evalb(failed=align)")
    counts = [(row["gold"], row["system"], row["matched"]) for row in score.rows()]
    assert counts == [(2, 4 if n == before else 2, 2) for n in range(3)]


def test_sentences_that_stand_elsewhere_are_counted() -> None:
    """Gold's first sentence comes last in the system: missing in one place, extra in the other."""
    snow = RAIN.replace("rain", "snow")
    found = laid(trees(DOG, CAT, RAIN, snow), trees(CAT, RAIN, snow, DOG))
    (laid_note, elsewhere) = found.notes()
    assert laid_note[0].endswith("1 missing, 1 extra; the first is gold's sentence 1")
    assert elsewhere == (
        "1 of gold's sentences stand elsewhere in the system's file, where they do not count; "
        "put them in gold's order",
        0,
    )


def test_the_same_text_in_other_sentences_stands_in_its_place() -> None:
    """Both sides have a sentence that says *dogs bark*, but not at the same place of the same text."""
    dogs, cats = "(S (N dogs) (V bark))", "(S (N cats) (V sleep))"
    both = f"(X (S (N snow) (V falls)) {dogs})"
    gold, system = (
        trees(dogs, cats, both),
        trees(f"(X {dogs} {cats})", "(S (N snow) (V falls))", dogs),
    )
    ((said, _),) = laid(gold, system).notes()
    assert said.endswith("2 merged, 1 split; the first is gold's sentence 1")


def test_an_invented_word_at_the_end_is_a_word() -> None:
    """Nothing of gold follows, so it reaches over no boundary."""
    gold = trees("(S (N dogs) (V bark))", "(S (N cats) (V sleep))")
    system = trees("(X (S (N dogs) (V bark)) (S (N cats) (V sleep) (R soundly)))")
    assert words(laid(gold, system).system) == ["dogs bark |", "cats sleep soundly"]


def test_a_token_over_the_boundary_behind_other_words() -> None:
    """The system has one word for gold's first two; de is gold's fourth word, in the second sentence."""
    row = "{}\t{}\t_\tX\t_\t_\t{}\tdep\t_\t_\n"

    def text(*rows: tuple[object, str, object]) -> str:
        return "".join(row.format(*one) for one in rows) + "\n"

    gold = karat.read_text(
        text((1, "la", 3), (2, "bas", 3), (3, "chat", 0)) + text((1, "de", 2), (2, "moi", 0))
    )
    system = text(
        (1, "labas", 2), ("2-3", "chatde", "_"), (2, "chat", 0), (3, "de", 4), (4, "moi", 2)
    )
    found = laid(gold, karat.read_text(system)).system
    assert words(found) == ["labas chat", "de moi |"]


def test_empty_nodes_move_with_the_word_before_them() -> None:
    """2.1 stays behind bark, and 4.1 is behind the second word of its new sentence."""
    row = "{}\t{}\t_\tX\t_\t_\t{}\t{}\t_\t_\n"
    rows = (
        (0.1, "_", "_", "_"), (1, "dogs", 2, "nsubj"), (2, "bark", 0, "root"), (2.1, "_", "_", "_"),
        (3, "cats", 4, "nsubj"), (4, "sleep", 2, "conj"), (4.1, "_", "_", "_"),
    )  # fmt: skip
    system = karat.read_text("".join(row.format(*one) for one in rows) + "\n")
    gold = conllu("dogs~2~nsubj bark~0~root", "cats~2~nsubj sleep~0~root")
    layer = laid(gold, system).system.layers["empty"]
    assert [list(layer.each(at, "before")) for at in range(2)] == [[(0,), (2,)], [(2,)]]


def test_the_first_sentence_keeps_its_fault() -> None:
    found = laid(trees(DOG, CAT, RAIN), trees("(S (NP (NN rain)", f"(S {CAT} {RAIN})")).system
    assert words(found) == ["", "it sleeps . |", "rain falls ."]
    assert found.fault.astype(bool).tolist() == [True, False, False]
    error = found.error(0)
    assert error is not None
    assert error.line == 1


def test_an_empty_node_in_another_sentence_is_no_boundary() -> None:
    """No word stands for it, so its edge goes, and nothing reaches out of the sentence."""
    gold = conllu("dogs~2~nsubj bark~0~root", "cats~2~nsubj sleep~0~root")
    edge = "3\tcats\tcats\tX\t_\t_\t4\tnsubj\t2.1:dep|4:nsubj\t_\n"
    rows = (
        "1\tdogs\tdogs\tX\t_\t_\t2\tnsubj\t2:nsubj\t_\n2\tbark\tbark\tX\t_\t_\t0\troot\t0:root\t_\n"
        f"2.1\t_\t_\tX\t_\t_\t_\t_\t2:dep\t_\n{edge}4\tsleep\tsleep\tX\t_\t_\t0\troot\t0:root\t_\n\n"
    )
    found = laid(gold, karat.read_text(rows)).system
    assert words(found) == ["dogs bark", "cats sleep"]
    layer = found.layers["morphology"]
    start, end = (int(layer[name][2]) for name in ("deps_start", "deps_end"))
    assert found.text[start:end].tobytes() == b"2:nsubj"


def test_a_block_without_a_parse_is_not_at_its_place() -> None:
    """Also if all other sentences are."""
    gold = trees(DOG, CAT)
    assert standing(gold, gold).in_place
    missing = standing(gold, gold.slice(0, 0))
    assert not (standing(gold, gold) + missing).in_place
    assert not (missing + standing(gold, gold)).in_place


def test_sentences_that_were_cut_have_the_line_of_the_whole() -> None:
    found = laid(trees(DOG, CAT, RAIN), trees(DOG, f"(S {CAT} {RAIN})")).system
    assert [found.line(at) for at in range(3)] == [1, 2, 2]


def test_a_multiword_token_spells_what_is_written() -> None:
    """Not what its words are."""
    row = "{}\t{}\t_\tX\t_\t_\t{}\tdep\t_\t_\n"
    rows = (("1-2", "au", "_"), (1, "à", 3), (2, "le", 3), (3, "chat", 0))
    plain = row.format(1, "Oui", 0) + "\n"
    bank = karat.read_text(plain + "".join(row.format(*one) for one in rows) + "\n" + plain)
    found = spelt_sentences(bank, [0, 1, 2])
    assert bytes(found.codes.tolist()) == b"ouiauchatoui"
    assert found.offset.tolist() == [0, 3, 9, 12]


def test_ids_say_where_sentences_are() -> None:
    """On one side they are enough; without any, sentences in another order are not at their places."""
    row = "1\t{}\t_\tX\t_\t_\t0\troot\t_\t_\n\n"
    words = ["dogs", "cats", "rain"]
    plain = [karat.read_text("".join(map(row.format, some))) for some in (words, words[::-1])]
    ids = table([[(one.encode(),)] for one in words], "label", plain[0].labels)
    named = plain[0].with_layers(ids=ids)
    assert not standing(*plain).in_place
    assert standing(named, plain[1]).in_place
    assert standing(plain[1], named).in_place


def test_another_spelling_is_the_same_place() -> None:
    """Nothing differs but a capital, so no text stands elsewhere."""
    assert at_their_places(trees(DOG, CAT, RAIN), trees(DOG.replace("the", "The"), CAT, RAIN))
    assert Sum() + Sum.of("dogs") == Sum.of("dogs") == Sum.of("dogs") + Sum()


@pytest.mark.parametrize("unread", ["(S (N c) (N d)", "(S (N c) (N d)) (N"])
def test_a_gold_tree_that_cannot_be_read_costs_its_neighbour_nothing(unread: str) -> None:
    """What the system has for it goes to it, and not to the sentence before or after it."""
    gold = trees("(S (N a) (N b))", unread, "(S (N e) (N f))")
    assert gold.words(1) == []
    found = laid(gold, trees("(S (N a) (N b) (N c) (N d))", "(S (N e) (N f))"))
    assert words(found.system) == ["a b |", "c d", "e f"]
    found = laid(gold, trees("(S (N a) (N b))", "(S (N c))", "(S (N d) (N e) (N f))"))
    assert words(found.system) == ["a b", "c d |", "e f"]


def test_gold_rows_that_cannot_be_read_cost_their_neighbour_nothing() -> None:
    row = "{}\t{}\t_\tX\t_\t_\t{}\tdep\t_\t_\n"
    unread = row.format(1, "c", 0) + row.format(2, "d", 1).replace("\tX", "") + "\n"
    before, after = (
        row.format(1, one, 0) + row.format(2, two, 1) + "\n" for one, two in ("ab", "ef")
    )
    gold = karat.read_text(before + unread + after, format="conllu")
    system = conllu("a~0~dep b~1~dep", "c~0~dep", "d~0~dep e~1~dep f~2~dep")
    assert not standing(gold, system.relabelled(gold.labels)).in_place
    assert words(laid(gold, system).system) == ["a b", "c d", "e f |"]
    score = karat.score(gold, system, "deps(failed=align)")
    assert (score.counts["gold"], score.counts["system"], score.counts["matched"]) == (4, 4, 3)
