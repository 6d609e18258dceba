"""Entries that are looked at together: one in the path of the address, others as ``with=``."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from starlette.requests import Request

from karat.engine.tallied import Tallied
from karat.model.errors import UsageError
from karat.model.scheme import Scheme
from karat.store.records import Entry, StoredRun
from karat.store.store import Store
from karat.web.rendering import problem, store

ENTRY = re.compile(r"[0-9a-z]{4,10}\.[0-9]{1,4}")
# So many drawings are legible below each other.
MOST = 8


@dataclass(frozen=True, eq=False)
class Selection:
    """Entries of one board, the first of which is that of the address."""

    store: Store
    entries: Sequence[Entry]

    @property
    def first(self) -> Entry:
        return self.entries[0]

    @property
    def ids(self) -> list[str]:
        return [one.id for one in self.entries]

    @property
    def others(self) -> list[str]:
        """The ids after the first: the value of ``with``."""
        return self.ids[1:]

    @cached_property
    def runs(self) -> Mapping[str, StoredRun]:
        """The runs of the entries, by id."""
        return {one: self.store.run(one) for one in dict.fromkeys(one.run for one in self.entries)}

    def run(self, entry: Entry) -> StoredRun:
        return self.runs[entry.run]

    @cached_property
    def tallied(self) -> list[Tallied]:
        """The counts of every sentence; the name of each is the id of its entry."""
        found = self.store.tallied(self.ids)
        return [one._replace(name=key) for one, key in zip(found, self.ids, strict=True)]

    @property
    def scheme(self) -> Scheme:
        return self.tallied[0].result.scheme

    @property
    def sentences(self) -> int:
        """How many sentences gold has."""
        return self.tallied[0].run.sentences

    @cached_property
    def names(self) -> Mapping[str, str]:
        """What each entry is called: the name of its system, with its run if several have this name."""
        systems = [one.system for one in self.entries]
        found = {
            one.id: one.system
            if systems.count(one.system) == 1
            else f"{one.system} ({one.run_name or one.run})"
            for one in self.entries
        }
        shown = list(found.values())
        return {
            key: one if shown.count(one) == 1 else f"{one} [{key}]" for key, one in found.items()
        }


def selected(request: Request) -> Selection:
    """The entries that an address names; a problem if there are none such, or they cannot be compared."""
    wanted = [request.path_params["entry"], *request.query_params.getlist("with")]
    ids = list(dict.fromkeys(one for one in wanted if one))
    if len(ids) > MOST:
        problem(400, f"{len(ids)} systems are too many to look at; choose at most {MOST}.")
    found = Selection(store(request), [_entry(store(request), one) for one in ids])
    for one in found.entries:
        if one.board != found.first.board:
            problem(
                400,
                f"{one.id} and {found.first.id} were not scored in the same way against the same gold, so "
                "they cannot be compared.",
                "Choose entries of one board.",
            )
    return found


def _entry(kept: Store, key: str) -> Entry:
    if not ENTRY.fullmatch(key):
        problem(404, "There is no such result.", "Choose one on a board.")
    try:
        return kept.entry(key)
    except UsageError:
        problem(404, f"There is no result {key} in the store.", "It may have been deleted.")
