"""The export format of the NeGra and TIGER treebanks: one line per word, one line per node.

    #BOS 1
    word  lemma  tag  morphology  function  parent  (secondary function, secondary parent …)
    #500  --     NP   --          SB        502
    #EOS 1

Version 3 has no lemma; the number of columns shows which version a line is in. Nodes are numbered
from 500 up. Parent 0 is the root above all: words and nodes under it are the roots of a forest, and
it gets no bracket. ``--`` is an empty value. In addition to words, tags and constituents
(discontinuous ones included), a Bank gets the layers ``morphology``, ``functions`` (one row per word,
then one row per constituent: label), ``secondary`` (child, parent, label; children are counted in the
same way, parent -1 is the root) and ``headers`` (what follows #BOS). A node's own lemma and morphology
are left out.

>>> import karat
>>> bank = karat.read_text(EXAMPLE)
>>> bank.words(0), bank.tags(0), bank.spans(0)
([b'Wo', b'ist', b'sie'], [b'ADV', b'V', b'PPER'], [(0, 3, b'S'), (0, 3, b'VP')])
>>> print(dumps(bank), end="")
#FORMAT 4
#BOS 1
Wo	--	ADV	--	MO	500
ist	--	V	--	HD	501
sie	--	PPER	3.Sg	OA	500
#500	--	VP	--	OC	501
#501	--	S	--	--	0
#EOS 1
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import BinaryIO

import numpy as np

from karat.files.source import Source
from karat.formats._records import BLOCK, Contents, RecordBlocks, Records, spans_of, words_of
from karat.formats._writing import each
from karat.formats.export.lines import EMPTY, FAULTS, NOTHING, Row, Sentence, is_node, sentence
from karat.model import discontinuous
from karat.model.bank import Bank
from karat.model.columns import Words
from karat.model.errors import InputError, unknown
from karat.model.labels import Labels
from karat.model.layers import Table, table

SUMMARY = "discontinuous trees, one line per word or node (NeGra, TIGER; versions 3 and 4)"
EXTENSIONS = (".export", ".negra")
EXAMPLE = (
    "#BOS 1\nWo\tADV\t--\tMO\t500\nist\tV\t--\tHD\t501\nsie\tPPER\t3.Sg\tOA\t500\n"
    "#500\tVP\t--\tOC\t501\n#501\tS\t--\t--\t0\n#EOS 1\n"
)
NEEDS = "trees"
VERSIONS = (3, 4)

_BEGINS = re.compile(rb"^#BOS(?=\s)", re.MULTILINE)
_SNIFF = re.compile(rb"\s*(?:%%[^\n]*\n\s*|#FORMAT\s+\d|#BO[ST]\s)+")
_NONE = b"_"
_HEADER = "word_start word_end"


def sniff(head: bytes) -> bool:
    """Whether the beginning has the line of a sentence, of a table or of the format's version.

    >>> sniff(b"%% word lemma\\n#BOS 1 1 2 3"), sniff(b"#FORMAT 4\\n"), sniff(b"# text = x")
    (True, True, False)
    """
    found = _SNIFF.match(head)
    return found is not None and b"#" in found[0]


def _said(value: bytes, nothing: bytes = b"") -> bytes:
    return nothing if value == NOTHING else value


def _contents(
    found: list[Sentence], begins: list[int], text: bytearray, labels: Labels
) -> Contents:
    rows = (
        [(at, at + len(name), _said(tag)) for at, name, _, tag, *_ in one.words] for one in found
    )
    words = words_of(rows, labels)
    nodes = (
        list(zip(p.start, p.end, [_said(node.tag) for node in one], p.parent, strict=True))
        for _, one, p, _ in found
    )
    spans = spans_of(nodes, labels)
    functions = [[(_said(row.function),) for row in (*one.words, *one.nodes)] for one in found]
    ends = (end if end >= 0 else len(text) for end in (text.find(b"\n", at) for at in begins))
    headers = [[(at + len(b"#BOS"), end)] for at, end in zip(begins, ends, strict=True)]
    return words, spans, {
        "yields": discontinuous.table([one.placed.yields for one in found]),
        "functions": table(functions, "label", labels),
        "secondary": table([one.secondary for one in found], "child parent label", labels),
        "morphology": _morphology([row for one in found for row in one.words], words, labels),
        "headers": replace(table(headers, _HEADER), places=frozenset(_HEADER.split())),
    }  # fmt: skip


def _morphology(rows: list[Row], words: Words, labels: Labels) -> Table:
    assert words.tag is not None  # words_of gives it
    columns = {
        "lemma": labels.numbers([_said(row.lemma, _NONE) for row in rows]),
        "upos": labels.numbers([_NONE] * len(rows)),
        "xpos": words.tag,
        "feats": labels.numbers([_said(row.morphology, _NONE) for row in rows]),
    }
    return Table(words.offset, columns, interned=frozenset(columns))


RECORDS = Records(_BEGINS, sentence, EMPTY, _contents, FAULTS)


class Blocks(RecordBlocks):
    """A file cut into blocks of whole sentences; it has no layouts to choose from."""

    def __init__(self, source: Source, layout: str = "auto", size: int = BLOCK) -> None:
        super().__init__(source, RECORDS, size)


def dumps(bank: Bank, *, version: int = 4) -> str:
    return b"".join(_texts(bank, version)).decode("utf-8", "surrogateescape")


def write(bank: Bank, stream: BinaryIO, *, version: int = 4) -> None:
    """Write a Bank; refuse what could not be read back.

    A sentence that had no #BOS line gets the number of the line on which it began. Version 3 cannot
    hold lemmas.
    """
    stream.writelines(_texts(bank, version))


def _texts(bank: Bank, version: int) -> Iterator[bytes]:
    if version not in VERSIONS:
        raise unknown("version of the export format", str(version), map(str, VERSIONS))
    if bank.first_line == 1:
        yield b"#FORMAT %d\n" % version
    newlines = np.flatnonzero(bank.text == 10)
    numbers = np.searchsorted(newlines, bank.sentence_at) + bank.first_line
    # Each number is larger than the one before.
    count = np.arange(len(bank))
    numbers = np.maximum.accumulate(numbers - count) + count
    yield from each(bank, lambda row: _text(bank, row, int(numbers[row]), version))


def _text(bank: Bank, row: int, number: int, version: int) -> bytes:
    header = b" %d" % number
    if "headers" in bank.layers:
        for start, end in bank.layers["headers"].each(row, "word_start", "word_end"):
            header = bank.text[start:end].tobytes().rstrip() or header
    strings = bank.labels.strings()
    words, labels = bank.words(row), [label for _, _, label in bank.spans(row)]
    tags = bank.tags(row) + labels
    spans = slice(*bank.span_offset[row : row + 2].tolist())
    if (bank.start[spans] == bank.end[spans]).any():
        raise InputError("a constituent without words has no place in this format")
    nothing = [b""] * (len(words) + len(labels))
    functions = nothing
    if "functions" in bank.layers:
        functions = [strings[n] for (n,) in bank.layers["functions"].each(row, "label")] or nothing
    lemmas, feats = nothing, nothing
    if "morphology" in bank.layers:
        pairs = [*bank.layers["morphology"].each(row, "lemma", "feats")]
        lemmas, feats = (
            [b"" if strings[n] == _NONE else strings[n] for n in column] + nothing
            for column in (zip(*pairs, strict=True) if pairs else ((), ()))
        )
    parents = discontinuous.word_parents(bank, row) + bank.parent[spans].tolist()
    more = [b""] * len(nothing)
    if "secondary" in bank.layers:
        for child, parent, label in bank.layers["secondary"].each(row, "child", "parent", "label"):
            more[child] += b"\t%s\t%d" % (strings[label], _node(parent, len(labels)))
    lines = [b"#BOS" + header]
    names = [*map(_word, words), *(b"#%d" % _node(i, len(labels)) for i in range(len(labels)))]
    # Nodes in the order of their numbers: children before their parents.
    for i in [*range(len(words)), *range(len(names) - 1, len(words) - 1, -1)]:
        lemma = [_field(lemmas[i])] if version == 4 else []
        columns = [
            names[i], *lemma, _field(tags[i]), _field(feats[i]), _field(functions[i]),
            b"%d" % _node(parents[i], len(labels)),
        ]  # fmt: skip
        lines.append(b"\t".join(columns) + more[i])
    return b"\n".join([*lines, b"#EOS " + header.split()[0], b""])


def _node(row: int, rows: int) -> int:
    """The number of a constituent: the last in pre-order is 500."""
    return 499 + rows - row if row >= 0 else 0


def _word(word: bytes) -> bytes:
    marks = (b"%%", b"#BOS", b"#EOS")
    if word.split() != [word] or is_node(word) or word.startswith(marks):
        raise InputError(f"the word {word!r} cannot be written in this format")
    return word


def _field(value: bytes) -> bytes:
    if value == NOTHING or value.startswith(b"%%") or (value and value.split() != [value]):
        raise InputError(f"{value!r} cannot be written in a column of this format")
    return value or NOTHING
