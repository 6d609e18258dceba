"""The sentences in which two systems differ most, checked by hand."""

from pathlib import Path

import pytest

from karat.analysis.differing import differing
from karat.engine.tallied import Tallied
from karat.engine.tallying import Files, tallied_files
from karat.schemes import parse
from karat.views import Views

# Four brackets in every sentence but the last, which has two.
GOLD = "(S (NP (DT a) (NN b)) (VP (VBZ c) (NP (NN d))))"
ALL_WRONG = "(X (Y (DT a) (NN b)) (Z (VBZ c) (W (NN d))))"
ONE_WRONG = "(S (NP (DT a) (NN b)) (VP (VBZ c) (X (NN d))))"
SHORT = "(S (NP (NN a)) (VB b))"


def two(folder: Path, scheme: str, a: list[str], b: list[str]) -> list[Tallied]:
    paths = {name: folder / name for name in ("gold", "a", "b")}
    gold = [GOLD] * (len(a) - 1) + [SHORT]
    for path, lines in zip(paths.values(), (gold, a, b), strict=True):
        path.write_text("".join(f"{line}\n" for line in lines))
    files = Files(str(paths["gold"]), {"a": str(paths["a"]), "b": str(paths["b"])}, Views())
    return tallied_files(files, [parse(scheme)])[1]


def test_the_furthest_sentences_come_first_in_each_direction(tmp_path: Path) -> None:
    a = [GOLD, ALL_WRONG, ONE_WRONG, GOLD, SHORT]
    b = [ONE_WRONG, GOLD, GOLD, GOLD, "(X (Y (NN a)) (VB b))"]
    found = differing(*two(tmp_path, "evalb", a, b), "f1", 10)
    assert [(one.sentence, one.a, one.b) for one in found.higher] == [(1, 0.0, 1.0), (2, 0.75, 1.0)]
    assert [(one.sentence, one.a, one.b) for one in found.lower] == [(4, 1.0, 0.0), (0, 1.0, 0.75)]
    assert [one.length for one in found.lower] == [2, 4]


def test_of_equal_differences_the_longer_sentence_comes_first(tmp_path: Path) -> None:
    wrong = "(X (Y (NN a)) (VB b))"
    found = differing(*two(tmp_path, "evalb", [ALL_WRONG, wrong], [GOLD, SHORT]), "f1", 1)
    assert [(one.sentence, one.length) for one in found.higher] == [(0, 4)]
    assert found.lower == []


@pytest.mark.parametrize(("scheme", "numbers"), [("evalb", [1]), ("evalb(failed=empty)", [0, 1])])
def test_a_sentence_without_a_score_counts_as_the_scheme_says(
    tmp_path: Path, scheme: str, numbers: list[int]
) -> None:
    """Dropped, it cannot differ; counted as missed, it says why it is so low."""
    found = differing(*two(tmp_path, scheme, [GOLD, GOLD, SHORT], ["", ONE_WRONG, SHORT]), "f1", 5)
    assert [one.sentence for one in found.lower] == numbers
    if 0 in numbers:
        assert (found.lower[0].b, found.lower[0].why_b) == (0.0, "no system parse")


def test_a_mean_over_sentences_is_taken_apart_into_them(tmp_path: Path) -> None:
    pair = two(tmp_path, "evalb", [ALL_WRONG, SHORT], [ONE_WRONG, SHORT])
    found = differing(*pair, "recall@sentence", 5)
    assert found.measure == "recall"
    assert [(one.a, one.b) for one in found.higher] == [(0.0, 0.75)]
