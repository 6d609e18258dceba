"""What went wrong with a database, in words: what happened, and what to do."""

from sqlalchemy.exc import SQLAlchemyError

from karat.model.errors import InputError

# A part of the message of SQLite or PostgreSQL, and what it means to the user.
_MEANINGS = {
    "disk is full": "the disk is full; nothing was saved. Make room and save again",
    "No space left": "the disk of the server is full; nothing was saved. Make room and save again",
    "disk I/O error": "the disk cannot be read or written (full, over quota, or broken); nothing was saved",
    "database is locked": (
        "another program has been writing to the store for more than 30 seconds; nothing was saved. "
        "Try again when it is done"
    ),
    "lock timeout": (
        "another program has been changing the store for more than 30 seconds; nothing was saved. "
        "Try again when it is done"
    ),
    "readonly database": (
        "the file or its folder cannot be written, which SQLite needs even to read; nothing was saved. "
        "Make both writable, or set KARAT_STORE to another file"
    ),
    "read-only transaction": "the server allows only reading; nothing was saved",
    "not a database": "this is not a store of runs; give another file with --store or in KARAT_STORE",
    "malformed": "the file is damaged. Put back a copy of it, or move it away to begin a new store",
    "unable to open": "the file cannot be opened; check that you may read and write it and its folder",
    "locking protocol": "this disk cannot lock files, as a store must; set KARAT_STORE to a file on a local "
    "disk or to postgresql://…",
    "password authentication failed": "the server refuses this user or password",
    "no password supplied": "the server wants a password: postgresql://user:password@host/database",
    "QueuePool limit": "the store is too busy: no connection became free in 30 seconds. Try again",
    "permission denied": "this user may not make or change tables in the database",
}


class StoreFault(InputError):
    """The database does not do what it was asked to; it is not the fault of what was asked."""


def in_words(error: SQLAlchemyError, shown: str, secret: str = "") -> str:
    """One message for an error of a database; ``secret`` is never shown.

    >>> from sqlalchemy.exc import OperationalError
    >>> in_words(OperationalError("INSERT …", {}, Exception("database or disk is full")), "runs.db")
    'runs.db: the disk is full; nothing was saved. Make room and save again'
    """
    said = " ".join(str(getattr(error, "orig", None) or error).split())
    for part, meaning in _MEANINGS.items():
        if part in said:
            return f"{shown}: {meaning}"
    if secret:
        said = said.replace(secret, "…")
    return f"{shown}: the store cannot be used: {said}"
