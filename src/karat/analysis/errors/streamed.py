"""The causes of errors in files of any size: they are read in blocks, and only sums are kept.

An error lies within a sentence, so the errors of a file are those of its blocks; counts add up, and a figure
after mending is that of added counts. Sentences that must be laid over gold's are looked at part by
part, if both files spell the same text. Files that must be seen as a whole are compared in memory
(``causes.py``): those whose text differs from gold's, too, or that are read leniently.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace

from karat.analysis.errors.block_sums import BlockSums, block_sums, finished
from karat.analysis.errors.causes import causes_of, measure_of
from karat.analysis.errors.sums import CauseSums, sums_of
from karat.comparison.laid_account import Account
from karat.comparison.layers import compare
from karat.comparison.standing import Standing, standing
from karat.engine.opening import Opening
from karat.engine.overlaid import laid_parts
from karat.engine.results import Run, decided
from karat.engine.same_text import TwoFiles, banks_of_parts, parts_of_files
from karat.engine.second_look import findings, many_failed, noted
from karat.engine.tallying import Files
from karat.engine.text import blocks_by_text
from karat.engine.twins import SAME_AS_GOLD, content_hash, readable_again
from karat.formats import open_blocks
from karat.formats._block import Block, Blocks
from karat.model.errors import InputError, no_sentences
from karat.model.labels import Labels
from karat.model.scheme import Scheme

# Files of at most so many bytes are compared in memory.
LARGE = 1 << 20
# The labels (lemmas, features) that are kept from one block to the next.
_LABELS = 1 << 16


def can_stream(files: Files, by: tuple[str, ...] = ()) -> bool:
    """Whether the causes of these files can be found block by block.

    A document may begin in one block and end in another, so groups of documents need the whole.
    """
    whole = files.lenient or "document" in by
    return not whole and all(map(readable_again, (files.gold, *files.systems.values())))


def is_large(files: Files) -> bool:
    """Whether a file has so many bytes that it is better read in blocks."""
    paths = (files.gold, *files.systems.values())
    return any(os.path.isfile(one) and os.path.getsize(one) > LARGE for one in paths)


def _no_progress(position: int) -> None:
    """Nobody watches."""


def streamed_causes(
    files: Files, name: str, scheme: Scheme, measure: str = "", by: tuple[str, ...] = (),
    progress: Callable[[int], None] = _no_progress,
) -> CauseSums:  # fmt: skip
    """The causes of a system's errors, as ``causes_of`` finds them, without the errors themselves.

    ``by`` names what errors are grouped by; ``progress`` is called with the bytes of gold that were read.
    """
    figure = measure_of(scheme, measure)
    found, sha256 = _in_place(files, name, scheme, by, progress)
    if found is None:
        found, sha256 = _laid_over(files, name, scheme, by, progress), content_hash(files.gold)
    if found is None:
        return sums_of(causes_of(*files.banks(name), name, scheme, figure, files.views.signed()))
    sentences = found.result.total.status.total()
    run = Run(files.gold, sha256, sentences, [found.result], *found.used, files.views.signed())
    return finished(found, run, figure, by)


def _in_place(
    files: Files, name: str, scheme: Scheme, by: tuple[str, ...], progress: Callable[[int], None]
) -> tuple[BlockSums | None, str]:
    """The sums of all blocks, and gold's hash; no sums if sentences must be laid over gold's."""
    path = files.systems[name]
    gold, system = (
        open_blocks(one, files.layout, files.format, hashed=True) for one in (files.gold, path)
    )
    with closing(gold.source), closing(system.source):
        found: BlockSums | None = None
        for block in _blocks(files, gold, system, name, scheme, by):
            if block is None:
                return None, ""
            found = block if found is None else found + block
            progress(gold.source.position)
        if found is None:
            raise no_sentences(files.gold)
        extra = sum(one.sentences for one in system) if scheme.pairing == "sentences" else 0
        if extra and scheme.aligned:
            return None, ""
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
    return replace(found, result=result), sha256


def _laid_over(
    files: Files, name: str, scheme: Scheme, by: tuple[str, ...], progress: Callable[[int], None]
) -> BlockSums | None:
    """The sums of all parts, whose sentences are laid over gold's; None if the texts differ."""
    opening = Opening(files.layout, files.format)
    both = TwoFiles(files.gold, files.systems[name], opening, files.views)
    found, account = None, Account()
    parts = banks_of_parts(both, parts_of_files(both), progress)
    for part in laid_parts(parts, [scheme]):
        outcome = replace(part.outcomes[0], aligned=None)
        new = block_sums((part.gold, part.system), outcome, name, scheme, by, part.first)
        found = new if found is None else found + new
        account += part.account
    if found is None:
        return None
    notes = {**dict(account.notes()), **found.result.notes}
    return replace(found, result=replace(found.result, notes=notes))


def _blocks(
    files: Files, gold: Blocks, system: Blocks, name: str, scheme: Scheme, by: tuple[str, ...]
) -> Iterator[BlockSums | None]:
    """The sums of each block, in order; None once sentences are known not to be at gold's places."""
    labels, settled, first = Labels(), None, 0
    places: Standing | None = None
    scanners = gold.scanner(labels), system.scanner(labels)
    for block, other in _pairs(gold, system, scheme):
        if len(labels) > _LABELS:
            labels = Labels()
            scanners = gold.scanner(labels), system.scanner(labels)
        ours = files.views.of_gold(scanners[0].scan(block))
        theirs = files.views.of_system(scanners[1].scan(other)).relabelled(ours.labels)
        if not first and not (len(ours) and len(theirs)):
            raise no_sentences(files.systems[name] if len(ours) else files.gold)
        if scheme.aligned:
            here = standing(ours, theirs)
            places = here if places is None else places + here
            if places.moved:
                yield None
                return
        if scheme.pairing == "sentences":
            theirs = theirs.padded(len(ours))
        # Options are decided by the first sentences, as in karat score.
        settled = settled or scheme.settled(ours, theirs)
        outcome = replace(compare(settled, ours.labels)(ours, theirs), aligned=None)
        if not first:
            outcome = replace(outcome, notes=(*decided(scheme, settled), *outcome.notes))
        yield block_sums((ours, theirs), outcome, name, scheme, by, first)
        first += block.sentences
    if places is not None and not places.in_place:
        yield None


def _pairs(gold: Blocks, system: Blocks, scheme: Scheme) -> Iterator[tuple[Block, Block]]:
    """Blocks with the same sentences or, where whole texts are compared, the same text."""
    if scheme.pairing == "text":
        yield from ((one, other) for one, other in blocks_by_text([gold, system]))
    else:
        yield from ((block, system.take(block.sentences)) for block in gold)
