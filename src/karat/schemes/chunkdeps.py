"""Dependencies between chunks: the normal form in which partial and full parsers can be compared.

    recall    = matched / gold
    precision = matched / system
    f1        = (1 + beta²) matched / (beta² gold + system)
    accepted  = accepted / links
    plain     = plain / links

First the chunks, gold's for both sides; then only links between words of different chunks, each as
the pair of its chunks (the head's may be the root). These pairs are a set. ``links`` are gold's
links; a link of the system is accepted when it stays inside a chunk or joins two chunks that gold
joins too, and plain when the head is the very same word. A partial parser loses only the links that
it does not make: of several fragments none is taken to hang on the root. A word in no chunk is a
chunk by itself; punctuation has no link. A preposition's chunk is one with the chunk after it
(``join``), so that it does not matter which of the two is the head.

Bangalore, Sarkar, Doran and Hockey (1998), sections 4 and 6.2.

Differences from the paper: it only counts accepted links (5165 of 6135, 84.2 %), and took chunks of
both sides; here the pairs themselves are compared too. Dependencies of trees are made by head rules
(``heads``), as the paper's were by rules that it does not give.

>>> from karat import score
>>> gold = "(S (NP (DT the) (NN dog)) (VP (VBZ barks) (PP (IN at) (NP (DT the) (NN moon)))))"
>>> partial = "(NP (DT the) (NN dog)) (VP (VBZ barks) (PP (IN at) (NP (DT the) (NN moon))))"
>>> found = score(gold, partial, "chunkdeps")
>>> round(found.recall, 3), found.precision, round(found.accepted, 3)
(0.333, 1.0, 0.667)
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from karat.comparison.tuples import TupleScheme, compare, linked, quirks
from karat.model.bank import Bank
from karat.model.columns import Bools, Ints, Longs, grouped
from karat.model.labels import Labels
from karat.model.layers import Table
from karat.model.relation import Relation
from karat.model.scheme import Outcome, option
from karat.model.tally import SCORED, Measure, ratio
from karat.views.chunks import chunks_of
from karat.views.deps import without_nulls
from karat.views.deps.edges import dependencies, punctuation
from karat.views.edit import sentence_of_words


@dataclass(frozen=True)
class ChunkDeps(TupleScheme):
    """Dependencies between gold's chunks: for comparing partial and full parsers of any kind."""

    name = "chunkdeps"
    citation = (
        "Srinivas Bangalore, Anoop Sarkar, Christine Doran and Beth Ann Hockey. 1998. Grammar & "
        "parser evaluation in the XTAG project. LREC workshop on the evaluation of parsing systems."
    )
    counts = ("gold", "system", "matched", "links", "accepted", "plain", "sentences", "exact")
    table = ("recall", "precision", "f1", "accepted", "plain")

    labelled: bool = option(False, "whether the labels of links must agree")
    heads: str = option("ud", "head rules for a side that has trees: collins, magerman, ud, a file")
    join: bool = option(True, "a preposition's chunk is one with the chunk after it")

    def comparison(self, labels: Labels) -> Callable[[Bank, Bank], Outcome]:
        return partial(compare_links, self)

    def derived(self, bank: Bank) -> str:
        return "" if "edges" in bank.layers else "trees"

    def tuples(self, gold: Bank, system: Bank) -> tuple[Relation, Relation]:
        chunk = chunk_of_words(gold, self.join)
        return self._pairs(gold, chunk), self._pairs(system, carried(chunk, gold, system))

    def _pairs(self, bank: Bank, chunk: Ints) -> Relation:
        """The links between chunks as (chunk, chunk of the head + 1 or 0, label)."""
        links = Links.of(bank, self.heads, chunk)
        rows = np.flatnonzero(links.made & ~links.inside)
        sentence = sentence_of_words(bank)[rows]
        offset = np.searchsorted(sentence, np.arange(len(bank) + 1)).astype(np.int32)
        label = links.label[rows] if self.labelled else np.zeros(len(rows), np.int32)
        return Relation(
            offset, links.chunk[rows], links.above[rows] + 1, label, rows.astype(np.int32)
        )

    def row(self, outcome: Outcome) -> dict[str, Longs]:
        more = {name: np.asarray(column, np.int64) for name, column in outcome.more.items()}
        return super().row(outcome) | more

    def measures(self) -> dict[str, Measure]:
        return super().measures() | {
            "accepted": lambda c: ratio(c["accepted"], c["links"]),
            "plain": lambda c: ratio(c["plain"], c["links"]),
        }

    def formulas(self) -> dict[str, str]:
        return {
            "accepted": "links inside a chunk, or between the same chunks / links = "
            "{accepted} / {links}",
            "plain": "links between the same words / links = {plain} / {links}",
        }


