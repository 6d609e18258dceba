"""The causes of a system's errors without the errors themselves: what tables and reports need."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from karat.analysis.errors.causes import Cause, Causes, group_kinds
from karat.model.errors import InputError
from karat.model.scheme import Scheme
from karat.model.score import Score


@dataclass(frozen=True, eq=False)
class CauseSums:
    """The same as ``Causes``, but small: it can be handed from one process to another.

    ``kinds`` has what errors can be grouped by, with how often each cause occurs in each group.
    """

    system: str
    scheme: Scheme
    measure: str
    whole: Score
    perfect: float
    causes: tuple[Cause, ...]
    confusions: Counter[tuple[str, str]]
    kinds: Mapping[str, Mapping[str, Counter[str]]]
    crosses: bool

    @property
    def score(self) -> float:
        """The score in the chosen measure."""
        return self.whole.measures[self.measure]

    def groups(self, kind: str) -> Mapping[str, Counter[str]]:
        """How often each cause occurs in each group."""
        return self.kinds[kind]

    def under(self, scheme: Scheme) -> "CauseSums":
        """The same with another object for the scheme, as a process that was not told it needs."""
        return replace(self, scheme=scheme, whole=replace(self.whole, scheme=scheme))


def sums_of(found: Causes) -> CauseSums:
    """The causes of a system, without its errors and without the counts of its sentences."""
    kinds = {}
    for kind in group_kinds(found.scheme):
        try:
            kinds[kind] = dict(found.groups(kind))
        except InputError:  # gold does not say which sentences belong to a document
            continue
    return CauseSums(
        found.system, found.scheme, found.measure, replace(found.whole, tally=None), found.perfect,
        found.causes, found.confusions, kinds, found.crosses,
    )  # fmt: skip
