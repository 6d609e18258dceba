"""The columns that everything is made of, and the types of their elements."""

import os
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from karat.kernels import spans as kernel

Ints: TypeAlias = npt.NDArray[np.int32]
Longs: TypeAlias = npt.NDArray[np.int64]
Keys: TypeAlias = npt.NDArray[np.uint64]
Bytes: TypeAlias = npt.NDArray[np.uint8]
Bools: TypeAlias = npt.NDArray[np.bool_]
Flags: TypeAlias = npt.NDArray[np.int8]
Floats: TypeAlias = npt.NDArray[np.float64]
Numbers: TypeAlias = npt.NDArray[Any]


# Less room than this need not be mapped.
_MAPPED = 1 << 17
# The text around pieces is taken as a whole, unless it has more bytes for each of them than this.
_NEAR = 250


def roomy(size: int, kind: npt.DTypeLike = np.int32, columns: int = 0) -> Numbers:
    """Room for so many numbers, of which few will be written: pages that are never written cost nothing.

    That is so only of new pages. ``np.empty`` may return memory that was used before, all of which costs.

    >>> len(roomy(1 << 20)), roomy(3, np.int8, columns=2).shape
    (1048576, (3, 2))
    """
    shape = (size, columns) if columns else (size,)
    needed = size * max(columns, 1) * np.dtype(kind).itemsize
    if needed < _MAPPED:
        return np.empty(shape, kind)
    import mmap

    # A process that is a copy of this one must not share it.
    how: Any = {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS} if os.name == "posix" else {}
    try:
        pages = mmap.mmap(-1, needed, **how)
    except OSError as error:
        raise MemoryError(f"unable to map {needed} bytes") from error
    return np.frombuffer(pages, kind).reshape(shape)


def grouped(values: Numbers, offsets: Ints) -> Longs:
    """Sum the values of each sentence, whose rows are offsets[i]:offsets[i + 1].

    >>> grouped(np.array([1, 0, 1, 1]), np.array([0, 2, 2, 4], np.int32)).tolist()
    [1, 0, 2]
    """
    if values.dtype == np.int8 and values.flags.c_contiguous and offsets.flags.c_contiguous:
        sums = np.empty(len(offsets) - 1, np.int64)
        kernel.sums(values, offsets, sums)
        return sums
    running = np.zeros(len(values) + 1, np.int64)
    np.cumsum(values, out=running[1:])
    return running[offsets[1:]] - running[offsets[:-1]]


def narrow(values: Numbers) -> Numbers:
    """The same whole numbers in as few bytes as they fit into; for keeping, not for reckoning.

    >>> narrow(np.array([0, 255])).dtype, narrow(np.array([256])).dtype, narrow(np.array([0.5])).dtype
    (dtype('uint8'), dtype('uint16'), dtype('float64'))
    """
    if values.dtype.kind == "f":
        return values
    low, high = int(values.min(initial=0)), int(values.max(initial=0))
    for kind in (np.uint8, np.uint16, np.uint32):
        if low >= 0 and high <= np.iinfo(kind).max:
            return values.astype(kind, copy=False)
    return values


def wide(values: Numbers) -> Numbers:
    """Numbers that can be reckoned with: narrow ones would overflow.

    >>> wide(np.array([200], np.uint8)) + 100
    array([300])
    """
    return values if values.dtype.kind == "f" else values.astype(np.int64, copy=False)


class Words(NamedTuple):
    """The words of all sentences: rows offset[i]:offset[i + 1] belong to sentence ``i``."""

    offset: Ints
    start: Ints
    end: Ints
    tag: Ints | None = None


class Spans(NamedTuple):
    """The constituents of all sentences, in pre-order."""

    offset: Ints
    start: Ints
    end: Ints
    label: Ints
    parent: Ints


def pieces(text: Bytes, starts: Ints, ends: Ints) -> list[bytes]:
    """Pieces of a text, which are near each other as a rule.

    >>> pieces(np.frombuffer(b"a dog", np.uint8), np.array([2, 0]), np.array([5, 1]))
    [b'dog', b'a']
    """
    begins, stops = starts.tolist(), ends.tolist()
    places = [*begins, *stops]
    first, last = min(places, default=0), max(places, default=0)
    if last - first > _NEAR * len(begins):
        return [text[a:b].tobytes() for a, b in zip(begins, stops, strict=True)]
    # Slices of bytes are made much faster than those of arrays.
    around = text[first:last].tobytes()
    return [around[a - first : b - first] for a, b in zip(begins, stops, strict=True)]
