"""Grammatical relations of a tree in the style of the Penn Treebank.

Function tags and traces are used where a tree has them. Otherwise subjects and objects are found by
position, and understood subjects by the lexicon.
"""

from karat.model.gr import Gr
from karat.views.gr import (
    asides,
    modifiers,
    nominals,
    particles,
    predicates,
    prepositions,
    quotations,
    relatives,
)
from karat.views.gr.circles import open_circles, open_pairs
from karat.views.gr.clauses import asks, clause_of
from karat.views.gr.complements import reports
from karat.views.gr.control import share_subjects
from karat.views.gr.embedded import embedded, participial
from karat.views.gr.lexicon import Lexicon
from karat.views.gr.parts import Part, Reading
from karat.views.gr.phrases import CLAUSES, NOMINAL, SILENT
from karat.views.gr.silence import DETERMINERS, filled, has_none, numbers, only_helps, refers
from karat.views.gr.subjects import is_subject, null_subject, subject
from karat.views.gr.trees import Tree

# Phrases whose conjuncts are related one by one, and parentheses.
_SEVERAL = frozenset({"PP", "SBAR", "UCP", "FRAG", "PRN"})
# Words that always modify the head in these phrases, unless hyphens join them to another word.
_PLAIN = frozenset({"JJ", "NN", "NNS", "VBG", "VBN"})
_OF_NOUNS = NOMINAL - {"QP"}
_WORDS_WITHOUT = SILENT | DETERMINERS | {"UH"}


def extract(tree: Tree, lexicon: Lexicon) -> list[Gr]:
    reading = Reading(tree, lexicon)
    base, null, mixed, leaves = tree.base, tree.null, tree.mixed, len(tree.form)
    for node in range(leaves, len(tree.labels)):
        if null[node]:
            continue
        if base(node) in CLAUSES:
            null_subject(reading, node)
        plain = base(node) in _OF_NOUNS and not reading.hyphens
        for child in tree.dependents[node]:
            label = tree.labels[child]
            if null[child] or label.index or label.gap or label.base in _SEVERAL or child in mixed:
                _relate(reading, _part(tree, child))
            else:
                heads, words = tree.target[child], tree.heads[child]
                if plain and child < leaves and label.base in _PLAIN:
                    reading.draft.modify(heads, words)
                elif heads:
                    _sort(reading, Part(child, words, heads, node, label.functions))
    open_circles(reading.draft)
    open_pairs(reading.draft)
    share_subjects(reading.draft)
    return reading.draft.relations()


def _part(tree: Tree, child: int) -> Part:
    """A child with what it depends on.

    Gapping: a remnant stands for the part of the first clause that has its number.
    """
    model = child if child in tree.target else tree.by_index.get(tree.labels[child].gap, -1)
    if model not in tree.target:
        return Part(child, [], [], -1, frozenset())
    return Part(child, [], tree.target[model], tree.parent[model], tree.functions(model))


def _relate(reading: Reading, part: Part) -> None:
    """One child that is no head: moved ones where they came from, conjuncts one by one."""
    tree = reading.tree
    todo = [part] if part.heads else []
    while todo:
        part = todo.pop()
        node = part.node
        base, joined = tree.base(node), tree.head_children[node]
        if tree.null[node]:
            todo += _traced(reading, part)
        elif numbers(tree, node) if base == "PRN" else _moved(tree, part):
            continue
        elif len(joined) > 1 and (base in _SEVERAL or node in tree.mixed):
            functions = part.functions | predicates.unlike(reading, part)
            todo += [
                Part(one, part.words, part.heads, part.parent, functions | tree.functions(one))
                if base != "UCP" or not predicates.beside_adjunct(reading, part, one)
                else Part(one, part.words, part.heads, part.parent, functions | {"ADV"})
                for one in joined
            ]
        elif base in ("UCP", "FRAG") and len(joined) == 1 and not tree.leaf(joined[0]):
            functions = part.functions | tree.functions(joined[0])
            if nominals.set_off(tree, part):
                functions |= {"ADV"}
            todo.append(Part(joined[0], part.words, part.heads, part.parent, functions))
        elif base == "PRN" and joined:
            _parenthesis(reading, part.with_words(tree.heads[node]), joined[0])
        else:
            _sort(reading, part.with_words(tree.heads[node]))


