"""karat score beside karat evalb, conll18 and conlleval, which print what the programs print.

Their counts are the same. Where one of the two takes files that the other refuses, the difference must be
one that a page names (docs/schemes/evalb.md, docs/schemes/conll18.md, docs/conllu.md).
"""

import re
import sys
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from itertools import accumulate
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import TypeVar

import pytest

import karat
from effort import tries
from karat.cli.conll18 import counts_of
from karat.model.errors import KaratError

T = TypeVar("T")

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"

# What karat score refuses in a file that the script takes, and the other way round.
FAULTS = re.compile(
    "a word number out of order|a head that is not a number|a word whose form is empty"
    "|a multiword token that does not fit its words|which is not the number of its format"
    "|a sentence must have one root here"
)
TAKEN = re.compile(
    "blank line|byte order mark|not UTF-8|a multiword token that has no words"
    r"|\d+ columns? in place of 10|a word number that is not a number"
)
ROW = re.compile(rb" *\d+ +\d+ +[012]  ( *\d+\.\d\d){2}( +\d+){6} +\d+\.\d\d")


@pytest.fixture(scope="module")
def pairs() -> Iterator[SimpleNamespace]:
    """The makers of benchmarks/beside.py."""
    sys.path[:0] = [str(BENCHMARKS), str(Path(__file__).parent)]
    try:
        import beside_columns
        import beside_pairs
        import beside_running

        yield SimpleNamespace(
            **{**vars(beside_pairs), **vars(beside_columns), **vars(beside_running)}
        )
    finally:
        del sys.path[:2]


def tried(make: Callable[[], T]) -> tuple[T | None, str]:
    """What is made, or the message that says why it cannot be."""
    try:
        return make(), ""
    except KaratError as error:
        return None, str(error)


def scored(*given: object) -> karat.Score:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return karat.score(*given)


def rows(out: bytes) -> list[list[bytes]]:
    """The rows of EVALB's table: number, length, status, recall, precision, and counts."""
    return [line.split() for line in out.split(b"\n") if ROW.fullmatch(line)]


def closes_too_early(text: bytes) -> bool:
    """Whether a line closes more than it has opened so far, and still balances."""
    for line in text.split(b"\n"):
        depths = list(accumulate((one == 40) - (one == 41) for one in line)) or [0]
        if min(depths) < 0 and depths[-1] == 0:
            return True
    return False


def test_brackets(pairs, tmp_path) -> None:
    """The counts of every sentence that EVALB scores, and which it does not score."""
    compared = 0
    for number in range(tries(400, least=150)):
        pair = pairs.trees(Random(f"score evalb {number}"))
        paths = pairs.written(pair, tmp_path)
        params, scheme = [], "evalb"
        if pair.params is not None:
            (tmp_path / "params").write_bytes(pair.params)
            params, scheme = (
                ["-p", str(tmp_path / "params")],
                f"evalb(params={tmp_path / 'params'})",
            )
        printed = pairs.in_process(["evalb", *params, "-e", "500", *paths])
        if b"=== Summary ===" not in printed.out or closes_too_early(
            pair.gold + b"\n" + pair.system
        ):
            continue
        banks = [karat.read(path, format="brackets", layout="lines") for path in paths]
        score, said = tried(partial(scored, *banks, scheme))
        if score is None:
            assert re.search("sentences, but gold has|no sentences", said), number
            continue
        found = rows(printed.out)
        without = [row["status"] == "" for row in score.rows()][: len(found)]
        assert without == [row[2] == b"0" for row in found], number
        sums = [sum(int(row[at]) for row in found if row[2] == b"0") for at in range(5, 11)]
        names = ("matched", "gold", "system", "crossing", "words", "tags")
        assert [score.counts[name] for name in names] == sums, number
        compared += 1
    assert compared > 0.4 * tries(400, least=150)


def test_texts(pairs, tmp_path) -> None:
    """Every count of every figure."""
    compared = 0
    for number in range(tries(600, least=200)):
        paths = pairs.written(pairs.texts(Random(f"score conll18 {number}")), tmp_path)
        theirs, refused = tried(partial(counts_of, *paths))
        banks = [karat.read(path, format="conllu") for path in paths]
        score, said = tried(partial(scored, *banks, "conll18"))
        if theirs is None and score is not None:
            assert TAKEN.search(refused), (number, refused)
        elif theirs is not None and score is None:
            assert FAULTS.search(said), (number, said)
        elif theirs is not None and score is not None:
            assert {name: score.counts[name] for name in theirs} == dict(theirs), number
            compared += 1
    assert compared > 0.4 * tries(600, least=200)


def test_chunk_tags(pairs, tmp_path) -> None:
    """Tags B, I and O of two files, and both in the last columns of one."""
    for number in range(tries(200, least=80)):
        pair = pairs.chunks(Random(f"score chunks {number}"))
        lines = [side.decode().split("\n") for side in (pair.gold, pair.system)]
        tags = {line.rsplit(" ", 1)[-1] for side in lines for line in side if line}
        if any(tag[0] in "ES" or tag.endswith("-0") for tag in tags):
            continue
        pasted = "\n".join(
            f"{one} {other.rsplit(' ', 1)[-1]}" if one else ""
            for one, other in zip(*lines, strict=True)
        )
        printed = pairs.in_process(["conlleval"], pasted.encode()).out.decode()
        found = re.search(r"with (\d+) phrases; found: (\d+) phrases; correct: (\d+)", printed)
        assert found
        counts = scored(pair.gold.decode(), pair.system.decode(), "chunks").counts
        got = [counts[name] for name in ("gold", "system", "matched")]
        assert got == [int(one) for one in found.groups()], number
