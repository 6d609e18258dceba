"""karat gr: how frequent grammatical relations are, how well found, and who agrees on them."""

import click

from karat.cli import _options, verb
from karat.model.errors import InputError, UsageError
from karat.reports.table import Style


@verb("""
  karat gr corpus.gr
  karat gr gold.mrg system.mrg
  karat gr gold.gr system.gr --scheme 'gr(mode=hier,program=greval)'
  karat gr gold.gr system.gr --genre genres.tsv --confusion
  karat gr gold.gr system.gr -n 12
  karat gr --agree ann.gr bob.gr eve.gr""")
@click.argument("files", metavar="FILE [SYSTEM]", nargs=-1, required=True)
@click.option("-s", "--scheme", "scheme_text", metavar="SCHEME",
    show_default="gr; with --agree, gr(underspecified=no,untyped=no)",
    help="The scheme gr with its options.")  # fmt: skip
@click.option("--genre", metavar="FILE",
    help="Break the figures down by genre. Each line of FILE has a sentence number or range, a tab, "
    "and a genre.")  # fmt: skip
@click.option("--confusion", is_flag=True,
    help="Also print which relations were returned for which.")  # fmt: skip
@click.option("-n", "--number", "numbers", multiple=True, type=click.IntRange(1), metavar="N",
    help="Also list the relations of sentence N: = matched, - missed, + not in gold. May be given "
    "several times.")  # fmt: skip
@click.option("--agree", is_flag=True,
    help="Treat the files as annotations of the same sentences, and compare each pair.",
)  # fmt: skip
@click.option("--limit", default=50, show_default=True, type=click.IntRange(0),
    help="With --agree, the largest number of disagreements to list.")  # fmt: skip
@_options.output
@_options.reading
def command(
    files: tuple[str, ...], scheme_text: str | None, genre: str | None, confusion: bool,
    numbers: tuple[int, ...], agree: bool, limit: int, style: Style, reading: _options.Reading,
) -> None:  # fmt: skip
    """Print tables about grammatical relations.

    Relations are derived from trees or dependencies where a file has no others. For one FILE:
    how often each relation occurs, including the relations below it in the hierarchy. For FILE
    and SYSTEM: precision, recall and F1 of each relation, with FILE as gold. With --genre, a
    chi-square test says whether the genres differ.
    """
    from karat.analysis.gr_tables import Compared, read_genres
    from karat.analysis.layer_agreement import STRICT
    from karat.comparison.layers import provided
    from karat.model.bank import Bank
    from karat.reports import gr as report
    from karat.schemes import parse
    from karat.schemes.gr import Gr

    scheme = parse(scheme_text or (STRICT if agree else "gr"))
    if not isinstance(scheme, Gr):
        raise UsageError(f"{scheme}: karat gr compares relations with the scheme gr only")
    _consistent(files, genre, confusion or bool(numbers), agree)
    banks, notes, short = list[Bank](), dict[str, int](), _options.short_names(files)
    for path in files:
        bank = reading.bank(path)
        if not len(bank):
            raise InputError(f"{bank.path}: it has no sentences")
        for error in bank.errors() if agree or len(files) == 1 else ():
            raise error
        bank, derived = provided(scheme, bank, short[path])
        banks.append(bank)
        notes |= dict(derived)
    genres = read_genres(genre, len(banks[0])) if genre else []
    if agree:
        from karat.cli.agree import print_layer

        print_layer(banks, [short[path] for path in files], scheme, style, limit=limit)
        return
    if len(banks) == 1:
        found = report.frequency_report(banks[0], scheme, genres)
    else:
        compared = Compared(banks[0], banks[1], scheme)
        found = report.comparison_report(compared, genres, numbers, confusion=confusion)
    _options.write(*found.noted(notes).printed(style), style)


def _consistent(files: tuple[str, ...], genre: str | None, details: bool, agree: bool) -> None:
    """Refuse options that do not go together."""
    if not agree and len(files) > 2:
        raise UsageError(
            "give one file, or gold and one system; to compare several annotators, add --agree"
        )
    if agree and genre:
        raise UsageError("--agree and --genre cannot be used together")
    if (len(files) == 1 or agree) and details:
        raise UsageError("--confusion and -n need two files, gold and a system, without --agree")
