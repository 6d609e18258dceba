"""Blocks of ordinary CoNLL-U, counted as they are written, without making Banks of them."""

from typing import TYPE_CHECKING

import numpy as np

from karat.comparison.plain_texts import COLUMNS, NAMES, PlainTexts, source_of
from karat.model.outcome import Status
from karat.model.tally import Tally

if TYPE_CHECKING:
    from karat.engine.worker import Task
    from karat.formats._block import Block

_ORDER = [COLUMNS.index(source_of(name)) for name in NAMES]
_LENGTH, _SENTENCES = COLUMNS.index("Words_gold"), COLUMNS.index("Sentences_system")


def all_plain(task: "Task") -> bool:
    """Whether what is compared can be counted as text: by these schemes, in these files, with no views."""
    files = (task.gold, *task.systems)
    groups = {name for name in task.by if name != "length"}
    return (
        all(scheme.plain and not getattr(scheme, "enhanced", False) for scheme in task.schemes)
        and all(blocks.universal for blocks in files)
        and not (groups or task.views.gold or task.views.system)
    )


class Plain:
    """Counts blocks; what it holds is used again for the next."""

    def __init__(self) -> None:
        self._texts = PlainTexts(strict=True, tagged=True)

    def __call__(self, gold: "Block", system: "Block") -> Tally | None:
        """The counts of each sentence of gold; None if there is anything unusual in the two blocks."""
        if len(gold.pieces) != 1 or len(system.pieces) != 1:
            return None
        found = self._texts(gold.pieces[0].data, system.pieces[0].data)
        if found is None:
            return None
        table = np.asarray(found)
        # A sentence that has only comments is a fault.
        if len(table) != gold.sentences or table[:, _SENTENCES].sum() != system.sentences:
            return None
        counts = table.T[_ORDER].T
        status = np.full(len(table), Status.SCORED, np.int32)
        length = table[:, _LENGTH].astype(np.int32)
        return Tally(NAMES, counts, status, length, np.arange(len(table), dtype=np.int32))
