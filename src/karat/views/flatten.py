"""Flat keys from a treebank: only the brackets that most theories of grammar share.

Gaizauskas, Hepple and Huyck (1998), section 4. Every word is kept but the null elements. A key has
no intermediate projections, no unary brackets, no one-word brackets, and these categories:

``S``     the sentence: a clause, or a fragment of no category, around which nothing stands
``SBAR``  a clause inside, whatever the treebank calls it (S, SBAR, SQ, RRC …)
``NP``    the largest NP of a head; its conjuncts, possessors, modifiers and appositions are others
``VP``    the largest VP of a verb with its auxiliaries, and its conjuncts
``PP``    a preposition with its complement
``ADVP``  where it has several words
``ADJP``  where it is predicative: in a VP after its verb, or in a clause

An extraposed clause takes the VP bracket away, because nobody agrees where the VP ends. A bracket
that is dropped leaves its words and what else is in it. The labels and words that the rules look
for stand in ``data/flatten/ptb.toml``, which a user can replace.

>>> import karat
>>> from karat.formats.brackets import dumps
>>> tree = ("((S (NP-SBJ (NP (DT the) (NN man)) (PP (IN from) (NP (NNP Rome))))"
...         " (VP (MD will) (VP (VB go) (NP (NN home))))))")
>>> print(dumps(flatten(karat.read_text(tree))), end="")
(S (NP (DT the) (NN man) (PP (IN from) (NNP Rome))) (VP (MD will) (VB go) (NN home)))

The rules read a bracket's *shape*, a letter for each thing directly in it. Brackets: C clause,
B subordinate clause, T the sentence where it is none, N NP, X one inside its NP, G one that ends in
a possessive, V VP, P PP, R ADVP, A ADJP, - one in parenthesis. Words: n noun, i *it*, d determiner,
v verb, b copula, j adjective, p preposition, & coordinator, ; separator, ' possessive, ( opening
bracket, a comma, and a dot for the rest.
"""

import functools
import hashlib
import os
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path

import numpy as np

from karat.bank import Bank
from karat.columns import Bytes, Ints
from karat.errors import InputError, unknown
from karat.views.edit import (
    Mask,
    among,
    around_words,
    base_label,
    contents,
    keep_brackets,
    keep_words,
    parent_rows,
    spelt,
)

_CATEGORIES = {"clause": "C", "NP": "N", "VP": "V", "PP": "P", "ADVP": "R", "ADJP": "A"}
_TAGS = {
    "noun": "n", "determiner": "d", "verb": "v", "adjective": "j", "preposition": "p",
    "coordinator": "&", "possessive": "'", "opening": "(", "comma": ",",
}  # fmt: skip
_KEYS = {
    "categories": tuple(_CATEGORIES),
    "names": ("sentence", *_CATEGORIES),
    "special": ("subordinate", "inner", "aside"),
    "tags": ("null", *_TAGS),
    "words": ("coordinator", "separator", "trace", "it", "copula", "extraposed"),
}
_LIGHT = b".pd&;'(,-"  # no head and no conjunct


@dataclass(frozen=True)
class LabelMap:
    """What the rules must know about a treebank; ``lists`` goes by table and key, ``tags.noun``."""

    names: Mapping[str, bytes]
    lists: Mapping[str, tuple[bytes, ...]]

    def __getitem__(self, key: str) -> tuple[bytes, ...]:
        return self.lists.get(key, ())

    def categories(self) -> dict[bytes, bytes]:
        """The category of each label that has one.

        >>> load_labels("ptb").categories()[b"WHPP"]
        b'PP'
        """
        return {label: key.encode() for key in _CATEGORIES for label in self[f"categories.{key}"]}


def load_labels(source: str | os.PathLike[str] = "ptb") -> LabelMap:
    """A label map that comes with karat, by name, or one of the user's, by path.

    >>> load_labels("ptb")["categories.PP"]
    (b'PP', b'WHPP')
    """
    name = os.fspath(source)
    return _built_in(name) if _comes_with_karat(name) else _parse(_content(name), name)


def digest_of(name: str) -> str:
    """The hash of a label map that is a user's file, or nothing."""
    return "" if _comes_with_karat(name) else hashlib.sha256(_content(name)).hexdigest()


def _comes_with_karat(name: str) -> bool:
    return os.path.basename(name) == name and not name.endswith(".toml")


