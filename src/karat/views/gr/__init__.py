"""Trees, dependencies or chunks to grammatical relations.

The relations are those of Carroll, Minnen and Briscoe (1999). docs/gr-extraction.md says what is
extracted from what, and what goes wrong.
"""

import warnings
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, pairwise
from typing import NamedTuple

import numpy as np

from karat.files.spelling import plain
from karat.model import gr as rows_of_gr
from karat.model.bank import Bank
from karat.model.columns import Ints
from karat.model.enhanced import contradicting, unreadable
from karat.model.errors import InputError, unknown
from karat.model.layers import Table, names_of
from karat.model.outcome import Note
from karat.model.places import sentence_of_words
from karat.views import inventories, missing
from karat.views.gr import from_chunks, from_trees, from_ud, lemmas, lexicon
from karat.views.gr import language as languages
from karat.views.gr.fragments import forests
from karat.views.gr.graph import sentences
from karat.views.gr.lexicon import Lexicon
from karat.views.gr.names import joined
from karat.views.gr.trees import trees
from karat.views.inventories import understood
from karat.views.nulls import without_nulls

FORMAT = "gr"
# The rules are Python, which runs on one thread at a time: more would only wait for each other.
ONE_THREAD = True
_NAMES = ("last", "whole")
_HEADS = ("lemma", "form")
_FAULTY = (
    "relations come from the tree (HEAD) alone where the enhanced graph (DEPS) cannot be read (karat check "
    "says where)"
)
_CONTRADICTING = (
    "the enhanced graph (DEPS) has other heads or labels than the tree (HEAD, DEPREL), and relations follow "
    "the graph; if it is not the parser's own, use the tree alone with the view gr(enhanced=no)"
)
# So many trees are Python values at a time.
_FEW = 1024


class Found(NamedTuple):
    """The relations of a sentence, and its words with their base forms and tags."""

    relations: list[rows_of_gr.Gr]
    words: list[str]
    lemmas: list[str]
    tags: list[str]

    def with_forms(self) -> "Found":
        """The same with heads and dependents as they are in the text; Pro is not in it."""
        relations = [
            gr._replace(
                head=self.words[gr.head_at] if gr.head_at >= 0 else gr.head,
                dependent=self.words[gr.dependent_at] if gr.dependent_at >= 0 else gr.dependent,
            )
            for gr in self.relations
        ]
        return self._replace(relations=relations)


def gr(
    bank: Bank,
    names: str = "last",
    enhanced: bool = True,
    positions: bool = False,
    strict: bool = True,
    language: str = "auto",
    heads: str = "lemma",
) -> Bank:
    """The same sentences with the layer ``gr``, without null elements.

    Relations are taken from the dependencies if the file has them, otherwise from the trees, and
    underspecified ones from chunks and between the trees of a forest.
    ``names`` says how a name of several words is written: its ``last`` word, or the ``whole`` name
    joined with ``_``. With ``enhanced=no`` the enhanced graph of dependencies is not used. With
    ``positions`` heads and dependents carry their place and tag, so that two extractions are
    compared by place. With ``strict`` labels of another inventory are refused: see ``understood``.
    ``language`` says whose lists of words are used for dependencies: ``auto``, the language that the
    words are of; ``en``, ``fr``; or ``any``, none. Trees are English.
    ``heads`` says whether heads and dependents are written as base forms (``lemma``) or as they are
    in the text (``form``).

    >>> import karat
    >>> bank = karat.read_text("(S (NP-SBJ (DT The) (NN baby)) (VP (VBD fell) (ADVP (RB asleep))))")
    >>> for relation in rows_of_gr.listed(gr(bank), 0): print(relation)
    ncsubj(fall, baby, _)
    ncmod(_, fall, asleep)
    """
    if names not in _NAMES:
        raise unknown("way to write names", names, _NAMES)
    if heads not in _HEADS:
        raise unknown("way to write heads", heads, _HEADS)
    if not bank.layers.keys() & {"edges", "chunks"} and len(bank.tag) and not len(bank.label):
        raise InputError(
            f"{bank.path}: relations are extracted from trees or dependencies, or from chunks; "
            f"it has {bank.contents()}"
        )
    understanding = understood(bank)
    if strict and understanding.refused:
        raise InputError(understanding.message)
    languages.check_language(language)
    languages.refuse_trees(bank, language)
    if not lemmas.available() and lemmas.lacking(bank) and _in_english(bank, language):
        warnings.warn(lemmas.MISSING, stacklevel=2)
    rows, base = list[list[rows_of_gr.Gr]](), _BaseForms()
    # Words take more memory than relations, so a sentence is forgotten before the next.
    for one in _extracted(bank, enhanced, language):
        base.add(one.lemmas)
        some = one.with_forms() if heads == "form" else one
        whole = names == "whole"
        rows.append(joined(some.relations, some.words, some.tags) if whole else some.relations)
    # A sentence that cannot be read has no relations.
    rows = [[] if fault else row for row, fault in zip(rows, bank.fault.tolist(), strict=True)]
    bank = without_nulls(bank)
    bank = bank.with_layers(lemmas=base.table(bank))
    table = rows_of_gr.table(bank.labels, rows)
    if positions:
        return bank.with_layers(gr=_placed(bank, table))
    columns = {name: table[name] for name in rows_of_gr.NAMES}
    return bank.with_layers(gr=replace(table, columns=columns))


