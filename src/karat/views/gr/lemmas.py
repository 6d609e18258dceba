"""Base forms of English words, for files that have none.

lemminflect is asked only about words whose Penn Treebank tags say that they are inflected; a word in
its base form is its own lemma. Without lemminflect, words stay as they are.
"""

import functools
import re
from collections.abc import Callable, Sequence

import numpy as np

from karat.files.spelling import contracted_tags, folded, full
from karat.model.bank import Bank
from karat.views.gr.words import listed

MISSING = (
    "lemminflect is not installed, and the file has words without a lemma, which are taken as they are "
    "written; pip install 'karat[lemmas]'"
)
# What files write in place of a lemma that they do not have.
_NONE = ("", "_", "--", "-PRON-")
_TAGS = {
    "NNS": "NOUN", "VBD": "VERB", "VBG": "VERB", "VBN": "VERB", "VBP": "VERB", "VBZ": "VERB",
    "JJR": "ADJ", "JJS": "ADJ", "RBR": "ADV", "RBS": "ADV",
}  # fmt: skip
# Words whose lemma does not follow from the tag, beside contractions; as in Universal Dependencies.
_WORDS = {
    ("PRP", "me"): "I", ("PRP", "i"): "I", ("PRP", "him"): "he", ("PRP", "her"): "she",
    ("PRP", "us"): "we", ("PRP", "them"): "they", ("PRP", "em"): "they",
    ("DT", "these"): "this", ("DT", "those"): "that", ("RBR", "more"): "more",
    ("JJR", "more"): "more", ("RBS", "most"): "most", ("JJS", "most"): "most", ("JJR", "less"): "less",
    ("RBR", "less"): "less", ("JJS", "least"): "least", ("RBS", "least"): "least",
}  # fmt: skip
# Tags of words that are never abbreviations: in capitals they are shouted (all 416 in GUM and English Web
# Treebank, apart from ME, whose lemma is I).
_CLOSED = frozenset({
    "CC", "DT", "EX", "IN", "MD", "PDT", "PRP", "PRP$", "RP", "TO", "WDT", "WP", "WP$", "WRB",
    "VB", "VBD", "VBG", "VBN", "VBP", "VBZ", "JJR", "JJS", "RBR", "RBS",
})  # fmt: skip
# What lemminflect sees of a word that is not in its dictionary: the last letters, and where others stand.
_SEEN, _OTHER = 8, re.compile("[^a-z]")
_ROMAN = frozenset("IVXLCDM")
_BEFORE_FIRST = frozenset({"``", "''", ":", "-LRB-"})


@functools.cache
def _library() -> Callable[[str, str], Sequence[str]] | None:
    """The base forms of a word of some part of speech, as lemminflect has them."""
    try:
        from lemminflect import getAllLemmas, getAllLemmasOOV
    except ImportError:
        return None

    @functools.lru_cache(1 << 13)
    def ending(last: str, part: str) -> tuple[int, str]:
        """How many letters are taken from the end of a word that is in no dictionary, and what is added."""
        (base,) = getAllLemmasOOV(last, part)[part]
        pairs = enumerate(zip(last, base, strict=False))
        same = next((at for at, (a, b) in pairs if a != b), min(len(last), len(base)))
        return len(last) - same, base[same:]

    def found(word: str, part: str) -> Sequence[str]:
        if known := getAllLemmas(word, part):
            return known[part]  # type: ignore[no-any-return]
        if word.isascii():
            # It looks at so many letters at the end, and what is no letter is all alike to it.
            less, more = ending(_OTHER.sub("0", word[-_SEEN:].lower()), part)
            if less < _SEEN:
                return [word[: len(word) - less] + more]
        return getAllLemmasOOV(word, part)[part]  # type: ignore[no-any-return]

    return found


def available() -> bool:
    return _library() is not None


