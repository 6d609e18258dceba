"""The benchmark frameworks.py: its tables, and the tokens that it gives to parsers."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

pytest.importorskip("delphin")

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def frameworks() -> ModuleType:
    """The program as a module."""
    spec = importlib.util.spec_from_file_location(
        "frameworks", ROOT / "benchmarks" / "frameworks.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("sentence", "tokens"),
    [
        ("Kim slept.", "Kim slept ."),
        ("Didn't Kim (really) sleep?", "Did n't Kim ( really ) sleep ?"),
        ("Kim's dogs' beds, she'd say.", "Kim 's dogs ' beds , she 'd say ."),
        ("He cannot see Mr. Kim. She can.", "He can not see Mr. Kim . She can ."),
        ("Kim - I think - slept on 1-3-84.", "Kim - I think - slept on 1-3-84 ."),
    ],
)
def test_tokens(frameworks: ModuleType, sentence: str, tokens: str) -> None:
    """Those of the Penn Treebank and of UD English; link-parser finds its own."""
    assert frameworks.tokenised(sentence) == tokens


def test_tables(frameworks: ModuleType) -> None:
    """Counts over the items that all have; an item of which a parser has no output is left out."""
    some = {
        "1": frozenset({"passive"}),
        "2": frozenset({"passive", "modal"}),
        "3": frozenset({"passive"}),
    }
    less = {"1": frozenset(), "2": frozenset({"passive", "parenthetical"})}
    found = {"ERG": some, "Link Grammar": less, "Stanford": some, "UDPipe": some}
    lines = list(frameworks.tables("mrs", found))
    outputs = "ERG 3, Link Grammar 2, Stanford 3, UDPipe 3; with output of all four: 2."
    assert f"Grammatical items with output: {outputs}\n" in lines
    assert "| passive | 2 | 1 | 2 | 2 | 1 | 0 |" in lines
    assert "| modal | 1 | 0 | 1 | 1 | 0 | 1 |" in lines
    assert "| parenthetical | 0 | – | 0 | 0 | 0 | 1 |" in lines
    assert "| passive | Link Grammar | 1 | 1 | 0 | 1 |  |" in lines
    assert "| passive | Stanford | 2 | 0 | 0 |  |  |" in lines
