"""The official validator of Universal Dependencies accepts the graphs of the suites that karat ships."""

from pathlib import Path

import pytest

from karat.files.resources import data


@pytest.mark.parametrize("suite", ["karat-200", "tam2008"])
def test_graphs_of_the_suites_are_valid(suite: str) -> None:
    """On its highest level for English: tokens, tags, features, relations, enhanced graphs."""
    tools = pytest.importorskip("udtools")
    state = tools.Validator(lang="en", level=5).validate_files([str(graphs(suite))])
    assert state.passed(), str(state)


def test_the_validator_finds_what_is_wrong(tmp_path: Path) -> None:
    """An object that is marked as an auxiliary does not pass."""
    tools = pytest.importorskip("udtools")
    text = graphs("tam2008").read_text("utf-8").replace("2\tobj\t2:obj", "2\taux\t2:aux", 1)
    (tmp_path / "bad.conllu").write_text(text, "utf-8")
    state = tools.Validator(lang="en", level=5).validate_files([str(tmp_path / "bad.conllu")])
    assert not state.passed()


def graphs(suite: str) -> Path:
    """The file of a suite's graphs."""
    return data("suites", suite, "ud.conllu")
