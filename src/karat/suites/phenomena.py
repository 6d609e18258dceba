"""Score recognised phenomena against a suite's items, with other schemes beside them."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from karat import formats, suites
from karat.comparison import counted
from karat.comparison.by_id import has_ids, ids_of
from karat.engine.memory import compare_banks, tallied_banks
from karat.engine.tallied import Tallied
from karat.files import phenomena
from karat.files.phenomena import Inventory
from karat.files.source import Source
from karat.model.bank import Bank, relabelled_pair
from karat.model.errors import InputError, UsageError
from karat.model.picking import alike, joined, picked
from karat.model.scheme import Scheme
from karat.model.score import Score
from karat.recognise.banks import recognised, table
from karat.recognise.evidence import Evidence
from karat.recognise.rules import Recogniser, load
from karat.schemes.phenomena import Phenomena
from karat.suites import files, runs
from karat.suites.gold import Gold
from karat.suites.gold_names import declared, gold_of
from karat.suites.inputs import Input
from karat.suites.items import Item
from karat.suites.native import USUAL, Native
from karat.suites.recognition import ANALYSES
from karat.suites.runs import Run


def with_recognised(run: Run, gold: Gold, more: Recogniser | None = None) -> tuple[Run, str]:
    """The run with the phenomena that gold shows, if no item names any; and the rules that were used.

    A treebank does not say which phenomena its sentences show, but recognisers can. ``more`` is used
    beside the usual one, if it is for the same format.
    """
    named = any(one.item.all_phenomena for one in run.results)
    rules = USUAL.get(gold.format, "")
    if named or not rules or not gold.texts:
        return run, ""
    recogniser = load(rules)
    evidence = recogniser.read(list(gold.texts.values()))
    shown = recogniser(evidence)
    if more is not None and more.format == recogniser.format:
        shown = [one + two for one, two in zip(shown, more(evidence), strict=True)]
    of = dict(zip(gold.texts, shown, strict=True))
    results = tuple(
        replace(one, item=replace(one.item, phenomena=of.get(one.item.id, ())))
        for one in run.results
    )
    return replace(run, results=results), rules


def scores(
    recogniser: Recogniser, native: Native, items: Sequence[Item], schemes: Sequence[Scheme], *,
    name: str, rules: str, folder: Path | None = None, by: tuple[str, ...] = (),
) -> list[Score]:  # fmt: skip
    """One score per scheme; ``phenomena`` compares names, any other the analyses in ``folder``.

    ``native`` has output for all items, or for the grammatical ones only.
    """
    gold = Key.of_items(items, folder=folder)
    return gold.scores(System.of(recogniser, native, name, rules), schemes, by)


@dataclass(frozen=True, eq=False)
class System:
    """The names that one parser's output shows; ``rules`` found them, or nobody knows who did."""

    name: str
    rules: str
    bank: Bank
    recogniser: Recogniser | None = None
    native: Native | None = None
    notes: tuple[str, ...] = ()

    @classmethod
    def of(cls, recogniser: Recogniser, native: Native, name: str, rules: str) -> "System":
        """A system, from its native output."""
        bank = recognised(recogniser, native.evidence, name)
        ids = native.evidence.ids
        if ids and all(ids):
            bank = bank.with_layers(ids=table(bank.labels, [[one] for one in ids]))
        return cls(name, rules, bank, recogniser, native)

    @classmethod
    def read(cls, given: Input, name: str) -> "System":
        """A system, from a file of native output or of names."""
        native, fitting = given.read()
        if fitting is None:
            assert native.bank is not None  # files of names are read as Banks
            return cls(name, "", replace(native.bank, path=given.path))
        found = cls.of(fitting.recogniser, native, name, fitting.rules)
        return replace(found, notes=fitting.notes)

    @classmethod
    def joined(cls, pieces: "Sequence[System]") -> "System":
        """The pieces of a file as one system, with what names need; ids, if all sentences have one."""
        if len(pieces) == 1:
            return pieces[0]
        labels = pieces[0].bank.labels
        banks = alike([one.bank.relabelled(labels) for one in pieces])
        return replace(pieces[0], bank=joined(banks), native=None)

    @property
    def scope(self) -> tuple[frozenset[str], frozenset[str]]:
        """The names that it can show, and those of them whose rules are experimental."""
        return phenomena.scope_of(self.bank) or (phenomena.countable(), frozenset())

    def picked(self, sentences: Sequence[int]) -> "System":
        """The system with some of its sentences."""
        bank = picked(self.bank, np.array(sentences, np.int64))
        if self.native is None:
            return replace(self, bank=bank)
        evidence = self.native.evidence
        texts = [evidence.texts[i] for i in sentences]
        native = Native(Evidence(evidence.format, texts, evidence.path))
        return replace(self, bank=bank, native=native)


