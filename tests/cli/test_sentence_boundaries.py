"""``failed=align`` scores files whose sentence boundaries differ from gold's."""

import json
from collections.abc import Callable
from typing import Any

import pytest

import karat
from command_line import CommandLine

WORDS = ["one", "two", "three", "four", "five", "six", "seven", "eight"]
TREES = [f"(S (NP (DT the) (NN {word})) (VP (VBZ runs)))\n" for word in WORDS]
Change = Callable[[list[str]], list[str]]


def _merged(trees: list[str]) -> list[str]:
    """The first two sentences as one."""
    return [f"(S {trees[0].strip()} {trees[1].strip()})\n", *trees[2:]]


def _split(trees: list[str]) -> list[str]:
    """The third sentence as two."""
    return [*trees[:2], "(NP (DT the) (NN three))\n", "(VP (VBZ runs))\n", *trees[3:]]


EXTRA = "(S (INTJ (UH hello)) (NP (NNS friends)))\n"

# What is done to the system, what the note says, and how many brackets of 24 are found. A split sentence
# loses its S; merged ones have a bracket too many, and so does a sentence before an extra one.
CASES: dict[str, tuple[Change, str, int]] = {
    "sed 1d": (lambda t: t[1:], "1 missing; the first is gold's sentence 1", 21),
    "two missing": (
        lambda t: t[:3] + t[4:6] + t[7:],
        "2 missing; the first is gold's sentence 4",
        18,
    ),
    "the last is missing": (lambda t: t[:-1], "1 missing; the first is gold's sentence 8", 21),
    "one split": (_split, "1 split; the first is gold's sentence 3", 23),
    "two merged": (_merged, "2 merged; the first is gold's sentence 1", 24),
    "one extra": (
        lambda t: [*t[:4], EXTRA, *t[4:]],
        "1 extra; the first is the system's sentence 5",
        24,
    ),
    "one missing, one extra": (
        lambda t: [*t[1:], EXTRA],
        "1 missing, 1 extra; the first is gold's sentence 1",
        21,
    ),
}


def _scored(
    command: CommandLine, *more: str, scheme: str = "evalb(failed=align)"
) -> dict[str, Any]:
    done = command("score", "gold.mrg", "system.mrg", "--scheme", scheme, "--output", "json", *more)
    assert done.status == 0, done.err
    result: dict[str, Any] = json.loads(done.out)["results"][0]
    return result


@pytest.mark.parametrize("case", CASES)
def test_other_boundaries(command: CommandLine, case: str) -> None:
    """They are scored, and a note says what was done."""
    change, said, matched = CASES[case]
    command.write("gold.mrg", "".join(TREES))
    command.write("system.mrg", "".join(change(TREES)))
    result = _scored(command)
    assert result["counts"]["gold"] == 24
    assert result["counts"]["matched"] == matched
    assert any(note.endswith(said) for note in result["notes"]), result["notes"]


@pytest.mark.parametrize("case", CASES)
def test_in_memory(case: str) -> None:
    """``karat.score`` does the same."""
    change, said, matched = CASES[case]
    score = karat.score(TREES, change(TREES), "evalb(failed=align)")
    assert score.counts["matched"] == matched
    assert any(note.endswith(said) for note in score.notes), score.notes


def test_from_a_pipe(command: CommandLine) -> None:
    """Standard input cannot be read twice, and need not be."""
    command.write("gold.mrg", "".join(TREES))
    scheme = ("--scheme", "evalb(failed=align)", "--output", "json")
    done = command("score", "gold.mrg", "-", *scheme, stdin="".join(TREES[1:]).encode())
    result = json.loads(done.out)["results"][0]
    assert result["counts"]["matched"] == 21


def test_other_policies_stay_as_they_are(command: CommandLine) -> None:
    """Without align, a missing sentence shifts all others, and more sentences than gold's are an error."""
    command.write("gold.mrg", "".join(TREES))
    command.write("system.mrg", "".join(TREES[1:]))
    assert _scored(command, scheme="evalb(failed=empty)")["counts"]["matched"] == 0
    command.write("system.mrg", "".join([EXTRA, *TREES]))
    for scheme in (["evalb"], ["evalb(failed=align)", "evalb"]):
        options = [text for one in scheme for text in ("--scheme", one)]
        done = command("score", "gold.mrg", "system.mrg", *options)
        assert done.status == 2
        assert "system.mrg: 9 sentences, but gold.mrg has 8" in done.err


