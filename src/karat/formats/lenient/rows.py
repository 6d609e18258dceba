"""One answer that should be CoNLL-U, made into rows that the strict reader accepts.

Nothing that the system said is made right. Heads that go in circles, and more than one root, stay as
they are: they are given apart, because the strict reader refuses them. A head that is no word of the
sentence is none.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from karat.formats._block import Block
from karat.formats._words import Scanner
from karat.formats.conllu import COLUMNS
from karat.formats.lenient.columns import NAMES, header, is_rule, placed, separator, split
from karat.formats.lenient.repair import Answer, Found, Parsed, count, lost, shown
from karat.kernels.conllu import NONE, ROOT
from karat.model.bank import Bank
from karat.model.cycles import in_circles
from karat.model.labels import Labels

_WORD = re.compile(rb"\d+")
_WORD_ROW = re.compile(rb"\d+\t")
_OTHER = re.compile(rb"\d{1,9}[-.]\d{1,9}")
_EMPTY = (b"", b"_", b"-", b"\xe2\x80\x93", b"\xe2\x80\x94")


def parsed(answer: Answer) -> Parsed:
    """The rows of an answer.

    >>> found = parsed(Answer(0, b"1 Dogs dog NOUN NNS _ 2 nsubj _ _\\n2 bark bark VERB VBP _ 1 root _ _"))
    >>> found.heads, [one.kind for one in found.found]
    ((1, 0), ['spaces-for-tabs', 'cycle', 'no-root'])
    """
    if answer.refused:
        return lost(answer)
    if whole := _as_it_is(answer):
        return whole
    lines = answer.text.split(b"\n")
    places = answer.rows or (answer.at,) * len(lines)
    comments = [line for line in lines if line.startswith(b"#")]
    named = next(filter(None, map(header, lines)), None)
    rows = [
        (at, line.rstrip(b"\r"))
        for at, line in zip(places, lines, strict=True)
        if line.strip() and not line.startswith(b"#") and not header(line) and not is_rule(line)
    ]
    rows, cut = _cut_end(rows)
    answer = replace(answer, found=(*answer.found, *cut)) if cut else answer
    if not any(_is_word(split(line)) for _, line in rows):
        return lost(answer)
    return _of_rows(answer, comments, rows, named)


def _cut_end(rows: list[tuple[int, bytes]]) -> tuple[list[tuple[int, bytes]], list[Found]]:
    """The rows without the last cell of a last one that ends before its head, or in it.

    What is left of the row is kept if its word is whole.
    """
    if len(rows) < 2 or len(split(rows[-1][1])) >= len(split(rows[-2][1])):
        return rows, []
    at, line = rows[-1]
    *cells, last = split(line)
    head = placed([[*cells, last]], None)[0].get("HEAD")
    if head is not None and head is not last:
        return rows, []  # only columns after the head are missing
    kept = [(at, b"\t".join(cells))] if len(cells) > 1 else []
    what = f"the answer is cut off; dropped {shown(last if kept else line)}"
    return [*rows[:-1], *kept], [Found(at, "truncated", what)]


def _as_it_is(answer: Answer) -> Parsed | None:
    """The answer, if the strict reader accepts it."""
    bank = _strictly(answer.text)
    if bank is None:
        return None
    lines = answer.text.split(b"\n")
    places = [at for at, line in zip(answer.rows, lines, strict=False) if _WORD_ROW.match(line)]
    faults = head_faults(bank.layers["edges"]["head"].tolist(), places, answer.at)
    return Parsed(answer.at, answer.text, (*answer.found, *faults))


def _strictly(text: bytes) -> Bank | None:
    """The rows of one sentence, if the strict reader accepts them."""
    if b"\t" not in text:
        return None  # known at a glance, in a file with thousands of lines of something else
    rows = np.frombuffer(text + b"\n\n", np.uint8)
    bank = Scanner(COLUMNS, Labels(), "").scan(Block([rows], -1, 1))
    return bank if len(bank) == 1 and not bank.fault.any() and len(bank.tag) else None


def _is_word(cells: Sequence[bytes]) -> bool:
    return len(cells) > 1 and _WORD.fullmatch(cells[0].strip(b". )")) is not None


def _of_rows(
    answer: Answer, comments: list[bytes], rows: list[tuple[int, bytes]], named: list[str] | None
) -> Parsed:
    found = list(answer.found)
    for kind, what in (("spaces-for-tabs", "by spaces"), ("table", "by |")):
        wrong = [at for at, line in rows if separator(line) == kind]
        if wrong:
            said = f"columns separated {what} in {count(len(wrong), 'row')}"
            found.append(Found(wrong[0], kind, said))
    cells = placed([split(line) for _, line in rows], named)
    blank = [at for (at, _), row in zip(rows, cells, strict=True) if not row["FORM"].strip()]
    if blank:
        found.append(
            Found(blank[0], "missing-columns", f"{count(len(blank), 'word')} without a form")
        )
    short = [(at, len(split(line))) for at, line in rows if len(split(line)) != len(NAMES)]
    if short:
        what = (
            f"{count(len(short), 'row')} with another number of columns than 10, as {short[0][1]}"
        )
        found.append(Found(short[0][0], "missing-columns", what))
    words = [
        (at, row)
        for (at, _), row in zip(rows, cells, strict=True)
        if not _OTHER.fullmatch(row["ID"])
    ]
    sound = len(words) == len(rows) or _in_order(cells)
    numbers = _numbers(words, found)
    heads = _heads(words, numbers, found)
    about = [at for at, _ in words]
    found += head_faults(heads, about, answer.at)
    if numbers != list(range(1, len(words) + 1)):
        words = [(at, {**row, "DEPS": b"_"}) for at, row in words]
    text = b"\n".join([*comments, *_written(cells)])
    # Tokens and empty nodes must also fit the words, which the strict reader knows best.
    if not (sound and numbers == list(range(1, len(words) + 1)) and _strictly(text)):
        text = b"\n".join([*comments, *_written([row for _, row in words])])
        if len(words) < len(cells):
            said = "the rows of tokens with several words, and of empty nodes, are left out"
            found.append(Found(rows[0][0], "bad-id", said))
        if _strictly(text) is None:
            return lost(replace(answer, found=tuple(found)))
    return Parsed(answer.at, text, tuple(found), tuple(heads))


def _numbers(words: Sequence[tuple[int, dict[str, bytes]]], found: list[Found]) -> list[int]:
    """The numbers of the words as the answer gives them; a word without one is numbered by its place."""
    numbers = []
    for place, (_, row) in enumerate(words, 1):
        said = row["ID"].strip(b". )")
        numbers.append(int(said) if _WORD.fullmatch(said) and len(said) < 9 else place)
    if numbers != list(range(1, len(words) + 1)):
        at = next(i for i, number in enumerate(numbers) if number != i + 1)
        what = f"words are not numbered 1, 2, 3 …: {numbers[at]} is word {at + 1}"
        found.append(Found(words[at][0], "bad-id", what))
    return numbers


def _heads(
    words: Sequence[tuple[int, dict[str, bytes]]], numbers: Sequence[int], found: list[Found]
) -> list[int]:
    """The heads, each a word from 0; those that the answer does not say, or not so, are NONE."""
    place = {number: at for at, number in reversed(list(enumerate(numbers)))}
    heads, missing, bad = [], [], []
    for at, row in words:
        said = row.get("HEAD", b"_").strip()
        if said in _EMPTY:
            heads.append(NONE)
            missing.append((at, row["FORM"]))
            continue
        number = int(said) if re.fullmatch(rb"-?\d{1,9}", said) else None
        if number in place:
            heads.append(place[number])
        elif number == min(0, min(numbers) - 1):
            heads.append(ROOT)
        else:
            heads.append(NONE)
            bad.append((at, said))
    if missing and len(missing) < len(words):
        what = f"{count(len(missing), 'word')} without a head, as {shown(missing[0][1])}"
        found.append(Found(missing[0][0], "missing-head", what))
    if bad:
        what = f"{count(len(bad), 'head')} not a word of the sentence, as {shown(bad[0][1])}"
        found.append(Found(bad[0][0], "bad-head", what))
    return heads


def head_faults(heads: Sequence[int], places: Sequence[int], at: int) -> list[Found]:
    """What is wrong with heads that stay as they are: circles, several roots, none."""
    found = []
    if round_ := in_circles(heads):
        what = f"{count(len(round_), 'word')} in a cycle, kept as the answer has it"
        found.append(Found(places[round_[0]] if places else at, "cycle", what))
    roots = [word for word, head in enumerate(heads) if head == ROOT]
    if len(roots) > 1:
        what = f"{len(roots)} roots, kept as the answer has them"
        found.append(Found(places[roots[1]] if places else at, "several-roots", what))
    if not roots and any(head >= 0 for head in heads):
        found.append(Found(at, "no-root", "no word is the root"))
    return found


def _in_order(rows: Sequence[dict[str, bytes]]) -> bool:
    """Whether tokens with several words, and empty nodes, are where they belong."""
    last = 0
    for row in rows:
        if len(row) < len(NAMES):
            return False
        if not _OTHER.fullmatch(row["ID"]):
            last += 1
            continue
        first, _, end = row["ID"].partition(b"-")
        if end and (int(first) != last + 1 or int(end) <= last):
            return False
        if b"." in first and int(first.split(b".")[0]) != last:
            return False
    return True


def _written(rows: Sequence[dict[str, bytes]]) -> list[bytes]:
    """The rows in ten columns, without heads."""
    lines = []
    number = 0
    for row in rows:
        other = _OTHER.fullmatch(row["ID"]) is not None
        number += not other
        cells = [row.get(name, b"").strip() or b"_" for name in NAMES]
        cells[0] = row["ID"] if other else b"%d" % number
        cells[6] = b"_"
        lines.append(b"\t".join(cells))
    return lines
