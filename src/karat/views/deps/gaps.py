"""Gaps: where a wh-phrase, or the subject of a small clause, belongs, if no trace says it.

- A wh-phrase is the subject of a clause without one (*who left*); else it belongs to the innermost
  verb phrase that lacks an object (*what she wants to say*), a preposition that lacks one (*who he
  talked to*), or a copula that lacks a predicate (*who he is*).
- A clause that begins with a wh-phrase and has nothing to modify is a free relative (*what she
  said*); its wh-phrase is its head, and stays. Its label gets the function tag NOM.
- *like* with a clause after a form of *be* quotes somebody (*she was like, no way*); its label gets
  the function tag QUO.
- The subject of a clause without a finite verb, right inside a verb phrase, is the object of that
  verb (*made him leave*, *found it funny*), as in Universal Dependencies.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from karat.model.bank import Bank
from karat.model.columns import Ints, Longs
from karat.views.deps.kinds import Kind
from karat.views.deps.traces import Place, is_inside

_FINITE = frozenset({"VBD", "VBP", "VBZ", "MD"})
_CLAUSES = frozenset({"S", "SQ", "SINV"})
_NOMINAL = frozenset({"NP", "NX", "NN", "NNS", "NNP", "NNPS", "PRP", "DT", "EX", "QP", "CD"})
_SUBJECTS = _NOMINAL | {"SBAR", "S", "VP"}
_ADVERBIAL = frozenset({"TMP", "ADV", "LOC", "EXT", "MNR", "VOC"})
_PREDICATES = _NOMINAL | {"ADJP", "JJ", "PP", "UCP", "VP", "S", "SBAR"}
# Brackets in which a clause can have the place of a noun phrase.
_NOUN_PLACES = frozenset({"VP", "PP", "ROOT", "TOP", "S1", "", "FRAG", "SQ", "SINV"})
_SMALL = frozenset({"VP", "ADJP", "NP", "PP", "JJ", "UCP"})
_STRANDED = frozenset({"IN", "TO", "RP"})
_SKIPPED = frozenset({",", ":", "``", "''", "ADVP", "RB", "CC", "INTJ", "UH", "-LRB-", "-RRB-"})


@dataclass(frozen=True, eq=False)
class Phrases:
    """The brackets of a Bank with their children, as ``edit.contents`` has them, and all classes."""

    begin: list[int]
    items: list[int]
    label: list[int]
    tag: list[int]
    kinds: Sequence[Kind]

    @classmethod
    def of(cls, begin: Longs, items: Ints, label: Ints, tag: Ints, kinds: Sequence[Kind]) -> "Phrases":
        return cls(begin.tolist(), items.tolist(), label.tolist(), tag.tolist(), kinds)

    def children(self, item: int) -> list[int]:
        return self.items[self.begin[~item] : self.begin[~item + 1]] if item < 0 else []

    def kind(self, item: int) -> Kind:
        return self.kinds[self.tag[item] if item >= 0 else self.label[~item]]

    def base(self, item: int) -> str:
        return self.kind(item).base

    def first(self, item: int, bases: frozenset[str]) -> int | None:
        """The first child with one of these tags or labels."""
        return next((one for one in self.children(item) if self.base(one) in bases), None)

    def verbs(self, phrase: int) -> list[int]:
        """The verbs right inside a verb phrase, or inside its first conjunct."""
        found = [one for one in self.children(phrase) if one >= 0 and self.base(one)[:1] in "VMT"]
        inner = self.first(phrase, frozenset({"VP"}))
        return found or (self.verbs(inner) if inner is not None else [])


def with_places(bank: Bank, parents: Ints, phrases: Phrases, wanted: Sequence[str]) -> tuple[Bank, Ints]:
    """The Bank with the labels that moved phrases get, and the parents of all brackets."""
    label, parents = bank.label.copy(), parents.copy()
    found: dict[int, Place] = {}
    free: set[int] = set()  # rows of free relatives
    for row, number in enumerate(phrases.label):
        base = phrases.kinds[number].base
        if "wh" in wanted and base in ("SBAR", "SBARQ"):
            parent = int(parents[row])
            around = parent in free or _is_noun_place(phrases, ~row, ~parent)
            if _is_free(phrases, ~row, around):
                free.add(row)
                label[row] = bank.labels.intern(b"SBAR-NOM")
            else:
                found |= _of_wh_phrase(phrases, ~row)
        elif "objects" in wanted and base == "VP":
            found |= _of_objects(phrases, ~row)
        elif "quotations" in wanted and base == "PP" and _is_quotation(phrases, ~row):
            label[row] = bank.labels.intern(b"PP-QUO")
    for row, place in found.items():
        if not is_inside(parents, place.bracket, row):
            parents[row] = place.bracket
            label[row] = bank.labels.intern(place.label)
    return replace(bank, label=label), parents


def _of_objects(phrases: Phrases, phrase: int) -> dict[int, Place]:
    """The subject of a clause without a finite verb is an object of the verb before the clause."""
    children = phrases.children(phrase)
    if not any(one >= 0 and phrases.base(one)[:1] == "V" for one in children):
        return {}
    found = {}
    for clause in children:
        kind = phrases.kind(clause)
        if kind.base != "S" or clause >= 0 or kind.functions - {"PRD", "CLR"}:
            continue
        inside = [one for one in phrases.children(clause) if phrases.base(one) not in _SKIPPED]
        subject = _small_subject(phrases, inside)
        if subject is not None:
            found[~subject] = Place(~phrase, b"NP")
    return found


def _small_subject(phrases: Phrases, inside: list[int]) -> int | None:
    """The subject of a clause with these children, if it has one and no finite verb."""
    subject = next((one for one in inside if "SBJ" in phrases.kind(one).functions), None)
    if subject is None:
        subject = inside[0] if inside else None
    rest = [one for one in inside if one != subject]
    if subject is None or subject >= 0 or phrases.base(subject) != "NP" or not rest:
        return None
    verbs = phrases.verbs(rest[0]) if phrases.base(rest[0]) == "VP" else []
    if verbs and phrases.base(verbs[0]) in _FINITE:
        return None
    return subject if any(phrases.base(one) in _SMALL for one in rest) else None


def _is_free(phrases: Phrases, clause: int, around: bool) -> bool:
    """Whether a clause is a free relative.

    It is in a place of a noun phrase (``around``) and begins with a single wh-word. A clause with *when* is
    adverbial, and one with *that* or *which* modifies something. In trees with traces, the wh-phrase has been moved to its trace before, and
    only the function tag NOM makes a free relative.
    """
    kind, children = phrases.kind(clause), phrases.children(clause)
    if kind.base != "SBAR" or kind.functions or not children:
        return bool(kind.functions & {"NOM"})
    first = children[0]
    if phrases.base(first) == "SBAR" and first < 0:
        return _is_free(phrases, first, around)  # the first of several conjuncts
    single = _is_single(phrases, first)
    if phrases.kind(first).functions - {"SBJ"}:
        return False  # it has a trace
    if single is None or "when" in single.names or (single.base == "WDT" and not single.names):
        return False
    return around and any(phrases.base(one) in _CLAUSES for one in children[1:])


def _is_quotation(phrases: Phrases, phrase: int) -> bool:
    """Whether a phrase is *like* with what somebody said, felt or did: *she was like, "no way"*."""
    children = phrases.children(phrase)
    kinds = [phrases.base(one) for one in children]
    return kinds[:1] in (["RP"], ["UH"]) and not _CLAUSES.isdisjoint(kinds)


def _is_noun_place(phrases: Phrases, clause: int, parent: int) -> bool:
    """Whether a clause is in a verb phrase, after a preposition, alone, or the subject of a sentence."""
    if parent >= 0:
        return True
    if phrases.base(parent) in _NOUN_PLACES:
        return not _has_object(phrases, clause, parent)
    before = [phrases.base(one) for one in phrases.children(parent)]
    if phrases.base(parent) != "S" or "VP" not in before:
        return False
    children = phrases.children(parent)[: before.index("VP")]
    return clause in children and not any(phrases.base(one) == "NP" for one in children)


def _has_object(phrases: Phrases, clause: int, parent: int) -> bool:
    """Whether *how* or *where* begins a clause after an object: *ate it where she sat*.

    Verbs that take two objects may have the clause for one: *told her where he sat*.
    """
    begins = phrases.children(clause)
    if phrases.base(parent) != "VP" or not begins or phrases.base(begins[0]) != "WHADVP":
        return False
    children = phrases.children(parent)
    objects = any(phrases.base(one) == "NP" for one in children[: children.index(clause)])
    return objects and not any("telling" in phrases.kind(one).names for one in children)


def _is_single(phrases: Phrases, phrase: int) -> Kind | None:
    """The class of the wh-word that a phrase consists of."""
    if phrases.base(phrase) not in ("WHNP", "WHADVP", "NP"):
        return None
    inside = phrases.children(phrase)
    kind = phrases.kind(inside[0]) if len(inside) == 1 else None
    return kind if kind and kind.base in ("WP", "WDT", "WRB") else None


def _of_wh_phrase(phrases: Phrases, clause: int) -> dict[int, Place]:
    """The place of the wh-phrase that begins a clause."""
    children = phrases.children(clause)
    phrase = next((one for one in children[:1] if _is_single(phrases, one)), None)
    if phrase is None:
        phrase = next((one for one in children if phrases.base(one) == "WHNP"), None)
    if phrase is not None and phrases.base(phrase) == "WHADVP":
        return {}
    inner = next((one for one in children if phrases.base(one) in _CLAUSES), None)
    if phrase is None or inner is None or phrase >= 0 or inner >= 0:
        return {}
    place = _gap(phrases, inner)
    return {~phrase: place} if place else {}


def _gap(phrases: Phrases, clause: int) -> Place | None:
    children = phrases.children(clause)
    verb_phrase = next((one for one in children if phrases.base(one) == "VP" and one < 0), None)
    subject = [
        one for one in children
        if phrases.base(one) in _SUBJECTS and one != verb_phrase
        and not phrases.kind(one).functions & _ADVERBIAL
    ]  # fmt: skip
    if verb_phrase is None:
        for one in children:
            if _is_stranded(phrases, one):
                return Place(~one, b"WHNP")
        copula = any("be" in phrases.kind(one).names for one in children)
        predicate = len([one for one in children if phrases.base(one) in _PREDICATES]) > 1
        return Place(~clause, b"WHNP-PRD") if copula and not predicate else None
    if not subject:
        infinitive = any(phrases.base(one) == "TO" for one in phrases.verbs(verb_phrase)[:1])
        return _gap_in(phrases, verb_phrase) if infinitive else Place(~clause, b"WHNP-SBJ")
    return _gap_in(phrases, verb_phrase)


def _is_stranded(phrases: Phrases, item: int) -> bool:
    """Whether an item is a preposition without its object."""
    if item >= 0 or phrases.base(item) != "PP":
        return False
    return all(phrases.base(one) in _STRANDED for one in phrases.children(item))


def _gap_in(phrases: Phrases, phrase: int) -> Place | None:
    """The place in a verb phrase, or in what is inside it."""
    children = phrases.children(phrase)
    bases = [phrases.base(one) for one in children]
    if "VP" in bases and children[bases.index("VP")] < 0:
        return _gap_in(phrases, children[bases.index("VP")])
    for one in children:
        if _is_stranded(phrases, one):
            return Place(~one, b"WHNP")
    objects = [
        one for one, base in zip(children, bases, strict=True)
        if base in _NOMINAL and not phrases.kind(one).functions & _ADVERBIAL
    ]  # fmt: skip
    copula = any(one >= 0 and "be" in phrases.kind(one).names for one in children)
    if copula:
        return None if _PREDICATES.intersection(bases) else Place(~phrase, b"WHNP-PRD")
    for one, base in zip(children, bases, strict=True):
        if one < 0 and base == "S" and not phrases.kind(one).functions & _ADVERBIAL | {"PRP"}:
            inner = phrases.first(one, frozenset({"VP"}))
            if inner is not None and inner < 0 and not objects:
                return _gap_in(phrases, inner)
        if one < 0 and base == "SBAR" and not objects and not phrases.kind(one).functions:
            inner = phrases.first(one, _CLAUSES)
            opens = phrases.base(phrases.children(one)[0])
            if inner is not None and inner < 0 and opens in ("S", "IN"):
                return _gap(phrases, inner)
    return Place(~phrase, b"WHNP")
