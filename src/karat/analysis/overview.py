"""Overview: everything that a report says, gathered from the analyses that find it.

No figure is computed here that another analysis computes: intervals, letters and differences are those of
``karat compare``, causes those of ``karat errors``, phenomena and groups those of ``karat score``.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from karat.analysis.comparison import Comparison, comparison
from karat.analysis.contest import How, wanted
from karat.analysis.errors.sums import CauseSums
from karat.analysis.scheme_ranks import Agreement, scheme_ranks
from karat.analysis.sentence_figures import SentenceFigures, figures_of
from karat.analysis.spread import Spread, spread_of
from karat.engine.results import Run
from karat.engine.tallied import Tallied
from karat.model.documents import Documents
from karat.model.scheme import Scheme
from karat.model.score import Score


@dataclass(frozen=True, eq=False)
class Overview:
    """Everything that a report says about systems.

    ``systems`` gives the file of each. ``scores`` are over all sentences, with breakdowns by length and by
    the first breakdown of the scheme, such as label; the scores of ``comparison`` are over the sentences
    that were compared, with intervals. ``figures`` has the main figure of every sentence, scheme by scheme;
    ``spreads`` say how it is spread. ``causes`` has the errors of the systems under the schemes that have an
    analysis of errors. ``phenomena`` are the scores under a scheme that compares phenomena, by phenomenon.
    ``absent`` says why a part is empty, by the name of the field.
    """

    gold: str
    sha256: str
    sentences: int
    systems: Mapping[str, str]
    schemes: tuple[Scheme, ...]
    comparison: Comparison
    scores: tuple[Score, ...]
    figures: tuple[SentenceFigures, ...]
    spreads: tuple[Spread, ...] = ()
    causes: Mapping[Scheme, tuple[CauseSums, ...]] = field(default_factory=dict)
    agreements: tuple[Agreement, ...] = ()
    phenomena: tuple[Score, ...] = ()
    documents: Documents | None = None
    absent: Mapping[str, str] = field(default_factory=dict)

    def scores_of(self, scheme: Scheme) -> list[Score]:
        """The scores of the systems under a scheme, over all sentences."""
        return [one for one in self.scores if one.scheme == scheme]

    def citations(self) -> dict[str, str]:
        """The publication of each scheme that was used, by the name of the scheme."""
        used = (*self.schemes, *(one.scheme for one in self.phenomena))
        return {one.name: one.citation for one in used}


def breakdown_of(scheme: Scheme) -> str:
    """The breakdown of a scheme that a report shows beside that by length; empty if it has none."""
    return next((one.name for one in scheme.breakdowns), "")


def breakdowns_of(schemes: Sequence[Scheme]) -> tuple[str, ...]:
    """The breakdowns that ``scores`` need."""
    return tuple(dict.fromkeys(["length", *filter(None, map(breakdown_of, schemes))]))


def overview(
    run: Run, tallied: Sequence[Tallied], how: How, systems: Mapping[str, str],
    documents: Documents | None = None,
) -> Overview:  # fmt: skip
    """Compare the systems of a run; ``tallied`` has the counts of its sentences, aligned or not.

    Causes and phenomena, which need the files again, are left empty.
    """
    schemes = tuple(dict.fromkeys(one.result.scheme for one in tallied))
    bare = [one._replace(tally=replace(one.tally, twin=None)) for one in tallied]
    by = breakdowns_of(schemes)
    scores = tuple(one.score(by) for one in bare)
    chosen = {one: main_figure(one, how) for one in schemes}
    compared = comparison(bare, how, documents, run.gold)
    return Overview(
        gold=run.gold,
        sha256=run.sha256,
        sentences=run.sentences,
        systems=systems,
        schemes=schemes,
        comparison=compared,
        scores=scores,
        figures=tuple(figures_of(tallied, one, run.sentences) for one in schemes),
        spreads=tuple(_spreads(compared, bare, documents)),
        agreements=tuple(scheme_ranks(scores, chosen)),
        documents=documents,
    )


def main_figure(scheme: Scheme, how: How) -> str:
    """The figure that stands for a scheme: the first that was asked for, or the scheme's main one."""
    return wanted(scheme, how.measures)[0] if how.measures else scheme.main_figure()


def _spreads(
    found: Comparison, tallied: Sequence[Tallied], documents: Documents | None
) -> Iterator[Spread]:
    """How the main figure of each scheme is spread."""
    for one in found.contests:
        systems = [some for some in tallied if some.result.scheme == one.scheme]
        measure, kind = main_figure(one.scheme, found.how), breakdown_of(one.scheme)
        yield spread_of(systems, one, found.how, measure, kind, documents)
