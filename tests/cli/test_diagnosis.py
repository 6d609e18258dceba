"""When many sentences have no score, karat says what is wrong with the files."""

import gzip
import json
import re
import unicodedata
from collections.abc import Callable
from pathlib import Path

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


def test_where_a_shift_begins(command: CommandLine) -> None:
    """Not at a sentence before it that has other words at its place, or no parse."""
    trees = [f"(S (NP (N w{n})) (VP (V x{n})))" for n in range(12)]
    other = [*trees[:2], "(S (NP (N w)) (VP (V other) (V words)))", "", *trees[4:7], *trees[8:]]
    command.write("gold.mrg", "".join(f"{tree}\n" for tree in trees))
    command.write("system.mrg", "".join(f"{tree}\n" for tree in other))
    done = command("score", "gold.mrg", "system.mrg", "-s", "evalb")
    assert "sentences are shifted from 8 on: gold has 12, the system 11, and gold's" in done.out


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


TAGLESS = "(S (NP the dog) (VP barks) .)\n(S (NP it) (VP rains) .)\n"
TAGGED = (
    "(S (NP (DT the) (NN dog)) (VP (VBZ barks)) (. .))\n(S (NP (PRP it)) (VP (VBZ rains)) (. .))\n"
)
SAME_AS_GOLD = "the system's file has the same content as gold"


def _notes(command: CommandLine, *arguments: str, stdin: bytes = b"") -> list[list[str]]:
    """The notes on each system."""
    done = command("score", *arguments, "--output", "json", stdin=stdin)
    assert done.status == 0, done.err
    return [result["notes"] for result in json.loads(done.out)["results"]]


def _said(notes: list[str], what: str) -> bool:
    return any(what in note for note in notes)


@pytest.mark.parametrize("how", ["itself", "copy", "compressed", "pipe", "lenient"])
def test_gold_is_scored_against_itself(command: CommandLine, how: str) -> None:
    """A perfect score over gold is no surprise; it does not matter how gold got there."""
    gold = "".join(TREES).encode()
    command.write("gold.mrg", gold)
    command.write("copy.mrg", gold)
    command.write("copy.mrg.gz", gzip.compress(gold))
    arguments = {
        "itself": ["gold.mrg"],
        "copy": ["copy.mrg"],
        "compressed": ["copy.mrg.gz"],
        "pipe": ["-"],
        "lenient": ["copy.mrg", "--lenient"],
    }[how]
    assert _said(_notes(command, "gold.mrg", *arguments, stdin=gold)[0], SAME_AS_GOLD)


def test_gold_from_a_pipe_is_scored_against_itself(command: CommandLine) -> None:
    gold = "".join(TREES).encode()
    command.write("gold.mrg", gold)
    assert _said(_notes(command, "-", "gold.mrg", stdin=gold)[0], SAME_AS_GOLD)


def test_the_same_system_twice(command: CommandLine) -> None:
    """One byte more or less, or another byte, makes another system."""
    command.write("gold.mrg", "".join(TREES))
    for name, label in (("a.mrg", "X"), ("b.mrg", "X"), ("c.mrg", "Y")):
        command.write(name, "".join(TREES).replace("VP", label))
    notes = _notes(command, "gold.mrg", "a.mrg", "b.mrg", "c.mrg", "a.mrg")
    assert [_said(some, "has the same content as a.mrg") for some in notes] == [
        False, True, False, False,
    ]  # fmt: skip
    assert [_said(some, "a.mrg is given twice") for some in notes] == [False, False, False, True]
    assert not any(_said(some, SAME_AS_GOLD) for some in notes)


def test_other_files_of_the_same_size_are_not_the_same(command: CommandLine) -> None:
    command.write("gold.mrg", "".join(TREES))
    command.write("system.mrg", "".join(TREES).replace("VP", "XP"))
    assert not _said(_notes(command, "gold.mrg", "system.mrg")[0], SAME_AS_GOLD)


def test_gold_through_a_view_may_be_compared_with_gold(command: CommandLine) -> None:
    command.write("gold.mrg", "".join(TREES))
    notes = _notes(command, "gold.mrg", "gold.mrg", "--system-view", "flatten")
    assert not _said(notes[0], SAME_AS_GOLD)


def test_gold_against_itself_in_memory(tmp_path: Path) -> None:
    path = tmp_path / "gold.mrg"
    path.write_text("".join(TREES))
    assert _said(list(karat.score(karat.read(path), karat.read(path)).notes), SAME_AS_GOLD)


@pytest.mark.parametrize(
    ("scheme", "said"),
    [
        ("evalb", "tagging means nothing, no word is deleted for its tag"),
        ("evalb(params=new)", "phrases of one word count as tags (--scheme parseval leaves them out)"),
        ("discodop", "tagging means nothing"),
        ("tags", "the accuracy of tags says nothing"),
        ("rules", "rules with a tag cannot match"),
        ("leafancestor", "phrases of one word count as tags"),
    ],
)  # fmt: skip
def test_gold_trees_without_tags(command: CommandLine, scheme: str, said: str) -> None:
    command.write("gold.mrg", TAGLESS)
    command.write("system.mrg", TAGGED)
    notes = _notes(command, "gold.mrg", "system.mrg", "--scheme", scheme)[0]
    assert _said(notes, f"{said}"), notes
    assert _said(notes, "gold's words have no tags, in 2 sentences"), notes
    other = _notes(command, "system.mrg", "system.mrg", "--scheme", scheme)[0]
    assert not _said(other, "have no tags")


