"""Labels that the causes of errors do not know: what is said about a file that has many of them.

A wrong attachment is named after what moved, by its label. With labels of another treebank everything
would be called *other*, which says nothing about the parser.
"""

from collections import Counter

import numpy as np

from karat.analysis.errors.vocabulary import vocabulary
from karat.model.labels import base_label
from karat.model.outcome import Outcome
from karat.model.scheme import Scheme
from karat.views import label_kinds

# Fewer unknown labels do not matter; so many are shown.
_FEW = 0.05
_SHOWN = 4
# Labels of trees that say nothing about what moved, on purpose.
_NEUTRAL = {"", "ROOT", "TOP", "S1", "VROOT", "X", "META", "EDITED"}


def note(scheme: Scheme, outcome: Outcome) -> str:
    """What to say if many rows have labels that no cause is named after; empty if few have."""
    return note_of(scheme, labels_of(scheme, outcome))


def labels_of(scheme: Scheme, outcome: Outcome) -> Counter[bytes]:
    """How many rows of both sides have each label; nothing where labels do not name causes."""
    if scheme.needs.layer not in ("trees", "edges"):
        return Counter()
    numbers = np.concatenate([outcome.gold.label, outcome.system.label])
    found, counts = np.unique(numbers, return_counts=True)
    names = [outcome.banks[0].labels[number] for number in found.tolist()]
    return Counter(dict(zip(names, counts.tolist(), strict=True)))


def note_of(scheme: Scheme, labels: Counter[bytes]) -> str:
    """The same, from the number of rows of each label."""
    trees = scheme.needs.layer == "trees"
    known = _of_trees() if trees else {*label_kinds.known()["ud"].labels, "", "_"}
    strange: dict[str, int] = {}
    for label, count in labels.items():
        name = (base_label(label) if trees else label).decode("utf-8", "replace")
        if (name if trees else label_kinds.plain(name)) not in known:
            strange[name] = strange.get(name, 0) + count
    share = sum(strange.values()) / max(1, labels.total())
    if share <= _FEW:
        return ""
    whose = "the Penn Treebank" if trees else "Universal Dependencies"
    shown = ", ".join(sorted(strange, key=lambda name: (-strange[name], name))[:_SHOWN])
    return (
        f"causes are named by the labels of {whose}; {share:.0%} of the {scheme.rows} have others, such as "
        f"{shown}, so that their errors may be under a wrong cause"
    )


def _of_trees() -> set[str]:
    known = vocabulary()
    return {*known.by_label, *known.nominal, *known.clauses, *known.projections, *_NEUTRAL}
