"""Constructions that are taken from dependencies with the labels of Universal Dependencies."""

import numpy as np

from karat.model.columns import Bools, Ints, Longs
from karat.views.chunks import chunks_of
from karat.views.deps.links import Links
from karat.views.edit import spelt

_NOMINAL = b"NOUN PROPN PRON NUM SYM".split()
# Labels of words that head no phrase of their own.
_PARTS = (
    b"compound flat fixed nummod det amod goeswith case mark cc punct aux cop advmod discourse "
    b"nmod:desc"
).split()
_NOT_IN_NP = (
    b"case mark cc punct cop aux nsubj csubj expl parataxis discourse advcl vocative".split()
)

# The tags and the spellings of opening and of closing brackets.
_BRACKETS = (
    ((b"-LRB-", b"("), b"( [ { -lrb- -lsb- -lcb-".split()),
    ((b"-RRB-", b")"), b") ] } -rrb- -rsb- -rcb-".split()),
)


def spans(links: Links) -> dict[str, Ints]:
    """Rows of (first word, end, -1), by row of the Bank; a noun phrase is a head with its yield."""
    nominal = links.tagged(_NOMINAL) & ~links.among(*_PARTS)
    nominal &= ~(links.among(b"nmod:poss") & ~links.with_clitic)
    both = links.labelled(b"cc:preconj")  # both Ann and Bob
    low, high = links.reach(~links.among(*_NOT_IN_NP) | both)
    whole_low, whole_high = links.reach(~links.among(b"punct", b"cc"))

    def rows(chosen: Bools, first: Longs, last: Longs) -> Ints:
        found = np.stack([first, last + 1, np.full_like(last, -1)], axis=1)[chosen]
        return np.unique(found, axis=0).astype(np.int32)

    remark = links.among(b"parataxis") | _bracketed(links)
    return {
        "minimal_np": _minimal(links),
        "maximal_np": _outermost(rows(nominal, low, high)),
        "appositive": rows(links.among(b"appos"), low, high),
        "relative_clause": rows(links.labelled(b"acl:relcl"), whole_low, whole_high),
        "parenthetical": rows(remark, whole_low, whole_high),
    }


def relations(links: Links) -> dict[str, Ints]:
    """Rows of words: preposition phrases with what they modify, predicates, predicate-arguments."""
    itself, head = links.itself, links.head
    subject, object_ = links.dependent(b"nsubj"), links.dependent(b"obj")
    subject = np.where(subject >= 0, subject, links.dependent(b"expl"))
    copular = links.dependent(b"cop") >= 0
    with_case = links.marked(links.among(b"case") & links.before)
    apart = links.among(b"conj") & with_case
    low, high = links.reach(~(links.among(b"punct", b"cc", b"parataxis") | apart))
    phrase = with_case & links.among(b"nmod", b"obl") & (head != itself)
    acts = links.tagged((b"VERB", b"AUX")) & ((subject >= 0) | (object_ >= 0)) & ~copular
    none = np.full(len(itself), -1)
    return {
        "pp_modifier": np.stack([low, high + 1, head], axis=1)[phrase].astype(np.int32),
        "predicative": np.stack([itself, subject, none], axis=1)[copular].astype(np.int32),
        "predicate_argument": np.stack([itself, subject, object_], axis=1)[acts].astype(np.int32),
    }


def _bracketed(links: Links) -> Bools:
    """Words that have an opening and a closing bracket as dependents.

    Many files have no tags for them, or one tag for all punctuation, so their spelling counts too.
    """
    bank, find = links.bank, links.bank.labels.find
    opening, closing = (
        links.marked(np.isin(bank.tag, [find(tag) for tag in tags]) | spelt(bank, words))
        for tags, words in _BRACKETS
    )
    return opening & closing


def _minimal(links: Links) -> Ints:
    """Noun chunks with the *'s* that follows them; chunks that begin with *'s* are left out."""
    bank = links.bank
    layer = chunks_of(bank)
    base = np.repeat(bank.token_offset[:-1], np.diff(layer.offset))
    start, end = base + layer["start"], base + layer["end"]
    clitic = links.among(b"case") & (links.itself > links.head)
    keep = np.flatnonzero((layer["label"] == bank.labels.find(b"NP")) & ~clitic[start])
    # A preposition may be there for a word further away: who did you give the book to?
    own = np.append(clitic, False)[end] & (np.append(links.head, -1)[end] >= start)
    rows = np.stack([start, end + own, np.full_like(end, -1)], axis=1)
    return rows[keep].astype(np.int32)


def _outermost(rows: Ints) -> Ints:
    """Spans that are inside no other span."""
    rows = rows[np.lexsort((-rows[:, 1], rows[:, 0]))]
    keep = np.ones(len(rows), np.bool_)
    keep[1:] = np.maximum.accumulate(rows[:, 1])[:-1] < rows[1:, 1]
    return rows[keep]
