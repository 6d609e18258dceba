"""Relations between the trees of a forest, which is a partial parse.

Inside each tree, relations are found as in any tree. Between two trees there is nothing but their
order, so the rules for chunks decide, and the relations are as underspecified as those of chunks. A
word that already depends on another word of its tree gets no relation to another tree.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from karat.model.bank import Bank
from karat.model.columns import grouped
from karat.model.gr import Gr
from karat.views.chunks import chunks_of
from karat.views.gr import from_chunks
from karat.views.gr.chunk_reading import Chunk
from karat.views.gr.lexicon import Lexicon
from karat.views.nulls import without_nulls


@dataclass(frozen=True)
class Forest:
    """A sentence of several trees: its chunks, and for each word the number of its tree."""

    chunks: Sequence[Chunk]
    tree: Sequence[int]

    def completed(
        self,
        found: Sequence[Gr],
        forms: list[str],
        tags: list[str],
        lemmas: list[str],
        words: Lexicon,
    ) -> list[Gr]:
        """The relations inside the trees, and those between them."""
        dependents = {gr.dependent_at for gr in found}
        between = [
            gr
            for gr in from_chunks.extract(self.chunks, forms, tags, lemmas, words)
            if self.tree[gr.head_at] != self.tree[gr.dependent_at]
            and gr.dependent_at not in dependents
        ]
        return sorted([*found, *between], key=lambda gr: (max(gr.dependent_at, 0), gr.head_at))


def forests(bank: Bank) -> Mapping[int, Forest]:
    """The sentences that are several trees, or a tree and words beside it, by number.

    >>> import karat
    >>> list(forests(karat.read_text("(S (N a))\\n(NP (N a)) (VP (V b))\\n", layout="lines")))
    [1]
    """
    bank = without_nulls(bank)
    size = np.where(bank.parent == -1, bank.end - bank.start, 0)
    whole = np.maximum.reduceat(np.append(size, 0), bank.span_offset[:-1]) if len(bank) else size
    words, spans = np.diff(bank.token_offset), np.diff(bank.span_offset)
    several = (spans > 0) & (whole < words) & (grouped(size, bank.span_offset) > 0)
    numbers = np.flatnonzero(several).tolist()
    layer, strings = chunks_of(bank) if numbers else None, bank.labels.strings()
    found: dict[int, Forest] = {}
    for sentence in numbers:
        assert layer is not None  # there are forests
        rows = layer.each(sentence, "start", "end", "label")
        chunks = [
            (start, end, strings[kind].decode("utf-8", "replace")) for start, end, kind in rows
        ]
        found[sentence] = Forest(chunks, _trees(bank, sentence))
    return found


def _trees(bank: Bank, sentence: int) -> list[int]:
    """The number of the tree of each word; a word beside the trees has a number of its own."""
    words = int(bank.token_offset[sentence + 1] - bank.token_offset[sentence])
    tree = [-1 - word for word in range(words)]
    rows = slice(bank.span_offset[sentence], bank.span_offset[sentence + 1])
    columns = bank.start[rows].tolist(), bank.end[rows].tolist(), bank.parent[rows].tolist()
    for number, (start, end, parent) in enumerate(zip(*columns, strict=True)):
        if parent == -1:
            tree[start:end] = [number] * (end - start)
    return tree
