"""What Python programs have, as Banks: texts, files, lists of trees, objects of NLTK and spaCy.

A string is a text if it begins with ``(`` or has a line break. Any other string is the name of a file, if
there is one, else a text of one line in another format. In a list, each item is one sentence.
"""

import os
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from karat import formats
from karat.files import nltk_trees, objects
from karat.formats._foreign import numbered
from karat.model.bank import Bank
from karat.model.errors import InputError, UnknownFormat, UsageError
from karat.model.labels import Labels
from karat.model.picking import joined
from karat.model.sentence import Sentence

# What messages say is accepted.
TAKEN = (
    "a Bank, a text, a path, an NLTK tree, a spaCy Doc or DocBin, or a list with one tree per "
    "sentence: strings, NLTK trees, spaCy Docs, or None for a missing parse"
)


def bank_of(thing: Any, side: str) -> Bank:
    """A Bank of what somebody gave as gold or as the system's trees; ``side`` is what messages call it."""
    if isinstance(thing, Bank):
        return thing
    if isinstance(thing, str):
        return _text_or_file(thing, side)
    if isinstance(thing, os.PathLike):
        return formats.read(thing)
    if isinstance(thing, Sentence) or nltk_trees.is_tree(thing):
        return _listed([thing], side)
    if callable(getattr(thing, "read", None)):
        return formats.read_text(thing.read())
    docs = objects.docs(thing)
    if docs is not None:
        return objects.from_docs(docs, _conllu)
    return _listed(_items(thing, side), side)


_conllu = partial(formats.read_text, format="conllu")


def _text_or_file(text: str, side: str) -> Bank:
    start = text.lstrip()
    if not start or start.startswith("(") or "\n" in text:
        return formats.read_text(_encoded(text, side))
    if os.path.exists(text):
        return formats.read(text)
    try:
        return formats.read_text(_encoded(text, side))
    except UnknownFormat:
        shown = text if len(text) <= 60 else f"{text[:60]}…"
        raise InputError(
            f"{side}: there is no file {shown!r}, and as a text it is in no known format; trees begin "
            "with '('"
        ) from None


def _encoded(text: str, side: str) -> bytes:
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as error:
        raise InputError(
            f"{side}: character {error.start + 1} of the text is half of a surrogate pair, which UTF-8 "
            "does not have; was the text cut in two?"
        ) from None


def _lines(texts: Sequence[str], side: str) -> bytes:
    """Texts, each with a line break after it."""
    try:
        return "\n".join([*texts, ""]).encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        parts = [_encoded(text, f"{side}: item {number}") for number, text in enumerate(texts, 1)]
        return b"\n".join([*parts, b""])


def _items(thing: Any, side: str) -> list[Any]:
    """The items of anything that can be gone through and has an order."""
    unordered = isinstance(thing, (Mapping, Set)) or hasattr(thing, "columns")
    if unordered or isinstance(thing, (bytes, bytearray)) or not isinstance(thing, Iterable):
        raise _wrong(side, thing)
    return list(thing)


def _wrong(side: str, thing: Any) -> UsageError:
    advice = ""
    if isinstance(thing, (bytes, bytearray)):
        advice = "; for bytes, call karat.read_text first"
    elif isinstance(thing, Mapping):
        advice = "; give one of its values (karat.compare takes several systems by name)"
    elif hasattr(thing, "columns"):
        advice = "; give one of its columns"
    return UsageError(f"{side} is {_a(thing)}; give {TAKEN}{advice}")


