"""Predicates of verbs in trees that no function tag marks."""

from karat.views.gr.nominals import set_off
from karat.views.gr.parts import Part, Reading
from karat.views.gr.prepositions import type_of
from karat.views.gr.words import listed

_ADJECTIVES = ("JJ", "JJR", "JJS", "UCP")
# Beside one of these, another phrase is no predicate of be.
_COMPLEMENTS = frozenset({"NP", "ADJP", "PP", "S", "SBAR", "VP", "UCP", "JJ", "VBN"})
_NONE: frozenset[str] = frozenset()


def predicative(reading: Reading, part: Part) -> bool:
    """Whether a phrase beside a verb is a predicate, by its tag or by its head; not if it is set off.

    An adjective is; beside a copula also a single adjective, a participle in an ADVP (was pleased with
    it), and an adverb of place or time that has no other complement beside it (is here).
    """
    tree = reading.tree
    base, verb = tree.base(part.node), tree.lemma[part.heads[0]]
    if "PRN" in part.functions:
        return False
    if "PRD" in part.functions:
        return base != "ADVP" or verb != "do"
    fits = base == "ADJP"
    if base == "ADVP" and part.words and verb in reading.lexicon.copular:
        where = verb == "be" and tree.lemma[part.words[0]] in listed("whereabouts")
        fits = tree.tag[part.words[0]] == "VBN" or (where and _only(reading, part))
    elif base in _ADJECTIVES and tree.base(part.parent) == "VP":
        fits = base != "UCP" or verb in reading.lexicon.copular
    return fits and not set_off(tree, part)


def _only(reading: Reading, part: Part) -> bool:
    """Whether a part comes after be, and nothing else in its phrase is a complement or predicate."""
    tree = reading.tree
    siblings, heads = tree.children[part.parent], tree.head_children[part.parent]
    if tree.base(part.parent) != "VP" or heads[0] > part.node or part.heads[0] in reading.fronted:
        return False
    others = [one for one in siblings if one != part.node]
    tagged = any(tree.functions(one) & {"PRD", "SBJ"} for one in others)
    return not tagged and not _COMPLEMENTS.intersection(map(tree.base, others))


def unlike(reading: Reading, part: Part) -> frozenset[str]:
    """PRD for unlike phrases that are joined beside be: is rich and in love."""
    tree = reading.tree
    joined = tree.base(part.node) == "UCP" and tree.base(part.parent) == "VP" and not part.functions
    beside = joined and tree.lemma[part.heads[0]] == "be" and not set_off(tree, part)
    return frozenset({"PRD"}) if beside and _only(reading, part) else _NONE


def beside_adjunct(reading: Reading, part: Part, one: int) -> bool:
    """Whether a participle is joined with a phrase that modifies a verb, and so modifies it too: left in
    haste and carrying a bag."""
    tree, verb = reading.tree, reading.tree.lemma[part.heads[0]]
    if tree.first_verb[one] not in ("VBG", "VBN") or tree.base(one) not in ("VP", "S"):
        return False
    if part.functions & {"PRD", "CLR"} or verb in reading.lexicon.copular:
        return False
    phrases = [two for two in tree.head_children[part.node] if tree.base(two) in ("PP", "ADVP")]
    return reading.verbal(part) and any(
        tree.base(two) == "ADVP" or not reading.lexicon.selects(verb, type_of(reading, two))
        for two in phrases
    )


def adjectival(reading: Reading, part: Part) -> None:
    """A verb phrase of an adjective: the predicate of a copula (was 62%-owned by), else a modifier."""
    if reading.tree.lemma[part.heads[0]] in reading.lexicon.copular:
        reading.predicate(part.heads, part.words)
    else:
        reading.draft.modify(part.heads, part.words)
