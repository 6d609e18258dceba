"""Constructions that are read off dependencies with the labels of Universal Dependencies."""

import numpy as np

from karat.model.bank import Bank
from karat.model.columns import Bools, Ints, Longs
from karat.views.chunks import chunks_of
from karat.views.chunks.from_deps import Relations, universal_tags
from karat.views.edit import sentence_of_words

_NOMINAL = b"NOUN PROPN PRON NUM SYM".split()
# Labels of words that head no phrase of their own.
_PARTS = (
    b"compound flat fixed nummod det amod goeswith case mark cc punct aux cop advmod discourse "
    b"nmod:desc"
).split()
_NOT_IN_NP = (
    b"case mark cc punct cop aux nsubj csubj expl parataxis discourse advcl vocative".split()
)


def spans(bank: Bank) -> dict[str, Ints]:
    """Rows of first word, end and -1, by row of the Bank; noun phrases are heads with their yields."""
    tree = _Tree(bank)
    relation = tree.relation
    nominal = np.isin(tree.upos, [bank.labels.find(tag) for tag in _NOMINAL])
    nominal &= ~relation.among(_PARTS)
    nominal &= ~(relation.among([b"nmod:poss"]) & ~tree.has_clitic)
    low, high = tree.reach(~relation.among(_NOT_IN_NP))
    whole_low, whole_high = tree.reach(~relation.among([b"punct", b"cc"]))
    in_brackets = tree.bracketed()

    def rows(chosen: Bools, first: Longs, last: Longs) -> Ints:
        none = np.full(int(np.count_nonzero(chosen)), -1)
        return np.unique(np.stack([first[chosen], last[chosen] + 1, none], axis=1), axis=0).astype(
            np.int32
        )

    return {
        "minimal_np": _minimal(bank, tree),
        "maximal_np": _outermost(rows(nominal, low, high)),
        "appositive": rows(relation.among([b"appos"]), low, high),
        "relative_clause": rows(tree.labelled(b"acl:relcl"), whole_low, whole_high),
        "parenthetical": rows(relation.among([b"parataxis"]) | in_brackets, whole_low, whole_high),
    }


def links(bank: Bank) -> dict[str, Ints]:
    """Rows of words: preposition phrases with what they modify, predicates, predicate-arguments."""
    tree = _Tree(bank)
    relation, itself, head = tree.relation, tree.itself, tree.head
    subject, object_ = (tree.dependent(relation.among([label])) for label in (b"nsubj", b"obj"))
    expletive = tree.dependent(relation.among([b"expl"]))
    subject = np.where(subject >= 0, subject, expletive)
    copular = tree.dependent(relation.among([b"cop"])) >= 0
    with_case = np.zeros(len(itself), np.bool_)
    with_case[head[relation.among([b"case"]) & (itself < head)]] = True
    apart = relation.among([b"conj"]) & with_case
    low, high = tree.reach(~(relation.among([b"punct", b"cc", b"parataxis"]) | apart))
    phrase = with_case & relation.among([b"nmod", b"obl"]) & (head != itself)
    verb = np.isin(tree.upos, [bank.labels.find(tag) for tag in (b"VERB", b"AUX")])
    acts = verb & ((subject >= 0) | (object_ >= 0)) & ~copular
    none = np.full(len(itself), -1)
    return {
        "pp_modifier": np.stack([low, high + 1, head], axis=1)[phrase].astype(np.int32),
        "predicative": np.stack([itself, subject, none], axis=1)[copular].astype(np.int32),
        "predicate_argument": np.stack([itself, subject, object_], axis=1)[acts].astype(np.int32),
    }


class _Tree:
    """Words and their heads, by row of the Bank; a root is its own head."""

    def __init__(self, bank: Bank) -> None:
        edges = bank.layer("edges")
        self.bank = bank
        self.itself = np.arange(len(bank.tag))
        base = bank.token_offset[sentence_of_words(bank)]
        self.head: Longs = np.where(edges["head"] >= 0, edges["head"] + base, self.itself)
        self.relation = Relations(bank, edges["label"])
        self._label = edges["label"]
        self.upos = universal_tags(bank)

    def labelled(self, label: bytes) -> Bools:
        """The words with exactly this label."""
        found: Bools = self._label == self.bank.labels.find(label)
        return found

    @property
    def has_clitic(self) -> Bools:
        """Words with a case marker after them, as in *Ann 's*."""
        found: Bools = np.zeros(len(self.itself), np.bool_)
        found[self.head[self.relation.among([b"case"]) & (self.itself > self.head)]] = True
        return found

    def dependent(self, chosen: Bools) -> Longs:
        """For each word its first dependent of those chosen, or -1."""
        result: Longs = np.full(len(self.itself), -1)
        rows = np.flatnonzero(chosen & (self.head != self.itself))[::-1]
        result[self.head[rows]] = rows
        return result

    def bracketed(self) -> Bools:
        """Words on which an opening and a closing bracket hang."""
        found = []
        for tags in ((b"-LRB-", b"("), (b"-RRB-", b")")):
            here: Bools = np.zeros(len(self.itself), np.bool_)
            marks = np.isin(self.bank.tag, [self.bank.labels.find(tag) for tag in tags])
            here[self.head[marks]] = True
            found.append(here)
        both: Bools = found[0] & found[1]
        return both

    def reach(self, linked: Bools) -> tuple[Longs, Longs]:
        """For each word the first and the last of those below it, through these links only."""
        low, high = self.itself.copy(), self.itself.copy()
        linked = linked & (self.head != self.itself)
        depth = self._depths()
        rows = np.flatnonzero(linked)
        rows = rows[np.argsort(-depth[rows], kind="stable")]
        # From the deepest words up, a level at a time.
        levels = np.flatnonzero(np.diff(depth[rows])) + 1
        for level in np.split(rows, levels):
            np.minimum.at(low, self.head[level], low[level])
            np.maximum.at(high, self.head[level], high[level])
        return low, high

    def _depths(self) -> Longs:
        """How many heads are above each word, in as many steps as the logarithm of the deepest."""
        depth: Longs = (self.head != self.itself).astype(np.int64)
        above = self.head.copy()
        # No more steps than a chain can need: in a faulty sentence it may be a circle.
        for _ in range(len(above).bit_length()):
            depth = depth + depth[above]
            above = above[above]
        return depth


def _minimal(bank: Bank, tree: _Tree) -> Ints:
    """Noun chunks, with the *'s* that follows them and without those that it begins."""
    layer = chunks_of(bank)
    sentence = np.repeat(np.arange(len(bank)), np.diff(layer.offset))
    base = bank.token_offset[sentence]
    start, end = base + layer["start"], base + layer["end"]
    clitic = tree.relation.among([b"case"]) & (tree.itself > tree.head)
    clitic &= np.diff(tree.itself, prepend=-1) == 1
    noun = layer["label"] == bank.labels.find(b"NP")
    follows = np.append(clitic, False)[end]
    keep = noun & ~clitic[start]
    none = np.full(int(np.count_nonzero(keep)), -1)
    return np.stack([start[keep], (end + follows)[keep], none], axis=1).astype(np.int32)


def _outermost(rows: Ints) -> Ints:
    """Spans that no other one holds."""
    order = np.lexsort((-rows[:, 1], rows[:, 0]))
    rows = rows[order]
    keep = np.ones(len(rows), np.bool_)
    if len(rows):
        keep[1:] = np.maximum.accumulate(rows[:, 1])[:-1] < rows[1:, 1]
    return rows[keep]
