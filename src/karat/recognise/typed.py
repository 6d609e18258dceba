"""Dependencies as graphs that rules look at: every head of a word, and base forms where a file has none."""

from dataclasses import replace

import numpy as np

from karat.model.bank import Bank
from karat.model.layers import names_of
from karat.patterns.dependencies import of_bank, with_edges
from karat.patterns.graph import Graph
from karat.patterns.vocabulary import Vocabulary
from karat.views.gr.lemmas import lemmatised
from karat.views.inventories import known_tags

# With fewer words that have a tag of the Penn Treebank, no base forms are guessed.
_ENOUGH = 0.5


def graph(bank: Bank) -> Graph:
    """The basic dependencies or, in collapsed ones, all heads of each word."""
    found = _collapsed(bank) if "typed" in bank.layers else of_bank(bank)
    lemma = found.attributes.get("lemma")
    if (lemma is not None and any(one is not None for one in lemma)) or not tagged(bank):
        return found
    return replace(found, attributes={**found.attributes, "lemma": _lemmas(bank)})


def tagged(bank: Bank) -> bool:
    """Whether most words have tags of the Penn Treebank."""
    return bool(len(bank.tag)) and bool(known_tags(bank).mean() > _ENOUGH)


def _collapsed(bank: Bank) -> Graph:
    typed = bank.layers["typed"]
    first = np.repeat(bank.token_offset[:-1], np.diff(typed.offset))
    head, dependent = typed["head"], typed["dependent"]
    heads = np.where(head < 0, -1, head + first)
    labels = Vocabulary.of_labels(bank.labels, typed["label"])
    return with_edges(bank, heads, (dependent + first).tolist(), labels)


def _lemmas(bank: Bank) -> Vocabulary:
    tags = names_of(bank.labels, bank.tag)
    found: list[str | None] = []
    for i in range(len(bank)):
        words = [word.decode("utf-8", "replace") for word in bank.words(i)]
        found += lemmatised(words, tags[len(found) : len(found) + len(words)])
    return Vocabulary.of(found)
