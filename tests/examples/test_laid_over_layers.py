"""A system that joins sentences: layers are derived from its own sentences, then laid over gold's."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

import karat
from command_line import CommandLine
from karat.comparison.layers import derived_first
from karat.model.bank import Bank
from karat.schemes import parse

HOME = Path(karat.__file__).parent / "data/suites/karat-200"
# Indices of two sentences would be the same numbers.
LINES = [
    one
    for one in (HOME / "trees.mrg").read_text().splitlines()
    if not re.search(r"-NONE-|=\d", one)
]
PAIRS = [*zip(LINES[::2], LINES[1::2], strict=False)]
GOLD = (
    "(S (NP (DT The) (NN dog)) (VP (VBZ chases) (NP (DT the) (NN cat))) (. .))",
    "(S (NP (PRP It)) (VP (VBZ runs) (ADVP (RB away))) (. .))",
)


def bank(lines: list[str]) -> Bank:
    return karat.read_text("".join(f"{line}\n" for line in lines), layout="lines")


def rows(gold: Bank, system: Bank, scheme: str) -> list[list[int]]:
    """Rows of gold, of the system and in common, sentence by sentence."""
    tally = karat.score(gold, system, scheme).tally
    assert tally is not None
    columns = tally.columns()
    found = [columns[name].tolist() for name in ("gold", "system", "matched")]
    return [list(one) for one in zip(*found, strict=True)]


@pytest.mark.parametrize(
    ("scheme", "expected"),
    [
        # "runs" hangs on "chases", which is in the other sentence; the boundary has no dependency.
        ("deps", [[6, 6, 6], [4, 4, 3]]),
        ("chunks", [[3, 3, 3], [3, 3, 3]]),
        ("gr", [[2, 2, 2], [2, 2, 2]]),
        ("constructions", [[5, 5, 5], [3, 3, 3]]),
        # The bracket around both sentences is one of the system's, and matches nothing.
        ("evalb(failed=align)", [[4, 5, 4], [4, 4, 4]]),
    ],
)
def test_two_sentences_in_one(scheme: str, expected: list[list[int]]) -> None:
    assert rows(bank([*GOLD]), bank([f"(S {' '.join(GOLD)})"]), scheme) == expected


@pytest.mark.parametrize("scheme", ["chunks", "gr", "constructions"])
def test_joined_sentences_of_karat_200(scheme: str) -> None:
    """No chunk, relation or construction reaches over a boundary: all are as in single sentences."""
    gold = bank([line for pair in PAIRS for line in pair])
    found = rows(gold, bank([f"(S {' '.join(pair)})" for pair in PAIRS]), scheme)
    assert sum(one[0] for one in found) > len(found)
    assert [one for one in found if len(set(one)) > 1] == []


def test_joined_dependencies_of_karat_200() -> None:
    """Every dependency within a sentence is found; those that cross the boundary are not."""
    gold = bank([line for pair in PAIRS for line in pair])
    joined = bank([f"(S {' '.join(pair)})" for pair in PAIRS])
    derived, _ = derived_first(parse("deps"), joined)
    apart, _ = derived_first(parse("deps"), gold)
    sizes = np.diff(gold.token_offset).reshape(-1, 2)
    expected = list[list[int]]()
    for at, (one, other) in enumerate(sizes.tolist()):
        heads = derived.layers["edges"]["head"][slice(*derived.token_offset[at : at + 2])]
        labels = derived.layers["edges"]["label"][slice(*derived.token_offset[at : at + 2])]
        for half, (begin, size) in enumerate([(0, one), (one, other)]):
            words = slice(*apart.token_offset[2 * at + half : 2 * at + half + 2])
            edges = apart.layers["edges"]
            head = np.where(edges["head"][words] >= 0, edges["head"][words] + begin, -1)
            names = [gold.labels[i] for i in edges["label"][words].tolist()]
            theirs = [joined.labels[i] for i in labels[begin : begin + size].tolist()]
            same = (head == heads[begin : begin + size]) & (np.array(names) == np.array(theirs))
            expected.append([size, size, int(same.sum())])
    assert rows(gold, joined, "deps") == expected
    # In most pairs one root hangs on the other, and everything else is as in single sentences.
    assert sum(a - c for a, _, c in expected) <= 1.2 * len(PAIRS)


def test_sentences_without_tags_borrow_them_first() -> None:
    """Gold's tags can be borrowed only where sentences are at gold's places."""
    bare = "(S (S (NP The dog) (VP chases (NP the cat)) .) (S (NP It) (VP runs (ADVP away)) .))"
    gold, system = bank([*GOLD]), bank([bare])
    assert derived_first(parse("deps"), system)[0] is system
    assert [one[0] for one in rows(gold, system, "deps")] == [6, 4]


def test_constructions_of_a_file_of_patterns(tmp_path: Path) -> None:
    """Their columns are words and ends of spans too."""
    path = tmp_path / "mine.toml"
    path.write_text('[[construction]]\nname = "object"\ntree = "VP < NP"\n')
    scheme = f"constructions(patterns={path})"
    found = rows(bank([*GOLD]), bank([f"(S {' '.join(GOLD)})"]), scheme)
    assert found == [[1, 1, 1], [0, 0, 0]]


def test_show_lists_the_same_rows_as_score(command: CommandLine) -> None:
    """The root of the second sentence hangs on a word of the first, which is not there."""
    command.write("gold.mrg", "".join(f"{line}\n" for line in GOLD))
    command.write("system.mrg", f"(S {' '.join(GOLD)})\n")
    score = command("score", "gold.mrg", "system.mrg", "--scheme", "chunkdeps", "-o", "json")
    counts = json.loads(score.out)["results"][0]["counts"]
    assert [counts[name] for name in ("gold", "system", "matched")] == [6, 6, 5]
    shown = command("show", "gold.mrg", "system.mrg", "--scheme", "chunkdeps", "-n", "2").out
    assert "2 matched, 3 gold, 3 system" in shown


def test_notes_say_once_what_was_derived() -> None:
    found = karat.score(bank([*GOLD]), bank([f"(S {' '.join(GOLD)})"]), "deps")
    said = [note for note in found.notes if "derived" in note]
    assert sorted(said) == [
        "gold's dependencies are derived from its trees",
        "the system's dependencies are derived from its trees",
    ]


ROW = "{}\t{}\t_\tX\t_\t_\t{}\t{}\t_\t_\n"


def sentence(*words: tuple[object, str, object, str]) -> str:
    """CoNLL-U of number, form, head and label."""
    return "".join(ROW.format(*word) for word in words) + "\n"


def test_a_multiword_token_over_the_end_of_a_sentence() -> None:
    """Its words go to both: le, chat and de have their heads and labels; x is no root there."""
    gold = sentence((1, "le", 2, "det"), (2, "chat", 0, "root"))
    gold += sentence((1, "de", 2, "case"), (2, "x", 0, "root"))
    system = sentence(
        (1, "le", 2, "det"), ("2-3", "chatde", "_", "_"), (2, "chat", 0, "root"),
        (3, "de", 4, "case"), (4, "x", 2, "nmod"),
    )  # fmt: skip
    assert rows(karat.read_text(gold), karat.read_text(system), "deps") == [[2, 2, 2], [2, 2, 1]]


def test_a_multiword_token_that_the_system_takes_for_a_word() -> None:
    """Of gold's three words, de and le stand over du; only chat has its head and label."""
    token = (("1-2", "du", "_", "_"), (1, "de", 3, "case"), (2, "le", 3, "det"))
    gold = sentence(*token, (3, "chat", 0, "root"))
    system = sentence((1, "du", 2, "case"), (2, "chat", 0, "root"))
    both = [karat.read_text(text) for text in (gold, system)]
    assert rows(*both, "deps") == [[3, 2, 1]]
    assert rows(*both[::-1], "deps") == [[2, 3, 1]]
