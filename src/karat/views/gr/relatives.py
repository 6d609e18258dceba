"""Relative clauses and questions in trees, and where their noun or question word comes from."""

from karat.views.gr import prepositions
from karat.views.gr.clauses import Clause, clause_of
from karat.views.gr.draft import PRONOUNS
from karat.views.gr.parts import Part, Reading
from karat.views.gr.phrases import ADVERBIAL
from karat.views.gr.words import listed


def relative(reading: Reading, clause: Clause, nouns: list[int]) -> None:
    """A clause that modifies nouns; its gap is guessed if it has neither pronoun nor trace."""
    tree = reading.tree
    leaves = tree.leaves(clause.wh) if clause.wh >= 0 else []
    pronouns = (tree.word[leaf] for leaf in leaves if tree.base(leaf) in PRONOUNS)
    reading.draft.add("cmod", next(pronouns, clause.mark or "_"), nouns, clause.verbs)
    if clause.wh < 0:
        fill_gap(reading, clause, nouns)


def infinitival(reading: Reading, part: Part, clause: Clause) -> None:
    """An infinitive that modifies nouns; if the tree has no traces, what is missing in it is guessed.

    A preposition without object (a chair to sit on); the subject of a passive, after first, last or
    only, and of people if there is an object (the first woman to climb it); the object of a verb without
    one (a book to read). Nouns like plan and ability have an infinitive in which nothing is missing.
    """
    tree, draft, nouns = reading.tree, reading.draft, part.heads
    draft.add("xmod", "to", nouns, clause.verbs)
    if clause.wh >= 0 or clause.subject >= 0 or not draft.verb(clause.verbs[0]):
        return
    stranded = _stranded(reading, clause)
    if stranded >= 0:
        _fill_stranded(reading, clause, stranded, nouns)
        return
    if any(tree.lemma[noun].lower() in listed("planned") for noun in nouns):
        return
    verb, complete = clause.verbs[0], bool(_complements(reading, clause))
    before = [leaf for leaf in tree.leaves(part.parent) if leaf < tree.leaves(part.node)[0]]
    singled = any(tree.base(x) == "JJS" or tree.word[x] in listed("ordinals") for x in before)
    people = complete and all(reading.person(noun) for noun in nouns)
    if verb in draft.passive or singled or people:
        reading.subject(clause.verbs, nouns)
    elif not complete and tree.lemma[verb] not in listed("intransitive"):
        draft.object(clause.verbs[:1], nouns)


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
        prepositions.attach(reading, kind, part.with_words(words))
    elif base not in ("WHADVP", "ADVP"):
        clause = clause_of(tree, part.parent)
        if words == tree.heads[part.node] and _circumstance(reading, clause, words):
            reading.draft.modify(part.heads, words)
        else:
            fill_gap(reading, clause, words)
    elif reading.traces.question(part.node):
        reading.draft.modify(part.heads, tree.heads[part.node])


def fill_gap(reading: Reading, clause: Clause, words: list[int]) -> None:
    """Guess: the subject if there is none, else the object of a preposition that has none, else
    that of the verb; if it has a clause for object, then somewhere in that."""
    tree, draft = reading.tree, reading.draft
    while clause.subject >= 0:
        stranded = _stranded(reading, clause)
        if stranded >= 0:
            _fill_stranded(reading, clause, stranded, words)
            return
        if _circumstance(reading, clause, words):
            return
        found = _complements(reading, clause)
        if not found:
            _object(reading, clause, words)
            return
        if len(found) == 1 and _recipient(reading, clause, found[0]):
            draft.object(clause.verbs[:1], words)
            return
        if len(found) > 1 or tree.base(found[0]) not in ("S", "SBAR"):
            return
        clause = clause_of(tree, found[0])
        if clause.wh >= 0 or (clause.open and clause.form != "TO"):
            return
        if clause.open:
            if not _complements(reading, clause):
                _object(reading, clause, words)
            return
    reading.subject(clause.verbs, words)


def _object(reading: Reading, clause: Clause, words: list[int]) -> None:
    """Words as the object of a verb, or as its predicate: what our options are."""
    if reading.tree.lemma[clause.verbs[0]] in ("be", "become", "remain"):
        reading.predicate(clause.verbs[:1], words)
    else:
        reading.draft.object(clause.verbs[:1], words)


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


def _fill_stranded(reading: Reading, clause: Clause, stranded: int, words: list[int]) -> None:
    """Words as the object of a preposition that has none."""
    reading.stranded.add(stranded)
    kind = prepositions.type_of(reading, stranded)
    above = reading.tree.parent[stranded]
    prepositions.attach(reading, kind, Part(stranded, words, clause.verbs[:1], above, frozenset()))


def _circumstance(reading: Reading, clause: Clause, words: list[int]) -> bool:
    """Whether nouns of time, way or reason say when, how or why, and are no object: the day we met."""
    tree = reading.tree
    spent = tree.lemma[clause.verbs[0]] in listed("spending")
    named = all(tree.lemma[word].lower() in listed("circumstances") for word in words)
    return bool(words) and named and not spent


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
