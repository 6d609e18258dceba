"""Names of phenomena, recognised in each parser's own output and compared with a list.

    precision = matched / system                     (mode=exhaustive)
    recall    = matched / gold
    precision = (whole + clean) / (2 sentences)      (mode=core)

R are the names that a recogniser found in the output for a sentence (``system``). Exhaustive: gold
is the list of all phenomena of the sentence; where R is empty and gold is not, precision is 0. Core
and error: gold is the core phenomenon alone; ``whole`` is 1 if it is in R, ``clean`` is 1 if none of
the likely errors is. The figures of the paper are means over sentences, ``precision@sentence`` and
``recall@sentence``; ``precision@phenomenon`` and ``recall@phenomenon`` are means over the phenomena,
each with the same weight or with that of a table (``weights=FILE``).

Tam, Sato, Miyao and Tsujii (2008), formulae 1 to 4.

Differences from the paper: a sentence without any output gets 0 for both, which the paper proposes
as an exception in section 6.2; ``bare=yes`` restores the formula, which gives it half of a point
for showing no error. Several errors an item are allowed, as the paper proposes there.

>>> from karat import score
>>> from karat.recognise.banks import listed
>>> both = ["John gives a flower to Mary", "John gives Mary a flower"]
>>> gold = listed(both, core=[["ditransitive"], ["dative-shift"]], errors=[["adjunct"], ["noun-compound"]],
...     phenomena=[["proper-noun", "ditransitive", "preposition"], ["proper-noun", "dative-shift"]])
>>> system = listed(both, phenomena=[
...     ["proper-noun", "monotransitive", "preposition", "adjunct"], ["proper-noun", "dative-shift"]])
>>> found = score(gold, system, "phenomena(mode=exhaustive)").measures
>>> found["precision@sentence"], round(found["recall@sentence"], 4)
(0.75, 0.8333)
>>> found = score(gold, system, "phenomena").measures
>>> found["precision@sentence"], found["recall@sentence"]
(0.5, 0.5)
"""

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.model.bank import Bank
from karat.model.columns import Flags, Longs, grouped
from karat.model.errors import InputError
from karat.model.labels import Labels
from karat.model.layers import Table
from karat.model.relation import Relation
from karat.model.rules import equal
from karat.model.scheme import Outcome, Scheme, option
from karat.model.tally import SCORED, Groups, Measure, Tally, Total, ratio

if TYPE_CHECKING:
    from karat.recognise.rules import Recogniser

MISSING = 3
# What is summed for each phenomenon; what failed sentences have of it stands apart.
_COLUMNS = ("gold", "matched", "full", "points", "failed_gold", "failed_full")


