"""Comparisons for continuous integration. They judge nothing: ``karat score --not-worse-than`` does."""

from collections.abc import Iterator

from karat.analysis.comparison import Comparison
from karat.analysis.gates import Verdict
from karat.reports import ci
from karat.reports.compare_words import of_measure, of_pair
from karat.reports.scores import titles


def notices(found: Comparison, digits: int) -> Iterator[str]:
    """Workflow commands of GitHub: what the main figure of each scheme says, then the others."""
    lines = [
        (measure != one.scheme.main_figure(), f"{one.scheme}.{of_measure(one, measure, found.how, digits)}")
        for one in found.contests
        for measure in one.measures
        if one.of(measure)
    ]  # fmt: skip
    lines.sort(key=lambda line: line[0])
    return ci.notices("karat compare", [text for _, text in lines[: ci.MOST]])


def junit(found: Comparison, digits: int) -> str:
    """One test case for each system under each scheme, and one for each difference; none can fail."""
    verdicts = [
        Verdict(
            gate=f"{titles(pair.scheme, mark='')[pair.measure]} against {pair.a}",
            system=pair.b,
            scheme=pair.scheme,
            passed=True,
            said=of_pair(pair, one, found.how, digits),
        )
        for one in found.contests
        for pair in one.pairs
    ]
    return ci.junit(found.scores, verdicts, digits, "karat compare")
