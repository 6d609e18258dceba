"""Ids put answers in their place: those of gold, or numbers."""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from karat.formats.lenient.repair import Answer, Found, shown

_NUMBER = re.compile(r"\D*(\d{1,9})")


class Placed(NamedTuple):
    """The answer in each place, None where there is none, and what was done about ids."""

    answers: list[Answer | None]
    found: list[Found]


def in_place(answers: Sequence[Answer], ids: Sequence[str], expected: int | None) -> Placed:
    """Answers in the order of gold; ``ids`` are gold's, if it has any.

    Without ids answers stay in their order. The last of several answers with one id counts.

    >>> some = [Answer(0, b"x", "2"), Answer(2, b"y", "1"), Answer(4, b"z", "4")]
    >>> [one and one.text for one in in_place(some, (), 4).answers]
    [b'y', b'x', None, b'z']
    """
    places = _places([one.id for one in answers], ids, expected)
    if places is None:
        return Placed(list(answers), [])
    found: list[Found] = []
    chosen: dict[int, Answer] = {}
    taken = set(places.values())
    last = -1
    for at, answer in enumerate(answers):
        place = places.get(at)
        if place is None and answer.id is None and last + 1 not in taken:
            place = last + 1
        if place is None or (expected is not None and place >= expected):
            name = f"the id {answer.id}" if answer.id is not None else "no id"
            what = f"gold has no sentence for an answer with {name}; left out {shown(answer.text)}"
            found.append(Found(answer.at, "bad-id", what))
            continue
        if place in chosen:
            what = f"another answer with the id {answer.id} follows, and counts"
            found.append(Found(chosen[place].at, "repeated", what))
        chosen[place] = answer
        last = place
    found += _moved(chosen)
    size = expected if expected is not None else max(chosen, default=-1) + 1
    return Placed([chosen.get(place) for place in range(size)], found)


def _moved(chosen: Mapping[int, Answer]) -> list[Found]:
    """The answers that are not in the order of gold."""
    found = []
    highest = -1
    for place, answer in sorted(chosen.items(), key=lambda one: one[1].at):
        if place < highest:
            found.append(Found(answer.at, "order", f"the id {answer.id} puts it in its place"))
        highest = max(highest, place)
    return found


def _begins_again(numbers: Sequence[int]) -> bool:
    """Whether numbers are those of several lists, or all the same, and so are no ids.

    >>> _begins_again([1, 2, 3, 1, 2, 3]), _begins_again([1, 2, 3, 2]), _begins_again([1, 1, 1])
    (True, False, True)
    """
    lists = sum(one == min(numbers) for one in numbers)
    follow = sum(b == a + 1 for a, b in pairwise(numbers))
    several = lists > 1 and len(numbers) > 2 * lists and follow == len(numbers) - lists
    return several or 2 * len(set(numbers)) < len(numbers)


def _places(
    given: Sequence[str | None], ids: Sequence[str], expected: int | None
) -> dict[int, int] | None:
    """The place of each answer that has one; None if ids do not say."""
    known = {at: name for at, name in enumerate(given) if name is not None}
    if not known:
        return None
    place = {name: at for at, name in enumerate(ids)}
    matched = {at: place[name] for at, name in known.items() if name in place}
    if 2 * len(matched) >= len(known):
        return matched
    numbers = {
        at: int(found[1]) for at, name in known.items() if (found := _NUMBER.fullmatch(name))
    }
    if len(numbers) < len(known) or _begins_again(list(numbers.values())):
        return None
    first = 0 if 0 in numbers.values() else 1
    if ids and list(numbers.values()) == list(range(first, first + len(given))):
        return None  # the system counts its own sentences, which need not be gold's
    most = 10 * len(given) + 10 if expected is None else expected
    beyond = sum(number - first >= most for number in numbers.values())
    # Numbers such as those of requests to a server are no numbers of sentences. Without gold nobody knows
    # how many there are, and one wrong number would make millions of them.
    if beyond and (expected is None or (10 * beyond > len(numbers) and beyond > 1)):
        return None
    return {at: number - first for at, number in numbers.items()}
