"""karat recognise: the phenomena that a parser's own output shows."""

import sys
from functools import partial
from typing import TYPE_CHECKING

import click

from karat.cli import _options, _recognise, _saving, verb
from karat.cli._measures import measures
from karat.cli._systems import Named, systems
from karat.model.errors import UsageError
from karat.reports.table import Style, render

if TYPE_CHECKING:
    from karat.reports.chosen import Chosen


@verb("""
  karat recognise system.mrg
  karat recognise system.conllu --with my-rules.toml --output json
  karat recognise system.mrg --output names > system.names
  karat recognise system.mrg --why -n 3-5 --only passive
  karat recognise output.txt --with my-rules.toml --separator '^---'
  karat recognise output.txt --with 'command(python3 recognise.py {input})'
  karat recognise output.txt --with recognise.py:phenomena
  karat recognise tam2008.link-grammar.run --score
  karat recognise a.mrg b.conllu c.names --score --suite karat-200
  karat recognise a.mrg b.mrg --with ptb --with b.mrg=my-rules.toml --score --suite gold.names
  karat recognise system.mrg --suite karat-200 --score -s phenomena -s 'evalb(params=new)'
  karat recognise system.mrg --suite karat-200 --score --save monday
  karat recognise corpus.mrg --frequencies --weights weights.toml
  karat recognise --check
  karat recognise --check --with ptb --suite karat-200
  karat recognise --list""")
@systems("files", "[FILE]...", "FILE", required=False)
@click.option("--with", "rules", metavar="RULES", multiple=True,
    show_default="chosen by the format and labels of each FILE",
    help="The recogniser: ptb, ud, stanford, clear, gr, link-grammar, erg, a TOML file of rules, a "
    "program as in 'command(my-program {input})', or a Python function as in file.py:function; "
    "FILE=RULES is for one of the files.")  # fmt: skip
@click.option("--list", "catalogue", is_flag=True,
    help="List the phenomena, and which rules recognise them; with --with, those of one recogniser.",
)  # fmt: skip
@click.option("--check", is_flag=True,
    help="Test the rules on the examples in their own files, or on the gold analyses of --suite.",
)  # fmt: skip
@click.option("--suite", metavar="SUITE",
    help="The suite, or the file of names, to score against; or the suite to test the rules on.",
)  # fmt: skip
@click.option("--score", is_flag=True,
    help="Compare the phenomena with those that a suite or a file of names lists. Several files are "
    "set side by side, over the names that all of them can show.")  # fmt: skip
@click.option("--by", multiple=True, type=click.Choice(["phenomenon", "length"]),
    help="With --score, break the figures down.")  # fmt: skip
@click.option("--frequencies", is_flag=True,
    help="Count the sentences that show each phenomenon.")  # fmt: skip
@click.option("--weights", metavar="FILE",
    help="Write these frequencies as weights, for phenomena(weights=FILE).")  # fmt: skip
@_recognise.listing
@_options.schemes
@_options.resampling
@measures
@_options.output_or("names")
@_options.reading
@_recognise.cutting
@_saving.saving
def command(
    systems: tuple[Named, ...], rules: tuple[str, ...], catalogue: bool, check: bool, suite: str | None,
    score: bool, by: tuple[str, ...], frequencies: bool, weights: str | None,
    listing: _recognise.Listing, scheme_texts: tuple[str, ...], samples: int, seed: int,
    chosen: "Chosen", style: Style, reading: _options.Reading, cutting: _recognise.Cutting,
    saving: _saving.Saving,
) -> int:  # fmt: skip
    """List the phenomena that each sentence of FILE shows.

    FILE has trees, dependencies (CoNLL-U, CoNLL-X, Stanford's notation), relations or HPSG analyses, or
    is the output of link-parser, a run written by karat suite run, an [incr tsdb()] profile, a file of
    names, or any text that can be cut into the output for each sentence. With --score, the phenomena are
    compared with those of a suite's grammatical items, or with those in a file of names. Sentences that
    have ids (runs, profiles, files of names, records with ids) are matched by them. If the suite has gold
    analyses, other schemes can be added with --scheme.
    """
    from karat.cli import _recognise_score as scoring
    from karat.cli._recognise_saving import save_list, save_scores

    counting = bool(frequencies or weights)
    _refuse_mixtures(style, listing, listed=not (catalogue or check or score or counting))
    if any(chosen) and not score:
        raise UsageError("--measures and --sort are for --score")
    if saving.wanted and (catalogue or check or counting):
        raise UsageError("--save keeps the phenomena of files, or with --score their scores")
    if catalogue:
        return _list(_recognise.only(rules), style)
    if check:
        return _check(_recognise.only(rules), suite, style)
    if not systems:
        raise UsageError("give a file, or --check, or --list; see: karat recognise --help")
    watched = _saving.Watched(saving, [*(one.path for one in systems), *([suite] if suite else [])])
    inputs = _recognise.inputs(systems, rules, reading, cutting)
    if counting:
        return scoring.count(inputs, weights, style)
    if score:
        drawn, save = scoring.Drawn(samples, seed), None
        if saving.wanted:
            save = partial(save_scores, inputs, saving=saving, watched=watched, style=style)
        return scoring.score(inputs, suite, scheme_texts, by, drawn, chosen, style, save)
    if len(inputs) > 1:
        raise UsageError(
            "several files can be compared with --score, or counted with --frequencies"
        )
    if style.output == "names":
        scoring.write_names(inputs[0], style)
    else:
        _recognise.write_list(inputs[0], listing, style)
    if saving.wanted:
        save_list(inputs[0], saving, watched, style)
    return 0


def _refuse_mixtures(style: Style, listing: _recognise.Listing, *, listed: bool) -> None:
    """Refuse options for lists beside others, and a choice of names where all are written."""
    if style.output == "names" and not listed:
        raise UsageError(
            "--output names lists the phenomena of one file; leave out the other options"
        )
    if any(listing) and not listed:
        raise UsageError("--why, --number and --only choose what is listed; leave them out")
    if any(listing) and style.output == "names":
        raise UsageError(
            "--output names lists all phenomena of all sentences; leave out --why, --number and --only"
        )


def _list(rules: str | None, style: Style) -> int:
    """List the phenomena of one recogniser, or of all that come with karat."""
    from karat.recognise.rules import load, names
    from karat.reports import recognise as report
    from karat.suites.programs import recogniser

    narrow = style.output == "table"
    if rules:
        table = report.list_table(recogniser(rules))
    else:
        table = report.catalogue_table([load(name) for name in names()], one_column=narrow)
    sys.stdout.write(render(table, style))
    return 0


def _check(rules: str | None, suite: str | None, style: Style) -> int:
    """Test recognisers; 1 if an example comes out wrong."""
    from karat import suites
    from karat.formats.delphin import library as delphin
    from karat.recognise.rules import names
    from karat.reports import recognise as report
    from karat.suites.programs import recogniser
    from karat.suites.recognition import has_analyses

    found = {name: recogniser(name) for name in ([rules] if rules else names())}
    for name, one in found.items():
        if not one.rules:
            raise UsageError(f"{name} has no rules; --check tests rules, with their examples")
    if suite is None:
        if not rules and not delphin.installed():
            _options.note([f"note: erg is left out: {delphin.MISSING}"], style)
            found = {name: one for name, one in found.items() if one.format != "delphin"}
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
