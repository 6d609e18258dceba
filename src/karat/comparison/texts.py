"""Two whole texts compared word by word: the counts behind the figures of conll18."""

from functools import partial

import numpy as np

from karat.comparison.alignment import Alignment, align
from karat.comparison.blank_tokens import laid_out
from karat.comparison.enhanced import compared_graphs, without_graphs
from karat.comparison.universal import Tables, Words, with_one_root
from karat.model.bank import Bank
from karat.model.columns import Bools, Ints, Longs, Numbers, grouped
from karat.model.enhanced import with_graphs
from karat.model.labels import Labels
from karat.model.outcome import Note, Outcome, Stage, Status
from karat.model.relation import Relation

SPANS = ("Tokens", "Sentences", "Words")
ALIGNED = ("UPOS", "XPOS", "UFeats", "AllTags", "Lemmas", "UAS", "LAS", "CLAS", "MLAS", "BLEX")
ENHANCED = ("ELAS", "EULAS")
_OF_CONTENT = ("CLAS", "MLAS", "BLEX")
_Right = dict[str, Bools]


class Texts:
    """Compares two whole texts."""

    def __init__(self, labels: Labels, enhanced: bool) -> None:
        self._tables, self._enhanced = Tables(labels), enhanced

    def __call__(self, gold: Bank, system: Bank) -> Outcome:
        gold, system = with_one_root(gold), with_one_root(system)
        if self._enhanced:
            gold, system = with_graphs(gold), with_graphs(system)
        tables = self._tables
        (gold, ours_laid), (system, theirs_laid) = laid_out(gold), laid_out(system)
        alignment = align(gold, system, ours_laid, theirs_laid)
        ours, theirs = Words.of(gold, tables), Words.of(system, tables)
        place = _Places(gold, alignment)
        rows = place.rows_of(alignment.system.begin)
        paired = alignment.gold_partner >= 0
        right = _right(ours, theirs, alignment, tables)
        counts = _counts(gold, system, ours, theirs, alignment, right, place, rows)
        notes: tuple[Note, ...] = ()
        if self._enhanced:
            counts |= compared_graphs(gold, system, alignment, place.count, rows)
            notes = without_graphs(counts, np.diff(gold.token_offset))
        hit = (right["LAS"] & paired).astype(np.int8)
        system_hit = np.zeros(len(rows), np.int8)
        system_hit[alignment.gold_partner[hit == 1]] = 1
        system_offset = np.searchsorted(rows, np.arange(len(gold) + 1)).astype(np.int32)
        partner = _partners(gold, system, alignment, place)
        status = _status(gold, system, alignment, partner)
        lost = status != Status.SCORED
        theirs_compared = _relation(system_offset, theirs)
        if lost.any():
            counts = {
                name: column if name.endswith("_gold") else np.where(lost, 0, column)
                for name, column in counts.items()
            }
            hit[np.repeat(lost, np.diff(gold.token_offset))] = 0
            kept = ~lost[rows]
            theirs_compared, system_hit = theirs_compared.where(kept), system_hit[kept]
        compared = _relation(gold.token_offset, ours), theirs_compared, hit, system_hit
        return Outcome(
            *(status, np.diff(gold.token_offset), *compared, (gold, system)),
            counts=counts,
            notes=notes,
            stages=partial(_stages, gold, system, alignment),
            detail=partial(_detail, gold, system, alignment, partner),
        )


