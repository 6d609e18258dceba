"""Properties of a clause in a tree: its verbs, complementiser, subject and the form of its verb."""

from dataclasses import dataclass

from karat.files.spelling import full
from karat.views.gr.draft import FINITE, PRONOUNS
from karat.views.gr.phrases import ADVERBIAL, CLAUSES, VERBS
from karat.views.gr.trees import Tree
from karat.views.gr.words import listed

_VERBAL = CLAUSES | {"VP"}
_NO_SUBJECT = ADVERBIAL | {"TPC"}
_MARKERS = ("IN", "TO", "RB", "DT", "NN", "VBG", "VBN")


@dataclass(frozen=True)
class Clause:
    """``form`` is the tag of the first verb (TO: an infinitive), empty where there is none.

    ``subject`` is the node of the subject, -1 where there is none; ``phrase`` the S inside an SBAR;
    ``wh`` the node of a question word or relative pronoun, -1 if there is none; ``dangling`` says that
    the subject is a trace that leads to no word.
    """

    phrase: int
    verbs: list[int]
    mark: str
    wh: int
    subject: int
    form: str
    own_subject: bool
    dangling: bool

    @property
    def finite(self) -> bool:
        """Whether the verb has a tense."""
        return self.form in FINITE

    @property
    def open(self) -> bool:
        """Whether it has neither tense nor a written subject of its own."""
        return not self.finite and not self.own_subject

    @property
    def unknown_subject(self) -> bool:
        """Whether the tree does not say whose subject it has."""
        return self.subject < 0 or self.dangling

    @property
    def kind(self) -> str:
        """The type of an open clause: to, or what introduces it."""
        return "to" if self.form == "TO" else self.mark or "_"


def clause_of(tree: Tree, node: int) -> Clause:
    """The clause that a node is, with what introduces it."""
    marks: list[str] = []
    wh = -1
    verbs = tree.heads[node]
    while True:
        base = tree.base(node)
        if base in ("SBAR", "SBARQ", "PRN", "PP"):
            for child in tree.children[node]:
                if child in tree.head_children[node]:
                    break
                if focuses(tree, child):
                    continue
                if tree.leaf(child) and not tree.null[child] and tree.base(child) in _MARKERS:
                    marks.append(full(tree.form[child], tree.base(child)))
                elif asks(tree, child):
                    wh = child
        inside = [c for c in tree.head_children[node] if tree.base(c) in _VERBAL]
        if not inside or base == "VP":
            break
        if tree.base(inside[0]) == "VP" and len(inside) == 1 and base in ("S", "SINV", "SQ"):
            break
        node = inside[0]
    mark = "_".join(marks)
    subject = subject_of(tree, node)
    trace = tree.null[subject] if subject >= 0 else ""
    dangling = "-" in trace and _leads_nowhere(tree, trace)
    own = subject >= 0 and not trace
    return Clause(node, verbs, mark, wh, subject, tree.first_verb[node], own, dangling)


def _leads_nowhere(tree: Tree, trace: str) -> bool:
    """Whether nothing has the index of a trace, or only another trace that leads nowhere."""
    seen = set()
    while trace not in seen:
        seen.add(trace)
        node = tree.by_index.get(trace.rpartition("-")[2], -1) if "-" in trace else -1
        if node < 0 or not tree.null[node]:
            return node < 0
        if tree.base(node).startswith("WH"):
            return False
        trace = tree.null[node]
    return True


def focuses(tree: Tree, node: int) -> bool:
    """Whether an adverb beside a conjunction modifies its clause, and is no part of the type: even if,
    although not."""
    if tree.base(node) != "RB" or tree.word[node] not in listed("focusing"):
        return False
    siblings = tree.children[tree.parent[node]]
    at = tree.position[node]
    beside = (*siblings[max(at - 1, 0) : at], *siblings[at + 1 : at + 2])
    return any(tree.base(c) in ("IN", "NN") or tree.base(c)[:2] == "WH" for c in beside)


def asks(tree: Tree, node: int) -> bool:
    """Whether a phrase is a question word or relative pronoun, even if its label is NP-SBJ."""
    if tree.base(node).startswith("WH"):
        return True
    words = tree.leaves(node) if tree.base(node) in ("NP", "PP", "ADVP") else []
    return any(tree.base(leaf) in PRONOUNS for leaf in words[:2])


