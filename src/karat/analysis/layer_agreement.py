"""How far annotators of the same sentences agree on a layer, by the rows of a scheme.

    f1 = 2 shared / (first + second)

of each pair of annotators, with an interval from a bootstrap over sentences, and by label. F1 does
not depend on who is called first if rows match only when they are equal; so relations are compared
without the allowances that the paper makes for a parser. Where annotators decide something for every
word, there is also kappa (``decisions.py``).

Files of any size are compared block by block (``layer_parts.py``). What is kept of a sentence is three
small numbers for each pair of annotators, which the bootstrap needs, and nothing else.

Carroll, Minnen and Briscoe (1999), section 3.1, report about 95 % for relations.

>>> from karat.formats.gr import loads
>>> texts = "ncsubj(die, he, _)\\niobj(to, give, her)", "ncsubj(die, he, _)\\nncmod(to, give, her)"
>>> found = layer_agreement([loads(text) for text in texts], samples=9)
>>> found.pairs[0, 1].f1.value, found.disagreements[0].first, found.disagreements[0].second
(0.5, 'iobj(to, give, her)', 'ncmod(to, give, her)')
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import add

import numpy as np

from karat.analysis.decisions import Decision
from karat.analysis.layer_parts import Part, part_of, wanted_scheme
from karat.analysis.pairs import Disagreement, Pair, Which, pairs_of
from karat.engine.abreast import Annotations, Held
from karat.files.hierarchy import choose
from karat.model.bank import Bank
from karat.model.errors import InputError, UsageError
from karat.model.measure import ratio
from karat.model.scheme import Scheme
from karat.schemes.gr import Gr
from karat.stats.intervals import Figure
from karat.stats.plan import FEWER_SAMPLES, SEED, Plan

# The layers that a file can have, and the scheme that compares each; trees have figures of their own.
LAYERS = {
    "gr": "gr(underspecified=no,untyped=no)",
    "edges": "deps",
    "chunks": "chunks",
    "phenomena": "phenomena(mode=exhaustive)",
}
STRICT = LAYERS["gr"]


@dataclass(frozen=True)
class LayerAgreement:
    """All that ``karat agree`` reports of a layer; ``different`` are sentences that were left out.

    There are ``disagreeing`` disagreements, of which ``disagreements`` has the first ones.
    """

    scheme: Scheme
    sentences: int
    different: tuple[int, ...]
    pairs: dict[Which, Pair]
    decisions: tuple[Decision, ...]
    disagreeing: int
    disagreements: tuple[Disagreement, ...]
    notes: tuple[str, ...]

    @property
    def mean(self) -> float:
        """The mean of F1 over all pairs."""
        return float(ratio(sum(one.f1.value for one in self.pairs.values()), len(self.pairs)))

    def drawn(self) -> list[Figure]:
        """The figures that have intervals, if the sentences allow it."""
        return [one.f1 for one in self.pairs.values()]


def layer_agreement(
    banks: Sequence[Bank],
    scheme: str | Scheme = "",
    names: Sequence[str] = (),
    *,
    samples: int = FEWER_SAMPLES,
    seed: int = SEED,
) -> LayerAgreement:
    """Compare each pair of several annotations by a scheme; by default, by the layer that all have.

    A layer that a file lacks is derived, and a note says so; ``names`` are those of the files.
    """
    refuse_odd(banks)
    wanted = scheme or LAYERS[common_layer(banks)]
    return blockwise(Held(banks), wanted, names, Plan(samples, seed))


def blockwise(
    annotations: Annotations,
    scheme: str | Scheme,
    names: Sequence[str] = (),
    plan: Plan | None = None,
    limit: int | None = None,
) -> LayerAgreement:
    """The same for annotations that come in blocks; at most ``limit`` disagreements are listed.

    The blocks are read again if their beginning was not typical of them.
    """
    if len(annotations.paths) < 2:
        raise UsageError("agreement needs at least two files")
    wanted = wanted_scheme(scheme)
    whole = reduce(add, _parts(annotations, wanted, names, {}, limit))
    if settled := _settled_otherwise(whole, wanted):
        whole = reduce(add, _parts(annotations, wanted, names, settled, limit))
    if not whole.kept:
        raise InputError(
            f"no sentence has the same words in all of {', '.join(annotations.paths)}; "
            "are they annotations of the same sentences in the same order?"
        )
    tables = {which: [annotations.labels[one] for one in which] for which in whole.pairs}
    return LayerAgreement(
        wanted,
        whole.sentences,
        tuple(np.concatenate(whole.different).tolist()),
        pairs_of(whole.pairs, tables, plan or Plan(FEWER_SAMPLES, SEED), whole.depths),
        whole.decided.decisions(),
        whole.disagreements.total,
        tuple(whole.disagreements.listed),
        tuple(whole.notes),
    )


def _parts(
    blocks: Iterable[Sequence[Bank]], scheme: Scheme, names: Sequence[str],
    settled: Mapping[Which, Scheme], limit: int | None,
) -> Iterator[Part]:  # fmt: skip
    """What is kept of each block; the first decides on options such as ``auto``."""
    begin = 0
    for banks in blocks:
        part = part_of(banks, scheme, names or [one.path for one in banks], settled, begin, limit)
        settled = settled or part.settled
        begin += part.sentences
        if limit is not None:
            limit = max(0, limit - len(part.disagreements.listed))
        yield part


def _settled_otherwise(whole: Part, scheme: Scheme) -> dict[Which, Scheme]:
    """The scheme of each pair if all sentences ask for another hierarchy than the first ones did."""
    if not isinstance(scheme, Gr) or scheme.hierarchy != "auto":
        return {}
    found: dict[Which, Scheme] = {}
    differ = False
    for which, one in whole.settled.items():
        assert isinstance(one, Gr)  # as the scheme is
        names = whole.relations[which[0]] | whole.relations[which[1]]
        best = choose(names, scheme.usual_hierarchy)
        differ |= best != one.hierarchy
        found[which] = replace(one, hierarchy=best)
    return found if differ else {}


def refuse_odd(banks: Sequence[Bank]) -> None:
    """Stop if these are not analyses of the same sentences."""
    if len({len(bank) for bank in banks}) > 1:
        counts = ", ".join(f"{bank.path}: {len(bank)}" for bank in banks)
        raise InputError(f"the files have different numbers of sentences: {counts}")
    if not len(banks[0]):
        paths = ", ".join(dict.fromkeys(bank.path for bank in banks))
        raise InputError(f"{paths}: there is no sentence to compare")


def common_layer(banks: Sequence[Bank]) -> str:
    """The first of ``LAYERS`` that all files have; empty if there is none.

    >>> import karat
    >>> common_layer([karat.read_text("the DT B-NP\\n")] * 2), common_layer([karat.read_text("(S a)")] * 2)
    ('chunks', '')
    """
    return next((layer for layer in LAYERS if all(bank.has(layer) for bank in banks)), "")
