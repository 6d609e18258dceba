"""Input that nobody would write: a right score or a clear message, soon, and never a traceback."""

import json
import re
import sys
from typing import Any

import pytest

from command_line import CommandLine, Done

# Must be scored against themselves with this many gold brackets, all matched.
WHOLE = {
    "deep": (b"(X " * 100_000 + b"(N w)" + b")" * 100_000 + b"\n", 100_000),
    "long": (b"(S " + b" ".join(b"(N w%d)" % i for i in range(1_000_000)) + b")\n", 1),
    "wide": (b"(S " + b"(NP (N w)) " * 200_000 + b")\n", 200_001),
    "bom": (b"\xef\xbb\xbf(S (N a) (V b))\r\n", 1),
    "spaces": ("(S (N a\u00a0b) (V c\u2028d))\n".encode(), 1),
    "pretty": (b"( (S\n    (NP (N a))\n    (VP (V b)))\n)\n(S (N c)\n (V d))\n", 5),
    "nul": (b"(S\0 (N\0 a\0b) (V \0))\n", 1),
    "utf8": (b"(S (N \xff\xfe) (V c))\n", 1),
    "words": (b"(S " + b"x" * 3_000_000 + b" y)\n", 1),
    "labels": (b"".join(b"(L%d (N a) (N b))\n" % i for i in range(100_000)), 100_000),
    "label": (b"(" + b"L" * 3_000_000 + b" (N a) (N b))\n", 1),
}
# Must be refused with their place, or counted as failed.
BROKEN = {
    "open": b"(S (N a) (V b))\n(S (N a) (V b)\n",
    "close": b"(S (N a) (V b)))\n(S (N a))\n",
    "bare": b"(S (N a) (V b))\nhello world\n",
    "all-open": b"(" * 1_000_000,
    "all-closed": b")" * 1_000_000,
}


def score(command: CommandLine, *arguments: str) -> tuple[Done, dict[str, Any]]:
    """A file against itself, within a time that leaves no room for quadratic loops."""
    done = command("score", *arguments, "--output", "json")
    result: dict[str, Any] = json.loads(done.out)["results"][0] if done.status == 0 else {}
    return done, result


@pytest.mark.parametrize("name", WHOLE)
def test_odd_but_whole(command: CommandLine, name: str) -> None:
    """Scored, and perfect."""
    text, brackets = WHOLE[name]
    command.write(f"{name}.mrg", text)
    done, result = score(command, f"{name}.mrg", f"{name}.mrg")
    assert done.status == 0, done.err
    assert result["measures"]["f1"] == 1
    assert result["counts"]["gold"] == result["counts"]["matched"] == brackets
    assert result["sentences"]["failed"] == 0


@pytest.mark.parametrize("name", BROKEN)
def test_broken(command: CommandLine, name: str) -> None:
    """Counted as failed, or refused, with file and line either way."""
    command.write(f"{name}.mrg", BROKEN[name])
    done, result = score(command, f"{name}.mrg", f"{name}.mrg")
    assert done.status in (0, 2), done.err
    assert done.status == 2 or result["sentences"]["failed"] >= 1
    assert re.search(rf"{name}\.mrg(:\d+)?", done.err)
    if done.status == 0:
        assert re.search(rf"{name}\.mrg:\d+:\d+: ", done.err)


# Any two pieces of trees, many times over: each array that the reader fills gets as full as it can.
REPEATED = """
import itertools
import karat
from karat.formats import brackets

pieces = ["(", ")", "()", "( )", "(a", "a", " ", "(a b)", "(a b )", "\\n", "\\n(", "( a", ")("]
for one, other in itertools.product(pieces, pieces):
    for count in (1, 90, 700, 5000):
        text = (one * count + other * count, (one + other) * count)
        for layout in ("lines", "free", "auto"):
            for each in text:
                bank = karat.read_text(each, format="brackets", layout=layout)
                assert bank.token_offset[-1] == len(bank.tag), each[:20]
                assert bank.span_offset[-1] == len(bank.label), each[:20]
print("done")
"""


def test_any_two_pieces_many_times_over(command: CommandLine) -> None:
    """Nothing is written where there is no room for it: the process lives to say so."""
    done = command.run([sys.executable, "-c", REPEATED], timeout=120)
    assert (done.status, done.out) == (0, "done\n"), done.err


@pytest.mark.parametrize("layout", ["lines", "free"])
def test_an_unclosed_bracket_at_the_end_of_a_large_file(command: CommandLine, layout: str) -> None:
    """It is found after several blocks, with its line; everything before it is scored."""
    lines = 300_000
    text = b"(S (NP (N a)) (VP (V b)))\n" * lines + b"(S (N a)\n"
    command.write("large.mrg", text)
    done, result = score(command, "large.mrg", "large.mrg", "--layout", layout)
    assert result["sentences"] == {"total": lines + 1, "scored": lines, "failed": 1}
    assert f"large.mrg:{lines + 1}:1: " in done.err


