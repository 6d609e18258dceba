"""karat adequacy: how well parsers meet the needs of an application."""

from contextlib import closing

import click

from karat.cli import _options, verb
from karat.cli._comparing import files_of
from karat.cli._systems import Named, systems
from karat.reports.table import Style, dumps


@verb("""
  karat adequacy gold.mrg a.mrg b.mrg --profile answers.toml
  karat adequacy gold.conllu a.conllu b.conllu --profile answers.toml --task results.tsv""")
@click.argument("gold")
@systems()
@click.option("--profile", "profile_path", required=True, metavar="FILE",
    help="A TOML file of what the application needs.")  # fmt: skip
@click.option("--task", "task_path", metavar="FILE",
    help="A TSV file of the results of a task: one column per system, with the system's name, "
    "and one row per sentence.")  # fmt: skip
@_options.resampling
@click.option("--failed", type=click.Choice(["drop", "empty", "align", "abort"]),
    show_default="that of each scheme, as in karat score",
    help="What to do with a sentence that cannot be scored: leave it out, count its gold as missed, "
    "or stop there.")  # fmt: skip
@_options.output
@_options.reading
def command(
    gold: str, systems: tuple[Named, ...], profile_path: str, task_path: str | None, samples: int,
    seed: int, failed: str | None, style: Style, reading: _options.Reading,
) -> None:  # fmt: skip
    """Measure how well each SYSTEM meets the needs of an application.

    A profile (--profile) lists needs, each with a scheme, labels, a measure and a weight; fitness
    is the weighted mean of the measures. The figures are those of karat score --by label. A need
    that never occurs in gold is left out for every system. All figures have 95 % bootstrap
    intervals. With --task, the results of a task that used each parser's output are correlated
    with the scores of the sentences. No system is called the best: that depends on the need.
    """
    _options.import_numpy()
    from karat.analysis.adequacy import adequacy_of_files
    from karat.analysis.needs import load_profile, load_task
    from karat.reports.adequacy import as_dict, remarks, tables
    from karat.reports.progress import Progress
    from karat.views import Views

    wanted = load_profile(profile_path)
    files = files_of(gold, systems, Views(), reading, lenient=False)
    task = load_task(task_path, list(files.systems)) if task_path else None
    with closing(Progress(gold)) as progress:
        found = adequacy_of_files(
            files, wanted, task, samples=samples, seed=seed, failed=failed or "", progress=progress
        )
    as_json = style.output == "json"
    text = dumps(as_dict(wanted, found, samples, seed)) if as_json else tables(wanted, found, style)
    _options.write(text, remarks(found, samples, seed), style)
