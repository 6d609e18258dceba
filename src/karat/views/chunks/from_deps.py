"""The chunk that each word of a dependency tree belongs to: heads with the words before them.

By the labels and tags of Universal Dependencies; where a file has no universal tags, they are made
from those of the Penn Treebank.
"""

import numpy as np

from karat.model.bank import Bank
from karat.model.columns import Bools, Ints, Longs
from karat.views.deps.links import Links
from karat.views.edit import sentence_of_words, spelt

_TYPES = ("NP", "VP", "PP", "ADJP", "ADVP", "SBAR", "PRT", "INTJ", "CONJP")
_OF_TAG = {
    b"NOUN": "NP", b"PROPN": "NP", b"PRON": "NP", b"NUM": "NP", b"DET": "NP", b"SYM": "NP",
    b"X": "NP", b"VERB": "VP", b"AUX": "VP", b"ADP": "PP", b"ADJ": "ADJP", b"ADV": "ADVP",
    b"SCONJ": "SBAR", b"INTJ": "INTJ",
}  # fmt: skip
_BEFORE_NOUN = b"det amod nummod compound nmod:poss det:predet nmod:desc cc:preconj".split()
_ANY_SIDE = b"flat fixed goeswith".split()
_BESIDE = b"nummod nmod:unmarked nmod:desc".split()
_INNER = b"advmod nummod compound amod det nmod obl:unmarked obl:npmod".split()
_PART_OF = b"advmod nummod compound obl:npmod obl:unmarked".split()
_VERBAL = b"aux aux:pass cop".split()
_PREPOSITIONS = b"with without despite of".split()
_SMALL = b"punct cc discourse".split()


def owners(bank: Bank) -> tuple[Ints, Ints, Ints]:
    """For each word: the head of its chunk, or -1; the type of the chunk; and whether it is light.

    A head of ``len(words)`` or more means the verb chunk of a word that is not a verb: *has been* in
    *has been happy*.
    """
    links = Links(bank)
    words, head = len(bank.tag), links.head
    type_ = _types(bank, links.tag)
    determined = links.among(b"det") & links.before & (type_[head] == _number("ADJP"))
    type_[head[determined]] = _number("NP")
    gerund = (bank.tag == bank.labels.find(b"VBG"))[head]
    verb = type_[head] == _number("VP")
    verbal, infinitive = _verbal(links, gerund)
    # To be in to be a doctor is no part of doctor: wants to be [a doctor].
    chain = links.among(b"xcomp") & ~links.before & verb & (type_ == _number("VP"))
    clitic = links.among(b"case") & ~links.before & links.tagged([b"PART"])
    dash = links.among(b"case") & links.tagged([b"SYM", b"PUNCT"])
    # 1909 – 1910
    end = links.among(b"nmod") & links.marked(dash) & (links.itself == head + 2)
    inside = _nominal(links, type_) | chain | (verbal & verb) | end | (dash & end[head])
    target: Longs = np.where(inside, head, links.itself)
    # 's goes with what is possessed, which is the head of its head.
    target[clitic] = head[head][clitic]
    # As many steps as the longest chain needs; in a faulty sentence the heads may form a cycle.
    for _ in range(words.bit_length()):
        target = target[target]
    owner = target.copy()
    apart = verbal & ~verb
    owner[apart] = words + head[apart]
    # But it goes on with the verb above: [wants to be].
    on = apart & (links.among(b"xcomp") & ~links.before & verb & links.marked(infinitive))[head]
    owner[on] = target[head[head[on]]]
    kind = type_[np.minimum(target, words - 1)].copy()
    kind[apart] = _number("VP")
    _particles(links, kind, owner, gerund)
    # A conjunction of several words (as well as) is a chunk; one of a single word is not.
    several = links.marked(links.among(b"fixed")) & links.among(b"cc")
    kind[several[target]] = _number("CONJP")
    interjection = links.among(b"discourse") & (kind == _number("INTJ"))
    owner[(links.among(*_SMALL) & ~several & ~interjection) | (kind == 0)] = -1
    _fill(links, owner, kind)
    light = np.where(clitic, 2, 0).astype(np.int32)
    names = np.array([0, *(bank.labels.intern(name.encode()) for name in _TYPES)], np.int32)
    return owner.astype(np.int32), names[kind], light


def _nominal(links: Links, type_: Ints) -> Bools:
    """Which words are in the chunk of their head because it is a noun, an adjective or an adverb."""
    head, itself, before = links.head, links.itself, links.before
    noun = type_[head] == _number("NP")
    into_noun = links.among(*_BEFORE_NOUN) & before & noun
    into_noun |= links.among(*_BESIDE) & noun & (np.abs(itself - head) == 1)
    into_noun &= ~(links.among(b"nmod:poss") & links.with_clitic)
    into_noun |= links.among(*_ANY_SIDE)
    into_noun |= links.among(*_INNER) & before & into_noun[head] & (head < head[head])
    joined = links.among(b"conj") & into_noun[head] & (itself < head[head])
    phrases = np.isin(type_[head], [_number("ADJP"), _number("ADVP"), _number("NP")])
    into_phrase = links.among(*_PART_OF) & (itself + 1 == head) & phrases
    into: Bools = into_noun | joined | into_phrase
    return into


def _verbal(links: Links, gerund: Bools) -> tuple[Bools, Bools]:
    """Which words are auxiliaries, *to* or *not*, which go with their verb; and which are *to*."""
    to = links.tagged([b"PART"]) | spelt(links.bank, [b"to"])
    infinitive = links.among(b"mark") & to & ~gerund
    negation = links.among(b"advmod") & spelt(links.bank, [b"not", b"n't"])
    verbal = (links.among(*_VERBAL) | infinitive | negation) & links.before
    return verbal | (negation & (links.itself == links.head + 1)), infinitive


def _number(name: str) -> int:
    return 1 + _TYPES.index(name)


def _types(bank: Bank, upos: Ints) -> Ints:
    """The number of the type of chunk that each word can head, 0 for none."""
    table = [_number(_OF_TAG[tag]) if tag in _OF_TAG else 0 for tag in bank.labels.strings()]
    return np.array(table, np.int32)[upos]


def _particles(links: Links, kind: Ints, owner: Longs, gerund: Bools) -> None:
    """Verb particles, prepositions and complementisers get their types, whatever their tags say.

    A marker before a gerund, as in *by asking*, is a preposition.
    """
    for label, name in ((b"compound:prt", "PRT"), (b"case", "PP"), (b"mark", "SBAR")):
        rows = links.among(label) & (owner == links.itself)
        kind[rows] = _number(name)
        if label == b"mark":
            kind[rows & (gerund | spelt(links.bank, _PREPOSITIONS))] = _number("PP")
        elif label == b"case":
            kind[rows & links.tagged([b"SYM", b"PUNCT"])] = 0


def _fill(links: Links, owner: Longs, kind: Ints) -> None:
    """A word between two words of one chunk is part of it, if it is small or an adverb."""
    if len(owner) < 3:
        return
    small, sentence = links.among(*_SMALL, b"advmod"), sentence_of_words(links.bank)
    inner = small[1:-1] & (owner[:-2] == owner[2:]) & (owner[:-2] >= 0)
    inner &= sentence[:-2] == sentence[2:]
    rows = np.flatnonzero(inner) + 1
    owner[rows] = owner[rows - 1]
    kind[rows] = kind[rows - 1]