def _moved(tree: Tree, part: Part) -> bool:
    """Whether a phrase is related where it came from, and not here."""
    return not part.words and tree.labels[part.node].index in tree.traced


def _traced(reading: Reading, part: Part) -> list[Part]:
    """Relate a phrase that was moved from here as if it were still here; what is left to relate."""
    tree, draft = reading.tree, reading.draft
    trace, base = tree.null[part.node], tree.base(part.node)
    source = reading.traces.source(trace)
    if source < 0 or tree.base(part.parent) in ("SBAR", "SBARQ", "PP", "WHPP"):
        return []
    if "SBJ" in part.functions or trace.startswith("*EXP*"):
        return []
    moved = tree.heads[source]
    if trace.startswith(("*ICH*", "*RNR*")) and moved:
        if base == "VP" and tree.base(part.parent) == "VP":
            return []  # an auxiliary whose verb comes later: are, or soon will be, listed
        if base in NOMINAL and tree.base(part.parent) in NOMINAL:
            return []  # a noun that comes later: five-inch and six-inch wafers
        if tree.base(source) == "SBAR":
            reading.traces.antecedents[source] = part.heads
        functions = part.functions | tree.functions(source)
        return [Part(source, moved, part.heads, part.parent, functions)]
    if trace.startswith("*-"):
        if part.node in reading.real_objects(part.parent)[:-1] and tree.base(part.parent) == "VP":
            draft.promoted.update(dict.fromkeys(part.heads, "iobj"))
    elif base in CLAUSES | {"PP"} and not tree.base(source).startswith("WH"):
        _sort(reading, Part(source, moved, part.heads, part.parent, part.functions))
    elif base == "PP":
        kind = prepositions.type_of(reading, source)
        prepositions.attach(reading, kind, part.with_words(reading.traces.resolve(trace)))
    elif "PRD" in part.functions:
        if not draft.verb(part.heads[0]):
            return []  # a small clause: related by the verb above
        reading.predicate(part.heads, reading.traces.resolve(trace) if base == "NP" else moved)
    elif base not in ("ADVP", "VP"):
        _sort(reading, part.with_words(reading.traces.resolve(trace)))
    elif base == "ADVP" and reading.traces.question(source):
        draft.modify(part.heads, moved)
    return []


def _parenthesis(reading: Reading, part: Part, inside: int) -> None:
    """A report takes the sentence as complement; another clause in brackets or between dashes is a
    modifier, one between commas says nothing (you know); other phrases are treated as usual."""
    tree = reading.tree
    while tree.base(inside) == "PRN" and tree.head_children[inside]:
        inside = tree.head_children[inside][0]
    base = tree.base(inside)
    whole = tree.parent[inside] if base == "VP" else inside
    if base in CLAUSES - {"SBAR"} | {"VP"} and reports(reading, whole):
        reading.draft.add("ccomp", "_", part.words, part.heads)
    elif base == "VP" and (verbs := asides.joined_to(reading, part)):
        asides.join(reading, verbs, part.words, [] if reading.verbal(part) else part.heads)
    elif base == "VP" and tree.first_verb[inside] in ("VBN", "VBG"):
        _sort(reading, part._replace(node=inside, functions=part.functions | {"ADV"}))
    elif base == "VP" or base in CLAUSES - {"SBAR"}:
        first = tree.first(part.node)
        if tree.base(first) in ("-LRB-", ":"):
            form = tree.first_verb[inside]
            open_one = clause_of(tree, inside).open and form in ("VBG", "VBN", "TO")
            kind = "to" if open_one and form == "TO" else "_"
            reading.draft.add("xmod" if open_one else "cmod", kind, part.heads, part.words)
            if open_one and form != "TO" and not reading.verbal(part):
                reading.subject(part.words, part.heads, "ncsubj")
    elif not refers(reading, part, inside):
        functions = tree.functions(inside) - {"SBJ"} | {"PRN", "ADV"}
        _sort(reading, Part(inside, part.words, part.heads, part.parent, functions))