def _listed(items: Sequence[Any], side: str) -> Bank:
    """A list, whose items are all sentences."""
    kinds = {*map(type, items)}
    if kinds & {Bank, Sentence}:
        return _joined(items, side)
    if any(map(objects.is_doc_type, kinds)):
        return _of_docs(items, side)
    if kinds <= {str}:
        texts: list[str] = [*items]
    else:
        texts = [_text(item, number, side) for number, item in enumerate(items, 1)]
    first = next((text for text in texts if text and not text.isspace()), "(")
    if not first.lstrip().startswith("("):
        _no_name_of_a_file(first, side)
        if name := _other_format(first):
            return _in_format(texts, name, side)
    data = _lines([one.replace("\n", " ") for one in texts], side)
    named = "discbracket" if numbered(data[: formats.HEAD]) else "brackets"
    return formats.read_text(data, format=named, layout="lines")


def _no_name_of_a_file(text: str, side: str) -> None:
    """Refuse the name of a file as an item of a list, which is a sentence."""
    if "\n" not in text and "\0" not in text and os.path.exists(text):
        raise UsageError(
            f"{side}: an item of the list is the name of a file, {text!r}, but each item is one sentence; "
            "give the name without a list, or karat.read() of each file"
        )


def _text(item: Any, number: int, side: str) -> str:
    """An item of a list as text; empty for a missing parse."""
    if isinstance(item, str):
        return item
    if nltk_trees.is_tree(item):
        return nltk_trees.text_of(item)
    # Missing values of pandas are NaN or NA.
    missing = item is None or type(item).__name__ == "NAType"
    if missing or (isinstance(item, float) and item != item):
        return ""
    raise UsageError(
        f"{side}: item {number} of the list is {_a(item)}, which cannot be taken for a tree; each item is "
        "one sentence: give strings, NLTK trees, spaCy Docs, or None for a missing parse"
    )


def _a(thing: Any) -> str:
    """What a thing is, for messages.

    >>> _a(7), _a(None), _a(b"")
    ('an int', 'None', 'a bytes')
    """
    name = type(thing).__name__
    return "None" if thing is None else f"{'an' if name[0] in 'aeio' else 'a'} {name}"


def _of_docs(items: Sequence[Any], side: str) -> Bank:
    for number, item in enumerate(items, 1):
        if item is not None and not objects.is_doc_type(type(item)):
            raise UsageError(
                f"{side}: item {number} of the list is {_a(item)}, but others are spaCy "
                "Docs; give one kind, or None for a missing parse"
            )
    return objects.from_docs([[] if item is None else item for item in items], _conllu)


def _other_format(text: str) -> str:
    """The format of a sentence that is not a tree; empty if it is unknown."""
    try:
        module = formats.guess(text.encode("utf-8", "replace"), "<text>")
    except InputError:
        return ""
    return formats.Format(module).name


def _in_format(texts: Sequence[str], name: str, side: str) -> Bank:
    """Sentences in a format that has blank lines between them, as CoNLL-U."""
    there = [text.strip("\r\n") for text in texts if text.strip()]
    bank = formats.read_text(_lines([f"{text}\n" for text in there], side), format=name)
    if len(bank) != len(there):
        raise InputError(
            f"{side}: the list has {len(there)} texts in the format {name} with {len(bank)} sentences "
            "in all; each item should be one sentence"
        )
    return objects.spread(
        bank, np.array([not text.isspace() and text != "" for text in texts], bool)
    )


def _joined(items: Sequence[Any], side: str) -> Bank:
    """Banks, or sentences of Banks, one after the other."""
    for number, item in enumerate(items, 1):
        if not isinstance(item, (Bank, Sentence)):
            raise UsageError(
                f"{side}: item {number} of the list is {_a(item)}, but others are Banks or "
                "sentences of Banks; give one kind"
            )
    banks = [item if isinstance(item, Bank) else item.bank for item in items]
    if any(bank.layers.keys() != banks[0].layers.keys() for bank in banks):
        contents = " and ".join(sorted({bank.contents() for bank in banks}))
        raise InputError(f"{side}: the Banks of the list do not have the same layers: {contents}")
    if len(banks) == 1:
        return banks[0]
    labels = Labels()
    return replace(joined([bank.relabelled(labels) for bank in banks]), path="<text>", sha256="")
