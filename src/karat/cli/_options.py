"""Options that several verbs have."""

import functools
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import PurePath
from typing import Any, TypeVar, cast

import click

from karat.reports.table import FORMATS, Style

_F = TypeVar("_F", bound=Callable[..., Any])


def import_numpy() -> None:
    """Import NumPy without the threads of its linear algebra.

    karat does not use them, and starting them takes half as long as the import. A value that the
    user has set is kept, and the one set here is removed again.
    """
    name = "OPENBLAS_NUM_THREADS"
    ours = name not in os.environ
    os.environ.setdefault(name, "1")
    import numpy as np  # noqa: F401  # for its effect

    if ours:
        del os.environ[name]


def output(function: _F) -> _F:
    """How results are printed; the verb gets it as ``style``."""

    @functools.wraps(function)
    def call(*arguments: Any, output: str, digits: int, width: int | None, **options: Any) -> Any:
        style = Style(output, digits, width or terminal_width())
        return function(*arguments, style=style, **options)

    wrapped: Any = width(call)
    wrapped = click.option(
        "--digits", default=2, show_default=True, type=click.IntRange(0, 15),
        help="Digits after the decimal point (not in JSON and CSV, which are not rounded).",
    )(wrapped)  # fmt: skip
    wrapped = click.option(
        "-o", "--output", type=click.Choice(FORMATS), default="table", show_default=True,
        help="The output format.",
    )(wrapped)  # fmt: skip
    return cast(_F, wrapped)


def write(text: str, remarks: str, style: Style) -> None:
    """Print a result; remarks go below a text table, and to standard error otherwise."""
    sys.stdout.write(text)
    if style.output == "table":
        sys.stdout.write("\n" + remarks)
    else:
        sys.stderr.write(remarks)


def width(function: _F) -> _F:
    """How many columns of the terminal to use."""
    return click.option(
        "--width", type=click.IntRange(20), metavar="COLUMNS",
        show_default="that of the terminal, or 80", help="The width of the output in columns.",
    )(function)  # fmt: skip


def terminal_width() -> int:
    """The number of columns of the terminal; 80 where there is none."""
    return shutil.get_terminal_size().columns


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
        show_default=True, help="Where the labels are in the brackets of 1991 (format parseval).",
    )(call)  # fmt: skip
    wrapped = click.option(
        "--layout", type=click.Choice(["auto", "lines", "free"]), default="auto", show_default=True,
        help="Bracketed files: one sentence per line, or trees over several lines.",
    )(wrapped)  # fmt: skip
    wrapped = click.option("--format", metavar="FORMAT",
        show_default="detected from the content",
        help="The format of the files, as in 'iob(tagging=bioes)'.",
    )(wrapped)  # fmt: skip
    return cast(_F, wrapped)


def schemes(function: _F) -> _F:
    """Which schemes to score with."""
    return click.option(
        "-s", "--scheme", "scheme_texts", multiple=True, metavar="SCHEME",
        help="A scheme with its options, as in 'evalb(params=new)'. May be given several times. "
        "For a list, type: karat schemes.",
    )(function)  # fmt: skip


def fail_under(example: str) -> Callable[[_F], _F]:
    """Which figures must not be too low; ``read_threshold`` reads them."""
    return click.option(
        "--fail-under", multiple=True, metavar="FIGURE=VALUE",
        help="Exit with 1 if a figure is below a value (a fraction, not a percentage), as in "
        f"{example}.",
    )  # fmt: skip


def read_threshold(text: str, example: str) -> tuple[str, float]:
    """A figure and its least value."""
    from karat.model.errors import UsageError

    figure, _, value = text.rpartition("=")
    try:
        number = float(value)
    except ValueError:
        number = float("nan")
    if not figure or number != number:
        raise UsageError(f"--fail-under {text}: write FIGURE=VALUE, as in {example}")
    return figure, number


def short_names(paths: tuple[str, ...]) -> dict[str, str]:
    """The names of the systems: those of their files, or the paths where names are ambiguous."""
    names = [PurePath(path).name or path for path in paths]
    return {
        path: name if names.count(name) == 1 else path
        for path, name in zip(paths, names, strict=True)
    }


def parsing(what: str) -> Callable[[_F], _F]:
    """Which parser to run, and its limits; ``what`` is what the time limit is for."""
    options = (
        click.option(
            "--with", "parser", required=True, metavar="PARSER",
            help="A parser with its options, as in 'link-grammar(limit=100)'. For a list, type: "
            "karat parsers.",
        ),
        click.option(
            "--seconds", default=10.0, show_default=True, type=click.FloatRange(0.01),
            help=f"The time limit for one {what}, in seconds.",
        ),
        click.option(
            "--memory", default=4096, show_default=True, type=click.IntRange(16),
            help="The memory limit for one parser process, in megabytes.",
        ),
        click.option(
            "--jobs", default=0, type=click.IntRange(0),
            show_default="one per core, at most 8; one if each loads a model",
            help="How many parser processes to run at once.",
        ),
    )  # fmt: skip

    def decorate(function: _F) -> _F:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate
