"""What the words of a sentence in Universal Dependencies are: copulas, names, passives, prepositions."""

from karat.files.spelling import folded
from karat.views.gr.graph import Sentence
from karat.views.gr.lexicon import Lexicon

_OUTER = ("nsubj:outer", "csubj:outer")
_NO_PREDICATES = ("VERB", "AUX", "ADV", "INTJ", "PUNCT")
_PASSIVE = frozenset({"aux:pass", "nsubj:pass", "csubj:pass"})
_CLAUSES = ("ccomp", "advcl", "conj")
_JOINED = ("advcl", "acl", "acl:relcl", "advcl:relcl")
_JOINTS = ("ADP", "SCONJ", "AUX", "PART", "CCONJ")
_FUNCTION = frozenset({"case", "mark", "cc", "aux", "det", "cop", "punct", "fixed"})

Copulas = dict[int, int]


def copulas(s: Sentence) -> tuple[Copulas, Copulas]:
    """The copula of each predicate, and the one of which a whole clause is the predicate.

    Two copulas of one word are both: the line is that the food is good. A conjunct without a copula
    shares that of the first one, with a subject of its own or not.
    """
    be: Copulas = {}
    outer: Copulas = {}
    found: dict[int, list[int]] = {}
    for word, label in enumerate(s.bases):
        if (label == "cop" or s.rel[word] == "aux:caus") and s.head[word] >= 0:
            found.setdefault(s.head[word], []).append(word)
    for head, words in found.items():
        if len(words) > 1 or _clause_after(s, head, words[0]):
            outer[head] = words[0]
        if head not in outer or len(words) > 1:
            be[head] = words[-1]
    for word, label in enumerate(s.bases):
        first = s.head[word]
        if label == "conj" and word not in found and first in be:
            alike = s.upos[word] == s.upos[first] == "ADV"
            if alike or s.upos[word] not in _NO_PREDICATES:
                be[word] = be[first]
    return be, outer


def _clause_after(s: Sentence, word: int, copula: int) -> bool:
    """Whether a word with one copula is the head of a clause that follows it."""
    if not s.tag[word].startswith("V"):
        return False
    return bool(s.having(word, *_OUTER)) or any(mark > copula for mark in s.of(word, "mark"))


def names(s: Sentence, lexicon: Lexicon, bases: set[str]) -> list[int]:
    """The word that represents each word: the last of a name, the month of a date, least of at least."""
    named = list(range(len(s.form)))
    if "flat" in bases:
        for word, label in enumerate(s.bases):
            if label == "flat" and not _suffix(s, lexicon, word):
                top = s.head[word]
                while top >= 0 and s.bases[top] == "flat":
                    top = s.head[top]
                if top >= 0 and not called(s, lexicon, top, word):
                    named[top] = max(named[top], word)
    if "fixed" in bases:
        for word, below in enumerate(s.below):
            if "fixed" in below and s.bases[word] not in _FUNCTION:
                parts = [w for w in (word, *below["fixed"]) if s.upos[w] not in _JOINTS]
                named[word] = max(parts, default=word)
    for word, tag in enumerate(s.tag):
        if tag == "CD" and s.below[word]:
            months = [w for w in s.children(word) if s.lemma[w] in lexicon.month]
            if months:
                named[word] = months[0]
    return named


def _suffix(s: Sentence, lexicon: Lexicon, word: int) -> bool:
    """Whether the last word of a name does not represent it: a number, or Jr. and the like."""
    return s.tag[word] == "CD" or folded(s.form[word]) in lexicon.suffix


def called(s: Sentence, lexicon: Lexicon, head: int, word: int) -> bool:
    """Whether a flat:name is the name of what a common noun says, no title: l'approche Eclipse."""
    named = s.rel[word] == "flat:name" and s.upos[head] == "NOUN" and s.upos[word] == "PROPN"
    return named and folded(s.lemma[head]) not in lexicon.title


def passives(s: Sentence) -> set[int]:
    """Passive verbs: by labels and features; without these, participles without auxiliary.

    A main verb without auxiliary is none. A participle joined to a passive one shares its auxiliary.
    """
    found = {s.head[word] for word, label in enumerate(s.rel) if label in _PASSIVE} - {-1, -2}
    for word, tag in enumerate(s.tag):
        if tag != "VBN" or word in found:
            continue
        if "Voice=" in s.feats[word]:
            alone = "Voice=Pass" in s.feats[word]
        elif "aux" in s.below[word]:
            alone = False
        elif s.bases[word] == "conj":
            alone = s.head[word] in found
        else:
            alone = s.bases[word] in ("acl", "advcl", "xcomp", "amod")
        if alone:
            found.add(word)
    return found


def stranded(s: Sentence) -> dict[int, list[int]]:
    """The prepositions of each verb that have no noun: looked at."""
    found: dict[int, list[int]] = {}
    for word, label in enumerate(s.rel):
        if label == "obl" and s.upos[word] == "ADP" and s.head[word] >= 0:
            found.setdefault(s.head[word], []).append(word)
    return found


def in_relative(s: Sentence, word: int) -> bool:
    """Whether a word stands in a relative clause whose noun it may belong to."""
    while word >= 0 and s.bases[word] not in _CLAUSES:
        if s.rel[word] == "acl:relcl":
            return True
        word = s.head[word]
    return False


def joining(s: Sentence) -> set[int]:
    """The question words that only introduce a clause: when, where."""
    adverbs = (word for word, tag in enumerate(s.tag) if tag == "WRB" and s.rel[word] == "advmod")
    return {word for word in adverbs if word < s.head[word] and s.rel[s.head[word]] in _JOINED}


def taken_back(s: Sentence) -> set[int]:
    """The words that the speaker took back, to say it in another way."""
    tops = [word for word, label in enumerate(s.bases) if label == "reparandum"]
    return {word for word in range(len(s.form)) for top in tops if s.inside(word, top)}
