"""Clauses in trees that depend on verbs, nouns and adjectives: complements and modifiers."""

from itertools import takewhile

from karat.views.gr.adjectives import below_adjective
from karat.views.gr.antecedents import about_noun, cleft, extraposed_relative, noun_before
from karat.views.gr.asides import about_verb, tensed
from karat.views.gr.clauses import Clause, clause_of, subject_of
from karat.views.gr.comparatives import comparative
from karat.views.gr.complements import (
    adjunct,
    beside,
    quoted_imperative,
    reported,
    result,
    siblings_before,
)
from karat.views.gr.draft import PRO
from karat.views.gr.open_clauses import open_complement
from karat.views.gr.parts import Part, Reading
from karat.views.gr.phrases import CLAUSES, NOMINAL
from karat.views.gr.prepositions import phrase, type_of
from karat.views.gr.relatives import below_noun, relative
from karat.views.gr.words import listed


def embedded(reading: Reading, part: Part) -> None:
    """A clause, whatever it depends on; one without a verb after to has no relation: He wants to."""
    clause = clause_of(reading.tree, part.node)
    if all(reading.tree.tag[verb] == "TO" for verb in clause.verbs) or _filler(reading, part):
        return
    if not clause.form and not clause.own_subject and _prepositional(reading, part):
        return
    above = reading.tree.base(part.parent)
    verbs = about_verb(reading, part, clause)
    if verbs:
        reading.draft.add("cmod", clause.mark, verbs, clause.verbs)
    elif reading.verbal(part):
        _below_verb(reading, part, clause)
    elif above in ("ADJP", "ADVP") or (above not in NOMINAL and _adjective(reading, part)):
        below_adjective(reading, part, clause)
    else:
        below_noun(reading, part, clause)


def _filler(reading: Reading, part: Part) -> bool:
    """Whether a clause without a conjunction only fills a pause: you know; beside a noun, I think."""
    tree, head = reading.tree, part.words[0]
    if head == 0 or tree.tag[head - 1] != "PRP" or tree.base(part.node) not in ("SBAR", "S"):
        return False
    words = [tree.word[leaf] for leaf in tree.leaves(part.node)]
    if words[:1] == ["i"] and not reading.verbal(part):
        return len(words) == 2 and tree.lemma[head] in reading.lexicon.reporting
    return "_".join(words) in listed("pausing")


def _adjective(reading: Reading, part: Part) -> bool:
    """Whether a clause stands beside an adjective that has no verb: when profitable to do so."""
    after = bool(part.words) and part.words[0] > part.heads[0]
    return after and reading.tree.tag[part.heads[0]] in ("JJ", "JJR", "JJS")


def _prepositional(reading: Reading, part: Part) -> bool:
    """Relate a clause that has only a prepositional phrase as that phrase: if only for a second."""
    tree, inside = reading.tree, part.node
    while tree.base(inside) in ("SBAR", "S", "FRAG") and len(tree.head_children[inside]) == 1:
        inside = tree.head_children[inside][0]
    if tree.base(part.node) != "SBAR" or tree.base(inside) != "PP":
        return False
    phrase(reading, part._replace(node=inside, functions=part.functions | {"ADV"}))
    return True


def subject(reading: Reading, part: Part) -> None:
    """A clause as subject: csubj if it has a subject or tense of its own, otherwise xsubj."""
    tree = reading.tree
    clause = clause_of(tree, part.node)
    asked = [tree.word[leaf] for leaf in tree.leaves(clause.wh)] if clause.wh >= 0 else []
    if asked[:1] == ["what"] or _free(reading, part.node, clause, tree.functions(part.node)):
        reading.subject(part.heads, reading.free_relative(part.node))
        return
    reading.subject(part.heads, part.words, "xsubj" if clause.open else "csubj")


def participial(reading: Reading, part: Part) -> None:
    """A verb phrase without a clause around it: a reduced relative, or an open complement."""
    draft = reading.draft
    clause = clause_of(reading.tree, part.node)
    kind = clause.kind
    if reading.verbal(part):
        if _beside_another(reading, part, clause):
            return
        if clause.finite:
            tensed(reading, part)
            return
        if clause.form in ("VBG", "VBN") and adjunct(reading, part, clause):
            _adverbial(reading, part, clause)
        else:
            draft.add("xcomp", kind, part.heads, part.words)
            draft.await_subject(part.words, part.heads, "xcomp")
        return
    draft.add("xmod", kind, part.heads, part.words)
    if kind != "to":
        reading.subject(part.words, part.heads, "ncsubj")


