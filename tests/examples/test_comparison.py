"""karat.compare: a Comparison, whose parts are Scores."""

import math

import pytest

import karat

RIGHT = "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))"
FLAT = "(S (DT the) (NN dog) (VP (VBZ barks)))"
GOLD = [RIGHT] * 6
SYSTEMS = {"good": GOLD, "fair": [RIGHT] * 4 + [FLAT] * 2, "poor": [FLAT] * 6}


def test_iterating_gives_scores() -> None:
    """As the list of Scores that it used to be: systems in order, and for each all schemes."""
    found = karat.compare(GOLD, SYSTEMS, ["evalb", "flat"])
    assert [(one.system, str(one.scheme)) for one in found] == [
        ("good", "evalb"), ("good", "flat"), ("fair", "evalb"), ("fair", "flat"),
        ("poor", "evalb"), ("poor", "flat"),
    ]  # fmt: skip
    assert len(found) == 6
    assert found[2].recall == pytest.approx(16 / 18)
    assert found[-1].system == "poor"


def test_differences_p_values_and_letters() -> None:
    """All six sentences of poor lack a bracket: 2 of 2^6 exchanges are as extreme."""
    found = karat.compare(GOLD, SYSTEMS, ["evalb"], measures=["recall"], adjust="none")
    rows = found.differences
    assert [(row["a"], row["b"]) for row in rows] == [("good", "fair"), ("good", "poor")]
    assert rows[1]["difference"] == pytest.approx(12 / 18 - 1)
    assert found.p_values["evalb", "recall", "good", "poor"] == pytest.approx(2 / 64)
    assert found.p_values["evalb", "recall", "good", "fair"] == pytest.approx(2 / 4)
    # fair and poor differ in four sentences: p is 2 / 16.
    assert found.letters["evalb"]["recall"] == {"good": "a", "fair": "ab", "poor": "b"}


def test_one_scheme_needs_no_list() -> None:
    assert [str(one.scheme) for one in karat.compare(GOLD, SYSTEMS, "flat")] == ["flat"] * 3


def test_one_system_is_scored_as_before() -> None:
    found = karat.compare(GOLD, {"fair": SYSTEMS["fair"]}, ["evalb"])
    assert [one.recall for one in found] == [pytest.approx(16 / 18)]
    assert found.differences == []
    assert "fair" in str(found)


def test_a_score_knows_its_system_and_intervals() -> None:
    score = karat.compare(GOLD, SYSTEMS, ["evalb"])[1]
    low, high = score.interval("f1")
    assert score.system == "fair"
    assert low < score.f1 < high
    alone = karat.score(GOLD, SYSTEMS["fair"], "evalb")
    assert alone.intervals == {}
    assert alone.interval("f1") == pytest.approx((low, high))
    with pytest.raises(karat.UsageError, match="there is no measure of evalb 'f3'"):
        alone.interval("f3")


def test_a_score_without_an_interval() -> None:
    assert all(map(math.isnan, karat.score(RIGHT, FLAT, "evalb").interval("f1")))


def test_tables_for_people_and_programs() -> None:
    found = karat.compare(GOLD, SYSTEMS, ["evalb"], measures=["recall"])
    assert "fair" in str(found)
    assert repr(found) == "Comparison(good, fair, poor: evalb; 6 sentences)"
    page = found._repr_html_()
    assert page is not None
    assert page.count("<table>") == 2
    assert "<td>fair</td>" in page
    assert [row["system"] for row in found.rows()] == ["good", "fair", "poor"]


def test_names_are_escaped_in_html() -> None:
    page = karat.compare(GOLD, {"<a>": GOLD, "&": GOLD}, ["evalb"])._repr_html_()
    assert page is not None
    assert "<a>" not in page
    assert "&lt;a&gt;" in page


def test_data_frames() -> None:
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    found = karat.compare(GOLD, SYSTEMS, ["evalb", "flat"])
    frame, other = found.to_pandas(), found.to_polars()
    assert isinstance(frame, pandas.DataFrame)
    assert isinstance(other, polars.DataFrame)
    assert frame.shape == other.shape == (len(found.differences), len(found.differences[0]) + 1)
    assert (frame["low"] <= frame["high"]).sum() > 0


def test_documents_can_be_named() -> None:
    options = {"measures": ["recall"], "unit": "document"}
    found = karat.compare(GOLD, SYSTEMS, "evalb", documents=list("xxyyzz"), **options)
    # Three documents that all differ: 2 of 8 exchanges are as extreme; twice that by Holm.
    assert found.p_values["evalb", "recall", "good", "poor"] == pytest.approx(2 * 2 / 8)
    with pytest.raises(karat.InputError, match="for 2 sentences, but gold has 6"):
        karat.compare(GOLD, SYSTEMS, "evalb", documents=["x", "y"], **options)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"tset": "bootstrap"}, "did you mean 'test'"),
        ({"test": "anova"}, "there is no test 'anova'"),
        ({"baseline": "x"}, "there is no system 'x'"),
        ({"measures": ["f1", "f2"]}, "there is no measure of evalb 'f2'"),
        ({"level": 95}, "the level 95 is not between 0 and 1"),
        ({"samples": 0}, "at least one sample"),
        ({"unit": "document"}, "gold does not say which sentences are a document"),
        ({"unit": "document", "strata": "length"}, "leave out --strata"),
    ],
)
def test_wrong_options(options: dict[str, object], message: str) -> None:
    with pytest.raises(karat.UsageError, match=message):
        karat.compare(GOLD, SYSTEMS, ["evalb"], **options)


def test_without_systems() -> None:
    with pytest.raises(karat.UsageError, match="no systems to compare"):
        karat.compare(GOLD, {}, ["evalb"])
    with pytest.raises(karat.UsageError, match="systems is a list; give a dictionary"):
        karat.compare(GOLD, [GOLD, GOLD], ["evalb"])  # type: ignore[arg-type]
