"""The benchmark errors.py: agreement with a sheet of labels, and names of another program."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
ATE = "(S (NP (PRP She)) (VP (VBD ate) (, ,) {}))\n"
RAN = "(S (NP (PRP He)) (VP (VBD ran) ({} (RB fast))))\n"
PIE, FORK = "(NP (DT the) (NN pie))", "(PP (IN with) (NP (DT a) (NN fork)))"
GOLD = ATE.format(f"{PIE} {FORK}") + RAN.format("ADVP")
SYSTEM = ATE.format(f"(NP {PIE} {FORK})") + RAN.format("ADJP")
HEAD = "system\tsentence\tside\tlabel\tstart\tend\terror\tcause\tremark\n"
# The comma counts in the places of words; the last cause is another than karat's, which is the second.
SHEET = HEAD + (
    "a\t1\tspurious\tNP\t3\t8\t1\tPP attachment\t\n"
    "a\t2\tmissed\tADVP\t2\t3\t1\tsingle-word phrase\tor: label\n"
    "a\t2\tspurious\tADJP\t2\t3\t1\tlabel\t\n"
)


@pytest.fixture
def errors(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The program as a module; it imports others beside it."""
    path = ROOT / "benchmarks" / "errors.py"
    monkeypatch.syspath_prepend(str(path.parent))
    spec = importlib.util.spec_from_file_location("errors_benchmark", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_agreement_with_a_sheet(errors: ModuleType, tmp_path: Path) -> None:
    for name, text in (("gold.mrg", GOLD), ("a.mrg", SYSTEM), ("sheet.tsv", SHEET)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    systems = [f"a={tmp_path / 'a.mrg'}"]
    lines = [
        *errors.agreement(tmp_path / "gold.mrg", tmp_path / "sheet.tsv", systems, errors.SCHEME)
    ]
    assert lines[0] == "rows in the sheet: 3, of which karat has 3 as wrong"
    assert lines[1] == "same cause: 2 of 3, 66.7 %; or the second cause: 3 of 3, 100.0 %"
    assert lines[2] == "kappa: 0.500"
    assert lines[4].startswith(
        "errors: 2 by hand, 2 by karat; the same rows: 2, and the same cause: 1"
    )
    assert "| single-word phrase | label | 1 |" in lines


def test_agreement_on_dependencies(errors: ModuleType, tmp_path: Path) -> None:
    """A wrong head; the sheet counts the words of gold."""
    row = "{}\t{}\t_\tX\t_\t_\t{}\t{}\t_\t_\n"
    parts = (
        (1, "She", 2, "nsubj"),
        (2, "ate", 0, "root"),
        (3, "pie", 2, "obj"),
        (4, "today", 2, "advmod"),
    )
    gold = "".join(row.format(*one) for one in parts) + "\n"
    sheet = (
        HEAD
        + "a\t2\tgold\tadvmod\t3\t4\t1\tmodifier attachment\t\na\t2\textra\tx\t0\t1\t2\tother\t\n"
    )
    files = ("gold", gold * 2), ("a", gold + gold.replace("2\tadvmod", "3\tadvmod"))
    for name, text in files:
        (tmp_path / f"{name}.conllu").write_text(text, encoding="utf-8")
    (tmp_path / "sheet.tsv").write_text(sheet, encoding="utf-8")
    systems = [f"a={tmp_path / 'a.conllu'}"]
    lines = [*errors.agreement(tmp_path / "gold.conllu", tmp_path / "sheet.tsv", systems, "deps")]
    assert lines[0] == "rows about words that only the system has, left out: 1"
    assert lines[2].startswith("same cause: 1 of 1, 100.0 %")


def test_counts_beside_another_programs(errors: ModuleType, tmp_path: Path) -> None:
    """A wrong label over one word is a single-word phrase there."""
    for name, text in (("gold.mrg", GOLD), ("a.mrg", SYSTEM)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    counted = "# a comment\n3 4 PP Attachment\n2 2 Single Word Phrase\n1 1 UNSET move\n"
    (tmp_path / "a.causes.txt").write_text(counted, encoding="utf-8")
    assert [*errors.compared(tmp_path)] == [
        "| a | karat | renamed | Kummerfeld et al. |",
        "|---|---:|---:|---:|",
        "| PP attachment | 1 | 1 | 3 |",
        "| single-word phrase | 0 | 1 | 2 |",
        "| clause boundary, other | 0 | 0 | 1 |",
        "| label | 1 | 0 | 0 |",
        "| all | 2 | 2 | 6 |",
        "",
    ]
