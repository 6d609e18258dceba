"""Analyses of HPSG grammars in the notations of DELPH-IN: derivations, MRS, EDS and DMRS.

A file has one record per item, with a blank line after it, or one analysis on each line. A record has
a derivation (UDF or UDX), a semantic structure (SimpleMRS or JSON; EDS, native or JSON; DMRS as
SimpleDMRS, XML or JSON), or both, and may begin with ``#id`` and ``#text``; ``#none`` says that there
is no analysis (see analyses.py). The output of the parser ACE is such a file too.

The derivation becomes the trees of the Bank: a label is the name of a rule, the tag of a word its
lexical entry. Without a derivation, the words are those of the sentence or, if the file does not have
it, the lemmas of the predications. Layers, see model/layers.py: ``tokens``, ``predications``, ``roles``.

>>> import karat
>>> bank = karat.read_text(EXAMPLE)
>>> bank.words(0), bank.tags(0), bank.spans(0)
([b'dogs', b'bark'], [b'dog_n1', b'bark_v1'], [(0, 2, b'root'), (0, 2, b'sb-hd_mc_c')])
>>> predications, roles = bank.layers["predications"], bank.layers["roles"]
>>> [bank.labels[number] for number in predications["label"]], roles["source"].tolist()
([b'udef_q', b'_dog_n_1', b'_bark_v_1'], [-1, 0, 2])
"""

import re
from typing import BinaryIO

import numpy as np

from karat.files.source import Source
from karat.formats import HEAD
from karat.formats._block import Fault
from karat.formats._foreign import DERIVATION
from karat.formats._records import BLOCK, Contents, RecordBlocks, Records, spans_of, words_of
from karat.formats.delphin import analyses, library
from karat.formats.delphin.analyses import NOTHING, Record
from karat.formats.delphin.semantics import Predication
from karat.formats.delphin.writing import headers, texts
from karat.model.bank import Bank
from karat.model.errors import InputError
from karat.model.labels import Labels
from karat.model.layers import Table, offsets, table

SUMMARY = "HPSG analyses (DELPH-IN): derivations in UDF or UDX, MRS, EDS, DMRS; output of ACE"
EXTENSIONS = (".delphin", ".udf", ".udx", ".mrs", ".eds", ".dmrs", ".ace")
EXAMPLE = (
    '#id 1\n#text Dogs bark.\n(root (0 sb-hd_mc_c 0 0 2 (0 dog_n1 0 0 1 ("dogs")) '
    '(0 bark_v1 0 1 2 ("bark"))))\n{e2:\n _1:udef_q<0:4>[BV x3]\n x3:_dog_n_1<0:4>{x NUM pl}[]\n'
    " e2:_bark_v_1<5:10>{e SF prop, TENSE pres}[ARG1 x3]\n}\n\n"
)
_FAULTS = {
    **{
        number: (f"this {what} cannot be read", "compare it with what the grammar's tools wrote")
        for number, what in enumerate(("derivation", "MRS", "EDS", "DMRS"), 1)
    },
    analyses.NO_ANALYSIS: ("an item without an analysis", "if there is none, write #none"),
    analyses.TWO: (
        "a second analysis of the same kind for one item", "put a blank line between items",
    ),
    analyses.OTHER: (
        "neither a derivation nor MRS, EDS or DMRS", "karat formats shows what they look like",
    ),
}  # fmt: skip

_HEADER = rb"(?:#[ \t]*(?:id|text|none)\b|SENT:|SKIP:)"
_STARTS = (
    DERIVATION,
    rb'\[\s*(?:"(?:\\.|[^"\\])*"\s*|<-?\d+:-?\d+>\s*)*(?:L?TOP|INDEX):\s*[a-z]\d+',
    rb"\{\w+:\s*(?:[({]\w|\|)?\s*\w+:[^\s<{]+[<({\[]",
    rb'\{\s*"(?:top|nodes|relations|links|properties)"\s*:',
    rb'\{\s*"index"\s*:[^\[\]{}]*"(?:top|nodes|relations|links)"\s*:',
    rb"dmrs\s*\{",
    rb"(?:<\?[^>]*>\s*)?(?:<dmrs-list[^>]*>\s*)?<dmrs[\s>]",
)
_BEGINS = re.compile(rb"\s*(?:" + rb"|".join(_STARTS) + rb")")
_FIRST_LINES = re.compile(rb"\s*(?:#[^\n]*\n\s*|" + _HEADER + rb"[^\n]*\n\s*|NOTE:[^\n]*\n\s*)*")
_ANY_HEADER = re.compile(rb"^" + _HEADER, re.MULTILINE)
_BLANK = re.compile(rb"\S[ \t\r]*\n[ \t\r]*\n\s*\S")
_DERIVED = re.compile(DERIVATION)
# A record on each line; blank lines at the end of the file are nothing.
_LINES = re.compile(rb"^[ \t]*(?=[^\s])", re.MULTILINE)
_XML = re.compile(rb"<dmrs[\s>]")
# At its end ACE says in a paragraph of its own how much it parsed.
_NOT_NOTES = rb"(?!(?:NOTE|WARNING):[^\n]*(?:\n(?:NOTE|WARNING):[^\n]*)*\s*(?:\n\s*\n|\Z))"
_PARAGRAPHS = re.compile(rb"(?:\A[\r\n]*|(?<=\n\n)|(?<=\n\r\n))" + _NOT_NOTES + rb"(?=[^\r\n])")


