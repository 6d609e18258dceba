"""Waiting for what another process does: as long as it takes on a machine that has much else to do."""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
# Far more than anything here takes on an idle machine, and far less than what hangs on purpose.
SECONDS = 120.0
PAUSE = 0.02


def until(found: Callable[[], T], seconds: float = SECONDS) -> T:
    """What a function returns as soon as it returns something true; the test fails if it never does."""
    end = time.monotonic() + seconds
    while not (value := found()):
        assert time.monotonic() < end, f"nothing came of it in {seconds:g} seconds"
        time.sleep(PAUSE)
    return value
