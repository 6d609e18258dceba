"""The rules of the view ``flatten``: which brackets of a tree most theories do not share.

They read the *shape* of a bracket, one letter for each child. Brackets: C clause,
B subordinate clause, T the sentence where it is none, N NP, X one inside its NP, G one that ends in
a possessive, V VP, P PP, R ADVP, A ADJP, - one in parenthesis. Words: n noun, i *it*, d determiner,
v verb, b copula, j adjective, p preposition, & coordinator, ; separator, ' possessive, ( opening
bracket, a comma, and a dot for the rest.
"""

import functools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from karat.files.label_map import CATEGORIES, TAGS, LabelMap
from karat.model.bank import Bank
from karat.model.columns import Bools, Bytes
from karat.model.labels import base_label
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

    return np.array([letter(one) for one in bank.labels.strings()], np.uint8)[bank.label]


def word_letters(bank: Bank, rules: LabelMap) -> Bytes:
    table = {tag: ord(letter) for key, letter in TAGS.items() for tag in rules[f"tags.{key}"]}
    tags = [table.get(base_label(tag), ord(".")) for tag in bank.labels.strings()]
    letters = np.array(tags, np.uint8)[bank.tag]
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
            return tuple(m.start() for m in re.finditer(rb"X|N(?=[^A-Z,&']*[ni])", shape))
        return found[:1]
    if code == "C":
        noun = re.search(rb"[Nni]", shape)
        if re.search(rb"[Vvbj]", shape) or (noun and shape.rfind(b"A") > noun.start()):
            return ()
        if shape.count(b"C") == 1:
            return (shape.find(b"C"),)
    if len(found) != 1 or (code == "P" and re.search(rb"[pvbj]", shape)):
        return ()
    return () if code == "V" and re.search(rb"[Aj]", shape[: found[0]]) else found


def projections(trees: Trees) -> Iterator[int]:
    """The brackets inside a bracket that has the same head."""
    family = trees.code.translate(bytes.maketrans(b"BT", b"CC"))
    nested = ((up, family[row]) for row, up in enumerate(trees.parent) if up >= 0)
    for row in {up for up, letter in nested if letter == family[up] != ord("A")}:
        for place in _heads(chr(family[row]), trees.shape(row)):
            yield trees.row(row, place)


def unpredicative(trees: Trees) -> Iterator[int]:
    fine: dict[int, set[int]] = {-1: set()}  # by the bracket around them, places among the items
    for row in trees.rows(b"A"):
        up = trees.parent[row]
        if up not in fine:
            nested = trees.code[up] == ord("A")
            good = not nested or trees.at[up] in fine[trees.parent[up]]
            fine[up] = set(_predicative(trees, up)) if good else set()
        if trees.at[row] not in fine[up]:
            yield row


def _predicative(trees: Trees, row: int) -> Iterator[int]:
    """The places among the items where an adjective phrase in a bracket is predicative."""
    kind, shape, begin = trees.code[row : row + 1], trees.shape(row), trees.begin[row]
    places = [place for place, letter in enumerate(shape) if letter in b"A-"]
    if kind in b"CB" or (kind == b"A" and _coordinated(shape, places)):
        yield from (begin + place for place in places)
    elif kind == b"V":
        copula = verb = False
        for place, letter in enumerate(shape):
            copula |= letter == ord("b")
            if letter in b"vb":
                verb = True
            elif letter in b"NniCBV":
                verb = False
            elif letter in b"A-" and (copula or (verb and shape[place + 1 : place + 2] != b"n")):
                yield begin + place


def disputed(
    trees: Trees, head: list[bool], begins: Bools, traces: Mapping[int, int]
) -> Iterator[int]:
    """The verb and adjective phrases that end before or after an extraposed clause.

    A trace points to the clause; or *it* is the subject, and before the clause stand a copula and
    something predicative; or the subject is ``(NP (NP it))``, from which a trace was removed.
    """
    top: dict[int, int] = {}
    for row in trees.rows(b"V"):
        top[row] = outer = top[trees.parent[row]] if head[row] and trees.parent[row] in top else row
        shape, start = trees.shape(row), trees.bank.start[outer]
        if trees.parent[outer] < 0 or not re.search(rb"[ABC]", shape):
            continue
        it, removed = _it(trees, outer)
        after = _after_copula(shape) if it else ()
        for place in (place for place, letter in enumerate(shape) if letter in b"ABC"):
            item = trees.row(row, place)
            if item in traces:
                if traces[item] <= start:
                    yield outer
            elif shape[place] == ord("A"):
                inside = (trees.row(item, one) for one in range(len(trees.shape(item))))
                clauses = [one for one in inside if one >= 0 and trees.code[one] in b"CB"]
                if place in after and any(begins[trees.first[one]] for one in clauses):
                    yield from (outer, item)
            elif removed or place in after:
                subject = re.match(rb"[Nni]", trees.shape(item)) and shape[place - 1] != ord(",")
                if subject or begins[trees.first[item]]:
                    yield outer


@functools.lru_cache(1 << 12)
def _after_copula(shape: bytes) -> tuple[int, ...]:
    """The places of clauses after a copula and something predicative, and of ADJPs after a copula.

    >>> _after_copula(b"bAB"), _after_copula(b"bB"), _after_copula(b"bAvB")
    ((1, 2), (), (1,))
    """
    found, ready, copula = [], False, False
    for place, letter in enumerate(shape):
        if letter in b"vb":
            ready, copula = False, letter == ord("b")
        if (ready and letter in b"CB") or (copula and letter == ord("A")):
            found.append(place)
        ready |= copula and letter in b"ANPjni"
    return tuple(found)


def _it(trees: Trees, verb: int) -> tuple[bool, bool]:
    """Whether the subject of a verb phrase is *it*, and whether a trace stood beside that."""
    clause = trees.parent[verb]
    before = trees.shape(clause)[: trees.at[verb] - trees.begin[clause]] if clause >= 0 else b""
    found = re.search(rb"[Nni][^NniV]*$", before[-100:])  # near, so that this stays linear
    if not found:
        return False, False
    item = trees.items[trees.at[verb] - len(found[0])]
    if item >= 0:
        return trees.words[item] == ord("i"), False
    alone = trees.bank.end[~item] - trees.bank.start[~item] == 1
    it = bool(alone) and trees.words[trees.first[~item]] == ord("i")
    return it, it and trees.shape(~item) == b"N"
