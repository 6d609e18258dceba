"""Dependencies between chunks compared: the links between words of different chunks."""

from collections import Counter
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from karat.comparison.chunk_file import ChunkFile
from karat.comparison.tuples import compared, nulls
from karat.files.profile import Profile
from karat.model.bank import Bank
from karat.model.columns import Bools, Ints, Longs, grouped
from karat.model.outcome import Item, Outcome, Stage, Status
from karat.model.relation import Relation
from karat.views.chunks import chunks_of
from karat.views.edges import punctuation
from karat.views.edit import sentence_of_words, staged
from karat.views.nulls import without_nulls
from karat.views.profile import translated

# Why the link of a word is not compared, by number.
_RULES = {
    1: "left out, punctuation",
    2: "left out, it has no link",
    3: "left out, a fragment is not attached to the root",
    4: "left out, its link is inside a chunk",
}


@dataclass(frozen=True, eq=False)
class Links:
    """The link of each word: whether there is one, the head (-1: the root), and the two chunks.

    A chunk is identified by its first word; ``chunk`` is -1 where the words differ from gold's.
    """

    made: Bools
    head: Ints
    label: Ints
    chunk: Ints
    above: Ints

    @classmethod
    def of(cls, bank: Bank, chunk: Ints, grammar: Profile) -> "Links":
        """The links of a Bank whose words are in these chunks."""
        edges = bank.layers["edges"]
        head = edges["head"]
        base = bank.token_offset[sentence_of_words(bank)]
        above = np.where(head >= 0, chunk[base + np.maximum(head, 0)], -1).astype(np.int32)
        counted = ~punctuation(translated(bank, grammar))
        roots = grouped(((head == -1) & counted).astype(np.int8), bank.token_offset)
        fragment = (head == -1) & np.repeat(roots > 1, np.diff(bank.token_offset))
        made = (head >= -1) & (chunk >= 0) & counted & ~fragment
        return cls(made, head, edges["label"], chunk, above)

    @property
    def inside(self) -> Bools:
        return np.asarray(self.chunk == self.above, bool)


def chunk_of_words(bank: Bank, join: bool) -> Ints:
    """For each word, the position of the first word of its chunk; its own position outside chunks."""
    layer = bank.layers["chunks"]
    chunk = (np.arange(len(bank.tag)) - bank.token_offset[sentence_of_words(bank)]).astype(np.int32)
    start, end = layer["start"].copy(), layer["end"]
    of = np.repeat(np.arange(len(bank)), np.diff(layer.offset))
    if join:
        preposition = layer["label"] == bank.labels.find(b"PP")
        goes_on = np.zeros(len(start), np.bool_)
        goes_on[1:] = preposition[:-1] & (end[:-1] == start[1:]) & (of[:-1] == of[1:])
        start = start[np.maximum.accumulate(np.where(goes_on, 0, np.arange(len(start))))]
    length = end - layer["start"]
    first = bank.token_offset[of] + layer["start"]
    within = np.arange(int(length.sum())) - np.repeat(np.cumsum(length) - length, length)
    chunk[np.repeat(first, length) + within] = np.repeat(start, length)
    return chunk


def carried(chunk: Ints, gold: Bank, system: Bank) -> Ints:
    """Gold's chunks for the words of the system; -1 in sentences with another number of words."""
    same = np.diff(gold.token_offset) == np.diff(system.token_offset)
    ours, theirs = (np.repeat(same, np.diff(bank.token_offset)) for bank in (gold, system))
    result: Ints = np.full(len(system.tag), -1, np.int32)
    result[theirs] = chunk[ours]
    return result


