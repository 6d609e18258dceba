"""The items of a new project: the sentences of a file, with what is proposed for each.

Relations are proposed as ``karat propose`` drafts them, or are those of a file of relations. Phenomena are
proposed by the recogniser that fits the file, or are those of a file of names. Plain sentences have no
proposals.
"""

import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from karat import formats
from karat.analysis.pictured import names_of_sentences
from karat.files import resources
from karat.files.base_forms import base_forms
from karat.files.hierarchy import BUILT_IN, choose
from karat.files.hierarchy import load as hierarchy
from karat.files.phenomena import catalogue, inventory
from karat.files.source import Source
from karat.formats.gr.words import Words, given_lemmas, sentences
from karat.formats.names import PLACEHOLDER
from karat.model.bank import Bank
from karat.model.errors import InputError, UsageError, no_sentences, unknown
from karat.model.gr import EMPTY, Gr, listed
from karat.model.gr import names_in as relations_in
from karat.model.layers import names_of
from karat.model.outcome import added_up, in_words
from karat.recognise.rules import load as recogniser
from karat.store.annotations.records import Item
from karat.suites import choosing, native
from karat.views import gr as extraction
from karat.views.nulls import without_nulls

_ID = re.compile(rb"^#[ \t]*sent_id[ \t]*=[ \t]*(\S.*?)[ \t\r]*$", re.MULTILINE)
# What a file can have, besides trees, in which phenomena are recognised.
_RECOGNISED = {"edges", "gr", "links", "predications"}
# A sentence with more words is a fault in the file, and nobody could annotate it.
LONGEST = 500
# More sentences are more than people annotate; nothing is proposed before they are counted.
MOST = 5000


@dataclass(frozen=True)
class Draft:
    """The items, the hierarchy or inventory that they are annotated with, and what is to be said."""

    items: Sequence[Item]
    scope: str
    notes: Sequence[str]


def draft(
    content: bytes,
    name: str,
    kind: str,
    *,
    format: str | None = None,  # noqa: A002  # the option's name
    scope: str = "",
) -> Draft:
    """The items of a file, of which the content is given.

    ``scope`` is the hierarchy (1999 or 2006) or the inventory; empty: the one that fits the file.

    >>> found = draft(b"(S (NP (NNP Kim)) (VP (VBD slept)))", "a.mrg", "gr")
    >>> found.scope, found.items[0].words, str(found.items[0].proposals[0])
    ('1999', ['Kim', 'slept'], 'ncsubj(sleep, Kim, _)')
    """
    source = Source.of(io.BytesIO(content), name)
    bank = formats.of(source, format).read(source)
    for error in bank.errors():
        raise error
    if not len(bank):
        raise no_sentences(name)
    if len(bank) > MOST:
        raise UsageError(f"{name}: {len(bank)} sentences; a project has at most {MOST}")
    if kind == "gr":
        seen, proposals, scope, notes = _relations(bank, scope)
    else:
        seen, proposals, scope, notes = _phenomena(bank, scope)
    return Draft(list(_items(seen, proposals, _keys(bank))), scope, notes)


_Found = tuple[Bank, Sequence[Sequence[Gr]], str, Sequence[str]]


def _relations(bank: Bank, scope: str) -> _Found:
    if scope and scope not in BUILT_IN:
        raise unknown("hierarchy", scope, BUILT_IN)
    if "gr" in bank.layers:
        scope = scope or choose(relations_in(bank), BUILT_IN[0])
        words = list(sentences(bank))
        return bank, [_placed(listed(bank, i), words[i]) for i in range(len(bank))], scope, ()
    if not (bank.layers.keys() & {"edges", "chunks"} or len(bank.label)):
        return bank, [()] * len(bank), scope or BUILT_IN[0], ()
    if scope not in ("", BUILT_IN[0]):
        raise UsageError(
            f"{bank.path}: the relations that are drafted are those of {BUILT_IN[0]}; for {scope} give a "
            "file of relations, or plain sentences"
        )
    found = extraction.gr(bank, positions=True)
    notes = in_words(added_up(list(extraction.notes(bank))))
    return found, [listed(found, i) for i in range(len(found))], BUILT_IN[0], list(notes)


def _placed(relations: Sequence[Gr], words: Words) -> list[Gr]:
    """Relations with the positions of their words, where only one word can be meant."""

    def at(slot: str, known: int) -> int:
        if known >= 0 or slot in ("", EMPTY.decode()) or not words.known:
            return known
        places = words.places(slot)
        return places[0] if len(places) == 1 else -1

    return [
        one._replace(head_at=at(one.head, one.head_at), dependent_at=at(one.dependent, one.dependent_at))
        for one in relations
    ]  # fmt: skip


