"""Gates on the command line: thresholds, a least share of scored sentences, a baseline."""

import functools
import os
from collections.abc import Callable, Collection, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from karat.cli import _options
from karat.cli._saving import MARK, existing
from karat.cli._systems import Named
from karat.model.errors import InputError, UsageError

if TYPE_CHECKING:
    from karat.analysis.gates import Baseline, Threshold, Verdict
    from karat.engine.tallied import Tallied
    from karat.model.scheme import Scheme
    from karat.model.score import Score
    from karat.reports.saved_rows import Saved
    from karat.views import Views

EXAMPLE = "f1=0.9"


class Gates(NamedTuple):
    """What was asked for."""

    fail_under: tuple[str, ...]
    min_scored: float | None
    baseline: str | None
    alpha: float

    @property
    def any(self) -> bool:
        return bool(self.fail_under or self.min_scored is not None or self.baseline is not None)


def gates(function: _options.Verb) -> _options.Verb:
    """What a system must reach; the verb gets it as ``gates``."""

    @functools.wraps(function)
    def call(
        *arguments: Any, fail_under: tuple[str, ...], min_scored: float | None,
        not_worse_than: str | None, alpha: float, **options: Any,
    ) -> Any:  # fmt: skip
        asked = Gates(fail_under, min_scored, not_worse_than, alpha)
        return function(*arguments, gates=asked, **options)

    return _options.stacked(
        _options.fail_under(
            EXAMPLE, " A figure without a scheme belongs to the scheme that runs; evalb.f1 is that of "
            "evalb without parameters. Sentences without a score count as empty parses.",
        ),
        click.option("--min-scored", type=click.FloatRange(0, 1), metavar="SHARE",
            help="Exit with 1 if a smaller share of the sentences has a score."),
        click.option("--not-worse-than", metavar="FILE|run:NAME",
            help="Exit with 1 if a system is significantly worse than FILE: a --per-sentence file of an "
            "earlier run, the output of another system, or a saved run, as in run:NAME. The main "
            "figure of each scheme is tested, by a paired permutation test; sentences without a score count "
            "as empty parses."),
        click.option("--alpha", default=0.05, show_default=True,
            type=click.FloatRange(0, 1, min_open=True, max_open=True),
            help="The level of significance for --not-worse-than."),
    )(call)  # fmt: skip


class Figure(NamedTuple):
    """A threshold as it was written; the scheme is None if only a measure was named."""

    text: str
    scheme: "Scheme | None"
    measure: str
    least: float


def read_figures(texts: Sequence[str]) -> list[Figure]:
    """The thresholds; what is not SCHEME.measure is taken for a measure."""
    from karat import schemes

    found = []
    for text in texts:
        name, least = _options.read_threshold(text, EXAMPLE)
        bare = schemes.is_measure(name)
        scheme, measure = (None, name) if bare else schemes.parse_figure(name)
        found.append(Figure(text, scheme, measure, least))
    return found


def thresholds(figures: Sequence[Figure], running: "Sequence[Scheme]") -> "list[Threshold]":
    """The thresholds, each with its scheme; shares must be between 0 and 1."""
    if not figures:  # most runs have no gates, and what they need takes time to load
        return []
    from karat.analysis.gates import Threshold
    from karat.schemes import parse_figure

    found = []
    for one in figures:
        scheme = one.scheme or parse_figure(one.measure, running)[0]
        _options.check_threshold(one.text, one.least, scheme.figures()[one.measure])
        found.append(Threshold(scheme, one.measure, one.least))
    return found


def recipe(sha256: str, scheme: "Scheme", *, views: "Views", common: bool) -> str:
    """How the scores of a scheme are made, as files of rows say it."""
    from karat.model import signature

    seen = (*views.signed(), *(["common"] * common))
    return signature.recipe(scheme, sha256, scheme.digest(), seen)


class Asked:
    """The gates of a run: thresholds with their schemes, and the baseline.

    ``systems`` has a baseline that must be scored as well, behind the systems that are judged.
    """

    def __init__(
        self, gates: Gates, figures: Sequence[Figure], schemes: "Sequence[Scheme]",
        systems: Sequence[Named], store: str | None = None,
    ) -> None:  # fmt: skip
        self._gates, self._judged = gates, {one.name for one in systems}
        self._thresholds = thresholds(figures, schemes)
        if gates.min_scored is not None:
            _check_min_scored(schemes)
        self.baseline = None
        if gates.baseline is not None:
            self.baseline = Comparing(gates.baseline, schemes, store)
        self.systems = list(systems)
        if self.baseline and self.baseline.rows is None:
            self.systems.append(self.baseline.named(self._judged))

    def of_judged(self, tallied: "Sequence[Tallied]") -> "list[Tallied]":
        """The systems that are judged, without a baseline."""
        return [one for one in tallied if one.name in self._judged]

    def verdicts(
        self, scores: "Sequence[Score]", tallied: "Sequence[Tallied]",
        recipe: "Callable[[Scheme], str]",
    ) -> "list[Verdict]":  # fmt: skip
        """What the gates say of each system."""
        if not self._gates.any:
            return []
        from karat.analysis import gates as analysis

        judged = [score for score in scores if score.system in self._judged]
        found = analysis.of_thresholds(self._thresholds, judged)
        if self._gates.min_scored is not None:
            told = [score for score in judged if not score.scheme.scores_all]
            found += analysis.of_scored(self._gates.min_scored, told)
        if not self.baseline:
            return found
        for one in self.of_judged(tallied):
            scheme = one.result.scheme
            other = self.baseline.of(one, tallied, recipe(scheme))
            alpha = self._gates.alpha
            found += [
                analysis.of_baseline(other, one.name, one.tally, scheme, alpha, measure)
                for measure in analysis.judged_by(scheme)
            ]
        return found


