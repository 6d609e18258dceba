"""HPSG analyses: what is written is read again, and no text makes the reader fail."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("delphin")

import karat
from karat.formats import delphin
from karat.model.bank import Bank
from karat.model.layers import names_of

RULES = st.sampled_from(["sb-hd_mc_c", "hd-cmp_u_c", "n_sg_ilr", "v_pas_odlr"])
WORDS = st.text(st.characters(categories=["L", "N", "P"]), min_size=1, max_size=6).filter(
    lambda word: "\\" not in word
)


@st.composite
def derivations(draw: st.DrawFn, depth: int = 3) -> str:
    """A node in UDF; vertices are not compared, so they are all 0."""
    if depth == 0 or draw(st.booleans()):
        word = draw(WORDS).replace('"', "'")
        return f'(0 {draw(st.sampled_from(["dog_n1", "bark_v1"]))} 0 0 0 ("{word}"))'
    inside = draw(st.lists(derivations(depth - 1), min_size=1, max_size=3))
    return f"(7 {draw(RULES)} -0.5 0 0 {' '.join(inside)})"


@st.composite
def graphs(draw: st.DrawFn) -> str:
    """An EDS with edges between any two nodes."""
    count = draw(st.integers(1, 5))
    nodes = []
    for i in range(count):
        targets = draw(st.lists(st.integers(0, count - 1), max_size=3))
        edges = ", ".join(f"ARG{n + 1} e{target}" for n, target in enumerate(targets))
        tense = draw(st.sampled_from(["past", "pres"]))
        nodes.append(f" e{i}:_go_v_{i}<{2 * i}:{2 * i + 1}>{{e SF prop, TENSE {tense}}}[{edges}]")
    return "{e0:\n" + "\n".join(nodes) + "\n}"


def again(bank: Bank) -> Bank:
    stream = io.BytesIO()
    delphin.write(bank, stream)
    return karat.read_text(stream.getvalue(), format="delphin")


def facts(bank: Bank, sentence: int) -> tuple[object, ...]:
    """All that a sentence says."""
    layers = [
        (name, names_of(bank.labels, table[name])[table.rows(sentence)])
        if name in table.interned
        else (name, table[name][table.rows(sentence)].tolist())
        for layer in ("predications", "roles")
        for table in [bank.layers[layer]]
        for name in table.columns
    ]
    return bank.words(sentence), bank.tags(sentence), bank.spans(sentence), layers


@given(st.lists(st.tuples(derivations(), graphs()), min_size=1, max_size=3))
def test_what_is_written_is_read_again(records: list[tuple[str, str]]) -> None:
    """Words, lexical entries, rules, predications, roles."""
    text = "\n\n".join(f"#id {i}\n(root {one})\n{two}" for i, (one, two) in enumerate(records))
    bank = karat.read_text(text, format="delphin")
    assert not bank.fault.any()
    written = again(bank)
    assert [facts(bank, i) for i in range(len(bank))] == [
        facts(written, i) for i in range(len(written))
    ]


@given(derivations(), graphs(), st.data())
def test_a_text_with_a_mistake_is_a_fault_or_read(one: str, two: str, data: st.DataObject) -> None:
    """A part left out: one record, never an exception, and the next record is read."""
    text = f"#id 1\n(root {one})\n{two}"
    begin = data.draw(st.integers(6, len(text) - 1))
    end = data.draw(st.integers(begin, len(text)))
    broken = "\n".join(line for line in (text[:begin] + text[end:]).split("\n") if line.strip())
    bank = karat.read_text(f"{broken}\n\n#id 2\n{two}\n", format="delphin", layout="free")
    assert len(bank) == 2
    assert bank.error(1) is None
    assert bool(bank.fault[0]) == (not bank.words(0))
