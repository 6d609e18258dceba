"""The sentences behind each cause of errors and behind each label in error."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from karat.analysis.errors.frame import Error
from karat.model.columns import Bools
from karat.model.groups import Groups
from karat.model.outcome import Keys, Outcome, Status
from karat.model.scheme import LabelNames, Scheme


class SentenceErrors(NamedTuple):
    """The numbers of sentences, from 0, by cause and by label; ``scheme`` is what they were compared under.

    ``analysed`` is False if there is no analysis of errors for the scheme.
    """

    scheme: str
    analysed: bool
    causes: Mapping[str, Sequence[int]]
    labels: Mapping[str, Sequence[int]]


def sentence_errors(
    scheme: Scheme, outcome: Outcome, errors: Sequence[Error] | None
) -> SentenceErrors:
    """Which sentences have errors of which causes, and wrong rows of which labels; most frequent first."""
    causes: dict[str, set[int]] = {}
    for one in errors or ():
        causes.setdefault(one.cause, set()).add(one.sentence)
    return SentenceErrors(
        str(scheme), errors is not None, _most_first(causes), _labels(scheme, outcome)
    )


def merged(parts: Iterable[Mapping[str, Sequence[int]]]) -> dict[str, list[int]]:
    """The sentences of several systems by cause or label: those in which at least one has it."""
    found: dict[str, set[int]] = {}
    for part in parts:
        for name, numbers in part.items():
            found.setdefault(name, set()).update(numbers)
    return _most_first(found)


def _labels(scheme: Scheme, outcome: Outcome) -> dict[str, list[int]]:
    """The scored sentences in which only one side has a row of a label; nothing if rows have none."""
    if "label" not in {one.name for one in scheme.breakdowns}:
        return {}
    scored = outcome.status == Status.SCORED
    if outcome.plain is None or outcome.aligned is None:
        return _most_first(_wrong_labels(outcome, scored))
    # The rows of aligned sentences are in an outcome of their own.
    sentences, part = outcome.aligned()
    scored[sentences] = False
    apart = _wrong_labels(part, part.status == Status.SCORED)
    moved = {name: [int(sentences[at]) for at in some] for name, some in apart.items()}
    return merged([_most_first(_wrong_labels(outcome, scored)), moved])


def _wrong_labels(outcome: Outcome, scored: Bools) -> dict[str, set[int]]:
    if "label" in outcome.keys:
        keys = outcome.keys["label"]()
        if isinstance(keys, Groups):
            return {}
    else:
        labels = outcome.banks[0].labels
        keys = Keys(LabelNames(labels), outcome.gold.label, outcome.system.label)
    found: dict[str, set[int]] = {}
    sides = (
        (keys.gold, outcome.gold.sentence(), outcome.gold_hit),
        (keys.system, outcome.system.sentence(), outcome.system_hit),
    )
    for key, sentence, hit in sides:
        wrong = (hit == 0) & scored[sentence]
        for label, at in {*zip(key[wrong].tolist(), sentence[wrong].tolist(), strict=True)}:
            found.setdefault(keys.names[label], set()).add(at)
    return found


def _most_first(found: Mapping[str, set[int]]) -> dict[str, list[int]]:
    order = sorted(found, key=lambda name: (-len(found[name]), name))
    return {name: sorted(found[name]) for name in order}
