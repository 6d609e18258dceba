"""Step 3 of PARSEVAL: redraw three constructions in the one way the grammarians agreed on.

Extraposition: the clause goes to the topmost node of its host clause. Modified noun phrases: the
core and all of its modifiers stand under one node. Runs of prepositions at the start of a
constituent, or of particles at its end: each is attached to it on its own. Each can be switched off.

It works on pruned trees, and prunes those that are not. Labels and tags decide where they are known
to ``data/parseval/redefine.toml``, else the words do.

Black et al. (1991), section 3.

>>> import karat
>>> from karat.formats.brackets import dumps
>>> bank = karat.read_text("(VP (VBD ran) (PP (RB out) (PP (IN of) (NP (NN oatmeal) (NNS cookies)))))")
>>> print(dumps(redefine(bank)), end="")
(VP (VBD ran) (PP (RB out) (IN of) (NP (NN oatmeal) (NNS cookies))))
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from typing import Any

import numpy as np

from karat.files.resources import ours
from karat.kernels import redraw as kernel
from karat.kernels import trees
from karat.kernels import words as lexical
from karat.model.bank import Bank
from karat.model.columns import Flags, Ints
from karat.model.labels import base_label
from karat.views.edit import around_words, parent_rows
from karat.views.erase import lexicon
from karat.views.prune import prune

_KINDS = {
    "noun_phrase": kernel.NOUN,
    "clause": kernel.CLAUSE,
    "verb_phrase": kernel.VERBAL,
    "preposition_phrase": kernel.PREPOSITIONAL,
    "adverb_phrase": kernel.ADVERBIAL,
    "modifier": kernel.MODIFYING,
    "other": kernel.NEITHER,
}
# What a word may be, as bits; the names are those of the data.
_ROLES = (
    "it", "determiner", "preposition", "particle", "relative", "question", "verb", "joint", "be",
    "link", "infinitive", "finite", "verbal", "participle", "passive", "looked_up", "other",
)  # fmt: skip
_BIT = {name: 1 << at for at, name in enumerate(_ROLES)}
_FINITE, _INFINITIVE = _BIT["finite"], _BIT["infinitive"]
_REDRAW = np.array(
    [_BIT[name] for name in ("determiner", "joint", "verb", "preposition", "particle")]
    + [_BIT["relative"] | _BIT["preposition"]],
    np.int32,
)

# How many words behind "it" are looked at for what the clause depends on.
_WINDOW = 7


def redefine(
    bank: Bank, extraposition: bool = True, noun_phrases: bool = True, prepositions: bool = True
) -> Bank:
    """The same with the constructions redrawn.

    >>> import karat
    >>> from karat.formats.brackets import dumps
    >>> bank = karat.read_text("(NP (NP (DT the) (NN tree) (PP (IN by) (NN us))) (PP (IN at) (NN sea)))")
    >>> print(dumps(redefine(bank)), end="")
    (NP (NP (DT the) (NN tree)) (PP (IN by) (NN us)) (PP (IN at) (NN sea)))
    """
    bank = prune(bank)
    strings = bank.labels.strings()
    tags = np.array([_tag(one) for one in strings], np.int32)
    kinds = np.array([_kind(one) for one in strings], np.int8)
    bits: Ints = np.empty(len(bank.tag), np.int32)
    wanted = ((tags == 0) | (tags & _BIT["looked_up"] > 0)).astype(np.int8)
    lexical.look_up(
        bank.text, bank.word_start, bank.word_end, bank.tag, wanted, _lexicon("words"), bits
    )
    bits |= tags[bank.tag]
    if extraposition:
        bank = _extraposed(_Trees(bank, bits, kinds))
    return _redrawn(_Trees(bank, bits, kinds), noun_phrases, prepositions)


@dataclass(frozen=True)
class _Trees:
    """A pruned Bank, what each of its words may be, and what each label says of a bracket."""

    bank: Bank
    bits: Ints
    kinds: Flags

    @cached_property
    def base(self) -> Ints:
        """The first word of each bracket's sentence."""
        return np.repeat(self.bank.token_offset[:-1], np.diff(self.bank.span_offset))

    @cached_property
    def around(self) -> Ints:
        return around_words(self.bank)

    @cached_property
    def parent(self) -> Ints:
        return parent_rows(self.bank)

    def kind(self, row: int) -> int:
        return int(self.kinds[self.bank.label[row]])

    def start(self, row: int) -> int:
        return int(self.base[row] + self.bank.start[row])

    def end(self, row: int) -> int:
        return int(self.base[row] + self.bank.end[row])

    def word(self, at: int) -> bytes:
        return self.bank.text[self.bank.word_start[at] : self.bank.word_end[at]].tobytes().lower()


