"""A Bank cut into other sentences: its words stay in order, and everything moves with its words.

The caller says for each word to which new sentence it belongs. What lies inside one new sentence is
kept. What reaches from one into a later one (a constituent, a chunk, the head of a word) stays where it
begins, and must not be taken for something that ends there. So the new sentence gets a *boundary word* at
its end, which stands for all that follows: constituents and chunks end after it, and heads and other
positions point to it. No word of gold is at this place. A word that itself reaches into a later sentence
becomes such a word. The word has no tag, and is a character that is
not seen. It is not the empty word, because that would be a null element, which is left out; then what
reaches out of the sentence would match what ends with it.
"""

from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from karat.comparison.recut_graphs import renumbered
from karat.kernels.conllu import NONE
from karat.model.bank import BY_SENTENCE, BY_WORD, Bank
from karat.model.columns import Bools, Ints, Longs, Numbers
from karat.model.labels import BOUNDARY
from karat.model.layers import Table, offsets
from karat.model.places import first_words, parent_rows, sentence_of_words

# Layers with one row per word.
_BY_WORD = ("morphology", "edges", "lemmas")
# Layers whose rows refer to words: columns that are positions, and the two ends of a range of words.
_POSITIONS = {"gr": ("type_at", "head_at", "dependent_at"), "links": ("left", "right")}
_RANGES = {"chunks": ("start", "end"), "surface": ("first", "last")}
# Layers with rows about a sentence as a whole; they go where the sentence begins. So do relations that
# do not say where their words are.
_WHOLE = ("phenomena", "core", "errors", "comments", "headers", "repairs")


class Targets(NamedTuple):
    """Where each word and each sentence goes, as numbers of new sentences; words never go back."""

    words: Ints
    sentences: Ints
    # For each new sentence, the old one that it is, or -1 if it was cut or put together.
    origin: Ints
    # Which words have characters in a later sentence too.
    across: Bools


class _Cut(NamedTuple):
    """The old Bank, where its words go, and where the words of each new sentence begin."""

    bank: Bank
    to: Targets
    first: Ints

    def part(self, row: Numbers, sentence: Numbers) -> Ints:
        """The new sentences of words; of an old sentence as a whole where the word is -1."""
        found = self.to.sentences[sentence]
        known = row >= 0
        found[known] = self.to.words[row[known]]
        return found

    def place(self, row: Numbers, part: Numbers) -> Ints:
        """The positions of words in new sentences; that of the boundary word if they are elsewhere."""
        inside = self.to.words[row] == part
        return np.where(inside, row - self.first[part], self.first[part + 1] - self.first[part])


class _Moved(NamedTuple):
    """A table in the new sentences, and the new sentences that something in it reaches out of."""

    table: Table
    open: Ints


def recut(bank: Bank, to: Targets, *, patterns: bool = False) -> Bank:
    """The Bank with these sentences; layers that cannot be cut are left out.

    ``patterns``: its layer of constructions was made by a file of patterns.

    >>> import karat
    >>> bank = karat.read_text("(S (NP (N a) (N b)) (VP (V c) (N d)))")
    >>> words, none = np.array([0, 0, 0, 1], np.int32), np.array([-1, -1], np.int32)
    >>> new = recut(bank, Targets(words, np.zeros(1, np.int32), none, np.zeros(4, np.bool_)))
    >>> new.words(0) == [b"a", b"b", b"c", BOUNDARY], new.spans(0), new.words(1), new.spans(1)
    (True, [(0, 4, b'S'), (0, 2, b'NP'), (2, 4, b'VP')], [b'd'], [])
    """
    cut = _Cut(bank, to, offsets(np.bincount(to.words, minlength=len(to.origin))))
    bank, reaching = renumbered(bank, partial(_seen_from, cut), _renumbered(cut))
    cut = cut._replace(bank=bank)
    spans, place_of_span = _spans(cut)
    moved = {"": spans} | {
        name: found
        for name, table in bank.layers.items()
        if (found := _moved(cut, name, table, place_of_span, patterns)) is not None
    }
    opened: Bools = np.zeros(len(to.origin), np.bool_)
    opened[np.concatenate([to.words[reaching], *(one.open for one in moved.values())])] = True
    made = moved.pop("").table
    layers = {name: one.table for name, one in moved.items()}
    columns = {**made.columns, **_about_sentences(bank, to)}
    new = replace(bank, span_offset=made.offset, layers=layers, **columns)
    return _with_boundary_words(new, cut.first, opened, to.across)


def _renumbered(cut: _Cut) -> Bools:
    """Which words get another sentence or another number in it."""
    old = sentence_of_words(cut.bank)
    shifted = cut.bank.token_offset[old] != cut.first[cut.to.words]
    found: Bools = shifted | (cut.to.origin[cut.to.words] != old)
    return found


