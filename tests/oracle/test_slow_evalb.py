"""The literal EVALB against recorded results, against the program itself, and by hand."""

import os
import subprocess
from pathlib import Path

import pytest
from said import digest, odd_pairs, recorded
from slow_evalb import Undefined, evalb

ROOT = Path(__file__).resolve().parents[2]
CORPORA = Path(os.environ.get("KARAT_CORPORA") or ROOT.parent / "shared" / "data")
PROGRAM = os.environ.get("EVALB")

RECORDED = [
    ("evalb", "sample.gld", "sample.tst", "sample.prm", "sample"),
    ("evalb", "bug.gld", "bug.tst", "new.prm", "bug"),
    ("gum-news", "gold.mrg", "benepar.mrg", "new100k.prm", "benepar.new"),
    ("gum-news", "gold.mrg", "benepar.mrg", "collins100k.prm", "benepar.collins"),
    ("gum-news", "gold.mrg", "stanza.mrg", "new100k.prm", "stanza.new"),
    ("gum-news", "gold.mrg", "stanza.mrg", "collins100k.prm", "stanza.collins"),
    ("gum-news", "gold.mrg", "stanza.mrg", "unlabelled.prm", "stanza.unlabelled"),
]


def row(gold: bytes, test: bytes, prm: bytes | None = None) -> list[str]:
    """The figures of the first sentence: ID, Len, Stat, R, P, match, gold, test, crossing, ..."""
    out, _, _ = evalb(gold, test, prm)
    return out.decode().splitlines()[3].split()


@pytest.mark.corpora
@pytest.mark.skipif(not CORPORA.is_dir(), reason=f"no corpora at {CORPORA} (KARAT_CORPORA)")
@pytest.mark.parametrize(("folder", "gold", "test", "prm", "result"), RECORDED)
def test_recorded(folder: str, gold: str, test: str, prm: str, result: str) -> None:
    """Real trees give the output, and where it was recorded the error output, of the program."""
    where = CORPORA / folder
    contents = [(where / name).read_bytes() for name in (gold, test, prm)]
    out, err, status = evalb(*contents)
    assert out == (where / f"{result}.out").read_bytes()
    errors = where / f"{result}.err"
    if errors.exists():
        assert err == errors.read_bytes()
    assert status == 0


def run_program(
    folder: Path, files: tuple[bytes, bytes, bytes | None], options: list[str]
) -> tuple[bytes, bytes, int]:
    gold, test, prm = (folder / name for name in ("gold", "test", "prm"))
    gold.write_bytes(files[0])
    test.write_bytes(files[1])
    parameters: list[str | Path] = []
    if files[2] is not None:
        prm.write_bytes(files[2])
        parameters = ["-p", prm]
    command = [str(PROGRAM), *parameters, *options, gold, test]
    done = subprocess.run(command, capture_output=True, timeout=60, check=False)
    return done.stdout, done.stderr, done.returncode


@pytest.mark.parametrize("seed", range(40))
def test_program(seed: int, tmp_path: Path) -> None:
    """Random pairs give exactly what the compiled program gave, and gives if it is here, with any options."""
    compared = 0
    for number, (files, options, expected) in enumerate(odd_pairs(seed)):
        made, said = recorded("odd pairs")[seed][number]
        assert digest(*files, *options) == made, (
            "other pairs than recorded: see tests/oracle/said.py"
        )
        assert digest(*expected) == said
        if PROGRAM is not None:
            assert run_program(tmp_path, files, options) == expected
        compared += 1
    assert compared == len(recorded("odd pairs")[seed]) > 0


def test_greedy_chain() -> None:
    """With A=B and B=C, gold B C A against B A A matches 2 where 3 could (B A, C B, A A).

    Gold B takes the first B; gold C, which only a B fits, then finds none that is free.
    """
    gold, test = b"(B (C (A (X w))))", b"(B (A (A (X w))))"
    assert row(gold, test, b"EQ_LABEL A B\nEQ_LABEL B C\n")[5:8] == ["2", "3", "3"]


def test_empty_root_is_counted() -> None:
    """An empty label on both sides is one more match; on the gold side only, recall falls."""
    tree, rooted = b"(S (NN a))", b"( (S (NN a)))"
    assert row(rooted, rooted)[3:8] == ["100.00", "100.00", "2", "2", "2"]
    assert row(rooted, tree)[3:8] == ["50.00", "100.00", "1", "2", "1"]


