"""Hung: what each part of a phrase depends on, as the head rules say."""

from dataclasses import dataclass

import numpy as np

from karat.model.columns import Flags, Ints, Longs
from karat.views.deps.headrules import Compiled, Kind


@dataclass(frozen=True, eq=False)
class Hung:
    """Items (children of brackets), and what each depends on.

    ``head`` and ``item`` have one row per word of the Bank. ``item`` is the highest phrase that the
    word heads, or -1 for a root.
    """

    kinds: list[Kind]
    tag_kind: Ints
    label_kind: Ints
    begin: Longs
    items: Ints
    kind: Ints
    governor: Ints
    joined: Flags
    head: Ints
    item: Ints
    table: Compiled

    @property
    def owner(self) -> Longs:
        return np.repeat(np.arange(len(self.begin) - 1), np.diff(self.begin))
