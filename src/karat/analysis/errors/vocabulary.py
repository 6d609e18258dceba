"""The labels and tags by which errors in trees are named; see data/errors/trees.toml."""

import functools
from collections.abc import Mapping
from typing import NamedTuple

from karat.files.resources import tables


class Vocabulary(NamedTuple):
    """What labels and tags mean for the causes of errors."""

    # The cause of an attachment error, by the label or the tag of what moved.
    by_label: Mapping[str, str]
    by_tag: Mapping[str, str]
    nominal: frozenset[str]
    clauses: frozenset[str]
    projections: frozenset[str]
    auxiliaries: frozenset[str]
    conjunctions: frozenset[str]
    marks: frozenset[str]
    punctuation: frozenset[str]


@functools.cache
def vocabulary() -> Vocabulary:
    """The vocabulary of the Penn Treebank.

    >>> vocabulary().by_label["SBAR"], vocabulary().by_tag["RP"]
    ('clause attachment', 'modifier attachment')
    """
    table = tables("errors", "trees.toml")
    moved = table["moved"].items()
    return Vocabulary(
        {label: cause for cause, one in moved for label in one["labels"]},
        {tag: cause for cause, one in moved for tag in one["tags"]},
        **{kind: frozenset(names) for kind, names in table["kinds"].items()},
    )
