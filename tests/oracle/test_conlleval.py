"""karat conlleval against a slow program written from the description, and against conlleval itself.

The variable CONLLEVAL may name the Perl program; without it that part is skipped.
"""

import io
import os
import re
import shutil
import subprocess

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from karat.model.errors import UsageError
from karat.reference import conlleval

STARTS = {"BB", "IB", "OB", "OI", "EE", "EI", "OE"}
ENDS = {"BB", "BO", "IB", "IO", "EE", "EI", "EO"}
PREFIXES = st.sampled_from("BIOES[].")
TAGS = st.one_of(
    st.just("O"),
    st.builds("{}-{}".format, PREFIXES, st.sampled_from(["NP", "VP", "A-B", "0", ""])),
    PREFIXES,
)
PAIRS = st.one_of(st.none(), st.tuples(TAGS, TAGS), TAGS.map(lambda tag: (tag, tag)))


def slow(pairs: list[tuple[str, str] | None]) -> tuple[int, int, int]:
    """Gold, guessed and correct chunks, as the description says, a boundary being None."""
    gold = guessed = correct = 0
    good = False
    last = [("O", ""), ("O", "")]
    for pair in pairs:
        now = []
        for tag in pair or ("O", "O"):
            prefix, _, kind = tag.partition("-")
            now.append((prefix, "" if kind == "0" else kind))
        starts, ends = [], []
        for (before, old), (prefix, kind) in zip(last, now, strict=True):
            differ = old != kind
            starts.append(
                before + prefix in STARTS or (prefix not in "O." and differ) or prefix in "[]"
            )
            ends.append(
                before + prefix in ENDS or (before not in "O." and differ) or before in "[]"
            )
        if good:
            if all(ends) and last[0][1] == last[1][1]:
                correct, good = correct + 1, False
            elif ends[0] != ends[1] or now[0][1] != now[1][1]:
                good = False
        good = good or (all(starts) and now[0][1] == now[1][1])
        gold, guessed = gold + starts[0], guessed + starts[1]
        last = now
    # The end of the file is no boundary; an open chunk counts.
    return gold, guessed, correct + good


def without_type_0(tag: str) -> tuple[str, str]:
    """Prefix and type; to Perl the text 0 is false, so this type is no type."""
    prefix, _, kind = tag.partition("-")
    return prefix, "" if kind == "0" else kind


def text(pairs: list[tuple[str, str] | None], delimiter: str = " ") -> bytes:
    """The file for these tags."""
    lines = ["" if pair is None else delimiter.join(["w", *pair]) for pair in pairs]
    return "".join(line + "\n" for line in lines).encode()


@example([("B-NP", "B-NP"), ("B", "S")])
@given(st.lists(PAIRS, max_size=20))
def test_counts_are_those_of_the_description(pairs: list[tuple[str, str] | None]) -> None:
    """For all prefixes that conlleval knows, and S, which it does not."""
    found = conlleval.count(io.BytesIO(text(pairs)), conlleval.Options())
    sums = (found.gold.sum(), found.guessed.sum(), found.correct.sum())
    assert sums == slow(pairs)
    assert found.words == sum(pair is not None for pair in pairs)
    assert found.right_tags == sum(
        pair is not None and len({without_type_0(tag) for tag in pair}) == 1 for pair in pairs
    )


@example([("S-A-B", "S-A-B"), ("O-A-B", "O-A-B")], "\\t")
@given(st.lists(PAIRS, max_size=12), st.sampled_from(["\\t", "[\t]", "\t"]))
def test_a_pattern_splits_like_a_character(pairs: list[tuple[str, str] | None], how: str) -> None:
    """The slow way of splitting gives what the kernel gives."""
    plain = conlleval.count(io.BytesIO(text(pairs)), conlleval.Options())
    options = conlleval.Options(delimiter=how.encode())
    found = conlleval.count(io.BytesIO(text(pairs, "\t")), options)
    assert conlleval.report(found, options) == conlleval.report(plain, conlleval.Options())


