"""What Python programs call: read, score, compare, show, phenomena."""

import os
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from karat import formats
from karat.analysis.worst import Worst
from karat.comparison.undecided import all_decided
from karat.engine.memory import SMALL, compare_banks, prepared
from karat.engine.metric import Metric as Metric
from karat.engine.results import breakdowns
from karat.formats import read as read
from karat.formats import read_text as read_text
from karat.formats._given import bank_of
from karat.model.bank import Bank
from karat.model.errors import UsageError, no_sentences, unknown
from karat.model.scheme import Scheme
from karat.model.score import INTERVALS, Score, warn_of_failures
from karat.model.sentence import Sentence
from karat.recognise.evidence import Evidence
from karat.reports import notebook as _notebook  # noqa: F401  # lets Scores show themselves
from karat.schemes import chosen
from karat.suites import functions, native, programs

if TYPE_CHECKING:
    from karat.analysis.comparison import Comparison
    from karat.analysis.contest import How
    from karat.analysis.picture import Picture

# What is accepted as trees; docs/objects.md has the list.
Trees: TypeAlias = Bank | Sentence | str | os.PathLike[str] | Iterable[Any]


def as_bank(trees: Trees, side: str = "the argument") -> Bank:
    """Coerce what people have: a Bank, a text, a path, a list of trees, NLTK trees, spaCy Docs.

    ``side`` is what messages call it.
    """
    return bank_of(trees, side)


def score(
    gold: Trees, system: Trees, scheme: str | Scheme | None = None, *, by: Sequence[str] = ()
) -> Score:
    """Score a system against gold.

    Without a scheme it is the usual one for gold, as on the command line: for trees the one of most
    papers, evalb(params=collins), which deletes punctuation; "evalb" alone deletes nothing. ``by`` names
    breakdowns, which ``Score.groups`` then has. A warning says so if the figures leave sentences out.

    >>> import karat
    >>> karat.score("(S (A (N a) (N b)) (N c))", "(S (N a) (A (N b) (N c)))").recall
    0.5
    """
    bank = as_bank(gold, "gold")
    wanted = _scheme(scheme, bank)
    found = _one(bank, as_bank(system, "system"), "system", wanted, breakdowns(wanted, by))
    warn_of_failures(found)
    return found


def compare(
    gold: Trees,
    systems: Mapping[str, Trees],
    schemes: str | Scheme | Sequence[str | Scheme] | None = None,
    *,
    measures: Sequence[str] = (),
    baseline: str = "",
    documents: Sequence[str] | None = None,
    **how: Any,
) -> "Comparison":
    """Compare several systems under several schemes; iterating over the result gives the Scores.

    Without schemes it is the usual one for gold, as in ``score``.
    ``measures`` are the figures that are tested; without them, those of the scheme's table.
    ``documents`` names the document of each sentence of gold. ``how`` are the options of
    ``karat compare``: all_pairs, test, unit, strata, samples, seed, level, interval, adjust.

    >>> import karat
    >>> found = karat.compare("(S (N a))", {"same": "(S (N a))", "none": [None]}, ["evalb(failed=empty)"])
    >>> for one in found:
    ...     print(one.system, one.recall)
    same 1.0
    none 0.0
    >>> found.differences[0]["difference"]
    -1.0
    """
    from karat.analysis.comparison import compare_systems
    from karat.reports import compare as _  # noqa: F401  # lets Comparisons show themselves

    if not isinstance(systems, Mapping):
        raise UsageError(
            f"systems is a {type(systems).__name__}; give a dictionary of names and trees, such as "
            '{"a": "a.mrg", "b": "b.mrg"}'
        )
    bank = as_bank(gold, "gold")
    several = [schemes] if schemes is None or isinstance(schemes, str | Scheme) else schemes
    found = compare_systems(
        bank,
        {name: as_bank(trees, str(name)) for name, trees in systems.items()},
        [_scheme(scheme, bank) for scheme in several],
        _how(measures=tuple(measures), baseline=baseline, **how),
        documents,
    )
    _warn_of_left_out(found)
    return found


