"""The conjuncts of a phrase, which are all heads, and what its other children depend on."""

from bisect import bisect_left
from collections.abc import Sequence

from karat.views.gr.kinds import AMPERSAND, Kind
from karat.views.gr.lists import side_by_side
from karat.views.gr.phrases import (
    ADVERBIAL,
    DETERMINERS,
    NOMINAL,
    NOUNS,
    PUNCTUATION,
    SENTENCES,
    VERBS,
    head_of,
)

_COORDINATORS = frozenset({"CC", "CONJP", AMPERSAND})
# The categories of conjuncts; for clauses, noun phrases and mixed ones see ``_alike``.
_ALIKE = {base: frozenset({base}) for base in ("VP", "PP", "WHPP", "ADJP", "ADVP", "WHADVP")}
_ALIKE |= {"PRN": frozenset({"S", "NP"}), "SBAR": frozenset({"SBAR", "S"})}
_NOUN_LIKE = NOUNS | NOMINAL | {"PRP", "CD", "EX", "WP", "DT", "$"}
_ENDING_NOUNS = _NOUN_LIKE | {"PP", "SBAR", "ADJP"}
_CLASSES = {
    "ADJP": ("JJ", "JJR", "JJS", "VBN", "VBG", "ADJP", "NN", "NNS", "NNP", "RB"),
    "ADVP": ("RB", "RBR", "ADVP"),
    "PRT": ("RP", "IN", "RB"),
    "WHADVP": ("WRB",),
}
# Beside other phrases of a coordination of unlike ones, these are no conjuncts.
_ASIDE = frozenset({"RB", "ADVP", "PRN"})
_ADVERBIALS = frozenset({"ADVP", "NP", "PP", "SBAR"})
# Phrases that clauses are joined with, and what else may come last: the plot and what it means, in bars and
# elsewhere.
_MIXED = {one: frozenset({one}) for one in ("NP", "ADJP", "PP", "S", "SQ")}
_MIXED |= {"SBARQ": frozenset({"SBAR"}), "NX": frozenset({"NP", "NX"})}
_JOINED_LAST = dict.fromkeys(_MIXED, frozenset({"S", "SBAR", "VP"}))
_JOINED_LAST["PP"] |= {"ADVP"}
_OWNERS = DETERMINERS - {"DT"}


def conjuncts(base: str, kinds: Sequence[Kind]) -> list[int]:
    """The conjuncts among the children, if the phrase is a coordination of heads.

    >>> from karat.views.gr.kinds import kind
    >>> conjuncts("NP", [kind("NN"), kind("CC"), kind("JJ"), kind("NN")])
    [0, 3]
    >>> conjuncts("NP", [kind("JJ"), kind("CC"), kind("JJ"), kind("NN")])
    []
    """
    bases = [one.base for one in kinds]
    content = [i for i, one in enumerate(bases) if one not in PUNCTUATION]
    marks = [i for i in content[1:] if bases[i] in _COORDINATORS]
    if not marks:
        return side_by_side(base, kinds, content)
    if base == "UCP":
        return _unlike(bases)
    alike = _alike(base)
    found = [i for i in content if bases[i] in alike]
    if base in SENTENCES:
        found = [i for i in found if not kinds[i].functions & ADVERBIAL]
    found += _asked_last(base, kinds, content, marks[-1])
    if len(found) > 1 and any(found[0] < mark < found[-1] for mark in marks):
        first = [content[0]] if base == "NP" and bases[content[0]] == "SBAR" else []
        return first + found  # what it means, its history and its use
    if base == "ADVP" and all(bases[i] in _ADVERBIALS for i in content if i not in marks):
        return _unlike(bases)  # late next year or early in 1991
    return _mixed(base, bases, content, marks[-1]) or _flat(base, kinds, marks[-1])


def _asked_last(base: str, kinds: Sequence[Kind], content: list[int], mark: int) -> list[int]:
    """A clause with a conjunction or a question word after clauses: It burns, it melts and what happens?"""
    if base not in SENTENCES:
        return []
    after = [i for i in content if i > mark][:1]
    return [i for i in after if kinds[i].base == "SBAR" and not kinds[i].functions]


