"""The rules of the view ``flatten``: which brackets of a tree most theories do not share.

They read the *shape* of a bracket, one letter for each child. Brackets: C clause,
B subordinate clause, T the sentence where it is none, N NP, X one inside its NP, G one that ends in
a possessive, V VP, P PP, R ADVP, A ADJP, - one in parenthesis. Words: n noun, i *it*, d determiner,
v verb, b copula, j adjective, p preposition, & coordinator, ; separator, ' possessive, ( opening
bracket, a comma, and a dot for the rest.
"""

import functools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from karat.files.label_map import CATEGORIES, TAGS, LabelMap
from karat.model.bank import Bank
from karat.model.columns import Bools, Bytes, Ints
from karat.model.labels import base_label, function_tags
from karat.views.edit import contents, first_words, parent_rows, spelt

_LIGHT = b".pd&;'(,-"  # no head and no conjunct


@dataclass(frozen=True)
class Trees:
    """Trees of the six categories only, with the children of each bracket."""

    bank: Bank
    code: bytes  # the letter of each bracket
    parent: list[int]
    words: bytes  # the letter of each word
    first: list[int]  # each bracket's first word
    begin: list[int]
    items: list[int]
    letters: bytes  # of the items
    at: list[int]  # where each bracket stands among the items

    def shape(self, row: int) -> bytes:
        return self.letters[self.begin[row] : self.begin[row + 1]]

    def row(self, row: int, place: int) -> int:
        """The bracket at a position of a shape; below 0 if it is a word."""
        return ~self.items[self.begin[row] + place]

    def rows(self, letters: bytes) -> list[int]:
        """The brackets of these letters."""
        return [row for row, letter in enumerate(self.code) if letter in letters]


def categories(bank: Bank, rules: LabelMap) -> Bytes:
    """The letter of each bracket, 0 for a bracket without a category."""
    letters = {
        label: ord(letter)
        for key, letter in CATEGORIES.items()
        for label in rules[f"categories.{key}"]
    }

    def letter(label: bytes) -> int:
        base = base_label(label)
        subordinate = base in rules["special.subordinate"] or re.search(rb"-[A-Z]", label)
        found = letters.get(base, 0)
        return ord("B") if found == ord("C") and subordinate else found

    found = np.array([letter(one) for one in bank.labels.strings()], np.uint8)[bank.label]
    found[_inverted(bank, found, rules)] = ord("C")
    return found


def _inverted(bank: Bank, code: Bytes, rules: LabelMap) -> Ints:
    """The verb phrases that are clauses, because they begin one and hold its subject and a verb phrase.

    ``(S (VP Had (NP-SBJ he) (VP known it)))``
    """
    parent = parent_rows(bank)
    inside = (parent >= 0) & (code[parent] == ord("V")) & (bank.start > bank.start[parent])
    verbs = np.flatnonzero(inside & (code == ord("V")))
    last = np.full(len(code) + 1, -1)  # where the last verb phrase in each bracket starts
    last[parent[verbs]] = bank.start[verbs]
    subjects = np.flatnonzero(inside & (code == ord("N")) & _subjects(bank, code, rules))
    found: Ints = parent[subjects[last[parent[subjects]] >= bank.end[subjects]]]
    return found[_clause_above(bank, code)[found] & ~_led(bank, code)[found]]


def _subjects(bank: Bank, code: Bytes, rules: LabelMap) -> Bools:
    """Which phrases in a verb phrase can be the subject of a verb before them.

    Function tags decide; for a phrase without them, the first word of the verb phrase does.
    """
    tags = [function_tags(label) for label in bank.labels.strings()]
    subject = np.array([not one.isdisjoint(rules["special.subject"]) for one in tags], bool)
    untagged = np.array([not one for one in tags], bool)
    inverting = np.append(spelt(bank, rules["words.inverting"]), False)
    first = inverting[first_words(bank) + bank.start]
    found: Bools = subject[bank.label] | (untagged[bank.label] & first[parent_rows(bank)])
    return found


