"""Constructions: single phenomena that an application may need a parser for.

``minimal_np``          a noun phrase that contains no other: its start and end
``maximal_np``          a noun phrase that is in no other
``appositive``          a noun phrase that renames the one before it
``pp_modifier``         a preposition phrase, with the word it modifies
``predicative``         a predicate with a copula: its head, and the head of its subject
``relative_clause``     a clause that modifies a noun
``parenthetical``       a remark in brackets or between dashes
``predicate_argument``  a verb, its subject and its object; one of the two may be missing

Spans have no punctuation at either end. Relations between words (the fourth, fifth and last) are
taken from dependencies; for trees, these are derived by head rules.

A file of patterns (see patterns.py) replaces these by other constructions.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from karat.files.profile import DEFAULT, Profile
from karat.model.bank import Bank
from karat.model.columns import Bools, Ints, Longs
from karat.model.labels import Labels
from karat.model.layers import Table
from karat.model.outcome import Note
from karat.views.constructions import brackets, links
from karat.views.constructions.patterns import by_name, load
from karat.views.constructions.patterns import found as matched
from karat.views.deps.links import Links
from karat.views.edges import dependencies, punctuation
from karat.views.edit import sentence_of_words
from karat.views.inventories import unread
from karat.views.nulls import without_nulls
from karat.views.profile import as_ptb, grammar_of

NAMES = (
    "minimal_np", "maximal_np", "appositive", "pp_modifier", "predicative", "relative_clause",
    "parenthetical", "predicate_argument",
)  # fmt: skip
_RELATIONS = ("predicative", "predicate_argument")

# No format holds constructions.
FORMAT = ""

# The columns of the layer.
COLUMNS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def constructions(
    bank: Bank, names: tuple[str, ...] = (), heads: str = "ud", patterns: str = "",
    profile: Profile | str = DEFAULT,
) -> Bank:  # fmt: skip
    """The Bank with the layer ``constructions``: a name and up to three numbers, -1 for none.

    With ``patterns``, a file, the numbers are the start and end of each part of a construction.
    ``profile`` is a grammar profile, which says what the labels and tags of trees are.

    >>> import karat
    >>> tree = "(S (NP (DT the) (NN dog)) (VP (VBD saw) (NP (NP (NNS cats)) (PP (IN in) (NP (NN town))))))"
    >>> bank = constructions(karat.read_text(tree))
    >>> layer = bank.layers["constructions"]
    >>> for row in zip(layer["label"], layer["first"], layer["second"], layer["third"]):
    ...     print(bank.labels[row[0]].decode(), *map(int, row[1:]))
    minimal_np 0 2 -1
    minimal_np 3 4 -1
    minimal_np 5 6 -1
    maximal_np 0 2 -1
    maximal_np 3 6 -1
    pp_modifier 4 6 3
    predicate_argument 2 1 3
    """
    grammar = grammar_of(profile)
    if patterns:
        file = load(patterns)
        found = by_name(matched(bank, file, heads, grammar))
        wanted = names or file.names
    else:
        found, wanted = _known(bank, heads, grammar), names or NAMES
    bank = without_nulls(bank, grammar)
    rows = {name: found[name] for name in wanted if name in found}
    if patterns:
        loud = np.flatnonzero(~punctuation(_linked(bank, heads, grammar)))
        rows = {name: _parts_stripped(loud, some) for name, some in rows.items()}
    return bank.with_layers(constructions=_layer(bank, rows))


def notes(bank: Bank, patterns: str = "", profile: Profile | str = DEFAULT) -> tuple[Note, ...]:
    """What to tell the user about a Bank: sentences most of whose labels or tags are not understood."""
    # A file of patterns has its own names.
    return () if patterns else unread(bank, grammar_of(profile))


def parts(name: str, numbers: Sequence[int], patterns: bool) -> tuple[tuple[int, int], ...]:
    """The spans of words that a row of the layer refers to; (-1, -1) for a missing one.

    >>> parts("pp_modifier", (4, 6, 3), False), parts("predicate_argument", (2, -1, 3), False)
    (((4, 6), (3, 4)), ((2, 3), (-1, -1), (3, 4)))
    """
    if patterns or name not in (*_RELATIONS, "pp_modifier"):
        found = list(zip(numbers[::2], numbers[1::2], strict=False))
    else:
        spans = [(numbers[0], numbers[1])] if name == "pp_modifier" else []
        words = numbers[2 * len(spans) :]
        found = [*spans, *((at, at + 1 if at >= 0 else -1) for at in words)]
    while found[-1][0] < 0:
        found.pop()
    return tuple(found)


def ends(labels: Labels, table: Table, patterns: bool) -> dict[str, Bools]:
    """For each column of the layer, which rows have the end of a span there, not a word or a start.

    >>> from karat.model.layers import table as rows
    >>> found = [[(4, 6, 3, b"pp_modifier"), (2, -1, 3, b"predicate_argument")]]
    >>> layer = rows(found, "first second third label", labels := Labels())
    >>> {name: column.tolist() for name, column in ends(labels, layer, False).items()}
    {'first': [False, False], 'second': [True, False], 'third': [False, False]}
    """
    label = table["label"]
    none: Bools = np.zeros(len(label), np.bool_)
    single = none if patterns else np.isin(label, [labels.find(one.encode()) for one in _RELATIONS])
    first = none if patterns else label == labels.find(b"pp_modifier")
    return {
        name: none if at % 2 == 0 else ~single & ~(first & (at > 1))
        for at, name in enumerate(one for one in COLUMNS if one in table.columns)
    }


def _linked(bank: Bank, heads: str, grammar: Profile) -> Bank:
    """The dependencies of a Bank without null elements."""
    return dependencies(as_ptb(bank, grammar) if bank.has_trees else bank, heads)


def _known(bank: Bank, heads: str, grammar: Profile) -> dict[str, Ints]:
    """The constructions of NAMES, by row of the words without null elements."""
    bank = without_nulls(bank, grammar)
    linked = _linked(bank, heads, grammar)
    found = brackets.spans(linked) if len(bank.label) else links.spans(Links(linked))
    found |= links.relations(Links(linked))
    loud = np.flatnonzero(~punctuation(linked))
    chosen = {name: found[name] for name in NAMES if name in found}
    return {
        name: some if name in _RELATIONS else _stripped(loud, some) for name, some in chosen.items()
    }


def _layer(bank: Bank, rows: Mapping[str, Ints]) -> Table:
    numbers = np.array([bank.labels.intern(name.encode()) for name in rows], np.int32)
    label = np.repeat(numbers, [len(some) for some in rows.values()])
    width = max((some.shape[1] for some in rows.values()), default=3)
    table = np.concatenate([*rows.values(), np.zeros((0, width), np.int32)])
    # All words of a construction are in one sentence, and at least one part is not missing.
    sentence = sentence_of_words(bank)[table[:, ::2].max(axis=1)]
    order = np.argsort(sentence, kind="stable")
    base = bank.token_offset[sentence]
    local = np.where(table >= 0, table - base[:, None], -1)[order].astype(np.int32)
    offset = np.searchsorted(sentence[order], np.arange(len(bank) + 1)).astype(np.int32)
    columns = dict(zip(COLUMNS, local.T, strict=False))
    columns["label"] = label[order]
    return Table(offset, columns, interned=frozenset({"label"}))


def _parts_stripped(loud: Longs, rows: Ints) -> Ints:
    """Each part without punctuation at its ends, unless it has no other words.

    A construction without any words, such as one of null elements, is dropped.
    """
    stripped = rows.copy()
    for at in range(0, rows.shape[1], 2):
        start, end = rows[:, at], rows[:, at + 1]
        after, before = np.searchsorted(loud, start), np.searchsorted(loud, end) - 1
        fine = (start >= 0) & (after <= before)
        stripped[fine, at], stripped[fine, at + 1] = loud[after[fine]], loud[before[fine]] + 1
    return stripped[(stripped >= 0).any(axis=1)]


def _stripped(loud: Longs, rows: Ints) -> Ints:
    """Spans without punctuation at their ends; a span of punctuation only is dropped."""
    after, before = np.searchsorted(loud, rows[:, 0]), np.searchsorted(loud, rows[:, 1]) - 1
    fine = after <= before
    spans = (loud[after[fine]], loud[before[fine]] + 1, rows[fine, 2])
    return np.stack(spans, axis=1).astype(np.int32)
