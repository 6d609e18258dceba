"""A progress bar on standard error, for people only and only if there is time to see it.

There is none if standard error is no terminal, or one that cannot erase a line (TERM=dumb), or if
KARAT_PROGRESS is 0. The bar is one line, never longer than the terminal is wide.
"""

import os
import stat
import sys
import time

from karat.files.packed import MAGIC

# What erases the rest of a line.
ERASED = "\033[K"
_WIDTH = 30
_LEAST = 5
_USUAL = 80


class _Bar:
    """A line on standard error, if that is a terminal."""

    def __init__(self) -> None:
        self._begin = self._last = time.monotonic()
        self._shown = False
        able = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._wanted = able and os.environ.get("KARAT_PROGRESS") != "0"

    def _show(self, share: float, text: str, now: float) -> None:
        self._last, self._shown = now, True
        # In the last column a terminal may begin a new line, which would not be erased.
        line = drawn(share, text, _columns() - 1)
        # Elsewhere a full block would become an escape of six characters.
        line = line if "utf" in (sys.stderr.encoding or "utf").lower() else line.replace("█", "#")
        self._write(f"\r{line}{ERASED}")

    def close(self) -> None:
        """Erase the line; a second time there is nothing to erase."""
        if self._shown:
            self._write(f"\r{ERASED}")
        self._shown = False

    def _write(self, text: str) -> None:
        # On the command line, standard error escapes control characters unless it is told to be steered.
        getattr(sys.stderr, "steer", sys.stderr.write)(text)
        sys.stderr.flush()


def drawn(share: float, text: str, room: int) -> str:
    """A bar and a text in so many columns; the bar becomes shorter first. A share below 0 is not known.

    >>> drawn(0.5, "5 MB", 20), drawn(0.5, "5 MB", 12), drawn(-1, "5 MB, 1 MB/s", 8)
    (' 50% █████      5 MB', ' 50% 5 MB', '5 MB, 1 ')
    """
    if share >= 0:
        wide = min(_WIDTH, room - len(text) - len("100%  "))
        bar = f"{'█' * int(share * wide):<{wide}} " if wide >= _LEAST else ""
        text = f"{share:4.0%} {bar}{text}"
    return text[:room]


def _columns() -> int:
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or _USUAL
    except (OSError, ValueError):
        return _USUAL


class Progress(_Bar):
    """Shows how far the reading of a file has come, from the first second on, on a terminal."""

    def __init__(self, path: str, *, listed: bool = False) -> None:
        """``listed``: rows are printed meanwhile, so a bar must not come between them on a terminal."""
        super().__init__()
        self._wanted &= not (listed and sys.stdout.isatty())
        self._size = _size(path) if self._wanted else 0

    def __call__(self, position: int) -> None:
        now = time.monotonic()
        if self._wanted and now - self._begin >= 1 and now - self._last >= 0.1:
            known = 0 < position <= self._size
            rate = position / (now - self._begin)
            text = f"{position / 1e6:,.0f} MB, {rate / 1e6:,.1f} MB/s"
            left = f", {duration((self._size - position) / rate)} left" if known else ""
            self._show(position / self._size if known else -1, text + left, now)


class Steps(_Bar):
    """Shows how many of a known number of things are done, on a terminal."""

    def __init__(self, things: str) -> None:
        super().__init__()
        self._things = things
        self._first = -1

    def __call__(self, done: int, every: int) -> None:
        now = time.monotonic()
        if self._first < 0:
            self._first = done
        if not self._wanted or (now - self._last < 0.1 and done < every):
            return
        rate = (done - self._first) / (now - self._begin) if now > self._begin else 0.0
        left = f", {duration((every - done) / rate)} left" if rate and done < every else ""
        text = f"{done:,} of {every:,} {self._things}{left}"
        self._show(done / every if every else 1.0, text, now)


def _size(path: str) -> int:
    """How many bytes will be read of a file; 0 if nobody knows, as for a pipe or a compressed file."""
    try:
        given = os.stat(path) if path != "-" else os.fstat(0)
        if not stat.S_ISREG(given.st_mode):
            return 0
        with open(path if path != "-" else os.dup(0), "rb", buffering=0) as file:
            # Standard input is one for us and for who reads it, so what was read is put back.
            begin = file.tell()
            packed = (file.read(6) or b"").startswith(MAGIC)
            file.seek(begin)
        return 0 if packed else given.st_size
    except OSError:
        # Whoever opens the file will say what is wrong with it.
        return 0


def duration(seconds: float) -> str:
    """A time for people.

    >>> duration(7.4), duration(150), duration(7300)
    ('7 s', '2 min 30 s', '2 h 1 min')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"
