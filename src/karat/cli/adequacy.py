"""karat adequacy: how fit parsers are for a use."""

import json
import sys

import click

from karat.cli import _options


@click.command(
    epilog="""\b
Examples:
  karat adequacy gold.mrg a.mrg b.mrg --profile answers.toml
  karat adequacy gold.conllu a.conllu b.conllu --profile answers.toml --task results.tsv"""
)
@click.argument("gold")
@click.argument("system", nargs=-1, required=True)
@click.option(
    "--profile", "profile_path", required=True, metavar="FILE", help="What the use needs (TOML)."
)
@click.option(
    "--task", "task_path", metavar="FILE",
    help="How the task went: a column for each system, named as its file, a row for each sentence (TSV).",
)  # fmt: skip
@click.option(
    "--samples", default=1000, show_default=True, type=click.IntRange(1), help="Bootstrap samples."
)
@click.option("--seed", default=1, show_default=True, type=int, help="Where chance begins.")
@_options.output
@_options.reading
def command(
    gold: str,
    system: tuple[str, ...],
    profile_path: str,
    task_path: str | None,
    samples: int,
    seed: int,
    output: str,
    digits: int,
    format: str | None,  # noqa: A002  # the option's name
    layout: str,
) -> int:
    """Say how fit each SYSTEM is for a use, by what the use needs (--profile), with intervals.

    A profile names schemes, labels and weights; with --task the results of doing the task with each
    parser's output are set beside the scores. No system is called the best.
    """
    _options.import_numpy()
    from karat.analysis.adequacy import adequacy, load_profile, load_task
    from karat.api import read
    from karat.reports.adequacy import as_dict, tables

    wanted = load_profile(profile_path)
    names = _options.short_names(system)
    bank = read(gold, format=format, layout=layout)
    banks = {names[path]: read(path, format=format, layout=layout) for path in system}
    task = load_task(task_path, list(banks)) if task_path else None
    found = adequacy(bank, banks, wanted, task, samples=samples, seed=seed)
    if output == "json":
        sys.stdout.write(json.dumps(as_dict(wanted, found), indent=1) + "\n")
    else:
        sys.stdout.write(tables(wanted, found, output, digits))
    return 0
