"""karat conll18 takes and refuses what the shared task's script takes and refuses."""

import gzip
import importlib.util
import os
import random
import re
from pathlib import Path

import pytest

from karat.cli import conll18
from karat.engine import conll18 as conll18_careful
from karat.files.source import Source
from karat.model.errors import KaratError
from karat.reference import conll18_blocks

SCRIPT = os.environ.get("CONLL18_EVAL")
_NODE = "\t_" * 8


def word(
    number: object, form: str, head: object = 0, relation: str = "root", columns: int = 10
) -> str:
    fields = [str(number), form, "_", "X", "_", "_", str(head), relation, "_", "_", "_"]
    return "\t".join(fields[:columns])


A, B = word(1, "a"), word(2, "b", 1, "dep")
AB = "1-2\tab" + _NODE
PLAIN = f"{A}\n{B}\n\n"
TOGETHER = f"{AB}\n{A}\n{B}\n\n"

# What is odd, and the ordinary file that the script reads in the same way.
READ = {
    "a head that Python takes for 1": (f"{A}\n{word(2, 'b', ' 1', 'dep')}\n\n", PLAIN),
    "a sign": (f"{word('+1', 'a')}\n{word(2, 'b', '+1', 'dep')}\n\n", PLAIN),
    "a zero": (f"{word('01', 'a')}\n{word(2, 'b', '01', 'dep')}\n\n", PLAIN),
    "other digits": (f"{A}\n{word(2, 'b', chr(0x661), 'dep')}\n\n", PLAIN),
    "an empty node of three numbers": (f"{A}\n1.1.1\tz{_NODE}\n{B}\n\n", PLAIN),
    "an empty node out of order": (f"7.2\tz{_NODE}\n{A}\n{B}\n\n", PLAIN),
    "an empty node without a number": (f"{A}\n.\tz{_NODE}\n{B}\n\n", PLAIN),
    "a byte order mark before an empty node": (f"\ufeff0.1\tz{_NODE}\n{PLAIN}", PLAIN),
    "a blank in a range": (f"1- 2\tab{_NODE}\n{A}\n{B}\n\n", TOGETHER),
    "a range of other words": (f"5-6\tab{_NODE}\n{A}\n{B}\n\n", TOGETHER),
    "words of a range with other numbers": (
        f"{AB}\n{word('x', 'a')}\n{word(9, 'b', 1, 'dep')}\n\n", TOGETHER,
    ),
    "carriage returns end lines": (PLAIN.replace("\n", "\r"), PLAIN),
    "a comment at the end": (f"{PLAIN}# that was it\n", PLAIN),
    "a comment at the end of an odd file": (
        f"{word('+1', 'a')}\n{B}\n\n# that\n# was it", PLAIN,
    ),
}  # fmt: skip

# What is refused, where, and with which words.
REFUSED = {
    "bytes that are not UTF-8": (PLAIN.encode().replace(b"b", b"b\xff"), "2:4", "not UTF-8"),
    "a byte order mark": (b"\xef\xbb\xbf" + PLAIN.encode(), "1:1", "byte order mark"),
    "a byte order mark before a comment": (
        b"\xef\xbb\xbf# v. 2\n" + PLAIN.encode(), "1:1", "byte order mark",
    ),
    "a lone carriage return": (PLAIN.encode().replace(b"b", b"b\rc"), "2:1", "2 columns in place of 10"),
    "a form of spaces": (f"{A}\n{word(2, chr(0xA0), 1)}\n\n".encode(), "2:3", "without a form"),
    "an empty node in a range": (
        f"{AB}\n{A}\n1.1\tz{_NODE}\n{B}\n\n".encode(), "3:15", "head that is not a number",
    ),
    "eleven columns": (f"{word(1, 'a', columns=11)}\n\n".encode(), "1:1", "11 columns in place of 10"),
    "a comment within": (f"{A}\n# b\n{B}\n\n".encode(), "2:1", "1 column in place of 10"),
    "nothing but a blank line": (b"\n", "1:1", "a blank line with no sentence before it"),
    "a blank line and a comment": (b"\r\n# c\n# d", "1:1", "a blank line with no sentence before it"),
    "a range that ends before it begins": (f"2-1\tab{_NODE}\n{PLAIN}".encode(), "1:1", "no words"),
}  # fmt: skip


