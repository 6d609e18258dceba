"""Lists of words that only the rules for trees need; data/gr/en/trees.toml says what each is for."""

import functools

from karat.files.resources import ours


@functools.cache
def listed(name: str) -> frozenset[str]:
    """The lemmas of a list.

    >>> "give" in listed("dative"), "give" in listed("intransitive")
    (True, False)
    """
    return _lists()[name]


@functools.cache
def _lists() -> dict[str, frozenset[str]]:
    tables = ours("gr", "en", "trees.toml").toml()
    return {
        name: frozenset(text.split()) for table in tables.values() for name, text in table.items()
    }
