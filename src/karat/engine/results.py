"""The results of a run: the sums of each system under each scheme, and the Score made of them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from karat.formats import LENIENT, STRICT_GOLD
from karat.model.errors import InputError, unknown
from karat.model.groups import Sums
from karat.model.measure import Measure
from karat.model.outcome import Note, Outcome, Status, added_up, in_words
from karat.model.repairs import Repair, by_kind
from karat.model.scheme import Breakdown, Scheme
from karat.model.score import Failure, Score
from karat.model.signature import signature
from karat.model.tally import SCORED_ALIGNED, Tally, Total

if TYPE_CHECKING:
    from karat.comparison.standing import Standing

# Called with the system's place among the systems, the scheme, the number of sentences before, and the tally.
OnRows: TypeAlias = Callable[[int, Scheme, int, Tally], None]
# The number of failed sentences that are described in full.
EXAMPLES = 10


@dataclass(frozen=True)
class Result:
    """The result of one system under one scheme, for the sentences compared so far."""

    system: str
    scheme: Scheme
    total: Total
    failures: tuple[Failure, ...] = ()
    notes: Mapping[str, int] = field(default_factory=dict)
    # What is known about the places of the sentences, if some might have to be aligned.
    standing: "Standing | None" = None
    # How many sentences have a score for some of the systems of the run, but not for all.
    uneven: int = 0
    # What the signature says about the comparison.
    signed: tuple[str, ...] = ()

    def __add__(self, other: "Result") -> "Result":
        notes = added_up((*self.notes.items(), *other.notes.items()))
        failures = (self.failures + other.failures)[:EXAMPLES]
        return replace(
            self, total=self.total + other.total, failures=failures, notes=notes,
            standing=_both(self.standing, other.standing), uneven=self.uneven + other.uneven,
        )  # fmt: skip

    @property
    def placed(self) -> bool:
        """Whether the sentences are at gold's places: otherwise they cannot be aligned one by one."""
        return self.standing is None or self.standing.in_place


def _both(one: "Standing | None", other: "Standing | None") -> "Standing | None":
    return one + other if one and other else one or other


class Share(NamedTuple):
    """Every ``of``-th block of a file, beginning with the block ``at``."""

    at: int
    of: int


@dataclass(frozen=True)
class Run:
    """The results of a run, with facts about its input."""

    gold: str
    sha256: str
    sentences: int
    results: list[Result]
    tags: frozenset[bytes] = frozenset()
    brackets: frozenset[bytes] = frozenset()
    views: tuple[str, ...] = ()
    repairs: Mapping[str, tuple[Repair, ...]] = field(default_factory=dict)
    common: bool = False
    # How many files gold is, and each system.
    files: int = 1
    # If only some blocks were compared: their results, what may be wrong with each system's file, if
    # many sentences turn out to have failed, and the hashes of the systems' files.
    blocks: tuple[tuple[int, tuple[Result | None, ...]], ...] = ()
    # The files that have the content of one before them: see twins.py.
    same: Mapping[int, frozenset[int]] = field(default_factory=dict)
    findings: tuple[tuple[str, ...], ...] = ()
    hashes: tuple[str, ...] = ()


def block_result(
    name: str, scheme: Scheme, outcome: Outcome, tally: Tally, *,
    by: tuple[str, ...] = (), first: int = 0, examples: int = EXAMPLES,
) -> Result:  # fmt: skip
    """The sums of one block; ``first`` sentences came before it."""
    failed = tally.sentence[tally.status != Status.SCORED].tolist()
    if failed and scheme.failed == "abort":
        failure = described(outcome, failed[0], first)
        raise InputError(
            f"{name}: sentence {failure.sentence}: {failure.why}: {failure.detail}\n"
            "with failed=drop or failed=empty the other sentences can be scored"
        )
    total = sums(scheme, tally, by)
    failures = tuple(described(outcome, row, first) for row in failed[:examples])
    return Result(
        name, scheme, total, failures, dict(outcome.notes), signed=outcome.signed
    )  # fmt: skip


