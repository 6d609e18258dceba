"""A sentence of CoNLL-U, judged as the validator of Universal Dependencies judges its format.

As there, a fault of one sort keeps later sorts from being looked for: a line without ten columns says
nothing about heads.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from karat.formats.conllu.columns import (  # fmt: skip
    EMPTY,
    FEATS,
    ID,
    RANGE,
    Row,
    attributes,
    features,
    numeral,
    spaced,
    unfilled,
)
from karat.formats.conllu.graphs import graph, graph_columns, has_graph, heads, tree
from karat.formats.conllu.wrong import Wrong

_SENT_ID = re.compile(r"#\s*sent_id\s*=\s*(\S+)")
_TEXT = re.compile(r"#\s*text\s*=\s*(.*)")
# A line with its offset.
Line = tuple[int, bytes]


@dataclass
class Judged:
    """What is wrong with a sentence, what it lacks as a part of a treebank, and what it says of itself.

    ``has_graph`` is None if its words could not be looked at.
    """

    wrong: list[Wrong] = field(default_factory=list)
    wanted: list[Wrong] = field(default_factory=list)
    first_word: int = -1
    has_graph: bool | None = None
    sent_id: str = ""


def sentences(text: bytes, at: int) -> Iterator[list[Line]]:
    """The lines of each sentence, its blank line included; each blank line ends one.

    >>> list(sentences(b"a\\n\\n\\nb", 0))
    [[(0, b'a'), (2, b'')], [(3, b'')], [(4, b'b')]]
    """
    lines = list[Line]()
    for line in text.removesuffix(b"\n").split(b"\n"):
        lines.append((at, line.removesuffix(b"\r")))
        at += len(line) + 1
        if _is_blank(lines[-1][1]):
            yield lines
            lines = []
    if lines:
        yield lines


def _is_blank(line: bytes) -> bool:
    return not line or line.decode("utf-8", "surrogateescape").isspace()


def judged(lines: Sequence[Line]) -> Judged:
    """Everything that is wrong with a sentence, and with its comments."""
    found = Judged()
    if not _lines(lines, found):
        return found
    body = [line for line in lines if not line[1].startswith(b"#") and not _is_blank(line[1])]
    rows = list[Row]()
    for at, line in body:
        row = Row.of(line, at)
        rows.append(row)
        if len(row.columns) == 10:
            found.wrong += spaced(row)
    short = [
        Wrong(row.places[0], "number-of-columns", _columns(len(row.columns)))
        for row in rows
        if len(row.columns) != 10
    ]
    found.wrong += short
    if short:
        return found
    for judge in (_numbers, _overlaps, heads, tree):
        wrong = list(judge(rows))
        found.wrong += wrong
        if wrong:
            return found
    odd = False
    for row in rows:
        found.wrong += unfilled(row)
        if not row.is_range:
            of_features = list(features(row))
            # An empty column was named before.
            odd |= not row.columns[FEATS]
            odd |= any(one.kind == "invalid-feature" for one in of_features)
            found.wrong += [*of_features, *graph_columns(row)]
        found.wrong += attributes(row)
    if odd:
        return found
    found.has_graph = has_graph(rows)
    _comments(lines, found)
    found.wrong += graph(rows)
    return found


def _columns(count: int) -> str:
    return "one column" if count == 1 else f"{count} columns"


def _lines(lines: Sequence[Line], found: Judged) -> bool:
    """Judge what sort each line is of; whether its columns can be looked at."""
    fine, tokens, words = True, False, False
    for at, line in lines:
        found.wrong += _characters(at, line)
        if b"\r" in line:
            found.wrong.append(Wrong(at + line.index(b"\r"), "carriage-return"))
            fine = False
        if line.startswith(b"#"):
            if words:
                found.wrong.append(Wrong(at, "misplaced-comment"))
                fine = False
            continue
        if not words:
            words, found.first_word = True, at
        if _is_blank(line):
            if line:
                found.wrong.append(Wrong(at, "pseudo-empty-line"))
            if not tokens:
                found.wrong.append(Wrong(at, "empty-sentence"))
                fine = False
        elif line.decode("utf-8", "replace")[0].isdigit():
            tokens = True
        else:
            found.wrong.append(Wrong(at, "invalid-line"))
            fine = False
    if not _is_blank(lines[-1][1]):
        found.wrong.append(Wrong(lines[-1][0] + len(lines[-1][1]), "missing-empty-line"))
        # As in the validator: a file that ends too early is looked at if there is a word.
        return tokens and fine
    return fine


def _characters(at: int, line: bytes) -> Iterator[Wrong]:
    """Bytes that are not UTF-8, and letters that are not written as one character."""
    if line.isascii():
        return
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        yield Wrong(at + error.start, "invalid-utf")
        return
    if "\ufffd" in text:
        yield Wrong(at + line.index("\ufffd".encode()), "invalid-utf")
    normal = unicodedata.normalize("NFC", text)
    if normal != text:
        pairs = zip(text, normal, strict=False)
        same = next((i for i, (a, b) in enumerate(pairs) if a != b), len(normal))
        yield Wrong(at + len(text[:same].encode()), "unicode-normalization")


def _numbers(rows: Sequence[Row]) -> Iterator[Wrong]:
    """Numbers that are misspelt, out of order, or do not fit the words of multiword tokens."""
    words, hidden, count = list[int](), 0, sum(row.is_word for row in rows)
    tokens = list[tuple[int, int, Row]]()
    out_of_order: Row | None = None
    for row in rows:
        number = row.columns[ID]
        last = words[-1] if words else 0
        if several := RANGE.fullmatch(number):
            hidden = 0
            first, until = numeral(several[1]), numeral(several[2])
            if first <= last:
                yield row.wrong("misplaced-word-interval", ID)
            else:
                tokens.append((first, until, row))
        elif empty := EMPTY.fullmatch(number):
            hidden += 1
            after = numeral(empty[1])
            late = after == last and tokens and after < tokens[-1][0]
            if late or (after, numeral(empty[2])) != (last, hidden):
                yield row.wrong("misplaced-empty-node", ID)
        elif row.is_word:
            hidden = 0
            words.append(numeral(number))
            if words[-1] != len(words) and out_of_order is None:
                out_of_order = row
            if not tokens or not tokens[-1][0] <= words[-1] <= tokens[-1][1]:
                tokens.append((words[-1], words[-1], row))
        else:
            yield row.wrong("invalid-word-id", ID)
    if out_of_order is not None:
        yield out_of_order.wrong("word-id-sequence", ID)
    for first, until, row in tokens:
        if until < first:
            yield row.wrong("reversed-word-interval", ID)
        elif until > count and row.is_range:
            yield row.wrong("word-interval-out", ID)


def _overlaps(rows: Sequence[Row]) -> Iterator[Wrong]:
    """Multiword tokens that share words with one before."""
    covered = 0
    for row in rows:
        if several := RANGE.fullmatch(row.columns[ID]):
            if numeral(several[1]) <= covered:
                yield row.wrong("overlapping-word-intervals", ID)
            covered = max(covered, numeral(several[2]))


def _comments(lines: Sequence[Line], found: Judged) -> None:
    """Judge the identifier and the text of a sentence."""
    ids, texts = list[str](), list[str]()
    for at, line in lines:
        if not line.startswith(b"#"):
            break
        text = line.decode("utf-8", "surrogateescape")
        if read := _SENT_ID.fullmatch(text):
            ids.append(read[1])
        elif text.startswith(("# sent_id", "#sent_id")):
            found.wanted.append(Wrong(at, "invalid-sent-id"))
        if read := _TEXT.fullmatch(text):
            texts.append(read[1])
    found.sent_id = ids[0] if len(ids) == 1 else ""
    for given, name in ((ids, "sent-id"), (texts, "text")):
        if len(given) != 1:
            kind = f"{'multiple' if given else 'missing'}-{name}"
            found.wanted.append(Wrong(found.first_word, kind))
    if texts == [""]:
        found.wanted.append(Wrong(found.first_word, "empty-text"))
