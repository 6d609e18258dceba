"""A sentence has a limit of size, so that no file fills memory, however well it was compressed."""

import io
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from karat.engine import text
from karat.engine.run import run
from karat.files import resources, source
from karat.files.source import Source
from karat.formats import _block, of
from karat.formats.brackets import scan
from karat.model.errors import InputError
from karat.reference import conlleval
from karat.schemes import parse

LIMIT = 4000
# For each format, sentences of any size: one that begins so, goes on so, and ends so.
FORMATS = {
    "brackets": (b"(S", b" (N a)", b")\n", "lines"),
    "brackets, free": (b"(S", b"\n (N a)", b")\n", "free"),
    "conllu": (b"", b"1\ta\t_\tN\tN\t_\t0\troot\t_\t_\n", b"\n", "auto"),
    "iob": (b"", b"dog\tNN\tB-NP\n", b"\n", "auto"),
    "gr": (b"", b"ncsubj(bark, dog, _)\n", b"\n", "auto"),
    "stanford": (b"", b"det(dog-2, the-1)\n", b"\n", "auto"),
    "export": (b"#BOS 1\n", b"dog\tNN\t--\t--\t0\n", b"#EOS 1\n", "auto"),
}


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (_block, text, conlleval):
        monkeypatch.setattr(module, "LONGEST", LIMIT)


def sentence(kind: str, size: int) -> bytes:
    """A sentence of at most this many bytes, and not many fewer."""
    begin, more, end, _ = FORMATS[kind]
    return begin + more * ((size - len(begin) - len(end)) // len(more)) + end


def blocks(kind: str, content: bytes) -> Iterator[int]:
    """How many sentences the blocks of a text have."""
    name, layout = kind.partition(",")[0], FORMATS[kind][3]
    found = of(Source.of(io.BytesIO(), "x"), name).blocks(
        Source.of(io.BytesIO(content), "x"), layout
    )
    found.cut_smaller(100)
    for block in found:
        yield block.sentences


@pytest.mark.parametrize("kind", FORMATS)
def test_a_sentence_may_be_as_long_as_the_limit(kind: str) -> None:
    """In some formats the sentence before it is held until it is known to be whole."""
    held = 200 * (kind in ("brackets, free", "gr"))
    short, long = sentence(kind, 200), sentence(kind, LIMIT - held)
    assert len(long) > LIMIT - held - 100
    assert sum(blocks(kind, short + long + short + long)) == 4


@pytest.mark.parametrize("kind", FORMATS)
def test_a_longer_sentence_is_refused_before_all_of_it_is_read(kind: str) -> None:
    long = sentence(kind, LIMIT + 1000)
    with pytest.raises(InputError, match=r"x:\d+: a sentence of more than"):
        list(blocks(kind, sentence(kind, 200) + long))


def test_many_sentences_may_be_held_at_once(tmp_path: Path) -> None:
    """Where the other side has few bytes for many sentences, the limit is still that of one sentence."""
    gold, system = tmp_path / "gold.mrg", tmp_path / "system.mrg"
    gold.write_bytes(b"(N a)\n" * 200)
    system.write_bytes((b"(S" * 60 + b" (N a)" + b")" * 60 + b"\n") * 200)
    assert system.stat().st_size > 5 * LIMIT
    assert run(str(gold), [str(system)], [parse("evalb")]).sentences == 200


def test_texts_that_have_no_end_in_common(tmp_path: Path) -> None:
    gold, system = tmp_path / "gold.conllu", tmp_path / "system.conllu"
    row = b"1\ta\t_\tN\tN\t_\t0\troot\t_\t_\n"
    gold.write_bytes(row + b"\n")
    system.write_bytes(row * (1 << 17))
    with pytest.raises(InputError, match=r"system\.conllu:1: a sentence of more than"):
        run(str(gold), [str(system)], [parse("conll18")])


def test_brackets_are_counted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """One takes far more memory than other bytes."""
    monkeypatch.setattr(scan, "_BRACKETS", 500)
    path = tmp_path / "x.mrg"
    path.write_bytes(b"(S (N a))\n" * 1000 + b"(S" + b" (N a)" * 498 + b")\n")
    assert run(str(path), [str(path)], [parse("evalb")]).sentences == 1001
    path.write_bytes(b"(" * 1000)
    with pytest.raises(InputError, match="more than 500 brackets"):
        run(str(path), [str(path)], [parse("evalb")])


def test_lines_of_conlleval() -> None:
    with pytest.raises(InputError, match="a line of more than"):
        conlleval.count(io.BytesIO(b"a" * (1 << 23)), conlleval.Options())


def test_a_compressed_file_without_end(tmp_path: Path) -> None:
    """It gives fewer than 1,000 bytes for each of its own."""
    packed = zlib.compressobj(9, wbits=31)
    path = tmp_path / "bomb.mrg.gz"
    path.write_bytes(packed.compress(b"(S (N a)" * (1 << 21)) + packed.flush())
    assert path.stat().st_size > (1 << 24) // 1000
    with pytest.raises(InputError, match="a sentence of more than"):
        run(str(path), [str(path)], [parse("evalb")])


def test_what_is_read_as_a_whole(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(source, "MOST_AT_ONCE", 100)
    with pytest.raises(InputError, match="x: more than"):
        Source.of(io.BytesIO(b"a" * 101), "x").rest()
    assert len(Source.of(io.BytesIO(b"a" * 100), "x").rest()) == 100


@pytest.mark.parametrize(
    "read", ["evalb(params=/dev/zero)", "flat(profile=/dev/zero)", "gr(hierarchy=/dev/zero)"]
)
def test_small_files_without_end(read: str) -> None:
    with pytest.raises(
        InputError, match="/dev/zero: more than 64 MiB, which no file of this kind has"
    ):
        parse(read).digest()
    assert resources.LARGEST == 64 << 20
