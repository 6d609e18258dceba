"""Read the output of link-parser for one sentence: words and links from its displays, and the tree.

Words are found in the PostScript arrays, under the diagram or in the tree; links in the arrays, in
the diagram or in the table of links. The arrays identify words by number, the diagram by column, the
table by form. Equal forms in the table are told apart because links do not cross and every word has
one.
"""

import re
from bisect import bisect_left
from collections import defaultdict
from typing import NamedTuple

LEFT_WALL, RIGHT_WALL = "LEFT-WALL", "RIGHT-WALL"
_NUMBERS = re.compile(r"\[(\d{1,9}) (\d{1,9}) -?\d+ \(([^()]*)\)\]")
_ARC = re.compile(r"\+(?=([-<>\w*^]+)\+)")
_ROW = re.compile(
    r"\s*(?:\(\w\)\s+)*(?!\(\w\)\s)(\S+)\s+([hd]?[A-Z_]\S*)\s+([<>-]-*[^\s<>-]+-*[<>-])\s+([hd]?[A-Z_]\S*)\s+(\S+)\s*"
)
# The same if the left word is as long as its column, and is cut to it.
_FILLED = re.compile(
    r"(?:.*\s)?(\S{15})([hd]?[A-Z_]\S*)\s+([<>-]-*[^\s<>-]+-*[<>-])\s+([hd]?[A-Z_]\S*)\s+(\S+)\s*"
)
_COLUMN = 15
_TREE_PART = re.compile(r"\(([^\s()]+)|(\))|([^\s()]+)")
MARKS = re.compile(r"[{\[][?!~&][^}\]]*[}\]]")
ENTRY = re.compile(r"(?<=.)\.([a-z][\w-]{0,7})$")
CURLY = str.maketrans("()[]", "{}{}")
# The program takes sentences of up to 254 words.
_LONGEST = 300
# The number of ways to tell equal words apart that are tried.
_TRIES = 20_000


class Link(NamedTuple):
    """A link between two words, with its type; ``head`` is 1 or -1 if an arrow says which."""

    left: int
    right: int
    label: str
    head: int


class Linkage(NamedTuple):
    """Words as printed (with the walls), links, and constituents (start, end, label, parent)."""

    words: list[str]
    links: list[Link]
    spans: list[tuple[int, int, str, int]]


class LinkageError(Exception):
    """A display that cannot be read; ``cut`` if it is a diagram in several pieces."""

    def __init__(self, *, cut: bool = False) -> None:
        self.cut = cut


def plain(word: str) -> tuple[str, str]:
    """A word without what the program adds to it, and its dictionary entry.

    >>> plain("test.n"), plain("[the]"), plain("blah[?].v"), plain("."), plain("3.5"), plain("U.S.l")
    (('test', 'n'), ('the', ''), ('blah', 'v'), ('.', ''), ('3.5', ''), ('U.S', 'l'))
    """
    if len(word) > 2 and word[0] + word[-1] in ("[]", "{}"):
        word = word[1:-1]
    entry = ENTRY.search(word)
    if entry:
        word = word[: entry.start()]
    return MARKS.sub("", word) or word, entry[1] if entry else ""


def restored(words: list[str], sentence: str) -> list[str]:
    """The words as written in the sentence, if they differ from it only in case and brackets.

    The program writes the first word in lower case, and cuts contractions.

    >>> restored(["this", "'s", "{", "it", "."], "This's ( it.")
    ['This', "'s", '(', 'it', '.']
    >>> restored(["this", "is"], "This is it")
    ['this', 'is']
    """
    found, at = [], 0
    for word in words:
        while at < len(sentence) and sentence[at].isspace():
            at += 1
        part = sentence[at : at + len(word)]
        if part.translate(CURLY).lower() != word.translate(CURLY).lower():
            return words
        found.append(part)
        at += len(part)
    return words if sentence[at:].strip() else found


def read(lines: list[str]) -> Linkage:
    """The first linkage that the lines show."""
    tree_words, spans = _tree(lines)
    words, links = arrays(lines)
    if not words:
        words, links = _diagram(lines)
    if not words:
        words = [LEFT_WALL, *tree_words, RIGHT_WALL] if tree_words else []
        links = _table(lines, words)
    inner = [word.translate(CURLY) for word in words if word not in (LEFT_WALL, RIGHT_WALL)]
    # The program's trees may lack the last words of a sentence; these are then in no constituent.
    if [word.translate(CURLY) for word in tree_words] != inner[: len(tree_words)]:
        raise LinkageError
    return Linkage(words, links, spans)


def _tree(lines: list[str]) -> tuple[list[str], list[tuple[int, int, str, int]]]:
    """The leaves and constituents of the tree, which may take several lines."""
    first = next((i for i, line in enumerate(lines) if re.match(r"\([A-Z]+\b", line)), None)
    if first is None:
        return [], []
    words: list[str] = []
    spans: list[tuple[int, int, str, int]] = []
    top = -1
    for line in lines[first:]:
        for label, close, word in _TREE_PART.findall(line):
            if label:
                spans.append((len(words), -1, label, top))
                top = len(spans) - 1
            elif close and top >= 0:
                start, _, name, above = spans[top]
                spans[top] = (start, len(words), name, above)
                top = above
            elif close:
                raise LinkageError
            else:
                words.append(word)
        if top < 0:
            return words, spans
    raise LinkageError