def test_one_to_one_is_the_same_in_both_ways(command: CommandLine) -> None:
    """Sentences at their places have the same rows, whether or not others must be laid over gold's."""
    system = [tree.replace("NP", "XP") if "two" in tree else tree for tree in TREES]
    command.write("gold.mrg", "".join(TREES))
    rows = {}
    for name, trees in (("in place", system), ("laid", [*system[:-1], *_split(system)[2:4]])):
        command.write("system.mrg", "".join(trees))
        _scored(command, "--per-sentence", "rows.jsonl")
        rows[name] = [
            json.loads(line) for line in (command.folder / "rows.jsonl").read_text().splitlines()
        ]
    assert rows["in place"][:-1] == rows["laid"][:-1]
    assert [row["matched"] for row in rows["in place"]] == [3, 2, 3, 3, 3, 3, 3, 3]
    assert [row["sentence"] for row in rows["laid"]] == list(range(1, 9))


def test_several_systems_and_schemes(command: CommandLine) -> None:
    """Only what needs it is laid over gold; results and rows keep their order."""
    command.write("gold.mrg", "".join(TREES))
    command.write("a.mrg", "".join(TREES[1:]))
    command.write("b.mrg", "".join(TREES))
    schemes = ("--scheme", "evalb(failed=align)", "--scheme", "evalb(failed=empty)")
    done = command(
        "score",
        "gold.mrg",
        "a.mrg",
        "b.mrg",
        *schemes,
        "--output",
        "json",
        "--per-sentence",
        "r.jsonl",
    )
    found = [(one["system"], one["counts"]["matched"]) for one in json.loads(done.out)["results"]]
    assert found == [("a.mrg", 21), ("a.mrg", 0), ("b.mrg", 24), ("b.mrg", 24)]
    rows = [json.loads(line) for line in (command.folder / "r.jsonl").read_text().splitlines()]
    assert len(rows) == 4 * 8
    assert [row["system"] for row in rows] == ["a.mrg"] * 16 + ["b.mrg"] * 16


def test_dependencies(command: CommandLine) -> None:
    """Words of merged sentences keep the heads they have inside gold's sentence."""
    one = "1\tdogs\t_\tX\t_\t_\t2\tnsubj\t_\t_\n2\tbark\t_\tX\t_\t_\t0\troot\t_\t_\n\n"
    other = "1\tcats\t_\tX\t_\t_\t2\tnsubj\t_\t_\n2\tsleep\t_\tX\t_\t_\t0\troot\t_\t_\n\n"
    both = (
        "1\tdogs\t_\tX\t_\t_\t2\tnsubj\t_\t_\n2\tbark\t_\tX\t_\t_\t0\troot\t_\t_\n"
        "3\tcats\t_\tX\t_\t_\t4\tnsubj\t_\t_\n4\tsleep\t_\tX\t_\t_\t2\tconj\t_\t_\n\n"
    )
    command.write("gold.conllu", one + other + one)
    command.write("system.conllu", both + one)
    options = ("--scheme", "deps(failed=align)", "--output", "json")
    done = command("score", "gold.conllu", "system.conllu", *options)
    result = json.loads(done.out)["results"][0]
    # "sleep" has its head in another sentence, where no head of gold's is.
    assert result["counts"]["matched"] == 5
    assert result["counts"]["gold"] == result["counts"]["system"] == 6


def test_another_order_is_said_and_not_repaired(command: CommandLine) -> None:
    trees = [f"(S (NP (DT {one}th) (NN {one})) (VP (VBZ {one}s)))\n" for one in WORDS]
    command.write("gold.mrg", "".join(trees))
    command.write("system.mrg", "".join(reversed(trees)))
    result = _scored(command)
    assert result["sentences"]["scored"] <= 2  # "six" and "seven" have something in common
    assert any(note.startswith("7 of gold's sentences stand elsewhere") for note in result["notes"])


def test_no_advice_for_what_was_mended(command: CommandLine) -> None:
    """Sentences that were laid over gold's are not said to be shifted, though many have other words."""
    command.write("gold.mrg", "".join(TREES))
    other = [tree.replace("DT the", "DT that") if at % 2 else tree for at, tree in enumerate(TREES)]
    command.write("system.mrg", "".join(other[1:]))
    result = _scored(command)
    assert result["sentences"] == {"total": 8, "scored": 7, "failed": 1, "aligned": 4}
    assert not any("shifted" in note for note in result["notes"]), result["notes"]


