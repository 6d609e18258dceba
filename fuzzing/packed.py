"""Targets: files that karat writes for itself and reads again, and compressed ones.

Bytes alone would nearly always break a checksum, so what is inside is changed and packed again, too.
"""

import functools
import gzip
import hashlib
import io
import json
import lzma
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from calling import GIVEN, TREES, call, given, made, trees
from judging import Target
from karat.model.errors import UsageError

TSDB = {
    "relations": b"item:\n  i-id :integer :key\n  i-origin :string\n  i-input :string\n  i-wf :integer\n  i-length :integer\n"
    b"  i-comment :string\n\nphenomenon:\n  p-id :integer :key\n  p-name :string\n  p-supertypes :string\n\n"
    b"item-phenomenon:\n  ip-id :integer :key\n  i-id :integer :key\n  p-id :integer :key\n\n"
    b"parse:\n  parse-id :integer :key\n  i-id :integer :key\n  readings :integer\n\n"
    b"result:\n  parse-id :integer :key\n  result-id :integer\n  derivation :string\n  mrs :string\n",
    "item": b"1@mine@Dogs bark@1@2@a comment\n2@mine@bark dogs@0@2@\n",
    "phenomenon": b"1@passive@verbs\n",
    "item-phenomenon": b"1@1@1\n",
    "parse": b"1@1@1\n2@2@0\n",
    "result": b'1@0@(root (0 x 0 0 2 (0 d 0 0 1 ("dogs")) (0 b 0 1 2 ("bark"))))@\n',
}
_MARK = b"\n=== "


def targets() -> Iterator[Target]:
    """All of them; their seeds are made by karat itself."""
    yield _target("tsdb", _profile, _tsdb)
    for ending, pack in _PACKERS.items():
        yield _target(
            f"compressed{ending}",
            functools.partial(_packed, pack),
            functools.partial(_read, ending),
        )
    yield _target("parts", _parts, _part)
    yield _target("runs-file", functools.partial(_packed, _PACKERS[".gz"], _runs), _import)
    yield _target("runs-lines", _runs, _sealed)
    yield _target("store", _stores, _store)
    yield _target("sums", _sums, _resumed)
    yield _target("tallies", lambda: _tallies()[1:], _tally)
    yield _target("tally-facts", _facts, _tally_facts)
    yield _target(
        "parquet-column",
        _columns,
        functools.partial(
            _command, ".parquet", "score {file} {file} --format parquet(column=tree)"
        ),
    )


def _target(
    name: str, seeds: Callable[[], Sequence[bytes]], execute: Callable[[bytes, random.Random], None]
) -> Target:
    return Target(name, seeds, execute, GIVEN)


def _profile() -> list[bytes]:
    return [b"".join(_MARK + name.encode() + b"\n" + text for name, text in TSDB.items())]


@functools.cache
def _packed(
    pack: Callable[[bytes], bytes], contents: Callable[[], Sequence[bytes]] = trees
) -> list[bytes]:
    return [pack(one) for one in contents()[:3]]


def _zst(data: bytes) -> bytes:
    from backports import zstd

    return bytes(zstd.compress(data))


_PACKERS: dict[str, Callable[[bytes], bytes]] = {
    ".gz": functools.partial(gzip.compress, mtime=0), ".xz": lzma.compress, ".zst": _zst,
}  # fmt: skip


def _command(ending: str, line: str, data: bytes, _rng: random.Random) -> None:
    with given(data, ending) as path:
        call(line.replace("{file}", path))


def _read(ending: str, data: bytes, rng: random.Random) -> None:
    _command(f".mrg{ending}", rng.choice(("check {file}", "score {file} {file}")), data, rng)


def _tsdb(data: bytes, _rng: random.Random) -> None:
    """A profile is a folder; the seed has its files one after the other."""
    with given(b"", ".d") as path:
        folder = Path(path)
        folder.unlink()
        folder.mkdir()
        try:
            for piece in data.split(_MARK)[1:]:
                name, _, text = piece.partition(b"\n")
                known = name.decode("utf-8", "replace")
                (folder / (known if known in TSDB else "item")).write_bytes(text)
            for line in ("suite list {file}", "suite score {file}", "recognise {file}"):
                call(line.replace("{file}", path))
        finally:
            for one in folder.iterdir():
                one.unlink()
            folder.rmdir()


@functools.cache
def per_sentence(ending: str) -> "tuple[bytes, ...]":
    """What ``karat score --per-sentence`` writes."""
    return tuple(
        made(lambda: call(f"score gold.mrg system.mrg --per-sentence out{ending}"), f"out{ending}")
    )


@functools.cache
def _parts() -> list[bytes]:
    def make() -> None:
        for share in ("1/2", "2/2"):
            call(f"score gold.mrg system.mrg -s evalb --shard {share} --part {share[0]}.part")

    return made(make, "*.part")


