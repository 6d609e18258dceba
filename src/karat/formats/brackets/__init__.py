"""Bracketed trees, as in the Penn Treebank: ``(S (NP (DT the) (NN dog)) (VP (VBZ barks)))``.

Words are compared as bytes and split at ASCII white space only, so a no-break space or a U+2028
inside a word is part of it. Any depth, any length. A file has a layout:

``lines``  a line is a sentence; several trees on it are a forest, a blank line is a missing parse,
           and a line whose brackets do not balance fails alone.
``free``   a sentence ends where its brackets balance, over as many lines as it takes; blank lines
           mean nothing; after a fault reading goes on at the next line that begins with ``(``.
``auto``   free, if near the beginning a tree is closed on lines indented more than its first, or if the
           first line leaves a bracket open and lines make up trees together, or most of them do not
           balance; else lines. So a few broken lines at the beginning do not change the layout.

>>> import karat
>>> bank = karat.read_text("( (S\\n    (NP (N a))\\n    (VP (V b))))\\n\\n(S (N c))")
>>> print(dumps(bank), end="")
( (S (NP (N a)) (VP (V b))))
(S (N c))
"""

from karat.formats import HEAD
from karat.formats.brackets.blocks import BLOCK, LAYOUTS, Blocks
from karat.formats.brackets.scan import FAULTS, Scanner, block
from karat.formats.brackets.text import dumps, tree, write

__all__ = [
    "BLOCK", "EXAMPLE", "EXTENSIONS", "FAULTS", "HEAD", "LAYOUTS", "NEEDS", "SUMMARY",
    "Blocks", "Scanner", "block", "dumps", "sniff", "tree", "write",
]  # fmt: skip

SUMMARY = "bracketed trees, one per line or pretty-printed (Penn Treebank)"
EXTENSIONS = (".mrg", ".ptb", ".psd", ".tree", ".brackets")
EXAMPLE = "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))"
NEEDS = "trees"


def sniff(head: bytes) -> bool:
    """Whether a file that begins so is likely bracketed.

    >>> sniff(b"\\n  (S (N a))"), sniff(b"1\\tthe\\tthe\\t_")
    (True, False)
    """
    return head.lstrip().startswith(b"(")
