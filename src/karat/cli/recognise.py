"""karat recognise: the phenomena that a parser's own output shows."""

import sys
from collections.abc import Mapping, Sequence
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
  karat recognise system.mrg --output names > system.names
  karat recognise tam2008.link-grammar.run --score
  karat recognise a.mrg b.conllu c.names --score --suite karat-200
  karat recognise a.mrg b.mrg --with ptb --with b.mrg=my-rules.toml --score --suite gold.names
  karat recognise system.mrg --suite karat-200 --score -s phenomena -s 'evalb(params=new)'
  karat recognise corpus.mrg --frequencies --weights weights.toml
  karat recognise --check
  karat recognise --check --with ptb --suite karat-200
  karat recognise --list""")
@click.argument("files", metavar="[FILE]...", nargs=-1)
@click.option("--with", "rules", metavar="RULES", multiple=True,
    show_default="chosen by the format of each FILE",
    help="The rules: ptb, ud, link-grammar, or a TOML file; FILE=RULES is for one of the files.",
)  # fmt: skip
@click.option("--list", "listing", is_flag=True,
    help="List the phenomena, and which rules recognise them.")  # fmt: skip
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
@_options.schemes
@_options.resampling
@_options.output_or("names")
@_options.reading
def command(
    files: tuple[str, ...], rules: tuple[str, ...], listing: bool, check: bool, suite: str | None,
    score: bool, by: tuple[str, ...], frequencies: bool, weights: str | None,
    scheme_texts: tuple[str, ...], samples: int, seed: int, style: Style, reading: _options.Reading,
) -> int:  # fmt: skip
    """List the phenomena that each sentence of FILE shows.

    FILE has trees or CoNLL-U, or is the output of link-parser, a run written by karat suite run, a
    file of names, or any text with a blank line after each sentence. With --score, the phenomena are
    compared with those of a suite's grammatical items, or with those in a file of names. Sentences that
    have ids (runs, files of names) are matched by them. If the suite has gold analyses, other schemes
    can be added with --scheme.
    """
    from karat.cli import _recognise_score as scoring
    from karat.recognise.rules import load, names
    from karat.reports import recognise as report

    if style.output == "names" and (listing or check or score or frequencies or weights):
        raise UsageError(
            "--output names lists the phenomena of one file; leave out the other options"
        )
    if listing:
        sys.stdout.write(render(report.catalogue_table([load(name) for name in names()]), style))
        return 0
    if check:
        return _check(_only(rules), suite, style)
    if not files:
        raise UsageError("give a file, or --check, or --list; see: karat recognise --help")
    wanted = _rules_of(files, rules)
    if frequencies or weights:
        return scoring.count(wanted, reading, weights, style)
    if score:
        drawn = scoring.Drawn(samples, seed)
        return scoring.score(wanted, reading, suite, scheme_texts, by, drawn, style)
    if len(files) > 1:
        raise UsageError(
            "several files can be compared with --score, or counted with --frequencies"
        )
    if style.output == "names":
        return scoring.write_names(*next(iter(wanted.items())), reading)
    native, recogniser = _native(files[0], wanted[files[0]], reading)
    table = report.phenomena_table(recogniser, native) if recogniser else report.listed(native)
    sys.stdout.write(render(table, style))
    _options.say(report.unreadable(native))
    return 0


def _native(
    file: str, rules: str | None, reading: _options.Reading
) -> "tuple[Native, Recogniser | None]":
    """A file, and the recogniser for it; a file of names needs none."""
    from karat.recognise.rules import load
    from karat.suites import native as reader

    recogniser = load(rules) if rules else None
    native = reader.read(file, recogniser.format if recogniser else None, *reading)
    if recogniser is None and native.evidence.format != reader.NAMES:
        rules = reader.USUAL.get(native.evidence.format)
        if rules is None:
            raise UsageError(f"{file}: name the rules for this file with --with")
        recogniser = load(rules)
    return native, recogniser


def _rules_of(files: Sequence[str], rules: Sequence[str]) -> Mapping[str, str | None]:
    """The rules that were named for each file: its own, or those for all."""
    own = {
        file: text[len(file) + 1 :]
        for text in rules
        for file in files
        if text.startswith(f"{file}=")
    }
    usual = _only([text for text in rules if not any(text.startswith(f"{one}=") for one in files)])
    return {file: own.get(file, usual) for file in files}


def _only(rules: Sequence[str]) -> str | None:
    if len(rules) > 1:
        raise UsageError(
            f"--with {rules[1]}: there are rules already; name those of one file with --with FILE=RULES"
        )
    return rules[0] if rules else None


def _check(rules: str | None, suite: str | None, style: Style) -> int:
    """Test recognisers; 1 if an example comes out wrong."""
    from karat import suites
    from karat.recognise.rules import load, names
    from karat.reports import recognise as report
    from karat.suites.recognition import ANALYSES

    found = {name: load(name) for name in ([rules] if rules else names())}
    if suite is None:
        table, lines = report.examples_table(found)
        sys.stdout.write(render(table, style))
        return _options.say(lines)
    items, folder = suites.load(suite).items, suites.folder(suite)
    every = list(found.values())
    if not rules:
        fitting = [one for one in every if (folder / ANALYSES[one.format]).is_file()]
        every = fitting or every[:1]
    sys.stdout.write(render(report.rates_table(every, folder, items), style))
    return 0
