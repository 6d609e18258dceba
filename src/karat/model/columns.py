"""The columns that everything is made of, and the types of their elements."""

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
