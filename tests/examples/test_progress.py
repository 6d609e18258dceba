"""The progress bar of a run: only on a terminal, and gone at the end."""

import io
import sys
from pathlib import Path

import pytest

from karat.reports import progress
from karat.reports.progress import Progress, Steps


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


def shown(monkeypatch: pytest.MonkeyPatch, path: Path, position: int, seconds: float) -> str:
    """What a terminal gets if so many bytes were read after so many seconds."""
    stream, now = Terminal(), [100.0]
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    bar = Progress(str(path))
    now[0] += seconds
    bar(position)
    bar.close()
    bar.close()
    return stream.getvalue()


def test_per_cent_speed_and_remaining_time(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """1 of 4 MB in 2 seconds: the other 3 MB take 6 more."""
    path = tmp_path / "gold.mrg"
    path.write_bytes(b" " * 4_000_000)
    text = shown(monkeypatch, path, 1_000_000, 2.0)
    assert text == f"\r 25% {'█' * 7:<30} 1 MB, 0.5 MB/s, 6 s left\033[K\r\033[K"


def test_more_bytes_than_the_file_has(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A compressed file: nobody knows how much is left."""
    path = tmp_path / "gold.mrg.gz"
    path.write_bytes(b" " * 10)
    assert shown(monkeypatch, path, 3_000_000, 2.0) == "\r3 MB, 1.5 MB/s\033[K\r\033[K"


def test_nothing_in_the_first_second_or_if_it_is_not_wanted(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "gold.mrg"
    path.write_bytes(b" " * 100)
    assert shown(monkeypatch, path, 50, 0.9) == ""
    monkeypatch.setenv("KARAT_PROGRESS", "0")
    assert shown(monkeypatch, path, 50, 9.0) == ""
