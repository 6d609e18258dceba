"""Suites and runs: what is written reads back; figures do not depend on order or on cutting."""

import math
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat import parsers
from karat.model.tally import Tally
from karat.parsers.adapter import FAILURES, Garbage, Parsed
from karat.stats.wilson import wilson
from karat.suites import files
from karat.suites.coverage import Coverage, tally
from karat.suites.diff import diff
from karat.suites.items import Item, Suite
from karat.suites.runs import Header, Result, Run, RunFile, read

TEXT = st.text(st.characters(exclude_categories=("Cs",)), max_size=12)
WORDS = st.lists(st.sampled_from(["dogs", "bark", ";", "\\", "naïve", "=", '"', "#"]), min_size=1)
NAMES = st.lists(TEXT.filter(bool), max_size=3, unique=True).map(tuple)


@st.composite
def items(draw: Callable[..., object], number: int = 1) -> Item:
    """Any item that a file can hold."""
    judged = draw(st.sampled_from([True, False, None]))
    grade = draw(st.sampled_from(["2", "??", "marginal"])) if judged is None else ""
    texts = {name: draw(TEXT) for name in ("core", "pair", "source", "comment", "excluded", "gold")}
    names = {name: draw(NAMES) for name in ("phenomena", "errors", "families")}
    sentence = " ".join(draw(WORDS))  # type: ignore[arg-type]  # a list of words
    return Item(
        str(number), sentence, judged, grade,  # type: ignore[arg-type]  # as drawn
        tokens=draw(st.integers(0, 99)), **texts, **names,  # type: ignore[arg-type]  # as drawn
    )  # fmt: skip


@st.composite
def suites(draw: Callable[..., object]) -> Suite:
    """A few items with ids of their own."""
    count = draw(st.integers(1, 4))
    return Suite("s", tuple(draw(items(i)) for i in range(count)))  # type: ignore[arg-type, misc, call-overload]  # as drawn


@pytest.mark.parametrize("kind", [".toml", ".jsonl", ".tsv"])
@given(suite=suites())
def test_a_suite_reads_back(
    kind: str, suite: Suite, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Whatever stands in it."""
    path = tmp_path_factory.getbasetemp() / f"suite{kind}"
    path.write_bytes(files.write(suite, kind).encode())
    assert files.read(path).items == suite.items


@st.composite
def results(draw: Callable[..., object]) -> Result:
    """An item with some outcome."""
    item = draw(items(draw(st.integers(0, 9**9))))  # type: ignore[arg-type]  # as drawn
    failure = draw(st.sampled_from(["", "", *FAILURES]))
    analyses = 0 if failure else draw(st.integers(0, 50))
    return Result(item, Parsed(analyses, failure=failure))  # type: ignore[arg-type]  # as drawn


@given(st.lists(results(), max_size=12), st.randoms(use_true_random=False))
def test_coverage_by_counting(found: list[Result], chance: random.Random) -> None:
    """The figures of coverage, counted item by item, in any order and in two pieces."""
    known = [one for one in found if not one.item.excluded]
    good = [one for one in known if one.item.grammatical is True]
    bad = [one for one in known if one.item.grammatical is False]
    parsed = [one for one in known if one.parsed.analyses]
    chance.shuffle(found)
    cut = len(found) // 2
    rows = Tally.concatenate([tally(found[:cut]), tally(found[cut:])])
    score = Coverage.of(rows)

    def share(part: list[Result]) -> float:
        return sum(one.parsed.analyses > 0 for one in part) / len(part) if part else math.nan

    expected = {
        "coverage": share(good),
        "overgeneration": share(bad),
        "parse_base": _geometric([x.parsed.analyses ** (1 / x.item.length) for x in parsed]),
        "analyses_per_token": _geometric([x.parsed.analyses / x.item.length for x in parsed]),
    }
    for name, value in expected.items():
        assert score.measures[name] == pytest.approx(value, nan_ok=True), name
    assert sum(score.failures.values()) == sum(bool(one.parsed.failure) for one in known)


def _geometric(values: list[float]) -> float:
    return math.prod(values) ** (1 / len(values)) if values else math.nan


ADAPTERS = (
    "link-grammar", "command(gives=trees)", "command(gives=conllu)", "command(gives=text)",
    "stanford", "stanford(best=2)", "opennlp", "chain",
)  # fmt: skip
PIECES = st.sampled_from(
    ["(", ")", " ", "\n", "S", "\t", "1", "_", "[NP", "]", "Found 3 linkages (3 had no P.P. violations)",
     "test set to a1\n", "test set to b1\n", "(S x.n)", "# Parse 1", "karatmark1", "{", '"', "[]",
     '{"analyses": "x"}', '{"tags": [1]}', "\0", "é", "No complete linkages found."]
)  # fmt: skip


@pytest.mark.parametrize("name", ADAPTERS)
@given(reply=st.one_of(st.text(max_size=40), st.lists(PIECES, max_size=12).map("".join)))
def test_no_answer_upsets_an_adapter(name: str, reply: str) -> None:
    """Whatever a parser prints is a result or garbage, never an error of ours."""
    try:
        found = parsers.parse(name).understand(reply, "dogs bark")
    except Garbage:
        return
    assert found.analyses >= 0
    assert Parsed.of(found.record()) == found


@given(st.integers(1, 400), st.data())
def test_wilson_solves_its_equation(trials: int, data: st.DataObject) -> None:
    """Its ends are where (share - p)² = z² p (1 - p) / n."""
    hits = data.draw(st.integers(0, trials))
    for end in wilson(hits, trials):
        left = (hits / trials - end) ** 2
        right = 1.959963984540054**2 * end * (1 - end) / trials
        assert math.isclose(left, right, abs_tol=1e-9)


HEADER = Header("s", "0" * 64, 9, "p", "1", {"seconds": 1.0}, "2026", "0.1.0")


@given(found=st.lists(results(), max_size=5, unique_by=lambda one: one.item.id), data=st.data())
def test_a_run_cut_anywhere_goes_on(
    found: list[Result], data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Cut at any byte: what is whole is kept, the rest is run, and the run is as if never cut."""
    path = tmp_path_factory.getbasetemp() / "cut.run"
    path.unlink(missing_ok=True)
    _write(path, found)
    whole = path.read_bytes()
    path.write_bytes(whole[: data.draw(st.integers(0, len(whole)))])
    _write(path, found)
    assert path.read_bytes() == whole
    run = read(str(path))
    assert list(run.results) == found
    assert diff(run, Run(HEADER, tuple(found), "")) == []


def _write(path: Path, found: list[Result]) -> None:
    file = RunFile(str(path), HEADER)
    for at, one in enumerate(found):
        if one.item.id not in file.done:
            file.add(one, at)
    file.close()
