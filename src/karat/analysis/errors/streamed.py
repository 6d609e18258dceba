"""The causes of errors in files of any size: they are read in blocks, and only sums are kept.

An error lies within a sentence, so the errors of a file are those of its blocks; counts add up, and a figure
after mending is that of added counts. Files that must be seen as a whole are compared in memory
(``causes.py``): those whose sentences are aligned with gold's, or that are read leniently.
"""

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
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
    measure_of,
)
from karat.analysis.errors.frame import NOT_COMPARED, Errors, errors_of
from karat.analysis.errors.sums import CauseSums
from karat.comparison.layers import compare
from karat.engine.memory import labels_used
from karat.engine.results import Result, Run, block_result, decided, make_score
from karat.engine.second_look import findings, many_failed, noted
from karat.engine.tallying import Files
from karat.engine.text import blocks_by_text
from karat.engine.twins import SAME_AS_GOLD, readable_again
from karat.formats import open_blocks
from karat.formats._block import Block, Blocks
from karat.model.bank import Bank
from karat.model.errors import InputError, no_sentences
from karat.model.labels import Labels
from karat.model.outcome import Outcome
from karat.model.scheme import Scheme
from karat.model.tally import Total

# Files of at most so many bytes are compared in memory.
LARGE = 1 << 20
# The labels (lemmas, features) that are kept from one block to the next.
_LABELS = 1 << 16


def can_stream(files: Files, scheme: Scheme, by: tuple[str, ...] = ()) -> bool:
    """Whether the causes of these files can be found block by block.

    A document may begin in one block and end in another, so groups of documents need the whole.
    """
    whole = scheme.aligned or files.lenient or "document" in by
    return not whole and all(map(readable_again, (files.gold, *files.systems.values())))


def is_large(files: Files) -> bool:
    """Whether a file has so many bytes that it is better read in blocks."""
    paths = (files.gold, *files.systems.values())
    return any(os.path.isfile(one) and os.path.getsize(one) > LARGE for one in paths)


def streamed_causes(
    files: Files, name: str, scheme: Scheme, measure: str = "", by: tuple[str, ...] = (),
    progress: Callable[[int], None] = lambda position: None,
) -> CauseSums:  # fmt: skip
    """The causes of a system's errors, as ``causes_of`` finds them, without the errors themselves.

    ``by`` names what errors are grouped by; ``progress`` is called with the bytes of gold that were read.
    """
    path = files.systems[name]
    gold, system = (
        open_blocks(one, files.layout, files.format, hashed=True) for one in (files.gold, path)
    )
    with closing(gold.source), closing(system.source):
        found: _Sums | None = None
        for block in _blocks(files, gold, system, name, scheme, by):
            found = block if found is None else found + block
            progress(gold.source.position)
        if found is None:
            raise no_sentences(files.gold)
        extra = sum(one.sentences for one in system) if scheme.pairing == "sentences" else 0
        if extra:
            sentences = found.result.total.status.total()
            causes = "; ".join(findings(files.gold, path, files.layout, files.format))
            raise InputError(
                f"{path}: {sentences + extra} sentences, but {files.gold} has {sentences}; they must be "
                f"the same sentences in the same order ({causes or 'is the layout right? see --layout'})"
            )
        sha256, same = gold.source.sha256(), gold.source.sha256() == system.source.sha256()
    result = found.result
    if many_failed(result):
        result = noted(result, findings(files.gold, path, files.layout, files.format))
    if same:
        result = noted(result, (SAME_AS_GOLD,))
    sentences = result.total.status.total()
    run = Run(files.gold, sha256, sentences, [result], *found.used, files.views.signed())
    return _finished(replace(found, result=result), run, measure_of(scheme, measure), by)


@dataclass(frozen=True, eq=False)
class _Sums:
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

    def __add__(self, other: "_Sums") -> "_Sums":
        names = dict.fromkeys((*self.mended, *other.mended))
        tags, brackets = (a | b for a, b in zip(self.used, other.used, strict=True))
        return _Sums(
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


def _blocks(
    files: Files, gold: Blocks, system: Blocks, name: str, scheme: Scheme, by: tuple[str, ...]
) -> Iterator[_Sums]:
    """The sums of each block, in order."""
    labels, settled, first = Labels(), None, 0
    scanners = gold.scanner(labels), system.scanner(labels)
    for block, other in _pairs(gold, system, scheme):
        if len(labels) > _LABELS:
            labels = Labels()
            scanners = gold.scanner(labels), system.scanner(labels)
        ours = files.views.of_gold(scanners[0].scan(block))
        theirs = files.views.of_system(scanners[1].scan(other)).relabelled(ours.labels)
        if not first and not (len(ours) and len(theirs)):
            raise no_sentences(files.systems[name] if len(ours) else files.gold)
        if scheme.pairing == "sentences":
            theirs = theirs.padded(len(ours))
        # Options are decided by the first sentences, as in karat score.
        settled = settled or scheme.settled(ours, theirs)
        outcome = replace(compare(settled, ours.labels)(ours, theirs), aligned=None)
        if not first:
            outcome = replace(outcome, notes=(*decided(scheme, settled), *outcome.notes))
        yield _sums((ours, theirs), outcome, name, scheme, by, first)
        first += block.sentences


def _pairs(gold: Blocks, system: Blocks, scheme: Scheme) -> Iterator[tuple[Block, Block]]:
    """Blocks with the same sentences or, where whole texts are compared, the same text."""
    if scheme.pairing == "text":
        yield from ((one, other) for one, other in blocks_by_text([gold, system]))
    else:
        yield from ((block, system.take(block.sentences)) for block in gold)


def _sums(
    banks: tuple[Bank, Bank], outcome: Outcome, name: str, scheme: Scheme, by: tuple[str, ...],
    first: int,
) -> _Sums:  # fmt: skip
    """The sums of one block; ``first`` sentences came before it."""
    analysis, labels = analysis_of(scheme), banks[0].labels
    result = block_result(name, scheme, outcome, scheme.tally(outcome, labels), first=first)
    errors: Errors = errors_of(analysis, outcome, scheme)

    def after(numbers: "list[int] | range") -> Total:
        mended = analysis.mended(outcome, scheme, errors.rows(numbers))
        return scheme.tally(mended, labels).total(scheme.measures())

    found = by_cause(errors)
    bare = replace(result.total, distributions={}, lengths={})
    return _Sums(
        replace(result, total=bare),
        (labels_used(*banks, "tag"), labels_used(*banks, "label")),
        inventories.labels_of(scheme, outcome),
        after(range(len(errors.found))),
        {cause: counted(cause, numbers, errors, outcome) for cause, numbers in found.items()},
        {cause: after(numbers) for cause, numbers in found.items()},
        Counter(one.confused for one in errors.found if one.confused),
        {kind: grouped_by(kind, errors, outcome) for kind in by},
        outcome.system_crossing is not None,
    )


def _finished(found: _Sums, run: Run, figure: str, by: tuple[str, ...]) -> CauseSums:
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
