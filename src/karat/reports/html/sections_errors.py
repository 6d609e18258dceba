"""The section about errors: causes with the rise if they were mended, groups, confused labels."""

from collections.abc import Iterator, Sequence

from karat.analysis.errors.sums import CauseSums
from karat.analysis.overview import Overview
from karat.reports.errors import Wanted, confused, grouped, ranked, remarks
from karat.reports.html.parts import Block, Part, selection
from karat.reports.html.tables import shown
from karat.reports.table import Style
from karat.reports.terminal import printable

# Rows of long tables; the sentence browser finds the others.
_MOST = 20


def errors(found: Overview) -> Iterator[Part]:
    """The causes of the systems' errors, for each scheme; or that it has no analysis of errors."""
    for number, scheme in enumerate(found.schemes) if found.causes else ():
        if systems := found.causes.get(scheme):
            yield Part(number, blocks=list(_blocks(number, systems)))
        else:
            others = ", ".join(map(str, found.causes))
            said = f"Errors under {scheme} are not explained by causes; those under {others} are."
            yield Part(number, blocks=[Block(above=[printable(said)])])


def _blocks(number: int, systems: Sequence[CauseSums]) -> Iterator[Block]:
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
    for kind in systems[0].kinds:
        tables = [shown(one, one.caption) for one in grouped(systems, kind, wanted)]
        yield Block(f"Errors by {kind}", tables=tables, folded=True)