SPLITS = {
    (rb"[[:space:]]", b"a b\tc\x0bd"): [b"a", b"b", b"c", b"d"],
    (rb"\h", b"a b\tc\xa0d\x0be"): [b"a", b"b", b"c", b"d\x0be"],
    (rb"\v", b"a\x0bbvc\x85d"): [b"a", b"bvc", b"d"],
    (rb"[^[:alnum:]]+", b"a, b;-c"): [b"a", b"b", b"c"],
    (rb"[[:^digit:]]", b"1a2"): [b"1", b"2"],
    (rb"(,)|;", b"a,b;c"): [b"a", b",", b"b", b"", b"c"],
    (rb",*", b"a,,b"): [b"a", b"b"],
    (rb"|,", b"a,b"): [b"a", b"", b"b"],
    (rb"x?", b"axbx"): [b"a", b"b"],
    (rb"(?<q>[;,])\k<q>", b"a,;b;;c"): [b"a,;b", b";", b"c"],
    (rb"[]|-]", b"a]b|c-d"): [b"a", b"b", b"c", b"d"],
    (rb"\x{2c}|\x3b", b"a,b;c"): [b"a", b"b", b"c"],
    (rb"{", b"a{b"): [b"a", b"b"],
}  # fmt: skip


@pytest.mark.parametrize(("delimiter", "line"), SPLITS)
def test_perl_splits_so(delimiter: bytes, line: bytes) -> None:
    """The fields are those that Perl 5.36 prints for split(/DELIMITER/, LINE)."""
    found = conlleval.split(line, conlleval._pattern(delimiter))
    assert [line[a:b] for a, b in found] == SPLITS[delimiter, line]
    perl = shutil.which("perl")
    if perl:
        code = "print join(chr(1), map { $_ // '' } split(/$ARGV[0]/, $ARGV[1]))"
        done = subprocess.run([perl, "-e", code, delimiter, line], capture_output=True, check=True)
        assert done.stdout.split(b"\1") == SPLITS[delimiter, line]


@pytest.mark.parametrize(
    ("delimiter", "part"),
    [
        (r"\p{Space}", r"\p"), (r"a\K ", r"\K"), ("(?i)x", "(?i"), ("[[:spaces:]]", "[:spaces:]"),
        (r"\y", r"\y"), ("(?|a|b)", "(?|"), ("a{", "{"), ("(*FAIL)", "(*F"), ("[b-a]", "b-a"),
        ("[ab", "[ that is not closed"),
    ],
)  # fmt: skip
def test_what_only_perl_reads_is_named(delimiter: str, part: str) -> None:
    """Refused, not read as something else."""
    options = conlleval.parse(["-d", delimiter])
    with pytest.raises(UsageError, match=re.escape(part)):
        conlleval.count(io.BytesIO(b"a b c\n"), options)


@pytest.mark.skipif("CONLLEVAL" not in os.environ, reason="CONLLEVAL does not name the program")
@given(
    st.lists(PAIRS, max_size=20),
    st.sampled_from([
        [], ["-l"], ["-r"], ["-r", "-o", "B-NP"], ["-d", " +"], ["-d", "[[:space:]]"], ["-d", r"\h"],
        ["-d", "( )"], ["-d", "[[:blank:]]|;"], ["-d", r"(?<one>\s)\k<one>*"], ["-d", "x* "],
    ]),
)  # fmt: skip
def test_bytes_are_those_of_the_program(
    pairs: list[tuple[str, str] | None], arguments: list[str]
) -> None:
    """Standard output, whatever the options."""
    data = text(pairs)
    program = ["perl", os.environ["CONLLEVAL"], *arguments]
    expected = subprocess.run(program, input=data, capture_output=True, check=True).stdout
    options = conlleval.parse(arguments)
    assert conlleval.report(conlleval.count(io.BytesIO(data), options), options) == expected
