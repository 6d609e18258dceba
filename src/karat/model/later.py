"""Later: a mapping that is made when somebody first looks into it."""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any, TypeVar

Value = TypeVar("Value")


class Later(Mapping[str, Value]):
    """What ``make`` returns, which is called at most once; a copy, or a pickle, is a plain dictionary.

    >>> found = Later(lambda: print("made") or {"drop": 0.5})
    >>> found["drop"], len(found)
    made
    (0.5, 1)
    """

    def __init__(self, make: Callable[[], Mapping[str, Value]]) -> None:
        self._make: Callable[[], Mapping[str, Value]] | None = make

    @cached_property
    def _made(self) -> dict[str, Value]:
        assert self._make is not None  # it is dropped only once this is known
        found = dict(self._make())
        self._make = None  # and with it what was kept for it
        return found

    def __getitem__(self, key: str) -> Value:
        return self._made[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)

    def __repr__(self) -> str:
        return repr(self._made)

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (self._made,)
