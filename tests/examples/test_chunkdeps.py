"""Dependencies between chunks: the paper's sentence, partial parses, trees against dependencies."""

from pathlib import Path

import numpy as np
import pytest

import karat
import karat.views
from karat.comparison.chunk_file import ChunkFile
from karat.model.bank import Bank, relabelled_pair
from karat.model.errors import InputError
from karat.model.layers import Table
from karat.schemes import parse

WORDS = ["Borrowed", "shares", "on", "the", "Amex", "rose", "to", "another", "record"]
# The two columns of links as the paper prints them, with the place of each head; rose has none.
XTAG = [2, 6, 2, 5, 3, 0, 6, 9, 7]
TREEBANK = [6, 6, 2, 5, 3, 0, 6, 9, 7]
# The chunks that the paper calls the Treebank's.
CHUNKS = [(0, 5, b"NP"), (5, 6, b"VG"), (6, 9, b"PP")]


def links(heads: list[int], words: list[str] = WORDS) -> Bank:
    """Words with their heads."""
    row = "{}\t{}\t_\tX\t_\t_\t{}\tdep\t_\t_\n"
    text = "".join(
        row.format(i, w, h) for i, (w, h) in enumerate(zip(words, heads, strict=True), 1)
    )
    return karat.read_text(text + "\n")


def chunked(bank: Bank, chunks: list[tuple[int, int, bytes]]) -> Bank:
    """The same with these chunks."""
    columns = {
        "start": np.array([start for start, _, _ in chunks], np.int32),
        "end": np.array([end for _, end, _ in chunks], np.int32),
        "label": np.array([bank.labels.intern(label) for _, _, label in chunks], np.int32),
    }
    offset = np.array([0, len(chunks)], np.int32)
    return bank.with_layers(chunks=Table(offset, columns, interned=frozenset({"label"})))


def test_the_sentence_of_the_paper() -> None:
    """Plain, 8 of 9 links agree; normalised, all 9 are accepted; three pairs on either side."""
    gold, system = chunked(links(TREEBANK), CHUNKS), links(XTAG)
    found = karat.score(gold, system, "chunkdeps")
    assert (found.counts["plain"], found.counts["accepted"], found.counts["links"]) == (8, 9, 9)
    assert [found.counts[name] for name in ("gold", "system", "matched")] == [3, 3, 3]
    assert (found.recall, found.precision) == (1, 1)


def test_the_pairs_of_the_paper() -> None:
    """c1 → c2, c3 → c2, c2 → root, on both sides."""
    gold, system = relabelled_pair(chunked(links(TREEBANK), CHUNKS), links(XTAG))
    outcome = parse("chunkdeps").comparison(gold.labels)(gold, system)
    for relation in (outcome.gold, outcome.system):
        pairs = set(zip(relation.first.tolist(), relation.second.tolist(), strict=True))
        assert pairs == {(0, 6), (6, 6), (5, 0)}


def test_a_partial_parser_loses_only_what_it_does_not_link() -> None:
    """Without a link for *to*: two pairs of three, both right."""
    partial = links(XTAG).layers["edges"]
    head = partial["head"].copy()
    head[6] = -2
    edges = Table(partial.offset, {"head": head, "label": partial["label"]}, partial.interned)
    system = links(XTAG).with_layers(edges=edges)
    found = karat.score(chunked(links(TREEBANK), CHUNKS), system, "chunkdeps")
    assert (found.recall, found.precision) == (2 / 3, 1)
    assert (found.counts["accepted"], found.counts["links"]) == (8, 9)


def test_fragments_hang_on_nothing() -> None:
    """Two trees for one: neither is said to hang on the root, which would be wrong for one."""
    gold = "(S (NP (NN a)) (VP (VB b) (NP (NN c))))"
    found = karat.score(gold, "(NP (NN a)) (VP (VB b) (NP (NN c)))", "chunkdeps")
    assert [found.counts[name] for name in ("gold", "system", "matched")] == [3, 1, 1]


