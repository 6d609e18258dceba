"""The causes of wrong chunks, each with a sentence small enough to check by eye."""

import pytest

from error_rows import Analysed
from karat.analysis.errors import chunks


def tagged(*sentences: str) -> str:
    """Columns from words written as form/chunk tag."""
    return "\n".join(
        "".join(f"{word} X {tag}\n" for word, tag in (one.rsplit("/", 1) for one in text.split()))
        for text in sentences
    )


def analysed(gold: str, system: str, scheme: str = "chunks") -> Analysed:
    return Analysed(chunks, tagged(gold), tagged(system), scheme)


GOLD = "the/B-NP old/I-NP dog/I-NP barks/B-VP loudly/B-ADVP"


@pytest.mark.parametrize(
    ("system", "cause", "detail"),
    [
        ("the/B-NP old/I-NP dog/I-NP barks/B-NP loudly/B-ADVP", "label", "VP barks > NP barks"),
        ("the/O old/B-NP dog/I-NP barks/B-VP loudly/B-ADVP", "boundary: begin",
         "NP the old dog > NP old dog"),
        ("the/B-NP old/I-NP dog/O barks/B-VP loudly/B-ADVP", "boundary: end",
         "NP the old dog > NP the old"),
        ("the/O old/B-NP dog/O barks/B-VP loudly/B-ADVP", "boundary: both", "NP the old dog > NP old"),
        ("the/B-NP old/B-ADJP dog/I-ADJP barks/B-VP loudly/B-ADVP", "split",
         "NP the old dog > NP the | ADJP old dog"),
        ("the/B-NP old/I-NP dog/I-NP barks/B-VP loudly/I-VP", "merged",
         "VP barks | ADVP loudly > VP barks loudly"),
        # The boundary between two chunks is at another place: one error with four chunks.
        ("the/B-NP old/I-NP dog/B-VP barks/I-VP loudly/B-ADVP", "boundary: both",
         "NP the old dog | VP barks > NP the old | VP dog barks"),
        ("the/B-NP old/I-NP dog/I-NP barks/B-VP loudly/O", "missed", "ADVP loudly > nothing"),
    ],
)  # fmt: skip
def test_one_error(system: str, cause: str, detail: str) -> None:
    """Chunks that share words are one error."""
    (error,) = analysed(GOLD, system).found
    assert (error.cause, error.detail) == (cause, detail)


def test_both_directions() -> None:
    """What is split, merged, missed from one side is merged, split, spurious from the other."""
    merged = "the/B-NP old/I-NP dog/I-NP barks/B-VP loudly/I-VP"
    missed = "the/B-NP old/I-NP dog/I-NP barks/B-VP loudly/O"
    assert analysed(merged, GOLD).told() == [("split", 3)]
    assert analysed(missed, GOLD).told() == [("spurious", 1)]


def test_a_broken_tag() -> None:
    """An I that continues nothing, in a file that begins its chunks with B."""
    found = analysed(GOLD, "the/B-NP old/I-NP dog/I-NP barks/I-VP loudly/I-VP")
    assert found.told() == [("tag broken", 3)]
    # A broken tag that makes the right chunk is not an error.
    assert analysed(GOLD, "the/B-NP old/I-NP dog/I-NP barks/I-VP loudly/B-ADVP").found == []


def test_iob1_is_not_broken() -> None:
    """Where beginnings are not marked, an I begins a chunk rightly."""
    found = analysed(GOLD, "the/I-NP old/I-NP dog/I-NP barks/I-NP loudly/I-ADVP")
    assert found.told() == [("merged", 3)]


def test_an_end_that_is_not_marked() -> None:
    """In BIOES every chunk has an end."""
    gold = "the/B-NP old/I-NP dog/E-NP barks/S-VP loudly/S-ADVP"
    found = analysed(gold, "the/B-NP old/E-NP dog/O barks/S-VP loudly/S-ADVP")
    assert found.told() == [("boundary: end", 2)]
    found = analysed(gold, "the/B-NP old/I-NP dog/O barks/S-VP loudly/S-ADVP")
    assert found.told() == [("tag broken", 2)]


def test_types_that_are_confused() -> None:
    """Only if both chunks have the same words; without labels there is no such error."""
    system = "the/B-ADJP old/I-ADJP dog/I-ADJP barks/B-NP loudly/O"
    found = analysed(GOLD, system)
    assert [one.confused for one in found.found] == [("NP", "ADJP"), ("VP", "NP"), None]
    assert analysed(GOLD, system, "chunks(labelled=no)").told() == [("missed", 1)]


def test_the_score_if_causes_are_mended() -> None:
    """Three gold chunks, two of the system, one right: recall 1/3, precision 1/2."""
    found = analysed(GOLD, "the/B-NP old/I-NP dog/I-NP barks/B-VP loudly/I-VP")
    assert found.figures()["f1"] == pytest.approx(2 / 5)
    assert found.figures("merged")["f1"] == 1
    two = analysed(GOLD, "the/B-ADJP old/I-ADJP dog/I-ADJP barks/B-VP loudly/O")
    assert two.figures()["f1"] == pytest.approx(2 / 5)
    assert two.figures("label")["f1"] == pytest.approx(4 / 5)
    assert two.figures("missed")["f1"] == pytest.approx(4 / 6)


def test_a_chunk_in_words() -> None:
    """As lists of the rows of an error have it."""
    found = analysed(GOLD, "the/B-NP old/I-NP dog/I-NP barks/B-VP loudly/I-VP")
    assert chunks.said(found.outcome, 1, 1) == "VP barks loudly"
