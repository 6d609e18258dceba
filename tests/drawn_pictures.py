"""Pictures of all kinds, made by hand and by chance, for tests of drawings."""

import random
from collections.abc import Iterator
from xml.etree import ElementTree

from karat.analysis.picture import SIGNS, Mark, Pair, Picture, Row, Side
from karat.model.measure import Measure

MARK = {sign: mark for mark, sign in SIGNS.items()}
NAMESPACE = "{http://www.w3.org/2000/svg}"
WORDS = (
    "a", "of", "telescope", "Donaudampfschifffahrtsgesellschaft", "犬", "e\u0301", "\u05d0\u05d1",
    "\U0001f600", "<b>", "&amp;", "\u202e", "\x1b[31m", "\udcff", "", 'say "no"', "x" * 70, "\u2028",
)  # fmt: skip
LABELS = ("NP", "S", "nsubj:pass", "NP-SBJ-1", "<script>", "__proto__", "\u202dx", "", "PP" * 30)


def rows(*given: tuple[object, ...]) -> list[Row]:
    """Rows from (sign, label, parent, part, part …)."""
    return [
        Row(MARK[sign], label, tuple(parts), parent, "deleted" if sign == "·" else "")  # type: ignore[index,arg-type]
        for sign, label, parent, *parts in given
    ]


def parsed(svg: str) -> ElementTree.Element:
    """The drawing as XML."""
    return ElementTree.fromstring(svg)


def boxes(
    element: ElementTree.Element, kind: str, dx: int = 0, dy: int = 0
) -> Iterator[tuple[int, int, int, int]]:
    """The rectangles of a class as left, top, right, bottom in the coordinates of the whole drawing."""
    for child in element:
        x, y = dx, dy
        if transform := child.get("transform", ""):
            more = transform.removeprefix("translate(").removesuffix(")").split()
            x, y = dx + int(more[0]), dy + int(more[1])
        if child.tag == f"{NAMESPACE}rect" and child.get("class") == kind:
            left, top, wide, high = (
                int(child.get(name, "")) for name in ("x", "y", "width", "height")
            )
            yield x + left, y + top, x + left + wide, y + top + high
        yield from boxes(child, kind, x, y)


def by_chance(seed: int) -> Picture:
    """A picture of any kind, with any words, labels and marks."""
    chance = random.Random(seed)
    kind = ("tree", "arcs", "ranges", "names")[seed % 4]
    words = chance.choices(WORDS, k=chance.randint(0, 14) if chance.random() < 0.9 else 60)
    gold = _side(chance, "gold", kind, words, "=-X· ")
    pairs = [
        _pair(chance, gold, kind, words, chance.choice(WORDS)) for _ in range(chance.randint(1, 3))
    ]
    return Picture(kind, "any(x=<y>)", seed, pairs, chance.choice(WORDS))


def _pair(chance: random.Random, gold: Side, kind: str, words: list[str], name: str) -> Pair:
    own = words if chance.random() < 0.7 else chance.choices(WORDS, k=chance.randint(0, 9))
    system = _side(chance, name, kind, own, "=+x· ")
    signs = chance.choices("=-X·", k=len(gold.rows))
    marked = [row._replace(mark=MARK[sign]) for row, sign in zip(gold.rows, signs, strict=True)]
    ours = Side("gold", gold.words, gold.tags, marked, gold.left_out, gold.wrong_tags, gold.odd)
    failure = "other words:\nline 3" if chance.random() < 0.2 else ""
    figures = [(Measure("recall", "a / b"), chance.randint(0, 32) / 32)]
    aligned = chance.random() < 0.2
    return Pair(ours, system, () if failure else figures, failure=failure, aligned=aligned)


def _side(chance: random.Random, name: str, kind: str, words: list[str], signs: str) -> Side:
    size = len(words)
    make = {"tree": _tree, "arcs": _arcs, "ranges": _ranges, "names": _names}[kind]
    found = [
        Row(
            MARK[chance.choice(signs)],
            chance.choice(LABELS),
            parts,
            parent,
            chance.choice(("", "why")),
        )
        for parts, parent in (make(chance, size) if size or kind == "names" else ())
    ]
    tags = chance.choices(("NN", "", "<i>"), k=size)
    left_out = {at: "left & out" for at in range(size) if chance.random() < 0.1}
    wrong = frozenset(at for at in range(size) if chance.random() < 0.1)
    return Side(name, words, tags, found, left_out, wrong, chance.randint(-1, size - 1))


Shape = tuple[tuple[tuple[int, int], ...], int]


def _stretches(places: list[int]) -> tuple[tuple[int, int], ...]:
    """Positions as ranges."""
    found: list[tuple[int, int]] = []
    for at in sorted(places):
        if found and found[-1][1] == at:
            found[-1] = (found[-1][0], at + 1)
        else:
            found.append((at, at + 1))
    return tuple(found)


def _tree(chance: random.Random, size: int) -> list[Shape]:
    """A tree in which some constituents have gaps, and unary ones occur."""
    found: list[Shape] = []
    waiting = [(list(range(size)), -1)]
    while waiting:
        places, parent = waiting.pop()
        found.append((_stretches(places), parent))
        me = len(found) - 1
        if len(places) == 1 and chance.random() < 0.7:
            continue
        if chance.random() < 0.2:
            waiting.append((places, me))
            continue
        if chance.random() < 0.3:
            places = chance.sample(places, len(places))
        cut = chance.randint(0, len(places))
        waiting += [
            (part, me) for part in (places[:cut], places[cut:]) if 0 < len(part) < len(places)
        ]
    return found


def _range(chance: random.Random, size: int) -> tuple[int, int]:
    start = chance.randrange(size)
    return start, chance.randint(start + 1, min(size, start + 3))


def _arcs(chance: random.Random, size: int) -> list[Shape]:
    """Links between words or ranges, roots, and some that are no links."""
    return [
        (tuple(_range(chance, size) for _ in range(chance.choice((0, 1, 2, 2, 2, 2, 2, 3)))), -1)
        for _ in range(chance.randint(0, size + 2))
    ]


def _ranges(chance: random.Random, size: int) -> list[Shape]:
    return [
        (tuple(_range(chance, size) for _ in range(chance.choice((0, 1, 1, 1, 2, 3)))), -1)
        for _ in range(chance.randint(0, size))
    ]


def _names(chance: random.Random, size: int) -> list[Shape]:
    return [((), -1)] * chance.randint(0, 12)


def deep(levels: int, words: int) -> Picture:
    """A tree of so many levels over so many words."""
    chain = [Row(Mark.MATCHED, "X", ((0, words),), at - 1) for at in range(levels)]
    side = Side("gold", ["w"] * words, ["T"] * words, chain)
    return Picture("tree", "evalb", 1, [Pair(side, side)])
