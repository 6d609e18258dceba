"""Files on disk: compressed, damaged, absent, from standard input."""

import gzip
import hashlib
import io
import lzma
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import karat

TEXT = b"(S (NP (N a)) (VP (V b)))\n" * 300


def zstd(data: bytes) -> bytes:
    """Compress with whichever module this Python has."""
    if sys.version_info >= (3, 14):
        from compression import zstd as module
    else:
        module = pytest.importorskip("backports.zstd")
    compressed: bytes = module.compress(data)
    return compressed


def plain(data: bytes) -> bytes:
    """Not compressed at all."""
    return data


KINDS = [gzip.compress, lzma.compress, zstd]


@pytest.mark.parametrize("compress", [plain, *KINDS])
def test_compression_is_told_by_content(compress: Callable[[bytes], bytes], tmp_path: Path) -> None:
    """Whatever the file is called, its sentences and the hash of its text are the same."""
    path = tmp_path / "trees.mrg"
    path.write_bytes(compress(TEXT))
    bank = karat.read(path)
    assert len(bank) == 300
    assert bank.words(299) == [b"a", b"b"]
    assert bank.sha256 == hashlib.sha256(TEXT).hexdigest()


@pytest.mark.parametrize("compress", KINDS)
@pytest.mark.parametrize("damage", ["none", "first byte", "cut", "cut in its head"])
def test_all_of_several_compressed_streams_are_read(
    compress: Callable[[bytes], bytes], damage: str, tmp_path: Path
) -> None:
    """As ``cat a.xz b.xz`` makes them; a second one that cannot be read is refused, not left out."""
    second = compress(TEXT)
    broken = {
        "none": second, "first byte": b"\1" + second[1:], "cut": second[:-20], "cut in its head": second[:5],
    }  # fmt: skip
    path = tmp_path / "trees.mrg"
    path.write_bytes(compress(TEXT) + broken[damage])
    if damage == "none":
        assert len(karat.read(path)) == 600
        return
    with pytest.raises(karat.KaratError, match=r"trees.mrg: .*(cannot be read|damaged)"):
        karat.read(path)


def test_streams_of_xz_may_have_zeros_between_and_after_them(tmp_path: Path) -> None:
    """Its padding, a multiple of four zeros, even more of it than is read at a time."""
    path = tmp_path / "trees.mrg"
    path.write_bytes(lzma.compress(TEXT) + bytes(1 << 17) + lzma.compress(TEXT) + bytes(8))
    assert len(karat.read(path)) == 600


def test_a_file_of_zstd_may_begin_with_a_frame_without_data(tmp_path: Path) -> None:
    """As pzstd writes it, which puts the size of the next frame there."""
    skipped = b"\x50\x2a\x4d\x18\4\0\0\0size"
    path = tmp_path / "trees.mrg"
    path.write_bytes((skipped + zstd(TEXT)) * 2)
    assert len(karat.read(path)) == 600


@pytest.mark.parametrize("compress", KINDS)
@pytest.mark.parametrize("damage", ["cut", "changed"])
def test_damaged_compression_is_an_error_that_names_the_file(
    compress: Callable[[bytes], bytes], damage: str, tmp_path: Path
) -> None:
    """A file that ends early or whose bytes were changed is refused, not half read."""
    noise = b"".join(b"(S (N %d))\n" % (i * i * 7919 % 100_003) for i in range(20_000))
    data = bytearray(compress(noise))
    if damage == "cut":
        del data[len(data) // 2 :]
    else:
        for at in range(len(data) // 3, len(data) // 3 + 100):
            data[at] ^= 0xA5
    path = tmp_path / "damaged.mrg"
    path.write_bytes(data)
    with pytest.raises(karat.InputError, match=r"damaged\.mrg"):
        karat.read(path)


def test_several_gzip_members_are_one_text(tmp_path: Path) -> None:
    """As ``cat a.gz b.gz`` makes them."""
    path = tmp_path / "both.gz"
    path.write_bytes(gzip.compress(b"(S (N a))\n") + gzip.compress(b"(S (N b))\n"))
    bank = karat.read(path)
    assert [bank.words(i) for i in range(len(bank))] == [[b"a"], [b"b"]]


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    """``-`` reads it, compressed or not."""
    for data in (TEXT, gzip.compress(TEXT)):
        buffer = io.BufferedReader(io.BytesIO(data))
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(buffer))
        assert len(karat.read("-")) == 300


def test_a_byte_order_mark_in_a_file(tmp_path: Path) -> None:
    """It is no part of the first sentence, nor a reason to think the format another."""
    path = tmp_path / "bom.mrg"
    path.write_bytes(b"\xef\xbb\xbf(S (N a))\r\n")
    assert karat.read(path).words(0) == [b"a"]


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    """The message names it."""
    with pytest.raises(karat.InputError, match=r"absent\.mrg: there is no such file"):
        karat.read(tmp_path / "absent.mrg")


def test_a_folder_instead_of_a_file(tmp_path: Path) -> None:
    """The message says what to give."""
    with pytest.raises(karat.InputError, match="this is a folder; give a file in it"):
        karat.read(tmp_path)


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    """The system's reason is passed on; root, who may read all, follows no circle of links either."""
    path = tmp_path / "secret.mrg"
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        path.symlink_to(path)
    else:
        path.write_bytes(TEXT)
        path.chmod(0)
    with pytest.raises(karat.InputError, match=r"secret\.mrg: cannot be read"):
        karat.read(path)


def test_an_empty_file_has_no_sentences(tmp_path: Path) -> None:
    """Reading it is no error; scoring it would be."""
    path = tmp_path / "empty.mrg"
    path.write_bytes(b"")
    assert len(karat.read(path)) == 0


def test_a_file_of_another_format(tmp_path: Path) -> None:
    """Its beginning gives it away; the formats there are are listed, and the way to insist."""
    path = tmp_path / "words.conll"
    path.write_bytes(b"1\tthe\tthe\t_\n2\tdog\tdog\t_\n")
    with pytest.raises(karat.InputError, match=r"words\.conll.*brackets.*--format"):
        karat.read(path)
    assert all(karat.read(path, format="brackets", layout="lines").fault)


def test_an_unknown_format_is_refused(tmp_path: Path) -> None:
    """The error lists the known ones and guesses."""
    path = tmp_path / "a.mrg"
    path.write_bytes(TEXT)
    with pytest.raises(karat.UsageError, match="did you mean 'brackets'"):
        karat.read(path, format="bracket")


def test_places_are_right_in_a_file_of_several_blocks(tmp_path: Path) -> None:
    """After nine megabytes of sentences the broken line still has its number."""
    lines = 360_000
    path = tmp_path / "large.mrg"
    path.write_bytes(b"(S (NP (N a)) (VP (V b)))\n" * lines + b"(S (N a)\n")
    bank = karat.read(path)
    assert len(bank) == lines + 1
    error = bank.error(lines)
    assert error is not None
    assert (error.line, error.column) == (lines + 1, 1)
    assert bank.words(lines - 1) == [b"a", b"b"]
