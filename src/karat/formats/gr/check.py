"""Faults of relations that can be read: unknown names, wrong slots, heads not in the sentence, repeats.

If the file has sentences, a head must be a word of its sentence: by its position, or because a word
of the sentence can be a form of it. The forms are English, by rule or from data/gr/irregular.toml.
"""

import functools
import re
from collections.abc import Iterator, Sequence

from karat.files.hierarchy import BUILT_IN, Hierarchy, load
from karat.files.resources import ours
from karat.model.bank import Bank
from karat.model.errors import SyntaxFault, unknown
from karat.model.faults import FaultMaker
from karat.model.gr import Gr, listed, relations

_NO_WORDS = ("", "_", "Pro", "pro", "ellip")
_ENDINGS = "(?:s|es|ed|d|ing|en|n|er|r|est|st|t|ly|'s|s'|')?"


def check(bank: Bank, hierarchy: str = "auto") -> Iterator[SyntaxFault]:
    """Every fault, in the order of the file.

    >>> from karat.formats.gr import loads
    >>> for fault in check(loads("ncsub(die, he, _)\\ndobj(drop, it, _)\\ndobj(drop, it, _)")):
    ...     print(fault.line, fault.what)
    1 there is no relation 'ncsub'; did you mean 'ncsubj'?
    3 this relation is repeated
    """
    known = load(_fitting(bank) if hierarchy == "auto" else hierarchy)
    rows = relations(bank)
    fault = FaultMaker(bank)
    for sentence in range(len(bank)):
        words = [_bare(word.decode("utf-8", "replace")) for word in bank.words(sentence)]
        seen: set[Gr] = set()
        begin = int(rows.offset[sentence])
        for row, gr in enumerate(listed(bank, sentence), begin):
            for what, advice in _wrong(gr, known, words, seen):
                yield fault(int(rows["at"][row]), what, advice)
            seen.add(gr)


def _wrong(
    gr: Gr, known: Hierarchy, words: Sequence[str], seen: set[Gr]
) -> Iterator[tuple[str, str]]:
    """What is wrong with a relation, and how to correct it."""
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
    if gr.initial and gr.initial != "_" and gr.initial not in known:
        yield f"the initial relation {gr.initial!r} is unknown", "write obj, subj … or _"
    if gr in seen:
        advice = "a gold relation can be matched only once: remove the repeat"
        yield "this relation is repeated", advice
    for slot, word, at in (
        ("head", gr.head, gr.head_at),
        ("dependent", gr.dependent, gr.dependent_at),
    ):
        if word == "_":
            yield f"the {slot} is empty", "are the slots in the right order?"
        elif words and word not in _NO_WORDS and not _in_sentence(word, at, words):
            where = f"{word} at position {at + 1}" if at >= len(words) else word
            yield f"the {slot} {where} is not in the sentence", f"it is: {' '.join(words)}"


def _fitting(bank: Bank) -> str:
    """The hierarchy that fits more relations of a file, by their names and numbers of slots."""
    shapes = {
        (gr.label, sum(map(bool, (gr.type, gr.head, gr.dependent, gr.initial))))
        for sentence in range(len(bank))
        for gr in listed(bank, sentence)
    }

    def misfits(name: str) -> int:
        slots = load(name).slots
        return sum(label not in slots or len(slots[label]) != n for label, n in shapes)

    return min(BUILT_IN, key=misfits)


def _bare(word: str) -> str:
    """A word without the punctuation around it."""
    return word.strip('.,;:!?"()[]{}“”‘`…') or word


def _in_sentence(head: str, at: int, words: Sequence[str]) -> bool:
    if at >= 0:
        return at < len(words)
    if any(could_be(word, head) for word in words):
        return True
    parts = [part for part in head.split("_") if part]
    return len(parts) > 1 and all(_in_sentence(part, -1, words) for part in parts)


def could_be(word: str, lemma: str) -> bool:
    """Whether a word can be a form of a lemma.

    >>> [could_be(*pair) for pair in (("dying", "die"), ("was", "be"), ("dropped", "drop"), ("dog", "do"))]
    [True, True, True, False]
    """
    word, base = word.casefold(), lemma.casefold()
    if word in (base, *_irregular().get(base, ())):
        return True
    # A part of a compound: well-known, U.S.-made.
    if "-" in word and any(could_be(part, base) for part in word.split("-") if part):
        return True
    stem = re.escape(base)
    forms = [stem, stem + re.escape(base[-1:])]
    for ending, other in (("e", ""), ("y", "i"), ("ie", "y")):
        if base.endswith(ending):
            forms.append(re.escape(base.removesuffix(ending) + other))
    return re.fullmatch(f"(?:{'|'.join(forms)}){_ENDINGS}", word) is not None


@functools.cache
def _irregular() -> dict[str, tuple[str, ...]]:
    table = ours("gr", "irregular.toml").toml()
    return {base.casefold(): tuple(forms.split()) for base, forms in table.items()}