def _names(tree: Tree, node: int) -> bool:
    """Whether a clause begins with what or who: Here is what we know."""
    return asks(tree, tree.first(node)) and tree.first_word(node) in ("what", "who")


def subject_of(tree: Tree, node: int) -> int:
    """The subject among the children of a clause, by its function tag or by its position, or -1."""
    found = tree.subject.get(node)
    if found is None:
        found = tree.subject[node] = _find_subject(tree, node)
    return found


def _find_subject(tree: Tree, node: int) -> int:
    children = tree.children[node]
    for child in children:
        if "SBJ" in tree.functions(child):
            if tree.first_verb[node] == "VB" and _called(tree, node, child):
                continue
            # Are there facts? The noun is tagged, but the subject is there.
            others = children[: min(tree.position[child], 3)]
            parted = any(tree.base(c) in (",", ":", "CC") for c in others[1:])
            return child if parted else next((c for c in others if _there(tree, c)), child)
    if tree.base(node) not in CLAUSES:
        return -1
    if tree.base(node) in ("SQ", "SINV"):
        verbs = [i for i, c in enumerate(children) if tree.base(c) in VERBS or tree.base(c) == "VP"]
        after = children[verbs[0] + 1 :] if verbs else []
        found = next((c for c in after if _may_be_subject(tree, c)), -1)
        if found < 0 and tree.base(node) == "SINV":
            found = next((c for c in after if tree.base(c) == "SBAR" and _names(tree, c)), -1)
        if found >= 0:
            return found
    return _before_verb(tree, node)


def _there(tree: Tree, node: int) -> bool:
    """Whether a noun phrase is existential there."""
    return tree.base(node) == "NP" and tree.base(tree.first(node)) == "EX"


def _called(tree: Tree, node: int, subject: int) -> bool:
    """Whether a tagged subject is a form of address: a comma and an imperative follow it.

    People, put it down. A bare verb has a subject only below a conjunction (that he, if asked, go).
    """
    children = tree.children[node]
    at = tree.position[subject] + 1
    if [tree.base(c) for c in children[at : at + 2]] != [",", "VP"]:
        return False
    return tree.base(node) == "S" and tree.base(tree.parent[node]) not in ("SBAR", "VP")


def _may_be_subject(tree: Tree, node: int) -> bool:
    """Whether a noun phrase may be a subject by its position; the number of a list item is none."""
    if tree.base(node) != "NP" or tree.functions(node) & _NO_SUBJECT:
        return False
    return any(tree.base(child) != "LS" for child in tree.children[node])


def _before_verb(tree: Tree, node: int) -> int:
    """The last noun phrase before the head, or a clause right before it; a name before a comma and
    an imperative is none."""
    children, heads = tree.children[node], tree.head_children[node]
    if not heads or tree.base(heads[0]) in CLAUSES:
        return -1  # the clause inside has its own: Washington – the senate met
    before = children[: tree.position[heads[0]]]
    commas = [tree.base(c) == "," for c in before]
    calls = bool(commas) and commas[-1] and tree.first_verb[node] == "VB"
    nouns = [c for c in before if _may_be_subject(tree, c)]
    if nouns and not calls:
        return nouns[-1]
    if [tree.base(c) for c in before] == ["S"] and "PRD" in tree.functions(heads[0]):
        return before[0]  # made waking up easier
    while before and (tree.base(before[-1]) == "ADVP" or _named_before_comma(tree, before)):
        before = before[:-1]
    if before and tree.base(before[-1]) in _VERBAL and tree.base(heads[0]) == "VP":
        adverbial = tree.functions(before[-1]) & ADVERBIAL or _conditional(tree, before[-1])
        return -1 if adverbial else before[-1]
    return -1


def _conditional(tree: Tree, node: int) -> bool:
    """Whether a clause begins with a conjunction that no subject begins with: If walking use the path."""
    first = tree.first(node)
    complementiser = ("that", "whether", "for")
    return (
        tree.base(first) == "IN" and not tree.null[first] and tree.word[first] not in complementiser
    )


def _named_before_comma(tree: Tree, before: list[int]) -> bool:
    """Whether a comma follows a clause with what, which is the subject all the same: What I want, is …"""
    if len(before) < 2 or tree.base(before[-1]) != "," or tree.base(before[-2]) != "SBAR":
        return False
    return tree.first_word(before[-2]) in listed("whatever")
