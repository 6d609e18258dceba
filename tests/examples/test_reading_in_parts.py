"""Verbs that read files part by part: what they say is what they say of the whole, in little memory."""

import gc
import weakref
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from karat import read
from karat.analysis import explain_files as streamed
from karat.analysis import pictured_files
from karat.analysis.explain import Facts, explain
from karat.analysis.pictured import Whole
from karat.analysis.pictured_files import Parts, drawn_files
from karat.comparison import words
from karat.engine import worker
from karat.engine.beginning import cut
from karat.engine.results import make_score
from karat.engine.run import run
from karat.engine.tallying import Files
from karat.formats import _block, open_blocks
from karat.model.columns import roomy
from karat.schemes import parse
from karat.views import Views

GOLD = "(S (NP (DT the) (NN {word})) (VP (VBZ barks) (PP-LOC (IN in) (NP (NN town)))) (. .))\n"
SYSTEM = "(S (NP (DT the) (NN {word})) (VP (VBZ barks)) (PP (IN in) (NP (NN town))) (. .))\n"


def word(number: int) -> str:
    return "dog" + "".join(chr(ord("a") + int(digit)) for digit in str(number))


def small_blocks(files: Files, path: str, *, hashed: bool = False) -> _block.Blocks:
    blocks = open_blocks(path, files.layout, files.format, hashed=hashed)
    blocks.cut_smaller(900)
    return blocks


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Files:
    """Two hundred sentences; every third of the system is gold's, one has other words, one no analysis."""
    lines = [(SYSTEM if at % 3 else GOLD).format(word=word(at)) for at in range(200)]
    lines[150] = SYSTEM.format(word="cat")
    lines[77] = "\n"
    (tmp_path / "gold.mrg").write_text("".join(GOLD.format(word=word(at)) for at in range(200)))
    (tmp_path / "system.mrg").write_text("".join(lines))
    monkeypatch.setattr(Files, "opened", small_blocks)
    path = str(tmp_path / "system.mrg")
    return Files(str(tmp_path / "gold.mrg"), {path: path}, Views(), "brackets", "lines")


SCHEMES = [
    "evalb(params=new)", "evalb(params=new,failed=drop)", "parseval", "leafancestor", "deps",
    "chunks", "tags",
]  # fmt: skip


@pytest.mark.parametrize("text", SCHEMES)
def test_explanations_of_parts_are_those_of_the_whole(files: Files, text: str) -> None:
    """To the last word, with notes, reasons, changed labels and the signature."""
    scheme, (path,) = parse(text), files.systems
    figure = scheme.measures()[0].name
    found = streamed.explain_files(scheme, figure, files)
    assert found == explain(scheme, figure, read(files.gold), read(path))
    # Six words and five brackets each; sentence 78 of the system has none.
    assert "200 gold sentences (1,200 words, 1,000 brackets)" in found.steps[0]
    assert "200 system sentences (1,194 words, 995 brackets)" in found.steps[0]
    if text == "evalb(params=new)":
        assert any("PP-LOC → PP (200)" in step for step in found.steps)


def test_a_system_that_ends_early_has_fewer_sentences(files: Files) -> None:
    """Gold's last sentences are compared with nothing, which is not a sentence of the system."""
    (path,) = files.systems
    lines = Path(path).read_text().splitlines(keepends=True)
    Path(path).write_text("".join(lines[:120]))
    scheme = parse("evalb(params=new,failed=drop)")
    found = streamed.explain_files(scheme, "f1", files)
    assert found == explain(scheme, "f1", read(files.gold), read(path))
    assert "and 120 system sentences" in found.steps[0]


