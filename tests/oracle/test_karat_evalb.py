"""karat's EVALB, program and scheme, against the literal one, on thousands of random pairs."""

import io
import re
from pathlib import Path
from random import Random

import pytest
from slow_evalb import Undefined, evalb
from tree_pairs import pair, regular_pair

import karat
from effort import slow, tries
from karat.engine.evalb import Program
from karat.reference.evalb_program import Exit, parse_arguments

SEEDS = [0, 1, *slow(*range(2, tries(16, least=5)))]
Files = tuple[bytes, bytes, bytes | None]


def run(
    folder: Path, files: Files, options: list[str], threads: int = 1
) -> tuple[bytes, bytes, int]:
    """What ``karat evalb`` prints, and its exit status."""
    gold, test, prm = (folder / name for name in ("gold", "test", "prm"))
    gold.write_bytes(files[0])
    test.write_bytes(files[1])
    arguments: list[str] = []
    if files[2] is not None:
        prm.write_bytes(files[2])
        arguments = ["-p", str(prm)]
    out, err = io.BytesIO(), io.BytesIO()
    status = 0
    try:
        request = parse_arguments([*arguments, *options, str(gold), str(test)], err)
        Program(request.params, out, err, threads).run(request.gold, request.test)
    except Exit as end:
        status = end.status
    return out.getvalue(), err.getvalue(), status


def explained(files: Files, options: list[str], seed: int, number: int) -> str:
    """How to see the difference again."""
    return f"pair {number} of seed {seed}, options {options}:\n" + "\n".join(map(repr, files))


@pytest.mark.parametrize("seed", SEEDS)
def test_the_program(seed: int, tmp_path: Path) -> None:
    """Standard output, standard error and exit status are those of EVALB."""
    rng = Random(f"program {seed}")
    compared = 0
    for number in range(130):
        files = pair(rng)
        try:
            expected = evalb(*files)
        except Undefined:
            continue
        assert run(tmp_path, files, []) == expected, explained(files, [], seed, number)
        compared += 1
    assert compared > 90


@pytest.mark.parametrize("seed", SEEDS)
def test_the_program_with_options(seed: int, tmp_path: Path) -> None:
    """Also with the details of -d and -D, a cut-off length and a number of errors."""
    rng = Random(f"options {seed}")
    compared = 0
    for number in range(60):
        files = (regular_pair if rng.random() < 0.2 else pair)(rng)
        debug = rng.choice([0, 1, 2, 2])
        cutoff, max_error = rng.choice([-1, 0, 5, 40]), rng.choice([-1, 0, 3, 99])
        options = [*[[], ["-d"], ["-D"]][debug], f"-c{cutoff}", "-e", str(max_error)]
        try:
            expected = evalb(*files, debug=debug, cutoff=cutoff, max_error=max_error)
        except Undefined:
            continue
        assert run(tmp_path, files, options) == expected, explained(files, options, seed, number)
        compared += 1
    assert compared > 30


