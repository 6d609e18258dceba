"""Right: when an analysis of an item counts as right, and which analyses of a run are right.

``same`` asks for the same analysis as gold: the same tree, ignoring blanks and an outer bracket
ROOT, TOP, S1 or none; for gold that is not trees, ``exact`` of the usual scheme for its format. Any
other criterion is a share of a scheme, and the least value that is right, which is 1 by default:

>>> str(parse("flat.conformance")), parse("evalb(params=new).f1=0.9").least
('flat.conformance', 0.9)

An item is judged if its own gold would be right; otherwise the scheme has nothing to compare there.
An analysis that cannot be compared, because it has other words for example, is not right.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

import numpy as np

from karat import formats, schemes
from karat.engine.memory import outcome_of
from karat.model.bank import Bank, relabelled_pair
from karat.model.columns import Bools
from karat.model.errors import InputError, UsageError
from karat.model.outcome import Status, added_up, held
from karat.model.scheme import Scheme
from karat.parsers import shapes
from karat.parsers.adapter import Garbage
from karat.parsers.link_grammar import LinkGrammar
from karat.suites.gold import TREES, Gold, guessed, of_run, read
from karat.suites.runs import Result, Run

SAME = "same"
# Instead of a scheme for whole texts, the one for sentences.
_SENTENCES = {"conll18": "deps"}
_NAME = "To judge them by a scheme, name a figure, as in --right flat.conformance"
_EXAMPLE = "write for example --right evalb.exact or --right flat.conformance=0.9"
_OUTER = re.compile(r"\((?:ROOT|TOP|S1)? *(\(.*\))\)")


@dataclass(frozen=True)
class Right:
    """A share of a scheme and the least value that is right; without a scheme, ``same``."""

    scheme: Scheme | None = None
    measure: str = ""
    least: float = 1.0

    def __str__(self) -> str:
        if self.scheme is None:
            return SAME
        return f"{self.scheme}.{self.measure}" + (f"={self.least:g}" if self.least != 1 else "")

    def settled(self, gold: Gold) -> "Right":
        """``same`` becomes ``exact`` of the usual scheme where gold is not trees."""
        usual = formats.scheme_of(formats.module(gold.format))
        if self.scheme is not None or usual in (formats.USUAL_SCHEME, "parseval"):
            return self
        return Right(schemes.parse(_SENTENCES.get(usual, usual)), "exact")


def parse(text: str) -> Right:
    """Read ``same``, ``SCHEME.measure`` or ``SCHEME.measure=VALUE``."""
    if text == SAME:
        return Right()
    figure, sign, value = text.rpartition("=")
    if not sign or ")" in value:
        figure, value = text, "1"
    try:
        least = float(value)
    except ValueError:
        least = -1.0
    if not 0 < least <= 1:
        raise UsageError(f"--right {text}: the value is a share above 0, at most 1; {_EXAMPLE}")
    scheme, measure = schemes.parse_figure(figure)
    if "@" in measure:
        said = f"items are judged one by one, without means; write {measure.partition('@')[0]}"
        raise UsageError(f"--right {text}: {said}")
    shares = [one.name for one in scheme.measures() if one.unit == "share"]
    if measure not in shares:
        raise UsageError(f"--right {text}: {measure} is not a share; use {', '.join(shares)}")
    if scheme.pairing != "sentences":
        said = (
            f"{scheme.name} compares whole texts, not sentences; use another scheme, such as deps"
        )
        raise UsageError(f"--right {text}: {said}")
    return Right(scheme, measure, least)


@dataclass(frozen=True)
class Verdicts:
    """For each judged item, by its id, whether each analysis that the run kept is right."""

    right: Right = field(default_factory=Right)
    of: Mapping[str, tuple[bool, ...]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    def first(self, key: str) -> bool:
        """Whether the first analysis of an item is right."""
        return self.of.get(key, ())[:1] == (True,)

    def among(self, key: str) -> bool:
        """Whether any analysis of an item is right."""
        return any(self.of.get(key, ()))


NONE = Verdicts()


def judge(results: Sequence[Result], right: Right, gold: Gold) -> Verdicts:
    """Judge the analyses of all good items that have a gold analysis."""
    right = right.settled(gold)
    wanted = [one for one in results if one.item.good and one.item.id in gold.texts]
    if right.scheme is None:
        return _by_text(wanted, gold)
    ids = [one.item.id for one in wanted]
    if not ids:
        return Verdicts(right)
    bank = gold.bank(ids)
    own, why, _ = _compared(bank, bank, right)
    said = []
    if not own.all():
        unjudged = np.flatnonzero(~own).tolist()
        said.append(
            f"{len(unjudged)} items are not judged, because even gold itself is not right by {right}"
            f"{why[unjudged[0]]}, such as item {ids[unjudged[0]]}"
        )
    judged = [one for one, fine in zip(wanted, own.tolist(), strict=True) if fine]
    found, more = _by_scheme(judged, right, gold)
    return Verdicts(right, found, (*said, *more, *_unkept(judged, found)))


def judged(run: Run, right: Right, given: str | None = None) -> Verdicts:
    """Judge a run by its gold, or by ``given``, which names a file or a suite."""
    gold = of_run(run, right.scheme, given)
    if not gold.texts and (given is not None or right.scheme is not None):
        raise InputError(
            f"{given or run.path}: there are no gold analyses to judge by; name their file with --gold"
        )
    linked = right.scheme is not None and right.scheme.needs.layer == "edges"
    return judge(as_links(run) if linked else run.results, right, gold)


def as_links(run: Run) -> Sequence[Result]:
    """The results, with Link Grammar's links instead of its trees: they are its dependencies."""
    if not run.header.parser.startswith(LinkGrammar.name):
        return run.results
    said = LinkGrammar().transcript
    return [
        replace(one, parsed=replace(one.parsed, first=said(one.parsed, one.item.sentence)))
        if one.covered
        else one
        for one in run.results
    ]


