"""A file scored in blocks, by any number of threads, has the score of the whole."""

from collections.abc import Callable
from math import isnan
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tree_strategies import flawed_corpora

import karat
from effort import tries
from karat.engine.results import make_score
from karat.engine.run import run
from karat.formats import brackets
from karat.model.tally import Tally
from karat.schemes import parse

SCHEMES = ["evalb", "evalb(params=new,failed=empty)", "evalb(quirks=no)", "evalb(failed=align)"]


def set_size(patch: pytest.MonkeyPatch, size: int) -> None:
    """The size of blocks unless one is given."""
    (layout, _) = brackets.Blocks.__init__.__defaults__ or ("auto", 0)
    patch.setattr(brackets.Blocks.__init__, "__defaults__", (layout, size))


def joined(parts: list[list[tuple[str, str]]]) -> list[tuple[str, str]]:
    """Several corpora as one."""
    return [pair for part in parts for pair in part]


def agree(one: dict[str, float], other: dict[str, float]) -> bool:
    """Equal, sums of floating-point numbers aside."""
    return one.keys() == other.keys() and all(
        (isnan(value) and isnan(other[name])) or value == pytest.approx(other[name])
        for name, value in one.items()
    )


@pytest.mark.parametrize("threads", [1, 2, 3])
@settings(max_examples=tries(25))
@given(
    sentences=st.lists(flawed_corpora(), min_size=1, max_size=4).map(joined),
    size=st.integers(3, 300),
    pretty=st.booleans(),
    missing=st.integers(0, 2),
)
def test_blocks_and_threads(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    threads: int,
    sentences: list[tuple[str, str]],
    size: int,
    pretty: bool,
    missing: int,
) -> None:
    """Counts, figures, groups, failures, quirks and rows are those of one pass in memory."""
    texts = [[gold for gold, _ in sentences], [system for _, system in sentences]]
    texts[1] = texts[1][: max(1, len(texts[1]) - missing)]
    if pretty:
        # Trees over several lines; what is missing or broken has no place there.
        texts = [
            [text for text in side if text.startswith("(") and balanced(text)] for side in texts
        ]
        texts[1] = texts[1][: len(texts[0])]
        texts = [[text.replace(" (", "\n (") for text in side] for side in texts]
    if not texts[0] or not texts[1]:
        return
    layout = "free" if pretty else "lines"
    paths = [tmp_path / name for name in ("gold.mrg", "system.mrg")]
    for path, side in zip(paths, texts, strict=True):
        path.write_text("".join(f"{text}\n" for text in side), encoding="utf-8", newline="")
    set_size(monkeypatch, size)
    rows: dict[str, list[Tally]] = {}

    def keep(system: int, scheme: object, first: int, tally: Tally) -> None:
        mine = rows.setdefault(str(scheme), [])
        assert first == sum(map(len, mine))
        mine.append(tally)

    done = run(
        str(paths[0]),
        [str(paths[1])],
        [parse(scheme) for scheme in SCHEMES],
        by=("label", "length"),
        layout=layout,
        format="brackets",
        on_rows=keep,
        threads=threads,
    )
    ours, theirs = (karat.read(path, format="brackets", layout=layout) for path in paths)
    for result in done.results:
        found = make_score(result, done, ("label", "length"))
        expected = karat.score(ours, theirs, result.scheme, by=("label", "length"))
        assert found.counts == expected.counts
        assert found.sentences == expected.sentences
        assert found.reasons == expected.reasons
        assert agree(dict(found.measures), dict(expected.measures))
        assert found.signature == expected.signature
        assert [(one.sentence, one.why) for one in found.failures] == [
            (one.sentence, one.why) for one in expected.failures
        ]
        for by, groups in expected.groups.items():
            assert {key: row["counts"] for key, row in found.groups[by].items()} == {
                key: row["counts"] for key, row in groups.items()
            }
        assert expected.tally is not None
        whole = Tally.concatenate(rows[str(result.scheme)])
        assert whole.counts.tolist() == expected.tally.counts.tolist()
        assert whole.status.tolist() == expected.tally.status.tolist()


def balanced(text: str) -> bool:
    """One tree and nothing else."""
    depth = 0
    for at, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth <= 0 and at < len(text) - 1:
            return False
    return depth == 0


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("sentence", [1, 700, 1500])
def test_an_error_in_any_block_ends_the_run(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, threads: int, sentence: int
) -> None:
    """With failed=abort the first sentence that fails is named, whichever thread met it."""
    set_size(monkeypatch, 200)
    gold, system = tmp_path / "gold.mrg", tmp_path / "system.mrg"
    lines = ["(S (N a))\n"] * 1500
    gold.write_text("".join(lines))
    lines[sentence - 1] = "(S (N b))\n"
    system.write_text("".join(lines))
    with pytest.raises(karat.InputError, match=f"sentence {sentence}: different words"):
        run(str(gold), [str(system)], [parse("evalb(failed=abort)")], threads=threads)


@pytest.mark.parametrize("threads", [1, 3])
def test_failures_are_the_first_of_the_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, threads: int
) -> None:
    """Ten examples, in order, with lines counted over all blocks."""
    set_size(monkeypatch, 100)
    gold, system = tmp_path / "gold.mrg", tmp_path / "system.mrg"
    gold.write_text("(S (N a))\n" * 600)
    system.write_text("".join("(S (N a)\n" if i % 7 == 3 else "(S (N a))\n" for i in range(600)))
    done = run(str(gold), [str(system)], [parse("evalb")], threads=threads)
    failures = done.results[0].failures
    assert [one.sentence for one in failures] == [4 + 7 * i for i in range(10)]
    assert all(f"system.mrg:{one.sentence}:1: " in one.detail for one in failures)


def moved_over(lines: list[str]) -> list[str]:
    """The last word of every fifth sentence at the beginning of the next one."""
    found = [*lines]
    for at in range(3, len(lines) - 1, 5):
        found[at] = f"(S (A the{at}) (B old{at}) (C man{at}) (D went{at}))"
        found[at + 1] = (
            f"(S (E away{at}) (A the{at + 1}) (B old{at + 1}) (C man{at + 1}) (D went{at + 1}) "
            f"(E away{at + 1}))"
        )
    return found


def swapped(lines: list[str]) -> list[str]:
    """Sentences far from each other have changed places."""
    return [lines[(at + len(lines) // 2) % len(lines)] for at in range(len(lines))]


@pytest.mark.parametrize("size", [30, 200, 1000, 1 << 20])
@pytest.mark.parametrize("change", [moved_over, swapped])
def test_moved_text_is_found_whatever_the_blocks(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    change: Callable[[list[str]], list[str]],
    size: int,
) -> None:
    """Also at the edges of blocks of one sentence each, and far away in the file."""
    lines = [
        f"(S (A the{at}) (B old{at}) (C man{at}) (D went{at}) (E away{at}))" for at in range(40)
    ]
    paths = [tmp_path / name for name in ("gold.mrg", "system.mrg")]
    for path, side in zip(paths, (lines, change(lines)), strict=True):
        path.write_text("".join(f"{line}\n" for line in side))
    set_size(monkeypatch, size)
    files = [str(path) for path in paths]
    done = run(files[0], files[1:], [parse("evalb(failed=align)")], layout="lines", threads=2)
    found = make_score(done.results[0], done)
    ours, theirs = (karat.read(path, layout="lines") for path in paths)
    expected = karat.score(ours, theirs, "evalb(failed=align)")
    assert found.counts == expected.counts
    assert found.notes == expected.notes
    assert any("laid over gold's by their text" in note for note in found.notes)
