"""Labels: strings interned to small integers, in tables that the scanner fills by itself."""

import functools
import os
import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from karat.kernels import scan as kernel
from karat.model.columns import Bytes, Flags, Ints, Keys, Longs

# Labels of a root that is not a constituent.
ROOTS = (b"", b"ROOT", b"VROOT", b"TOP", b"S1")
# The tag of null elements in the Penn Treebank.
NULL = b"-NONE-"
# The tag of a word that a side of an aligned sentence lacks, or has cut otherwise; see comparison/joint.py.
ABSENT = b"-ABSENT-"
# The word, without a tag, that stands for the end of a sentence of gold inside one of the system (see
# comparison/recut.py): a space without width, which spells nothing.
BOUNDARY = "\u200b".encode()
# A random odd multiplier, so that nobody can build an input in which all labels collide. The number
# of a label depends only on the order of appearance, never on this.
_FACTOR = int.from_bytes(os.urandom(8), "big") | (1 << 63) | 1


def _key(label: bytes) -> int:
    """The key of a label as ``kernels.scan.intern`` makes it."""
    if len(label) < 8:
        return int.from_bytes(label + b" ", "little")
    key = len(label)
    for byte in label:
        key = (key ^ byte) * _FACTOR & kernel.FULL
        key ^= key >> 29
    return key | 1 << 63


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
        self.slots: Ints = np.empty(1 << 10, np.int32)
        self.keys: Keys = np.zeros(1 << 10, np.uint64)
        self.uses: Flags = np.zeros(1 << 9, np.int8)
        self.ends: Longs = np.zeros((1 << 9) + 1, np.int64)
        self.blob: Bytes = np.empty(1 << 12, np.uint8)
        self.known = 0
        self._strings: list[bytes] = []
        self.intern(b"")

    def __getstate__(self) -> tuple[list[bytes], list[int]]:
        """What a pickle has: the places in the tables depend on the process."""
        return self.strings()[: self.known], self.uses[: self.known].tolist()

    def __setstate__(self, state: tuple[list[bytes], list[int]]) -> None:
        strings, uses = state
        self.__init__()  # type: ignore[misc]  # begins as an empty table
        self.numbers(strings)
        self.uses[: self.known] = uses

    def __len__(self) -> int:
        return self.known

    def __getitem__(self, number: int) -> bytes:
        return self.strings()[number]

    def strings(self) -> list[bytes]:
        """All labels, by number."""
        for number in range(len(self._strings), self.known):
            self._strings.append(self.blob[self.ends[number] : self.ends[number + 1]].tobytes())
        return self._strings

    def table(self) -> kernel.Names:
        """The columns in the form that the kernels take; valid until the table grows."""
        return kernel.Names(
            self.slots, self.keys, self.uses, self.ends, self.blob, self.factor, self._shift()
        )

    def reserve(self, size: int) -> None:
        """Make room for at least one more label of this many bytes."""
        if self.known + 1 > len(self.uses):
            self.uses = np.pad(self.uses, (0, len(self.uses)))
            self.ends = np.pad(self.ends, (0, len(self.ends)))
            # The table stays half empty, and small enough for the cache.
            numbers, keys = self.slots, self.keys
            self.slots = np.empty(2 * len(numbers), np.int32)
            self.keys = np.zeros(2 * len(numbers), np.uint64)
            kernel.rehash(numbers, keys, self.table())
        used = int(self.ends[self.known])
        if used + size > len(self.blob):
            self.blob = np.pad(self.blob, (0, max(used + size - len(self.blob), len(self.blob))))

    def fill(self, text: Bytes, places: Ints, column: Ints) -> None:
        """Replace the positions of labels in a column by the numbers of these labels."""
        row = 0
        while row < len(column):
            row, self.known = kernel.intern(text, places, column, row, self.table(), self.known)
            if row < len(column):
                at = int(column[row])
                self.reserve(int(places[at + 1] - places[at]))

    def take(self, other: "Labels") -> Ints:
        """Add all labels of another table; return their numbers in this table.

        >>> one, other = Labels(), Labels()
        >>> one.intern(b"NP"), other.intern(b"VP"), other.intern(b"NP")
        (1, 1, 2)
        >>> one.take(other).tolist()
        [0, 2, 1]
        """
        count = len(other)
        used = int(other.ends[count])
        text = np.zeros(used + kernel.PADDING, np.uint8)
        text[:used] = other.blob[:used]
        places = np.empty(2 * count, np.int32)
        places[0::2], places[1::2] = other.ends[:count] - 1, other.ends[1 : count + 1]
        column = np.arange(0, 2 * count, 2, dtype=np.int32)
        self.fill(text, places, column)
        return column

    def _shift(self) -> int:
        return 65 - len(self.slots).bit_length()

    def _slot(self, label: bytes) -> int:
        """The slot of a label, or the free one where it belongs."""
        slot = (_key(label) * self.factor & kernel.FULL) >> self._shift()
        while self.keys[slot] and self[int(self.slots[slot])] != label:
            slot = (slot + 1) & (len(self.slots) - 1)
        return slot

    def find(self, label: bytes) -> int:
        """The number of a label, or -1."""
        slot = self._slot(label)
        return int(self.slots[slot]) if self.keys[slot] else -1

    def intern(self, label: bytes) -> int:
        """The number of a label; a new label is added."""
        number = self.find(label)
        if number >= 0:
            return number
        self.reserve(len(label))
        number, start = self.known, int(self.ends[self.known])
        slot = self._slot(label)
        self.slots[slot], self.keys[slot] = number, _key(label)
        self.uses[number] = 0
        self.blob[start : start + len(label)] = np.frombuffer(label, np.uint8)
        self.ends[number + 1] = start + len(label)
        self.known += 1
        return number

    def numbers(self, labels: Sequence[bytes]) -> Ints:
        """The numbers of many labels; those that are new get theirs in the order of appearance.

        >>> Labels().numbers([b"VP", b"", b"NP", b"VP"]).tolist()
        [1, 0, 2, 1]
        """
        unique = list(dict.fromkeys(labels))
        text = np.frombuffer(bytearray(b"".join(unique) + bytes(kernel.PADDING)), np.uint8)
        ends = np.cumsum([0, *map(len, unique)])
        places = np.empty(2 * len(unique), np.int32)
        places[0::2], places[1::2] = ends[:-1] - 1, ends[1:]
        column = np.arange(0, 2 * len(unique), 2, dtype=np.int32)
        self.fill(text, places, column)
        number = dict(zip(unique, column.tolist(), strict=True))
        return np.array([number[label] for label in labels], np.int32)