def test_show_and_explain(command: CommandLine) -> None:
    """They show the sentence that was compared."""
    command.write("gold.mrg", "".join(TREES))
    command.write("system.mrg", "".join(TREES[1:]))
    done = command("show", "gold.mrg", "system.mrg", "-n", "2", "--scheme", "evalb(failed=align)")
    assert "3 matched, 3 gold, 3 system" in done.out
    assert "system: system.mrg:1" in done.out
    done = command("explain", "evalb(failed=align).f1", "gold.mrg", "system.mrg")
    assert done.status == 0
    said = " ".join(done.out.split())
    assert "1 of 8 sentences have no score: 1 no system parse." in said
    assert "Their gold brackets count as missed (failed=align)." in said


def _rows(*sentences: list[tuple[str, str, int, str]]) -> str:
    """CoNLL-U: number, form, head (-1 for a multiword token) and label of each row."""
    text = ""
    for sentence in sentences:
        for number, form, head, label in sentence:
            tags = "\t_" * 4 if head < 0 else "\t_\tX\tX\t_"
            text += f"{number}\t{form}{tags}\t{head if head >= 0 else '_'}\t{label}\t_\t_\n"
        text += "\n"
    return text


APART = _rows(
    [("1", "I", 2, "nsubj"), ("2", "can", 0, "root")],
    [("1", "not", 2, "advmod"), ("2", "go", 0, "root")],
    [("1", "Yes", 0, "root")],
)
TOGETHER = _rows(
    [
        ("1", "I", 4, "nsubj"), ("2-3", "cannot", -1, "_"), ("2", "can", 4, "aux"),
        ("3", "not", 4, "advmod"), ("4", "go", 0, "root"),
    ],
    [("1", "Yes", 0, "root")],
)  # fmt: skip


@pytest.mark.parametrize("texts", [(APART, TOGETHER), (TOGETHER, APART)])
def test_a_multiword_token_across_a_boundary(command: CommandLine, texts: tuple[str, str]) -> None:
    """*cannot*, where one side ends a sentence after *can*.

    All five words are the same. Three have the same head: *not* and *go*, whose heads are the same words,
    and *Yes*. The program of the CoNLL 2018 shared task counts the same.
    """
    for name, text in zip(("gold.conllu", "system.conllu"), texts, strict=True):
        command.write(name, text)
    found = {}
    for scheme in ("tags", "deps", "conll18"):
        done = command("score", "gold.conllu", "system.conllu", "-s", scheme, "-o", "json")
        found[scheme] = json.loads(done.out)["results"][0]["measures"]
    assert found["tags"]["accuracy"] == found["conll18"]["XPOS"] == 1
    assert found["deps"]["uas"] == found["conll18"]["UAS"] == 0.6
    assert found["deps"]["las"] == found["conll18"]["LAS"] == 0.6


def test_the_same_text_in_as_many_other_sentences(command: CommandLine) -> None:
    """Short sentences, so that little text is there to see by that it has moved."""
    command.write(
        "gold.mrg", "(S (N cdcd) (N bc) (N ahh))\n(S (N a) (N hh) (N hbe))\n(S (N fe) (N f))\n"
    )
    command.write(
        "system.mrg", "(S (N cdcd) (N bc))\n(S (N ahh))\n(S (N a) (N hh) (N hbe) (N fe) (N f))\n"
    )
    done = command("score", "gold.mrg", "system.mrg", "-s", "tags", "-o", "json")
    assert json.loads(done.out)["results"][0]["counts"]["matched"] == 8


def test_figures_after_alignment_are_called_so(command: CommandLine) -> None:
    """failed=drop by itself aligns nothing, and would give other figures."""
    command.write("gold.mrg", "".join(TREES))
    command.write("system.mrg", "".join(TREES[1:]))
    out = command("score", "gold.mrg", "system.mrg", "--scheme", "evalb(failed=align)").out
    assert "  after alignment, leaving out failed sentences: recall 100.00" in out
    assert "  after alignment, counting failed sentences as empty: recall 87.50" in out
    assert "with failed=" not in out
