"""The files of saved runs as Banks, read again as the run read them, so that sentences can be drawn.

Whole files are read and put side by side once, and kept in a bounded cache; after that only the sentence
that is wanted is compared. What runs in a server opens no file: contents come from the store, and options
of saved runs that name a user's file are refused.
"""

import io
import json
from collections.abc import Hashable, Sequence
from dataclasses import fields
from functools import cached_property
from pathlib import PurePath
from threading import Lock
from typing import NamedTuple

import numpy as np
from starlette.requests import Request

from karat.analysis.errors.causes import analysis_of, has_analysis
from karat.analysis.errors.frame import Error, errors_of
from karat.analysis.picture import Pair
from karat.analysis.picture_of import Pairs
from karat.analysis.pictured import Placed, names_of_sentences
from karat.comparison.by_id import has_ids
from karat.comparison.counted import in_common
from karat.files.resources import only_ours
from karat.files.source import Source
from karat.formats import of, repaired
from karat.formats.names import PLACEHOLDER
from karat.model.bank import Bank
from karat.model.errors import InputError, KaratError
from karat.model.labels import Labels
from karat.model.outcome import Outcome
from karat.model.scheme import Scheme
from karat.store.records import KeptFile, StoredRun
from karat.store.store import Store
from karat.views import Views
from karat.web.cache import Cache

# How many bytes of Banks a server keeps.
LIMIT = 256 << 20


class NotKept(KaratError):
    """The content of a file is not in the store, so its sentences cannot be shown."""


class Compared(NamedTuple):
    """A sentence of gold and of one system: what is drawn, its errors, and the outcome they come from.

    ``errors`` is None if there is no analysis of errors for the scheme.
    """

    pair: Pair
    errors: Sequence[Error] | None
    outcome: Outcome


class Beside:
    """A system beside gold under a scheme, for several threads: one sentence at a time.

    Comparing adds labels to the table that both sides share, so this table is the system's own.
    """

    def __init__(self, scheme: Scheme, name: str, gold: Bank, system: Bank, views: Views) -> None:
        self._lock = Lock()
        labels = Labels()
        ours = views.of_gold(gold.relabelled(labels))
        theirs = views.of_system(system.relabelled(labels))
        self._placed = Placed(scheme, name, ours, theirs)

    @property
    def scheme(self) -> Scheme:
        """The scheme, with what ``auto`` means for these files."""
        return self._placed.scheme

    @property
    def laid(self) -> bool:
        """Whether the system's sentences have other boundaries than gold's."""
        return self._placed.laid

    def sentence(self, number: int) -> Compared:
        """A sentence, by its number from 0; only this one is compared."""
        placed = self._placed
        with self._lock, only_ours():
            outcome = placed.outcome(number)
            pair = Pairs(placed.scheme, outcome, placed.name).pair(0)
            return Compared(pair, self._errors(outcome), outcome)

    def errors(self) -> tuple[Outcome, Sequence[Error] | None]:
        """The errors of all sentences."""
        with self._lock, only_ours():
            outcome = self._placed.whole()
            return outcome, self._errors(outcome)

    def _errors(self, outcome: Outcome) -> Sequence[Error] | None:
        scheme = self._placed.scheme
        if not has_analysis(scheme):
            return None
        return errors_of(analysis_of(scheme), outcome, scheme).found

    @cached_property
    def size(self) -> int:
        return size_of(self._placed.gold) + size_of(self._placed.system)


class Texts(NamedTuple):
    """The sentences of gold as text, the names that its file has for them, and how many words each has."""

    texts: Sequence[str]
    names: Sequence[str]
    sizes: Sequence[int]

    @property
    def size(self) -> int:
        """Its bytes, about."""
        return sum(map(len, self.texts)) + 128 * len(self.texts)


