"""A progress bar on standard error, for people only and only if there is time to see it.

There is none if standard error is no terminal, or if KARAT_PROGRESS is 0.
"""

import os
import sys
import time
from pathlib import Path

_WIDTH = 30


class _Bar:
    """A line on standard error, if that is a terminal."""

    def __init__(self) -> None:
        self._begin = self._last = time.monotonic()
        self._shown = False
        self._wanted = sys.stderr.isatty() and os.environ.get("KARAT_PROGRESS") != "0"

    def _show(self, share: float, text: str, now: float) -> None:
        self._last, self._shown = now, True
        bar = f"{share:4.0%} {'█' * int(share * _WIDTH):<{_WIDTH}} " if share >= 0 else ""
        self._write(f"\r{bar}{text}\033[K")

    def close(self) -> None:
        """Erase the line; a second time there is nothing to erase."""
        if self._shown:
            self._write("\r\033[K")
        self._shown = False

    def _write(self, text: str) -> None:
        # On the command line, standard error escapes control characters unless it is told to be steered.
        getattr(sys.stderr, "steer", sys.stderr.write)(text)
        sys.stderr.flush()


class Progress(_Bar):
    """Shows how far the reading of a file has come, from the first second on, on a terminal."""

    def __init__(self, path: str, *, listed: bool = False) -> None:
        """``listed``: rows are printed meanwhile, so a bar must not come between them on a terminal."""
        super().__init__()
        self._wanted &= not (listed and sys.stdout.isatty())
        try:
            self._size = Path(path).stat().st_size if path != "-" else 0
        except OSError:
            # Whoever opens the file will say what is wrong with it.
            self._size = 0

    def __call__(self, position: int) -> None:
        now = time.monotonic()
        if self._wanted and now - self._begin >= 1 and now - self._last >= 0.1:
            # More than the file may be read if it is compressed: then only say how much.
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
