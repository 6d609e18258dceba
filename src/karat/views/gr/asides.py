"""Clauses between brackets, dashes or commas that belong to something else than what they stand beside."""

from karat.views.gr.clauses import Clause
from karat.views.gr.nominals import set_off
from karat.views.gr.parts import Part, Reading
from karat.views.gr.phrases import CLAUSES, NOMINAL, PUNCTUATION
from karat.views.gr.words import listed

_VERBAL = CLAUSES | {"VP"}
_JOINED = ("cmod", "ccomp", "xmod", "xcomp")


def joined_to(reading: Reading, part: Part) -> list[int]:
    """The verbs that a verb phrase after a coordinator in a parenthesis is joined to, or none.

    Those that it stands beside (left (and stays away)); beside a noun, those of the relative clause right
    before it (a man who left (and stays away)).
    """
    tree = reading.tree
    inside = [one for one in tree.children[part.node] if tree.base(one) not in PUNCTUATION]
    if tree.base(inside[0]) != "CC":
        return []
    if reading.verbal(part):
        return part.heads
    siblings = tree.children[part.parent]
    at = max(tree.among(part.node, part.parent), 0)
    before = siblings[at - 1] if at > 0 else -1
    return tree.heads[before] if before >= 0 and tree.base(before) == "SBAR" else []


def join(reading: Reading, verbs: list[int], words: list[int], nouns: list[int]) -> None:
    """Verbs with the relations of others that they are joined to; their subject is the nouns that a relative
    clause is about, elsewhere that of the others."""
    draft = reading.draft
    for link in [one for one in draft.links if one.dependent in verbs and one.label in _JOINED]:
        draft.add(link.label, link.type, [link.head], words)
    reading.subject(words, nouns or list(draft.subjects.get(verbs[0], ())))


def tensed(reading: Reading, part: Part) -> None:
    """A verb phrase with a tense below another verb, which is no open complement of it.

    In quoted speech it is what was said ("Hey, that is it"); after a clause and a coordinator it is joined
    to that clause (which is kept and is known today); elsewhere it begins anew, and has no relation.
    """
    tree = reading.tree
    siblings = tree.children[part.parent]
    at = max(tree.among(part.node, part.parent), 0)
    if tree.base(part.parent) == "VP" and tree.lemma[part.heads[0]] in reading.lexicon.reporting:
        reading.draft.add("ccomp", "_", part.heads, part.words)
    elif at and tree.base(part.parent) == "SBAR" and tree.base(siblings[at - 1]) == "CC":
        relative = tree.base(tree.parent[part.parent]) in NOMINAL
        nouns = tree.target.get(part.parent, []) if relative else []
        clause = next((one for one in reversed(siblings[:at]) if tree.base(one) == "SBAR"), -1)
        if clause >= 0:
            join(reading, tree.heads[clause], part.words, nouns)


def relative_phrase(reading: Reading, part: Part) -> Part:
    """A phrase with where that is joined to a relative clause, with the noun of that clause: a town where
    they lived and from where they fled; any other phrase as it is."""
    tree = reading.tree
    if tree.base(part.parent) != "SBAR" or tree.base(tree.parent[part.parent]) not in NOMINAL:
        return part
    clause = [one for one in tree.children[part.node] if tree.base(one) == "SBAR"]
    siblings = tree.children[tree.parent[part.node]]
    joined = any(tree.base(one) == "CC" for one in siblings[: tree.position[part.node]])
    nouns = tree.target.get(part.parent, []) if clause and joined else []
    if not nouns:
        return part
    reading.traces.antecedents[clause[0]] = nouns
    return part._replace(heads=nouns, parent=tree.parent[part.parent])


def about_verb(reading: Reading, part: Part, clause: Clause) -> list[int]:
    """The verbs above a noun that a clause beside it is about, or none: The rule, if I am right, is new.

    It is set off, has a tense, and begins with a conjunction that says nothing about nouns; with as, if it
    is tagged as an adverbial.
    """
    tree = reading.tree
    aside = "PRN" in part.functions or set_off(tree, part)
    conjunction = clause.mark in listed("conditioning")
    conjunction |= clause.mark == "as" and "ADV" in tree.functions(part.node)
    if not (aside and conjunction and clause.finite and tree.base(part.parent) in NOMINAL):
        return []
    above = part.parent
    while above >= 0 and tree.base(above) not in _VERBAL:
        above = tree.parent[above]
    words = tree.heads[above] if above >= 0 else []
    return [word for word in words if reading.draft.verb(word)]