def _counts(
    gold: Bank, system: Bank, ours: Words, theirs: Words, alignment: Alignment, right: _Right,
    place: "_Places", rows: Ints,
) -> dict[str, Longs]:  # fmt: skip
    """For each figure and each gold sentence, how many items there are and how many are right.

    ``rows`` is the gold sentence that each word of the system belongs to.
    """

    def of_gold(column: Bools) -> Longs:
        return grouped(column.view(np.int8), gold.token_offset)

    paired = alignment.gold_partner >= 0
    # All figures are about the same words, or the same content words.
    whole = (np.diff(gold.token_offset).astype(np.int64), place.count(rows), of_gold(paired))
    theirs_of_content = place.count(rows[theirs.content])
    content = (of_gold(ours.content), theirs_of_content, of_gold(ours.content & paired))
    counts = dict(zip(("Words_gold", "Words_system", "Words_correct"), whole, strict=True))
    counts |= _spans("Tokens", alignment.gold.tokens, alignment.system.tokens, place)
    # A sentence that cannot be read has no words, so it has no place: on the system's side it is none.
    counts |= _spans(
        "Sentences",
        alignment.gold.sentences[np.diff(gold.token_offset) > 0],
        alignment.system.sentences[np.diff(system.token_offset) > 0],
        place,
    )
    counts["Sentences_gold"] = np.ones(len(gold), np.int64)
    for figure in ALIGNED:
        total, found, aligned = content if figure in _OF_CONTENT else whole
        counted = paired & ours.content if figure in _OF_CONTENT else paired
        counts[f"{figure}_gold"], counts[f"{figure}_system"] = total, found
        counts[f"{figure}_aligned"] = aligned
        counts[f"{figure}_correct"] = of_gold(right[figure] & counted)
    return counts


class _Places:
    """Which gold sentence a character belongs to."""

    def __init__(self, gold: Bank, alignment: Alignment) -> None:
        self._begin = alignment.gold.sentences[:, 0]
        self._size = len(alignment.gold.characters)
        self._sentences = len(gold)

    def rows_of(self, begin: Ints) -> Ints:
        """The gold sentence of each of these start positions, which must be sorted."""
        sizes = np.diff(np.searchsorted(begin, self._begin[1:]), prepend=0, append=len(begin))
        return np.repeat(np.arange(self._sentences, dtype=np.int32), sizes)

    def count(self, rows: Numbers) -> Longs:
        return np.bincount(rows, minlength=self._sentences).astype(np.int64)

    def common(self, gold: Ints, system: Ints) -> Bools:
        """Which of gold's text spans the system has too; no two spans of a side begin together."""
        finish = np.zeros(self._size + 1, np.int32)
        finish[system[:, 0]] = system[:, 1]
        return np.asarray(finish[gold[:, 0]] == gold[:, 1], bool)


def _spans(figure: str, gold: Ints, system: Ints, place: _Places) -> dict[str, Longs]:
    return {
        f"{figure}_gold": place.count(place.rows_of(gold[:, 0])),
        f"{figure}_system": place.count(place.rows_of(system[:, 0])),
        f"{figure}_correct": place.count(place.rows_of(gold[place.common(gold, system), 0])),
    }


def _right(gold: Words, system: Words, alignment: Alignment, tables: Tables) -> _Right:
    """For each figure, which gold words have a partner that is right."""
    partner = alignment.gold_partner
    if not len(alignment.system_partner):
        return dict.fromkeys(ALIGNED, np.zeros(len(partner), bool))
    upos, xpos, feats, deprel, lemma = (
        getattr(gold, name) == getattr(system, name)[partner]
        for name in ("upos", "xpos", "feats", "deprel", "lemma")
    )
    lemma |= gold.lemma == tables.unknown
    # The gold word aligned with the head of each word's partner; -1 is the root, -2 is no word.
    their_head = system.head[partner]
    mapped = np.where(their_head >= 0, alignment.system_partner[their_head], -1)
    mapped = np.where((their_head >= 0) & (mapped < 0), -2, mapped)
    uas = gold.head == mapped
    las = uas & deprel
    # A functional child is right if word, head, rank among sisters, label, tag and features agree.
    child = gold.functional & (partner >= 0) & system.functional[partner]
    child &= las & upos & feats & (gold.rank == system.rank[partner])
    good = np.bincount(gold.head[child], minlength=len(partner))
    children = (gold.children == good) & (gold.children == system.children[partner])
    tags, mlas = upos & xpos & feats, las & upos & feats & children
    columns = (upos, xpos, feats, tags, lemma, uas, las, las, mlas, las & lemma)
    return dict(zip(ALIGNED, columns, strict=True))


