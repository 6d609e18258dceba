"""Which names count: those that gold could list and the system's rules could show.

Both sides are compared over the same names. Otherwise a recogniser that knows more than gold's authors
would lose precision for names that they never considered, and a framework that cannot show a phenomenon
would lose recall for it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from karat.files import phenomena
from karat.model.bank import Bank
from karat.model.outcome import Note

_GOLD = "not in gold's inventory"
_RULES = "the rules do not show it"
_EXPERIMENTAL = "experimental"
_JUDGEMENT = "no analysis shows it"
# Longer lists of names that do not count are not spelt out; those that count are, instead.
_MOST = 30


@dataclass(frozen=True)
class Counted:
    """The names that count, and those that do not, by the reason.

    >>> one = Counted(frozenset({"passive"}), {"experimental": frozenset({"gapping", "tough"})})
    >>> one.note()
    ('1 name counts; left out: gapping, tough (experimental)', 0)
    """

    names: frozenset[str]
    left_out: Mapping[str, frozenset[str]]

    def note(self) -> Note:
        """The number of names that count, and which do not; a long list is only counted."""
        one = len(self.names) == 1
        said = f"{len(self.names)} name{'' if one else 's'} count{'s' if one else ''}"
        if any(len(names) > _MOST for names in self.left_out.values()):
            said += f": {', '.join(sorted(self.names))}"
        parts = [f"{_listed(names)} ({why})" for why, names in self.left_out.items()]
        return (f"{said}; left out: {'; '.join(parts)}" if parts else said), 0


def _listed(names: frozenset[str]) -> str:
    return ", ".join(sorted(names)) if len(names) <= _MOST else f"{len(names)} others"


def counted(gold: Bank, system: Bank, stated: str, experimental: bool) -> Counted:
    """The names that count for two Banks.

    ``stated`` is the inventory that the user named: all its names count, even if the rules cannot show
    them. Names whose rules are experimental count only if ``experimental``.
    """
    scopes = phenomena.scope_of(gold), phenomena.scope_of(system)
    every = {*phenomena.catalogue(), *(name for one in scopes if one for name in one[0])}
    names = set(every)
    reasons: dict[str, set[str]] = {}
    doubtful = set[str]() if experimental else {name for one in scopes if one for name in one[1]}
    if stated:
        wanted = phenomena.inventory(stated).names
        names, every = names | wanted, every | wanted
        steps = [("not in the inventory", every - wanted)]
    else:
        ours, theirs = (one[0] if one else None for one in scopes)
        steps = [(_JUDGEMENT, set(phenomena.judgement_only()))]
        steps += [(_GOLD, every - (phenomena.countable() if ours is None else ours))]
        steps += [(_RULES, set() if theirs is None else every - theirs)]
    for why, lost in [*steps, (_EXPERIMENTAL, doubtful)]:
        if gone := names & lost:
            reasons[why] = gone
            names -= gone
    return Counted(frozenset(names), {why: frozenset(some) for why, some in reasons.items()})


def in_common(banks: Sequence[Bank]) -> list[Bank]:
    """The systems, each with the names that all of them can show; experimental if it is for one.

    A system that does not say what it can show can show everything.
    """
    given = [phenomena.scope_of(bank) for bank in banks]
    if len(banks) < 2 or not any(given):
        return list(banks)
    scopes = [one or (phenomena.countable(), frozenset()) for one in given]
    names = frozenset.intersection(*(names for names, _ in scopes))
    doubtful = {name for _, some in scopes for name in some}
    return [
        bank.with_layers(inventory=phenomena.scope(bank.labels, len(bank), names, doubtful))
        for bank in banks
    ]
