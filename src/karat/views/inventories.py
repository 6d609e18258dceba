"""Whether relations can be extracted from a file: which of its labels and tags are understood.

Dependencies must have the labels of Universal Dependencies, trees the tags and labels of the Penn
Treebank, chunks its tags and the types of CoNLL-2000. In treebanks and outputs of that kind nearly
all labels are understood (99 % and more); in other dependencies about 60 %, because some labels have
the same name (Stanford, CLEAR), or 0 %.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

import numpy as np

from karat.files.profile import Profile
from karat.kernels.conllu import NONE
from karat.model.bank import Bank
from karat.model.columns import Bools, Ints, Numbers, grouped
from karat.model.labels import base_label
from karat.model.outcome import UNKNOWN, Note
from karat.views import label_kinds, missing, profile
from karat.views.universal_tags import universal_tags

_TAGS = label_kinds.PENN_TAGS
PENN_TAGS = frozenset(tag.decode() for tag in _TAGS)
_PHRASES = frozenset(
    b"ADJP ADVP CONJP FRAG INTJ LST NAC NML NP NX PP PRN PRT QP ROOT RRC S S1 SBAR SBARQ SINV SQ TOP "
    b"UCP VP WHADJP WHADVP WHNP WHPP".split()
)
_CHUNKS = frozenset(b"ADJP ADVP CONJP INTJ LST NP PP PRT SBAR UCP VP".split())

# Below this share, and with that many unknown labels, a file is refused.
_ENOUGH = 0.8
_SOME = 3
_SHOWN = 5


@dataclass(frozen=True)
class Understanding:
    """How many labels the extraction understands; ``unknown`` counts the others, the commonest first.

    ``sentences`` says in how many sentences each of them is. ``message`` names them, says what is
    wanted, and what to do. ``about`` says what is wanted, and what to do.
    """

    total: int
    unknown: Mapping[str, int]
    sentences: Mapping[str, int] = field(default_factory=dict)
    message: str = ""
    about: str = ""

    @property
    def share(self) -> float:
        """The share of labels that are understood; 1 where there are none."""
        return 1 - sum(self.unknown.values()) / self.total if self.total else 1.0

    @property
    def refused(self) -> bool:
        """Whether the labels are plainly of another inventory."""
        return self.share < _ENOUGH and sum(self.unknown.values()) >= _SOME

    @property
    def notes(self) -> tuple[Note, ...]:
        """A note on each unknown label; ``in_words`` chooses the commonest of the whole file."""
        return tuple(
            (f"{self.about}{UNKNOWN}{one or 'none'}", count)
            for one, count in self.sentences.items()
        )


def known_tags(bank: Bank) -> Bools:
    """Which words have a tag of the Penn Treebank, punctuation aside.

    >>> import karat
    >>> known_tags(karat.read_text("(S (NP (DT the) (n dog)) (VP barks) (. .))")).tolist()
    [True, False, False, False]
    """
    return _tagged_with(bank, _TAGS)


def phrases_as_tags(bank: Bank) -> Bools:
    """Which words have the label of a phrase as their tag, as ``(NP It)`` in a tree without tags."""
    return _tagged_with(bank, _PHRASES)


def is_tag(label: bytes) -> bool:
    """Whether a label is a tag of words or punctuation in the Penn Treebank.

    >>> is_tag(b"NN"), is_tag(b"``"), is_tag(b"NP"), is_tag(b"")
    (True, True, False, False)
    """
    return base_label(label) in _TAGS or not _LETTER(label)


def _tagged_with(bank: Bank, names: frozenset[bytes]) -> Bools:
    known: Bools = np.zeros(len(bank.labels), np.bool_)
    for number in np.unique(bank.tag).tolist():
        known[number] = base_label(bank.labels[number]) in names
    return known[bank.tag]


def understood(bank: Bank) -> Understanding:
    """How much of a Bank's labels the extraction of relations understands.

    >>> import karat
    >>> found = understood(karat.read_text("(S (NP (AT0 the) (NN1 dog)) (VP (VVZ barks)))"))
    >>> found.refused, found.share, dict(found.unknown)
    (True, 0.0, {'AT0': 1, 'NN1': 1, 'VVZ': 1})
    >>> print(found.message)
    <text>: relations are extracted from trees with the tags of the Penn Treebank; 3 of 3 words have \
