"""Gold and systems put side by side, so that any sentence of them can be drawn."""

import re
from collections.abc import Mapping
from functools import cached_property

from karat.analysis.picture import Pair, Picture
from karat.analysis.picture_of import Pairs
from karat.comparison.by_id import has_ids, ids_of, matched
from karat.comparison.laid_over import Laid, laid_over
from karat.comparison.layers import compare
from karat.comparison.standing import at_their_places
from karat.engine.memory import laid_system
from karat.model.bank import Bank
from karat.model.errors import UsageError
from karat.model.outcome import Outcome
from karat.model.scheme import Scheme
from karat.schemes import parse

_ID = re.compile(rb"#\s*sent_id\s*=\s*(.*?)\s*")


def drawn_as(scheme: Scheme) -> Scheme:
    """The scheme under which the sentences of a scheme are drawn: itself, unless it names another."""
    return parse(scheme.drawn_as) if scheme.drawn_as else scheme


def picture(scheme: Scheme, gold: Bank, systems: Mapping[str, Bank], number: int) -> Picture:
    """A sentence of gold, counted from 1, with what each system makes of it.

    >>> import karat
    >>> from karat.schemes import parse
    >>> gold, system = map(karat.read_text, ("(S (NP a b) (VP c))", "(S (X a b) (VP c))"))
    >>> [row.mark.name for row in picture(parse("evalb"), gold, {"x": system}, 1).pairs[0].gold.rows]
    ['MATCHED', 'MISSED', 'MATCHED']
    """
    scheme = drawn_as(scheme)
    if not 1 <= number <= len(gold):
        raise UsageError(f"there is no sentence {number}: gold has {len(gold)}, counted from 1")
    sides = [Placed(scheme, name, gold, bank) for name, bank in systems.items()]
    pairs = [side.pair(number - 1) for side in sides]
    return Picture(scheme.picture, str(scheme), number, pairs, name_of(gold, number - 1))


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


class Placed:
    """A system whose sentences are at the places of gold's, under a scheme.

    ``known`` is how many of gold's sentences its file has a sentence for.
    """

    def __init__(self, scheme: Scheme, name: str, gold: Bank, system: Bank) -> None:
        system = matched(gold, system.relabelled(gold.labels))
        self.name, self.gold, self.known = name, gold, min(len(gold), len(system))
        laid: Laid | None = None
        self.system = system.padded(len(gold)).slice(0, len(gold))
        if scheme.aligned and not at_their_places(gold, system):
            laid = laid_over(gold, system)
            self.system, self.known = laid.system, len(gold)
        self.scheme = scheme.settled(gold, self.system)
        if laid is not None:
            # A layer is derived as when the system is scored: from its own sentences.
            self.system = laid_system(gold, system, self.scheme, laid)[0]
        self._compare = compare(self.scheme, gold.labels)

    @cached_property
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
