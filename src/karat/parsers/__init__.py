"""Parsers that karat can run: one adapter per module of this folder.

An adapter's module has ``ADAPTER``, a subclass of ``karat.parsers.adapter.Adapter``: a frozen
dataclass whose fields are the options in ``link-grammar(limit=100)``. The name of an adapter is that
of its module, with ``-`` for ``_``.
"""

from typing import TYPE_CHECKING

from karat.model.errors import UsageError, unknown
from karat.model.registry import Registry

if TYPE_CHECKING:
    from karat.parsers.adapter import Adapter

_OTHERS = ("adapter", "identity", "library", "pool", "processes", "shapes", "supervise", "worker")
REGISTRY = Registry("parser", __name__, __path__, others=_OTHERS)


def names() -> list[str]:
    """The names of all adapters.

    >>> "link-grammar" in names()
    True
    """
    return sorted(name.replace("_", "-") for name in REGISTRY.names())


def load(name: str) -> "type[Adapter]":
    if name not in (known := names()):
        raise unknown("parser", name, known)
    adapter: type[Adapter] = REGISTRY.load(name).ADAPTER
    return adapter


def parse(text: str) -> "Adapter":
    """An adapter by name, with its options.

    >>> str(parse("link-grammar( limit=50 )"))
    'link-grammar(limit=50)'
    """
    from dataclasses import fields
    from typing import get_type_hints

    from karat.model import options

    name, given, rest = options.split(text)
    if rest:
        raise UsageError(f"cannot read {rest!r} after the parser {name}")
    kind = load(name)
    hints = get_type_hints(kind)
    types = {one.name: hints[one.name] for one in fields(kind)}
    return kind(**options.read(name, given, types))
