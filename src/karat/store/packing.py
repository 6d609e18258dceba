"""Arrays, tallies and JSON as compressed bytes, and back; never by pickle.

What is unpacked may come from a file of somebody else, so every size, type and number is checked
before it is used.
"""

import json
import struct
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from karat.model.columns import Numbers
from karat.model.documents import Documents
from karat.model.errors import InputError
from karat.model.groups import Groups, Rows
from karat.model.outcome import Status
from karat.model.tally import Tally

# The largest size of one thing after unpacking.
LIMIT = 1 << 28
_MAGIC = b"karat-t1"
_WHOLE = ("int8", "int16", "int32", "int64")
_TYPES = (*_WHOLE, "bool", "float64")
_LENGTH = struct.Struct("<I")


def pack(content: bytes) -> bytes:
    return zlib.compress(content, 6)


def unpack(packed: bytes, limit: int = LIMIT) -> bytes:
    """The bytes that were packed, refused if they are damaged or more than ``limit``."""
    machine = zlib.decompressobj()
    try:
        content = machine.decompress(packed, limit)
    except zlib.error as error:
        raise InputError(f"the packed data is damaged: {error}") from None
    if not machine.eof or machine.unused_data:
        raise InputError("the packed data is damaged, cut off, or too large")
    return content


def pack_json(value: Any) -> bytes:
    return pack(json.dumps(value, allow_nan=False, separators=(",", ":")).encode())


def unpack_json(packed: bytes) -> Any:
    try:
        return json.loads(unpack(packed))
    except (ValueError, RecursionError) as error:
        raise InputError(f"the packed data is damaged: {error}") from None


