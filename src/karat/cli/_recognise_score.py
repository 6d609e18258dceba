"""What karat recognise does with phenomena beyond listing them: names, scores, frequencies."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from karat.cli import _options
from karat.model.errors import UsageError
from karat.reports.table import Style, render

if TYPE_CHECKING:
    from karat.engine.tallied import Tallied
    from karat.model.scheme import Scheme
    from karat.reports.chosen import Chosen
    from karat.schemes.phenomena import Phenomena
    from karat.suites.inputs import Input
    from karat.suites.phenomena import Key, System


# Called with the systems, gold, the results with the counts of every sentence, and the JSON of them.
Save: TypeAlias = Callable[[Any, Any, Any, str], None]


class Drawn(NamedTuple):
    """How intervals are drawn."""

    samples: int
    seed: int


def _systems(inputs: "Sequence[Input]", style: Style) -> "list[System]":
    from karat.reports.recognised import Unseen
    from karat.suites.phenomena import System

    systems = [System.read(one, one.name) for one in inputs]
    for system in systems:
        _options.note(system.notes, style)
        if system.native is not None and system.recogniser is not None:
            unseen = Unseen(system.recogniser, f"{system.name}: ")
            unseen.see(system.native)
            _options.note(unseen.lines(), style)
    return systems


def _pieces(inputs: "Sequence[Input]", style: Style, *, listed: bool = False) -> "Iterator[System]":
    """The files piece by piece, each piece as a system of its own, with the notes about each file.

    ``listed``: rows are printed meanwhile.
    """
    from karat.reports.progress import Progress
    from karat.reports.recognised import Unseen
    from karat.suites.phenomena import System

    for given in inputs:
        natives, fitting = given.pieces()
        _options.note(fitting.notes if fitting else (), style)
        unseen = Unseen(fitting.recogniser, f"{given.name}: ") if fitting else None
        with closing(Progress(given.path, listed=listed)) as progress:
            for native in natives:
                if fitting is not None and unseen is not None:
                    _options.note(native.notes if native.first else (), style)
                    yield System.of(fitting.recogniser, native, given.name, fitting.rules)
                    unseen.see(native)
                else:
                    assert native.bank is not None  # files of names are read as Banks
                    yield System(given.name, "", native.bank)
                progress(native.position)
        _options.note(unseen.lines() if unseen else (), style)


def _gathered(inputs: "Sequence[Input]", style: Style) -> "list[System]":
    """The systems with nothing but names: of the analyses, no more than a piece is in memory."""
    from karat.suites.phenomena import System

    found = []
    for given in inputs:
        pieces = list(_only_names(_pieces([given], style)))
        one = System.joined(pieces)
        found.append(one if one.rules else replace(one, bank=replace(one.bank, path=given.path)))
    return found


def _only_names(pieces: "Iterator[System]") -> "Iterator[System]":
    """The pieces without their analyses; a run says which items it is about, so it is left as it is."""
    for one in pieces:
        yield one if one.native and one.native.items else replace(one, native=None)


def write_names(given: "Input", style: Style) -> int:
    """Print the phenomena of each sentence in the format names, with what the rules can show."""
    from karat.formats.names import write, write_more
    from karat.suites.phenomena import System

    pieces = _only_names(_pieces([given], style, listed=True))
    begin = next(pieces)
    if "ids" in begin.bank.layers:
        # If a later sentence has no id, the ids of all give way to numbers.
        begin, pieces = System.joined([begin, *pieces]), iter(())
    write(begin.bank, sys.stdout.buffer)
    first = len(begin.bank)
    for one in pieces:
        layers = {name: table for name, table in one.bank.layers.items() if name != "ids"}
        write_more(replace(one.bank, layers=layers), sys.stdout.buffer, first)
        first += len(one.bank)
    return 0


def count(inputs: "Sequence[Input]", target: str | None, style: Style) -> int:
    """Print how many sentences show each phenomenon; write the shares to ``target`` as weights."""
    from karat.analysis.frameworks import frequencies
    from karat.files.atomic import AtomicFile
    from karat.reports import frameworks as report

    found = frequencies(_pieces(inputs, style))
    if target:
        text = report.weights(found, ", ".join(one.path for one in inputs))
        with AtomicFile(target, "wb") as stream:
            stream.write(text.encode())
    sys.stdout.write(render(report.frequency_table(found), style))
    if found.silent:
        with_output = f"shares are of the {found.sentences} sentences with output"
        _options.note([f"note: {with_output}; {found.silent} have none"], style)
    return 0


def score(
    inputs: "Sequence[Input]", suite: str | None, scheme_texts: Sequence[str], by: tuple[str, ...],
    drawn: Drawn, chosen: "Chosen", style: Style, save: Save | None = None,
) -> int:  # fmt: skip
    """Compare systems with a suite or with a file of names; ``save`` is called with the result."""
    from karat.engine.results import Run
    from karat.reports import scores as report
    from karat.reports.notes import remarks
    from karat.schemes import parse
    from karat.schemes.phenomena import Phenomena
    from karat.suites.phenomena import in_common

    wanted = [parse(text) for text in scheme_texts]
    # Other schemes compare the analyses themselves.
    whole = not all(isinstance(one, Phenomena) for one in wanted)
    systems = (_systems if whole else _gathered)(inputs, style)
    gold = _key(suite, inputs, systems)
    unstated = [one for one in systems if one.recogniser and not one.recogniser.stated]
    _options.note([_unstated(one) for one in unstated], style)
    if not scheme_texts and len(systems) > 1 and not by and not any(chosen):
        return _side_by_side(gold, systems, drawn, style, save)
    schemes: list[Scheme] = wanted or [*_usual(gold).values()]
    chosen.check(schemes)
    placed = in_common([gold.placed(one) for one in systems])
    found = chosen.ordered(one for system in placed for one in gold.scores(system, schemes, by))
    document = report.as_json(Run(gold.name, gold.bank.sha256, len(gold.bank), []), found)
    if style.output == "json":
        sys.stdout.write(document)
    else:
        # The option --per-sentence belongs to karat score; this verb lists sentences without --score.
        said = remarks(found, style.digits)
        said = said.replace(
            "karat score --per-sentence lists", "karat recognise without --score lists"
        )
        _options.write(report.tables(found, style, chosen), said, style)
    if save:
        save(placed, gold, _tallied(gold, placed, schemes), document)
    return 0


def _tallied(
    gold: "Key", systems: "Sequence[System]", schemes: "Sequence[Scheme]"
) -> "list[Tallied]":
    return [one for system in systems for one in gold.tallied(system, schemes)]


def _unstated(system: "System") -> str:
    return (
        f"note: {system.name}: {system.rules} does not state what it can show, so it can lose points for "
        "names that it never gives; state them in a list PHENOMENA beside a function, or as in "
        'command(run="…",inventory=passive+modal)'
    )


def _key(suite: str | None, inputs: "Sequence[Input]", systems: "Sequence[System]") -> "Key":
    """The suite or file of names that was named, or the items of the first run."""
    from karat.suites.phenomena import Key

    if suite is not None:
        return Key.of_suite(suite)
    for given, system in zip(inputs, systems, strict=True):
        if system.native is not None and system.native.items:
            return Key.of_run(given.path)
    raise UsageError(f"{inputs[0].path}: name the suite to score against with --suite")


def _usual(gold: "Key") -> "dict[str, Phenomena]":
    """The definitions that gold has what it takes for: core and error, and exhaustive."""
    from karat.schemes.phenomena import Phenomena

    found = {}
    if "core" in gold.bank.layers and len(gold.bank.layers["core"]):
        found["core and error"] = Phenomena()
    # A suite without lists of its own has nothing but core phenomena.
    if any(item.phenomena for item in gold.items) or not gold.items:
        found["exhaustive"] = Phenomena(mode="exhaustive")
    if not found:
        raise UsageError(f"{gold.name}: it lists no phenomena to score against")
    return found


def _side_by_side(
    gold: "Key", systems: "Sequence[System]", drawn: Drawn, style: Style, save: Save | None
) -> int:
    from karat.analysis.frameworks import side_by_side
    from karat.reports import frameworks as report
    from karat.suites.phenomena import in_common

    schemes = _usual(gold)
    found = side_by_side(
        gold, systems, schemes, by=next(iter(schemes)), samples=drawn.samples, seed=drawn.seed
    )
    _options.write(report.tables(found, style), report.remarks(found), style)
    if save:
        placed = in_common([gold.placed(one) for one in systems])
        document = report.tables(found, style._replace(output="json"))
        save(placed, gold, _tallied(gold, placed, list(schemes.values())), document)
    return 0
