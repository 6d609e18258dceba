"""Relative clauses and questions in trees, and where their noun or question word comes from."""

from karat.files.spelling import folded
from karat.views.gr import prepositions
from karat.views.gr.clauses import Clause, clause_of
from karat.views.gr.comparatives import comparative
from karat.views.gr.draft import PRO, PRONOUNS
from karat.views.gr.gaps import (
    circumstance,
    complements,
    fill_gap,
    fill_predicate,
    fill_stranded,
    stranded_in,
)
from karat.views.gr.parts import Part, Reading
from karat.views.gr.traces import relates
from karat.views.gr.words import listed


def below_noun(reading: Reading, part: Part, clause: Clause) -> None:
    """A clause that depends on a noun."""
    draft, base = reading.draft, reading.tree.base(part.node)
    if clause.mark in ("than", "as"):
        compared = comparative(reading, part) if clause.mark == "than" else []
        name = "xmod" if clause.open and clause.form else "cmod"  # as amended
        draft.add(name, clause.mark, compared or part.heads, clause.verbs)
        if name == "xmod" and not compared:
            reading.subject(clause.verbs, part.heads)
    elif clause.open and clause.form == "TO":
        infinitival(reading, part, clause)
    elif explains(reading, part, clause):
        if clause.form == "VB":
            reading.subject(clause.verbs, [PRO])
    elif asked_of(reading, part, clause):
        reading.traces.antecedents[part.node] = []
        draft.add("ccomp", clause.mark or "_", part.heads, clause.verbs)
    elif clause.wh >= 0 or (base == "SBAR" and not clause.mark and clause.finite):
        relative(reading, clause, part.heads)
    elif clause.open:
        draft.add("xmod", clause.kind, part.heads, clause.verbs)
        # After a colon it says what the noun is, not what it does: the aim: winning.
        named = "NOM" in part.functions or _after_colon(reading, part)
        if clause.form in ("VBG", "VBN") and not named:
            reading.subject(clause.verbs, part.heads)
    elif base == "SBAR" and clause.mark in ("that", "whether"):
        draft.add("ccomp", clause.mark, part.heads, clause.verbs)
    else:
        draft.add("cmod", clause.mark or "_", part.heads, clause.verbs)


def relative(reading: Reading, clause: Clause, nouns: list[int]) -> None:
    """A clause that modifies nouns; its gap is guessed if it has neither pronoun nor trace."""
    tree = reading.tree
    leaves = tree.leaves(clause.wh) if clause.wh >= 0 else []
    single = clause.wh >= 0 and relates(tree, clause.wh)
    pronouns = (tree.word[leaf] for leaf in leaves if single or tree.base(leaf) in PRONOUNS)
    reading.draft.add("cmod", next(pronouns, clause.mark or "_"), nouns, clause.verbs)
    if clause.wh < 0:
        fill_gap(reading, clause, nouns)


def asked_of(reading: Reading, part: Part, clause: Clause) -> bool:
    """Whether a clause is the content of a noun, and nothing is missing in it that the noun stands for.

    What and how begin no relative clause; other question words do, except after nouns like idea and
    clue. Without a word before it, a clause is the content of nouns like feeling, if it is complete.
    """
    tree = reading.tree
    siblings = tree.children[part.parent]
    at = abs(tree.among(part.node, part.parent))
    beside = at > 0 and tree.base(siblings[at - 1]) not in (",", ":")
    if tree.base(part.node) != "SBAR" or not clause.finite or not beside:
        return False
    nouns = [folded(tree.lemma[noun]) for noun in part.heads]
    if clause.wh >= 0:
        asked = [tree.word[leaf] for leaf in tree.leaves(clause.wh)[:1]]
        if asked in (["what"], ["how"]):
            return True
        return asked not in ([], ["that"]) and all(noun in listed("wondered") for noun in nouns)
    if clause.mark or not all(noun in listed("told") for noun in nouns):
        return False
    verb = clause.verbs[0]
    if stranded_in(reading, clause) >= 0:
        return False
    given = bool(complements(reading, clause)) or verb in reading.draft.passive
    return clause.own_subject and (given or tree.lemma[verb] in listed("intransitive"))


