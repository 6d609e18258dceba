"""The suite tam2008: gold analyses of the paper's ten sentences, and what parsers say about them."""

import json
import re
import shutil
import subprocess
import tomllib

import pytest

import karat
from command_line import CommandLine
from karat.files.resources import data
from karat.model.gr import listed
from karat.suites import load
from karat.views.gr import gr
from karat.views.nulls import without_nulls

HOME = data("suites", "tam2008")
SUITE = load("tam2008")
SENTENCES = [one.sentence for one in SUITE.items]
PARSERS = [
    "chain", "festival", "left-branching", "link-grammar", "opennlp", "right-branching", "spacy",
    "stanford",
]  # fmt: skip
# Written by hand: the program has no linkage for one, and only a wrong linkage for the other.
BY_HAND = {"5", "9"}


@pytest.mark.parametrize("file", ["trees.mrg", "ud.conllu", "gr.txt", "links.txt"])
def test_every_layer_is_about_the_ten_sentences(command: CommandLine, file: str) -> None:
    """In their order, word for word, and without a fault."""
    bank = karat.read(HOME / file)
    bank = without_nulls(bank) if file == "trees.mrg" else bank
    assert [b" ".join(bank.words(i)).decode() for i in range(len(bank))] == SENTENCES
    done = command("check", HOME / file)
    assert (done.status, "no fault" in done.out) == (0, True)


def test_lists_of_phenomena_are_exhaustive() -> None:
    """The core is in the list, likely errors are not, all names are known."""
    known = set(tomllib.loads((HOME.parents[1] / "phenomena.toml").read_text())["phenomena"])
    for one in SUITE.items:
        assert one.core in one.phenomena, one.id
        assert set(one.phenomena) <= known, one.id
        assert not set(one.phenomena) & set(one.errors), one.id
    lists = {one.id: set(one.phenomena) for one in SUITE.items}
    # The paper's own lists of sentences 1 and 2.
    assert {"proper-noun", "ditransitive", "preposition"} <= lists["1"]
    assert lists["2"] == {"proper-noun", "dative-shift"}


@pytest.mark.parametrize("rules", ["ptb", "ud", "link-grammar"])
def test_full_recognition_on_gold(command: CommandLine, rules: str) -> None:
    """What the paper calls the most important number: every core phenomenon in its gold analysis."""
    done = command("recognise", "--check", "--with", rules, "--suite", "tam2008", "-o", "json")
    rates = {row["phenomenon"]: row for row in json.loads(done.out)}
    assert len(rates) == 11
    missed = rates["all"]["missed"].split()
    assert not missed, missed


@pytest.mark.parametrize("file", ["trees.mrg", "ud.conllu"])
def test_relations_can_be_had_from_trees_and_from_graphs(file: str) -> None:
    """They are those of gr.txt, all of them and no others."""
    gold, found = karat.read(HOME / "gr.txt"), gr(karat.read(HOME / file))
    for i, sentence in enumerate(SENTENCES):
        pair = [{str(one) for one in listed(bank, i)} for bank in (gold, found)]
        assert pair[0] == pair[1], sentence


def test_linkages_are_among_those_of_the_program() -> None:
    """All but two, which are written by hand."""
    if not shutil.which("link-parser"):
        pytest.skip("link-parser is not installed: apt-get install link-grammar")
    blocks = (HOME / "links.txt").read_text().strip().split("\n\n")
    for item, block in zip(SUITE.items, blocks, strict=True):
        found = _linkages(item.sentence)
        assert (_linkage(block) in found) == (item.id not in BY_HAND), item.id


def _linkages(sentence: str) -> list[tuple[str, frozenset[str]]]:
    """All linkages that the program finds; an empty line asks for the next one."""
    done = subprocess.run(
        ["link-parser", "en", "-spell=0", "-null=0", "-panic=0", "-graphics=0", "-postscript=1",
         "-walls=1", "-limit=1000"],
        input=sentence + "\n" * 15, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return [_linkage(one) for one in re.findall(r"^\[\(.*?^\[0\]$", done.stdout, re.M | re.S)]


def _linkage(text: str) -> tuple[str, frozenset[str]]:
    """Its words, and its links without the height at which they are drawn."""
    words = re.search(r"^\[\(.*\)\]$", text, re.MULTILINE)
    assert words is not None
    links = re.findall(r"\[(\d+) (\d+) \d+ \(([^)]+)\)\]", text)
    return words[0], frozenset(" ".join(one) for one in links)


@pytest.mark.parametrize("name", PARSERS)
def test_every_output_says_how_it_was_made(name: str) -> None:
    """System, version, licence, command and date, and no file that is not named."""
    folder = HOME / "outputs" / name
    record = tomllib.loads((folder / "RECORD.toml").read_text())
    for key in ("system", "version", "licence", "command", "given", "native", "date", "script"):
        assert record[key], key
    assert record["suite"] == f"tam2008 {SUITE.sha256[:8]}"
    files = {one.name for one in folder.iterdir()} - {"RECORD.toml"}
    assert files
    assert all(one in " ".join(record.values()) for one in files), files


@pytest.mark.parametrize(
    "file",
    [
        "chain/deps.conllu", "festival/trees.mrg", "left-branching/trees.mrg",
        "link-grammar/trees.mrg", "opennlp/chunks.iob", "right-branching/trees.mrg",
        "spacy/deps.conllu", "stanford/deps.conllx", "stanford/trees.mrg",
    ],
)  # fmt: skip
def test_outputs_have_the_words_of_the_sentences(file: str) -> None:
    """Link Grammar has nothing for sentence 9, and says so with an empty line."""
    bank = karat.read(HOME / "outputs" / file, layout="lines" if file.endswith("mrg") else "auto")
    found = [b" ".join(bank.words(i)).decode() for i in range(len(bank))]
    wanted = list(SENTENCES)
    if file == "link-grammar/trees.mrg":
        wanted[8] = ""
    assert found == wanted


@pytest.mark.parametrize(
    ("rules", "file", "cores", "errors"),
    [
        ("ptb", "stanford/trees.mrg", {"1", "2", "3", "4", "6", "7", "8", "10"}, {"9"}),
        ("link-grammar", "link-grammar/linkages.txt", {"1", "2", "3", "4", "6", "7", "8", "10"}, set()),
    ],
)  # fmt: skip
def test_what_is_recognised_in_native_output(
    command: CommandLine, rules: str, file: str, cores: set[str], errors: set[str]
) -> None:
    """Read by eye: sentence 5 nobody gets, and Stanford takes sentence 9 for a question."""
    output = HOME / "outputs" / file
    done = command("recognise", output, "--with", rules, "--layout", "lines", "-o", "json")
    names = [set(row["phenomena"].split()) for row in json.loads(done.out)]
    pairs = list(zip(SUITE.items, names, strict=True))
    assert {item.id for item, found in pairs if item.core in found} == cores
    assert {item.id for item, found in pairs if set(item.errors) & found} == errors
