"""Draft: what is known about the relations of one sentence, before they are written.

Words are numbers, counted from 0 in the sentence. Subjects, objects and passives may be added in any
order; which relation each becomes is decided at the end, when the clause is known.
"""

import functools
from collections.abc import Callable, Collection, Iterable
from itertools import product
from typing import NamedTuple

from karat.model.gr import Gr
from karat.views.gr.lexicon import Lexicon

PRO = -1
FINITE = ("MD", "VBD", "VBZ", "VBP")
PRONOUNS = ("WDT", "WP", "WP$", "WRB")
Words = Iterable[int]
# Words that are gone through more than once.
Several = Collection[int]


class Link(NamedTuple):
    """A relation between words; a slot that it does not have is empty text."""

    label: str
    type: str
    head: int
    dependent: int
    initial: str


class Draft:
    """Collects the relations of one sentence; ``lemma`` and ``tag`` are those of its words."""

    def __init__(self, lexicon: Lexicon, lemma: list[str], tag: list[str]) -> None:
        self.lexicon, self.lemma, self.tag = lexicon, lemma, tag
        # Whether a word is a verb, asked many times a sentence.
        self.verb: Callable[[int], bool] = [_verbal(one) for one in tag].__getitem__
        self.links: dict[Link, None] = {}
        self.subjects: dict[int, dict[int, str]] = {}
        self.objects: dict[int, dict[int, str]] = {}
        self.passive: set[int] = set()
        # A passive verb whose subject would be another object than the first: iobj.
        self.promoted: dict[int, str] = {}
        # Of these, the ones with a preposition left: an object beside it is the first (taken care of).
        self.prepositional: set[int] = set()
        # Verbs whose subject is understood, with their relation to the word that decides it.
        self.waiting: dict[int, list[tuple[int, str]]] = {}
        # A predicate has the subject of its verb: salty in "The soup is too salty".
        self.verb_of: dict[int, int] = {}
        # Verbs with an expletive it or there, which controls nothing.
        self.expletive: set[int] = set()

    def add(self, label: str, kind: str, heads: Words, words: Several, initial: str = "") -> None:
        """A relation of every word to every head; a word has none to itself."""
        links = self.links
        for head in heads:
            for word in words:
                if head != word:
                    links[Link(label, kind, head, word, initial)] = None

    def link(self, label: str, kind: str, head: int, word: int, initial: str = "") -> None:
        """One relation, of a word to a head."""
        if head != word:
            self.links[Link(label, kind, head, word, initial)] = None

    def modify(self, heads: Words, words: Several, kind: str = "_") -> None:
        """A modifier that is not a clause."""
        self.add("ncmod", kind, heads, words)

    def modifier(self, head: int, word: int, kind: str = "_") -> None:
        """One modifier that is not a clause."""
        if head != word:
            self.links[Link("ncmod", kind, head, word, "")] = None

    def subject(self, verbs: Words, words: Several, label: str = "ncsubj") -> None:
        _note(self.subjects, verbs, words, label)

    def object(self, verbs: Words, words: Several, kind: str = "obj") -> None:
        """Objects of verbs, ``kind`` obj or iobj (a recipient without preposition)."""
        _note(self.objects, verbs, words, kind)

    def promote_from_preposition(self, verbs: Words) -> None:
        """The subject of passive verbs was the object of a preposition: the bed was slept in."""
        for verb in verbs:
            self.promoted[verb] = "iobj"
            self.prepositional.add(verb)

    def await_subject(self, verbs: Words, deciders: Words, relation: str) -> None:
        """The subject of verbs is understood, from the clause of others (xcomp, xmod or cmod)."""
        for decider, verb in product(deciders, filter(self.verb, verbs)):
            self.waiting.setdefault(decider, []).append((verb, relation))

    def relations(self) -> list[Gr]:
        """The relations, in the order of the dependents."""
        found = list(self.links)
        for verb, subjects in self.subjects.items():
            initial = self.promoted.get(verb, "obj") if verb in self.passive else "_"
            found += [Link(label, "", verb, word, initial) for word, label in subjects.items()]
        for verb, objects in self.objects.items():
            several = len(set(objects.values())) > 1 or verb in self.promoted
            second = (
                several
                and verb not in self.prepositional
                and self.promoted.get(verb, "iobj") == "iobj"
            )
            for word, kind in objects.items():
                if kind == "obj" and second:
                    found.append(Link("obj2", "", verb, word, ""))
                else:
                    initial = "iobj" if kind == "iobj" and several else "_"
                    found.append(Link("dobj", "", verb, word, initial))
        lemma = [*self.lemma, "Pro"]  # PRO is the last
        found.sort(key=_place)
        return [
            Gr(label, kind, lemma[head], lemma[word], initial, head, word)
            for label, kind, head, word, initial in found
        ]


@functools.cache
def _verbal(tag: str) -> bool:
    return tag.startswith(("V", "MD"))


def _place(link: Link) -> tuple[int, int]:
    """Where a relation is listed: by its dependent, then by its head."""
    return max(link.dependent, 0), link.head


def _note(table: dict[int, dict[int, str]], verbs: Words, words: Several, label: str) -> None:
    for verb in verbs:
        for word in words:
            if word != verb:
                table.setdefault(verb, {}).setdefault(word, label)
