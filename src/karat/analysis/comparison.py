"""Comparison: several systems under several schemes, with what their differences are worth."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from karat.analysis.contest import Contest, How, contest
from karat.comparison.by_id import has_ids
from karat.comparison.counted import in_common
from karat.engine.memory import prepared, tallied_banks
from karat.engine.tallied import Streamed, Tallied
from karat.model.bank import Bank
from karat.model.documents import Documents, documents_of
from karat.model.errors import InputError, UsageError, unknown
from karat.model.scheme import Scheme
from karat.model.score import Score

if TYPE_CHECKING:
    import pandas
    import polars

# A system whose counts are in memory, or are read block by block.
_System = TypeVar("_System", Tallied, Streamed)

# How a Comparison is shown, as text and as HTML; reports/notebook.py sets the functions.
RENDERERS: dict[str, Callable[["Comparison"], str]] = {}


@dataclass(frozen=True, eq=False)
class Comparison:
    """The result of ``karat.compare``. Iterating over it gives the Scores, system by system.

    ``print`` shows the tables; a notebook shows them as HTML.

    >>> import karat
    >>> gold = ["(S (A (N a) (N b)) (N c))", "(S (N a) (A (N b) (N c)))"]
    >>> found = karat.compare(gold, {"same": gold, "swapped": gold[::-1]}, "evalb(failed=empty)")
    >>> found.systems, [one.recall for one in found]
    (['same', 'swapped'], [1.0, 0.5])
    """

    contests: tuple[Contest, ...]
    how: How
    notes: tuple[str, ...] = ()

    @property
    def scores(self) -> list[Score]:
        """A Score for each system and scheme, systems in the order given."""
        return [
            score
            for row in zip(*(one.scores for one in self.contests), strict=True)
            for score in row
        ]

    def __iter__(self) -> Iterator[Score]:
        return iter(self.scores)

    def __len__(self) -> int:
        return len(self.scores)

    def __getitem__(self, number: int) -> Score:
        return self.scores[number]

    @property
    def systems(self) -> list[str]:
        """The names of the systems."""
        return [score.system for score in self.contests[0].scores]

    @property
    def differences(self) -> list[dict[str, Any]]:
        """One row for each scheme, measure and pair of systems; ``difference`` is b - a."""
        return [pair.as_dict() for one in self.contests for pair in one.pairs]

    @property
    def p_values(self) -> dict[tuple[str, str, str, str], float]:
        """The adjusted p of each scheme, measure, a and b."""
        return {
            (str(pair.scheme), pair.measure, pair.a, pair.b): pair.p
            for one in self.contests
            for pair in one.pairs
        }

    @property
    def letters(self) -> dict[str, dict[str, dict[str, str]]]:
        """For each scheme, measure and system its letters; systems that share one do not differ."""
        return {
            str(one.scheme): {
                measure: dict(zip(self.systems, found, strict=True))
                for measure, found in one.letters.items()
            }
            for one in self.contests
        }

    def rows(self) -> list[dict[str, Any]]:
        """One row for each system, scheme and measure: the value, its interval and its letters."""
        found = []
        for one in self.contests:
            for measure, marks in one.letters.items():
                for score, letters in zip(one.scores, marks, strict=True):
                    low, high = score.intervals[measure]
                    found.append(
                        {"system": score.system, "scheme": str(one.scheme), "measure": measure,
                         "value": score.measures[measure], "low": low, "high": high,
                         "letters": letters}
                    )  # fmt: skip
        return found

    def table(self) -> str:
        """The tables as ``karat compare`` prints them."""
        return RENDERERS["text"](self) if "text" in RENDERERS else repr(self)

    def __str__(self) -> str:
        return self.table()

    def __repr__(self) -> str:
        schemes = ", ".join(str(one.scheme) for one in self.contests)
        return f"Comparison({', '.join(self.systems)}: {schemes}; {self.contests[0].compared} sentences)"

    def _repr_html_(self) -> str | None:
        """What a notebook shows, once the reports are loaded."""
        return RENDERERS["html"](self) if "html" in RENDERERS else None

    def to_pandas(self) -> "pandas.DataFrame":
        """The differences as a pandas DataFrame; pandas must be installed."""
        import pandas

        return pandas.DataFrame(list(map(_flat, self.differences)))

    def to_polars(self) -> "polars.DataFrame":
        """The differences as a polars DataFrame; polars must be installed."""
        import polars

        return polars.DataFrame(list(map(_flat, self.differences)))

    def as_dict(self) -> dict[str, Any]:
        """The comparison as in the JSON of ``karat compare``."""
        return {
            "systems": [
                {
                    "system": name,
                    "results": [
                        one.scores[at].as_dict()
                        | {"letters": {name: found[at] for name, found in one.letters.items()}}
                        for one in self.contests
                    ],
                }
                for at, name in enumerate(self.systems)
            ],
            "comparisons": self.differences,
            "sentences": [
                {
                    "scheme": str(one.scheme), "total": one.total, "compared": one.compared,
                    "units": one.units, "failed": dict(one.lost), "method": one.signature,
                }
                for one in self.contests
            ],
            "notes": [*self.notes, *(note for one in self.contests for note in one.notes)],
        }  # fmt: skip


def _flat(row: Mapping[str, Any]) -> dict[str, Any]:
    """A difference as a row of a table, its interval in two columns."""
    found = dict(row)
    found["low"], found["high"] = found.pop("interval")
    return found


def comparison(
    systems: Sequence[_System], how: How, documents: Documents | None, gold: str,
    compete: Callable[[Sequence[_System], How, Documents | None], Contest] = contest,  # type: ignore[assignment]  # for Tallied
) -> Comparison:  # fmt: skip
    """Compare systems under the schemes of their results, each system under each scheme.

    ``documents`` are those of gold, if it is known to have any; ``gold`` is what messages call it.
    ``compete`` compares systems under one scheme, in memory or block by block.
    """
    names = list(dict.fromkeys(one.name for one in systems))
    if how.baseline and how.baseline not in names:
        raise unknown("system", how.baseline, names)
    if "document" in (how.unit, how.strata):
        check_documents(documents, gold)
    schemes = list(dict.fromkeys(one.result.scheme for one in systems))
    check_measures(how.measures, schemes)
    by_scheme = [[one for one in systems if one.result.scheme == scheme] for scheme in schemes]
    contests = tuple(compete(some, how, documents) for some in by_scheme)
    notes = _of_documents(documents) if how.unit == "sentence" else []
    return Comparison(contests, how, tuple(notes))


def check_measures(measures: Sequence[str], schemes: Sequence[Scheme]) -> None:
    """Every measure must be one of a scheme."""
    known = list(dict.fromkeys(name for one in schemes for name in one.figure_names()))
    for name in measures:
        if name not in known:
            raise unknown(f"measure of {', '.join(one.name for one in schemes)}", name, known)


def check_documents(documents: Documents | None, gold: str) -> None:
    """Documents can be drawn only if gold has several."""
    if documents is None:
        raise UsageError(
            f"{gold} does not say which sentences are a document, as '# newdoc id = …' does in CoNLL-U; "
            "leave out 'document', so that sentences are drawn"
        )
    if len(documents.names) < 2:
        raise UsageError(
            f"{gold} is a single document; leave out 'document', so that sentences are drawn"
        )


def _of_documents(documents: Documents | None) -> list[str]:
    many = len(documents.names) if documents else 0
    if many < 2:
        return []
    return [
        f"gold has {many} documents; sentences of a document are not independent, so intervals over "
        "sentences are too narrow; --unit document draws whole documents"
    ]


def compare_systems(
    gold: Bank, systems: Mapping[str, Bank], schemes: Sequence[Scheme], how: How,
    documents: Sequence[str] | None = None,
) -> Comparison:  # fmt: skip
    """Compare systems that are in memory; ``documents`` names the document of each sentence of gold."""
    if not systems:
        raise UsageError("no systems to compare; give a dictionary of names and parses")
    banks = list(systems.values())
    if all(map(has_ids, banks)):
        banks = in_common(banks)
    pairs = [prepared(gold, bank) for bank in banks]
    tallied = [
        tallied_banks(*pair, name, scheme)
        for name, pair in zip(systems, pairs, strict=True)
        for scheme in schemes
    ]
    found = documents_of(gold) if documents is None else _named(documents, len(gold))
    return comparison(tallied, how, found, "gold")


def _named(documents: Sequence[str], sentences: int) -> Documents:
    if len(documents) != sentences:
        raise InputError(
            f"there are names of documents for {len(documents)} sentences, but gold has {sentences}"
        )
    names, number = np.unique(np.asarray(documents, str), return_inverse=True)
    return Documents(number.astype(np.int64), tuple(names.tolist()))