def sniff(head: bytes) -> bool:
    """Whether a file begins with an analysis in one of these notations, or with a header and one.

    >>> sniff(EXAMPLE.encode()), sniff(b"SKIP: Dogs bark bark.\\n"), sniff(b"(S (N a))")
    (True, True, False)
    """
    first = _FIRST_LINES.match(head)
    assert first is not None  # it may be empty
    after = first.end()
    ace = re.search(rb"^(?:SENT|SKIP):", head[:after], re.MULTILINE) is not None
    return ace or _BEGINS.match(head, after) is not None


def _cut(head: bytes, layout: str) -> re.Pattern[bytes]:
    """What matches at the beginning of each record."""
    if b"<dmrs-list" in head:
        return _XML
    first = head.lstrip().split(b"\n")[0].decode("utf-8", "surrogateescape")
    if layout == "free" or (layout == "auto" and (_ANY_HEADER.search(head) or _BLANK.search(head))):
        return _PARAGRAPHS
    return _LINES if layout == "lines" or analyses.complete(first) else _PARAGRAPHS


def _record(text: bytes, begin: int, end: int) -> Record:
    record = text[begin:end].decode("utf-8", "surrogateescape")
    try:
        return analyses.read(record)
    except Fault as problem:
        before = record[: problem.at].encode("utf-8", "surrogateescape")
        raise Fault(problem.number, begin + len(before)) from None


def _contents(found: list[Record], begins: list[int], pool: bytearray, labels: Labels) -> Contents:
    words, tokens, spans = [], [], []
    for one in found:
        rows, places = [], []
        for form, entry, first, last in _words(one):
            begin = len(pool)
            pool += form.encode("utf-8", "surrogateescape")
            rows.append((begin, len(pool), entry.encode("utf-8", "surrogateescape")))
            places.append((first, last))
        words.append(rows)
        tokens.append(places)
        above = one.derivation.spans if one.derivation else []
        spans.append(
            [(a, b, name.encode("utf-8", "surrogateescape"), up) for a, b, name, up in above]
        )
    meanings = [one.meaning for one in found]
    roles = [
        [
            (a, b, role.encode("utf-8", "surrogateescape"))
            for a, b, role in (meaning.roles if meaning else [])
        ]
        for meaning in meanings
    ]
    return words_of(words, labels), spans_of(spans, labels), {
        "tokens": table(tokens, "first last"),
        "predications": _predications([one.predications if one else [] for one in meanings], labels),
        "roles": table(roles, "source target label", labels),
    }  # fmt: skip


def _words(record: Record) -> list[tuple[str, str, int, int]]:
    if record.derivation:
        return record.derivation.words
    if record.meaning is None:
        return []
    if record.sentence:
        found = re.finditer(r"\S+", record.sentence)
        return [(one[0], "", one.start(), one.end()) for one in found]
    return [
        (one.carg or one.lemma, "", one.first, one.last)
        for one in record.meaning.predications
        if one.pos or one.carg
    ] or [("_", "", -1, -1)]


_NAMES = ("label", "lemma", "pos", "sense", "carg", "type", "properties")


def _predications(rows: list[list[Predication]], labels: Labels) -> Table:
    flat = [one for some in rows for one in some]
    fields = ("predicate", *_NAMES[1:])
    columns = {
        name: labels.numbers(
            tuple(getattr(one, field).encode("utf-8", "surrogateescape") for one in flat)
        )
        for name, field in zip(_NAMES, fields, strict=True)
    }
    for name in ("first", "last"):
        columns[name] = np.array([getattr(one, name) for one in flat], np.int32)
    return Table(offsets(map(len, rows)), columns, frozenset(_NAMES))


class Blocks(RecordBlocks):
    """A file cut into blocks of whole records; layouts: lines, or free (paragraphs)."""

    def __init__(self, source: Source, layout: str = "auto", size: int = BLOCK) -> None:
        if not library.installed():
            raise InputError(f"{source.path}: {library.MISSING}")
        head = source.head(HEAD)
        trees = _DERIVED.search(head) is not None
        records = Records(_cut(head, layout), _record, NOTHING, _contents, _FAULTS, trees)
        super().__init__(source, records, size)


def identifiers(bank: Bank) -> list[str]:
    """The ids of a file's records; empty for records without one."""
    return headers(bank, "id")


def write(bank: Bank, stream: BinaryIO) -> None:
    """Write derivations in UDF, and predications as EDS or, if they have scope, as SimpleDMRS."""
    stream.writelines(texts(bank))