class Banks:
    """The files of the runs of a store."""

    def __init__(self, limit: int = LIMIT) -> None:
        self._cache = Cache(limit)
        # Whole files are compared by one thread at a time, so that others have time for single sentences.
        self.turn = Lock()

    def gold(self, store: Store, run: StoredRun) -> Bank:
        """Gold as it is in its file; nobody may add labels to it."""
        return self._bank(store, file_of(run, "gold"))

    def texts(self, store: Store, run: StoredRun) -> Texts:
        """The sentences of gold as text."""
        gold = file_of(run, "gold")
        return self._cache.get(
            ("texts", *_key(gold)), lambda: _texts(self._bank(store, gold)), lambda one: one.size
        )

    def beside(self, store: Store, run: StoredRun, system: str, scheme: Scheme) -> Beside:
        """A system of a run beside gold."""
        gold, theirs = file_of(run, "gold"), system_of(run, system)
        views = Views(_views(gold), _views(theirs))
        others = self._others(store, run, theirs)
        key = "beside", *_key(gold), *_key(theirs), views, str(scheme), *map(_key, others)

        def make() -> Beside:
            ours = self._bank(store, gold)
            found = self._bank(store, theirs, gold)
            if others:
                # The names that count are those that all systems of the run can show.
                banks = [found, *(self._bank(store, one, gold) for one in others)]
                found = in_common([bank.relabelled(Labels()) for bank in banks])[0]
            with only_ours():
                return Beside(scheme, system, ours, found, views)

        return self._cache.get(key, make, lambda one: one.size)

    def _others(self, store: Store, run: StoredRun, file: KeptFile) -> list[KeptFile]:
        """The other systems of the run, if they are files of names."""
        others = [one for one in run.files if one.role == file.role and one.name != file.name]
        named = others and has_ids(self._bank(store, file, file_of(run, "gold")))
        return others if named else []

    def _bank(self, store: Store, file: KeptFile, gold: KeptFile | None = None) -> Bank:
        """A file; one that is read leniently is put in its places by gold."""
        lenient = bool(file.options.get("lenient"))
        helper = gold if lenient else None
        key = "bank", *_key(file), *(_key(helper) if helper else ())

        def make() -> Bank:
            ours = self._bank(store, helper) if helper else None
            with only_ours():
                return _read(file, store.content(file.sha256), ours)

        if not file.kept:
            raise not_kept(file)
        return self._cache.get(key, make, size_of)


def file_of(run: StoredRun, role: str, name: str = "") -> KeptFile:
    """A file of a run by what it is for, and the name of the system."""
    for one in run.files:
        if one.role == role and name in ("", one.name):
            return one
    what = f"the file of {name}" if name else f"a file of {role}"
    raise NotKept(f"The run {run.line.name or run.line.id} was saved without {what}.")


def system_of(run: StoredRun, name: str) -> KeptFile:
    """The file of a system that was compared: if names were recognised, the names, not the native output."""
    return file_of(run, "output" if run.line.kind == "recognise" else "system", name)


def not_kept(file: KeptFile) -> NotKept:
    """What is said of a file of which only the place and the hash are known."""
    return NotKept(
        f"The content of {PurePath(file.path).name} ({file.size:,} bytes) is not in the store, only its "
        "hash and where it was."
    )


def size_of(bank: Bank) -> int:
    """The bytes of a Bank's columns."""
    columns = (getattr(bank, one.name) for one in fields(bank))
    layers = (column for table in bank.layers.values() for column in table.columns.values())
    return sum(one.nbytes for one in (*columns, *layers) if isinstance(one, np.ndarray))


def _read(file: KeptFile, content: bytes, gold: Bank | None) -> Bank:
    options = file.options
    source = Source.of(io.BytesIO(content), PurePath(file.path).name)
    layout = str(options.get("layout") or "auto")
    given = options.get("format")
    if gold is not None:
        bank = repaired(source, given, layout, gold.relabelled(Labels())).bank
    else:
        bank = of(source, given).read(source, layout)
    if not len(bank):
        raise InputError(f"{source.path} has no sentences")
    bank.labels.strings()  # so that reading them later, in several threads, changes nothing
    return bank


def _texts(gold: Bank) -> Texts:
    words = [gold.words(at) for at in range(len(gold))]
    if has_ids(gold):
        # A file that only has names has no words.
        words = [[] if some == [PLACEHOLDER] else some for some in words]
    texts = [b" ".join(some).decode("utf-8", "backslashreplace") for some in words]
    return Texts(texts, names_of_sentences(gold), [len(some) for some in words])


def _views(file: KeptFile) -> tuple[str, ...]:
    return tuple(file.options.get("views") or ())


def _key(file: KeptFile) -> tuple[Hashable, ...]:
    return file.sha256, PurePath(file.path).name, json.dumps(dict(file.options), sort_keys=True)


def served(request: Request) -> Banks:
    """The Banks of a server."""
    found: Banks = request.app.state.banks
    return found
