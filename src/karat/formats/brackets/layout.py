"""Whether a file of brackets has one sentence per line, or trees over several lines."""

from functools import lru_cache
from itertools import accumulate, groupby


@lru_cache(4)  # all files of a corpus are judged by the same beginning
def one_per_line(text: bytes) -> bool:
    """Whether a line of a file that begins so is a sentence; a few broken lines decide nothing.

    Trees go on over several lines if some are closed on lines indented more than their first, or if
    the first line leaves a bracket open, and lines that do not balance make up whole trees together.

    >>> one_per_line(b"(S (N a)\\n(S (N b)\\n(S (N c))\\n(S (N d))\\n"), one_per_line(b"(S (N a)\\n(N b))\\n")
    (True, False)
    """
    lines = [line for line in text.split(b"\n") if line.strip()]
    if goes_on_indented(text):
        return False
    surplus = [line.count(b"(") - line.count(b")") for line in lines]
    if not surplus or surplus[0] <= 0:
        return True
    return not add_up(surplus) and 2 * surplus.count(0) >= len(surplus)


def add_up(surplus: list[int]) -> bool:
    """Whether lines that do not balance by themselves do so together with their neighbours.

    ``surplus`` says how many more brackets each line opens than it closes.

    A line that closes what no line before it has opened is broken.

    >>> add_up([1, -1, 0, 2, -1, -1]), add_up([1, 1, 0, -1]), add_up([-1, 1])
    (True, False, False)
    """
    runs = [list(accumulate(run)) for broken, run in groupby(surplus, key=bool) if broken]
    return bool(runs) and all(run[-1] == 0 and min(run) == 0 for run in runs)


def goes_on_indented(text: bytes) -> bool:
    """Whether a tree goes on over lines that are indented more than its first one, and is closed there.

    A broken line in a file whose lines all begin with a blank, or before one that does, is no such tree.

    >>> goes_on_indented(b"(S (N a))\\n(S\\n  (N b))\\n"), goes_on_indented(b"(S (N a)\\n(S (N b))\\n")
    (True, False)
    >>> goes_on_indented(b" (S (N a)\\n (S (N b))\\n"), goes_on_indented(b"(S (N a)\\n (N b)\\n(S (N c))\\n")
    (False, False)
    """
    lines = [line for line in text.split(b"\n") if line.strip()]
    opened = [line.count(b"(") - line.count(b")") for line in lines]
    depths = [len(line) - len(line.lstrip(b" \t")) for line in lines]
    return any(
        opened[at] > 0 and depths[at + 1] > depths[at] and _closed(lines, opened, depths, at)
        for at in range(len(lines) - 1)
    )


def _closed(lines: list[bytes], opened: list[int], depths: list[int], first: int) -> bool:
    """Whether the brackets of a tree that begins on this line are closed on those indented more.

    The last bracket may stand on a line of its own; the text may end within the tree.
    """
    left = opened[first]
    for at in range(first + 1, len(lines)):
        if depths[at] <= depths[first] and not lines[at].lstrip().startswith(b")"):
            return False
        left += opened[at]
        if left <= 0:
            return left == 0
    return True