def _beside_another(reading: Reading, part: Part, clause: Clause) -> bool:
    """Whether a verb phrase with a tense or an imperative stands after another, set off by a comma.

    That is it, hope you liked it. An imperative has an unspoken subject.
    """
    tree = reading.tree
    before, heads = siblings_before(reading, part), tree.head_children[part.parent]
    if tree.base(part.parent) not in CLAUSES or tree.base(heads[0]) != "VP":
        return False
    if heads[0] not in before or tree.base(before[-1]) not in (",", ":", "."):
        return False
    negated = tree.first_word(part.node) in listed("ordering")
    if clause.form == "VB" or (negated and clause.form == "VBP"):
        shared = reading.draft.subjects.get(part.heads[0], ())
        joined = tree.first_verb[heads[0]] == "MD"  # she will stop, look around
        reading.subject(clause.verbs, list(shared) if joined else [PRO])
    return clause.finite or clause.form == "VB"


def _below_verb(reading: Reading, part: Part, clause: Clause) -> None:
    tree, draft = reading.tree, reading.draft
    base = tree.base(part.node)
    if clause.mark == "than":
        part = part._replace(heads=comparative(reading, part) or part.heads)
    target = _extraposed(reading, part) or part.heads
    singled = cleft(reading, part, clause)
    extraposed = part.heads[0] in draft.expletive  # it was not clear how …
    if base == "SBAR" and not extraposed and _free(reading, part.node, clause, part.functions):
        reading.object(part.heads, reading.free_relative(part.node))
    elif singled:
        reading.traces.antecedents[part.node] = singled
        relative(reading, clause, singled)
    elif quoted_imperative(reading, part, clause):
        draft.add("ccomp", "_", target, clause.verbs)
        reading.subject(_ordered(reading, part.node), [PRO])
    elif base == "SBAR" and clause.wh >= 0 and reading.traces.about_clause(part.node):
        nouns = about_noun(reading, part, clause)
        if nouns:
            reading.traces.antecedents[part.node] = nouns
        relative(reading, clause, nouns or part.heads)
    elif base == "SBAR" and extraposed_relative(reading, part, clause):
        nouns = noun_before(reading, part)
        reading.traces.antecedents[part.node] = nouns
        relative(reading, clause, nouns)
    elif reported(reading, part, clause):
        draft.add("ccomp", "_", clause.verbs, part.heads)
    elif beside(reading, part, clause):
        return
    elif base == "SBAR" and not part.functions and _what(reading, part, clause):
        words = reading.free_relative(part.node)
        if tree.lemma[part.heads[0]] == "be":
            reading.predicate(part.heads, words)
        else:
            reading.object(part.heads, words)
    elif adjunct(reading, part, clause) or result(reading, part, clause):
        _adverbial(reading, part, clause)
    elif base == "S" and clause.own_subject and not clause.finite:
        _small_clause(reading, part, clause)
    elif clause.open and (clause.wh < 0 or clause.form == "TO"):
        trace = tree.null[clause.subject] if clause.subject >= 0 else ""
        if base == "S" and trace.startswith("*T*"):
            # The horse that we expected to win: its subject is the object that was moved.
            reading.object(part.heads, reading.traces.resolve(trace))
        open_complement(reading, clause, target)
    else:
        draft.add("ccomp", clause.mark or "_", target, clause.verbs)


def _small_clause(reading: Reading, part: Part, clause: Clause) -> None:
    """A clause whose subject is the object of the verb: found the witness honest; expect him to win."""
    tree, draft = reading.tree, reading.draft
    subjects, predicate = tree.heads[clause.subject], _small_predicate(reading, clause)
    if part.heads[0] in draft.expletive and tree.lemma[part.heads[0]] == "be":
        # There may be a shadow cast on it.
        reading.predicate(part.heads, subjects)
        draft.add("xmod", "_", subjects, predicate)
        return
    if tree.base(clause.subject) in CLAUSES:  # makes waking up easier
        draft.add("xcomp", "_", part.heads, subjects)
    else:
        reading.object(part.heads, subjects)
    inside = tree.head_children[clause.phrase][:1]
    verbal = inside and tree.base(inside[0]) != "ADJP"  # not: makes it hard to win
    kind = "to" if clause.form == "TO" and verbal else "_"
    if inside and tree.base(inside[0]) == "PP":
        kind = type_of(reading, inside[0])  # left them with debts
    draft.add("xcomp", kind, part.heads, predicate)


def _ordered(reading: Reading, node: int) -> list[int]:
    """The verbs of an imperative; of joined clauses, those without a subject: Go, I will stay."""
    tree = reading.tree
    joined = [one for one in tree.head_children[node] if tree.base(one) in CLAUSES]
    if len(joined) < 2:
        return tree.heads[node]
    return [verb for one in joined if subject_of(tree, one) < 0 for verb in tree.heads[one]]


