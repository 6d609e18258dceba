"""What was left out, and why, in lines for people.

>>> import karat
>>> from karat.engine.memory import outcome_of
>>> from karat.schemes import parse
>>> gold = karat.read_text("(TOP (S (NP (DT the) (NN dog)) (X (. .))))")
>>> stages = outcome_of(gold, gold, parse("evalb(params=new)")).stages()
>>> for line in lines(stage for stage in stages if stage.side == "gold"):
...     print(line)
./.: deleted, DELETE_LABEL .
(TOP the dog .): deleted, DELETE_LABEL TOP
(X .): deleted, no word of it is left
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

import numpy as np

from karat.analysis.why import violations
from karat.model.bank import Bank
from karat.model.discontinuous import gaps
from karat.model.outcome import Outcome, Stage
from karat.reports.terminal import visible

# How many words of a bracket, and how many characters of a word or label, are shown.
_WORDS = 8
_LONGEST = 40
# At most this many crossing brackets are named.
_CROSSING = 3


def sections(
    views: Mapping[str, Iterable[tuple[str, Sequence[Stage]]]], outcome: Outcome, whose: str = ""
) -> list[tuple[str, Iterable[str]]]:
    """Headings and lines: what views removed on each side, what the scheme left out, what is violated.

    ``whose`` names the system in the headings.
    """
    kept, stages, why = ["nothing was left out"], outcome.stages(), f"why, {whose}"
    found: list[tuple[str, Iterable[str]]]
    found = [
        (f"{why}{side}, {text}:", lines(taken) or kept)
        for side, each in views.items()
        for text, taken in each
    ]
    found += [
        (f"{why}{side}:", lines(stage for stage in stages if stage.side == side) or kept)
        for side in ("gold", "system")
    ]
    if crossed := list(violations(outcome)):
        found.append((f"{why}violated:", violated(outcome.banks, crossed)))
    return found


def violated(banks: tuple[Bank, Bank], rows: Iterable[tuple[int, Sequence[int]]]) -> Iterator[str]:
    """One line for each gold constituent that is crossed, with the first brackets that cross it."""
    gold, system = banks
    for row, others in rows:
        crossing = [_bracket(system, other) for other in others[:_CROSSING]]
        more = [f"{len(others) - _CROSSING} more"] if len(others) > _CROSSING else []
        yield f"{_bracket(gold, row)}: crossed by {', '.join([*crossing, *more])}"


def lines(stages: Iterable[Stage]) -> list[str]:
    """One line for each row.

    Stages that follow each other and are about the same table of the same Bank are one step: their
    lines go by row.
    """
    found: list[str] = []
    for _, step in groupby(stages, lambda stage: (stage.what, id(stage.bank))):
        rows = [(row, stage) for stage in step for row in stage.rows.tolist()]
        rows.sort(key=lambda pair: pair[0])
        found += [f"{_named(stage, row)}: {_text(stage.why)}" for row, stage in rows]
    return found


def _named(stage: Stage, row: int) -> str:
    if stage.what == "words":
        return _word(stage.bank, row)
    if stage.what == "brackets":
        return _bracket(stage.bank, row)
    return _text(stage.named(row)) if stage.named else f"{stage.what} {row + 1}"


def _word(bank: Bank, row: int) -> str:
    """A word with its tag, as people write it."""
    text = visible(bank.text[bank.word_start[row] : bank.word_end[row]].tobytes(), _LONGEST)
    tag = bank.labels[int(bank.tag[row])]
    return f"{text}/{visible(tag, _LONGEST)}" if tag else text


def _bracket(bank: Bank, row: int) -> str:
    """A bracket with its first words."""
    sentence = int(np.searchsorted(bank.span_offset, row, "right")) - 1
    broken = gaps(bank, sentence).get(row - int(bank.span_offset[sentence]))
    places = broken or range(int(bank.start[row]), int(bank.end[row]))
    first = int(bank.token_offset[sentence])
    words = [
        visible(bank.text[bank.word_start[at] : bank.word_end[at]].tobytes(), _LONGEST)
        for at in (first + place for place in places[:_WORDS])
    ]
    more = ["…"] if len(places) > _WORDS else []
    return f"({' '.join([visible(bank.labels[int(bank.label[row])], _LONGEST), *words, *more])})"


def _text(why: str) -> str:
    return visible(why.encode("utf-8", "surrogateescape"))