def _redrawn(t: _Trees, noun_phrases: bool, prepositions: bool) -> Bank:
    """With modified noun phrases, and runs of prepositions and particles, in the standard form."""
    bank = t.bank
    rows = len(bank.label)
    if not rows or not (noun_phrases or prepositions):
        return bank
    longest, most = (int(np.diff(at).max()) for at in (bank.token_offset, bank.span_offset))
    direct, last, some, every, children, shapes = np.empty((6, most), np.int32)
    offset: Ints = np.empty(len(bank) + 1, np.int32)
    start, end, label = (np.empty(2 * rows, np.int32) for _ in range(3))
    core: Flags = np.empty(2 * rows, np.int8)
    size = kernel.redraw(
        t.bits, _REDRAW, bank.token_offset, bank.span_offset, bank.start, bank.end, bank.parent,
        bank.label, t.kinds, noun_phrases, prepositions,
        np.empty(longest, np.int32), np.empty(longest + 1, np.int32),
        direct, last, some, every, children, shapes,
        offset, start, end, label, core,
    )  # fmt: skip
    if size < 0:
        return bank
    label = label[:size]
    at = np.flatnonzero(core[:size])
    label[at] = _bases(bank, label[at])
    return _nested(
        replace(bank, span_offset=offset, start=start[:size], end=end[:size], label=label)
    )


def _bases(bank: Bank, labels: Ints) -> Ints:
    """The numbers of labels without function tags."""
    distinct, place = np.unique(labels, return_inverse=True)
    strings = bank.labels.strings()
    bases = [bank.labels.intern(base_label(strings[number])) for number in distinct.tolist()]
    return np.array(bases, np.int32)[place]


def _nested(bank: Bank) -> Bank:
    """The same with the parents that follow from its spans."""
    parent: Ints = np.empty(len(bank.label), np.int32)
    trees.parents(bank.span_offset, bank.start, bank.end, parent)
    return replace(bank, parent=parent)


def _extraposed(t: _Trees) -> Bank:
    """The clause of "it is necessary for us to leave" goes to the node that holds "it"."""
    end = t.bank.end
    for word, behind, allowed in _predicates(t):
        moved = _host_path(t, word, behind, allowed)
        if moved:
            at, path = moved
            if end is t.bank.end:
                end = end.copy()
            end[path] = at - t.base[path]
    return t.bank if end is t.bank.end else prune(_nested(replace(t.bank, end=end)))


def _predicates(t: _Trees) -> Iterator[tuple[int, int, int]]:
    """Each "it", the word behind what a clause may depend on, and what clauses that takes."""
    bank = t.bank
    its = np.flatnonzero(t.bits & _BIT["it"])
    if not len(its):
        return
    limit = bank.token_offset[np.searchsorted(bank.token_offset, its, "right")]
    places = its[:, None] + np.arange(1, _WINDOW + 1)
    inside = places < limit[:, None]
    places = np.minimum(places, len(bank.tag) - 1)
    bits: Ints = np.empty(places.size, np.int32)
    lexical.look_up(
        bank.text, bank.word_start[places.ravel()], bank.word_end[places.ravel()],
        np.zeros(places.size, np.int32), np.ones(1, np.int8), _lexicon("extraposition"), bits,
    )  # fmt: skip
    bits = np.where(inside, bits.reshape(places.shape), 0)
    own = t.bits[places]
    link = inside & ((bits & (_BIT["link"] | _BIT["be"]) > 0) | (own & _BIT["link"] > 0))
    reached = np.logical_and.accumulate(np.insert(link[:, :-1], 0, True, axis=1), axis=1)
    with_be = np.logical_or.accumulate(bits & _BIT["be"] > 0, axis=1)
    passive = (bits & _BIT["passive"] > 0) & ((own & _BIT["participle"] > 0) | with_be)
    finite = (bits & _BIT["verbal"] > 0) | passive
    allowed = np.where(own & _BIT["verb"], 0, bits & (_FINITE | _INFINITIVE)) | finite * _FINITE
    for row, column in np.argwhere(reached & (allowed > 0)).tolist():
        yield int(its[row]), int(places[row, column]) + 1, int(allowed[row, column])


