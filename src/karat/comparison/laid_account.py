"""What is said about sentences that were laid over gold's; what is known of parts of a file adds up."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from karat.comparison.bead import Bead, Texts
from karat.model.bank import Bank
from karat.model.outcome import LAID, Note


@dataclass(frozen=True)
class Account:
    """What was done to the sentences of a file, or of a part of it.

    ``sizes``: the number of gold's and of the system's sentences. ``kinds``: how many were laid over
    gold's in which way, ``first`` is the first of them. ``uncut``: how many sentences were merged whose
    relations or names say nothing about their places, by what these are called. ``gold`` and ``system``
    have what the sentences spell that differ from those on the other side.

    >>> one = Account.of(["he came.", "she left."], ["he came.she left."], [Bead(0, 2, 0, 1)])
    >>> (one + one).notes()[0][0]
    "the system's sentences were laid over gold's by their text: 4 merged; the first is gold's sentence 1"
    """

    sizes: tuple[int, int] = (0, 0)
    kinds: Mapping[str, int] = field(default_factory=dict)
    first: Bead | None = None
    uncut: Mapping[str, int] = field(default_factory=dict)
    gold: Counter[str] = field(default_factory=Counter)
    system: Counter[str] = field(default_factory=Counter)

    @classmethod
    def of(
        cls, gold: Texts, system: Texts, found: Sequence[Bead], laid: Bank | None = None
    ) -> "Account":
        """What beads say of these sentences; ``laid`` is the system laid over gold's."""
        ours, theirs, kinds = Counter[str](), Counter[str](), Counter[str]()
        changed = [bead for bead in found if bead.sizes != (1, 1)]
        for bead in changed:
            kinds[_kind(*bead.sizes)] += max(1, bead.sizes[0])
        for bead in found:
            mine = gold[bead.gold_first : bead.gold_last]
            other = system[bead.system_first : bead.system_last]
            # The same text in other sentences is in its place.
            if "".join(mine) != "".join(other):
                ours.update(filter(None, mine))
                theirs.update(filter(None, other))
        sizes, uncut = (len(gold), len(system)), _uncut(laid, changed)
        return cls(sizes, kinds, next(iter(changed), None), uncut, ours, theirs)

    def __add__(self, other: "Account") -> "Account":
        """That of these sentences and those that follow them."""
        (ours, theirs), after = self.sizes, other.first
        if after is not None:
            after = Bead(*(at + ours for at in after[:2]), *(at + theirs for at in after[2:]))
        gold, system = Counter(self.gold), Counter(self.system)
        gold.update(other.gold)
        system.update(other.system)
        return Account(
            (ours + other.sizes[0], theirs + other.sizes[1]), _added(self.kinds, other.kinds),
            self.first or after, _added(self.uncut, other.uncut), gold, system,
        )  # fmt: skip

    @property
    def elsewhere(self) -> int:
        """How many of gold's sentences the system has at another place."""
        return (self.gold & self.system).total()

    def notes(self) -> tuple[Note, ...]:
        """What was done, for reports; nothing if every sentence is at its place."""
        said = list[Note]()
        if self.first is not None:
            said = [(self._said(self.first), 0), *map(_without_places, self.uncut.items())]
        if elsewhere := self.elsewhere:
            order = (
                f"{elsewhere} of gold's sentences stand elsewhere in the system's file, where they do not "
                "count; put them in gold's order"
            )
            said.append((order, 0))
        return tuple(said)

    def _said(self, first: Bead) -> str:
        """How many sentences were laid over gold's in which way, and where the first one is."""
        what = ", ".join(f"{count} {kind}" for kind, count in self.kinds.items())
        place = (
            f"gold's sentence {first.gold_first + 1}"
            if first.sizes[0]
            else f"the system's sentence {first.system_first + 1}"
        )
        return f"{LAID}: {what}; the first is {place}"


def _kind(gold: int, system: int) -> str:
    """What was done to so many sentences of gold, of which the system has so many."""
    if not system:
        return "missing"
    if not gold:
        return "extra"
    return "split" if gold == 1 else "merged" if system == 1 else "cut elsewhere"


def _uncut(system: Bank | None, changed: Sequence[Bead]) -> dict[str, int]:
    """How many sentences were merged, if they have relations or names without places."""
    merged = sum(bead.sizes[0] for bead in changed if bead.sizes[0] > 1)
    names = [name for name in ("gr", "phenomena") if system and name in system.layers]
    if system is None or not merged or not names or "head_at" in system.layers[names[0]].columns:
        return {}
    return {"relations" if names[0] == "gr" else "phenomena": merged}


def _without_places(uncut: tuple[str, int]) -> Note:
    what, merged = uncut
    return (
        f"the system's {what} have no places, so all are counted for the first of merged sentences",
        merged,
    )


def _added(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    return {key: one.get(key, 0) + other.get(key, 0) for key in (*one, *other)}