def sums(scheme: Scheme, tally: Tally, by: tuple[str, ...]) -> Total:
    """The sums of a tally, with those that the scheme's figures need."""
    return tally.total(
        scheme.measures(), distributions=scheme.distributions, by_length="length" in by
    )


def breakdowns(scheme: Scheme, by: Sequence[str]) -> tuple[str, ...]:
    """The breakdowns that were asked for, which must be breakdowns of the scheme."""
    wanted = (by,) if isinstance(by, str) else tuple(by)
    known = ["length", *(kind.name for kind in scheme.breakdowns)]
    for name in wanted:
        if name not in known:
            raise unknown(f"breakdown of {scheme.name}", name, known)
    return wanted


def described(outcome: Outcome, sentence: int, first: int = 0) -> Failure:
    """Why a sentence failed, with the place in the file."""
    why = Status(outcome.status[sentence]).reason
    return Failure(first + sentence + 1, why, outcome.failure(sentence))


def decided(scheme: Scheme, settled: Scheme) -> tuple[Note, ...]:
    """Notes about options that were decided by looking at the files."""
    return tuple(
        (f"{one.name}={getattr(scheme, one.name)} is {getattr(settled, one.name)}", 0)
        for one in fields(scheme)
        if getattr(scheme, one.name) != getattr(settled, one.name)
    )


def make_score(
    result: Result, run: Run, by: tuple[str, ...] = (), *,
    tally: Tally | None = None, name: str = "",
) -> Score:  # fmt: skip
    """The figures of a finished run for one system under one scheme, with these breakdowns."""
    total, scheme = result.total, result.scheme
    measures, weights = scheme.measures(), scheme.weights_of_groups()
    score = Score(
        system=name or result.system,
        scheme=scheme,
        measures=total.figures(measures, scheme.failed, weights),
        counts=total.counts(scheme.failed),
        sentences=total.sentences(scheme.failed),
        reasons={
            Status(code).reason: n
            for code, n in sorted(total.statuses(scheme.failed).items())
            if code
        },
        signature=signature(scheme, total, run.sha256, scheme.digest(), _seen(result, run)),
        other_policies={
            policy: total.figures(measures, policy, weights) for policy in _others(scheme, result)
        },
        scored=total.figures(measures, _with_score(scheme), weights),
        groups=_groups(scheme, total, by),
        distributions={
            name: {str(value): n for value, n in sorted(counter.items())}
            for name, counter in total.distributions.items()
        },
        failures=result.failures,
        notes=(),
        tally=tally,
    )
    return replace(score, notes=_notes(result, run, score))


def _others(scheme: Scheme, result: Result) -> list[str]:
    """The other failure policies, if any sentence is counted differently under them."""
    if not result.total.sentences("drop")["failed"]:
        return []
    policies = ("drop", "empty", "align") if scheme.joint and result.placed else ("drop", "empty")
    return [policy for policy in policies if policy != scheme.failed]


def _seen(result: Result, run: Run) -> tuple[str, ...]:
    """How the files were looked at, for the signature; lenient reading counts if it did anything."""
    seen = (*run.views, *result.signed)
    return (*seen, "lenient") if run.repairs.get(result.system) else seen


def _notes(result: Result, run: Run, score: Score) -> tuple[str, ...]:
    sentences, found = score.sentences, _about_failing(score, result.total)
    if run.common:
        few = f"the {sentences['total']} of {run.sentences} sentences that all systems have a score for"
        found.append(f"only {few} are compared (--common)")
    elif result.uneven and result.scheme.failed == "drop":
        some, them = f"{result.uneven} sentences have", "them"
        if result.uneven == 1:
            some, them = "1 sentence has", "it"
        found.append(f"{some} a score for some of the systems only; --common leaves {them} out")
    found += result.scheme.remarks(run.tags, run.brackets)
    found += _repaired(result.system, run.repairs.get(result.system, ()))
    if Status.GOLD_FAULT in result.total.status and result.system in run.repairs:
        found.append(f"{run.gold}: {STRICT_GOLD}")
    unreadable = Status.SYSTEM_FAULT in result.total.status
    if unreadable and result.system not in run.repairs:
        where = ", file by file" if run.files > 1 else ""
        found.append(f"{result.system}: {LENIENT} of the sentences that cannot be read{where}")
    return (*found, *in_words(result.notes))