def _clause_above(bank: Bank, code: Bytes) -> Bools:
    """Which brackets are the first thing in a clause."""
    parent = parent_rows(bank)
    found: Bools = (parent >= 0) & (bank.start == bank.start[parent])
    found &= np.isin(code[parent], list(b"CB"))
    return found


def _led(bank: Bank, code: Bytes) -> Bools:
    """Which brackets are in a clause that a word introduces, so that it may have no subject: *who had*."""
    parent = parent_rows(bank)
    above = np.where(parent >= 0, parent[parent], -1)
    found: Bools = (code[above] == ord("B")) & (bank.start[above] < bank.start)
    return found & (above >= 0)


def word_letters(bank: Bank, rules: LabelMap) -> Bytes:
    table = {tag: ord(letter) for key, letter in TAGS.items() for tag in rules[f"tags.{key}"]}
    tags = [table.get(base_label(tag), ord(".")) for tag in bank.labels.strings()]
    letters = np.array(tags, np.uint8)[bank.tag]
    letters[spelt(bank, rules["words.noun"])] = ord("n")
    letters[(letters == ord("v")) & spelt(bank, rules["words.copula"])] = ord("b")
    letters[(letters == ord("n")) & spelt(bank, rules["words.it"])] = ord("i")
    return letters


def trees_of(bank: Bank, rules: LabelMap, code: Bytes, seen: Bytes, words: Bytes) -> Trees:
    begin, items = contents(bank)
    base = first_words(bank)
    seen = np.where((seen == ord("N")) & (words[base + bank.end - 1] == ord("'")), ord("G"), seen)
    brackets = items < 0
    letters = np.empty(len(items), np.uint8)
    letters[brackets] = seen[~items[brackets]]
    letters[~brackets] = words[items[~brackets]]
    owner = np.repeat(np.arange(len(code)), np.diff(begin))
    # A child after an opening bracket is in parenthesis, unless that bracket comes first.
    second = np.flatnonzero(brackets[2:] & (letters[1:-1] == ord("(")) & (owner[2:] == owner[:-2]))
    letters[second + 2] = ord("-")
    for letter, key in (b"&", "words.coordinator"), (b";", "words.separator"):
        for parts in map(bytes.split, rules[key]):
            found = np.arange(len(items) - len(parts) + 1)
            found = found[owner[found] == owner[found + len(parts) - 1]]
            for place, part in enumerate(parts):
                found = found[~brackets[found + place]]
                found = found[spelt(bank, [part])[items[found + place]]]
            letters[found] = ord(letter)
    at = np.full(len(code), -1)
    at[~items[brackets]] = np.flatnonzero(brackets)
    parent, first = parent_rows(bank).tolist(), (base + bank.start).tolist()
    shapes = (begin.tolist(), items.tolist(), letters.tobytes(), at.tolist())
    return Trees(bank, code.tobytes(), parent, words.tobytes(), first, *shapes)


def _coordinated(shape: bytes, places: Sequence[int]) -> bool:
    """Whether the children at these positions, all of one kind, are conjuncts.

    A coordinator must be between children, not at the beginning of the bracket. If there is only one
    conjunct, because others had one word, the coordinator must be next to it, unlike in *can and can
    not (VP be done)*.

    >>> _coordinated(b"N&N", [0, 2]), _coordinated(b"&N", [1]), _coordinated(b"b&b.V", [4])
    (True, False, False)
    """
    if len(places) != 1:
        core = shape.strip(_LIGHT)
        return bool(places) and (b"&" in core or b";" in core)
    skipped = _LIGHT.replace(b"&", b"R")
    before, after = shape[: places[0]].rstrip(skipped), shape[places[0] + 1 :].lstrip(skipped)
    joined = before * before.endswith(b"&") + after * after.startswith(b"&")
    return bool(joined.strip(_LIGHT))