@pytest.mark.parametrize("seed", SEEDS)
def test_many_blocks_and_threads(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However the files are cut: EVALB's buffer and number of errors go on from block to block."""
    rng = Random(f"blocks {seed}")
    compared = 0
    for number in range(25):
        pairs = [(regular_pair if rng.random() < 0.5 else pair)(rng) for _ in range(6)]
        gold, test = (b"".join(one[side].rstrip(b"\n") + b"\n" for one in pairs) for side in (0, 1))
        files, max_error = (gold, test, pairs[0][2]), rng.choice([-1, 0, 3, 10, 99])
        try:
            expected = evalb(*files, max_error=max_error)
        except Undefined:
            continue
        monkeypatch.setattr("karat.engine.evalb._BLOCK", rng.choice([1, 200, 1000]))
        options = ["-e", str(max_error)]
        found = run(tmp_path, files, options, threads=rng.choice([1, 2, 3]))
        assert found == expected, explained(files, options, seed, number)
        compared += 1
    assert compared > 12


def test_a_rest_of_an_earlier_line_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line that ends after a label is read on with what a longer line, blocks before, has left."""
    # Bytes 11 and 12 of the first line close both brackets of the last; between them are two NULs.
    gold = b"(A (B (C d)))\n" + b"(S (N a))\n" * 3
    test = b"(A (B (C d)))\n" + b"(S (N a))\n" * 2 + b"(SXYZ (N\n"
    expected = evalb(gold, test)
    assert expected[1] == b"4 : Words unmatch (a|)\n"
    for size in (1, 1 << 20):
        monkeypatch.setattr("karat.engine.evalb._BLOCK", size)
        assert run(tmp_path, (gold, test, None), [], threads=2) == expected


def figures(out: bytes) -> dict[str, int]:
    """The totals that EVALB prints, brackets left out where there are none on a side."""
    text = out.decode("ascii", "replace")
    totals = text.split("=" * 76 + "\n")[2].split("\n")[0].split()
    found = dict(zip(("words", "tags"), map(int, totals[-3:-1]), strict=True))
    if len(totals) > 3:
        names = ("matched", "gold", "system", "crossing")
        found |= dict(zip(names, map(int, totals[2:6]), strict=True))
    summary = text.split("-- All --")[1].split("-- len")[0]
    for name, title in {
        "total": "Number of sentence ",
        "scored": "Number of Valid sentence",
    }.items():
        match = re.search(rf"{title}\s*=\s*(\d+)", summary)
        assert match is not None
        found[name] = int(match[1])
    return found


def percentages(out: bytes) -> dict[str, float]:
    """The per cent that EVALB prints in its summary."""
    summary = out.decode("ascii", "replace").split("-- All --")[1].split("-- len")[0]
    titles = {
        "recall": "Bracketing Recall",
        "precision": "Bracketing Precision",
        "exact": "Complete match",
        "crossing": "Average crossing",
        "no_crossing": "No crossing",
        "few_crossings": "2 or less crossing",
        "tagging": "Tagging accuracy",
    }
    found = {}
    for name, title in titles.items():
        match = re.search(rf"{title}\s*=\s*([\d.]+)", summary)
        assert match is not None
        found[name] = float(match[1])
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_the_scheme(seed: int, tmp_path: Path) -> None:
    """The counts and figures of ``karat.score`` are the totals that EVALB prints."""
    rng = Random(f"scheme {seed}")
    path = tmp_path / "parameters.prm"
    for number in range(60):
        files = regular_pair(rng)
        out, _, status = evalb(*files, max_error=10_000)
        assert status == 0
        path.write_bytes(files[2] or b"")
        scheme = f'evalb(params="{path}")' if files[2] is not None else "evalb"
        gold, system = (karat.read_text(text, layout="lines") for text in files[:2])
        score = karat.score(gold, system, scheme)
        expected = figures(out)
        got = {name: {**score.counts, **score.sentences}[name] for name in expected}
        assert got == expected, explained(files, [], seed, number)
        for name, value in percentages(out).items():
            mine = score.measures[name] * (1 if name == "crossing" else 100)
            # EVALB prints 0 where a figure is undefined; half a unit of its last digit is lost.
            assert mine != mine or abs(mine - value) < 0.00501, explained(files, [], seed, number)


@pytest.mark.parametrize("seed", range(4))
def test_long_lines_are_scored_rightly(seed: int, tmp_path: Path) -> None:
    """Beyond EVALB's limits the program prints what the pieces of the sentence add up to.

    A sentence is many small ones under a common root: its brackets are theirs and the root, so its
    figures can be told from those of the small ones, which are within the limits.
    """
    rng = Random(f"long {seed}")
    parts: list[tuple[bytes, bytes]] = []
    while len(parts) < 60:
        gold, test, _ = regular_pair(rng)
        for one, other in zip(gold.split(b"\n"), test.split(b"\n"), strict=False):
            row = evalb(one, other)[0].split(b"\n")[3].split()
            if one and other and row[2:3] == [b"0"]:
                parts.append((one, other))
    gold, test = (b"(S " + b" ".join(part[side] for part in parts) + b")\n" for side in (0, 1))
    rows = [evalb(*part)[0].split(b"\n")[3].split() for part in parts]
    sums = [sum(int(row[column]) for row in rows) for column in (5, 6, 7, 8, 9, 10)]
    sums[:3] = [total + 1 for total in sums[:3]]
    assert len(gold) > 5000
    out, err, status = run(tmp_path, (gold, test, None), [])
    row = out.split(b"\n")[3].split()
    assert [int(row[column]) for column in (5, 6, 7, 8, 9, 10)] == sums
    assert (row[2], err, status) == (b"0", b"", 0)