@dataclass(frozen=True, eq=False)
class Key:
    """What systems are scored against: the grammatical items of a suite, or a file of names."""

    bank: Bank
    name: str
    items: tuple[Item, ...] = ()
    folder: Path | None = None

    @classmethod
    def of_items(
        cls, items: Sequence[Item], path: str = "<items>", stated: Inventory | None = None,
        folder: Path | None = None, name: str = "",
    ) -> "Key":  # fmt: skip
        """The grammatical items."""
        good = [item for item in items if item.good]
        bank = replace(gold_of(good, path, stated), path=name or path)
        return cls(bank, name or path, tuple(items), folder)

    @classmethod
    def of_run(cls, path: str) -> "Key":
        """The items of a run, with the inventory of its suite if that still has the same items."""
        run, stated = runs.read(path), None
        if run.header.suite in suites.bundled():
            suite = suites.load(run.header.suite)
            stated = declared(suite) if suite.sha256 == run.header.suite_sha256 else None
        return cls.of_items([one.item for one in run.results], path, stated)

    @classmethod
    def of_suite(cls, name: str) -> "Key":
        """A suite, or a file of names."""
        if _lists_names(name):
            bank = formats.read(name)
            for error in bank.errors():
                raise error
            return cls(bank, name)
        suite = suites.load(name)
        folder = suites.folder(name)
        return cls.of_items(suite.items, suite.path or name, declared(suite), folder, name)

    def placed(self, system: System) -> System:
        """The system with gold's sentences only; those without ids must be as many, in gold's order."""
        if has_ids(system.bank):
            if not self.items:
                return system
            known = {item.id for item in self.items}
            good = {item.id for item in self.items if item.good}
            ids = ids_of(system.bank)
            # What is not an item of the suite stays, and is reported.
            wanted = [i for i, one in enumerate(ids) if one in good or one not in known]
            return system if len(wanted) == len(ids) else _picked_by_id(system, wanted)
        good_rows = [i for i, item in enumerate(self.items) if item.good]
        if len(system.bank) == len(self.items) != len(good_rows):
            return system.picked(good_rows)
        if len(system.bank) != len(self.bank):
            raise InputError(
                f"{system.name}: {len(system.bank)} sentences, but {self._size()}; they must be the "
                "same sentences in the same order"
            )
        return system

    def _size(self) -> str:
        what = "the suite" if self.items else self.name
        kind = "grammatical items" if self.items else "sentences"
        return f"{what} has {len(self.bank)} {kind}"

    def scores(
        self, system: System, schemes: Sequence[Scheme], by: tuple[str, ...] = ()
    ) -> list[Score]:
        """One score per scheme."""
        return [compare_banks(*pair) for pair in self._pairs(system, schemes, by)]

    def tallied(
        self, system: System, schemes: Sequence[Scheme], by: tuple[str, ...] = ()
    ) -> list[Tallied]:
        """One result per scheme, with the counts of every sentence."""
        return [tallied_banks(*pair) for pair in self._pairs(system, schemes, by)]

    def _pairs(
        self, system: System, schemes: Sequence[Scheme], by: tuple[str, ...]
    ) -> Iterator[tuple[Bank, Bank, str, Scheme, tuple[str, ...]]]:
        """What each scheme compares, gold's Bank and the system's, and its breakdowns."""
        system = self.placed(system)
        pair = relabelled_pair(self.bank, system.bank)
        for scheme in schemes:
            if not isinstance(scheme, Phenomena):
                yield *_analyses(scheme, system, self.folder), system.name, scheme, ()
            elif scheme.recogniser in ("", system.rules):
                yield *pair, system.name, replace(scheme, recogniser=system.rules), by
            else:
                raise UsageError(
                    f"{scheme}: the phenomena were recognised by {system.rules}; to use other "
                    f"rules, type: --with {scheme.recogniser}"
                )


def _picked_by_id(system: System, sentences: Sequence[int]) -> System:
    return replace(system, bank=picked(system.bank, np.array(sentences, np.int64)), native=None)


def _lists_names(name: str) -> bool:
    """Whether this is a file of names, and not a suite."""
    if not Path(name).is_file() or Path(name).suffix in files.EXTENSIONS:
        return False
    with closing(Source(name)) as source:
        head = source.peek(formats.HEAD)
    return Path(name).suffix == ".names" or formats.module("names").sniff(head)


def in_common(systems: Sequence[System]) -> list[System]:
    """The systems, compared over the names that all of them can show."""
    banks = counted.in_common([one.bank for one in systems])
    return [replace(one, bank=bank) for one, bank in zip(systems, banks, strict=True)]


def _analyses(scheme: Scheme, system: System, folder: Path | None) -> tuple[Bank, Bank]:
    """The Banks for a scheme that compares trees or dependencies with the suite's gold analyses."""
    native = system.native
    kind = native.evidence.format if native else ""
    file = ANALYSES.get(kind, "")
    if folder is None or native is None or kind == "links" or not (folder / file).is_file():
        raise InputError(
            f"{scheme.name} needs gold analyses: use a suite whose folder has trees.mrg or ud.conllu, "
            "and output of the same kind"
        )
    output = native.bank or native.evidence.bank
    gold = replace(formats.read(folder / file), path=f"{folder.name}/{file}")
    return relabelled_pair(gold, replace(output, path=system.name))
