"""Noun phrases beside verbs in trees: objects, predicates, recipients, times and forms of address."""

from karat.views.gr import prepositions
from karat.views.gr.clauses import clause_of
from karat.views.gr.gaps import fill_gap
from karat.views.gr.parts import Part, Reading
from karat.views.gr.phrases import ADVERBIAL, CLAUSES, NOMINAL, VERBS
from karat.views.gr.trees import Tree
from karat.views.gr.words import listed

# Beside a verb these are noun phrases too.
NOUN_PHRASES = NOMINAL | {"$", "EX", "PRP", "NN", "NNS", "NNP", "CD"}
_WITH_VERB = ("VP", "SQ", "SBARQ", "SINV")


def beside_verb(reading: Reading, part: Part) -> None:
    """A noun phrase beside a verb: an object, a predicate or a modifier."""
    tree, draft = reading.tree, reading.draft
    inside = tree.base(part.parent)
    if inside == "S" and _after_bare_verb(tree, part):
        inside = "VP"
    verb = tree.lemma[part.heads[0]]
    subjects = draft.subjects.get(part.heads[0], ()) if "SBJ" in part.functions else ()
    if any(tree.lemma[word] == "there" for word in subjects if word >= 0):
        reading.predicate(part.heads, part.words)  # there exists a proof
        return
    copular = verb in ("be", "become", "remain") and inside in ("VP", "SQ")
    free = copular and not part.functions & ADVERBIAL and not reading.measures(part.node)
    if tree.leaf(part.node) and _near(tree, part, 1) == "HYPH":
        draft.modify(part.heads, part.words)  # tailor - made
    elif copular and (predicate := _added(tree, part)) >= 0:
        noun = tree.base(predicate) == "NP"
        draft.modify(tree.heads[predicate] if noun else part.heads, part.words)
    elif "PRD" in part.functions or free:
        reading.predicate(part.heads, part.words)
    elif _given_up(tree, part) if inside == "S" else _left_over(reading, part):
        return
    elif (
        part.functions & ADVERBIAL
        or _when(reading, part)
        or _called(reading, part)
        or tree.base(tree.first_leaf(part.node)) == "-LRB-"
        or reading.measures(part.node)
    ):
        draft.modify(part.heads, part.words)
    elif inside in _WITH_VERB:
        rest = _prepositional(reading, part)
        if rest is part.heads:
            _object(reading, part)
        elif rest:
            _object(reading, part._replace(heads=rest))
    elif inside == "FRAG" and tree.base(tree.head_children[part.parent][0]) in CLAUSES:
        return  # Another concern: prices tend to swing
    elif inside == "S" and part.functions <= {"TPC"}:
        _fronted(reading, part)
    else:
        draft.modify(part.heads, part.words)


def _added(tree: Tree, part: Part) -> int:
    """The predicate of a copula that a noun phrase is set off after, or -1: all were new, even the last;
    there were two, a pail and a mop."""
    if part.functions or not set_off(tree, part):
        return -1
    siblings = tree.children[part.parent]
    return next((one for one in siblings if tree.functions(one) & {"PRD", "SBJ"}), -1)


def _given_up(tree: Tree, part: Part) -> bool:
    """Whether a pronoun that is neither subject nor object is a start that was given up: we, she woke."""
    return all(tree.word[tree.written[word]] in listed("nominative") for word in part.words)


def _near(tree: Tree, part: Part, step: int) -> str:
    """The category of the sibling right before (-1) or after (1) a part."""
    siblings = tree.children[part.parent]
    at = tree.among(part.node, part.parent)
    at = at + step if at >= 0 else -1
    return tree.base(siblings[at]) if 0 <= at < len(siblings) else ""


def _after_bare_verb(tree: Tree, part: Part) -> bool:
    """Whether a clause has its verb without a verb phrase around it, before the part: (S thank you)."""
    heads = tree.head_children[part.parent]
    alone = len(heads) == 1 and tree.base(heads[0]) in VERBS
    return alone and tree.among(part.node, part.parent) > tree.position[heads[0]]


