"""Tags for trees that have none, borrowed from the words of gold.

Chunks, dependencies, constructions and relations are derived from trees by their tags. For a
parser that gives no tags, or only tags of its own (Link Grammar's ``n`` and ``v``), no verb chunk,
subject or preposition phrase would be found. A sentence lacks tags if none of its tags belongs to the Penn
Treebank. Words are the same if they cover the same characters of their sentence. In a tree
without tags, ``(NP It)`` looks like a tagged word, but is a phrase of one word.

>>> from karat import read_text
>>> from karat.model.bank import relabelled_pair
>>> gold = read_text("(S (NP (PRP It)) (VP (VBZ 's)) (. .))")
>>> gold, system = relabelled_pair(gold, read_text("(S (NP It) (VP 's) .)"))
>>> borrowed, count = borrow(gold, system)
>>> borrowed.tags(0), borrowed.spans(0), count
([b'PRP', b'VBZ', b'.'], [(0, 3, b'S'), (0, 1, b'NP'), (1, 2, b'VP')], 1)
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate

import numpy as np

from karat.comparison.pairing import plain
from karat.files.profile import Profile
from karat.model.bank import Bank
from karat.model.columns import Bools, grouped
from karat.views.edges import punctuation
from karat.views.edit import sentence_of_words, with_spans
from karat.views.inventories import known_tags, phrases_as_tags
from karat.views.nulls import without_nulls
from karat.views.profile import as_ptb


def lacking(bank: Bank, grammar: Profile | None = None) -> Bools:
    """Which sentences have words but no known tag; a grammar profile can say which tags are known.

    XX of the Treebank and X of Universal Dependencies are for a word that no other tag fits. Parsers
    without a tagger give them to every word.

    >>> from karat import read_text
    >>> lacking(read_text("(S (NP (XX It)) (VP (XX 's)))\\n(S (NP (PRP It)) (VP (XX 's)))")).tolist()
    [True, False]
    """
    read = as_ptb(bank, grammar) if grammar else bank
    known = grouped((known_tags(read) & ~_unknown(bank, read)).astype(np.int8), bank.token_offset)
    return np.asarray((known == 0) & (np.diff(bank.token_offset) > 0), bool)


def untagged(bank: Bank, grammar: Profile | None = None) -> bool:
    """Whether only punctuation has tags; the label of a phrase does not count as a tag."""
    read = as_ptb(bank, grammar) if grammar else bank
    tagged = (bank.tag > 0) & ~_phrases(bank, grammar) & ~_unknown(bank, read)
    return not tagged.all() and not (tagged & ~punctuation(read)).any()


def _unknown(bank: Bank, read: Bank) -> Bools:
    """Which words have a tag that says that theirs is not known; ``read`` has the tags of the Treebank."""
    treebank, universal = bank.labels.find(b"XX"), bank.labels.find(b"X")
    return np.asarray((read.tag == treebank) | (bank.tag == universal), bool)


def _phrases(bank: Bank, grammar: Profile | None) -> Bools:
    """Which words have the label of a phrase as their tag."""
    if grammar is None:
        return phrases_as_tags(bank)
    names = [
        one and grammar.knows_label(one) and not grammar.knows_tag(one)
        for one in bank.labels.strings()
    ]
    return np.array(list(map(bool, names)), bool)[bank.tag]


def borrow(
    gold: Bank, system: Bank, grammars: tuple[Profile | None, Profile | None] = (None, None)
) -> tuple[Bank, int]:
    """The system with gold's tags in the sentences that lack tags, and the number of these sentences.

    Where gold lacks tags too, the system's tags stay. Both sides must share one table of labels and
    have the same number of sentences.
    """
    gold = without_nulls(gold, grammars[0])
    wanted = lacking(system, grammars[1]) & ~lacking(gold, grammars[0])
    wanted &= np.diff(gold.token_offset) > 0
    if not wanted.any():
        return system, 0
    system = _with_phrases(system, wanted, grammars[1])
    found = system.tag.copy()
    for sentence in np.flatnonzero(wanted).tolist():
        first, other = int(gold.token_offset[sentence]), int(system.token_offset[sentence])
        for ours, theirs in _same_words(gold.words(sentence), system.words(sentence)):
            found[other + theirs] = gold.tag[first + ours]
    return replace(system, tag=found), int(wanted.sum())


def _with_phrases(bank: Bank, wanted: Bools, grammar: Profile | None) -> Bank:
    """In these sentences, add a bracket around each word whose tag is the label of a phrase."""
    sentence = sentence_of_words(bank)
    rows = np.flatnonzero(wanted[sentence] & _phrases(bank, grammar))
    place = (rows - bank.token_offset[sentence[rows]]).astype(np.int32)
    # Brackets are in tree order: a new one comes after all that begin at or before its word.
    longest = int(np.diff(bank.token_offset).max(initial=0)) + 1
    whose = np.repeat(np.arange(len(bank)), np.diff(bank.span_offset))
    at = np.searchsorted(whose * longest + bank.start, sentence[rows] * longest + place, "right")
    start, end = np.insert(bank.start, at, place), np.insert(bank.end, at, place + 1)
    added = np.bincount(sentence[rows], minlength=len(bank))
    offset = (bank.span_offset + np.append(0, np.cumsum(added))).astype(np.int32)
    return with_spans(bank, offset, start, end, np.insert(bank.label, at, bank.tag[rows]))


def _same_words(gold: list[bytes], system: list[bytes]) -> Iterator[tuple[int, int]]:
    """Pairs of words that cover the same characters and are spelt the same.

    >>> list(_same_words([b"a", b"bc", b"d"], [b"a", b"b", b"c", b"d"]))
    [(0, 0), (2, 3)]
    """
    ours, theirs = ([plain(word) for word in words] for words in (gold, system))
    places = {at: i for i, at in enumerate(accumulate(map(len, theirs), initial=0))}
    for i, (at, word) in enumerate(zip(accumulate(map(len, ours), initial=0), ours, strict=False)):
        there = places.get(at, len(theirs))
        if there < len(theirs) and theirs[there] == word:
            yield i, there
