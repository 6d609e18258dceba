"""karat check: whether a file is what it should be."""

import sys
from contextlib import closing
from typing import TYPE_CHECKING

import click

from karat.cli import _options, verb
from karat.cli._people import safe
from karat.model.errors import UsageError, no_sentences
from karat.reports.table import dumps

if TYPE_CHECKING:
    from karat.cli._checking import Found


@verb("""
  karat check treebank.mrg
  karat check relations.gr --hierarchy 2006
  karat check relations.gr --words text.conllu
  karat check flat-key.mrg --key
  karat check gold.conllu --output json
  karat check answers.txt --lenient""")
@click.argument("file")
@click.option("--hierarchy", metavar="NAME",
    help="For grammatical relations: 1999, 2006 or a file. Default: the one that fits better.",
)  # fmt: skip
@click.option("--words", "words_file", metavar="FILE",
    help="For grammatical relations: a file with the same sentences; heads and dependents must be the "
    "base forms of its words. Its lemmas are used if it has them (CoNLL-U), otherwise its words and tags. "
    "It may be plain text.",
)  # fmt: skip
@click.option("--key", is_flag=True,
    help="FILE is a flat key: also report unary and one-word brackets, null elements, and invalid "
    "marks of disputes.")  # fmt: skip
@click.option("--limit", default=100, show_default=True, type=click.IntRange(1),
    help="Show at most this many faults.")  # fmt: skip
@click.option("-o", "--output", type=click.Choice(["text", "json"]), default="text",
    show_default=True, help="How to print the faults.")  # fmt: skip
@_options.reading
@_options.lenient("FILE")
def command(
    file: str, hierarchy: str | None, words_file: str | None, key: bool, limit: int, output: str,
    reading: _options.Reading, lenient: bool,
) -> int:  # fmt: skip
    """Read FILE and report every fault with its place; exit with 2 if there is one.

    In every format, a fault is what cannot be read, and a file without sentences. CoNLL-U is judged as
    Universal Dependencies does; a note counts sentences without sent_id or text. For grammatical
    relations it also reports unknown relations, wrong numbers of slots, heads that are not in the
    sentence or not base forms, and repeats. The base forms are those of --words, or of the lines
    "# lemmas = …" in FILE, or follow from the rules of English. A flat key that somebody wrote is checked
    with --key.

    In a file that karat agree --adjudicate has merged, everything that is still undecided is reported
    too; exit with 1 if there is no other fault.

    With --lenient, one line says what was done at each place in order to read FILE; exit with 1 if
    anything was done, and with 0 if nothing was.
    """
    from karat import formats
    from karat.cli import _checking
    from karat.files.again import again
    from karat.model import options

    if lenient:
        if hierarchy or words_file or key:
            raise UsageError("--lenient goes with neither --hierarchy nor --words nor --key")
        return _repairs(file, reading, limit, output)
    with again(file) as opened:
        with closing(opened()) as source:
            chosen = formats.of(source, reading.format)
        check = getattr(chosen.module, "check", None)
        given = {"hierarchy": hierarchy, "words": words_file}
        for name in [name for name, value in given.items() if value is not None]:
            if check is None or name not in options.of(check):
                raise UsageError(f"--{name} is for grammatical relations (--format gr)")
        if key and chosen.name != "brackets":
            raise UsageError(
                f"{file} is {chosen.name}; a flat key is bracketed (--format brackets)"
            )
        file_ = _checking.File(file, opened, chosen, reading.layout, limit)
        if key:
            found = _checking.flat_key(file_)
        elif check is not None:
            found = _checking.relations(file_, hierarchy, words_file)
        elif chosen.name == "conllu":
            found = _checking.universal(file_)
        else:
            found = _checking.plain(file_)
    if not found.sentences:
        raise no_sentences(file)
    for note in found.notes:
        click.echo(f"karat: note: {note}", err=True)
    _print(file, found, limit, output)
    if found.unreadable and chosen.name in formats.REPAIRABLE:
        click.echo(f"karat: {formats.LENIENT}", err=True)
    return 2 if found.faults else 1 if found.undecided else 0


def _print(file: str, found: "Found", limit: int, output: str) -> None:
    """Print the faults and what is undecided, in the order of the file."""
    shown, total = found.first[:limit], found.faults + found.undecided
    if output == "json":
        records = [
            {"path": one.path, "line": one.line, "column": one.column, "fault": one.what}
            for one in shown
        ]
        counts = {"faults": found.faults, "undecided": found.undecided}
        document = {"sentences": found.sentences, **counts, "found": records}
        sys.stdout.write(dumps(document))
        return
    for one in shown:
        sys.stdout.write(safe(f"{one}\n\n"))
    if total > limit:
        sys.stdout.write(f"… and {total - limit} more; --limit shows them\n")
    said = f"{found.faults} fault{'' if found.faults == 1 else 's'}" if found.faults else "no fault"
    open_ = f", {found.undecided} undecided" if found.undecided else ""
    sentences = f"{found.sentences} sentence{'' if found.sentences == 1 else 's'}"
    sys.stdout.write(safe(f"{file}: {sentences}, {said}{open_}\n"))


def _repairs(file: str, reading: _options.Reading, limit: int, output: str) -> int:
    """Print what was done to read a file leniently."""
    from karat import formats
    from karat.files.source import Source
    from karat.reports import repairs

    with closing(Source(file)) as source:
        lenient = formats.repaired(source, reading.format, reading.layout)
    if not len(lenient.bank):
        raise no_sentences(file)
    if output == "json":
        sys.stdout.write(repairs.as_json(file, lenient, limit))
    else:
        sys.stdout.write(safe(repairs.text(file, lenient, limit)))
    return 1 if lenient.repairs else 0
