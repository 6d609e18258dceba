"""Two faults of different kinds at any two places of a file: the first is named, by any number of threads."""

import gzip
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from command_line import CommandLine
from karat.analysis.errors.streamed import streamed_causes
from karat.engine.blockwise import checked, converted
from karat.engine.run import run
from karat.engine.tallying import Files, tallied_files
from karat.formats import open_blocks
from karat.formats._writing import writer
from karat.model.errors import InputError, KaratError
from karat.schemes import parse
from karat.views import Views

# Sentences of many words, so that few of them are several blocks, which threads read side by side.
SENTENCES, WORDS = 250, 2500
TREE = b"(S " + b" ".join(b"(N w%d)" % number for number in range(WORDS)) + b")\n"
BROKEN = TREE[:-3] + b"\n"
OTHER = TREE.replace(b"(N w7)", b"(N other)")
KINDS = {"broken": (BROKEN, "cannot be read"), "other words": (OTHER, "other")}
SCHEME = parse("evalb(failed=abort)")
THREADS = (1, 2, 4)


def places(seed: int) -> list[int]:
    """Two places: in one block, in neighbouring blocks, or far from each other."""
    chosen = Random(seed)
    first = chosen.randrange(SENTENCES - 1)
    second = min(SENTENCES - 1, first + chosen.choice([1, 2, 60, 110, 200]))
    return [first, second] if first < second else [second - 1, second]


def file(folder: Path, name: str, faults: dict[int, bytes], *, cut: bool = False) -> str:
    """A file with these lines at their places; ``cut``: compressed, and its end is lost."""
    lines = [faults.get(number, TREE) for number in range(SENTENCES)]
    path, content = folder / name, b"".join(lines)
    path.write_bytes(gzip.compress(content, 1)[:-2000] if cut else content)
    return str(path)


def scored(gold: str, system: str, threads: int) -> None:
    run(gold, [system], [SCHEME], threads=threads)


def compared(gold: str, system: str, threads: int) -> None:
    files = Files(gold, {"fine": gold, "wrong": system}, Views())
    tallied_files(files, [SCHEME], threads=threads)


def analysed(gold: str, system: str, threads: int) -> None:
    streamed_causes(Files(gold, {"wrong": system}, Views()), "wrong", SCHEME)


def written(system: str, threads: int) -> None:
    blocks = open_blocks(system, "auto", None)
    for _ in converted(blocks, [], writer("brackets", "-"), keep_broken=False, threads=threads):
        pass


def lines_at_fault(system: str, threads: int) -> list[int]:
    blocks = open_blocks(system, "auto", None)
    return [fault.line for one in checked(blocks, 9, threads=threads) for fault in one.faults.first]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("verb", [scored, compared, analysed])
def test_the_first_sentence_that_fails(
    tmp_path: Path, verb: Callable[[str, str, int], None], seed: int
) -> None:
    gold, (first, second) = file(tmp_path, "gold", {}), places(seed)
    kinds = list(KINDS.values())[:: -1 if seed % 2 else 1]
    system = file(tmp_path, "system", {first: kinds[0][0], second: kinds[1][0]})
    messages = set()
    for threads in THREADS:
        with pytest.raises(InputError) as raised:
            verb(gold, system, threads)
        messages.add(str(raised.value))
    (message,) = messages
    assert f"sentence {first + 1}: " in message
    assert kinds[0][1] in message


@pytest.mark.parametrize("seed", range(3))
def test_the_first_line_that_cannot_be_read(tmp_path: Path, seed: int) -> None:
    faults = dict.fromkeys(places(seed), BROKEN)
    system = file(tmp_path, "system", faults)
    for threads in THREADS:
        with pytest.raises(KaratError, match=f"system:{min(faults) + 1}:"):
            written(system, threads)
        assert lines_at_fault(system, threads) == [number + 1 for number in sorted(faults)]


@pytest.mark.parametrize("verb", [scored, compared, analysed])
def test_a_fault_comes_before_the_lost_end_of_a_file(
    tmp_path: Path, verb: Callable[[str, str, int], None]
) -> None:
    """An error of reading is known to the thread that reads before others have compared anything."""
    gold = file(tmp_path, "gold", {})
    cut = file(tmp_path, "system.gz", {3: OTHER}, cut=True)
    fine = file(tmp_path, "fine.gz", {}, cut=True)
    for threads in THREADS:
        with pytest.raises(InputError, match="sentence 4: "):
            verb(gold, cut, threads)
        with pytest.raises(InputError, match=r"fine\.gz: .*"):
            verb(gold, fine, threads)


def test_recognising_names_the_first_sentences(command: CommandLine) -> None:
    """The sentences that cannot be read are listed in the order of the file."""
    lines = ["(S (NP (NN dogs)) (VP (VBP bark)))"] * 9
    lines[3] = lines[6] = "(S (NP"
    command.write("system.mrg", "\n".join(lines) + "\n")
    done = command("recognise", "system.mrg", "--output", "csv")
    named = [line.split()[2] for line in done.err.splitlines() if "cannot be read: " in line]
    assert named == ["4", "7"]
