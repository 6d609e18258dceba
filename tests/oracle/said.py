"""What reference programs said of generated files: recorded, for machines that have no such program.

    EVALB=evalb CONLL18_EVAL=conll18_ud_eval.py CONLLEVAL=conlleval.pl python tests/oracle/said.py

records again. The pairs are made again from their numbers each time, so recorded/said.json has no files,
only a digest of each pair and one of what the program printed, with its exit status. A pair for which
the program's answer is chance, or differs for a reason that has a name, has none.
"""

import hashlib
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from slow_evalb import Undefined, evalb
from tree_pairs import pair, regular_pair

FILE = Path(__file__).parent / "recorded" / "said.json"
BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
SEED, PAIRS = 16, 150
VARIABLES = {"evalb": "EVALB", "conll18": "CONLL18_EVAL", "conlleval": "CONLLEVAL"}
Answer = tuple[bytes, bytes, int]


def digest(*parts: object) -> str:
    """A short name of some bytes, texts and numbers, which no other ones have."""
    whole = repr([bytes(one) if isinstance(one, bytearray) else one for one in parts])
    return hashlib.sha256(whole.encode()).hexdigest()[:16]


def recorded(kind: str) -> Any:
    """What was recorded of a kind."""
    return json.loads(FILE.read_text("utf-8"))["said"][kind]


def odd_pairs(seed: int) -> Iterator[tuple[tuple[bytes, bytes, bytes | None], list[str], Answer]]:
    """Random pairs with options of EVALB, and what the literal EVALB says; undefined ones are left out."""
    rng = Random(seed)
    for _ in range(10):
        files = (regular_pair if rng.random() < 0.2 else pair)(rng)
        debug, cutoff, max_error = rng.randint(0, 2), rng.choice([0, 5, 40]), rng.choice([0, 3, 99])
        options = [[], ["-d"], ["-D"]][debug] + ["-c", f"{cutoff}", "-e", f"{max_error}"]
        try:
            said = evalb(*files, debug=debug, cutoff=cutoff, max_error=max_error)
        except Undefined:
            continue
        yield files, options, said


def of_pair(one: Any) -> str:
    """The digest of a pair of benchmarks/beside.py."""
    return digest(one.gold, one.system, one.params, one.arguments)


def of_result(program: Any, result: Any) -> str:
    """The digest of what is compared."""
    return digest(result.out, result.status, result.err if program.messages else b"")


def _beside(name: str) -> list[list[str | None]]:
    """Digests of pairs, and of what a program says of each."""
    import beside

    program, rows = beside.program(name), list[list[str | None]]()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(PAIRS):
            made = beside.made(program, SEED, number)
            theirs = program.theirs(made, Path(folder))
            equal = program.equal(theirs, program.ours(made, Path(folder)))
            rows.append([of_pair(made), of_result(program, theirs) if equal else None])
    return rows


def main() -> None:
    """Record, with the programs that the variables name."""
    from test_slow_evalb import run_program

    sys.path.insert(0, str(BENCHMARKS))
    said: dict[str, Any] = {name: _beside(name) for name in VARIABLES}
    with tempfile.TemporaryDirectory() as folder:
        said["odd pairs"] = [
            [
                [digest(*files, *options), digest(*run_program(Path(folder), files, options))]
                for files, options, _ in odd_pairs(seed)
            ]
            for seed in range(40)
        ]
    programs = {
        name: hashlib.sha256(Path(os.environ[variable]).read_bytes()).hexdigest()
        for name, variable in VARIABLES.items()
    }
    whole = {"by": "tests/oracle/said.py", "sha256 of the programs": programs, "said": said}
    FILE.write_text(json.dumps(whole, indent=0).replace("[\n", "[").replace("\n]", "]") + "\n")


if __name__ == "__main__":
    main()
