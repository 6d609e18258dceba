"""The errors of one cause as a list: the sentence, what happened, the words, how to see it."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from karat.analysis.errors.causes import Causes
from karat.analysis.errors.frame import Error
from karat.reports.errors import Wanted, cut, many, without
from karat.reports.table import Style, Table, dumps, render

_SIDES = ("missed", "spurious")
_COLUMNS = ("system", "sentence", "detail", "words")
# Longer phrases are cut in tables.
_LONGEST = 60


def sentences(
    systems: Sequence[Causes],
    cause: str,
    most: int,
    look: Callable[[Causes, int], str],
    style: Style,
) -> str:
    """The errors of one cause; ``look`` gives the command that shows a sentence.

    Tables have the words that an error is about, JSON and CSV also all its rows.
    """
    listed = [one | {"show": look(of, one["sentence"])} for of, one in _listed(systems, cause)]
    if style.output == "json":
        return dumps({"cause": cause, "errors": listed})
    if style.output == "csv":
        rows = [
            [
                *(one[name] for name in _COLUMNS),
                *("; ".join(one[side]) for side in _SIDES),
                one["show"],
            ]
            for one in listed
        ]
        return render(Table([*_COLUMNS, *_SIDES, "show"], rows), style)
    columns = ["system", "sentence", "gold > system", "words"]
    cells = [[*(one[name] for name in _COLUMNS[:-1]), _short(one["words"])] for one in listed]
    if len(systems) == 1:
        columns, cells = without(columns, cells, 0)
    return render(Table(columns, cut(cells, Wanted(most=most), len(columns))), style)


def how_to_look(systems: Sequence[Causes], cause: str, look: Callable[[Causes, int], str]) -> str:
    """How many errors of a cause there are, and the command that shows the first sentence."""
    lines = []
    for one in systems:
        errors = one.of_cause(cause)
        number = len({error.sentence for error in errors})
        lines.append(f"{one.system}: {many(len(errors), 'error')}, in {many(number, 'sentence')}")
        if errors and one.scheme.picture:
            lines.append(f"  {look(one, errors[0].sentence + 1)}")
    return "".join(f"{line}\n" for line in lines)


def _short(text: str) -> str:
    """A text with its middle cut out, if it is long."""
    half = _LONGEST // 2
    return text if len(text) <= _LONGEST else f"{text[:half].rstrip()} … {text[-half:].lstrip()}"


def _listed(systems: Sequence[Causes], cause: str) -> Iterator[tuple[Causes, dict[str, Any]]]:
    for one in systems:
        for error in one.of_cause(cause):
            yield (
                one,
                {
                    "system": one.system,
                    "sentence": error.sentence + 1,
                    "detail": error.detail,
                    "words": _words(one, error),
                    **_said(one, error),
                },
            )


def _words(one: Causes, error: Error) -> str:
    """The words that an error is about: what moved, or its first row."""
    if error.words is None:
        return next((text for side in _said(one, error).values() for text in side), "")
    bank = one.outcome.banks[0]
    begin, end = error.words
    both = zip(bank.word_start[begin:end].tolist(), bank.word_end[begin:end].tolist(), strict=True)
    return b" ".join(bank.text[a:b].tobytes() for a, b in both).decode("utf-8", "replace")


def _said(one: Causes, error: Error) -> dict[str, list[str]]:
    sides = (error.missed, error.spurious)
    return {
        name: [one.analysis.said(one.outcome, side, row) for row in rows]
        for side, (name, rows) in enumerate(zip(_SIDES, sides, strict=True))
    }
