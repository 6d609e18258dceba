"""The base forms that an English word can have.

lemminflect knows the inflected forms of English words; data/gr/irregular.toml adds forms of function
words, and files/spelling.py says what contractions stand for. A word that neither knows is taken for
its own base form, or for one that is inflected by rule.
"""

import functools
import re
from collections.abc import Callable, Mapping

from karat.files.resources import ours
from karat.files.spelling import folded, full

MISSING = (
    "lemminflect is not installed, so heads are looked up by rule, and inflected ones are not "
    "reported; pip install 'karat[lemmas]'"
)
_ENDINGS = "(?:s|es|ed|d|ing|en|n|er|r|est|st|t|ly|'s|s'|')?"
# The parts of speech of lemminflect by the beginnings of tags, of the Penn Treebank and of CLAWS.
_PARTS = (
    (("NN",), ("NOUN",)), (("V", "MD"), ("VERB", "AUX")),
    (("JJ",), ("ADJ",)), (("RB", "RR", "RG"), ("ADV",)),
)  # fmt: skip
_PROPER = ("NNP", "NP", "PROPN")
# Tags under which spelling.full knows contractions.
_CONTRACTED = ("MD", "RB", "VBZ", "VBP", "VB", "VBD", "VBG", "PRP", "TO", "IN")


@functools.cache
def _library() -> Callable[[str], Mapping[str, tuple[str, ...]]] | None:
    try:
        from lemminflect import getAllLemmas
    except ImportError:
        return None
    found: Callable[[str], Mapping[str, tuple[str, ...]]] = getAllLemmas
    return found


def available() -> bool:
    """Whether lemminflect is installed."""
    return _library() is not None


@functools.lru_cache(1 << 15)
def base_forms(word: str, tag: str = "") -> frozenset[str]:
    """What the base form of a word can be, in lower case; with a tag, only what fits it.

    Nothing for a word that is unknown. Without a tag, a word with a capital may be a name, and one in
    -ing or a past participle a noun or an adjective (burnt toast), which are their own base forms.

    >>> sorted(base_forms("saw")), sorted(base_forms("dies")), sorted(base_forms("dying", "VBG"))
    (['saw', 'see'], ['die'], ['die'])
    >>> base_forms("blorps")
    frozenset()
    """
    plain = folded(word)
    irregular, contracted = _bases().get(plain, frozenset()), _full(word, tag)
    found = _known(plain, tag) | irregular | contracted
    capital = word[:1].isupper()
    if plain in _listed("never") and not capital:
        return frozenset(found - {plain})
    own = tag.startswith(_PROPER) or plain in _listed("either")
    own |= not _known(plain, tag) and bool(found)
    adjective = plain.endswith(("ing", "ed")) or _participle(plain)
    own |= not tag and bool(found) and (capital or adjective)
    return frozenset({*found, *([plain] if own else [])})


def _full(word: str, tag: str) -> set[str]:
    return {full(word, one) for one in ((tag,) if tag else _CONTRACTED)} - {folded(word)}


def _known(plain: str, tag: str) -> set[str]:
    """What lemminflect says; for a proper noun, as for a noun."""
    library = _library()
    parts = next((parts for begins, parts in _PARTS if tag.startswith(begins)), ()) if tag else ()
    lemmas = library(plain) if library else {}
    fitting = [lemmas[part] for part in parts if part in lemmas] or list(lemmas.values())
    return {folded(lemma) for group in fitting for lemma in group if lemma}


def _participle(plain: str) -> bool:
    """Whether a word is the past participle of a verb, by lemminflect."""
    library = _library()
    if library is None:
        return False
    from lemminflect import getInflection

    for verb in library(plain).get("VERB", ()):
        past = getInflection(verb, tag="VBD")
        # The second of two forms (burned, burnt) is a participle too; lemminflect lists only the first.
        if plain in (*getInflection(verb, tag="VBN"), *past[1:]):
            return True
    return False


@functools.lru_cache(1 << 15)
def by_rule(base: str, word: str) -> bool:
    """Whether a word can be a form of another, by the rules of English spelling or irregularly.

    >>> [by_rule(*pair) for pair in (("die", "dying"), ("be", "was"), ("drop", "dropped"), ("do", "dog"))]
    [True, True, True, False]
    """
    word, base = folded(word), folded(base)
    if word == base or base in _bases().get(word, ()):
        return True
    if word[:1] != base[:1]:
        return False
    stem = re.escape(base)
    forms = [stem, stem + re.escape(base[-1:])]
    for ending, other in (("e", ""), ("y", "i"), ("ie", "y")):
        if base.endswith(ending):
            forms.append(re.escape(base.removesuffix(ending) + other))
    return re.fullmatch(f"(?:{'|'.join(forms)}){_ENDINGS}", word) is not None


@functools.cache
def _irregular() -> Mapping[str, str]:
    found: Mapping[str, str] = ours("gr", "irregular.toml").toml()
    return found


@functools.cache
def _listed(name: str) -> frozenset[str]:
    return frozenset(_irregular()[name].split())


@functools.cache
def _bases() -> Mapping[str, frozenset[str]]:
    """The base forms of irregular forms."""
    found: dict[str, set[str]] = {}
    for base, forms in _irregular().items():
        for form in forms.split() if base not in ("either", "never") else ():
            found.setdefault(form, set()).add(folded(base))
    return {form: frozenset(bases) for form, bases in found.items()}
