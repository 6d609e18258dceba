"""Gold and systems put side by side, so that any sentence of them can be drawn."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from karat.analysis.picture import Pair, Picture
from karat.analysis.picture_of import Pairs, by_sentence
from karat.comparison.by_id import has_ids, ids_of, matched
from karat.comparison.laid_over import Laid, laid_over
from karat.comparison.layers import compare
from karat.comparison.standing import at_their_places
from karat.engine.memory import laid_system
from karat.model.bank import Bank
from karat.model.columns import Floats, Longs
from karat.model.errors import UsageError
from karat.model.measure import Measure
from karat.model.outcome import Outcome, Status
from karat.model.scheme import Scheme
from karat.model.tally import Tally
from karat.schemes import parse
from karat.views import Views
from karat.views.gr.language import AUTO, told

_ID = re.compile(rb"#\s*sent_id\s*=\s*(.*?)\s*")


def drawn_as(scheme: Scheme) -> Scheme:
    """The scheme under which the sentences of a scheme are drawn: itself, unless it names another."""
    return parse(scheme.drawn_as) if scheme.drawn_as else scheme


def picture(scheme: Scheme, gold: Bank, systems: Mapping[str, Bank], number: int) -> Picture:
    """A sentence of gold, counted from 1, with what each system makes of it.

    >>> import karat
    >>> from karat.schemes import parse
    >>> gold, system = map(karat.read_text, ("(S (NP a b) (VP (V c)))", "(S (X a b) (VP (V c)))"))
    >>> [row.mark.name for row in picture(parse("evalb"), gold, {"x": system}, 1).pairs[0].gold.rows]
    ['MATCHED', 'MISSED', 'MATCHED']
    """
    scheme = drawn_as(scheme)
    if not 1 <= number <= len(gold):
        raise UsageError(f"there is no sentence {number}: gold has {len(gold)}, counted from 1")
    placed = [Placed(scheme, name, gold, bank) for name, bank in systems.items()]
    return picture_of(placed, number - 1)


def name_of(bank: Bank, sentence: int) -> str:
    """The file's own name for a sentence; empty if it has none."""
    if has_ids(bank):
        return ids_of(bank.slice(sentence, sentence + 1))[0]
    comments = bank.layers.get("comments")
    if comments is not None:
        for start, end in comments.each(sentence, "word_start", "word_end"):
            if match := _ID.fullmatch(bank.text[start:end].tobytes()):
                return match[1].decode("utf-8", "backslashreplace")
    return ""


def names_of_sentences(bank: Bank) -> list[str]:
    """The file's own name for each sentence; empty for one that has none."""
    if has_ids(bank):
        return ids_of(bank)
    if not len(bank.layers.get("comments", ())):
        return [""] * len(bank)
    return [name_of(bank, sentence) for sentence in range(len(bank))]


class InPlace(NamedTuple):
    """A system with as many sentences as gold, at the same places; ``known`` of them are really there.

    ``laid`` says how, if its sentences had to be laid over gold's.
    """

    system: Bank
    known: int
    laid: Laid | None = None


def in_place(gold: Bank, system: Bank, *, aligned: bool) -> InPlace:
    """Put the sentences of a system, which shares gold's labels, at the places of gold's.

    ``aligned``: they may have other boundaries.
    """
    system = matched(gold, system)
    if aligned and not at_their_places(gold, system):
        laid = laid_over(gold, system)
        return InPlace(laid.system, len(gold), laid)
    return InPlace(system.padded(len(gold)).slice(0, len(gold)), min(len(gold), len(system)))


class Placed:
    """A system beside gold, under a scheme, so that single sentences can be compared and drawn.

    ``known`` and ``laid`` say how many of gold's sentences it has, and whether they had other boundaries.
    """

    def __init__(self, scheme: Scheme, name: str, gold: Bank, system: Bank) -> None:
        system = system.relabelled(gold.labels)
        self.name, self.gold = name, gold
        self.system, self.known, laid = in_place(gold, system, aligned=scheme.aligned)
        self.laid = laid is not None
        self.scheme = scheme.settled(gold, self.system)
        if laid is not None:
            # A layer is derived as when the system is scored: from its own sentences.
            self.system = laid_system(gold, system, self.scheme, laid)[0]
        self._compare = compare(_told(self.scheme, gold, self.system), gold.labels)

    @classmethod
    def of_part(cls, scheme: Scheme, name: str, gold: Bank, system: Bank) -> "Placed":
        """A part of a file whose sentences are at gold's places; options of the scheme were decided."""
        found = cls.__new__(cls)
        found.name, found.gold, found.laid, found.scheme = name, gold, False, scheme
        found.system, found.known = system.padded(len(gold)), len(system)
        found._compare = compare(_told(scheme, gold, found.system), gold.labels)
        return found

    @cached_property
    def tally(self) -> Tally:
        """The counts of all sentences."""
        return self.scheme.tally(self.whole(), self.gold.labels)

    def whole(self) -> Outcome:
        """All sentences compared."""
        return self._compare(self.gold, self.system)

    def outcome(self, sentence: int) -> Outcome:
        """One sentence compared, by its number from 0."""
        gold, system = (bank.slice(sentence, sentence + 1) for bank in (self.gold, self.system))
        return self._compare(gold, system)

    def pair(self, sentence: int) -> Pair:
        """One sentence, as it is drawn."""
        return Pairs(self.scheme, self.outcome(sentence), self.name).pair(0)


