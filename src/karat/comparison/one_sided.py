"""Differences between gold and system that come from how they were annotated, not from the parses."""

import numpy as np

from karat.model.bank import Bank
from karat.model.columns import Bools, Flags, Ints
from karat.model.labels import BOUNDARY, ROOTS, function_tags
from karat.model.outcome import AGAINST, Note, Outcome, Status
from karat.model.relation import Relation
from karat.model.scheme import Scheme

# Layers whose labels follow from the function tags of trees.
_FROM_FUNCTIONS = ("constructions", "edges", "gr")
_SAID = (
    "gold's trees have function tags (NP-SBJ, PP-LGS) and the system's have none, so what is derived from "
    "these tags in gold cannot match; --gold-view 'rewrite(rules=categories)' takes them away"
)


def functions_of_gold_only(scheme: Scheme, gold: Bank, system: Bank) -> tuple[Note, ...]:
    """A note if both sides are derived from trees, of which only gold's have function tags."""
    layer = scheme.needs.layer
    if layer not in _FROM_FUNCTIONS or any(side.has(layer) for side in (gold, system)):
        return ()
    return functions_of_one_side(gold, system)


def functions_of_one_side(gold: Bank, system: Bank) -> tuple[Note, ...]:
    """A note if both sides have trees, of which only gold's have function tags.

    Other blocks of the system's file may have some, which speaks against the note.
    """
    if not gold.has_trees or not system.has_trees:
        return ()
    if _functions(system):
        return ((f"{AGAINST}{_SAID}", 1),)
    return ((_SAID, 0),) if _functions(gold) else ()


def _functions(bank: Bank) -> bool:
    """Whether any constituent has a function tag.

    >>> import karat
    >>> [_functions(karat.read_text(f"(S ({label} (N a)))")) for label in ("NP-SBJ", "NP-1", "-X-", "NP")]
    [True, False, False, False]
    """
    return any(function_tags(bank.labels[one]) for one in np.unique(bank.label).tolist())


_TAKEN_AWAY = "--gold-view 'rewrite(rules=roots)' --system-view 'rewrite(rules=roots)'"
_NONE = -1


def other_roots(scheme: Scheme, outcome: Outcome) -> tuple[Note, ...]:
    """Notes on sentences whose tree has a root with another name than in gold, or only one of the two.

    Only roots that the scheme counts as brackets, and that have no partner, are reported.
    """
    if scheme.needs.layer != "trees":
        return ()
    gold, system = outcome.banks
    ours, theirs = _roots(gold), _roots(system)
    differ: Bools = ours != theirs
    if not differ.any():
        return ()
    differ &= (outcome.status == Status.SCORED) & ~_going_on(system)
    counted, missed = _counted(gold, outcome.gold, outcome.gold_hit, ours)
    also_counted, spurious = _counted(system, outcome.system, outcome.system_hit, theirs)
    # Without labels, the root that only one side has may have taken the partner of a bracket below it.
    alone = (counted != also_counted) & (not getattr(scheme, "labelled", True))
    differ &= missed | spurious | alone
    pairs = np.stack([ours, theirs])[:, differ]
    kinds, counts = np.unique(pairs, axis=1, return_counts=True)
    found = [
        (
            f"gold's trees have {_named(gold, one)} and the system's have {_named(gold, other)}, so roots do "
            f"not match; to take them away: {_TAKEN_AWAY}",
            count,
        )
        for (one, other), count in zip(kinds.T.tolist(), counts.tolist(), strict=True)
    ]
    # The numbers of labels, and so the order of kinds, depend on what a thread has read before.
    return tuple(sorted(found))


def _going_on(bank: Bank) -> Bools:
    """Which sentences the tree of the sentence before goes on in: its root is there (see ``recut``)."""
    found: Bools = np.zeros(len(bank), np.bool_)
    if not len(bank.tag):
        return found
    last = bank.token_offset[1:] - 1
    size = bank.word_end[last] - bank.word_start[last]
    for row in np.flatnonzero((size == len(BOUNDARY)) & (bank.tag[last] == 0)).tolist():
        found[row + 1 : row + 2] = bank.words(row)[-1:] == [BOUNDARY]
    return found


def _roots(bank: Bank) -> Ints:
    """The label of each sentence's root, if it is one of ROOTS; -1 for other trees.

    >>> import karat
    >>> text = "(ROOT (S (N a)))\\n( (S (N a)))\\n(S (N a))\\n(TOP (N a)) (TOP (N b))\\n\\n"
    >>> bank = karat.read_text(text, layout="lines")
    >>> [bank.labels[one] if one >= 0 else None for one in _roots(bank).tolist()]
    [b'ROOT', b'', None, b'TOP', None]
    """
    found: Ints = np.full(len(bank), _NONE, np.int32)
    full = np.flatnonzero(np.diff(bank.span_offset))
    label = bank.label[bank.span_offset[full]]
    known = np.isin(label, [bank.labels.find(one) for one in ROOTS])
    found[full[known]] = label[known]
    return found


def _counted(bank: Bank, relation: Relation, hit: Flags, roots: Ints) -> tuple[Bools, Bools]:
    """In which sentences the root is a row that is compared, and in which it was not matched."""
    first = np.full(len(bank.label) + 1, _NONE, np.int32)
    rooted = np.flatnonzero(roots != _NONE)
    first[bank.span_offset[rooted]] = rooted
    sentences = first[relation.row]
    counted, missed = np.zeros((2, len(bank)), np.bool_)
    counted[sentences[sentences != _NONE]] = True
    missed[sentences[(sentences != _NONE) & (np.asarray(hit) == 0)]] = True
    return counted, missed


def _named(bank: Bank, root: int) -> str:
    if root == _NONE:
        return "none"
    name = bank.labels[root].decode()
    return f"the root {name}" if name else "a root without a name"
