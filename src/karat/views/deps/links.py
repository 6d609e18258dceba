"""Links: the dependencies of a Bank by row of the Bank, with the labels of Universal Dependencies."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from karat.model.bank import Bank
from karat.model.columns import Bools, Ints, Longs
from karat.views.edit import head_rows
from karat.views.universal_tags import universal_tags


@dataclass(frozen=True, eq=False)
class Links:
    """The head of each word; a root is its own head."""

    bank: Bank

    @cached_property
    def itself(self) -> Longs:
        return np.arange(len(self.bank.tag))

    @cached_property
    def head(self) -> Longs:
        head = head_rows(self.bank)
        return np.where(head >= 0, head, self.itself)

    @cached_property
    def tag(self) -> Ints:
        return universal_tags(self.bank)

    @cached_property
    def before(self) -> Bools:
        """Whether each word stands before its head."""
        return np.asarray(self.itself < self.head, bool)

    @cached_property
    def with_clitic(self) -> Bools:
        """Whether each word has a case marker after it, as in *Ann 's*."""
        return self.marked(self.among(b"case") & (self.itself > self.head))

    def among(self, *names: bytes) -> Bools:
        """Which links have one of these labels, or a subtype of one."""
        strings = self.bank.labels.strings()
        table = [one in names or one.split(b":")[0] in names for one in strings]
        return np.array(table, np.bool_)[self.bank.layer("edges")["label"]]

    def labelled(self, label: bytes) -> Bools:
        """Which links have exactly this label."""
        label_of = self.bank.layer("edges")["label"]
        return np.asarray(label_of == self.bank.labels.find(label), bool)

    def tagged(self, tags: Collection[bytes]) -> Bools:
        """Which words have one of these universal tags."""
        return np.isin(self.tag, [self.bank.labels.find(tag) for tag in tags])

    def marked(self, chosen: Bools) -> Bools:
        """The words that are the head of a chosen word."""
        found: Bools = np.zeros(len(self.itself), np.bool_)
        found[self.head[chosen]] = True
        return found

    def dependent(self, *names: bytes) -> Longs:
        """For each word its first dependent with one of these labels, or -1."""
        result: Longs = np.full(len(self.itself), -1)
        rows = np.flatnonzero(self.among(*names) & (self.head != self.itself))[::-1]
        result[self.head[rows]] = rows
        return result

    def reach(self, linked: Bools) -> tuple[Longs, Longs]:
        """For each word the first and the last word below it, through these links only."""
        low, high = self.itself.copy(), self.itself.copy()
        depth = self._depths()
        rows = np.flatnonzero(linked & (self.head != self.itself))
        rows = rows[np.argsort(-depth[rows], kind="stable")]
        # From the deepest words up, one level at a time.
        levels = np.flatnonzero(np.diff(depth[rows])) + 1
        for level in np.split(rows, levels):
            np.minimum.at(low, self.head[level], low[level])
            np.maximum.at(high, self.head[level], high[level])
        return low, high

    def _depths(self) -> Longs:
        """How many heads are above each word; the number of steps is logarithmic in the depth."""
        depth: Longs = (self.head != self.itself).astype(np.int64)
        above = self.head.copy()
        # As many steps as the longest chain needs; in a faulty sentence the heads may form a cycle.
        for _ in range(len(above).bit_length()):
            depth = depth + depth[above]
            above = above[above]
        return depth
