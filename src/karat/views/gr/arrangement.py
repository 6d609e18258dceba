"""How a phrase is put together: which children are heads, and which of these the others depend on.

It follows from the category of the phrase and the kinds of its children, and few of these combinations
make up most of a text. So each is worked out once.
"""

import functools
from dataclasses import dataclass

from karat.views.gr.amounts import between
from karat.views.gr.coordination import conjuncts, nearest
from karat.views.gr.kinds import Kind
from karat.views.gr.phrases import NOMINAL, SILENT, VERBS, head_of

_SILENT_IN_NOUNS = SILENT | {"DT"}
_VERB_PHRASES = ("VP", "S", "SINV", "SQ")


@dataclass(frozen=True, eq=False, slots=True)
class Arrangement:
    """Children are numbered from 0.

    ``heads`` is empty where all children are null or a remnant is among them; ``hung`` has each other
    child that may have a relation, with the heads that it depends on; ``verb`` is the child with the
    first verb, or -1.
    """

    heads: tuple[int, ...]
    hung: tuple[tuple[int, tuple[int, ...]], ...]
    verb: int


@functools.lru_cache(1 << 16)
def arrangement(base: str, kinds: tuple[Kind, ...]) -> Arrangement:
    """The arrangement of a phrase.

    >>> from karat.views.gr.kinds import kind
    >>> arrangement("NP", (kind("DT"), kind("NN"), kind("PP")))
    Arrangement(heads=(1,), hung=((2, (1,)),), verb=-1)
    """
    full = [i for i, one in enumerate(kinds) if not one.null]
    gaps = {one.base for one in kinds if one.gap}
    if not full or (gaps and "VP" not in gaps):
        # Gapping: the remnants of a clause without a verb are related through the first clause.
        return Arrangement((), (), _first_verb(kinds, ()))
    inside = [kinds[i] for i in full]
    bases = [one.base for one in inside]
    joined = conjuncts(base, inside)
    chosen = sorted(joined) or [head_of(base, inside)]
    split = between(bases) if base == "QP" else -1
    second = -1
    if split >= 0:
        # The end of a range depends on its beginning, and what belongs to it on the end.
        chosen = [head_of(base, inside[:split])]
        second = split + 1 + head_of(base, inside[split + 1 :])
    heads = tuple(full[i] for i in chosen)
    hung = [(i, heads) for i, one in enumerate(kinds) if one.null]
    silent = _SILENT_IN_NOUNS if base in NOMINAL else SILENT
    picked = {*chosen}
    for i, one in enumerate(bases):
        if i not in picked and (one not in silent or _before_number(base, bases, i)):
            on = tuple(full[j] for j in nearest(base, bases, chosen, i)) if joined else heads
            hung.append((full[i], (full[second],) if -1 < split < i != second else on))
    return Arrangement(heads, tuple(sorted(hung)), _first_verb(kinds, heads))


def _before_number(base: str, bases: list[str], i: int) -> bool:
    """Whether a preposition may be an adverb before a number: about 20 (QP), over half (NP).

    In a QP a number follows it; in another noun phrase it comes first, and no possessor follows it.
    """
    if base not in NOMINAL or bases[i] != "IN":
        return False
    after = bases[i + 1 : i + 2]
    return after in (["CD"], ["$"]) if base == "QP" else i == 0 and after != ["PRP$"]


def _first_verb(kinds: tuple[Kind, ...], heads: tuple[int, ...]) -> int:
    """A verb among the children; otherwise one in the head, otherwise in the first phrase with one."""
    verbs = [i for i, one in enumerate(kinds) if one.base in VERBS or one.base == "TO"]
    verbs += [i for i in heads if kinds[i].base in _VERB_PHRASES]
    return next(
        (i for i in (*verbs, *(i for i, k in enumerate(kinds) if k.base in _VERB_PHRASES))), -1
    )
