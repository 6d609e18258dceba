"""The layer that a scheme compares: taken from the file, derived from another layer, or refused.

This is the one place that derives; it says that it did, and what to type where it cannot.
"""

from dataclasses import replace
from functools import partial
from typing import Any

from karat.model import discontinuous
from karat.model.bank import CONTENTS, Bank
from karat.model.errors import InputError
from karat.model.labels import Labels
from karat.model.outcome import Comparison, Note, Outcome
from karat.model.scheme import Scheme

# What people call the layers.
_NAMES = {"trees": "trees", **CONTENTS, "constructions": "constructions"}
# The view that makes a layer, where it has another name, and what it takes from a scheme's options.
_VIEWS: dict[str, tuple[str, tuple[str, ...]]] = {
    "trees": ("yields", ()),
    "edges": ("deps", ("heads",)),
    "constructions": ("constructions", ("names", "heads")),
}


def compare(scheme: Scheme, labels: Labels) -> Comparison:
    """What compares blocks under a scheme, with the layers derived that it needs."""
    return partial(_compared, scheme, scheme.comparison(labels))


def _compared(scheme: Scheme, comparison: Comparison, gold: Bank, system: Bank) -> Outcome:
    gold, ours = provided(scheme, gold, "gold")
    system, theirs = provided(scheme, system, "the system")
    outcome = comparison(gold, system)
    notes = (*outcome.notes, *ours, *theirs)
    return replace(outcome, notes=notes) if notes != outcome.notes else outcome


def provided(scheme: Scheme, bank: Bank, side: str) -> tuple[Bank, tuple[Note, ...]]:
    """A file with the layer that a scheme needs, and what to say if it had to be derived."""
    needs = scheme.needs
    if "yields" in bank.layers and not needs.gaps:
        discontinuous.refuse(bank, f"the scheme {scheme.name}")
    poor = side != "gold" and needs.layer == "trees" and not bank.layers.keys() & CONTENTS.keys()
    # A system's output without any bracket is a poor parse; gold without one is no treebank.
    if needs.layer == "words" or bank.has(needs.layer) or poor:
        return bank, _unread(scheme, bank, needs.layer, side)
    for source in needs.derived_from:
        if bank.has(source):
            said = f"{side}'s {_NAMES[needs.layer]} are derived from its {_NAMES[source]}"
            found, more = _derived(needs.layer, bank, source, scheme, side)
            return found, ((said, 0), *more, *_unread(scheme, bank, source, side))
    wanted = _NAMES[needs.layer]
    others = [_NAMES[source] for source in needs.derived_from]
    sources = f", or {' or '.join(others)} to derive them from" if others else ""
    raise InputError(
        f"{bank.missing(needs.layer)}; {scheme.name} needs {wanted}{sources}; "
        "to see which schemes take what, type: karat schemes"
    )


def _unread(scheme: Scheme, bank: Bank, source: str, side: str) -> tuple[Note, ...]:
    """What to say of trees whose labels or tags the scheme reads, and its profile does not know."""
    if source != "trees" or not scheme.reads_names:
        return ()
    from karat.views.profile import notes

    return notes(bank, _grammar(scheme, side), side)


def _grammar(scheme: Scheme, side: str) -> Any:
    return scheme.grammars[side != "gold"]


def _derived(
    layer: str, bank: Bank, source: str, scheme: Scheme, side: str
) -> tuple[Bank, tuple[Note, ...]]:
    """Each chunk is a constituent as it is; everything else is the work of a view."""
    if layer == "trees" and source == "chunks":
        from karat.views.edit import with_spans

        chunks = bank.layers["chunks"]
        spans = chunks["start"], chunks["end"], chunks["label"]
        return with_spans(bank, chunks.offset, *spans), ()
    if layer == "chunks":
        from karat.views.nulls import without_nulls

        bank = without_nulls(bank, _grammar(scheme, side))
    name, taken = _VIEWS.get(layer, (layer, ()))
    options = {option: getattr(scheme, option) for option in taken if hasattr(scheme, option)}
    if source == "trees" and _grammar(scheme, side):
        options["profile"] = _grammar(scheme, side)
    if layer == "gr":
        options["positions"] = True
    from karat import views  # few files need one

    module = views.module(name)
    said = module.note(bank) if hasattr(module, "note") else ""
    return getattr(module, name)(bank, **options), ((said, 0),) if said else ()