def _content(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None


@functools.cache
def _built_in(name: str) -> LabelMap:
    folder = files("karat.data").joinpath("flatten")
    known = [one.name.removesuffix(".toml") for one in folder.iterdir()]
    if name not in known:
        raise InputError(f"{unknown('label map', name, known)}; or give a path, mine.toml")
    return _parse(folder.joinpath(f"{name}.toml").read_bytes(), f"{name}.toml")


def _parse(text: bytes, path: str) -> LabelMap:
    try:
        tables = tomllib.loads(text.decode())
    except ValueError as error:  # not UTF-8, or not TOML
        raise InputError(f"{path}: this is no TOML: {error}") from None
    names = {key: key.encode() for key in _CATEGORIES} | {"sentence": b"S", "clause": b"SBAR"}
    lists: dict[str, tuple[bytes, ...]] = {}
    for table, keys in tables.items():
        if table not in _KEYS:
            raise InputError(f"{path}: {unknown('table', table, _KEYS)}")
        if not isinstance(keys, dict):
            raise InputError(f"{path}: {table} must be a table, [{table}]")
        for key, value in keys.items():
            if key not in _KEYS[table]:
                raise InputError(f"{path}: {unknown(f'key in [{table}]', key, _KEYS[table])}")
            if table == "names":
                if not isinstance(value, str):
                    raise InputError(f'{path}: {table}.{key} must be a label, "{key}"')
                names[key] = value.encode()
            elif isinstance(value, list) and all(isinstance(one, str) for one in value):
                lists[f"{table}.{key}"] = tuple(one.encode() for one in value)
            else:
                raise InputError(f'{path}: {table}.{key} must be a list of strings, ["a", "b"]')
    _check(names, lists, path)
    return LabelMap(names, lists)


def _check(names: Mapping[str, bytes], lists: Mapping[str, tuple[bytes, ...]], path: str) -> None:
    owner: dict[bytes, str] = {}
    for key in _CATEGORIES:
        for label in lists.get(f"categories.{key}", ()):
            if base_label(label) != label:
                raise InputError(f"{path}: write {label.decode()!r} without its function tag")
            if owner.setdefault(label, key) != key:
                raise InputError(f"{path}: {label.decode()!r} is in {owner[label]} and in {key}")
    for key, name in names.items():
        wanted = "clause" if key == "sentence" else key
        if f"categories.{wanted}" in lists and owner.get(name) != wanted:
            raise InputError(
                f"{path}: names.{key} is {name.decode()!r}, which must also stand in "
                f"categories.{wanted}, so that a key that is flattened again stays as it is"
            )


def flatten(bank: Bank, labels: LabelMap | str | None = None) -> Bank:
    """The flat keys of a treebank's trees; what is flat already stays as it is.

    ``labels`` is a map, or the name of a built-in one or of a file with one.

    >>> import karat
    >>> from karat.formats.brackets import dumps
    >>> tree = "(S (NP (PRP it)) (VP (VBZ is) (ADJP (JJ good)) (S (VP (TO to) (VP (VB leave))))))"
    >>> print(dumps(flatten(karat.read_text(tree))), end="")
    (S (PRP it) (VBZ is) (JJ good) (SBAR (TO to) (VB leave)))
    """
    rules = labels if isinstance(labels, LabelMap) else load_labels(labels or "ptb")
    flat = _once(bank, rules)
    # What the rules saw in a function tag is not in the key. Here the key's own words must bear it
    # out; one round is enough but for odd trees.
    while len((again := _once(flat, rules)).label) < len(flat.label):
        flat = again
    return flat


@dataclass(frozen=True)
class _Trees:
    """Trees of the six categories only, with what stands directly in each bracket."""

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
        """The bracket at a place of a shape; below 0 if it is a word."""
        return ~self.items[self.begin[row] + place]

    def rows(self, letters: bytes) -> list[int]:
        """The brackets of these letters."""
        return [row for row, letter in enumerate(self.code) if letter in letters]


def _once(bank: Bank, rules: LabelMap) -> Bank:
    bank, traces = _without_nulls(bank, rules)
    code, parent = _categories(bank, rules), parent_rows(bank)
    inner = (parent >= 0) & (code[parent] == ord("N"))
    inner &= among(bank, rules["special.inner"])[bank.label]
    code[(parent < 0) & (code == 0)] = ord("T")
    aside = (code == 0) & among(bank, rules["special.aside"])[bank.label]
    for row in np.flatnonzero((code == 0) & (parent >= 0)).tolist():
        aside[row] |= aside[parent[row]]
    aside = np.append(aside, False)  # the last for what stands in nothing, -1
    seen = np.where(inner, ord("X"), code)
    seen[aside[parent]] = ord("-")
    words = _word_letters(bank, rules)
    words[aside[around_words(bank)]] = ord(".")
    keep = (code > 0) & (bank.start < bank.end)
    keep[np.flatnonzero(keep)[_wrappers(keep_brackets(bank, keep), code[keep])]] = False
    number = np.cumsum(keep) - 1
    traces = {int(number[row]): place for row, place in traces.items() if keep[row]}
    bank, code = keep_brackets(bank, keep), code[keep]
    trees = _trees(bank, rules, code, seen[keep], words)
    drop = np.zeros(len(code), np.bool_)
    drop[list(_projections(trees))] = True
    begins = spelt(bank, rules["words.extraposed"])
    drop[list(_disputed(trees, drop.tolist(), begins, traces))] = True
    for row in _unpredicative(trees):
        if trees.parent[row] >= 0:
            drop[row] = True
        else:
            code[row] = ord("T")
    return _named(*_distinct(bank, code, ~drop), rules)


def _wrappers(bank: Bank, code: Bytes) -> Ints:
    """The brackets of no category around one tree and nothing else: ROOT, TOP, nameless ones."""
    parent = parent_rows(bank)
    same = (bank.start == bank.start[parent]) & (bank.end == bank.end[parent])
    found: Ints = parent[(parent >= 0) & same & (code[parent] == ord("T"))]
    return found


def _without_nulls(bank: Bank, rules: LabelMap) -> tuple[Bank, dict[int, int]]:
    """Without null elements; and the clauses that traces of extraposition point to, by row.

    With each goes the place of the trace, in words that are kept.
    """
    null = among(bank, rules["tags.null"])[bank.tag]
    kept = np.append(0, np.cumsum(~null))
    strings, traces, seen = bank.labels.strings(), {}, -1
    for row in np.flatnonzero(null).tolist():
        word = bank.text[bank.word_start[row] : bank.word_end[row]].tobytes()
        kind, _, index = word.rpartition(b"-")
        if kind not in rules["words.trace"]:
            continue
        sentence = int(np.searchsorted(bank.token_offset, row, "right")) - 1
        if sentence != seen:
            seen = sentence
            clauses = {
                number: clause
                for clause in range(bank.span_offset[seen], bank.span_offset[seen + 1])
                for number in re.findall(rb"[-=](\d+)", strings[bank.label[clause]])
            }
        if index in clauses:
            traces[clauses[index]] = int(kept[row] - kept[bank.token_offset[seen]])
    return keep_words(bank, ~null), traces


def _categories(bank: Bank, rules: LabelMap) -> Bytes:
    """The letter of each bracket, 0 for one of no category."""
    letters = {
        label: ord(letter)
        for key, letter in _CATEGORIES.items()
        for label in rules[f"categories.{key}"]
    }
    table = [letters.get(base_label(label), 0) for label in bank.labels.strings()]
    for number, label in enumerate(bank.labels.strings()):
        subordinate = base_label(label) in rules["special.subordinate"]
        if table[number] == ord("C") and (subordinate or re.search(rb"-[A-Z]", label)):
            table[number] = ord("B")
    return np.array(table, np.uint8)[bank.label]


def _word_letters(bank: Bank, rules: LabelMap) -> Bytes:
    table = {tag: ord(letter) for key, letter in _TAGS.items() for tag in rules[f"tags.{key}"]}
    tags = [table.get(base_label(tag), ord(".")) for tag in bank.labels.strings()]
    letters = np.array(tags, np.uint8)[bank.tag]
    letters[(letters == ord("v")) & spelt(bank, rules["words.copula"])] = ord("b")
    letters[(letters == ord("n")) & spelt(bank, rules["words.it"])] = ord("i")
    return letters


def _trees(bank: Bank, rules: LabelMap, code: Bytes, seen: Bytes, words: Bytes) -> _Trees:
    begin, items = contents(bank)
    base = np.repeat(bank.token_offset[:-1], np.diff(bank.span_offset))
    seen = np.where((seen == ord("N")) & (words[base + bank.end - 1] == ord("'")), ord("G"), seen)
    brackets = items < 0
    letters = np.empty(len(items), np.uint8)
    letters[brackets] = seen[~items[brackets]]
    letters[~brackets] = words[items[~brackets]]
    owner = np.repeat(np.arange(len(code)), np.diff(begin))
    # What follows an opening bracket is in parenthesis, unless that is the first thing of all.
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
    return _Trees(bank, code.tobytes(), parent, words.tobytes(), first, *shapes)


def _coordinated(shape: bytes, places: Sequence[int]) -> bool:
    """Whether what stands at these places, all of a kind, are conjuncts.

    A coordinator must stand between things, not begin the bracket. If there is only one conjunct,
    because others had one word, it must touch it, unlike in *can and can not (VP be done)*.

    >>> _coordinated(b"N&N", [0, 2]), _coordinated(b"&N", [1]), _coordinated(b"b&b.V", [4])
    (True, False, False)
    """
    if len(places) > 1:
        core = shape.strip(_LIGHT)
        return b"&" in core or b";" in core
    skipped = _LIGHT.replace(b"&", b"R")
    for place in places:
        before, after = shape[:place].rstrip(skipped), shape[place + 1 :].lstrip(skipped)
        if before.endswith(b"&") and before.strip(_LIGHT):
            return True
        if after.startswith(b"&") and after.strip(_LIGHT):
            return True
    return False


@functools.lru_cache(1 << 12)
def _heads(code: str, shape: bytes) -> tuple[int, ...]:
    """The places of what in a bracket is no phrase of its own but part of what is around it.

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


def _projections(trees: _Trees) -> Iterator[int]:
    """The brackets inside one of the same head."""
    family = trees.code.translate(bytes.maketrans(b"BT", b"CC"))
    around = {
        up
        for row, up in enumerate(trees.parent)
        if up >= 0 and family[row] == family[up] != ord("A")
    }
    for row in around:
        for place in _heads(chr(family[row]), trees.shape(row)):
            yield trees.row(row, place)


def _unpredicative(trees: _Trees) -> Iterator[int]:
    """The adjective phrases that are not predicative."""
    fine: dict[int, set[int]] = {-1: set()}  # by the bracket around them, places among the items
    for row in trees.rows(b"A"):
        up = trees.parent[row]
        if up not in fine:
            nested = trees.code[up] == ord("A")
            good = not nested or trees.at[up] in fine[trees.parent[up]]
            fine[up] = set(_predicative(trees, up)) if good else set()
        if trees.at[row] not in fine[up]:
            yield row


def _predicative(trees: _Trees, row: int) -> Iterator[int]:
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


def _disputed(
    trees: _Trees, head: list[bool], begins: Mask, traces: Mapping[int, int]
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


def _it(trees: _Trees, verb: int) -> tuple[bool, bool]:
    """Whether the subject of a verb phrase is *it*, and whether a trace stood beside that."""
    clause = trees.parent[verb]
    if clause < 0:
        return False, False
    before = trees.shape(clause)[: trees.at[verb] - trees.begin[clause]]
    found = re.search(rb"[Nni][^NniV]*$", before[-100:])  # near, so that this stays linear
    if not found:
        return False, False
    item = trees.items[trees.at[verb] - len(found[0])]
    if item >= 0:
        return trees.words[item] == ord("i"), False
    alone = trees.bank.end[~item] - trees.bank.start[~item] == 1
    it = bool(alone) and trees.words[trees.first[~item]] == ord("i")
    return it, it and trees.shape(~item) == b"N"


def _distinct(bank: Bank, code: Bytes, keep: Mask) -> tuple[Bank, Bytes]:
    """Without one-word brackets, and with one bracket around the same words: the outermost.

    But the sentence has no category of its own, and of ``(S (NP-PRD the Sea Org))``, a clause that
    has lost its subject, the phrase stays.
    """
    keep &= bank.end - bank.start > 1
    bank, code = keep_brackets(bank, keep), code[keep]
    parent = parent_rows(bank)
    same = (parent >= 0) & (bank.start == bank.start[parent]) & (bank.end == bank.end[parent])
    weak = code == ord("T")
    phrase = same & np.isin(code, list(b"NPR")) & np.isin(code[parent], list(b"CB"))
    weak[parent[phrase]] = True
    keep = ~weak
    keep[np.setdiff1d(np.flatnonzero(weak), parent[same])] = True
    settled = keep.copy()  # one of those around the same words, from here outwards, is kept
    for row in np.flatnonzero(same).tolist():
        keep[row] &= not settled[parent[row]]
        settled[row] |= settled[parent[row]]
    return keep_brackets(bank, keep), code[keep]


def _named(bank: Bank, code: Bytes, rules: LabelMap) -> Bank:
    table = np.zeros(256, np.int32)
    for key, letter in _CATEGORIES.items():
        table[ord(letter)] = bank.labels.intern(rules.names[key])
    table[ord("B")] = table[ord("C")]
    label = table[code]
    clause = np.isin(code, list(b"CBT")) & (bank.parent < 0)
    label[clause] = bank.labels.intern(rules.names["sentence"])
    return replace(bank, label=label)
