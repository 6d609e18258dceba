"""The compact letter display: systems that do not differ share a letter.

Insert and absorb, Piepho (2004), An algorithm for a letter-based representation of all-pairwise
comparisons. Journal of Computational and Graphical Statistics 13.
"""

from collections.abc import Collection
from string import ascii_lowercase


def letters(systems: int, differ: Collection[tuple[int, int]]) -> list[str]:
    """The letters of each system, in the order in which they are given, best first.

    ``differ`` has the pairs that differ. Two systems share a letter exactly if they are none of them.

    >>> letters(3, [(0, 2)])
    ['a', 'ab', 'b']
    """
    columns = [frozenset(range(systems))]
    for one, other in differ:
        split = []
        for column in columns:
            if one in column and other in column:
                split += [column - {one}, column - {other}]
            else:
                split.append(column)
        columns = _absorbed(split)
    columns.sort(key=sorted)
    names = [_name(i) for i in range(len(columns))]
    return [
        "".join(name for name, column in zip(names, columns, strict=True) if system in column)
        for system in range(systems)
    ]


def _absorbed(columns: list[frozenset[int]]) -> list[frozenset[int]]:
    """The columns that are not part of another one."""
    distinct = list(dict.fromkeys(columns))
    return [one for one in distinct if not any(one < other for other in distinct)]


def _name(number: int) -> str:
    """a to z, then a1 to z1, and so on.

    >>> _name(0), _name(25), _name(26)
    ('a', 'z', 'a1')
    """
    again, letter = divmod(number, len(ascii_lowercase))
    return ascii_lowercase[letter] + (str(again) if again else "")
