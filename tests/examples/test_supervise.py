"""A parser that misbehaves costs one sentence: it is said what happened, and the next is parsed."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from karat.parsers.adapter import Parsed
from karat.parsers.command import Command
from karat.parsers.pool import parse_all
from karat.parsers.processes import resident
from karat.parsers.supervise import Limits, Supervisor

HOSTILE = Path(__file__).resolve().parents[1] / "hostile_parser.py"
LIMITS = Limits(seconds=2.0, megabytes=200, output=4)


def parser(**options: str) -> Command:
    """The hostile parser behind the adapter for commands, which starts soon here."""
    return Quick(run=f"{sys.executable} {HOSTILE}", **options)


class Quick(Command):
    """The same with less patience at the start."""

    start = 60.0


def said(sentence: str, **options: str) -> Parsed:
    """What comes of a sentence between two others, which must not suffer."""
    supervisor = Supervisor(parser(**options), LIMITS)
    try:
        before, found, after = map(supervisor.parse, ["a b", sentence, "c d"])
    finally:
        supervisor.close()
    assert before.first == "(S (X a) (X b))"
    assert after.first == "(S (X c) (X d))"
    return found


def test_a_hang_is_a_time_out() -> None:
    """It ends when the time is over, not much later."""
    begin = time.monotonic()
    found = said("hang here")
    assert (found.failure, found.analyses) == ("time-out", 0)
    assert "no answer in 2 s" in found.message
    # It would hang for an hour.
    assert time.monotonic() - begin < 120


def test_a_segmentation_fault_is_a_crash() -> None:
    """The signal is named."""
    found = said("die now")
    assert (found.failure, found.analyses) == ("crash", 0)
    assert "signal 11 (SIGSEGV)" in found.message


def test_an_exit_is_a_crash_with_its_last_words() -> None:
    """The status, and the last line of standard error."""
    found = said("exit please")
    assert found.failure == "crash"
    assert "status 3" in found.message
    assert "out of ideas" in found.message


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="memory is watched through /proc")
def test_memory_is_limited() -> None:
    """A parser that eats memory is ended long before the machine is full."""
    found = said("eat it all")
    assert found.failure == "memory"
    assert "more than 200 MB" in found.message


def test_a_flood_of_output_is_garbage() -> None:
    """It is cut off."""
    found = said("flood the pipe")
    assert found.failure == "garbage"
    assert "more than 4 MB" in found.message
    assert len(found.native) < 10_000


def test_garbage_is_garbage() -> None:
    """What does not balance is no tree; what was printed is kept for the reader."""
    found = said("garbage out")
    assert (found.failure, found.analyses) == ("garbage", 0)
    assert "do not balance" in found.message
    assert found.native.startswith(")))(((")


def test_an_empty_answer_is_no_analysis() -> None:
    """Which is no failure; two trees on a line are two analyses."""
    found = said("nothing here")
    assert (found.failure, found.analyses) == ("", 0)
    found = said("two of them")
    assert (found.analyses, found.first, found.others) == (
        2, "(S (X two) (X of) (X them))", ("(S (Y two of them))",)
    )  # fmt: skip


def test_a_program_that_runs_once_a_sentence() -> None:
    """Its end ends the answer; a status other than 0 is a crash."""
    assert said("two", reply="end").analyses == 2
    assert said("die", reply="end").failure == "crash"
    assert said("hang", reply="end").failure == "time-out"


def test_a_program_that_is_not_there_or_does_not_read() -> None:
    """Every sentence says so."""
    supervisor = Supervisor(Quick(run="/nonexistent/parser"), LIMITS)
    found = supervisor.parse("a b")
    supervisor.close()
    # Whether the guard or we cannot start it depends on the machine.
    assert found.failure == "crash"
    deaf = Supervisor(Quick(run="sleep 100"), Limits(seconds=0.2))
    Quick.start, before = 0.2, Quick.start
    try:
        assert deaf.parse("word " * 100_000).failure == "time-out"
    finally:
        Quick.start = before
        deaf.close()


def test_all_of_it_at_once_and_nothing_is_left_running() -> None:
    """Several processes over a list with every trouble in it: each sentence has its own result."""
    troubles = ["hang", "die", "garbage", "exit", "two", "nothing"]
    # Each process answers one sentence first, and so is known to start soon.
    sentences = [f"{kind} {i}" for i in range(2) for kind in ["fine", "good", "well", *troubles]]
    found = dict(parse_all(list(enumerate(sentences)), parser(), LIMITS, 3))
    assert sorted(found) == list(range(len(sentences)))
    expected = {"hang": "time-out", "die": "crash", "garbage": "garbage", "exit": "crash"}
    for i, sentence in enumerate(sentences):
        assert found[i].failure == expected.get(sentence.split()[0], ""), sentence
    assert not _children()


def _children() -> list[str]:
    """Processes of the hostile parser that were started from here and still run."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = path.read_text().rpartition(")")[2].split()[1]
            line = (path.parent / "cmdline").read_bytes()
        except OSError:
            continue
        if parent == str(os.getpid()) and b"hostile_parser" in line:
            found.append(line.decode())
    return found


