"""Compare the brackets of aligned sentences with those of jp-evalb, sentence by sentence.

    python benchmarks/jp_evalb.py jp-evalb.py gold.mrg system.mrg

jp-evalb (Jo, Park and Park 2024) aligns sentences and words before it counts brackets as EVALB does.
It is not part of karat; give the path of its script. Printed are the figures of both, and the sentences
in which the numbers of gold, system or matched brackets differ. If jp-evalb joins sentences, only the
figures are compared.
"""

import argparse
import subprocess
import sys
from pathlib import Path

import karat

SCHEME = "evalb(failed=align)"
# The columns of jp-evalb's rows: matched brackets, brackets of gold, brackets of the system.
COLUMNS = (5, 6, 7)
NUMBER_OF_COLUMNS = 12


def main() -> None:
    """Run both, and print what differs."""
    parser = argparse.ArgumentParser(description="Compare karat with jp-evalb.")
    for name in ("script", "gold", "system"):
        parser.add_argument(name, type=Path)
    options = parser.parse_args()
    score = karat.score(karat.read(options.gold), karat.read(options.system), SCHEME)
    ours = [(row["matched"], row["gold"], row["system"]) for row in score.rows()]
    theirs = rows(options.script, options.gold, options.system)
    print(f"karat     {figures(ours)} over {len(ours)} sentences")
    print(f"jp-evalb  {figures(theirs)} over {len(theirs)} sentences")
    if len(ours) != len(theirs):
        return
    other = [n for n, both in enumerate(zip(ours, theirs, strict=True)) if both[0] != both[1]]
    aligned = sum(score.rows()[n]["status"] == "aligned" for n in other)
    print(f"{len(other)} sentences differ, {aligned} of them with other tokens:")
    for n in other:
        print(f"  {n + 1}: karat {ours[n]}, jp-evalb {theirs[n]} (matched, gold, system)")


def rows(script: Path, gold: Path, system: Path) -> list[tuple[int, ...]]:
    """The rows that jp-evalb prints for sentences."""
    command = [sys.executable, str(script), str(gold), str(system)]
    done = subprocess.run(command, capture_output=True, check=True, text=True)
    cells = (line.split() for line in done.stdout.splitlines())
    return [
        tuple(int(row[at]) for at in COLUMNS)
        for row in cells
        if len(row) == NUMBER_OF_COLUMNS and row[0].isdigit()
    ]


def figures(found: list[tuple[int, ...]]) -> str:
    """Recall and precision in per cent."""
    matched, gold, system = (sum(column) for column in zip(*found, strict=True))
    return f"recall {100 * matched / gold:.2f}, precision {100 * matched / system:.2f}"


if __name__ == "__main__":
    main()
