"""Which parts of a file of trees are the answer to which sentence."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from karat.formats.lenient.lines import Kind
from karat.formats.lenient.repair import Answer, Found, count, shown
from karat.formats.lenient.tree_lines import Item, items

# Prose apart from all trees, prose that announces what follows, and such prose where a file begins.
_REMARK, _ANNOUNCEMENT, _INTRODUCTION = "remark", "announcement", "introduction"
_TALK = (Kind.PROSE, _REMARK, _ANNOUNCEMENT, _INTRODUCTION)

# What counts as an answer if nothing is numbered: the first of these that gives as many answers as
# gold has sentences.
_COUNTED: tuple[frozenset[str], ...] = (
    frozenset({Kind.TREE, Kind.REFUSAL, Kind.BLANK, Kind.PROSE, _REMARK, _ANNOUNCEMENT}),
    frozenset({Kind.TREE, Kind.REFUSAL, Kind.BLANK}),
    frozenset({Kind.TREE, Kind.REFUSAL}),
    frozenset({Kind.TREE, Kind.REFUSAL, Kind.PROSE}),
    frozenset({Kind.TREE}),
)


def tree_answers(text: bytes, expected: int | None) -> tuple[list[Answer], list[Found]]:
    """The answers of a file, in its order, and what was left out; gold has ``expected`` sentences.

    >>> [one.text for one in tree_answers(b"1. (S (N a))\\n2. (S (N b))\\n", None)[0]]
    [b'(S (N a))', b'(S (N b))']
    """
    found = items(text, expected)
    left = [
        Found(one.at, "fence", "a code fence, left out") for one in found if one.kind == Kind.FENCE
    ]
    groups = _numbered(found)
    if groups:
        first = found.index(groups[0][0])
        left += _prose(found[:first])
        answers = [_of_group(group, left) for group in groups]
        return _with_trees(found[:first]) + answers, left
    found = _kinds_of_prose([one for one in found if one.kind != Kind.HEADER])
    fitting = (some for some in _groupings(found) if len(some) == expected)
    chosen = next(fitting, None) if expected is not None else None
    if chosen is None:
        chosen = _default(found, expected)
        left += _blank_lines(found, chosen)
    left += _outside(found, chosen)
    return [_of_group(group, left) for group in chosen], left


def _numbered(found: Sequence[Item]) -> list[list[Item]]:
    """The parts after each number, the number first; none if the numbers are not those of answers."""
    starts = [at for at, one in enumerate(found) if one.kind == Kind.HEADER]
    ends = [*starts[1:], len(found)]
    groups = [list(found[a:b]) for a, b in zip(starts, ends, strict=False)]
    answered = [group for group in groups if any(one.kind == Kind.TREE for one in group)]
    refused = [group for group in groups if any(one.kind == Kind.REFUSAL for one in group)]
    numbers = {group[0].number for group in answered + refused}
    trees = sum(one.kind == Kind.TREE for one in found)
    if not answered and not refused and not trees:
        unique = len({group[0].number for group in groups}) == len(groups)
        return groups if unique else []
    if not answered or 2 * len(numbers) < len(answered) or 2 * len(answered) < trees:
        return []
    # A list that explains an answer has numbers too, which answers have already.
    real: list[list[Item]] = []
    for group in groups:
        explains = group not in answered and group not in refused and group[0].number in numbers
        if explains and real:
            real[-1] += [
                one._replace(kind=Kind.PROSE) if one.kind == Kind.HEADER else one for one in group
            ]
        else:
            real.append(group)
    return real


def _with_trees(before: Iterable[Item]) -> list[Answer]:
    """Trees before the first number."""
    return [Answer(one.at, one.text) for one in before if one.kind == Kind.TREE]


def _groupings(found: Sequence[Item]) -> Iterable[list[list[Item]]]:
    """Ways to see the parts as answers, each a list of groups of parts."""
    talk, each = _has_talk(found), _one_per_line(found)
    for kinds in _COUNTED:
        # Where a model talks, blank lines are between paragraphs.
        if not talk or Kind.BLANK not in kinds or (Kind.PROSE in kinds and each):
            yield _in_order(found, kinds)
    yield _fenced(found)


def _one_per_line(found: Sequence[Item]) -> bool:
    """Whether a blank line may stand for an answer: as many lines follow each other as are kept apart.

    Where a blank line is between most of them, it is only that.
    """
    runs = [
        (blank, len([*run])) for blank, run in groupby(found, lambda one: one.kind == Kind.BLANK)
    ]
    written = [size for blank, size in runs if not blank]
    return sum(written) - len(written) >= max(len(written) - 1, 1)


def _has_talk(found: Sequence[Item]) -> bool:
    return any(one.kind in (*_TALK, Kind.THOUGHT, Kind.FENCE) for one in found)


def _kinds_of_prose(found: Sequence[Item]) -> list[Item]:
    """The parts, with prose told apart by what is before and after it."""
    changed: list[Item] = []
    runs = [
        (prose, list(run)) for prose, run in groupby(found, key=lambda one: one.kind == Kind.PROSE)
    ]
    before = ["", *(run[-1].kind for _, run in runs)]
    after = [*(run[0].kind for _, run in runs[1:]), ""]
    for at, (prose, run) in enumerate(runs):
        apart = not {before[at], after[at]} & {Kind.TREE, Kind.REFUSAL}
        for one in run:
            kind = one.kind
            if prose and one.text.rstrip().endswith(b":"):
                kind = _ANNOUNCEMENT if at else _INTRODUCTION
            elif prose and apart:
                kind = _REMARK
            changed.append(one._replace(kind=kind))
    return changed


def _default(found: Sequence[Item], expected: int | None) -> list[list[Item]]:
    """The answers if gold does not decide.

    Blank lines are answers only where nothing else is around trees, as many trees follow each other
    as are kept apart by them, and gold has room for them. A line of prose between two lines of trees
    is an answer that cannot be read, unless it announces what follows.
    """
    if not _has_talk(found):
        every, written = _in_order(found, _COUNTED[1]), _in_order(found, _COUNTED[2])
        room = expected is None or len(every) <= expected or expected < len(written)
        return every if room and _one_per_line(found) else written
    trees = sum(one.kind == Kind.TREE for one in found)
    kinds = ["", *(one.kind for one in found), ""]
    between = [
        before == after == Kind.TREE and kind == Kind.PROSE
        for before, kind, after in zip(kinds, kinds[1:], kinds[2:], strict=False)
    ]
    places = 2 * sum(between) < trees
    return [
        [one]
        for one, lost in zip(found, between, strict=True)
        if one.kind in (Kind.TREE, Kind.REFUSAL) or (lost and places)
    ]


def _blank_lines(found: Sequence[Item], groups: Sequence[Sequence[Item]]) -> list[Found]:
    """What is said about blank lines that are no answers, where nothing else is around trees."""
    blank = [one for one in found if one.kind == Kind.BLANK]
    if (
        not blank
        or _has_talk(found)
        or any(one.kind == Kind.BLANK for some in groups for one in some)
    ):
        return []
    what = f"{count(len(blank), 'blank line')} taken for layout, not for missing answers"
    return [Found(blank[0].at, "blank-lines", what)]


def _in_order(found: Sequence[Item], kinds: frozenset[str]) -> list[list[Item]]:
    return [[one] for one in found if one.kind in kinds]


def _fenced(found: Sequence[Item]) -> list[list[Item]]:
    """The parts inside each pair of fences."""
    groups: list[list[Item]] = []
    inside = False
    for one in found:
        if one.kind == Kind.FENCE:
            inside = not inside
            if inside:
                groups.append([])
        elif inside:
            groups[-1].append(one)
    return groups


def _of_group(group: Sequence[Item], left: list[Found]) -> Answer:
    """The answer in a group of parts: its last tree, or else a refusal, or else nothing."""
    head = group[0] if group and group[0].kind == Kind.HEADER else None
    trees = [one for one in group if one.kind == Kind.TREE]
    at = trees[-1].at if trees else group[0].at if group else 0
    found = []
    if head is not None:
        found.append(Found(head.at, "numbering", f"number {head.number} before the answer"))
        left += _prose(one for one in group if one.text != head.text)
    if len(trees) > 1:
        what = f"{count(len(trees), 'answer')}; the last one counts"
        found.append(Found(trees[0].at, "several-answers", what))
    identifier = head.number if head is not None else None
    if trees:
        return Answer(at, trees[-1].text, identifier, tuple(found))
    said = next((one.text for one in group if one.kind == Kind.REFUSAL), b"")
    text = b" ".join(one.text for one in group if one.kind in (*_TALK, Kind.REFUSAL))
    if head is not None and not text:
        text = head.text
    return Answer(at, text, identifier, tuple(found), refused=bool(said), said=said)


def _prose(parts: Iterable[Item]) -> list[Found]:
    return [
        Found(one.at, "prose", f"left out {shown(one.text)}")
        for one in parts
        if one.kind in (Kind.PROSE, Kind.THOUGHT)
    ]


def _outside(found: Sequence[Item], groups: Sequence[Sequence[Item]]) -> list[Found]:
    """Prose, refusals and trees that are in no group."""
    inside = {one.at for group in groups for one in group}
    rest = [
        one for one in found if one.at not in inside and one.kind not in (Kind.BLANK, Kind.FENCE)
    ]
    return [Found(one.at, "prose", f"left out {shown(one.text)}") for one in rest]
