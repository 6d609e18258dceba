"""Tools for views: remove words or brackets from a Bank, and find positions in a tree.

Functions that other packages need too are in model/places.py.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from karat.files.spelling import spellings
from karat.kernels import trees
from karat.model.bank import Bank
from karat.model.columns import Bools, Flags, Ints, Longs
from karat.model.labels import base_label
from karat.model.layers import Table, offsets
from karat.model.outcome import Stage
from karat.model.places import around_words as around_words
from karat.model.places import first_words as first_words
from karat.model.places import head_rows as head_rows
from karat.model.places import parent_rows as parent_rows
from karat.model.places import sentence_of_words as sentence_of_words
from karat.views.lexicon import lexicon, looked_up


def keep_words(bank: Bank, keep: Bools) -> Bank:
    """The Bank without the words marked False; brackets shrink with them, and may become empty.

    >>> import karat
    >>> from karat.formats.brackets import dumps
    >>> bank = karat.read_text("(S (NP (NNS dogs)) (VP (VBP bark)) (. .))")
    >>> print(dumps(keep_words(bank, np.array([True, True, False]))), end="")
    (S (NP (NNS dogs)) (VP (VBP bark)))
    """
    if keep.all():
        return replace(bank, layers=kept_layers(bank, keep))
    before, base, rows = offsets(keep), first_words(bank), np.flatnonzero(keep)
    offset = before.take(bank.token_offset)
    first = np.repeat(offset[:-1], np.diff(bank.span_offset))
    columns = {name: getattr(bank, name).take(rows) for name in ("word_start", "word_end", "tag")}
    columns |= {name: before.take(base + getattr(bank, name)) - first for name in ("start", "end")}
    return replace(bank, token_offset=offset, layers=kept_layers(bank, keep), **columns)


def split_words(bank: Bank, pieces: Longs) -> Bank:
    """The Bank with so many words in place of each word, all like it, and without layers.

    >>> import karat
    >>> bank = split_words(karat.read_text("(S (NP (NN I)) (VP (VB didnt)))"), np.array([1, 2]))
    >>> bank.words(0), bank.spans(0)
    ([b'I', b'didnt', b'didnt'], [(0, 3, b'S'), (0, 1, b'NP'), (1, 3, b'VP')])
    """
    before, first = offsets(pieces), first_words(bank)
    columns: dict[str, Any] = {
        name: np.repeat(getattr(bank, name), pieces) for name in ("word_start", "word_end", "tag")
    }
    columns |= {
        name: (before[first + getattr(bank, name)] - before[first]).astype(np.int32)
        for name in ("start", "end")
    }
    return replace(bank, token_offset=before[bank.token_offset], layers={}, **columns)


def keep_brackets(bank: Bank, keep: Bools) -> Bank:
    """The Bank without the brackets marked False; their contents move to the bracket around them.

    >>> import karat
    >>> from karat.formats.brackets import dumps
    >>> bank = karat.read_text("(S (NP (NP (NNS dogs))) (VP (VBP bark)))")
    >>> print(dumps(keep_brackets(bank, np.array([True, False, True, True]))), end="")
    (S (NP (NNS dogs)) (VP (VBP bark)))
    """
    if keep.all():
        return replace(bank, layers=without_spans(bank))
    rows = np.flatnonzero(keep)
    parent, number = np.empty(len(rows), np.int32), np.empty(len(keep), np.int32)
    trees.nearest_kept(bank.span_offset, bank.parent, keep.view(np.int8), number, parent)
    columns = {name: getattr(bank, name).take(rows) for name in ("start", "end", "label")}
    offset = np.searchsorted(rows, bank.span_offset).astype(np.int32)
    return replace(bank, span_offset=offset, parent=parent, layers=without_spans(bank), **columns)


def emptied(bank: Bank, keep: Bools) -> Bank:
    """The Bank with the sentences marked False emptied, and without layers.

    >>> import karat
    >>> bank = karat.read_text("(S (NN dogs))\\n(S (NN cats))\\n", layout="lines")
    >>> rest = emptied(bank, np.array([False, True]))
    >>> rest.words(0), rest.words(1), rest.spans(1)
    ([], [b'cats'], [(0, 1, b'S')])
    """
    words, spans = np.diff(bank.token_offset), np.diff(bank.span_offset)
    word, span = (np.flatnonzero(np.repeat(keep, sizes)) for sizes in (words, spans))
    columns = {name: getattr(bank, name).take(word) for name in ("word_start", "word_end", "tag")}
    columns |= {
        name: getattr(bank, name).take(span) for name in ("start", "end", "label", "parent")
    }
    token_offset, span_offset = offsets(words * keep), offsets(spans * keep)
    return replace(bank, token_offset=token_offset, span_offset=span_offset, layers={}, **columns)


def with_spans(bank: Bank, offset: Ints, start: Ints, end: Ints, label: Ints) -> Bank:
    """The words of a Bank under other brackets, which are well nested and in tree order."""
    parent: Ints = np.empty(len(start), np.int32)
    trees.parents(offset, start, end, parent)
    bank = replace(bank, start=start, end=end, label=label, parent=parent, has_trees=True)
    return replace(bank, span_offset=offset, layers=without_spans(bank))


def depths(bank: Bank) -> Longs:
    """The depth of each bracket; an outermost bracket has depth 1."""
    above = np.append(parent_rows(bank), -1)  # the last row means: no bracket around
    depth = (above >= 0).astype(np.int64)
    while (above >= 0).any():
        depth += depth[above]
        above = above[above]
    return depth[:-1] + 1


def among(bank: Bank, labels: Collection[bytes]) -> Bools:
    """For each label of the Bank, whether it is one of these; function tags and indices do not count."""
    return np.array([base_label(one) in labels for one in bank.labels.strings()], np.bool_)


def spelt(bank: Bank, words: Collection[bytes]) -> Bools:
    """Which words are one of these, in any case and with any apostrophe; give them folded.

    >>> import karat
    >>> spelt(karat.read_text("(S (DT The) (JJ other) (NN theme))"), [b"the", b"a"]).tolist()
    [True, False, False]
    """
    return looked_up(bank, _lexicon(frozenset(words))) > 0


@lru_cache(1 << 8)
def _lexicon(words: frozenset[bytes]) -> Ints:
    return lexicon({other: 1 for word in words if word for other in spellings(word)})


def contents(bank: Bank, parents: Ints | None = None) -> tuple[Longs, Ints]:
    """The children of each bracket, in order: a word as its row, a bracket as ``~row``.

    The first column says where the children of each bracket begin in the second. ``parents`` has
    other parents for the brackets, if some are to be hung elsewhere.

    >>> import karat
    >>> bank = karat.read_text("(S (NP (DT the) (NN dog)) (VP (VBZ barks)) (. .))")
    >>> begin, items = contents(bank)
    >>> [items[a:b].tolist() for a, b in zip(begin, begin[1:])]
    [[-2, -3, 3], [0, 1], [2]]
    """
    around, parent = around_words(bank), parent_rows(bank) if parents is None else parents
    words, brackets = np.flatnonzero(around >= 0), np.flatnonzero(parent >= 0)
    owner = np.concatenate([parent[brackets], around[words]])
    place = np.concatenate([(first_words(bank) + bank.start)[brackets], words])
    # An empty bracket begins where the next word begins, and comes before it: the sort is stable.
    order = np.lexsort((place, owner))
    begin = np.cumsum(np.append(0, np.bincount(owner, minlength=len(parent))))
    return begin, np.concatenate([~brackets, words])[order].astype(np.int32)


def staged(bank: Bank, what: str, codes: Flags, rules: Mapping[int, str]) -> list[Stage]:
    """One stage for each code that occurs; ``rules`` says what the codes mean."""
    found = ((np.flatnonzero(codes == code).astype(np.int32), why) for code, why in rules.items())
    return [Stage("", what, bank, rows, why) for rows, why in found if len(rows)]


def kept_words(before: Bank, after: Bank) -> Bools:
    """Which words of a Bank are left after a view that removes words."""
    return np.isin(before.word_start, after.word_start)


def taken_out(side: str, before: Bank, after: Bank, why: str) -> list[Stage]:
    """The words that a view removed, and the brackets that held nothing else.

    >>> import karat
    >>> bank = karat.read_text("(S (NP (-NONE- *)) (VP (V go)))")
    >>> rest = keep_words(bank, np.array([False, True]))
    >>> [(one.what, one.rows.tolist(), one.why) for one in taken_out("gold", bank, rest, "null")]
    [('words', [0], 'left out, null'), ('brackets', [1], 'left out, no word of it is left')]
    """
    if len(before.tag) == len(after.tag):
        return []
    kept = kept_words(before, after)
    count, first = offsets(kept), first_words(before)
    hollow = count[first + before.start] == count[first + before.end]
    both = (("words", ~kept, why), ("brackets", hollow, "no word of it is left"))
    return [
        Stage(side, what, before, np.flatnonzero(rows).astype(np.int32), f"left out, {said}")
        for what, rows, said in both
        if rows.any()
    ]


def kept_layers(bank: Bank, keep: Bools) -> dict[str, Table]:
    """The layers without the removed words: those with one row per word, chunks, comments, repairs.

    Other layers name words and are dropped. A word that loses its head gets the nearest one above
    that is kept.
    """
    if not bank.layers:
        return {}
    before = offsets(keep)
    layers = {}
    for name, table in bank.layers.items():
        if name in ("morphology", "edges"):
            columns = {key: column[keep] for key, column in table.columns.items()}
            if "head" in columns:
                columns["head"] = _heads(bank, table["head"], keep, before)[keep]
            layers[name] = replace(table, offset=before[bank.token_offset], columns=columns)
        elif name in ("chunks", "comments", "repairs"):
            layers[name] = _chunks(bank, table, before) if name == "chunks" else table
    return layers


def _heads(bank: Bank, head: Ints, keep: Bools, before: Ints) -> Ints:
    first = np.repeat(bank.token_offset[:-1], np.diff(bank.token_offset))
    above = np.where(head >= 0, head + first, head)
    lost = ~keep
    # No path upwards is longer than a sentence, unless it is a cycle.
    for _ in range(int(np.diff(bank.token_offset).max(initial=0))):
        orphans = np.flatnonzero((above >= 0) & lost[above.clip(0)])
        if not len(orphans):
            break
        above[orphans] = above[above[orphans]]
    else:
        above[(above >= 0) & lost[above.clip(0)]] = -1
    return np.where(above >= 0, before[above] - before[first], above).astype(np.int32)


def _chunks(bank: Bank, table: Table, before: Ints) -> Table:
    """Chunks shrink with their words; empty ones are dropped."""
    base = np.repeat(bank.token_offset[:-1], np.diff(table.offset))
    start, end = (before[base + table[name]] - before[base] for name in ("start", "end"))
    full = start < end
    columns = {"start": start[full], "end": end[full], "label": table["label"][full]}
    return replace(table, offset=offsets(full)[table.offset], columns=columns)


def without_spans(bank: Bank) -> dict[str, Table]:
    """The layers that do not name brackets by their rows."""
    return {
        name: table
        for name, table in bank.layers.items()
        if "span" not in table.columns and name not in ("functions", "secondary")
    }
