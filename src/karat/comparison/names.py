"""Names of phenomena compared: those listed in gold with those found in a parser's output."""

import functools
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.files import resources
from karat.model.bank import Bank
from karat.model.columns import grouped
from karat.model.errors import InputError
from karat.model.layers import Table
from karat.model.measure import ratio
from karat.model.outcome import Keys, Outcome, Status
from karat.model.relation import Relation
from karat.model.rules import equal
from karat.model.scheme import LabelNames

if TYPE_CHECKING:
    from karat.recognise.rules import Recogniser


@dataclass(frozen=True)
class Names:
    """Compares the names that two Banks hold for the same sentences.

    ``core``: gold is the core phenomenon with its likely errors, otherwise all phenomena. ``bare``: a
    sentence without output is scored like any other. ``rules`` names a recogniser for Banks that
    list no names.
    """

    core: bool
    bare: bool
    rules: str

    def __call__(self, gold: Bank, system: Bank) -> Outcome:
        gold, system = self._named(gold), self._named(system)
        key = _relation(gold.layer("core" if self.core else "phenomena"))
        found = _relation(system.layer("phenomena"))
        gold_hit, system_hit = equal(key, found)
        errors = gold.layers.get("errors")
        shown = np.zeros(len(gold), np.int64)
        if errors is not None and self.core:
            likely = _relation(errors)
            shown = grouped(equal(likely, found)[0], likely.offset)
        status = np.zeros(len(gold), np.int32)
        if not self.bare:
            status[np.diff(system.token_offset) == 0] = Status.MISSING
        status[system.fault != 0] = Status.SYSTEM_FAULT
        status[gold.fault != 0] = Status.GOLD_FAULT
        scored = status == Status.SCORED
        whole = grouped(gold_hit, key.offset) == np.diff(key.offset)
        return Outcome(
            *(status, np.diff(gold.token_offset), key, found, gold_hit, system_hit, (gold, system)),
            counts={"whole": (whole & scored).astype(np.int64), "clean": (shown == 0) & scored},
            keys={"phenomenon": lambda: Keys(LabelNames(gold.labels), key.label, found.label)},
        )

    def _named(self, bank: Bank) -> Bank:
        if "phenomena" in bank.layers:
            return bank
        if not self.rules:
            raise InputError(
                f"{bank.path} lists no phenomena; give the rules to recognise them with, as in "
                "phenomena(mode=exhaustive,recogniser=ptb), or see: karat recognise --help"
            )
        from karat.recognise.banks import table
        from karat.recognise.evidence import Evidence

        recogniser = _recogniser(self.rules)
        names = recogniser(Evidence.of(bank, recogniser.format))
        return bank.with_layers(phenomena=table(bank.labels, names))


@functools.cache
def _recogniser(name: str) -> "Recogniser":
    from karat.recognise.rules import load

    return load(name)


def load_weights(path: str) -> dict[str, float]:
    """A user's table of weights of phenomena; ``default`` is the weight of those not in it."""
    if not path:
        return {}
    table = resources.read(path).toml()
    for name, weight in table.items():
        if isinstance(weight, bool) or not isinstance(weight, int | float) or not weight >= 0:
            raise InputError(f"{path}: the weight of {name} should be 0 or more, not {weight!r}")
    return table


def digest_of(weights: str, rules: str) -> str:
    """The hash of a table of weights and of a recogniser's rules, for signatures."""
    said = repr(sorted(load_weights(weights).items())) if weights else ""
    if rules:
        from karat.recognise.rules import PROGRAM

        said += rules if PROGRAM.fullmatch(rules) else _recogniser(rules).sha256
    return hashlib.sha256(said.encode()).hexdigest() if said else ""


def exhaustive(counts: Mapping[str, Any]) -> Any:
    """Precision; if the system lists nothing but gold does, it is 0, not undefined."""
    nothing = np.equal(counts["system"], 0)
    return ratio(counts["matched"], np.where(nothing, counts["gold"], counts["system"]))


def _relation(table: Table) -> Relation:
    label = table["label"]
    zeros = np.zeros_like(label)
    # Row -1: no bracket belongs to a name, so none can be shown as matched or missed.
    return Relation(table.offset, zeros, zeros, label, zeros - 1).as_set()
