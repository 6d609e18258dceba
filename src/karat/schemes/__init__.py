"""Schemes: one module each, found by looking into this folder.

A scheme's module has ``SCHEME``, a subclass of ``karat.scheme.Scheme``.
"""

import importlib
import pkgutil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from karat.scheme import Scheme


def names() -> list[str]:
    """The schemes there are.

    >>> "evalb" in names()
    True
    """
    return sorted(m.name for m in pkgutil.iter_modules(__path__) if not m.name.startswith("_"))


def load(name: str) -> "type[Scheme]":
    """One scheme by its name; only its own module is imported."""
    scheme: type[Scheme] = importlib.import_module(f"{__name__}.{name}").SCHEME
    return scheme
