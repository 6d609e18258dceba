"""Prepositional phrases in trees: arguments, modifiers, agents, predicates, and gerunds after them."""

from karat.files.spelling import folded, full
from karat.views.gr.clauses import asks, clause_of, subject_of
from karat.views.gr.comparatives import comparative
from karat.views.gr.parts import Part, Reading
from karat.views.gr.phrases import ADVERBIAL, CLAUSES, NOMINAL, inside_name
from karat.views.gr.trees import Tree
from karat.views.gr.words import listed

_ARGUMENTS = frozenset({"CLR", "DTV", "PUT"})
_MODIFIERS = frozenset({"TMP", "PRP", "MNR", "PRN"})
_CIRCUMSTANCES = ADVERBIAL | {"PRD", "PRN"}
_WORDS = ("IN", "TO", "VBG", "VBN", "JJ", "RP")
_COMPLEMENTS = ("NP", "ADJP", "PP", "S", "SBAR", "VP", "UCP")
# Before a gerund, if the verb has an object: it is the object that does it (accused him of lying).
_OBJECT_DOES = ("from", "of", "into", "as", "out_of")
_PRONOUNS = ("WDT", "WP")
_GERUNDS = frozenset({"VBG", "CC"})
_MOVED = ("NP", "WHNP", "ADVP")  # what a preposition can have lost: what … of, where … from


def joins(tree: Tree, leaf: int) -> bool:
    """Whether an adverb in a prepositional phrase is part of its preposition: instead of, as well as."""
    siblings = tree.children[tree.parent[leaf]]
    before = siblings[tree.position[leaf] - 1] if siblings[0] != leaf else -1
    well = tree.word[leaf] == "well" and before >= 0 and tree.leaf(before)
    return tree.word[leaf] in listed("complex") or (well and tree.word[before] == "as")


def _before_number(tree: Tree, leaf: int) -> bool:
    """Whether a preposition after another is an adverb that belongs to a number."""
    siblings = tree.children[tree.parent[leaf]]
    at = tree.position[leaf] + 1
    after = siblings[at : at + 1]
    first = tree.leaves(after[0])[:1] if after else []
    number = bool(first) and tree.base(first[0]) in ("CD", "$")
    return number and tree.word[leaf] in listed("approximating")


def type_of(reading: Reading, node: int) -> str:
    """The preposition of a phrase, or several: out_of, according_to."""
    tree = reading.tree
    found: list[str] = []
    while node >= 0:
        inside = -1
        for child in tree.children[node]:
            base = tree.base(child)
            if not tree.leaf(child):
                if child in tree.head_children[node]:
                    inside = child if base in ("PP", "WHPP") else -1
                    break
            elif base == "CC" and found:
                break
            elif found and _before_number(tree, child):
                continue  # to about $ 33
            elif not tree.null[child] and (base in _WORDS or joins(tree, child)):
                found.append(full(tree.form[child], base))
        node = inside
    return "_".join(found) or "_"


def object_of(reading: Reading, node: int) -> int:
    """The phrase that follows the preposition, also a null one, or -1."""
    tree = reading.tree
    while True:
        children = [c for c in tree.children[node] if not tree.leaf(c)]
        nulls = [c for c in children if tree.null[c] and tree.base(c) in _MOVED]
        inside = nulls or [c for c in children if c in tree.head_children[node]]
        if not inside:
            return -1
        if tree.base(inside[0]) not in ("PP", "WHPP"):
            return inside[0]
        node = inside[0]


def lone(reading: Reading, node: int) -> bool:
    """Whether a phrase consists of a preposition only."""
    tree = reading.tree
    inside = tree.children[node]
    if tree.base(node) != "PP" or not inside:
        return False
    return all(tree.base(c) in ("IN", "TO") for c in inside)


def phrase(reading: Reading, part: Part) -> None:
    """A prepositional phrase, whatever it depends on."""
    tree, draft = reading.tree, reading.draft
    kind, inside = type_of(reading, part.node), object_of(reading, part.node)
    verbal = reading.verbal(part)
    if part.node in reading.stranded or _in_name(reading, part):
        return
    if kind.split("_")[0] == "than":
        compared = comparative(reading, part)
        part, verbal = part._replace(heads=compared or part.heads), verbal and not compared
    if lone(reading, part.node):
        if verbal and part.heads[0] in draft.passive:
            draft.promote_from_preposition(part.heads)
        elif verbal and _adverb(tree, part):
            draft.modify(part.heads, [tree.place[tree.first(part.node)]])
        return  # it has lost its object, and is none itself
    for one in tree.head_children[inside] if inside in tree.mixed else [inside]:
        words = tree.heads[one] if inside in tree.mixed else part.words
        _with_object(reading, kind, one, part.with_words(words), verbal)