class _Writer:
    """Collects arrays; what it returns for each says how to read it again."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []

    def put(self, array: Numbers) -> list[Any]:
        kind = str(array.dtype)
        if kind not in _TYPES:
            raise TypeError(f"a column of {kind} cannot be kept")
        small = _smallest(array) if kind in _WHOLE else kind
        # Column after column: neighbours are alike, so they pack better.
        self.pieces.append(np.asarray(array).astype(small).tobytes("F"))
        return [kind, small, list(array.shape)]


def _smallest(array: Numbers) -> str:
    """The smallest type that all numbers fit into."""
    if not array.size:
        return "int8"
    low, high = int(array.min()), int(array.max())
    return next(one for one in _WHOLE if np.iinfo(one).min <= low and high <= np.iinfo(one).max)


class _Reader:
    """Takes arrays from the bytes in the order in which they were put there."""

    def __init__(self, content: bytes) -> None:
        self.content, self.at = content, 0

    def take(self, said: Any, dimensions: int = 1, rows: int | None = None) -> Numbers:
        match said:
            case [str(kind), str(small), [*shape]] if kind in _TYPES and small in _TYPES:
                pass
            case _:
                raise InputError("the packed data is damaged: an array is not described")
        sizes = [one for one in shape if type(one) is int and 0 <= one <= LIMIT]
        if len(sizes) != len(shape) or len(shape) != dimensions or rows not in (None, shape[0]):
            raise InputError("the packed data is damaged: an array has another shape")
        if kind != small and not (kind in _WHOLE and small in _WHOLE):
            raise InputError("the packed data is damaged: an array has another type")
        count = int(np.prod(sizes, dtype=object))
        size = count * np.dtype(small).itemsize
        if size > len(self.content) - self.at:
            raise InputError("the packed data is damaged: an array is cut off")
        if small == "bool" and set(self.content[self.at : self.at + size]) - {0, 1}:
            raise InputError("the packed data is damaged: a truth value is neither 0 nor 1")
        flat = np.frombuffer(self.content, small, count, self.at)
        self.at += size
        return flat.reshape(sizes, order="F").astype(kind, order="K")


def pack_tally(tally: Tally) -> bytes:
    """The counts of every sentence, with groups and twin."""
    writer = _Writer()
    return _joined(_tally_said(tally, writer), writer)


def unpack_tally(packed: bytes) -> Tally:
    said, reader = _parted(packed)
    return _tally(said, reader)


def pack_documents(documents: Documents) -> bytes:
    writer = _Writer()
    said = {"number": writer.put(documents.number), "names": list(documents.names)}
    return _joined(said, writer)


def unpack_documents(packed: bytes) -> Documents:
    said, reader = _parted(packed)
    names = _names(said.get("names"))
    number = reader.take(said.get("number"))
    _within(number, len(names))
    return Documents(number.astype(np.int64), tuple(names))


def _joined(said: Mapping[str, Any], writer: _Writer) -> bytes:
    header = json.dumps(said, separators=(",", ":")).encode()
    return _MAGIC + pack(b"".join([_LENGTH.pack(len(header)), header, *writer.pieces]))


def _parted(packed: bytes) -> tuple[dict[str, Any], _Reader]:
    if not packed.startswith(_MAGIC):
        raise InputError("the packed data has a form that this karat does not know")
    content = unpack(packed[len(_MAGIC) :])
    if len(content) < _LENGTH.size:
        raise InputError("the packed data is damaged: it has no header")
    (size,) = _LENGTH.unpack_from(content)
    try:
        said = json.loads(content[_LENGTH.size : _LENGTH.size + size])
    except (ValueError, RecursionError) as error:
        raise InputError(f"the packed data is damaged: {error}") from None
    if not isinstance(said, dict):
        raise InputError("the packed data is damaged: its header is no object")
    return said, _Reader(content[_LENGTH.size + size :])


def _tally_said(tally: Tally, writer: _Writer) -> dict[str, Any]:
    return {
        "names": list(tally.names),
        "counts": writer.put(tally.counts),
        "status": writer.put(tally.status),
        "length": writer.put(tally.length),
        "sentence": writer.put(tally.sentence),
        "groups": {kind: _groups_said(one, writer) for kind, one in tally.groups.items()},
        "twin": None if tally.twin is None else _tally_said(tally.twin, writer),
        "mended": tally.mended,
    }


def _tally(said: Mapping[str, Any], reader: _Reader, *, is_twin: bool = False) -> Tally:
    names = _names(said.get("names"))
    counts = reader.take(said.get("counts"), 2)
    rows = len(counts)
    if counts.shape[1] != len(names):
        raise InputError("the packed data is damaged: counts and their names differ in number")
    status, length, sentence = (
        reader.take(said.get(name), rows=rows) for name in ("status", "length", "sentence")
    )
    _within(status, len(Status))
    _within(sentence, LIMIT)
    groups, twin = said.get("groups"), said.get("twin")
    if not isinstance(groups, dict) or not (twin is None or isinstance(twin, dict)):
        raise InputError("the packed data is damaged: groups or twin are not described")
    if is_twin and twin is not None:
        raise InputError("the packed data is damaged: a twin has a twin")
    found = {kind: _groups(one, reader, rows) for kind, one in groups.items()}
    other = _tally(twin, reader, is_twin=True) if twin is not None else None
    if other is not None and len(other) != rows:
        raise InputError("the packed data is damaged: a twin has other sentences")
    mended = said.get("mended") is True
    return Tally(tuple(names), counts, status, length, sentence, found, other, mended)


def _groups_said(groups: Groups, writer: _Writer) -> dict[str, Any]:
    # Names may be all labels of a corpus, made when they are asked for.
    rows = [
        {
            "key": writer.put(one.key),
            "sentence": writer.put(one.sentence),
            "counts": {name: writer.put(column) for name, column in one.counts.items()},
        }
        for one in groups.rows
    ]
    under = None if groups.under is None else writer.put(groups.under)
    return {"names": list(groups.names), "rows": rows, "under": under}


def _groups(said: Any, reader: _Reader, sentences: int) -> Groups:
    match said:
        case {"names": [*names], "rows": [*rows], "under": under}:
            found = [_rows(one, reader, sentences) for one in rows]
        case _:
            raise InputError("the packed data is damaged: a group is not described")
    table = None if under is None else reader.take(under, 2, len(names))
    keys = len(names) if table is None else table.shape[1]
    for one in found:
        _within(one.key, keys)
    return Groups(_names(names), tuple(found), table)


def _rows(said: Any, reader: _Reader, sentences: int) -> Rows:
    match said:
        case {"key": key, "sentence": sentence, "counts": dict(counts)}:
            keys = reader.take(key)
            places = reader.take(sentence, rows=len(keys))
            columns = {name: reader.take(one, rows=len(keys)) for name, one in counts.items()}
        case _:
            raise InputError("the packed data is damaged: rows of a group are not described")
    _within(places, sentences)
    return Rows(keys, places, columns)


def _within(numbers: Numbers, size: int) -> None:
    if len(numbers) and not (0 <= numbers.min() and numbers.max() < size):
        raise InputError("the packed data is damaged: a number points nowhere")


def _names(said: Any) -> Sequence[str]:
    if not isinstance(said, list) or not all(isinstance(one, str) for one in said):
        raise InputError("the packed data is damaged: names are not described")
    return said
