"""Rules that know words do not care how an apostrophe is written."""

import pytest

import karat
from command_line import CommandLine
from karat.views.chunks import chunks
from karat.views.edit import spelt

TREE = "(S (NP-SBJ (PRP I)) (VP (VBP do) (RB n{0}t) (VP (VB know))) (. .))"
MARKS = ["'", "’", "‘", "ʼ", "`"]


@pytest.mark.parametrize("mark", MARKS)
def test_a_contraction_is_found_with_any_apostrophe(mark: str) -> None:
    bank = karat.read_text(TREE.format(mark))
    assert spelt(bank, [b"n't"]).tolist() == [False, False, True, False, False]


@pytest.mark.parametrize("mark", MARKS)
def test_negation_is_recognised(command: CommandLine, mark: str) -> None:
    command.write("one.mrg", TREE.format(mark) + "\n")
    done = command("recognise", "one.mrg", "--with", "ptb")
    assert "negation" in done.out


@pytest.mark.parametrize("mark", MARKS)
def test_negation_belongs_to_the_verb_group(mark: str) -> None:
    """Only n't and not go with their verb; another adverb would be a chunk of its own."""
    rows = [
        ("I", "PRON", "PRP", 4, "nsubj"), ("do", "AUX", "VBP", 4, "aux"),
        (f"n{mark}t", "PART", "RB", 4, "advmod"), ("know", "VERB", "VB", 0, "root"),
    ]  # fmt: skip
    text = "".join(
        f"{number}\t{form}\t_\t{upos}\t{tag}\t_\t{head}\t{label}\t_\t_\n"
        for number, (form, upos, tag, head, label) in enumerate(rows, 1)
    )
    table = chunks(karat.read_text(text + "\n")).layers["chunks"]
    spans = set(zip(table["start"].tolist(), table["end"].tolist(), strict=True))
    assert (1, 4) in spans
