"""karat recognise: the phenomena that a parser's own output shows."""

import sys
from typing import TYPE_CHECKING, Any

import click

from karat.cli import _options

if TYPE_CHECKING:
    from pathlib import Path

    from karat.recognise.files import Native
    from karat.recognise.rules import Recogniser


@click.command(
    epilog="""\b
Examples:
  karat recognise system.mrg
  karat recognise system.conllu --with my-rules.toml --output json
  karat recognise tam2008.link-grammar.run --score
  karat recognise system.mrg --suite karat-200 --score -s phenomena -s 'evalb(params=new)'
  karat recognise --check
  karat recognise --check --with ptb --suite karat-200
  karat recognise --list"""
)
@click.argument("file", required=False)
@click.option(
    "--with", "rules", metavar="RULES",
    help="ptb, ud, link-grammar, or a file of rules; if not given, as suits the file.",
)  # fmt: skip
@click.option("--list", "listing", is_flag=True, help="List the phenomena, and who knows them.")
@click.option("--check", is_flag=True, help="Try the rules on the examples in their own files.")
@click.option(
    "--suite", metavar="SUITE",
    help="A suite: what to score against, or whose gold analyses to try the rules on.",
)  # fmt: skip
@click.option("--score", is_flag=True, help="Score the file, or the run, against a suite's items.")
@click.option(
    "--by", multiple=True, type=click.Choice(["phenomenon", "length"]),
    help="Break the figures of --score down.",
)  # fmt: skip
@_options.schemes
@_options.output
@_options.reading
def command(
    file: str | None,
    rules: str | None,
    listing: bool,
    check: bool,
    suite: str | None,
    score: bool,
    by: tuple[str, ...],
    scheme_texts: tuple[str, ...],
    output: str,
    digits: int,
    format: str | None,  # noqa: A002  # the option's name
    layout: str,
) -> int:
    """List the phenomena that each sentence of FILE shows.

    FILE is a file of trees or of CoNLL-U, what link-parser printed, a run of `karat suite run`, or
    any text with a blank line after each sentence. With --score the phenomena are compared with
    those of a suite's grammatical items, and other schemes can be set beside them where the suite
    has gold analyses.
    """
    from karat.model.errors import UsageError
    from karat.recognise import files
    from karat.recognise.rules import load

    if listing:
        return _list(output, digits)
    if check:
        return _check(rules, suite, output, digits)
    if file is None:
        raise UsageError("give a file, or --check, or --list; see: karat recognise --help")
    recogniser = load(rules) if rules else None
    native = files.read(file, recogniser.format if recogniser else None, format, layout)
    if recogniser is None:
        usual = files.USUAL.get(native.evidence.format, "")
        if not usual:
            raise UsageError(f"{file}: say with --with by which rules it is to be recognised")
        recogniser, rules = load(usual), usual
    if score:
        assert rules is not None  # given, or found above
        return _score(recogniser, native, rules, file, suite, scheme_texts, by, output, digits)
    names = recogniser(native.evidence)
    given = native.evidence.given.tolist()
    rows = [
        [_name(native, i), "yes" if given[i] else "no", " ".join(found)]
        for i, found in enumerate(names)
    ]
    _print(["sentence", "output", "phenomena"], rows, output, digits)
    _unreadable(native)
    return 0


def _unreadable(native: "Native", shown: int = 3) -> None:
    """Say which sentences count as without output because they cannot be read."""
    bank = native.bank
    faulty = [i for i, fault in enumerate(bank.fault.tolist()) if fault] if bank else []
    for i in faulty[:shown]:
        assert bank is not None  # it has faulty sentences
        click.echo(f"note: sentence {i + 1} cannot be read: {bank.error(i)}", err=True)
    if len(faulty) > shown:
        click.echo(f"note: … and {len(faulty) - shown} more that cannot be read", err=True)


def _name(native: "Native", i: int) -> str:
    return native.items[i].id if native.items else str(i + 1)


def _list(output: str, digits: int) -> int:
    from karat.recognise.rules import catalogue, load, names

    known = {name: set(load(name).phenomena) for name in names()}
    rows = [
        [phenomenon, *("yes" if phenomenon in known[name] else "no" for name in known), what]
        for phenomenon, what in catalogue().items()
    ]
    _print(["phenomenon", *known, "what it is"], rows, output, digits)
    return 0


