"""Rooms with walls, and sizes: what keeps the program one that can be read."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[1] / "src" / "karat"
# From the ground up: a room imports only rooms before it. Suites run parsers.
ROOMS = (
    "kernels", "model", "files", "formats", "patterns", "views", "recognise", "comparison", "schemes",
    "reference", "engine", "stats", "parsers", "suites", "analysis", "reports", "store", "web",
    "api", "metrics", "cli",
)  # fmt: skip
# What the whole package is; anybody may ask for its version.
TOP = ("__init__", "__main__", "api")


def sources() -> list[Path]:
    """Every module of the package."""
    return sorted(path for path in SOURCE.rglob("*.py") if "data" not in path.parts)


def name_of(path: Path) -> str:
    """A module as it stands in messages."""
    return path.relative_to(SOURCE).as_posix()


def room(module: str) -> str:
    """The room of a module of the package, karat.views.deps for example."""
    return module.split(".")[1] if "." in module else ""


def imported(path: Path) -> Iterator[str]:
    """Every module of the package that is imported anywhere in a file, also where it is used."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "karat":
            yield from (f"karat.{alias.name}" for alias in node.names if alias.name in ROOMS)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("karat."):
            yield node.module or ""
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("karat."))


@pytest.mark.parametrize("path", sources(), ids=name_of)
def test_a_room_imports_only_rooms_below_it(path: Path) -> None:
    """Lazy imports and imports for types included."""
    parts = path.relative_to(SOURCE).with_suffix("").parts
    if parts[0] in ("__init__", "__main__"):
        return
    mine = ROOMS.index(parts[0])
    for module in imported(path):
        assert ROOMS.index(room(module)) <= mine, f"{name_of(path)} imports {module}"


def test_every_folder_is_a_room() -> None:
    """None without a place in the order, and at most eight modules outside."""
    folders = {path.name for path in SOURCE.iterdir() if (path / "__init__.py").exists()}
    assert folders - {"data"} <= set(ROOMS)
    assert len(list(SOURCE.glob("*.py"))) <= 8


def limit(path: Path) -> int:
    """How many lines a module may have."""
    return 120 if path.parent.name == "schemes" else 300


@pytest.mark.parametrize("path", sources(), ids=name_of)
def test_sizes(path: Path) -> None:
    """Modules of at most 300 lines, schemes of 120, functions of 60; kernels are apart."""
    if path.parent.name == "kernels":
        return
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= limit(path)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            assert (node.end_lineno or 0) - node.lineno < 60, f"{name_of(path)}: {node.name}"


def test_the_contract_finds_what_it_forbids(tmp_path: Path) -> None:
    """A lazy import of a higher room is seen."""
    path = tmp_path / "bad.py"
    path.write_text("def f():\n    from karat.reports import table\n    from karat import cli\n")
    assert list(imported(path)) == ["karat.reports", "karat.cli"]
