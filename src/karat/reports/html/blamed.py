"""The section about errors: causes with the rise if they were mended, groups, confused labels."""

from collections.abc import Iterator, Mapping, Sequence

from karat.analysis.errors.causes import Causes
from karat.reports.errors import Wanted, confused, grouped, ranked, remarks
from karat.reports.html.parts import Block, Part, selection
from karat.reports.html.tables import shown
from karat.reports.table import Style
from karat.reports.terminal import printable

# Rows of long tables; the sentence browser finds the others.
_MOST = 20
_KINDS = ("label", "length")


def errors(found: Mapping[int, Sequence[Causes]]) -> Iterator[Part]:
    """The causes of the systems' errors, for each scheme (by its number) that has an analysis."""
    for number, systems in found.items():
        yield Part(number, blocks=list(_blocks(number, systems)))


def _blocks(number: int, systems: Sequence[Causes]) -> Iterator[Block]:
    wanted = Wanted(most=_MOST)
    if not any(one.causes for one in systems):
        yield Block(above=["There are no errors."])
        return
    table = ranked(systems, wanted)
    said = [line for line in remarks(systems, Style()).splitlines() if "signature" not in line]
    yield Block(
        above=[
            "A wrong attachment is one error, however many rows it breaks. Rise: how far the figure "
            "would rise if just these errors were mended. A click on a cause finds its sentences."
        ],
        tables=[
            shown(table, table.caption, href=lambda cause: selection(scheme=number, cause=cause))
        ],
        below=[*map(printable, said)],
    )
    if any(one.confusions for one in systems):
        table = confused(systems, wanted)
        yield Block("Labels that are confused", tables=[shown(table, table.caption)])
    for kind in _KINDS:
        tables = [shown(one, one.caption) for one in grouped(systems, kind, wanted)]
        yield Block(f"Errors by {kind}", tables=tables)
