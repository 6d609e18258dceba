"""karat runs tag, comment, rename, delete, export and import: what changes the store."""

import getpass

import click

from karat.cli import _options, verb
from karat.cli._saving import confirmed, existing, store
from karat.model.errors import UsageError
from karat.reports.terminal import printable


@verb("""
  karat runs tag monday paper nightly
  karat runs tag monday nightly --remove""")
@click.argument("run")
@click.argument("tags", metavar="TAG...", nargs=-1, required=True)
@click.option("--remove", is_flag=True, help="Take these tags away instead.")
@store
def tag(run: str, tags: tuple[str, ...], remove: bool, store: str | None) -> None:
    """Give a saved run one or several tags."""

    with existing(store) as opened:
        found = opened.run(run).line.id
        (opened.untag if remove else opened.tag)(found, *tags)


@verb("""
  karat runs comment monday 'with the new lexicon'""")
@click.argument("run")
@click.argument("text")
@click.option("--author", metavar="NAME", show_default="your user name", help="Who wrote it.")
@store
def comment(run: str, text: str, author: str | None, store: str | None) -> None:
    """Add a comment to a saved run."""

    with existing(store) as opened:
        opened.comment(opened.run(run).line.id, text, _user() if author is None else author)


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):
        return ""


@verb("""
  karat runs rename ab12cd34ef monday""")
@click.argument("run")
@click.argument("name")
@store
def rename(run: str, name: str, store: str | None) -> None:
    """Give a saved run another name."""

    with existing(store) as opened:
        opened.rename(opened.run(run).line.id, name)


@verb("""
  karat runs delete monday
  karat runs delete ab12cd34ef ef34cd12ab --yes""")
@click.argument("runs", metavar="RUN...", nargs=-1, required=True)
@click.option("--yes", is_flag=True, help="Do not ask.")
@store
def delete(runs: tuple[str, ...], yes: bool, store: str | None) -> int:
    """Delete saved runs, and kept files that no other run has.

    A name means the newest run that has it; the runs are listed before anything is deleted.
    """

    with existing(store) as opened:
        lines = {(found := opened.run(one).line).id: found for one in runs}
        for one in lines.values():
            name = f"{printable(one.name)} " if one.name else ""
            click.echo(f"{one.id} {name}{one.created} {printable(one.command)}", err=True)
        many = f"these {len(lines)} runs" if len(lines) > 1 else "this run"
        if not yes and not confirmed(f"delete {many}?"):
            return 0
        count = opened.delete(list(lines))
    _options.say([f"deleted {_many(count)}"])
    return 0


@verb("""
  karat runs export monday tuesday --to runs.karat
  karat runs export --all --to everything.karat""")
@click.argument("runs", metavar="[RUN]...", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="All runs of the store.")
@click.option(
    "--to", "target", metavar="FILE", required=True, help="The file to write; '-': standard output."
)
@store
def export(runs: tuple[str, ...], everything: bool, target: str, store: str | None) -> None:
    """Write saved runs to a file, with their files, tags and comments; karat runs import reads it."""
    if bool(runs) == everything:
        raise UsageError("name the runs to export, or give --all")
    from karat.store.exchange import export_runs

    with existing(store) as opened:
        if not opened.runs(limit=1):
            raise UsageError(f"{opened.shown} has no saved runs to export")
        count = export_runs(opened, runs, target)
    _options.say([f"{target}: wrote {_many(count)}"])


def _many(count: int) -> str:
    return f"{count} run{'s' * (count != 1)}"


@verb("""
  karat runs import runs.karat""")
@click.argument("source", metavar="FILE")
@store
def import_(source: str, store: str | None) -> None:
    """Add the runs of a file that karat runs export wrote; those that are there already stay as they are."""
    from karat.store import open_store
    from karat.store.exchange import import_runs

    with open_store(store) as opened:
        found = import_runs(opened, source)
    there = f", {_many(found.already)} there already" if found.already else ""
    _options.say([f"{source}: imported {_many(found.runs)}{there}"])
