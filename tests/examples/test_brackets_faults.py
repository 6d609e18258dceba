"""What is wrong with a file, and where; and which sentences are none the worse for it."""

import pytest

import karat
from karat import Bank, SyntaxFault
from karat.model.errors import excerpt
from karat.model.faults import FaultMaker


def fault(bank: Bank, sentence: int) -> SyntaxFault:
    """The fault of a sentence that has one."""
    error = bank.error(sentence)
    assert error is not None
    return error


def faults(bank: Bank) -> list[bool]:
    """Which sentences have a fault; those have no words and no constituents either."""
    for i in range(len(bank)):
        if bank.error(i):
            assert (bank.words(i), bank.spans(i)) == ([], [])
    return [bank.error(i) is not None for i in range(len(bank))]


def test_lines_an_unclosed_line_fails_alone() -> None:
    """The bracket that is never closed is shown with its line and column."""
    bank = karat.read_text("(S (N a))\n(S (NP (N b))\n(S (N c))\n", layout="lines")
    assert faults(bank) == [False, True, False]
    assert bank.words(2) == [b"c"]
    error = fault(bank, 1)
    assert (error.path, error.line, error.column) == ("<text>", 2, 1)
    assert "never closed" in error.what


def test_lines_a_line_that_ends_in_a_label() -> None:
    """The newline after a label closes nothing."""
    bank = karat.read_text("(S (N a))\n(S (N b) (NP\n(S (N c))\n", layout="lines")
    assert faults(bank) == [False, True, False]


def test_lines_a_tagged_word_does_not_go_on_in_the_next_line() -> None:
    """``(N`` and, a line later, ``b)`` are two broken lines."""
    bank = karat.read_text("(S (N\nb))\n(S (N c))\n", layout="lines")
    assert faults(bank) == [True, True, False]
    assert "outside" in fault(bank, 1).what


def test_lines_a_surplus_bracket() -> None:
    """The bracket itself is pointed at: the tenth byte of ``(S (N a)))``."""
    bank = karat.read_text("(S (N a)))\n(S (N b))\n", layout="lines")
    assert faults(bank) == [True, False]
    error = fault(bank, 0)
    assert (error.line, error.column) == (1, 10)
    assert "nothing to close" in error.what


def test_lines_text_outside_any_bracket() -> None:
    """Before a tree, after it, or instead of it."""
    bank = karat.read_text("(S (N a)) dog\ndog (S (N a))\ndog\n", layout="lines")
    assert faults(bank) == [True, True, True]
    assert [(fault(bank, i).line, fault(bank, i).column) for i in range(3)] == [
        (1, 11),
        (2, 1),
        (3, 1),
    ]
    assert all("outside" in fault(bank, i).what for i in range(3))


def test_the_message_shows_the_line_a_caret_and_what_to_do() -> None:
    """Place, fault, text, caret, advice."""
    message = str(fault(karat.read_text("(S (N a)))", layout="lines"), 0)).split("\n")
    assert message[0].startswith("<text>:1:10: ")
    assert message[1:3] == ["  (S (N a)))", "           ^"]
    assert message[3] == "remove it, or open a bracket before it"


def test_columns_count_bytes_and_the_caret_counts_letters() -> None:
    """The é before the surplus bracket takes two bytes but one place on the screen."""
    error = fault(karat.read_text("(S (N é)))", layout="lines"), 0)
    assert error.column == 11
    _, text, caret, _ = str(error).split("\n")
    assert text == "  (S (N é)))"
    assert caret.index("^") == 2 + 9


def test_a_long_line_is_cut_around_the_fault() -> None:
    """The message of a line of a megabyte still fits a terminal, caret below the fault."""
    line = "(S " + "(N a) " * 170_000 + ")" + ")"
    error = fault(karat.read_text(line, layout="lines"), 0)
    assert error.column == len(line)
    _, text, caret, _ = str(error).split("\n")
    assert len(text) < 100
    assert text[caret.index("^")] == ")"
    assert text.endswith("))")


def test_control_characters_do_not_reach_the_terminal() -> None:
    """An escape sequence in a file is shown, not obeyed."""
    message = str(fault(karat.read_text("(S (N \x1b[31m\x00))) x", layout="lines"), 0))
    assert "\x1b" not in message
    assert "\x00" not in message


def test_lines_count_on_after_blank_ones() -> None:
    """The line is that of the file."""
    bank = karat.read_text("\n\n(S (N a))\n\n(S\n", layout="lines")
    assert fault(bank, 4).line == 5


