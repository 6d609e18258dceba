"""How hard the tests try: how many examples Hypothesis makes for each property.

``KARAT_EFFORT`` is ``quick`` (a third; what make test does, anew each time), ``full`` (the numbers that
stand in the tests; make test-all) or ``long`` (ten times as many; at night).
"""

import os
from collections.abc import Iterable
from typing import Any, TypeVar

import pytest

T = TypeVar("T")
FACTORS = {"quick": 0.33, "full": 1.0, "long": 10.0}
FACTOR = FACTORS[os.environ.get("KARAT_EFFORT") or "quick"]


def tries(number: int, least: int = 20) -> int:
    """As many examples as this effort makes of so many; as few as ``least`` are never made fewer."""
    return max(min(number, least), round(number * FACTOR))


def some(items: Iterable[T], turn: int) -> list[T]:
    """Every third of them in a quick run, and others if it is another's ``turn``; otherwise all."""
    step = max(round(1 / FACTOR), 1)
    return [*items][turn % step :: step]


def slow(*values: Any) -> list[Any]:
    """More parameters of a test, which make test leaves to make test-all; a tuple is one of several."""
    return [
        pytest.param(*(one if isinstance(one, tuple) else (one,)), marks=pytest.mark.slow)
        for one in values
    ]


def thirds(values: Iterable[Any]) -> list[Any]:
    """Every third parameter as it is; make test leaves the others to make test-all."""
    return [
        found for at, one in enumerate(values) for found in ([one] if at % 3 == 0 else slow(one))
    ]
