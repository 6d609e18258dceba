"""Whatever is done to a store, in whatever order, it has what a plain model of it has."""

import io
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import cache
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from sqlalchemy import func, select

from karat.model.errors import InputError, UsageError
from karat.store import open_store, schema
from karat.store.exchange import export_runs, import_runs
from karat.store.records import NewRun
from stored_runs import small_run

NAMES = st.sampled_from(["a", "b", "Größe", "x y", "100 %", "'; --"])
TAGS = st.sets(st.sampled_from(["t", "u", "ü", "50 %"]))
CONTENTS = st.lists(st.sampled_from([b"one", b"two", b"", bytes(range(256))]), max_size=3)
SCHEMES = st.sampled_from([("evalb",), ("flat", "parseval"), ()])


@dataclass
class Known:
    """What the store must know of a run."""

    name: str
    tags: set[str]
    contents: list[bytes]
    schemes: tuple[str, ...]
    comments: list[str] = field(default_factory=list)


@cache
def scored(schemes: tuple[str, ...]) -> NewRun:
    with tempfile.TemporaryDirectory() as folder:
        return small_run(Path(folder), schemes=schemes or ("evalb",))


class Stores(RuleBasedStateMachine):
    """A store, the model of it, and a second store that runs are carried to."""

    def __init__(self) -> None:
        super().__init__()
        self.stack = ExitStack()
        folder = Path(self.stack.enter_context(tempfile.TemporaryDirectory()))
        self.store = self.stack.enter_context(open_store(str(folder / "one.db")))
        self.other = self.stack.enter_context(open_store(str(folder / "other.db")))
        self.known: dict[str, Known] = {}
        self.carried: set[str] = set()

    def teardown(self) -> None:
        self.stack.close()

    @rule(name=NAMES, tags=TAGS, contents=CONTENTS, schemes=SCHEMES)
    def save(
        self, name: str, tags: set[str], contents: list[bytes], schemes: tuple[str, ...]
    ) -> None:
        new = scored(schemes)
        files = [
            replace(new.files[0], content=one, sha256=sha256(one).hexdigest(), size=len(one))
            for one in contents
        ]
        entries = new.entries if schemes else ()
        run = self.store.save(
            replace(new, name=name, tags=sorted(tags), files=files, entries=entries)
        )
        self.known[run] = Known(name, set(tags), contents, schemes)

    @precondition(lambda self: self.known)
    @rule(data=st.data(), tags=TAGS, taken=TAGS, name=NAMES)
    def change(self, data: st.DataObject, tags: set[str], taken: set[str], name: str) -> None:
        run = data.draw(st.sampled_from(sorted(self.known)))
        one = self.known[run]
        self.store.tag(run, *tags)
        self.store.untag(run, *taken)
        self.store.rename(run, name)
        self.store.comment(run, f"now {name}")
        one.tags, one.name = (one.tags | tags) - taken, name
        one.comments.append(f"now {name}")

    @precondition(lambda self: self.known)
    @rule(data=st.data())
    def delete(self, data: st.DataObject) -> None:
        runs = data.draw(st.sets(st.sampled_from(sorted(self.known)), min_size=1, max_size=3))
        assert self.store.delete(sorted(runs)) == len(runs)
        for run in runs:
            del self.known[run]
        with pytest.raises(UsageError):
            self.store.run(min(runs))

    @rule()
    def carry(self) -> None:
        """All runs to the other store, which has some of them already; runs deleted here stay there."""
        stream = io.BytesIO()
        assert export_runs(self.store, [], stream) == len(self.known)
        if not self.known:
            with pytest.raises(InputError, match="there are no runs in it"):
                import_runs(self.other, stream)
            return
        found = import_runs(self.other, stream)
        assert found.runs == len(self.known.keys() - self.carried)
        assert found.already == len(self.known.keys() & self.carried)
        self.carried |= self.known.keys()
        assert {one.id for one in self.other.runs(limit=0)} == self.carried

    @precondition(lambda self: not self.known and self.carried)
    @rule()
    def bring_back(self) -> None:
        """Runs that were deleted come back as they were when they were carried."""
        stream = io.BytesIO()
        export_runs(self.other, [], stream)
        assert import_runs(self.store, stream).runs == len(self.carried)
        for run in self.carried:
            found = self.store.run(run)
            self.known[run] = Known(
                found.line.name,
                set(found.line.tags),
                [self.store.content(one.sha256) for one in found.files],
                () if not found.entries else tuple(found.line.schemes),
                [one.text for one in found.comments],
            )

    @invariant()
    def the_store_is_as_the_model(self) -> None:
        assert {one.id for one in self.store.runs(limit=0)} == self.known.keys()
        for run, one in self.known.items():
            found = self.store.run(run)
            assert (found.line.name, set(found.line.tags)) == (one.name, one.tags)
            assert [comment.text for comment in found.comments] == one.comments
            assert [self.store.content(file.sha256) for file in found.files] == one.contents
            assert len(found.entries) == 2 * len(one.schemes)
        boards = {one.scheme: one.entries for one in self.store.boards()}
        every = [scheme for one in self.known.values() for scheme in one.schemes]
        assert boards == {scheme: 2 * every.count(scheme) for scheme in set(every)}
        held = {content for one in self.known.values() for content in one.contents}
        with self.store.reading() as connection:
            assert connection.scalar(select(func.count()).select_from(schema.contents)) == len(held)


TestStores = Stores.TestCase
TestStores.settings = settings(max_examples=8, stateful_step_count=10)
