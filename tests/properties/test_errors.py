"""What holds of the errors of any two trees: every wrong row has one error, and mending all is enough."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import karat
from karat.analysis.errors.causes import Causes, causes_of
from karat.analysis.errors.frame import NOT_COMPARED
from karat.model.bank import relabelled_pair
from karat.schemes import parse

SCHEMES = (
    "evalb", "evalb(params=collins)", "evalb(params=new,failed=align)", "evalb(labelled=no)", "flat",
    "parseval", "discodop(failed=empty)",
)  # fmt: skip
LABELS = st.sampled_from(["S", "NP", "VP", "PP", "ADJP", "X"])
TAGS = st.sampled_from(["NN", "VBD", "IN", "CC", "RB", ",", "-LRB-", "TO"])


@st.composite
def brackets(draw: st.DrawFn, words: tuple[str, ...], depth: int = 4) -> str:
    """A tree over these words, with chains of brackets over the same words."""
    if len(words) == 1 and (depth == 0 or draw(st.booleans())):
        return words[0]
    label = draw(LABELS)
    if depth == 0:
        return f"({label} {' '.join(words)})"
    cuts = (
        draw(st.sets(st.integers(1, max(len(words) - 1, 1)), max_size=3)) if len(words) > 1 else []
    )
    ends = [0, *sorted(cuts), len(words)]
    parts = [draw(brackets(words[a:b], depth - 1)) for a, b in pairwise(ends)]
    return f"({label} {' '.join(parts)})"


@st.composite
def pairs(draw: st.DrawFn) -> tuple[str, str]:
    """Two trees over the same tagged words."""
    tags = draw(st.lists(TAGS, min_size=1, max_size=9))
    words = tuple(f"({tag} w{at})" for at, tag in enumerate(tags))
    one, other = (draw(brackets(words)) for _ in range(2))
    return f"(ROOT {one})", f"(ROOT {other})"


def analysed(sentences: Sequence[tuple[str, str]], scheme: str) -> Causes:
    gold, system = (
        karat.read_text("".join(f"{one[side]}\n" for one in sentences), layout="lines")
        for side in (0, 1)
    )
    return causes_of(*relabelled_pair(gold, system), "system", parse(scheme))


def partition(found: Causes) -> None:
    """Every row that was not hit has exactly one error, and no other row has one."""
    outcome = found.outcome
    for side, hit, rows in (
        ("missed", outcome.gold_hit, outcome.gold), ("spurious", outcome.system_hit, outcome.system),
    ):  # fmt: skip
        owned = [row for one in found.errors.found for row in getattr(one, side)]
        assert sorted(owned) == np.flatnonzero(hit == 0).tolist()
        for one in found.errors.found:
            assert all(rows.sentence()[list(getattr(one, side))] == one.sentence)
    assert all(one.rows for one in found.errors.found)
    counted = {cause.name: (cause.errors, cause.rows) for cause in found.causes}
    assert sum(errors for errors, _ in counted.values()) == len(found.errors.found)
    assert set(counted) <= {*found.analysis.CAUSES, NOT_COMPARED}


@pytest.mark.parametrize("scheme", SCHEMES)
@given(st.lists(pairs(), min_size=1, max_size=3))
def test_every_wrong_row_has_one_error_and_mending_all_gives_everything(
    scheme: str, sentences: list[tuple[str, str]]
) -> None:
    found = analysed(sentences, scheme)
    partition(found)
    assert found.perfect == 1.0 or np.isnan(found.score)
    same = [one for one in found.causes if one.mended == one.mended]
    assert all(one.mended <= 1 for one in same)


@pytest.mark.parametrize("scheme", SCHEMES)
@given(pairs())
def test_a_parse_against_itself_has_no_errors(scheme: str, sentence: tuple[str, str]) -> None:
    gold, _ = sentence
    assert not analysed([(gold, gold)], scheme).errors.found


@given(pairs())
def test_gold_and_system_exchanged_change_roles(sentence: tuple[str, str]) -> None:
    """What was missed is spurious, and no more errors are needed to explain it than rows there are."""
    one, other = sentence
    there, back = analysed([(one, other)], "evalb"), analysed([(other, one)], "evalb")
    assert sum(c.missed for c in there.causes) == sum(c.spurious for c in back.causes)
    assert sum(c.spurious for c in there.causes) == sum(c.missed for c in back.causes)


@given(st.lists(pairs(), min_size=2, max_size=4))
def test_the_order_of_sentences_does_not_matter(sentences: list[tuple[str, str]]) -> None:
    """A sentence has the same errors wherever it stands."""
    last = len(sentences) - 1
    straight, turned = analysed(sentences, "evalb"), analysed(sentences[::-1], "evalb")
    assert sorted((one.sentence, one.cause, one.detail) for one in straight.errors.found) == sorted(
        (last - one.sentence, one.cause, one.detail) for one in turned.errors.found
    )


@given(st.lists(pairs(), min_size=1, max_size=3), st.data())
def test_sentences_without_a_parse_are_not_left_out(
    sentences: list[tuple[str, str]], data: st.DataObject
) -> None:
    """Every gold bracket of a missing parse is in an error of its own cause; mending it gives it back."""
    gone = data.draw(st.integers(0, len(sentences) - 1))
    sentences[gone] = (sentences[gone][0], "")
    found = analysed(sentences, "evalb(failed=empty)")
    partition(found)
    apart = [one for one in found.errors.found if one.cause == NOT_COMPARED]
    assert [one.sentence for one in apart] == [gone]
    assert found.perfect == 1.0
