"""Systems on the command line: each is a file, or a name and a file."""

import functools
import inspect
import os
import re
from collections.abc import Callable, Collection, Sequence
from pathlib import PurePath
from typing import Any, NamedTuple

import click

from karat.model.errors import UsageError
from karat.reports.terminal import printable

# The endings of a file, but not gold, as in dev.gold.
_ENDINGS = re.compile(r"(\.(?!gold\b)[A-Za-z][A-Za-z0-9*]*)*$")
_SEPARATORS = [one for one in (os.sep, os.altsep) if one]


class Named(NamedTuple):
    """A file, and the name by which tables call it."""

    name: str
    path: str


def named(texts: Sequence[str]) -> tuple[Named, ...]:
    """What the user wrote, FILE or NAME=FILE, as names and paths; every name is there once.

    A file without a name has the name of its file, or its path where that is ambiguous. What exists
    as a path is a path, and so is what has a ``/`` before the first ``=``. A name is for people: what
    does not print in it, such as a line end, is an escape in every output.

    >>> [one.name for one in named(["runs/a.mrg", "B=runs/b.mrg", "x/c.mrg", "y/c.mrg"])]
    ['a.mrg', 'B', 'x/c.mrg', 'y/c.mrg']
    >>> [one.name for one in named(["a.mrg", "a.mrg"])], named(["lr=1/b.mrg"])[0].path
    (['a.mrg', 'a.mrg (2)'], '1/b.mrg')
    """
    parted = [(printable(name), path) for name, path in map(split, texts)]
    given = [name for name, _ in parted if name]
    if twice := [name for name in given if given.count(name) > 1]:
        raise UsageError(f"two systems are called {twice[0]}; give each a name of its own")
    # A name can be short if no other file has it.
    short = {path: printable(PurePath(path).name or path) for _, path in parted}
    used = [*short.values(), *given]
    found: dict[str, str] = {}
    for name, path in parted:
        usual = short[path] if used.count(short[path]) == 1 else printable(path)
        found[name or _free(usual, {*found, *given})] = path
    return tuple(Named(name, path) for name, path in found.items())


def split(text: str) -> tuple[str, str]:
    """The name, empty if none is given, and the path."""
    name, equals, path = text.partition("=")
    is_path = not name or not equals or any(one in name for one in _SEPARATORS)
    if is_path or os.path.lexists(text):
        return "", text
    if not path:
        raise UsageError(f"{text}: there is no file after the =; write NAME=FILE")
    return name, path


def _free(name: str, taken: Collection[str]) -> str:
    """The name, with a number behind it if another system has it."""
    numbered = (f"{name} ({n})" for n in range(2, len(taken) + 2))
    return name if name not in taken else next(one for one in numbered if one not in taken)


def wrong_way_round(gold: str, systems: Sequence[str]) -> list[str]:
    """What to say if a system's file is called gold, and gold's is not.

    >>> wrong_way_round("a.mrg", ["dev.gold.mrg"])
    ['a.mrg is taken for gold, and dev.gold.mrg for a parser; if it is the other way round, gold comes first']
    >>> wrong_way_round("gold.mrg", ["gold2.mrg"]), wrong_way_round("a.mrg", ["gold-tags.mrg"])
    ([], [])
    """
    called = [] if _called_gold(gold) else [path for path in systems if _called_gold(path)]
    return [
        f"{gold} is taken for gold, and {path} for a parser; if it is the other way round, gold comes first"
        for path in called[:1]
    ]


def _called_gold(path: str) -> bool:
    """Whether the name of a file ends with gold, but for its endings, or that of its folder does."""
    folder, _, name = path.rstrip("/").rpartition("/")
    words = [re.split(r"[^a-z0-9]+", one.lower()) for one in (folder, re.sub(_ENDINGS, "", name))]
    return any(one[-1] == "gold" for one in words)


RULE = (
    "{what} is a file, or NAME=FILE to give it a name in the output. It is taken as a file name if "
    "such a file exists, or if it has a / before the =, as in ./lr=0.1.mrg."
)


def systems(
    argument: str = "system",
    metavar: str | None = None,
    what: str = "SYSTEM",
    *,
    required: bool = True,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The argument SYSTEM...; the verb gets it as ``systems``, and its help says how to name one."""

    def decorated(function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def call(*arguments: Any, **options: Any) -> Any:
            found = named(options.pop(argument))
            status = function(*arguments, systems=found, **options)
            # Where there is no result, its message says what is wrong.
            gold = options.get("gold")
            if isinstance(gold, str) and not options.get("quiet"):
                for note in wrong_way_round(gold, [one.path for one in found]):
                    click.echo(f"karat: note: {note}", err=True)
            return status

        call.__doc__ = f"{inspect.getdoc(function)}\n\n{RULE.format(what=what)}\n"
        return click.argument(argument, metavar=metavar, nargs=-1, required=required)(call)

    return decorated
