"""Explain a figure of files of any size: they are read part by part, and only what adds up is kept."""

from collections.abc import Iterable
from dataclasses import dataclass

from karat.analysis.explain import Explanation, Facts, explain, explanation
from karat.analysis.side_by_side import OtherPlacesError, Reading, in_place, laid_over_gold
from karat.engine.memory import labels_used
from karat.engine.overlaid import Part
from karat.engine.results import Result, Run, block_result, make_score
from karat.engine.tallying import Files
from karat.model.scheme import Scheme


@dataclass(frozen=True)
class _Sums:
    """What the parts give: their counts, the tags and labels that are used, and facts."""

    result: Result
    used: tuple[frozenset[bytes], frozenset[bytes]]
    facts: Facts

    def __add__(self, other: "_Sums") -> "_Sums":
        tags, brackets = (a | b for a, b in zip(self.used, other.used, strict=True))
        return _Sums(self.result + other.result, (tags, brackets), self.facts + other.facts)


def explain_files(scheme: Scheme, measure: str, files: Files) -> Explanation:
    """How a figure of the only system is computed.

    Files that must be seen as a whole, because the system's text differs from gold's and its sentences are
    not at the same places, are compared in memory.
    """
    (path,) = files.systems
    for parts in (in_place, laid_over_gold):
        reading = Reading(files, path)
        try:
            found = _sums(parts(reading, [scheme]), path, scheme)
        except OtherPlacesError:
            continue
        result = reading.said_of(found.result)
        sentences = found.facts.amounts[0]["sentences"]
        run = Run(files.gold, reading.sha256, sentences, [result], *found.used)
        return explanation(measure, make_score(result, run, scheme.always), found.facts, files.gold)
    return explain(scheme, measure, *files.banks(path))


def _sums(parts: Iterable[Part], path: str, scheme: Scheme) -> _Sums:
    found: _Sums | None = None
    for part in parts:
        gold, system, (outcome, *_) = part.gold, part.system, part.outcomes
        tally = scheme.tally(outcome, gold.labels, scheme.always)
        facts = Facts.of(scheme, gold, system, outcome)
        facts.amounts[1]["sentences"] -= part.lacking
        new = _Sums(
            block_result(path, scheme, outcome, tally, by=scheme.always, first=part.first),
            (labels_used(gold, system, "tag"), labels_used(gold, system, "label")),
            facts,
        )
        found = new if found is None else found + new
    assert found is not None, "a file without sentences is refused before"
    return found
