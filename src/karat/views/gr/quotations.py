"""Quoted speech in trees that is no clause with a tense: names, cries, fragments and imperatives."""

from karat.views.gr.parts import Part, Reading
from karat.views.gr.phrases import CLAUSES, PUNCTUATION, SILENT
from karat.views.gr.words import listed

_QUOTES = ("``", "''")
_BREAKS = (",", ":")
_OPEN = ("TO", "VBG", "VBN")


def said(reading: Reading, part: Part) -> bool:
    """Whether a phrase without a verb, or an infinitive or participle before the subject, is what was said.

    Before the subject it has quotation marks on both sides ("Never", he said; "Thanks", came the answer);
    after the verb, a comma or colon and a quotation mark before it (he said, "Never"), where only an
    addressee may stand between them.
    """
    tree = reading.tree
    form = tree.first_verb[part.node]
    if tree.base(part.node) in SILENT or not _says(reading, part):
        return False
    if form and (form not in _OPEN or part.functions or tree.base(part.parent) == "VP"):
        return False
    node, siblings = _beside(reading, part)
    heads = tree.head_children[part.parent]
    if node not in siblings or not heads:
        return False
    bases = [tree.base(one) for one in siblings]
    at, head = siblings.index(node), siblings.index(heads[0])
    opened = bases[max(at - 1, 0)] in _QUOTES or _marked(reading, node, 0)
    if tree.base(part.parent) == "VP":
        between = [one for one in bases[head + 1 : at] if one not in _QUOTES]
        return (
            opened
            and head < at
            and between[-1:] in ([","], [":"])
            and between[:-1] in ([], ["NP"], ["PP"])
        )
    after = at + 1
    while after < len(bases) and bases[after] in PUNCTUATION:
        after += 1
    closed = any(base in _QUOTES for base in bases[at + 1 : after]) or _marked(reading, node, -1)
    return opened and closed and at < head and tree.base(part.parent) in CLAUSES


def ordered(reading: Reading, part: Part) -> bool:
    """Whether a comma, colon or quotation mark before a bare verb says that it is an imperative that was
    said: he went, "put it down"; not: he will go kill it."""
    tree = reading.tree
    node, siblings = _beside(reading, part)
    at = siblings.index(node) if node in siblings else 0
    before = tree.base(siblings[at - 1]) if at > 0 else ""
    inside = _marked(reading, node, 0)
    return (before in _QUOTES or before in _BREAKS or inside) and _says(reading, part)


def _says(reading: Reading, part: Part) -> bool:
    """Whether a verb reports, or can do so beside quoted speech: and he went, "no"."""
    verb = reading.tree.lemma[part.heads[0]]
    return verb in reading.lexicon.reporting or verb in listed("quoting")


def _beside(reading: Reading, part: Part) -> tuple[int, list[int]]:
    """The sibling of the verb that a part is, or is in, and all its siblings."""
    tree, node = reading.tree, part.node
    siblings = tree.children[part.parent]
    while node not in siblings and tree.parent[node] > part.parent:
        node = tree.parent[node]
    return node, siblings


def _marked(reading: Reading, node: int, at: int) -> bool:
    """Whether a phrase begins (0) or ends (-1) with a quotation mark."""
    inside = reading.tree.children[node]
    return bool(inside) and reading.tree.base(inside[at]) in _QUOTES
