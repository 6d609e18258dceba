"""Files of native output: any format that holds trees or graphs, a run of a suite, or plain text."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from karat import formats
from karat.files.source import Source
from karat.model.bank import Bank
from karat.model.errors import InputError
from karat.recognise.evidence import Evidence
from karat.suites.items import Item

# Which rules suit a file, where none are named.
USUAL = {"brackets": "ptb", "conllu": "ud", "links": "link-grammar"}


@dataclass(frozen=True, eq=False)
class Native:
    """What a file holds: the evidence, and the items it is about if it is a run."""

    evidence: Evidence
    items: tuple[Item, ...] = ()
    bank: Bank | None = None


def read(path: str, wanted: str | None, format: str | None, layout: str) -> Native:  # noqa: A002  # the option's name
    """A file; ``wanted`` is the format that the rules are for, if they are known already."""
    source = Source(path)
    head = source.peek(formats.HEAD)
    if head.startswith(b'{"karat": "run"'):
        source.close()
        return _run(path, wanted)
    if wanted == "text":
        return Native(Evidence(wanted, _blocks(_all(source)), path))
    try:
        bank = formats.of(source, format).read(source, layout)
    finally:
        source.close()
    layers = bank.layers
    kind = "links" if "links" in layers else "conllu" if "edges" in layers else "brackets"
    if wanted not in (None, kind):
        raise InputError(f"{path}: the rules are for {wanted}, but this is {kind}")
    return Native(Evidence.of(bank, kind), bank=bank)


def _run(path: str, wanted: str | None) -> Native:
    """The sentences of a run that are good and not excluded."""
    from karat.suites import runs

    run = runs.read(path)
    results = [r for r in run.results if r.item.grammatical and not r.item.excluded]
    kind = _kind(results)
    if wanted is None:
        wanted = "links" if run.header.parser.startswith("link-grammar") else kind
    texts = [
        "" if not r.parsed.analyses else r.parsed.native if wanted == "links" else r.parsed.first
        for r in results
    ]
    if wanted in ("brackets", "conllu") and any(texts) and kind != wanted:
        raise InputError(f"{path}: the rules are for {wanted}, but this is {kind}")
    if not any(texts) and any(r.parsed.analyses for r in results):
        raise InputError(f"{path}: this run did not keep what the parser printed")
    return Native(Evidence(wanted, texts, path), tuple(r.item for r in results))


def _kind(results: Sequence[object]) -> str:
    first = next((r.parsed.first for r in results if r.parsed.first), "")  # type: ignore[attr-defined]
    return "brackets" if first.lstrip().startswith("(") else "conllu"


def _all(source: Source) -> str:
    pieces = []
    while len(piece := source.read(1 << 20)):
        pieces.append(piece.tobytes())
    source.close()
    return b"".join(pieces).decode("utf-8", "replace")


def _blocks(text: str) -> list[str]:
    r"""One text a sentence: cut at blank lines.

    >>> _blocks("a b\nc\n\n\nd\n")
    ['a b\nc', 'd']
    """
    return [one.strip("\n") for one in re.split(r"\n(?:[ \t]*\n)+", text) if one.strip()]