def _adverb(tree: Tree, part: Part) -> bool:
    """Whether a preposition alone says where to, and has lost no object: They walked in.

    In a main clause that asks nothing, after its subject, where nothing can have been moved from.
    """
    words = [tree.word[one] for one in tree.children[part.node]]
    above = part.parent
    while above >= 0 and tree.base(above) == "VP":
        above = tree.parent[above]
    if above < 0 or len(words) != 1 or words[0] not in listed("directions"):
        return False
    if tree.base(above) != "S" or subject_of(tree, above) < 0:
        return False
    while above >= 0 and tree.base(above) == "S":
        above = tree.parent[above]
    return above < 0 or tree.parent[above] < 0


def _with_object(reading: Reading, kind: str, inside: int, part: Part, verbal: bool) -> None:
    """A prepositional phrase, or one conjunct of its object."""
    tree, draft = reading.tree, reading.draft
    if inside >= 0 and tree.null[inside]:
        if tree.null[inside].startswith("*-") or tree.null[inside] == "*":
            # A passive whose subject was the object of a preposition: slept on.
            draft.promote_from_preposition(part.heads)
            return
        part = part.with_words(reading.traces.resolve(tree.null[inside]))
    elif inside >= 0 and (tree.base(inside) in CLAUSES or _bare_gerund(reading, inside)):
        if not _named(reading, inside):
            gerund(reading, kind, inside, part)
            return
        part = part.with_words(reading.free_relative(inside))
    if tree.base(part.parent) == "WHNP" and part.words and tree.tag[part.words[0]] in _PRONOUNS:
        # A house the roof of which leaked.
        part = part.with_words(reading.traces.antecedent(part.node) or part.words)
    functions = part.functions | (tree.functions(inside) if inside >= 0 else frozenset())
    if "LGS" in functions or (kind in reading.lexicon.agent and verbal and _agent(reading, part)):
        draft.add("arg_mod", kind, part.heads, part.words, "subj")
    elif verbal and ("PRD" in functions or _predicate(reading, part)):
        reading.predicate(part.heads, part.words, kind)
    else:
        attach(reading, kind, part)


def _bare_gerund(reading: Reading, inside: int) -> bool:
    """Whether a noun phrase has nothing but forms in -ing: a way of living, for reading and writing."""
    base, children = reading.tree.base, reading.tree.children[inside]
    return bool(children) and base(children[-1]) == "VBG" and set(map(base, children)) <= _GERUNDS


def _in_name(reading: Reading, part: Part) -> bool:
    """Whether a phrase is in the middle of a name, whose last word stands for all of it."""
    tree = reading.tree
    siblings, above = tree.children[part.parent], tree.parent[part.parent]
    if tree.base(part.parent) == "NAC" and part.parent not in tree.head_children[above]:
        return all(tree.tag[word].startswith("NNP") for word in tree.heads[above])
    nominal = tree.base(part.parent) in NOMINAL and tree.parent[part.node] == part.parent
    if not nominal:
        return False
    at = tree.position[part.node]
    near = siblings[max(at - 1, 0) : at + 2]
    return inside_name(list(map(tree.base, near)), min(at, 1))


def _named(reading: Reading, inside: int) -> bool:
    """Whether the clause is a free relative, and so a noun: it is tagged so, or begins with what."""
    tree = reading.tree
    single = tree.base(inside) == "SBAR" and any(asks(tree, c) for c in tree.children[inside])
    if not single or clause_of(tree, inside).form == "TO":
        return False
    first = tree.leaves(inside)[:1]
    return "NOM" in tree.functions(inside) or tree.word[first[0]] in listed("whatever")


def _agent(reading: Reading, part: Part) -> bool:
    """Whether a by-phrase after a passive names who or what did it, and not when, where, how or by how
    much: by its function tag, else by its noun."""
    tree = reading.tree
    if (
        part.heads[0] not in reading.draft.passive
        or part.functions & _CIRCUMSTANCES
        or not part.words
    ):
        return False
    lexicon = reading.lexicon
    if tree.lemma[part.heads[0]] in lexicon.surround:
        return True
    noun, tag = folded(tree.lemma[part.words[0]]), tree.tag[part.words[0]]
    if tag in ("$", "CD") or any(
        noun in no for no in (lexicon.time, lexicon.beside, lexicon.measure)
    ):
        return False
    return not (len(tree.leaves(part.node)) == 2 and noun in lexicon.means)


