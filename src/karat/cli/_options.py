"""Options that several verbs have."""

import functools
import os
from collections.abc import Callable
from pathlib import PurePath
from typing import Any, TypeVar, cast

import click

from karat.reports.table import FORMATS

_F = TypeVar("_F", bound=Callable[..., Any])


def import_numpy() -> None:
    """Import NumPy without the threads of its linear algebra.

    Nothing here uses them, and to start them takes as long as half of the import. What was set by
    the user stays as it is, and what is set here is not left behind for other programs.
    """
    name = "OPENBLAS_NUM_THREADS"
    ours = name not in os.environ
    os.environ.setdefault(name, "1")
    import numpy as np  # noqa: F401  # for its effect

    if ours:
        del os.environ[name]


def output(function: _F) -> _F:
    """How a table is printed."""
    function = click.option(
        "-o", "--output", type=click.Choice(FORMATS), default="table", show_default=True,
        help="How to print the result.",
    )(function)  # fmt: skip
    return click.option(
        "-w", "--width", "digits", default=2, show_default=True, type=click.IntRange(0, 15),
        help="Digits after the point in tables for people.",
    )(function)  # fmt: skip


def reading(function: _F) -> _F:
    """How files are read."""

    @functools.wraps(function)
    def call(*arguments: Any, labels: str, **options: Any) -> Any:
        from karat.model.errors import UsageError

        if labels != "auto":
            if options["format"] not in (None, "parseval"):
                raise UsageError(f"--labels is for the format parseval, not {options['format']}")
            options["format"] = f"parseval(labels={labels})"
        return function(*arguments, **options)

    wrapped: Any = click.option(
        "--labels", type=click.Choice(["auto", "none", "left", "right", "both"]), default="auto",
        show_default=True, help="Where labels stand in the brackets of 1991 (format parseval).",
    )(call)  # fmt: skip
    wrapped = click.option(
        "--layout", type=click.Choice(["auto", "lines", "free"]), default="auto", show_default=True,
        help="Bracketed files: one sentence per line, or trees over several lines.",
    )(wrapped)  # fmt: skip
    wrapped = click.option("--format", metavar="FORMAT",
        help="The files' format, as in 'iob(tagging=bioes)'; detected from the content if not given.",
    )(wrapped)  # fmt: skip
    return cast(_F, wrapped)


def schemes(function: _F) -> _F:
    """Which schemes to score with."""
    return click.option(
        "-s", "--scheme", "scheme_texts", multiple=True, metavar="SCHEME",
        help="A scheme with its options, as in 'evalb(params=new)'. May be given several times. "
        "See: karat schemes.",
    )(function)  # fmt: skip


def short_names(paths: tuple[str, ...]) -> dict[str, str]:
    """What to call the systems: the files' names, or the paths where these are not enough."""
    names = [PurePath(path).name or path for path in paths]
    return {
        path: name if names.count(name) == 1 else path
        for path, name in zip(paths, names, strict=True)
    }


def parsing(what: str) -> Callable[[_F], _F]:
    """Which parser to run, and how far it may go; ``what`` is what its time is for."""
    options = (
        click.option(
            "--with", "parser", required=True, metavar="PARSER",
            help="A parser with its options, as in 'link-grammar(limit=100)'. See: karat parsers.",
        ),
        click.option(
            "--seconds", default=10.0, show_default=True, type=click.FloatRange(0.01),
            help=f"Time for one {what}.",
        ),
        click.option(
            "--memory", default=4096, show_default=True, type=click.IntRange(16),
            help="Megabytes for one parser.",
        ),
        click.option(
            "--jobs", default=0, type=click.IntRange(0), help="How many at once; 0: as suits it."
        ),
    )  # fmt: skip

    def decorate(function: _F) -> _F:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate
