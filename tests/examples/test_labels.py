"""Labels as numbers."""

import pytest

import karat
from effort import slow
from karat.kernels.scan import BRACKET, TAG
from karat.model.labels import Labels


def test_numbers_are_given_in_order_of_appearance() -> None:
    """The empty label is 0 in every table."""
    labels = Labels()
    assert [labels.intern(one) for one in (b"NP", b"VP", b"NP", b"", b"PP")] == [1, 2, 1, 0, 3]
    assert labels.strings() == [b"", b"NP", b"VP", b"PP"]
    assert len(labels) == 4


def test_find_does_not_add() -> None:
    """An unknown label is -1 and stays unknown."""
    labels = Labels()
    labels.intern(b"NP")
    assert (labels.find(b"NP"), labels.find(b"VP"), labels.find(b"")) == (1, -1, 0)
    assert len(labels) == 2


@pytest.mark.parametrize("length", [1, 4, 5, 8, 9, 30, 3000])
def test_labels_of_any_length(length: int) -> None:
    """The last byte counts, and so does a NUL behind it."""
    labels = Labels()
    stem = b"x" * (length - 1)
    variants = [stem + b"a", stem + b"b", stem + b"a\0", stem + b"a\0\0"]
    assert [labels.intern(one) for one in variants] == [1, 2, 3, 4]
    assert [labels.find(one) for one in variants] == [1, 2, 3, 4]


def test_the_table_grows() -> None:
    """Twenty thousand labels keep their numbers while the table is made larger."""
    labels = Labels()
    names = [b"label-%d" % i for i in range(20_000)]
    assert [labels.intern(one) for one in names] == list(range(1, 20_001))
    assert labels.find(names[0]) == 1
    assert labels.find(names[-1]) == 20_000
    assert labels[777] == b"label-776"


def test_the_scanner_and_python_agree() -> None:
    """A label the scanner has seen is found, and one interned before is used by the scanner."""
    bank = karat.read_text("(NP-SBJ-LONGER (NN dog) (NN cat))")
    assert bank.labels.find(b"NP-SBJ-LONGER") == bank.label[0]
    assert bank.labels.find(b"NN") == bank.tag[0]
    other = Labels()
    other.intern(b"NN")
    again = bank.relabelled(other)
    assert again.tag.tolist() == [1, 1]
    assert again.tags(0) == [b"NN", b"NN"]
    assert again.spans(0) == bank.spans(0)


def test_uses_say_what_a_label_was_used_for() -> None:
    """As a tag, as a bracket, or both."""
    labels = karat.read_text("(S (N a) (X (S b)) (Y (N c)))").labels
    uses = {one: int(labels.uses[labels.find(one)]) for one in (b"S", b"N", b"X")}
    assert uses == {b"S": TAG | BRACKET, b"N": TAG, b"X": BRACKET}


@pytest.mark.parametrize("size", [300_000, *slow(3_000_000)])
def test_a_label_larger_than_all_before_it(size: int) -> None:
    """Room is made for it, however much it needs; its neighbours stay as they are."""
    labels = Labels()
    long = b"x" * size
    assert [labels.intern(one) for one in (b"a", long, b"b", long)] == [1, 2, 3, 2]
    assert labels.strings() == [b"", b"a", long, b"b"]
