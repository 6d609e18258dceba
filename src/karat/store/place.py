"""Where a store is: the user's own file, another file, or a PostgreSQL server."""

import os
import re
import sys
from pathlib import Path
from typing import NamedTuple

from karat.model.errors import InputError, UsageError

VARIABLE = "KARAT_STORE"
_WHAT_TO_TYPE = (
    "give a file (runs.db), sqlite:///runs.db, or postgresql://user@host/database, "
    f"with --store or in {VARIABLE}"
)
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+]+):")
_PLAIN = re.compile(r"[\w.-]+")
# File systems of other machines, on which SQLite cannot rely on locks and on shared memory.
_NETWORK = re.compile(
    r"(nfs4?|cifs|smb\w*|fuse\.sshfs|afs|ceph|fuse\.ceph|lustre|gpfs|beegfs|davfs|9p)"
)


class Place(NamedTuple):
    """A store: its file, or the URL of its server. ``shown`` is what messages call it."""

    shown: str
    file: Path | None = None
    url: str = ""


def place_of(url: str | None) -> Place:
    """The place that a URL or a path names; without one, that of KARAT_STORE or the user's own file."""
    given = url or os.environ.get(VARIABLE, "")
    if not given:
        path = own_file()
        return Place(str(path), path)
    kind = _SCHEME.match(given)
    if kind is None:
        path = Path(given).expanduser()
        return Place(str(path), path)
    name = kind[1].lower()
    if name == "sqlite":
        path = _sqlite(given)
        return Place(str(path), path)
    if name in ("postgresql", "postgres", "postgresql+psycopg") and given[kind.end() :][:2] == "//":
        return Place(_server(given), url="postgresql+psycopg" + given[kind.end(1) :])
    # The text itself is not shown: it may have a password in it.
    raise UsageError(f"{name}: is not a kind of store; {_WHAT_TO_TYPE}")


def _server(given: str) -> str:
    """What messages call a store on a server: never anything that might be a part of a password.

    >>> _server("postgresql://me:secret@db.example:5432/runs")
    'the PostgreSQL store runs on db.example'
    >>> _server("postgresql://me:sec/ret@db.example/runs")
    'the PostgreSQL store'
    """
    from urllib.parse import urlsplit

    try:
        parts = urlsplit(given)
        host, database = parts.hostname or "", parts.path[1:]
    except ValueError:
        return "the PostgreSQL store"
    plain = _PLAIN.fullmatch(host) and _PLAIN.fullmatch(database) and "@" in parts.netloc
    return f"the PostgreSQL store {database} on {host}" if plain else "the PostgreSQL store"


def _sqlite(given: str) -> Path:
    """The file of a URL like sqlite:///runs.db, or sqlite:////data/runs.db for an absolute path."""
    from urllib.parse import unquote

    path = unquote(given[len("sqlite:///") :])
    if not given.lower().startswith("sqlite:///") or not path or path == ":memory:" or "?" in path:
        raise UsageError(
            "sqlite: needs the path of a file after three slashes, four if it begins at the root: "
            "sqlite:///runs.db, sqlite:////data/runs.db"
        )
    return Path(path)


def own_file() -> Path:
    """The file of the user, in the folder where this system keeps such data."""
    if sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        folder = Path.home() / "Library" / "Application Support"
    else:
        given = os.environ.get("XDG_DATA_HOME", "")
        folder = Path(given) if os.path.isabs(given) else Path.home() / ".local" / "share"
    return folder / "karat" / "runs.db"


def prepare(path: Path) -> None:
    """Make the folder of a file that is not there yet, for this user only, and the file too."""
    if os.path.isdir(path):
        raise InputError(f"{path}: this is a folder; give the name of a file in it")
    network = network_file_system(path)
    if network:
        raise InputError(
            f"{path}: this folder is on a network drive ({network}), where SQLite can lose data when "
            f"several machines write; set {VARIABLE} to a file on a local disk or to postgresql://…"
        )
    try:
        if not os.path.exists(path.parent):
            path.parent.mkdir(mode=0o700, parents=True)
        if not os.path.exists(path):
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise InputError(
            f"{path}: the store of runs cannot be opened: {error.strerror}; set {VARIABLE} to another file"
        ) from None


def network_file_system(path: Path, mounts: str = "/proc/self/mounts") -> str:
    """The kind of network file system that a file is on, "" if it is none, or if it is not known."""
    try:
        lines = Path(mounts).read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ""
    place = os.path.realpath(path)
    best, found = "", ""
    for line in lines:
        fields = line.split(" ")
        if len(fields) < 3:
            continue
        # A blank in a path is written as \040.
        point = re.sub(r"\\([0-7]{3})", lambda code: chr(int(code[1], 8)), fields[1])
        inside = place == point or place.startswith(point.rstrip("/") + "/")
        if inside and len(point) >= len(best):
            best, found = point, fields[2]
    return found if _NETWORK.fullmatch(found) else ""