def test_leaving_early_ends_the_parsers() -> None:
    """Who stops listening does not wait for a parser that hangs."""
    begin = time.monotonic()
    results = parse_all([(0, "fine"), (1, "hang"), (2, "hang")], parser(), Limits(seconds=900), 2)
    assert next(results)[1].failure == ""
    results.close()
    assert time.monotonic() - begin < 300
    assert not _children()


@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_parser_stopped_while_it_starts_is_ended(
    moment: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Just before or just after its process exists, when stop() cannot find the process yet."""
    supervisor = Supervisor(parser(), LIMITS)
    start = supervisor._started

    def interrupted() -> "subprocess.Popen[bytes]":
        if moment == "before":
            supervisor.stop()
        process = start()
        if moment == "after":
            supervisor.stop()
        return process

    monkeypatch.setattr(supervisor, "_started", interrupted)
    found = supervisor.parse("hang")
    # A time-out would mean that the whole limit was waited for.
    assert (found.failure, found.message) == ("crash", "stopped")
    assert not _children()


def test_the_memory_of_a_session_is_known() -> None:
    """Ours is some megabytes; nobody has session 0 in a container or out of it with none."""
    if Path("/proc/self/stat").exists():
        assert resident(os.getsid(0)) > 1 << 20
    else:
        assert resident(os.getsid(0)) == 0


SENTENCES = ("rain falls", "dogs bark loudly", "no cat sleeps", "we went home", "it is over")


@pytest.mark.parametrize("talk", ["before", "after"])
def test_other_output_does_not_shift_the_answers(
    talk: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A banner, or a line after each answer, belongs to no sentence: each gets its own tree or none."""
    monkeypatch.setenv("TALK", talk)
    found = dict(parse_all(enumerate(SENTENCES), parser(), LIMITS, jobs=1))
    trees = {
        i: "(S " + " ".join(f"(X {w})" for w in s.split()) + ")" for i, s in enumerate(SENTENCES)
    }
    assert {i: one.first for i, one in found.items()} == trees


def test_an_answer_to_another_sentence_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A parser that is one answer behind gets no credit for the sentence before."""
    monkeypatch.setenv("TALK", "late")
    found = dict(parse_all(enumerate(SENTENCES[:3]), parser(), LIMITS, jobs=1))
    assert {one.failure for one in found.values()} == {"garbage"}
    assert "about other words: 'rain falls'" in found[1].message


ALIKE = ("the dog barks", "the dog barked", "the dogs bark", "the dog bark")


def test_an_answer_that_comes_late_is_not_taken_for_one_to_a_sentence_alike(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Sentences of a suite differ in a letter or two; each answer comes twice, once late."""
    monkeypatch.setenv("TALK", "again")
    monkeypatch.setenv("SLOW", "0.2")
    found = dict(parse_all(enumerate(ALIKE), parser(), LIMITS, jobs=1))
    words = {i: [word for word, _ in one.tags] for i, one in found.items()}
    assert words == {i: one.split() for i, one in enumerate(ALIKE)}


def test_a_slow_parser_with_a_banner_loses_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its answers take longer than one waits after a banner; from the second on they are known to be late."""
    monkeypatch.setenv("TALK", "before")
    monkeypatch.setenv("SLOW", "1.3")
    found = dict(parse_all(enumerate(SENTENCES[:3]), parser(), Limits(seconds=20), jobs=1))
    assert [found[i].failure for i in range(3)] == ["garbage", "", ""]
    assert [word for word, _ in found[2].tags] == SENTENCES[2].split()


@pytest.mark.parametrize("slow", ["0", "1.3"])
def test_an_empty_line_before_each_answer_is_no_answer(
    slow: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If answers take longer than one waits for them, the second one shows that the first came late."""
    monkeypatch.setenv("TALK", "empty")
    monkeypatch.setenv("SLOW", slow)
    found = dict(parse_all(enumerate(SENTENCES[:4]), parser(), Limits(seconds=20), jobs=1))
    right = [i for i in range(4) if [word for word, _ in found[i].tags] == SENTENCES[i].split()]
    assert right == [0, 1, 2, 3][slow != "0" :]


def test_words_without_tags_are_compared_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Trees as (S rain falls) have no tags, and an answer behind is still refused."""
    monkeypatch.setenv("TALK", "late")
    monkeypatch.setenv("PLAIN", "1")
    found = dict(parse_all(enumerate(SENTENCES[:3]), parser(), LIMITS, jobs=1))
    assert {one.failure for one in found.values()} == {"garbage"}


@pytest.mark.parametrize("extra", ["Welcome", "# a comment", "1\thello\t_\tX\t_\t_\t0\troot\t_\t_"])
def test_of_several_parts_of_conllu_those_about_the_sentence_are_its_answer(extra: str) -> None:
    """A banner, or an answer to another sentence, that was read together with the answer."""
    row = "1\tdogs\t_\tX\t_\t_\t0\troot\t_\t_\n"
    found = Command(run="x", gives="conllu").understand(f"{extra}\n\n{row}\n{row}\n", "dogs")
    assert (found.first, found.analyses) == (row, 2)