@pytest.mark.parametrize(
    ("scheme", "said"),
    [
        ("evalb", "phrases of one word count as tags (--scheme parseval leaves them out)"),
        ("discodop", "tagging means nothing"),
        ("rules", "rules with a tag cannot match"),
        ("leafancestor", "phrases of one word count as tags"),
        ("flat", "phrases of one word count as tags"),
        ("tags", "the accuracy of tags says nothing"),
    ],
)  # fmt: skip
def test_system_trees_without_tags(command: CommandLine, scheme: str, said: str) -> None:
    """(NP It) is read as a word with a tag, so the parse lacks a phrase that it has."""
    command.write("gold.mrg", TAGGED)
    command.write("system.mrg", TAGLESS)
    notes = _notes(command, "gold.mrg", "system.mrg", "--scheme", scheme)[0]
    assert _said(notes, said), notes
    assert _said(notes, ": the system's words have no tags, in "), notes
    both = _notes(command, "system.mrg", "system.mrg", "--scheme", scheme)[0]
    assert not _said(both, "the system's words have no tags")


def test_a_side_without_punctuation(command: CommandLine) -> None:
    """The sentences are all there: nobody is told that the files do not belong together."""
    command.write("gold.mrg", TAGGED)
    command.write("system.mrg", TAGGED.replace(" (. .)", ""))
    for files, lacking in (("gold", "system"), "the system"), (("system", "gold"), "gold"):
        notes = _notes(command, *(f"{name}.mrg" for name in files), "--scheme", "evalb")[0]
        said = f"2 sentences differ only in punctuation, the first is sentence 1, where {lacking} has less"
        assert _said(notes, said), notes
        assert not _said(notes, "belong together")


@pytest.mark.parametrize("scheme", ["evalb", "evalb(failed=align)", "discodop(failed=drop)"])
def test_null_elements_that_are_scored(command: CommandLine, scheme: str) -> None:
    """Traces that only gold has make other words of the same sentence, unless they are deleted."""
    command.write("gold.mrg", TAGGED.replace("(VP ", "(VP (NP (-NONE- *T*-1)) "))
    command.write("system.mrg", TAGGED)
    said = "null elements (-NONE-) are scored as words (delete=-NONE- leaves them out)"
    assert _said(_notes(command, "gold.mrg", "system.mrg", "--scheme", scheme)[0], said)
    mended = scheme.replace(")", ",delete=-NONE-)") if ")" in scheme else "evalb(params=collins)"
    done = command("score", "gold.mrg", "system.mrg", "--scheme", mended)
    assert said not in done.out
    row = next(line for line in done.out.splitlines() if line.startswith("system.mrg"))
    assert row.split()[1:4] == ["100.00"] * 3


@pytest.mark.parametrize("tag", ["XX", "X", "UNK"])
@pytest.mark.parametrize("scheme", ["chunks", "deps", "constructions", "chunkdeps"])
def test_one_tag_for_every_word_is_none(command: CommandLine, scheme: str, tag: str) -> None:
    """XX and X are tags of the Treebank and of UD for what no tag fits; here they say nothing."""
    trees = "(S (NP (PRP She)) (VP (VBZ likes) (S (VP (TO to) (VP (VB see) (NP (DT the) (NN dog)))))))\n"
    command.write("gold.mrg", trees)
    command.write("system.mrg", re.sub(r"\([^() ]+ (?=[^() ]+\))", f"({tag} ", trees))
    done = command("score", "gold.mrg", "system.mrg", "--scheme", scheme)
    row = next(line for line in done.out.splitlines() if line.startswith("system.mrg"))
    assert row.split()[1:4] == ["100.00"] * 3
    assert "derived with gold's tags" in done.out
    if tag != "UNK":
        done = command("score", "system.mrg", "gold.mrg", "--scheme", scheme)
        assert (done.status, "its trees have no tags" in done.err) == (2, True)


@pytest.mark.parametrize("scheme", ["rules", "tags", "evalb", "discodop"])
def test_tags_that_say_nothing(command: CommandLine, scheme: str) -> None:
    """The sides are told apart, and the same on both sides is no difference."""
    command.write("gold.mrg", TAGGED)
    command.write("system.mrg", re.sub(r"\([A-Z]+ (?=[a-z]+\))", "(UNK ", TAGGED))
    said = "tags are all UNK, X or XX, which match nothing"
    notes = _notes(command, "gold.mrg", "system.mrg", "--scheme", scheme)[0]
    assert _said(notes, f"the system's {said}, in 2 sentences")
    notes = _notes(command, "system.mrg", "gold.mrg", "--scheme", scheme)[0]
    assert _said(notes, f"gold's {said}, in 2 sentences")
    for name in "gold.mrg", "system.mrg":
        assert not _said(_notes(command, name, name, "--scheme", scheme)[0], said)


