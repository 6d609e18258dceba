"""The quick way of conll18 against a slow reading of the script's rules, and against other blocks."""

import io
import tempfile
from pathlib import Path

import pytest
import slow_conll18
from hypothesis import given, settings
from hypothesis import strategies as st
from ud_strategies import pairs

from effort import tries
from karat import read_text, score
from karat.comparison.plain_texts import PlainTexts, Sums
from karat.engine import text
from karat.engine.results import Run
from karat.engine.run import run
from karat.formats import _words
from karat.model.bank import relabelled_pair
from karat.model.errors import InputError
from karat.model.tally import Tally
from karat.reference import conll18_blocks
from karat.schemes import parse

ROW = "{}\t{}\t_\tX\t_\t_\t{}\t{}\t_\t_\n"
GOOD = ROW.format(1, "a", 2, "nsubj") + ROW.format(2, "b", 0, "root") + "\n"


def counted(gold: str, system: str) -> dict[str, int] | None:
    """The sums of two texts as one block."""
    counts = PlainTexts(strict=True)(gold.encode(), system.encode())
    if counts is None:
        return None
    sums = Sums()
    sums.add(counts)
    return sums.by_figure()


@settings(max_examples=tries(100))
@given(pairs())
def test_every_count_is_the_slow_one(pair) -> None:
    """Other sentences, other tokens, multiword tokens on either side, other labels and heads."""
    assert counted(*pair) == slow_conll18.counts(*pair)


@settings(max_examples=tries(60), deadline=None)
@given(pairs(), st.integers(1, 6), st.integers(1, 400))
def test_blocks_do_not_matter(pair, times: int, piece: int) -> None:
    """Blocks of a few bytes have the counts of the whole."""
    gold, system = (text * times for text in pair)
    streams = [io.BytesIO(text.encode()) for text in (gold, system)]
    sums, texts = Sums(), PlainTexts(strict=True)
    before = conll18_blocks.PIECE
    conll18_blocks.PIECE = piece
    try:
        blocks = list(conll18_blocks.pairs(*streams))
    finally:
        conll18_blocks.PIECE = before
    for block in blocks:
        sums.add(texts(*block))
    assert sums.by_figure() == counted(gold, system)
    for side, whole in enumerate((gold, system)):
        assert b"".join(bytes(block[side]) for block in blocks).decode() == whole


@settings(max_examples=tries(60), deadline=None)
@given(pairs(), st.integers(1, 4), st.integers(1, 400))
def test_blocks_do_not_matter_for_karat_score(pair, times: int, piece: int) -> None:
    """The engine cuts files where the counts of the parts add up to those of the whole."""
    gold, system = (text * times for text in pair)
    before, text.PIECE = text.PIECE, piece
    try:
        with tempfile.TemporaryDirectory() as folder:
            paths = [Path(folder, name) for name in ("gold.conllu", "system.conllu")]
            for path, content in zip(paths, (gold, system), strict=True):
                path.write_text(content, "utf-8")
            done = run(str(paths[0]), [str(paths[1])], [parse("conll18")], threads=1)
    finally:
        text.PIECE = before
    assert done.results[0].total.counts("drop") == slow_conll18.counts(gold, system)


def test_a_multiword_token_at_the_beginning_of_a_sentence() -> None:
    """The program pairs a word before it with one of its words; so these sentences stay together."""
    rest = "\t_" * 8 + "\n"
    gold = (
        ROW.format(1, "a", 0, "root") + ROW.format(2, "aa", 1, "x") + ROW.format(3, "aaa", 1, "x")
    )
    system = ROW.format(1, "a", 0, "root") + f"2-2\taaa{rest}" + ROW.format(2, "a", 1, "x")
    system += ROW.format(3, "a", 1, "x") + ROW.format(4, "a", 1, "x")
    after = f"1-1\ta{rest}" + ROW.format(1, "a", 0, "root") + ROW.format(2, "a", 1, "x") + "\n"
    texts = [f"{gold}\n{after}", f"{system}\n{after}"]
    whole = counted(*texts)
    assert whole == slow_conll18.counts(*texts)
    before, behind = counted(f"{gold}\n", f"{system}\n"), counted(after, after)
    assert before
    assert behind
    assert whole != {name: n + behind[name] for name, n in before.items()}


@settings(max_examples=tries(100))
@given(pairs(), st.data())
def test_a_changed_text_is_left_to_others_or_has_the_same_counts(pair, data) -> None:
    """One byte of the system is another one: nothing is counted that the slow way refuses."""
    gold, system = pair
    raw = bytearray(system.encode())
    at = data.draw(st.integers(0, len(raw) - 1))
    raw[at] = data.draw(st.sampled_from(b"\t\n\r 0123-._#|:=ab\xff\xc2"))
    counts = PlainTexts(strict=True)(gold.encode(), bytes(raw))
    if counts is None:
        return
    sums = Sums()
    sums.add(counts)
    # Such a file may look like another format.
    slowly = score(gold, read_text(bytes(raw), format="conllu"), "conll18")
    assert sums.by_figure() == dict(slowly.counts)


