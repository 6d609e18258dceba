"""Labels: strings interned to small integers, in tables that the scanner fills by itself."""

import os
from typing import TypeVar

import numpy as np

from karat.columns import Bytes, Flags, Ints, Longs, Words

_Column = TypeVar("_Column", Longs, Words, Bytes, Flags)

# An odd multiplier nobody can foresee: no input can be built that makes every label collide. What
# number a label gets depends only on the order of appearance, never on this.
_FACTOR = (1 << 25) + (int.from_bytes(os.urandom(3), "big") << 1) + 1


# What is kept of the first and the second four bytes at a label, by its length (up to 8).
MASKS = np.array(
    [(1 << 8 * min(length, 4)) - 1 for length in range(9)]
    + [(1 << 8 * max(length - 4, 0)) - 1 for length in range(9)],
    np.uint32,
)


def _key(label: bytes) -> tuple[int, int]:
    """The key of a label as ``kernels.scan.intern`` makes it."""
    if len(label) <= 8:
        return int.from_bytes(label[:4], "little"), int.from_bytes(label[4:], "little")
    key = len(label)
    for byte in label:
        key = (key * _FACTOR + byte) & 0x7FFFFFFF
    return key, len(label)


class Labels:
    """A growing set of labels; label 0 is the empty one. ``uses`` says what each was used for.

    >>> labels = Labels()
    >>> labels.intern(b"NP"), labels.intern(b"VP-TPC"), labels.intern(b"NP"), labels.intern(b"")
    (1, 2, 1, 0)
    >>> labels[2], len(labels)
    (b'VP-TPC', 3)
    """

    factor = _FACTOR

    def __init__(self) -> None:
        self.slots: Ints = np.zeros(1 << 10, np.int32)
        self.lows: Words = np.zeros(1 << 9, np.uint32)
        self.highs: Words = np.zeros(1 << 9, np.uint32)
        self.uses: Flags = np.zeros(1 << 9, np.int8)
        self.ends: Longs = np.zeros((1 << 9) + 1, np.int64)
        self.blob: Bytes = np.empty(1 << 12, np.uint8)
        self.known = 1
        self._strings = [b""]

    def __len__(self) -> int:
        return self.known

    def __getitem__(self, number: int) -> bytes:
        return self.strings()[number]

    def strings(self) -> list[bytes]:
        """All labels, by number."""
        for number in range(len(self._strings), self.known):
            self._strings.append(self.blob[self.ends[number] : self.ends[number + 1]].tobytes())
        return self._strings

    def reserve(self, labels: int, size: int) -> None:
        """Make room for so many new labels of so many bytes in all."""
        wanted = self.known + labels
        if wanted > len(self.lows):
            self.lows = _grown(self.lows, wanted)
            self.highs = _grown(self.highs, wanted)
            self.uses = _grown(self.uses, wanted)
            self.ends = _grown(self.ends, wanted + 1)
        used = int(self.ends[self.known])
        if used + size > len(self.blob):
            self.blob = _grown(self.blob, used + size)
        if 2 * wanted > len(self.slots):
            self.slots = np.zeros(1 << (2 * wanted).bit_length(), np.int32)
            for number in range(1, self.known):
                slot = self._slot(int(self.lows[number]), int(self.highs[number]))
                self.slots[self._free(slot)] = number + 1

    def _slot(self, low: int, high: int) -> int:
        return ((low * self.factor + high * (self.factor + 2)) >> 20) & (len(self.slots) - 1)

    def _free(self, slot: int) -> int:
        while self.slots[slot]:
            slot = (slot + 1) & (len(self.slots) - 1)
        return slot

    def find(self, label: bytes) -> int:
        """The number of a label, or -1."""
        if not label:
            return 0
        slot = self._slot(*_key(label))
        while one := int(self.slots[slot]):
            if self[one - 1] == label:
                return one - 1
            slot = (slot + 1) & (len(self.slots) - 1)
        return -1

    def intern(self, label: bytes) -> int:
        """The number of a label, which is new if the label is."""
        number = self.find(label)
        if number >= 0:
            return number
        self.reserve(1, len(label))
        number, start = self.known, int(self.ends[self.known])
        low, high = _key(label)
        self.slots[self._free(self._slot(low, high))] = number + 1
        self.lows[number], self.highs[number] = low, high
        self.uses[number] = 0
        self.blob[start : start + len(label)] = np.frombuffer(label, np.uint8)
        self.ends[number + 1] = start + len(label)
        self.known += 1
        return number


def _grown(column: _Column, size: int) -> _Column:
    larger = np.empty(max(size, 2 * len(column)), column.dtype)
    larger[: len(column)] = column
    return larger
