"""Gaps: where a wh-phrase, or the subject of a small clause, belongs, if no trace says it.

- A wh-phrase is the subject of a clause without one (*who left*); else it belongs to the innermost
  verb phrase that lacks an object (*what she wants to say*), a preposition that lacks one (*who he
  talked to*), or a copula that lacks a predicate (*who he is*, *how old he is*, *where is he*).
- A clause that begins with a wh-word and has the place of a noun phrase is a free relative (*what she
  said*); its wh-word is its head, and stays. Its label gets the function tag NOM.
- *like* with a clause after a form of *be* quotes somebody (*she was like, no way*); its label gets
  the function tag QUO.
- The subject of a clause without a finite verb, right inside a verb phrase, is the object of that
  verb (*made him leave*, *found it funny*), as in Universal Dependencies.

A phrase moves into the clause beside it, or up to a bracket around it, so no cycle can arise.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from karat.model.bank import Bank
from karat.model.columns import Bools, Ints
from karat.views.deps.free import CLAUSES, is_apart, is_free, is_noun_place, wh_word
from karat.views.deps.phrases import Phrases
from karat.views.deps.traces import Place

_FINITE = frozenset({"VBD", "VBP", "VBZ", "MD"})
_NOMINAL = frozenset({"NP", "NX", "NN", "NNS", "NNP", "NNPS", "PRP", "DT", "EX", "QP", "CD"})
_SUBJECTS = _NOMINAL | {"SBAR", "S", "VP"}
_PREDICATES = _NOMINAL | {"ADJP", "JJ", "PP", "UCP", "VP", "S", "SBAR"}
_SMALL = frozenset({"VP", "ADJP", "NP", "PP", "JJ", "UCP"})
_ADVERBIAL = frozenset({"TMP", "ADV", "LOC", "EXT", "MNR", "VOC"})
_SKIPPED = frozenset({",", ":", "``", "''", "ADVP", "RB", "CC", "INTJ", "UH", "-LRB-", "-RRB-"})
_VERB_PHRASE = frozenset({"VP"})
_STRANDED = frozenset({"IN", "TO", "RP"})


def with_places(
    bank: Bank, parents: Ints, phrases: Phrases, wanted: Sequence[str]
) -> tuple[Bank, Ints]:
    """The Bank with the labels that moved phrases get, and the parents of all brackets."""
    label, parents = bank.label.copy(), parents.copy()
    places: dict[int, Place] = {}
    free: set[int] = set()  # rows of free relatives
    known: dict[int, frozenset[int]] = {}  # of each parent, which can have thousands of clauses
    for row in _candidates(phrases, parents, wanted):
        base = phrases.base(~row)
        if base == "VP":
            places |= _of_objects(phrases, ~row)
        elif base == "PP":
            label[row] = bank.labels.intern(b"PP-QUO")
        else:
            parent = int(parents[row])
            around = parent in free or is_noun_place(phrases, ~row, ~parent, known)
            if is_free(phrases, ~row, around):
                free.add(row)
                label[row] = bank.labels.intern(b"SBAR-NOM")
            else:
                if is_apart(phrases, ~row, ~parent):
                    label[row] = bank.labels.intern(b"SBAR-RLC")
                places |= _of_wh_phrase(phrases, ~row)
    for row, place in places.items():
        parents[row] = place.bracket
        label[row] = bank.labels.intern(place.label)
    return replace(bank, label=label), parents


def _candidates(phrases: Phrases, parents: Ints, wanted: Sequence[str]) -> list[int]:
    """The brackets to look at, in order: clauses with wh-phrases, verbs with clauses, quotations."""
    found: Bools = np.zeros(len(parents) + 1, np.bool_)
    if "wh" in wanted:
        found[:-1] |= phrases.among("SBAR SBARQ")
    if "objects" in wanted:
        above = parents[phrases.among("S")]
        found[above[phrases.among("VP")[above]]] = True
    if "quotations" in wanted:
        around = np.unique(parents[phrases.among("S SQ SINV")])
        rows = around[(around >= 0) & phrases.among("PP")[around]].tolist()
        found[[row for row in rows if _is_quotation(phrases, ~row)]] = True
    return np.flatnonzero(found[:-1]).tolist()


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
    tagged = (one for one in inside if "SBJ" in phrases.kind(one).functions)
    subject = next(tagged, inside[0] if inside else None)
    rest = [one for one in inside if one != subject]
    if subject is None or subject >= 0 or phrases.base(subject) != "NP" or not rest:
        return None
    verbs = phrases.verbs(rest[0]) if phrases.base(rest[0]) == "VP" else []
    if verbs and phrases.base(verbs[0]) in _FINITE:
        return None
    return subject if any(phrases.base(one) in _SMALL for one in rest) else None


def _is_quotation(phrases: Phrases, phrase: int) -> bool:
    """Whether *like* comes with what somebody said, felt or did: *she was like, "no way"*."""
    return phrases.base(phrases.children(phrase)[0]) in ("RP", "UH")


def _of_wh_phrase(phrases: Phrases, clause: int) -> dict[int, Place]:
    """The place of the wh-phrase that begins a clause."""
    children = phrases.children(clause)
    inner = phrases.first(clause, CLAUSES)
    phrase = children[0] if children and wh_word(phrases, children[0]) else None
    if phrase is None:
        wanted = ("WHNP", "WHADJP")
        phrase = next((one for one in children if phrases.base(one) in wanted), None)
    if phrase is None or inner is None or phrase >= 0:
        return {}
    base = phrases.base(phrase)
    if base in ("WHADJP", "WHADVP"):
        return _of_predicate(phrases, clause, phrase, inner)
    place = _gap(phrases, inner)
    return {~phrase: place} if place else {}


def _of_predicate(phrases: Phrases, clause: int, phrase: int, inner: int) -> dict[int, Place]:
    """The place of *how old* and, in questions, of *where*, which can only be predicates."""
    base = phrases.base(phrase)
    if base == "WHADVP" and phrases.base(clause) != "SBARQ":
        return {}
    verbal = phrases.first(inner, _VERB_PHRASE) is not None
    if verbal:
        place = _gap(phrases, inner) if base == "WHADJP" else None
        fits = place is not None and place.label == b"WHNP-PRD"
    else:
        kinds = [phrases.kind(one) for one in phrases.children(inner)]
        # Beside the subject; after how old a prepositional phrase is none (how old is he in reality).
        rivals = {"NP", "ADJP", "JJ"} if base == "WHADJP" else {"NP", "ADJP", "JJ", "PP"}
        place, fits = Place(~inner, b""), any("be" in one.names for one in kinds)
        fits &= sum(one.base in rivals for one in kinds) < 2
    return {~phrase: Place(place.bracket, base.encode() + b"-PRD")} if place and fits else {}


def _gap(phrases: Phrases, clause: int) -> Place | None:
    """The place in a clause that lacks a noun phrase; it may be in a clause inside."""
    while True:
        phrase = phrases.first(clause, _VERB_PHRASE)
        if phrase is None:
            return _gap_without_verb_phrase(phrases, clause)
        verbs = phrases.verbs(phrase)
        infinitive = bool(verbs) and phrases.base(verbs[0]) == "TO"
        if not infinitive and not _has_subject(phrases, clause, phrase):
            return Place(~clause, b"WHNP-SBJ")
        phrase, inner = _innermost(phrases, phrase)
        if inner is None:
            return _gap_in(phrases, phrase)
        clause = inner


def _has_subject(phrases: Phrases, clause: int, phrase: int) -> bool:
    return any(
        phrases.base(one) in _SUBJECTS and not phrases.kind(one).functions & _ADVERBIAL
        for one in phrases.children(clause)
        if one != phrase
    )


def _gap_without_verb_phrase(phrases: Phrases, clause: int) -> Place | None:
    """The place in a clause that has no verb phrase: *what is this*, *who is it from*."""
    children = phrases.children(clause)
    stranded = next((one for one in children if _is_stranded(phrases, one)), None)
    if stranded is not None:
        return Place(~stranded, b"WHNP")
    copula = any("be" in phrases.kind(one).names for one in children)
    predicates = sum(phrases.base(one) in _PREDICATES for one in children)
    return Place(~clause, b"WHNP-PRD") if copula and predicates < 2 else None


def _innermost(phrases: Phrases, phrase: int) -> tuple[int, int | None]:
    """The verb phrase inside auxiliaries and infinitives, and the clause inside it that has the gap."""
    while True:
        inner = phrases.first(phrase, _VERB_PHRASE)
        if inner is None and not _objects(phrases, phrase) and not _stranded_in(phrases, phrase):
            clause = _complement(phrases, phrase)
            if clause is not None and phrases.base(clause) == "SBAR":
                return phrase, phrases.first(clause, CLAUSES)
            inner = None if clause is None else phrases.first(clause, _VERB_PHRASE)
        if inner is None:
            return phrase, None
        phrase = inner


def _objects(phrases: Phrases, phrase: int) -> list[int]:
    return [
        one
        for one in phrases.children(phrase)
        if phrases.base(one) in _NOMINAL and not phrases.kind(one).functions & _ADVERBIAL
    ]


def _complement(phrases: Phrases, phrase: int) -> int | None:
    """A clause in a verb phrase that may have a gap: *wants to say*, *thinks (that) she said*."""
    for one in phrases.children(phrase):
        kind = phrases.kind(one)
        if kind.base == "S" and one < 0 and not kind.functions & (_ADVERBIAL | {"PRP"}):
            return one
        if kind.base == "SBAR" and one < 0 and not kind.functions:
            inside = phrases.children(one)
            return one if inside and phrases.base(inside[0]) in ("S", "IN") else None
    return None


def _stranded_in(phrases: Phrases, phrase: int) -> int | None:
    return next((one for one in phrases.children(phrase) if _is_stranded(phrases, one)), None)


def _is_stranded(phrases: Phrases, item: int) -> bool:
    """Whether an item is a preposition without its object."""
    if item >= 0 or phrases.base(item) != "PP":
        return False
    return all(phrases.base(one) in _STRANDED for one in phrases.children(item))


def _gap_in(phrases: Phrases, phrase: int) -> Place | None:
    """The place right inside a verb phrase."""
    stranded = _stranded_in(phrases, phrase)
    if stranded is not None:
        return Place(~stranded, b"WHNP")
    children = phrases.children(phrase)
    if any(one >= 0 and "be" in phrases.kind(one).names for one in children):
        full = any(phrases.base(one) in _PREDICATES for one in children)
        return None if full else Place(~phrase, b"WHNP-PRD")
    return Place(~phrase, b"WHNP")
