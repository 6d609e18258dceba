"""Relations: what is written reads back, blocks do not matter, compiled or not does not either."""

import io
import json
import os
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import karat
from karat.files.source import Source
from karat.formats import gr as grs
from karat.model.bank import Bank
from karat.model.gr import Gr, listed, table
from karat.model.labels import Labels

WORDS = st.text(
    st.characters(codec="utf-8", exclude_characters="\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029\0"),
    min_size=1,
    max_size=8,
)
SLOTS = st.one_of(
    st.sampled_from(
        [
            "_",
            "die",
            "New_York",
            "a:3_NN",
            "a:3",
            "10:30",
            "die+s",
            "12",
            "7_3",
            "N(U.S.)",
            "a()(b)",
            ":)",
            ")(",
            "(x",
        ]
    ),
    WORDS,
)
NAMES = st.one_of(st.sampled_from(["ncsubj", "dobj", "ncmod", "arg_mod", "passive"]), WORDS)
PLACES = st.integers(-1, 40)


@st.composite
def relations(draw: st.DrawFn) -> Gr:
    """With slots that some number of them stands for."""
    name, head, dependent, kind, initial = draw(st.tuples(NAMES, SLOTS, SLOTS, SLOTS, SLOTS))
    shape = draw(st.integers(1, 4))
    if shape == 1:
        return Gr(name, head=head, head_at=draw(PLACES))
    places = draw(PLACES), draw(PLACES)
    if shape == 4:
        return Gr(name, kind, head, dependent, initial, *places)
    if shape == 2:
        return Gr(name, "", head, dependent, "", *places)
    with_initial = name in ("subj", "ncsubj", "xsubj", "csubj", "dobj")
    if with_initial:
        return Gr(name, "", head, dependent, initial, *places)
    return Gr(name, kind, head, dependent, "", *places)


@pytest.mark.parametrize("notation", grs.NOTATIONS)
@given(st.lists(st.lists(relations(), max_size=4), max_size=4))
def test_round_trip(notation: str, sentences: list[list[Gr]]) -> None:
    """Any relations, in every notation."""
    empty = grs.loads("()\n\n" * len(sentences))
    bank = empty.with_layers(gr=table(empty.labels, sentences))
    again = grs.loads(grs.dumps(bank, notation=notation))
    assert not again.fault.any()
    found = [listed(again, i) for i in range(len(again))]
    assert found == [[_placeless(gr) for gr in sentence] for sentence in sentences]


def _placeless(gr: Gr) -> Gr:
    """An empty slot has no position."""
    return gr._replace(
        head_at=-1 if gr.head == "_" else gr.head_at,
        dependent_at=-1 if gr.dependent == "_" else gr.dependent_at,
    )


LINES = st.sampled_from(
    [
        "", "", "", "1", "2", "3", "7", "A dog barks.", "(dobj a b)", "ncsubj(a, b, _)", "# x", "; y",
        "(|The:1_AT| |dog:2_NN1|) 1", "{ 0.5 (dobj a b)", "}", "{ .5 det(a, b) }", "(dobj a", "()",
        "(dobj |a b| c\\)) (det x y)", "gr-list: 1", "\\(so)", "9 (dobj e f)", "word (", "%x", "()()",
        "95021266.1", "wsj_2300.5", "# lemmas = a b", "(dobj x:1 y_2)", "<c> x|a|X y|b|Y",
        "(det a+s:2_N 1:2)",
    ]
)  # fmt: skip


def facts(bank: Bank) -> list[list[object]]:
    """Everything a Bank says, sentence by sentence."""
    return [
        [bank.words(i), [*map(str, listed(bank, i))], int(bank.fault[i]), bank.line(i)]
        for i in range(len(bank))
    ]


@given(st.lists(LINES, max_size=25), st.integers(1, 60), st.integers(1, 4))
def test_blocks_do_not_matter(lines: list[str], size: int, most: int) -> None:
    """However a file is cut, by bytes or by sentences, it has the same sentences."""
    text = "\n".join(lines).encode()
    whole = facts(grs.loads(text))
    by_bytes = grs.Blocks(Source.of(io.BytesIO(text), "x"), size=size)
    scanner = by_bytes.scanner(Labels())
    found = []
    for block in by_bytes:
        bank = scanner.scan(block)
        assert len(bank) == block.sentences
        found += facts(bank)
    assert _without_lines_of_missing(found) == _without_lines_of_missing(whole)
    by_number = grs.Blocks(Source.of(io.BytesIO(text), "x"), size=size)
    scanner = by_number.scanner(Labels())
    found = []
    while (block := by_number.take(most)).sentences:
        found += facts(scanner.scan(block))
    assert _without_lines_of_missing(found) == _without_lines_of_missing(whole)


def _without_lines_of_missing(found: list[list[object]]) -> list[list[object]]:
    """A sentence that is only counted has no line."""
    return [one if one[0] or one[1] or one[2] else one[:3] for one in found]


@given(st.binary(max_size=200))
def test_any_bytes(text: bytes) -> None:
    """Never an error, and never a sentence that points outside of the text."""
    bank = grs.loads(text)
    assert all(0 <= at <= len(text) for at in bank.fault_at.tolist())
    for i in range(len(bank)):
        if bank.fault[i]:
            assert str(bank.error(i))


UNCOMPILED = """
import json, sys
from karat import kernels
from karat.formats import gr as grs
from karat.model.gr import listed
found = []
for text in json.load(sys.stdin):
    bank = grs.loads(text)
    found.append([[list(map(str, listed(bank, i))), int(bank.fault[i]), int(bank.fault_at[i]),
                   repr(bank.words(i))] for i in range(len(bank))])
print(json.dumps([kernels.compiled(), found]))
"""


@settings(max_examples=1)
@given(st.lists(st.lists(LINES, max_size=25).map("\n".join), min_size=30, max_size=30))
def test_uncompiled(texts: list[str]) -> None:
    """The same file as Python finds the same."""
    results = []
    for kernels in ("", "python"):
        done = subprocess.run(
            [sys.executable, "-c", UNCOMPILED],
            input=json.dumps(texts), capture_output=True, text=True, check=True,
            env={**os.environ, "KARAT_KERNELS": kernels},
        )  # fmt: skip
        results.append(json.loads(done.stdout))
    assert results[1][0] is False
    assert results[0][1] == results[1][1]


@given(st.lists(st.lists(relations(), max_size=5), min_size=1, max_size=4))
def test_order_does_not_matter(sentences: list[list[Gr]]) -> None:
    """A sentence's relations in reverse are all found."""
    empty = grs.loads("()\n\n" * len(sentences))
    bank = empty.with_layers(gr=table(empty.labels, sentences))
    other = [sentence[::-1] for sentence in sentences]
    turned = empty.with_layers(gr=table(empty.labels, other))
    for scheme in ("gr", "gr(mode=hier)", "gr(mode=sub)"):
        assert karat.score(bank, turned, scheme).f1 in (1, pytest.approx(float("nan"), nan_ok=True))
