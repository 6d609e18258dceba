"""karat annotate: projects in which several people annotate the same sentences in the browser."""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from karat.cli import SETTINGS, _options, verb
from karat.cli._saving import confirmed, existing, missing
from karat.model.errors import UsageError
from karat.reports.table import Style, Table, render

if TYPE_CHECKING:
    from karat.store.annotations.records import Project

_STORE = click.option("--store", "url", metavar="URL", default=None,
    show_default="KARAT_STORE, or your own store",
    help="Where projects are kept: sqlite:///FILE or postgresql://….")  # fmt: skip
_SERVER = click.option("--server", default="http://127.0.0.1:8765", show_default=True, metavar="URL",
    help="The address of the workbench, for the links.")  # fmt: skip

_NONE_YET = (
    "there are no projects yet; to make one, type: karat annotate new NAME FILE --annotator PERSON"
)


@click.group(
    context_settings=SETTINGS,
    epilog="""\b
Examples:
  karat annotate new pilot trees.mrg --annotator ann --annotator bob --adjudicator zoe
  karat annotate list
  karat annotate agree pilot
  karat annotate export pilot ann -o ann.gr && karat check ann.gr
  karat annotate export pilot -o gold.gr""",
)
def command() -> None:
    """Annotate grammatical relations or phenomena in the browser, by several people.

    karat serve shows the pages on which people annotate. Nobody sees the answers of another annotator;
    an adjudicator sees all of them and decides. For more about a verb, type: karat annotate VERB --help.
    """


@verb("""
  karat annotate new pilot trees.mrg --annotator ann --annotator bob --adjudicator zoe
  karat annotate new passives parser.conllu --kind phenomena --names tam2008 --annotator ann
  karat annotate new corrections draft.gr --annotator ann
  karat annotate new plain text.txt --annotator ann --annotator bob""")
@click.argument("name")
@click.argument("file")
@click.option("--kind", type=click.Choice(["gr", "phenomena"]), default="gr", show_default=True,
    help="What is annotated: grammatical relations, or the names of phenomena.")  # fmt: skip
@click.option("--annotator", "annotators", multiple=True, required=True, metavar="NAME",
    help="Somebody who annotates. May be given several times.")  # fmt: skip
@click.option("--adjudicator", "adjudicators", multiple=True, metavar="NAME",
    help="Somebody who sees all answers and decides. May be given several times.")  # fmt: skip
@click.option("--hierarchy", type=click.Choice(["1999", "2006"]), show_default="that of the file",
    help="The relations to choose from.")  # fmt: skip
@click.option("--names", "inventory", metavar="INVENTORY", show_default="all that an analysis can show",
    help="The phenomena to choose from: tam2008, or names joined by +.")  # fmt: skip
@_SERVER
@_STORE
@_options.output
@_options.reading
def new(
    name: str, file: str, kind: str, annotators: tuple[str, ...], adjudicators: tuple[str, ...],
    hierarchy: str | None, inventory: str | None, server: str, url: str | None, style: Style,
    reading: _options.Reading,
) -> None:  # fmt: skip
    """Make a project from FILE, and print a link for each person.

    Trees, dependencies and chunks give proposals: relations as karat propose drafts them, phenomena as
    karat recognise finds them. The relations of a file of relations, or the names of a file of names, are
    the proposals themselves. Plain sentences have none. A link is a password: it is printed once, and the
    store has only a hash of it.
    """
    from contextlib import closing

    from karat.files.source import Source
    from karat.store import open_store
    from karat.store.annotations import projects
    from karat.store.annotations.drafting import draft
    from karat.store.annotations.records import NewProject

    if (hierarchy and kind != "gr") or (inventory and kind == "gr"):
        raise UsageError("--hierarchy is for --kind gr, --names for --kind phenomena")
    with closing(Source(file)) as source:
        content = source.rest()
    scope = hierarchy or inventory or ""
    found = draft(content, file, kind, format=reading.format, scope=scope)
    wanted = NewProject(
        name, kind, found.scope, file, found.items, annotators, adjudicators, found.notes
    )
    with open_store(url) as store:
        project, keys = projects.create(store, wanted)
    rows = [[one.name, one.role, _link(server, project, keys[one.name])] for one in project.people]
    proposals = sum(len(item.proposals) for item in found.items)
    _options.say([f"karat: note: {note}" for note in found.notes])
    _options.say([f"karat: {name}: {project.items} sentences, {proposals} proposals"])
    # A link that is broken into two lines cannot be copied.
    sys.stdout.write(render(Table(["person", "role", "link"], rows), style._replace(width=None)))


def _link(server: str, project: "Project", key: str) -> str:
    return f"{server.rstrip('/')}/annotate/{project.id}#{key}"


@verb("""
  karat annotate list
  karat annotate list pilot --output json""")