def test_a_wrong_attachment_is_one_wrong_pair() -> None:
    """*to* on *shares*: c3 → c1 for c3 → c2."""
    wrong = links([2, 6, 2, 5, 3, 0, 2, 9, 7])
    found = karat.score(chunked(links(TREEBANK), CHUNKS), wrong, "chunkdeps")
    assert [found.counts[name] for name in ("gold", "system", "matched")] == [3, 3, 2]
    assert found.counts["accepted"] == 8


def test_prepositions_and_their_nouns_are_one_chunk() -> None:
    """Whichever is the head; without joining, the two conventions differ."""
    words = ["dogs", "in", "town"]
    content, function = links([0, 3, 1], words), links([0, 1, 2], words)
    chunks = [(0, 1, b"NP"), (1, 2, b"PP"), (2, 3, b"NP")]
    assert karat.score(chunked(content, chunks), function, "chunkdeps").f1 == 1
    apart = karat.score(chunked(content, chunks), function, "chunkdeps(join=no)")
    assert [apart.counts[name] for name in ("gold", "system", "matched")] == [3, 3, 1]


def test_trees_against_dependencies() -> None:
    """Gold trees, a dependency parser: chunks and links of the trees are derived."""
    gold = "(S (NP (DT the) (NN dog)) (VP (VBZ sleeps) (PP (IN in) (NP (NN town)))))"
    words = ["the", "dog", "sleeps", "in", "town"]
    assert karat.score(gold, links([2, 3, 0, 5, 3], words), "chunkdeps").f1 == 1
    assert karat.score(gold, links([3, 3, 0, 3, 4], words), "chunkdeps").f1 == 1
    found = karat.score(gold, links([2, 3, 0, 5, 2], words), "chunkdeps")
    assert (found.recall, found.precision) == (2 / 3, 2 / 3)


def test_other_words_fail_alone() -> None:
    """A sentence with other words has its gold pairs missed; also one with more of them."""
    gold = "(S (NP (NN a)) (VP (VB b)))\n(S (NP (NN a)) (VP (VB b)))\n(S (NP (NN c)) (VP (VB d)))"
    system = "(S (NP (NN a)) (VP (VB x)))\n(S (NP (NN a) (NN b)) (VP (VB b)))\n(S (NP (NN c)) (VP (VB d)))"
    found = karat.score(gold, system, "chunkdeps(failed=empty)")
    assert found.sentences["failed"] == 2
    assert [found.counts[n] for n in ("gold", "system", "matched", "links")] == [6, 2, 2, 6]


def test_a_file_of_chunks_gives_blocks_what_belongs_to_them(tmp_path: Path) -> None:
    """Gold comes in blocks that do not say where they begin; escapes and faulty sentences are fine."""
    path = tmp_path / "chunks.iob"
    path.write_text("a X B-NP\n( X B-X\n\nb X B-VP\nc X I-VP\n\nd X O\n\n")
    text = "(S (X a) (X -LRB-))\n(S (X b) (X c))\n(S (X d)\n"
    gold = karat.read_text(text, layout="lines")
    file = ChunkFile(str(path), gold.labels)
    for first, last, wanted in [(0, 3, [2, 1, 0]), (1, 3, [1, 0]), (0, 1, [2]), (2, 3, [0])]:
        layer = file(gold.slice(first, last)).layers["chunks"]
        assert np.diff(layer.offset).tolist() == wanted
    (row,) = file(gold.slice(1, 2)).layers["chunks"].each(0, "start", "end", "label")
    assert (row[0], row[1], gold.labels[row[2]]) == (0, 2, b"VP")


def test_a_block_without_words_has_no_chunks(tmp_path: Path) -> None:
    """A blank line of gold is no sentence of the file; the file's own chunks are not taken for it."""
    path = tmp_path / "chunks.iob"
    path.write_text("a X B-NP\n\nb X B-VP\n\n")
    gold = karat.read_text("(S (X a))\n\n(S (X b))\n", layout="lines")
    file = ChunkFile(str(path), gold.labels)
    assert len(gold) == 3
    assert file(gold.slice(1, 2)).layers["chunks"].offset.tolist() == [0, 0]


