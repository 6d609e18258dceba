"""Which inventory the labels of a graph are of, such as Universal Dependencies, Stanford's or CLEAR.

The rules for one inventory find little in graphs with the labels of another, and that would say nothing
about the parser. So karat looks at the labels themselves; the inventories are in data/labels.toml.
"""

import re
from dataclasses import dataclass
from functools import cache

import numpy as np

from karat.files import resources
from karat.model.bank import Bank

# An inventory fits if it has this share of the labels, and no other has nearly as many.
ENOUGH = 0.9
_NEARLY = 0.01
_SHOWN = 5
UNIVERSAL_TAGS = frozenset(
    b"ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X".split()
)
PENN_TAGS = frozenset(
    b"ADD AFX CC CD DT EX FW GW HYPH IN JJ JJR JJS LS MD -NONE- NFP NN NNP NNPS NNS PDT POS PRP PRP$ "
    b"RB RBR RBS RP SYM TO UH VB VBD VBG VBN VBP VBZ WDT WP WP$ WRB XX -LRB- -RRB-".split()
)
_SUBTYPE = re.compile(r"[:_].*")
_NONE = frozenset({"", "_"})


@dataclass(frozen=True)
class Kind:
    """An inventory of labels, and the name of the rules for it, if there are any."""

    name: str
    title: str
    labels: frozenset[str]
    rules: str = ""


@dataclass(frozen=True)
class Told:
    """The inventories that fit the labels of a graph, and the commonest labels that decided."""

    kinds: tuple[Kind, ...]
    labels: tuple[str, ...]

    @property
    def kind(self) -> Kind | None:
        """The inventory, if only one fits."""
        return self.kinds[0] if len(self.kinds) == 1 else None


@cache
def known() -> dict[str, Kind]:
    """The inventories by name."""
    return {
        name: Kind(name, one["title"], frozenset(one["labels"].split()), one.get("rules", ""))
        for name, one in resources.tables("labels.toml").items()
    }


def told(bank: Bank) -> Told:
    """The inventories that fit the labels of a Bank with dependencies.

    >>> from karat.formats import read_text
    >>> [kind.name for kind in told(read_text("dobj(a-1, b-2)\\nrcmod(b-2, c-3)")).kinds]
    ['stanford']
    >>> [kind.name for kind in told(read_text("nsubj(a-1, b-2)")).kinds]
    ['ud', 'stanford', 'clear', 'ud1']
    """
    counts = _counted(bank)
    total = sum(counts.values())
    share = {
        kind: sum(n for label, n in counts.items() if label in kind.labels) / total
        if total
        else 1.0
        for kind in known().values()
    }
    best = max(share.values())
    kinds = tuple(k for k, one in share.items() if one >= ENOUGH and one > best - _NEARLY)
    ordered = sorted(counts, key=lambda label: -counts[label])
    own = [label for label in ordered if sum(label in k.labels for k in known().values()) == 1]
    return Told(kinds, tuple((own if len(kinds) == 1 and own else ordered)[:_SHOWN]))


def plain(label: str) -> str:
    """A label without its subtype.

    >>> plain("nsubj:pass"), plain("prep_of")
    ('nsubj', 'prep')
    """
    return _SUBTYPE.sub("", label)


def _counted(bank: Bank) -> dict[str, int]:
    """How often each label occurs, without its subtype."""
    layer = bank.layers.get("typed", bank.layer("edges"))
    numbers, counts = np.unique(layer["label"], return_counts=True)
    found: dict[str, int] = {}
    for number, count in zip(numbers.tolist(), counts.tolist(), strict=True):
        label = plain(bank.labels[number].decode("utf-8", "replace"))
        if label not in _NONE:
            found[label] = found.get(label, 0) + count
    return found
