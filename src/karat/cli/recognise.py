"""karat recognise: the phenomena that a parser's own output shows."""

import sys
from itertools import chain
from typing import TYPE_CHECKING

import click

from karat.cli import _options, _recognise, verb
from karat.model.errors import UsageError
from karat.reports.table import Style, render

if TYPE_CHECKING:
    from karat.recognise.rules import Recogniser
    from karat.suites.native import Native


@verb("""
  karat recognise system.mrg
  karat recognise system.conllu --with my-rules.toml --output json
  karat recognise system.mrg --why -n 3-5 --only passive
  karat recognise output.txt --with my-rules.toml --separator '^---'
  karat recognise output.txt --with 'command(python3 recognise.py {input})'
  karat recognise output.txt --with recognise.py:phenomena
  karat recognise tam2008.link-grammar.run --score
  karat recognise system.mrg --suite karat-200 --score -s phenomena -s 'evalb(params=new)'
  karat recognise --check
  karat recognise --check --with ptb --suite karat-200
  karat recognise --list""")
@click.argument("file", required=False)
@click.option("--with", "rules", metavar="RULES", show_default="chosen by FILE's format and labels",
    help="The recogniser: ptb, ud, stanford, clear, gr, link-grammar, a TOML file of rules, a program as in "
    "'command(my-program {input})', or a Python function as in file.py:function.")  # fmt: skip
@click.option("--list", "catalogue", is_flag=True,
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
@_recognise.listing
@_options.schemes
@_options.output
@_options.reading
@_recognise.cutting
def command(
    file: str | None, rules: str | None, catalogue: bool, check: bool, suite: str | None,
    score: bool, by: tuple[str, ...], listing: _recognise.Listing, scheme_texts: tuple[str, ...],
    style: Style, reading: _options.Reading, cutting: _recognise.Cutting,
) -> int:  # fmt: skip
    """List the phenomena that each sentence of FILE shows.

    FILE has trees, dependencies (CoNLL-U, CoNLL-X, Stanford's notation) or relations, or is the output
    of link-parser, a run written by karat suite run, or any text that can be cut into the output for
    each sentence. With --score, the phenomena are compared with those of a suite's grammatical items.
    If the suite has gold analyses, other schemes can be added with --scheme.
    """
    from karat.recognise.records import Records
    from karat.recognise.rules import load, names
    from karat.reports import recognise as report
    from karat.suites import choosing, programs
    from karat.suites import native as reader

    if catalogue:
        narrow = style.output == "table"
        table = report.catalogue_table([load(name) for name in names()], one_column=narrow)
        sys.stdout.write(render(table, style))
        return 0
    if check:
        return _check(rules, suite, style)
    if file is None:
        raise UsageError("give a file, or --check, or --list; see: karat recognise --help")
    recogniser = programs.recogniser(rules) if rules else None
    wanted = recogniser.format if recogniser else None
    records = cutting.records(recogniser) if recogniser else Records()
    # A program may need the whole file, and so do scores; rules are applied piece by piece.
    whole = score or isinstance(recogniser, programs.Program)
    how = (file, wanted, *reading, records)
    natives = iter([reader.read(*how)]) if whole else reader.pieces(*how)
    native = next(natives)
    if recogniser is None:
        rules, said = choosing.chosen(native)
        _options.say(said)
        recogniser = load(rules)
    _options.say(choosing.notes(recogniser, native))
    if score:
        assert rules is not None  # given, or the usual ones
        _score(recogniser, native, rules, file, suite, scheme_texts, by, style)
        return 0
    _recognise.write_list(recogniser, chain([native], natives), listing, style, file)
    return 0


def _check(rules: str | None, suite: str | None, style: Style) -> int:
    """Test recognisers; 1 if an example comes out wrong."""
    from karat import suites
    from karat.recognise.rules import names
    from karat.reports import recognise as report
    from karat.suites.programs import recogniser
    from karat.suites.recognition import has_analyses

    found = {name: recogniser(name) for name in ([rules] if rules else names())}
    for name, one in found.items():
        if not one.rules:
            raise UsageError(f"{name} has no rules; --check tests rules, with their examples")
    if suite is None:
        table, lines = report.examples_table(found)
        sys.stdout.write(render(table, style))
        return _options.say(lines)
    items, folder = suites.load(suite).items, suites.folder(suite)
    every = list(found.values())
    if not rules:
        fitting = [one for one in every if has_analyses(folder, one)]
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
    from karat.suites.native import in_order
    from karat.suites.phenomena import gold_of, scores

    if suite is None and not native.items:
        raise UsageError(f"{file}: name the suite to score against with --suite")
    items = native.items if suite is None else suites.load(suite).items
    if suite is not None and not native.items:
        native = in_order(native, items)
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
