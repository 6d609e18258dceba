"""A system's sentences laid over gold's by their text, where sentence boundaries differ.

Every word of the system goes to the sentence of gold that has its characters, so the result has as
many sentences as gold:

- A sentence that the system splits is put together again; it then has several trees, or several roots.
- Sentences that the system merges are cut at gold's boundaries; see recut.py for what is cut through.
  A word across a boundary goes to the sentence in which it begins, where it is no word of gold's. A
  multiword token across a boundary is taken apart if its words are gold's words on both sides of it.
- A missing sentence is empty, as if the system had no parse of it.
- The words of an extra sentence are added to the sentence before it (to the first one, if it comes before
  that), where they count as spurious.

Sentences are compared by what their words spell, without null elements. Their order is not changed.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import NamedTuple, TypeAlias

import numpy as np

from karat.comparison import multiword
from karat.comparison.bead import Bead
from karat.comparison.laid_account import Account
from karat.comparison.overlay import Overlay, overlay
from karat.comparison.recut import Targets, recut
from karat.comparison.sentence_beads import beads
from karat.comparison.sentence_texts import real_words, texts
from karat.comparison.tokens import Multiword, Token, size, tokens_of
from karat.comparison.unread import with_unread
from karat.model.bank import Bank
from karat.model.columns import Bools, Ints, Numbers
from karat.model.errors import InputError
from karat.model.layers import offsets
from karat.model.outcome import Note
from karat.model.places import sentence_of_words

_Words: TypeAlias = Sequence[Sequence[bytes]]
# The tokens of a sentence of a Bank.
_Tokens: TypeAlias = Callable[[int], Sequence[Token]]


class Laid(NamedTuple):
    """The system with gold's sentences, which sentences belong together, and what is said about it."""

    system: Bank
    beads: Sequence[Bead]
    account: Account

    @property
    def changed(self) -> bool:
        """Whether a bead is not one sentence on either side."""
        return self.account.first is not None

    def notes(self) -> tuple[Note, ...]:
        """What was done, for reports."""
        return self.account.notes()


def laid_over(gold: Bank, system: Bank) -> Laid:
    """Lay a system's sentences over gold's.

    >>> import karat
    >>> gold = karat.read_text("(S (N a) (N b))\\n(S (N c))\\n")
    >>> laid = laid_over(gold, karat.read_text("(S (N a))\\n(S (N b))\\n(S (N c))\\n"))
    >>> [laid.system.words(i) for i in range(2)], laid.system.spans(0)
    ([[b'a', b'b'], [b'c']], [(0, 1, b'S'), (1, 2, b'S')])
    """
    if not (_has_words(gold) and _has_words(system)):
        if len(system) > len(gold):
            raise InputError(
                f"{system.path}: {len(system)} sentences, but {gold.path} has {len(gold)}; without words "
                "it cannot be seen which belong together"
            )
        pairs = [Bead(at, at + 1, at, at + 1) for at in range(len(gold))]
        return Laid(system.padded(len(gold)), pairs, Account())
    spelt = with_unread(gold)
    ours, theirs = (texts(bank, range(len(bank))) for bank in (spelt, system))
    found = beads(ours, theirs)
    if len(gold) == len(system) and all(bead.sizes == (1, 1) for bead in found):
        return Laid(system, found, Account.of(ours, theirs, found))
    cut = _cut(spelt, system, found)
    return Laid(cut, found, Account.of(ours, theirs, found, cut))


def with_layer(laid: Laid, gold: Bank, system: Bank, *, patterns: bool = False) -> Bank:
    """The same sentences of a system, with a layer that was derived from them, laid over gold's.

    ``patterns``: it is a layer of constructions that was made by a file of patterns.
    """
    if not laid.changed or not _has_words(gold):
        return system.padded(len(gold))
    return _cut(with_unread(gold), system, laid.beads, patterns=patterns)


def _cut(gold: Bank, system: Bank, found: Sequence[Bead], *, patterns: bool = False) -> Bank:
    """The system cut into gold's sentences."""
    targets = _targets(gold, system, found)
    return recut(_taken_apart(system, targets.words), targets, patterns=patterns)


def _has_words(bank: Bank) -> bool:
    return bool((bank.word_end > bank.word_start).any())


