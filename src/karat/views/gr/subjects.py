"""Subjects in trees: written ones, clauses, and those that are not written."""

from karat.views.gr.clauses import subject_of
from karat.views.gr.draft import FINITE, PRO
from karat.views.gr.embedded import subject as clausal_subject
from karat.views.gr.parts import Part, Reading
from karat.views.gr.phrases import CLAUSES
from karat.views.gr.trees import Tree

_ROOTS = ("ROOT", "TOP", "S1", "")


def is_subject(reading: Reading, part: Part, verbal: bool) -> bool:
    """Whether a part is a subject, by its function tag or by its position."""
    tree = reading.tree
    if "SBJ" not in part.functions:
        placed = verbal or tree.base(part.parent) == "S"
        return placed and part.node == subject_of(tree, part.parent)
    if verbal and tree.base(part.parent) == "VP":
        # Below the verb this is the subject of an infinitive beside it, or an object, unless the verb
        # has a tense and there is no other subject.
        if tree.first_verb[part.parent] not in FINITE:
            return False
        above = tree.parent[part.parent]
        while above >= 0 and tree.base(above) == "VP":
            above = tree.parent[above]
        return above < 0 or subject_of(tree, above) < 0
    there = tree.subject.get(part.parent, -1)
    if verbal and there not in (-1, part.node) and part.heads[0] in reading.draft.expletive:
        return False  # there are facts, all in one bracket
    # Without a subject the clause has only a form of address.
    return tree.base(part.parent) != "S" or subject_of(tree, part.parent) >= 0


def subject(reading: Reading, part: Part) -> None:
    """A subject, which may be a clause; it and there are noted as expletive."""
    tree, draft = reading.tree, reading.draft
    inside = part.node
    while tree.base(inside) == "NP" and tree.head_children[inside] and not tree.dependents[inside]:
        inside = tree.head_children[inside][0]  # (NP (S buying cars))
    if tree.base(inside) in CLAUSES or tree.base(inside) == "VP":
        clausal_subject(reading, part._replace(node=inside))
        return
    heads = _not_adjectives(tree, part.heads)
    if heads and draft.verb(heads[0]):
        reading.subject(heads, part.words, "ncsubj")
        if all(tree.lemma[word] in ("it", "there") for word in part.words):
            draft.expletive.update(heads)


def null_subject(reading: Reading, node: int) -> None:
    """A subject that is not written: a trace, that of the clause before, or an unspoken one."""
    tree = reading.tree
    heads = tree.head_children[node]
    if len(heads) > 1 and tree.base(heads[0]) != "VP":
        return
    subject = subject_of(tree, node)
    trace = tree.null[subject] if subject >= 0 else "*"
    if not trace:
        return
    found = reading.traces.resolve(trace)
    verbal = bool(heads) and tree.base(heads[0]) == "VP"
    tensed = verbal and tree.first_verb[node] in (*FINITE, "VB") and tree.base(node) in ("S", "SQ")
    if not found and trace == "*" and tensed and _spoken(tree, node):
        shared = _shared(reading, node) if tree.first_verb[node] in FINITE else []
        found = shared or [PRO]
    if found:
        reading.subject(_not_adjectives(tree, tree.heads[node]), found)


def _not_adjectives(tree: Tree, words: list[int]) -> list[int]:
    """The words without participles in an ADJP, which are adjectives: keep it organized."""
    return [one for one in words if tree.base(tree.parent[tree.written[one]]) != "ADJP"]


def _spoken(tree: Tree, node: int) -> bool:
    """Whether a clause is a main clause, or one of several that are joined, or fronted speech."""
    if "TPC" in tree.functions(node):
        return True
    above = tree.parent[node]
    while (
        above >= 0 and tree.base(above) in ("S", "SQ", "FRAG") and node in tree.head_children[above]
    ):
        node, above = above, tree.parent[above]
    return above < 0 or (tree.base(above) in _ROOTS and tree.parent[above] < 0)


def _shared(reading: Reading, node: int) -> list[int]:
    """The subject of the clause before, if a clause is joined to it: They came and they saw and left.

    An imperative has an unspoken subject of its own.
    """
    tree = reading.tree
    clause = _clause_before(reading, node)
    if clause < 0:
        return []
    subject = subject_of(tree, clause)
    null = tree.null[subject]
    return reading.traces.resolve(null) if null else tree.heads[subject]


def _clause_before(reading: Reading, node: int) -> int:
    """The nearest clause with a subject that a clause is joined to, before it; -1 if there is none."""
    tree, known, above = reading.tree, reading.clause_before, reading.tree.parent[node]
    if above < 0:
        return -1
    joined = tree.head_children[above]
    if above not in reading.joined_at:
        reading.joined_at[above] = {one: at for at, one in enumerate(joined)}
    passed, found = [node], -1
    for at in range(reading.joined_at[above].get(node, 0) - 1, -1, -1):
        clause = joined[at]
        if subject_of(tree, clause) >= 0:
            found = clause
            break
        if clause in known:
            found = known[clause]
            break
        passed.append(clause)
    known.update(dict.fromkeys(passed, found))
    return found
