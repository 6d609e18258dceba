"""What a block of a file adds to the causes of its errors: an error lies within a sentence."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import nan

from karat.analysis.errors import inventories
from karat.analysis.errors.causes import (
    Cause,
    analysis_of,
    by_cause,
    counted,
    figure_of,
    grouped_by,
    in_group_order,
)
from karat.analysis.errors.frame import NOT_COMPARED, Errors
from karat.analysis.errors.sums import CauseSums
from karat.engine.memory import labels_used
from karat.engine.overlaid import Part
from karat.engine.results import Result, Run, block_result, make_score
from karat.model.documents import Documents
from karat.model.outcome import Outcome
from karat.model.scheme import Scheme
from karat.model.tally import Total


@dataclass(frozen=True, eq=False)
class BlockSums:
    """What a block, or several, adds to the causes of a file.

    ``mended`` has the sums after the errors of a cause were mended; a block without such errors adds its
    own sums as they are.
    """

    result: Result
    used: tuple[frozenset[bytes], frozenset[bytes]]
    labels: Counter[bytes]
    perfect: Total
    causes: Mapping[str, Cause]
    mended: Mapping[str, Total]
    confusions: Counter[tuple[str, str]]
    groups: Mapping[str, Mapping[str, Counter[str]]]
    crosses: bool

    def __add__(self, other: "BlockSums") -> "BlockSums":
        names = dict.fromkeys((*self.mended, *other.mended))
        tags, brackets = (a | b for a, b in zip(self.used, other.used, strict=True))
        return BlockSums(
            self.result + other.result,
            (tags, brackets),
            self.labels + other.labels,
            self.perfect + other.perfect,
            {name: _added(self.causes.get(name), other.causes.get(name)) for name in names},
            {name: self._after(name) + other._after(name) for name in names},
            self.confusions + other.confusions,
            {kind: _joined(some, other.groups[kind]) for kind, some in self.groups.items()},
            self.crosses or other.crosses,
        )

    def _after(self, cause: str) -> Total:
        return self.mended.get(cause, self.result.total)


def _added(one: Cause | None, other: Cause | None) -> Cause:
    if one is None or other is None:
        found = one or other
        assert found is not None  # one of two blocks has the cause
        return found
    numbers = ("errors", "sentences", "missed", "spurious", "crossing")
    return replace(one, **{name: getattr(one, name) + getattr(other, name) for name in numbers})


def _joined(
    one: Mapping[str, Counter[str]], other: Mapping[str, Counter[str]]
) -> dict[str, Counter[str]]:
    keys = dict.fromkeys((*one, *other))
    return {key: one.get(key, Counter()) + other.get(key, Counter()) for key in keys}


def block_sums(
    part: Part, outcome: Outcome, errors: Errors, name: str, scheme: Scheme, by: tuple[str, ...],
    documents: Documents | None = None,
) -> BlockSums:  # fmt: skip
    """The sums of one part; ``documents`` are those of the file, if errors are grouped by them."""
    analysis, banks, labels = analysis_of(scheme), (part.gold, part.system), part.gold.labels
    tally = scheme.tally(outcome, labels)
    result = block_result(name, scheme, outcome, tally, first=part.first)

    def after(numbers: "list[int] | range") -> Total:
        mended = analysis.mended(outcome, scheme, errors.rows(numbers))
        return scheme.tally(mended, labels).total(scheme.measures())

    found = by_cause(errors)
    bare = replace(result.total, distributions={}, lengths={})
    return BlockSums(
        replace(result, total=bare),
        (labels_used(*banks, "tag"), labels_used(*banks, "label")),
        inventories.labels_of(scheme, outcome),
        after(range(len(errors.found))),
        {cause: counted(cause, numbers, errors, outcome) for cause, numbers in found.items()},
        {cause: after(numbers) for cause, numbers in found.items()},
        Counter(one.confused for one in errors.found if one.confused),
        {kind: grouped_by(kind, errors, outcome, documents, part.first) for kind in by},
        outcome.system_crossing is not None,
    )


def finished(found: BlockSums, run: Run, figure: str, by: tuple[str, ...]) -> CauseSums:
    """The causes of a file, from the sums of all its blocks."""
    scheme = found.result.scheme
    whole = make_score(found.result, run)
    if said := inventories.note_of(scheme, found.labels):
        whole = replace(whole, notes=(said, *whole.notes))
    score = whole.measures[figure]
    causes = []
    for name in (*analysis_of(scheme).CAUSES, NOT_COMPARED):
        if one := found.causes.get(name):
            mended = figure_of(found.mended[name], scheme, figure)
            rise = mended - score if mended == mended else nan
            causes.append(replace(one, mended=mended, rise=rise))
    return CauseSums(
        found.result.system, scheme, figure, whole, figure_of(found.perfect, scheme, figure),
        tuple(causes), found.confusions, {kind: in_group_order(kind, found.groups[kind]) for kind in by},
        found.crosses,
    )  # fmt: skip
