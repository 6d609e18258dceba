"""Trees of NLTK as bracketed text; they are recognised by their methods, so NLTK is never imported.

A leaf is a word. In the chunks that NLTK makes, a leaf is a pair of word and tag. Brackets in words, tags and
labels are written as in the Penn Treebank, ``-LRB-`` and ``-RRB-``.
"""

import re
from typing import Any

from karat.model.errors import UsageError

_ESCAPED = str.maketrans({"(": "-LRB-", ")": "-RRB-"})
_BREAKS = re.compile(r"[\t\n\v\f\r]")
_SPECIAL = re.compile(r"[() \t\n\v\f\r]")


def is_tree(thing: Any) -> bool:
    """Whether this is a tree: a list of children with a label."""
    return (
        isinstance(thing, (list, tuple)) and hasattr(thing, "pformat") and hasattr(thing, "label")
    )


def text_of(tree: Any) -> str:
    """A tree on one line."""
    pieces = list[str]()
    try:
        _walk(tree, pieces.append)
    except RecursionError:
        raise UsageError("an NLTK tree is nested too deep; give it as a string") from None
    text = " ".join(pieces)
    if not text.count("(") == text.count(")") == pieces.count(")"):
        # NLTK's tagger calls brackets "(" and ")".
        text = " ".join(piece[:1] + piece[1:].translate(_ESCAPED) for piece in pieces)
    # A word with white space in it would be read as several words.
    if text.count(" ") != len(pieces) - 1 or _BREAKS.search(text):
        broken = next(piece for piece in pieces if _SPECIAL.search(piece.removeprefix("(")))
        raise UsageError(
            f"an NLTK tree has {broken.removeprefix('(')!r} as a label or word; it cannot have white "
            "space in it"
        )
    return text.replace(" )", ")")


def _walk(node: Any, add: Any) -> None:
    """Add the pieces of a tree: ``(LABEL``, words, ``)``. This is called for every node, so it is short."""
    label, kind = node.label(), type(node)
    add(f"({label}" if type(label) is str else _label(label))
    for child in node:
        if type(child) is str:
            add(child if "(" not in child and ")" not in child else child.translate(_ESCAPED))
        elif type(child) is kind or is_tree(child):
            _walk(child, add)
        else:
            _leaf(child, add)
    if not node:
        add("")
    add(")")


def _label(label: Any) -> str:
    """The opening of a constituent whose label is not a plain string."""
    if not isinstance(label, str):
        raise UsageError(f"an NLTK tree has {label!r} as a label; it should be a string")
    return f"({label}"


def _leaf(leaf: Any, add: Any) -> None:
    """A leaf that is not a plain string: a pair of word and tag, or of a class derived from str."""
    if isinstance(leaf, tuple) and len(leaf) == 2 and all(isinstance(part, str) for part in leaf):
        word, tag = leaf
        add(f"({tag}")
        add(word.translate(_ESCAPED))
        add(")")
    elif isinstance(leaf, str):
        add(str(leaf).translate(_ESCAPED))
    else:
        raise UsageError(
            f"an NLTK tree has the leaf {leaf!r}; a leaf should be a word, or a pair of word and tag"
        )