def _predicate(reading: Reading, part: Part) -> bool:
    """Whether a phrase without function tags is the only predicate of be."""
    tree = reading.tree
    if part.functions or tree.lemma[part.heads[0]] != "be" or part.heads[0] in reading.fronted:
        return False
    siblings = tree.children[part.parent]
    complements = [c for c in siblings if tree.base(c) in _COMPLEMENTS]
    if any("PRD" in tree.functions(one) and tree.base(one) != "ADVP" for one in siblings):
        return False  # is in many ways the best
    if len(complements) > 1 and _adverbial(reading, part):
        return False  # There is of course a reason
    if tree.base(part.parent) == "SINV":
        return part.node == siblings[0]  # Behind it is a wall
    at = max(tree.among(part.node, part.parent), 0)
    if tree.base(part.parent) != "VP" or (at and tree.base(siblings[at - 1]) == ","):
        return False  # That is, of course, …
    if at < tree.position[tree.head_children[part.parent][0]]:
        return False  # and in this regard are not like them
    return complements[:1] == [part.node]


def _adverbial(reading: Reading, part: Part) -> bool:
    """Whether a phrase is an adverb whatever its verb is: of course, in fact."""
    tree = reading.tree
    nouns = reading.lexicon.adverbial.get(type_of(reading, part.node), ())
    alone = len(tree.leaves(part.node)) == 2
    return alone and any(folded(tree.lemma[word]) in nouns for word in part.words)


def attach(reading: Reading, kind: str, part: Part) -> None:
    """An argument of verbs that select the preposition, otherwise a modifier."""
    draft, lexicon = reading.draft, reading.lexicon
    tagged = bool(part.functions & _ARGUMENTS)
    free = reading.verbal(part) and not (part.functions & _MODIFIERS or _place(reading, kind, part))
    free = free and not _fronted(reading, part)
    noun = folded(draft.lemma[part.words[0]]) if part.words else ""
    for head in part.heads:
        argument = draft.verb(head) and (
            tagged or (free and lexicon.selects(draft.lemma[head], kind, noun))
        )
        draft.add("iobj" if argument else "ncmod", kind, [head], part.words)


def _fronted(reading: Reading, part: Part) -> bool:
    """Whether a phrase and a comma stand before the subject: For these towns, it will provide jobs."""
    tree = reading.tree
    if tree.base(part.node) != "PP" or tree.base(part.parent) != "S":
        return False
    siblings, node = tree.children[part.parent], part.node
    while node >= 0 and tree.parent[node] != part.parent:
        node = tree.parent[node]  # one of several that are joined
    at = tree.position[node] + 1
    after = siblings[at : at + 1] if node >= 0 else []
    before = part.node < subject_of(tree, part.parent)
    return before and bool(after) and tree.base(after[0]) == ","


def _place(reading: Reading, kind: str, part: Part) -> bool:
    """Whether a phrase says where it happens: tagged so, with in or on, and not where a thing is put.

    Of parsers' trees the tag alone says too little: look at, known as.
    """
    tree = reading.tree
    put = tree.base(part.parent) == "VP" and tree.lemma[part.heads[0]] in listed("placing")
    return "LOC" in part.functions and kind in ("in", "on") and not put


def gerund(reading: Reading, kind: str, inside: int, part: Part) -> None:
    """A preposition with a clause: talk about repairing, without asking."""
    draft = reading.draft
    clause = clause_of(reading.tree, inside)
    lemma, lexicon = folded(draft.lemma[part.heads[0]]), reading.lexicon
    if not clause.open:
        # A clause that is selected: vote on whether, depends on how, result in prices rising, sure of what.
        argued = "CLR" in part.functions or lexicon.selects(lemma, kind)
        selected = argued and reading.verbal(part)
        selected |= clause.wh >= 0 and (argued or lemma in lexicon.gerunds.get(kind, ()))
        draft.add("ccomp" if selected else "cmod", kind, part.heads, clause.verbs)
        return
    if draft.tag[part.heads[0]].startswith("JJ"):
        selected = lemma in lexicon.gerunds.get(kind, ())  # capable of running
    else:
        seems = kind in lexicon.resembling and lemma in lexicon.seeming  # feel like eating
        argued = "CLR" in part.functions or kind == "into" or lexicon.selects(lemma, kind) or seems
        selected = reading.verbal(part) and (argued or _predicate(reading, part))
    draft.add("xcomp" if selected else "xmod", kind, part.heads, clause.verbs)
    bare = clause.subject >= 0 and reading.tree.null[clause.subject] == "*"
    if (clause.unknown_subject or bare) and not draft.tag[part.heads[0]].startswith("N"):
        judged = kind in ("for", "on") and draft.lemma[part.heads[0]] in listed("judging")
        object_does = judged or kind in _OBJECT_DOES
        if lemma == "be" and (kind == "for" or selected):
            return  # it is fine for building houses; it is about winning
        draft.await_subject(clause.verbs, part.heads, "xcomp" if object_does else "xmod")
