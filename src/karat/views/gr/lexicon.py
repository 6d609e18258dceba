"""What words select: control and raising, predicates, prepositions; from data/gr."""

import functools
from collections.abc import Mapping
from dataclasses import dataclass

from karat.files.resources import ours

Words = frozenset[str]


@dataclass(frozen=True)
class Lexicon:
    """Lists of lemmas; what each means is said in data/gr/control.toml and prepositions.toml."""

    raising: Words
    subject: Words
    object: Words
    promise: Words
    believe: Words
    gerund: Words
    tough: Words
    copular: Words
    naming: Words
    asking: Words
    time: Words
    month: Words
    sentence: Words
    prepositions: Mapping[str, Words]

    def selects(self, verb: str, preposition: str) -> bool:
        """Whether a phrase with this preposition is an argument of the verb.

        >>> load().selects("rely", "on"), load().selects("sleep", "on")
        (True, False)
        """
        return verb in self.prepositions.get(preposition, ())

    def takes_infinitive(self, verb: str, *, with_object: bool) -> bool:
        """Whether an infinitive after the verb is likely its complement, not a purpose."""
        if with_object:
            return verb in self.object or verb in self.believe or verb in self.promise
        return verb in self.raising or verb in self.subject

    def takes_gerund(self, verb: str) -> bool:
        """Whether a form in -ing after the verb is likely its complement: avoid, keep, see, be."""
        return verb == "be" or verb in self.gerund | self.raising | self.believe


@functools.cache
def load() -> Lexicon:
    """The lists that come with karat."""
    words = _read("control.toml")
    prepositions = _read("prepositions.toml")["verbs"]
    lists = {name: entry for table in words.values() for name, entry in table.items()}
    return Lexicon(**lists, prepositions=prepositions)


def _read(name: str) -> dict[str, dict[str, Words]]:
    return {
        table: {key: frozenset(value.split()) for key, value in entries.items()}
        for table, entries in ours("gr", name).toml().items()
    }
