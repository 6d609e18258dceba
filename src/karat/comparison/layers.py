"""The layer that a scheme compares: taken from the file, derived from another layer, or refused.

This is the one place that derives; it says that it did, and what to type where it cannot.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from karat.model import discontinuous
from karat.model.bank import CONTENTS, Bank
from karat.model.errors import InputError
from karat.model.labels import Labels
from karat.model.outcome import Comparison, Note, Outcome
from karat.model.scheme import Scheme

# What people call the layers.
_NAMES = {"trees": "trees", **CONTENTS, "constructions": "constructions"}


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
        return bank, ()
    for source in needs.derived_from:
        if bank.has(source):
            found, more = _DERIVED[needs.layer](bank, source, scheme)
            said = f"{side}'s {_NAMES[needs.layer]} are derived from its {_NAMES[source]}"
            return found, ((said, 0), *more)
    wanted = _NAMES[needs.layer]
    others = [_NAMES[source] for source in needs.derived_from]
    sources = f", or {' or '.join(others)} to derive them from" if others else ""
    raise InputError(
        f"{bank.missing(needs.layer)}; {scheme.name} needs {wanted}{sources}; "
        "to see which schemes take what, type: karat schemes"
    )


_Derived = tuple[Bank, tuple[Note, ...]]


def _trees(bank: Bank, source: str, scheme: Scheme) -> _Derived:
    """Dependencies: the yield of every head is a constituent. Chunks: each is one."""
    if source == "edges":
        from karat.views.yields import yields

        return yields(bank), ()
    from karat.views.edit import with_spans

    chunks = bank.layers["chunks"]
    return with_spans(bank, chunks.offset, chunks["start"], chunks["end"], chunks["label"]), ()


def _edges(bank: Bank, source: str, scheme: Scheme) -> _Derived:
    from karat.views.deps import deps, without_nulls

    return deps(without_nulls(bank), heads=getattr(scheme, "heads", "ud")), ()


def _chunks(bank: Bank, source: str, scheme: Scheme) -> _Derived:
    from karat.views.chunks import chunks
    from karat.views.deps import without_nulls

    return chunks(without_nulls(bank)), ()


def _gr(bank: Bank, source: str, scheme: Scheme) -> _Derived:
    from karat.views.gr import gr, note

    said = note(bank)
    return gr(bank, positions=True), ((said, 0),) if said else ()


def _constructions(bank: Bank, source: str, scheme: Scheme) -> _Derived:
    from karat.views.constructions import constructions

    return constructions(bank, getattr(scheme, "names", ()), getattr(scheme, "heads", "ud")), ()


_DERIVED: dict[str, Callable[[Bank, str, Scheme], _Derived]] = {
    "trees": _trees,
    "edges": _edges,
    "chunks": _chunks,
    "gr": _gr,
    "constructions": _constructions,
}
