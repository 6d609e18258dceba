"""Versions of the store: one module per version, ``vNNNN_name.py`` with ``up(connection)``.

They run in order, all in one transaction, when a store is opened that has not had them yet. A
migration that has been released is never changed.
"""

import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module

from sqlalchemy import Connection, inspect, text

from karat.model.errors import InputError

_MODULE = re.compile(r"v(\d{4})_\w+")
_LEDGER = "karat_migrations"


def known() -> dict[int, str]:
    """The modules of this folder by their numbers, in order."""
    names = (one.name for one in pkgutil.iter_modules(__path__))
    return {int(found[1]): found[0] for name in sorted(names) if (found := _MODULE.fullmatch(name))}


def version(connection: Connection) -> int:
    """The version of a store; 0 if it is empty."""
    if not inspect(connection).has_table(_LEDGER):
        return 0
    return int(connection.execute(text(f"SELECT max(version) FROM {_LEDGER}")).scalar() or 0)


def missing(connection: Connection, shown: str) -> Iterator[int]:
    """The versions that a store has not had; a store of a newer karat is refused."""
    has, every = version(connection), known()
    if has > max(every):
        raise InputError(
            f"{shown}: a newer karat made this store (version {has}; this one knows {max(every)}); "
            "update karat to use it"
        )
    if not has:
        _need_empty(connection, shown)
    return (number for number in every if number > has)


def _need_empty(connection: Connection, shown: str) -> None:
    """Refuse a database of another program; a server may have other tables beside ours."""
    from karat.store.migrations import v0001_runs

    there = set(inspect(connection).get_table_names())
    if connection.dialect.name == "postgresql":
        there &= v0001_runs.metadata.tables.keys()
    if there:
        raise InputError(
            f"{shown}: it belongs to another program (it has a table {min(there)!r}); give a new file or an "
            "empty database"
        )


def migrate(connection: Connection, shown: str) -> None:
    """Bring a store up to date. The caller holds the lock that lets one process at a time do so."""
    for number in missing(connection, shown):
        if number == 1:
            connection.execute(
                text(f"CREATE TABLE {_LEDGER} (version INTEGER PRIMARY KEY, name TEXT NOT NULL)")
            )
        import_module(f"{__name__}.{known()[number]}").up(connection)
        connection.execute(
            text(f"INSERT INTO {_LEDGER} (version, name) VALUES (:version, :name)"),
            {"version": number, "name": known()[number]},
        )
