"""Options that several verbs have."""

import functools
import io
import math
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import click

from karat.cli._people import People
from karat.model.errors import InputError, UnknownFormat, UsageError, no_sentences
from karat.model.numbers import MOST_SAMPLES
from karat.reports.table import FORMATS, Style, Table, remarks_below
from karat.reports.terminal import WIDEST, readable, terminal_width

if TYPE_CHECKING:
    from karat.model.bank import Bank
    from karat.model.measure import Measure

Verb: TypeAlias = Callable[..., Any]

# Output for programs.
_DATA = ("json", "csv", "junit")


def import_numpy() -> None:
    """Import NumPy now, which takes a while: what is read meanwhile must have been started."""
    import numpy as np  # noqa: F401  # for its effect


def stacked(*options: Callable[[Verb], Verb]) -> Callable[[Verb], Verb]:
    """Several options, in the order in which the help lists them."""
    return lambda function: functools.reduce(lambda one, add: add(one), reversed(options), function)


def output(function: Verb) -> Verb:
    """How results are printed; the verb gets it as ``style``."""
    return output_or()(function)


def output_or(*more: str) -> Callable[[Verb], Verb]:
    """The same, with further output formats."""
    return functools.partial(_output, (*FORMATS, *more))


def _output(choices: Sequence[str], function: Verb) -> Verb:
    @functools.wraps(function)
    def call(
        *arguments: Any, output: str, digits: int, width: int | None, quiet: bool, **options: Any
    ) -> Any:
        style = Style(output, digits, width or terminal_width(), quiet)
        if quiet and isinstance(sys.stderr, People):
            sys.stderr.still = True
        if output in _DATA:
            print_data()
        return function(*arguments, style=style, **options)

    return stacked(
        click.option("-o", "--output", type=click.Choice(choices), default="table",
            show_default=True, help="The output format."),
        click.option("--digits", default=2, show_default=True, type=click.IntRange(0, 15),
            help="Digits after the decimal point (not in JSON and CSV, which are not rounded)."),
        width,
        click.option("-q", "--quiet", is_flag=True,
            help="Print the result only: no notes, no signatures, no progress. Errors are still reported."),
    )(call)  # fmt: skip


