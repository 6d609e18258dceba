"""CONTRIBUTING.md is true: its files are plugins that work, and its commands print what it says."""

import re
from pathlib import Path

import pytest

from contributing import FILES, GENERATE, ROOT

PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
COMMANDS = [
    pytest.param(found[2], found[3], id=found[2])
    for block in re.finditer(r"<!-- run contributing -->\n```console\n(.*?)```\n", PAGE, re.DOTALL)
    for found in re.finditer(r"(\$ (.*)\n)((?:(?!\$ ).*\n)*)", block[1])
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all files of the page."""
    made = tmp_path_factory.mktemp("contributing")
    GENERATE.lay_out(made)
    return made


@pytest.mark.parametrize("line, printed", COMMANDS)
def test_a_command_prints_what_the_page_says(folder: Path, line: str, printed: str) -> None:
    """Every line of it; blanks at the ends of lines apart."""
    found = GENERATE.output(line, folder)
    assert [row.rstrip() for row in found.splitlines()] == printed.splitlines()


@pytest.mark.parametrize("kind", ["schemes", "formats", "views", "parsers"])
def test_there_is_an_example_of_each_kind(kind: str) -> None:
    """As a plugin, and used by a command on the page."""
    (name,) = (Path(path).stem for path in FILES if path.startswith(f"plugins/{kind}/"))
    assert any(re.search(rf"\b{name.replace('_', '-')}\b", one.values[0]) for one in COMMANDS)


def test_the_examples_are_short() -> None:
    """A scheme of at most 40 lines, a format of at most 60."""
    assert len(FILES["plugins/schemes/jaccard.py"].splitlines()) <= 40
    assert len(FILES["plugins/formats/slashes.py"].splitlines()) <= 60
    assert len(FILES["plugins/views/longer.py"].splitlines()) <= 20
    assert len(FILES["plugins/parsers/flat_tree.py"].splitlines()) <= 30


def test_links_lead_somewhere() -> None:
    """Every file of the project that the page names is there."""
    links = re.findall(r"\]\(([\w/.-]+)\)", PAGE)
    paths = re.findall(r"`((?:src|tests|docs|benchmarks)/[\w/.-]+)`", PAGE)
    assert [name for name in links + paths if not (ROOT / name).exists()] == []
