"""The options of karat recognise that say how a file is read and which sentences are listed."""

import functools
import sys
from collections.abc import Collection, Container, Iterator, Sequence
from contextlib import closing
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from karat.cli import _options
from karat.cli._systems import Named
from karat.model.errors import InputError, UsageError, unknown
from karat.reports.table import Style

if TYPE_CHECKING:
    from karat.recognise.records import Records
    from karat.recognise.rules import Recogniser
    from karat.suites.inputs import Input

# The formats of recognisers whose files may be texts: any, for programs, is one of them.
TEXTS = ("text", "")


class Listing(NamedTuple):
    """What is listed: reasons or names, of which sentences (ranges from 1), which phenomena."""

    why: bool
    numbers: tuple[str, ...]
    only: tuple[str, ...]


class Cutting(NamedTuple):
    """How a text is cut into records, by regular expressions."""

    separator: str | None
    id: str | None
    none: str | None

    def records(self, recogniser: "Recogniser") -> "Records":
        """The options that were given; otherwise what the rules say."""
        from karat.patterns.names import BadPattern
        from karat.recognise.records import Records

        if not any(self) or recogniser.format not in TEXTS:
            return recogniser.records
        for key, text in self._asdict().items():
            try:
                Records.of({key: text})
            except BadPattern as error:
                raise UsageError(f"--{key} {text}: {error.what}; {error.advice}") from None
        return Records.of(self._asdict())


def listing(function: _options.Verb) -> _options.Verb:
    """Which sentences and phenomena are listed; the verb gets it as ``listing``."""

    @functools.wraps(function)
    def call(
        *arguments: Any, why: bool, numbers: tuple[str, ...], only: tuple[str, ...], **options: Any
    ) -> Any:
        return function(*arguments, listing=Listing(why, numbers, only), **options)

    return _options.stacked(
        click.option("--why", is_flag=True,
            help="List the rule, its pattern and the nodes by which each phenomenon was recognised."),
        click.option("-n", "--number", "numbers", multiple=True, metavar="N|N-M",
            help="Only this sentence, counted from 1, or a range. May be given several times."),
        click.option("--only", multiple=True, metavar="PHENOMENON",
            help="Only this phenomenon. May be given several times."),
    )(call)  # fmt: skip


def cutting(function: _options.Verb) -> _options.Verb:
    """How a text is cut into records; the verb gets it as ``cutting``."""

    @functools.wraps(function)
    def call(
        *arguments: Any, separator: str | None, record_id: str | None, none: str | None,
        **options: Any,
    ) -> Any:  # fmt: skip
        return function(*arguments, cutting=Cutting(separator, record_id, none), **options)

    return _options.stacked(
        click.option("--separator", metavar="REGEX", show_default="what RULES say, or a blank line",
            help="Text: the lines that separate the output of two sentences."),
        click.option("--id", "record_id", metavar="REGEX",
            help="Text: finds the id of a sentence in its output; the first group, if it has one."),
        click.option("--none", metavar="REGEX",
            help="Text: matches where the output says that the parser failed."),
    )(call)  # fmt: skip


def inputs(
    files: Sequence[Named], rules: Sequence[str], reading: _options.Reading, cutting: Cutting
) -> "list[Input]":
    """The files, each with the recogniser that was named for it: its own, or that for all."""
    from karat.suites.inputs import Input
    from karat.suites.programs import recogniser

    wanted = _rules_of(files, rules)
    known = {text: recogniser(text) for text in dict.fromkeys(wanted) if text}
    if any(cutting) and not any(one.format in TEXTS for one in known.values()):
        one = next(iter(known.values()), None)
        what = f"{one.name} is for {one.format}" if one else "name its rules with --with"
        raise UsageError(f"--separator, --id and --none are for text; {what}")
    found = []
    for (name, path), text in zip(files, wanted, strict=True):
        one = known.get(text)
        more = {"records": cutting.records(one)} if one else {}
        found.append(
            Input(path, text, one, format=reading.format, layout=reading.layout, name=name, **more)
        )
    return found


