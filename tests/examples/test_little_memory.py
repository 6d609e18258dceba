"""What is kept of every sentence is small, is what it was, and is not added up in few bits."""

import io
import tracemalloc
import weakref
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from karat import formats
from karat.analysis.adjudication import MERGE, adjudicated
from karat.analysis.adjudication.files import Merging
from karat.analysis.side_by_side import Reading, in_place
from karat.cli import propose
from karat.cli._checking import File, flat_key
from karat.engine import blockwise
from karat.engine.abreast import Abreast
from karat.engine.blockwise import FirstFaults, checked
from karat.engine.tallied import KeptRows, Tallied
from karat.engine.tallying import Files, tallied_files
from karat.files.again import again
from karat.files.spelling import folded, full
from karat.formats import _block, open_blocks, read_text
from karat.formats.brackets import Blocks
from karat.model.columns import Numbers
from karat.model.enhanced import _heads_and_labels, _highest
from karat.model.errors import SyntaxFault
from karat.model.gr import listed
from karat.model.labels import Labels
from karat.model.layers import names_of
from karat.model.tally import Tally
from karat.reports.html.gold_text import GoldWanted, gold_text
from karat.schemes import parse
from karat.stats import resampling
from karat.stats.additive import Additive, lean
from karat.stats.plan import Plan
from karat.stats.resampling import bootstrapped, permuted
from karat.views import Views
from karat.views.gr import gr
from karat.views.gr.kinds import word_kind
from karat.views.gr.lemmas import lemma

SCHEME = "evalb(failed=drop)"


@pytest.fixture
def files(tmp_path: Path) -> Files:
    """Two hundred sentences; the system fails in some, and has other brackets in others."""
    gold = "(S (NP (D a) (N b)) (VP (V c) (NP (N d))))\n"
    wrong = "(S (NP (D a) (N b) (V c)) (NP (N d)))\n"
    other = "(S (NP (D a) (N b)) (VP (V c)))\n"
    (tmp_path / "gold.mrg").write_text(gold * 200, encoding="utf-8")
    (tmp_path / "a.mrg").write_text((gold + wrong + other + gold) * 50, encoding="utf-8")
    return Files(str(tmp_path / "gold.mrg"), {"a": str(tmp_path / "a.mrg")}, Views())


def kept(files: Files, **how: bool) -> Tallied:
    return tallied_files(files, [parse(SCHEME)], kept=KeptRows(twins=True, **how))[1][0]


def held(tally: Tally | None) -> int:
    """The bytes of all columns."""
    if tally is None:
        return 0
    own: list[Numbers] = [tally.counts, tally.status, tally.length, tally.sentence]
    return sum(one.nbytes for one in own) + held(tally.twin)


def test_a_report_keeps_few_bytes_of_a_sentence(files: Files) -> None:
    """Ten counts of a byte and three numbers of four, twice; otherwise 184 bytes. They say the same."""
    small, large = kept(files, apart=True), kept(files)
    assert held(small.tally) <= 44 * 200
    assert held(large.tally) >= 92 * 200
    assert small.tally.said() == large.tally.said()
    assert small.tally.said().count("") == 150
    for name, column in large.tally.columns().items():
        assert small.tally.columns()[name].dtype == np.int64
        assert (small.tally.columns()[name] == column).all()


def test_blocks_with_and_without_twins(files: Files) -> None:
    """Where no sentence of a block could be aligned, it has no twin, and stands for it."""
    run, (one,) = tallied_files(files, [parse(SCHEME)], kept=KeptRows(twins=True))
    first, second = (
        one.tally.where(one.tally.sentence < 4),
        one.tally.where(one.tally.sentence >= 4),
    )
    assert first.twin
    rows = KeptRows(twins=True, apart=True)
    for tally in (first, replace(second, twin=None)):
        rows(0, one.result.scheme, 0, tally)
    (found,) = rows.of(run, ["a"])
    assert found.tally.twin
    assert found.tally.twin.status.tolist() == [*first.twin.status, *second.status]
    assert (found.tally.counts == one.tally.counts).all()


