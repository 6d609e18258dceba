"""Dependencies as constituents: the yield of every head, which is the head with all words below it.

    yield(head) = {head} ∪ yield(dependent) for each of its dependents

A word without dependents is not a head. The label of a span is the label of the edge from its head to
the word above. A discontinuous yield becomes several spans, its blocks: the longest stretches of words
that are all in it. A block of one word, or one that a lower head already has, gives no span. The layer
``blocks`` has one row for each span that is such a block: the ``span`` (its row in the sentence) and
the ``head``. Spans are always well nested, because yields are.

With ``vp=yes`` a verb that has dependents on both sides gets one more span, VP: the verb with its right
dependents, up to the last that is not punctuation. A verb is a word whose universal tag is AUX or
begins with V; without universal tags, the tag counts.

Gaizauskas, Hepple and Huyck (1998), footnote 6, ask for such a step for dependency parsers.

>>> import karat
>>> from karat.formats.brackets import dumps
>>> rows = [("Dogs", "NOUN", 2, "nsubj"), ("chase", "VERB", 0, "root"), ("black", "ADJ", 4, "amod"),
...         ("cats", "NOUN", 2, "obj"), (".", "PUNCT", 2, "punct")]
>>> text = "".join(
...     f"{i}\\t{word}\\t_\\t{tag}\\t{tag}\\t_\\t{head}\\t{label}\\t_\\t_\\n"
...     for i, (word, tag, head, label) in enumerate(rows, 1)
... )
>>> print(dumps(yields(karat.read_text(text + "\\n"), vp=True)), end="")
(root (NOUN Dogs) (VP (VERB chase) (obj (ADJ black) (NOUN cats))) (PUNCT .))
"""

import numpy as np

from karat.kernels import yields as kernel
from karat.model.bank import Bank
from karat.model.columns import Bools, Ints
from karat.model.layers import Table, offsets
from karat.views.edit import with_spans


def yields(bank: Bank, vp: bool = False) -> Bank:
    """The words under the yields of their heads, in place of the constituents that the Bank had."""
    edges = bank.layer("edges")
    words = len(bank.tag)
    lengths = np.diff(bank.token_offset)
    base = np.repeat(bank.token_offset[:-1], lengths)
    inside = (edges["head"] >= 0) & (edges["head"] < np.repeat(lengths, lengths))
    # The head of a root, or one that is not a word of the sentence, is -1.
    parent = np.where(inside, edges["head"] + base, -1).astype(np.int32)
    label = edges["label"]
    owner = np.arange(words, dtype=np.int32)
    if vp:
        verbs, parent = _with_verb_phrases(parent, _verbs(bank), _punctuation(bank, label))
        owner, label = np.concatenate([owner, verbs]), np.concatenate([label, label[verbs]])
        label[verbs] = bank.labels.intern(b"VP")
    start, end, node, parts = _blocks(parent, words)
    order = np.lexsort((-end, start))
    start, end, node = start[order], end[order], node[order]
    offset = np.searchsorted(start, bank.token_offset).astype(np.int32)
    first = base[start]
    found = with_spans(bank, offset, start - first, end - first, label[node])
    return found.with_layers(blocks=_broken(offset, owner[node] - first, parts[node] > 1))


def _verbs(bank: Bank) -> Bools:
    strings = bank.labels.strings()
    verbal = np.array([one == b"AUX" or one[:1] == b"V" for one in strings], bool)
    if "morphology" not in bank.layers:
        return verbal[bank.tag]
    universal = bank.layers["morphology"]["upos"]
    unknown = np.array([one in (b"", b"_") for one in strings], bool)
    return np.where(unknown[universal], verbal[bank.tag], verbal[universal])


def _punctuation(bank: Bank, label: Ints) -> Bools:
    bases = (one.lower().split(b":")[0] for one in bank.labels.strings())
    return np.array([one in (b"punct", b"p") for one in bases], bool)[label]


def _with_verb_phrases(parent: Ints, verb: Bools, punctuation: Bools) -> tuple[Ints, Ints]:
    """Split the verbs that have dependents on both sides: the word keeps those to its right.

    Each verb gets one more node, after all words, which takes the verb, its other dependents, and its
    place in the tree. Returns these verbs and the new parents.
    """
    words, has = len(parent), parent >= 0
    here = np.arange(words, dtype=np.int32)
    last = np.full(words, -1, np.int32)  # the last dependent to the right that is no punctuation
    right = has & (here > parent) & ~punctuation
    np.maximum.at(last, parent[right], here[right])
    others = np.zeros(words, bool)  # is there one that the verb phrase does not take?
    outside = has & ((here < parent) | (here > last[parent]))
    others[parent[outside]] = True
    verbs = np.flatnonzero(verb & (last >= 0) & others).astype(np.int32)
    node = np.full(words, -1, np.int32)
    node[verbs] = words + np.arange(len(verbs), dtype=np.int32)
    above = np.where(outside & (node[parent] >= 0), node[parent], parent).astype(np.int32)
    extra = above[verbs]
    above[verbs] = node[verbs]
    return verbs, np.concatenate([above, extra])


def _blocks(parent: Ints, words: int) -> tuple[Ints, Ints, Ints, Ints]:
    """Start, end and node of each stretch, and how many blocks the yield of each node has."""
    nodes = len(parent)
    child = np.argsort(parent, kind="stable").astype(np.int32)[np.count_nonzero(parent < 0) :]
    child_offset = offsets(np.bincount(parent[parent >= 0], minlength=nodes))
    of_nodes, of_words = np.empty((4, nodes + 1), np.int32), np.empty((4, words), np.int32)
    start, end, node = np.empty((3, words), np.int32)
    parts: Ints = np.ones(nodes, np.int32)
    scratch = kernel.Scratch(*of_nodes, *of_words)
    size = kernel.blocks(parent, words, child_offset, child, scratch, parts, start, end, node)
    return start[:size], end[:size], node[:size], parts


def _broken(offset: Ints, head: Ints, broken: Bools) -> Table:
    """The layer of the blocks of discontinuous yields."""
    span = np.arange(len(head), dtype=np.int32) - np.repeat(offset[:-1], np.diff(offset))
    columns = {"span": span[broken], "head": head[broken].astype(np.int32)}
    return Table(offsets(broken)[offset], columns)
