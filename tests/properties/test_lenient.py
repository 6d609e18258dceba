"""Lenient reading: good files stay as they are, damage stays where it is, and nothing is a traceback."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import karat
from karat.formats.lenient import read_lenient
from karat.model.bank import Bank
from karat.model.repairs import counts

LABELS = ["S", "NP", "VP", "PP", "NP-SBJ", "ADJP"]
TAGS = ["NN", "DT", "VBZ", ".", "-LRB-", "``"]
WORDS = ["dog", "the", "barks", ".", "-LRB-", "a.b", "1/2", "été", "Sorry", "I", "NP"]

leaves = st.tuples(st.sampled_from(TAGS), st.sampled_from(WORDS)).map(
    lambda one: "({} {})".format(*one)
)
trees = st.recursive(
    leaves,
    lambda inside: st.tuples(st.sampled_from(LABELS), st.lists(inside, min_size=1, max_size=4)).map(
        lambda one: f"({one[0]} {' '.join(one[1])})"
    ),
    max_leaves=12,
).map(lambda tree: f"(S {tree} (VP (VBZ runs)))")
files = st.lists(trees, min_size=1, max_size=6)


def same(one: Bank, two: Bank) -> bool:
    """Whether two Banks have the same sentences."""
    return len(one) == len(two) and all(
        sentence(one, at) == sentence(two, at) for at in range(len(one))
    )


def sentence(bank: Bank, at: int) -> tuple[object, ...]:
    heads = []
    if "edges" in bank.layers:
        heads = list(bank.layers["edges"].each(at, "head"))
    return bank.words(at), bank.tags(at), bank.spans(at), heads


@given(files)
def test_good_trees_are_read_as_always(lines: list[str]) -> None:
    """The same Bank, column by column, and no repair."""
    text = "".join(line + "\n" for line in lines).encode()
    strict, lenient = karat.read_text(text), read_lenient(text, None, "x")
    assert lenient.repairs == ()
    for column in (
        "text",
        "word_start",
        "tag",
        "start",
        "end",
        "label",
        "parent",
        "sentence_at",
        "fault",
    ):
        assert np.array_equal(getattr(strict, column), getattr(lenient.bank, column))
    assert counts(lenient.bank) == (len(lines), 0, 0)


@st.composite
def graphs(draw: st.DrawFn) -> str:
    """Sentences of CoNLL-U with one root each."""
    sentences = []
    for size in draw(st.lists(st.integers(1, 6), min_size=1, max_size=4)):
        heads = [draw(st.integers(0, at - 1)) if at else -1 for at in range(size)]
        rows = [
            f"{at + 1}\t{draw(st.sampled_from(WORDS))}\t_\tNOUN\t_\t_\t{head + 1}\tdep\t_\t_\n"
            for at, head in enumerate(heads)
        ]
        sentences.append("".join(rows) + "\n")
    return "".join(sentences)


@given(graphs())
def test_good_graphs_are_read_as_always(text: str) -> None:
    lenient = read_lenient(text.encode(), None, "x")
    assert lenient.repairs == ()
    assert same(karat.read_text(text), lenient.bank)


def cut(line: str, chance: random.Random) -> str:
    return line[: chance.randrange(len(line))]


def unbracketed(line: str, chance: random.Random) -> str:
    places = [at for at, char in enumerate(line) if char in "()"]
    gone = set(chance.sample(places, chance.randint(1, len(places))))
    return "".join(char for at, char in enumerate(line) if at not in gone)


def wrapped(line: str, chance: random.Random) -> str:
    return f"Here is the tree (as you asked): {line} I hope that this helps."


def more(line: str, chance: random.Random) -> str:
    at = chance.randrange(len(line))
    return line[:at] + chance.choice("()") + line[at:]


@pytest.mark.parametrize("damage", [cut, unbracketed, wrapped, more])
@given(lines=files, seed=st.integers(0, 1000))
def test_damage_stays_in_its_sentence(damage: object, lines: list[str], seed: int) -> None:
    """Whatever happens to one line, all other sentences keep their place and their parse."""
    assert callable(damage)
    chance = random.Random(seed)
    gold = karat.read_text("".join(line + "\n" for line in lines))
    at = chance.randrange(len(lines))
    broken = [damage(line, chance) if i == at else line for i, line in enumerate(lines)]
    text = "".join(line + "\n" for line in broken).encode()
    found = read_lenient(text, "brackets", "x", gold)
    assert len(found.bank) == len(gold)
    for other in range(len(gold)):
        assert other == at or sentence(found.bank, other) == sentence(gold, other)


@given(lines=files, numbers=st.permutations(range(6)))
def test_ids_put_answers_in_their_place(lines: list[str], numbers: list[int]) -> None:
    """Numbered answers in any order are in the order of their numbers."""
    order = [number for number in numbers if number < len(lines)]
    text = "".join(f"{number + 1}. {lines[number]}\n" for number in order)
    gold = karat.read_text("".join(line + "\n" for line in lines))
    assert same(read_lenient(text.encode(), None, "x", gold).bank, gold)


PIECES = st.sampled_from(
    ["(", ")", "[", "]", "{", "}", '"', ",", ":", "\n", "\n\n", "  ", "\t", "|", "```", "1", "2.", "_",
     "S", "NP", "dog", "# sent_id = a", "Sentence 3:", '{"id": 1, "tree": "', "I cannot", "é", "\0", "0"]
)  # fmt: skip


@given(st.lists(PIECES, max_size=40), st.sampled_from([None, "brackets", "conllu"]))
def test_nothing_is_a_traceback(pieces: list[str], kind: str | None) -> None:
    """Any text is read, with a repair for each sentence that has no parse."""
    found = read_lenient("".join(pieces).encode(), kind, "x")
    assert sum(counts(found.bank)) == len(found.bank)
    lost = {one.sentence for one in found.repairs if one.kind in ("refused", "lost")}
    assert all((found.bank.fault[at] != 0) == (at + 1 in lost) for at in range(len(found.bank)))


@given(st.binary(max_size=60))
def test_bytes_are_no_traceback(data: bytes) -> None:
    read_lenient(data, "conllu", "x")
    read_lenient(data, "brackets", "x")