def test_narrow_counts_do_not_overflow() -> None:
    """By hand: 250 and 200 of 250 in two sentences."""
    counts, numbers = np.array([[250, 250, 250], [250, 250, 200]], np.uint8), np.arange(2)
    tally = Tally(
        ("gold", "system", "matched"), counts, *[0 * numbers.astype(np.int32)] * 2, numbers
    )
    scheme = parse("parseval")
    total = tally.total(scheme.measures())
    assert total.scored.counts == (500, 500, 450)
    assert total.figures(scheme.measures()[:3], "empty")["f1"] == 0.9
    found = lean([tally], scheme, ["recall", "f1"])[0]
    assert found.values.dtype == np.uint8
    assert found.totals() == {"recall": 0.9, "f1": 0.9}
    assert found.each("f1").tolist() == [1.0, 0.8]


def share(sums: Numbers) -> Numbers:
    return sums[:, 0] / np.maximum(sums[:, 1], 1)


@pytest.mark.parametrize("units", [1, 40, 1300])
def test_whole_numbers_are_resampled_as_doubles_are(
    monkeypatch: pytest.MonkeyPatch, units: int
) -> None:
    """To the last bit: in pieces, in few samples at a time, and in one product of doubles."""
    random = np.random.default_rng(units)
    whole = [random.integers(0, 300, (units, 2)).astype(np.uint16) for _ in range(2)]
    plan, pairs = Plan(samples=90, seed=5), [(0, 1)]
    doubles = [Additive(one.astype(np.float64), {"share": share}) for one in whole]
    expected = bootstrapped(doubles, plan), permuted(doubles, pairs, plan)
    monkeypatch.setattr(resampling, "CELLS", 7 * units)
    monkeypatch.setattr(resampling, "PIECE", 100)
    narrow = [Additive(np.asfortranarray(one), {"share": share}) for one in whole]
    for found, those in zip(
        (bootstrapped(narrow, plan), permuted(narrow, pairs, plan)), expected, strict=True
    ):
        for one, other in zip(found, those, strict=True):
            np.testing.assert_array_equal(one["share"], other["share"])


def peak(work: Callable[[], Any]) -> int:
    """The most bytes that were held at a time."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_samples_of_a_million_sentences_take_little_memory() -> None:
    """A sample at a time: its draws, their counts as integers and as doubles; sixteen took 200 MB."""
    system = Additive(np.ones((1 << 20, 2), np.uint8, order="F"), {"share": share})
    assert peak(lambda: bootstrapped([system], Plan(samples=4))) < 40 << 20
    assert peak(lambda: permuted([system] * 2, [(0, 1)], Plan(samples=4))) < 40 << 20


def small_blocks(files: Files, path: str, *, hashed: bool = False) -> _block.Blocks:
    blocks = open_blocks(path, "lines", "brackets", hashed=hashed)
    blocks.cut_smaller(500)
    return blocks


def test_parts_share_a_scanner(
    files: Files, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What a scanner asks for is far more than it fills; one for every part would fill memory in the end."""
    made = list[int]()
    usual = Blocks.block_scanner
    monkeypatch.setattr(
        Blocks, "block_scanner", lambda self, labels: made.append(1) or usual(self, labels)
    )
    parts = list(in_place(Reading(files, "a"), [parse(SCHEME)], 10))
    assert len(parts) == 20
    assert len(made) == 2
    # Each part keeps its own sentences.
    assert {part.system.words(1)[-1] for part in parts} == {b"d"}
    assert [len(part.system.words(2)) for part in parts[:2]] == [3, 4]
    monkeypatch.setattr(Files, "opened", small_blocks)
    assert gold_text(GoldWanted(files, str(tmp_path))).lengths.tolist() == [4] * 200
    assert len(made) == 3