def lacking(bank: Bank) -> bool:
    """Whether any word of a Bank has no lemma of the file's own."""
    morphology = bank.layers.get("morphology")
    if morphology is None:
        return len(bank.tag) > 0
    none = [bank.labels.find(one.encode()) for one in _NONE]
    return bool(np.isin(morphology["lemma"], none).any())


def given_or(made: Sequence[str], given: Sequence[str]) -> list[str]:
    """The lemmas that the file gives, and those made here for the other words.

    >>> given_or(["the", "dog", "bark"], ["_", "hound", "--"])
    ['the', 'hound', 'bark']
    """
    pairs = zip(made, given, strict=True)
    return [own if one in _NONE else one for own, one in pairs]


def lemmatised(forms: list[str], tags: list[str]) -> list[str]:
    """The base forms of a sentence; only its first word, or the first in a quotation, may be capital
    for standing there."""
    found = list(map(lemma, forms, tags))
    first, quoted = True, not _BEFORE_FIRST.isdisjoint(tags)
    for at, tag in enumerate(tags):
        if not (first or quoted):
            break
        if first:
            if tag[:3] not in ("NNP", "PRP"):
                found[at] = lemma(forms[at].lower(), tag)
            first = not forms[at][:1].isalpha()
        first = first or tag in _BEFORE_FIRST
    return found


@functools.lru_cache(1 << 14)
def lemma(form: str, tag: str) -> str:
    """The base form of a word with a Penn Treebank tag.

    >>> lemma("The", "DT"), lemma("Paris", "NNP"), lemma("n't", "RB"), lemma("’ve", "VBP")
    ('the', 'Paris', 'not', 'have')
    """
    if tag == "NNP":
        return form
    if tag == "NNPS":
        return lemma(form.lower(), "NNS").capitalize() if form.istitle() else form
    if tag in _listed_tags():
        word, stands_for = folded(form), full(form, tag)
        known = _WORDS.get((tag, word)) or (stands_for if stands_for != word else "")
        if known:
            return known
    word = folded(form) if tag in _TAGS else ""
    if tag == "NNS" and (word in listed("plural") or word[-2:-1].isdigit()):
        return word  # thanks; the 1980s
    library, part = _library(), _TAGS.get(tag)
    if library and part:
        # A sign such as ∈ has an empty lemma there.
        found = [base for base in library(word, part) if base]
        if found:
            # Of several the one whose plural is irregular: leaves are of a leaf, not of a leave.
            irregular = (base for base in found if word.endswith("ves") and base[-2:] != "ve")
            return next(irregular, found[0])
    if _shouted(form, tag):
        return form.lower()
    keeps = form[1:] != form[1:].lower() or tag[:2] == "JJ" or (tag == "NN" and not _titled(form))
    return form if keeps else form.lower()


@functools.cache
def _listed_tags() -> frozenset[str]:
    """The tags of words whose lemma does not follow from the tag."""
    return frozenset({*contracted_tags(), *(tag for tag, _ in _WORDS)})


def _shouted(form: str, tag: str) -> bool:
    """Whether a word is in capitals for emphasis, and not because it is an abbreviation or a number.

    Nouns are from five letters on (119 of 120 in GUM and English Web Treebank; of shorter ones, 353 of 487),
    adjectives and adverbs from three (84 of 93 adjectives), numbers unless they are Roman.
    """
    if len(form) < 2 or not form.isupper():
        return False
    if tag in _CLOSED:
        return True
    if tag == "CD":
        return form.isalpha() and not _ROMAN.issuperset(form)
    least = {"NN": 5, "JJ": 3, "RB": 3}.get(tag, 0)
    return least > 0 and len(form) >= least and form.isalpha() and form != "ASAP"


def _titled(form: str) -> bool:
    """Whether a common noun is capital as words of titles are: Basil, but not the symbols Hz and Gr+1.

    Of 1,393 such nouns inside sentences of GUM and English Web Treebank, 1,350 have a lemma in lower case.
    """
    return len(form) > 2 and form.isalpha()
