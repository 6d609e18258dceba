"""Limits of what is read, and of the machine: stated, checked while reading, one message each."""

import errno
import lzma
import os
import subprocess
import sys
import threading
from contextlib import closing, nullcontext
from pathlib import Path

import pytest

import karat
from command_line import CommandLine
from karat import kernels
from karat.engine import pool
from karat.files import again
from karat.formats import guess
from karat.model.errors import InputError
from karat.parsers import parse
from karat.parsers.pool import parse_all
from karat.parsers.supervise import Limits
from karat.reports.html.library import Library

LONG = "9" * 5000
READING = (
    "conll18 bomb.xz ok.conllu", "convert bomb.xz out.mrg --lenient", "evalb ok.mrg bomb.xz",
)  # fmt: skip
READING_SLOWLY = (
    "check bomb.xz", "score ok.mrg bomb.xz", "score bomb.xz ok.mrg", "convert bomb.xz out.mrg",
    "agree ok.mrg bomb.xz", "recognise bomb.xz", "suite list bomb.xz", "show ok.mrg bomb.xz -n 1",
    "errors ok.mrg bomb.xz", "compare ok.mrg bomb.xz ok.mrg", "explain evalb.f1 ok.mrg bomb.xz",
    "report ok.mrg bomb.xz -o page.html", "propose bomb.xz", "gr bomb.xz", "conll18 ok.conllu bomb.xz",
)  # fmt: skip


@pytest.fixture(scope="module")
def bomb() -> bytes:
    """40 kB that unpack to 320 MB of one sentence that never ends."""
    return lzma.compress(b"(" * (1 << 24), preset=0) * 20


def refused(command: CommandLine, bomb: bytes, line: str) -> None:
    command.write("bomb.xz", bomb)
    command.write("ok.mrg", "(S (N a))\n")
    command.write("ok.conllu", "1\ta\t_\tN\tN\t_\t0\troot\t_\t_\n\n")
    before = command.names()
    done = command(*line.split(), timeout=300)
    assert done.status == 2, done.out
    assert "over 1,000 times as much" in done.err or "a sentence of more than 64 MiB" in done.err
    assert command.names() == before


@pytest.mark.skipif(not kernels.compiled(), reason="takes minutes with uncompiled kernels")
@pytest.mark.parametrize("line", READING)
def test_files_made_to_fill_memory(command: CommandLine, bomb: bytes, line: str) -> None:
    refused(command, bomb, line)


@pytest.mark.slow
@pytest.mark.skipif(not kernels.compiled(), reason="takes minutes with uncompiled kernels")
@pytest.mark.parametrize("line", READING_SLOWLY)
def test_files_made_to_fill_memory_in_other_verbs(
    command: CommandLine, bomb: bytes, line: str
) -> None:
    refused(command, bomb, line)


def test_numbers_of_thousands_of_digits(command: CommandLine) -> None:
    """Where a place is known, it is named; nothing is called a bug."""
    command.write("odd.typed", f"det(a-{LONG}, b-2)\n")
    done = command("check", "odd.typed", "--format", "stanford")
    assert (done.status, "odd.typed:1:5:" in done.out) == (2, True)
    command.write("odd.toml", f"a = 1\nb = {LONG}\n")
    command.write("gold.mrg", "(S (N a))\n")
    done = command("recognise", "gold.mrg", "--with", "odd.toml")
    assert done.status == 2
    assert "odd.toml:2:5: this number has thousands of digits" in done.err
    command.write("odd.export", f"#FORMAT 3\n#BOS 1\na\tN\t--\t--\t{LONG}\n#EOS 1\n")
    assert "odd.export:3:" in command("check", "odd.export").out
    command.write("odd.links", f"[(LEFT-WALL)(a.n)]\n[[0 1 {LONG} (A)]]\n[0]\n\n")
    assert command("check", "odd.links", "--format", "links").status == 2
    command.write("odd.genre", f"1-{LONG}\tpress\n")
    command.write("a.gr", "ncsubj(bark, dog, _)\n\n")
    assert "odd.genre:1: " in command("gr", "a.gr", "--genre", "odd.genre").err


