"""Real runs as populations of sentences, from which test sets are drawn (see significance.py)."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

import karat
from karat.model.columns import Longs
from karat.model.documents import documents_of
from karat.model.outcome import Status
from karat.schemes import parse
from karat.stats.additive import Additive, additives

CORPORA = Path(
    os.environ.get("KARAT_CORPORA", Path(__file__).resolve().parents[2] / "shared" / "data")
)


@dataclass(frozen=True, eq=False)
class Population:
    """The sentences of a real run: one or two systems, some figures, and the document of each sentence."""

    name: str
    systems: Sequence[Additive]
    names: tuple[str, ...]
    documents: Longs

    def __len__(self) -> int:
        return len(self.systems[0])

    def drawn(self, rows: Longs) -> list[Additive]:
        """These sentences as a test set."""
        return [replace(one, values=one.values[rows]) for one in self.systems]

    def truth(self) -> dict[str, float]:
        return self.systems[0].totals()


def gum_news(scheme: str, names: tuple[str, ...]) -> Population:
    """Two parsers on gum-news; the file does not know its documents."""
    gold = karat.read(str(CORPORA / "gum-news/gold.mrg"))
    files = [CORPORA / f"gum-news/{name}.mrg" for name in ("benepar", "stanza")]
    return _population(f"gum-news, {scheme}", scheme, names, gold, files)


def en_ewt(systems: Sequence[str], names: tuple[str, ...]) -> Population:
    """Two systems of the shared task of 2018; the gold file says where documents begin."""
    folder = CORPORA / "conll18/en_ewt"
    gold = karat.read(str(folder / "gold.conllu"))
    files = [folder / f"{name}.conllu" for name in systems]
    return _population("en_ewt, conll18", "conll18", names, gold, files)


def gum_trees() -> Population:
    """Heads derived from gold trees, as one system, against gold dependencies, in 27 documents."""
    files = sorted((CORPORA / "gum/dep").glob("*.conllu"))
    scheme = parse("deps")
    rows, documents = list[Additive](), list[int]()
    for number, path in enumerate(files):
        trees = karat.read(str(CORPORA / "gum/const" / f"{path.stem}.ptb"))
        tally = karat.score(karat.read(str(path)), trees, scheme).tally
        assert tally is not None
        rows.append(Additive.of(tally, scheme).only(["uas"]))
        documents += [number] * len(tally)
    values = np.concatenate([one.values for one in rows])
    joined = [replace(rows[0], values=values)]
    return Population("gum, deps (heads derived from trees)", joined, ("uas",), np.array(documents))


def _population(
    name: str, scheme: str, names: tuple[str, ...], gold: karat.Bank, files: Sequence[Path]
) -> Population:
    """The sentences that have a score for all systems."""
    scores = [karat.score(gold, karat.read(str(path)), scheme) for path in files]
    tallies = [one.tally for one in scores if one.tally is not None]
    keep = np.logical_and.reduce([one.status == Status.SCORED for one in tallies])
    known = documents_of(gold)
    documents = known.number if known else np.arange(len(keep))
    systems = additives([one.where(keep) for one in tallies], parse(scheme))
    return Population(name, [one.only(names) for one in systems], names, documents[keep])
