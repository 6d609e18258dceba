"""Formats: one module each, found by looking into this folder.

A format's module has ``SUMMARY`` (a line for ``karat formats``), ``EXTENSIONS``, ``EXAMPLE``,
``sniff(head)`` (does a file that begins so look like one of ours?), ``Blocks`` (cuts a Source into
blocks of whole sentences), ``Scanner`` (turns a block into a Bank) and ``write(bank, stream, …)``.
"""

import importlib
import pkgutil
from types import ModuleType

from karat.errors import InputError, unknown

# Enough of a file to tell what it is.
HEAD = 1 << 16


def names() -> list[str]:
    """The formats there are.

    >>> names()
    ['brackets', 'parseval']
    """
    return sorted(m.name for m in pkgutil.iter_modules(__path__) if not m.name.startswith("_"))


def module(name: str) -> ModuleType:
    """A format by its name."""
    if name not in names():
        raise unknown("format", name, names())
    return importlib.import_module(f"{__name__}.{name}")


def guess(head: bytes, path: str) -> ModuleType:
    """The format of a file that begins with these bytes."""
    for name in names():
        candidate = module(name)
        if candidate.sniff(head):
            return candidate
    raise InputError(
        f"{path}: this looks like none of the formats {', '.join(names())}; "
        "if it is one of them, say so with --format"
    )