def _seen_from(cut: _Cut, row: int, other: int) -> tuple[int, bool]:
    """The new position of a word in the new sentence of another, and whether it is elsewhere."""
    part = cut.to.words[other]
    return int(cut.place(np.array(row), part)), bool(cut.to.words[row] != part)


def _rows_of(cut: _Cut, sentence: Numbers, position: Numbers) -> Longs:
    """The rows of words given by their positions in old sentences; -1 where there is no such word."""
    first, last = cut.bank.token_offset[sentence], cut.bank.token_offset[sentence + 1]
    row = first.astype(np.int64) + position
    return np.where((position >= 0) & (row < last), row, -1)


def _range(cut: _Cut, sentence: Numbers, start: Ints, end: Ints) -> tuple[Ints, Ints, Ints, Bools]:
    """The new sentence, start and end of ranges of words, and which reach out of their new sentence."""
    # A range without words stands where the next word begins, or else where the last one ends.
    last = np.diff(cut.bank.token_offset)[sentence]
    empty = start >= end
    begin = _rows_of(cut, sentence, np.minimum(start, last - 1))
    part = cut.part(begin, sentence)
    known = begin >= 0
    new_start, new_end = np.zeros_like(start), np.zeros_like(end)
    after = (start >= last) & known
    new_start[known] = cut.place(begin[known], part[known]) + after[known]
    final = np.where(empty, begin, _rows_of(cut, sentence, end - 1))
    full = known & ~empty
    new_end[full] = cut.place(final[full], part[full]) + 1
    new_end[empty] = new_start[empty]
    out = full & (cut.to.words[final] != part) if len(cut.to.words) else full
    return part, new_start, new_end, out


def _spans(cut: _Cut) -> tuple[_Moved, Ints]:
    """The columns of constituents as a table, and the new row of each constituent."""
    bank = cut.bank
    sentence = np.repeat(np.arange(len(bank)), np.diff(bank.span_offset))
    part, start, end, out = _range(cut, sentence, bank.start, bank.end)
    order = np.argsort(part, kind="stable")
    offset = offsets(np.bincount(part, minlength=len(cut.to.origin)))
    row: Ints = np.empty(len(part), np.int32)
    row[order] = np.arange(len(part), dtype=np.int32)
    row -= offset[part]
    # What is around a constituent begins before it: if that is in another new sentence, so is all above.
    above = parent_rows(bank)
    parent = np.where((above >= 0) & (part[above] == part), row[above], -1) if len(part) else above
    columns = {"start": start, "end": end, "label": bank.label, "parent": parent.astype(np.int32)}
    table = Table(offset, {name: column[order] for name, column in columns.items()})
    return _Moved(table, part[out]), row


def _moved(cut: _Cut, name: str, table: Table, span: Ints, patterns: bool) -> _Moved | None:
    """A layer in the new sentences; None if it cannot be cut."""
    sentence = np.repeat(np.arange(len(cut.bank)), np.diff(table.offset))
    none = np.zeros(0, np.int32)
    if name in _BY_WORD:
        return _heads(cut, table)
    if name in _RANGES:
        begin, finish = _RANGES[name]
        part, start, end, out = _range(cut, sentence, table[begin], table[finish])
        return _Moved(_sorted(cut, table, part, {begin: start, finish: end}), part[out])
    places = [column for column in _POSITIONS.get(name, ()) if column in table.columns]
    if places:
        rows = {name: _rows_of(cut, sentence, table[name]) for name in places}
        return _by_words(cut, table, sentence, rows, {})
    if name == "constructions":
        return _constructions(cut, table, sentence, patterns)
    if name == "empty":
        before = _rows_of(cut, sentence, np.maximum(table["before"] - 1, 0))
        part = cut.part(before, sentence)
        place = np.where(before >= 0, before - cut.first[part] + (table["before"] > 0), 0)
        return _Moved(_sorted(cut, table, part, {"before": place}), none)
    if name == "yields":
        return _yields(cut, table, sentence, span)
    if name in _WHOLE or name in _POSITIONS:
        return _Moved(_sorted(cut, table, cut.to.sentences[sentence], {}), none)
    return None


def _sorted(cut: _Cut, table: Table, part: Ints, changed: dict[str, Numbers]) -> Table:
    """The rows of a table in the new sentences, with some columns changed."""
    order = np.argsort(part, kind="stable")
    columns = {
        name: changed.get(name, column)[order].astype(np.int32)
        for name, column in table.columns.items()
    }
    offset = offsets(np.bincount(part, minlength=len(cut.to.origin)))
    return replace(table, offset=offset, columns=columns)


