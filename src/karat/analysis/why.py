"""Why a word or a bracket of a sentence is not compared: which rule of which step took it out.

>>> import karat
>>> from karat.model.scheme import parse
>>> text = "(S (NP (PRP he)) (VP (MD will) (VP (VB go) (ADVP (RB home)))) (. .))"
>>> gold = karat.read_text(text)
>>> for line in reasons(parse("parseval"), gold, gold)[0]:
...     print(line)
will/MD: erased, auxiliary
./.: erased, punctuation
(NP he): dropped, encloses one word
(VP go home): dropped, encloses one constituent
(ADVP home): dropped, encloses one word
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import TypeAlias, get_type_hints

import numpy as np

from karat import views
from karat.analysis.sentence import left_out
from karat.comparison.constituents import compared
from karat.model import options
from karat.model.bank import Bank
from karat.model.scheme import Scheme
from karat.model.stages import Stage
from karat.model.tally import SCORED
from karat.reports.terminal import visible
from karat.schemes.evalb import Brackets, Evalb
from karat.schemes.flat import NULL, Faithful, Flat
from karat.schemes.parseval import Parseval, Reduced
from karat.views import erase as erasing
from karat.views import prune as pruning
from karat.views import redefine as redefining
from karat.views.edit import among

# The lines about each side; None for a scheme whose reasons nobody knows.
Reasons: TypeAlias = tuple[list[str], list[str]] | None

_SWITCHES = ("extraposition", "noun_phrases", "prepositions")
_SHOWN = 8


def reasons(scheme: Scheme, gold: Bank, system: Bank) -> Reasons:
    """Why the scheme leaves out what it does of two Banks of one sentence that share their labels."""
    comparison = scheme.comparison(gold.labels)
    if isinstance(scheme, Parseval) and isinstance(comparison, Reduced):
        return _of_parseval(scheme, comparison, *compared(gold, system))
    if isinstance(scheme, Flat) and isinstance(comparison, Faithful):
        return _of_flat(comparison, *compared(gold, system))
    if isinstance(scheme, Evalb) and isinstance(comparison, Brackets):
        ours, theirs = left_out(comparison, gold, system)
        return (
            list(_of_evalb(comparison, gold, ours, "system")),
            list(_of_evalb(comparison, system, theirs, "gold")),
        )
    return None


def of_view(text: str, bank: Bank) -> list[str]:
    """Why a view, with its options, takes words and brackets out of a Bank of one sentence.

    >>> import karat
    >>> bank = karat.read_text("(S (NP (-NONE- *)) (VP (VB go) (QP (RB home) (RB now))))")
    >>> for line in of_view("flatten", bank):
    ...     print(line)
    */-NONE-: left out, null element
    (NP *): dropped, holds no word, or only null elements
    (VP go home now): dropped, holds the same words as another
    (QP home now): dropped, its label is none of the shared categories
    """
    name, given, _ = options.split(text)
    after = views.parse(text)(bank)
    module = views.REGISTRY.load(name)
    if not hasattr(module, "stages"):
        return list(_changed(bank, after, f"dropped by {text}", f"drawn by {text}"))
    types = options.read(name, given, get_type_hints(module.stages))
    return list(_lines(module.stages(bank, **types)))


def _lines(stages: Iterable[Stage]) -> Iterator[str]:
    """The words and brackets of each step in their order, whatever the reasons."""
    for (what, _), group in groupby(stages, lambda stage: (stage.what, id(stage.bank))):
        found = [(row, stage) for stage in group for row in stage.rows.tolist()]
        for row, stage in sorted(found, key=itemgetter(0)):
            shown = word(stage.bank, row) if what == "words" else bracket(stage.bank, row)
            yield f"{shown}: {stage.why}"


def word(bank: Bank, at: int) -> str:
    """A word with its tag, as people write it."""
    tag = bank.labels[int(bank.tag[at])]
    text = visible(bank.text[bank.word_start[at] : bank.word_end[at]].tobytes(), 40)
    return f"{text}/{visible(tag, 40)}" if tag else text


def bracket(bank: Bank, row: int) -> str:
    """A bracket with its first words."""
    words = bank.words(0)[bank.start[row] : bank.end[row]]
    label = visible(bank.labels[int(bank.label[row])], 40)
    shown = [visible(one, 40) for one in words[:_SHOWN]]
    more = ["…"] if len(words) > _SHOWN else []
    return f"({' '.join([label, *shown, *more])})"


def _of_parseval(scheme: Parseval, reduced: Reduced, gold: Bank, system: Bank) -> Reasons:
    found: list[list[str]] = []
    kept = [erasing.without_nulls(bank) for bank in (gold, system)]
    for bank in (gold, system):
        codes = erasing.erased(bank)
        found.append(list(_lines(erasing.stages(bank, codes * (codes == erasing.NULL)))))
    switches = {name: getattr(scheme, name) for name in _SWITCHES}
    agreed = reduced.erased(kept[0][0], kept[1][0], kept[0][1], kept[1][1])
    for lines, (bank, _), codes in zip(found, kept, agreed, strict=True):
        lines += _lines(erasing.stages(bank, codes))
        shorter = erasing.erase(bank, codes)
        lines += _lines(redefining.stages(shorter, **switches))
        lines += _lines(pruning.stages(redefining.redefine(shorter, **switches)))
    return found[0], found[1]


def _changed(before: Bank, after: Bank, gone: str, new: str) -> Iterator[str]:
    for one, other, what in ((before, after, gone), (after, before, new)):
        left = _places(other)
        for row, (start, end, _) in enumerate(one.spans(0)):
            if left[start, end]:
                left[start, end] -= 1
            else:
                yield f"{bracket(one, row)}: {what}"


def _places(bank: Bank) -> Counter[tuple[int, int]]:
    return Counter((start, end) for start, end, _ in bank.spans(0))


def _of_flat(faithful: Faithful, gold: Bank, system: Bank) -> Reasons:
    outcome = faithful.brackets(gold, system)
    lines = [list(_nulls(bank, NULL)) for bank in (gold, system)]
    scored = int(outcome.status[0]) == SCORED
    for side, bank in ((0, gold), (1, system)):
        if side and not scored:
            continue  # what a failed parse would have had was not looked at
        left = set(range(len(bank.label)))
        for why, *relations in faithful.stages(outcome, gold, system):
            rows = set(relations[side].row.tolist())
            lines[side] += [f"{bracket(bank, row)}: dropped, {why}" for row in sorted(left - rows)]
            left &= rows
    return lines[0], lines[1]


def _nulls(bank: Bank, tags: Collection[bytes]) -> Iterator[str]:
    for at in np.flatnonzero(among(bank, tags)[bank.tag]).tolist():
        yield f"{word(bank, at)}: left out, null element"


def _of_evalb(comparison: Brackets, bank: Bank, lost: frozenset[int], other: str) -> Iterator[str]:
    params = comparison.params
    for at in sorted(lost):
        tag = bank.labels[int(bank.tag[at])]
        own = tag in params.delete
        why = f"DELETE_LABEL {visible(tag)}" if own else f"the {other} tree's tag for it is deleted"
        yield f"{word(bank, at)}: deleted, {why}"
    for row, (start, end, label) in enumerate(bank.spans(0)):
        short = comparison.cut(label)
        if short in params.delete:
            yield f"{bracket(bank, row)}: deleted, DELETE_LABEL {visible(short)}"
        elif comparison.deletes(short):
            why = "an EQ_LABEL of one in DELETE_LABEL" if short else "it has no label (quirks=no)"
            yield f"{bracket(bank, row)}: deleted, {why}"
        elif lost.issuperset(range(start, end)):
            yield f"{bracket(bank, row)}: deleted, no word of it is left"
