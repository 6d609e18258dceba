"""Recognised phenomena to be read by eye: draw a sample of sentences, count what the reader found.

    python benchmarks/phenomena_reading.py draw ud FILE… --seed 1 --hits 10 --whole 60 --out sheet.tsv
    python benchmarks/phenomena_reading.py count benchmarks/readings/phenomena/*.tsv
    python benchmarks/phenomena_reading.py count benchmarks/readings/phenomena/*.tsv --write

`draw` takes --whole sentences with all their names, then sentences for the phenomena that have fewer
than --hits hits so far. A hash of seed, document and sentence decides which; a document gives its
second sentence only after every document has given one. A document is a file, or what `# newdoc`
begins in CoNLL-U. The sheet has a line `# document:sentence`, the words, and `whole` where all names
of the sentence were drawn. Below it each line has a verdict, a phenomenon and a remark. The reader
writes the verdict: `right`, `wrong`, or `source` where the analysis itself is wrong and the name is
what it says. In a sentence marked `whole`, the reader adds a line `missing` for each phenomenon that
was not found. `count` prints the tables, and with --write also docs/phenomena-reading.md; it then drops
the words from the sheets, so that a sheet in the repository has no text.
"""

import argparse
import hashlib
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import karat
from karat.files.phenomena import catalogue
from karat.model.errors import KaratError, unknown
from karat.recognise.evidence import Evidence
from karat.recognise.rules import Recogniser, load
from karat.views.erase import NULL, erased
from sheets import VERDICTS, page

PAGE = Path(__file__).resolve().parent.parent / "docs" / "phenomena-reading.md"
# Below this percentage, or with fewer hits, a phenomenon is listed as doubtful.
LOWEST, FEWEST = 80, 8
_NEWDOC = re.compile(r"^# newdoc(?: id)? = (.+)$", re.MULTILINE)


_COLUMNS = (
    "phenomenon", "read", "right", "wrong", "source is wrong", "precision",
    "right in whole sentences", "missing", "recall",
)  # fmt: skip


class Sentence(NamedTuple):
    """A sentence, where it is, and the phenomena that were recognised in it."""

    document: str
    number: int  # in its document, from 1
    words: str
    names: tuple[str, ...]

    @property
    def place(self) -> str:
        return f"{self.document}:{self.number}"


class Judged(NamedTuple):
    """A name, what the reader says of it, and where it was found."""

    verdict: str
    phenomenon: str
    remark: str
    place: str
    whole: bool  # whether all names of its sentence were drawn


def recognised(recogniser: Recogniser, path: str) -> Iterator[Sentence]:
    """Every sentence of a file that has more than three words."""
    bank = karat.read(path)
    evidence = Evidence.of(bank, recogniser.format)
    null = erased(bank) == NULL if recogniser.format == "brackets" else None
    document, first = Path(path).stem, 0
    for i, names in enumerate(recogniser(evidence)):
        begun = _NEWDOC.search(evidence.texts[i]) if recogniser.format == "conllu" else None
        if begun:
            document, first = begun[1].strip(), i
        words = bank.words(i)
        if null is not None:
            start = bank.token_offset[i]
            words = [word for at, word in enumerate(words, start) if not null[at]]
        if len(words) > 3:
            text = b" ".join(words).decode("utf-8", "replace")
            yield Sentence(document, i - first + 1, text, names)


def spread(sentences: Iterable[Sentence], seed: int) -> list[Sentence]:
    """In the order in which they are drawn: one of each document, then the second of each, and so on.

    >>> one, two, other = (Sentence(*place, "", ()) for place in (("a", 1), ("a", 2), ("b", 1)))
    >>> [sentence.place for sentence in spread([one, two, other], 1)][-1][0]
    'a'
    """

    def key(sentence: Sentence) -> str:
        return hashlib.sha256(f"{seed} {sentence.place}".encode()).hexdigest()

    drawn: Counter[str] = Counter()
    turns = []
    for sentence in sorted(sentences, key=key):
        drawn[sentence.document] += 1
        turns.append((drawn[sentence.document], key(sentence), sentence))
    return [sentence for _, _, sentence in sorted(turns)]


def draw(
    sentences: Sequence[Sentence], phenomena: Sequence[str], hits: int, whole: int, seed: int
) -> Iterator[str]:
    """The lines of a sheet."""
    order = spread(sentences, seed)
    entire = order[:whole]
    count = Counter(name for sentence in entire for name in sentence.names)
    chosen: dict[Sentence, list[str]] = {}
    for name in sorted(phenomena, key=lambda one: sum(one in each.names for each in order)):
        showing = spread([one for one in order if name in one.names], seed)
        further = [one for one in showing if one not in entire]
        for sentence in further[: max(0, hits - count[name])]:
            chosen.setdefault(sentence, []).append(name)
    for sentence in entire:
        yield f"# {sentence.place}\t{sentence.words}\twhole"
        yield from (f"\t{name}\t" for name in sentence.names)
    for sentence, names in chosen.items():
        yield f"# {sentence.place}\t{sentence.words}\t"
        yield from (f"\t{name}\t" for name in names)


def judged(path: Path) -> Iterator[Judged]:
    """The lines of a sheet; a line without a verdict or with an unknown phenomenon is an error."""
    known = catalogue()
    place, whole = "", False
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if line.startswith("#"):
            place, *rest = line[1:].split("\t")
            whole = bool(rest) and rest[-1].strip() == "whole"
            continue
        if not line.strip():
            continue
        verdict, phenomenon, remark, *_ = [one.strip() for one in [*line.split("\t"), "", ""]]
        if verdict not in VERDICTS:
            sys.exit(f"{path}:{number}: the verdict {verdict!r} is none of {', '.join(VERDICTS)}")
        if verdict == "missing" and not whole:
            sys.exit(f"{path}:{number}: 'missing' counts only below a sentence marked whole")
        if phenomenon not in known:
            sys.exit(f"{path}:{number}: {unknown('phenomenon', phenomenon, known)}")
        yield Judged(verdict, phenomenon, remark, place.strip(), whole)