@pytest.mark.parametrize(
    "system",
    [
        GOOD[:-1], GOOD + "\n", "\n" + GOOD, GOOD.replace("b", "c"), GOOD + GOOD,
        GOOD.replace("\t2\t", "\t+2\t"), GOOD.replace("\t2\t", "\t3\t"), GOOD.replace("\t0\t", "\t1\t"),
        GOOD.replace("\t2\t", "\t0\t"), GOOD.replace("\n2", "\n3"), GOOD.replace("\n2", "\n# x\n2"),
        GOOD.replace("X\t", "X\t\t", 1), GOOD.replace("\tX\t_", "\tX", 1), GOOD.replace("X", "X\r", 1),
        GOOD.replace("\n2", "\n1.1\n2"), "1-3\tab" + "\t_" * 8 + "\n" + GOOD, "# only\n\n" + GOOD,
    ],
)  # fmt: skip
def test_what_is_not_ordinary_is_not_counted(system: str) -> None:
    """The caller reads such a file in the way that can name the fault."""
    assert counted(GOOD, system) is None


def test_what_is_ordinary_though_rare() -> None:
    """Comments, Windows line ends, empty nodes, and a comment after the last sentence."""
    system = "# a\n# b\n" + GOOD.replace("\n2", "\n1.1" + "\t_" * 9 + "\n2") + "# end\n"
    assert counted(GOOD, system) == counted(GOOD, GOOD)
    assert counted(GOOD, GOOD.replace("\n", "\r\n")) == counted(GOOD, GOOD)


def test_universal_features_count_in_any_order() -> None:
    """Others are left out; one that is there twice must be there twice."""

    def features(text: str) -> str:
        return GOOD.replace("X\t_\t_", f"X\t_\t{text}")

    for ours, theirs, right in (
        ("Case=Nom|Number=Sing", "Number=Sing|Foo=1|Case=Nom", 2),
        ("Case=Nom", "Case=Acc", 0),
        ("Case=Nom|Case=Nom|Mood=Ind", "Case=Nom|Mood=Ind|Mood=Ind", 0),
        ("Foo=1", "_", 2),
    ):
        found = counted(features(ours), features(theirs))
        assert found is not None
        assert found["UFeats_correct"] == right
    many = "|".join(["Case=Nom"] * 65)
    assert counted(features(many), features(many + "|Foo=1")) is None


def scored(
    folder: Path, gold: str, system: str, scheme: str = "conll18"
) -> tuple[Run, list[Tally]]:
    """Two files compared as ``karat score`` does, and the counts of their sentences."""
    paths = [folder / name for name in ("gold.conllu", "system.conllu")]
    for path, content in zip(paths, (gold, system), strict=True):
        path.write_text(content, "utf-8")
    rows: list[Tally] = []
    done = run(
        str(paths[0]), [str(paths[1])], [parse(scheme)], threads=1,
        on_rows=lambda _system, _scheme, _first, tally: rows.append(tally),
    )  # fmt: skip
    return done, rows


@settings(max_examples=60, deadline=None)
@given(pairs())
def test_karat_score_counts_each_sentence_as_with_banks(pair) -> None:
    """The tally has the rows, lengths and names that the comparison of Banks gives."""
    with tempfile.TemporaryDirectory() as folder:
        _, rows = scored(Path(folder), *pair)
    banks = relabelled_pair(*(read_text(text, format="conllu") for text in pair))
    scheme = parse("conll18")
    slow = scheme.tally(scheme.comparison(banks[0].labels)(*banks), banks[0].labels)
    quick = Tally.concatenate(rows)
    assert quick.names == slow.names
    assert quick.counts.tolist() == slow.counts.tolist()
    assert (quick.length.tolist(), quick.status.tolist()) == (
        slow.length.tolist(), slow.status.tolist(),
    )  # fmt: skip


def test_ordinary_files_are_not_scanned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """But those that need Banks are: other schemes, and the enhanced graphs."""

    def scan(*_: object) -> None:
        raise AssertionError("scanned")

    monkeypatch.setattr(_words.Scanner, "scan", scan)
    done, _ = scored(tmp_path, GOOD, GOOD, "conll18(length=1)")
    assert done.results[0].total.sentences("drop")["total"] == 0
    assert scored(tmp_path, GOOD, GOOD)[0].results[0].total.counts("drop")["LAS_correct"] == 2
    for scheme in ("deps", "conll18(enhanced=yes)"):
        with pytest.raises(AssertionError, match="scanned"):
            scored(tmp_path, GOOD, GOOD, scheme)


def test_gold_without_tags_is_noted(tmp_path: Path) -> None:
    """The quick way would not see it."""
    bare = GOOD.replace("\tX\t", "\t_\t")
    notes = scored(tmp_path, GOOD + bare, GOOD + GOOD)[0].results[0].notes
    assert [count for note, count in notes.items() if "gold's words have no tags" in note] == [1]
    assert not scored(tmp_path, GOOD + GOOD, GOOD + bare)[0].results[0].notes


@pytest.mark.parametrize("side", [0, 1])
def test_a_sentence_of_comments_alone_is_a_fault(tmp_path: Path, side: int) -> None:
    """Wherever it is: the quick way knows no such sentence."""
    texts = [GOOD, GOOD]
    for comment in ("# no parse\n\n" + GOOD, GOOD + "# no parse\n\n", GOOD + "# no parse"):
        texts[side] = comment
        with pytest.raises(InputError, match="a sentence must have one root here"):
            scored(tmp_path, *texts)
