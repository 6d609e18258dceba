"""One spelling for each word, before any rule looks it up.

Texts have typographic apostrophes and quotation marks, capitals at the beginning of sentences, and
contractions; lists of words do not. Every rule with a list of words looks words up in the spelling
that these functions give. The tables are in data/spelling/en.toml.
"""

import functools
import re
import unicodedata
from collections.abc import Collection, Mapping

from karat.files.resources import tables

# Characters that some treebanks (Sejong's among them) write as names between asterisks: words, no traces.
STARRED = {
    b"*LRB*": b"(", b"*RRB*": b")", b"*LSB*": b"[", b"*RSB*": b"]", b"*LCB*": b"{", b"*RCB*": b"}",
    b"*SLASH*": b"/",
}  # fmt: skip
_RUNS = re.compile("''|--+")
# Variation selectors print nothing, and Unicode counts them as marks.
_SELECTORS = range(0xFE00, 0xFE10)
_HIDDEN = re.compile("[\\s\ufe00-\ufe0f]")


@functools.cache
def _marks() -> Mapping[int, str]:
    return str.maketrans(tables("spelling", "en.toml")["marks"])


@functools.cache
def _alike() -> Mapping[int, str]:
    return {**_marks(), **str.maketrans(tables("spelling", "en.toml")["alike"])}


@functools.cache
def _contractions() -> Mapping[str, Mapping[str, str]]:
    found: Mapping[str, Mapping[str, str]] = tables("spelling", "en.toml")["contractions"]
    return found


def contracted_tags() -> Collection[str]:
    """The tags under which ``full`` knows contractions."""
    return _contractions().keys()


def plain(word: str) -> str:
    """A word with straight apostrophes, quotation marks and hyphens.

    >>> plain("’ve"), plain("Don‘t"), plain("café")
    ("'ve", "Don't", 'café')
    """
    return word if word.isascii() and "`" not in word else word.translate(_marks())


@functools.lru_cache(1 << 14)
def folded(word: str) -> str:
    """A word in the spelling of word lists: plain and in lower case.

    >>> folded("N’T"), folded("The")
    ("n't", 'the')
    """
    return plain(word).lower()


def comparable(word: str) -> str:
    """The characters of a word as two texts are compared: no difference of typography is left.

    White space and characters that print nothing are removed. Quotation marks are one character, and
    so are apostrophes, dashes of any length with the hyphen, and the forms that Unicode's NFKC makes
    one; an ellipsis is three full stops. Case is folded.

    >>> comparable("“"), comparable("``"), comparable("Don’t"), comparable("—"), comparable("…")
    ('"', '"', "don't", '-', '...')
    """
    if word.isascii():
        text = plain(word).lower()
    else:
        text = unicodedata.normalize("NFKC", word.translate(_alike())).casefold()
        # Folding may leave characters that are not composed, and NFKC may give marks of the table.
        text = unicodedata.normalize("NFKC", text).translate(_alike())
    if text.isalnum():
        return text
    if text.isprintable() and not _HIDDEN.search(text):
        return _RUNS.sub(_one_mark, text)
    return _RUNS.sub(_one_mark, "".join(filter(_prints, text)))


def _one_mark(run: re.Match[str]) -> str:
    return '"' if run[0] == "''" else "-"


def _prints(character: str) -> bool:
    if character.isspace() or ord(character) in _SELECTORS:
        return False
    return unicodedata.category(character) not in ("Cc", "Cf")


@functools.lru_cache(1 << 12)
def spellings(word: bytes) -> frozenset[bytes]:
    """All spellings in lower case of a plain word; for rules that compare bytes.

    >>> sorted(spellings(b"'s"))[:3], spellings(b"dog") == {b"dog"}
    ([b"'s", b'`s', b'\\xc2\\xb4s'], True)
    """
    found = {word}
    if word.isalnum():
        return frozenset(found)
    for mark, other in _marks().items():
        if other.encode() in word:
            found.add(word.replace(other.encode(), chr(mark).encode()))
    return frozenset(found)


@functools.lru_cache(1 << 14)
def full(word: str, tag: str) -> str:
    """What a contracted word stands for, by its tag; other words are folded.

    >>> full("’ll", "MD"), full("Ca", "MD"), full("'S", "VBZ"), full("’s", "POS"), full("Dogs", "NNS")
    ('will', 'can', 'be', "'s", 'dogs')
    """
    word = folded(word)
    return _contractions().get(tag, {}).get(word, word)
