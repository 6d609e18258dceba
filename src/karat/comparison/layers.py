"""The layer that a scheme compares: taken from the file, derived from another layer, or refused.

This is the one place that derives; it says that it did, and what to type where it cannot.
"""

from dataclasses import replace
from functools import partial

from karat import views
from karat.model import discontinuous
from karat.model.bank import Bank
from karat.model.errors import InputError
from karat.model.labels import Labels
from karat.model.outcome import Comparison, Note, Outcome
from karat.model.scheme import Scheme

# What people call the layers.
WORDS = {
    "trees": "trees",
    "edges": "dependencies",
    "chunks": "chunks",
    "gr": "grammatical relations",
    "phenomena": "names of phenomena",
    "constructions": "constructions",
}
# The view that makes a layer, where it has another name, and what it takes from a scheme's options.
_VIEWS: dict[str, tuple[str, tuple[str, ...]]] = {
    "trees": ("yields", ()),
    "edges": ("deps", ("heads",)),
    "constructions": ("constructions", ("names", "heads")),
}


def has(bank: Bank, layer: str) -> bool:
    """Whether a file has a layer of its own; every file has words."""
    return layer == "words" or bank.has(layer)


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
    if has(bank, needs.layer) or (side != "gold" and needs.layer == "trees" and _bare(bank)):
        return bank, ()
    for source in needs.derived_from:
        if has(bank, source):
            said = f"{side}'s {WORDS[needs.layer]} are derived from its {WORDS[source]}"
            return _derived(needs.layer, bank, source, scheme), ((said, 0),)
    wanted = WORDS[needs.layer]
    others = [WORDS[source] for source in needs.derived_from]
    sources = f", or {' or '.join(others)} to derive them from" if others else ""
    raise InputError(
        f"{bank.path} has {bank.contents()} but no {wanted}; {scheme.name} needs {wanted}{sources}; "
        "to see which schemes take what, type: karat schemes"
    )


def _bare(bank: Bank) -> bool:
    """Whether a file has words but no analysis at all: as a system's output that is poor, not odd."""
    return not bank.layers.keys() & WORDS.keys()


def _derived(layer: str, bank: Bank, source: str, scheme: Scheme) -> Bank:
    """Each chunk is a constituent as it is; everything else is the work of a view."""
    if layer == "trees" and source == "chunks":
        from karat.views.edit import with_spans

        chunks = bank.layers["chunks"]
        return with_spans(bank, chunks.offset, chunks["start"], chunks["end"], chunks["label"])
    if layer == "chunks":
        from karat.views.deps import without_nulls

        bank = without_nulls(bank)
    name, taken = _VIEWS.get(layer, (layer, ()))
    options = {option: getattr(scheme, option) for option in taken if hasattr(scheme, option)}
    if layer == "gr":
        options["positions"] = True
    found: Bank = getattr(views.module(name), name)(bank, **options)
    return found