@click.argument("project", required=False)
@_STORE
@_options.output
def list_(project: str | None, url: str | None, style: Style) -> None:
    """List the projects, or how far the people of PROJECT have come."""
    from karat.store.annotations import projects
    from karat.store.annotations.answers import states

    if project is None:
        every = []
        if not missing(url):
            with existing(url) as store:
                every = projects.projects(store)
        _options.note([] if every else [_NONE_YET], style)
        sys.stdout.write(render(_table(every), style))
        return
    with existing(url, _NONE_YET) as store:
        found = projects.project(store, project)
        known = states(store, found)
    progress = [
        [one.name, one.role, sum(done for (_, desk), done in known.items() if desk == one.desk), found.items]
        for one in found.people
    ]  # fmt: skip
    sys.stdout.write(render(Table(["person", "role", "done", "of"], progress), style))


def _table(every: "Sequence[Project]") -> Table:
    columns = ["project", "id", "kind", "sentences", "annotators", "adjudicators", "created"]
    rows = [
        [one.name, one.id, one.kind, one.items, ", ".join(p.name for p in one.annotators),
         ", ".join(p.name for p in one.adjudicators), one.created]
        for one in every
    ]  # fmt: skip
    return Table(columns, rows)


@verb("""
  karat annotate export pilot -o gold.gr
  karat annotate export pilot ann -o ann.gr
  karat annotate export pilot bob --partial --positions""")
@click.argument("project")
@click.argument("person", required=False)
@click.option("-o", "--out", default="-", metavar="FILE", show_default="standard output",
    help="The file to write.")  # fmt: skip
@click.option(
    "--partial", is_flag=True, help="Write only the sentences that are done, if some are not."
)
@click.option("--positions", is_flag=True,
    help="Relations: write the position of heads and dependents.")  # fmt: skip
@_STORE
def export(
    project: str, person: str | None, out: str, partial: bool, positions: bool, url: str | None
) -> None:
    """Write the answers of PERSON; without PERSON, those that an adjudicator has decided.

    The file has the ids and words of the sentences, and what was accepted. karat check passes it.
    """
    from contextlib import nullcontext

    from karat.files.atomic import AtomicFile
    from karat.store.annotations import projects
    from karat.store.annotations.files import exported
    from karat.store.annotations.records import SHARED

    with existing(url, _NONE_YET) as store:
        found = projects.project(store, project)
        desk = found.person(person).desk if person else SHARED
        if not person and not found.adjudicators:
            raise UsageError(f"{project} has no adjudicator; name an annotator")
        content, done, every = exported(store, found, desk, positions=positions)
    if done < every and not partial:
        raise UsageError(
            f"{project}: {done} of {every} sentences are done; --partial writes only these"
        )
    with nullcontext(sys.stdout.buffer) if out == "-" else AtomicFile(out, "wb") as stream:
        stream.write(content)
    if done < every:
        _options.say(
            [f"karat: note: {done} of {every} sentences are done; the others are left out"]
        )


@verb("""
  karat annotate agree pilot
  karat annotate agree pilot --output json""")
@click.argument("project")
@click.option("--limit", default=50, show_default=True, type=click.IntRange(0),
    help="The largest number of disagreements to list.")  # fmt: skip
@_STORE
@_options.resampling
@_options.output
def agree(project: str, limit: int, url: str | None, samples: int, seed: int, style: Style) -> None:
    """Measure how far the annotators of PROJECT agree, on the sentences that all have done.

    The figures are those that karat agree gives for their exported files.
    """
    from karat.reports.agreement import Asked, layer_report
    from karat.store.annotations import projects
    from karat.store.annotations.agreement import agreement

    with existing(url, _NONE_YET) as store:
        wanted = projects.project(store, project)
        found = agreement(store, wanted, samples=samples, seed=seed)
    if len(found.items) < wanted.items:
        left = f"{len(found.items)} of {wanted.items} sentences are done by all annotators; only these count"
        _options.note([f"note: {left}"], style)
    report = layer_report(
        found.found, found.names, Asked(0, "", samples, seed, limit, style.digits)
    )
    _options.write(*report.printed(style), style)


@verb("""
  karat annotate key pilot bob""")
@click.argument("project")
@click.argument("person")
@_SERVER
@_STORE
def key(project: str, person: str, server: str, url: str | None) -> None:
    """Print a new link for PERSON; the old one stops working."""
    from karat.store.annotations import projects

    with existing(url, _NONE_YET) as store:
        found = projects.project(store, project)
        secret = projects.renew(store, found, person)
    click.echo(_link(server, found, secret))


@verb("""
  karat annotate delete pilot --yes""")
@click.argument("project")
@click.option("--yes", is_flag=True, help="Do not ask.")
@_STORE
def delete(project: str, yes: bool, url: str | None) -> None:
    """Delete PROJECT with all answers; export them first."""
    from karat.store.annotations import projects

    with existing(url, _NONE_YET) as store:
        found = projects.project(store, project)
        question = f"delete {found.name} with all answers to {found.items} sentences?"
        if not yes and not confirmed(question):
            return
        projects.remove(store, found)
    _options.say([f"karat: {found.name} is deleted"])


command.add_command(new)
command.add_command(list_, "list")
command.add_command(export)
command.add_command(agree)
command.add_command(key)
command.add_command(delete)
