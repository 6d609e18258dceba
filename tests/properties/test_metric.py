"""A Metric, however its batches are cut and whoever scores them, gives the Score of all sentences at once."""

import pickle
import re
from typing import Any

import pytest
import ud_strategies
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from tree_strategies import flawed_corpora

import karat
from karat import schemes
from karat.api import as_bank
from karat.comparison.standing import at_their_places
from karat.engine.memory import prepared

# Schemes that need dependencies or names, or all of gold before they begin.
OTHERS = ("conll18", "phenomena", "validity")
TREES = [
    *(name for name in schemes.names() if name not in OTHERS),
    "evalb(params=collins)", "evalb(params=new,failed=empty)", "evalb(failed=align)",
    "deps(failed=empty)", "flat(failed=drop)",
]  # fmt: skip


@st.composite
def cuts(draw: st.DrawFn, size: int) -> list[tuple[int, int]]:
    """Where batches begin and end."""
    inside = sorted(draw(st.sets(st.integers(1, size - 1), max_size=4))) if size > 1 else []
    return list(zip([0, *inside], [*inside, size], strict=True))


def facts(score: karat.Score) -> dict[str, Any]:
    """What must be equal, to the last bit; an undefined figure is written as nan."""
    return {
        "measures": repr(dict(score.measures)),
        "counts": dict(score.counts),
        "sentences": dict(score.sentences),
        "reasons": dict(score.reasons),
        "groups": repr(score.groups),
        "distributions": dict(score.distributions),
        "rows": score.rows(),
        "failed": [(one.sentence, one.why) for one in score.failures],
        "policies": repr(
            {
                name: dict(figures)
                for name, figures in score.other_policies.items()
                if name != "align" or score.scheme.failed == "align"
            }
        ),
    }


def check(draw: st.DrawFn, gold: list[str], system: list[str], scheme: str) -> None:
    """Batches of one Metric, and of as many Metrics as there are batches, sent through a pickle."""
    kind = schemes.load(scheme.partition("(")[0])
    names = ["length", *(one.name for one in kind.breakdowns)]
    by = draw(st.sampled_from([(), *((name,) for name in names)]))
    try:
        whole = karat.score(gold, system, scheme, by=by)
    except karat.InputError:  # trees without tags, for example
        return
    # karat.score moves text over the boundaries of sentences if it must be elsewhere; a Metric does not.
    if whole.scheme.aligned and not at_their_places(*prepared(as_bank(gold), as_bank(system))):
        return
    metric, metrics = karat.Metric(scheme, by=by), []
    try:
        for begin, end in draw(cuts(len(gold))):
            metric.update(gold[begin:end], system[begin:end])
            metrics.append(karat.Metric(scheme, by=by))
            metrics[-1].update(gold[begin:end], system[begin:end])
    except karat.InputError as error:  # a batch of a few words need not look like a treebank
        if not re.search("have no tags|but no (trees|dependencies)", str(error)):
            raise
        return
    assert facts(metric.compute()) == facts(whole)
    merged = sum(pickle.loads(pickle.dumps(one)) for one in metrics)
    assert isinstance(merged, karat.Metric)
    assert facts(merged.compute()) == facts(whole)


@pytest.mark.parametrize("scheme", TREES)
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_batches_of_trees(scheme: str, data: st.DataObject) -> None:
    """Some of them missing, broken or of other words."""
    corpus = data.draw(flawed_corpora())
    gold, system = ([pair[side] for pair in corpus] for side in (0, 1))
    check(data.draw, gold, system, scheme)


@pytest.mark.parametrize("scheme", ["conll18", "deps", "tags", "flat"])
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_batches_of_dependencies(scheme: str, data: st.DataObject) -> None:
    """Sentences over the same text, which need not have the same tokens."""
    texts = data.draw(st.lists(st.text("abc", min_size=1, max_size=8), min_size=1, max_size=5))
    sides = [
        [data.draw(ud_strategies.sentence(data.draw(ud_strategies.tokens(text)))) for text in texts]
        for _ in range(2)
    ]
    if scheme == "conll18":
        # The shared task's program may pair words of a sentence with those of a multiword token that
        # begins the next one, if both are in one text.
        assume(not any(one.startswith("1-") for side in sides for one in side[1:]))
    check(data.draw, sides[0], sides[1], scheme)
