"""The export format of the NeGra and TIGER treebanks: one line per word, one line per node.

    #BOS 1
    word  lemma  tag  morphology  function  parent  (secondary function, secondary parent …)
    #500  --     NP   --          SB        502
    #EOS 1

Version 3 has no lemma; which version a line is in shows in its number of columns. Nodes are
numbered from 500 up, parent 0 is above all: words and nodes under it are the roots of a forest, and
no bracket is made for it. ``--`` says nothing. Beside words, tags and constituents, discontinuous
ones included, a Bank gets the layers ``morphology``, ``functions`` (one row per word, then one row per
constituent: label), ``secondary`` (child, parent, label; a child is counted in the same way, -1 is
the root) and ``headers`` (what follows #BOS). A node's own lemma and morphology are left out.

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
from collections.abc import Callable, Iterator
from typing import BinaryIO, TypeAlias

import numpy as np

from karat.files.source import Source
from karat.formats._block import Block, text_of
from karat.formats._records import BLOCK, RecordBlocks, sentences
from karat.formats._writing import each
from karat.formats.export.lines import EMPTY, FAULTS, NOTHING, Sentence, is_node, sentence
from karat.model import discontinuous
from karat.model.bank import Bank, Spans, Words
from karat.model.columns import Ints
from karat.model.errors import InputError, unknown
from karat.model.labels import Labels
from karat.model.layers import Table, offsets

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
_Numbering: TypeAlias = Callable[[list[bytes]], Ints]


def sniff(head: bytes) -> bool:
    """Whether a sentence, a table or the format's number is announced at the beginning.

    >>> sniff(b"%% word lemma\\n#BOS 1 1 2 3"), sniff(b"#FORMAT 4\\n"), sniff(b"# text = x")
    (True, True, False)
    """
    found = _SNIFF.match(head)
    return found is not None and b"#" in found[0]


class Scanner:
    """Turns blocks into Banks."""

    def __init__(self, labels: Labels, path: str = "<text>") -> None:
        self.labels, self.path = labels, path

    def scan(self, block: Block) -> Bank:
        """The sentences of a block."""
        text = text_of(block)
        begins = [found.start() for found in _BEGINS.finditer(text)]
        found, fault, fault_at = sentences(text, begins, sentence, EMPTY)
        words = [row for one in found for row in one.words]
        nodes = [row for one in found for row in one.nodes]
        number = self.labels.numbers
        tag = number([_said(row.tag, b"") for row in words])
        token_offset = offsets([len(one.words) for one in found])
        return Bank.build(
            np.frombuffer(bytearray(text), np.uint8),
            self.labels,
            Words(
                token_offset,
                np.array([row.begin for row in words], np.int32),
                np.array([row.begin + len(row.name) for row in words], np.int32),
                tag,
            ),
            Spans(
                offsets([len(one.nodes) for one in found]),
                _joined([one.placed.start for one in found]),
                _joined([one.placed.end for one in found]),
                number([_said(row.tag, b"") for row in nodes]),
                _joined([one.placed.parent for one in found]),
            ),
            sentence_at=np.array(begins, np.int32),
            fault=fault,
            fault_at=fault_at,
            faults=FAULTS,
            layers={
                **_layers(found, number),
                "morphology": _morphology(found, token_offset, tag, number),
                "headers": _headers(text, begins),
            },
            path=self.path,
            first_line=block.first_line,
        )


def _said(value: bytes, nothing: bytes) -> bytes:
    return nothing if value == NOTHING else value


def _joined(columns: list[list[int]]) -> Ints:
    return np.array([value for column in columns for value in column], np.int32)


def _layers(found: list[Sentence], number: _Numbering) -> dict[str, Table]:
    rows = [row for one in found for row in (*one.words, *one.nodes)]
    edges = [edge for one in found for edge in one.secondary]
    return {
        "yields": discontinuous.table([one.placed.yields for one in found]),
        "functions": Table(
            offsets([len(one.words) + len(one.nodes) for one in found]),
            {"label": number([_said(row.function, b"") for row in rows])},
            interned=frozenset({"label"}),
        ),
        "secondary": Table(
            offsets([len(one.secondary) for one in found]),
            {
                "child": np.array([child for child, _, _ in edges], np.int32),
                "parent": np.array([parent for _, parent, _ in edges], np.int32),
                "label": number([label for _, _, label in edges]),
            },
            interned=frozenset({"label"}),
        ),
    }


def _morphology(found: list[Sentence], token_offset: Ints, tag: Ints, number: _Numbering) -> Table:
    words = [row for one in found for row in one.words]
    return Table(
        token_offset,
        {
            "lemma": number([_said(row.lemma, _NONE) for row in words]),
            "upos": number([_NONE] * len(words)),
            "xpos": tag,
            "feats": number([_said(row.morphology, _NONE) for row in words]),
        },
        interned=frozenset({"lemma", "upos", "xpos", "feats"}),
    )


def _headers(text: bytes, begins: list[int]) -> Table:
    """What stands after #BOS."""
    ends = [text.find(b"\n", at) for at in begins]
    return Table(
        np.arange(len(begins) + 1, dtype=np.int32),
        {
            "word_start": np.array([at + len(b"#BOS") for at in begins], np.int32),
            "word_end": np.array([end if end >= 0 else len(text) for end in ends], np.int32),
        },
        places=frozenset({"word_start", "word_end"}),
    )