def show(
    gold: Trees,
    systems: Trees | Mapping[str, Trees],
    number: int = 1,
    scheme: str | Scheme | None = None,
) -> "Picture":
    """One sentence of gold, counted from 1, with what a system made of it, or several systems by name.

    A notebook shows the result as a drawing; ``.svg()`` is the text of an SVG file. Without a scheme it is
    the usual one, as in ``score``.

    >>> import karat
    >>> gold, system = "(S (A (N a) (N b)) (N c))", "(S (N a) (A (N b) (N c)))"
    >>> picture = karat.show(gold, {"mine": system}, 1, "evalb")
    >>> picture.pairs[0].system.rows[1].mark.value
    'spurious and crosses gold'
    """
    from karat.analysis.pictured import drawn_as, picture

    bank = as_bank(gold, "gold")
    wanted = _scheme(scheme, bank)
    if not drawn_as(wanted).picture:
        raise UsageError(f"{wanted.name} compares nothing that can be drawn")
    given = systems if isinstance(systems, Mapping) else {"system": systems}
    if not given:
        raise UsageError(
            "there is no system to show; give its trees, or a dictionary of names and trees"
        )
    ours = all_decided(bank)
    theirs = {
        str(name): prepared(bank, as_bank(trees, str(name)))[1] for name, trees in given.items()
    }
    return picture(wanted, ours, theirs, number)


def _warn_of_left_out(found: "Comparison") -> None:
    """Warn if sentences are not compared because a system has no score for them."""
    from karat.model.outcome import Remark
    from karat.reports.compare_words import over_which

    for one in found.contests:
        if one.compared < one.total:
            warnings.warn(Remark(" ".join(over_which(one, None))), stacklevel=3)


def _how(**options: Any) -> "How":
    from karat.analysis.contest import How

    known = [one.name for one in fields(How)]
    for name in options:
        if name not in known:
            raise unknown("option of compare", name, known)
    return How(**options)


def phenomena(
    output: Bank | Sequence[str], recogniser: str | Callable[[str], Iterable[str]]
) -> list[tuple[str, ...]]:
    """The phenomena that each sentence of a parser's output shows.

    ``output`` is a Bank, or the native output for each sentence as text, empty where there is none.
    ``recogniser`` is what ``karat recognise --with`` takes, or a function of the text of a sentence.

    >>> import karat
    >>> karat.phenomena(["(S (NP (NNP Kim)) (VP (VBZ sleeps)))", ""], "ptb")
    [('proper-noun', 'intransitive'), ()]
    >>> karat.phenomena(["+++ PASSIVE", "+++"], lambda text: ["passive"] if "PASSIVE" in text else [])
    [('passive',), ()]
    """
    found = (
        programs.recogniser(recogniser)
        if isinstance(recogniser, str)
        else functions.of_function(recogniser)
    )
    if isinstance(output, (str, bytes)) or not isinstance(output, Sequence | Bank):
        raise UsageError(
            f"output is a {type(output).__name__}; give a Bank (karat.read, karat.read_text), or a list "
            "with the output for each sentence"
        )
    if isinstance(output, Bank):
        return found(native.of_bank(output, found.format).evidence)
    return found(Evidence(found.format or "text", output))


def _intervals(score: Score) -> Mapping[str, tuple[float, float]]:
    from karat.analysis.intervals import usual

    return usual(score)


INTERVALS["percentile"] = _intervals


def _scheme(scheme: str | Scheme | None, gold: Bank) -> Scheme:
    return chosen(formats.usual_scheme_of(gold) if scheme is None else scheme)


def _one(gold: Bank, system: Bank, name: str, scheme: Scheme, by: tuple[str, ...]) -> Score:
    if not len(system):
        raise no_sentences(name)
    ours, theirs = prepared(gold, system)
    found = compare_banks(ours, theirs, name, scheme, by)
    return replace(found, worst=Worst(found, ours, theirs)) if len(ours) <= SMALL else found
