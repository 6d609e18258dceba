"""The causes that `karat errors` finds, beside another program's counts and beside labels by hand.

    python benchmarks/errors.py counts FOLDER
    python benchmarks/errors.py labels GOLD SHEET.tsv NAME=SYSTEM… [--scheme SCHEME]

`counts` prints a table for each SYSTEM.causes.txt in a folder with gold.mrg and SYSTEM.mrg (gum-news of the
corpora): the errors that karat counts, and those that the program of Kummerfeld, Hall, Curran and Klein
(2012) counted. The column "renamed" has karat's errors under the names that their program would give
them, so that differences of names and differences of counting can be told apart.

`labels` measures agreement with errors labelled by hand. A sheet has the columns system, sentence (from 1),
side, label, start, end, error and cause; start and end count all words of the sentence from 0. The errors
of a sentence have numbers of their own. A remark `or: CAUSE` gives a second cause. For trees, the side is
missed or spurious. For dependencies it is gold: a word of gold with a wrong head or label; other rows of
the sheet, about words that only the system has, are left out.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from error_labels import agreement, analysed
from karat.analysis.errors.causes import Causes
from karat.analysis.errors.frame import NOT_COMPARED, Error, wrong_rows
from karat.analysis.errors.sentences import Bracket, Sentence, sentences, tiles
from karat.analysis.errors.vocabulary import vocabulary

SCHEME = "evalb(params=collins)"
REST = "clause boundary, other"
# Their names for our causes.
THEIRS = {
    "Different label": "label",
    "Unary": "unary",
    "XoverX Unary": "unary",
    "Co-ordination": "coordination",
    "NP Internal Structure": "NP-internal structure",
    "UNSET add": REST,
    "UNSET remove": REST,
    "UNSET move": REST,
    "Single Word Phrase": "single-word phrase",
}


def main() -> int:
    """Run what was asked for."""
    arguments = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    verbs = arguments.add_subparsers(dest="verb", required=True)
    counts = verbs.add_parser("counts")
    counts.add_argument("folder", type=Path)
    labels = verbs.add_parser("labels")
    labels.add_argument("gold", type=Path)
    labels.add_argument("sheet", type=Path)
    labels.add_argument("systems", nargs="+", metavar="NAME=SYSTEM")
    labels.add_argument("--scheme", default=SCHEME)
    given = arguments.parse_args()
    lines = (
        compared(given.folder)
        if given.verb == "counts"
        else agreement(given.gold, given.sheet, given.systems, given.scheme)
    )
    for line in lines:
        sys.stdout.write(line + "\n")
    return 0


def compared(folder: Path) -> Iterator[str]:
    """A table for each system that the other program has counted."""
    for path in sorted(folder.glob("*.causes.txt")):
        name = path.name.removesuffix(".causes.txt")
        found = analysed(folder / "gold.mrg", folder / f"{name}.mrg", SCHEME)
        ours = Counter(_cause(one.cause) for one in found.errors.found)
        named = Counter(_cause(renamed) for renamed in _renamed(found))
        theirs = _counted(path)
        ours.pop(NOT_COMPARED, None)
        yield f"| {name} | karat | renamed | Kummerfeld et al. |"
        yield "|---|---:|---:|---:|"
        for cause in sorted({*ours, *theirs}, key=lambda one: -theirs[one]):
            yield f"| {cause} | {ours[cause]} | {named[cause]} | {theirs[cause]} |"
        yield f"| all | {ours.total()} | {named.total()} | {theirs.total()} |"
        yield ""


def _cause(name: str) -> str:
    return REST if name in ("clause boundary", "other") else name


def _counted(path: Path) -> Counter[str]:
    """The numbers of errors in a file of the other program, under our names."""
    found = Counter[str]()
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            errors, _, name = line.split(" ", 2)
            found[THEIRS.get(name, name.replace("Attachment", "attachment"))] += int(errors)
    lower = {"Clause attachment": "clause attachment", "Modifier attachment": "modifier attachment"}
    return Counter({lower.get(name, name): number for name, number in found.items()})


def _renamed(found: Causes) -> Iterator[str]:
    """Each error under the name that the other program's rules give it."""
    outcome, scheme = found.outcome, found.scheme
    errors = [one for one in found.errors.found if one.cause != NOT_COMPARED]
    numbers = np.unique([one.sentence for one in errors])
    known = vocabulary()
    every = {
        one.number: one for one in sentences(outcome, wrong_rows(outcome, scheme), numbers, known)
    }
    for one in errors:
        yield _their_name(one, every[one.sentence])


def _their_name(error: Error, sentence: Sentence) -> str:
    """Their rules: first what moved; then one word, label, chain; then what is inside a node."""
    rows = [one for one in sentence.gold if one.row in error.missed]
    rows += [one for one in sentence.system if one.row in error.spurious]
    if ": " in error.detail and (len(rows) > 1 or error.cause != "NP-internal structure"):
        return error.cause
    if all(one.end - one.start == 1 for one in rows):
        return "single-word phrase"
    if error.cause in ("label", "unary"):
        return error.cause
    side = sentence.gold if error.missed else sentence.system
    first = rows[0]
    if any(one.wrong and one[:2] == first[:2] and one.row < first.row for one in side):
        return "unary"  # the second node of a chain that is added or removed
    # Their program mends one node after the other, so that wrong nodes before this one are gone.
    left = [one for one in side if not one.wrong or one.row >= first.row]
    return _their_node(first, left, sentence)


def _their_node(one: Bracket, side: Sequence[Bracket], sentence: Sentence) -> str:
    """The name of a node that is added or removed."""
    tags = sentence.words.tags
    inside = [name for name, _, _ in tiles(side, tags, one[:2], one)]
    outer = [
        other for other in side
        if other.start <= one.start and one.end <= other.end and other[:2] != one[:2]
    ]  # fmt: skip
    family = tiles(side, tags, outer[-1][:2], outer[-1]) if outer else []
    behind = next((name for name, start, _ in family if start == one.end), "")
    # Their program looks for a conjunction behind a node only if the node is removed.
    if (behind == "CC" and one in sentence.system) or one.name == "UCP":
        return "coordination"
    if "PP" in inside[1:]:
        return "PP attachment"
    if {"S", "SBAR", "SINV"} & {*inside[1:]}:
        return "clause attachment"
    phrases = {other[:2] for other in side if one.start <= other.start and other.end <= one.end}
    if outer and outer[-1].name == "NP" and phrases == {one[:2]}:
        return "NP-internal structure"
    if one.name in ("ADVP", "ADJP") or {"ADVP", "ADJP"} & {*inside[1:]}:
        return "modifier attachment"
    if all(name == one.name for name in inside):
        return "NP-internal structure" if one.name == "NP" else "coordination"
    return REST


if __name__ == "__main__":
    sys.exit(main())
