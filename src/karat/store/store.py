"""The Store: what can be asked of the memory of runs, and what can be done to it."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any

from sqlalchemy import Connection

from karat.engine.tallied import Tallied
from karat.model.documents import Documents
from karat.store import changing, entries, kept, runs, saving
from karat.store.database import Database
from karat.store.place import place_of
from karat.store.records import Board, Entry, NewRun, Place, Point, RunLine, StoredRun


class Store:
    """An open store. Threads may share it; every method is a transaction of its own."""

    def __init__(self, url: str | None = None) -> None:
        self._database = Database(place_of(url))

    @property
    def shown(self) -> str:
        """What messages call it: its file, or that it is in PostgreSQL."""
        return self._database.place.shown

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        self._database.close()

    def reading(self) -> AbstractContextManager[Connection]:
        """A connection in a transaction that sees the store as it is at its beginning."""
        return self._database.reading()

    def writing(self, *, alone: bool = False) -> AbstractContextManager[Connection]:
        """A connection in a transaction whose changes are kept together, or not at all.

        ``alone``: nobody else writes meanwhile.
        """
        return self._database.writing(alone=alone)

    def save(self, new: NewRun) -> str:
        """Save a run, as a whole or not at all, and return its id."""
        rows = saving.prepared(new)
        with self.writing() as connection:
            saving.write(connection, rows)
        return str(rows.run["id"])

    def runs(
        self, *, text: str = "", tag: str = "", kind: str = "", limit: int = 50, offset: int = 0
    ) -> list[RunLine]:
        """Runs, newest first; ``limit`` 0: all."""
        with self.reading() as connection:
            return runs.lines(connection, text=text, tag=tag, kind=kind, limit=limit, offset=offset)

    def run(self, key: str) -> StoredRun:
        """A run by its id, its name (the newest that has it), or at least 4 letters of its id."""
        with self.reading() as connection:
            return runs.stored(connection, key)

    def printed(self, keys: Sequence[str]) -> dict[str, Any]:
        """The JSON that the commands of these runs printed, by the ids of the runs."""
        with self.reading() as connection:
            return runs.printed(connection, keys)

    def boards(self) -> list[Board]:
        """All boards, those with the newest entries first."""
        with self.reading() as connection:
            return entries.boards(connection)

    def entries(
        self, board: str, *, figure: str = "", limit: int = 0, offset: int = 0
    ) -> list[Entry]:
        """The entries of a board, best first by a figure, the main one unless it is named."""
        with self.reading() as connection:
            return entries.entries(connection, board, figure=figure, limit=limit, offset=offset)

    def places(self, board: str, figure: str = "") -> list[Place]:
        """The same entries in the same order by their names and this figure: fast for thousands of them."""
        with self.reading() as connection:
            return entries.places(connection, board, figure)

    def extremes(self, board: str) -> dict[str, tuple[float, float]]:
        """The lowest and the highest value of each figure of a board."""
        with self.reading() as connection:
            return entries.extremes(connection, board)

    def several(self, keys: Sequence[str]) -> list[Entry]:
        """Entries by their ids, in this order."""
        with self.reading() as connection:
            return entries.several(connection, keys)

    def entry(self, key: str) -> Entry:
        """An entry by its id, RUN.N."""
        return self.several([key])[0]

    def tallied(self, keys: Sequence[str]) -> list[Tallied]:
        """The results of entries with the counts of every sentence, in the order of the ids."""
        with self.reading() as connection:
            return entries.tallied(connection, keys)

    def history(
        self, board: str, figure: str = "", *, system: str = "", name: str = "", tag: str = ""
    ) -> list[Point]:
        """A figure of the entries of a board, oldest first."""
        with self.reading() as connection:
            return entries.history(connection, board, figure, system=system, name=name, tag=tag)

    def result(self, key: str) -> Mapping[str, Any]:
        """The JSON of the Score of an entry, as it was saved."""
        with self.reading() as connection:
            return entries.result(connection, key)

    def documents(self, key: str) -> Documents | None:
        """Gold's documents, if the run of an entry kept them."""
        with self.reading() as connection:
            return kept.documents(connection, key.partition(".")[0])

    def content(self, sha256: str) -> bytes:
        """The content of a kept file."""
        with self.reading() as connection:
            return kept.content(connection, sha256)

    def kept(self, hashes: Iterable[str]) -> set[str]:
        """Those of some hashes whose contents are in the store."""
        with self.reading() as connection:
            return kept.hashes(connection, hashes)

    def tag(self, run: str, *tags: str) -> None:
        """Give a run tags; those that it has already stay."""
        with self.writing() as connection:
            changing.tag(connection, run, tags)

    def untag(self, run: str, *tags: str) -> None:
        """Take tags from a run; those that it does not have are no matter."""
        with self.writing() as connection:
            changing.untag(connection, run, tags)

    def comment(self, run: str, text: str, author: str = "") -> None:
        """Add a comment to a run."""
        with self.writing() as connection:
            changing.comment(connection, run, text, author)

    def rename(self, run: str, name: str) -> None:
        """Give a run another name."""
        with self.writing() as connection:
            changing.rename(connection, run, name)

    def delete(self, runs: Sequence[str]) -> int:
        """Delete runs, and contents of files that nothing refers to any more; how many runs it were."""
        with self.writing(alone=True) as connection:
            return changing.delete_runs(connection, runs)

    def derived(self, key: str) -> Any | None:
        """What was computed under this key by this version of karat; None if it is not there."""
        with self.reading() as connection:
            return kept.derived(connection, key)

    def keep_derived(self, key: str, value: Any) -> None:
        """Keep JSON that can be computed again; not at all if the store cannot be written now."""
        kept.keep_derived(self._database, key, value)
