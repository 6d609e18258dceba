"""The width of the terminal is what Python's own shutil says."""

import os
import shutil

import pytest

from karat.reports.terminal import terminal_width


@pytest.mark.parametrize("said", [None, "", "120", " 33 ", "0", "-5", "wide", "7.5"])
def test_width_from_the_environment(monkeypatch: pytest.MonkeyPatch, said: str | None) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    if said is not None:
        monkeypatch.setenv("COLUMNS", said)
    assert terminal_width() == shutil.get_terminal_size().columns


def test_width_of_the_terminal_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.setattr("sys.__stdout__", open(os.devnull))  # noqa: SIM115  # it has a number
    monkeypatch.setattr(os, "get_terminal_size", lambda _: os.terminal_size((57, 20)))
    assert terminal_width() == shutil.get_terminal_size().columns == 57


def test_no_terminal_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.setattr("sys.__stdout__", None)
    assert terminal_width() == shutil.get_terminal_size().columns == 80
