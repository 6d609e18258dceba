"""Names of phenomena compared: those listed in gold with those found in a parser's output."""

import functools
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.comparison.by_id import has_ids
from karat.comparison.counted import Counted, counted
from karat.files import phenomena, resources
from karat.model.bank import Bank
from karat.model.columns import Bools, Flags, Longs, grouped
from karat.model.errors import InputError
from karat.model.layers import Table, names_of, offsets
from karat.model.measure import ratio
from karat.model.outcome import Item, Keys, Note, Outcome, Status
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
    list no names. ``inventory`` and ``experimental`` say which names count. With ``core``, a sentence
    counts only if its core phenomenon does.
    """

    core: bool
    bare: bool = False
    rules: str = ""
    inventory: str = ""
    experimental: bool = False

    def __call__(self, gold: Bank, system: Bank) -> Outcome:
        layer = "core" if self.core else "phenomena"
        gold, system = self._named(gold, layer), self._named(system, "phenomena")
        names = self._counted(gold, system)
        key = _relation(gold, self._layer(gold, layer), names)
        found = _relation(system, system.layer("phenomena"), names)
        gold_hit, system_hit = equal(key, found)
        shown: Longs = np.zeros(len(gold), np.int64)
        slips = np.zeros(len(found), np.int8)
        if "errors" in gold.layers and self.core:
            likely = _relation(gold, gold.layers["errors"], names)
            hits, slips = equal(likely, found)
            shown = grouped(hits, likely.offset)
        status = self._status(gold, system)
        scored = status == Status.SCORED
        whole = grouped(gold_hit, key.offset) == np.diff(key.offset)
        keep: Bools = np.diff(key.offset) > 0 if self.core else np.ones(len(gold), bool)
        return Outcome(
            *(status, np.diff(gold.token_offset), key, found, gold_hit, system_hit, (gold, system)),
            counts={
                "whole": (whole & scored).astype(np.int64),
                "clean": (shown == 0) & scored,
            },
            keys={"phenomenon": lambda: Keys(LabelNames(gold.labels), key.label, found.label)},
            notes=(names.note(), *(_left_out(gold, keep, names) if self.core else ())),
            items=lambda side, at: (
                _items(system, found, slips, at)
                if side
                else _items(gold, key, np.zeros_like(gold_hit), at)
            ),
            counted=keep,
            signed=(phenomena.fingerprint(names.names),),
        )

    def _status(self, gold: Bank, system: Bank) -> Any:
        for bank in (gold, system):
            # A list of names that cannot be read is a mistake of its author, not of a parser.
            for error in bank.errors() if has_ids(bank) else ():
                raise error
        status = np.zeros(len(gold), np.int32)
        if not self.bare:
            status[np.diff(system.token_offset) == 0] = Status.MISSING
        status[system.fault != 0] = Status.SYSTEM_FAULT
        status[gold.fault != 0] = Status.GOLD_FAULT
        return status

    def _counted(self, gold: Bank, system: Bank) -> Counted:
        """The names that count; names that nobody has described are an error."""
        own = phenomena.inventory(self.inventory).own
        scopes = [scope for bank in (gold, system) if (scope := phenomena.scope_of(bank))]
        described = {*own, *(name for names, _ in scopes for name in names)}
        for bank, layers in ((gold, ("phenomena", "core", "errors")), (system, ("phenomena",))):
            for name in sorted(_used(bank, layers) - described - phenomena.catalogue().keys()):
                try:
                    phenomena.canonical(name)
                except InputError as error:
                    raise InputError(f"{bank.path}: {error}\n{phenomena.ADVICE}") from None
                raise InputError(f"{bank.path}: write {phenomena.canonical(name)}, not {name!r}")
        return counted(gold, system, self.inventory, self.experimental)

    def _layer(self, gold: Bank, layer: str) -> Table:
        if layer not in gold.layers:
            raise InputError(
                f"{gold.path} lists no {'core phenomena' if self.core else 'phenomena'}; "
                + (
                    "add a column core, or compare all names: phenomena(mode=exhaustive)"
                    if self.core
                    else "add a column phenomena, or compare core phenomena: phenomena(mode=core)"
                )
            )
        return gold.layers[layer]

    def _named(self, bank: Bank, layer: str) -> Bank:
        """The Bank with names in it: those that it lists, or those that the recogniser finds."""
        if bank.layers.keys() & {"phenomena", layer}:
            return bank
        if not self.rules:
            raise InputError(
                f"{bank.path} lists no phenomena; give the rules to recognise them with, as in "
                "phenomena(mode=exhaustive,recogniser=ptb), or see: karat recognise --help"
            )
        from karat.recognise.banks import scope, table
        from karat.recognise.evidence import Evidence

        recogniser = _recogniser(self.rules)
        names = recogniser(Evidence.of(bank, recogniser.format))
        found = {"phenomena": table(bank.labels, names)}
        return bank.with_layers(**found, inventory=scope(recogniser, bank.labels, len(bank)))


@functools.cache
def _recogniser(name: str) -> "Recogniser":
    from karat.recognise.rules import load

    return load(name)


def _is_program(rules: str) -> bool:
    """Whether the recogniser is a program or a function; it has no names but those of the catalogue."""
    from karat.recognise.rules import PROGRAM

    return PROGRAM.fullmatch(rules) is not None


def _left_out(gold: Bank, keep: Bools, names: Counted) -> tuple[Note, ...]:
    """Notes about sentences that do not count, by the reason."""
    core = gold.layers["core"]
    has = np.diff(core.offset) > 0
    none = int((~has).sum())
    found = [("left out: gold has no core phenomenon", none)] if none else []
    listed = names_of(gold.labels, core["label"])
    lost = [listed[int(core.offset[i])] for i in np.flatnonzero(has & ~keep).tolist()]
    for reason, left in names.left_out.items():
        if count := sum(name in left for name in lost):
            found.append((f"left out: the core phenomenon does not count ({reason})", count))
    return tuple(found)


def load_weights(path: str, own: Mapping[str, str] | None = None) -> dict[str, float]:
    """A user's table of weights of phenomena; ``default`` is the weight of those not in it.

    ``own`` are names that karat's catalogue lacks.
    """
    if not path:
        return {}
    file = resources.read(path)
    content = file.toml()
    for name, weight in content.items():
        if (
            isinstance(weight, bool)
            or not isinstance(weight, int | float)
            or not 0 <= weight < 1e100
        ):
            said = f"{weight!r}"[:40]
            raise InputError(f"{path}: the weight of {name} should be 0 or more, not {said}")
    known = phenomena.checked(file, [name for name in content if name != "default"], own or {})
    given = [weight for name, weight in content.items() if name != "default"]
    usual = {"default": content["default"]} if "default" in content else {}
    return dict(zip(known, given, strict=True)) | usual


def own_names(rules: str, inventory: str) -> dict[str, str]:
    """The names that a file of rules and an inventory add to the catalogue."""
    known = _recogniser(rules).phenomena if rules and not _is_program(rules) else ()
    added = set(known) - phenomena.catalogue().keys()
    return dict.fromkeys(sorted(added), "") | dict(phenomena.inventory(inventory).own)


def digest_of(weights: str, rules: str, inventory: str = "") -> str:
    """The hash of a table of weights, of a recogniser's rules and of an inventory, for signatures."""
    table = load_weights(weights, own_names(rules, inventory)) if weights else {}
    said = repr(sorted(table.items())) if weights else ""
    if rules:
        said += rules if _is_program(rules) else _recogniser(rules).sha256
    said += phenomena.digest(inventory) if inventory else ""
    return hashlib.sha256(said.encode()).hexdigest() if said else ""


