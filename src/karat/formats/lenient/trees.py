"""One answer that should be a tree, made into a line of brackets that the strict reader accepts.

Brackets that are not closed are closed at the end of the answer; those that close nothing are dropped.
A word or label at the end of an answer that is cut off is dropped, because it may be half of one.
"""

import re
from typing import NamedTuple

from karat.formats.lenient.outline import outlined
from karat.formats.lenient.repair import Answer, Found, Parsed, count, lexicon, lost, shown

_TOKEN = re.compile(rb"[()]|[^\s()]+")
_OPENING = re.compile(rb"[(\[{]")
# What a tree begins with: a bracket and a label, or brackets.
TREE = re.compile(rb"[(\[{][(\[{\s]*[A-Z][^\s()\[\]{}]*[\s(\[{]|[(\[{]\s*[(\[{]|[(\[{]\s*$")
_LABEL = re.compile(rb"[^\sa-z]*(?:[-=|][^\s]*)?")
# Labels as LaTeX's qtree writes them: [.NP the dog ]
_DOTTED = re.compile(rb"\[\.(?=[A-Z])")
_OTHER = {b"[": (b"[]", "[ ] read as ( )"), b"{": (b"{}", "{ } read as ( )")}


class _Piece(NamedTuple):
    at: int
    token: bytes


def parsed(answer: Answer) -> Parsed:
    """The tree of an answer.

    >>> parsed(Answer(0, b"(S (NP (DT the) (NN dog)) (VP (VBZ ba")).text
    b'(S (NP (DT the) (NN dog)))'
    >>> parsed(Answer(0, b"Tree: [S [NP dogs] [VP bark]]]")).text
    b'(S (NP dogs) (VP bark))'
    """
    if answer.refused or not answer.text.strip():
        return lost(answer)
    found = list(answer.found)
    text = answer.text
    opening = TREE.search(text) or _OPENING.search(text)
    if not opening:
        return _without_brackets(answer)
    if opening[0][:1] in _OTHER:
        kind, what = _OTHER[opening[0][:1]]
        found.append(Found(answer.at + opening.start(), "square-brackets", what))
        text = _round(text, kind)
    if _balanced(text):
        return Parsed(answer.at, b" ".join(text.split()), tuple(found))
    pieces = [_Piece(one.start(), one[0]) for one in _TOKEN.finditer(text)]
    kept = _closed(_cut_end(_inside(pieces, answer, found), answer, found), answer, found)
    if not any(_is_atom(one) for one in kept):
        return lost(Answer(answer.at, answer.text, found=answer.found))
    return Parsed(answer.at, _joined(kept), tuple(found))


def _round(text: bytes, pair: bytes) -> bytes:
    """Brackets of another kind made round; round ones are then words."""
    escaped = text.replace(b"(", b"-LRB-").replace(b")", b"-RRB-")
    if pair == b"[]":
        escaped = _DOTTED.sub(b"[", escaped)
    return escaped.translate(bytes.maketrans(pair, b"()"))


def _balanced(text: bytes) -> bool:
    depth = 0
    for one in _TOKEN.finditer(text):
        if one[0] == b"(":
            depth += 1
        elif one[0] == b")":
            depth -= 1
        elif depth == 0:
            return False
        if depth < 0:
            return False
    return depth == 0


def _is_atom(piece: _Piece) -> bool:
    return piece.token not in (b"(", b")")


def _inside(pieces: list[_Piece], answer: Answer, found: list[Found]) -> list[_Piece]:
    """The pieces without prose, and without brackets that close nothing."""
    groups: list[list[_Piece]] = []
    outside: list[_Piece] = []
    surplus: list[_Piece] = []
    depth = 0
    for piece in pieces:
        if piece.token == b"(":
            if depth == 0:
                groups.append([])
            depth += 1
        elif depth == 0:
            (surplus if piece.token == b")" else outside).append(piece)
            continue
        elif piece.token == b")":
            depth -= 1
        groups[-1].append(piece)
    trees = [group for group in groups if not _is_remark(group)] or groups
    outside += [piece for group in groups if group not in trees for piece in group]
    if outside:
        said = shown(b" ".join(one.token for one in sorted(outside)))
        found.append(Found(answer.at + min(outside).at, "prose", f"text around the tree: {said}"))
    if surplus:
        what = f"dropped {count(len(surplus), 'bracket')} that closed nothing"
        found.append(Found(answer.at + surplus[0].at, "unbalanced", what))
    return [piece for group in trees for piece in group]


def _is_remark(group: list[_Piece]) -> bool:
    """Whether a group in brackets is prose: words in brackets that do not begin with a label."""
    nested = sum(one.token == b"(" for one in group) > 1
    return not nested and len(group) > 1 and not _LABEL.fullmatch(group[1].token)


def _cut_end(pieces: list[_Piece], answer: Answer, found: list[Found]) -> list[_Piece]:
    """The pieces without a last word or label that may be cut off, and without what is then empty."""
    if not pieces or pieces[-1].token == b")":
        return pieces
    end = len(pieces) - _is_atom(pieces[-1])
    while end:
        if pieces[end - 1].token == b"(":
            end -= 1
        elif _is_atom(pieces[end - 1]) and pieces[end - 2].token == b"(":
            end -= 2
        else:
            break
    said = shown(b" ".join(one.token for one in pieces[end:]))
    what = f"the answer is cut off; dropped {said}"
    found.append(Found(answer.at + pieces[end].at, "truncated", what))
    return pieces[:end]


def _closed(pieces: list[_Piece], answer: Answer, found: list[Found]) -> list[_Piece]:
    depth = sum({b"(": 1, b")": -1}.get(one.token, 0) for one in pieces)
    if depth:
        at = pieces[-1].at + len(pieces[-1].token)
        what = f"{count(depth, 'bracket')} closed at the end of the answer"
        found.append(Found(answer.at + at, "unbalanced", what))
    return [*pieces, *[_Piece(len(answer.text), b")")] * depth]


def _joined(pieces: list[_Piece]) -> bytes:
    """The tokens as one line, with spaces where they are needed.

    A bracket and the word after it stay apart if they were, because ``( dog)`` is a word without a tag.
    """
    parts: list[bytes] = []
    last = _Piece(-1, b"")
    for piece in pieces:
        apart = piece.at > last.at + len(last.token) or last.token == b")"
        if parts and piece.token != b")" and (apart or last.token != b"("):
            parts.append(b" ")
        parts.append(piece.token)
        last = piece
    return b"".join(parts)


def _without_brackets(answer: Answer) -> Parsed:
    """An indented outline, or labels with words after them."""
    text = outlined(answer.text)
    if text:
        found = Found(answer.at, "outline", "an outline read as a tree")
        return Parsed(answer.at, text, (*answer.found, found))
    words = answer.text.split()
    phrases = {name.encode() for name in lexicon()["tags"]["phrases"]}
    if not (len(words) > 1 and words[0] in phrases):
        return lost(answer)
    groups: list[list[bytes]] = []
    for word in words:
        if word in phrases:
            groups.append([])
        groups[-1].append(word)
    # A phrase of one word, not a tag and its word: (NP ( She))
    bare = [[group[0], b"( " + group[1] + b")"] if len(group) == 2 else group for group in groups]
    kept = [b"(" + b" ".join(group) + b")" for group in bare if len(group) > 1]
    what = f"{count(len(kept), 'label')} without brackets, each read up to the next"
    found = Found(answer.at, "no-brackets", what)
    return Parsed(answer.at, b" ".join(kept), (*answer.found, found)) if kept else lost(answer)