class LabelNames(Sequence[str]):
    """All labels as text, by number; a label is decoded only when it is needed, as few are."""

    def __init__(self, labels: Labels) -> None:
        self._strings = labels.strings()[: len(labels)]

    def __len__(self) -> int:
        return len(self._strings)

    def __getitem__(self, number: Any) -> Any:
        return self._strings[number].decode("utf-8", "backslashreplace")


@functools.cache
def base_label(label: bytes) -> bytes:
    """A label without function tags and indices; one that begins with ``-`` is left alone.

    >>> [base_label(one) for one in (b"NP-SBJ-1", b"NP=2", b"ADVP|PRT", b"-LRB-", b"")]
    [b'NP', b'NP', b'ADVP', b'-LRB-', b'']
    """
    return re.split(rb"[-=|]", label, maxsplit=1)[0] or label


@functools.cache
def function_tags(label: bytes) -> frozenset[bytes]:
    """The function tags of a label, without indices; their order does not count.

    >>> [sorted(function_tags(one)) for one in (b"PP-LOC-PRD-1", b"NP=2", b"ADVP|PRT", b"-LRB-")]
    [[b'LOC', b'PRD'], [], [], []]
    """
    base = base_label(label)
    tags = re.findall(rb"-([^-=|]+)", label[len(base) :])
    return frozenset(tag for tag in tags if not tag.isdigit())
