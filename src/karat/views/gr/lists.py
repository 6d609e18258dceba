"""The conjuncts of a phrase that has no coordinator: lists, and clauses side by side."""

from bisect import bisect_left
from collections.abc import Sequence

from karat.views.gr.kinds import Kind
from karat.views.gr.phrases import ADVERBIAL, NOMINAL, SENTENCES, VERBS, head_of

# Phrases that are joined if there is nothing else beside them.
_REPEATED = {"PP": frozenset({"PP"})} | dict.fromkeys(("INTJ", "FRAG"), frozenset({"UH", "INTJ"}))
_DEPENDENT = ADVERBIAL | {"SBJ", "TPC", "NOM"}
# What is joined in these; an adverb is not joined to adjectives: much, much smoother.
_DESCRIBING = {
    "ADJP": frozenset({"JJ", "JJR", "JJS", "VBN", "VBG", "ADJP"}),
    "ADVP": frozenset({"RB", "RBR", "ADVP"}),
}


def side_by_side(base: str, kinds: Sequence[Kind], content: list[int]) -> list[int]:
    """Phrases without a coordinator: clauses or verb phrases, if there are no others (It was late; they
    left), prepositional phrases (from place to place), interjections (no, no), nouns of a list."""
    if base in NOMINAL or base == "PRN":
        return _list(kinds, content)
    if base in ("ADJP", "ADVP"):
        return _adjectives(base, kinds, content)
    if base in _REPEATED and {kinds[i].base for i in content} <= _REPEATED[base]:
        return content if len(content) > 1 else []
    if base == "VP" and not any(kinds[i].base in VERBS or kinds[i].base == "TO" for i in content):
        found = [i for i in content if kinds[i].base == "VP"]
        return found if len(found) > 1 else []
    if base == "SBAR":
        # A clause with which is about the one before it.
        alike = all(kinds[i].base in ("SBAR", "S") and not kinds[i].functions for i in content)
        alike &= bool(content) and kinds[content[0]].base == "SBAR"
        joined = alike and not any(kinds[i].relative for i in content[1:])
        return content if joined and len(content) > 1 else []
    if base == "S" and (phrases := _verb_phrases(kinds)):
        return phrases
    if base not in SENTENCES or any(kinds[i].base in ("VP", "NP") for i in content):
        return []
    found = [i for i in content if kinds[i].base in SENTENCES]
    found = [i for i in found if _DEPENDENT.isdisjoint(kinds[i].functions)]
    return found if len(found) > 1 else []


def _verb_phrases(kinds: Sequence[Kind]) -> list[int]:
    """Verb phrases after one subject, with a comma between them: we came, saw."""
    found = [i for i, one in enumerate(kinds) if one.base == "VP" and "SBJ" not in one.functions]
    if len(found) < 2 or not any("SBJ" in one.functions for one in kinds[: found[0]]):
        return []
    between = {one.base for one in kinds[found[0] : found[-1]]}
    return found if between <= {"VP", ",", ";", "ADVP", "RB"} and "," in between else []


def _list(kinds: Sequence[Kind], content: list[int]) -> list[int]:
    """The nouns of a list without a coordinator: a pail, a mop, rags.

    Each stands between commas or semicolons. Of phrases between commas it takes three, as the second of two
    explains the first, and four if there are names (Reno, Nevada, a town); otherwise two are enough.
    """
    stretches = _between_commas(kinds, content)
    single = all(len(one) == 1 and _listable(kinds[one[0]]) for one in stretches)
    phrases = [kinds[i].base for i in content if kinds[i].base in NOMINAL]
    named = any(kinds[i].name for i in content)
    bases = {one.base for one in kinds}
    clear = not phrases or ("," not in bases and ":" not in bases)
    if not single or len(stretches) < (2 if clear else 4 if named else 3):
        return []
    return [one[0] for one in stretches]


def _between_commas(kinds: Sequence[Kind], content: list[int]) -> list[list[int]]:
    marks = [i for i, one in enumerate(kinds) if one.base in (",", ";")]
    stretches: dict[int, list[int]] = {}
    for i in content:
        if kinds[i].base not in (",", ";"):
            stretches.setdefault(bisect_left(marks, i), []).append(i)
    return [stretches[at] for at in sorted(stretches)]


def _adjectives(base: str, kinds: Sequence[Kind], content: list[int]) -> list[int]:
    """Adjectives or adverbs between commas: strange, not familiar."""
    stretches = _between_commas(kinds, content)
    heads = [one[head_of(base, [kinds[i] for i in one])] for one in stretches]
    alike = len(heads) > 1 and all(kinds[i].base in _DESCRIBING[base] for i in heads)
    return heads if alike else []


def _listable(one: Kind) -> bool:
    """Whether something may be a noun in a list: no time, no adverbial."""
    return one.base in ("NP", "NN", "NNS", "CD") and not one.functions & ADVERBIAL
