"""How a Bank is written: a format by name with its options, or by the name of the file."""

import importlib
import inspect
from collections.abc import Callable
from functools import partial
from pathlib import PurePath
from typing import BinaryIO, TypeAlias, get_type_hints

from karat import formats, options
from karat.bank import Bank
from karat.errors import UsageError, unknown

Writer: TypeAlias = Callable[[Bank, BinaryIO], None]

USUAL = "brackets"


def writer(wanted: str | None, path: str, *, pretty: bool = False) -> Writer:
    """What writes a Bank in the format asked for, or in that of the file's name, or in brackets.

    >>> import io, karat
    >>> bank, stream = karat.read_text("(S (N a) (V b))"), io.BytesIO()
    >>> writer("parseval(labels=right)", "-")(bank, stream)
    >>> stream.getvalue()
    b'((a N) (b V) S)\\n'
    """
    name, given, rest = options.split(wanted or by_extension(path))
    if rest:
        raise UsageError(f"cannot read {rest!r} after the format {name}")
    if name not in formats.names():
        raise unknown("format", name, formats.names())
    write = importlib.import_module(f"karat.formats.{name}").write
    usual = inspect.signature(write).parameters
    hints = get_type_hints(write)
    types = {
        key: hints[key]
        for key, one in usual.items()
        if one.kind is one.KEYWORD_ONLY and key != "pretty"
    }
    settings = options.read(f"format {name}", given, types)
    if pretty and "pretty" not in usual:
        raise UsageError(f"the format {name} has no indented form: leave out --pretty")
    return partial(write, **settings, **({"pretty": True} if pretty else {}))


def by_extension(path: str) -> str:
    """The format whose files are called so; ``brackets`` where none says it is.

    >>> by_extension("x.mrg"), by_extension("x.parseval"), by_extension("-")
    ('brackets', 'parseval', 'brackets')
    """
    extension = PurePath(path).suffix.lower()
    if not extension or extension in formats.module(USUAL).EXTENSIONS:
        return USUAL
    found = (name for name in formats.names() if extension in formats.module(name).EXTENSIONS)
    return next(found, USUAL)
