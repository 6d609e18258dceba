"""Scores and comparisons from the JSON in which they were saved, so that they can be printed again.

Nothing is computed: the figures are those that were printed. Only the counts of single sentences are not in
the JSON.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from karat.analysis.comparison import Comparison
from karat.analysis.contest import Contest, How, Pair
from karat.model.scheme import Scheme
from karat.model.score import Failure, Score
from karat.schemes import parse
from karat.stats.paired import Difference
from karat.stats.power import smallest


def score_of(result: Mapping[str, Any], failures: Sequence[Failure] = ()) -> Score:
    """The Score of a result as in the JSON of ``karat score``; undefined figures are NaN again.

    >>> import karat
    >>> score = karat.score("(S (A (N a) (N b)) (N c))", "(S (N a) (N b) (N c))", "evalb")
    >>> again = score_of(score.as_dict())
    >>> again.recall == score.recall, again.signature == score.signature
    (True, True)
    """
    scheme = parse(result["scheme"])
    caveats = {f"{one.name}: {one.caveat}" for one in scheme.measures() if one.caveat}
    intervals = result.get("intervals", {})
    return Score(
        system=result["system"],
        scheme=scheme,
        measures=_numbers(result["measures"]),
        counts=result["counts"],
        sentences=result["sentences"],
        reasons=result["reasons"],
        signature=result["signature"],
        other_policies={name: _numbers(some) for name, some in result["policies"].items()},
        groups={
            kind: {
                key: {"measures": _numbers(row["measures"]), "counts": row["counts"]}
                for key, row in rows.items()
            }
            for kind, rows in result.get("groups", {}).items()
        },
        distributions=result.get("distributions", {}),
        failures=tuple(failures),
        notes=tuple(note for note in result["notes"] if note not in caveats),
        intervals={name: _ends(one) for name, one in intervals.items()},
    )


def _numbers(figures: Mapping[str, float | None]) -> dict[str, float]:
    return {name: _number(value) for name, value in figures.items()}


def _number(value: float | None) -> float:
    return math.nan if value is None else value


def _ends(interval: Sequence[float | None] | None) -> tuple[float, float]:
    low, high = interval or (None, None)
    return _number(low), _number(high)


def comparison_of(document: Mapping[str, Any]) -> Comparison:
    """The Comparison of the JSON of ``karat compare``."""
    about = document["sentences"]
    contests = [_contest(document, at, one) for at, one in enumerate(about)]
    noted = {note for one in contests for note in one.notes}
    notes = tuple(note for note in document["notes"] if note not in noted)
    return Comparison(tuple(contests), _how(document), notes)


def _how(document: Mapping[str, Any]) -> How:
    """How systems were compared, from what the JSON says of the method and from the pairs."""
    said = dict(part.split(":", 1) for part in document["sentences"][0]["method"].split("|"))
    first = document["systems"][0]["results"][0]
    firsts = {one["a"] for one in document["comparisons"]}
    return How(
        measures=tuple(first["letters"]),
        baseline=next(iter(firsts)) if len(firsts) == 1 else "",
        all_pairs=len(firsts) > 1,
        test=said["test"].partition("(")[0],
        unit=said["unit"],
        strata=said.get("strata", ""),
        samples=int(said["samples"]),
        seed=int(said["seed"]),
        level=float(said["level"]),
        interval=said["interval"],
        adjust=said["adjust"],
    )


def _contest(document: Mapping[str, Any], at: int, about: Mapping[str, Any]) -> Contest:
    results = [one["results"][at] for one in document["systems"]]
    scheme = parse(about["scheme"])
    pairs = [_pair(scheme, one) for one in document["comparisons"] if one["scheme"] == str(scheme)]
    return Contest(
        scheme=scheme,
        scores=tuple(score_of(one) for one in results),
        pairs=tuple(pairs),
        letters={name: tuple(one["letters"][name] for one in results) for name in results[0]["letters"]},
        total=about["total"],
        compared=about["compared"],
        units=about["units"],
        lost=about["failed"],
        signature=about["method"],
        exact="permutation(exact)" in about["method"],
    )  # fmt: skip


def _pair(scheme: Scheme, one: Mapping[str, Any]) -> Pair:
    # The smallest difference is a multiple of the standard error; there is none if that is 0.
    error = _number(one["smallest"]) / smallest(1.0)
    if one["smallest"] is None and one["difference"] == 0:
        error = 0.0
    found = Difference(
        measure=one["measure"],
        a=_number(one["value_a"]),
        b=_number(one["value_b"]),
        difference=_number(one["difference"]),
        interval=_ends(one["interval"]),
        p=_number(one["p_unadjusted"]),
        effect=_number(one["effect"]),
        wins=one["wins"],
        ties=one["ties"],
        losses=one["losses"],
        undefined=one["undefined"],
        error=error,
        smallest=_number(one["smallest"]),
        needed=one["needed"],
        why=one["reason"],
    )
    p = _number(one["p"])
    return Pair(scheme, one["measure"], one["a"], one["b"], found, p, one["significant"])
