"""karat recognise: the phenomena that a parser's own output shows."""

import sys
from typing import TYPE_CHECKING

import click

from karat.cli import _options, verb
from karat.model.errors import UsageError
from karat.reports.table import Style, render

if TYPE_CHECKING:
    from karat.recognise.rules import Recogniser
    from karat.suites.native import Native


@verb("""
  karat recognise system.mrg
  karat recognise system.conllu --with my-rules.toml --output json
  karat recognise tam2008.link-grammar.run --score
  karat recognise system.mrg --suite karat-200 --score -s phenomena -s 'evalb(params=new)'
  karat recognise --check
  karat recognise --check --with ptb --suite karat-200
  karat recognise --list""")
@click.argument("file", required=False)
@click.option("--with", "rules", metavar="RULES", show_default="chosen by FILE's format",
    help="The rules: ptb, ud, link-grammar, erg, or a TOML file.")  # fmt: skip
@click.option("--list", "listing", is_flag=True,
    help="List the phenomena, and which rules recognise them.")  # fmt: skip
@click.option("--check", is_flag=True,
    help="Test the rules on the examples in their own files, or on the gold analyses of --suite.",
)  # fmt: skip
@click.option("--suite", metavar="SUITE",
    help="The suite to score against, or to test the rules on.")  # fmt: skip
@click.option("--score", is_flag=True,
    help="Compare the phenomena with those that the items of a suite list.")  # fmt: skip
@click.option("--by", multiple=True, type=click.Choice(["phenomenon", "length"]),
    help="With --score, break the figures down.")  # fmt: skip
@_options.schemes
@_options.output
@_options.reading
def command(
    file: str | None, rules: str | None, listing: bool, check: bool, suite: str | None, score: bool,
    by: tuple[str, ...], scheme_texts: tuple[str, ...], style: Style, reading: _options.Reading,
) -> int:  # fmt: skip
    """List the phenomena that each sentence of FILE shows.

    FILE has trees, CoNLL-U or HPSG analyses, or is the output of link-parser, a run written by karat
    suite run, an [incr tsdb()] profile, or any text with a blank line after each sentence. With
    --score, the phenomena are compared with those of a suite's grammatical items. If the suite has
    gold analyses, other schemes can be added with --scheme.
    """
    from karat.recognise.rules import load, names
    from karat.reports import recognise as report
    from karat.suites import native as reader

    if listing:
        sys.stdout.write(render(report.catalogue_table([load(name) for name in names()]), style))
        return 0
    if check:
        return _check(rules, suite, style)
    if file is None:
        raise UsageError("give a file, or --check, or --list; see: karat recognise --help")
    recogniser = load(rules) if rules else None
    native = reader.read(file, recogniser.format if recogniser else None, *reading)
    if recogniser is None:
        rules = reader.USUAL.get(native.evidence.format)
        if rules is None:
            raise UsageError(f"{file}: name the rules for this file with --with")
        recogniser = load(rules)
    _options.say(report.unseen(recogniser, native))
    if score:
        assert rules is not None  # given, or the usual ones
        _score(recogniser, native, rules, file, suite, scheme_texts, by, style)
        return 0
    sys.stdout.write(render(report.phenomena_table(recogniser, native), style))
    _options.say(report.unreadable(native))
    return 0


def _check(rules: str | None, suite: str | None, style: Style) -> int:
    """Test recognisers; 1 if an example comes out wrong."""
    from karat import suites
    from karat.formats.delphin import library as delphin
    from karat.recognise.rules import load, names
    from karat.reports import recognise as report
    from karat.suites.recognition import ANALYSES

    found = {name: load(name) for name in ([rules] if rules else names())}
    if suite is None:
        if not rules and not delphin.installed():
            _options.say([f"note: erg is left out: {delphin.MISSING}"])
            found = {name: one for name, one in found.items() if one.format != "delphin"}
        table, lines = report.examples_table(found)
        sys.stdout.write(render(table, style))
        return _options.say(lines)
    items, folder = suites.load(suite).items, suites.folder(suite)
    every = list(found.values())
    if not rules:
        fitting = [one for one in every if (folder / ANALYSES.get(one.format, "")).is_file()]
        every = fitting or every[:1]
    sys.stdout.write(render(report.rates_table(every, folder, items), style))
    return 0


def _score(
    recogniser: "Recogniser", native: "Native", rules: str, file: str, suite: str | None,
    scheme_texts: tuple[str, ...], by: tuple[str, ...], style: Style,
) -> None:  # fmt: skip
    from karat import suites
    from karat.engine.results import Run
    from karat.reports import scores as report
    from karat.schemes import parse
    from karat.suites.phenomena import gold_of, scores

    if suite is None and not native.items:
        raise UsageError(f"{file}: name the suite to score against with --suite")
    items = native.items if suite is None else suites.load(suite).items
    texts = scheme_texts or ("phenomena", "phenomena(mode=exhaustive)")
    if not scheme_texts and not any(item.phenomena for item in items):
        texts = ("phenomena",)
    found = scores(
        recogniser, native, items, [parse(text) for text in texts],
        name=_options.short_names((file,))[file], rules=rules,
        folder=suites.folder(suite) if suite else None, by=by,
    )  # fmt: skip
    if style.output == "json":
        gold = gold_of(items)
        sys.stdout.write(report.as_json(Run(suite or file, gold.sha256, len(gold), []), found))
        return
    # The option --per-sentence belongs to karat score; this verb lists sentences without --score.
    remarks = report.remarks(found, style.digits)
    remarks = remarks.replace("--per-sentence lists", "karat recognise without --score lists")
    _options.write(report.tables(found, style), remarks, style)