def _about_failing(score: Score, total: Total) -> list[str]:
    """What sentences without a score do to the figures, where it is not to lower them."""
    sentences, drops = score.sentences, score.scheme.failed == "drop"
    if not sentences["total"]:
        return ["gold has no sentence that is scored"]
    if not sentences["failed"]:
        return []
    if sentences["scored"] and drops:
        return ["sentences without a score are left out; leaving out hard ones raises a score"]
    names = ", ".join(() if drops else score.unhurt())
    if not sentences["scored"]:
        empty = f", so these figures, of empty parses, mean nothing: {names}" if names else ""
        return [f"no sentence has a score{empty}"]
    # A sentence of punctuation alone has nothing to be scored, and can cost nothing.
    every, scored = score.counts, total.counts(_with_score(score.scheme))
    if not names or all(every[name] <= scored[name] for name in every if name != "sentences"):
        return []
    gain = "so a system can gain by failing; --common of karat score and compare leaves such sentences out"
    return [f"sentences without a score do not make {names} worse, {gain}"]


def _with_score(scheme: Scheme) -> str:
    """The policy under which only sentences with a score count."""
    return SCORED_ALIGNED if scheme.failed == "align" else "drop"


def _repaired(path: str, repairs: Sequence[Repair]) -> list[str]:
    """What lenient reading did, by kind, with the place of the first."""
    return [
        f"--lenient: {kind}, {len(some)} time{'s' * (len(some) > 1)}, "
        f"first at {path}:{some[0].line}:{some[0].column}: {some[0].what}"
        for kind, some in by_kind(repairs).items()
    ]


def _groups(
    scheme: Scheme, total: Total, by: tuple[str, ...]
) -> dict[str, dict[str, dict[str, Any]]]:
    groups = total.groups(scheme.failed)
    kinds = {one.name: one for one in scheme.breakdowns}
    found = {kind: _rows(scheme, kinds[kind], sums) for kind, sums in groups.items() if kind in by}
    if total.lengths and "length" in by:
        found["length"] = {
            key: {
                "measures": lengths.figures(scheme.measures(), scheme.failed),
                "counts": lengths.counts(scheme.failed) | lengths.sentences(scheme.failed),
            }
            for key, lengths in sorted(total.lengths.items(), key=lambda x: int(x[0].split("-")[0]))
        }
    return found


def _rows(scheme: Scheme, kind: Breakdown, sums: Sums) -> dict[str, dict[str, Any]]:
    """The figures of each group; the most frequent first, unless the keys have an order."""
    items = list(sums.items())
    if not kind.ordered:
        items.sort(key=lambda item: (-item[1].get("gold", 0), item[0]))
    measures = group_measures(scheme, items[0][1]) if items else ()
    named = ("gold", "system", "matched")
    return {
        key: {
            "measures": {measure.name: float(measure(counts)) for measure in measures},
            "counts": {name: counts[name] for name in (*named, *counts) if name in counts},
        }
        for key, counts in items
    }


def group_measures(scheme: Scheme, counts: Mapping[str, Any]) -> tuple[Measure, ...]:
    """The figures of a group: its own, and those of the scheme that its counts suffice for."""
    found = {measure.name: measure for measure in scheme.group_measures()}
    for measure in scheme.measures():
        if measure.counts <= counts.keys():
            found.setdefault(measure.name, measure)
    return tuple(found.values())