SCHEME = ChunkDeps


@dataclass(frozen=True, eq=False)
class Links:
    """The link of each word: whether it has one, its head (-1: the root), and the two chunks.

    Chunks are named by their first word; ``chunk`` is -1 where the words are not gold's.
    """

    made: Bools
    head: Ints
    label: Ints
    chunk: Ints
    above: Ints

    @classmethod
    def of(cls, bank: Bank, heads: str, chunk: Ints) -> "Links":
        """The links of a Bank between the words of some chunks."""
        bank = dependencies(bank, heads)
        edges: Table = bank.layers["edges"]
        head = edges["head"]
        base = bank.token_offset[sentence_of_words(bank)]
        above = np.where(head >= 0, chunk[base + np.maximum(head, 0)], -1).astype(np.int32)
        counted = ~punctuation(bank)
        roots = grouped(((head == -1) & counted).astype(np.int8), bank.token_offset)
        fragment = (head == -1) & np.repeat(roots > 1, np.diff(bank.token_offset))
        made = (head >= -1) & (chunk >= 0) & counted & ~fragment
        return cls(made, head, edges["label"], chunk, above)

    @property
    def inside(self) -> Bools:
        """Which links stay inside a chunk."""
        inside: Bools = self.chunk == self.above
        return inside


def chunk_of_words(bank: Bank, join: bool) -> Ints:
    """For each word the first word of its chunk, counted in the sentence; itself if it is in none."""
    layer = chunks_of(bank)
    sentence = sentence_of_words(bank)
    chunk = (np.arange(len(bank.tag)) - bank.token_offset[sentence]).astype(np.int32)
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
    result: Ints = np.full(len(system.tag), -1, np.int32)
    result[np.repeat(same, np.diff(system.token_offset))] = chunk[
        np.repeat(same, np.diff(gold.token_offset))
    ]
    return result


def compare_links(scheme: ChunkDeps, gold: Bank, system: Bank) -> Outcome:
    """Compare the pairs, and count which links of the system are accepted."""
    derived = quirks(scheme, gold, system)
    gold, system = (
        dependencies(without_nulls(linked(bank)), scheme.heads) for bank in (gold, system)
    )
    outcome = compare(scheme, gold, system)
    chunk = chunk_of_words(gold, scheme.join)
    ours = Links.of(gold, scheme.heads, chunk)
    theirs = Links.of(system, scheme.heads, carried(chunk, gold, system))
    fine = outcome.status == SCORED
    left = np.flatnonzero(np.repeat(fine, np.diff(gold.token_offset)))
    right = np.flatnonzero(np.repeat(fine, np.diff(system.token_offset)))
    sentence = sentence_of_words(gold)
    both = theirs.made[right] & ours.made[left]
    # Punctuation by gold's tags on both sides; a link counts once, with its dependent.
    plain = both & (theirs.head[right] == ours.head[left])
    label = (theirs.label[right] == ours.label[left]) | (not scheme.labelled)
    known = _among_pairs(outcome.gold, sentence[left], theirs, right, scheme.labelled)
    accepted = both & (theirs.inside[right] | known)
    size = len(gold)
    counts = {
        "links": np.bincount(sentence[ours.made], minlength=size),
        "accepted": np.bincount(sentence[left][accepted], minlength=size),
        "plain": np.bincount(sentence[left][plain & label], minlength=size),
    }
    return replace(outcome, more=counts, quirks=derived)


def _among_pairs(
    pairs: Relation, sentence: Ints, links: Links, rows: Longs, labelled: bool
) -> Bools:
    """Whether the chunks that links join are joined in a relation too."""
    of = np.repeat(np.arange(len(pairs.offset) - 1), np.diff(pairs.offset))
    label = links.label[rows] if labelled else np.zeros(len(rows), np.int32)
    columns = (
        (of, sentence),
        (pairs.first, links.chunk[rows]),
        (pairs.second, links.above[rows] + 1),
        (pairs.label, label),
    )
    every = np.stack([np.concatenate(column) for column in columns], axis=1)
    _, number = np.unique(every, axis=0, return_inverse=True)
    number = number.reshape(-1)
    found: Bools = np.isin(number[len(pairs) :], number[: len(pairs)])
    return found
