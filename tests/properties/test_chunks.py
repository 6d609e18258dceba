"""Chunks against seqeval and conlleval, and what must always hold of derived ones."""

import io

from hypothesis import given
from hypothesis import strategies as st
from seqeval.metrics.sequence_labeling import get_entities
from tree_strategies import pairs

import karat
from karat.formats import iob
from karat.model.bank import Bank
from karat.reference import conlleval
from karat.views.chunks import chunks_of

TAGS = st.one_of(
    st.just("O"), st.builds("{}-{}".format, st.sampled_from("BI"), st.sampled_from(["NP", "VP"]))
)
SENTENCES = st.lists(
    st.lists(st.tuples(TAGS, TAGS), min_size=1, max_size=12), min_size=1, max_size=4
)


def bank(sentences: list[list[tuple[str, str]]], side: int) -> Bank:
    """One of the two columns of tags."""
    blocks = ("".join(f"w T {pair[side]}\n" for pair in sentence) for sentence in sentences)
    return karat.read_text("\n".join(blocks), format="iob")


@given(SENTENCES)
def test_counts_are_seqevals(sentences: list[list[tuple[str, str]]]) -> None:
    """On B, I and O in any order, in all and by type."""
    found = karat.score(bank(sentences, 0), bank(sentences, 1), "chunks", by=["label"])
    gold = [(i, *one) for i, s in enumerate(sentences) for one in get_entities([a for a, _ in s])]
    system = [(i, *one) for i, s in enumerate(sentences) for one in get_entities([b for _, b in s])]
    matched = set(gold) & set(system)
    counts = [found.counts[name] for name in ("gold", "system", "matched")]
    assert counts == [len(gold), len(system), len(matched)]
    for kind in {one[1] for one in [*gold, *system]}:
        row = found.groups["label"][kind]["counts"]
        assert row["gold"] == sum(one[1] == kind for one in gold)
        assert row["system"] == sum(one[1] == kind for one in system)
        assert row["matched"] == sum(one[1] == kind for one in matched)


@given(SENTENCES)
def test_counts_are_conllevals(sentences: list[list[tuple[str, str]]]) -> None:
    """The scheme over two files, and the drop-in over one."""
    found = karat.score(bank(sentences, 0), bank(sentences, 1), "chunks")
    lines = ("".join(f"w {a} {b}\n" for a, b in sentence) for sentence in sentences)
    counts = conlleval.count(io.BytesIO("\n".join(lines).encode()), conlleval.Options())
    assert [found.counts[name] for name in ("gold", "system", "matched")] == [
        counts.gold.sum(), counts.guessed.sum(), counts.correct.sum(),
    ]  # fmt: skip


@given(SENTENCES, st.sampled_from(["iob1", "iob2", "bioes"]))
def test_written_chunks_are_read_back(sentences: list[list[tuple[str, str]]], tagging: str) -> None:
    """In every kind of tagging: all of them are found again, and nothing else."""
    gold = bank(sentences, 0)
    stream = io.BytesIO()
    iob.write(gold, stream, tagging=tagging)
    again = karat.read_text(stream.getvalue(), format=f"iob(tagging={tagging})")
    found = karat.score(gold, again, "chunks")
    assert found.counts["gold"] == found.counts["system"] == found.counts["matched"]


@given(pairs())
def test_derived_chunks_do_not_overlap(pair: tuple[str, str]) -> None:
    """They are in order, hold a word at least, and end with their sentence."""
    trees = karat.read_text(pair[0], layout="lines")
    layer = chunks_of(trees)
    for sentence in range(len(trees)):
        rows = layer.rows(sentence)
        start, end = layer["start"][rows].tolist(), layer["end"][rows].tolist()
        assert all(a < b for a, b in zip(start, end, strict=True))
        assert all(b <= a for b, a in zip(end, start[1:], strict=False))
        assert not end or end[-1] <= len(trees.words(sentence))
