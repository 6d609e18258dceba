"""karat gr: how frequent grammatical relations are, how well found, and who agrees on them."""

import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from karat.cli import _options

if TYPE_CHECKING:
    from karat.model.bank import Bank
    from karat.reports.table import Table
    from karat.schemes.gr import Gr


@click.command(
    epilog="""\b
Examples:
  karat gr corpus.gr
  karat gr gold.gr system.gr --scheme 'gr(mode=hier,program=greval)'
  karat gr gold.gr system.gr --genre genres.tsv --confusion
  karat gr gold.gr system.gr -n 12
  karat gr --agree ann.gr bob.gr eve.gr"""
)
@click.argument("files", metavar="FILE [SYSTEM]", nargs=-1, required=True)
@click.option(
    "-s", "--scheme", "scheme_text", metavar="SCHEME",
    help="How to compare: gr with its options. The default is gr; with --agree, without allowances.",
)  # fmt: skip
@click.option(
    "--genre", metavar="FILE",
    help="Break down by genre: lines of a sentence number or range, a tab, and its genre.",
)  # fmt: skip
@click.option("--confusion", is_flag=True, help="Which relation was returned for which.")
@click.option(
    "-n", "--number", "numbers", multiple=True, type=click.IntRange(1), metavar="N",
    help="List the relations of this sentence: = matched, - missed, + not in gold.",
)  # fmt: skip
@click.option("--agree", is_flag=True, help="Compare every two of the files, as annotators.")
@click.option(
    "--limit", default=50, show_default=True, type=click.IntRange(0),
    help="List so many disagreements at most.",
)  # fmt: skip
@_options.output
@_options.reading
def command(
    files: tuple[str, ...],
    scheme_text: str | None,
    genre: str | None,
    confusion: bool,
    numbers: tuple[int, ...],
    agree: bool,
    limit: int,
    output: str,
    digits: int,
    format: str | None,  # noqa: A002  # the option's name
    layout: str,
) -> int:
    """Tables about grammatical relations.

    One FILE: how often each relation occurs, with those it subsumes, and relations a sentence. With a
    SYSTEM file: precision, recall and F of each relation. With --genre, a chi-square test says whether
    genres differ.
    """
    from karat.analysis.gr_agreement import STRICT
    from karat.api import read
    from karat.model.errors import InputError, UsageError
    from karat.schemes import parse
    from karat.schemes.gr import Gr

    scheme = parse(scheme_text or (STRICT if agree else "gr"))
    if not isinstance(scheme, Gr):
        raise UsageError(f"{scheme}: relations are compared by the scheme gr and its options")
    if not agree and len(files) > 2:
        raise UsageError("give one file, or gold and a system; several annotators with --agree")
    if agree and genre:
        raise UsageError("--agree goes without --genre")
    if (len(files) == 1 or agree) and (confusion or numbers):
        raise UsageError("--confusion and -n need gold and a system")
    banks = [read(path, format=format, layout=layout) for path in files]
    for bank in banks:
        if not len(bank):
            raise InputError(f"{bank.path}: there is no sentence in it")
    if agree or len(banks) == 1:
        _readable(banks)
    genres = _genres(genre, len(banks[0])) if genre else []
    indented = output == "table"
    if agree:
        return print_agreement(banks, files, output, digits, scheme=scheme, limit=limit)
    if len(banks) == 1:
        parts, lines = _one(banks[0], scheme, genres, indented)
    else:
        parts, lines = _two(banks[0], banks[1], scheme, genres, confusion, numbers, indented)
    _print(parts, lines, output, digits)
    return 0


def _readable(banks: "list[Bank]") -> None:
    """Stop at the first sentence that cannot be read."""
    for bank in banks:
        for sentence in bank.fault.nonzero()[0].tolist():
            error = bank.error(sentence)
            assert error is not None  # it is marked as faulty
            raise error


def _one(
    bank: "Bank", scheme: "Gr", genres: list[str], indented: bool
) -> tuple["dict[str, Table]", dict[str, tuple[Any, str]]]:
    from karat.analysis.gr_tables import frequencies, genres_differ, hierarchy_of, marks
    from karat.model.tally import ratio
    from karat.reports import gr as report

    hierarchy = hierarchy_of([bank], scheme)
    rows = frequencies(bank, hierarchy)
    mean = float(ratio(rows[0].count, len(bank)))
    parts = {"relations": report.frequency_table(rows, indented=indented)}
    lines: dict[str, tuple[Any, str]] = {
        "hierarchy": (hierarchy.name, f"hierarchy {hierarchy.name}"),
        "sentences": (len(bank), f"{rows[0].count} relations in {len(bank)} sentences"),
        "mean": (mean, f"mean relations a sentence {mean:.2f}"),
    }
    if genres:
        each = {genre: frequencies(bank, hierarchy, keep) for genre, keep in marks(genres).items()}
        parts["genres"] = report.genre_counts(each, indented=indented)
        test = genres_differ(bank, genres)
        lines["relations by genre"] = (vars(test), report.test_line("relations by genre", test))
    return parts, lines


