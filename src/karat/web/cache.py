"""A cache that is bounded by bytes, for several threads."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from threading import Lock
from typing import Any, NamedTuple, TypeVar, cast

T = TypeVar("T")


class _Kept(NamedTuple):
    """A value that is known or being made, and its size in bytes once it is known."""

    value: "Future[Any]"
    size: int = 0


class Cache:
    """Values by key, at most ``limit`` bytes of them; those not used for the longest time go first.

    A value is made once, even if several threads ask for it at the same time. If making it fails, all of
    them get the error, and the next one tries again.

    >>> cache = Cache(10)
    >>> cache.get("a", lambda: "x" * 6, len), cache.get("a", lambda: "never", len)
    ('xxxxxx', 'xxxxxx')
    >>> cache.get("b", lambda: "y" * 6, len), cache.get("a", lambda: "again", len)
    ('yyyyyy', 'again')
    """

    def __init__(self, limit: int) -> None:
        self._limit, self._used = limit, 0
        self._lock = Lock()
        self._kept: OrderedDict[Hashable, _Kept] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], T], size: Callable[[T], int]) -> T:
        """The value of a key, made if it is not there; ``size`` gives its bytes."""
        with self._lock:
            known = self._kept.get(key)
            if known is not None:
                self._kept.move_to_end(key)
            else:
                mine: Future[Any] = Future()
                self._kept[key] = _Kept(mine)
        if known is not None:
            return cast(T, known.value.result())
        try:
            value = make()
            held = size(value)
        except BaseException as error:
            with self._lock:
                self._kept.pop(key, None)
            mine.set_exception(error)
            raise
        mine.set_result(value)
        with self._lock:
            self._kept[key] = _Kept(mine, held)
            self._kept.move_to_end(key)
            self._used += held
            self._shrink()
        return value

    def _shrink(self) -> None:
        """Let values go until the rest is small enough; those being made stay."""
        for key in list(self._kept):
            if self._used <= self._limit:
                return
            if self._kept[key].value.done():
                self._used -= self._kept.pop(key).size
