"""Sentence: one sentence of a Bank as Python values; and some sentences of a Bank by their numbers."""

import hashlib
import operator
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from karat.model.bank import CONTENTS, PLACES, Bank
from karat.model.columns import Longs, Numbers
from karat.model.errors import InputError, UsageError
from karat.model.layers import Table
from karat.model.picking import picked

# The function that writes a tree; formats/__init__.py sets it.
WRITERS: dict[str, Callable[[Bank], str]] = {}


@dataclass(frozen=True, eq=False)
class Sentence:
    """A sentence of a Bank; functions that take trees take it too.

    >>> import karat
    >>> sentence = karat.read_text("(S (NP (DT the) (NN dog)) (VP (VBZ barks)))")[0]
    >>> sentence
    Sentence(1: the dog barks)
    >>> sentence.tags, sentence.spans
    (['DT', 'NN', 'VBZ'], [(0, 3, 'S'), (0, 2, 'NP'), (2, 3, 'VP')])
    >>> karat.score(sentence, sentence, "evalb").f1
    1.0
    """

    source: Bank
    number: int

    @property
    def words(self) -> list[str]:
        """The words."""
        return [_text(word) for word in self.source.words(self.number)]

    @property
    def tags(self) -> list[str]:
        """The tag of each word; an untagged word has an empty one."""
        return [_text(tag) for tag in self.source.tags(self.number)]

    @property
    def spans(self) -> list[tuple[int, int, str]]:
        """The constituents in pre-order, as (start, end, label): words from 0, half-open."""
        return [(start, end, _text(label)) for start, end, label in self.source.spans(self.number)]

    @property
    def edges(self) -> list[tuple[int, str]]:
        """The head and label of each word: heads count words from 0; -1 is the root, -2 no head.

        >>> import karat
        >>> rows = "1 Dogs _ _ _ _ 2 nsubj _ _", "2 bark _ _ _ _ 0 root _ _"
        >>> karat.read_text("\\n".join([*rows, "", ""]).replace(" ", "\\t"))[0].edges
        [(1, 'nsubj'), (-1, 'root')]
        """
        rows = self.source.layer("edges").each(self.number, "head", "label")
        return [(head, _text(self.source.labels[label])) for head, label in rows]

    @property
    def tree(self) -> str:
        """The tree as bracketed text on one line."""
        if not self.source.has_trees:
            raise InputError(self.source.missing("trees"))
        return WRITERS["tree"](self.bank)

    @property
    def bank(self) -> Bank:
        """A Bank of this sentence alone."""
        return _cut_out(self.source.slice(self.number, self.number + 1), self)

    def __len__(self) -> int:
        """The number of words."""
        offset = self.source.token_offset
        return int(offset[self.number + 1] - offset[self.number])

    def __repr__(self) -> str:
        words = " ".join(self.words)
        shown = words if len(words) <= 60 else f"{words[:59]}…"
        return f"Sentence({self.number + 1}: {shown})" if words else f"Sentence({self.number + 1})"


def _text(content: bytes) -> str:
    return content.decode("utf-8", "surrogateescape")


def _cut_out(bank: Bank, sentence: Sentence) -> Bank:
    """A Bank of one sentence without the rest of the text of its file."""
    own = [getattr(bank, name) for name in PLACES]
    laid = [table[name] for table in bank.layers.values() for name in table.places]
    places = np.concatenate([column[column >= 0] for column in (*own, *laid)])
    begin, following = int(places.min(initial=len(bank.text))), sentence.source.sentence_at
    after = (
        following[sentence.number + 1] if sentence.number + 1 < len(following) else len(bank.text)
    )
    end = max(int(places.max(initial=0)) + 1, int(after))

    def moved(column: Numbers) -> Numbers:
        return np.where(column >= 0, column - begin, column).astype(column.dtype)

    def moved_in(table: Table) -> Table:
        changed = {name: moved(table[name]) for name in table.places}
        return replace(table, columns={**table.columns, **changed})

    lines = int(np.count_nonzero(bank.text[:begin] == 10))
    columns: dict[str, Any] = {name: moved(getattr(bank, name)) for name in PLACES}
    return replace(
        bank,
        text=bank.text[begin:end].copy(),
        layers={name: moved_in(table) for name, table in bank.layers.items()},
        first_line=bank.first_line + lines,
        sha256="",
        **columns,
    )


def chosen(bank: Bank, which: Any) -> "Sentence | Bank":
    """A sentence by its number, or a Bank of several: a slice, numbers, or a mask of True and False."""
    if isinstance(which, slice):
        return _some(bank, np.arange(len(bank))[which])
    if not hasattr(which, "__len__"):
        return Sentence(bank, _number(bank, which))
    rows = np.asarray(which)
    if rows.dtype == bool:
        if rows.shape != (len(bank),):
            raise IndexError(f"a mask of {len(rows)} values for {len(bank)} sentences")
        return _some(bank, np.flatnonzero(rows))
    if isinstance(which, (str, bytes)) or rows.ndim != 1:
        raise UsageError(f"{which!r} is not the number of a sentence; sentences are counted from 0")
    return _some(bank, np.array([_number(bank, row) for row in rows.tolist()], np.int64))


def _number(bank: Bank, which: Any) -> int:
    try:
        number = operator.index(which)
    except TypeError:
        raise UsageError(
            f"{which!r} is not the number of a sentence; sentences are counted from 0"
        ) from None
    if not -len(bank) <= number < len(bank):
        raise IndexError(f"there is no sentence {number}; the Bank has {len(bank)}")
    return number % len(bank)


def _some(bank: Bank, rows: Longs) -> Bank:
    """The sentences with these numbers; the hash, which signatures quote, is that of this choice."""
    if len(rows) == len(bank) and (rows == np.arange(len(bank))).all():
        return bank
    whole = bank.sha256 or hashlib.sha256(bank.text.tobytes()).hexdigest()
    digest = hashlib.sha256(whole.encode() + rows.astype("<i8").tobytes()).hexdigest()
    return replace(picked(bank, rows), sha256=digest)


def described(bank: Bank) -> str:
    """How many sentences and words it has, and what is known about them.

    >>> import karat
    >>> karat.read_text("(S (NP the dog) (VP barks loudly))\\n(S (N a)\\n")
    Bank(2 sentences, 4 words: trees; 1 cannot be read)
    """
    contents = ["trees"] if bank.has_trees else []
    # In columns, a word without a tag has ``_``.
    tagged = (bank.tag != 0) & (bank.tag != bank.labels.find(b"_"))
    contents += ["tags"] if tagged.any() else []
    contents += [what for layer, what in CONTENTS.items() if layer in bank.layers]
    amounts = ", ".join(
        f"{count:,} {noun}{'s' * (count != 1)}"
        for count, noun in ((len(bank), "sentence"), (len(bank.tag), "word"))
    )
    faults = int(np.count_nonzero(bank.fault))
    unread = f"; {faults:,} cannot be read" if faults else ""
    return f"Bank({amounts}{': ' * bool(contents)}{', '.join(contents)}{unread})"