def _left_over(reading: Reading, part: Part) -> bool:
    """Whether a noun phrase is joined with whole verb phrases, and means nothing: came late or something."""
    tree = reading.tree
    heads, siblings = tree.head_children[part.parent], tree.children[part.parent]
    if len(heads) < 1 or tree.base(heads[0]) != "VP" or tree.parent[part.node] != part.parent:
        return False
    at = tree.position[part.node]
    return at > tree.position[heads[-1]] and tree.base(siblings[at - 1]) == "CC"


def _prepositional(reading: Reading, part: Part) -> list[int]:
    """Relate a noun phrase to joined verb phrases that end in a preposition; the other verbs.

    It is the object of the preposition: spoke to, and heard from, the mayor.
    """
    tree, joined = reading.tree, reading.tree.head_children[part.parent]
    if len(joined) < 2:
        return part.heads
    rest = list(part.heads)
    for one in joined:
        lone = [c for c in tree.children[one] if prepositions.lone(reading, c)]
        if lone and tree.base(one) == "VP":
            reading.stranded.add(lone[0])
            kind = prepositions.type_of(reading, lone[0])
            verbs = [verb for verb in tree.heads[one] if verb in rest]
            prepositions.attach(reading, kind, part._replace(node=lone[0], heads=verbs))
            rest = [verb for verb in rest if verb not in verbs]
    return rest


def _fronted(reading: Reading, part: Part) -> None:
    """A noun phrase before the subject, or after clauses that share it: a missing object."""
    tree = reading.tree
    joined = tree.head_children[part.parent]
    if len(joined) > 1 and part.node > joined[-1]:
        reading.object(part.heads, part.words)
    elif (
        len(joined) == 1
        and part.node < joined[0]
        and tree.base(joined[0]) not in CLAUSES
        and not reading.time(part.words)
    ):
        fill_gap(reading, clause_of(tree, part.parent), part.words)
    elif part.node < joined[0] and (
        _near(tree, part, 1) == ":" or tree.tag[part.words[0]] == "PRP"
    ):
        return  # LIMA -- They left
    else:
        reading.draft.modify(part.heads, part.words)


def _called(reading: Reading, part: Part) -> bool:
    """Whether a noun phrase is set off by a comma, as a form of address is."""
    tree = reading.tree
    siblings = tree.children[part.parent]
    at = max(tree.among(part.node, part.parent), 0)
    if at > 0 and tree.base(part.parent) in ("VP", "SQ"):
        if part.functions or tree.base(siblings[at - 1]) not in (",", ":"):
            return False
        return not _after_aside(tree, part) and not _after_colon(tree, part)
    after = siblings[at + 1 : at + 2]
    return at == 0 and bool(after) and tree.base(after[0]) == ","


def set_off(tree: Tree, part: Part) -> bool:
    """Whether a comma, dash or colon comes right before a part."""
    siblings = tree.children[part.parent]
    at = max(tree.among(part.node, part.parent), 0)
    return at > 0 and tree.base(siblings[at - 1]) in (",", ":")


def _after_colon(tree: Tree, part: Part) -> bool:
    """Whether a colon stands between the verb and a noun phrase: They sell: books, maps."""
    siblings = tree.children[part.parent]
    before = siblings[: max(tree.among(part.node, part.parent), 0)][:3]
    return (
        bool(before)
        and tree.base(before[0]) in VERBS
        and [tree.word[c] for c in before[1:] if tree.leaf(c)] == [":"]
        and len(before) == 2
    )