def _sort(reading: Reading, part: Part) -> None:
    """Which relation a part has, by its category, its function tags and what it is in."""
    tree, draft = reading.tree, reading.draft
    base, above = tree.base(part.node), tree.base(part.parent)
    if (above in NOMINAL and tree.leaf(part.node)) and (
        base not in _WORDS_WITHOUT or (base == "IN" and modifiers.approximates(reading, part))
    ):
        modifiers.other(reading, part)
        return
    if above == "PP" and part.parent in tree.target and particles.directs(reading, part):
        draft.modify(tree.target[part.parent], part.words)
        return
    if base == "PP" and above in ("ADVP", "SBAR"):
        moved = particles.lifted if above == "ADVP" else asides.relative_phrase
        part = moved(reading, part)
        above = tree.base(part.parent)
    asked = above in ("SBAR", "SBARQ") and asks(tree, part.node)
    if asked or (above == "S" and base[:2] == "WH" and _before_question(tree, part)):
        relatives.without_trace(reading, part)
        return
    verbal = reading.verbal(part)
    said = verbal and reading.quotes and quotations.said(reading, part)
    if said and not is_subject(reading, part, verbal):
        draft.add("ccomp", "_", part.heads, part.words)
        return
    if has_none(reading, part, verbal):
        return
    if is_subject(reading, part, verbal):
        subject(reading, part)
    elif base in ("PP", "WHPP"):
        inside = filled(tree, part.node)
        if inside < 0:
            prepositions.phrase(reading, part)
        else:
            _filled(reading, part, inside)
    elif base in CLAUSES:
        if base == "S" and above in NOMINAL and not tree.first_verb[part.node]:
            draft.modify(part.heads, part.words)  # it has no verb
        elif part.words:
            embedded(reading, part)
    elif base == "VP":
        if verbal and [tree.base(one) for one in tree.head_children[part.node]] == ["JJ"]:
            predicates.adjectival(reading, part)
        elif not tree.first_verb[part.node] and verbal:
            # The verb was left out, and its auxiliary stands for it: as he does behind it.
            for child in tree.children[part.node]:
                _relate(reading, Part(child, [], part.heads, part.parent, tree.functions(child)))
        elif not only_helps(reading, part):
            participial(reading, part)
    elif base in ("INTJ", "UH") and verbal and particles.quoted(reading, part):
        draft.add("ccomp", "_", part.heads, part.words)
    elif base in ("ADVP", "PRT", "RP") and particles.particle(reading, part, verbal):
        draft.modify(part.heads, part.words, "prt")
    elif verbal and base in nominals.NOUN_PHRASES:
        nominals.beside_verb(reading, part)
    elif verbal and predicates.predicative(reading, part):
        reading.predicate(part.heads, part.words)
    else:
        modifiers.other(reading, part)


def _filled(reading: Reading, part: Part, inside: int) -> None:
    """A phrase after a word that is no preposition: (PP like ten miles)."""
    tree, first = reading.tree, reading.tree.first(part.node)
    if tree.base(first) == "UH":
        reading.draft.modify(part.words, tree.heads[first])
    functions = part.functions | tree.functions(inside)
    if tree.base(inside) in CLAUSES and tree.base(first) == "RP":
        functions |= {"TPC"}  # what somebody said
    _relate(reading, Part(inside, [], part.heads, part.parent, functions))


def _before_question(tree: Tree, part: Part) -> bool:
    """Whether a question word stands in a sentence before its question, without a bracket around both."""
    return [tree.base(head) for head in tree.head_children[part.parent]] == ["SQ"]
