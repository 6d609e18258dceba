"""Read native output: a file of trees or graphs, a run of a suite, a profile, or plain text.

A file is read piece by piece, so that memory does not grow with it; only a run or a profile is read at once.
"""

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from karat import formats
from karat.comparison.by_id import ids_of
from karat.files.source import Source
from karat.formats import delphin
from karat.model.bank import Bank
from karat.model.errors import InputError, UnknownFormat, no_sentences
from karat.model.labels import Labels
from karat.recognise.evidence import PART, Evidence
from karat.recognise.records import OURS, Record, Records
from karat.suites import runs
from karat.suites.items import Item

# The kind of a file that lists names; no rules are needed for it.
NAMES = "names"
# The recogniser for each kind of output, where none is named.
USUAL = {
    "brackets": "ptb", "conllu": "ud", "links": "link-grammar", "gr": "gr", "delphin": "erg",
}  # fmt: skip
# The kind of output that a layer shows, where it is not trees.
_BY_LAYER = {"predications": "delphin", "gr": "gr", "links": "links", "edges": "conllu"}
_BLANK_LINES = Records()
# The format of a recogniser that reads any; what is neither trees nor graphs is then a text.
ANY = ""
# The bytes of a piece, and the labels (lemmas, features) that are kept from one piece to the next.
_BLOCK = 1 << 21
_LABELS = 1 << 15


@dataclass(frozen=True, eq=False)
class Native:
    """What a file holds, or a piece of it: the evidence and, for a run, the items.

    ``first`` is the number of sentences before this piece; ``notes`` say what was skipped in it.
    ``position`` is how many bytes of the file were read when the piece was there.
    """

    evidence: Evidence
    items: tuple[Item, ...] = ()
    bank: Bank | None = None
    first: int = 0
    notes: tuple[str, ...] = ()
    position: int = 0

    def name(self, i: int) -> str:
        """The id of the item or the record, or the number of the sentence."""
        ids = self.evidence.ids
        return (ids[i] if ids else "") or str(self.first + i + 1)


def pieces(
    path: str,
    wanted: str | None,
    format: str | None,  # noqa: A002  # the option's name
    layout: str,
    records: Records = _BLANK_LINES,
) -> Iterator[Native]:
    """Read a file piece by piece, at least one; ``wanted`` is the format that the rules are for.

    The columns of a piece may be overwritten by the next one.
    """
    empty = True
    for native in _pieces(path, wanted, format, layout, records):
        empty &= not len(native.evidence)
        yield native
    if empty:
        raise no_sentences(path)


def _pieces(
    path: str, wanted: str | None, format: str | None, layout: str, records: Records  # noqa: A002  # the option's name
) -> Iterator[Native]:  # fmt: skip
    if Path(path).is_dir():
        yield _run(path, wanted)
        return
    with closing(Source(path)) as source:
        if source.peek(formats.HEAD).startswith(runs.MARK):
            yield _run(path, wanted)
        elif _is_text(source, wanted, format):
            for native in _texts(records.cut(_lines(source), path), path):
                yield replace(native, position=source.position)
        else:
            yield from _banks(source, wanted, format, layout)


def read(
    path: str,
    wanted: str | None,
    format: str | None,  # noqa: A002  # the option's name
    layout: str,
    records: Records = _BLANK_LINES,
) -> Native:
    """Read a whole file."""
    native = _whole(path, wanted, format, layout, records)
    if not len(native.evidence):
        raise no_sentences(path)
    return native


def _whole(
    path: str, wanted: str | None, format: str | None, layout: str, records: Records  # noqa: A002  # the option's name
) -> Native:  # fmt: skip
    if Path(path).is_dir():
        return _run(path, wanted)
    with closing(Source(path)) as source:
        if source.peek(formats.HEAD).startswith(runs.MARK):
            return _run(path, wanted)
        if _is_text(source, wanted, format):
            return _text(list(records.cut(_lines(source), path)), path)
        bank = _format(source, format).read(source, layout)
    return of_bank(bank, wanted)


def _is_text(source: Source, wanted: str | None, format: str | None) -> bool:  # noqa: A002  # the option's name
    if wanted != ANY or format is not None:
        return wanted == "text"
    head = source.peek(formats.HEAD)
    if OURS.separator.search(head.lstrip().decode("utf-8", "replace")):
        return True
    try:
        return formats.Format(formats.guess(head, source.path)).name == "text"
    except InputError:
        return True


