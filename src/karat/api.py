"""What Python programs call: read, score, compare, phenomena."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from karat import formats
from karat.comparison.undecided import all_decided
from karat.engine.memory import compare_banks
from karat.files import objects
from karat.formats import read as read
from karat.formats import read_text as read_text
from karat.model.bank import Bank, relabelled_pair
from karat.model.errors import UsageError, unknown
from karat.model.scheme import Scheme
from karat.model.score import INTERVALS, Score
from karat.recognise.evidence import Evidence
from karat.reports import notebook as _notebook  # noqa: F401  # lets Scores show themselves
from karat.schemes import parse
from karat.suites import functions, native, programs

if TYPE_CHECKING:
    from karat.analysis.comparison import Comparison
    from karat.analysis.contest import How

# Anything that is naturally a bank: one, a text of trees, a list of texts, of NLTK trees or of
# spaCy's Docs, a Doc, a DocBin.
Trees: TypeAlias = Bank | str | Iterable[Any]


def as_bank(trees: Trees) -> Bank:
    """Coerce what people have: a Bank, text, strings or NLTK trees (one item, one sentence), spaCy Docs."""
    if isinstance(trees, Bank):
        return trees
    if isinstance(trees, str):
        return read_text(trees)
    sentences = objects.docs(trees)
    if sentences is not None:
        return objects.from_docs(sentences, partial(read_text, format="conllu"))
    lines = []
    # An NLTK tree is a list of its children, but it is one sentence.
    items: Iterable[Any] = [trees] if hasattr(trees, "pformat") else trees
    for item in items:
        if hasattr(item, "pformat"):
            item = item.pformat(margin=1 << 60)
        if item is not None and not isinstance(item, str):
            raise UsageError(
                f"cannot take a {type(item).__name__} for a tree; give strings, NLTK trees, spaCy "
                "Docs, or None for a missing parse"
            )
        lines.append(" ".join((item or "").split("\n")))
    text = "".join(line + "\n" for line in lines)
    numbered = formats.numbered(text[: formats.HEAD].encode("utf-8", "surrogateescape"))
    format = "discbracket" if numbered else "brackets"  # noqa: A001  # the option's name
    return read_text(text, format=format, layout="lines")


def score(
    gold: Trees, system: Trees, scheme: str | Scheme | None = None, *, by: Sequence[str] = ()
) -> Score:
    """Score a system against gold.

    Without a scheme it is the usual one for gold, as on the command line: for trees the one of most
    papers, evalb(params=collins), which deletes punctuation; "evalb" alone deletes nothing.

    >>> score("(S (A (N a) (N b)) (N c))", "(S (N a) (A (N b) (N c)))").recall
    0.5
    """
    bank = as_bank(gold)
    return _one(bank, as_bank(system), "system", _scheme(scheme, bank), tuple(by))


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

    >>> found = compare("(S (N a))", {"same": "(S (N a))", "none": [None]}, ["evalb(failed=empty)"])
    >>> for one in found:
    ...     print(one.system, one.recall)
    same 1.0
    none 0.0
    >>> found.differences[0]["difference"]
    -1.0
    """
    from karat.analysis.comparison import compare_systems
    from karat.reports import compare as _  # noqa: F401  # lets Comparisons show themselves

    bank = as_bank(gold)
    several = [schemes] if schemes is None or isinstance(schemes, str | Scheme) else schemes
    return compare_systems(
        bank,
        {name: as_bank(trees) for name, trees in systems.items()},
        [_scheme(scheme, bank) for scheme in several],
        _how(measures=tuple(measures), baseline=baseline, **how),
        documents,
    )


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

    >>> phenomena(["(S (NP (NNP Kim)) (VP (VBZ sleeps)))", ""], "ptb")
    [('proper-noun', 'intransitive'), ()]
    >>> phenomena(["+++ PASSIVE", "+++"], lambda text: ["passive"] if "PASSIVE" in text else [])
    [('passive',), ()]
    """
    found = (
        programs.recogniser(recogniser)
        if isinstance(recogniser, str)
        else functions.of_function(recogniser)
    )
    if isinstance(output, Bank):
        return found(native.of_bank(output, found.format).evidence)
    return found(Evidence(found.format or "text", output))


def _intervals(score: Score) -> Mapping[str, tuple[float, float]]:
    from karat.analysis.intervals import usual

    return usual(score)


INTERVALS["percentile"] = _intervals


def _scheme(scheme: str | Scheme | None, gold: Bank) -> Scheme:
    if scheme is None:
        scheme = formats.usual_scheme_of(gold)
    return parse(scheme) if isinstance(scheme, str) else scheme


def _one(gold: Bank, system: Bank, name: str, scheme: Scheme, by: tuple[str, ...]) -> Score:
    pair = relabelled_pair(all_decided(gold), all_decided(system))
    return compare_banks(*pair, name, scheme, by)
