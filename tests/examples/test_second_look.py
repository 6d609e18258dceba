"""What is wrong with files that are longer than one block is told of the same sentences of both."""

from pathlib import Path

import pytest

from karat.engine.second_look import findings
from karat.formats import brackets

LINES = [
    f"(S (NP (NN word{number})) (VP (VBZ is) (ADJP (JJ long{number}))))" for number in range(60)
]


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """Where to write gold and the system; blocks have about a thousand bytes."""
    layout, _ = brackets.Blocks.__init__.__defaults__ or ("auto", 0)
    monkeypatch.setattr(brackets.Blocks.__init__, "__defaults__", (layout, 1000))
    return tmp_path / "gold.mrg", tmp_path / "system.mrg"


def found(files: tuple[Path, Path], gold: list[str], system: list[str]) -> tuple[str, ...]:
    for path, lines in zip(files, (gold, system), strict=True):
        path.write_text("\n".join(lines) + "\n")
    return findings(*map(str, files), "lines", None)


def test_longer_trees_are_no_other_sentences(files: tuple[Path, Path]) -> None:
    """The system's trees have more bytes, so its first block has fewer sentences: nothing is wrong."""
    assert found(files, LINES, [line.replace("NP", "NOUN-PHRASE") for line in LINES]) == ()


def test_a_shift_is_told_of_the_first_sentences(files: tuple[Path, Path]) -> None:
    """Not of the whole files, whose sentences were not counted."""
    (said,) = found(files, LINES, [*LINES[:3], *LINES[4:]])
    assert said.startswith("in the first 1")
    assert "sentences are shifted from 4 on" in said
