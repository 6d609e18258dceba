"""Whose chunk each word of a dependency tree is in: heads with what stands before them.

By the labels and tags of Universal Dependencies; where a file has no universal tags, they are read
off those of the Penn Treebank.
"""

import numpy as np

from karat.model.bank import Bank
from karat.model.columns import Bools, Ints, Longs
from karat.views.edit import sentence_of_words, spelt

_TYPES = ("NP", "VP", "PP", "ADJP", "ADVP", "SBAR", "PRT", "INTJ", "CONJP")
_OF_TAG = {
    b"NOUN": "NP", b"PROPN": "NP", b"PRON": "NP", b"NUM": "NP", b"DET": "NP", b"SYM": "NP",
    b"X": "NP", b"VERB": "VP", b"AUX": "VP", b"ADP": "PP", b"ADJ": "ADJP", b"ADV": "ADVP",
    b"SCONJ": "SBAR", b"INTJ": "INTJ",
}  # fmt: skip
_UNIVERSAL = {
    b"NN": b"NOUN", b"NNS": b"NOUN", b"NNP": b"PROPN", b"NNPS": b"PROPN", b"PRP": b"PRON",
    b"PRP$": b"PRON", b"WP": b"PRON", b"WP$": b"PRON", b"EX": b"PRON", b"CD": b"NUM", b"DT": b"DET",
    b"PDT": b"DET", b"WDT": b"DET", b"$": b"SYM", b"FW": b"X", b"MD": b"AUX", b"IN": b"ADP",
    b"RP": b"ADP", b"TO": b"PART", b"POS": b"PART", b"JJ": b"ADJ", b"JJR": b"ADJ", b"JJS": b"ADJ",
    b"RB": b"ADV", b"RBR": b"ADV", b"RBS": b"ADV", b"WRB": b"ADV", b"UH": b"INTJ", b"CC": b"CCONJ",
}  # fmt: skip
_BEFORE_NOUN = b"det amod nummod compound nmod:poss det:predet nmod:desc cc:preconj".split()
_ANY_SIDE = b"flat fixed goeswith".split()
_BESIDE = b"nummod nmod:unmarked nmod:desc".split()
_INNER = b"advmod nummod compound amod det nmod obl:unmarked obl:npmod".split()
_VERBAL = b"aux aux:pass cop".split()
_SMALL = b"punct cc discourse".split()


def owners(bank: Bank) -> tuple[Ints, Ints, Ints]:
    """For each word the word whose chunk it is in, or -1; its type; and whether it is light.

    An owner from ``len(words)`` on is the verb chunk of a word that is no verb: *has been* in *has
    been happy*.
    """
    edges = bank.layer("edges")
    words = len(bank.tag)
    sentence = sentence_of_words(bank)
    base = bank.token_offset[sentence]
    itself = np.arange(words)
    head = np.where(edges["head"] >= 0, edges["head"] + base, itself)
    relation = Relations(bank, edges["label"])
    upos = universal_tags(bank)
    type_ = _types(bank, upos)
    before = itself < head
    verb = type_[head] == _number("VP")
    type_[head[relation.among([b"det"]) & before & (type_[head] == _number("ADJP"))]] = _number(
        "NP"
    )
    noun = type_[head] == _number("NP")
    into_noun = relation.among(_BEFORE_NOUN) & before & noun
    into_noun |= relation.among(_BESIDE) & noun & (np.abs(itself - head) == 1)
    possessor = relation.among([b"nmod:poss"]) & (_with_case(relation, itself, head, words))
    into_noun &= ~possessor
    into_noun |= relation.among(_ANY_SIDE)
    into_noun |= relation.among(_INNER) & before & into_noun[head] & (head < head[head])
    part_of = relation.among([b"advmod", b"nummod", b"compound", b"obl:npmod", b"obl:unmarked"])
    into_adjective = (
        part_of
        & before
        & (itself + 1 == head)
        & np.isin(
            type_[head],
            [_number("ADJP"), _number("ADVP"), _number("NP")],
        )
    )
    gerund = (bank.tag == bank.labels.find(b"VBG"))[head]
    infinitive = relation.among([b"mark"]) & (_are(bank, upos, b"PART") | spelt(bank, [b"to"]))
    infinitive &= ~gerund
    negation = relation.among([b"advmod"]) & spelt(bank, [b"not", b"n't", b"n\xe2\x80\x99t"])
    verbal = (relation.among(_VERBAL) | infinitive | negation) & before
    verbal |= negation & (itself == head + 1)
    to_verb = np.zeros(words, np.bool_)
    to_verb[head[infinitive]] = True
    chain = relation.among([b"xcomp"]) & ~before & verb & to_verb
    # 's goes with what is possessed, that is the head of its head.
    clitic = relation.among([b"case"]) & ~before & _are(bank, upos, b"PART")
    joined = relation.among([b"conj"]) & into_noun[head] & (itself < head[head])
    merges = into_noun | into_adjective | chain | (verbal & verb) | joined
    target: Longs = np.where(merges, head, itself)
    target[clitic] = head[head][clitic]
    # As many steps as a chain can need: in a faulty sentence it may be a circle.
    for _ in range(words.bit_length()):
        target = target[target]
    owner = target.copy()
    apart = verbal & ~verb
    owner[apart] = words + head[apart]
    kind = type_[np.minimum(target, words - 1)].copy()
    kind[apart] = _number("VP")
    _particles(relation, kind, owner, itself, gerund)
    # Conjunctions of several words, as well as, are chunks; those of one word are not.
    several = np.zeros(words, np.bool_)
    several[head[relation.among([b"fixed"])]] = True
    several &= relation.among([b"cc"])
    kind[several[target]] = _number("CONJP")
    owner[(relation.among(_SMALL) & ~several) | (kind == 0)] = -1
    _fill(bank, relation, owner, kind, sentence)
    light = np.where(clitic, 2, 0).astype(np.int32)
    names = np.array([0, *(bank.labels.intern(name.encode()) for name in _TYPES)], np.int32)
    return owner.astype(np.int32), names[kind], light


