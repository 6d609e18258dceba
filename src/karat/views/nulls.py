"""Null elements: words of a tree that are not in the text.

An empty word, ``(Npl )``; a word whose tag the profile calls null, ``(-NONE- *T*-1)``; a trace or a
null word of the profile where no tag says what the word is; ``0``, ``PRO`` and ``e`` where a phrase
holds nothing else, ``(PP 0)``. So the number in ``(CD 0)``, or a bare 0 among words, is a word.
"""

import re
from functools import lru_cache

import numpy as np

from karat.files.profile import Profile, load
from karat.files.spelling import STARRED
from karat.model.bank import Bank
from karat.model.columns import Bools, Flags, Longs
from karat.model.labels import NULL
from karat.views.edit import keep_brackets, keep_words

# *T*-1, *?*, *-2; the profile decides about a single *.
_TRACE = re.compile(rb"\*(?:[A-Za-z?]+\*(?:-\d+)*|(?:-\d+)+)")


def nulls(bank: Bank, grammar: Profile | None = None) -> Bools:
    """Which words are null elements.

    >>> import karat
    >>> tree = "(S (NP (CD 0) (NNS men)) (VP (V studied) (NP *T*-1) (PP 0) (NP (-NONE- x)) (Npl )))"
    >>> nulls(karat.read_text(tree)).tolist()
    [False, False, False, True, True, True, True]
    """
    grammar = grammar or load()
    strings = bank.labels.strings()
    # Only labels that are tags: words and base forms may be among the others.
    kinds, used = np.zeros(len(strings), np.int8), np.zeros(len(strings), bool)
    used[bank.tag] = True
    for number in np.flatnonzero(used).tolist():
        kinds[number] = _kind(grammar, strings[number])
    kind = kinds.take(bank.tag)
    found: Bools = kind == _ALWAYS
    if not bank.has_trees:
        return found
    found |= bank.word_start >= bank.word_end
    for row in _candidates(bank, grammar, kind).tolist():
        word = bank.text[bank.word_start[row] : bank.word_end[row]].tobytes()
        found[row] |= word in grammar.null
        if kind[row] == _UNCLEAR:
            found[row] |= grammar.tag(strings[bank.tag[row]], word.lower()) == NULL
        elif kind[row] != _TAG:
            found[row] |= word in grammar["null.words"] or _is_trace(word)
            found[row] |= kind[row] == _PHRASE and word in grammar["null.phrases"]
    return found


def _is_trace(word: bytes) -> bool:
    """Whether a word looks like a trace.

    >>> _is_trace(b"*T*-1"), _is_trace(b"*SLASH*")
    (True, False)
    """
    return word not in STARRED and _TRACE.fullmatch(word) is not None


def without_nulls(bank: Bank, grammar: Profile | None = None) -> Bank:
    """The Bank without null elements, and without the brackets that held nothing else."""
    null = nulls(bank, grammar)
    if null.any():
        bank = keep_words(bank, ~null)
    full = bank.start < bank.end
    return bank if full.all() else keep_brackets(bank, full)


# What a tag says about its word: nothing, a real word, null, or that the form must decide; or the
# tag is the label of a phrase that holds only this word.
_NOTHING, _TAG, _ALWAYS, _UNCLEAR, _PHRASE = range(5)


@lru_cache(1 << 15)
def _kind(grammar: Profile, tag: bytes) -> int:
    if tag in grammar.null or grammar.tag(tag) == NULL:
        return _ALWAYS
    words = grammar.by_word.get(tag) or grammar.by_word.get(grammar.base(tag)) or {}
    if NULL in words.values():
        return _UNCLEAR
    if grammar.knows_tag(tag):
        return _TAG
    return _PHRASE if grammar.knows_label(tag) else _NOTHING


def _candidates(bank: Bank, grammar: Profile, kind: Flags) -> Longs:
    """Words that may be null by their form: they begin with *, or resemble a listed word."""
    rows = np.arange(len(kind)) if grammar.null else np.flatnonzero(kind != _TAG)
    start, end = bank.word_start.take(rows), bank.word_end.take(rows)
    rows, start, length = rows[start < end], start[start < end], (end - start)[start < end]
    lengths, firsts = _known(grammar)
    first = bank.text.take(start)
    fits = lengths.take(length, mode="clip") & firsts.take(first)
    found: Longs = rows[fits | (first == ord("*"))]
    return found


@lru_cache(64)
def _known(grammar: Profile) -> tuple[Bools, Bools]:
    """For each length, and for each first byte, whether a word that may be null has it."""
    words = {*grammar.null, *grammar["null.words"], *grammar["null.phrases"]}
    words |= {
        word for tags in grammar.by_word.values() for word, tag in tags.items() if tag == NULL
    }
    longest = max(map(len, words), default=0)
    lengths: Bools = np.zeros(longest + 2, np.bool_)  # the last one stands for all that are longer
    lengths[[len(word) for word in words]] = True
    firsts = np.array([any(byte | 32 == word[0] | 32 for word in words) for byte in range(256)])
    return lengths, firsts
