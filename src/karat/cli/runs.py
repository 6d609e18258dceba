"""karat runs: the memory of results that were saved."""

import click

from karat.cli import SETTINGS, _runs_change, _runs_history, _runs_show


@click.group(
    context_settings=SETTINGS,
    epilog="""\b
Examples:
  karat runs list
  karat runs show monday
  karat runs diff monday tuesday
  karat runs history f1 --chart f1.svg""",
)
def command() -> None:
    """List, show and compare saved runs.

    karat score, compare, suite run and recognise save their results with --save. The store is a file in
    your own folder; the variable KARAT_STORE or the option --store names another file, or a PostgreSQL
    database. A run is named by its name (the newest one that has it), its id, or the first four or more
    letters of its id. For more about a verb, type: karat runs VERB --help.
    """


command.add_command(_runs_show.list_, "list")
command.add_command(_runs_show.show)
command.add_command(_runs_show.diff)
command.add_command(_runs_history.history)
command.add_command(_runs_change.tag)
command.add_command(_runs_change.comment)
command.add_command(_runs_change.rename)
command.add_command(_runs_change.delete)
command.add_command(_runs_change.export)
command.add_command(_runs_change.import_, "import")
