"""A connection to SQLite or PostgreSQL, with transactions that other processes see whole or not at all."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, OperationalError, SQLAlchemyError
from sqlalchemy.pool import QueuePool

from karat.model.errors import InputError, UsageError
from karat.store import migrations
from karat.store.faults import StoreFault, in_words
from karat.store.place import Place, prepare

# How long a writer waits for another one, in seconds.
PATIENCE = 30
# The keys of the locks in PostgreSQL; any numbers that nobody else uses.
_MIGRATING, _WRITING = 7_261_401, 7_261_402


class Database:
    """An open store: ``reading`` and ``writing`` give connections, each with one transaction."""

    def __init__(self, place: Place) -> None:
        self.place = place
        if place.file is not None:
            prepare(place.file)
        self._engine, self._secret = _sqlite(place) if place.file else _postgresql(place)
        try:
            self._bring_up_to_date()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        self._engine.dispose()

    @property
    def postgresql(self) -> bool:
        return self._engine.dialect.name == "postgresql"

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection that sees the store as it is at the beginning, whatever others write."""
        with self._transaction("BEGIN", "REPEATABLE READ") as connection:
            yield connection

    @contextmanager
    def writing(self, *, alone: bool = False, patience: float = PATIENCE) -> Iterator[Connection]:
        """A connection whose changes become visible together at the end, or never.

        SQLite has one writer at a time. In PostgreSQL there may be several, unless one asks to be
        ``alone``: who deletes contents of files must know that nobody is about to refer to them.
        """
        with self._transaction("BEGIN IMMEDIATE", "READ COMMITTED", patience) as connection:
            if self.postgresql:
                connection.execute(text(f"SET LOCAL lock_timeout = {int(1000 * patience)}"))
                how = "pg_advisory_xact_lock" if alone else "pg_advisory_xact_lock_shared"
                connection.execute(text(f"SELECT {how}({_WRITING})"))
            yield connection

    @contextmanager
    def _transaction(
        self, begin: str, isolation: str, patience: float = PATIENCE
    ) -> Iterator[Connection]:
        options: dict[str, Any] = {"karat_begin": begin, "karat_patience": patience}
        if self.postgresql:
            options = {"isolation_level": isolation}
        with (
            self.explained(),
            self._engine.connect() as connection,
            connection.execution_options(**options).begin(),
        ):
            yield connection

    @contextmanager
    def explained(self) -> Iterator[None]:
        """Faults of the database as messages for the user."""
        try:
            yield
        except SQLAlchemyError as error:
            raise StoreFault(in_words(error, self.place.shown, self._secret)) from None

    def _bring_up_to_date(self) -> None:
        with self.reading() as connection:
            if self.postgresql:
                _need_utf8(connection, self.place.shown)
            if not list(migrations.missing(connection, self.place.shown)):
                return
        if not self.postgresql:
            with self.explained():
                _write_ahead(self._engine)
        with self.writing() as connection:
            if self.postgresql:
                connection.execute(text(f"SELECT pg_advisory_xact_lock({_MIGRATING})"))
            migrations.migrate(connection, self.place.shown)


def _sqlite(place: Place) -> tuple[Engine, str]:
    from sqlalchemy.engine import URL

    engine = create_engine(
        URL.create("sqlite", database=str(place.file)), poolclass=QueuePool, pool_size=8,
        max_overflow=64, pool_timeout=PATIENCE,
        connect_args={"check_same_thread": False, "timeout": PATIENCE},
    )  # fmt: skip

    @event.listens_for(engine, "connect")
    def prepared(connection: Any, record: object) -> None:
        # Otherwise Python's module begins transactions where it thinks fit.
        connection.isolation_level = None
        for pragma in ("foreign_keys = ON", "synchronous = FULL"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        options = connection.get_execution_options()
        patience = int(1000 * options.get("karat_patience", PATIENCE))
        connection.exec_driver_sql(f"PRAGMA busy_timeout = {patience}")
        connection.exec_driver_sql(options.get("karat_begin", "BEGIN"))

    return engine, ""


def _write_ahead(engine: Engine) -> None:
    """Let readers and a writer work at the same time. This is a property of the file."""
    deadline = time.monotonic() + PATIENCE
    raw = engine.raw_connection()
    try:
        while True:
            try:
                # Unlike others, this command does not wait for other processes.
                raw.cursor().execute("PRAGMA journal_mode = WAL")
                return
            except Exception as error:
                if "locked" not in str(error) or time.monotonic() > deadline:
                    raise OperationalError("PRAGMA journal_mode", None, error) from error
                time.sleep(0.02)
    finally:
        raw.close()


def _postgresql(place: Place) -> tuple[Engine, str]:
    try:
        import psycopg  # noqa: F401  # to say what is missing before anything else fails
    except ImportError:
        raise UsageError(
            "a store in PostgreSQL needs psycopg; type: pip install 'karat[postgresql]'"
        ) from None
    try:
        url = make_url(place.url)
    except (ArgumentError, ValueError):
        raise UsageError(
            "the URL of the PostgreSQL store cannot be read; it looks like "
            "postgresql://user:password@host:5432/database, with special characters as %XX"
        ) from None
    if "@" in (url.host or "") or "@" in (url.database or ""):
        raise UsageError(
            "the URL of the PostgreSQL store has one @ too many; in a password, write %40 for @"
        )
    engine = create_engine(
        url, pool_size=8, max_overflow=64, pool_timeout=PATIENCE, pool_pre_ping=True,
        connect_args={"connect_timeout": 10, "client_encoding": "utf8"},
    )  # fmt: skip
    return engine, str(url.password or "")


def _need_utf8(connection: Connection, shown: str) -> None:
    encoding = connection.execute(text("SHOW server_encoding")).scalar()
    if encoding != "UTF8":
        raise InputError(
            f"{shown}: the database has the encoding {encoding}, and names of files and systems may have "
            "any characters; make one with: createdb --encoding=UTF8 --template=template0 NAME"
        )
