"""Fill a store with many runs on one board, fast: for tests and for measurements.

Gold and the trees of two systems are generated. Every run mixes the sentences of the two systems, so
that its counts, its file and its figures fit each other, and nothing has to be scored again.
"""

import hashlib
import random
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from karat.analysis.intervals import with_intervals
from karat.engine.tallied import Tallied
from karat.engine.tallying import Files, tallied_files
from karat.model.signature import recipe
from karat.model.tally import Tally
from karat.schemes import parse
from karat.stats.plan import Plan
from karat.store.records import NewEntry, NewFile, NewRun
from karat.views import Views

_WORDS = {
    "DT": ["the", "a", "this", "every", "no"],
    "JJ": ["old", "quiet", "green", "sudden", "small", "careful"],
    "NN": ["gardener", "river", "letter", "engine", "window", "harbour", "story", "market"],
    "NNP": ["Mara", "Oslo", "Tobias", "Lisbon"],
    "VBD": ["found", "left", "painted", "carried", "heard", "sold", "mended"],
    "IN": ["in", "behind", "near", "with", "under", "after"],
    "RB": ["slowly", "often", "never", "gladly"],
    "CC": ["and", "or"],
}
# Sizes of samples for the intervals: they need not be exact here.
_PLAN = Plan(samples=200)
_SYSTEMS = ("baseline", "beam-8", "beam-16", "chart", "distilled", "ensemble", "greedy", "large")
_TAGS = (("nightly",), ("nightly", "dev"), ("paper",), ())


class Seed(NamedTuple):
    """Generated files: gold, two systems, and the results of both systems under a scheme."""

    scheme: str
    gold: bytes
    lines: tuple[list[str], list[str]]
    tallied: tuple[Tallied, Tallied]


def seed(sentences: int = 2400, scheme: str = "evalb(failed=empty)", number: int = 1) -> Seed:
    """Gold of so many sentences, and two systems of different quality; the same for the same number."""
    chance = random.Random(number)
    trees = [_sentence(chance) for _ in range(sentences)]
    gold = "".join(f"{_text(tree)}\n" for tree in trees).encode()
    lines = [_parsed(trees, noise, chance) for noise in (0.06, 0.10)]
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, name) for name in ("gold.mrg", "first.mrg", "second.mrg")]
        for path, content in zip(paths, (gold, *map(_joined, lines)), strict=True):
            path.write_bytes(content)
        systems = {"first": str(paths[1]), "second": str(paths[2])}
        files = Files(str(paths[0]), systems, Views())
        run, found = tallied_files(files, [parse(scheme)], threads=1)
    first, second = (one._replace(run=replace(run, gold="gold.mrg", results=[])) for one in found)
    return Seed(scheme, gold, (lines[0], lines[1]), (first, second))


def runs(
    made: Seed, count: int, *, kept: int = 20, systems: Sequence[str] = _SYSTEMS
) -> Iterator[NewRun]:
    """So many runs, each of one system; the content of the system's file is there for the first ``kept``."""
    for at in range(count):
        chance = np.random.default_rng(at)
        share = 0.5 + 0.5 * at / max(count - 1, 1) * chance.random()
        name = systems[at % len(systems)]
        yield mixed(made, name, chance.random(len(made.lines[0])) < share, at, content=at < kept)


