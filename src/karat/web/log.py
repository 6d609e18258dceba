"""Lines on standard error: what was refused, and what went wrong. Nothing in them steers a terminal."""

import logging
import sys
import time
import traceback

from karat.reports.terminal import printable, shortened

LONGEST = 300
# The innermost frames of a traceback that are shown; those further out are the HTTP server's.
FRAMES = 12


def say(text: str) -> None:
    """Write one line, with the time; text from a request cannot begin a line of its own."""
    now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    sys.stderr.write(f"karat serve: {now} {printable(text)}\n")


def refused(address: str, method: str, path: str, status: int, why: str) -> None:
    """A request that was answered with an error; what was asked is cut short."""
    asked = shortened(f"{method} {path}", LONGEST)
    say(f"{shortened(address, 60)} {asked}: {status} {shortened(why, LONGEST)}".rstrip())


def fault(name: str, error: BaseException) -> None:
    """A mistake of ours, with its traceback; ``name`` stands on the page of whoever met it."""
    for line in "".join(traceback.format_exception(error, limit=-FRAMES)).splitlines():
        say(f"{name} {line}")


class Handler(logging.Handler):
    """What the HTTP server says, in the same form."""

    def emit(self, record: logging.LogRecord) -> None:
        say(record.getMessage())
        if record.exc_info and record.exc_info[1]:
            fault("error", record.exc_info[1])