def _by_text(wanted: Sequence[Result], gold: Gold) -> Verdicts:
    """Judge by ``same``; analyses in another format than gold are not judged."""
    given = [text for one in wanted for text in _kept(one)]
    kind = guessed(given) if given else gold.format
    if kind != gold.format and not {kind, gold.format} <= TREES:
        said = f"the analyses are {kind}, but gold is {gold.format}; they are not judged. {_NAME}"
        return Verdicts(notes=(said,))
    found = {one.item.id: _same(one, gold.texts[one.item.id]) for one in wanted}
    none = (
        ()
        if any(map(any, found.values())) or not given
        else (f"no tree is the same as gold. {_NAME}",)
    )
    return Verdicts(of=found, notes=(*none, *_unkept(wanted, found)))


def _by_scheme(
    judged: Sequence[Result], right: Right, gold: Gold
) -> tuple[dict[str, tuple[bool, ...]], list[str]]:
    pairs = [(one.item.id, text) for one in judged for text in _kept(one)]
    found: dict[str, tuple[bool, ...]] = {one.item.id: () for one in judged}
    if not pairs:
        return found, []
    texts = [text for _, text in pairs]
    system = read(texts, guessed(texts), "the run")
    verdicts, why, said = _compared(gold.bank([key for key, _ in pairs]), system, right)
    for (key, _), fine in zip(pairs, verdicts.tolist(), strict=True):
        found[key] += (fine,)
    reasons = Counter(reason for reason in why if reason)
    for reason, count in reasons.most_common():
        example = pairs[why.index(reason)][0]
        said.append(
            f"{count} of {len(pairs)} analyses cannot be compared with gold and are not right"
            f"{reason}, such as that of item {example}"
        )
    return found, said


def _compared(gold: Bank, system: Bank, right: Right) -> tuple[Bools, list[str], list[str]]:
    """For each pair of sentences, whether it is right and why it was not scored; and all notes."""
    assert right.scheme is not None  # ``same`` compares texts
    gold, system = relabelled_pair(gold, system)
    outcome = outcome_of(gold, system, right.scheme)
    tally = right.scheme.tally(outcome, gold.labels)
    measure = next(one for one in right.scheme.measures() if one.name == right.measure)
    values = np.asarray(measure(tally.columns()), np.float64)
    found = np.zeros(len(gold), np.bool_)
    found[tally.sentence] = (tally.status == Status.SCORED) & (values >= right.least)
    reasons = (Status(code).reason for code in outcome.status.tolist())
    return (
        found,
        [f" ({one})" if one else "" for one in reasons],
        list(held(added_up(outcome.notes))),
    )


def _kept(result: Result) -> list[str]:
    """The analyses that a run kept, the first one first; none if the parser failed."""
    texts = (result.parsed.first, *result.parsed.others) if result.covered else ()
    return [text for text in texts if text.strip()]


def _unkept(judged: Sequence[Result], found: Mapping[str, tuple[bool, ...]]) -> tuple[str, ...]:
    """A note about items that may have a right analysis which the run did not keep."""
    open_ = [
        one.item.id for one in judged
        if one.covered and one.parsed.analyses > len(_kept(one)) and not any(found[one.item.id])
    ]  # fmt: skip
    if not open_:
        return ()
    return (
        f"{len(open_)} items without a right analysis have more analyses than the run kept, such as "
        f"item {open_[0]}; a right one may be among those",
    )


def _same(result: Result, gold: str) -> tuple[bool, ...]:
    wanted = plain(gold)
    return tuple(plain(one) == wanted for one in _kept(result))


def plain(tree: str) -> str:
    """The text of a tree in a normal form.

    >>> plain("(TOP (S (N a)\\n (V b)))") == plain("(S  (N a) (V b))")
    True
    """
    try:
        trees = shapes.trees(tree)
    except Garbage:
        return " ".join(tree.split())
    inner = _OUTER.fullmatch(trees[0]) if len(trees) == 1 else None
    with suppress(Garbage):
        if inner and len(shapes.trees(inner[1])) == 1:
            return inner[1]
    return " ".join(trees)
