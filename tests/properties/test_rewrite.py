"""What must always hold of rewritten trees."""

import warnings

from hypothesis import given
from hypothesis import strategies as st
from tree_strategies import leaves, trees

import karat
from karat.files.resources import Resource
from karat.formats.brackets import dumps
from karat.model.bank import Bank
from karat.views.rewrite import rewritten
from karat.views.rewrite.rules import of_file

PATTERNS = ["NP", "X", "VP > S", "NP >- __", "__ <: __", "N", "S >, __", "__ > X", "-NONE-"]
OPERATIONS = ["drop", "splice", "raise", "rename"]


@st.composite
def rules(draw: st.DrawFn, operations: list[str] = OPERATIONS) -> str:
    """Some rules, as a file."""
    found = ""
    for _ in range(draw(st.integers(1, 3))):
        operation, pattern = draw(st.sampled_from(operations)), draw(st.sampled_from(PATTERNS))
        to = draw(st.sampled_from(["NP", "VP", "{category}"]))
        found += f"[[rule]]\n{operation} = '{pattern}'\n"
        found += f"to = '{to}'\n" if operation == "rename" else ""
    return found


@st.composite
def sentences(draw: st.DrawFn) -> list[str]:
    """Trees, one per line."""
    return [draw(trees(draw(leaves()))) for _ in range(draw(st.integers(1, 3)))]


def rewrite(text: str, given_rules: str) -> Bank:
    """Without the notes on what cannot be done."""
    bank = karat.read_text(text, layout="lines")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return rewritten(bank, of_file(Resource("x.toml", given_rules.encode())))


def words(bank: Bank) -> list[list[bytes]]:
    """The words of each sentence."""
    return [bank.words(i) for i in range(len(bank))]


@given(sentences(), rules())
def test_what_is_written_is_what_is_read_back(lines: list[str], some: str) -> None:
    """Spans, parents and labels are those of a tree."""
    bank = rewrite("\n".join(lines), some)
    again = karat.read_text(dumps(bank), layout="lines")
    for i in range(len(lines)):
        # A line without brackets is read as a forest of words, or as nothing.
        assert bank.words(i) == again.words(i)
        if bank.span_offset[i] < bank.span_offset[i + 1] and len(again) == len(bank):
            assert bank.spans(i) == again.spans(i)


@given(sentences(), rules(["splice", "raise", "rename"]))
def test_only_drop_changes_words(lines: list[str], some: str) -> None:
    """Neither which there are nor their order."""
    before = karat.read_text("\n".join(lines), layout="lines")
    assert words(rewrite("\n".join(lines), some)) == words(before)


@given(sentences(), rules(["drop"]))
def test_drop_keeps_the_order_of_what_is_left(lines: list[str], some: str) -> None:
    """The words after are a part of the words before."""
    before = words(karat.read_text("\n".join(lines), layout="lines"))
    for old, new in zip(before, words(rewrite("\n".join(lines), some)), strict=True):
        rest = iter(old)
        assert all(word in rest for word in new)


@given(sentences())
def test_rename_there_and_back_changes_nothing(lines: list[str]) -> None:
    """To a label that no tree has."""
    there = "[[rule]]\nrename = '/^NP$/'\nto = 'Q-Q'\n"
    back = "[[rule]]\nrename = '/^Q-Q$/'\nto = 'NP'\n"
    bank = karat.read_text("\n".join(lines), layout="lines")
    assert dumps(rewrite("\n".join(lines), there + back)) == dumps(bank)


@given(sentences(), rules())
def test_the_order_of_sentences_does_not_matter(lines: list[str], some: str) -> None:
    """Each is rewritten for itself."""
    together = rewrite("\n".join(lines), some)
    turned = rewrite("\n".join(reversed(lines)), some)
    alone = [rewrite(line, some) for line in lines]
    size = len(lines)
    for i in range(size):
        assert together.spans(i) == turned.spans(size - 1 - i) == alone[i].spans(0)
        assert together.words(i) == turned.words(size - 1 - i) == alone[i].words(0)
