"""Score recognised phenomena against a suite's items, with other schemes beside them."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from karat.engine.memory import compare_banks
from karat.formats import read
from karat.model.bank import Bank, relabelled_pair
from karat.model.errors import InputError, UsageError
from karat.model.scheme import Scheme
from karat.model.score import Score
from karat.recognise.banks import listed, recognised
from karat.recognise.rules import Recogniser, load
from karat.schemes.phenomena import Phenomena
from karat.suites.gold import Gold
from karat.suites.items import Item
from karat.suites.native import USUAL, Native
from karat.suites.recognition import ANALYSES
from karat.suites.runs import Run


def gold_of(items: Sequence[Item], path: str = "<items>") -> Bank:
    """The phenomena that a suite lists, as a gold standard; its hash covers all fields of the items."""
    bank = listed(
        [item.sentence for item in items],
        path,
        phenomena=[item.all_phenomena for item in items],
        core=[(item.core,) if item.core else () for item in items],
        errors=[item.errors for item in items],
    )
    said = "\n".join(repr(sorted(item.record().items())) for item in items)
    return replace(bank, sha256=hashlib.sha256(said.encode()).hexdigest())


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
    good = [i for i, item in enumerate(items) if item.good]
    if len(native.evidence) == len(items) != len(good):
        native = Native(recogniser.read([native.evidence.texts[i] for i in good]))
    if len(native.evidence) != len(good):
        raise InputError(
            f"{name}: {len(native.evidence)} sentences, but the suite has {len(good)} grammatical "
            "items; they must be the same sentences in the same order"
        )
    gold = gold_of([items[i] for i in good])
    pair = relabelled_pair(gold, recognised(recogniser, native.evidence, name))
    found = []
    for scheme in schemes:
        if not isinstance(scheme, Phenomena):
            found.append(_analyses(scheme, recogniser, native, folder, name))
        elif scheme.recogniser in ("", rules):
            found.append(compare_banks(*pair, name, replace(scheme, recogniser=rules), by))
        else:
            raise UsageError(
                f"{scheme}: the phenomena were recognised by {rules}; to use other rules, type: "
                f"--with {scheme.recogniser}"
            )
    return found


def _analyses(
    scheme: Scheme, recogniser: Recogniser, native: Native, folder: Path | None, name: str
) -> Score:
    """The score of a scheme that compares trees or dependencies with the suite's gold analyses."""
    file = ANALYSES.get(recogniser.format, "")
    if folder is None or recogniser.format == "links" or not (folder / file).is_file():
        raise InputError(
            f"{scheme.name} needs gold analyses: use a suite whose folder has trees.mrg or ud.conllu, "
            "and output of the same kind"
        )
    system = native.bank or native.evidence.bank
    gold = replace(read(folder / file), path=f"{folder.name}/{file}")
    return compare_banks(*relabelled_pair(gold, replace(system, path=name)), name, scheme, ())