def _part(data: bytes, rng: random.Random) -> None:
    first = Path("first.part")
    if not first.exists():
        first.write_bytes(_parts()[0])
    line = rng.choice(("merge {file}", "merge {file} first.part", "merge {file} {file}"))
    _command(".part", line, data, rng)


@functools.cache
def _runs() -> list[bytes]:
    """The lines of a file of runs."""

    def make() -> None:
        call("score gold.mrg system.mrg -s evalb --save monday --tag a --store sqlite:///s.db")
        call(
            "compare gold.mrg gold.mrg system.mrg --samples 5 --save tuesday --store sqlite:///s.db"
        )
        call("runs export monday --to runs.karat --store sqlite:///s.db")
        call("runs export --all --to all.karat --store sqlite:///s.db")

    return [gzip.decompress(one) for one in _made_runs(make)]


def _made_runs(make: Callable[[], None]) -> list[bytes]:
    return made(make, "runs.karat", "all.karat")


def _import(data: bytes, _rng: random.Random) -> None:
    store = Path("import.db")
    with given(data, ".karat") as path:
        try:
            call(f"runs import {path} --store sqlite:///{store}")
            call(f"runs list --store sqlite:///{store}")
            call(f"runs export --all --to again.karat --store sqlite:///{store}")
        finally:
            store.unlink(missing_ok=True)


def _sealed(data: bytes, rng: random.Random) -> None:
    """Changed lines with an end that fits them."""
    lines = [one + b"\n" for one in data.split(b"\n") if one and not one.startswith(b'{"end"')]
    digest = hashlib.sha256(b"".join(lines)).hexdigest()
    end = json.dumps({"end": {"lines": len(lines), "sha256": digest}}).encode() + b"\n"
    _import(gzip.compress(b"".join([*lines, end]), 1), rng)


@functools.cache
def _stores() -> list[bytes]:
    return made(
        lambda: call("score gold.mrg system.mrg --save monday --store sqlite:///s.db") and None,
        "s.db",
    )


def _store(data: bytes, rng: random.Random) -> None:
    line = (
        rng.choice(("runs list", "runs show monday", "runs history f1"))
        + " --store sqlite:///{file}"
    )
    try:
        _command(".db", line, data, rng)
    except UsageError as error:
        # The run has another name now.
        if not str(error).startswith("there is no run 'monday'"):
            raise


_RESUME = "score @two.txt @two.txt -s evalb --resume {file}"


@functools.cache
def _sums() -> list[bytes]:
    def make() -> None:
        Path("two.txt").write_text("gold.mrg\n")
        call(_RESUME.replace("{file}", "sums"))

    return made(make, "sums/*")


def _resumed(data: bytes, rng: random.Random) -> None:
    """A folder of sums of which one file was changed."""
    with given(b"gold.mrg\n", ".d") as path:
        Path("two.txt").write_text("gold.mrg\n")
        folder = Path(path)
        folder.unlink()
        try:
            call(_RESUME.replace("{file}", path))
            files = sorted(folder.iterdir())
            rng.choice(files).write_bytes(data)
            call(_RESUME.replace("{file}", path))
        finally:
            for one in folder.iterdir():
                one.unlink()
            folder.rmdir()


@functools.cache
def _tallies() -> list[bytes]:
    return made(
        lambda: call("score gold.mrg a=system.mrg b=gold.mrg -s evalb --tallies out") and None,
        "out/**/*.parquet",
    )


def _tally(data: bytes, rng: random.Random) -> None:
    other = Path("other.parquet")
    if not other.exists():
        other.write_bytes(_tallies()[0])
    _command(".parquet", "compare --tallies {file} other.parquet --samples 5", data, rng)


@functools.cache
def _facts() -> list[bytes]:
    """What the files of tallies say of themselves."""
    from pyarrow import parquet

    from karat.store.tally_files import FACTS

    return [
        parquet.ParquetFile(io.BytesIO(one)).metadata.metadata[FACTS.encode()]
        for one in _tallies()[1:]
    ]


def _tally_facts(data: bytes, rng: random.Random) -> None:
    from pyarrow import parquet

    from karat.store.tally_files import FACTS

    table = parquet.read_table(io.BytesIO(rng.choice(_tallies()[1:])))
    said = {**(table.schema.metadata or {}), FACTS.encode(): data}
    stream = io.BytesIO()
    parquet.write_table(table.replace_schema_metadata(said), stream)
    _tally(stream.getvalue(), rng)


@functools.cache
def _columns() -> list[bytes]:
    import pyarrow
    from pyarrow import parquet

    stream = io.BytesIO()
    parquet.write_table(
        pyarrow.table({"tree": [*TREES.decode().splitlines(), None], "n": [1, 2, 3, 4]}), stream
    )
    return [stream.getvalue()]
