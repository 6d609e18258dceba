"""Where a noun or question word is missing in its clause, in trees without traces."""

from karat.files.spelling import folded
from karat.views.gr import prepositions
from karat.views.gr.clauses import Clause, clause_of
from karat.views.gr.parts import Part, Reading
from karat.views.gr.phrases import ADVERBIAL
from karat.views.gr.words import listed


def fill_gap(reading: Reading, clause: Clause, words: list[int]) -> None:
    """Guess: the subject if there is none, else the object of a preposition that has none, else
    that of the verb; if it has a clause for object, then somewhere in that."""
    tree, draft = reading.tree, reading.draft
    if not clause.verbs or not draft.verb(clause.verbs[0]):
        return
    while clause.subject >= 0 or (clause.form == "TO" and clause.wh >= 0):
        stranded = stranded_in(reading, clause)
        if stranded >= 0:
            fill_stranded(reading, clause, stranded, words)
            return
        if circumstance(reading, clause, words):
            return
        found = complements(reading, clause)
        if not found:
            _object(reading, clause, words)
            return
        if len(found) == 1 and _recipient(reading, clause, found[0]):
            reading.object(clause.verbs[:1], words)
            return
        if len(found) > 1 or tree.base(found[0]) not in ("S", "SBAR"):
            return
        matrix, clause = clause, clause_of(tree, found[0])
        if not clause.verbs or not draft.verb(clause.verbs[0]):
            return
        if clause.open and _raises_object(reading, matrix):
            _object(reading, matrix, words)
            return
        if clause.wh >= 0 or (clause.open and clause.form != "TO"):
            return
        if clause.open:
            found = complements(reading, clause)
            if not found:
                _object(reading, clause, words)
            elif len(found) == 1 and _recipient(reading, clause, found[0]):
                reading.object(clause.verbs[:1], words)
            return
    reading.subject(clause.verbs, words)


def fill_predicate(reading: Reading, part: Part) -> bool:
    """A question word with an adjective as predicate of a copula in its clause, or in a complement
    of it: how bad they say it is. Whether there is such a verb without another predicate."""
    tree, clause = reading.tree, clause_of(reading.tree, part.parent)
    words = tree.heads[part.node]
    if any(tree.lemma[word] in listed("quantities") for word in words):
        return False
    while clause.verbs and reading.draft.verb(clause.verbs[0]):
        found = complements(reading, clause)
        if tree.lemma[clause.verbs[0]] in reading.lexicon.copular:
            if any(tree.base(one) in ("NP", "ADJP") for one in found):
                return False
            reading.predicate(clause.verbs[:1], words)
            reading.fronted[clause.verbs[0]] = words
            return True
        if len(found) != 1 or tree.base(found[0]) not in ("S", "SBAR"):
            return False
        clause = clause_of(tree, found[0])
    return False


def _object(reading: Reading, clause: Clause, words: list[int]) -> None:
    """Words as the object of a verb, or as its predicate: what our options are."""
    verb = reading.tree.lemma[clause.verbs[0]]
    if verb in ("be", "become", "remain"):
        reading.predicate(clause.verbs[:1], words)
    elif clause.verbs[0] not in reading.draft.passive or verb in listed("dative"):
        reading.object(clause.verbs[:1], words)


def _raises_object(reading: Reading, clause: Clause) -> bool:
    """Whether the object of a verb is the subject of the infinitive after it: what we believe to exist."""
    verb, lexicon = reading.tree.lemma[clause.verbs[0]], reading.lexicon
    return verb in lexicon.believe and verb not in lexicon.subject | lexicon.raising


def _recipient(reading: Reading, clause: Clause, node: int) -> bool:
    """Whether the only object is a recipient, so that the other object is missing: what it tells us."""
    tree = reading.tree
    words = tree.heads[node]
    if tree.base(node) != "NP" or not words or tree.lemma[clause.verbs[0]] not in listed("dative"):
        return False
    if not all(tree.tag[word] == "PRP" or reading.person(word) for word in words):
        return False
    reading.recipients.add(node)
    return True


def fill_stranded(reading: Reading, clause: Clause, stranded: int, words: list[int]) -> None:
    """Words as the object of a preposition that has none."""
    reading.stranded.add(stranded)
    kind = prepositions.type_of(reading, stranded)
    above = reading.tree.parent[stranded]
    prepositions.attach(reading, kind, Part(stranded, words, clause.verbs[:1], above, frozenset()))


def circumstance(reading: Reading, clause: Clause, words: list[int]) -> bool:
    """Whether nouns of time, way or reason say when, how or why, and are no object: the day we met."""
    tree = reading.tree
    spent = any(tree.lemma[verb] in listed("spending") for verb in clause.verbs[:1])
    nouns = reading.lexicon.adjunct | reading.lexicon.time
    named = all(folded(tree.lemma[word]) in nouns for word in words)
    return bool(words) and named and not spent


def _verb_phrases(reading: Reading, clause: Clause) -> list[int]:
    """The phrases from the clause down to its first verb."""
    tree, node, found = reading.tree, clause.phrase, []
    while not tree.leaf(node) and tree.head_children[node]:
        found.append(node)
        node = tree.head_children[node][0]
    return found


def stranded_in(reading: Reading, clause: Clause) -> int:
    """A prepositional phrase of the clause without an object, or -1."""
    found = reading.lone.get(clause.phrase)
    if found is None:
        phrases = _verb_phrases(reading, clause)
        children = (child for node in phrases for child in reading.tree.children[node])
        found = next((child for child in children if prepositions.lone(reading, child)), -1)
        reading.lone[clause.phrase] = found
    return found


def complements(reading: Reading, clause: Clause) -> list[int]:
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
