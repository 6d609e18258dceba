"""How far what is derived from GUM's trees agrees with GUM's own UD, and where it does not.

    python benchmarks/gum_agreement.py FOLDER    with the folders const and dep in it

Prints, for each table of heads, the share of words (punctuation left out) with the gold head, and
for the table ``ud`` the words without it by their gold label; then the chunks of the trees that the
dependencies lack, by what the dependencies have in their place.
"""

import sys
from collections import Counter
from pathlib import Path

import numpy as np

import karat
from karat.model.bank import Bank
from karat.model.layers import Table, names_of
from karat.views.chunks import chunks_of
from karat.views.deps import deps
from karat.views.deps.edges import punctuation

Chunk = tuple[int, int, str]


def heads(pairs: list[tuple[Bank, Bank]], table: str) -> tuple[int, int, Counter[str]]:
    """Words with the gold head, words, and those without by gold label."""
    right = words = 0
    wrong: Counter[str] = Counter()
    for trees, gold in pairs:
        counted = ~punctuation(gold)
        edges = gold.layer("edges")
        same = deps(trees, table).layer("edges")["head"] == edges["head"]
        right += int(np.count_nonzero(same & counted))
        words += int(np.count_nonzero(counted))
        wrong.update(names_of(gold.labels, edges["label"][counted & ~same]))
    return right, words, wrong


def chunks(bank: Bank, layer: Table, sentence: int) -> list[Chunk]:
    """The chunks of a sentence."""
    rows = layer.rows(sentence)
    columns = (layer["start"][rows].tolist(), layer["end"][rows].tolist())
    return list(zip(*columns, names_of(bank.labels, layer["label"][rows]), strict=True))


def cause(chunk: Chunk, others: list[Chunk]) -> str:
    """What stands in the place of a chunk."""
    start, end, label = chunk
    over = sorted(other for other in others if other[0] < end and start < other[1])
    if not over:
        return f"{label}: nothing"
    if len(over) > 1:
        return f"{label}: {' + '.join(other[2] for other in over)}"
    first, last, name = over[0]
    if (first, last) == (start, end):
        return f"{label}: {name}"
    return (
        f"{label}: a longer {name}" if first <= start and end <= last else f"{label}: other words"
    )


def main(folder: Path) -> None:
    """Print both."""
    pairs = [
        (karat.read(path), karat.read(folder / "dep" / f"{path.stem}.conllu"))
        for path in sorted((folder / "const").glob("*.ptb"))
    ]
    for table in ("ud", "collins", "magerman"):
        right, words, wrong = heads(pairs, table)
        print(f"heads={table}: {right} of {words}, {100 * right / words:.2f} %")
        if table == "ud":
            for label, count in wrong.most_common(20):
                print(f"  {label}: {count}")
    causes: Counter[str] = Counter()
    total = 0
    for trees, gold in pairs:
        ours, theirs = chunks_of(trees), chunks_of(gold)
        for sentence in range(len(trees)):
            mine, other = chunks(trees, ours, sentence), chunks(gold, theirs, sentence)
            total += len(mine)
            causes.update(cause(chunk, other) for chunk in set(mine) - set(other))
    print(f"chunks of the trees: {total}, not those of the dependencies: {causes.total()}")
    for what, count in causes.most_common(20):
        print(f"  {what}: {count}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
