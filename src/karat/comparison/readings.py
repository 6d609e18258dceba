"""How each sentence of a system was read: whole, repaired, lost, or refused by the system.

Only files that were read leniently have repairs. In others, a sentence with a fault is lost.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from karat.model.bank import Bank
from karat.model.columns import Bools, Longs, Numbers
from karat.model.groups import Groups, Rows
from karat.model.repairs import KINDS, LOST, WRAPPING

# The key of sentences without repairs.
_NONE = "none"
_KEYS = (*KINDS, _NONE)


class Reading(NamedTuple):
    """How the sentences were read, exactly one of the four each, and their repairs."""

    whole: Bools
    repaired: Bools
    lost: Bools
    refused: Bools
    # The sentence of each repair, and its kind as an index into KINDS.
    sentence: Longs
    kind: Longs

    @property
    def gone(self) -> Bools:
        """Which sentences have no parse."""
        found: Bools = self.lost | self.refused
        return found

    def counts(self) -> dict[str, Bools]:
        return {name: getattr(self, name) for name in self._fields[:4]}

    def by_kind(self, counts: Mapping[str, Numbers]) -> Groups:
        """The counts of sentences, by the kinds of their repairs; a sentence may have several."""
        size = len(self.whole)
        pairs = np.unique(np.stack([self.sentence, self.kind]), axis=1)
        plain = np.ones(size, np.bool_)
        plain[pairs[0]] = False
        rest = np.flatnonzero(plain)
        sentence = np.concatenate([pairs[0], rest]).astype(np.int32)
        # Without lenient reading, only this is known about a sentence that is lost.
        key = np.where(self.lost[rest], _KEYS.index("lost"), _KEYS.index(_NONE))
        kinds = np.concatenate([pairs[1], key]).astype(np.int32)
        found = {name: column[sentence] for name, column in counts.items()}
        return Groups(_KEYS, (Rows(kinds, sentence, found | {"total": found["sentences"]}),))


def reading(gold: Bank, system: Bank) -> Reading:
    """How the sentences of the system were read.

    >>> import karat
    >>> gold, system = (karat.read_text(text, layout="lines") for text in ("(S a)\\n(S b)", "(S a)\\n(S b"))
    >>> found = reading(gold, system)
    >>> found.whole.tolist(), found.lost.tolist()
    ([True, False], [False, True])
    """
    sentence, kind = _repairs(system)

    def marked(kinds: Sequence[str]) -> Bools:
        found: Bools = np.zeros(len(system), np.bool_)
        wanted = [number for number, name in enumerate(KINDS) if name in kinds]
        found[sentence[np.isin(kind, wanted)]] = True
        return found

    empty = np.diff(system.token_offset) == 0
    wanted = (np.diff(gold.token_offset) > 0) | marked(LOST)
    gone = (system.fault != 0) | (empty & wanted)
    refused = gone & marked(("refused",))
    mended = ~gone & marked([name for name in KINDS if name not in WRAPPING])
    return Reading(~gone & ~mended, mended, gone & ~refused, refused, sentence, kind)


def _repairs(bank: Bank) -> tuple[Longs, Longs]:
    """The sentence and the kind of each repair."""
    if "repairs" not in bank.layers:
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    table = bank.layers["repairs"]
    number = {kind.encode(): at for at, kind in enumerate(KINDS)}
    kinds = [number[bank.labels[label]] for label in table["kind"].tolist()]
    sentence = np.repeat(np.arange(len(bank), dtype=np.int64), np.diff(table.offset))
    return sentence, np.array(kinds, np.int64)
