"""Differences between gold and system that come from how they were annotated, not from the parses."""

import numpy as np

from karat.model.bank import Bank
from karat.model.labels import function_tags
from karat.model.outcome import Note
from karat.model.scheme import Scheme

# Layers whose labels follow from the function tags of trees.
_FROM_FUNCTIONS = ("edges", "gr")
_SAID = (
    "gold's trees have function tags (NP-SBJ, PP-LGS) and the system's have none, so what is derived from "
    "these tags in gold cannot match; --gold-view 'rewrite(rules=categories)' takes them away"
)


def functions_of_gold_only(scheme: Scheme, gold: Bank, system: Bank) -> tuple[Note, ...]:
    """A note if both sides are derived from trees, of which only gold's have function tags."""
    layer = scheme.needs.layer
    if layer not in _FROM_FUNCTIONS or any(side.has(layer) for side in (gold, system)):
        return ()
    fair = not gold.has_trees or not system.has_trees or not _functions(gold) or _functions(system)
    return () if fair else ((_SAID, 0),)


def _functions(bank: Bank) -> bool:
    """Whether any constituent has a function tag.

    >>> import karat
    >>> [_functions(karat.read_text(f"(S ({label} (N a)))")) for label in ("NP-SBJ", "NP-1", "-X-", "NP")]
    [True, False, False, False]
    """
    return any(function_tags(bank.labels[one]) for one in np.unique(bank.label).tolist())
