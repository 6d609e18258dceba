"""Trees as bracketed text, one per line or indented."""

import io
from typing import BinaryIO

import numpy as np

from karat.formats._writing import INDENTED, columns_of, in_one_go, indented, located
from karat.kernels import writing as kernel
from karat.model import discontinuous
from karat.model.bank import Bank
from karat.model.errors import InputError

# Bytes that a word of a bracketed tree cannot have.
_SPECIAL = np.zeros(256, np.uint8)
_SPECIAL[list(b"() \t\n\v\f\r")] = 1


def dumps(bank: Bank, *, pretty: bool = False) -> str:
    """Trees as text, one per line or indented."""
    stream = io.BytesIO()
    write(bank, stream, pretty=pretty)
    return stream.getvalue().decode("utf-8", "surrogateescape")


def write(bank: Bank, stream: BinaryIO, *, pretty: bool = False) -> None:
    """Write a Bank, a blank line for a sentence without a parse; reading it back changes nothing.

    Except brackets in words, which other formats may have: they become -LRB- and -RRB-.
    Indented trees are read in the free layout, which has no place for a missing parse or a forest:
    with ``pretty`` these are refused.
    """
    discontinuous.refuse(bank, "the format brackets")

    def text(sentence: int) -> bytes:
        if pretty:
            _refuse_forest(bank, sentence)
        return tree(bank, sentence, pretty=pretty) + b"\n"

    columns = columns_of(
        bank, "token_offset", "word_start", "word_end", "tag", "span_offset", "start", "end", "label",
        "parent",
    )  # fmt: skip
    trees = kernel.Trees(bank.text, *columns, _SPECIAL)
    names = kernel.Names(bank.labels.ends, bank.labels.blob)
    deepest = INDENTED if pretty else -1
    stream.writelines(in_one_go(
        lambda sentence, out: kernel.trees(trees, names, sentence, deepest, out),
        located(bank, text),
    ))  # fmt: skip


def _refuse_forest(bank: Bank, sentence: int) -> None:
    first, last = bank.span_offset[sentence : sentence + 2]
    roots = int(np.count_nonzero(bank.parent[first:last] == -1))
    words = bank.token_offset[sentence + 1] - bank.token_offset[sentence]
    if roots != 1 or bank.start[first] > 0 or bank.end[first] < words:
        kind = "a forest" if last > first else "no tree"
        raise InputError(f"{kind} cannot be indented; write one tree per line instead")


def tree(bank: Bank, sentence: int, *, pretty: bool = False) -> bytes:
    """One sentence as text; a word with an empty tag stands bare where that reads back so.

    >>> import karat
    >>> bank = karat.read_text("(NP (DT the) dog)")
    >>> tree(bank, 0)
    b'(NP (DT the) dog)'
    """
    words, tags, spans = bank.words(sentence), bank.tags(sentence), bank.spans(sentence)
    rows = slice(bank.span_offset[sentence], bank.span_offset[sentence + 1])
    parents = [*bank.parent[rows].tolist(), -1]
    starts = [*(start for start, _, _ in spans), len(words)]
    pieces: list[bytes] = []
    stack: list[int] = []
    done = 0
    for row, (start, parent) in enumerate(zip(starts, parents, strict=True)):
        # First the words before this bracket and the brackets that end before it.
        while True:
            around = spans[stack[-1]] if stack else (0, len(words), b"")
            while done < min(start, around[1]):
                bare = bool(stack) and around[1] - around[0] > 1
                pieces += (b" " if pieces else b"", _leaf(words[done], tags[done], bare))
                done += 1
            if not stack or stack[-1] == parent:
                break
            pieces.append(b")")
            stack.pop()
        if row < len(spans):
            if pieces:
                pieces.append(indented(len(stack)) if pretty else b" ")
            pieces.append(b"(" + spans[row][2])
            stack.append(row)
    return b"".join(pieces)


def _leaf(word: bytes, tag: bytes, bare: bool) -> bytes:
    """A word with its tag; a bracket in it is written as the Treebank does, ``-LRB-`` and ``-RRB-``.

    >>> _leaf(b":)", b"NFP", False)
    b'(NFP :-RRB-)'
    """
    word = word.replace(b"(", b"-LRB-").replace(b")", b"-RRB-")
    if len(word.split()) > 1:
        raise InputError(f"the word {word!r} has white space in it; try --to parseval")
    return word if bare and word and not tag else b"(" + tag + b" " + word + b")"
