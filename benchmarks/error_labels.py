"""How far the causes that `karat errors` finds agree with errors labelled by hand (see errors.py)."""

import csv
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

import karat
from karat.analysis.errors.causes import Causes, causes_of
from karat.analysis.errors.frame import NOT_COMPARED, wrong_rows
from karat.analysis.errors.sentences import sentences
from karat.analysis.errors.vocabulary import vocabulary
from karat.analysis.errors.word_graphs import graphs_of
from karat.model.bank import relabelled_pair
from karat.model.labels import base_label
from karat.model.measure import ratio
from karat.schemes import parse
from karat.stats.kappa import cohen


def analysed(gold: Path, system: Path, scheme: str) -> Causes:
    """The errors of a system."""
    both = relabelled_pair(karat.read(gold), karat.read(system))
    return causes_of(*both, system.stem, parse(scheme))


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
