"""What two annotators left undecided in a file: marks on brackets, values in the last column."""

import karat
from karat.comparison.undecided import undecided


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
