"""The list of sentences of a selection: what an address asks for, and the sentences that fit it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from starlette.requests import Request

from karat import __version__
from karat.analysis.pictured import drawn_as
from karat.analysis.sentence_choice import ORDERS, STATUSES, Choice, Known, chosen
from karat.analysis.sentence_errors import SentenceErrors, merged, sentence_errors
from karat.analysis.sentence_figures import figures_of
from karat.model.columns import Longs
from karat.model.errors import KaratError, UsageError
from karat.store.records import Entry
from karat.web.banks import Banks, NotKept, Texts
from karat.web.rendering import problem
from karat.web.selection import Selection

# The parameters of an address that choose sentences.
ASKED = ("text", "from", "to", "status", "cause", "label", "better", "order")
# In longer files the causes of errors are not looked for here: it would take too long.
LONGEST = 5_000
# More digits make no length, and no number of a sentence.
_DIGITS = 9


def choice_of(asked: Mapping[str, str], systems: int) -> Choice:
    """What the parameters of an address ask for; a problem if they make no sense."""
    status, order = asked.get("status", ""), asked.get("order", "") or "number"
    if status and status not in STATUSES:
        problem(400, f"There is no status {status!r}.", f"Choose one of {', '.join(STATUSES)}.")
    if order not in ORDERS:
        problem(400, f"There is no order {order!r}.", f"Choose one of {', '.join(ORDERS)}.")
    return Choice(
        text=asked.get("text", "").strip()[:200],
        shortest=_number(asked, "from"),
        longest=_number(asked, "to"),
        status=status,
        cause=asked.get("cause", ""),
        label=asked.get("label", ""),
        better=_pair(asked.get("better", ""), systems),
        order=order,
    )


def _number(asked: Mapping[str, str], name: str) -> int | None:
    text = asked.get(name, "").strip()
    if not text:
        return None
    if not text.isascii() or not text.isdigit() or len(text) > _DIGITS:
        problem(400, f"{name} should be a number of words, not {text[:40]!r}.")
    return int(text)


def _pair(text: str, systems: int) -> tuple[int, int] | None:
    """Two systems by their places from 1, as in ``2.1``."""
    if not text:
        return None
    parts = [part for part in text.split(".") if part.isascii() and part.isdigit()]
    places = [int(part[:_DIGITS]) - 1 for part in parts]
    if len(places) != 2 or text.count(".") != 1 or places[0] == places[1]:
        problem(400, "better should be two systems by their places, as in 1.2.")
    if not all(0 <= one < systems for one in places):
        problem(400, f"better names a system that is not shown; there are {systems}.")
    return places[0], places[1]


@dataclass(frozen=True, eq=False)
class Listing:
    """The sentences of a selection that an address asks for."""

    selection: Selection
    banks: Banks
    asked: Mapping[str, str]

    @classmethod
    def of(cls, request: Request, selection: Selection, banks: Banks) -> "Listing":
        given = {name: request.query_params.get(name, "") for name in ASKED}
        return cls(selection, banks, {name: text for name, text in given.items() if text})

    @property
    def query(self) -> dict[str, Any]:
        """The parameters of an address that shows the same list."""
        return {"with": self.selection.others or None, **self.asked}

    @property
    def given(self) -> dict[str, str]:
        """What a form shows: every parameter, empty if it is not asked for."""
        return {name: self.asked.get(name, "") for name in ASKED}

    @cached_property
    def choice(self) -> Choice:
        return choice_of(self.asked, len(self.selection.entries))

    @cached_property
    def _texts(self) -> tuple[Texts, str]:
        """The sentences as text, or why they are not known."""
        why = ""
        for run in self.selection.runs.values():
            try:
                return self.banks.texts(self.selection.store, run), ""
            except NotKept as error:
                why = why or f"{error} So the sentences cannot be read here."
            except KaratError as error:
                why = f"Gold cannot be read any more: {str(error).splitlines()[0]}"
        return Texts((), (), ()), why

    @property
    def texts(self) -> Texts:
        return self._texts[0]

    @property
    def why_no_text(self) -> str:
        return self._texts[1]

    @cached_property
    def known(self) -> Known:
        selection = self.selection
        figures = figures_of(selection.tallied, selection.scheme, selection.sentences)
        length: Longs = np.zeros(selection.sentences, np.int64)
        for one in selection.tallied:
            length[one.tally.sentence] = one.tally.length
        if len(self.texts.sizes) == len(length):
            length = np.array(self.texts.sizes, np.int64)
        known = Known(figures, length, self.texts.texts, self.texts.names)
        if not (self.choice.cause or self.choice.label):
            return known
        every = [self.errors(one) for one in selection.entries]
        return known.with_errors(
            merged(one.causes for one in every), merged(one.labels for one in every)
        )

    @cached_property
    def numbers(self) -> list[int]:
        """The sentences, by their numbers from 0, in the order asked for."""
        return chosen(self.known, self.choice)

    def errors(self, entry: Entry) -> SentenceErrors:
        """The sentences of each cause and label; they are found once, and kept in the store."""
        kept = self.errors_if_known(entry)
        if kept is not None:
            return kept
        if self.selection.sentences > LONGEST:
            raise UsageError(
                f"Gold has more than {LONGEST:,} sentences: causes of errors are not looked for here; "
                "type: karat errors"
            )
        with self.banks.turn:
            return self.errors_if_known(entry) or self._found(entry)

    def _found(self, entry: Entry) -> SentenceErrors:
        """Look for the errors in all sentences, and keep what is found."""
        selection = self.selection
        beside = self.banks.beside(
            selection.store, selection.run(entry), entry.system, drawn_as(selection.scheme)
        )
        outcome, errors = beside.errors()
        found = sentence_errors(beside.scheme, outcome, errors)
        selection.store.keep_derived(_key(entry), list(found))
        return found

    def errors_if_known(self, entry: Entry) -> SentenceErrors | None:
        """The same, if they were found before."""
        kept = self.selection.store.derived(_key(entry))
        return None if kept is None else SentenceErrors(*kept)


def _key(entry: Entry) -> str:
    return f"sentence-errors 1 {__version__} {entry.id}"
