"""benchmarks/beside.py: karat beside the programs, on a few hundred of the pairs of the nightly run."""

import sys
from pathlib import Path

import pytest
from said import PAIRS, SEED, VARIABLES, of_pair, of_result, recorded

from effort import tries

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@pytest.fixture(scope="module")
def beside():
    """The module, which imports its neighbours by their names."""
    sys.path.insert(0, str(BENCHMARKS))
    try:
        import beside

        yield beside
    finally:
        sys.path.remove(str(BENCHMARKS))


@pytest.mark.parametrize("name", ["evalb", "conll18", "conlleval", "greval", "udtools", "seqeval"])
def test_nothing_differs_without_a_name(beside, name, tmp_path) -> None:
    """Output and exit status, or counts; what is not at hand has said it before, but for greval."""
    program = beside.program(name)
    if name in VARIABLES:
        compare_with_recorded(beside, name, tmp_path)
    elif isinstance(program, str):
        pytest.skip(program)
    if isinstance(program, str):
        return
    tally = beside.compare(program, tries(300, least=100), seed=16, keep=tmp_path)
    assert tally.unexplained == []
    assert tally.equal > 0.85 * tally.pairs
    # Pairs that both refuse prove little; most are scored.
    assert tally.refused < 0.6 * tally.pairs


def compare_with_recorded(beside, name: str, folder: Path) -> None:
    """karat says what the program said when it was recorded."""
    program = sys.modules["beside_programs"].BY_VARIABLE[name][1]("not run")
    compared = 0
    for number, (made, said) in enumerate(recorded(name)):
        pair = beside.made(program, SEED, number)
        assert of_pair(pair) == made, "other pairs than recorded: see tests/oracle/said.py"
        if said is not None:
            assert of_result(program, program.ours(pair, folder)) == said, number
            compared += 1
    assert compared > 0.9 * PAIRS


def test_differences_are_found_and_kept(beside, tmp_path) -> None:
    """A program that counts otherwise: its pairs are kept, and the same number makes the same pair."""
    programs = sys.modules["beside_programs"]
    honest = beside.program("seqeval")
    other = programs.Program(
        "other", honest.make, lambda *_: programs.Result(b"0 0 0", 0), honest.ours,
        [programs.Named("empty", "no chunks", "page", lambda pair, *_: b"B-" not in pair.gold)],
    )  # fmt: skip
    tally = beside.compare(other, 30, seed=1, keep=tmp_path)
    assert tally.named["empty"] > 0
    assert tally.pairs == tally.equal + tally.named.total() + len(tally.unexplained)
    for number in tally.unexplained:
        folder = tmp_path / f"other-1-{number}"
        assert (folder / "gold").read_bytes() == beside.made(other, 1, number).gold
        assert (folder / "ours.out").read_bytes() != (folder / "theirs.out").read_bytes()
    assert tally.unexplained
