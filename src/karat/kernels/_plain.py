"""What the uncompiled kernels need of the module ``cython``, for where it is not installed."""

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any, TypeVar

_F = TypeVar("_F", bound=Callable[..., Any])

compiled = False


class _NoGil(nullcontext[None]):
    """Usable as ``with nogil:`` and as ``@nogil``."""

    def __call__(self, function: _F) -> _F:
        return function


nogil = _NoGil()


def cfunc(function: _F) -> _F:
    return function


inline = cclass = cfunc


def exceptval(*, check: bool) -> Callable[[_F], _F]:
    return cfunc
