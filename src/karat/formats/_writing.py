"""How a Bank is written: a format by name with its options, or by the name of the file."""

import inspect
from collections.abc import Callable
from functools import partial
from pathlib import PurePath
from typing import BinaryIO, TypeAlias, get_type_hints

from karat import formats
from karat.model import options
from karat.model.bank import Bank
from karat.model.errors import InputError, UsageError

Writer: TypeAlias = Callable[[Bank, BinaryIO], None]

USUAL = "brackets"
_TREES = ("brackets", "parseval", "discbracket", "export")
# What views give that is no tree.
_GIVEN_BY = {"gr": "gr", "deps": "conllu", "chunks": "iob"}


def writer(wanted: str | None, path: str, *, pretty: bool = False, usual: str = USUAL) -> Writer:
    """What writes a Bank in the format asked for, or in that of the file's name, or in the usual one.

    >>> import io, karat
    >>> bank, stream = karat.read_text("(S (N a) (V b))"), io.BytesIO()
    >>> writer("parseval(labels=right)", "-")(bank, stream)
    >>> stream.getvalue()
    b'((a N) (b V) S)\\n'
    """
    name, given, rest = options.split(wanted or by_extension(path, usual))
    if rest:
        raise UsageError(f"cannot read {rest!r} after the format {name}")
    write = formats.module(name).write
    parameters = inspect.signature(write).parameters
    hints = get_type_hints(write)
    types = {
        key: hints[key]
        for key, one in parameters.items()
        if one.kind is one.KEYWORD_ONLY and key != "pretty"
    }
    settings = options.read(f"format {name}", given, types)
    if pretty and "pretty" not in parameters:
        raise UsageError(f"the format {name} has no indented form: leave out --pretty")
    chosen: Writer = partial(write, **settings, **({"pretty": True} if pretty else {}))
    return partial(_only_trees, chosen, name) if name in _TREES else chosen


def _only_trees(write: Writer, name: str, bank: Bank, stream: BinaryIO) -> None:
    """Refuse to write as trees what has none: it would lose all but words and tags."""
    if not bank.has_trees:
        raise InputError(
            f"{bank.path}: it has no trees to write as {name}; --view yields makes trees of "
            "dependencies, --to writes another format"
        )
    write(bank, stream)


def by_extension(path: str, usual: str = USUAL) -> str:
    """The format whose files are called so; the usual one where none says it is.

    >>> by_extension("x.mrg"), by_extension("x.parseval"), by_extension("-"), by_extension("x", "gr")
    ('brackets', 'parseval', 'brackets', 'gr')
    """
    extension = PurePath(path).suffix.lower()
    if not extension:
        return usual
    if extension in formats.module(USUAL).EXTENSIONS:
        return USUAL
    found = (name for name in formats.names() if extension in formats.module(name).EXTENSIONS)
    return next(found, usual)


def usual_format(read: str, view: str | None) -> str:
    """How a file of some format is written, after a view, when nobody says.

    >>> usual_format("brackets", "gr"), usual_format("conllu", None), usual_format("conllu", "yields")
    ('gr', 'conllu', 'brackets')
    """
    if view is not None:
        return _GIVEN_BY.get(options.split(view)[0], USUAL)
    return USUAL if read in ("brackets", "parseval") else read