def _host_path(t: _Trees, word: int, at: int, allowed: int) -> tuple[int, list[int]] | None:
    """Where the clause behind a predicate begins, and the brackets it leaves; None if there is none."""
    host = int(t.around[word])
    if host < 0 or t.kind(host) not in (0, kernel.CLAUSE, kernel.NEITHER):
        return None
    for _ in range(2):
        if at >= t.end(host):
            return None
        up, clause = int(t.around[at]), -1
        while t.start(up) == at:
            clause, up = up, int(t.parent[up])
        if _clause(t, clause, at) & allowed:
            break
        # "clear to me that", "kind of you to": behind a phrase of a preposition.
        opens = clause >= 0 and t.bits[at] & _BIT["preposition"] > 0
        if not opens or t.kind(clause) not in (0, kernel.PREPOSITIONAL):
            return None
        at = t.end(clause)
    else:
        return None
    end = t.end(clause) if clause >= 0 else at + 1
    path = []
    while up != host:
        if up < 0 or t.end(up) != end or t.kind(up) == kernel.CLAUSE:
            return None
        path.append(up)
        up = int(t.parent[up])
    return (at, path) if path else None


def _clause(t: _Trees, row: int, at: int) -> int:
    """Whether a bracket, or with row -1 a single word, is a finite or infinitive clause; or 0."""
    bits = int(t.bits[at])
    if row < 0:
        return bits & _INFINITIVE
    kind, word = t.kind(row), t.word(at)
    if kind == kernel.VERBAL:
        return _INFINITIVE
    if kind not in (0, kernel.CLAUSE):
        return 0
    if _meanings("words").get(word, 0) & (_BIT["relative"] | _BIT["question"]):
        return _FINITE
    if bits & _INFINITIVE or word == b"to":
        return _INFINITIVE
    if word == b"for":
        return _INFINITIVE if kind or _for_clause(t, row, at) else 0
    if kind:
        return _FINITE
    return 0 if bits else _INFINITIVE


def _for_clause(t: _Trees, row: int, at: int) -> bool:
    """Whether "for us to leave", or what is left of it, is more than "for us" or "for the best"."""
    after, end = at + 1, t.end(row)
    if t.around[after] == row:
        after = end if t.bits[after] & _BIT["determiner"] else after + 1
    else:
        inner = row + 1
        after = t.end(inner)
    return after < end


@cache
def _data() -> dict[str, dict[str, Any]]:
    return ours("parseval", "redefine.toml").toml()


@cache
def _lexicon(table: str) -> Ints:
    return lexicon(_meanings(table))


@cache
def _meanings(table: str) -> dict[bytes, int]:
    """What each word, tag or label of a table means: bits, for a label its kind."""
    meanings: dict[bytes, int] = {}
    for key, group in _data()[table].items():
        for one in group:
            meaning = _KINDS[key] if table == "labels" else _BIT[key]
            meanings[one.encode()] = meanings.get(one.encode(), 0) | meaning
    return meanings


@lru_cache(1 << 16)
def _tag(label: bytes) -> int:
    return _meanings("tags").get(label) or _meanings("tags").get(base_label(label), 0)


@lru_cache(1 << 16)
def _kind(label: bytes) -> int:
    return _meanings("labels").get(base_label(label), 0)