def _check(rules: str | None, suite: str | None, output: str, digits: int) -> int:
    from karat.recognise import check
    from karat.recognise.rules import load, names

    if suite is not None:
        return _check_suite([load(rules)] if rules else None, suite, output, digits)
    rows: list[list[Any]] = []
    wrong = []
    for name in [rules] if rules else names():
        recogniser = load(name)
        count, bad = check.examples(recogniser)
        without = sum(not (rule.match and rule.other) for rule in recogniser.rules)
        rate = (count - len(bad)) / count if count else float("nan")
        rows.append([name, len(recogniser.rules), without, count, count - len(bad), rate])
        wrong += [(name, one) for one in bad]
    columns = ["rules", "phenomena", "without examples", "examples", "right", "rate"]
    _print(columns, rows, output, digits)
    for name, one in wrong:
        should = "should match" if one.wanted else "should not match"
        text = " ".join(one.text.split())
        click.echo(f"{name}: {one.phenomenon} {should}: {text[:100]}", err=True)
    return 1 if wrong else 0


def _check_suite(
    recognisers: "list[Recogniser] | None", suite: str, output: str, digits: int
) -> int:
    from karat import suites
    from karat.recognise import check
    from karat.recognise.rules import load, names

    items, folder = suites.load(suite).items, _folder(suite)
    if recognisers is None:
        every = [load(name) for name in names()]
        recognisers = [r for r in every if (folder / check.ANALYSES[r.format]).is_file()]
        recognisers = recognisers or every[:1]
    rows: list[list[Any]] = []
    for recogniser in recognisers:
        rates = check.suite(recogniser, folder, items)
        total = check.Rate(
            "all", sum(r.items for r in rates), tuple(i for r in rates for i in r.missed)
        )
        rows += [
            [recogniser.name, r.phenomenon, r.items, r.recognised, r.recognised / r.items,
             " ".join(item.id for item in r.missed)]
            for r in [*rates, total] if r.items
        ]  # fmt: skip
    _print(["rules", "phenomenon", "items", "recognised", "rate", "missed"], rows, output, digits)
    return 0


def _score(
    recogniser: "Recogniser",
    native: "Native",
    rules: str,
    file: str,
    suite: str | None,
    scheme_texts: tuple[str, ...],
    by: tuple[str, ...],
    output: str,
    digits: int,
) -> int:
    from karat import suites
    from karat.engine.run import Run
    from karat.model.errors import UsageError
    from karat.recognise.banks import of_items
    from karat.recognise.scoring import scores
    from karat.reports import scores as report
    from karat.schemes import parse

    if suite is None and not native.items:
        raise UsageError(f"{file}: say with --suite against which items it is to be scored")
    items = native.items if suite is None else suites.load(suite).items
    texts = scheme_texts or ("phenomena", "phenomena(mode=exhaustive)")
    if not scheme_texts and not any(item.phenomena for item in items):
        texts = ("phenomena",)
    found = scores(
        recogniser, native, items, [parse(text) for text in texts],
        name=_options.short_names((file,))[file], rules=rules,
        folder=_folder(suite) if suite else None, by=by,
    )  # fmt: skip
    if output == "json":
        gold = of_items(items)
        about = Run(suite or file, gold.sha256, len(gold), [], {})
        sys.stdout.write(report.as_json(about, found))
        return 0
    sys.stdout.write(report.tables(found, output, digits))
    stream = sys.stdout if output == "table" else sys.stderr
    # That option is of another verb; here the sentences are listed when no score is asked for.
    remarks = report.remarks(found, digits).replace("--per-sentence lists", "without --score see")
    stream.write(("\n" if output == "table" else "") + remarks)
    return 0


def _folder(suite: str) -> "Path":
    from importlib import resources
    from pathlib import Path

    from karat import suites

    if suite in suites.bundled() and not Path(suite).exists():
        return Path(str(resources.files("karat") / "data" / "suites" / suite))
    return Path(suite) if Path(suite).is_dir() else Path(suite).parent


def _print(columns: list[str], rows: list[list[Any]], output: str, digits: int) -> None:
    import json

    from karat.reports.table import Table, render

    if output == "json":
        document = [dict(zip(columns, row, strict=True)) for row in rows]
        sys.stdout.write(json.dumps(document, indent=1, ensure_ascii=False) + "\n")
    else:
        sys.stdout.write(render(Table(columns, rows), output, digits))