def figures(command, text: str) -> str:
    path = command.write("file.conllu", text)
    return command("conll18", "-c", path, path).out


@pytest.mark.parametrize("odd", READ)
def test_what_the_script_reads_is_read(command, odd: str) -> None:
    text, ordinary = READ[odd]
    found = figures(command, text)
    assert found == figures(command, ordinary)
    assert re.search(r"^Words +\| +2 \| +2 \| +2 ", found, re.MULTILINE)


def test_words_of_a_multiword_token_need_no_form(command) -> None:
    """Two words without a form are the same word, and neither is any other."""
    without = command.write("without", f"{AB}\n{word(1, '')}\n{B}\n\n")
    whole = command.write("whole", TOGETHER)
    for other, correct in ((without, "2"), (whole, "1")):
        found = command("conll18", "-c", without, other).out
        assert re.findall(r"^Words +\| +(\d) \| +2 \| +2 ", found, re.MULTILINE) == [correct]


@pytest.mark.parametrize("odd", REFUSED)
def test_what_the_script_refuses_is_refused(command, odd: str) -> None:
    """With the place."""
    content, place, said = REFUSED[odd]
    path = command.write("file.conllu", content)
    done = command("conll18", path, path)
    assert done.status == 2
    assert f"file.conllu:{place}: " in done.err
    assert said in done.err


def test_compressed_and_piped_files_give_the_same(command) -> None:
    """They are unpacked, and read as any other."""
    plain = command.write("plain", PLAIN)
    packed = command.write("packed", gzip.compress(PLAIN.encode()))
    found = command("conll18", "-v", plain, plain).out
    assert command("conll18", "-v", plain, packed).out == found
    assert command("conll18", "-v", plain, "-", stdin=PLAIN).out == found


def test_a_fault_of_gold_is_named_before_one_of_the_system(command) -> None:
    """The script checks that gold's sentences are trees before it opens the system's file."""
    cycle = command.write("cycle", word(1, "a", 2, "dep") + "\n" + word(2, "b", 1, "dep") + "\n\n")
    short = command.write("short", word(1, "a", columns=9) + "\n\n")
    assert "cycle:1:3: this word is its own ancestor" in command("conll18", cycle, short).err
    assert "short:1:1: 9 columns" in command("conll18", short, cycle).err


