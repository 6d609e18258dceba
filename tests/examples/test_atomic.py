"""Files are written completely or not at all, and remain what they were."""

import os
import resource
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from karat.files.atomic import _SUFFIX, AtomicFile
from karat.model.errors import InputError


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_appears_when_it_is_complete(tmp_path: Path) -> None:
    with AtomicFile(str(tmp_path / "new")) as stream:
        stream.write("text")
        stream.flush()
        assert "new" not in names(tmp_path)
    assert names(tmp_path) == ["new"]
    assert (tmp_path / "new").read_text() == "text"


def test_an_error_leaves_the_old_file(tmp_path: Path) -> None:
    (tmp_path / "old").write_text("old")
    with pytest.raises(TypeError), AtomicFile(str(tmp_path / "old")) as stream:
        stream.writelines(["new", None])
    assert names(tmp_path) == ["old"]
    assert (tmp_path / "old").read_text() == "old"


def test_a_loop_of_links_is_refused(tmp_path: Path) -> None:
    (tmp_path / "one").symlink_to("two")
    (tmp_path / "two").symlink_to("one")
    with pytest.raises(
        InputError, match="one: cannot be written: Too many levels of symbolic links"
    ):
        AtomicFile(str(tmp_path / "one"))
    assert names(tmp_path) == ["one", "two"]


def test_permissions_stay(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    path.write_text("old")
    path.chmod(0o600)
    with AtomicFile(str(path)) as stream:
        stream.write("new")
    assert (stat.S_IMODE(path.stat().st_mode), path.read_text()) == (0o600, "new")


def test_new_files_have_the_usual_permissions(tmp_path: Path) -> None:
    umask = os.umask(0o027)
    try:
        with AtomicFile(str(tmp_path / "new"), "wb") as stream:
            stream.write(b"x")
    finally:
        os.umask(umask)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "file").write_text("old")
    (tmp_path / "link").symlink_to("there/file")
    with AtomicFile(str(tmp_path / "link")) as stream:
        stream.write("new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "there" / "file").read_text() == "new"
    assert names(tmp_path / "there") == ["file"]


def test_a_link_to_nothing_makes_the_file(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("later")
    with AtomicFile(str(tmp_path / "link")) as stream:
        stream.write("new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "later").read_text() == "new"


def test_a_read_only_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    path.write_text("old")
    path.chmod(0o444)
    with pytest.raises(InputError, match="this file is read-only"):
        AtomicFile(str(path))
    assert (names(tmp_path), path.read_text()) == (["kept"], "old")


def test_a_full_disk_leaves_nothing(tmp_path: Path) -> None:
    """What could not be written is still in the buffer when the file is discarded."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, before[1]))
    try:
        with pytest.raises(OSError, match="too large"), AtomicFile(str(tmp_path / "x")) as stream:
            stream.write("x" * 6000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
    assert names(tmp_path) == []


def test_a_killed_writer_leaves_nothing(tmp_path: Path) -> None:
    code = (
        "import sys; from karat.files.atomic import AtomicFile; f = AtomicFile(sys.argv[1])\n"
        "f.stream.write('x' * 10**6); f.stream.flush(); print('written', flush=True); input()"
    )
    started = [sys.executable, "-c", code, str(tmp_path / "new")]
    with subprocess.Popen(
        started, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as writer:
        assert writer.stdout
        assert writer.stdout.readline() == "written\n"
        writer.kill()
    if names(tmp_path):
        pytest.skip("this file system has no files without names")


def test_a_pipe_whose_reader_leaves(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    file = AtomicFile(str(tmp_path / "pipe"))
    os.close(reader)
    with (
        pytest.raises(
            InputError, match="the program that reads it stopped before everything was written"
        ),
        file as to,
    ):
        to.write("text")
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)


def test_what_a_killed_writer_left_is_removed_by_the_next(tmp_path: Path) -> None:
    """Between the two steps of giving a file its name, a kill leaves a temporary name."""
    (tmp_path / "old").write_text("old")
    left, others = tmp_path / f".old.0123abcd{_SUFFIX}", tmp_path / f".older.0123abcd{_SUFFIX}"
    for path in (left, others):
        path.write_text("torn")
    with AtomicFile(str(tmp_path / "old")) as stream:
        stream.write("new")
    assert names(tmp_path) == [others.name, "old"]
    assert (tmp_path / "old").read_text() == "new"


def test_a_temporary_file_whose_writer_lives_stays(tmp_path: Path) -> None:
    """Two processes may write the same file at the same time; the last one wins."""
    fcntl = pytest.importorskip("fcntl")
    (tmp_path / "old").write_text("old")
    alive = tmp_path / f".old.0123abcd{_SUFFIX}"
    with alive.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        with AtomicFile(str(tmp_path / "old")) as stream:
            stream.write("new")
        assert alive.exists()


@pytest.mark.parametrize("there", [True, False])
def test_without_files_that_have_no_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, there: bool
) -> None:
    """Not every file system has them: then the file has a temporary name from the beginning."""
    monkeypatch.delattr(os, "O_TMPFILE", raising=False)
    if there:
        (tmp_path / "new").write_text("old")
    with AtomicFile(str(tmp_path / "new")) as stream:
        stream.write("text")
        assert len([name for name in names(tmp_path) if name.endswith(_SUFFIX)]) == 1
    assert names(tmp_path) == ["new"]
    assert (tmp_path / "new").read_text() == "text"