def _after_aside(tree: Tree, part: Part) -> bool:
    """Whether the comma before a noun phrase closes what the comma right after the verb opened.

    It symbolizes, in a way, the limits; they control, or compose, their faces. No noun phrase may stand
    between them: that would be a list.
    """
    siblings, heads = tree.children[part.parent], tree.head_children[part.parent]
    inside = {tree.base(child) for head in heads for child in tree.children[head]}
    if part.node not in siblings or inside - VERBS - {"ADVP", "RB"}:
        return False
    between = siblings[siblings.index(heads[0]) + 1 : siblings.index(part.node)]
    bases = [tree.base(one) for one in between]
    return bases[:1] == [","] == bases[-1:] and bases.count(",") == 2 and "NP" not in bases


def _when(reading: Reading, part: Part) -> bool:
    """Whether a noun of time says when or how long, and is not an object: last Tuesday, two hours."""
    tree = reading.tree
    if part.words and tree.tag[part.words[0]].startswith("RB") and not tree.null[part.node]:
        return tree.lemma[part.words[0]] not in listed("quantities")
    if _by_how_much(reading, part):
        return True
    if not reading.time(part.words):
        return False
    if part.node in reading.objects(part.parent)[1:] or part.heads[0] in reading.draft.passive:
        return True
    leaves = tree.leaves(part.node)
    if not leaves or part.functions:
        return False
    if tree.lemma[part.heads[0]] in listed("spending"):
        return False
    counted = tree.base(leaves[0]) == "CD"
    same = any(tree.word[leaf] in listed("dating") for leaf in leaves[:3])
    return counted or same or tree.word[leaves[0]] in listed("dated")


def _by_how_much(reading: Reading, part: Part) -> bool:
    """Whether an amount right after a verb says by how much something changed: rose 5 %, fell 30 cents."""
    tree = reading.tree
    if tree.lemma[part.heads[0]] not in listed("changing") or part.functions:
        return False
    measured = any(tree.lemma[w] in listed("units") or tree.tag[w] == "$" for w in part.words)
    leaves = tree.leaves(part.node)
    return measured and any(tree.base(leaf) in ("CD", "$") for leaf in leaves)


def _object(reading: Reading, part: Part) -> None:
    """Of two objects the first is the recipient, if the verb has recipients."""
    tree, draft = reading.tree, reading.draft
    verb = tree.lemma[part.heads[0]]
    found = reading.real_objects(part.parent)
    naming = verb in reading.lexicon.naming
    passive = part.heads[0] in draft.passive
    first = part.node not in found or found[0] == part.node
    if part.node in reading.recipients:
        reading.object(part.heads, part.words, "iobj")
    elif naming and (passive or not first):
        draft.add("xcomp", "_", part.heads, part.words)
    elif len(found) > 1 and not naming:
        if not reading.recipient(verb, found):
            reading.object(part.heads, part.words) if first else draft.modify(
                part.heads, part.words
            )
        else:
            reading.object(part.heads, part.words, "iobj" if first else "obj")
    else:
        kind = "obj"
        if passive and verb in listed("dative") and not _about_nobody(reading, part):
            # The authority given us: a person is the recipient, if the subject is a thing.
            kind = "iobj" if _recipient_left(reading, part) else "obj"
            promoted = "obj" if kind == "iobj" else "iobj"
            draft.promoted.update(dict.fromkeys(part.heads, promoted))
        reading.object(part.heads, part.words, kind)


def _about_nobody(reading: Reading, part: Part) -> bool:
    """Whether a participle begins an adjunct without a subject, as a preposition does: given the costs."""
    tree, verb = reading.tree, part.heads[0]
    listed_so = f"{tree.lemma[verb]}/{tree.tag[verb]}" in reading.lexicon.dangling
    clause = tree.parent[part.parent]
    alone = tree.base(clause) == "S" and tree.base(tree.parent[clause]) != "SBAR"
    return listed_so and (alone or tree.base(clause) == "PP")


def _recipient_left(reading: Reading, part: Part) -> bool:
    """Whether the object of a passive is a person, and its subject is not."""
    subjects = [word for word in reading.draft.subjects.get(part.heads[0], ()) if word >= 0]
    things = bool(subjects) and not any(reading.person(word) for word in subjects)
    return things and all(reading.person(word) for word in part.words)