def _rules_of(files: Sequence[Named], rules: Sequence[str]) -> list[str]:
    """The rules for each file; FILE=RULES may have the file's path or its name."""
    own = {
        key: text[len(key) + 1 :]
        for text in rules
        for key in chain.from_iterable(files)
        if text.startswith(f"{key}=")
    }
    taken = [f"{key}={text}" for key, text in own.items()]
    usual = only([text for text in rules if text not in taken]) or ""
    return [own.get(path, own.get(name, usual)) for name, path in files]


def only(rules: Sequence[str]) -> str | None:
    """The rules that were named once, if at all."""
    if len(rules) > 1:
        raise UsageError(
            f"--with {rules[1]}: there are rules already; name those of one file with --with FILE=RULES"
        )
    return rules[0] if rules else None


def write_list(given: "Input", chosen: Listing, style: Style) -> None:
    """List what was recognised, piece by piece, and note what could not be read."""
    from karat.reports import recognised, stream
    from karat.reports.progress import Progress

    natives, fitting = given.pieces()
    _options.note(fitting.notes if fitting else (), style)
    recogniser, first = fitting.recogniser if fitting else None, next(natives)
    scope = recognised.Scope.of(recogniser, first)
    names = [_known(name, scope.names) for name in chosen.only]
    if chosen.why and (recogniser is None or not recogniser.rules):
        raise UsageError(f"--why: {given.rules or given.path} has no rules, so it cannot say why")
    wanted = _Wanted(chosen.numbers)
    notes: list[recognised.Notes] = [recognised.Unreadable()]
    if recogniser:
        notes.insert(0, recognised.Unseen(recogniser))
    objects = style.output == "json"
    columns = recognised.COLUMNS + recognised.EXPERIMENTAL * bool(scope.experimental)
    if chosen.why:
        columns = recognised.WHY_OBJECTS if objects else recognised.WHY

    def rows() -> Iterator[list[Any]]:
        count = 0
        for native in chain([first], natives):
            for one in notes:
                one.see(native)
            count = native.first + len(native.evidence)
            if chosen.why and recogniser:
                yield from recognised.reasons(recogniser, native, wanted, names, as_objects=objects)
            else:
                yield from recognised.rows(recogniser, native, wanted, names, scope.experimental)
            progress(native.position)
            if wanted.last is not None and count >= wanted.last:
                progress.close()
                return
        progress.close()  # a table is printed after its last row is known
        wanted.check(count, given.path)

    with closing(Progress(given.path, listed=style.output in ("json", "csv"))) as progress:
        stream.write(columns, rows(), style, sys.stdout)
    _options.note([line for one in notes for line in one.lines()], style)


def _known(name: str, names: Collection[str]) -> str:
    """The name of a phenomenon that can be shown, however the user spells it."""
    from karat.files.phenomena import canonical

    try:
        found = canonical(name, names)
    except InputError:
        found = name
    if found not in names:
        raise unknown("phenomenon", name, names)
    return found


class _Wanted(Container[int]):
    """The sentences that were asked for; all, if none was."""

    def __init__(self, texts: tuple[str, ...]) -> None:
        self._ranges = [_options.numbers(text) for text in texts]

    def __contains__(self, number: object) -> bool:
        assert isinstance(number, int)  # the number of a sentence, from 0
        return not self._ranges or any(number + 1 in some for some in self._ranges)

    @property
    def last(self) -> int | None:
        """The last sentence that is needed, from 1; None if all are."""
        return max((some[-1] for some in self._ranges), default=None)

    def check(self, count: int, path: str) -> None:
        """Refuse a number beyond the end of the file."""
        for some in self._ranges:
            for number in (some[0], some[-1]):
                if not 1 <= number <= count:
                    raise UsageError(
                        f"there is no sentence {number}: {path} has {count} "
                        f"sentence{'s' * (count != 1)}, counted from 1"
                    )
