"""benchmarks/phenomena_reading.py: sheets for readers, and the figures that they give."""

from functools import partial
from pathlib import Path

from command_line import run_script

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "benchmarks" / "phenomena_reading.py"
SLEEPS = (
    "1\tJohn\tJohn\tPROPN\tNNP\t_\t2\tnsubj\t_\t_\n"
    "2\tslept\tsleep\tVERB\tVBD\t_\t0\troot\t_\t_\n"
    "3\tvery\tvery\tADV\tRB\t_\t4\tadvmod\t_\t_\n"
    "4\twell\twell\tADV\tRB\t_\t2\tadvmod\t_\t_\n\n"
)
SHEET = """\
# a:1\tJohn slept very well\twhole
right\tproper-noun\t
right\tintransitive\t
missing\tadjunct\twell
# a:2\tJohn slept all day\twhole
wrong\tproper-noun\t
# b:7\tthey were tired of it\t
source\tpassive\ttagged as a verb
right\tpassive\t
"""


run = partial(run_script, PROGRAM)


def test_drawing_is_spread_over_documents_and_repeatable(tmp_path: Path) -> None:
    """Two whole sentences and one more for a phenomenon: each from another document."""
    path = tmp_path / "x.conllu"
    path.write_text("".join(f"# newdoc id = {name}\n" + SLEEPS * 3 for name in "abc"))
    drawn = run("draw", "ud", str(path), "--whole", "2", "--hits", "3", "--seed", "5").out
    heads = [line for line in drawn.splitlines() if line.startswith("#")]
    assert sorted(line[2] for line in heads) == ["a", "b", "c"]
    assert [line.split("\t")[2] for line in heads] == ["whole", "whole", ""]
    assert drawn.count("\tproper-noun\t") == drawn.count("\tintransitive\t") == 3
    again = tmp_path / "sheet.tsv"
    run("draw", "ud", str(path), "--whole", "2", "--hits", "3", "--seed", "5", "--out", str(again))
    assert again.read_text() == drawn


def test_counting(tmp_path: Path) -> None:
    """Sources are no part of the precision; recall is that of whole sentences."""
    path = tmp_path / "sheet.tsv"
    path.write_text(SHEET)
    lines = run("count", str(path)).out.splitlines()
    assert "| all in whole sentences | 3 | 2 | 1 | 0 | 66.7 | 2 | 1 | 66.7 |" in lines
    assert "| all | 5 | 3 | 1 | 1 | 75.0 | 2 | 1 | 66.7 |" in lines
    assert "| passive | 2 | 1 | 0 | 1 | 100.0 | 0 | 0 |  |" in lines
    assert "| proper-noun | 2 | 1 | 1 | 0 | 50.0 | 1 | 0 | 100.0 |" in lines
    assert "- missing: adjunct (a:1) well" in lines


def test_a_wrong_sheet_is_one_message(tmp_path: Path) -> None:
    """With the file and the line."""
    path = tmp_path / "sheet.tsv"
    for old, new, what in (
        ("right\tintransitive", "\tintransitive", ":3: the verdict '' is none of right"),
        ("right\tintransitive", "right\tintransitve", ":3: there is no phenomenon 'intransitve'"),
        ("source\tpassive", "missing\tpassive", ":8: 'missing' counts only below"),
    ):
        path.write_text(SHEET.replace(old, new))
        done = run("count", str(path))
        assert done.status == 1
        assert done.err.startswith(f"{path}{what}")
