"""Rewrite rules, read from a TOML file: a pattern, and what to do with the matching nodes.

    [[rule]]
    name = "plain labels"            # optional; messages and show --why name the rule by it
    rename = 'NP|VP|S'               # or drop, splice, raise: a pattern, or a list of patterns
    to = "{category}"

The node that a rule changes is the first node of its pattern.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from karat.files import resources
from karat.model.labels import base_label
from karat.patterns import forest
from karat.patterns.captures import names as captured
from karat.patterns.captures import repeated
from karat.patterns.entries import Entries, Entry
from karat.patterns.pattern import Node

# What can be done to a node, in words for ``show --why``.
OPERATIONS = {"drop": "dropped", "splice": "spliced", "raise": "raised", "rename": "renamed"}
_KEYS = (*OPERATIONS, "name", "to", "once")
_PLACES = ("{category}", "{label}")
_ADVICE = f'a rule has one of {", ".join(OPERATIONS)}; rename also needs to = "LABEL"'


@dataclass(frozen=True)
class Rule:
    """What to do with the nodes that match one of the patterns.

    ``place`` is the file and the line, for messages. ``once``: one pass over each tree, not as
    many as are needed.
    """

    name: str
    operation: str
    patterns: tuple[Node, ...]
    to: str = ""
    once: bool = False
    place: str = ""

    def renamed(self, label: bytes) -> bytes:
        """The new label of a node.

        >>> Rule("", "rename", (), "{category}-SBJ").renamed(b"NP-TMP-1")
        b'NP-SBJ'
        """
        category = base_label(label)
        return self.to.encode().replace(b"{category}", category).replace(b"{label}", label)


def names() -> list[str]:
    """The files of rules that come with karat."""
    return resources.names("rewriting")


def file(name: str) -> resources.Resource:
    """A user's file of rules, or one that comes with karat, by its name."""
    return resources.find("file of rewrite rules", "rewriting", name)


@lru_cache(8)
def of_file(read: resources.Resource) -> tuple[Rule, ...]:
    """The rules of a file that was read.

    >>> read = resources.Resource("x.toml", b"[[rule]]\\nsplice = 'VP > VP'\\n")
    >>> [(rule.name, rule.operation, rule.place) for rule in of_file(read)]
    [('rule 1', 'splice', 'x.toml:1')]
    """
    return tuple(map(_rule, Entries(read, "rule").tables))


def _rule(entry: Entry) -> Rule:
    entry.only(_KEYS)
    given = [key for key in OPERATIONS if key in entry.table]
    if len(given) != 1:
        said = f"one rule cannot {' and '.join(given)}" if given else "this rule does nothing"
        raise entry.fault(given[1] if given else "", said, _ADVICE)
    operation = given[0]
    patterns = entry.patterns(operation, forest.compiled)
    if any(captured(one) - repeated(one) for one in patterns):
        raise entry.fault(
            operation,
            "a rewrite rule captures no nodes",
            "the rule changes the first node of its pattern: remove the =names",
        )
    return Rule(
        entry.text("name", f"rule {entry.number}"),
        operation,
        patterns,
        _target(entry, operation),
        entry.flag("once"),
        f"{entry.entries.file.path}:{entry.line}",
    )


def _target(entry: Entry, operation: str) -> str:
    if operation != "rename":
        if "to" in entry.table:
            raise entry.fault("to", f"{operation} has no 'to'", "only rename has a new label")
        return ""
    to = entry.text("to")
    rest = to
    for place in _PLACES:
        rest = rest.replace(place, "X")
    if re.search(r"[\s(){}]", rest):
        raise entry.fault(
            "to",
            f"{to!r} cannot be a label",
            f"a label has no spaces or brackets; {' and '.join(_PLACES)} stand for the old one",
            within=to,
        )
    return to
