"""Gold and a system side by side, part by part: the same sentences of both files, compared under schemes.

A part is a block of the files, as they stand (``in_place``), or sentences that were laid over gold's
(``laid_over_gold``). All schemes of one reading are compared with the same parts.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace

from karat.comparison.by_id import has_ids
from karat.comparison.laid_account import Account
from karat.comparison.layers import compare
from karat.comparison.standing import Standing, standing
from karat.engine.opening import Opening
from karat.engine.overlaid import Part, laid_parts
from karat.engine.results import Result, decided
from karat.engine.same_text import TwoFiles, banks_of_parts, parts_of_files
from karat.engine.second_look import findings, many_failed, noted
from karat.engine.tallying import Files
from karat.engine.text import blocks_by_text
from karat.engine.twins import SAME_AS_GOLD, content_hash
from karat.formats._block import Block, Blocks
from karat.model.bank import Bank
from karat.model.errors import InputError, no_sentences
from karat.model.labels import Labels
from karat.model.scheme import Scheme

# The labels (lemmas, features) that are kept from one part to the next.
_LABELS = 1 << 16


class OtherPlacesError(Exception):
    """The sentences cannot be compared in this way: they are not where they should be."""


@dataclass
class Reading:
    """What is known about two files once all their parts were read."""

    files: Files
    name: str
    sha256: str = ""
    same: bool = False
    account: Account | None = None

    def said_of(self, result: Result) -> Result:
        """The result of all parts, with what is said about the files as a whole."""
        if self.account is not None:
            return replace(result, notes={**dict(self.account.notes()), **result.notes})
        if many_failed(result):
            result = noted(result, self.findings())
        return noted(result, (SAME_AS_GOLD,)) if self.same else result

    def findings(self) -> tuple[str, ...]:
        """What is wrong with the files, as far as one can see."""
        files = self.files
        return findings(files.gold, files.systems[self.name], files.layout, files.format)


def _no_progress(position: int) -> None:
    """Nobody watches."""


def in_place(
    reading: Reading, schemes: Sequence[Scheme], sentences: int = 0,
    progress: Callable[[int], None] = _no_progress,
) -> Iterator[Part]:  # fmt: skip
    """The sentences as they stand, so many in a part (0: a block of the usual size).

    The schemes must all compare sentences, or all compare texts. Raises OtherPlacesError once it is
    known that sentences must be laid over gold's, or put in the order of their ids.
    """
    files = reading.files
    gold, system = (
        files.opened(path, hashed=True) for path in (files.gold, files.systems[reading.name])
    )
    with closing(gold.source), closing(system.source):
        first = 0
        for part in _parts(reading, schemes, gold, system, sentences):
            yield part
            first += len(part.gold)
            progress(gold.source.position)
        if not first:
            raise no_sentences(files.gold)
        _refuse_more(reading, schemes, first, system)
        reading.sha256 = gold.source.sha256()
        reading.same = reading.sha256 == system.source.sha256()


def _refuse_more(
    reading: Reading, schemes: Sequence[Scheme], sentences: int, system: Blocks
) -> None:
    """Stop if the system has more sentences than gold."""
    if schemes[0].pairing != "sentences" or not (extra := sum(one.sentences for one in system)):
        return
    if any(scheme.aligned for scheme in schemes):
        raise OtherPlacesError
    gold, path = reading.files.gold, reading.files.systems[reading.name]
    causes = "; ".join(reading.findings())
    raise InputError(
        f"{path}: {sentences + extra} sentences, but {gold} has {sentences}; they must be "
        f"the same sentences in the same order ({causes or 'is the layout right? see --layout'})"
    )


def _parts(
    reading: Reading, schemes: Sequence[Scheme], gold: Blocks, system: Blocks, sentences: int
) -> Iterator[Part]:
    files = reading.files
    aligned = any(scheme.aligned for scheme in schemes)
    labels, first, places, chosen = Labels(), 0, None, list[Scheme]()
    scanners = gold.scanner(labels), system.scanner(labels)
    for block, other in _pairs(gold, system, schemes[0], sentences):
        if len(labels) > _LABELS:
            labels = Labels()
            scanners = gold.scanner(labels), system.scanner(labels)
        # Copies, which last as long as the part. A new scanner for each part would leave memory in pieces.
        ours = files.views.of_gold(scanners[0].scan(block).copied())
        theirs = files.views.of_system(scanners[1].scan(other).copied()).relabelled(ours.labels)
        if not first and not (len(ours) and len(theirs)):
            raise no_sentences(files.systems[reading.name] if len(ours) else files.gold)
        if not first and has_ids(ours):
            raise OtherPlacesError
        if aligned:
            places = still(places, ours, theirs)
        lacking = 0
        if schemes[0].pairing == "sentences":
            lacking = len(ours) - len(theirs)
            theirs = theirs.padded(len(ours))
        # Options are decided by the first sentences, as in karat score.
        chosen = chosen or settled(reading, schemes, (ours, theirs), sentences)
        outcomes = [compare(scheme, ours.labels)(ours, theirs) for scheme in chosen]
        if not first:
            outcomes = [
                replace(outcome, notes=(*decided(*both), *outcome.notes))
                for outcome, both in zip(outcomes, zip(schemes, chosen, strict=True), strict=True)
            ]
        yield Part(first, ours, theirs, outcomes, Account(), lacking)
        first += block.sentences
    if places is not None and not places.in_place:
        raise OtherPlacesError


def still(places: Standing | None, gold: Bank, system: Bank) -> Standing:
    """What is known about the places of the sentences, with those of one more part."""
    here = standing(gold, system)
    found = here if places is None else places + here
    if found.moved:
        raise OtherPlacesError
    return found


def settled(
    reading: Reading, schemes: Sequence[Scheme], first: tuple[Bank, Bank], sentences: int
) -> list[Scheme]:
    """The schemes as the first block of the usual size decides them, whatever the size of parts."""
    if all(type(scheme).settled is Scheme.settled for scheme in schemes):
        return list(schemes)
    files = reading.files
    surveyed = [
        scheme.surveyed(_gold_of(files)) if scheme.surveys else scheme for scheme in schemes
    ]
    gold, system = first
    if sentences:
        usual = reading.files.opened(files.gold), files.opened(files.systems[reading.name])
        with closing(usual[0].source), closing(usual[1].source):
            block, other = next(_pairs(*usual, schemes[0], 0))
            gold, system = (
                usual[0].scanner(Labels()).scan(block),
                usual[1].scanner(Labels()).scan(other),
            )
            gold, system = files.views.of_gold(gold), files.views.of_system(system)
    return [scheme.settled(gold, system) for scheme in surveyed]


def _gold_of(files: Files) -> Iterator[Bank]:
    """The blocks of gold."""
    blocks = files.opened(files.gold)
    with closing(blocks.source):
        scanner = blocks.scanner(Labels())
        for block in blocks:
            yield files.views.of_gold(scanner.scan(block))


def _pairs(
    gold: Blocks, system: Blocks, scheme: Scheme, sentences: int
) -> Iterator[tuple[Block, Block]]:
    """Blocks with the same sentences or, where whole texts are compared, the same text."""
    if scheme.pairing == "text":
        yield from ((one, other) for one, other in blocks_by_text([gold, system]))
    elif not sentences:
        yield from ((block, system.take(block.sentences)) for block in gold)
    else:
        while (block := gold.take(sentences)).sentences:
            yield block, system.take(block.sentences)


def laid_over_gold(
    reading: Reading, schemes: Sequence[Scheme], progress: Callable[[int], None] = _no_progress
) -> Iterator[Part]:
    """The system's sentences laid over gold's; raises OtherPlacesError if their texts differ."""
    files = reading.files
    opening = Opening(files.layout, files.format)
    both = TwoFiles(files.gold, files.systems[reading.name], opening, files.views)
    if not (found := parts_of_files(both)):
        raise OtherPlacesError
    reading.account = Account()
    for part in laid_parts(banks_of_parts(both, found, progress), schemes):
        yield part
        reading.account += part.account
    reading.sha256 = content_hash(files.gold)
