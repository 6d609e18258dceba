"""Relations to be read by eye: draw a sample of documents, count what the reader found.

    python benchmarks/reading.py draw FILE… --relations 150 --seed 1 > sheet.tsv
    python benchmarks/reading.py count benchmarks/readings/*.tsv
    python benchmarks/reading.py count benchmarks/readings/*.tsv --write

`draw` takes whole sentences at random until they have enough relations, then, sentence by sentence,
further relations of the kinds that are still rare, up to --each of a kind. A line of the sheet has a
verdict, a relation and a remark; the reader writes the verdict: `right`, `wrong`, or `source` where the
tree or the graph is wrong and the relation is what it says. A line `missing` adds a relation that is
not there. `count` prints the table, and with --write also docs/gr-reading.md; it drops the sentences, so
that a sheet in the repository has no text but the words of the relations.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

import karat
from karat.model.bank import Bank
from karat.model.gr import Gr, listed
from karat.views.gr import gr
from sheets import VERDICTS, page

PAGE = Path(__file__).resolve().parent.parent / "docs" / "gr-reading.md"
# How many relations are drawn in whole sentences.
RELATIONS = 150


class Judged(NamedTuple):
    """A relation, what the reader says of it, and where it stands."""

    verdict: str
    relation: str
    remark: str
    place: str
    whole: bool  # whether all relations of its sentence were drawn

    @property
    def label(self) -> str:
        return self.relation.partition("(")[0]


def extracted(paths: Iterable[str]) -> Iterator[tuple[str, Bank, int]]:
    """Every sentence of the files that has more than three words, with the relations of its file."""
    for path in paths:
        bank = gr(karat.read(path), strict=False)
        for number, size in enumerate(np.diff(bank.token_offset).tolist()):
            if size > 3:
                yield Path(path).stem, bank, number


def words(bank: Bank, number: int) -> str:
    rows = range(bank.token_offset[number], bank.token_offset[number + 1])
    text = bank.text.tobytes()
    spelt = (text[bank.word_start[row] : bank.word_end[row]] for row in rows)
    return b" ".join(spelt).decode("utf-8", "replace")


def draw(paths: list[str], relations: int, each: int, seed: int) -> Iterator[str]:
    """The lines of a sheet."""
    sentences = list(extracted(paths))
    random.Random(seed).shuffle(sentences)
    drawn: Counter[str] = Counter()
    for name, bank, number in sentences:
        found: list[Gr] = listed(bank, number)
        if drawn.total() >= relations:
            found = [one for one in found if drawn[one.label] < each][:2]
        if not found:
            continue
        yield f"# {name} {number + 1}\t{words(bank, number)}"
        for one in found:
            drawn[one.label] += 1
            yield f"\t{one}\t"


def judged(path: Path) -> Iterator[Judged]:
    """The relations of a sheet; a line without a verdict is an error."""
    place, drawn, whole = "", 0, True
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if line.startswith("#"):
            place, whole = line[1:].partition("\t")[0].strip(), drawn < RELATIONS
            continue
        if not line.strip():
            continue
        verdict, relation, remark, *_ = [*line.split("\t"), "", ""]
        if verdict not in VERDICTS:
            sys.exit(f"{path}:{number}: the verdict {verdict!r} is none of {', '.join(VERDICTS)}")
        drawn += verdict != "missing"
        yield Judged(verdict, relation, remark, place, whole)


def table(found: list[Judged]) -> Iterator[str]:
    """How many relations are right, over all and by relation, where tree and graph are right."""
    yield "| relation | read | right | wrong | source is wrong | % right | missing |"
    yield "|---|---:|---:|---:|---:|---:|---:|"
    yield _row("all in whole sentences", Counter(one.verdict for one in found if one.whole))
    labels = sorted(
        {one.label for one in found}, key=lambda one: (-_count(found, one).total(), one)
    )
    for label in ["", *labels]:
        yield _row(label or "all", _count(found, label))


def _row(name: str, count: Counter[str]) -> str:
    read = count["right"] + count["wrong"]
    share = f"{100 * count['right'] / read:.1f}" if read else ""
    return (
        f"| {name} | {read + count['source']} | {count['right']} | {count['wrong']} | "
        f"{count['source']} | {share} | {count['missing']} |"
    )


def _count(found: list[Judged], label: str) -> Counter[str]:
    return Counter(one.verdict for one in found if label in ("", one.label))


def report(paths: list[Path]) -> Iterator[str]:
    return page(
        "Relations of unseen text, read by eye", "reading.py", _ABOUT, paths,
        judged=judged, table=table, named=lambda one: f"`{one.relation}`",
    )  # fmt: skip


_ABOUT = """\
The documents were set aside before the rules were written: those whose name has a SHA-256 hash that
begins with 8 to f. Nobody looked at them until the rules were finished. Then whole sentences were drawn
at random, and after them more relations of the rare kinds; a reader who had not written the rules
judged each relation by the definitions of the 1999 paper. *Source is wrong* means that the tree or the
graph says something else than the sentence, and extraction follows it; these are left out of the
percentage. *Missing* was only looked for in the whole sentences. Rare relations are over-represented in
*all*; the row above it has whole sentences only, as they come.
"""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    drawing = commands.add_parser("draw")
    drawing.add_argument("files", nargs="+")
    drawing.add_argument("--relations", type=int, default=RELATIONS)
    drawing.add_argument("--each", type=int, default=15)
    drawing.add_argument("--seed", type=int, default=1)
    counting = commands.add_parser("count")
    counting.add_argument("sheets", nargs="+", type=Path)
    counting.add_argument("--write", action="store_true")
    given = parser.parse_args()
    if given.command == "draw":
        for line in draw(given.files, given.relations, given.each, given.seed):
            print(line)
        return
    text = "\n".join(report(sorted(given.sheets)))
    if given.write:
        for sheet in given.sheets:
            lines = sheet.read_text("utf-8").splitlines()
            kept = [line.partition("\t")[0] if line.startswith("#") else line for line in lines]
            sheet.write_text("\n".join(kept) + "\n", "utf-8")
        PAGE.write_text(text, "utf-8")
    print(text)


if __name__ == "__main__":
    main()