@pytest.mark.parametrize("layout", ["lines", "free"])
def test_thousands_of_unclosed_sentences(command: CommandLine, layout: str) -> None:
    """Each is a fault of its own, and finding them takes no time to speak of."""
    lines = 30_000
    command.write("open.mrg", b"(S (NP (N a)\n" * lines)
    _, result = score(command, "open.mrg", "open.mrg", "--layout", layout)
    assert result["sentences"] == {"total": lines, "scored": 0, "failed": lines}


def test_unclosed_sentences_among_sound_ones(command: CommandLine) -> None:
    """The sound ones are scored."""
    lines = 30_000
    command.write("mixed.mrg", b"(S (N a)\n(S (N b))\n" * lines)
    _, result = score(command, "mixed.mrg", "mixed.mrg", "--layout", "free")
    assert result["sentences"] == {"total": 2 * lines, "scored": lines, "failed": lines}
    assert result["counts"]["matched"] == lines


def test_stray_text_in_every_sentence(command: CommandLine) -> None:
    """In the free layout it spoils each, quickly."""
    lines = 30_000
    command.write("stray.mrg", b"(S (N a)) dog\n" * lines)
    _, result = score(command, "stray.mrg", "stray.mrg", "--layout", "free")
    assert result["sentences"] == {"total": lines, "scored": 0, "failed": lines}


def test_deep_against_flat(command: CommandLine) -> None:
    """Long chains on one side and nothing on the other: matching and crossing stay linear."""
    words = 20_000
    left = b"(X " * words + b"(N w) " + b"(N w)) " * (words - 1) + b")\n"
    right = b"(X (N w) " * (words - 1) + b"(X (N w)" + b")" * words + b"\n"
    command.write("left.mrg", left)
    command.write("right.mrg", right)
    _, result = score(command, "left.mrg", "right.mrg")
    counts = result["counts"]
    assert counts["gold"] == counts["system"] == words
    # The root matches; the innermost bracket of the system is one word, which nothing can cross.
    assert counts["matched"] == 1
    assert counts["crossing"] == words - 2


def test_a_hundred_thousand_equal_brackets(command: CommandLine) -> None:
    """Two chains over one word, labels in opposite order: all match, in no time."""
    half = 50_000
    gold = b"(A " * half + b"(B " * half + b"(N w)" + b")" * 2 * half
    system = b"(B " * half + b"(A " * half + b"(N w)" + b")" * 2 * half
    command.write("gold.mrg", gold)
    command.write("system.mrg", system)
    _, result = score(command, "gold.mrg", "system.mrg")
    assert result["counts"]["matched"] == 2 * half


def test_quotes_without_end(command: CommandLine) -> None:
    """EVALB compares every pair of quotes; a sentence of nothing else does not take forever."""
    words = 30_000
    command.write("gold.mrg", b"(S (N a) " + b"(POS ') " * words + b")\n")
    command.write("system.mrg", b"(S " + b"('' ') " * words + b")\n")
    done, result = score(command, "gold.mrg", "system.mrg", "-s", "evalb(params=new)")
    assert done.status == 0
    assert result["sentences"]["total"] == 1


def test_a_nul_byte_in_a_parameter_file(command: CommandLine) -> None:
    """Whatever it means, it is no crash."""
    command.write("gold.mrg", "(S (N a))\n")
    command.write("odd.prm", b"DELETE_LABEL N\0P\n\0\0\0\nEQ_LABEL A\0 B\n")
    for arguments in (
        ["score", "gold.mrg", "gold.mrg", "-s", "evalb(params=odd.prm)"],
        ["evalb", "-p", "odd.prm", "gold.mrg", "gold.mrg"],
    ):
        assert command(*arguments).status in (0, 2)


def test_a_fault_in_a_line_of_megabytes_is_shown_where_it_is(command: CommandLine) -> None:
    """The message has the text around the fault and the caret below it."""
    line = "(S " + "(N a) " * 200_000 + "(V b)))\n"
    command.write("long.mrg", line)
    done = command("score", "long.mrg", "long.mrg")
    assert f"long.mrg:1:{len(line) - 1}: " in done.out
    lines = done.out.splitlines()
    at = next(i for i, text in enumerate(lines) if "long.mrg:1:" in text)
    assert "(V b)))" in lines[at + 1]
    assert lines[at + 1][lines[at + 2].index("^")] == ")"
    assert max(map(len, lines)) < 200
