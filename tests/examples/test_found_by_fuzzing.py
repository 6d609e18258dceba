"""Faults of each kind that fuzzing found, on the smallest files that show them."""

import io

import pytest

import karat
from karat import formats

DIGITS = "9" * 5000


@pytest.mark.parametrize("number", ["9223372036854775807", DIGITS, "1200"])
def test_a_word_number_that_no_sentence_has(number: str) -> None:
    """A fault with its place, at once: there is no room for as many words."""
    bank = karat.read_text(
        f"nsubj(b-2, a-1)\nroot(ROOT-0, c-{number})\n\nroot(ROOT-0, d-1)\n", format="stanford"
    )
    fault = bank.error(0)
    assert fault is not None
    assert (fault.line, fault.column) == (2, 14)
    assert "too few words" in str(fault)
    assert bank.words(1) == [b"d"]


def test_word_numbers_with_gaps_are_read() -> None:
    """Words that no dependency names, and zeros before a number."""
    bank = karat.read_text("root(ROOT-0, a-0007)\n", format="stanford")
    assert bank.words(0) == [b"_"] * 6 + [b"a"]


def test_a_word_that_is_not_in_the_tree_is_a_fault_at_its_place() -> None:
    """Also if its number is written with zeros, so that it cannot be searched for."""
    text = "(S (N a))\n\nroot(ROOT-0, b-01)\n"
    fault = karat.read_text(text, format="stanford").error(0)
    assert fault is not None
    assert (fault.line, fault.column) == (3, 14)


@pytest.mark.parametrize("name", formats.every_name())
def test_a_bank_without_sentences_can_be_written(name: str) -> None:
    """Nothing, or a heading."""
    module = formats.module(name)
    bank = formats.read_text(module.EXAMPLE, format=name).slice(0, 0)
    stream = io.BytesIO()
    module.write(bank, stream)
    assert len(stream.getvalue()) < 200
