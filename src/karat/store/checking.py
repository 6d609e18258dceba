"""Whether a result of somebody else is sound: of the right form, and its figures those of its counts."""

import math
from collections.abc import Mapping
from typing import Any

from karat.engine.tallied import Tallied
from karat.files.resources import only_ours
from karat.model.errors import InputError
from karat.store.texts import clean


def need(sound: bool, what: str) -> None:
    if not sound:
        raise InputError(f"this is not a valid run: wrong {what}")


def check_result(result: Mapping[str, Any]) -> None:
    """What tables and pages show of a result is what they expect."""
    need(isinstance(result["signature"], str), "signature")
    figures = [*result["measures"].values()]
    for ends in result.get("intervals", {}).values():
        need(ends is None or len(ends) == 2, "an interval")
        figures += ends or ()
    need(all(one is None or is_number(one) for one in figures), "a figure")
    for name in ("counts", "sentences"):
        need(all(is_number(one) for one in result[name].values()), name)
    need(all(one in result["sentences"] for one in ("total", "scored", "failed")), "sentences")
    every = [*result["measures"], *result["counts"], *result.get("notes", [])]
    need(all(isinstance(one, str) and clean(one) == one for one in every), "a name or a note")


def is_number(value: Any) -> bool:
    return type(value) in (int, float) and math.isfinite(value)


def check_figures(result: Mapping[str, Any], one: Tallied) -> None:
    """The figures are those of the sums, and those of the counts of the sentences."""
    scheme, total = one.result.scheme, one.tally.total(one.result.scheme.measures())
    with only_ours():
        sums = one.score()
        figures = total.figures(scheme.measures(), scheme.failed, scheme.weights_of_groups())
    sums.as_dict()
    need(sums.counts == total.counts(scheme.failed) == result["counts"], "counts")
    # How many were aligned is not known from counts that were kept without those before alignment.
    sentences = {name: n for name, n in total.sentences(scheme.failed).items() if name != "aligned"}
    need(sums.sentences == result["sentences"] == result["sentences"] | sentences, "sentences")
    need(sums.measures.keys() == result["measures"].keys(), "measures")
    for name, value in result["measures"].items():
        said = math.nan if value is None else value
        sound = all(_same(said, mine) for mine in (figures[name], sums.measures[name]))
        need(sound, f"{name}, which does not follow from the counts")


def _same(one: float, other: float) -> bool:
    return math.isclose(one, other, abs_tol=1e-9) or (math.isnan(one) and math.isnan(other))
