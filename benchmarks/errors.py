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
import csv
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

import karat
from karat.analysis.errors.causes import Causes, causes_of
from karat.analysis.errors.frame import NOT_COMPARED, Error, wrong_rows
from karat.analysis.errors.sentences import Bracket, Sentence, sentences, tiles
from karat.analysis.errors.vocabulary import vocabulary
from karat.analysis.errors.word_graphs import graphs_of
from karat.model.bank import relabelled_pair
from karat.model.labels import base_label
from karat.model.measure import ratio
from karat.schemes import parse
from karat.stats.kappa import cohen

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


def analysed(gold: Path, system: Path, scheme: str) -> Causes:
    """The errors of a system."""
    both = relabelled_pair(karat.read(gold), karat.read(system))
    return causes_of(*both, system.stem, parse(scheme))


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


class Place(NamedTuple):
    """A wrong bracket as sheets write it."""

    system: str
    sentence: int
    side: str
    label: str
    start: int
    end: int


class Labelled(NamedTuple):
    """The error of a bracket within its sentence, its cause, and a second cause that would do."""

    error: str
    cause: str
    second: str = ""


def agreement(gold: Path, sheet: Path, systems: Sequence[str], scheme: str) -> Iterator[str]:
    """How far karat agrees with a sheet: by bracket, by error, and cause by cause."""
    ours: dict[Place, Labelled] = {}
    for text in systems:
        name, _, path = text.partition("=")
        found = analysed(gold, Path(path), scheme)
        trees = found.scheme.needs.layer == "trees"
        ours |= dict(_places(found, name) if trees else _words(found, name))
    hand = dict(_read(sheet))
    if left := [place for place in hand if place.side == "extra"]:
        yield f"rows about words that only the system has, left out: {len(left)}"
        hand = {place: one for place, one in hand.items() if place.side != "extra"}
    both = [place for place in hand if place in ours]
    pairs = [(hand[place], ours[place]) for place in both]
    same = sum(one.cause == other.cause for one, other in pairs)
    near = sum(other.cause in (one.cause, one.second) for one, other in pairs)
    yield f"rows in the sheet: {len(hand)}, of which karat has {len(both)} as wrong"
    for place in (one for one in hand if one not in ours):
        yield f"  not wrong for karat: {place}"
    yield f"same cause: {_share(same, len(both))}; or the second cause: {_share(near, len(both))}"
    names = {cause: at for at, cause in enumerate({one.cause for pair in pairs for one in pair})}
    causes = [np.array([names[pair[side].cause] for pair in pairs], np.int64) for side in (0, 1)]
    yield f"kappa: {cohen(*causes).kappa:.3f}"
    mine, yours = _errors(ours), _errors(hand)
    read = {(place.system, place.sentence) for place in hand}
    unread = [one for one in ours if (one.system, one.sentence) in read and one not in hand]
    yield f"rows that karat has in these sentences and the sheet has not: {len(unread)}"
    mine = {rows: cause for rows, cause in mine.items() if _where(rows) in read}
    shared = [rows for rows in yours if rows in mine]
    alike = sum(yours[rows] == mine[rows] for rows in shared)
    yield (
        f"errors: {len(yours)} by hand, {len(mine)} by karat; the same rows: {len(shared)}, "
        f"and the same cause: {alike} ({_share(alike, len(yours))} of those by hand)"
    )
    yield ""
    yield "| by hand | karat | rows |"
    yield "|---|---|---:|"
    table = Counter((one.cause, other.cause) for one, other in pairs)
    for (one, other), number in sorted(table.items(), key=lambda item: (item[0][0], -item[1])):
        yield f"| {one} | {other} | {number} |"


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole}, {100 * ratio(part, whole):.1f} %"


def _errors(rows: Mapping[Place, Labelled]) -> dict[frozenset[Place], str]:
    """The brackets of each error, and its cause."""
    found: dict[tuple[str, int, str], list[Place]] = {}
    for place, one in rows.items():
        found.setdefault((place.system, place.sentence, one.error), []).append(place)
    return {frozenset(places): rows[places[0]].cause for places in found.values()}


def _where(rows: frozenset[Place]) -> tuple[str, int]:
    one = next(iter(rows))
    return one.system, one.sentence


def _places(found: Causes, name: str) -> Iterator[tuple[Place, Labelled]]:
    """The wrong brackets that karat has explained."""
    numbers = np.arange(len(found.outcome.status))
    wrong = wrong_rows(found.outcome, found.scheme)
    begins = found.outcome.banks[0].token_offset.tolist()
    every = list(sentences(found.outcome, wrong, numbers, vocabulary()))
    seen = Counter[Place]()
    for number, error in enumerate(found.errors.found):
        if error.cause == NOT_COMPARED:
            continue
        sentence = every[error.sentence]
        sides = (
            ("missed", sentence.gold, error.missed),
            ("spurious", sentence.system, error.spurious),
        )
        for side, brackets, rows in sides:
            for one in brackets:
                if one.row in rows:
                    words = sentence.words.rows[one.start : one.end]
                    begin = begins[error.sentence]
                    place = Place(
                        name,
                        error.sentence + 1,
                        side,
                        one.name,
                        words[0] - begin,
                        words[-1] + 1 - begin,
                    )
                    seen[place] += 1
                    yield _numbered(place, seen[place]), Labelled(str(number), error.cause)


def _words(found: Causes, name: str) -> Iterator[tuple[Place, Labelled]]:
    """The words of gold that karat has explained; their label is not part of the place."""
    graphs = graphs_of(found.outcome, found.scheme)
    sentence, row = graphs.sentence, graphs.gold.row
    before = np.cumsum(graphs.gold.present) - graphs.gold.present
    place_of = before - before[np.searchsorted(sentence, sentence)]
    nodes = {int(row[node]): node for node in np.flatnonzero(row >= 0).tolist()}
    for count, error in enumerate(found.errors.found):
        for one in error.missed if error.cause != NOT_COMPARED else ():
            at = int(place_of[nodes[one]])
            place = Place(name, error.sentence + 1, "gold", "", at, at + 1)
            yield place, Labelled(str(count), error.cause)


def _numbered(place: Place, times: int) -> Place:
    """The second bracket of two that are equal has another name."""
    return place if times == 1 else place._replace(label=f"{place.label}#{times}")


def _read(sheet: Path) -> Iterator[tuple[Place, Labelled]]:
    """The rows of a sheet."""
    seen = Counter[Place]()
    with sheet.open(encoding="utf-8", newline="") as stream:
        for row in csv.DictReader(stream, delimiter="\t"):
            trees = row["side"] in ("missed", "spurious")
            label = base_label(row["label"].encode()).decode() if trees else ""
            place = Place(
                row["system"], int(row["sentence"]), row["side"], label, int(row["start"]), int(row["end"])
            )  # fmt: skip
            seen[place] += 1
            remark = row.get("remark") or ""
            second = remark.partition("or:")[2].split(";")[0].strip()
            yield _numbered(place, seen[place]), Labelled(row["error"], row["cause"], second)


if __name__ == "__main__":
    sys.exit(main())
