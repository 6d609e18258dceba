"""Graph: dependencies or links as columns, and patterns over them like those of Semgrex.

    {upos:VERB} >nsubj {} >obj {lemma:dog} !>aux:pass {}

A test names attributes: form, lemma, upos, xpos, deprel, or any feature, as in ``{Tense:Past}``; ``!``
before an attribute negates it; ``{}`` is any word. Semantic graphs have form, lemma, deprel, pred, pos,
sense, carg, type, and properties, as in ``{TENSE:past}``. Relations:

    >NAME  <NAME   has as, is dependent (without a name: any); if + or - follows, the other word
                   comes later or earlier: {} >nsubj+ {} is a verb before its subject
    >>  <<         is above, below, over any number of edges
    $  $..  $,,    has the same head as; and is before, after it
    .  ,           is right before, right after      ..  ,,  is before, after
    ==             is the same word, for a second test

``{upos:VERB}=verb`` captures a word by a name.

A name of UD also fits its subtypes: ``nsubj`` fits nsubj:pass, but ``nsubj:`` does not. In Link
Grammar every link goes from the left word to the right one, and ``O`` also fits Osn.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from karat.model.columns import Ints, Longs
from karat.model.errors import UsageError
from karat.patterns.graph_language import ATTRIBUTES as ATTRIBUTES
from karat.patterns.graph_language import LANGUAGE as LANGUAGE
from karat.patterns.graph_language import OF_PREDICATIONS as OF_PREDICATIONS
from karat.patterns.graph_language import Relation as Relation
from karat.patterns.graph_language import Test as Test
from karat.patterns.names import Fits, any_case, relation, wild
from karat.patterns.nodes import first_of, last_of
from karat.patterns.pattern import Marks, Node, read
from karat.patterns.slate import Slate
from karat.patterns.vocabulary import Vocabulary

_WORDS = ("form", "lemma")


def compiled(text: str) -> Node:
    """A pattern over graphs.

    >>> from karat.patterns.pattern import match
    >>> graph = Graph(1, np.array([0, 0]), {"form": ["Dogs", "bark"]}, [1, -1], [0, 1], ["nsubj", "root"])
    >>> match(compiled("{form:bark} >nsubj {}"), graph).tolist()
    [False, True]
    """
    return read(text, LANGUAGE)


@dataclass(frozen=True, eq=False)
class Graph:
    """The words of all sentences, and the edges between them; a head of -1 is the root.

    ``attributes`` has, by name, one value or None per word; ``feats`` has all features, as UD writes
    them. ``fits_label`` compares a name in a pattern with the label of an edge.
    """

    sentences: int
    sentence: Longs
    attributes: Mapping[str, Sequence[str | None]]
    head: Sequence[int] | Ints
    dependent: Sequence[int]
    label: Sequence[str | None]
    fits_label: Fits = relation
    answers: dict[Node, Longs] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.sentence)

    def fits(self, test: Test) -> Longs:
        """The words that pass a test; each different value is tested once."""
        found: Longs | None = None
        for name, names, wanted in test.wanted:
            fits = any_case if name in _WORDS else self.fits_label if name == "deprel" else wild
            column = self._column(name)
            if not column:
                found = _NONE if wanted else found
            elif found is None and wanted:
                found = column.rows_fitting(names, fits)
            else:
                found = self._all if found is None else found
                found = found[column.passing(names, fits, found) == wanted]
        return self._all if found is None else found

    def related(self, relation: Relation, others: Longs, among: Longs) -> Marks:
        if relation.kind in "<>":
            return self._edges(relation, others, among)
        return _RELATIONS[relation.kind](self, others, among)

    def in_sentence(self, found: Longs) -> Marks:
        """The sentences in which words were found."""
        there: Marks = np.zeros(self.sentences, bool)
        there[self.sentence[found]] = True
        return there

    def shown(self, word: int) -> tuple[str, str, str]:
        """The tag of a word, its form, and its position in the sentence, from 1.

        Of a predication: its part of speech, its name, and its position among the predications.
        """
        first = int(np.searchsorted(self.sentence, self.sentence[word]))
        tag, form = (
            next((value for name in names if (value := self._value(name, word))), "")
            for names in (("upos", "xpos", "pos"), ("form", "pred"))
        )
        return tag, form, str(word - first + 1)

    def _value(self, name: str, word: int) -> str | None:
        column = self.attributes.get(name)
        return column[word] if column else None

    def _column(self, name: str) -> Vocabulary | None:
        """The values of an attribute or of a feature; None if no word has one."""
        if name not in self._columns:
            feature = name not in self.attributes and name not in ATTRIBUTES
            if feature and name in OF_PREDICATIONS:
                raise UsageError(
                    f"only semantic graphs (MRS, EDS, DMRS) have the attribute {name!r}"
                )
            given = self.attributes.get("feats" if feature else name)
            if given is None:
                return None
            column = given if isinstance(given, Vocabulary) else Vocabulary.of(given)
            if feature:
                column = Vocabulary([_feature(text, name) for text in column.texts], column.number)
            self._columns[name] = column
        return self._columns[name]

    @cached_property
    def _columns(self) -> dict[str, Vocabulary]:
        return {}

    @cached_property
    def _ends(self) -> tuple[Longs, Longs, Marks]:
        """Heads and dependents of all edges except those to a root, and which edges these are."""
        head, dependent = np.array(self.head, np.int64), np.array(self.dependent, np.int64)
        real = head >= 0
        return head[real], dependent[real], real

    @cached_property
    def _labels(self) -> Vocabulary:
        labels = self.label if isinstance(self.label, Vocabulary) else Vocabulary.of(self.label)
        return Vocabulary(labels.texts, labels.number[self._ends[2]])

    @cached_property
    def _all(self) -> Longs:
        return np.arange(len(self))

    @cached_property
    def _slate(self) -> Slate:
        return Slate(max(len(self), self.sentences) + 1)

    @cached_property
    def _ends_by_relation(self) -> dict[Relation, tuple[Longs, Longs]]:
        return {}

    def _ends_of(self, relation: Relation) -> tuple[Longs, Longs]:
        """The words that have a relation, each beside the word that they have it to."""
        found = self._ends_by_relation.get(relation)
        if found is None:
            head, dependent, _ = self._ends
            here, there = (head, dependent) if relation.kind == ">" else (dependent, head)
            if relation.names:
                chosen = self._labels.rows_fitting(relation.names, self.fits_label)
                here, there = here[chosen], there[chosen]
            if relation.side:
                aside = there > here if relation.side == "+" else there < here
                here, there = here[aside], there[aside]
            found = self._ends_by_relation[relation] = here, there
        return found

    def _edges(self, relation: Relation, others: Longs, among: Longs) -> Marks:
        here, there = self._ends_of(relation)
        if len(others) < len(self):
            here = here[self._slate.marked(others, there)]
        return self._slate.marked(here, among)

    def _reached(self, here: Longs, there: Longs, others: Longs, among: Longs) -> Marks:
        """Which words are reached from the others in one or more steps."""
        order = np.argsort(here, kind="stable")
        first = np.searchsorted(here[order], np.arange(len(self) + 1)).tolist()
        targets = there[order].tolist()
        found: Marks = np.zeros(len(self), bool)
        waiting = others.tolist()
        begun = set(waiting)
        while waiting:
            word = waiting.pop()
            for target in targets[first[word] : first[word + 1]]:
                if not found[target]:
                    found[target] = True
                    if target not in begun:
                        waiting.append(target)
        return found[among]

    def _sisters(self, others: Longs) -> tuple[Longs, Longs, Marks]:
        """Heads and dependents of all edges, and which dependents are among the others."""
        head, dependent, _ = self._ends
        return head, dependent, self._slate.marked(others, dependent)

    def _sister_before(self, others: Longs, among: Longs) -> Marks:
        head, dependent, there = self._sisters(others)
        latest = last_of(len(self), head[there], dependent[there])
        return self._slate.marked(dependent[latest[head] > dependent], among)

    def _sister_after(self, others: Longs, among: Longs) -> Marks:
        head, dependent, there = self._sisters(others)
        earliest = first_of(len(self), head[there], dependent[there])
        return self._slate.marked(dependent[earliest[head] < dependent], among)

    @cached_property
    def _starts(self) -> Marks:
        """Whether a word is the first of its sentence; one after the last word counts as such."""
        return np.append(np.diff(self.sentence, prepend=-1) != 0, True)

    def _right_before(self, others: Longs, among: Longs) -> Marks:
        return self._slate.marked(others, among + 1) & ~self._starts[among + 1]

    def _right_after(self, others: Longs, among: Longs) -> Marks:
        return self._slate.marked(others + 1, among) & ~self._starts[among]

    def _before(self, others: Longs, among: Longs) -> Marks:
        latest = self._slate.last(self.sentence[others], others, self.sentence[among])
        return latest > among

    def _after(self, others: Longs, among: Longs) -> Marks:
        earliest = self._slate.first(self.sentence[others], others, self.sentence[among])
        return np.asarray((earliest >= 0) & (earliest < among), bool)


_NONE: Longs = np.zeros(0, np.int64)
_RELATIONS: dict[str, Callable[[Graph, Longs, Longs], Marks]] = {
    ">>": lambda graph, others, among: graph._reached(*graph._ends[1::-1], others, among),
    "<<": lambda graph, others, among: graph._reached(*graph._ends[:2], others, among),
    "$": lambda graph, others, among: (
        graph._sister_before(others, among) | graph._sister_after(others, among)
    ),
    "$..": Graph._sister_before,
    "$,,": Graph._sister_after,
    ".": Graph._right_before,
    ",": Graph._right_after,
    "..": Graph._before,
    ",,": Graph._after,
    "==": lambda graph, others, among: graph._slate.marked(others, among),
}


def _feature(feats: str | None, name: str) -> str | None:
    """One feature of ``Mood=Ind|Tense=Past``.

    >>> _feature("Mood=Ind|Tense=Past", "Tense"), _feature("Mood=Ind", "Case")
    ('Past', None)
    """
    pairs = (pair.partition("=") for pair in (feats or "").split("|"))
    return next((value for key, _, value in pairs if key == name), None)