@dataclass(frozen=True)
class ChunkLinks:
    """Compares pairs of linked chunks, and counts the accepted links."""

    labelled: bool
    join: bool
    grammars: tuple[Profile, Profile]
    chunks: ChunkFile | None = None

    def __call__(self, gold: Bank, system: Bank) -> Outcome:
        given = gold, system
        gold, system = map(without_nulls, (gold, system), self.grammars)
        if self.chunks is not None:
            gold = self.chunks(gold)
        gold = gold.with_layers(chunks=chunks_of(gold, self.grammars[0]))
        chunk = chunk_of_words(gold, self.join)
        ours = Links.of(gold, chunk, self.grammars[0])
        theirs = Links.of(system, carried(chunk, gold, system), self.grammars[1])

        def pairs(gold: Bank, system: Bank) -> tuple[Relation, Relation]:
            return self._pairs(gold, ours), self._pairs(system, theirs)

        outcome = compared(gold, system, pairs)
        fine = outcome.status == Status.SCORED
        left, right = (
            np.flatnonzero(np.repeat(fine, np.diff(bank.token_offset))) for bank in (gold, system)
        )
        sentence = sentence_of_words(gold)
        both = theirs.made[right] & ours.made[left]
        # Gold's tags say what is punctuation, on both sides; a link is counted at its dependent.
        plain = both & (theirs.head[right] == ours.head[left])
        label = (theirs.label[right] == ours.label[left]) | (not self.labelled)
        known = _among_pairs(outcome.gold, sentence[left], theirs, right, self.labelled)
        accepted = both & (theirs.inside[right] | known)
        rows = {"links": np.flatnonzero(ours.made), "accepted": left[accepted]}
        rows["plain"] = left[plain & label]
        counts = {name: np.bincount(sentence[of], minlength=len(gold)) for name, of in rows.items()}
        return replace(
            outcome,
            counts=counts,
            stages=partial(_stages, given, (gold, system), (ours, theirs)),
            items=partial(_items, outcome, chunk),
            notes=(*outcome.notes, *(self.chunks.notes if self.chunks else ())),
        )

    def _pairs(self, bank: Bank, links: Links) -> Relation:
        """The links between chunks as (chunk, chunk of the head + 1 or 0, label)."""
        rows = np.flatnonzero(links.made & ~links.inside)
        sentence = sentence_of_words(bank)[rows]
        offset = np.searchsorted(sentence, np.arange(len(bank) + 1)).astype(np.int32)
        label = links.label[rows] if self.labelled else np.zeros(len(rows), np.int32)
        row = rows.astype(np.int32)
        return Relation(offset, links.chunk[rows], links.above[rows] + 1, label, row)


def _stages(
    given: tuple[Bank, Bank], banks: tuple[Bank, Bank], links: tuple[Links, Links]
) -> list[Stage]:
    """Null elements, and the words whose links do not join two chunks."""
    found = nulls(given, banks)
    for side, bank, one in zip(("gold", "system"), banks, links, strict=True):
        codes = np.select(
            [punctuation(bank), (one.chunk < 0) | (one.head < -1), ~one.made, one.inside],
            [1, 2, 3, 4],
        ).astype(np.int8)
        found += [replace(stage, side=side) for stage in staged(bank, "words", codes, _RULES)]
    return found


def _items(outcome: Outcome, chunk: Ints, side: int, sentence: int) -> list[Item]:
    """The links between the chunks of a sentence: the dependent chunk and its head chunk."""
    relation, bank = (outcome.gold, outcome.system)[side], outcome.banks[side]
    offset, rows, found = outcome.banks[0].token_offset, relation.rows(sentence), []
    size = Counter(chunk[offset[sentence] : offset[sentence + 1]].tolist())
    columns = (relation.first[rows], relation.second[rows] - 1, relation.label[rows])
    for at, above, label in zip(*(column.tolist() for column in columns), strict=True):
        name = bank.labels[label].decode("utf-8", "replace") or ("link" if above >= 0 else "root")
        ends = ((first, first + size[first]) for first in (at, above) if first >= 0)
        found.append(Item(name, tuple(ends)))
    return found


def _among_pairs(
    pairs: Relation, sentence: Ints, links: Links, rows: Longs, labelled: bool
) -> Bools:
    """Whether the two chunks of each link are also linked in a relation."""
    label = links.label[rows] * np.int32(labelled)
    ours = pairs.sentence(), pairs.first, pairs.second, pairs.label
    theirs = sentence, links.chunk[rows], links.above[rows] + 1, label
    every = np.concatenate([np.stack(ours, axis=1), np.stack(theirs, axis=1)])
    number = np.unique(every, axis=0, return_inverse=True)[1].reshape(-1)
    return np.isin(number[len(pairs) :], number[: len(pairs)])
