"""Relative clauses and questions in trees, and where their noun or question word comes from."""

from karat.views.gr import prepositions
from karat.views.gr.clauses import Clause, clause_of
from karat.views.gr.draft import PRONOUNS
from karat.views.gr.parts import Part, Reading
from karat.views.gr.phrases import ADVERBIAL


def relative(reading: Reading, clause: Clause, nouns: list[int]) -> None:
    """A clause that modifies nouns; its gap is guessed if it has neither pronoun nor trace."""
    tree = reading.tree
    leaves = tree.leaves(clause.wh) if clause.wh >= 0 else []
    pronouns = (tree.word[leaf] for leaf in leaves if tree.base(leaf) in PRONOUNS)
    reading.draft.add("cmod", next(pronouns, clause.mark or "_"), nouns, clause.verbs)
    if clause.wh < 0:
        fill_gap(reading, clause, nouns)


def free_relative(reading: Reading, node: int) -> list[int]:
    """The word that heads a free relative, which its clause modifies."""
    word = reading.traces.free(node)
    reading.draft.add("cmod", "_", word, reading.tree.heads[node])
    return word


def without_trace(reading: Reading, part: Part) -> None:
    """A question word or relative pronoun that left no trace."""
    tree, base = reading.tree, reading.tree.base(part.node)
    words = reading.traces.pronoun(part.node)
    if base in ("PP", "WHPP"):
        kind = prepositions.type_of(reading, part.node)
        prepositions.attach(reading, kind, part._replace(words=words))
    elif base not in ("WHADVP", "ADVP"):
        fill_gap(reading, clause_of(tree, part.parent), words)
    elif reading.traces.question(part.node):
        reading.draft.modify(part.heads, tree.heads[part.node])


def fill_gap(reading: Reading, clause: Clause, words: list[int]) -> None:
    """Guess: the subject if there is none, else the object of a preposition that has none, else
    that of the verb; if it has a clause for object, then somewhere in that."""
    tree, draft = reading.tree, reading.draft
    while clause.subject >= 0:
        stranded = _stranded(reading, clause)
        if stranded >= 0:
            reading.stranded.add(stranded)
            kind = prepositions.type_of(reading, stranded)
            part = Part(stranded, words, clause.verbs[:1], tree.parent[stranded], frozenset())
            prepositions.attach(reading, kind, part)
            return
        found = _complements(reading, clause)
        if not found:
            draft.object(clause.verbs[:1], words)
            return
        if len(found) > 1 or tree.base(found[0]) not in ("S", "SBAR"):
            return
        clause = clause_of(tree, found[0])
        if clause.wh >= 0 or (clause.open and clause.form != "TO"):
            return
        if clause.open:
            if not _complements(reading, clause):
                draft.object(clause.verbs[:1], words)
            return
    about = bool(words) and draft.verb(words[0])
    draft.subject(clause.verbs, words, "csubj" if about else "ncsubj")


def _verb_phrases(reading: Reading, clause: Clause) -> list[int]:
    """The phrases from the clause down to its first verb."""
    tree, node, found = reading.tree, clause.phrase, []
    while not tree.leaf(node) and tree.head_children[node]:
        found.append(node)
        node = tree.head_children[node][0]
    return found


def _stranded(reading: Reading, clause: Clause) -> int:
    """A prepositional phrase of the clause without an object, or -1."""
    phrases = _verb_phrases(reading, clause)
    children = (child for node in phrases for child in reading.tree.children[node])
    return next((child for child in children if prepositions.lone(reading, child)), -1)


def _complements(reading: Reading, clause: Clause) -> list[int]:
    """The objects and complements that the verb of a clause has already."""
    tree = reading.tree
    return [
        child
        for node in _verb_phrases(reading, clause)
        if tree.base(node) == "VP"
        for child in tree.children[node]
        if tree.base(child) in ("NP", "S", "SBAR", "ADJP")
        and child != clause.subject
        and not tree.functions(child) & ADVERBIAL
        and not reading.time(tree.heads[child])
    ]