def print_data() -> None:
    """Data are UTF-8, whatever the encoding of the terminal."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")


def write(text: str, remarks: str, style: Style) -> None:
    """Print a result; remarks go below a table for people, and to standard error otherwise."""
    sys.stdout.write(text)
    if style.quiet or not remarks:
        return
    remarks = readable(remarks)
    if style.output == "github":
        from karat.reports.ci import inert

        remarks = inert(remarks)
    if style.output in _DATA:
        sys.stderr.write(remarks)
    else:
        sys.stdout.write("\n" + remarks_below(remarks, style))


def note(lines: Sequence[str], style: Style) -> None:
    """Print notes on standard error, unless they are not wanted."""
    say(() if style.quiet else lines)


def say(lines: Sequence[str]) -> int:
    """Print lines on standard error; 1 if there are any."""
    for line in lines:
        click.echo(line, err=True)
    return 1 if lines else 0


width = click.option("--width", type=click.IntRange(20, WIDEST), metavar="COLUMNS",
    show_default="that of the terminal, or 80",
    help="The width of the output in columns.")  # fmt: skip


def numbers(text: str) -> range:
    """Read ``12`` or ``3-5``.

    >>> numbers("12"), numbers("3-5")
    (range(12, 13), range(3, 6))
    """
    found = re.fullmatch(r"\s*([0-9]{1,18})\s*(?:-\s*([0-9]{1,18})\s*)?", text)
    if not found or (found[2] and int(found[2]) < int(found[1])):
        raise UsageError(f"-n {text}: write a number or a range, as in -n 12 or -n 3-5")
    return range(int(found[1]), int(found[2] or found[1]) + 1)


class Reading(NamedTuple):
    """How files are read: in the format that is given, and with this layout of bracketed files."""

    format: str | None
    layout: str

    def bank(self, path: str, *, lenient: bool = False, gold: "Bank | None" = None) -> "Bank":
        """The sentences of a file, which must have some."""
        from karat.formats import read

        bank = read(path, format=self.format, layout=self.layout, lenient=lenient, gold=gold)
        if not len(bank):
            raise no_sentences(path)
        return bank


def reading(function: Verb) -> Verb:
    """How files are read; the verb gets it as ``reading``."""

    @functools.wraps(function)
    def call(*arguments: Any, format: str | None, layout: str, labels: str, **options: Any) -> Any:  # noqa: A002  # the option's name
        if labels != "auto":
            if format not in (None, "parseval"):
                raise UsageError(f"--labels is for the format parseval, not {format}")
            format = f"parseval(labels={labels})"  # noqa: A001  # the option's name
        return function(*arguments, reading=Reading(format, layout), **options)

    return stacked(
        click.option("--format", metavar="FORMAT", show_default="detected from the content",
            help="The format of the files, as in 'iob(tagging=bioes)'."),
        click.option("--layout", type=click.Choice(["auto", "lines", "free"]), default="auto",
            show_default=True,
            help="Bracketed files: one sentence per line, or trees over several lines."),
        click.option("--labels", type=click.Choice(["auto", "none", "left", "right", "both"]),
            default="auto", show_default=True,
            help="Where the labels are in the brackets of 1991 (format parseval)."),
    )(call)  # fmt: skip


def lenient(what: str) -> Callable[[Verb], Verb]:
    """Whether ``what`` is read leniently; the verb gets it as ``lenient``.

    Gold is not, so if it looks like none of the formats, the files may have been swapped.
    """

    def decorated(function: Verb) -> Verb:
        @functools.wraps(function)
        def call(*arguments: Any, lenient: bool, **options: Any) -> Any:
            try:
                return function(*arguments, lenient=lenient, **options)
            except UnknownFormat as error:
                if not lenient or error.path != options.get("gold"):
                    raise
                from karat.formats import STRICT_GOLD

                what = "this looks like none of the formats"
                raise InputError(f"{error.path}: {what}; {STRICT_GOLD}") from None

        return click.option("--lenient", is_flag=True,
            help=f"Read what can be read of {what}: broken brackets, answers of language models, "
            "CoNLL-U with cycles. Every repair is listed.")(call)  # fmt: skip

    return decorated


def views(function: Verb) -> Verb:
    """Which views are applied to each side; the verb gets them as ``views``."""

    @functools.wraps(function)
    def call(
        *arguments: Any, gold_view: tuple[str, ...], system_view: tuple[str, ...], **options: Any
    ) -> Any:
        from karat.views import Views, parse

        for text in (*gold_view, *system_view):
            parse(text)  # report a fault before any file is read
        return function(*arguments, views=Views(gold_view, system_view), **options)

    return stacked(
        click.option("--gold-view", multiple=True, metavar="VIEW",
            help="Apply a view to GOLD first, such as flatten; several are applied in order."),
        click.option("--system-view", multiple=True, metavar="VIEW",
            help="Apply a view to SYSTEM first, such as 'rewrite(rules=FILE)'."),
    )(call)  # fmt: skip


schemes = click.option("-s", "--scheme", "scheme_texts", multiple=True, metavar="SCHEME",
    help="A scheme with its options, as in 'evalb(params=new)'. May be given several times. "
    "For a list, type: karat schemes.")  # fmt: skip


SAMPLES = click.IntRange(1, MOST_SAMPLES)
# How intervals are drawn.
resampling = stacked(
    click.option("--samples", default=1000, show_default=True, type=SAMPLES,
        help="The number of bootstrap samples."),
    click.option("--seed", default=1, show_default=True, type=click.IntRange(0),
        help="The seed of the random numbers."),
)  # fmt: skip


def need_interval(interval: bool) -> None:
    """Refuse options of the bootstrap if there is none."""
    context = click.get_current_context()
    for name in ("samples", "seed"):
        given = context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE
        if given and not interval:
            raise UsageError(f"--{name} is about intervals: add --interval")


def fail_under(example: str, more: str = "") -> Callable[[Verb], Verb]:
    """Which figures must not be too low; ``read_threshold`` reads them. ``more`` goes into the help."""
    return click.option("--fail-under", multiple=True, metavar="FIGURE=VALUE",
        help="Exit with 1 if a figure is below a value (a fraction, not a percentage), as in "
        f"{example}.{more}")  # fmt: skip


def read_threshold(text: str, example: str) -> tuple[str, float]:
    """A figure and its least value."""
    figure, _, value = text.rpartition("=")
    try:
        number = float(value)
    except ValueError:
        number = float("nan")
    if not figure or not math.isfinite(number):
        raise UsageError(f"--fail-under {text}: write FIGURE=VALUE, as in {example}")
    return figure, number


def check_threshold(text: str, least: float, measure: "Measure") -> None:
    """Refuse a threshold that a share can never reach, or never miss, and one that good systems miss."""
    figure = text.rpartition("=")[0]
    if measure.better == "lower":
        raise UsageError(
            f"--fail-under {text}: less is better for {figure}, so a minimum would fail good systems and let "
            "bad ones pass; name a figure for which more is better"
        )
    if measure.unit != "share" or 0 <= least <= 1:
        return
    advice = f"; for {least:g} %, write {figure}={least / 100:g}" if 1 < least <= 100 else ""
    raise UsageError(f"--fail-under {text}: {figure} is a share, from 0 to 1{advice}")


def parsing(what: str) -> Callable[[Verb], Verb]:
    """Which parser to run, and its limits; ``what`` is what the time limit is for."""
    return stacked(
        click.option("--with", "parser", required=True, metavar="PARSER",
            help="A parser with its options, as in 'link-grammar(limit=100)'. For a list, type: "
            "karat parsers."),
        click.option("--seconds", default=10.0, show_default=True, type=click.FloatRange(0.01),
            help=f"The time limit for one {what}, in seconds."),
        click.option("--memory", default=4096, show_default=True, type=click.IntRange(16),
            help="The memory limit for one parser process, in megabytes."),
        click.option("--jobs", default=0, type=click.IntRange(0),
            show_default="one per core, at most 8; one if each loads a model",
            help="How many parser processes to run at once."),
    )  # fmt: skip


def options_table(kind: type[Any]) -> Table:
    """The options of a scheme or of a parser."""
    rows = []
    for one in fields(kind):
        choices = "|".join(filter(None, one.metadata.get("choices", ())))
        meaning = one.metadata.get("help", "") + (f" ({choices})" if choices else "")
        rows.append([one.name, _shown(one.default), meaning])
    return Table(["option", "default", "meaning"], rows)


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "+".join(value) if isinstance(value, tuple) else str(value)