def test_an_explanation_holds_few_parts(files: Files, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of nineteen parts, at most two are there at a time."""
    held, most, usual = list[weakref.ref[Any]](), 0, Facts.of

    def of(scheme: Any, gold: Any, system: Any, outcome: Any) -> Facts:
        nonlocal most
        gc.collect()
        held.append(weakref.ref(gold.text))
        most = max(most, sum(one() is not None for one in held))
        return usual(scheme, gold, system, outcome)

    monkeypatch.setattr(Facts, "of", of)
    streamed.explain_files(parse("evalb(params=new)"), "f1", files)
    assert len(held) == 19
    assert most <= 2


@pytest.mark.parametrize(
    "text, lowest",
    [
        ("evalb(params=new)", [1, 2, 4, 5, 7]),
        ("parseval", [1, 2, 4, 5, 7]),
        ("deps", [0, 1, 2, 3, 4]),
    ],
)
def test_sentences_of_steps_are_those_of_the_whole(
    files: Files, text: str, lowest: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Drawings, numbers, lines, and which are the worst; in any order."""
    monkeypatch.setattr(pictured_files, "_STEP", 7)
    scheme, (path,) = parse(text), files.systems
    parts = drawn_files(scheme, files)
    assert isinstance(parts, Parts)
    gold = read(files.gold)
    whole = Whole(scheme, [path], gold, [read(path).relabelled(gold.labels)], Views())
    assert parts.size == whole.size == 200
    assert parts.worst(5) == whole.worst(5) == lowest
    assert parts.failed(None) == whole.failed(None)
    assert 77 in (parts.failed(3) or ())
    for chosen in ([0, 1, 150, 199], [199, 77, 3], []):
        ours, theirs = list(parts.sentences(chosen)), list(whole.sentences(chosen))
        assert [one.picture() for one in ours] == [one.picture() for one in theirs]
        assert [one.picture().number for one in ours] == [at + 1 for at in chosen]
        lines = [one.placed[0].gold.line(one.at) for one in ours]
        assert lines == [at + 1 for at in chosen]
        for one, other in zip(ours, theirs, strict=True):
            both = (some.given()[1].words(some.at) for some in (one, other))
            assert next(both) == next(both)


def test_steps_are_left_behind(files: Files, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of thirty steps whose sentences are all drawn, at most two are there at a time."""
    monkeypatch.setattr(pictured_files, "_STEP", 7)
    parts = drawn_files(parse("evalb(params=new)"), files)
    held, most = list[weakref.ref[Any]](), 0
    for one in parts.sentences(range(200)):
        if one.at == 0:
            held.append(weakref.ref(one.placed[0].gold.text))
        gc.collect()
        most = max(most, sum(some() is not None for some in held))
    assert len(held) == 29
    assert most <= 2


def test_sentences_with_other_boundaries_are_drawn_from_memory(files: Files) -> None:
    """The second half of the system is one sentence late, so it is laid over gold's."""
    (path,) = files.systems
    lines = Path(path).read_text().splitlines(keepends=True)
    Path(path).write_text("".join([*lines[:100], GOLD.format(word="extra"), *lines[100:]]))
    found = drawn_files(parse("parseval"), files)
    assert isinstance(found, Whole)
    assert found.longer == []
    kept = drawn_files(parse("evalb(params=new,failed=drop)"), files)
    assert isinstance(kept, Parts)
    assert kept.longer == [(path, 201)]


def test_words_and_labels_do_not_pile_up(files: Files, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a memory of a few words and labels, which every block fills, figures are the same."""
    paths = files.gold, list(files.systems)
    schemes = [parse("leafancestor"), parse("evalb(params=new)"), parse("gr")]
    expected = run(*paths, schemes, threads=1)
    monkeypatch.setattr(
        "karat.engine.run.cut", lambda some, _, **how: [one.cut_smaller(900) for one in some]
    )
    monkeypatch.setattr(words, "_KNOWN", 5)
    monkeypatch.setattr(worker, "_LABELS", 5)
    begun, known = list[int](), list[int]()
    usual, numbered = worker.Worker._begin, words.WordPairs._known

    def begin(self: worker.Worker) -> None:
        begun.append(1)
        usual(self)

    def number(self: words.WordPairs, bank: Any) -> Any:
        found = numbered(self, bank)
        known.append(len(self._words))
        return found

    monkeypatch.setattr(worker.Worker, "_begin", begin)
    monkeypatch.setattr(words.WordPairs, "_known", number)
    found = run(*paths, schemes, threads=1)
    assert len(begun) > 10
    assert max(known) < 60
    assert (found.tags, found.brackets) == (expected.tags, expected.brackets)
    for one, other in zip(found.results, expected.results, strict=True):
        ours, theirs = make_score(one, found), make_score(other, expected)
        assert ours.measures == theirs.measures
        assert (ours.counts, ours.sentences) == (theirs.counts, theirs.sentences)
        assert (ours.notes, ours.signature) == (theirs.notes, theirs.signature)


@pytest.mark.parametrize(
    "schemes, largest",
    [(["evalb"], 1 << 20), (["leafancestor"], 1 << 19), (["evalb", "gr"], 1 << 19)],
)
def test_blocks_are_as_small_as_schemes_want_them(
    tmp_path: Path, schemes: list[str], largest: int
) -> None:
    path = tmp_path / "gold.mrg"
    path.write_text(GOLD.format(word="dog") * 40_000)
    blocks = open_blocks(str(path), "lines", "brackets")
    cut([blocks], [parse(text) for text in schemes], begun=False)
    sizes = [sum(map(len, block.pieces)) for block in blocks]
    blocks.source.close()
    assert sum(sizes) == path.stat().st_size
    assert max(sizes) <= largest + 100


def test_room_is_of_new_pages() -> None:
    """What was written before is not there: then all of it would be in memory, whether it is used or not."""
    first = roomy(1 << 20)
    first[:] = 7
    del first
    again = roomy(1 << 20)
    assert not again.any()
    assert again.dtype == np.int32
    again[-1] = 1
    assert again[-1] == 1
