"""Measure: a figure as a value, from its name and the formula over counts.

The formula is the measure: it is computed from it, explained by it and documented by it. A scheme
declares its measures once; tables, JSON, ``@sentence``, thresholds and explanations read them there.

>>> recall = Measure("recall", "matched / gold")
>>> recall({"matched": 3, "gold": 4}), recall.worked({"matched": 3, "gold": 4})
(0.75, '3 / 4')
"""

import ast
import operator
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from math import nan
from typing import Any, Literal, TypeAlias

import numpy as np

# From counts (whole numbers, or columns of them) to a figure, or a column of figures.
Function: TypeAlias = Callable[[Mapping[str, Any]], Any]
# Which of two figures is the better one.
Better: TypeAlias = Literal["higher", "lower", "neither"]

_NAME = re.compile(r"[A-Za-z_]\w*")


def ratio(part: Any, whole: Any) -> Any:
    """part / whole; undefined (NaN) if the whole is 0. Counts are divided nowhere else.

    >>> ratio(3, 4), ratio(0, 0), ratio(np.array([1, 0]), np.array([2, 0])).tolist()
    (0.75, nan, [0.5, nan])
    """
    if isinstance(whole, np.ndarray):
        result = np.full(whole.shape, nan)
        np.divide(part, whole, out=result, where=whole != 0)
        return result
    return part / whole if whole else nan


@dataclass(frozen=True)
class Measure:
    """A name, a formula over the names of counts, a unit, and the means that the figure has.

    ``unit`` says how reports show the figure: a share in per cent, a mean or a count as it is.
    ``means`` says what it can be averaged over: ``recall@sentence`` is the mean of the sentences'
    recalls; other names are breakdowns of the scheme. ``function`` computes the figure if the formula
    is only a description in words. ``title`` is the name in tables, if it is not ``name``: F with a
    beta of 2 is ``f1`` for programs and f2 in tables. ``caveat`` says why a figure may mislead;
    reports mark such a figure. ``better`` says which of two figures is the better one, if either is.
    """

    name: str
    formula: str
    unit: Literal["share", "mean", "count"] = "share"
    means: tuple[str, ...] = ("sentence",)
    function: Function | None = None
    title: str = ""
    caveat: str = ""
    better: Better = "higher"

    def __call__(self, counts: Mapping[str, Any]) -> Any:
        return self._compute(counts)

    @cached_property
    def _compute(self) -> Function:
        return self.function or _parsed(self.formula)

    @cached_property
    def counts(self) -> frozenset[str]:
        return frozenset(_NAME.findall(self.formula))

    @property
    def names(self) -> tuple[str, ...]:
        """The name of the figure and the names of its means: recall, recall@sentence."""
        return (self.name, *(f"{self.name}@{mean}" for mean in self.means))

    @property
    def titles(self) -> dict[str, str]:
        """The title in tables for each of its names.

        >>> f_of("matched", "gold", "system", 0.5).titles
        {'f1': 'f0.5', 'f1@sentence': 'f0.5@sentence'}
        """
        title = self.title or self.name
        return {name: title + name[len(self.name) :] for name in self.names}

    def worked(self, counts: Mapping[str, Any]) -> str:
        """The formula with numbers in place of names.

        >>> Measure("f1", "2 * matched / (gold + system)").worked({"matched": 1200, "gold": 2, "system": 3})
        '2 × 1,200 / (2 + 3)'
        """
        return _NAME.sub(lambda name: f"{counts[name[0]]:,}", self.formula).replace("*", "×")


_OPERATORS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: ratio,
}  # fmt: skip


@cache
def _parsed(formula: str) -> Function:
    return _compiled(ast.parse(formula, mode="eval").body)


def _compiled(node: ast.expr) -> Function:
    """A formula as a function of counts; 0 / 0 is undefined."""
    if isinstance(node, ast.Name):
        return operator.itemgetter(node.id)
    if isinstance(node, ast.Constant):
        value = node.value
        return lambda counts: value
    assert isinstance(node, ast.BinOp), f"a formula has no {ast.unparse(node)}"
    apply, left, right = _OPERATORS[type(node.op)], _compiled(node.left), _compiled(node.right)
    return lambda counts: apply(left(counts), right(counts))


def f_measure(matched: Any, gold: Any, system: Any, beta: float = 1.0) -> Any:
    """(β² + 1) P R / (β² P + R), computed directly from counts: 0, not undefined, if none match.

    >>> f_measure(1, 2, 4)
    0.3333333333333333
    """
    counts = {"matched": matched, "gold": gold, "system": system}
    return f_of("matched", "gold", "system", beta)(counts)


@cache
def f_of(matched: str, gold: str, system: str, beta: float = 1.0, name: str = "f1") -> Measure:
    """F of three counts; a beta above 1 gives recall the greater weight."""
    weight = beta * beta
    if weight == 1:
        return Measure(name, f"2 * {matched} / ({gold} + {system})")
    formula = f"{1 + weight:.17g} * {matched} / ({weight:.17g} * {gold} + {system})"
    return Measure(name, formula, title=_f_title(beta) if name == "f1" else "")


def _f_title(beta: float) -> str:
    return f"f{beta:g}"


def overlap(beta: float = 1.0) -> tuple[Measure, ...]:
    """Recall, precision and F of counts called gold, system and matched.

    >>> [measure({"gold": 4, "system": 2, "matched": 1}) for measure in overlap()]
    [0.25, 0.5, 0.3333333333333333]
    """
    return (
        Measure("recall", "matched / gold"),
        Measure("precision", "matched / system"),
        f_of("matched", "gold", "system", beta),
    )


def shares(
    names: Iterable[str], whole: str, means: tuple[str, ...] = ("sentence",), *,
    higher: Collection[str] = (), neither: Collection[str] = (),
) -> tuple[Measure, ...]:  # fmt: skip
    """The share of each count in a whole; of those that are not named, less is better.

    >>> [(one.formula, one.better) for one in shares(["lost", "kept"], "gold", higher=["kept"])]
    [('lost / gold', 'lower'), ('kept / gold', 'higher')]
    """
    better: dict[str, Better] = dict.fromkeys(higher, "higher")
    better |= dict.fromkeys(neither, "neither")
    return tuple(
        Measure(name, f"{name} / {whole}", means=means, better=better.get(name, "lower"))
        for name in names
    )


EXACT = Measure("exact", "exact / sentences", means=())


def grouped_overlap(beta: float = 1.0) -> tuple[Measure, ...]:
    """Recall, precision and F of a group, whose hits on the two sides can differ.

    On each side, a row that matched a partner label counts under its own label.
    """

    def f1(counts: Mapping[str, Any]) -> Any:
        recall = ratio(counts["matched"], counts["gold"])
        precision = ratio(counts["system_matched"], counts["system"])
        apart = ratio((1 + beta**2) * precision * recall, beta**2 * precision + recall)
        same = f_measure(counts["matched"], counts["gold"], counts["system"], beta)
        return np.where(counts["matched"] == counts["system_matched"], same, apart)[()]

    return (
        Measure("recall", "matched / gold"),
        Measure("precision", "system_matched / system"),
        Measure(
            "f1", "matched + system_matched / (gold + system)", function=f1, title=_f_title(beta)
        ),
    )
