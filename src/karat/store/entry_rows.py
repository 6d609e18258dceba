"""The rows of an entry: itself, its board, its figures, its counts."""

import hashlib
import json
import math
import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from karat.engine.tallied import Tallied
from karat.model.scheme import Scheme
from karat.store.packing import pack_json
from karat.store.texts import clean

Row = dict[str, Any]
# The parts of a recipe or a signature that differ between entries that can be compared.
_OF_ONE_RESULT = re.compile(r"karat:|sentences:|lenient$")


class Made(NamedTuple):
    """A result, with what its rows are made of.

    ``signed`` is what the comparison depended on; ``lower`` are the figures of which less is better;
    ``tally`` and ``facts`` are packed.
    """

    system: str
    scheme: str
    recipe: str
    signed: Sequence[str]
    gold: str
    gold_sha256: str
    main: str
    lower: Collection[str]
    result: Mapping[str, Any]
    tally: bytes
    facts: bytes


class Rows(NamedTuple):
    """What is written into each table."""

    board: Row
    entry: Row
    figures: Sequence[Row]
    tally: Row


def entry_rows(run: str, number: int, created: str, made: Made) -> Rows:
    """The rows of an entry of a run."""
    of_entry = {"run": run, "number": number}
    board = _board(made, run)
    entry = of_entry | {
        "board": board["id"],
        "created": created,
        "system": clean(made.system),
        "scheme": clean(made.scheme),
        "recipe": clean(made.recipe),
        "signature": clean(made.result["signature"]),
        "main": made.main,
        "summary": json.dumps(_summary(made.result)),
    }
    figures = [of_entry | {"board": board["id"]} | one for one in _figures(made)]
    packed = {"tally": made.tally, "facts": made.facts, "result": pack_json(dict(made.result))}
    return Rows(board, entry, figures, of_entry | packed)


def board_recipe(recipe: str, signed: Sequence[str] = ()) -> str:
    """What all entries of a board share: how they were made, whatever the version of karat.

    A system that was read leniently is compared with others, as in one run.

    >>> board_recipe("evalb|failed:drop|lenient|gold:f46edd2d|sentences:3/4|karat:0.1.0")
    'evalb|failed:drop|gold:f46edd2d'
    """
    parts = [part for part in recipe.split("|") if not _OF_ONE_RESULT.match(part)]
    return "|".join([*parts, *(one for one in signed if one not in parts)])


def board_of(one: Tallied, recipe: str) -> str:
    """The id of the board that a result belongs to."""
    return _board_id(board_recipe(recipe, one.result.signed), one.run.sha256)


def _board_id(recipe: str, gold_sha256: str) -> str:
    return hashlib.sha256(clean(f"{recipe}\n{gold_sha256}").encode()).hexdigest()[:12]


def _board(made: Made, run: str) -> Row:
    recipe = board_recipe(made.recipe, made.signed)
    return {
        # If gold is not known, nothing can be compared with other runs.
        "id": _board_id(recipe, made.gold_sha256 or f"run {run}"),
        "gold": clean(made.gold),
        "gold_sha256": made.gold_sha256,
        "scheme": clean(made.scheme),
        "recipe": clean(recipe),
        "main": made.main,
        "lower": made.main in made.lower,
    }


def lower_of(scheme: Scheme) -> frozenset[str]:
    """The figures of a scheme of which less is better."""
    return frozenset(name for name, one in scheme.figures().items() if one.better == "lower")


def _summary(result: Mapping[str, Any]) -> Row:
    return {
        "measures": {name: _number(value) for name, value in result["measures"].items()},
        "intervals": result.get("intervals", {}),
        "counts": result["counts"],
        "sentences": result["sentences"],
        "notes": result.get("notes", []),
    }


def _figures(made: Made) -> list[Row]:
    """One row for each figure, by which entries are sorted."""
    intervals = made.result.get("intervals", {})
    found = []
    for name, value in made.result["measures"].items():
        low, high = intervals.get(name) or (None, None)
        row = {"name": name, "lower": name in made.lower, "value": _number(value)}
        found.append(row | {"low": _number(low), "high": _number(high)})
    return found


def _number(value: float | None) -> float | None:
    return None if value is None or not math.isfinite(value) else float(value)
