"""The progress bar of a run: only on a terminal, and gone at the end."""

import io
import sys

import pytest

from karat.reports.progress import Steps


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_steps_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last step is always shown, and the line is cleared."""
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    steps = Steps("items")
    for i in range(1, 101):
        steps(i, 100)
    assert "100 of 100 items" in stream.getvalue()
    steps.close()
    assert stream.getvalue().endswith("\r\033[K")


def test_steps_into_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is written."""
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    steps = Steps("items")
    steps(1, 1)
    steps.close()
    assert stream.getvalue() == ""
