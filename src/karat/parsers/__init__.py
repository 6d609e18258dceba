"""Parsers: one adapter, one module, found by looking into this folder.

An adapter's module has ``ADAPTER``, a subclass of ``karat.parsers.adapter.Adapter``: a frozen
dataclass whose fields are its options, so that ``link-grammar(limit=100)`` reads to one. A name is
the module's with ``-`` for ``_``.
"""

import importlib
import pkgutil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from karat.parsers.adapter import Adapter

# Modules that are tools for adapters.
_OTHERS = ("adapter", "library", "shapes", "supervise", "worker")


def names() -> list[str]:
    """The parsers there are adapters for.

    >>> "link-grammar" in names()
    True
    """
    found = (m.name for m in pkgutil.iter_modules(__path__) if m.name not in _OTHERS)
    return sorted(name.replace("_", "-") for name in found)


def load(name: str) -> "type[Adapter]":
    """One adapter by its name."""
    from karat.errors import unknown

    if name not in names():
        raise unknown("parser", name, names())
    module = importlib.import_module(f"{__name__}.{name.replace('-', '_')}")
    adapter: type[Adapter] = module.ADAPTER
    return adapter


def parse(text: str) -> "Adapter":
    """An adapter by name, with its options.

    >>> str(parse("link-grammar( limit=50 )"))
    'link-grammar(limit=50)'
    """
    from dataclasses import fields
    from typing import get_type_hints

    from karat import options
    from karat.errors import UsageError

    name, given, rest = options.split(text)
    if rest:
        raise UsageError(f"cannot read {rest!r} after the parser {name}")
    kind = load(name)
    hints = get_type_hints(kind)
    types = {one.name: hints[one.name] for one in fields(kind)}
    return kind(**options.read(name, given, types))
