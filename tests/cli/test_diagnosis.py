"""When many sentences have no score, karat says what is wrong with the files."""

import json
from collections.abc import Callable

import pytest

import karat
from command_line import CommandLine

WORDS = [
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]
TREES = [f"(S (NP (DT the) (NN {word})) (VP (VBZ runs)))\n" for word in WORDS]
Change = Callable[[list[str]], list[str]]


def _joined(trees: list[str]) -> list[str]:
    """The first two sentences as one."""
    return [f"(S {trees[0].strip()} {trees[1].strip()})\n", *trees[2:]]


CASES = [
    (lambda t: t[1:], "shifted from 1 on: gold has 12, the system 11, and gold's sentence 2 is the system's"),
    (lambda t: t[:4] + t[5:], "shifted from 5 on: gold has 12, the system 11, and gold's sentence 6 is"),
    (lambda t: t[:3] + t[4:8] + t[9:], "shifted from 4 on: gold has 12, the system 10"),
    (lambda t: t[::-1], "in another order: gold's sentence 1 is the system's 12"),
    (lambda t: [tree.replace("the", "a") for tree in t], "only 0 of gold's 12 sentences are in the system's"),
    (lambda t: [tree.replace("DT the) (NN ", "NN the") for tree in t], "12 sentences have the same text"),
    (_joined, "the same text is cut into other sentences: gold has 12, the system 11"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "said"), CASES)
def test_what_is_wrong(command: CommandLine, change: Change, said: str) -> None:
    command.write("gold.mrg", "".join(TREES))
    command.write("system.mrg", "".join(change(TREES)))
    done = command("score", "gold.mrg", "system.mrg", "--output", "json")
    notes = json.loads(done.out)["results"][0]["notes"]
    assert any(said in note for note in notes), notes


@pytest.mark.parametrize(("change", "said"), CASES)
def test_what_is_wrong_in_memory(change: Change, said: str) -> None:
    score = karat.score(TREES, change(TREES))
    assert any(said in note for note in score.notes), score.notes


def test_more_sentences_than_gold(command: CommandLine) -> None:
    command.write("gold.mrg", "".join(TREES))
    command.write("system.mrg", "(S (X new))\n" + "".join(TREES))
    done = command("score", "gold.mrg", "system.mrg")
    assert done.status == 2
    assert "shifted from 1 on: gold has 12, the system 13" in done.err
    assert "leave out what is not in gold" in done.err


def test_null_elements_only_in_the_system(command: CommandLine) -> None:
    """Parsers make none: gold was given as the system."""
    traced = [tree.replace("(VBZ runs)", "(VBZ runs) (NP (-NONE- *))") for tree in TREES]
    command.write("gold.mrg", "".join(traced))
    command.write("system.mrg", "".join(TREES[:6]) + "\n" * 6)
    done = command("score", "system.mrg", "gold.mrg")
    assert "the system has null elements and gold has none: is gold the first file?" in done.out


def test_a_few_failures_have_no_common_cause(command: CommandLine) -> None:
    command.write("gold.mrg", "".join(TREES))
    command.write("system.mrg", "".join(["\n", *TREES[1:]]))
    done = command("score", "gold.mrg", "system.mrg")
    assert "shifted" not in done.out
    assert "another order" not in done.out
