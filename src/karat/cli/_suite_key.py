"""karat suite key: a suite's own analyses as gold, and a run's answers beside them."""

import sys
from pathlib import Path

import click

from karat.cli import _options, verb
from karat.model.errors import InputError, UsageError
from karat.reports.table import Style, render

_LAYERS = {".mrg": "trees", ".conllu": "edges"}


@verb("""
  karat suite key profiles/tsnlp tsnlp.mrg
  karat suite key profiles/tsnlp tsnlp.mrg --answers tsnlp.link-grammar.run lg.mrg
  karat suite key profiles/tsnlp tsnlp.conllu --answers tsnlp.link-grammar.run lg.links""")
@click.argument("suite")
@click.argument("target", metavar="FILE")
@click.option("--answers", nargs=2, metavar="RUN FILE",
    help="Also write a run's first analyses of the same items, in the same order. For a CoNLL-U key this "
    "is the output of Link Grammar.")  # fmt: skip
@_options.output
def key(suite: str, target: str, answers: tuple[str, str] | None, style: Style) -> None:
    """Write the gold analyses of the grammatical items in SUITE, an [incr tsdb()] folder.

    If FILE ends in .mrg, brackets are written, as a flat key; score against it with -s flat. If it
    ends in .conllu, functions are written, as dependencies; score against them with -s
    'deps(labelled=no)'. A word has no head if the suite does not name one. Items that would be empty
    are left out. The table shows what happened to each row of the suite's table analysis.
    """
    _options.import_numpy()
    from karat.files.atomic import AtomicFile
    from karat.reports.suites import rows_table
    from karat.suites import keys, tsdb

    if Path(target).suffix not in _LAYERS:
        raise UsageError(f"{target}: the name of the key should end in {' or '.join(_LAYERS)}")
    if not tsdb.is_profile(Path(suite)):
        raise InputError(
            f"{suite}: this is not an [incr tsdb()] folder; only such folders have analyses"
        )
    found = keys.key_of(Path(suite), _LAYERS[Path(target).suffix])
    texts = keys.answers_to(found, answers[0]) if answers else []
    with AtomicFile(target) as stream:
        stream.writelines(f"{one}\n" for one in found.texts.values())
    if answers:
        with AtomicFile(answers[1]) as stream:
            stream.writelines(texts)
    sys.stdout.write(render(rows_table(found.became), style))
    _options.say([f"{Path(target).name}: {len(found.texts)} items, from {found.rows} rows"])