def arrays(lines: list[str]) -> tuple[list[str], list[Link]]:
    """The two arrays of the PostScript display; long ones are printed over several lines."""
    text = "\n".join(lines)
    begin = text.find("\n[(") + 1 or (0 if text.startswith("[(") else -1)
    if begin < 0:
        return [], []
    end = text.find(")]\n", begin)
    if end < 0:
        raise LinkageError
    words = text[begin + 2 : end].replace("\n", "").split(")(")
    after = text[end + 3 : text.find("]]", end) + 2] if text.startswith("[[", end + 3) else ""
    links = [Link(int(a), int(b), label, 0) for a, b, label in _NUMBERS.findall(after)]
    if any(link.left >= link.right or link.right >= len(words) for link in links):
        raise LinkageError
    return words, links


def _diagram(lines: list[str]) -> tuple[list[str], list[Link]]:
    """The drawing: arcs over the columns of the words."""
    rows = [i for i, line in enumerate(lines[:-1]) if re.fullmatch(r"[ |]*\|[ |]*", line)]
    if not rows:
        walls = [line.split() for line in lines if line.startswith(LEFT_WALL + " ")]
        return (walls[0], []) if walls else ([], [])
    if len(rows) > 1:
        raise LinkageError(cut=True)
    row = rows[0]
    found = list(re.finditer(r"\S+", lines[row + 1]))
    if not found:
        raise LinkageError
    columns = [i for i, sign in enumerate(lines[row]) if sign == "|"]
    middles = [(word.start() + word.end() - 1) / 2 for word in found]
    word_at = {column: _nearest(middles, column) for column in columns}
    links = []
    for line in lines[:row]:
        for arc in _ARC.finditer(line):
            left, right = arc.start(), arc.end() + len(arc[1])
            if left not in word_at or right not in word_at or word_at[left] >= word_at[right]:
                raise LinkageError
            head = 1 if ">" in arc[1] else -1 if "<" in arc[1] else 0
            links.append(Link(word_at[left], word_at[right], arc[1].strip("-<>"), head))
    return [word[0] for word in found], links


def _nearest(middles: list[float], column: int) -> int:
    """The word whose middle is nearest to a column; the left one of two that are equally near.

    >>> [_nearest([1.0, 5.0, 9.0], column) for column in (0, 3, 4, 20)]
    [0, 0, 1, 2]
    """
    after = bisect_left(middles, column)
    near = range(max(after - 1, 0), min(after + 1, len(middles)))
    return min(near, key=lambda i: abs(middles[i] - column))


def _table(lines: list[str], words: list[str]) -> list[Link]:
    """The table of links, whose words are identified by their form."""
    if len(words) > _LONGEST:
        raise LinkageError
    rows = [found for line in lines if (found := _ROW.fullmatch(line) or _FILLED.fullmatch(line))]
    places: dict[str, list[int]] = defaultdict(list)
    cut: dict[str, list[int]] = defaultdict(list)
    for i, word in enumerate(words):
        places[word.translate(CURLY)].append(i)
        cut[word.translate(CURLY)[:_COLUMN]].append(i)
    wanted: list[tuple[list[tuple[int, int]], str, int]] = []
    for row in rows:
        left, right = cut[row[1].translate(CURLY)], places[row[5].translate(CURLY)]
        pairs = [(i, j) for i in left for j in right if i < j]
        if not pairs:
            raise LinkageError
        head = 1 if row[2].startswith("h") else -1 if row[2].startswith("d") else 0
        wanted.append((sorted(pairs, key=lambda p: p[1] - p[0]), row[3].strip("-<>"), head))
    chosen = _choose([pairs for pairs, _, _ in wanted], len(words))
    return [
        Link(i, j, label, head) for (i, j), (_, label, head) in zip(chosen, wanted, strict=True)
    ]


def _choose(wanted: list[list[tuple[int, int]]], words: int) -> list[tuple[int, int]]:
    """One pair of words for each link: all different, none crossing, linking as many words as possible."""
    order = sorted(range(len(wanted)), key=lambda i: len(wanted[i]))
    best: list[tuple[int, int]] = []
    most = -1
    tries = 0
    stack: list[list[tuple[int, int]]] = [[]]
    while stack and tries < _TRIES:
        chosen = stack.pop()
        tries += 1
        if len(chosen) == len(order):
            linked = len({end for pair in chosen for end in pair})
            if linked > most:
                best, most = chosen, linked
            if linked == words:
                break
            continue
        for a, b in reversed(wanted[order[len(chosen)]]):
            crosses = any(a < c < b < d or c < a < d < b for c, d in chosen)
            if not crosses and (a, b) not in chosen:
                stack.append([*chosen, (a, b)])
    if most < 0 and wanted:
        raise LinkageError
    found: dict[int, tuple[int, int]] = dict(zip(order, best, strict=True))
    return [found[i] for i in range(len(wanted))]