def _relation(offset: Ints, words: Words) -> Relation:
    rows = np.arange(len(words.head), dtype=np.int32)
    return Relation(offset, rows, words.head, words.deprel, rows, "set")


def _partners(gold: Bank, system: Bank, alignment: Alignment, place: _Places) -> Ints:
    """The gold sentence in which each sentence of the system begins.

    One that cannot be read has no text. If there are as many on both sides, it stands for the one at its
    place, unless that one has text and is somewhere else.
    """
    found = place.rows_of(alignment.system.sentences[:, 0])
    if len(gold) == len(system):
        ours, theirs = (np.diff(bank.token_offset) for bank in (gold, system))
        same = (system.fault != 0) & (theirs == 0) & ((ours == 0) | (alignment.differs == 1))
        found = np.where(same, np.arange(len(gold), dtype=np.int32), found)
    return found


def _status(gold: Bank, system: Bank, alignment: Alignment, partner: Ints) -> Ints:
    """Why a gold sentence has no score: it or its counterpart is not a tree, or the text differs."""
    status = np.where(alignment.differs == 1, Status.DIFFERENT, 0).astype(np.int32)
    sentences = alignment.system.sentences
    for sentence in system.fault.nonzero()[0].tolist():
        begin, finish = sentences[sentence].tolist()
        ours = alignment.gold.sentences
        touched = (ours[:, 0] < finish) & (ours[:, 1] > begin) & (begin < finish)
        touched[partner[sentence]] = True
        status[touched] = Status.SYSTEM_FAULT
    status[gold.fault != 0] = Status.GOLD_FAULT
    return status


def _detail(gold: Bank, system: Bank, alignment: Alignment, partner: Ints, row: int) -> str:
    """What is wrong with a sentence, with its place."""
    if gold.fault[row]:
        return str(gold.error(row))
    begin, finish = alignment.gold.sentences[row].tolist()
    sentences = alignment.system.sentences
    for sentence in system.fault.nonzero()[0].tolist():
        first, last = sentences[sentence].tolist()
        if partner[sentence] == row or max(first, begin) < min(last, finish):
            return str(system.error(sentence))
    if finish == len(alignment.gold.characters) and _goes_on(alignment):
        after = int(np.searchsorted(sentences[:, 0], finish))
        where = f"{system.path}:{system.line(min(after, len(system) - 1))}"
        return f"{where}: the text goes on after gold's end, which is that of {gold.path}"
    # A sentence whose text differs may begin behind gold's beginning, since it lacks characters.
    own = np.flatnonzero(partner == row)
    before = max(0, int(np.searchsorted(sentences[:, 0], begin, "right")) - 1)
    sentence = int(own[0]) if len(own) else before
    text = alignment.gold.characters[begin:finish].tobytes().decode("utf-8", "replace")
    where = f"{system.path}:{system.line(sentence)}" if len(system) else f"{system.path}, empty"
    return f"{gold.path}:{gold.line(row)} spells {text[:60]!r}; near {where} the text differs"


def _goes_on(alignment: Alignment) -> bool:
    """Whether the system's text is gold's, and more."""
    ours, theirs = alignment.gold.characters, alignment.system.characters
    return len(theirs) > len(ours) and np.array_equal(theirs[: len(ours)], ours)


def _stages(gold: Bank, system: Bank, alignment: Alignment) -> list[Stage]:
    """Words of either side that are not aligned with a word of the other."""
    found = [
        Stage(side, "words", bank, np.flatnonzero(partner < 0).astype(np.int32), why)
        for side, bank, partner, why in (
            ("gold", gold, alignment.gold_partner, "not aligned with a word of the system"),
            ("system", system, alignment.system_partner, "not aligned with a word of gold"),
        )
    ]
    return [stage for stage in found if len(stage.rows)]
