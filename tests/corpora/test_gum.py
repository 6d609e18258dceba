"""Real treebank files: read, written, read back."""

import io
from itertools import pairwise
from pathlib import Path

import pytest

import karat
from karat import Bank
from karat.formats import brackets

Content = list[tuple[list[bytes], list[bytes], list[tuple[int, int, bytes]]]]


def content(bank: Bank) -> Content:
    """Words, tags and spans of every sentence."""
    return [(bank.words(i), bank.tags(i), bank.spans(i)) for i in range(len(bank))]


def written(bank: Bank, *, pretty: bool) -> bytes:
    """The bytes of a file."""
    stream = io.BytesIO()
    brackets.write(bank, stream, pretty=pretty)
    return stream.getvalue()


def words(path: Path) -> list[list[bytes]]:
    """The words of each sentence, found with a regular split: a word stands before a ``)``."""
    found = []
    for tree in path.read_bytes().replace(b"\r\n", b"\n").split(b"\n("):
        pieces = tree.replace(b"(", b" ( ").replace(b")", b" ) ").split()
        found.append([one for one, after in pairwise(pieces) if after == b")" and one != b")"])
    return [sentence for sentence in found if sentence]


def documents(corpora: Path) -> list[Path]:
    """The files there are."""
    return sorted((corpora / "gum" / "const").glob("*.ptb"))


def test_there_are_documents(corpora: Path) -> None:
    """Twenty-seven, as their description says."""
    assert len(documents(corpora)) == 27


@pytest.mark.parametrize("part", range(3))
def test_writing_and_reading_back(corpora: Path, part: int) -> None:
    """In both layouts, all documents keep their words, tags and constituents."""
    for path in documents(corpora)[part::3]:
        bank = karat.read(path)
        assert len(bank) > 5, path
        assert not bank.fault.any(), path
        for pretty in (False, True):
            again = karat.read_text(written(bank, pretty=pretty))
            assert content(again) == content(bank), (path, pretty)


def test_words_by_another_way(corpora: Path) -> None:
    """The words are those that a plain search for closing brackets finds."""
    for path in documents(corpora):
        bank = karat.read(path)
        assert [bank.words(i) for i in range(len(bank))] == words(path), path


def test_every_document_against_itself(corpora: Path) -> None:
    """Is perfect under any parameters, with and without quirks."""
    for path in documents(corpora):
        bank = karat.read(path)
        for scheme in ("evalb", "evalb(params=new)", "evalb(params=new,quirks=no,failed=empty)"):
            score = karat.score(bank, bank, scheme)
            assert score.f1 == score.exact == score.tagging == 1.0, (path, scheme)
            assert score.counts["crossing"] == 0