def _two(
    gold: "Bank",
    system: "Bank",
    scheme: "Gr",
    genres: list[str],
    confusion: bool,
    numbers: tuple[int, ...],
    indented: bool,
) -> tuple["dict[str, Table]", dict[str, tuple[Any, str]]]:
    from karat.analysis.gr_tables import Compared, genre_test
    from karat.model.errors import UsageError
    from karat.reports import gr as report

    compared = Compared(gold, system, scheme)
    parts = {"relations": report.found_table(compared.found(), scheme.beta, indented=indented)}
    recall, precision = compared.macro()
    lines: dict[str, tuple[Any, str]] = {
        "scheme": (str(scheme), f"scheme {scheme}, hierarchy {compared.hierarchy.name}"),
        "macro": (
            {"precision": precision, "recall": recall},
            f"mean over relations: precision {100 * precision:.2f}, recall {100 * recall:.2f}",
        ),
    }
    if failed := int((compared.outcome.status != 0).sum()):
        lines["failed"] = (
            failed,
            f"{failed} sentences without a score, failed={scheme.failed}; karat score says why",
        )
    if genres:
        rows = compared.by_genre(genres)
        parts["genres"] = report.genre_table(rows, scheme.beta)
        for what in ("recall", "precision"):
            test = genre_test(rows, what)
            lines[f"{what} by genre"] = (vars(test), report.test_line(f"{what} by genre", test))
    for number in numbers:
        if number > len(gold):
            raise UsageError(f"there is no sentence {number}: {gold.path} has {len(gold)}")
        parts[f"sentence {number}"] = report.sentence_table(number, compared.sentence(number))
    if confusion:
        order = [name for name, _ in compared.hierarchy.printed()]
        parts["confusion"] = report.confusion_table(compared.confusion, order)
    return parts, lines


def print_agreement(
    banks: "Sequence[Bank]",
    files: tuple[str, ...],
    output: str,
    digits: int,
    *,
    scheme: "Gr | None" = None,
    limit: int = 50,
) -> int:
    """How far annotators of relations agree; also what ``karat agree`` prints for such files."""
    from karat.analysis.gr_agreement import STRICT, agreement
    from karat.reports import gr as report

    found = agreement(banks, scheme or STRICT)
    short = _options.short_names(files)
    names = [short[path] for path in files]
    parts = {
        "pairs": report.pair_table(found, names),
        "relations": report.agreement_table(found, names, indented=output == "table"),
    }
    if found.disagreements and limit:
        parts["disagreements"] = report.disagreement_table(found, names, limit)
    more = len(found.disagreements)
    lines: dict[str, tuple[Any, str]] = {
        "sentences": (found.sentences, f"{found.sentences} sentences, scheme {scheme or STRICT}"),
        "mean": (found.mean, f"mean f1 {100 * found.mean:.2f}"),
        "disagreeing": (more, f"{more} disagreements, {min(limit, more)} listed"),
    }
    _print(parts, lines, output, digits)
    return 0


def _genres(path: str, sentences: int) -> list[str]:
    """The genre of each sentence."""
    from karat.files.source import Source
    from karat.model.errors import InputError

    genres = [""] * sentences
    source = Source(path)
    text = b""
    while len(piece := source.read(1 << 20)):
        text += piece.tobytes()
    source.close()
    for number, line in enumerate(text.decode("utf-8", "replace").splitlines(), 1):
        if not line.strip():
            continue
        where, tab, genre = line.partition("\t")
        first, _, last = where.strip().partition("-")
        last = last or first
        if not (tab and genre.strip() and first.isdecimal() and last.isdecimal()):
            raise InputError(
                f"{path}:{number}: write a sentence number or a range, a tab and a genre, "
                f"as in 1-150<tab>press; not {line!r}"
            )
        if not 1 <= int(first) <= int(last) <= sentences:
            raise InputError(f"{path}:{number}: {where} is not within the {sentences} sentences")
        genres[int(first) - 1 : int(last)] = [genre.strip()] * (int(last) - int(first) + 1)
    if "" in genres:
        raise InputError(f"{path}: sentence {genres.index('') + 1} has no genre")
    return genres


def _print(
    parts: "dict[str, Table]", lines: dict[str, tuple[Any, str]], output: str, digits: int
) -> None:
    from karat.reports.gr import records
    from karat.reports.table import render

    if output == "json":
        document = {name: value for name, (value, _) in lines.items()}
        document |= {name: records(table) for name, table in parts.items()}
        sys.stdout.write(json.dumps(document, indent=1, ensure_ascii=False) + "\n")
        return
    sys.stdout.write("\n".join(render(table, output, digits) for table in parts.values()))
    remarks = "".join(f"{line}\n" for _, line in lines.values())
    if output == "table":
        sys.stdout.write("\n" + remarks)
    else:
        sys.stderr.write(remarks)