def _free(reading: Reading, node: int, clause: Clause, functions: frozenset[str]) -> bool:
    """Whether a clause is a free relative: it is tagged so, or begins with a word like whoever."""
    tree = reading.tree
    first = tree.leaves(clause.wh)[:1] if clause.wh >= 0 else []
    free = any(tree.word[one] in listed("whoever") for one in first)
    return tree.base(node) == "SBAR" and ("NOM" in functions or free)


def _small_predicate(reading: Reading, clause: Clause) -> list[int]:
    """The predicate of a clause without a tense: honest, to win; or what was moved: What … call him?"""
    tree = reading.tree
    moved = [c for c in tree.children[clause.phrase] if "PRD" in tree.functions(c) and tree.null[c]]
    if moved:
        return reading.traces.resolve(tree.null[moved[0]])
    return [word for word in clause.verbs if word not in tree.heads[clause.subject]]


def _what(reading: Reading, part: Part, clause: Clause) -> bool:
    """Whether a clause with what is a noun, and asks nothing: did what he wanted, is what he wanted."""
    tree = reading.tree
    asked = [tree.word[leaf] for leaf in tree.leaves(clause.wh)] if clause.wh >= 0 else []
    if asked != ["what"] or tree.base(part.parent) != "VP" or not clause.finite:
        return False
    verb, lexicon = tree.lemma[part.heads[0]], reading.lexicon
    if verb == "be":
        return part.heads[0] not in reading.draft.expletive
    return not any(verb in some for some in (lexicon.asking, lexicon.reporting, listed("knowing")))


def _extraposed(reading: Reading, part: Part) -> list[int]:
    """The predicate of which an extraposed clause (with it or there in its place) is the complement."""
    tree = reading.tree
    if tree.lemma[part.heads[0]] == "make":  # make sure that …
        before = siblings_before(reading, part)
        sure = [c for c in before if tree.base(c) in ("JJ", "ADJP")]
        return tree.heads[sure[0]] if sure else []
    if part.heads[0] in reading.draft.expletive:
        for sibling in takewhile(lambda one: one != part.node, tree.children[part.parent]):
            base, functions = tree.base(sibling), tree.functions(sibling)
            noun = base == "NP" and not functions and tree.lemma[part.heads[0]] == "be"
            if base == "ADJP" or "PRD" in functions or noun:
                return tree.heads[sibling]
        return reading.fronted.get(part.heads[0], [])  # how bad it is to …
    return []


def _adverbial(reading: Reading, part: Part, clause: Clause) -> None:
    tree, draft = reading.tree, reading.draft
    mark = clause.mark
    mark = mark.removeprefix("in_order_")
    reading.traces.adverbial.add(part.node)
    if clause.wh >= 0 and not mark:
        mark = "_".join(tree.word[leaf] for leaf in tree.leaves(clause.wh)[-1:])
    if not clause.open:
        draft.add("cmod", mark or "_", part.heads, clause.verbs)
        return
    draft.add("xmod", "to" if clause.form == "TO" else mark or "_", part.heads, clause.verbs)
    told = clause.form == "VBG" and _said_of_that(reading, part)
    if clause.unknown_subject and not told:
        agents = _agents(reading, part) if clause.form == "VBG" and not mark else []
        if agents:
            reading.subject(clause.verbs, agents)
        else:
            draft.await_subject(clause.verbs, part.heads, "xmod")


def _said_of_that(reading: Reading, part: Part) -> bool:
    """Whether that, this or what is something, and so does nothing: growing up, that was my name."""
    tree = reading.tree
    subject = subject_of(tree, part.parent) if tree.base(part.parent) in CLAUSES else -1
    words = tree.heads[subject] if subject >= 0 else reading.draft.subjects.get(part.heads[0], ())
    named = any(tree.lemma[word] in listed("pointing") for word in words if word >= 0)
    return named and tree.lemma[part.heads[0]] == "be"


def _agents(reading: Reading, part: Part) -> list[int]:
    """The agents of a passive before a participle, who do what it says: redefined by the team, knowing …

    They are people or groups of them, and the subject is not a person: He was beaten by the champion,
    finishing last.
    """
    draft = reading.draft
    agents = [
        link.dependent
        for link in draft.links
        if link.label == "arg_mod" and link.head in part.heads and link.dependent < part.words[0]
    ]
    subjects = [word for word in draft.subjects.get(part.heads[0], ()) if word >= 0]
    if any(reading.person(word) for word in subjects):
        return []
    groups = listed("groups")
    acting = (reading.person(word) or reading.tree.lemma[word] in groups for word in agents)
    return agents if all(acting) else []
