"""karat merge: add up the parts that the jobs of one scoring have written."""

from typing import TYPE_CHECKING

import click

from karat.cli import _ci, _engine, _options, verb
from karat.cli._measures import measures
from karat.reports.table import Style

if TYPE_CHECKING:
    from karat.reports.chosen import Chosen


@verb("""
  karat merge 1.part 2.part --output json
  karat merge parts/*.part""")
@click.argument("parts", metavar="PART...", nargs=-1, required=True)
@measures
@_options.output_or("junit")
def command(parts: tuple[str, ...], chosen: "Chosen", style: Style) -> int:
    """Add up the PARTs of one scoring, in any order: files that karat score --shard I/N --part FILE wrote.

    The output is the same, to the last bit, as if karat score had scored everything at once. All parts must
    be there, each once, of the same files, schemes and options.
    """
    _options.import_numpy()
    from karat.engine.part_files import merge_parts
    from karat.engine.results import make_score

    done, part = merge_parts(parts)
    width, by = len(part.recipe.schemes), part.recipe.by
    chosen.check([one.scheme for one in done.results[:width]])
    scores = [
        make_score(one, done, by, name=part.names[at // width])
        for at, one in enumerate(done.results)
    ]
    result = _ci.Scored(done, chosen.ordered(scores), [], [])
    reading = _options.Reading(part.recipe.format, part.recipe.layout)
    _engine.told(part.notes)
    _ci.print_scores(result, part.usual, style, chosen, reading, repaired=False)
    return 0