def _check_min_scored(schemes: "Sequence[Scheme]") -> None:
    """Refuse to count scored sentences where those without a parse are among them."""
    if all(scheme.scores_all for scheme in schemes):
        names = ", ".join(map(str, schemes))
        raise UsageError(
            f"--min-scored: {names} gives every sentence a score, also those without a parse, so every "
            f"system would pass; write --fail-under {schemes[0].name}.{schemes[0].headline()[0]}=0.9"
        )


def told(verdicts: "Sequence[Verdict]") -> int:
    """Print what must be known of gates on standard error; 1 if a system misses one."""
    _options.say([f"karat: {one.said}" for one in verdicts if one.told or not one.passed])
    return 0 if all(one.passed for one in verdicts) else 1


class Comparing:
    """The baseline of ``--not-worse-than``: rows of an earlier run, or a file that is scored as well.

    The rows of a run are in a file, or in the ``store``.
    """

    def __init__(self, path: str, schemes: "Sequence[Scheme]", store: str | None = None) -> None:
        from karat.engine.twins import readable_again
        from karat.reports.saved_rows import read_saved

        self.path = path
        saved = path.startswith(MARK)
        if path != "-" and not saved and not os.path.exists(path):
            raise InputError(f"{path}: there is no such file; a saved run is {MARK}{path}")
        self.rows = _of_run(path, schemes, store) if saved else read_saved(path, schemes)
        if self.rows is None and not readable_again(path):
            raise UsageError(
                f"--not-worse-than {path}: only rows of --per-sentence can come from a pipe; save the "
                "output of the other system to a file"
            )
        there = dict.fromkeys(one.scheme for one in self.rows or ())
        for scheme in schemes if there else ():
            if str(scheme) not in there:
                raise InputError(
                    f"{path}: it has no rows for {scheme}, but for {', '.join(there)}; score with the same "
                    "scheme"
                )

    def named(self, taken: Collection[str]) -> Named:
        """The file as a system that is scored beside the others."""
        name = PurePath(self.path).name or self.path
        self._name = f"{name} (baseline)" if name in taken else name
        return Named(self._name, self.path)

    def of(self, one: "Tallied", tallied: "Sequence[Tallied]", recipe: str) -> "Baseline":
        """The counts to compare a system with: those of its namesake, or of the only system."""
        from karat.analysis.gates import Baseline

        scheme = one.result.scheme
        if self.rows is None:
            both = ((other.name, other.result.scheme) for other in tallied)
            return Baseline(self._name, tallied[list(both).index((self._name, scheme))].tally)
        if one.result.signed:
            raise InputError(
                f"{self.path}: {scheme} counts only names that all files of a run can show, so rows of "
                "another run cannot be compared; give the other system's output instead"
            )
        rows = [row for row in self.rows if row.scheme == str(scheme)]
        same = [row for row in rows if row.system == one.name] or rows
        if len(same) > 1:
            names = ", ".join(row.system for row in same)
            raise InputError(
                f"{self.path}: it has rows of {len(same)} systems ({names}), none called {one.name}; to "
                f"choose one, call the new system the same: {same[0].system}=FILE"
            )
        _same_recipe(self.path, same[0], recipe)
        name = self.path if self.path.startswith(MARK) else PurePath(self.path).name
        return Baseline(name or self.path, same[0].tally)


def _of_run(path: str, schemes: "Sequence[Scheme]", store: str | None) -> "list[Saved]":
    """The counts of a saved run under these schemes, as a file of rows has them."""
    from karat.reports.saved_rows import Saved

    wanted = {str(scheme) for scheme in schemes}
    with existing(store) as opened:
        every = opened.run(path.removeprefix(MARK)).entries
        if not every:
            raise InputError(
                f"{path}: this run has no counts of sentences to compare with; save one with karat score"
            )
        # If there is none, the schemes that it has are listed.
        entries = [one for one in every if one.scheme in wanted] or every
        tallied = opened.tallied([one.id for one in entries])
    return [
        Saved(one.system, one.scheme, one.recipe, counts.tally)
        for one, counts in zip(entries, tallied, strict=True)
    ]


def _same_recipe(path: str, saved: "Saved", recipe: str) -> None:
    """Refuse what was scored against other gold or in another way; the version may differ."""
    theirs, ours = (_parts(text) for text in (saved.recipe, recipe))
    if theirs == ours:
        return
    gold = [part for part in (*theirs, *ours) if part.startswith("gold:")]
    if "gold:" in gold:
        raise InputError(
            f"{path}: it does not say which gold it was scored against, because gold was read from a "
            "pipe; score the earlier system again, with gold in a file"
        )
    if len(set(gold)) > 1:
        raise InputError(
            f"{path}: it was scored against other gold ({gold[0]}) than this run ({gold[-1]}), so the two "
            "cannot be compared; score the earlier system again"
        )
    raise InputError(
        f"{path}: it was scored in another way ({'|'.join(theirs)}) than this run ({'|'.join(ours)}), so the "
        "two cannot be compared"
    )


def _parts(recipe: str) -> list[str]:
    return [part for part in recipe.split("|") if not part.startswith("karat:")]
