"""Runs as a file: out of one store, into another; and files that nobody should trust."""

import base64
import gzip
import hashlib
import io
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sqlalchemy import select

from databases import both_databases
from karat.model.documents import Documents
from karat.model.errors import InputError, UsageError
from karat.store import open_store, packing, schema
from karat.store.exchange import export_runs, import_runs
from karat.store.store import Store
from stored_runs import small_run

TABLES = (
    "runs", "tags", "comments", "files", "contents", "boards", "entries", "figures", "tallies",
)  # fmt: skip


@pytest.fixture
def store(store_url: str) -> Iterator[Store]:
    """An empty store."""
    with open_store(store_url) as opened:
        yield opened


@pytest.fixture
def source(tmp_path: Path) -> Iterator[Store]:
    """A store with two runs."""
    with two_runs(tmp_path) as opened:
        yield opened


@contextmanager
def two_runs(folder: Path) -> Iterator[Store]:
    with open_store(str(folder / "source.db")) as opened:
        first = opened.save(
            small_run(folder / "a", name="first", tags=["t"], schemes=["evalb", "flat"])
        )
        opened.comment(first, "good", "ann")
        opened.save(small_run(folder / "b", name="second", schemes=["parseval"]))
        yield opened


@pytest.fixture(scope="module")
def runs_file(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """What that store exports, made once."""
    with two_runs(tmp_path_factory.mktemp("runs")) as opened:
        return exported(opened)


def everything(store: Store) -> dict[str, list[Any]]:
    """All rows of all tables, in some order; numbers that a store gives are left out."""
    found = {}
    with store.reading() as connection:
        for name in TABLES:
            table = getattr(schema, name)
            given = {"runs": "serial", "comments": "number"}.get(name)
            columns = [one for one in table.c if one.name != given]
            found[name] = sorted(map(repr, connection.execute(select(*columns))))
    return found


def exported(store: Store, *keys: str) -> bytes:
    stream = io.BytesIO()
    export_runs(store, keys, stream)
    return stream.getvalue()


@both_databases
def test_what_is_exported_is_imported(source: Store, store: Store) -> None:
    """Every row of every table; a second time, nothing changes."""
    content = exported(source)
    assert import_runs(store, io.BytesIO(content)) == (2, 0, 2)
    assert everything(store) == everything(source)
    assert [one.name for one in store.runs()] == ["second", "first"]
    assert import_runs(store, io.BytesIO(content)) == (0, 2, 0)
    assert everything(store) == everything(source)
    assert exported(store) == content


def test_some_runs_with_their_contents_only(source: Store, store: Store) -> None:
    """Named by name or id; a name that is not there is a message."""
    content = exported(source, "second")
    assert import_runs(store, io.BytesIO(content)).runs == 1
    assert [one.name for one in store.runs()] == ["second"]
    with pytest.raises(UsageError, match="there is no run 'third'"):
        exported(source, "third")


def test_what_was_changed_here_stays(source: Store, store: Store) -> None:
    """A run that is there keeps its name, tags and comments."""
    content = exported(source)
    import_runs(store, io.BytesIO(content))
    store.rename("first", "mine")
    store.tag("mine", "best")
    assert import_runs(store, io.BytesIO(content)) == (0, 2, 0)
    assert store.run("mine").line.tags == ["best", "t"]


def test_imported_entries_can_be_compared(source: Store, store: Store) -> None:
    """They are on the same board, with the same figures."""
    import_runs(store, io.BytesIO(exported(source)))
    ids = [one.id for one in source.run("first").entries]
    mine, theirs = store.tallied(ids), source.tallied(ids)
    assert [one.score().as_dict() for one in mine] == [one.score().as_dict() for one in theirs]
    assert {one.id for one in store.boards()} == {one.id for one in source.boards()}


def test_a_file_on_disk(source: Store, store: Store, tmp_path: Path) -> None:
    """Written completely or not at all; what is not there or no such file is a message."""
    path = tmp_path / "runs.karat"
    assert export_runs(source, [], str(path)) == 2
    assert import_runs(store, str(path)).runs == 2
    with pytest.raises(InputError, match="No such file"):
        import_runs(store, str(tmp_path / "nothing"))
    with pytest.raises(InputError, match="cannot be written"):
        export_runs(source, [], str(tmp_path / "no" / "folder"))
    for text in (b"", b"(S (N a))", gzip.compress(b"(S (N a))"), gzip.compress(b'{"a": 1}\n')):
        path.write_bytes(text)
        with pytest.raises(InputError, match=r"runs\.karat"):
            import_runs(store, str(path))


def forged(content: bytes, change: Callable[[list[Any]], None]) -> bytes:
    """The file with changed lines, and with a right hash at the end."""
    lines = [json.loads(line) for line in gzip.decompress(content).splitlines()]
    change(lines)
    texts = [json.dumps(line).encode() + b"\n" for line in lines[:-1]]
    end = {"lines": len(texts), "sha256": hashlib.sha256(b"".join(texts)).hexdigest()}
    return gzip.compress(b"".join(texts) + json.dumps({"end": end}).encode() + b"\n")


def repacked(lines: list[Any], which: str, change: Callable[[Any], None]) -> None:
    """Change what is packed in the first entry of the last run."""
    entry = lines[-2]["run"]["entries"][0]
    value = packing.unpack_json(base64.b64decode(entry[which]))
    change(value)
    entry[which] = base64.b64encode(packing.pack_json(value)).decode()


def set_run(name: str, value: Any) -> Callable[[list[Any]], None]:
    return lambda lines: lines[-2]["run"].__setitem__(name, value)


def set_file(name: str, value: Any) -> Callable[[list[Any]], None]:
    return lambda lines: lines[-2]["run"]["files"][0].__setitem__(name, value)


def set_entry(name: str, value: Any) -> Callable[[list[Any]], None]:
    return lambda lines: lines[-2]["run"]["entries"][0].__setitem__(name, value)


def set_document(kind: str, document: Any) -> Callable[[list[Any]], None]:
    packed = base64.b64encode(packing.pack_json(document)).decode()
    return lambda lines: lines[-2]["run"].update(kind=kind, document=packed)


FORGERIES: dict[str, Callable[[list[Any]], None]] = {
    "an id that is a path": set_run("id", "../../etc"),
    "an id with capitals": set_run("id", "ABCDEFGHIJ"),
    "no id": lambda lines: lines[-2]["run"].pop("id"),
    "a time that is none": set_run("created", "yesterday"),
    "a kind that is none": set_run("kind", "rm -rf"),
    "a name on two lines": set_run("name", "a\nb"),
    "a name that is a number": set_run("name", 7),
    "a tag that is a list": set_run("tags", [["a"]]),
    "a comment too long": set_run("comments", [["2026-01-01T00:00:00Z", "a", "x" * 20_000]]),
    "a comment without a time": set_run("comments", [["now", "a", "x"]]),
    "NUL in the command": set_run("command", "a\0b"),
    "half a pair": set_run("gold", "\udcff"),
    "a document that is no JSON": set_run("document", "AAAA"),
    "a document that is no base 64": set_run("document", "%%%%"),
    "a document without figures": set_document("score", {"results": [{}]}),
    "a document of something else": set_document("score", {"results": 7}),
    "a comparison that is none": set_document("compare", {"results": []}),
    "a suite without runs": set_document("suite", {}),
    "a run of a suite without a suite": set_document("suite", {"runs": [{"run": "x"}]}),
    "systems that are none": set_run("systems", {"a": 1}),
    "entries that are none": set_run("entries", "many"),
    "the same run twice": lambda lines: lines.insert(-1, lines[-2]),
    "a run that is a list": lambda lines: lines.__setitem__(-2, {"run": []}),
    "something else": lambda lines: lines.insert(1, {"drop": "tables"}),
    "a line that is a number": lambda lines: lines.insert(1, 7),
    "a role that is none": set_file("role", "root"),
    "a hash that is none": set_file("sha256", "../x"),
    "a content that is missing": set_file("sha256", "0" * 64),
    "a size below 0": set_file("size", -1),
    "a size that is too large": set_file("size", 2**80),
    "options that are none": set_file("options", "rw"),
    "a content that is another one": lambda lines: lines[1]["content"].__setitem__("sha256", "0" * 64),
    "a content of another size": lambda lines: lines[1]["content"].__setitem__("size", 1),
    "a main figure that is not there": set_entry("main", "fame"),
    "a recipe that is a number": set_entry("recipe", 1),
    "a tally that is none": set_entry("tally", "AAAA"),
    "a better figure": lambda lines: repacked(lines, "result", lambda r: r["measures"].update(f1=0.99)),
    "better counts": lambda lines: repacked(lines, "result", lambda r: r["counts"].update(matched=9)),
    "a figure that is a text": lambda lines: repacked(
        lines, "result", lambda r: r["measures"].update(f1="<script>")
    ),
    "a figure that is a list": lambda lines: repacked(lines, "result", lambda r: r["measures"].update(f1=[])),
    "an interval with one end": lambda lines: repacked(
        lines, "result", lambda r: r.update(intervals={"f1": [0.5]})
    ),
    "no sentences": lambda lines: repacked(lines, "result", lambda r: r.update(sentences={})),
    "better sums": lambda lines: repacked(
        lines, "facts", lambda f: f["total"]["scored"]["counts"].__setitem__(2, 9)
    ),
    "better means": lambda lines: repacked(
        lines, "facts", lambda f: f["total"]["scored"]["means"].update(f1=[1.0, 2])
    ),
    "notes that are none": lambda lines: repacked(lines, "facts", lambda f: f.update(notes=7)),
    "statuses that are none": lambda lines: repacked(
        lines, "facts", lambda f: f["total"].update(status=[[99, 1]])
    ),
    "documents of fewer sentences": set_run(
        "documents",
        base64.b64encode(packing.pack_documents(Documents(np.zeros(1, np.int64), ("d",)))).decode(),
    ),
    "facts without a total": lambda lines: repacked(lines, "facts", lambda f: f.pop("total")),
    "gold's hash that is none": lambda lines: repacked(lines, "facts", lambda f: f.update(sha256="x")),
    "a form that is newer": lambda lines: lines[0].__setitem__("karat_runs", 2),
}  # fmt: skip


@pytest.mark.parametrize("what", FORGERIES)
def test_a_forged_file_changes_nothing(what: str, runs_file: bytes, tmp_path: Path) -> None:
    """One message that says where, and no other error; the good run before it is not imported either."""
    content = forged(runs_file, FORGERIES[what])
    with open_store(str(tmp_path / "target.db")) as target:
        with pytest.raises(InputError, match="runs:") as caught:
            import_runs(target, io.BytesIO(content), "runs")
        assert "\n" not in str(caught.value)
        assert all(not rows for rows in everything(target).values())


def test_files_that_are_cut_off_or_changed(source: Store, store: Store) -> None:
    """At any place."""
    content = exported(source)
    plain = gzip.decompress(content)
    cut = [content[: len(content) * n // 7] for n in range(7)]
    lines = plain.splitlines(keepends=True)
    changed = [
        gzip.compress(b"".join(lines[:-1])),
        gzip.compress(plain.replace(b'"second"', b'"seconD"')),
        gzip.compress(plain + lines[1]),
        content + b"more",
    ]
    for one in (*cut, *changed):
        with pytest.raises(InputError):
            import_runs(store, io.BytesIO(one))
    assert store.runs() == []


def test_bombs(store: Store) -> None:
    """A file that is small, and huge when it is unpacked."""
    head = b'{"karat_runs": 1, "karat": "0", "runs": 1}\n'
    for body in (b"a" * (1 << 26), b"{}\n" * (1 << 24), b'{"run":' + b"[" * 100_000):
        with pytest.raises(InputError, match=r"too large|neither a run|not JSON"):
            import_runs(store, io.BytesIO(gzip.compress(head + body)))


@both_databases
def test_another_run_with_the_same_id(source: Store, store: Store) -> None:
    """It is refused, and so is the rest of the file."""
    content = exported(source)
    import_runs(store, io.BytesIO(exported(source, "second")))
    before = everything(store)
    other = forged(content, set_run("command", "karat score other.mrg"))
    with pytest.raises(InputError, match="the store has another run"):
        import_runs(store, io.BytesIO(other))
    assert everything(store) == before


def test_a_stream_that_cannot_be_read_twice(source: Store, store: Store) -> None:
    """As from a pipe."""

    class Pipe(io.BytesIO):
        def seekable(self) -> bool:
            return False

    assert import_runs(store, Pipe(exported(source))).runs == 2


def test_a_scheme_that_names_a_file_is_imported_without_opening_it(
    tmp_path: Path, store: Store
) -> None:
    """The file may be anything on this machine; entries can be looked at."""
    params = tmp_path / "own.prm"
    params.write_text("DELETE_LABEL TOP\n", encoding="utf-8")
    with open_store(str(tmp_path / "source.db")) as mine:
        run = mine.save(small_run(tmp_path, schemes=[f"evalb(params={params})"]))
        content = exported(mine)
    params.unlink()
    import_runs(store, io.BytesIO(content))
    assert store.entry(f"{run}.2").measures["recall"] == 5 / 6
    with pytest.raises(InputError, match="cannot be used here"):
        store.tallied([f"{run}.2"])
