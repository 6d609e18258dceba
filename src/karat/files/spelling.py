"""One spelling for each word, before any rule looks it up.

Texts have typographic apostrophes and quotation marks, capitals where a sentence begins, and
contractions. Lists of words have none of this. Every rule that knows words compares them in the
spelling that these functions give; data/spelling/en.toml has the tables.
"""

import functools
from collections.abc import Mapping

from karat.files.resources import ours


@functools.cache
def _marks() -> Mapping[int, str]:
    return str.maketrans(ours("spelling", "en.toml").toml()["marks"])


@functools.cache
def _contractions() -> Mapping[str, Mapping[str, str]]:
    found: Mapping[str, Mapping[str, str]] = ours("spelling", "en.toml").toml()["contractions"]
    return found


def plain(word: str) -> str:
    """A word with straight apostrophes, quotation marks and hyphens.

    >>> plain("’ve"), plain("Don‘t"), plain("café")
    ("'ve", "Don't", 'café')
    """
    return word if word.isascii() and "`" not in word else word.translate(_marks())


@functools.lru_cache(1 << 16)
def folded(word: str) -> str:
    """A word as lists of words have it: plain, in lower case.

    >>> folded("N’T"), folded("The")
    ("n't", 'the')
    """
    return plain(word).lower()


@functools.lru_cache(1 << 12)
def spellings(word: bytes) -> frozenset[bytes]:
    """The words in lower case that count as a plain one; for rules that look at bytes.

    >>> sorted(spellings(b"'s"))[:3], spellings(b"dog") == {b"dog"}
    ([b"'s", b'`s', b'\\xc2\\xb4s'], True)
    """
    found = {word}
    for mark, other in _marks().items():
        if other.encode() in word:
            found.add(word.replace(other.encode(), chr(mark).encode()))
    return frozenset(found)


@functools.lru_cache(1 << 16)
def full(word: str, tag: str) -> str:
    """What a contracted word stands for, by its tag; other words are folded.

    >>> full("’ll", "MD"), full("Ca", "MD"), full("'S", "VBZ"), full("’s", "POS"), full("Dogs", "NNS")
    ('will', 'can', 'be', "'s", 'dogs')
    """
    word = folded(word)
    return _contractions().get(tag, {}).get(word, word)
