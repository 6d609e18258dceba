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


class _Type:
    """Usable as ``const[int][::1]``."""

    def __getitem__(self, _item: object) -> "_Type":
        return self


nogil = _NoGil()
const = int = short = uchar = schar = bint = longlong = ulonglong = Py_ssize_t = _Type()  # noqa: A001 cython.int


def cfunc(function: _F) -> _F:
    return function


inline = cclass = cfunc


def exceptval(*, check: bool) -> Callable[[_F], _F]:
    return cfunc


def locals(**_types: _Type) -> Callable[[_F], _F]:  # noqa: A001 cython.locals
    return cfunc


def typedef(kind: _Type) -> _Type:
    return kind


def declare(kind: _Type | None = None, value: object = None, **names: _Type) -> object:
    return value