def _format(source: Source, format: str | None) -> formats.Format:  # noqa: A002  # the option's name
    """The format of a file; what no format fits can still be read as a text."""
    try:
        return formats.of(source, format)
    except InputError as error:
        if format is not None:
            raise
        said = str(error)
        if isinstance(error, UnknownFormat):
            said = f"{source.path}: this looks like no format that karat detects"
        raise InputError(
            f"{said}\nif it is a text, name the rules for it: --with RULES (a TOML file of rules with "
            'format = "text", a program, or a Python function); otherwise say with --format what it is'
        ) from None


def _banks(
    source: Source,
    wanted: str | None,
    format: str | None,  # noqa: A002  # the option's name
    layout: str,
) -> Iterator[Native]:
    found = _format(source, format)
    blocks = found.blocks(source, layout, size=_BLOCK)
    first, labels = 0, Labels()
    scanner = blocks.scanner(labels)
    for block in blocks:
        if len(labels) > _LABELS:
            labels = Labels()
            scanner = blocks.scanner(labels)
        bank = scanner.scan(block)
        yield replace(of_bank(bank, wanted, first), position=source.position)
        first += len(bank)
        blocks.cut_smaller()  # the first block, which decides on the recogniser, had the usual size


def of_bank(bank: Bank, wanted: str | None, first: int = 0) -> Native:
    """The sentences of a Bank that was read from a file."""
    layers = bank.layers
    if "phenomena" in layers:
        if wanted is not None:
            raise InputError(f"{bank.path}: these are names already; leave out the rules")
        for error in bank.errors():
            raise error
        texts = [""] * len(bank)
        return Native(Evidence(NAMES, texts, bank.path, ids_of(bank)), bank=bank, first=first)
    kind = next((name for layer, name in _BY_LAYER.items() if layer in layers), "brackets")
    if wanted == "brackets" and bank.has_trees:
        kind = wanted  # typed dependencies with their trees
    if wanted not in (None, ANY, kind):
        raise Unfit(bank.path, wanted, kind)
    ids = delphin.identifiers(bank) if kind == "delphin" else []
    evidence = Evidence.of(bank, kind, ids if any(ids) else ())
    return Native(evidence, bank=bank, first=first)


def _texts(records: Iterator[Record], path: str) -> Iterator[Native]:
    first = 0
    while True:
        some = list(islice(records, PART))
        if some:
            yield _text(some, path, first)
        if len(some) < PART:
            return
        first += len(some)


def _text(records: Sequence[Record], path: str, first: int = 0) -> Native:
    ids = [one.id for one in records if one.id]  # all have one, or none
    notes = tuple(one.note for one in records if one.note)
    evidence = Evidence("text", [one.text for one in records], path, ids, first)
    return Native(evidence, first=first, notes=notes)


def _lines(source: Source) -> Iterator[str]:
    """The lines of a text; bytes that are not UTF-8 are replaced."""
    held = b""
    while len(block := source.read(1 << 20)):
        *whole, held = (held + block.tobytes()).split(b"\n")
        yield from (line.decode("utf-8", "replace") for line in whole)
    if held:
        yield held.decode("utf-8", "replace")


def _run(path: str, wanted: str | None) -> Native:
    """The grammatical items of a run, without those excluded."""
    run = runs.read(path)
    results = [r for r in run.results if r.item.good]
    first = next((r.parsed.first for r in results if r.parsed.first), "")
    kind = "brackets" if first.lstrip().startswith("(") else "conllu"
    if Path(path).is_dir() and any(r.parsed.native for r in results):
        kind = "delphin"
    if wanted is None or wanted == ANY:
        wanted = "links" if run.header.parser.startswith("link-grammar") else kind
    whole = wanted in ("links", "delphin")
    texts = [
        "" if not r.parsed.analyses else r.parsed.native if whole else r.parsed.first
        for r in results
    ]
    if wanted in ("brackets", "conllu", "delphin") and any(texts) and kind != wanted:
        raise Unfit(path, wanted, kind)
    if not any(texts) and any(r.parsed.analyses for r in results):
        raise InputError(f"{path}: this run did not keep the parser's output")
    items = tuple(r.item for r in results)
    evidence = Evidence(wanted, texts, path, [item.id for item in items])
    return Native(evidence, items, evidence.bank if wanted == "delphin" else None)


class Unfit(InputError):
    """Rules for another format than the file's."""

    def __init__(self, path: str, wanted: str | None, kind: str, rules: str = "the rules") -> None:
        super().__init__(f"{path}: {rules} are for {wanted}, but this is {kind}")
        self.found = path, wanted, kind

    def of(self, rules: str) -> "Unfit":
        """The same, with the name or the file of the rules."""
        return Unfit(*self.found, f"the rules {rules}")
