"""A progress bar on standard error, for people only and only if there is time to see it."""

import sys
import time
from pathlib import Path

_WIDTH = 30


class Progress:
    """Shows how far the reading of a file has come, from the first second on, on a terminal."""

    def __init__(self, path: str) -> None:
        try:
            self._size = Path(path).stat().st_size if path != "-" else 0
        except OSError:
            # Whoever opens the file will say what is wrong with it.
            self._size = 0
        self._begin = self._last = time.monotonic()
        self._shown = False
        self._wanted = sys.stderr.isatty()

    def __call__(self, position: int) -> None:
        now = time.monotonic()
        if not self._wanted or now - self._begin < 1 or now - self._last < 0.1:
            return
        self._last, self._shown = now, True
        # What is read may be more than the file when that is compressed: then only say how much.
        done = min(1.0, position / self._size) if 0 < position <= self._size else 0.0
        bar = "█" * int(done * _WIDTH)
        share = f"{done:4.0%} {bar:<{_WIDTH}} " if done else ""
        print(f"\r{share}{position / 1e6:,.0f} MB", end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        """Remove the bar."""
        if self._shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


class Steps:
    """Shows how many of a known number of things are done, on a terminal."""

    def __init__(self, things: str) -> None:
        self._things = things
        self._begin = self._last = time.monotonic()
        self._first = -1
        self._shown = False
        self._wanted = sys.stderr.isatty()

    def __call__(self, done: int, every: int) -> None:
        now = time.monotonic()
        if self._first < 0:
            self._first = done
        if not self._wanted or (now - self._last < 0.1 and done < every):
            return
        self._last, self._shown = now, True
        share = done / every if every else 1.0
        rate = (done - self._first) / (now - self._begin) if now > self._begin else 0.0
        left = f", {(every - done) / rate:.0f} s left" if rate and done < every else ""
        bar = "█" * int(share * _WIDTH)
        print(
            f"\r{share:4.0%} {bar:<{_WIDTH}} {done:,} of {every:,} {self._things}{left}\033[K",
            end="", file=sys.stderr, flush=True,
        )  # fmt: skip

    def close(self) -> None:
        """Remove the bar."""
        if self._shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
