"""A blank line is a missing answer in a file of one answer per line, and layout between paragraphs."""

import time

import pytest

import karat
from karat.formats.lenient import read_lenient
from karat.model.bank import Bank

# A tree that is not closed, so that the strict reader refuses the file.
OPEN, TREE = "(S (N a) (V b)", "(S (N c) (V d))"


def gold(sentences: int) -> Bank:
    return karat.read_text("(S (N a) (V b))\n" * sentences)


# The lines of a file, how many sentences gold has, how many the file has then, and which are empty.
CASES = [
    # One per line: trees follow each other, and a blank line is between others.
    ([OPEN, TREE, "", TREE], None, 4, [2]),
    ([OPEN, TREE, "", TREE], 6, 4, [2]),
    # Paragraphs: a blank line between any two.
    ([OPEN, "", TREE, "", TREE], None, 3, []),
    ([OPEN, "", TREE, "", TREE], 4, 3, []),
    ([OPEN, "", "", TREE, "", "", TREE, ""], None, 3, []),
    # Gold has as many sentences as the file has lines: each is one.
    ([OPEN, "", TREE, "", TREE], 5, 5, [1, 3]),
    # Gold has room for the trees, but not for the blank lines too.
    ([OPEN, TREE, "", TREE, TREE, ""], 5, 4, []),
    # One tree, and blank lines after it.
    ([OPEN, "", ""], None, 1, []),
    # Two trees follow each other by chance, and all others are kept apart.
    ([OPEN, TREE, *["", TREE] * 20], None, 22, []),
    # A model talks in paragraphs, by chance in as many lines as gold has sentences.
    (["Sure.", "", OPEN, "", TREE], 5, 2, []),
]


@pytest.mark.parametrize(("lines", "expected", "sentences", "empty"), CASES)
def test_answer_or_layout(
    lines: list[str], expected: int | None, sentences: int, empty: list[int]
) -> None:
    data = "".join(f"{line}\n" for line in lines).encode()
    found = read_lenient(data, "brackets", "x", gold(expected) if expected else None)
    assert len(found.bank) == sentences
    assert [at for at in range(sentences) if not found.bank.words(at)] == empty
    said = [one for one in found.repairs if one.kind == "blank-lines"]
    blank = lines.count("")
    if lines[0] == "Sure." or empty:
        assert not said
        assert sum(one.kind == "empty" for one in found.repairs) == len(empty)
    else:
        (one,) = said
        assert (
            one.what
            == f"{blank} blank line{'s' * (blank > 1)} taken for layout, not for missing answers"
        )
        assert one.line == lines.index("") + 1


def test_prose_and_a_tree_are_no_plain_text() -> None:
    """Without gold too: what begins with a bracket and a label is an answer."""
    found = read_lenient(f"Sure!\n{OPEN}\n\n{TREE}\n".encode(), None, "x")
    assert [found.bank.words(at) for at in range(len(found.bank))] == [[b"a", b"b"], [b"c", b"d"]]


def test_many_blank_lines_take_little_time() -> None:
    """Four times as many take about four times as long."""
    spent = []
    for count in (20_000, 80_000):
        data = f"{OPEN}\n{TREE}\n{TREE}\n".encode() + b"\n" * count + f"{TREE}\n{TREE}\n".encode()
        begin = time.process_time()
        assert len(read_lenient(data, "brackets", "x").bank) == count + 5
        spent.append(time.process_time() - begin)
    assert spent[1] < 12 * spent[0]
