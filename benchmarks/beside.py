"""Run karat beside the programs that it stands in for, on thousands of small files, and compare.

    EVALB=evalb.c CONLL18_EVAL=conll18_ud_eval.py CONLLEVAL=conlleval.pl GREVAL=gramreleval-new-scheme.lsp \\
        python benchmarks/beside.py --pairs 20000

Standard output and exit statuses are compared to the byte with EVALB (its messages too), the CoNLL 2018
script and conlleval; every count with greval, udtools and seqeval. The table says how many pairs are equal
(and how many of these both refuse), how many differ for a reason that has a name and a page, and how many
without one. Pairs that differ without a reason are kept in a folder; then the exit status is 1.
"""

import argparse
import contextlib
import shutil
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "tests" / "oracle"), str(ROOT / "tests")]

from beside_pairs import Pair  # noqa: E402  # after the path
from beside_programs import EVERY, Program, Result, program  # noqa: E402  # likewise


@dataclass
class Tally:
    """How many pairs were compared, and what came of it."""

    pairs: int = 0
    refused: int = 0
    named: Counter[str] = field(default_factory=Counter)
    unexplained: list[int] = field(default_factory=list)

    @property
    def equal(self) -> int:
        return self.pairs - self.named.total() - len(self.unexplained)


def made(one: Program, seed: int, number: int) -> Pair:
    """The pair with this number; it depends on nothing else."""
    return one.make(Random(f"{one.name} {seed} {number}"))


def compare(one: Program, pairs: int, seed: int, keep: Path, first: int = 0) -> Tally:
    """Run both on pairs, and name or keep every difference; Ctrl-C ends it with what was compared."""
    tally = Tally()
    with tempfile.TemporaryDirectory() as place, contextlib.suppress(KeyboardInterrupt):
        for number in range(first, first + pairs):
            _compared(one, number, seed, keep, Path(place), tally)
    return tally


def _compared(one: Program, number: int, seed: int, keep: Path, folder: Path, tally: Tally) -> None:
    """Count what comes of one pair."""
    pair = made(one, seed, number)
    theirs, ours = one.theirs(pair, folder), one.ours(pair, folder)
    if one.equal(theirs, ours):
        tally.refused += theirs.status != 0
    elif name := next((n.name for n in one.named if n.holds(pair, theirs, ours, folder)), None):
        tally.named[name] += 1
    else:
        tally.unexplained.append(number)
        kept(keep / f"{one.name}-{seed}-{number}", pair, theirs, ours)
    tally.pairs += 1


def kept(folder: Path, pair: Pair, theirs: Result, ours: Result) -> None:
    """Write a pair that differs, and what both made of it."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    files = {"gold": pair.gold, "system": pair.system, "params": pair.params,
        "arguments": " ".join(pair.arguments).encode()}  # fmt: skip
    for side, result in (("theirs", theirs), ("ours", ours)):
        files |= {
            f"{side}.out": result.out,
            f"{side}.err": result.err,
            f"{side}.status": str(result.status).encode(),
        }
    for name, content in files.items():
        if content is not None:
            (folder / name).write_bytes(content)


def table(tallies: dict[str, Tally]) -> str:
    """The table, and below it the named differences with their reasons and pages."""
    head = f"{'program':12}{'pairs':>8}{'equal':>8}{'(refused)':>11}{'named':>8}{'unexplained':>13}"
    rows = [
        f"{name:12}{one.pairs:8}{one.equal:8}{one.refused:11}{one.named.total():8}{len(one.unexplained):13}"
        for name, one in tallies.items()
    ]
    named = []
    for name, tally in tallies.items():
        known = program(name)
        assert not isinstance(known, str)  # it was run
        named += [
            f"{name}: {tally.named[one.name]} × {one.name}: {one.reason} ({one.page})"
            for one in known.named
            if tally.named[one.name]
        ]
    return "\n".join([head, *rows, *named])


def main() -> int:
    about, _, _ = (__doc__ or "").partition("\n")
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument(
        "programs", nargs="*", default=[*EVERY], metavar="PROGRAM", help=", ".join(EVERY)
    )
    parser.add_argument("--pairs", type=int, default=20000, help="pairs for each program")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first pair")
    parser.add_argument(
        "--keep", type=Path, default=ROOT / "build" / "beside", help="where pairs are kept"
    )
    given = parser.parse_args()
    if wrong := [name for name in given.programs if name not in EVERY]:
        parser.error(f"there is no program {wrong[0]}; there are {', '.join(EVERY)}")
    tallies: dict[str, Tally] = {}
    for name in given.programs:
        found = program(name)
        if isinstance(found, str):
            print(f"{name} is left out: {found}", file=sys.stderr)
            continue
        begun = time.process_time()
        tallies[name] = compare(found, given.pairs, given.seed, given.keep, given.first)
        print(f"{name}: {time.process_time() - begun:.0f} s of processor time", file=sys.stderr)
    print(table(tallies))
    if any(tally.unexplained for tally in tallies.values()):
        print(f"pairs that differ without a known reason are in {given.keep}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
