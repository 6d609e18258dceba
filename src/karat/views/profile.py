"""Labels and tags of a grammar as the Penn Treebank would write them, by a grammar profile.

Other views use this to read trees. Used as a view itself, it writes such trees.

>>> import karat
>>> from karat.formats.brackets import dumps
>>> bank = karat.read_text("(S (N' (N Sue)) (V' (V sees) (N' (DET the) (Npl dogs))))")
>>> print(dumps(profile(bank, "1991")), end="")
(S (NP (NN Sue)) (VP (VBP sees) (NP (DT the) (NNS dogs))))
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from karat.files.profile import DEFAULT, Profile, load
from karat.kernels import words as lexical
from karat.model.bank import Bank
from karat.model.columns import Bools, Flags, Ints, grouped
from karat.model.labels import Labels
from karat.model.outcome import Note
from karat.views.edit import spelt
from karat.views.lexicon import lexicon

# Any verb: the Treebank has a tag for each form.
_VERB = b"V"
# Fewer unknown names are worth a note only if they are most of a sentence.
_MANY = 2


def profile(bank: Bank, name: str = DEFAULT) -> Bank:
    """The same trees with the labels and tags of the Penn Treebank; unknown ones stay.

    ``name`` is a profile of karat's, a file, or several joined by +.
    """
    return as_ptb(bank, load(name))


def grammar_of(grammar: Profile | str, null: tuple[str, ...] = ()) -> Profile:
    """A profile, which may be given by its name, with more null words and tags."""
    return load(grammar, null) if isinstance(grammar, str) else grammar


def translated(bank: Bank, grammar: Profile) -> Bank:
    """The Bank with the Treebank's labels and tags; a verb of any form has the tag V."""
    found = _tables(bank.labels, grammar)
    if found.nothing:
        return bank
    tag = _tags(bank, grammar, found.tag, found.unclear)
    return replace(bank, label=found.label.take(bank.label), tag=tag)


class _Tables(NamedTuple):
    """What each label is in the Treebank, as a label and as a tag; tags that depend on the word.

    ``plain_label`` and ``plain_tag``: the profile knows it, and joined profiles agree about it.
    """

    label: Ints
    tag: Ints
    unclear: Mapping[int, bytes]
    nothing: bool
    plain_label: Bools
    plain_tag: Bools


# The tables of each set of labels, by profile. They are made anew when there are more labels.
_KNOWN: WeakKeyDictionary[Labels, dict[Profile, _Tables]] = WeakKeyDictionary()


def _tables(labels: Labels, grammar: Profile) -> _Tables:
    known = _KNOWN.setdefault(labels, {})
    found = known.get(grammar)
    if found is None or len(found.label) != len(labels):
        strings = tuple(labels.strings())
        label_of = labels.numbers([_label(grammar, one) for one in strings])
        tag_of = labels.numbers([_tag(grammar, one) for one in strings])
        unclear = {n: key for n, one in enumerate(strings) if (key := _unclear(grammar, one))}
        own = np.arange(len(strings))
        same = np.array_equal(label_of, own) and np.array_equal(tag_of, own)
        plain = np.array([_plain(grammar, one) for one in strings], np.bool_).T
        found = known[grammar] = _Tables(label_of, tag_of, unclear, same and not unclear, *plain)
    return found


def as_ptb(bank: Bank, grammar: Profile) -> Bank:
    """The Bank with the Treebank's labels and tags; a verb gets the tag that fits its form."""
    bank = translated(bank, grammar)
    rows = np.flatnonzero(bank.tag == bank.labels.find(_VERB))
    if not len(rows):
        return bank
    modal = spelt(bank, grammar["auxiliaries.modal"])[rows].tolist()
    ends = [bank.text[end - 3 : end].tobytes().lower() for end in bank.word_end[rows].tolist()]
    tag = bank.tag.copy()
    tag[rows] = bank.labels.numbers([_form(*one) for one in zip(ends, modal, strict=True)])
    return replace(bank, tag=tag)


def _form(end: bytes, modal: bool) -> bytes:
    if modal:
        return b"MD"
    return b"VBG" if end == b"ing" else b"VBD" if end[1:] == b"ed" else b"VBP"