class Blocks(RecordBlocks):
    """A file cut into blocks of whole sentences; it has no layouts to choose from."""

    def __init__(self, source: Source, layout: str = "auto", size: int = BLOCK) -> None:
        super().__init__(source, _BEGINS, Scanner, size)


def dumps(bank: Bank, *, version: int = 4) -> str:
    """Sentences as text."""
    return b"".join(_texts(bank, version)).decode("utf-8", "surrogateescape")


def write(bank: Bank, stream: BinaryIO, *, version: int = 4) -> None:
    """Write a Bank; what could not be read back is refused.

    A sentence without #BOS line of its own is numbered by the line on which it began. Version 3 has
    no place for lemmas.
    """
    for text in _texts(bank, version):
        stream.write(text)


def _texts(bank: Bank, version: int) -> Iterator[bytes]:
    if version not in VERSIONS:
        raise unknown("version of the export format", str(version), map(str, VERSIONS))
    if bank.first_line == 1:
        yield b"#FORMAT %d\n" % version
    newlines = np.flatnonzero(bank.text == 10)
    numbers = np.searchsorted(newlines, bank.sentence_at) + bank.first_line
    # A number is at least one more than the one before.
    count = np.arange(len(bank))
    numbers = np.maximum.accumulate(numbers - count) + count
    yield from each(bank, lambda row: _text(bank, row, int(numbers[row]), version))


def _text(bank: Bank, row: int, number: int, version: int) -> bytes:
    header = b" %d" % number
    if "headers" in bank.layers:
        table = bank.layers["headers"]
        for at in range(table.rows(row).start, table.rows(row).stop):
            kept = bank.text[table["word_start"][at] : table["word_end"][at]].tobytes().rstrip()
            header = kept or header
    strings = bank.labels.strings()
    words, labels = bank.words(row), [label for _, _, label in bank.spans(row)]
    tags = bank.tags(row) + labels
    spans = slice(*bank.span_offset[row : row + 2].tolist())
    if (bank.start[spans] == bank.end[spans]).any():
        raise InputError("a constituent without words has no place in this format")
    tokens = slice(*bank.token_offset[row : row + 2].tolist())
    nothing = [b""] * (len(words) + len(labels))
    functions = nothing
    if "functions" in bank.layers:
        functions = [strings[n] for n in _rows(bank, "functions", row, "label")] or nothing
    lemmas, feats = nothing, nothing
    if "morphology" in bank.layers:
        table = bank.layers["morphology"]
        lemmas, feats = (
            [b"" if strings[n] == _NONE else strings[n] for n in table[name][tokens]] + nothing
            for name in ("lemma", "feats")
        )
    parents = discontinuous.word_parents(bank, row) + bank.parent[spans].tolist()
    more = [b""] * len(nothing)
    if "secondary" in bank.layers:
        for child, parent, label in zip(
            *(_rows(bank, "secondary", row, name) for name in ("child", "parent", "label")),
            strict=True,
        ):
            more[child] += b"\t%s\t%d" % (strings[label], _node(parent, len(labels)))
    lines = [b"#BOS" + header]
    names = [*map(_word, words), *(b"#%d" % _node(i, len(labels)) for i in range(len(labels)))]
    # Nodes in the order of their numbers: what is inside before what is around it.
    for i in [*range(len(words)), *range(len(names) - 1, len(words) - 1, -1)]:
        lemma = [_field(lemmas[i])] if version == 4 else []
        columns = [
            names[i], *lemma, _field(tags[i]), _field(feats[i]), _field(functions[i]),
            b"%d" % _node(parents[i], len(labels)),
        ]  # fmt: skip
        lines.append(b"\t".join(columns) + more[i])
    return b"\n".join([*lines, b"#EOS " + header.split()[0], b""])


def _rows(bank: Bank, layer: str, row: int, column: str) -> list[int]:
    table = bank.layers[layer]
    found: list[int] = table[column][table.rows(row)].tolist()
    return found


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
