"""Base forms of English words, for files that have none.

lemminflect is asked only about words whose Penn Treebank tags say that they are inflected; a word in
its base form is its own lemma. Without lemminflect, words stay as they are.
"""

import functools
from collections.abc import Callable

MISSING = (
    "the file has no lemmas and lemminflect is not installed: words are taken as they are written; "
    "pip install 'karat[lemmas]'"
)
_TAGS = {
    "NNS": "NOUN", "VBD": "VERB", "VBG": "VERB", "VBN": "VERB", "VBP": "VERB", "VBZ": "VERB",
    "JJR": "ADJ", "JJS": "ADJ", "RBR": "ADV", "RBS": "ADV",
}  # fmt: skip
# Words whose lemma does not follow from the tag; lemmas as in Universal Dependencies.
_WORDS = {
    ("MD", "ca"): "can", ("MD", "wo"): "will", ("MD", "sha"): "shall", ("MD", "'ll"): "will",
    ("MD", "'d"): "would", ("RB", "n't"): "not", ("VBZ", "'s"): "be", ("VBP", "'re"): "be",
    ("VBP", "'m"): "be", ("VBP", "'ve"): "have", ("VB", "'ve"): "have", ("VBD", "'d"): "have",
    ("PRP", "me"): "I", ("PRP", "i"): "I", ("PRP", "him"): "he", ("PRP", "her"): "she",
    ("PRP", "us"): "we", ("PRP", "them"): "they", ("PRP", "'s"): "we", ("RBR", "more"): "more",
    ("JJR", "more"): "more", ("RBS", "most"): "most", ("JJS", "most"): "most", ("JJR", "less"): "less",
    ("RBR", "less"): "less", ("JJS", "least"): "least", ("RBS", "least"): "least",
    ("NNS", "people"): "people",
}  # fmt: skip


@functools.cache
def _library() -> Callable[..., tuple[str, ...]] | None:
    try:
        from lemminflect import getLemma
    except ImportError:
        return None
    found: Callable[..., tuple[str, ...]] = getLemma
    return found


def available() -> bool:
    return _library() is not None


def lemmatised(forms: list[str], tags: list[str]) -> list[str]:
    """The base forms of a sentence; only its first word, or the first in a quotation, may be capital
    for standing there."""
    found = []
    first = True
    for form, tag in zip(forms, tags, strict=True):
        found.append(lemma(form.lower() if first and tag[:3] not in ("NNP", "PRP") else form, tag))
        first = tag in ("``", "''", ":", "-LRB-") or (first and not form[:1].isalpha())
    return found


@functools.lru_cache(1 << 16)
def lemma(form: str, tag: str) -> str:
    """The base form of a word with a Penn Treebank tag.

    >>> lemma("The", "DT"), lemma("Paris", "NNP"), lemma("n't", "RB")
    ('the', 'Paris', 'not')
    """
    if tag == "NNP":
        return form
    if tag == "NNPS":
        return lemma(form.lower(), "NNS").capitalize() if form.istitle() else form
    known = _WORDS.get((tag, form.lower()))
    if known:
        return known
    library, part = _library(), _TAGS.get(tag)
    if library and part:
        # A sign such as ∈ has an empty lemma there.
        found = [base for base in library(form.lower(), upos=part) if base]
        if found:
            return found[0]
    keeps = form[1:] != form[1:].lower() or tag[:2] in ("NN", "JJ")
    return form if keeps else form.lower()
