"""Two CoNLL-U files with anything unusual in them, counted as the CoNLL 2018 shared task's script does.

Files are read in pieces of whole sentences, gold first, as the script does; what it would refuse is an
error. As they are understood they are written to temporary files, and then compared block by block.
"""

import io
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import Any, BinaryIO, Protocol

import numpy as np

from karat.comparison.plain_texts import PlainTexts, Sums
from karat.engine.results import block_result
from karat.files.source import Source
from karat.formats import _block
from karat.formats._block import Block, too_long
from karat.formats.conllu import Blocks
from karat.model.bank import Bank
from karat.model.columns import Bytes
from karat.model.errors import InputError
from karat.model.labels import Labels
from karat.model.scheme import Scheme
from karat.reference.conll18_blocks import Differing, pairs
from karat.reference.conll18_reading import as_read
from karat.reference.conll18_report import Endings
from karat.schemes import parse

_PIECE = 1 << 20


class Content(Protocol):
    """A file that is read from beginning to end."""

    def read(self, size: int, /) -> Bytes | bytes: ...


def counts_of(paths: Sequence[str], contents: Sequence[Content]) -> Mapping[str, int]:
    """The counts of any two files; raises the error that names the first fault, gold's first."""
    with ExitStack() as stack:
        files = list[Any]()
        sentences = list[int]()
        for path, content in zip(paths, contents, strict=True):
            files.append(stack.enter_context(tempfile.TemporaryFile()))
            sentences.append(_understood(path, content, files[-1]))
            files[-1].seek(0)
        if sentences[1] and not sentences[0]:
            raise InputError(f"{paths[0]}: it has no sentences, but {paths[1]} has {sentences[1]}")
        return _compared(paths, files)


def _understood(path: str, content: Content, out: BinaryIO) -> int:
    """Write a file as the script understands it; returns how many sentences it has."""
    endings, line, sentences = Endings(path), 0, 0
    for piece in _pieces(path, content):
        text = as_read(piece, path, line)
        bank = _bank(path, text, line + 1)
        # The script stops at the first line it cannot read, before it misses a blank one.
        for error in bank.errors():
            raise error
        endings.add(text)
        out.write(text)
        line, sentences = line + text.count(b"\n"), sentences + len(bank)
    endings.insist()
    return sentences


def _pieces(path: str, content: Content) -> Iterator[bytes]:
    """A file in pieces that end with a blank line, but for the last one."""
    held, line = b"", 1
    while len(more := bytes(content.read(max(_PIECE, len(held))))):
        if len(held) > _block.LONGEST:
            raise too_long(path, line)
        held += more
        end = max(held.rfind(b"\n\n") + 2, held.rfind(b"\n\r\n") + 3)
        if end > 3:
            yield held[:end]
            line += held.count(b"\n", 0, end)
            held = held[end:]
    yield held


def _bank(path: str, text: bytes, line: int, labels: Labels | None = None, before: int = 0) -> Bank:
    """Sentences that begin on a line of a file, where so many were before them."""
    scanner = Blocks(Source.of(io.BytesIO(), path)).block_scanner(labels or Labels())
    found = scanner.scan(Block([np.frombuffer(text, np.uint8)], -1, line))
    return replace(found, before=before)


def _compared(paths: Sequence[str], files: Sequence[Any]) -> Mapping[str, int]:
    counts, scheme = Counter(Sums().by_figure()), parse("conll18")
    quick = PlainTexts(strict=True)
    lines, before = [1, 1], [0, 0]

    def carefully(texts: tuple[memoryview, memoryview]) -> dict[str, int]:
        labels = Labels()
        gold, system = (
            _bank(path, bytes(text), line, labels, first).copied()
            for path, text, line, first in zip(paths, texts, lines, before, strict=True)
        )
        return _careful(scheme, gold, system)

    try:
        for texts in pairs(files[0], files[1]):
            table = quick(*texts)
            if table is None:
                counts.update(carefully(texts))
            else:
                sums = Sums()
                sums.add(table)
                counts.update(sums.by_figure())
            for side, text in enumerate(texts):
                lines[side] += bytes(text).count(b"\n")
                before[side] += bytes(text).count(b"\n\n")
    except Differing as found:
        carefully(found.texts)
        raise InputError(f"{paths[1]}: its text differs from that of {paths[0]}") from None
    return counts


def _careful(scheme: Scheme, gold: Bank, system: Bank) -> dict[str, int]:
    outcome = scheme.comparison(gold.labels)(gold, system)
    tally = scheme.tally(outcome, gold.labels)
    # Raises the error that failed=abort asks for.
    block_result(system.path, scheme, outcome, tally, first=gold.before)
    return dict(zip(tally.names, tally.counts.sum(axis=0).tolist(), strict=True))
