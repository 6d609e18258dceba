"""The tokens of the 1991 format, and a guess at where its labels are."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

SIDES = ("none", "left", "right", "both")
LABELS = ("auto", *SIDES)

OPEN, CLOSE, BARRED, ATOM, SILENT = 1, 2, 3, 4, 5
# Between bars, a backslash escapes the next character.
_INSIDE = rb"\|(?:[^|\s\\]|\\\S)*"
TOKEN = re.compile(rb"(\()|(\))|(" + _INSIDE + rb"\|)(?![^\s()])|([^\s()]+)")
IN_BARS = re.compile(rb"(?<![^\s()])" + _INSIDE + rb"\|(?![^\s()])")
IN_BARS_OR_CUT = re.compile(rb"(?<![^\s()])" + _INSIDE + rb"(?:\|(?![^\s()])|\\?\Z)")
_ESCAPE = re.compile(rb"\\(\S)")
_ESCAPED = {b"|": b"|", b"\\": b"\\", b"_": b" "}
# Letters or digits with punctuation, at the end of a bracket; this format would put bars around them.
_WITHOUT_BARS = re.compile(rb"(?<=\s)(?:\w+[!-'*-/:-@]|[!-'*-/:-@]+\w)[^\s()|]*(?=\s*\))")
_RIGHT_LABEL = re.compile(rb"\)\s*[^\s()]+\s*\)")
_NOT_ALONE = re.compile(rb"[^\s()]\s+[^\s()]|[^\s()]\s*\(|\)\s*[^\s()]")
_UNLABELLED = re.compile(rb"\(\s*\(\s*[^\s()]")
# What looks like a label even if it occurs only once: S, N', NP-s, ?, but not The or of.
_LIKE_A_LABEL = re.compile(rb"[A-Z!-/:-@\[-`{-~](?![a-z])")


def unescaped(word: bytes) -> bytes:
    r"""The word between bars without escapes: ``\|`` is a bar, ``\\`` a backslash, ``\_`` a space.

    >>> print(unescaped(rb"a\|b\_c").decode(), unescaped(rb"1\/2").decode())
    a|b c 1\/2
    """
    return _ESCAPE.sub(lambda found: _ESCAPED.get(found[1], found[0]), word)


def sniff(head: bytes) -> bool:
    """Whether a file with this beginning is certainly in this format, not in the Treebank's.

    It is if words with punctuation are in bars, if labels are at the right, or if every word has its
    own bracket and there are no labels.

    >>> sniff(b"(S (N |D'Albert|))"), sniff(b"((Sue N) (runs V) S)"), sniff(b"((Sue) (runs))")
    (True, True, True)
    >>> sniff(b"( (S (NP (NN dog)) (VP (VBZ barks) (NP bones)) (. .)))"), sniff(b"((NP Sue Doe) RAN)")
    (False, False)
    """
    if not head.lstrip().startswith(b"("):
        return False
    barred = sum(len(token) > 2 for token in IN_BARS.findall(head))
    if barred and barred > len(_WITHOUT_BARS.findall(head)):
        return True
    if not _NOT_ALONE.search(head):
        return bool(_UNLABELLED.search(head))
    if not _RIGHT_LABEL.search(head):
        return False
    edges = _edges(head)
    return edges.side() == "both" or (edges.side() == "right" and edges.words_before_labels())


def choose_labels(text: bytes) -> str:
    """Where labels seem to be: none, left, right or both.

    Brackets that contain brackets decide (if there are none, those with two atoms or more). A side is
    labelled if more than half of them have a bare atom there that can be a label. An atom can be a
    label if it is at that side more often than at places where only a word can be, and if it occurs
    several times or looks like a label.

    >>> choose_labels(b"(S (N' (N Sue)) (V' (V sees) (N' (N Tom))))"), choose_labels(b"((Sue) N)")
    ('left', 'right')
    >>> choose_labels(b"(It (is (necessary (for us to leave))))")
    'none'
    """
    return _edges(text).side()


class _Edges(NamedTuple):
    """The brackets of a text that could have labels, its bare atoms, and the atoms at no edge."""

    pairs: "list[Pair]"
    atoms: list[bytes]
    inside: Counter[bytes]

    def side(self) -> str:
        deciding = [pair for pair in self.pairs if pair.nested] or self.pairs
        firsts, lasts = self._at(deciding)
        left, right = self._labelled(firsts), self._labelled(lasts)
        if left and right:
            edges = zip(firsts, lasts, deciding, strict=True)
            twice = [one == two for one, two, pair in edges if one and two and pair.items > 2]
            return "both" if 2 * sum(twice) > len(twice) else "left"
        return "left" if left else "right" if right else "none"

    def words_before_labels(self) -> bool:
        """Whether the innermost brackets also have labels at the right only."""
        innermost = [pair for pair in self.pairs if not pair.nested]
        firsts, lasts = self._at(innermost)
        return not innermost or (self._labelled(lasts) and not self._labelled(firsts))

    def _at(self, pairs: "list[Pair]") -> tuple[list[bytes], list[bytes]]:
        firsts = [self.atoms[pair.opening + 1] for pair in pairs]
        return firsts, [self.atoms[pair.closing - 1] for pair in pairs]

    def _labelled(self, edge: list[bytes]) -> bool:
        labels = sum(
            count
            for atom, count in Counter(edge).items()
            if atom and count > self.inside[atom] and (count > 1 or _LIKE_A_LABEL.match(atom))
        )
        return 2 * labels > len(edge)


def _edges(text: bytes) -> _Edges:
    tokens = list(TOKEN.finditer(text))
    kinds = [token.lastindex or 0 for token in tokens]
    atoms = [token[0] if kind == ATOM else b"" for token, kind in zip(tokens, kinds, strict=True)]
    found = [pair for pair in pairs(kinds) if pair.items > 1 or pair.nested]
    edges = {at for pair in found for at in (pair.opening + 1, pair.closing - 1)}
    return _Edges(found, atoms, Counter(atom for at, atom in enumerate(atoms) if at not in edges))


class Pair(NamedTuple):
    """A bracket: its two tokens, the number of items in it, and whether any item is a bracket."""

    opening: int
    closing: int
    items: int
    nested: bool


def pairs(kinds: Iterable[int]) -> Iterator[Pair]:
    """The brackets that are closed, in the order of their closing tokens."""
    stack: list[list[int]] = []
    for at, kind in enumerate(kinds):
        if kind == CLOSE:
            if stack:
                opening, items, nested = stack.pop()
                yield Pair(opening, at, items, bool(nested))
            continue
        if stack:
            stack[-1][1] += 1
            stack[-1][2] |= kind == OPEN
        if kind == OPEN:
            stack.append([at, 0, 0])