def test_chunks_take_no_more_memory_than_they_need(tmp_path: Path) -> None:
    """A Bank has arrays of its own, not slices of those that any text of its size would fit into."""
    path = tmp_path / "gold.iob"
    path.write_text("abcdefgh NN B-NP\nijklmnop VB O\n\n" * 100, encoding="utf-8")
    blocks = open_blocks(str(path), "auto", "iob")
    scanner = blocks.scanner(Labels())
    first, second = (scanner.scan(blocks.take(some)) for some in (50, 10))
    blocks.source.close()
    owned = (first.token_offset, first.word_start, first.word_end, first.sentence_at, first.fault)
    assert all(one.base is None for one in owned)
    assert sum(one.nbytes for one in owned) == 4 * 51 + 2 * 4 * 100 + 4 * 50 + 50
    # The next block is written into the same arrays, which are no longer the first's.
    assert [len(bank) for bank in (first, second)] == [50, 10]
    assert first.words(49) == second.words(9) == [b"abcdefgh", b"ijklmnop"]
    assert first.sentence_at.tolist() == [at * 32 for at in range(50)]


def test_annotations_are_compared_in_small_blocks_once_the_first_has_decided(
    tmp_path: Path,
) -> None:
    """Three MB, and then half of one at a time."""
    sentence = "abcdefgh NN B-NP\nijklmnop VB O\n\n"
    for name in ("a.iob", "b.iob"):
        (tmp_path / name).write_text(sentence * 200_000, encoding="utf-8")
    found = Abreast([str(tmp_path / "a.iob"), str(tmp_path / "b.iob")])
    sizes = [[len(bank) * len(sentence) for bank in banks] for banks in found]
    assert all(one == other for one, other in sizes)
    assert sum(one for one, _ in sizes) == 200_000 * len(sentence)
    assert sizes[0][0] > 2_000_000
    assert max(one for one, _ in sizes[1:]) < 600_000


def fault(line: int) -> SyntaxFault:
    return SyntaxFault("wrong", "a.mrg", line, 1, b"", "mend it")


def test_of_a_million_faults_the_first_are_held() -> None:
    """They are counted while they are found, in whatever order."""
    held = list[weakref.ref[SyntaxFault]]()
    most = 0

    def found() -> Iterator[SyntaxFault]:
        nonlocal most
        for number in range(20_000):
            one = fault(1 + number * 7919 % 20_000)
            held.append(weakref.ref(one))
            if number % 1000 == 999:
                most = max(most, sum(some() is not None for some in held))
            yield one

    total, first = FirstFaults.of(found(), 5)
    assert (total, [one.line for one in first]) == (20_000, [1, 2, 3, 4, 5])
    assert most < 3_000


def test_check_holds_few_faults_of_a_block(tmp_path: Path) -> None:
    """A key with a fault in every sentence: all are counted, and the first are shown."""
    path = tmp_path / "key.mrg"
    path.write_text("(S (NP (N a)) (VP (V b) (N c)))\n" * 5_000, encoding="utf-8")
    with again(str(path)) as opened:
        found = flat_key(File(str(path), opened, formats.parse("brackets"), "auto", 4))
    assert found.sentences == 5_000
    assert found.faults == 5_000
    assert [one.line for one in found.first] == [1, 2, 3, 4]
    blocks = open_blocks(str(path), "auto", "brackets")
    judged = list(checked(blocks, 4, lambda bank: map(fault, range(len(bank)))))
    blocks.source.close()
    assert [(one.faults.total, len(one.faults.first)) for one in judged] == [(5_000, 4)]


