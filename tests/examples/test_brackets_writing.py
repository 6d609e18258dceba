"""Banks as text."""

import io

import pytest

import karat
from karat.formats import brackets


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("(S (NP (DT the) (NN dog)) (VP (VBZ barks)))", None),
        ("( (S (N a)))", None),
        ("((S (N a)))", "( (S (N a)))"),
        ("(S\t(N  a)(N b ))", "(S (N a) (N b))"),
        ("(S (NP) (N a))", None),
        ("(S (NN ) (N b))", None),
        ("(NP the dog)", None),
        ("(NN dog)", None),
        ("(A (N a)) (B (N b))", None),
        ("()", None),
        ("", None),
    ],
)
def test_one_tree_a_line(text: str, written: str | None) -> None:
    """What is written reads back the same; only white space may change."""
    bank = karat.read_text(text + "\n", layout="lines")
    assert brackets.dumps(bank) == (text if written is None else written) + "\n"


def test_an_untagged_word_alone_in_its_bracket() -> None:
    """Bare it would be taken for a tagged word, so it gets a bracket with an empty tag."""
    bank = karat.read_text("(S (A (X) dog) (N b))", layout="lines")
    assert brackets.dumps(bank) == "(S (A (X) ( dog)) (N b))\n"
    assert bank.tags(0) == [b"", b"N"]


def test_indented() -> None:
    """Every constituent on a line of its own, two blanks a level."""
    bank = karat.read_text("( (S (NP (DT the) (NN dog)) (VP (VBZ barks)) (. .)))")
    assert brackets.dumps(bank, pretty=True) == (
        "(\n  (S\n    (NP (DT the) (NN dog))\n    (VP (VBZ barks)) (. .)))\n"
    )


def test_a_sentence_that_could_not_be_read_is_a_blank_line() -> None:
    """So the others keep their lines."""
    bank = karat.read_text("(S (N a))\n(S (N b)\n(S (N c))\n", layout="lines")
    assert brackets.dumps(bank) == "(S (N a))\n\n(S (N c))\n"


def test_bytes_come_out_as_they_went_in() -> None:
    """Whatever their encoding."""
    line = b"(S (N \xff\xe9\x00) (\xfe caf\xc3\xa9))\n"
    stream = io.BytesIO()
    brackets.write(karat.read_text(line), stream)
    assert stream.getvalue() == line


@pytest.mark.parametrize(
    "text",
    [
        "",
        "(A (N a)) (B (N b))",
        "(A (N a)) (N b)",
        "(N a) (A (N b))",
        "(N a) (N b)",
    ],
)
def test_what_is_not_one_tree_cannot_be_indented(text: str) -> None:
    """In the free layout a forest would be several sentences, and a missing parse none."""
    bank = karat.read_text(f"{text}\n", layout="lines")
    with pytest.raises(karat.InputError, match=r"<text>:1: sentence 1: .*cannot be indented"):
        brackets.dumps(bank, pretty=True)
