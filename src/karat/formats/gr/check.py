"""Faults of relations that can be read: unknown names, wrong slots, heads not in the sentence, repeats.

If the words of the sentences are known, a head or dependent must be the base form of one of them: by
its position, if it has one. Words have the base forms that the file gives; formats/gr/words.py says
what is done without. A relation may stand as often as there are words that it can be about.
"""

from collections import Counter
from collections.abc import Iterator, Set
from dataclasses import dataclass, field

import numpy as np

from karat.files.base_forms import MISSING, available
from karat.files.hierarchy import BUILT_IN, Hierarchy, load
from karat.formats.gr.words import Text, Words, sentences
from karat.model.bank import Bank
from karat.model.errors import InputError, SyntaxFault, unknown
from karat.model.faults import FaultMaker
from karat.model.gr import Gr, column, listed, relations
from karat.model.layers import names_of

# The name of a relation, and the number of its slots.
Shape = tuple[str, int]
_SLOTS = ("type", "head", "dependent", "initial")
_NO_WORDS = ("", "_", "Pro", "pro", "ellip")
# The initial relations that the schemes of 1999 and 2006 use besides their relations: inversion.
_INITIAL = ("inv",)
# Relations whose head is a verb.
_OF_VERBS = ("subj", "ncsubj", "xsubj", "csubj", "dobj", "obj2")


def check(bank: Bank, hierarchy: str = "auto", words: Bank | None = None) -> Iterator[SyntaxFault]:
    """Every fault, in the order of the file; ``words`` has its sentences, with lemmas or tags.

    >>> from karat.formats.gr import loads
    >>> for fault in check(loads("ncsub(die, he, _)\\ndobj(drop, it, _)\\ndobj(drop, it, _)")):
    ...     print(fault.line, fault.what)
    1 there is no relation 'ncsub'; did you mean 'ncsubj'?
    3 this relation is repeated
    """
    judge = Judge(
        fitting(shapes(bank)) if hierarchy == "auto" else hierarchy, Text.of(words or bank)
    )
    if words is not None and len(words) != len(bank):
        raise other_sentences(words.path, len(words), bank.path, len(bank))
    return judge(bank, words)


def remarks(bank: Bank, words: Bank | None = None) -> list[str]:
    """What was not checked, and why."""
    return left_out(Text.of(words or bank))


def left_out(text: Text) -> list[str]:
    """What is not checked if sentences have these words, and why."""
    if text.has_lemmas:
        return []
    if not text.english:
        return [
            "the text is not English and has no base forms, so heads and dependents were not looked "
            "up in the sentences; --words FILE names a file with lemmas, such as CoNLL-U"
        ]
    return [] if available() else [MISSING]


def other_sentences(words: str, theirs: int, path: str, ours: int) -> InputError:
    """The error that a file with words does not have the sentences of a file with relations."""
    return InputError(
        f"{words}: {theirs} sentences, but {path} has {ours}; "
        "they must be the same sentences in the same order"
    )


@dataclass(frozen=True)
class Facts:
    """What the relations of a file are judged by; those of its parts add up."""

    text: Text = field(default_factory=Text)
    shapes: frozenset[Shape] = frozenset()

    @classmethod
    def of(cls, bank: Bank) -> "Facts":
        return cls(Text.of(bank), frozenset(shapes(bank)))

    def __add__(self, later: "Facts") -> "Facts":
        return Facts(self.text + later.text, self.shapes | later.shapes)


class Judge:
    """Finds what is wrong with the relations of a file, part by part.

    ``hierarchy`` and ``text`` are those of the whole file, or of the one that has its words.
    """

    def __init__(self, hierarchy: str, text: Text) -> None:
        self._known, self._text = load(hierarchy), text

    def __call__(self, bank: Bank, words: Bank | None = None) -> Iterator[SyntaxFault]:
        """Every fault, in the order of the file; ``words`` has its sentences."""
        rows = relations(bank)
        tags = [
            names_of(bank.labels, column(rows, name, 0)) for name in ("head_tag", "dependent_tag")
        ]
        fault = FaultMaker(bank)
        for sentence, said in enumerate(sentences(words or bank, self._text)):
            seen: Counter[Gr] = Counter()
            begin = int(rows.offset[sentence])
            for row, gr in enumerate(listed(bank, sentence), begin):
                seen[gr] += 1
                own = tags[0][row], tags[1][row]
                for what, advice in _wrong(gr, own, self._known, said, seen[gr]):
                    yield fault(int(rows["at"][row]), what, advice)