def _heads(cut: _Cut, table: Table) -> _Moved:
    """A layer with one row per word; only heads refer to other words. They keep their old sentence."""
    if "head" not in table.columns:
        return _Moved(table, np.zeros(0, np.int32))
    sentence = sentence_of_words(cut.bank)
    row = _rows_of(cut, sentence, table["head"])
    part, known = cut.to.words, row >= 0
    head = table["head"].copy()
    head[known] = cut.place(row[known], part[known])
    out = known & (part[row] != part) if len(part) else known
    columns = {**table.columns, "head": head, "sentence": sentence}
    return _Moved(replace(table, columns=columns), part[out])


def _constructions(cut: _Cut, table: Table, sentence: Longs, patterns: bool) -> _Moved:
    """Some columns are ends of spans, which go with the last word of the span."""
    from karat.views.constructions import ends

    columns = ends(cut.bank.labels, table, patterns)
    behind = {name: at & (table[name] > 0) for name, at in columns.items()}
    rows = {name: _rows_of(cut, sentence, table[name] - at) for name, at in behind.items()}
    return _by_words(cut, table, sentence, rows, behind)


def _by_words(
    cut: _Cut, table: Table, sentence: Longs, rows: dict[str, Longs], behind: dict[str, Bools]
) -> _Moved:
    """Rows of a table go where their first word goes; words elsewhere become the boundary word.

    ``rows`` are the words of each column, ``behind`` says where a column has the place after its word.
    """
    far = len(cut.bank.tag)
    first = np.min([np.where(row < 0, far, row) for row in rows.values()], axis=0)
    part = cut.part(np.where(first == far, -1, first), sentence)
    changed, opened = dict[str, Numbers](), [np.zeros(0, np.int32)]
    for name, row in rows.items():
        known = row >= 0
        changed[name] = table[name].copy()
        changed[name][known] = cut.place(row[known], part[known])
        if name in behind:
            changed[name] += known & behind[name]
        opened.append(part[known][cut.to.words[row[known]] != part[known]])
    return _Moved(_sorted(cut, table, part, changed), np.concatenate(opened))


def _yields(cut: _Cut, table: Table, sentence: Longs, span: Ints) -> _Moved:
    """The words of constituents with gaps; those elsewhere are one boundary word."""
    bank = cut.bank
    owner = bank.span_offset[sentence] + table["span"]
    part = cut.to.words[(first_words(bank) + bank.start)[owner]]
    row = _rows_of(cut, sentence, table["position"])
    changed = {"span": span[owner], "position": cut.place(row, part)}
    new = _sorted(cut, table, part, changed)
    # The order of constituents may have changed, and the boundary word stands for several words.
    whose = np.repeat(np.arange(len(new.offset) - 1), np.diff(new.offset))
    rows = np.unique(np.stack([whose, new["span"], new["position"]], axis=1), axis=0)
    offset = offsets(np.bincount(rows[:, 0], minlength=len(new.offset) - 1))
    columns = {"span": rows[:, 1].astype(np.int32), "position": rows[:, 2].astype(np.int32)}
    return _Moved(Table(offset, columns), part[cut.to.words[row] != part])


def _about_sentences(bank: Bank, to: Targets) -> dict[str, Any]:
    """Places and faults: a sentence that was cut or put together has no fault."""
    at = np.minimum(np.searchsorted(to.sentences, np.arange(len(to.origin))), len(bank) - 1)
    own = to.origin >= 0
    source = np.where(own, to.origin, at)
    columns = {name: getattr(bank, name)[source] for name in BY_SENTENCE}
    return columns | {"fault": np.where(own, columns["fault"], 0).astype(np.int8)}


def _with_boundary_words(bank: Bank, first: Ints, opened: Bools, across: Bools) -> Bank:
    """Add the boundary word to the end of some sentences, whose words begin at ``first``.

    The words in ``across`` become such words.
    """
    ends = first[1:][opened]
    begin = len(bank.text)
    values = {"word_start": begin, "word_end": begin + len(BOUNDARY), "tag": 0}

    def longer(column: Ints, value: Any = 0) -> Ints:
        return np.insert(column, ends, value).astype(np.int32)

    offset = offsets(np.diff(first) + opened)
    columns: dict[str, Any] = {
        name: longer(np.where(across, values[name], getattr(bank, name)), values[name])
        for name in BY_WORD
    }
    columns["text"] = np.concatenate([bank.text, np.frombuffer(BOUNDARY, np.uint8)])
    layers = dict(bank.layers)
    for name in layers.keys() & set(_BY_WORD):
        rows = {
            key: longer(column, NONE if key == "head" else 0)
            for key, column in layers[name].columns.items()
        }
        layers[name] = replace(layers[name], offset=offset, columns=rows)
    return replace(bank, token_offset=offset, layers=layers, **columns)
