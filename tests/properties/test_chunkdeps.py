"""What must always hold of dependencies between chunks."""

from hypothesis import given
from hypothesis import strategies as st
from tree_strategies import pairs

import karat
from karat.model.bank import Bank
from karat.views.chunks import chunks_of
from karat.views.edges import dependencies, punctuation
from karat.views.nulls import without_nulls


def slow(gold: Bank, bank: Bank, sentence: int) -> set[tuple[int, int]]:
    """The pairs of a sentence with loops and sets; chunks joined after a preposition."""
    layer = chunks_of(gold)
    rows = layer.rows(sentence)
    chunk = list(range(len(gold.words(sentence))))
    before = (-1, -1, b"")
    for start, end, label in zip(
        layer["start"][rows].tolist(), layer["end"][rows].tolist(), layer["label"][rows].tolist(),
        strict=True,
    ):  # fmt: skip
        name = before[0] if before[1] == start and before[2] == b"PP" else start
        chunk[start:end] = [name] * (end - start)
        before = (name, end, gold.labels[label])
    made = dependencies(bank)
    words = slice(made.token_offset[sentence], made.token_offset[sentence + 1])
    silent = punctuation(made)[words].tolist()
    found = set()
    heads = made.layers["edges"]["head"][words].tolist()
    roots = sum(head < 0 and not quiet for head, quiet in zip(heads, silent, strict=True))
    for word, head in enumerate(heads):
        if silent[word] or (head < 0 and roots > 1):
            continue
        if head < 0 or chunk[head] != chunk[word]:
            found.add((chunk[word], chunk[head] if head >= 0 else -1))
    return found


@given(pairs())
def test_counts_are_those_of_sets(pair: tuple[str, str]) -> None:
    """Pair by pair, in the sentences that were scored."""
    gold, system = (karat.read_text(text, layout="lines") for text in pair)
    if len(system) > len(gold):
        return
    found = karat.score(gold, system, "chunkdeps(failed=drop)")
    assert found.tally is not None
    gold, system = without_nulls(gold), without_nulls(system.padded(len(gold)))
    for sentence, row in enumerate(found.rows()):
        if row["status"]:
            continue
        ours, theirs = slow(gold, gold, sentence), slow(gold, system, sentence)
        assert [row["gold"], row["system"], row["matched"]] == [
            len(ours), len(theirs), len(ours & theirs),
        ]  # fmt: skip


@given(pairs(), st.booleans())
def test_against_itself_everything_is_accepted(pair: tuple[str, str], join: bool) -> None:
    """All pairs match and all links are plain."""
    scheme = f"chunkdeps(join={'yes' if join else 'no'},failed=drop)"
    found = karat.score(pair[0], pair[0], scheme)
    scored = found.tally.counts[found.tally.status == 0] if found.tally else []
    for gold, system, matched, links, accepted, plain, *_ in scored:
        assert gold == system == matched
        assert links == accepted == plain