def notes(bank: Bank, language: str = "auto", enhanced: bool = True) -> tuple[Note, ...]:
    """What to tell the user about a Bank: labels that are not understood, its language, faulty graphs."""
    said = languages.said(bank, language)
    whose = f"{bank.corpus or bank.path}'s"
    return (
        *inventories.notes(bank),
        *missing.heads(bank, whose),
        *missing.labels(bank, whose),
        *missing.tags(bank, whose),
        *missing.fillers(bank, whose),
        *(((said, 0),) if said else ()),
        *_about_graphs(bank, enhanced),
    )


def _about_graphs(bank: Bank, enhanced: bool) -> Iterator[Note]:
    """Notes on enhanced graphs that cannot be read, or are not those of the trees."""
    if not enhanced or not bank.layers.keys() >= {"edges", "morphology"}:
        return
    whose, sentence = f"{bank.corpus or bank.path}: ", sentence_of_words(bank)
    if words := unreadable(bank):
        yield whose + _FAULTY, len({*sentence[words].tolist()})
    # Older treebanks have a word here and there whose edge is missing.
    odd = Counter(sentence[contradicting(bank)].tolist())
    if count := sum(words > 1 for words in odd.values()):
        yield whose + _CONTRADICTING, count


class _BaseForms:
    """The base forms of all words, which heads and dependents are among; each different one is kept once."""

    def __init__(self) -> None:
        self._number: dict[str, int] = {}
        self._column = array("i")

    def add(self, lemmas: Iterable[str]) -> None:
        """Those of the next sentence."""
        known = self._number
        self._column.extend([known.setdefault(text, len(known)) for text in lemmas])

    def table(self, bank: Bank) -> Table:
        texts = [text.encode("utf-8", "surrogateescape") for text in self._number]
        column = bank.labels.numbers(texts)[np.array(self._column, np.intp)]
        return Table(bank.token_offset, {"lemma": column}, frozenset({"lemma"}))


def _placed(bank: Bank, table: Table) -> Table:
    """The table with the tags of heads and dependents."""
    first = np.repeat(bank.token_offset[:-1], np.diff(table.offset))
    tags: Ints = np.append(bank.tag, np.int32(0))
    columns = dict(table.columns)
    for name in ("head", "dependent"):
        at = table[f"{name}_at"]
        columns[f"{name}_tag"] = tags[np.where(at >= 0, first + at, -1)]
    return replace(table, columns=columns, interned=rows_of_gr.INTERNED & columns.keys())


def _in_english(bank: Bank, language: str) -> bool:
    """Whether lemmas can be made: of trees and chunks always, of dependencies if their words are English."""
    return "edges" not in bank.layers or languages.chosen(bank, language) == "en"


def _extracted(bank: Bank, enhanced: bool, language: str) -> Iterator[Found]:
    if "edges" in bank.layers:
        return _from_dependencies(bank, enhanced, lexicon.load(languages.chosen(bank, language)))
    return _from_trees(bank) if bank.has_trees else _from_chunks(bank)


def _from_dependencies(bank: Bank, enhanced: bool, words: Lexicon) -> Iterator[Found]:
    for sentence in sentences(bank, enhanced, words.language):
        try:
            relations = from_ud.extract(sentence, words)
        except InputError as error:
            raise InputError(f"{bank.path}: {error}") from None
        yield Found(relations, sentence.form, sentence.lemma, sentence.tag)


def _from_trees(bank: Bank) -> Iterator[Found]:
    words = lexicon.load()
    partial = forests(bank)
    for sentence, tree in enumerate(chain.from_iterable(map(trees, _pieces(bank)))):
        written = [tree.form[leaf] for leaf in tree.written]
        found = from_trees.extract(tree, words)
        if sentence in partial:
            found = partial[sentence].completed(found, written, tree.tag, tree.lemma, words)
        yield Found(found, written, tree.lemma, tree.tag)


def _pieces(bank: Bank) -> Iterator[Bank]:
    """The same sentences, a few at a time, which are read as Python values."""
    return (bank.slice(at, min(at + _FEW, len(bank))) for at in range(0, len(bank), _FEW))


def _from_chunks(bank: Bank) -> Iterator[Found]:
    words, strings = lexicon.load(), bank.labels.strings()
    layer, morphology = bank.layer("chunks"), bank.layers.get("morphology")
    given = names_of(bank.labels, morphology["lemma"]) if morphology else []
    for sentence, (first, last) in enumerate(pairwise(bank.token_offset.tolist())):
        form, tag = (
            [one.decode("utf-8", "surrogateescape") for one in found]
            for found in (bank.words(sentence), bank.tags(sentence))
        )
        chunks = [
            (start, end, strings[kind].decode("utf-8", "replace"))
            for start, end, kind in layer.each(sentence, "start", "end", "label")
        ]
        lemma = lemmas.lemmatised(list(map(plain, form)), tag)
        if given:
            lemma = lemmas.given_or(lemma, given[first:last])
        yield Found(from_chunks.extract(chunks, form, tag, lemma, words), form, lemma, tag)