def _mixed(base: str, bases: Sequence[str], content: list[int], mark: int) -> list[int]:
    """The conjuncts of a phrase that joins its own kind with clauses: the plot and what it means.

    Only phrases and clauses are among the children, and a clause comes right after the coordinator.

    >>> _mixed("NP", ["NP", "CC", "SBAR"], [0, 1, 2], 1), _mixed("NP", ["NP", "CC", "NP"], [0, 1, 2], 1)
    ([0, 2], [])
    """
    own, last = _MIXED.get(base, frozenset()), _JOINED_LAST.get(base, frozenset())
    after = [i for i in content if i > mark]
    joined = [i for i in content if bases[i] in own | last]
    others = [i for i in content if i not in joined and bases[i] not in _COORDINATORS]
    if not after or bases[after[0]] not in last or others:
        return []
    first = joined[0]
    return joined if first < mark and bases[first] in own else []


def _unlike(bases: Sequence[str]) -> list[int]:
    """The conjuncts of a coordination of unlike phrases: the last phrase or word between coordinators
    and commas, rather than an adverb or a parenthesis beside it; or all prepositional phrases there.

    >>> _unlike(["PP", ",", "CC", "RB", "ADVP", "SBAR"]), _unlike(["NN", "CC", "JJ", "HYPH", "NN"])
    ([0, 5], [0, 4])
    """
    stretches: list[list[int]] = [[]]
    for i, one in enumerate(bases):
        aside = one in _ASIDE and bases[i - 1 : i] == [","] == list(bases[i + 1 : i + 2])
        if aside or one in _COORDINATORS or (one in PUNCTUATION and one != "HYPH"):
            stretches.append([])  # an adverb between commas is no conjunct: and, frankly, angry
        elif one != "HYPH":
            stretches[-1].append(i)
    chosen = [[i for i in one if bases[i] not in _ASIDE] or one for one in stretches if one]
    joined = [[i for i in one if bases[i] == "PP"] or one[-1:] for one in chosen]
    return [i for one in joined for i in one]


def _alike(base: str) -> frozenset[str]:
    if base in SENTENCES:
        return SENTENCES
    return NOMINAL if base in NOMINAL else _ALIKE.get(base, frozenset())


def _flat(base: str, kinds: Sequence[Kind], mark: int) -> list[int]:
    """Coordination of words: stretches between coordinators and commas."""
    bases = [one.base for one in kinds]
    stretches: list[list[int]] = [[]]
    for i, one in enumerate(bases):
        if one in _COORDINATORS or one in PUNCTUATION:
            stretches.append([])
        else:
            stretches[-1].append(i)
    stretches = [one for one in stretches if one]
    heads = [stretch[head_of(base, [kinds[i] for i in stretch])] for stretch in stretches]
    if base == "ADJP":
        heads = [i for i in heads if bases[i] != "RB" or i > mark]  # adverse or otherwise
    after = [i for i in heads if i > mark]
    kind = _class(base, bases[after[0]]) if after else ""
    found = [i for i in heads if kind and _class(base, bases[i]) == kind]
    if len(found) < 2 or found[0] > mark or (kind == "clause" and found != heads):
        return []
    before = [stretch for stretch in stretches if stretch[-1] < mark][-1]
    if kind != "noun":
        return found
    if bases[after[0]] == "CD" == bases[before[-1]] and bases[found[0]] in NOUNS:
        return []  # gates 10 and 11
    named = _names(bases, before[-1:]) and _names(bases, stretches[-1])
    if named and found[0] in before and bases[found[0]] in ("NN", "NNS"):
        return []  # his sisters Ann and Sue
    # In "red and white wine" the word before the coordinator is not a noun; nor is a participle, unless
    # another ends the phrase: teaching and learning; "the 286 and 386 chips".
    ending = _ENDING_NOUNS | {"VBG"} if bases[after[-1]] == "VBG" else _ENDING_NOUNS
    numbers = bases[before[-1]] == "CD" == bases[mark + 1] and bases[after[0]] in NOUNS
    modifiers = bases[before[-1]] not in ending or _modifiers(kinds, stretches, mark)
    modifiers = modifiers or (numbers and len(before) > 1 and bases[before[-2]] in NOUNS)
    return [] if modifiers else found


def _names(bases: Sequence[str], words: Sequence[int]) -> bool:
    return all(bases[i].startswith("NNP") for i in words)


