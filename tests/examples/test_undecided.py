"""What two annotators left undecided in a file: marks on brackets, values in the last column."""

import karat
from karat.comparison.undecided import Mark, of_marks, undecided


def test_words_with_another_annotator_s_value_are_undecided() -> None:
    """Each at its line, with the column and the value; one with plain notes is decided."""
    row = "{}\t{}\t_\tX\t_\t_\t{}\tdep\t_\t{}\n"
    text = row.format(1, "a", 2, "Other-Head=0|Note=x") + row.format(2, "b", 0, "Note=Other")
    text += row.format(3, "c", 2, "SpaceAfter=No|Other-Deprel=a\\pb") + "\n"
    found = [(one.line, one.what) for one in undecided(karat.read_text(text))]
    assert found == [(1, "undecided: HEAD may be 0"), (3, "undecided: DEPREL may be a|b")]
    assert not list(undecided(karat.read_text(text.replace("Other-", "Another-"))))
    tree = karat.read_text("(S (NP!1a (N a) (N b)) (V c))")
    assert [one.what for one in undecided(tree)] == ["dispute 1 is decided, but has a mark"]


def test_what_to_do_about_marks() -> None:
    """Brackets and lines are deleted, whichever it is; a dispute is told once, at its first place."""
    tree = karat.read_text("(S (NP!1a (N a) (N b)) (VP!1b (N b) (V c)))")
    (found,) = undecided(tree)
    assert (found.what, found.line, found.column) == ("dispute 1 is undecided", 1, 4)
    assert found.advice == "of !1a and !1b delete the wrong brackets, and the marks of the others"
    marks = [
        Mark(b"2", answer, (line, 1, b"ncsubj(a, b, _)"), False)
        for line, answer in ((7, b"b"), (6, b"a"))
    ]
    (other,) = of_marks(marks, "file.gr")
    assert (other.what, other.line) == ("dispute 2 is undecided", 6)
    assert other.advice == "of the lines marked !2a and !2b delete the wrong one"