@dataclass(frozen=True)
class Row:
    """The figures of one phenomenon, or of several together."""

    name: str
    count: Counter[str]
    found: int  # right hits in whole sentences

    @classmethod
    def of(cls, name: str, judgements: Sequence[Judged]) -> "Row":
        found = sum(one.whole and one.verdict == "right" for one in judgements)
        return cls(name, Counter(one.verdict for one in judgements), found)

    @property
    def hits(self) -> int:
        """The hits that count: those whose analysis is right."""
        return self.count["right"] + self.count["wrong"]

    @property
    def doubtful(self) -> bool:
        few = self.hits < FEWEST
        return few or 100 * self.count["right"] < LOWEST * self.hits

    def __str__(self) -> str:
        right, wrong, source, missing = (self.count[verdict] for verdict in VERDICTS)
        cells = (
            self.name, self.hits + source, right, wrong, source, percentage(right, self.hits),
            self.found, missing, percentage(self.found, self.found + missing),
        )  # fmt: skip
        return f"| {' | '.join(map(str, cells))} |"


def percentage(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}" if whole else ""


def table(found: list[Judged]) -> Iterator[str]:
    """Precision over all hits and recall in whole sentences, for all and for each phenomenon."""
    yield f"| {' | '.join(_COLUMNS)} |"
    yield f"|---{'|---:' * (len(_COLUMNS) - 1)}|"
    names = sorted({one.phenomenon for one in found})
    rows = [Row.of(name, [one for one in found if one.phenomenon == name]) for name in names]
    yield str(Row.of("all in whole sentences", [one for one in found if one.whole]))
    yield str(Row.of("all", found))
    yield from map(str, rows)
    counted = sum(row.hits >= FEWEST for row in rows)
    low = [row.name for row in rows if row.doubtful and row.hits >= FEWEST]
    few = [row.name for row in rows if row.hits < FEWEST]
    yield f"\nPhenomena with {FEWEST} hits or more: {counted}."
    yield f"Of these, below {LOWEST} %: {', '.join(low) or 'none'}."
    yield f"Fewer than {FEWEST} hits: {', '.join(few) or 'none'}."


def report(paths: list[Path]) -> Iterator[str]:
    return page(
        "Phenomena recognised in unseen text, read by eye", "phenomena_reading.py", _ABOUT, paths,
        judged=judged, table=table, named=lambda one: one.phenomenon,
    )  # fmt: skip


_ABOUT = """\
The documents were set aside by a hash of their names before the rules were corrected. Nobody looked at
them until the rules were finished. Then whole sentences were drawn, and after them more sentences for
the phenomena that are rare. A reader who had not written the rules judged every name by the definitions
of the phenomena. *Source is wrong* means that the tree or the graph says something else than the
sentence, and the rule follows it; these hits are left out of the precision. *Missing* was only looked for
in the whole sentences, so recall is a figure of these. Rare phenomena are over-represented in *all*;
the row above it has whole sentences only, as they come.

*First* was read with the rules as they were then. What fell below 80 per cent there was corrected on other
text; *second* has other sentences of the same documents for these phenomena, and for some that had few
hits, read with the corrected rules. A phenomenon that is below 80 per cent in its last reading is marked
experimental in the rules, and does not count in scores. After the second reading, one more rule was
changed: in graphs, a clause with *which* is no cleft. That was the kind of the two errors in *first*.
"""


def without_words(sheet: str) -> str:
    """A sheet without the words of its sentences.

    >>> without_words("# a:1\\tshe sleeps\\twhole\\nright\\tintransitive\\t")
    '# a:1\\t\\twhole\\nright\\tintransitive\\t\\n'
    """
    lines = sheet.splitlines()
    kept = [re.sub(r"\t.*\t", "\t\t", line) if line.startswith("#") else line for line in lines]
    return "\n".join(kept) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    drawing = commands.add_parser("draw")
    drawing.add_argument("rules", help="a recogniser: ptb, ud, … or a file of rules")
    drawing.add_argument("files", nargs="+", help="in the format of the rules")
    drawing.add_argument("--seed", type=int, default=1)
    drawing.add_argument("--hits", type=int, default=10, help="of each phenomenon")
    drawing.add_argument("--whole", type=int, default=60, help="sentences with all their names")
    drawing.add_argument("--out", type=Path, help="the sheet (default: standard output)")
    counting = commands.add_parser("count")
    counting.add_argument("sheets", nargs="+", type=Path)
    counting.add_argument("--write", action="store_true", help=f"also write docs/{PAGE.name}")
    given = parser.parse_args()
    if given.command == "draw":
        try:
            rules = load(given.rules)
            sentences = [one for path in given.files for one in recognised(rules, path)]
        except KaratError as error:
            sys.exit(str(error))
        lines = draw(sentences, rules.phenomena, given.hits, given.whole, given.seed)
        sheet = "".join(line + "\n" for line in lines)
        if given.out:
            given.out.write_text(sheet, "utf-8")
        else:
            sys.stdout.write(sheet)
        return
    text = "\n".join(report(sorted(given.sheets)))
    if given.write:
        for path in given.sheets:
            path.write_text(without_words(path.read_text("utf-8")), "utf-8")
        PAGE.write_text(text, "utf-8")
    print(text)


if __name__ == "__main__":
    main()
