"""Link Grammar from the sentences to the score: words are restored, tags are borrowed."""

import json
import shutil

import pytest

from command_line import CommandLine
from karat.parsers.adapter import Parsed
from karat.parsers.link_grammar import LinkGrammar

live = pytest.mark.skipif(
    shutil.which("link-parser") is None, reason="link-parser is not installed"
)

GOLD = """\
(S (NP (DT The) (NN dog)) (VP (MD can) (VP (VB see) \
(NP (NP (DT a) (NN cat)) (PP (IN in) (NP (DT the) (NN garden)))))) (. .))
(S (NP (PRP He)) (VP (VBZ 's) (VP (VBN seen) (NP (PRP it)))) (. .))
(S (NP (NP (PRP Him)) (NP (DT the) (NNS dogs)) (PP (IN of))))
(S (NP (NNP John)) (VP (VBZ sleeps)) (. .))
"""
TEXT = "The dog can see a cat in the garden .\n He's seen it .\nHim the dogs of\nJohn sleeps .\n"
# A parser's trees without tags; (NP He) is a phrase, not a tagged word.
UNTAGGED = """\
(S (NP The dog) (VP can (VP see (NP (NP a cat) (PP in (NP the garden))))) .)
(S (NP He) (VP 's (VP seen (NP it))) .)

(S (NP John) (VP sleeps) .)
"""


def figures(command: CommandLine, system: str, scheme: str) -> tuple[dict[str, float], list[str]]:
    """Recall by label, and the notes."""
    done = command("score", "gold.mrg", system, "-s", scheme, "--by", "label", "-o", "json")
    assert done.status == 0, done.err
    (result,) = json.loads(done.out)["results"]
    groups = result["groups"]["label"]
    return {name: row["measures"]["recall"] for name, row in groups.items()}, result["notes"]


@live
def test_native_output_can_be_scored(command: CommandLine) -> None:
    """The words are those of the sentences: The, not the; a sentence without a linkage keeps its place."""
    command.write("gold.mrg", GOLD)
    command.write("text", TEXT)
    done = command("parse", "--with", "link-grammar", "--as", "native", "text")
    assert done.status == 0
    command.write("lg.links", done.out)
    done = command("score", "gold.mrg", "lg.links", "-s", "deps", "-o", "json")
    (result,) = json.loads(done.out)["results"]
    assert result["sentences"] == {"total": 4, "scored": 3, "failed": 1, "aligned": 0}
    assert any("link types" in note for note in result["notes"])
    done = command("convert", "lg.links", "-", "--to", "brackets")
    assert "(NP The (n dog))" in done.out
    assert "(NP ( He)) (VP (v 's)" in done.out


@live
def test_the_trees_of_the_program(command: CommandLine) -> None:
    """Contractions are restored, and a phrase of one word cannot be taken for a tagged word."""
    command.write("text", TEXT)
    trees = command("parse", "--with", "link-grammar", "text").out.splitlines()
    assert trees[1:] == [
        "(S (NP ( He)) (VP 's (VP seen (NP ( it)))) .)", "", "(S (NP ( John)) (VP ( sleeps)) .)",
    ]  # fmt: skip


def test_sentences_without_an_answer_keep_their_places() -> None:
    """A crash, a blank line and a sentence that looks like an answer."""
    parser = LinkGrammar()
    half = Parsed(failure="crash", native="Found 1 linkage (1 had no P.P. vio")
    assert parser.transcript(half, "a b") == " a b\nNo complete linkages found.\n\n"
    assert parser.transcript(None, "") == "No complete linkages found.\n\n"
    found = parser.transcript(Parsed(), "Found 1 linkage")
    assert found == " Found 1 linkage\nNo complete linkages found.\n\n"


@pytest.mark.parametrize("scheme", ["chunks", "constructions"])
def test_tags_are_borrowed(command: CommandLine, scheme: str) -> None:
    """Verb and preposition chunks, subject-verb-object and PP modifiers were 0 without them.

    By hand: gold has 4 VP chunks (can see, 's seen, sleeps; none in Him the dogs of), 2 PP chunks,
    of which one is in the sentence without a parse; 2 of 2 and 1 of 2 are found.
    """
    command.write("gold.mrg", GOLD)
    command.write("lg.mrg", UNTAGGED)
    recall, notes = figures(command, "lg.mrg", scheme)
    if scheme == "chunks":
        assert recall == {"VP": 1.0, "PP": 0.5, "NP": 6 / 8}
    else:
        assert recall["predicate_argument"] == 1.0
        assert recall["pp_modifier"] == 1.0
    (said,) = [note for note in notes if "tags" in note]
    assert said.endswith("derived with gold's tags, in 3 sentences")


@pytest.mark.parametrize("scheme", ["deps", "chunkdeps", "gr"])
def test_the_same_tree_without_tags_is_right(command: CommandLine, scheme: str) -> None:
    """With gold's tags the derived layers of the same brackets are gold's own."""
    command.write("gold.mrg", GOLD)
    command.write("lg.mrg", UNTAGGED)
    done = command("score", "gold.mrg", "lg.mrg", "-s", f"{scheme}(failed=drop)", "-o", "json")
    (result,) = json.loads(done.out)["results"]
    assert result["measures"]["recall"] == result["measures"]["precision"] == 1.0
    assert any("gold's tags, in 3 sentences" in note for note in result["notes"])


@pytest.mark.parametrize("scheme", ["chunks", "constructions", "deps", "chunkdeps", "gr"])
def test_no_tags_anywhere(command: CommandLine, scheme: str) -> None:
    """Refused, with the reason, instead of a figure that means nothing."""
    command.write("gold.mrg", UNTAGGED.replace("\n\n", "\n"))
    done = command("score", "gold.mrg", "gold.mrg", "-s", scheme)
    assert done.status == 2
    assert "gold.mrg: its trees have no tags" in done.err
    assert "tag the words" in done.err


def test_own_tags_are_kept(command: CommandLine) -> None:
    """Tags that are known are the system's own, wrong or not; nothing is said of tags."""
    command.write("gold.mrg", GOLD)
    command.write("own.mrg", GOLD.replace("(IN in)", "(NN in)"))
    recall, notes = figures(command, "own.mrg", "chunks")
    assert recall["PP"] == 0.5
    assert not [note for note in notes if "tags" in note]


def test_a_tree_without_its_last_words() -> None:
    """The program's trees may lack them; they follow in a nameless bracket."""
    reply = (
        "test set to a1\nFound 1 linkage (1 had no P.P. violations)\n\tUnique linkage\n"
        "(S (NP dogs.n) (VP bark.v))\n\n[(LEFT-WALL)(dogs.n)(bark.v)(,)(too[?].e)(RIGHT-WALL)]\n"
        "[[0 2 0 (WV)][1 2 0 (Sp)]]\n[0]\n\ntest set to b1\n"
    )
    found = LinkGrammar().understand(reply, "Dogs bark, too")
    assert found.first == "((S (NP ( Dogs)) (VP ( bark))) , too)"
    assert found.tags[-1] == ("too", "e")


@pytest.mark.parametrize("scheme", ["chunks", "deps", "constructions"])
def test_a_sentence_without_tags_is_said(command: CommandLine, scheme: str) -> None:
    """In a file whose other sentences have tags: what is derived from it is not all there is."""
    command.write(
        "mixed.mrg", "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))\n(S (NP a cat) (VP is in))\n"
    )
    done = command("score", "mixed.mrg", "mixed.mrg", "-s", scheme)
    assert "gold's words have no tags, so " in done.out
    assert "are missing, in 1 sentence" in done.out