def exhaustive(counts: Mapping[str, Any]) -> Any:
    """Precision; if the system lists nothing but gold does, it is 0, not undefined."""
    nothing = np.equal(counts["system"], 0)
    return ratio(counts["matched"], np.where(nothing, counts["gold"], counts["system"]))


def _used(bank: Bank, layers: tuple[str, ...]) -> frozenset[str]:
    """The names in these layers of a Bank."""
    columns = [bank.layers[name]["label"] for name in layers if name in bank.layers]
    numbers = np.unique(np.concatenate(columns)) if columns else np.zeros(0, np.int32)
    return frozenset(names_of(bank.labels, numbers))


def _relation(bank: Bank, table: Table, names: Counted) -> Relation:
    """The names that count, as a set."""
    allowed = np.array(
        [one.decode("utf-8", "replace") in names.names for one in bank.labels.strings()]
    )
    keep = allowed[table["label"]]
    offset = offsets(grouped(keep.astype(np.int8), table.offset))
    label = table["label"][keep]
    zeros = np.zeros_like(label)
    # Row -1: no bracket belongs to a name, so none can be shown as matched or missed.
    return Relation(offset, zeros, zeros, label, zeros - 1).as_set()


def _items(bank: Bank, relation: Relation, likely: Flags, sentence: int) -> list[Item]:
    """The names of a sentence; those that are likely errors are called so."""
    rows = relation.rows(sentence)
    names = names_of(bank.labels, relation.label[rows])
    both = zip(names, likely[rows].tolist(), strict=True)
    return [Item(name, (), "a likely error" if error else "") for name, error in both]