def test_links_whose_labels_are_not_utf8(command: CommandLine) -> None:
    """They are read, and come out as they were, or as escapes."""
    answer = b"Found 1 linkage (1 had no P.P. violations)\n\tUnique linkage\n\n"
    display = b"    +-S\xff-+\n    |    |\ndogs.n bark.v\n\n"
    command.write("odd.links", answer + display)
    assert command("check", "odd.links").status in (0, 2)
    assert command("convert", "odd.links", "out.conllu", "--format", "links").status in (0, 2)


@pytest.mark.parametrize("white", [" ", "\n", "\t", " \n", "\r\n"])
def test_leading_white_space(white: str) -> None:
    """The format is told from the first line with something in it, in time that grows with the file."""
    tree = "(S (N a))\n"
    assert guess((white * 300_000 + tree).encode(), "x.mrg").__name__.endswith("brackets")
    assert karat.read_text(" " * 3_000_000 + tree).words(0) == [b"a"]


def no_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)


def test_without_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the system allows no more threads (ulimit -u), the work is done without them."""
    no_threads(monkeypatch)
    assert pool.startable(4) == 0
    done = pool.in_order(iter([1, 2, 3]), lambda: lambda job: job * job, 4)
    assert list(done) == [(1, 1), (2, 4), (3, 9)]
    sentences = [(0, "dogs bark"), (1, "it rains")]
    found = dict(parse_all(sentences, parse("right-branching"), Limits(60), 2))
    assert [found[i].first for i in (0, 1)] == ["(X dogs bark)", "(X it rains)"]


def no_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")

    monkeypatch.setattr(subprocess, "Popen", refuse)


def test_a_parser_that_cannot_be_started_has_no_coverage(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the system allows no more processes, a coverage of 0 would be a figure of the system's."""
    no_processes(monkeypatch)
    with pytest.raises(BlockingIOError):
        list(parse_all([(0, "dogs bark")], parse("command(run=cat)"), Limits(60), 1))
    monkeypatch.undo()
    script = (
        "import subprocess, sys; from karat.cli import run\n"
        "def refuse(*_, **__): raise BlockingIOError(11, 'Resource temporarily unavailable')\n"
        "subprocess.Popen = refuse; sys.argv[1:] = ['parse', '-', '--with', 'command(run=cat)']\n"
        "sys.exit(run())"
    )
    done = subprocess.run([sys.executable, "-c", script], input=b"dogs bark\n", capture_output=True)
    assert done.returncode == 2
    assert done.stderr.startswith(b"karat: the system allows no more processes (ulimit -u); try ")


