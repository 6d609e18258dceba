"""The layer that a scheme compares: taken from the file, derived from another layer, or refused.

This is the one place that derives; it says that it did, and what to type where it cannot.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

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
            return _DERIVED[needs.layer](bank, source, scheme), ((said, 0),)
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


def _trees(bank: Bank, source: str, scheme: Scheme) -> Bank:
    """Dependencies: the yield of every head is a constituent. Chunks: each is one."""
    if source == "edges":
        from karat.views.yields import yields

        return yields(bank)
    from karat.views.edit import with_spans

    chunks = bank.layers["chunks"]
    return with_spans(bank, chunks.offset, chunks["start"], chunks["end"], chunks["label"])


def _edges(bank: Bank, source: str, scheme: Scheme) -> Bank:
    from karat.views.deps import deps, without_nulls

    return deps(without_nulls(bank), heads=getattr(scheme, "heads", "ud"))


def _chunks(bank: Bank, source: str, scheme: Scheme) -> Bank:
    from karat.views.chunks import chunks
    from karat.views.deps import without_nulls

    return chunks(without_nulls(bank))


def _gr(bank: Bank, source: str, scheme: Scheme) -> Bank:
    from karat.views.gr import gr

    return gr(bank, positions=True)


def _constructions(bank: Bank, source: str, scheme: Scheme) -> Bank:
    from karat.views.constructions import constructions

    return constructions(bank, getattr(scheme, "names", ()), getattr(scheme, "heads", "ud"))


_DERIVED: dict[str, Callable[[Bank, str, Scheme], Bank]] = {
    "trees": _trees, "edges": _edges, "chunks": _chunks, "gr": _gr, "constructions": _constructions,
}  # fmt: skip
