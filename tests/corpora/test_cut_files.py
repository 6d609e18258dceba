"""A file that is cut into several gives the figures and notes of the whole, but for names and hashes."""

import re
from collections.abc import Callable
from pathlib import Path
from shutil import rmtree

import pytest

from command_line import CommandLine

Cut = Callable[[str], list[str]]


def lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def paragraphs(text: str) -> list[str]:
    return [f"{one}\n\n" for one in text.split("\n\n") if one.strip()]


def common(text: str) -> str:
    """What does not depend on how files are called, and on where a sentence is in its file.

    Some advice is for one file of several.
    """
    text = text.replace(", file by file", "")
    text = re.sub(r"\b(gold|system)(/\d+)?\.(mrg|conllu|gr)(:\d+)?", r"\1", text)
    return re.sub(r"\b(sentences?|sha256|gold)([\": ]+)[0-9a-f]{8,64}", r"\1\2HASH", text)


def same(
    command: CommandLine, gold: list[str], system: list[str], ending: str, *options: str,
    files: int, jobs: int = 0,
) -> str:  # fmt: skip
    """What is printed for the whole, which must be printed for so many files as well."""
    assert len(gold) == len(system)
    for name, sentences in (("gold", gold), ("system", system)):
        command.write(f"{name}.{ending}", "".join(sentences))
        rmtree(command.folder / name, ignore_errors=True)
        (command.folder / name).mkdir()
        ends = [len(sentences) * at // files for at in range(files + 1)]
        for at in range(files):
            part = "".join(sentences[ends[at] : ends[at + 1]])
            command.write(f"{name}/{at}.{ending}", part)
    whole = command("score", f"gold.{ending}", f"s=system.{ending}", *options)
    assert whole.status == 0, whole.err
    if jobs:
        for job in range(1, jobs + 1):
            call = ("--shard", f"{job}/{jobs}", "--part", f"{job}.part")
            assert command("score", "gold", "s=system", *options, *call).status == 0
        cut = command("merge", *(f"{job}.part" for job in range(jobs, 0, -1)))
    else:
        cut = command("score", "gold", "s=system", *options)
    assert common(cut.out) == common(whole.out)
    assert common(cut.err) == common(whole.err)
    return whole.out


@pytest.mark.parametrize("files", [2, 3, 7])
def test_trees(command: CommandLine, at_hand: Path, files: int) -> None:
    """Failed sentences, other policies, punctuation that no parameter file knows."""
    folder = at_hand / "gum-news"
    gold, system = (lines((folder / name).read_text()) for name in ("gold.mrg", "benepar.mrg"))
    shown = same(command, gold, system, "mrg", "--by", "label", files=files)
    assert "with failed=align" in shown
    same(command, gold, system, "mrg", files=files, jobs=3)


@pytest.mark.parametrize(("files", "jobs"), [(2, 0), (7, 0), (3, 2), (2, 5)])
def test_what_is_wrong_with_most_sentences(
    command: CommandLine, at_hand: Path, files: int, jobs: int
) -> None:
    """The second half is in capital letters: no file alone shows that a half is so."""
    gold = lines((at_hand / "gum-news" / "gold.mrg").read_text())
    half = len(gold) // 2
    words = re.compile(r" ([^\s()]+)\)")
    system = [
        words.sub(lambda word: f" {word[1].upper()})", one) if at >= half else one
        for at, one in enumerate(gold)
    ]
    shown = same(command, gold, system, "mrg", files=files, jobs=jobs)
    assert "sentences have the same words in another spelling" in shown


@pytest.mark.parametrize("files", [2, 3, 7])
def test_dependencies(command: CommandLine, at_hand: Path, files: int) -> None:
    folder = at_hand / "conll18" / "en_ewt"
    gold = paragraphs(sorted(folder.glob("gold*.conllu"))[0].read_text())[:400]
    system = [re.sub(r"\tnsubj\t", "\tobj\t", one) for one in gold]
    same(command, gold, system, "conllu", "-s", "conll18", "-s", "deps", files=files)
    same(command, gold, system, "conllu", "-s", "deps", files=files, jobs=files + 1)


@pytest.mark.parametrize("files", [2, 3, 7])
def test_relations_derived_from_words(command: CommandLine, corpora: Path, files: int) -> None:
    """The language of the words is said once."""
    folder = corpora / "conll18" / "fr_gsd"
    if not folder.is_dir():
        pytest.skip("this corpus is not there")
    gold = paragraphs(sorted(folder.glob("gold*.conllu"))[0].read_text())[:60]
    system = [re.sub(r"\tnsubj\t", "\tobj\t", one) for one in gold]
    same(command, gold, system, "conllu", "-s", "gr", files=files)


TREE = "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))\n"
LONG = "(S\n  (NP (DT the) (NN dog))\n  (VP (VBZ barks)))\n"
BROKEN = "(S (NP (DT the) (NN dog)) (VP (VBZ barks))\n"


@pytest.mark.parametrize("files", [2, 3])
def test_layouts(command: CommandLine, files: int) -> None:
    """Alone, the first file would have one tree per line, and the last one broken trees over lines."""
    same(command, [TREE, LONG, LONG], [TREE, LONG, LONG], "mrg", files=files)
    same(command, [TREE] * 4, [TREE, TREE, BROKEN, BROKEN], "mrg", files=2)


def test_files_with_the_same_content(command: CommandLine) -> None:
    """A note says so of the whole; one file of three with the same content is no reason for it."""
    other = TREE.replace("NP", "X")
    shown = same(command, [TREE, other, TREE], [TREE, other, TREE], "mrg", files=3)
    assert "has the same content as gold" in shown
    shown = same(command, [TREE, other, TREE], [TREE, TREE, TREE], "mrg", files=3)
    assert "has the same content as gold" not in shown


RELATIONS = {"1999": "(arg_mod with cat dog subj)", "2006": "(det dog the)\n(aux bark will)"}


@pytest.mark.parametrize("hierarchy", RELATIONS)
def test_hierarchies_of_relations(command: CommandLine, hierarchy: str) -> None:
    """The first file has only relations that both hierarchies have; the second one decides for both."""
    both = "dogs bark\n(ncsubj bark dog _)\n\n"
    gold = [both, f"dogs bark\n{RELATIONS[hierarchy]}\n\n"]
    for jobs in (0, 2, 3):
        shown = same(command, gold, [both, both], "gr", files=2, jobs=jobs)
        assert f"hierarchy=auto is {hierarchy}" in shown
