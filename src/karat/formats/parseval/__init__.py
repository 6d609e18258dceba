r"""Bracketed parses as the 1991 procedure takes them: labels at either edge, words in bars.

Black et al. (1991), section 0. A label follows ``(``, or precedes ``)``, or does both, or is
missing. A token with punctuation is written between vertical bars, which are not part of it, and may
contain brackets there. So that any word can be written, ``\|``, ``\_`` and ``\\`` between bars are a
bar, a space and a backslash; the paper does not have this. An option says where labels are:

``none``   every atom is a word.
``left``   the first atom of a bracket is its label, unless it is the only thing in the bracket or
           is between bars. ``right``: the same for the last atom.
``both``   either; if a bracket has a label at both edges, the two must be the same.
``auto``   what ``choose_labels`` decides from the beginning of the file; ``Blocks.notice`` says it.

A bracket around one word belongs to that word: ``(N Sue)`` has a tag, ``(Sue)`` has none. So the
constituents are the same whether labels are written or not. The layouts are those of ``brackets``.

>>> for text in "(S (N' (N I)) (V' (V see) (N' (N Ed))))", "(((I)) ((see) ((Ed))))":
...     bank = loads(text)
...     print(bank.words(0), bank.spans(0))
[b'I', b'see', b'Ed'] [(0, 3, b'S'), (0, 1, b"N'"), (1, 3, b"V'"), (2, 3, b"N'")]
[b'I', b'see', b'Ed'] [(0, 3, b''), (0, 1, b''), (1, 3, b''), (2, 3, b'')]
"""

from karat.formats.brackets import LAYOUTS
from karat.formats.parseval.reader import Block, Blocks, Scanner, loads
from karat.formats.parseval.tokens import LABELS, SIDES, choose_labels, sniff
from karat.formats.parseval.writer import dumps, write

__all__ = [
    "EXAMPLE", "EXTENSIONS", "LABELS", "LAYOUTS", "SIDES", "SUMMARY",
    "Block", "Blocks", "Scanner", "choose_labels", "dumps", "loads", "sniff", "write",
]  # fmt: skip

SUMMARY = "bracketed parses of 1991: labels left, right, both or none; words in |bars|"
EXTENSIONS = (".parseval",)
SCHEME = "parseval"
NEEDS = "trees"
WRITTEN_AS = "brackets"
EXAMPLE = "(S (N' (N |D'Albert|)) (V' (V sees) (N' (N Tom))))"
