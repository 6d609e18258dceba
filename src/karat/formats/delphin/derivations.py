"""Derivations: which rule of a grammar built each phrase, and which lexical entry each word is.

    (root_strict (0 sb-hd_mc_c 0 0 2 (0 dog_n1 0 0 1 ("dogs")) (0 bark_v1 0 1 2 ("bark"))))

UDF has an identifier, a rule, a score and two vertices of the chart before the daughters; UDX adds
types (``dog_n1@n_-_c_le``) and marks heads (``^``). Labels are kept as they are written, without ``^``.
"""

import re
from dataclasses import dataclass
from typing import Any

from karat.formats.delphin import library

_FROM = re.compile(r'\+FROM \\*"(\d{1,9})\\*"')
_TO = re.compile(r'\+TO \\*"(\d{1,9})\\*"')
# White space outside quotes. PyDelphin takes the square of the time for a long stretch of it.
_SPACE = re.compile(r'("(?:\\.|[^"\\])*")|\s+', re.DOTALL)
_OUTSIDE = re.compile(r'"(?:\\.|[^"\\])*"|(\()', re.DOTALL)


@dataclass(frozen=True)
class Derivation:
    """Words as (form, lexical entry, first and last character), rules as (start, end, label, parent).

    Characters are counted in the sentence, half-open, and are -1 where the tokens do not say them.
    """

    words: list[tuple[str, str, int, int]]
    spans: list[tuple[int, int, str, int]]


def read(text: str) -> Derivation:
    """A derivation in UDF or UDX.

    >>> read('(root (0 sb-hd_mc_c 0 0 2 (0 dog_n1 0 0 1 ("dogs")) (0 bark_v1@v_-_le 0 1 2 ("bark"))))')
    Derivation(words=[('dogs', 'dog_n1', -1, -1), ('bark', 'bark_v1@v_-_le', -1, -1)], \
spans=[(0, 2, 'root', -1), (0, 2, 'sb-hd_mc_c', 0)])
    """
    top = library.module("derivation").from_string(_SPACE.sub(_narrow, text))
    words: list[tuple[str, str, int, int]] = []
    spans: list[list[Any]] = []
    # A node, the row of its parent; a row alone says that a span ends here.
    waiting: list[tuple[Any, int]] = [(top, -1)]
    nodes = 0
    while waiting:
        node, row = waiting.pop()
        if node is None:
            spans[row][1] = len(words)
            continue
        nodes += 1
        daughters = list(node.daughters)
        if not daughters:
            raise ValueError(f"{node.entity} has no daughters")
        if any(hasattr(one, "form") for one in daughters):
            nodes += len(daughters)
            words.append(_word(node))
            continue
        spans.append([len(words), 0, _label(node), row])
        waiting.append((None, len(spans) - 1))
        waiting += [(one, len(spans) - 1) for one in reversed(daughters)]
    # PyDelphin passes over what it does not understand.
    if nodes != sum(bool(found[1]) for found in _OUTSIDE.finditer(text)):
        raise ValueError("a part of it is not a node: (identifier rule score start end …)")
    return Derivation(words, [tuple(span) for span in spans])


def _narrow(found: re.Match[str]) -> str:
    return found[1] or " "


def _label(node: Any) -> str:
    return f"{node.entity}@{node.type}" if node.type else str(node.entity)


def _word(node: Any) -> tuple[str, str, int, int]:
    if len(node.daughters) > 1:
        raise ValueError(f"the lexical entry {node.entity} has more than one form")
    leaf = node.daughters[0]
    features = [token.tfs for token in leaf.tokens]
    begins, ends = (_places(features, edge) for edge in (_FROM, _TO))
    library.check_place(*begins, *ends)
    form = leaf.form.replace('\\"', '"')
    return form, _label(node), min(begins, default=-1), max(ends, default=-1)


def _places(features: list[str], edge: re.Pattern[str]) -> list[int]:
    return [int(found[1]) for one in features if (found := edge.search(one))]