@functools.lru_cache(1 << 12)
def _heads(code: str, shape: bytes) -> tuple[int, ...]:
    """Positions of children that belong to the parent phrase, not to a phrase of their own.

    >>> _heads("N", b"NP"), _heads("N", b"N&N"), _heads("N", b"Gn"), _heads("V", b"v.V")
    ((0,), (), (), (2,))
    """
    kind = {"N": b"NX", "C": b"CB"}.get(code, code.encode())
    found = tuple(place for place, letter in enumerate(shape) if letter in kind)
    if _coordinated(shape, found):
        return ()
    if code == "N":
        if re.search(rb"[niX]|d[A-MO-WYZ,p]", shape):  # it has a head already
            # (October 9) , 1779: a first phrase with only words after it, and no list.
            first = re.match(rb"[^A-Zni]*(?=N,[^A-Z&;']*[ni][^A-Z&;']*$)", shape)
            if first:
                return (first.end(),)
            return tuple(m.start() for m in re.finditer(rb"X|N(?=[^A-Z,&']*[ni])", shape))
        return found[:1]
    if code == "C":
        noun = re.search(rb"[Nni]", shape)
        if re.search(rb"[Vvbj]", shape) or (noun and shape.rfind(b"A") > noun.start()):
            return ()
        if shape.count(b"C") == 1:
            return (shape.find(b"C"),)
    if len(found) != 1:
        return ()
    if code == "P" and re.search(rb"[pvbj]", shape):
        # Prepositions in a row: theories differ in what they group, (out of) or (of it).
        return found if re.fullmatch(rb"[^pvbjA-Z]*R?[pvbj]p*", shape[: found[0]]) else ()
    return () if code == "V" and re.search(rb"[Aj]", shape[: found[0]]) else found


def projections(trees: Trees) -> Iterator[int]:
    """The brackets inside a bracket that has the same head."""
    family = trees.code.translate(bytes.maketrans(b"BT", b"CC"))
    nested = ((up, family[row]) for row, up in enumerate(trees.parent) if up >= 0)
    for row in {up for up, letter in nested if letter == family[up] != ord("A")}:
        for place in _heads(chr(family[row]), trees.shape(row)):
            yield trees.row(row, place)


def unpredicative(trees: Trees) -> Iterator[int]:
    """The adjective phrases that are not predicative."""
    fine: dict[int, set[int]] = {-1: set()}  # by the bracket around them, places among the items
    for row in trees.rows(b"A"):
        up = trees.parent[row]
        if up not in fine:
            nested = trees.code[up] == ord("A")
            good = not nested or trees.at[up] in fine[trees.parent[up]]
            places = _predicative(chr(trees.code[up]), trees.shape(up)) if good else ()
            fine[up] = {trees.begin[up] + place for place in places}
        if trees.at[row] not in fine[up]:
            yield row


def small_clauses(trees: Trees) -> Iterator[int]:
    """The clauses that are only an adjective phrase, where it would be predicative without them."""
    bank = trees.bank
    for row in trees.rows(b"A"):
        clause, up = row, trees.parent[row]
        while up >= 0 and trees.code[up] in b"CB":
            if bank.start[up] != bank.start[row] or bank.end[up] != bank.end[row]:
                break
            clause, up = up, trees.parent[up]
        if clause != row and up >= 0 and trees.code[up] in b"VCB":
            shape, place = trees.shape(up), trees.at[clause] - trees.begin[up]
            alone = shape[:place] + b"A" + shape[place + 1 :]
            if place in _predicative(chr(trees.code[up]), alone):
                yield clause


@functools.lru_cache(1 << 12)
def _predicative(code: str, shape: bytes) -> tuple[int, ...]:
    """The places in a bracket where an adjective phrase is predicative.

    >>> _predicative("V", b"bA"), _predicative("V", b"vNA"), _predicative("V", b"vAn")
    ((1,), (), ())
    """
    places = tuple(place for place, letter in enumerate(shape) if letter in b"A-")
    if code in "CB" or (code == "A" and _coordinated(shape, places)):
        return places
    found: list[int] = []
    if code == "V":
        copula = verb = False
        for place, letter in enumerate(shape):
            copula |= letter == ord("b")
            if letter in b"vb":
                verb = True
            elif letter in b"NniCBV":
                verb = False
            elif letter in b"A-" and (copula or (verb and shape[place + 1 : place + 2] != b"n")):
                found.append(place)
    return tuple(found)