def explains(reading: Reading, part: Part, clause: Clause) -> bool:
    """Whether a sentence after a colon explains the noun before it, and has no relation to it."""
    tree = reading.tree
    ordering = clause.form == "VB" and not clause.own_subject  # a tip: use a map
    if clause.mark or not (clause.finite or ordering) or not _after_colon(reading, part):
        return False
    asked = clause.wh >= 0 and tree.first_word(part.node) in ("what", "how", "why")
    return clause.wh < 0 or asked


def _after_colon(reading: Reading, part: Part) -> bool:
    """Whether a colon or a dash comes right before a part."""
    tree, siblings = reading.tree, reading.tree.children[part.parent]
    at = tree.among(part.node, part.parent)
    return at > 0 and tree.base(siblings[at - 1]) == ":"


def infinitival(reading: Reading, part: Part, clause: Clause) -> None:
    """An infinitive that modifies nouns; if the tree has no traces, what is missing in it is guessed.

    A preposition without object (a chair to sit on); the subject of a passive, after first, last or
    only, and of people if there is an object (the first woman to climb it); the object of a verb without
    one (a book to read). Nouns like plan and ability have an infinitive in which nothing is missing.
    """
    tree, draft, nouns = reading.tree, reading.draft, part.heads
    taken = [folded(tree.lemma[noun]) in reading.lexicon.attempt for noun in nouns]
    for noun, selected in zip(nouns, taken, strict=True):
        # With a relative pronoun, written or not, something is missing: plans that are left to tackle.
        complement = selected and clause.wh < 0
        draft.add("xcomp" if complement else "xmod", "to", [noun], clause.verbs)
    if clause.wh >= 0 or clause.subject >= 0 or not draft.verb(clause.verbs[0]):
        return
    stranded = stranded_in(reading, clause)
    if stranded >= 0:
        fill_stranded(reading, clause, stranded, nouns)
        return
    if any(taken) or any(folded(tree.lemma[noun]) in listed("planned") for noun in nouns):
        return
    verb, complete = clause.verbs[0], bool(complements(reading, clause))
    begin = tree.first_leaf(part.node)
    before = [leaf for leaf in tree.leaves(part.parent) if leaf < begin]
    singled = any(tree.base(x) == "JJS" or tree.word[x] in listed("ordinals") for x in before)
    people = complete and all(reading.person(noun) for noun in nouns)
    if verb in draft.passive or singled or people:
        reading.subject(clause.verbs, nouns)
    elif not complete and tree.lemma[verb] not in listed("intransitive"):
        reading.object(clause.verbs[:1], nouns)


def without_trace(reading: Reading, part: Part) -> None:
    """A question word or relative pronoun that left no trace."""
    tree, base = reading.tree, reading.tree.base(part.node)
    words = reading.traces.pronoun(part.node)
    if words and tree.tag[words[0]].startswith("JJ") and fill_predicate(reading, part):
        return
    if base in ("PP", "WHPP"):
        kind = prepositions.type_of(reading, part.node)
        prepositions.attach(reading, kind, part.with_words(words))
    elif base not in ("WHADVP", "ADVP"):
        clause = clause_of(tree, part.parent)
        if words == tree.heads[part.node] and circumstance(reading, clause, words):
            reading.draft.modify(part.heads, words)
        else:
            fill_gap(reading, clause, words)
    elif reading.traces.question(part.node):
        clause = clause_of(tree, part.parent)
        where = all(tree.word[leaf] == "where" for leaf in tree.leaves(part.node))
        stranded = stranded_in(reading, clause) if where else -1
        if stranded >= 0:
            fill_stranded(reading, clause, stranded, tree.heads[part.node])
        else:
            reading.draft.modify(part.heads, tree.heads[part.node])
