"""Draft: what is known about the relations of one sentence, before they are written.

Words are numbers, counted from 0 in the sentence. Subjects, objects and passives may be added in any
order; which relation each becomes is decided at the end, when the clause is known.
"""

from collections.abc import Iterable
from typing import NamedTuple

from karat.model.gr import Gr
from karat.views.gr.lexicon import Lexicon

PRO = -1


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
        self.links: dict[Link, None] = {}
        self.subjects: dict[int, dict[int, str]] = {}
        self.objects: dict[int, dict[int, str]] = {}
        self.passive: set[int] = set()
        # A passive verb whose subject would be another object than the first: iobj.
        self.promoted: dict[int, str] = {}
        # Verbs whose subject is understood, with their relation to the word that decides it.
        self.waiting: dict[int, list[tuple[int, str]]] = {}
        # A predicate has the subject of its verb: salty in "The soup is too salty".
        self.verb_of: dict[int, int] = {}
        # Verbs with an expletive it or there, which controls nothing.
        self.expletive: set[int] = set()

    def add(
        self, label: str, kind: str, heads: Iterable[int], words: Iterable[int], initial: str = ""
    ) -> None:
        """A relation of every word to every head; a word has none to itself."""
        words = list(words)
        for head in heads:
            for word in words:
                if head != word:
                    self.links[Link(label, kind, head, word, initial)] = None

    def modify(self, heads: Iterable[int], words: Iterable[int], kind: str = "_") -> None:
        """A modifier that is not a clause."""
        self.add("ncmod", kind, heads, words)

    def subject(self, verbs: Iterable[int], words: Iterable[int], label: str = "ncsubj") -> None:
        """Subjects of verbs."""
        words = list(words)
        for verb in verbs:
            for word in words:
                if word != verb:
                    self.subjects.setdefault(verb, {}).setdefault(word, label)

    def object(self, verbs: Iterable[int], words: Iterable[int], kind: str = "obj") -> None:
        """Objects of verbs, ``kind`` obj or iobj (a recipient without preposition)."""
        words = list(words)
        for verb in verbs:
            for word in words:
                if word != verb:
                    self.objects.setdefault(verb, {}).setdefault(word, kind)

    def await_subject(self, verbs: Iterable[int], deciders: Iterable[int], relation: str) -> None:
        """The subject of verbs is understood, from the clause of others (xcomp, xmod or cmod)."""
        verbs = [verb for verb in verbs if self.verb(verb)]
        for decider in deciders:
            self.waiting.setdefault(decider, []).extend((verb, relation) for verb in verbs)

    def verb(self, word: int) -> bool:
        """Whether the word is tagged as a verb."""
        return self.tag[word].startswith(("V", "MD"))

    def relations(self) -> list[Gr]:
        """The relations, in the order of the dependents."""
        found = {**self.links}
        for verb, subjects in self.subjects.items():
            initial = self.promoted.get(verb, "obj") if verb in self.passive else "_"
            for word, label in subjects.items():
                found[Link(label, "", verb, word, initial)] = None
        for verb, objects in self.objects.items():
            several = len(set(objects.values())) > 1 or verb in self.promoted
            for word, kind in objects.items():
                if kind == "iobj":
                    found[Link("dobj", "", verb, word, "iobj" if several else "_")] = None
                elif several and self.promoted.get(verb, "iobj") == "iobj":
                    found[Link("obj2", "", verb, word, "")] = None
                else:
                    found[Link("dobj", "", verb, word, "_")] = None
        ordered = sorted(found, key=lambda link: (max(link.dependent, 0), link.head))
        return [self._written(link) for link in ordered]

    def _written(self, link: Link) -> Gr:
        dependent = "Pro" if link.dependent == PRO else self.lemma[link.dependent]
        head = self.lemma[link.head]
        return Gr(link.label, link.type, head, dependent, link.initial, link.head, link.dependent)
