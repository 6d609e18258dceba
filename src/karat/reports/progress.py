"""A progress bar on standard error, for people only and only if there is time to see it."""

import sys
import time
from pathlib import Path

_WIDTH = 30


class _Bar:
    """A line on standard error, if that is a terminal."""

    def __init__(self) -> None:
        self._begin = self._last = time.monotonic()
        self._shown = False
        self._wanted = sys.stderr.isatty()

    def _show(self, share: float, text: str, now: float) -> None:
        self._last, self._shown = now, True
        bar = f"{share:4.0%} {'█' * int(share * _WIDTH):<{_WIDTH}} " if share >= 0 else ""
        self._write(f"\r{bar}{text}")

    def close(self) -> None:
        if self._shown:
            self._write("\r\033[K")

    def _write(self, text: str) -> None:
        # On the command line, standard error escapes control characters unless it is told to be steered.
        getattr(sys.stderr, "steer", sys.stderr.write)(text)
        sys.stderr.flush()


class Progress(_Bar):
    """Shows how far the reading of a file has come, from the first second on, on a terminal."""

    def __init__(self, path: str) -> None:
        super().__init__()
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
            self._show(position / self._size if known else -1, f"{position / 1e6:,.0f} MB", now)


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
        left = f", {(every - done) / rate:.0f} s left" if rate and done < every else ""
        text = f"{done:,} of {every:,} {self._things}{left}\033[K"
        self._show(done / every if every else 1.0, text, now)