def _wrong(
    gr: Gr, tags: tuple[str, str], known: Hierarchy, words: Words, times: int
) -> Iterator[tuple[str, str]]:
    """What is wrong with a relation that stands for the nth time, and how to correct it.

    ``tags`` are those that the file gives the head and the dependent.
    """
    if gr.label not in known:
        message, names = str(unknown("relation", gr.label, known.names)).split(" Known: ")
        yield message, f"the relations of {known.name} are {names}"
        # The slots of an unknown relation are unknown too.
        return
    slots = [slot for slot in (gr.type, gr.head, gr.dependent, gr.initial) if slot]
    wanted = known.slots[gr.label]
    if len(slots) != len(wanted):
        yield (
            f"{gr.label} has {len(wanted)} slots, not {len(slots)}",
            f"write {gr.label}({', '.join(wanted)}), and _ for an empty one",
        )
        return
    if gr.initial not in ("", "_", *_INITIAL) and gr.initial not in known:
        yield f"the initial relation {gr.initial!r} is unknown", "write obj, subj, inv … or _"
    if times > _possible(gr, words):
        yield "this relation is repeated", _about_repeats(gr, words)
    verb = "VB" if gr.label in _OF_VERBS else ""
    yield from _slot("head", gr.head, gr.head_at, words, tags[0] or verb)
    yield from _slot("dependent", gr.dependent, gr.dependent_at, words, tags[1])


def _possible(gr: Gr, words: Words) -> int:
    """How often a relation can stand: once for every two words that it can be about."""
    if not words.forms:
        return 1
    if not words.known and gr.head_at < 0:
        return len(words.forms)
    heads, dependents = (
        {at} if at >= 0 else set(() if slot in _NO_WORDS else words.places(slot))
        for slot, at in ((gr.head, gr.head_at), (gr.dependent, gr.dependent_at))
    )
    return max(1, len(heads or {-1}) * len(dependents or {-1}) - len(heads & dependents))


def _about_repeats(gr: Gr, words: Words) -> str:
    if words.forms or gr.head_at >= 0:
        return "a gold relation can be matched only once: remove the repeat"
    return (
        "remove the repeat; if it is about other words with the same base forms, write the sentence "
        "on a line before its relations, or positions: ncmod(_, dog:5, big:4)"
    )


def _slot(name: str, word: str, at: int, words: Words, tag: str) -> Iterator[tuple[str, str]]:
    """What is wrong with a head or dependent."""
    if word == "_":
        # A text may have the word _, where something is to be filled in.
        if "_" not in words.forms:
            yield f"the {name} is empty", "are the slots in the right order?"
    elif word in _NO_WORDS:
        return
    elif not words.forms:
        if at >= 0 and tag and (base := Words([word], tags=[tag]).advice(word)):
            yield f"the {name} {word} is not a base form", f"write {base}"
    elif at >= len(words.forms):
        there = f"the sentence has {len(words.forms)} words"
        yield f"the {name} {word} at position {at + 1} is not in the sentence", there
    elif not words.known:
        return
    elif at >= 0:
        if not words.fits(word, at, tag):
            form = words.forms[at]
            base = words.advice(word, tag)
            what = f"word {at + 1} of the sentence is {form}; {word} is not its base form"
            yield what, f"write {base}" if base else "count the words of the sentence from 1"
    elif not words.places(word, tag):
        if base := words.advice(word, tag):
            yield f"the {name} {word} is not a base form", f"write {base}"
        else:
            yield f"the {name} {word} is not in the sentence", f"it is: {' '.join(words.forms)}"


def shapes(bank: Bank) -> set[Shape]:
    """The names of the relations of a file, with the numbers of slots that they are written with."""
    rows = relations(bank)
    slots = sum((rows[name] != 0 for name in _SLOTS), np.zeros(len(rows), np.int64))
    every = np.unique(rows["label"] * np.int64(len(_SLOTS) + 1) + slots).tolist()
    strings = bank.labels.strings()
    found = (divmod(one, len(_SLOTS) + 1) for one in every)
    return {(strings[label].decode("utf-8", "surrogateescape"), n) for label, n in found}


def fitting(found: Set[Shape]) -> str:
    """The hierarchy that fits more relations of a file, by their names and numbers of slots."""

    def misfits(name: str) -> int:
        slots = load(name).slots
        return sum(label not in slots or len(slots[label]) != n for label, n in found)

    return min(BUILT_IN, key=misfits)