def _told(scheme: Scheme, gold: Bank, system: Bank) -> Scheme:
    """The scheme with the language of all of gold's words, if relations are derived by their language.

    The words of one sentence alone may be of none, or of another.
    """
    language = getattr(scheme, "language", "")
    if language != AUTO or not all("edges" in one.layers for one in (gold, system)):
        return scheme
    decided: Any = {"language": told(gold)}
    return replace(scheme, **decided)


class Drawn(NamedTuple):
    """A sentence of gold with those of the systems: the one at ``at``, before which ``first`` others came.

    ``given`` returns gold and the systems as they are in their files, at the same places.
    """

    placed: Sequence[Placed]
    at: int
    first: int
    given: Callable[[], Sequence[Bank]]

    def picture(self) -> Picture:
        return picture_of(self.placed, self.at, self.first)


class Whole:
    """Gold and systems in memory, given as they are in their files, with the same labels."""

    def __init__(
        self, scheme: Scheme, names: Sequence[str], gold: Bank, systems: Sequence[Bank],
        views: Views,
    ) -> None:  # fmt: skip
        self._gold, self._systems, self._aligned = gold, systems, scheme.aligned
        ours = views.of_gold(gold)
        self.placed = [
            Placed(scheme, name, ours, views.of_system(bank))
            for name, bank in zip(names, systems, strict=True)
        ]
        self.size, self.scheme = len(ours), self.placed[0].scheme
        # The paths of systems with more sentences than gold, which may be other ones, and how many they have.
        every = zip(self.placed, systems, strict=True)
        self.longer = [
            (bank.path, len(bank)) for one, bank in every if len(bank) > self.size and not one.laid
        ]

    def worst(self, most: int) -> list[int] | None:
        """The numbers, from 0, of the worst sentences; None if none is short enough to be compared."""
        return worst(self.placed, most) if self._compared() else None

    def failed(self, most: int | None) -> list[int] | None:
        """The same for the first sentences that have no score."""
        return failed(self.placed)[:most] if self._compared() else None

    def _compared(self) -> bool:
        return any(len(one.tally) for one in self.placed)

    def sentences(self, chosen: Iterable[int]) -> Iterator[Drawn]:
        """The sentences with these numbers, from 0, in this order."""
        return (Drawn(self.placed, at, 0, lambda: self._given) for at in chosen)

    @cached_property
    def _given(self) -> Sequence[Bank]:
        gold, aligned = self._gold, self._aligned
        return [gold, *(in_place(gold, one, aligned=aligned).system for one in self._systems)]


def picture_of(placed: Sequence[Placed], sentence: int, first: int = 0) -> Picture:
    """A sentence, by its number from 0, with all systems; all of them are compared with the same gold.

    ``first`` sentences of the file came before those in the Banks.
    """
    scheme, gold = placed[0].scheme, placed[0].gold
    pairs = [one.pair(sentence) for one in placed]
    return Picture(
        scheme.picture, str(scheme), first + sentence + 1, pairs, name_of(gold, sentence)
    )


def worst(placed: Sequence[Placed], most: int) -> list[int]:
    """The numbers, from 0, of the worst sentences with a score, by the mean over the systems that have one.

    The figure is the main one of the scheme, or the first one that single sentences have. Sentences in
    which it is undefined come last.
    """
    numbers, keys = ranked(placed)
    found: list[int] = numbers[np.argsort(keys, kind="stable")[:most]].tolist()
    return found


def ranked(placed: Sequence[Placed]) -> tuple[Longs, Floats]:
    """The numbers, from 0, of sentences with a score, and for each a figure that is lowest for the worst."""
    measure = _ranking(placed[0].scheme)
    size = len(placed[0].gold)
    sums, systems = np.zeros(size), np.zeros(size, np.int64)
    for one in placed:
        tally = one.tally
        scored = tally.status == Status.SCORED
        values = np.asarray(measure(tally.columns()), np.float64)
        np.add.at(sums, tally.sentence[scored], values[scored])
        np.add.at(systems, tally.sentence[scored], 1)
    numbers = np.flatnonzero(systems)
    means = sums[numbers] / systems[numbers]
    return numbers, -means if measure.better == "lower" else means


def failed(placed: Sequence[Placed]) -> list[int]:
    """The numbers, from 0, of the sentences that have no score for at least one system."""
    tallies = (one.tally for one in placed)
    numbers = {at for tally in tallies for at in tally.sentence[tally.status != 0].tolist()}
    return sorted(numbers)


def _ranking(scheme: Scheme) -> Measure:
    """The figure by which sentences are ranked."""
    known = by_sentence(scheme)
    names = (name.partition("@")[0] for name in (scheme.main_figure(), *scheme.headline(), *known))
    name = next((name for name in names if name in known), "")
    if not name:
        raise UsageError(f"{scheme.name} has no figure for single sentences; choose them with -n")
    return known[name]