def strangers(bank: Bank, grammar: Profile, whose: str) -> tuple[Note, ...]:
    """Notes about sentences in which most or many labels, or tags, are not in the profile.

    Also about sentences with a label or tag that joined profiles read in different ways. ``whose``:
    gold's, the system's, or the name of a file with *'s*.
    """
    found: list[Note] = []
    tables = _tables(bank.labels, grammar)
    columns = (
        ("labels", bank.label, bank.span_offset, tables.plain_label, grammar.knows_label),
        ("tags", bank.tag, bank.token_offset, tables.plain_tag, grammar.knows_tag),
    )
    for what, column, offset, plain, knows in columns:
        if plain.take(column).all():
            continue
        used = [number for number in np.flatnonzero(np.bincount(column)).tolist() if number]
        known, disputed = np.zeros((2, len(bank.labels)), np.int8)
        known[[number for number in used if knows(bank.labels[number])]] = 1
        disputed[[number for number in used if bank.labels[number] in grammar.disputed]] = 1
        some = grouped((column > 0).astype(np.int8), offset)
        unknown = some - grouped(known[column], offset)
        most = 2 * unknown > some
        many = (5 * unknown >= some) & (unknown >= _MANY) & ~most
        for amount, sentences in (("most", most), ("a fifth or more", many)):
            if count := int(sentences.sum()):
                said = f"{amount} of {whose} {what} are not in the grammar profile {grammar.name}"
                found.append((said, count))
        twice = int((grouped(disputed[column], offset) > 0).sum())
        if twice:
            said = (
                f"the first profile of {grammar.name} decides how some of {whose} {what} are read"
            )
            found.append((said, twice))
    verb = (tables.tag == bank.labels.find(_VERB)).astype(np.int8)
    if verb.any() and (count := int((grouped(verb[bank.tag], bank.token_offset) > 0).sum())):
        found.append((f"{whose} tags do not tell the forms of verbs, which are guessed", count))
    return tuple(found)


def _tags(bank: Bank, grammar: Profile, tag_of: Ints, unclear: Mapping[int, bytes]) -> Ints:
    """The tag of each word in the Treebank; the tags in ``unclear`` depend on the word."""
    tag = tag_of.take(bank.tag)
    for key in dict.fromkeys(unclear.values()):
        wanted: Flags = np.zeros(len(bank.labels), np.int8)
        wanted[[number for number, one in unclear.items() if one == key]] = 1
        if not wanted.take(bank.tag).any():
            continue
        column, targets = _lexicon(grammar, key)
        place: Ints = np.empty(len(bank.tag), np.int32)
        words = lexical.Words(bank.text, bank.word_start, bank.word_end, bank.tag)
        lexical.look_up(words, wanted, column, place)
        rows = np.flatnonzero(place)
        tag[rows] = bank.labels.numbers(targets)[place[rows] - 1]
    return tag


@lru_cache(1 << 8)
def _lexicon(grammar: Profile, tag: bytes) -> tuple[Ints, Sequence[bytes]]:
    """The words that change the meaning of a tag, and the tags that result."""
    targets = sorted(set(grammar.by_word[tag].values()))
    words = {word: 1 + targets.index(one) for word, one in grammar.by_word[tag].items()}
    return lexicon(words), targets


@lru_cache(1 << 16)
def _label(grammar: Profile, label: bytes) -> bytes:
    return grammar.label(label)


@lru_cache(1 << 16)
def _tag(grammar: Profile, tag: bytes) -> bytes:
    return grammar.tag(tag)


@lru_cache(1 << 16)
def _plain(grammar: Profile, name: bytes) -> tuple[bool, bool]:
    """Whether a name needs no note as a label, and as a tag; the empty name is none."""
    agreed = name not in grammar.disputed
    known = grammar.knows_label(name), grammar.knows_tag(name)
    return not name or (agreed and known[0]), not name or (agreed and known[1])


@lru_cache(1 << 16)
def _unclear(grammar: Profile, tag: bytes) -> bytes:
    """The name under which a profile lists the words of a tag; empty if it lists none."""
    return next((one for one in (tag, grammar.base(tag)) if one in grammar.by_word), b"")
