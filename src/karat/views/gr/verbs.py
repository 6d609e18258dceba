"""The verb groups of a verb chunk: a main verb with its auxiliaries, one after the other.

*is expected to have left* has two: *is expected* and *to have left*. A group ends before *to*, and
after a verb that is no auxiliary of what follows. This rests on tags and on the auxiliaries
themselves (be, have, do, get), because a chunk has nothing else to go by.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from karat.views.gr.draft import FINITE

_AUXILIARIES = ("be", "have", "do")
_PASSIVE = ("be", "get")


@dataclass(frozen=True)
class Group:
    """Words from ``start`` up to the main verb ``head``; ``after`` is the word that joins it: to, and."""

    start: int
    head: int
    finite: bool
    passive: bool
    after: str = ""


def groups(words: Sequence[int], tags: Sequence[str], lemmas: Sequence[str]) -> list[Group]:
    """The groups of a chunk; ``words`` are the positions of its words.

    >>> tags = "VBZ VBN TO VB VBN CC VB".split()
    >>> lemmas = "be expect to have leave and go".split()
    >>> for group in groups(range(7), tags, lemmas):
    ...     print(lemmas[group.head], group.finite, group.passive, group.after or "-")
    expect True True -
    leave False False to
    go False False and
    """
    found: list[Group] = []
    now: list[int] = []
    joined = ""
    for word in words:
        tag = tags[word]
        if tag in ("TO", "CC"):
            found += _closed(now, tags, lemmas, joined)
            now, joined = [], lemmas[word]
        elif tag.startswith("V") or tag == "MD":
            if now and not helps(now[-1], word, tags, lemmas):
                found += _closed(now, tags, lemmas, joined)
                now, joined = [], "_"
            now.append(word)
    return found + _closed(now, tags, lemmas, joined)


def _closed(
    verbs: Sequence[int], tags: Sequence[str], lemmas: Sequence[str], joined: str
) -> list[Group]:
    if not verbs:
        return []
    head = verbs[-1]
    helper = lemmas[verbs[-2]] if len(verbs) > 1 else ""
    passive = tags[head] in ("VBN", "VBD") and helper in _PASSIVE
    return [Group(verbs[0], head, tags[verbs[0]] in FINITE, passive, joined)]


def helps(verb: int, other: int, tags: Sequence[str], lemmas: Sequence[str]) -> bool:
    """Whether a verb is an auxiliary of the one after it."""
    if tags[verb] == "MD" or lemmas[verb] in _AUXILIARIES:
        return True
    return lemmas[verb] == "get" and tags[other] == "VBN"
