"""Objects of other libraries as Banks: spaCy's Doc, Span and DocBin.

They are recognised by their methods, so that spaCy is imported only for a DocBin.

A word's layers are those of CoNLL-U: lemma, upos, xpos, feats, and the dependency to its head. The
label ROOT becomes ``root`` as in Universal Dependencies. Tokens of white space are left out; words
that depend on such a token get its head.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from karat.model.bank import Bank
from karat.model.columns import Bools, Ints, Numbers
from karat.model.layers import offsets


def docs(thing: Any) -> "list[Sequence[Any]] | None":
    """The sentences of a Doc, a Span as one, or the Docs of a DocBin; None for other things.

    A single Doc is a text, and is cut into its sentences. In a list of Docs or in a DocBin, each Doc is one
    sentence of the other side, even if a parser divided it into several.
    """
    if is_doc_type(type(thing)):
        whole = hasattr(thing, "has_annotation") and thing.has_annotation("SENT_START")
        return list(thing.sents) if whole else [thing]
    if hasattr(thing, "get_docs"):
        from spacy.vocab import Vocab

        return list(thing.get_docs(Vocab()))
    return None


def is_doc_type(kind: type) -> bool:
    """Whether objects of this class are Docs or Spans.

    The class is looked at, because a Doc that was not parsed raises an error for ``sents``.
    """
    return all(hasattr(kind, name) for name in ("vocab", "to_array", "sents"))


def from_docs(sentences: Iterable[Sequence[Any]], read: Callable[[str], Bank]) -> Bank:
    """A Bank with the layers ``edges`` and ``morphology``, from sequences of spaCy's tokens.

    ``read`` reads a text in the format CoNLL-U. A sentence without tokens is a missing parse.
    """
    texts = list(map(conllu, sentences))
    bank = read("".join(texts))
    return spread(bank, np.array([text != "" for text in texts], bool))


def spread(bank: Bank, there: Bools) -> Bank:
    """The same with an empty sentence wherever ``there`` is False, as CoNLL-U cannot hold one."""
    if there.all():
        return bank

    def offset(old: Ints) -> Ints:
        sizes = np.zeros(len(there), np.int32)
        sizes[there] = np.diff(old)
        return offsets(sizes)

    def spread(column: Numbers) -> Numbers:
        wider = np.zeros(len(there), column.dtype)
        wider[there] = column
        return wider

    return replace(
        bank,
        token_offset=offset(bank.token_offset),
        span_offset=offset(bank.span_offset),
        sentence_at=spread(bank.sentence_at),
        fault=spread(bank.fault),
        fault_at=spread(bank.fault_at),
        layers={
            name: replace(table, offset=offset(table.offset)) for name, table in bank.layers.items()
        },
    )


def conllu(tokens: Sequence[Any]) -> str:
    """One sentence in the format CoNLL-U; empty if it has no words."""
    words = [token for token in tokens if not token.is_space]
    number = {token.i: at for at, token in enumerate(words, 1)}
    lines = []
    for at, token in enumerate(words, 1):
        columns = (
            token.text, token.lemma_, token.pos_, token.tag_, str(token.morph),
            _head(token, number), "root" if token.dep_ == "ROOT" else token.dep_,
            "", "" if token.whitespace_ else "SpaceAfter=No",
        )  # fmt: skip
        lines.append("\t".join([str(at), *(_field(value) for value in columns)]))
    return "\n".join([*lines, "", ""]) if lines else ""


def _head(token: Any, number: dict[int, int]) -> str:
    """The number of the nearest head that is a word; 0 for a root, empty without a parse."""
    if not token.dep_:
        return ""
    head, steps = token.head, len(number)
    while head.i not in number and head.head.i != head.i and steps:
        head, steps = head.head, steps - 1
    if head.i == token.i or head.i not in number:
        return "0"
    return str(number[head.i])


def _field(value: str) -> str:
    """A column's text; white space inside a token would end the column."""
    return (
        "_" if not value else " ".join(value.split()) if "\t" in value or "\n" in value else value
    )