def _targets(gold: Bank, system: Bank, found: Sequence[Bead]) -> Targets:
    """Where each word of the system goes."""
    sentences: Ints = np.zeros(len(system), np.int32)
    origin: Ints = np.full(len(gold), -1, np.int32)
    for bead in found:
        # An extra sentence goes to the one before it.
        at = bead.gold_first if bead.sizes[0] else max(0, bead.gold_first - 1)
        sentences[bead.system_first : bead.system_last] = at
        if bead.sizes == (1, 1):
            origin[at] = bead.system_first
    words = sentences[sentence_of_words(system)]
    across: Bools = np.zeros(len(words), np.bool_)
    ours, theirs = (real_words(bank, range(len(bank))) for bank in (gold, system))
    tokens = tuple(_tokens_in(bank) for bank in (gold, system))
    for bead in found:
        if bead.sizes[0] > 1 and bead.sizes[1]:
            rows = slice(*system.token_offset[[bead.system_first, bead.system_last]].tolist())
            part, across[rows] = _placed(ours, theirs, bead, tokens)
            words[rows] = bead.gold_first + part
    full = np.flatnonzero(np.diff(system.token_offset))
    sentences[full] = words[system.token_offset[full]]
    return Targets(words, np.maximum.accumulate(sentences), origin, across)


def _tokens_in(bank: Bank) -> _Tokens:
    """A function that gives the tokens of a sentence; they are wanted of few."""
    return lambda sentence: tokens_of(bank, np.array([sentence]))[0]


def _placed(
    gold_words: _Words, system_words: _Words, bead: Bead, tokens: tuple[_Tokens, ...]
) -> tuple[Ints, Bools]:
    """In which of a bead's gold sentences each word of the system begins, and which reach into the next.

    Sentences are counted from 0.
    """
    ours = gold_words[bead.gold_first : bead.gold_last]
    theirs = system_words[bead.system_first : bead.system_last]
    laid = overlay(
        [word for words in ours for word in words], [w for words in theirs for w in words]
    )
    firsts = np.cumsum([len(words) for words in ours[:-1]])
    begins = np.append(laid.gold_begin, laid.gold_finish[-1:])[firsts]
    # A word that spells nothing is empty, and stays with the word before it.
    empty = np.equal(laid.system_begin, laid.system_finish)
    found = np.searchsorted(begins, laid.system_begin - empty, "right").astype(np.int32)
    found = np.maximum.accumulate(found)
    ends = np.append(begins, max(laid.gold_finish[-1:] + laid.system_finish[-1:], default=0))
    across = np.greater(laid.system_finish, ends[found])
    if across.any():
        sides = _tokens_of_bead(bead, tokens, laid)
        for several, sentences in _apart(*sides, firsts):
            if across[several.start]:
                found[several], across[several] = sentences, False
    return np.maximum.accumulate(found), across


def _tokens_of_bead(
    bead: Bead, tokens: tuple[_Tokens, ...], laid: Overlay
) -> tuple[multiword.Laid, multiword.Laid]:
    """The tokens of both sides of a bead, and where they lie; the first word has a token's text."""
    sides = []
    for of, sentences, begin, finish in (
        (tokens[0], range(bead.gold_first, bead.gold_last), laid.gold_begin, laid.gold_finish),
        (tokens[1], range(bead.system_first, bead.system_last), laid.system_begin, laid.system_finish),
    ):  # fmt: skip
        own = [token for sentence in sentences for token in of(sentence)]
        first = accumulate(map(size, own[:-1]), initial=0)
        sides.append((own, [(begin[at], finish[at]) for at in first] if own else []))
    return sides[0], sides[1]


def _apart(
    gold: multiword.Laid, system: multiword.Laid, firsts: Numbers
) -> Iterator[tuple[slice, Ints]]:
    """Multiword tokens with words of gold: their words, and the gold sentences of these.

    A word that is not one of gold's stays with the word before it.
    """
    partner = multiword.partners(gold, system)
    first = 0
    for token in system[0]:
        words = range(first, first + size(token))
        known = [word in partner for word in words]
        same = np.array([partner.get(word, 0) for word in words])
        sentences = np.where(known, np.searchsorted(firsts, same, "right"), -1).astype(np.int32)
        if isinstance(token, Multiword) and any(known):
            sentences[0] = sentences[known][0]
            yield slice(words.start, words.stop), np.maximum.accumulate(sentences)
        first = words.stop


def _taken_apart(bank: Bank, words: Ints) -> Bank:
    """The Bank without the multiword tokens whose words go to different sentences."""
    surface = bank.layers.get("surface")
    if surface is None:
        return bank
    whose = np.repeat(np.arange(len(bank)), np.diff(surface.offset))
    first = bank.token_offset[whose]
    same = words[first + surface["first"]] == words[first + surface["last"] - 1]
    if same.all():
        return bank
    columns = {name: column[same] for name, column in surface.columns.items()}
    offset = offsets(np.bincount(whose[same], minlength=len(bank)))
    return bank.with_layers(surface=replace(surface, offset=offset, columns=columns))