def _number(name: str) -> int:
    return 1 + _TYPES.index(name)


class Relations:
    """The labels of a Bank's links."""

    def __init__(self, bank: Bank, label: Ints) -> None:
        self._strings, self._label = bank.labels.strings(), label

    def among(self, names: list[bytes]) -> Bools:
        """Which links have one of these labels, or a subtype of one."""
        wanted = set(names)
        table = [one in wanted or one.split(b":")[0] in wanted for one in self._strings]
        return np.array(table, np.bool_)[self._label]


def universal_tags(bank: Bank) -> Ints:
    """The universal tag of each word, as a label."""
    if "morphology" in bank.layers:
        upos = bank.layers["morphology"]["upos"]
        if not np.all(upos == bank.labels.find(b"_")):
            return upos
    known = list(bank.labels.strings())
    table = [
        bank.labels.intern(_UNIVERSAL.get(tag, b"VERB" if tag[:1] == b"V" else tag))
        for tag in known
    ]
    return np.array(table, np.int32)[bank.tag]


def _are(bank: Bank, upos: Ints, tag: bytes) -> Bools:
    found: Bools = upos == bank.labels.intern(tag)
    return found


def _types(bank: Bank, upos: Ints) -> Ints:
    """The number of the type of chunk that each word can head, 0 for none."""
    numbers = {name: number for number, name in enumerate(_TYPES, 1)}
    table = [numbers.get(_OF_TAG.get(tag, ""), 0) for tag in bank.labels.strings()]
    return np.array(table, np.int32)[upos]


def _with_case(relation: Relations, itself: Longs, head: Longs, words: int) -> Bools:
    """Words that have a case marker after them, as in *Ann 's*."""
    found: Bools = np.zeros(words, np.bool_)
    found[head[relation.among([b"case"]) & (itself > head)]] = True
    return found


def _particles(relation: Relations, kind: Ints, owner: Longs, itself: Longs, gerund: Bools) -> None:
    """What a verb's particle, a preposition and a complementiser are whatever their tags say.

    What stands before a gerund, as in *by asking*, is a preposition.
    """
    for label, name in ((b"compound:prt", "PRT"), (b"case", "PP"), (b"mark", "SBAR")):
        rows = relation.among([label]) & (owner == itself)
        kind[rows] = _number(name)
        if label == b"mark":
            kind[rows & gerund] = _number("PP")


def _fill(bank: Bank, relation: Relations, owner: Longs, kind: Ints, sentence: Ints) -> None:
    """What stands between two words of one chunk is part of it, if it is small or an adverb."""
    small = relation.among([*_SMALL, b"advmod"])
    if len(owner) < 3:
        return
    inner = small[1:-1] & (owner[:-2] == owner[2:]) & (owner[:-2] >= 0)
    inner &= sentence[:-2] == sentence[2:]
    rows = np.flatnonzero(inner) + 1
    owner[rows] = owner[rows - 1]
    kind[rows] = kind[rows - 1]
