"""Plain text: one sentence per line, with blanks between the words.

Only words are read. When a treebank is written as text, null elements (tagged -NONE-) are left out,
-LRB- and -RRB- become round brackets, and a blank inside a word becomes a no-break space. The result
can be the input of a parser:

>>> import io, karat
>>> write(karat.read_text("(S (NP (-NONE- *)) (VP (VB Go) (-LRB- -LRB-)))"), stream := io.BytesIO())
>>> stream.getvalue()
b'Go (\\n'
"""

import re
from collections.abc import Sequence
from typing import BinaryIO

from karat.formats.simple import Sentence, blocks
from karat.model.bank import Bank
from karat.model.labels import NULL

SUMMARY = "plain text, one sentence per line"
EXTENSIONS = (".txt",)
EXAMPLE = "The dog barks .\nIt rains .\n"

_BRACKETS = {b"-LRB-": b"(", b"-RRB-": b")"}
_LINE = re.compile(rb"[^\s(#%{\[<|][^\t]*[.!?][\"')\]\xe2\x80\x9d ]*")
# Numbered trees also end in a full stop and brackets: 1. (S (NP It) (. .))
_TREE = re.compile(rb"\([^\s()]+ \(")


def sniff(head: bytes) -> bool:
    """Whether the first lines end as sentences do, and contain neither tabs nor trees.

    >>> sniff(EXAMPLE.encode()), sniff(b"(S (N a) .)"), sniff(b"my notes"), sniff(b"1\\ta\\tb .")
    (True, False, False, False)
    """
    lines = [line.strip(b" \r") for line in head.split(b"\n")[:20]]
    # The last line may be cut off, or a heading.
    given = [line for line in lines if line][:-1] or lines[:1]
    return all(map(_LINE.fullmatch, given)) and not any(map(_TREE.search, given))


def parse(text: bytes) -> Sentence:
    """The words of a line; only ASCII blanks separate them."""
    return Sentence(text.split())


def line(words: Sequence[bytes], tags: Sequence[bytes]) -> bytes:
    """The words of a sentence as a line."""
    real = (word for word, tag in zip(words, tags, strict=True) if tag != NULL)
    shown = (_BRACKETS.get(word, word).replace(b" ", "\u00a0".encode()) for word in real)
    return b" ".join(shown) + b"\n"


def write(bank: Bank, stream: BinaryIO) -> None:
    """Write the words of a Bank; everything else is left out."""
    stream.writelines(line(bank.words(i), bank.tags(i)) for i in range(len(bank)))


Blocks = blocks(parse)
