"""Who has which item open. A page says every few seconds that it is there."""

import time
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import and_, delete, insert, select

from karat.store.annotations.answers import Desk
from karat.store.annotations.tables import PRESENCE

if TYPE_CHECKING:
    from karat.store.store import Store

# After so many seconds without a sign, a page is taken to be closed.
FRESH = 20


class Other(NamedTuple):
    """Somebody else, or the same person in another window, at the same desk and item."""

    author: int
    tab: str


def here(store: "Store", desk: Desk, tab: str, *, leaving: bool = False) -> list[Other]:
    """Say that a page is open, or that it closes; who else is at this desk and item."""
    c, moment = PRESENCE.c, int(time.time())
    there = and_(
        c.project == desk.project.id, c.item == desk.item.number, c.desk == desk.number
    )  # fmt: skip
    with store.writing() as connection:
        old = and_(c.project == desk.project.id, c.seen < moment - FRESH)
        connection.execute(delete(PRESENCE).where(old))
        connection.execute(delete(PRESENCE).where(there, c.tab == tab))
        others = connection.execute(select(c.author, c.tab).where(there).order_by(c.tab)).all()
        if not leaving:
            connection.execute(insert(PRESENCE).values(
                project=desk.project.id, item=desk.item.number, desk=desk.number, tab=tab,
                author=desk.author, seen=moment,
            ))  # fmt: skip
    return [Other(row.author, row.tab) for row in others]
