"""Lines and numbers in messages count in the file, not in a block: they move with the fault."""

import re

import pytest

from command_line import CommandLine

# More than a block of any format has, so that the fault is in a later block.
MANY = 600
TREE = "(S " + " ".join(f"(NN word{i})" for i in range(400)) + ")\n"
DISC = "(S " + " ".join(f"(NN {i}=word)" for i in range(400)) + ")\n"
GAP = "(S (NP (NN 0=a) (NN 2=c)) (NN 1=b))\n"
OPEN = "(S (NN a) (NN b)\n"


def row(number: int, word: str, head: int, label: str) -> str:
    return f"{number}\t{word}\t_\tNOUN\tNN\t_\t{head}\t{label}\t_\t_\n"


WORDS = "".join(row(i, "word", i - 1, "dep" if i > 1 else "root") for i in range(1, 201)) + "\n"
SHORT_LINE = "1\ta\tb\n\n"
BLANK = row(1, "a b", 0, "root") + "\n"

CASES = {
    "check trees": (TREE, OPEN, "mrg", ["check", "FILE"]),
    "convert trees": (TREE, OPEN, "mrg", ["convert", "FILE", "-"]),
    "score": (TREE, OPEN, "mrg", ["score", "FILE", "FILE", "-s", "evalb(failed=abort)"]),
    "agree": (TREE, OPEN, "mrg", ["agree", "FILE", "FILE"]),
    "write export": (TREE, "(S (NP ) (NN a))\n", "mrg", ["convert", "FILE", "-", "--to", "export"]),
    "a view": (DISC, GAP, "dbr", ["convert", "FILE", "-", "--view", "flatten"]),
    "write brackets": (DISC, GAP, "dbr", ["convert", "FILE", "-", "--to", "brackets"]),
    "check words": (WORDS, SHORT_LINE, "conllu", ["check", "FILE"]),
    "write trees of words": (WORDS, BLANK, "conllu", ["convert", "FILE", "-", "--view", "yields"]),
    "relations": (WORDS, SHORT_LINE, "conllu", ["gr", "FILE"]),
    "texts": (WORDS, SHORT_LINE, "conllu", ["conll18", "FILE", "FILE"]),
}


@pytest.mark.parametrize("case", CASES)
def test_the_place_in_a_message_moves_with_the_fault(command: CommandLine, case: str) -> None:
    """The same message after one good sentence and after many, but for the line and the number."""
    good, bad, ending, arguments = CASES[case]
    name = f"file.{ending}"
    places = []
    for before in (1, MANY):
        command.write(name, good * before + bad)
        done = command(*(name if one == "FILE" else one for one in arguments))
        assert done.status == 2
        # Notes count sentences.
        said = re.sub("karat: note: .*\n", "", done.err)
        said += "".join(re.findall(r"^file.*", done.out, re.MULTILINE))
        numbers = re.findall(r"(?<=\.mrg:|\.dbr:)\d+|(?<=\.conllu:)\d+|(?<=sentence )\d+", said)
        places.append((re.sub(r"\d+", "N", said), list(map(int, numbers))))
    (first, few), (later, many) = places
    assert first == later
    assert few
    moved = (MANY - 1) * good.count("\n"), MANY - 1
    assert all(b - a in moved for a, b in zip(few, many, strict=True)), (few, many)


def test_ids_that_are_made_go_on_in_the_next_block(command: CommandLine) -> None:
    """A sentence without an id is written with its number in the file."""
    command.write("gold.mrg", TREE * MANY)
    done = command("convert", "gold.mrg", "-", "--to", "delphin")
    assert re.findall(r"^#id (\d+)$", done.out, re.MULTILINE) == [str(i + 1) for i in range(MANY)]


def test_what_a_function_did_wrong_is_said_of_the_sentence_in_the_file(
    command: CommandLine,
) -> None:
    """Recognition goes piece by piece; a function fails on the last sentence."""
    command.write("mine.py", "def find(text):\n    return ['nonsense'] if 'bad' in text else []\n")
    command.write("gold.mrg", TREE * MANY + "(S (NN bad))\n")
    done = command("recognise", "gold.mrg", "--with", "mine.py:find")
    assert done.status == 2
    assert f"mine.py:find: sentence {MANY + 1}: " in done.err
