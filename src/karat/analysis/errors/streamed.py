"""The causes of errors in files of any size: they are read in blocks, and only sums are kept.

An error lies within a sentence, so the errors of a file are those of its blocks; counts add up, and a figure
after mending is that of added counts. Sentences that must be laid over gold's are looked at part by
part, if both files spell the same text. Files that must be seen as a whole are compared in memory
(``causes.py``): those whose text differs from gold's, too, or that are read leniently.
"""

import os
from collections.abc import Callable, Iterable
from dataclasses import replace

from karat.analysis.errors.block_sums import BlockSums, block_sums, finished
from karat.analysis.errors.causes import analysis_of, causes_of, measure_of
from karat.analysis.errors.frame import errors_of
from karat.analysis.errors.sums import CauseSums, sums_of
from karat.analysis.side_by_side import OtherPlacesError, Reading, in_place, laid_over_gold
from karat.engine.documents import documents_of_file
from karat.engine.overlaid import Part
from karat.engine.results import Run
from karat.engine.tallying import Files
from karat.engine.twins import readable_again
from karat.model.documents import Documents
from karat.model.errors import InputError
from karat.model.scheme import Scheme

# Files of at most so many bytes are compared in memory.
LARGE = 1 << 20


def can_stream(files: Files) -> bool:
    """Whether the causes of these files can be found block by block."""
    return not files.lenient and all(map(readable_again, (files.gold, *files.systems.values())))


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
    documents = documents_for(files, by)
    for parts in (in_place, laid_over_gold):
        reading = Reading(files, name)
        try:
            found = _sums(parts(reading, [scheme], progress=progress), name, scheme, by, documents)
        except OtherPlacesError:
            continue
        return of_files(found, reading, figure, by)
    return sums_of(causes_of(*files.banks(name), name, scheme, figure, files.views.signed()))


def documents_for(files: Files, by: tuple[str, ...]) -> Documents | None:
    """The documents of gold, if errors are grouped by them; an InputError if it does not say."""
    if "document" not in by:
        return None
    found = documents_of_file(files.gold, files.layout, files.format)
    if found is None:
        raise InputError(
            f"{files.gold} does not say which sentences belong to a document; leave out --by document"
        )
    return found


def _sums(
    parts: Iterable[Part], name: str, scheme: Scheme, by: tuple[str, ...],
    documents: Documents | None,
) -> BlockSums:  # fmt: skip
    found: BlockSums | None = None
    for part in parts:
        outcome = replace(part.outcomes[0], aligned=None)
        errors = errors_of(analysis_of(scheme), outcome, scheme)
        new = block_sums(part, outcome, errors, name, scheme, by, documents)
        found = new if found is None else found + new
    assert found is not None, "a file without sentences is refused before"
    return found


def of_files(found: BlockSums, reading: Reading, figure: str, by: tuple[str, ...]) -> CauseSums:
    """The causes of a file, from the sums of all its parts."""
    files, sentences = reading.files, found.result.total.status.total()
    found = replace(found, result=reading.said_of(found.result))
    run = Run(
        files.gold, reading.sha256, sentences, [found.result], *found.used, files.views.signed()
    )
    return finished(found, run, figure, by)
