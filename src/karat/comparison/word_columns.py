"""A column of words compared: tags, lemmas, features or labels of dependencies."""

from collections.abc import Iterator

import numpy as np

from karat.comparison.words import WordPairs
from karat.files.discodop_params import More
from karat.files.evalb_params import Params
from karat.model.bank import Bank
from karat.model.columns import Bools, Numbers, grouped
from karat.model.labels import ABSENT, NULL, Labels
from karat.model.layers import offsets
from karat.model.outcome import Item, Note, Outcome, Status
from karat.model.relation import Relation
from karat.model.rules import equal

# Columns, and the layer of each.
COLUMNS = {"tag": "", **dict.fromkeys(("upos", "xpos", "lemma", "feats"), "morphology")}
COLUMNS["deprel"] = "edges"
_MIXED = "so tags of two kinds are compared; tags(column=upos) compares UPOS"
_COARSE = "the words have no XPOS, so the tags are UPOS"


class WordColumns:
    """Compares one column of the words, without words that have certain gold tags."""

    def __init__(self, column: str, skip: tuple[bytes, ...], labels: Labels) -> None:
        self._column, self._skip = column, skip
        params = Params(delete=(NULL, *skip), delete_for_length=(NULL,))
        self._words = WordPairs(params, More(), labels, cut_tags=False)

    def __call__(self, gold: Bank, system: Bank) -> Outcome:
        words = self._words(gold, system)
        scored = (words.status == Status.SCORED)[words.sentence]
        left, right = words.left[scored], words.right[scored]
        # Where words were aligned, a word that a side lacks is ABSENT there.
        absent = gold.labels.find(ABSENT)
        lacking = grouped((gold.tag == absent).astype(np.int8), gold.token_offset)
        ours = self._relation(gold, np.flatnonzero(~words.out))
        ours = ours.where(gold.tag[ours.row] != absent)
        theirs = self._relation(system, right)
        tag = system.tag[right]
        unwanted = (gold.tag[left] == absent) & np.isin(tag, [*map(gold.labels.find, self._skip)])
        theirs = theirs.where(~unwanted & (tag != absent))
        columns = (words.status, (words.gold_words - lacking).astype(np.int32), ours, theirs)
        return Outcome(
            *(*columns, *equal(ours, theirs), (gold, system)),
            items=lambda side, at: _items(*((ours, gold), (theirs, system))[side], at),
            sizes=(words.gold_words, words.system_words),
            parting=words.parting,
            notes=tuple(self._notes(gold, system)),
        )

    def _notes(self, gold: Bank, system: Bank) -> Iterator[Note]:
        """Which of the two tags of a word is compared, if it is not XPOS on both sides."""
        if self._column != "tag" or not all("morphology" in one.layers for one in (gold, system)):
            return
        fine, coarse = zip(*(_kinds_of_tags(bank) for bank in (gold, system)), strict=True)
        for side, (one, other) in enumerate((("gold", "the system"), ("the system", "gold"))):
            if count := int((fine[side] & coarse[1 - side]).sum()):
                yield f"{one} has XPOS and {other} only UPOS, {_MIXED}", count
        if count := int((coarse[0] & coarse[1]).sum()):
            yield _COARSE, count

    def _relation(self, bank: Bank, rows: Numbers) -> Relation:
        """One row per word: its position among the words that count, and its value in the column."""
        column = self._column
        if COLUMNS[column]:
            values = bank.layer(COLUMNS[column])["label" if column == "deprel" else column]
        else:
            values = bank.tag
        sentence = np.searchsorted(bank.token_offset, rows, "right") - 1
        offset = offsets(np.bincount(sentence, minlength=len(bank)))
        place = np.arange(len(rows), dtype=np.int32) - offset[sentence]
        return Relation(
            offset, place, np.zeros_like(place), values[rows], rows.astype(np.int32), "bag"
        )


def _kinds_of_tags(bank: Bank) -> tuple[Bools, Bools]:
    """Which sentences have XPOS, and which have only UPOS."""
    given = [
        grouped((bank.layer("morphology")[name] != bank.labels.find(b"_")), bank.token_offset) > 0
        for name in ("xpos", "upos")
    ]
    return given[0], given[1] & ~given[0]


def _items(relation: Relation, bank: Bank, sentence: int) -> list[Item]:
    """The words of a sentence, each with its value in the column."""
    rows, first = relation.rows(sentence), int(bank.token_offset[sentence])
    both = zip(relation.row[rows].tolist(), relation.label[rows].tolist(), strict=True)
    return [
        Item(
            bank.labels[value].decode("utf-8", "replace") or "none", ((at - first, at - first + 1),)
        )
        for at, value in both
    ]
