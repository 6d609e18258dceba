"""Answers as files that ``karat check`` passes and that the schemes gr and phenomena read."""

import io
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from karat.files import phenomena
from karat.formats import names
from karat.formats.gr.text import texts
from karat.model import gr as rows_of_gr
from karat.model.bank import Bank
from karat.model.columns import Words
from karat.model.errors import UsageError
from karat.model.gr import Gr
from karat.model.labels import Labels
from karat.model.layers import Table, offsets, table
from karat.store.annotations.answers import newest
from karat.store.annotations.drafting import names_in
from karat.store.annotations.projects import items
from karat.store.annotations.records import Answer, Item, Project

if TYPE_CHECKING:
    from karat.store.store import Store

EXTENSIONS = {"gr": "gr", "phenomena": "names"}


class Exported(NamedTuple):
    """A file: its content, and how many of the items of the project are in it."""

    content: bytes
    done: int
    of: int


def exported(
    store: "Store",
    project: Project,
    desk: int,
    *,
    positions: bool = False,
    only: Sequence[int] = (),
) -> Exported:
    """The answers of a desk to the items that are done, or to ``only`` some of them."""
    found = {
        item: one.answer
        for (item, _), one in newest(store, project, desk).items()
        if one.answer.done
    }
    wanted = [one for one in items(store, project) if one.number in found]
    if only:
        wanted = [one for one in wanted if one.number in set(only)]
    if not wanted:
        raise UsageError(f"{project.name}: no item is done yet, so there is nothing to export")
    return Exported(
        written(project, wanted, found, positions=positions), len(wanted), project.items
    )


def written(
    project: Project,
    some: Sequence[Item],
    answers: Mapping[int, Answer],
    *,
    positions: bool = False,
) -> bytes:
    """The answers to some items, in the format for the kind of the project."""
    accepted = [answers[item.number].accepted for item in some]
    if project.kind == "gr":
        notes = [answers[item.number].note for item in some]
        return _relations(some, accepted, notes, positions)
    bank = _bank(some)
    labels = bank.labels
    found = [[(gr.label.encode(),) for gr in mine] for mine in accepted]
    stream = io.BytesIO()
    names.write(bank.with_layers(
        phenomena=table(found, "label", labels),
        ids=table([[(item.key.encode(),)] for item in some], "label", labels),
        **{phenomena.LAYER: phenomena.scope(labels, len(some), names_in(project.scope))},
    ), stream)  # fmt: skip
    return stream.getvalue()


def _relations(
    some: Sequence[Item], accepted: Sequence[Sequence[Gr]], notes: Sequence[str], positions: bool
) -> bytes:
    if not positions:
        accepted = [[gr._replace(head_at=-1, dependent_at=-1) for gr in mine] for mine in accepted]
    bank = _bank(some)
    rows = rows_of_gr.table(bank.labels, accepted)
    sentences = texts(bank.with_layers(gr=rows, lemmas=_lemmas(bank, some)))
    return b"".join(
        f"# sent_id = {item.key}\n".encode() + _note(note) + sentence
        for item, note, sentence in zip(some, notes, sentences, strict=True)
    )


def _note(note: str) -> bytes:
    return f"# note = {' '.join(note.split())}\n".encode() if note.strip() else b""


def _bank(some: Sequence[Item]) -> Bank:
    """The words and tags of some items."""
    labels = Labels()
    words = [[word.encode() for word in item.words] for item in some]
    flat = [word for mine in words for word in mine]
    sizes = np.array([len(word) for word in flat], np.int32)
    ends = np.cumsum(sizes + 1, dtype=np.int32) - 1
    tags = [tag for item in some for tag in (item.tags or [""] * len(item.words))]
    numbers = np.array([labels.intern(tag.encode()) if tag else 0 for tag in tags], np.int32)
    text = np.frombuffer(b" ".join([*flat, b""]), np.uint8)
    starts = (ends - sizes).astype(np.int32)
    return Bank.build(
        text, labels, Words(offsets(map(len, words)), starts, ends.astype(np.int32), numbers)
    )


def _lemmas(bank: Bank, some: Sequence[Item]) -> Table:
    """The base forms of all words; those of a sentence without any are empty."""
    flat = [lemma for item in some for lemma in (item.lemmas or [""] * len(item.words))]
    column = np.array([bank.labels.intern(lemma.encode()) for lemma in flat], np.int32)
    return Table(bank.token_offset, {"lemma": column}, frozenset({"lemma"}))