@dataclass(frozen=True)
class Phenomena(Scheme):
    """Names of phenomena recognised in native output: precision and recall, without conversion."""

    name = "phenomena"
    citation = (
        "Wai Lok Tam, Yo Sato, Yusuke Miyao and Jun-ichi Tsujii. 2008. Parser evaluation across "
        "frameworks without format conversion. Coling workshop on cross-framework and cross-domain "
        "parser evaluation."
    )
    counts = ("gold", "system", "matched", "whole", "clean", "sentences")
    table = (
        "precision@sentence",
        "recall@sentence",
        "precision@phenomenon",
        "recall@phenomenon",
    )
    breakdowns = ("phenomenon", "length")
    drawn = False
    pools = ("precision@phenomenon", "recall@phenomenon")

    mode: str = option(
        "core",
        "gold is the core phenomenon with likely errors, or all phenomena",
        ("core", "exhaustive"),
    )
    bare: bool = option(False, "the bare formula for a sentence without output")
    weights: str = option("", "a TOML file of weights for the means over phenomena; else equal")
    recogniser: str = option(
        "", "recognise phenomena in both files first: ptb, ud, or a file of rules"
    )

    def comparison(self, labels: Labels) -> "Names":
        return Names(self)

    def row(self, outcome: Outcome) -> dict[str, Longs]:
        scored = (outcome.status == SCORED).astype(np.int64)
        return outcome.by_sentence() | {
            "whole": outcome.more["whole"] * scored,
            "clean": outcome.more["clean"] * scored,
            "sentences": np.ones(len(scored), np.int64),
        }

    def measures(self) -> dict[str, Measure]:
        return {
            "precision": _exhaustive if self.mode == "exhaustive" else _core,
            "recall": lambda c: ratio(c["matched"], c["gold"]),
        }

    def formulas(self) -> dict[str, str]:
        if self.mode == "exhaustive":
            return {}
        core = "(whole + clean) / (2 sentences) = ({whole} + {clean}) / (2 × {sentences})"
        return {"precision": core}

    def tally(self, outcome: Outcome, labels: Labels, by: tuple[str, ...] = ()) -> Tally:
        tally = super().tally(outcome, labels)
        table = self._by_phenomenon(outcome, labels)
        names = ("@phenomenon", *(("phenomenon",) if "phenomenon" in by else ()))
        return replace(tally, groups=dict.fromkeys(names, table))

    def _by_phenomenon(self, outcome: Outcome, labels: Labels) -> Groups:
        wanted = (
            outcome.length <= self.length if self.length else np.ones(len(outcome.status), bool)
        )
        failed = outcome.status != SCORED
        counts = {
            "gold": _count(outcome.gold, labels, wanted),
            "matched": _count(outcome.gold, labels, wanted, outcome.gold_hit),
            "failed_gold": _count(outcome.gold, labels, wanted & failed),
        }
        if self.mode == "exhaustive":
            full = _count(outcome.system, labels, wanted)
            points, lost = _count(outcome.system, labels, wanted, outcome.system_hit), full * 0
        else:
            full, lost = 2 * counts["gold"], 2 * counts["failed_gold"]
            row = self.row(outcome)
            points = _count(outcome.gold, labels, wanted, row["whole"] + row["clean"], each=True)
        counts |= {"full": full, "points": points, "failed_full": lost}
        rows = np.stack([counts[name] for name in _COLUMNS], axis=1)
        strings = labels.strings()
        return Groups(
            _COLUMNS,
            {
                strings[i].decode(): tuple(rows[i].tolist())
                for i in np.flatnonzero(rows.any(axis=1))
            },
        )

    def breakdown(self, table: Groups) -> dict[str, dict[str, Any]]:
        return {
            name: {
                "measures": _figures(row, self.failed),
                "counts": dict(zip(_COLUMNS[:4], row[:4], strict=True)),
            }
            for name, row in sorted(table.counts.items())
        }

    def pooled(self, total: Total, policy: str) -> dict[str, float]:
        sums = {"precision": [0.0, 0.0], "recall": [0.0, 0.0]}
        for name, row in total.groups["@phenomenon"].counts.items():
            weight = self._table.get(name, self._table.get("default", 1.0))
            for measure, value in _figures(row, policy).items():
                if not np.isnan(value):
                    sums[measure][0] += weight * value
                    sums[measure][1] += weight
        return {f"{name}@phenomenon": float(ratio(*pair)) for name, pair in sums.items()}

    @cached_property
    def _table(self) -> Mapping[str, float]:
        """The weights; ``default`` is that of the phenomena not in it."""
        if not self.weights:
            return {}
        path = Path(self.weights)
        try:
            table = tomllib.loads(path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise InputError(f"{path}: cannot be read as a table of weights: {error}") from None
        for name, weight in table.items():
            if isinstance(weight, bool) or not isinstance(weight, int | float) or not weight >= 0:
                raise InputError(
                    f"{path}: the weight of {name} should be 0 or more, not {weight!r}"
                )
        return table

    def digest(self) -> str:
        said = repr(sorted(self._table.items())) if self.weights else ""
        if self.recogniser:
            from karat.recognise.rules import load

            said += load(self.recogniser).sha256
        return hashlib.sha256(said.encode()).hexdigest() if said else ""


SCHEME = Phenomena


class Names:
    """Compares the names that two Banks hold for the same sentences."""

    def __init__(self, scheme: Phenomena) -> None:
        self._scheme = scheme

    @cached_property
    def _recogniser(self) -> "Recogniser":
        from karat.recognise.rules import load

        return load(self._scheme.recogniser)

    def __call__(self, gold: Bank, system: Bank) -> Outcome:
        scheme = self._scheme
        gold, system = self._with_names(gold), self._with_names(system)
        wanted = gold.layer("core" if scheme.mode == "core" else "phenomena")
        key, found = _relation(wanted), _relation(system.layer("phenomena"))
        gold_hit, system_hit = equal(key, found)
        offset = key.offset
        errors = gold.layers.get("errors")
        likely = _relation(errors) if errors is not None and scheme.mode == "core" else None
        shown = grouped(equal(likely, found)[0], likely.offset) if likely else np.zeros(len(gold))
        status = np.where(gold.fault != 0, 1, np.where(system.fault != 0, 2, 0)).astype(np.int32)
        absent = np.diff(system.token_offset) == 0
        if not scheme.bare:
            status[(status == 0) & absent] = MISSING
        return Outcome(
            status,
            np.diff(gold.token_offset).astype(np.int32),
            key,
            found,
            gold_hit,
            system_hit,
            np.zeros(len(key), np.int8),
            np.zeros(len(found), np.int8),
            {
                "whole": (grouped(gold_hit, offset) == np.diff(offset)).astype(np.int64),
                "clean": (shown == 0).astype(np.int64),
            },
        )

    def _with_names(self, bank: Bank) -> Bank:
        if "phenomena" in bank.layers:
            return bank
        if not self._scheme.recogniser:
            raise InputError(
                f"{bank.path}: it lists no phenomena; give the rules to recognise them with, as in "
                "phenomena(mode=exhaustive,recogniser=ptb), or see: karat recognise --help"
            )
        from karat.recognise.banks import table
        from karat.recognise.evidence import Evidence

        names = self._recogniser(Evidence.of(bank, self._recogniser.format))
        return bank.with_layers(phenomena=table(bank.labels, names))


def _relation(table: Table) -> Relation:
    label = table["label"]
    zeros = np.zeros_like(label)
    # A name comes from no bracket that could be shown as matched or missed.
    return Relation(table.offset, zeros, zeros, label, zeros - 1).as_set()


def _exhaustive(c: Mapping[str, Any]) -> Any:
    """An empty list against one that is not is wholly wrong, not undefined."""
    return ratio(c["matched"], np.where(np.equal(c["system"], 0), c["gold"], c["system"]))


def _core(c: Mapping[str, Any]) -> Any:
    return ratio(c["whole"] + c["clean"], 2 * c["sentences"])


def _figures(row: tuple[int, ...], policy: str) -> dict[str, float]:
    one = dict(zip(_COLUMNS, row, strict=True))
    kept = 0 if policy == "empty" else 1
    return {
        "recall": float(ratio(one["matched"], one["gold"] - kept * one["failed_gold"])),
        "precision": float(ratio(one["points"], one["full"] - kept * one["failed_full"])),
    }


def _count(
    relation: Relation,
    labels: Labels,
    sentences: np.typing.NDArray[np.bool_],
    values: Flags | Longs | None = None,
    *,
    each: bool = False,
) -> Longs:
    """The rows of some sentences by label, or the sum of their values; ``each``: a sentence's."""
    sizes = np.diff(relation.offset)
    keep = np.repeat(sentences, sizes)
    if values is None:
        weights = np.ones(int(keep.sum()))
    else:
        weights = (np.repeat(values, sizes) if each else values)[keep].astype(np.float64)
    sums = np.bincount(relation.label[keep], weights=weights, minlength=len(labels))
    return sums.astype(np.int64)
