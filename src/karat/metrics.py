"""Metrics in the form that other libraries call: Hugging Face's evaluate, and spaCy.

None of these libraries is imported.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from karat.engine.metric import Metric
from karat.model.errors import UsageError
from karat.model.scheme import Scheme
from karat.model.score import Score
from karat.schemes import chosen

_INPUTS = ("predictions", "references")


class EvaluationModule:
    """A scheme with the methods of a metric of Hugging Face's evaluate; ``evaluate.combine`` takes it too.

    References are gold. ``compute`` returns every figure of the scheme, and begins anew. ``score`` is then
    the Score, with counts and signature. ``metric`` has the batches added so far; those of other processes
    can be merged into it.

    >>> import karat
    >>> module = karat.metrics.load("evalb")
    >>> gold, system = ["(S (A (N a) (N b)) (N c))"], ["(S (N a) (A (N b) (N c)))"]
    >>> module.compute(predictions=system, references=gold)["recall"]
    0.5
    >>> module.add_batch(predictions=gold, references=gold)
    >>> module.add(prediction=system[0], reference=gold[0])
    >>> module.compute()["recall"], module.score.counts["gold"]
    (0.75, 4)
    """

    def __init__(self, scheme: str | Scheme) -> None:
        self.scheme = chosen(scheme)
        self.metric = Metric(self.scheme)
        self.score: Score | None = None

    @property
    def name(self) -> str:
        """The name of the scheme, with which ``evaluate.combine`` marks its figures."""
        return self.scheme.name

    @property
    def description(self) -> str:
        """What the scheme measures."""
        return (self.scheme.__doc__ or "").strip()

    @property
    def citation(self) -> str:
        """The paper of the scheme."""
        return self.scheme.citation

    @property
    def features(self) -> dict[str, str]:
        """What ``compute`` takes: strings, or all else that ``karat.score`` takes."""
        return dict.fromkeys(_INPUTS, "string")

    def _feature_names(self) -> list[str]:
        """What ``evaluate.combine`` asks for."""
        return list(_INPUTS)

    def add(
        self, *, prediction: Any = None, reference: Any = None,
        predictions: Any = None, references: Any = None,
    ) -> None:  # fmt: skip
        """Add one sentence; evaluate.combine calls the arguments by their plurals."""
        reference = references if reference is None else reference
        if reference is None:
            raise UsageError("add needs a reference, which is gold's tree")
        system = predictions if prediction is None else prediction
        self.metric.update([reference], [system])

    def add_batch(self, *, predictions: Any = None, references: Any = None) -> None:
        """Add several sentences; None in predictions is a missing parse."""
        if predictions is None or references is None:
            raise UsageError(
                "predictions (the system's trees) and references (gold) are both needed"
            )
        self.metric.update(references, predictions)

    def compute(self, *, predictions: Any = None, references: Any = None) -> dict[str, float]:
        """The figures of what was added, and of these sentences."""
        if predictions is not None or references is not None:
            self.add_batch(predictions=predictions, references=references)
        self.score = self.metric.compute()
        self.metric.reset()
        return dict(self.score.measures)

    def __repr__(self) -> str:
        return f"EvaluationModule({self.scheme})"


def load(scheme: str | Scheme) -> EvaluationModule:
    """A scheme as a metric of Hugging Face's evaluate.

    >>> load("evalb(params=collins)").name
    'evalb'
    """
    return EvaluationModule(scheme)


def spacy_scorer(
    scheme: str = "deps(punctuation=no)",
) -> Callable[..., dict[str, Any]]:
    """A scorer of dependencies for spaCy, which takes Examples; in a config it is ``karat.deps.v1``.

    It returns ``dep_uas``, ``dep_las`` and ``dep_las_per_type``, as spaCy's own scorer does. ``scheme`` is
    ``deps`` with options. Each Example is compared as a whole. spaCy's own scorer leaves out words that
    *either* side calls punctuation; here gold decides for both sides. Sentences with other tokens are
    aligned.

    >>> score = spacy_scorer("deps")
    >>> score([])["dep_las"] is None
    True
    """
    wanted = chosen(scheme)
    if wanted.name != "deps":
        raise UsageError(f"spaCy's keys are those of dependencies: give deps, not {wanted.name}")

    def score(examples: Iterable[Any], **_: Any) -> dict[str, Any]:
        every = list(examples)
        gold, system = (
            [getattr(one, side) for one in every] for side in ("reference", "predicted")
        )
        return _spacy_keys(_scored(wanted, gold, system))

    return score


def _scored(scheme: Scheme, gold: Sequence[Any], system: Sequence[Any]) -> Score | None:
    if not any(doc.has_annotation("DEP") for doc in gold):
        return None
    metric = Metric(scheme, by=("label",))
    metric.update(gold, system)
    return metric.compute()


def _spacy_keys(score: Score | None) -> dict[str, Any]:
    """Figures under spaCy's names: undefined is None for all, and 0 for a label, as in spaCy."""
    if score is None:
        return dict.fromkeys(("dep_uas", "dep_las", "dep_las_per_type"))
    by_label = {
        label: {
            short: 0.0 if math.isnan(value := row["measures"][name]) else value
            for short, name in (("p", "precision"), ("r", "recall"), ("f", "f1"))
        }
        for label, row in score.groups["label"].items()
    }
    figures = {
        f"dep_{name}": None if math.isnan(score.measures[name]) else score.measures[name]
        for name in ("uas", "las")
    }
    return {**figures, "dep_las_per_type": by_label}