def test_label_that_begins_with_a_hyphen() -> None:
    """The label is cut at the first hyphen or equals sign, so these two are both empty."""
    assert row(b"(-LRB- (NN a))", b"(=X (NN a))")[5:8] == ["1", "1", "1"]


def test_quote_is_put_back() -> None:
    """A possessive that the test tagged as a quote was deleted there: it gets its place back."""
    gold = b"(NP (NP (NN dog) (POS ')) (NN tail))"
    test = b"(NP (NP (NN dog) ('' ')) (NN tail))"
    prm = b"DELETE_LABEL ''\nQUOTE_LABEL ''\nQUOTE_LABEL POS\n"
    expected = ["1", "3", "0", "100.00", "100.00", "2", "2", "2", "0", "3", "2", "66.67"]
    assert row(gold, test, prm) == expected
    without = evalb(gold, test, b"DELETE_LABEL ''\n")
    assert without[1] == b"1 : Length unmatch (3|2)\n"


def test_unclosed_bracket() -> None:
    """An unclosed S matches another with the same start; the line shows it, the totals do not."""
    line = b"(S (NP (NN a)) (VP (VB b))\n"
    out, err, status = evalb(line, line)
    assert err == b"1 : Bracketing is unbalanced (too many open bracket)\n" * 2
    lines = out.decode().splitlines()
    assert lines[3].split()[2:8] == ["1", "100.00", "100.00", "3", "3", "3"]
    assert lines[5].split() == ["0", "0", "0.00"]
    assert status == 0


def test_crossing() -> None:
    """Gold 0-2 and 1-3 of three words cross; test brackets are counted, not pairs."""
    gold = b"(S (A (X a) (X b)) (X c))"
    test = b"(S (X a) (B (C (X b) (X c))))"
    assert row(gold, test)[5:9] == ["1", "2", "3", "2"]


def test_deleted_word_closes_up() -> None:
    """A deleted word leaves Words but not Len, and a bracket over it alone is deleted too."""
    tree = b"(S (NP (-NONE- *)) (VP (VB go)))"
    prm = b"DELETE_LABEL -NONE-\n"
    assert row(tree, tree, prm)[1] == "2"
    assert row(tree, tree, prm)[6:10] == ["2", "2", "0", "1"]


def test_bare_word_ends_the_run() -> None:
    """The same message until MAX_ERROR is passed, then exit status 1 and no summary."""
    out, err, status = evalb(b"(NP the dog)\n", b"(NP (NN dog))\n", max_error=1)
    twice = b"1 : Reading sentence\n" * 2
    assert err == b"1 : More than two elements in a bracket\n" + twice
    assert out.count(b"\n") == 3
    assert status == 1


def test_truncated_line_reads_what_earlier_lines_left() -> None:
    """After `(S (NP`, newline and NUL the buffer still holds `) (NN b))` of the longer line.

    So NP becomes the tag of an empty word, and the line is complete: two words, one bracket.
    """
    longer, short = b"(S (NN a) (NN b))\n", b"(S (NP\n"
    with pytest.raises(Undefined):
        evalb(short, short)
    out, err, status = evalb(longer + short, longer + short)
    figures = ["2", "2", "0", "100.00", "100.00", "1", "1", "1", "0", "2", "2", "100.00"]
    assert out.decode().splitlines()[4].split() == figures
    assert (err, status) == (b"", 0)


def test_empty_files() -> None:
    """Nothing to score: zeros, an undefined F, exit status 0."""
    out, err, status = evalb(b"", b"")
    assert out.decode().splitlines()[4] == "      0     0     0.00"
    assert out.count(b"Bracketing FMeasure       =   -nan\n") == 2
    assert (err, status) == (b"", 0)


def test_number_of_lines() -> None:
    """A line too many is reported with its number; it is not scored."""
    line = b"(S (NN a))\n"
    too_long = b"2 : Number of lines unmatch (too many lines in %s file)\n"
    assert evalb(line * 3, line)[1] == too_long % b"gold"
    assert evalb(line, line * 3)[1] == too_long % b"test"