other tags: AT0 (1), NN1 (1), VVZ (1). Tag the words anew, or give dependencies as CoNLL-U
    """
    return min(_each(bank), key=lambda one: one.share)


def strangers(bank: Bank, whose: str) -> tuple[Note, ...]:
    """Notes on sentences of dependencies in which most labels, or most tags, are of another inventory.

    ``whose``: gold's, the system's, or the name of a file with *'s*.

    >>> import karat
    >>> row = "1\\tbellen\\t_\\tNN\\tNN\\t_\\t0\\tSB\\t_\\t_"
    >>> strangers(karat.read_text(row, format="conllx"), "gold's")
    (("most of gold's labels are not those of Universal Dependencies", 1),)
    """
    edges = bank.layer("edges")
    found = [*missing.heads(bank, whose), *missing.labels(bank, whose)]
    # One word is often named alike: root and punct are in nearly every inventory.
    column = np.where(edges["head"] != NONE, edges["label"], bank.labels.intern(b"root"))
    labels = _mostly_unknown(bank, column, edges.offset, _universal_label, (b"root", b"punct"))
    if labels:
        found.append((f"most of {whose} labels are not those of Universal Dependencies", labels))
    # A sentence without tags has a note of its own.
    tags = _mostly_unknown(bank, universal_tags(bank), bank.token_offset, _known_tag, (b"", b"_"))
    if tags:
        wanted = "neither universal tags nor those of the Penn Treebank"
        found.append((f"most of {whose} tags are {wanted}", tags))
    return tuple(found)


def unread(bank: Bank, grammar: Profile) -> tuple[Note, ...]:
    """What a view that reads names has to tell of a file: most of them are of another inventory."""
    whose = f"{bank.corpus or bank.path}'s"
    if bank.has_trees:
        return (*profile.strangers(bank, grammar, whose), *missing.fillers(bank, whose))
    if "edges" not in bank.layers:
        return ()
    return (*strangers(bank, whose), *missing.tags(bank, whose))


def _mostly_unknown(
    bank: Bank, column: Ints, offset: Numbers, known: Callable[[bytes], bool],
    left_out: Sequence[bytes],
) -> int:  # fmt: skip
    """In how many sentences most of the names that are not left out are unknown."""
    table = np.zeros((2, len(bank.labels)), np.int8)
    for number in np.unique(column).tolist():
        name = bank.labels[number]
        table[:, number] = name not in left_out, name not in left_out and known(name)
    looked_at, understood = (grouped(one[column], offset) for one in table)
    return int((2 * understood < looked_at).sum())


def _universal_label(label: bytes) -> bool:
    return label.split(b":")[0] in _universal_labels()


@cache
def _universal_labels() -> frozenset[bytes]:
    return frozenset(name.encode() for name in label_kinds.known()["ud"].labels)


def _known_tag(tag: bytes) -> bool:
    return tag in label_kinds.UNIVERSAL_TAGS or is_tag(tag)


def notes(bank: Bank) -> tuple[Note, ...]:
    """A note on each label and each tag that the extraction does not understand."""
    return tuple(note for one in _each(bank) for note in one.notes)


def _each(bank: Bank) -> Sequence[Understanding]:
    """How much of each column of labels is understood."""
    if "edges" in bank.layers:
        return (_of_dependencies(bank),)
    if "chunks" in bank.layers and not bank.has_trees:
        return _of_chunks(bank)
    return of_trees(bank)


def of_trees(bank: Bank) -> tuple[Understanding, Understanding]:
    """How many of the tags, and how many of the labels, of trees are those of the Penn Treebank."""
    tags = _looked_at(bank, bank.tag, bank.token_offset, is_tag)
    labels = _looked_at(
        bank, bank.label, bank.span_offset, lambda one: base_label(one) in _PHRASES or not one
    )
    return (
        _said(bank, tags, "trees with the tags of the Penn Treebank", "words have other tags",
            "Tag the words anew, or give dependencies as CoNLL-U"),
        _said(bank, labels, "trees with the labels of the Penn Treebank", "brackets have other labels",
            "Rename the labels, or compare the brackets themselves with --scheme parseval"),
    )  # fmt: skip


_LETTER = re.compile(rb"[^\W_]|^$").search  # a tag without letters or digits is punctuation's


def _of_dependencies(bank: Bank) -> Understanding:
    edges = bank.layer("edges")
    label = edges["label"]
    # Nothing is extracted from these two, which nearly every inventory has; a word without a head has none.
    used = ~np.isin(label, [bank.labels.find(name) for name in (b"punct", b"root")])
    used &= edges["head"] != NONE
    offset = np.append(0, np.cumsum(used))[edges.offset]
    found = _looked_at(bank, label[used], offset, _universal_label)
    return _said(
        bank, found, "the labels of Universal Dependencies", "edges have other labels",
        "Convert them to Universal Dependencies (--view universal does so for the labels of Stanford, "
        "CLEAR and UD version 1), or compare them as they are with --scheme deps",
        _inventory(bank, found.unknown),
    )  # fmt: skip


def _of_chunks(bank: Bank) -> Sequence[Understanding]:
    # In columns, a word without a tag has _.
    tags = _looked_at(
        bank, bank.tag, bank.token_offset,
        lambda tag: tag in _TAGS or not (tag == b"_" or _LETTER(tag)),
    )  # fmt: skip
    chunks = bank.layers["chunks"]
    kinds = _looked_at(bank, chunks["label"], chunks.offset, lambda kind: kind in _CHUNKS)
    return (
        _said(bank, tags, "chunks with the tags of the Penn Treebank", "words have other tags",
            "Write each word's tag in the second column, or compare the chunks with --scheme chunks"),
        _said(bank, kinds, "chunks with the types of CoNLL-2000", "chunks have other types",
            "Rename the types, or compare the chunks with --scheme chunks"),
    )  # fmt: skip


def _inventory(bank: Bank, unknown: Mapping[str, int]) -> str:
    """Guess which inventory the labels belong to."""
    if "links" in bank.layers:
        return "These are links of Link Grammar. "
    shares = {
        kind.title: sum(
            n for label, n in unknown.items() if label_kinds.plain(label) in kind.labels
        )
        for kind in label_kinds.known().values()
    }
    best = max(shares.values())
    likely = [title for title, share in shares.items() if share == best]
    return f"They look like those of {likely[0]}. " if best and len(likely) == 1 else ""


def _looked_at(
    bank: Bank, column: Ints, offset: Numbers, known: Callable[[bytes], object]
) -> Understanding:
    """Count the known and the unknown labels of a column, without a message."""
    numbers, counts = np.unique(column, return_counts=True)
    both = zip(numbers.tolist(), counts.tolist(), strict=True)
    names = {
        number: (bank.labels[number].decode("utf-8", "replace"), count)
        for number, count in both
        if not known(bank.labels[number])
    }
    whose = np.repeat(np.arange(len(bank)), np.diff(offset)) if names else np.empty(0, np.int64)
    return Understanding(
        len(column),
        dict(sorted(names.values(), key=lambda one: -one[1])),
        {name: len(np.unique(whose[column == at])) for at, (name, _) in names.items()},
    )


def _said(
    bank: Bank, found: Understanding, wanted: str, others: str, advice: str, guess: str = ""
) -> Understanding:
    """Add the message, if any label is unknown."""
    if not found.unknown:
        return found
    named = [f"{label or 'none'} ({n:,})" for label, n in list(found.unknown.items())[:_SHOWN]]
    more = len(found.unknown) - len(named)
    about = f"{bank.corpus or bank.path}: relations are extracted from {wanted}"
    message = (
        f"{about}; {sum(found.unknown.values()):,} of {found.total:,} {others}: "
        f"{', '.join(named)}{f' and {more} more' if more else ''}. {guess}{advice}"
    )
    what_to_do = advice[0].lower() + advice[1:]
    return replace(found, message=message, about=f"{about} ({what_to_do})")