def test_free_after_an_unclosed_sentence_reading_resumes() -> None:
    """At the next line that begins with a bracket, though it stands inside the open one."""
    bank = karat.read_text("(S (N a)\n(S (N b))\n(S (N c))\n", format="brackets", layout="free")
    assert faults(bank) == [True, False, False]
    assert (fault(bank, 0).line, fault(bank, 0).column) == (1, 1)
    assert [bank.words(i) for i in (1, 2)] == [[b"b"], [b"c"]]


def test_free_an_indented_bracket_is_no_place_to_resume() -> None:
    """Only the first column counts."""
    bank = karat.read_text(
        "(S (N a)\n  (S (N b))\n\t(N c)\n(S (N d))\n", format="brackets", layout="free"
    )
    assert faults(bank) == [True, False]
    assert bank.words(1) == [b"d"]


def test_free_every_unclosed_sentence_is_a_fault_of_its_own() -> None:
    """Three sentences without their last bracket, and one that is whole."""
    bank = karat.read_text(
        "(S (N a)\n(S (N b)\n(S (N c))\n(S (N d)\n", format="brackets", layout="free"
    )
    assert faults(bank) == [True, True, False, True]
    assert [fault(bank, i).line for i in (0, 1, 3)] == [1, 2, 4]
    assert bank.words(2) == [b"c"]


def test_free_stray_text_before_a_tree_costs_that_line() -> None:
    """Reading resumes at the next line that begins with a bracket."""
    bank = karat.read_text("dog (S (N a))\n(S (N b))\n", format="brackets", layout="free")
    assert faults(bank) == [True, False]
    assert (fault(bank, 0).line, fault(bank, 0).column) == (1, 1)
    assert bank.words(1) == [b"b"]


def test_free_stray_text_spoils_the_sentence_that_ended_on_its_line() -> None:
    """It is no sentence more, so those after it keep their numbers."""
    bank = karat.read_text(
        "(S\n (N a)) dog (X (N z))\n(S (N b))\n", format="brackets", layout="free"
    )
    assert faults(bank) == [True, False]
    assert (fault(bank, 0).line, fault(bank, 0).column) == (2, 9)
    assert bank.words(1) == [b"b"]


def test_free_stray_text_spoils_only_the_last_sentence_of_its_line() -> None:
    """Two trees on a line, then a word: the first tree is fine."""
    bank = karat.read_text("(S (N a)) (S (N b)) dog\n(S (N c))\n", format="brackets", layout="free")
    assert faults(bank) == [False, True, False]
    assert bank.words(0) == [b"a"]


def test_free_stray_text_on_a_line_of_its_own_is_a_sentence() -> None:
    """Nothing ended on its line, so it counts as a sentence that cannot be read."""
    bank = karat.read_text("(S (N a))\ndog\n(S (N b))\n", format="brackets", layout="free")
    assert faults(bank) == [False, True, False]
    assert fault(bank, 1).line == 2


def test_free_a_surplus_bracket_spoils_its_sentence() -> None:
    """As stray text does."""
    bank = karat.read_text("(S (N a)))\n(S (N b))\n", format="brackets", layout="free")
    assert faults(bank) == [True, False]
    assert (fault(bank, 0).line, fault(bank, 0).column) == (1, 10)


def test_free_nothing_but_stray_text() -> None:
    """One faulty sentence."""
    assert faults(karat.read_text("dog\ncat\n", format="brackets", layout="free")) == [True]


@pytest.mark.parametrize("layout", ["lines", "free"])
def test_a_sound_sentence_has_no_fault(layout: str) -> None:
    """Asking for one gives None."""
    assert karat.read_text("(S (N a))\n", layout=layout).error(0) is None


def test_a_fault_found_later_shows_its_line_alone() -> None:
    """Of two lines, the first: its number, the column from 1, its text without the next line's."""
    bank = karat.read_text("(S (N a))\n(S (N b))")
    found = FaultMaker(bank)(6, "a letter", "write another")
    shown = "<text>:1:7: a letter\n  (S (N a))\n        ^\nwrite another"
    assert str(found) == shown
    assert str(FaultMaker(bank)(16, "a letter")) == "<text>:2:7: a letter\n  (S (N b))\n        ^"


def test_a_long_line_is_shown_around_the_fault() -> None:
    """38 bytes on either side, and the caret is under the byte."""
    text = b"a" * 100 + b"!" + b"b" * 99
    shown, caret = excerpt(text, 101)
    assert shown == "…" + "a" * 38 + "!" + "b" * 37 + "…"
    assert shown[caret] == "!"
    assert excerpt(b"!" + b"b" * 38, 1) == ("!" + "b" * 37 + "…", 0)
    assert excerpt(b"!" + b"b" * 37, 1) == ("!" + "b" * 37, 0)
