"""The chunk that each word of a tree belongs to, by the conventions of CoNLL-2000."""

import numpy as np

from karat.model.bank import Bank
from karat.model.columns import Bools, Ints, Longs
from karat.model.labels import base_label
from karat.views.edit import among, around_words, first_words, parent_rows, sentence_of_words

_TYPES = {
    "NP": b"NP NX NML NAC QP WHNP", "VP": b"VP S SQ SINV SBARQ RRC", "PP": b"PP WHPP",
    "ADJP": b"ADJP WHADJP", "ADVP": b"ADVP WHADVP", "SBAR": b"SBAR", "PRT": b"PRT",
    "CONJP": b"CONJP", "INTJ": b"INTJ", "LST": b"LST",
}  # fmt: skip
_VERBAL = b"VB VBD VBG VBN VBP VBZ MD TO RB".split()
_NOUN = b"NN NNS NNP NNPS CD PRP VBG JJ".split()
_PREPOSITION = b"IN TO VBG VBN RP RB JJ".split()
_LIGHT = b", . : ; `` '' -LRB- -RRB- HYPH NFP PUNCT CC".split()
_WITHIN_NP = b"ADJP ADVP UCP WHADJP WHADVP PRN NAC".split()
_ALWAYS_NP = b"NX NML QP".split()


def owners(bank: Bank) -> tuple[Ints, Ints, Ints]:
    """For each word: the bracket of its chunk, or -1; the type of the chunk; and whether it is light."""
    words = len(bank.tag)
    kind = _kinds(bank)
    light: Ints = among(bank, _LIGHT)[bank.tag].astype(np.int32)
    around = around_words(bank)
    if not len(bank.label):
        return np.full(words, -1, np.int32), np.zeros(words, np.int32), light
    parent = parent_rows(bank)
    whose = _merged(bank, parent, kind, around)
    inside = around >= 0
    within = kind[around]
    possessive = among(bank, (b"POS",))[bank.tag] & inside
    outer = np.where(kind[parent[around]] == _number("NP"), parent[around], around)
    home = np.where(possessive, outer, around)
    owner = np.where(inside, whose[home], -1)
    owner[~_belongs(bank, within) | ~inside] = -1
    type_ = kind[np.maximum(owner, 0)]
    _take_adverbs(bank, owner, type_, around, parent, whose, kind)
    numbers = np.array([0, *(bank.labels.intern(name.encode()) for name in _TYPES)], np.int32)
    light[possessive] = 2
    lone = (type_ == _number("CONJP")) | (type_ == _number("LST"))
    light[(light == 1) & lone & among(bank, (b"CC",))[bank.tag]] = 0
    return owner.astype(np.int32), numbers[type_], light


def _number(name: str) -> int:
    return 1 + list(_TYPES).index(name)


def _kinds(bank: Bank) -> Ints:
    """The number of the type of chunk that each bracket can make, 0 for none."""
    numbers = {one: number for number, key in enumerate(_TYPES, 1) for one in _TYPES[key].split()}
    table = [numbers.get(base_label(label), 0) for label in bank.labels.strings()]
    return np.array(table, np.int32)[bank.label]


def _belongs(bank: Bank, within: Ints) -> Bools:
    """Whether a word can be in the chunk of the bracket right around it.

    A verb chunk holds only verbs and adverbs; a preposition's or complementiser's only that word.
    """
    verbal = (within != _number("VP")) | among(bank, _VERBAL)[bank.tag]
    alone = np.isin(within, [_number("PP"), _number("SBAR")])
    return np.asarray((within > 0) & verbal & (~alone | among(bank, _PREPOSITION)[bank.tag]), bool)


def _merged(bank: Bank, parent: Ints, kind: Ints, around: Ints) -> Longs:
    """For each bracket, the bracket whose chunk its words belong to: itself, or one around it.

    Modifiers before a noun go with the noun phrase; a verb phrase with the verb phrase before it,
    also through a clause without a subject; an adverb with the adjective after it.
    """
    noun, verb = kind == _number("NP"), kind == _number("VP")
    last = _last_word(bank, around, among(bank, _NOUN)[bank.tag])
    modifier = among(bank, _WITHIN_NP)[bank.label] & (bank.start < last[parent])
    into_noun = noun[parent] & (among(bank, _ALWAYS_NP)[bank.label] | modifier)
    phrase, clause = among(bank, (b"VP",))[bank.label], among(bank, (b"S",))[bank.label]
    subject = np.zeros(len(kind), np.bool_)
    subject[parent[(parent >= 0) & among(bank, (b"NP", b"NX"))[bank.label]]] = True
    into_verb = verb & phrase[parent] & (phrase | (clause & ~subject))
    into_verb |= phrase & clause[parent] & ~subject[parent] & phrase[parent[parent]]
    adjective = (kind == _number("ADJP")) | (kind == _number("ADVP"))
    head = _last_word(bank, around, np.ones(len(bank.tag), np.bool_))
    into_adjective = adjective & adjective[parent] & (bank.start < head[parent])
    preposition = _last_word(bank, around, among(bank, _PREPOSITION)[bank.tag])
    inside = (kind == _number("ADVP")) & (kind[parent] == _number("PP"))
    into_adjective |= inside & (bank.start < preposition[parent])
    merges = (into_noun | into_verb | into_adjective) & (parent >= 0)
    whose: Longs = np.where(merges, parent, np.arange(len(kind)))
    while not np.array_equal(whose, whose[whose]):
        whose = whose[whose]
    return whose


def _last_word(bank: Bank, around: Ints, chosen: Bools) -> Ints:
    """For each bracket, the position of the last chosen word that is its direct child, or -1."""
    last: Ints = np.full(len(bank.label), -1, np.int32)
    place = np.arange(len(bank.tag)) - bank.token_offset[sentence_of_words(bank)]
    rows = np.flatnonzero(chosen & (around >= 0))
    np.maximum.at(last, around[rows], place[rows].astype(np.int32))
    return last


def _take_adverbs(
    bank: Bank, owner: Longs, type_: Ints, around: Ints, parent: Ints, whose: Longs, kind: Ints
) -> None:
    """Adverb phrases between the verbs of one chunk become part of it."""
    verb = _number("VP")
    rows = np.flatnonzero((kind == _number("ADVP")) & (parent >= 0))
    rows = rows[kind[parent[rows]] == verb]
    first = first_words(bank)
    begin, end, chunk = (first + bank.start)[rows], (first + bank.end)[rows], whose[parent[rows]]
    # Before and after the Bank, the owner is -1, which no chunk has.
    around = np.append(owner, -1)
    between = (around[begin - 1] == chunk) & (around[end] == chunk)
    columns = (column[between].tolist() for column in (begin, end, chunk))
    for a, b, into in zip(*columns, strict=True):
        owner[a:b] = into
        type_[a:b] = verb
