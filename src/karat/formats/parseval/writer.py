"""Writes the 1991 format, which __init__.py describes."""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import BinaryIO

from karat.formats._writing import each, indented
from karat.formats.parseval.tokens import SIDES
from karat.model.bank import Bank
from karat.model.errors import InputError, unknown

_PLAIN = re.compile(rb"[^\s()|][^\s()]*|\|")
# A backslash that would be read as the beginning of an escape.
_MISLEADING = re.compile(rb"\\(?:[|\\_]|\Z)")
_SPECIAL = re.compile(rb"[|\\ ]")
# ASCII without bars, backslashes and white space: what is no letter or digit here is punctuation.
_ASCII = re.compile(rb"[!-\[\]-{}~]+")


def dumps(bank: Bank, *, labels: str = "left", pretty: bool = False) -> str:
    """Parses as text, one per line or indented.

    >>> from karat.formats.parseval import loads
    >>> bank = loads("(S (NP |D'Albert|) (VP (V sees) (NP the moon)))")
    >>> for side in SIDES:
    ...     print(dumps(bank, labels=side), end="")
    ((|D'Albert|) ((sees) (the moon)))
    (S (NP |D'Albert|) (VP (V sees) (NP the moon)))
    ((|D'Albert| NP) ((sees V) (the moon NP) VP) S)
    (S (NP |D'Albert| NP) (VP (V sees V) (NP the moon NP) VP) S)
    """
    return b"".join(_texts(bank, labels, pretty)).decode("utf-8", "surrogateescape")


def write(bank: Bank, stream: BinaryIO, *, labels: str = "left", pretty: bool = False) -> None:
    """Write a Bank; a sentence without a parse becomes a blank line.

    Reading the result with the same ``labels`` gives the same Bank, but ``none`` leaves out labels and
    tags. What cannot be read back is refused: an empty bracket with a label at one side; a label with
    white space, with a bracket, or with a bar at its beginning; a word with white space other than a
    space; and, if the output is indented, a forest or a missing parse.
    """
    stream.writelines(_texts(bank, labels, pretty))


def _texts(bank: Bank, labels: str, pretty: bool) -> Iterator[bytes]:
    if labels not in SIDES:
        raise unknown("place for labels", labels, SIDES)
    yield from each(bank, lambda sentence: _tree(bank, sentence, labels, pretty) + b"\n")


def _tree(bank: Bank, sentence: int, side: str, pretty: bool) -> bytes:
    """One sentence as text; an untagged word has no bracket if it cannot be read as a label."""
    words, tags, spans = bank.words(sentence), bank.tags(sentence), bank.spans(sentence)
    rows = slice(bank.span_offset[sentence], bank.span_offset[sentence + 1])
    parents = bank.parent[rows].tolist()
    names = set[bytes]()
    if side != "none" and b"" in tags:
        names = {*tags, *(label for *_, label in spans)}
    if pretty and (parents.count(-1) != 1 or spans[0][:2] != (0, len(words))):
        kind = "a forest" if words or spans else "no tree"
        raise InputError(f"{kind} cannot be indented; write one parse per line instead")
    pieces: list[bytes] = []
    stack: list[int] = []
    done = 0
    for row, (start, _, label) in enumerate([*spans, (len(words), -1, b"")]):
        parent = parents[row] if row < len(spans) else -1
        # First the words before this bracket and the brackets that end before it.
        while True:
            first, last, around = spans[stack[-1]] if stack else (0, len(words), b"")
            upto = start if start < last else last
            if done < upto:
                bare = bool(stack) and last - first > 1 and bool(around or side == "none")
                leaves = zip(words[done:upto], tags[done:upto], strict=True)
                text = b" ".join([_leaf(word, tag, side, bare, names) for word, tag in leaves])
                pieces += (_space(pieces), text)
                done = upto
            if not stack or stack[-1] == parent:
                break
            before, after = _labels(around, side)
            if around and pieces[-1] == before and side in ("left", "right"):
                raise InputError(
                    f"the bracket {around!r} is empty, and ({around.decode(errors='replace')})"
                    " would be read as a word; use labels=both or none, or the format brackets"
                )
            pieces.append(after)
            stack.pop()
        if row < len(spans):
            if pieces:
                pieces.append(indented(len(stack)) if pretty else _space(pieces))
            pieces.append(_labels(label, side)[0])
            stack.append(row)
    return b"".join(pieces)


def _space(pieces: list[bytes]) -> bytes:
    return b" " if pieces and pieces[-1] != b"(" else b""


@lru_cache(1 << 12)
def _labels(label: bytes, side: str) -> tuple[bytes, bytes]:
    """How a bracket with this label begins and ends."""
    if not label or side == "none":
        return b"(", b")"
    if not _PLAIN.fullmatch(label):
        raise InputError(f"{label!r} cannot be written as a label; use labels=none")
    after = b" " + label + b")" if side in ("right", "both") else b")"
    return b"(" + label if side in ("left", "both") else b"(", after


def _leaf(word: bytes, tag: bytes, side: str, bare: bool, names: set[bytes]) -> bytes:
    """A word with its tag; alone in a bracket, a word that is also a label gets bars."""
    before, after = _labels(tag, side)
    text = _barred(word, always=not tag and word in names)
    if bare and not tag:
        return text
    return before + (b" " if before != b"(" else b"") + text + after


def _barred(word: bytes, *, always: bool = False) -> bytes:
    r"""A word, in bars if it contains punctuation; a bar in the middle of a word needs no bars.

    Between bars, a bar, a backslash and a space are escaped where they would be misread.

    >>> words = b"Ed", b"p.m.", b"", b"a|b", b"1)", b":|)", b"2 000", rb"1\/2"
    >>> print(*(_barred(word).decode() for word in words))
    Ed |p.m.| || a|b |1)| |:\|)| |2\_000| |1\/2|
    """
    if _ASCII.fullmatch(word):
        return word if word.isalnum() and not always else b"|" + word + b"|"
    text = word.decode("utf-8", "surrogateescape")
    if b"|" in word and _PLAIN.fullmatch(word) and not always:
        return word
    if re.search(rb"[\t\n\v\f\r]", word):
        raise InputError(f"the word {word!r} cannot be written, with bars or without")
    if re.search(rb"[| ]", word) or _MISLEADING.search(word):
        word = _SPECIAL.sub(lambda found: b"\\" + found[0].replace(b" ", b"_"), word)
    elif word and not (always or any(unicodedata.category(one)[0] in "PS" for one in text)):
        return word
    return b"|" + word + b"|"
