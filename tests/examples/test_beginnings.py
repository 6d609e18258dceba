"""What is decided by the beginning of a file is decided in the same way for every block of it."""

import io
from pathlib import Path

import pytest

import karat
from karat import formats, views
from karat.engine.blockwise import converted
from karat.engine.results import make_score
from karat.engine.run import run
from karat.files.source import Source
from karat.formats import _block
from karat.formats._writing import writer
from karat.model.labels import Labels
from karat.schemes.gr import Gr
from karat.views.gr.language import told
from ud_rows import FRENCH

# Alone, it would be taken for English, whose lists have no "par".
TITLE = (
    "1\tThe\tThe\tPROPN\t_\t_\t6\tnsubj:pass\t_\t_\n"
    "2\tLord\tLord\tPROPN\t_\t_\t1\tflat\t_\t_\n"
    "3\tof\tof\tPROPN\t_\t_\t1\tflat\t_\t_\n"
    "4\tthe\tthe\tPROPN\t_\t_\t1\tflat\t_\t_\n"
    "5\tRings\tRings\tPROPN\t_\t_\t1\tflat\t_\t_\n"
    "6\tvu\tvoir\tVERB\t_\tTense=Past|VerbForm=Part\t0\troot\t_\t_\n"
    "7\tpar\tpar\tADP\t_\t_\t8\tcase\t_\t_\n"
    "8\tHastings\tHastings\tPROPN\t_\t_\t6\tobl\t_\t_\n\n"
)
TEXT = FRENCH * 8 + TITLE


@pytest.fixture(params=[40, 300, 1 << 20])
def size(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """The size of blocks, whatever a format would take: a sentence, two, or the whole file."""
    begin, wanted = _block.Blocks.__init__, int(request.param)
    monkeypatch.setattr(
        _block.Blocks, "__init__", lambda self, source, size: begin(self, source, wanted)
    )
    return wanted


def opened(text: str) -> _block.Blocks:
    source = Source.of(io.BytesIO(text.encode()), "a.conllu")
    return formats.of(source, "conllu").blocks(source)


def test_a_tail_that_would_be_of_another_language(size: int) -> None:
    """The language of every block is that of the file; the sentence by itself would be of another."""
    blocks = opened(TEXT)
    scanner = blocks.scanner(Labels())
    banks = [scanner.scan(block).copied() for block in blocks]
    assert {told(bank) for bank in banks} == {"fr"}
    assert [bank.before for bank in banks] == [0, *_sums([len(bank) for bank in banks])[:-1]]
    assert told(karat.read_text(TITLE)) == "en"


@pytest.mark.parametrize("threads", [1, 3])
def test_relations_are_the_same_whatever_the_blocks(size: int, threads: int) -> None:
    """The agent is found by the list of French prepositions, in the last sentence too."""
    done = converted(
        opened(TEXT), [views.parse("gr")], writer("gr", "-", pretty=False, usual="gr"),
        keep_broken=False, threads=threads,
    )  # fmt: skip
    text = b"".join(one.text for one in done).decode()
    assert text.count("arg_mod(par, voir, lui, subj)") == 8
    assert text.count("arg_mod(par, voir, Hastings, subj)") == 1


@pytest.mark.parametrize("threads", [1, 3])
def test_each_side_has_its_own_language(size: int, threads: int, tmp_path: Path) -> None:
    """Gold is French as a whole; the notes name it once, and no other language."""
    gold, system = tmp_path / "gold.conllu", tmp_path / "system.conllu"
    gold.write_text(TEXT)
    system.write_text(TEXT)
    done = run(str(gold), [str(system)], [Gr()], threads=threads)
    score = make_score(done.results[0], done)
    assert (score.measures["recall"], score.measures["precision"]) == (1.0, 1.0)
    about = [note for note in score.notes if "its words are" in note]
    assert len(about) == 2
    assert all("the lists of French are used" in note for note in about)


def test_the_last_sentence_of_a_long_beginning_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may be cut off; a file that is shorter has all its sentences."""
    monkeypatch.setattr(_block, "BEGINNING", len(FRENCH.encode()) + 20)
    beginning = opened(FRENCH * 3).beginning
    assert beginning is not None
    assert len(beginning()) == 1
    short = opened(FRENCH).beginning
    assert short is not None
    assert len(short()) == 1


def _sums(numbers: list[int]) -> list[int]:
    return [sum(numbers[: i + 1]) for i in range(len(numbers))]