def test_the_script_of_reports_needs_no_process(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    no_processes(monkeypatch)
    with Library() as library:
        assert "window.vegaEmbed" in library.script()


@pytest.mark.skipif(sys.platform != "linux", reason="/proc says how many threads there are")
def test_numpy_starts_no_threads_for_any_verb() -> None:
    """OpenBLAS would end the process where it cannot start them; programs started later may have them."""
    script = (
        "import os; from karat.cli._light_numpy import light_numpy; light_numpy(); import numpy; "
        "print(len(os.listdir('/proc/self/task')), 'OPENBLAS_NUM_THREADS' in os.environ)"
    )
    free = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    done = subprocess.run([sys.executable, "-c", script], env=free, capture_output=True, check=True)
    assert done.stdout.split() == [b"1", b"False"]


def test_more_annotators_than_can_be_paired(command: CommandLine) -> None:
    command.write("a.mrg", "(S (N a) (N b))\n")
    done = command("agree", *["a.mrg"] * 101)
    assert done.status == 2
    assert "101 files make 5,050 pairs; give at most 100 files" in done.err


def test_agreement_of_many_files(command: CommandLine) -> None:
    """Every pair has a row, so the table grows with the square; reading and counting do not."""
    for number in range(40):
        command.write(f"{number}.mrg", f"(S (NP (N a) (N b)) (X{number} (N c) (N d)))\n" * 5)
    files = [f"{number}.mrg" for number in range(40)]
    done = command("agree", *files, "--samples", "10", "--limit", "0", timeout=300)
    assert done.status == 0, done.err


@pytest.mark.parametrize("text", ["/dev/zero", "long.txt"])
def test_a_line_that_is_no_sentence(command: CommandLine, text: str) -> None:
    """It is refused while it is read, so that a line without end does not fill memory."""
    command.write("long.txt", "a b\n" + "a " * (1 << 19) + "\n" + "a " * (1 << 19) + "a\nb\n")
    done = command("parse", "--with", "right-branching", text)
    number = 3 if text == "long.txt" else 1
    assert (done.status, done.out) == (2, "")
    assert f"{text}:{number}:1: a line of more than 1 MiB; put each sentence on a line" in done.err


def test_an_answer_without_end(command: CommandLine) -> None:
    """It costs its sentence, and of all answers only what is written is held."""
    command.write("parser.py", "import sys\nfor line in sys.stdin:\n"
        "    while 'x' in line: sys.stdout.write('(S ' * 9999)\n"
        "    print('(S (N a))', flush=True)\n")  # fmt: skip
    run = f'command(run="{sys.executable} parser.py")'
    done = command("parse", "--with", run, stdin="a\nx\na\n")
    assert (done.status, done.out) == (0, "(S (N a))\n\n(S (N a))\n")
    assert done.err == "note: -:2: garbage: more than 8 MB of output\n"


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="there is no file without an end")
@pytest.mark.parametrize(
    "line",
    ["score ok.mrg ok.mrg -s evalb(params=/dev/zero)", "evalb -p /dev/zero ok.mrg ok.mrg",
     "score ok.gr ok.gr -s gr(hierarchy=/dev/zero)", "recognise ok.mrg --with /dev/zero",
     "convert ok.mrg - --view rewrite(rules=/dev/zero)",
     "convert ok.mrg - --view redefine(predicates=/dev/zero)"],
)  # fmt: skip
def test_settings_have_an_end(command: CommandLine, line: str) -> None:
    """A file that never ends filled memory, whatever it was taken for."""
    command.write("ok.mrg", "(S (N a))\n")
    command.write("ok.gr", "dobj(a, b)\n\n")
    done = command(*line.split())
    assert (done.status, done.out) == (2, "")
    assert "/dev/zero: more than 64 MiB, which no file of this kind has" in done.err


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full disk to write to")
def test_the_version_on_a_full_disk() -> None:
    """One line, as from every verb; a reader who went away is no error."""
    reader, gone = os.pipe()
    os.close(reader)
    full = os.open("/dev/full", os.O_WRONLY)
    said = b"karat: the output cannot be written: No space left on device\n"
    for target, status, message in ((full, 2, said), (gone, 0, b"")):
        done = subprocess.run(
            [sys.executable, "-m", "karat", "--version"],
            stdout=target,
            stderr=subprocess.PIPE,
            check=False,
        )
        os.close(target)
        assert (done.returncode, done.stderr) == (status, message)


def test_a_pipe_without_an_end_leaves_room_on_the_disk(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It is copied to be read twice; others need the disk, too."""
    monkeypatch.setattr(again, "LONG", 1 << 21)
    monkeypatch.setattr(again, "FREE", 1 << 60)
    os.mkfifo(pipe := tmp_path / "pipe")
    for size in (1 << 20, 1 << 23):
        words = f"import sys; open(sys.argv[1], 'wb').write(b'a' * {size})"
        writer = subprocess.Popen([sys.executable, "-c", words, pipe], stderr=subprocess.DEVNULL)
        fits = (
            nullcontext() if size < again.LONG else pytest.raises(InputError, match="it is copied")
        )
        with fits, again.again(str(pipe)) as opened, closing(opened()) as source:
            assert len(source.rest()) == size
        writer.wait()
