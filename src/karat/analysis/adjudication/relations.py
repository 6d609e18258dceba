"""Merging grammatical relations: an answer is a line."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import count

import numpy as np

from karat.analysis.adjudication.marks import (
    Edit,
    Merged,
    edited,
    line_end,
    line_start,
    mark,
)
from karat.analysis.adjudication.marks import refuse_other_words as refuse_others
from karat.analysis.gr_tables import Compared
from karat.analysis.layer_agreement import STRICT
from karat.files.hierarchy import choose
from karat.model.bank import Bank
from karat.model.errors import InputError
from karat.model.faults import FaultMaker
from karat.model.gr import WHOLE, column, listed, names_in, relations
from karat.schemes import parse
from karat.schemes.gr import Gr

_PAPER = rb"[\w-]+\((?:\\.|[^\\)\n])*\)"
_LISP = rb"\((?:\\.|\|(?:\\.|[^\\|\n])*\||[^\\|)\n])*\)"
_ALONE = re.compile(rb"[ \t]*(?P<relation>" + _PAPER + rb"|" + _LISP + rb")[ \t]*(?:[;#].*)?\r?")
_NOTHING = b" nothing"

# What the two annotators have: the rows of the first, of the second, or of one alone.
_Dispute = tuple[int | None, int | None]


def refuse_other_words(first: Bank, second: Bank) -> None:
    """Stop at the first sentence whose words differ; a sentence may lack them."""
    refuse_others(first, second, optional=True)


def has_weights(bank: Bank) -> bool:
    """Whether any relation has a weight."""
    return bool((column(relations(bank), "weight", WHOLE) != WHOLE).any())


def weights_in(path: str) -> InputError:
    """The error that a file has relations with weights."""
    return InputError(f"{path}: relations with weights cannot be merged")


def scheme_for(names: Iterable[str]) -> Gr:
    """The scheme by which files that have these relations are compared."""
    scheme = parse(STRICT)
    assert isinstance(scheme, Gr)  # it says so
    return replace(scheme, hierarchy=choose(names, scheme.usual_hierarchy))


def merged(first: Bank, second: Bank, after: int = 0, scheme: Gr | None = None) -> Merged:
    """The first file, with the relations of the second where they differ.

    ``after`` disputes come before them. ``scheme`` is for parts of files, which alone may look as if they
    had another hierarchy.
    """
    banks = first, second
    texts = [bank.text.tobytes() for bank in banks]
    for bank in banks:
        if has_weights(bank):
            raise weights_in(bank.path)
    scheme = scheme or scheme_for(names_in(first, second))
    numbers = count(after + 1)
    edits: list[Edit] = []
    for sentence, disputes in enumerate(_disputes(first, second, scheme)):
        for dispute in disputes:
            edits += _edits(banks, texts, sentence, dispute, next(numbers))
    return Merged(edited(texts[0], edits), next(numbers) - 1 - after)


def _disputes(first: Bank, second: Bank, scheme: Gr) -> list[list[_Dispute]]:
    """For each sentence, the relations that are not shared, as rows of the layers.

    Two are one dispute if only their names differ, or else if they are about the same dependent.
    """
    compared = Compared(first, second, scheme)
    outcome, pairs = compared.outcome, compared.other_names()
    rows = [side.relation.row for side in compared.sides]
    partner = {
        int(rows[0][g]): int(rows[1][s])
        for g, s in zip(pairs.gold.tolist(), pairs.system.tolist(), strict=True)
    }
    found = []
    left = [rows[side][hit == 0] for side, hit in enumerate((outcome.gold_hit, outcome.system_hit))]
    for sentence in range(len(first)):
        ours, theirs = (
            _within(bank, some, sentence) for bank, some in zip((first, second), left, strict=True)
        )
        found.append(_paired(first, second, sentence, ours, theirs, partner))
    return found


def _within(bank: Bank, rows: "np.typing.NDArray[np.int32]", sentence: int) -> list[int]:
    part = relations(bank).rows(sentence)
    return sorted(rows[(rows >= part.start) & (rows < part.stop)].tolist())


def _paired(
    first: Bank, second: Bank, sentence: int, ours: list[int], theirs: list[int],
    partner: dict[int, int],
) -> list[_Dispute]:  # fmt: skip
    about = []
    for bank in (first, second):
        begin = relations(bank).rows(sentence).start
        grs = enumerate(listed(bank, sentence), begin)
        about.append({row: (gr.dependent, gr.dependent_at) for row, gr in grs})
    disputes: list[_Dispute] = []
    alone = [row for row in ours if partner.get(row) not in theirs]
    named = {row: partner[row] for row in ours if row not in alone}
    left = [row for row in theirs if row not in named.values()]
    for row in ours:
        other = named.get(row)
        if other is None:
            other = next((one for one in left if about[1][one] == about[0][row]), None)
            left = [one for one in left if one != other]
        disputes.append((row, other))
    return disputes + [(None, row) for row in left]


def _edits(
    banks: tuple[Bank, Bank], texts: list[bytes], sentence: int, dispute: _Dispute, number: int
) -> Iterator[Edit]:
    """The mark at the first annotator's line, and the second annotator's line after it."""
    ours, theirs = dispute
    a, b = (b" ; " + mark(number, answer) for answer in "ab")
    other = _relation(banks[1], texts[1], theirs) if theirs is not None else b""
    if ours is None:
        end = _last_line(banks[0], texts[0], sentence)
        yield end, end, b"\n" + a[1:] + _NOTHING + b"\n" + other + b
        return
    _relation(banks[0], texts[0], ours)
    end = line_end(texts[0], int(relations(banks[0])["at"][ours]))
    yield end, end, a + b"\n" + (other + b if other else b[1:] + _NOTHING)


def _relation(bank: Bank, text: bytes, row: int) -> bytes:
    """A relation as it is written; it must have a line of its own."""
    at = int(relations(bank)["at"][row])
    begin = line_start(text, at)
    found = _ALONE.fullmatch(text, begin, line_end(text, at))
    if not found:
        what = "this line has more than one relation"
        advice = f"to write one on each line, type: karat convert {bank.path} lines.gr"
        raise FaultMaker(bank)(begin, what, advice)
    return found["relation"]


def _last_line(bank: Bank, text: bytes, sentence: int) -> int:
    """The end of the last line that a sentence has, before the blank line or the next sentence."""
    rows = relations(bank).rows(sentence)
    if rows.stop > rows.start:
        return line_end(text, int(relations(bank)["at"][rows.stop - 1]))
    end = line_end(text, int(bank.sentence_at[sentence]))
    following = int(bank.sentence_at[sentence + 1]) if sentence + 1 < len(bank) else len(text)
    while (after := line_end(text, end + 1)) < following and text[end:after].strip():
        end = after
    return end