def test_relations_do_not_depend_on_how_many_trees_are_read_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Forests, traces, faults and sentences without words are counted as in the whole; by hand the first."""
    texts = [
        "(S (NP-SBJ (DT The) (NN baby)) (VP (VBD fell) (ADVP (RB asleep))))",
        "(NP (NNS dogs)) (VP (VBP bark))",
        "(S (NP-SBJ (PRP He)) (VP (VBZ seems) (S (NP-SBJ (-NONE- *-1)) (VP (TO to) (VP (VB sleep))))))",
        "(S (NP (NN a",
        "",
        "(S (NP-SBJ (NNP Kim)) (VP (VBZ sleeps)))",
    ]
    whole = gr(read_text("\n".join(texts), format="brackets"))
    assert [str(one) for one in listed(whole, 0)] == [
        "ncsubj(fall, baby, _)",
        "ncmod(_, fall, asleep)",
    ]
    monkeypatch.setattr("karat.views.gr._FEW", 2)
    parts = gr(read_text("\n".join(texts), format="brackets"))
    for sentence in range(len(texts)):
        assert listed(parts, sentence) == listed(whole, sentence)
    both = (names_of(one.labels, one.layer("lemmas")["lemma"]) for one in (parts, whole))
    assert next(both) == next(both)
    assert names_of(whole.labels, whole.layer("lemmas")["lemma"])[:4] == [
        "the",
        "baby",
        "fall",
        "asleep",
    ]


def test_caches_of_words_are_small() -> None:
    """In a large text nearly every word is new, so what is remembered of words is for some blocks only."""
    caches = (lemma, word_kind, folded, full, _highest, _heads_and_labels)
    assert sum(one.cache_parameters()["maxsize"] or 1 << 30 for one in caches) <= 5 << 14
    assert blockwise._LABELS == propose._LABELS == 1 << 15


def test_a_draft_does_not_depend_on_when_labels_are_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three blocks, with labels of their own or with those of the blocks before."""
    text = "".join(
        f"(S (NP-SBJ (NNP Kim{i})) (VP (VBD slept) (NP (NN x{i}))))\n" for i in range(20_000)
    )
    (tmp_path / "trees.mrg").write_text(text, encoding="utf-8")
    drafts = []
    for labels in (1 << 30, 10):
        monkeypatch.setattr(propose, "_LABELS", labels)
        out = tmp_path / f"{labels}.gr"
        propose.command.main([str(tmp_path / "trees.mrg"), "-o", str(out)], standalone_mode=False)
        drafts.append(out.read_bytes())
    assert drafts[0] == drafts[1]
    assert drafts[0].count(b"\n\n") == 20_000


GR = "He died.\nncsubj(die, he, _)\n\n", "He died.\ndobj(die, he, _)\n\n"
TREES = "(S (NP (D a)) (VP (V b)))\n", "(S (XP (D a)) (VP (V b)))\n"
ROWS = "1\ta\ta\tX\tX\t_\t0\troot\t_\t_\n\n", "1\ta\ta\tY\tX\t_\t0\troot\t_\tSpaceAfter=No\n\n"


@pytest.mark.parametrize(
    ("kind", "first", "second"),
    [
        ("gr", GR[0] * 5, GR[0] + GR[1] * 2 + GR[0] + GR[1]),
        ("brackets", TREES[0] * 5, TREES[0] + TREES[1] * 2 + TREES[0] + TREES[1]),
        ("conllu", ROWS[0] * 5 + "\n\n", ROWS[0] + ROWS[1] * 2 + ROWS[0] + ROWS[1]),
    ],
)
def test_files_are_merged_block_by_block_as_in_the_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, first: str, second: str
) -> None:
    """Disputes are numbered through all blocks, notes are added up, and blank lines at the end stay."""
    whole = adjudicated(read_text(first, format=kind), read_text(second, format=kind), (kind, kind))
    (tmp_path / "a").write_text(first, encoding="utf-8")
    (tmp_path / "b").write_text(second, encoding="utf-8")
    usual, parts = _block.Blocks.cut_smaller, list[int]()
    monkeypatch.setattr(_block.Blocks, "cut_smaller", lambda self: usual(self, 1))
    module = MERGE[kind]
    merged = module.merged
    monkeypatch.setattr(
        module, "merged", lambda a, b, **given: parts.append(len(a)) or merged(a, b, **given)
    )
    merging = Merging((str(tmp_path / "a"), str(tmp_path / "b")), (kind, kind), kind, "auto")
    stream = io.BytesIO()
    done = merging.write(merging.checked(), stream)
    assert sum(parts) == 5
    assert len(parts) > 3
    assert stream.getvalue() == whole.text
    assert done.disputes == whole.disputes == 3
    assert [note.split()[0] for note in done.notes] == [str(n) for n in whole.notes.values()]
