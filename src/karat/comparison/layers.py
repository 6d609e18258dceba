"""The layer that a scheme compares: taken from the file, derived from another layer, or refused.

This is the only place that derives layers. It reports that it did, or what to type if it cannot.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from karat.comparison.aligned import Aligning
from karat.comparison.bare import ONE_WORD, bare, one_word
from karat.comparison.one_sided import functions_of_gold_only, other_roots
from karat.comparison.other_labels import other_labels
from karat.comparison.recognised import lacking
from karat.model import cycles, discontinuous
from karat.model.bank import CONTENTS, Bank
from karat.model.errors import InputError
from karat.model.labels import Labels
from karat.model.outcome import Comparison, Note, Outcome, Stage
from karat.model.scheme import Scheme
from karat.views.silent_tags import filled

# What people call the layers.
_NAMES = {"trees": "trees", **CONTENTS, "constructions": "constructions"}
# The view that derives a layer, if its name differs, and the options it takes from the scheme.
_VIEWS: dict[str, tuple[str, tuple[str, ...]]] = {
    "trees": ("yields", ()),
    "edges": ("deps", ("heads",)),
    "constructions": ("constructions", ("heads", "patterns")),
    "gr": ("gr", ("language",)),
}

# The layers that are derived from dependencies by the tags of words.
_BY_TAGS = ("chunks", "constructions")


def compare(scheme: Scheme, labels: Labels, *, rows: bool = True) -> Comparison:
    """A function that derives the layers that a scheme needs, and compares blocks under the scheme.

    Without ``rows``, what is wanted of an outcome is its tally.
    """
    return partial(_compared, scheme, Aligning(scheme, labels, rows=rows))


def _compared(scheme: Scheme, comparison: Comparison, gold: Bank, system: Bank) -> Outcome:
    gold, system, lent = _tagged(scheme, gold, system)
    given = gold, system
    derived = "edges" in (_source(scheme, one) for one in given)
    gold, ours = provided(scheme, gold, "gold")
    system, theirs = provided(scheme, system, "the system")
    outcome = comparison(gold, system)
    notes = (
        *outcome.notes, *ours, *theirs, *lent, *_untagged(scheme, *given),
        *functions_of_gold_only(scheme, *given), *other_roots(scheme, outcome.plain or outcome),
        *other_labels(scheme, gold, system, derived), *lacking(scheme, *given),
    )  # fmt: skip
    if len(gold.tag) < len(given[0].tag) or len(system.tag) < len(given[1].tag):
        stages = partial(_stages, given, (gold, system), outcome.stages)
        outcome = replace(outcome, stages=stages)
    return replace(outcome, notes=notes) if notes != outcome.notes else outcome


def _stages(
    given: tuple[Bank, Bank], made: tuple[Bank, Bank], stages: Callable[[], Sequence[Stage]]
) -> Sequence[Stage]:
    """First the null elements that deriving a layer left out, then the stages of the scheme."""
    from karat.comparison.tuples import nulls

    return [*nulls(given, made), *stages()]


def _tagged(scheme: Scheme, gold: Bank, system: Bank) -> tuple[Bank, Bank, tuple[Note, ...]]:
    """Both sides; the system gets gold's tags where its trees lack the tags that deriving needs.

    Trees without tags are refused if there are no tags to borrow.
    """
    if scheme.needs.layer == "trees":
        return gold, system, ()
    gold, system = _without_links(scheme, gold), _without_links(scheme, system)
    if _source(scheme, gold) == "trees":
        _require_tags(scheme, gold, scheme.grammars[0])
    ours = _without_tags(scheme, gold, "gold")
    if _source(scheme, system) != "trees":
        notes = *_about_types(scheme, gold, system), *ours
        return gold, system, (*notes, *_without_tags(scheme, system, "the system"))
    from karat.comparison.borrowing import borrow, lacking

    if lacking(gold, scheme.grammars[0]).all():
        _require_tags(scheme, system, scheme.grammars[1])
    system, count = borrow(gold, system, scheme.grammars)
    said = (
        "the system's trees have no tags of the Penn Treebank; its "
        f"{_NAMES[scheme.needs.layer]} are derived with gold's tags"
    )
    lent = ((said, count),) if count else ()
    return gold, system, (*lent, *ours, *_without_tags(scheme, system, "the system"))


def _without_tags(scheme: Scheme, bank: Bank, side: str) -> tuple[Note, ...]:
    """A note if some sentences have no tags at all, so that little can be derived for them."""
    source, layer = _source(scheme, bank), scheme.needs.layer
    tags = source == "trees" or (source == "edges" and layer in _BY_TAGS)
    if not tags or not (count := int(bare(bank).sum())):
        return ()
    layer = _NAMES[layer]
    return ((f"{side}'s words have no tags, so {layer} are missing", count),)


def _untagged(scheme: Scheme, gold: Bank, system: Bank) -> tuple[Note, ...]:
    """Notes if some sentences of a side have no tags, but figures of the scheme depend on tags."""
    said = scheme.needs.untagged
    if not said or (scheme.needs.layer == "trees" and not gold.has_trees):
        return ()
    which = one_word if said == ONE_WORD else bare
    ours = which(gold)
    notes = [(f"{said}: gold's words have no tags", ours)]
    if scheme.pairing == "sentences":
        notes.append((f"{said}: the system's words have no tags", which(system) & ~ours))
        if said != ONE_WORD:
            sides = (filled(gold), "gold's"), (filled(system), "the system's")
            both = sides[0][0] & sides[1][0]
            notes += [
                (f"{whose} tags are all UNK, X or XX, which match nothing", one & ~both)
                for one, whose in sides
            ]
    return tuple((text, count) for text, found in notes if (count := int(found.sum())))


def _about_types(scheme: Scheme, gold: Bank, system: Bank) -> tuple[Note, ...]:
    """A note for links that are compared with dependencies, because their labels differ."""
    linked = ["links" in bank.layers for bank in (gold, system)]
    labelled = getattr(scheme, "labelled", False)
    if scheme.needs.layer != "edges" or not labelled or linked[0] == linked[1]:
        return ()
    side = "the system's" if linked[1] else "gold's"
    return ((f"{side} labels are link types, so only heads can match, not labels", 0),)


def _without_links(scheme: Scheme, bank: Bank) -> Bank:
    """Use the trees instead of the links, whose labels are not those that views understand."""
    if "links" not in bank.layers or not bank.has_trees or scheme.needs.layer == "edges":
        return bank
    kept = {name: table for name, table in bank.layers.items() if name not in ("links", "edges")}
    return replace(bank, layers=kept)


def _require_tags(scheme: Scheme, bank: Bank, grammar: Any) -> None:
    from karat.comparison.borrowing import untagged

    # Only the beginning of a file is checked: a later block may hold just a headline.
    if bank.first_line <= 1 and untagged(bank, grammar):
        raise InputError(
            f"{bank.path}: its trees have no tags; {scheme.name} needs Penn Treebank tags to derive "
            f"{_NAMES[scheme.needs.layer]} from trees; tag the words first"
        )


def _source(scheme: Scheme, bank: Bank) -> str:
    """The layer to derive the needed one from; empty if the file has it, or it cannot be derived."""
    needs = scheme.needs
    if needs.layer == "words" or bank.has(needs.layer):
        return ""
    return next((source for source in needs.derived_from if bank.has(source)), "")


def provided(scheme: Scheme, bank: Bank, side: str) -> tuple[Bank, tuple[Note, ...]]:
    """A Bank with the layer that a scheme needs, and a note if the layer was derived."""
    needs = scheme.needs
    if "yields" in bank.layers and not needs.gaps:
        discontinuous.refuse(bank, f"the scheme {scheme.name}")
    poor = side != "gold" and needs.layer == "trees" and not bank.layers.keys() & CONTENTS.keys()
    # System output without any bracket is a poor parse; gold without any bracket is not a treebank.
    if needs.layer == "words" or bank.has(needs.layer) or poor:
        return bank, _unread(scheme, bank, needs.layer, side)
    if source := _source(scheme, bank):
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


def derived_first(scheme: Scheme, bank: Bank) -> tuple[Bank, tuple[Note, ...]]:
    """A system with the layer that a scheme needs, derived before its sentences are laid over gold's.

    So the layer is that of the system's own sentences. If trees lack tags, this is left for later, when
    gold's tags can be borrowed.
    """
    bank = bank if scheme.needs.layer == "trees" else _without_links(scheme, bank)
    source = _source(scheme, bank)
    if source == "trees":
        from karat.comparison.borrowing import lacking

        if lacking(bank, _grammar(scheme, "the system")).any():
            return bank, ()
    return provided(scheme, bank, "the system") if source else (bank, ())


def provided_alone(scheme: Scheme, bank: Bank, side: str) -> tuple[Bank, tuple[Note, ...]]:
    """As ``provided``, for a file that has no gold to borrow tags from."""
    if scheme.needs.layer != "trees" and _source(scheme, bank) == "trees":
        _require_tags(scheme, bank, _grammar(scheme, side))
    found, notes = provided(scheme, bank, side)
    return found, (*notes, *_without_tags(scheme, bank, side))


def _unread(scheme: Scheme, bank: Bank, source: str, side: str) -> tuple[Note, ...]:
    """Notes on labels and tags that a scheme reads and does not understand.

    Those of trees are in its grammar profile, those of dependencies in Universal Dependencies.
    """
    if source == "edges" and scheme.needs.layer in _BY_TAGS and not getattr(scheme, "patterns", ""):
        from karat.views import inventories

        return inventories.strangers(bank, f"{side}'s")
    if source == "edges" and scheme.needs.layer != "gr":
        from karat.views import missing

        return missing.heads(bank, f"{side}'s")
    if source != "trees" or not scheme.reads_names:
        return ()
    from karat.views.profile import strangers

    return strangers(bank, _grammar(scheme, side), f"{side}'s")


def _grammar(scheme: Scheme, side: str) -> Any:
    return scheme.grammars[side != "gold"]


def _derived(
    layer: str, bank: Bank, source: str, scheme: Scheme, side: str
) -> tuple[Bank, tuple[Note, ...]]:
    """Chunks become constituents directly; all other layers are derived by a view."""
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
    found = getattr(module, name)(cycles.opened(bank), **options)
    # What is said of other layers names the side: see ``_unread``.
    return found, views.noted(module, bank, options) if layer == "gr" else ()
