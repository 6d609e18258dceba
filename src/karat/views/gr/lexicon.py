"""What rules for relations know about the words of a language; the lists are in data/gr."""

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from karat.files.resources import data, ours

Words = frozenset[str]
_NONE: Words = frozenset()


@dataclass(frozen=True)
class Lexicon:
    """Lists of words in base form; data/gr/en says what each means. A language may lack any list.

    The words of a file are folded (files/spelling.py) before they are looked up.
    """

    language: str = ""
    raising: Words = _NONE
    subject: Words = _NONE
    object: Words = _NONE
    promise: Words = _NONE
    recipient: Words = _NONE
    believe: Words = _NONE
    gerund: Words = _NONE
    dangling: Words = _NONE
    instrument: Words = _NONE
    tough: Words = _NONE
    purposive: Words = _NONE
    measuring: Words = _NONE
    attempt: Words = _NONE
    seeming: Words = _NONE
    resembling: Words = _NONE
    copular: Words = _NONE
    naming: Words = _NONE
    asking: Words = _NONE
    time: Words = _NONE
    month: Words = _NONE
    adjunct: Words = _NONE
    sentence: Words = _NONE
    infinitive: Words = _NONE
    complementiser: Words = _NONE
    reporting: Words = _NONE
    expletive: Words = _NONE
    existential: Words = _NONE
    by_agent: Words = _NONE
    of_object: Words = _NONE
    agent: Words = _NONE
    measure: Words = _NONE
    quantity: Words = _NONE
    means: Words = _NONE
    beside: Words = _NONE
    lasting: Words = _NONE
    surround: Words = _NONE
    suffix: Words = _NONE
    title: Words = _NONE
    filler: Words = _NONE
    pro_drop: bool = False
    two_objects: bool = False
    objects_decide: bool = True
    spelling: Mapping[str, str] = field(default_factory=dict)
    prepositions: Mapping[str, Words] = field(default_factory=dict)
    gerunds: Mapping[str, Words] = field(default_factory=dict)
    adverbial: Mapping[str, Words] = field(default_factory=dict)

    def selects(self, verb: str, preposition: str, noun: str = "") -> bool:
        """Whether a phrase with this preposition is an argument of the verb; adverbs are none.

        >>> load().selects("rely", "on"), load().selects("sleep", "on")
        (True, False)
        >>> load().selects("ask", "for", "bread"), load().selects("ask", "for", "sake")
        (True, False)
        """
        selected = verb in self.prepositions.get(preposition, ())
        return selected and noun not in self.adverbial.get(preposition, ())

    def takes_infinitive(self, verb: str, *, with_object: bool) -> bool:
        """Whether an infinitive after the verb is likely its complement, not a purpose."""
        if with_object:
            return verb in self.object or verb in self.believe or verb in self.promise
        return verb in self.raising or verb in self.subject

    def by_object(self, verb: str) -> bool:
        """Whether the object of a verb is the understood subject of its infinitive.

        >>> [load().by_object(verb) for verb in ("persuade", "promise")], load("fr").by_object("demander")
        ([True, False], False)
        """
        if verb in self.promise:
            return False
        return self.objects_decide or verb in self.object or verb in self.believe

    def takes_gerund(self, verb: str) -> bool:
        """Whether a form in -ing after the verb is likely its complement: avoid, keep, see, be."""
        return verb == "be" or verb in self.gerund | self.raising | self.believe


@functools.cache
def bundled() -> tuple[str, ...]:
    """The languages that have lists of words: folders of data/gr."""
    return tuple(sorted(path.name for path in data("gr").iterdir() if path.is_dir()))


@functools.cache
def load(language: str = "en") -> Lexicon:
    """The lists of a language; for one without lists, a Lexicon that knows no word.

    >>> load("fr").agent, load("it").agent, load("it").pro_drop
    (frozenset({'par'}), frozenset(), True)
    """
    if language not in bundled():
        told = ours("gr", "languages.toml").toml().get(language, {})
        return Lexicon(language, pro_drop=told.get("pro_drop", True))
    lists: dict[str, Any] = {}
    for name in ("control.toml", "words.toml"):
        for table, entries in ours("gr", language, name).toml().items():
            if table == "spelling":
                lists[table] = entries
            else:
                lists.update({key: _words(value) for key, value in entries.items()})
    selected = {
        table: {key: _words(value) for key, value in entries.items()}
        for table, entries in ours("gr", language, "prepositions.toml").toml().items()
    }
    return Lexicon(
        language,
        **lists,
        prepositions=selected["verbs"],
        gerunds=selected.get("adjectives", {}),
        adverbial=selected.get("adverbial", {}),
    )


def _words(value: Any) -> Any:
    """A list of words, written as one text; other values stay as they are."""
    return frozenset(value.split()) if isinstance(value, str) else value