def mixed(made: Seed, system: str, first: Any, number: int = 0, *, content: bool = True) -> NewRun:
    """A run of one system, whose sentences are those of the first system where ``first`` is true."""
    one, other = made.tallied
    tally = _mixed(one.tally, other.tally, first)
    scheme, path = one.result.scheme, f"{system}.mrg"
    total = tally.total(scheme.measures(), distributions=scheme.distributions)
    result = replace(one.result, system=path, total=total, failures=())
    tallied = Tallied(system, result, one.run, tally)
    score = with_intervals(replace(tallied.score(), tally=tally), _PLAN)
    text = _joined(a if mine else b for a, b, mine in zip(*made.lines, first, strict=True))
    digest = hashlib.sha256(made.gold).hexdigest()
    document = {
        "karat": "0.1.0",
        "gold": {"path": "gold.mrg", "sha256": digest, "sentences": len(first)},
        "results": [score.as_dict()],
    }
    files = (
        _file("gold", "gold.mrg", "gold.mrg", made.gold, content=content),
        _file("system", system, path, text, content=content),
    )
    entry = NewEntry(tallied, recipe(scheme, digest), score.as_dict())
    command = f"karat score gold.mrg {system}={path} --scheme '{scheme}' --save {system}-{number}"
    return NewRun(
        "score",
        f"{system}-{number}",
        command,
        document,
        files,
        (entry,),
        _TAGS[number % len(_TAGS)],
    )


def fill(store: Any, count: int = 1000, sentences: int = 2400, *, kept: int = 20) -> list[str]:
    """Save so many runs of so many sentences; their ids."""
    return [store.save(one) for one in runs(seed(sentences), count, kept=kept)]


def _file(role: str, name: str, path: str, text: bytes, *, content: bool) -> NewFile:
    digest = hashlib.sha256(text).hexdigest()
    return NewFile(role, name, path, digest, len(text), text if content else None)


def _mixed(one: Tally, other: Tally, first: Any) -> Tally:
    counts = np.where(np.asarray(first)[:, None], one.counts, other.counts)
    return Tally(
        one.names, counts, np.where(first, one.status, other.status), one.length, one.sentence
    )


def _joined(lines: Any) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


def _sentence(chance: random.Random) -> list[Any]:
    body = [_phrase("NP", chance, 0), _phrase("VP", chance, 0)]
    if chance.random() < 0.3:
        body.insert(0, _phrase("PP", chance, 1))
    return ["S", *body, [".", "."]]


def _phrase(label: str, chance: random.Random, depth: int) -> list[Any]:
    def word(tag: str) -> list[str]:
        return [tag, chance.choice(_WORDS[tag])]

    deeper = chance.random() < 0.7 / (1 + depth)
    if label == "PP":
        return ["PP", word("IN"), _phrase("NP", chance, depth + 1)]
    if label == "VP":
        parts = [word("VBD"), _phrase("NP", chance, depth + 1)]
        parts += [_phrase("PP", chance, depth + 1)] if deeper else []
        parts += [["ADVP", word("RB")]] if chance.random() < 0.2 else []
        if chance.random() < 0.2 and depth < 2:
            return ["VP", ["VP", *parts], word("CC"), _phrase("VP", chance, depth + 2)]
        return ["VP", *parts]
    if chance.random() < 0.2:
        return ["NP", word("NNP")]
    simple = ["NP", word("DT"), *([word("JJ")] if chance.random() < 0.4 else []), word("NN")]
    return ["NP", simple, _phrase("PP", chance, depth + 1)] if deeper else simple


def _parsed(trees: Sequence[list[Any]], noise: float, chance: random.Random) -> list[str]:
    """What a parser makes of the sentences: it slips now and then, and fails on one of 400."""
    return [
        "" if chance.random() < 0.0025 else _text(_slipped(tree, noise, chance)) for tree in trees
    ]


def _slipped(tree: list[Any], noise: float, chance: random.Random) -> list[Any]:
    label, *children = tree
    if isinstance(children[0], str):
        return tree
    found: list[Any] = [
        chance.choice(["NP", "VP", "ADJP"]) if chance.random() < noise / 3 else label
    ]
    for child in (_slipped(one, noise, chance) for one in children):
        is_phrase = not isinstance(child[1], str)
        found += child[1:] if is_phrase and chance.random() < noise else [child]
    return found


def _text(tree: list[Any]) -> str:
    label, *children = tree
    return f"({label} {' '.join(one if isinstance(one, str) else _text(one) for one in children)})"