def names_in(scope: str) -> list[str]:
    """The names that an inventory has, in the order of the catalogue; no file is ever opened for it.

    >>> names_in("passive+negation"), len(names_in("tam2008"))
    (['passive', 'negation'], 19)
    """
    if scope and scope not in resources.names("inventories") and re.search("[./]", scope):
        known = ", ".join(resources.names("inventories"))
        raise UsageError(
            f"{scope}: take one of karat's inventories ({known}), or names joined by +"
        )
    wanted = inventory(scope).names
    return [name for name in catalogue() if name in wanted]


def _phenomena(bank: Bank, scope: str) -> _Found:
    wanted = set(names_in(scope))
    notes = list[str]()
    if "phenomena" in bank.layers:
        layer = bank.layers["phenomena"]
        names = names_of(bank.labels, layer["label"])
        found: Sequence[Sequence[str]] = [names[layer.rows(i)] for i in range(len(bank))]
    elif not bank.layers.keys() & _RECOGNISED and not len(bank.label):
        found = [()] * len(bank)
    else:
        given = native.of_bank(bank, None)
        rules, notes = choosing.chosen(given)
        chosen = recogniser(rules)
        notes += choosing.notes(chosen, given)
        found = chosen(given.evidence)
    proposals = [[Gr(name) for name in dict.fromkeys(some) if name in wanted] for some in found]
    return without_nulls(bank), proposals, scope, [one.removeprefix("note: ") for one in notes]


def _items(bank: Bank, proposals: Sequence[Sequence[Gr]], keys: Sequence[str]) -> Iterator[Item]:
    for at, (lemmas, mine) in enumerate(zip(given_lemmas(bank), proposals, strict=True)):
        words = _decoded(bank.words(at), bank, at)
        if not words or words == [PLACEHOLDER.decode()]:
            raise InputError(
                f"{bank.path}: sentence {at + 1} has no words; annotators need to see the sentences"
            )
        if len(words) > LONGEST:
            raise InputError(
                f"{bank.path}: sentence {at + 1} has {len(words)} words; at most {LONGEST} can be annotated"
            )
        tags = _decoded(bank.tags(at), bank, at)
        fitting = list(lemmas) if len(lemmas) == len(words) else []
        shown = ["" if tag == "_" else tag for tag in tags]
        yield Item(at + 1, keys[at], words, shown if any(shown) else [], fitting, list(mine))


def _decoded(texts: Sequence[bytes], bank: Bank, sentence: int) -> list[str]:
    try:
        return [text.decode().replace("\u00a0", " ") for text in texts]
    except UnicodeDecodeError:
        raise InputError(
            f"{bank.path}:{bank.line(sentence)}: this sentence is not UTF-8; save the file as UTF-8"
        ) from None


def _keys(bank: Bank) -> list[str]:
    """The ids of the sentences, if all have different ones; otherwise their numbers."""
    found = names_of_sentences(bank)
    if "gr" in bank.layers and not any(found):
        found = _keys_of_relations(bank)
    sound = all(found) and len(set(found)) == len(found) and not any(map(_odd, found))
    return list(found) if sound else [str(i + 1) for i in range(len(bank))]


def _odd(key: str) -> bool:
    return len(key) > 200 or not key.isprintable() or key.startswith("#")


def _keys_of_relations(bank: Bank) -> list[str]:
    """The ids that a file of relations has in comments before its sentences."""
    found = [""] * len(bank)
    for line in _ID.finditer(bank.text.tobytes()):
        at = int(np.searchsorted(bank.sentence_at, line.start()))
        if at < len(found):
            found[at] = line[1].decode("utf-8", "replace")
    return found


def labels_of(scope: str) -> list[tuple[str, int, tuple[str, ...]]]:
    """The relations of a hierarchy in the order of printing, each with its depth and its slots."""
    known = hierarchy(scope)
    return [(name, depth, known.slots[name]) for name, depth in known.printed()]


def bases(item: Item) -> list[str]:
    """The base form of each word: the file's, or a guess, which an annotator may correct.

    >>> bases(Item(1, "1", ["Dogs", "barked", "."]))
    ['dog', 'bark', '.']
    """
    return list(item.lemmas) or [_guess(word, at) for at, word in enumerate(item.words)]


def _guess(word: str, at: int) -> str:
    """A word inside a sentence that begins with a capital is a name."""
    known = base_forms(word)
    if not known or (at > 0 and word[:1].isupper()):
        return word
    return min(known, key=lambda base: (len(base), base))