def _modifiers(kinds: Sequence[Kind], stretches: list[list[int]], mark: int) -> bool:
    """Whether the nouns before the coordinator modify the last noun: the copper and lead mines.

    They do if another noun stands between the coordinator and the last noun and no determiner does;
    unless both sides are alike: people, plurals, or several nouns each (sports coverage and arts
    criticism). After a determiner of one thing they do even then. A name with an article or an
    ampersand is one name.
    """
    bases = [one.base for one in kinds]
    nouns = [[i for i in stretch if bases[i] in NOUNS] for stretch in stretches]
    before, after = [one for one in nouns if one and one[-1] < mark], nouns[-1]
    people = any(kinds[one[-1]].person for one in (*before, after) if one)
    if len(after) == 1 and bases[after[0] - 1] == "VBG" and not people:
        after = [after[0] - 1, *after]  # product and manufacturing engineering
    if bases[mark] == AMPERSAND and _proper(bases, before) and _proper(bases, [after]):
        return True
    begin = stretches[-1][0]
    if len(after) < 2 or not before or bases[begin] in DETERMINERS | {"CD"} or kinds[begin].other:
        return False
    if any(bases[stretch[-1]] not in NOUNS for stretch in stretches if stretch[-1] < mark):
        return False
    last, first = after[-1], [one[-1] for one in before]
    if kinds[0].single and bases[last] == "NN" and not people:
        return True  # a stadium bond and tax proposition
    # Several nouns each; not soil moisture and ocean salinity probes.
    longer = not bases[last].startswith("NNP") and len(after) > max(map(len, before))
    several = all(len(one) > 1 for one in before) and not (longer and len(after) > 2)
    if all(bases[i].startswith("NNP") for i in first):
        if not bases[last].startswith("NNP") and all(
            bases[i].startswith("NNP") for i in after[:-1]
        ):
            return True  # Justice Department and FTC officials
        return not several or bases[mark] == AMPERSAND or bases[0] in DETERMINERS
    plural = bases[last] == "NNS" and all(bases[i] == "NNS" for i in first)
    return not (several or plural or all(kinds[i].person for i in (*first, last)))


def _proper(bases: Sequence[str], nouns: list[list[int]]) -> bool:
    """Whether there are nouns, and the last of each stretch is a proper one."""
    return bool(nouns) and all(one and bases[one[-1]].startswith("NNP") for one in nouns)


def _class(base: str, one: str) -> str:
    """A class of categories; only members of the same class are joined."""
    if base in NOMINAL:
        if one in ("S", "VP"):
            return "clause"  # buying cars and selling them
        return "noun" if one in _NOUN_LIKE or one in ("JJ", "JJR", "JJS", "VBG") else ""
    if one in _CLASSES.get(base, ()):
        return base  # among adjectives a participle is one: larger or established
    if one in VERBS or one == "VP":
        return "verb"
    return one if one in ("IN", "NP", "PP") and base != "PP" else ""


def nearest(base: str, bases: Sequence[str], chosen: Sequence[int], i: int) -> list[int]:
    """The conjuncts that another child of a coordination depends on; ``chosen`` are all, in order.

    Between two conjuncts it depends on the one on its side of the coordinator. Before or after all
    conjuncts it depends on all of them, in noun phrases on the nearest; an interjection on the first.

    >>> nearest("VP", ["VP", "CC", "ADVP", "VP"], [0, 3], 2)
    [3]
    >>> nearest("VP", ["VBD", "CC", "VBD", "NP"], [0, 2], 3)
    [0, 2]
    """
    at = bisect_left(chosen, i)
    before, after = chosen[max(at - 1, 0) : at], chosen[at : at + 1]
    if not before and bases[i] in ("INTJ", "UH"):
        return [*after]
    if before and after:
        passed = _COORDINATORS.intersection(bases[before[0] : i])
        ahead = _COORDINATORS.intersection(bases[i : after[0]])
        return [*after] if passed or not ahead else [*before]
    if base in NOMINAL:
        if after and bases[i] in _OWNERS and not DETERMINERS.intersection(bases[after[0] :]):
            return [*chosen]  # its products and methods; not: his wife and the children
        return [*before] or [*after]
    if (
        base == "VP"
        and before
        and bases[before[0]] in VERBS
        and "VP" in (bases[j] for j in chosen[:at])
    ):
        return [*before]  # try and (focus on it)
    return [*chosen]
