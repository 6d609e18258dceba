"""What dependencies have in the place of the chunks of trees that they lack."""

from collections import Counter

from karat.model.bank import Bank
from karat.model.layers import Table, names_of
from karat.views.chunks import chunks_of

Chunk = tuple[int, int, str]


def causes(graphs: Bank, trees: Bank) -> Counter[tuple[str, str]]:
    """How often a chunk of the trees, by its type, is missing, and what stands in its place."""
    ours, theirs = chunks_of(trees), chunks_of(graphs)
    found: Counter[tuple[str, str]] = Counter()
    for sentence in range(len(trees)):
        mine, other = listed(trees, ours, sentence), listed(graphs, theirs, sentence)
        found.update((chunk[2], cause(chunk, other)) for chunk in set(mine) - set(other))
    return found


def listed(bank: Bank, layer: Table, sentence: int) -> list[Chunk]:
    """The chunks of a sentence."""
    rows = layer.rows(sentence)
    columns = (layer["start"][rows].tolist(), layer["end"][rows].tolist())
    return list(zip(*columns, names_of(bank.labels, layer["label"][rows]), strict=True))


def cause(chunk: Chunk, others: list[Chunk]) -> str:
    """What stands in the place of a chunk.

    >>> cause((0, 3, "NP"), [(0, 1, "NP"), (2, 3, "NP")]), cause((1, 2, "NP"), [(0, 2, "NP")])
    ('NP + NP', 'a longer NP')
    """
    start, end, _ = chunk
    over = sorted(other for other in others if other[0] < end and start < other[1])
    if not over:
        return "nothing"
    if len(over) > 1:
        return " + ".join(other[2] for other in over)
    first, last, name = over[0]
    if (first, last) == (start, end):
        return name
    return f"a longer {name}" if first <= start and end <= last else "other words"