def test_compressed_files_are_unpacked_as_they_are_read(
    command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are never in memory as a whole; one that is cut off is named."""
    plain = command.write("plain", PLAIN)
    packed = command.write("packed", gzip.compress(PLAIN.encode()))
    monkeypatch.setattr(
        Source, "rest", lambda source: pytest.fail(f"{source.path} was read as a whole")
    )
    assert conll18.counts_of(str(packed), str(packed)) == conll18.counts_of(str(plain), str(plain))
    cut = command.write("cut", gzip.compress(PLAIN.encode())[:-20])
    done = command("conll18", plain, cut)
    assert (done.status, done.out) == (2, "")
    assert "cut: cannot be read: " in done.err


def mutated(text: str, random_: random.Random) -> bytes:
    """A file in which a few fields or lines were changed."""
    lines = text.split("\n")
    for _ in range(random_.randint(1, 3)):
        at = random_.randrange(len(lines))
        fields = lines[at].split("\t")
        what = random_.randrange(8)
        if what == 0:
            lines.insert(at, lines[at])
        elif what == 1:
            del lines[at : at + 1]
            lines = lines or [""]
        elif what == 2:
            lines[at] = random_.choice(
                ["", " ", "# c", "\r", "1.1\tz" + _NODE, AB, "3-2\tx" + _NODE]
            )
        else:
            odd = [
                "",
                "_",
                " 1",
                "+1",
                "01",
                "1.1",
                "2-3",
                "1-1",
                "-1",
                "0",
                "9",
                "1_0",
                "\u00a0",
                "a b",
                "\r",
            ]
            fields[
                random_.choice([0, 0, 1, 6, 6, random_.randrange(len(fields))]) % len(fields)
            ] = random_.choice(odd)
            lines[at] = "\t".join(fields)
    return "\n".join(lines).encode()


@pytest.mark.skipif(not SCRIPT, reason="set CONLL18_EVAL to the shared task's script to compare")
def test_mutated_files_are_read_as_by_the_script(tmp_path: Path) -> None:
    """The same counts, or refused by both; a multiword token without words is refused by us alone."""
    from karat.cli.conll18 import counts_of
    from karat.model.errors import KaratError

    spec = importlib.util.spec_from_file_location("script", str(SCRIPT))
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    random_ = random.Random(16)
    last = [word(1, "c"), word(2, "d e", 1, "case"), word(3, "f", 2, "obj")]
    text = "\n".join([f"# one\n{PLAIN}{TOGETHER}{last[0]}", *last[1:], "", ""])
    path = tmp_path / "file.conllu"
    read = 0
    for _ in range(int(os.environ.get("KARAT_PAIRS", "2000"))):
        path.write_bytes(mutated(text, random_))
        try:
            loaded = script.load_conllu_file(str(path))
            theirs = {name: one.correct for name, one in script.evaluate(loaded, loaded).items()}
        except (script.UDError, ValueError):
            theirs = None
        try:
            counts = counts_of(str(path), str(path))
            ours = {name: counts[f"{name}_correct"] for name in theirs or {}}
        except KaratError as error:
            ours = None
            if theirs and "has no words" in str(error):
                continue
        if theirs is None:
            assert ours is None, path.read_bytes()
        else:
            assert ours == theirs, path.read_bytes()
            read += 1
    assert read


@pytest.mark.parametrize("seed", range(40))
def test_unusual_files_are_read_in_pieces(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, seed: int
) -> None:
    """Whatever their size: the same counts, or an error, of which an earlier one may come first."""
    random_ = random.Random(seed)
    paths = [str(tmp_path / name) for name in ("gold", "system")]
    text = (TOGETHER + PLAIN * 3 + "# a\n" + TOGETHER + PLAIN) * 5
    for path in paths:
        changed = mutated(text, random_) if random_.random() < 0.7 else text.encode()
        Path(path).write_bytes(changed.replace(b"1\ta", b"+1\ta", 1))
    found = []
    for size in (1 << 20, 150):
        monkeypatch.setattr(conll18_careful, "_PIECE", size)
        monkeypatch.setattr(conll18_blocks, "PIECE", size)
        monkeypatch.setattr(conll18_blocks, "_MUCH", 2 * size)
        try:
            found.append(dict(conll18.counts_of(*paths)))
        except KaratError:
            found.append({})
    assert found[0] == found[1]


def test_faulty_files_take_little_memory(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The first difference of two texts is found before the rest is read."""
    monkeypatch.setattr(conll18_careful, "_PIECE", 1 << 12)
    monkeypatch.setattr(conll18_blocks, "PIECE", 1 << 12)
    monkeypatch.setattr(conll18_blocks, "_MUCH", 1 << 14)
    paths = [tmp_path / "gold", tmp_path / "system"]
    paths[0].write_text(PLAIN * 20_000)
    paths[1].write_text(PLAIN * 100 + PLAIN.replace("b", "c") + PLAIN * 19_899)
    held = list[int]()
    cut = conll18_blocks._File.cut
    monkeypatch.setattr(
        conll18_blocks._File, "cut", lambda file, n: held.append(file.held) or cut(file, n)
    )
    with pytest.raises(
        KaratError, match=r"system: sentence 101: different words: .*gold:301 spells"
    ):
        conll18.counts_of(*map(str, paths))
    assert max(held) < 1 << 17