def test_equal_sentences_with_different_chunks_are_refused(tmp_path: Path) -> None:
    """The first two places are named, by their lines, however many there are."""
    path = tmp_path / "chunks.iob"
    path.write_text("a X B-NP\n\na X B-VP\n\na X B-X\n\n")
    gold = karat.read_text("(S (X a))")
    with pytest.raises(
        InputError, match=r"at lines 1 and 3 are the same but have different chunks"
    ):
        ChunkFile(str(path), gold.labels)(gold)


def test_why_links_are_not_compared() -> None:
    """*to* has no link in the system; every other word that is left out hangs on a word of its chunk."""
    system = links(XTAG)
    edges = system.layers["edges"]
    head = edges["head"].copy()
    head[6] = -2
    columns = {"head": head, "label": edges["label"]}
    system = system.with_layers(edges=Table(edges.offset, columns, edges.interned))
    gold, system = relabelled_pair(chunked(links(TREEBANK), CHUNKS), system)
    stages = parse("chunkdeps").comparison(gold.labels)(gold, system).stages()
    assert [(one.side, one.what, one.why, one.rows.tolist()) for one in stages] == [
        ("gold", "words", "left out, its link is inside a chunk", [2, 3, 4, 7, 8]),
        ("system", "words", "left out, it has no link", [6]),
        ("system", "words", "left out, its link is inside a chunk", [0, 2, 3, 4, 7, 8]),
    ]


def test_links_as_they_are_listed() -> None:
    """The dependent chunk, then its head; here one chunk hangs on the first one, which is the root."""
    town = "(NP (NP (NNS dogs)) (PP (IN in) (NP (NN town))))\n"
    gold = karat.read_text("(S (NP (DT the) (NN dog)) (VP (VBZ sleeps)))\n" + town, layout="lines")
    system = karat.read_text("\n" + town, layout="lines").relabelled(gold.labels)
    banks = [karat.views.module("deps").deps(bank) for bank in (gold, system)]
    outcome = parse("chunkdeps(failed=drop)").comparison(gold.labels)(*banks)
    assert outcome.items is not None
    for side in (0, 1):
        assert sorted((item.name, item.parts) for item in outcome.items(side, 1)) == [
            ("link", ((1, 3), (0, 1))),
            ("root", ((0, 1),)),
        ]


@pytest.mark.parametrize(
    ("sentences", "file", "message"),
    [
        # The second sentence differs.
        ("a/b", "a/c", r"word 1 is 'b' and 'c', in .*:2 and .*:3;"),
        # Two places fit for one sentence and for two: the difference is told at the second.
        ("a/b/c", "a/z/a/b/y", r"word 1 is 'c' and 'y', in .*:3 and .*:9;"),
        # Nothing fits: the sentence that is most alike is named.
        ("p q r", "x/p q s/p z r", r"word 3 is 'r' and 's', in .*:1 and .*:3;"),
        ("p q", "x/p q r", r":1 has 2 words and .*:3 has 3;"),
    ],
)
def test_where_a_file_of_chunks_differs(
    tmp_path: Path, sentences: str, file: str, message: str
) -> None:
    """Sentences are written with / between them."""
    path = tmp_path / "chunks.iob"
    rows = ("".join(f"{word} X O\n" for word in one.split()) for one in file.split("/"))
    path.write_text("\n".join(rows) + "\n")
    trees = (
        "(S " + " ".join(f"(X {word})" for word in one.split()) + ")"
        for one in sentences.split("/")
    )
    gold = karat.read_text("\n".join(trees) + "\n", layout="lines")
    with pytest.raises(InputError, match=message):
        ChunkFile(str(path), gold.labels)(gold)


def test_a_word_between_a_preposition_and_its_noun() -> None:
    """Gold's two chunks are one still: the root, and *in town* on *dogs*."""
    gold = chunked(
        links([0, 3, 1], ["dogs", "in", "town"]),
        [(0, 1, b"NP"), (1, 2, b"PP"), (2, 3, b"NP")],
    )
    found = karat.score(gold, links([0, 4, 4, 1], ["dogs", "in", "old", "town"]), "chunkdeps")
    assert (found.counts["gold"], found.counts["matched"]) == (2, 2)