def test_a_key_without_phrases_of_one_word_loses_none(command: CommandLine) -> None:
    """Keys need no tags."""
    command.write("gold.mrg", "(S (NP the dog) (VP barks loudly))\n")
    command.write("system.mrg", "(S (NP (DT the) (NN dog)) (VP (VBZ barks) (ADVP (RB loudly))))\n")
    for files in (("gold.mrg", "system.mrg"), ("system.mrg", "gold.mrg")):
        assert not _said(_notes(command, *files, "--scheme", "flat")[0], "have no tags")


def test_some_gold_trees_without_tags(command: CommandLine) -> None:
    command.write("gold.mrg", TAGLESS.split("\n")[0] + "\n" + TAGGED.split("\n")[1] + "\n")
    command.write("system.mrg", TAGGED)
    notes = _notes(command, "gold.mrg", "system.mrg")[0]
    assert _said(notes, "gold's words have no tags, in 1 sentence")


@pytest.mark.parametrize(
    ("scheme", "said"),
    [
        ("conll18", "UPOS, XPOS, AllTags and MLAS mean nothing (--scheme deps needs no tags): gold's"),
        ("tags", "the accuracy of tags says nothing: gold's words have no tags, in 1 sentence"),
        ("chunks", "gold's words have no tags, so chunks are missing, in 1 sentence"),
        ("deps", ""),
    ],
)  # fmt: skip
def test_gold_dependencies_without_tags(command: CommandLine, scheme: str, said: str) -> None:
    rows = (
        "1\tit\tit\tPRON\tPRP\t_\t2\tnsubj\t_\t_\n2\trains\train\tVERB\tVBZ\t_\t0\troot\t_\t_\n\n"
    )
    bare = rows.replace("PRON\tPRP", "_\t_").replace("VERB\tVBZ", "_\t_")
    command.write("gold.conllu", bare)
    command.write("system.conllu", rows)
    notes = _notes(command, "gold.conllu", "system.conllu", "--scheme", scheme)[0]
    assert _said(notes, said) if said else not _said(notes, "tags")


def test_another_spelling(command: CommandLine) -> None:
    """A system that writes small letters has gold's words."""
    command.write("gold.mrg", "".join(TREES).replace("the", "The"))
    command.write("system.mrg", "".join(TREES))
    notes = _notes(command, "gold.mrg", "system.mrg")[0]
    assert _said(notes, "12 sentences have the same words in another spelling")
    assert not _said(notes, "are in the system's file at all")


WIDE = ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-be"]


@pytest.mark.parametrize("encoding", WIDE)
@pytest.mark.parametrize("name", ["gold.mrg", "system.mrg"])
def test_a_file_of_wide_characters_is_refused(
    command: CommandLine, encoding: str, name: str
) -> None:
    """With or without a mark: it was "none of the formats", or had other sentences."""
    for file in ("gold.mrg", "system.mrg"):
        command.write(file, "".join(TREES))
    (command.folder / name).write_bytes("".join(TREES).encode(encoding))
    for verb in (("score", "gold.mrg", "system.mrg"), ("check", name), ("convert", name, "-")):
        done = command(*verb)
        assert (done.status, done.out) == (2, "")
        assert f"{name}: this is UTF-16 or UTF-32, and karat reads UTF-8; convert it" in done.err


@pytest.mark.parametrize(("name", "side"), [("gold.mrg", "gold"), ("system.mrg", "the system")])
def test_a_side_in_latin_1(command: CommandLine, name: str, side: str) -> None:
    """Words with other letters than those of English differ, and why cannot be seen in them."""
    trees = "".join(TREES).replace("runs", "r\u00fbns")
    for file in ("gold.mrg", "system.mrg"):
        command.write(file, trees)
    (command.folder / name).write_bytes(trees.encode("latin-1"))
    done = command("score", "gold.mrg", "system.mrg")
    assert f"{side} is not UTF-8 in 12 sentences, the first is sentence 1" in done.out
    (command.folder / "other.mrg").write_bytes(trees.encode("latin-1"))
    done = command("score", name, "other.mrg")
    assert "UTF-8" not in done.out


def test_accents_as_characters_of_their_own(command: CommandLine) -> None:
    """NFD beside NFC: the two words look the same in the message."""
    trees = "".join(TREES).replace("runs", "r\u00fbns")
    command.write("gold.mrg", trees)
    command.write("system.mrg", unicodedata.normalize("NFD", trees))
    done = command("score", "gold.mrg", "system.mrg")
    assert "another spelling (case, quotation marks, escapes, accents as characters of" in done.out


def test_errors_where_nothing_could_be_compared(command: CommandLine) -> None:
    """Gold without a tree, as after swapping the files, is no praise."""
    command.write("gold.mrg", "\n" * len(TREES))
    command.write("system.mrg", "".join(TREES))
    done = command("errors", "gold.mrg", "system.mrg")
    assert done.out.startswith("no errors are known, because no sentence could be compared")
