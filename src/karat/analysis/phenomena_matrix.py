"""Which phenomena of gold each system shows, recognised in gold and in the systems by the same rules."""

import numpy as np

from karat.engine.results import Run
from karat.engine.tallied import Tallied
from karat.engine.tallying import Files, tallied_files
from karat.model.bank import Bank
from karat.model.score import Score
from karat.model.tally import Tally
from karat.recognise.evidence import Evidence
from karat.schemes.phenomena import Phenomena
from karat.suites import choosing
from karat.suites.native import Native

# The sentences by which the rules are chosen.
_HEAD = 200


def rules_for(gold: Bank) -> str:
    """The rules for what gold has; a UsageError if there are none."""
    head = gold.slice(0, min(_HEAD, len(gold)))
    kind = "brackets" if head.has_trees else "conllu"
    return choosing.chosen(Native(Evidence.of(head, kind)))[0]


def phenomena_matrix(files: Files, rules: str) -> tuple[Score, ...]:
    """The score of each system over all phenomena that the rules recognise, by phenomenon."""
    return tuple(one.score(("phenomenon",)) for one in tallied_phenomena(files, rules)[1])


def tallied_phenomena(files: Files, rules: str) -> tuple[Run, list[Tallied]]:
    """The systems over all phenomena that the rules recognise, with the counts of every sentence."""
    scheme = Phenomena(mode="exhaustive", recogniser=rules)
    return tallied_files(files, [scheme], by=("phenomenon",))


def missed(tally: Tally) -> dict[str, list[int]]:
    """The sentences (from 0) in which gold has a phenomenon that the system has not, by phenomenon."""
    groups = tally.groups["phenomenon"]
    found: dict[str, list[int]] = {}
    for rows in groups.rows:
        if "matched" not in rows.counts:
            continue
        lost = np.flatnonzero(rows.counts["gold"] > rows.counts["matched"])
        sentences = tally.sentence[rows.sentence[lost]].tolist()
        for key, sentence in zip(rows.key[lost].tolist(), sentences, strict=True):
            found.setdefault(groups.names[key], []).append(sentence)
    return {name: sorted(some) for name, some in found.items()}
