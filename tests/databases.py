"""Databases for tests: files of SQLite, and a PostgreSQL that the tests start in a temporary folder.

A cluster is one server with its own data; it has no port, only a socket in its folder. A process that
runs tests starts one when the first test needs it, and each test has its own database in it.
"""

import ctypes
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from itertools import count
from pathlib import Path
from urllib.parse import quote

import pytest

from patience import SECONDS

# Debian keeps the programs of each version in a folder that is not on the path.
FOLDERS = "/usr/lib/postgresql/*/bin"
SUPERUSER = "karat"
SETTINGS = {
    "listen_addresses": "",
    "max_connections": "200",
    "shared_buffers": "64MB",
    "timezone": "UTC",
    "log_min_messages": "fatal",
}
# A test of karat cannot pull the plug, so its data need not reach the disk.
CARELESS = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
# A test of the fixture store_url that make test runs with PostgreSQL, too.
both_databases = pytest.mark.parametrize("store_url", ["sqlite", "postgresql"], indirect=True)
PR_SET_PDEATHSIG = 1


class NoCluster(Exception):
    """PostgreSQL cannot be had here; the message says why."""


def program(name: str) -> str | None:
    """A program of PostgreSQL: in the folder KARAT_POSTGRESQL, on the path, or where Debian puts it."""
    named = os.environ.get("KARAT_POSTGRESQL")
    if named:
        return shutil.which(name, path=named)
    newest_first = sorted(Path("/").glob(FOLDERS[1:]), key=_version, reverse=True)
    return shutil.which(name) or next(
        filter(None, (shutil.which(name, path=str(folder)) for folder in newest_first)), None
    )


def _version(folder: Path) -> int:
    name = folder.parent.name
    return int(name) if name.isdecimal() else 0


def unprivileged() -> pwd.struct_passwd | None:
    """Who runs the server: PostgreSQL refuses to be root. None if this process is not root."""
    if os.geteuid():
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise NoCluster("PostgreSQL does not run as root, and there is no user postgres or nobody")


def die_with_parent(sign: int = signal.SIGQUIT) -> None:
    """Get this signal when the process that started this one ends, even by kill -9 (Linux only)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, sign)


class Cluster:
    """A running PostgreSQL server; ``durable`` if what it has acknowledged must survive its own end.

    with Cluster() as cluster, cluster.database() as url: ...
    """

    def __init__(self, *, durable: bool = False) -> None:
        self.settings = SETTINGS if durable else SETTINGS | CARELESS
        self.numbers = count(1)
        self.server: subprocess.Popen[bytes] | None = None
        if os.name != "posix":
            raise NoCluster("the tests start PostgreSQL only on POSIX systems")
        if not program("initdb") or not program("postgres"):
            raise NoCluster("PostgreSQL is not installed (Debian: apt-get install postgresql)")
        user = unprivileged()
        self.user = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []} if user else {}
        self.folder = Path(tempfile.mkdtemp(prefix="karat-pg-"))
        if user:
            os.chown(self.folder, user.pw_uid, user.pw_gid)

    def __enter__(self) -> "Cluster":
        try:
            self._make()
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def data(self) -> Path:
        """The folder of the server's data."""
        return self.folder / "data"

    @property
    def log(self) -> Path:
        """What the server says."""
        return self.folder / "log"

    def _make(self) -> None:
        options = ["--auth=trust", f"--username={SUPERUSER}", "--encoding=UTF8", "--locale=C"]
        done = subprocess.run(
            [str(program("initdb")), "--pgdata", str(self.data), "--no-sync", *options],
            capture_output=True,
            text=True,
            cwd=self.folder,
            check=False,
            **self.user,
        )
        if done.returncode:
            raise NoCluster(f"initdb failed: {done.stderr.strip()}")

    def start(self) -> None:
        """Start the server, also again after it was stopped or killed."""
        (self.data / "postmaster.pid").unlink(missing_ok=True)
        settings = self.settings | {"unix_socket_directories": str(self.folder)}
        with self.log.open("ab") as log:
            self.server = subprocess.Popen(
                [
                    str(program("postgres")),
                    *("-D", str(self.data)),
                    *(
                        word
                        for name, value in settings.items()
                        for word in ("-c", f"{name}={value}")
                    ),
                ],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self.folder,
                start_new_session=True,  # an interrupt at the keyboard is for the tests alone
                preexec_fn=die_with_parent,
                **self.user,
            )
        self._wait(self.server)

    def _wait(self, server: "subprocess.Popen[bytes]") -> None:
        deadline = time.monotonic() + SECONDS
        while time.monotonic() < deadline and server.poll() is None:
            # The last of the lines of this file says whether the server takes connections.
            lines = _lines(self.data / "postmaster.pid")
            if len(lines) > 7 and lines[7].strip() == "ready":
                return
            time.sleep(0.02)
        raise NoCluster(f"PostgreSQL did not start: {self.log.read_text(errors='replace').strip()}")

    def stop(self, sign: int = signal.SIGINT) -> None:
        """Stop the server: SIGINT ends it in order, SIGQUIT at once, as if it had crashed."""
        if self.server is not None:
            self.server.send_signal(sign)
            self.server.wait(SECONDS)
            self.server = None

    def url(self, database: str) -> str:
        """The address of a database."""
        return f"postgresql://{SUPERUSER}@/{database}?host={quote(str(self.folder), safe='/')}"

    @cached_property
    def _psql(self) -> list[str]:
        words = [str(program("psql")), "--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1"]
        return [*words, f"--host={self.folder}", f"--username={SUPERUSER}"]

    def run(self, statement: str, database: str = "postgres") -> str:
        """Run a statement as the superuser; what it prints, one line for each row."""
        command = [*self._psql, "--tuples-only", "--no-align", database, "--command", statement]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(done.stderr)
        return done.stdout.strip()

    @contextmanager
    def database(self) -> Iterator[str]:
        """A new, empty database, by its address; it is dropped at the end."""
        name = f"test_{next(self.numbers)}"
        self.run(f"CREATE DATABASE {name}")
        try:
            yield self.url(name)
        finally:
            self.run(f"DROP DATABASE {name} WITH (FORCE)")


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text().splitlines()
    except OSError:
        return []
