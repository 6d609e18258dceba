"""Trees compared with a flat key: distinct spans, after disputes, categories and depth are applied."""

from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from karat.comparison.brackets import Brackets
from karat.comparison.disputes import joined, settled, unmarked
from karat.comparison.pairing import spelt_like
from karat.comparison.spans import unlabelled
from karat.files.evalb_params import Params
from karat.files.label_map import load_labels
from karat.files.profile import Profile
from karat.model.bank import Bank
from karat.model.columns import Bools, Ints, Longs, grouped
from karat.model.labels import Labels, base_label
from karat.model.outcome import Outcome, Stage, Status
from karat.model.relation import Relation
from karat.model.rules import crosses, equal
from karat.views.edit import keep_words
from karat.views.nulls import nulls
from karat.views.spans import depths, distinct

# After a step: why it dropped brackets, and the remaining brackets of both sides.
_Step = tuple[str, Relation, Relation]


@dataclass(frozen=True)
class Key:
    """Which brackets of a key count; ``labels`` is a label map for labelled recall."""

    categories: tuple[str, ...] = ()
    depth: int = 0
    disputed: str = "ignore"
    labels: str = ""


class Faithful:
    """Compares blocks of trees with keys."""

    def __init__(self, key: Key, grammars: tuple[Profile, Profile], labels: Labels) -> None:
        self._key = key
        self._grammars = grammars
        self._labels = labels
        self._map = load_labels(key.labels).categories() if key.labels else {}
        self._brackets = Brackets(Params(), labels, quirks=False, nameless=True, own_tags=True)

    def __call__(self, gold: Bank, system: Bank) -> Outcome:
        given = gold, system
        gold, system = (
            keep_words(bank, ~nulls(bank, grammar))
            for bank, grammar in zip(given, self._grammars, strict=True)
        )
        outcome = self._brackets.unmatched(gold, system)
        if (outcome.status == Status.DIFFERENT).any():
            # The difference may only be how the Treebank escapes a bracket or a quote.
            outcome = self._brackets.unmatched(gold, spelt_like(gold, system))
        *_, (_, ours, theirs), (_, key, parse) = self._steps(outcome)
        counts = dict(outcome.counts)
        if self._key.labels:
            counts["labelled"] = self._labelled(ours, key, theirs)
        found = unlabelled(outcome, key, parse)
        stages = partial(self._stages, outcome, given)
        crossed, crossing = crosses(found.gold, found.system)
        found = replace(found, gold_crossed=crossed, system_crossing=crossing)
        return replace(found, counts=counts, stages=stages)

    def _steps(self, outcome: Outcome) -> list[_Step]:
        """The brackets of both sides after each filter, with the reason for what was dropped."""
        key, ours, theirs = self._key, outcome.gold, outcome.system
        found = [("holds no word, or only null elements", ours, theirs)]
        ours, theirs = (
            relation.where(~nameless_root(bank)[relation.row])
            for relation, bank in zip((ours, theirs), outcome.banks, strict=True)
        )
        found.append(("the nameless bracket around a tree", ours, theirs))
        ours = joined(ours, outcome.banks[0])
        found.append(("part of a bracket that begins before it", ours, theirs))
        ours = settled(ours, theirs, outcome.banks[0], key.disputed)
        found.append((f"disputed, and disputed={key.disputed}", ours, theirs))
        # Depth is counted over the whole key, so it comes before categories are left out.
        shallow = depths(ours) <= key.depth if key.depth else None
        if key.categories:
            named = {label.encode() for label in key.categories}
            # The category may be the label itself, or its equivalent in the Penn Treebank.
            wanted = np.array([self._named(label, named) for label in self._labels.strings()], bool)
            chosen = wanted[ours.label]
            shallow = None if shallow is None else shallow[chosen]
            ours = ours.where(chosen)
            found.append((f"not one of categories={'+'.join(key.categories)}", ours, theirs))
        if shallow is not None:
            ours = ours.where(shallow)
            found.append((f"deeper than depth={key.depth}", ours, theirs))
        same = "around the same words as a bracket around it"
        return [*found, (same, distinct(ours), distinct(theirs))]

    def _named(self, label: bytes, wanted: set[bytes]) -> bool:
        own = unmarked(label)
        return own in wanted or self._grammars[0].label(own) in wanted

    def _stages(self, outcome: Outcome, given: tuple[Bank, Bank]) -> list[Stage]:
        found: list[Stage] = []
        scored = outcome.status == Status.SCORED
        # Removing null elements does not change the row of a bracket.
        for at, (side, bank) in enumerate(zip(("gold", "system"), given, strict=True)):
            null = np.flatnonzero(nulls(bank, self._grammars[at])).astype(np.int32)
            found.append(Stage(side, "words", bank, null, "left out, null element"))
            # The brackets of a failed parse are not listed.
            inside = np.repeat(scored | (at == 0), np.diff(bank.span_offset))
            for why, *relations in self._steps(outcome):
                kept = np.zeros(len(bank.label), bool)
                kept[relations[at].row] = True
                rows = np.flatnonzero(inside & ~kept).astype(np.int32)
                found.append(Stage(side, "brackets", bank, rows, f"dropped, {why}"))
                inside &= kept
        return [stage for stage in found if len(stage.rows)]

    def _labelled(self, rows: Relation, key: Relation, parse: Relation) -> Longs:
        """How many spans of the key were found with their category; ``rows`` are the key's brackets."""
        gold, system = (
            replace(one, label=self._categories(grammar)[one.label], kind="bag")
            for one, grammar in zip((rows, parse), self._grammars, strict=True)
        )
        hit, _ = equal(gold, system.where(system.label > 0))
        # The key's spans are the distinct spans of these rows, in the same order.
        span = np.cumsum(np.isin(rows.row, key.row)) - 1
        found = np.zeros(len(key), np.int8)
        found[span[hit == 1]] = 1
        return grouped(found, key.offset)

    def _categories(self, grammar: Profile) -> Ints:
        """The category of each label, as the number of a label; 0 for a label without a category."""
        names = (base_label(grammar.label(unmarked(label))) for label in self._labels.strings())
        return self._labels.numbers([self._map.get(name, name) for name in names])


def nameless_root(bank: Bank) -> Bools:
    """The unlabelled brackets around labelled trees; an unlabelled tree has none of these."""
    named = grouped((bank.label != 0).astype(np.int8), bank.span_offset) > 0
    nameless: Bools = (bank.label == 0) & (bank.parent < 0)
    return nameless & np.repeat(named, np.diff(bank.span_offset))
