"""Schemes: one module each, found by looking into this folder.

A scheme's module has ``SCHEME``, a subclass of ``karat.model.scheme.Scheme``.
"""

from typing import TYPE_CHECKING

from karat.model.registry import Registry

if TYPE_CHECKING:
    from karat.model.scheme import Scheme

REGISTRY = Registry("scheme", __name__, __path__)


def names() -> list[str]:
    """The schemes there are.

    >>> "evalb" in names()
    True
    """
    return REGISTRY.names()


def load(name: str) -> "type[Scheme]":
    """One scheme by its name; only its own module is imported."""
    scheme: type[Scheme] = REGISTRY.load(name).SCHEME
    return scheme
