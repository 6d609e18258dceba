"""The memory of runs: a database, SQLite or PostgreSQL.

``open_store`` opens it, and everything else is a method of the Store that it gives. SQLAlchemy is
imported only then.
"""

from typing import TYPE_CHECKING

from karat.model.errors import UsageError

if TYPE_CHECKING:
    from karat.store.store import Store as Store


def open_store(url: str | None = None) -> "Store":
    """Open the store at a URL or a path; without one, that of KARAT_STORE or the user's own file.

    The store is made if it is not there, and an older one is brought up to date.
    """
    try:
        import sqlalchemy  # noqa: F401  # to say what is missing before anything else fails
    except ImportError:
        raise UsageError(
            "the store of runs needs SQLAlchemy; type: pip install 'karat[store]'"
        ) from None
    from karat.store.store import Store

    return Store(url)
