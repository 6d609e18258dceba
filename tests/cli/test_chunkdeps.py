"""chunkdeps with a file of chunks, from the command line: the sentence of the paper, and bad files."""

import json

import pytest

from command_line import CommandLine, Done

WORDS = ["Borrowed", "shares", "on", "the", "Amex", "rose", "to", "another", "record"]
TREEBANK = [6, 6, 2, 5, 3, 0, 6, 9, 7]
XTAG = [2, 6, 2, 5, 3, 0, 6, 9, 7]
# The chunks that the paper calls the Treebank's: five words, one, three.
TAGS = ["B-NP", "I-NP", "I-NP", "I-NP", "I-NP", "B-VG", "B-PP", "I-PP", "I-PP"]
OTHER = "1\tYes\t_\tX\t_\t_\t0\tdep\t_\t_\n\n"


def links(heads: list[int]) -> str:
    """The words with their heads."""
    rows = enumerate(zip(WORDS, heads, strict=True), 1)
    return "".join(f"{i}\t{w}\t_\tX\t_\t_\t{h}\tdep\t_\t_\n" for i, (w, h) in rows) + "\n"


def chunks(tags: list[str]) -> str:
    """The words with their chunks."""
    return "".join(f"{w} X {t}\n" for w, t in zip(WORDS, tags, strict=False)) + "\n"


@pytest.fixture
def files(command: CommandLine) -> CommandLine:
    command.write("gold.conllu", links(TREEBANK))
    command.write("system.conllu", links(XTAG))
    command.write("chunks.iob", chunks(TAGS))
    return command


def score(files: CommandLine, chunks: str) -> Done:
    scheme = f"chunkdeps(chunks={chunks})"
    return files("score", "gold.conllu", "system.conllu", "-s", scheme, "--output", "json")


def test_the_sentence_of_the_paper(files: CommandLine) -> None:
    """8 of 9 links agree; with the chunks, 9 of 9 are accepted, and all three pairs match."""
    (result,) = json.loads(score(files, "chunks.iob").out)["results"]
    counts = result["counts"]
    assert (counts["plain"], counts["accepted"], counts["links"]) == (8, 9, 9)
    assert [counts[name] for name in ("gold", "system", "matched")] == [3, 3, 3]
    assert "|params:" in result["signature"]


def test_the_file_may_have_more_sentences(files: CommandLine) -> None:
    """A block of gold is looked for by its words; a sentence that comes twice is no problem."""
    files.write("gold.conllu", OTHER + links(TREEBANK) + OTHER)
    files.write("system.conllu", OTHER + links(XTAG) + OTHER)
    yes = "Yes X O\n\n"
    files.write("more.iob", "No X O\n\n" + yes + chunks(TAGS) + yes + yes)
    (result,) = json.loads(score(files, "more.iob").out)["results"]
    assert (result["counts"]["accepted"], result["counts"]["links"]) == (11, 11)


def test_trees_as_chunks(files: CommandLine) -> None:
    """Chunks are derived from trees, and a note says so."""
    files.write("trees.mrg", f"(NP {' '.join(f'(NN {word})' for word in WORDS)})\n")
    (result,) = json.loads(score(files, "trees.mrg").out)["results"]
    assert result["counts"]["accepted"] == 9
    assert result["notes"] == ["the chunks are derived from the trees in trees.mrg"]


BAD = {
    "other words": (
        chunks(TAGS).replace("Amex", "NYSE"),
        "word 5 is 'Amex' and 'NYSE', in gold.conllu:1 and bad.iob:1",
    ),
    "fewer words": (chunks(TAGS[:4]), "gold.conllu:1 has 9 words and bad.iob:1 has 4"),
    "no sentence": ("", "bad.iob: it has no sentences"),
    "two answers": (
        chunks(TAGS) + chunks(["O"] * 9),
        "bad.iob: the sentences at lines 1 and 11 are the same but have different chunks",
    ),
    "not chunks": ("Borrowed X B-NP\nlonely\n", "this looks like none of the formats"),
}


@pytest.mark.parametrize("name", BAD)
def test_files_that_do_not_fit(files: CommandLine, name: str) -> None:
    """One message with the place, status 2, and no figure."""
    text, message = BAD[name]
    files.write("bad.iob", text)
    done = score(files, "bad.iob")
    assert (done.status, done.out) == (2, "")
    assert message in done.err
    assert "Traceback" not in done.err


def test_a_file_that_ends_too_early(files: CommandLine) -> None:
    files.write("gold.conllu", links(TREEBANK) + OTHER)
    files.write("system.conllu", links(XTAG) + OTHER)
    done = score(files, "chunks.iob")
    assert done.status == 2
    assert "chunks.iob ends before gold.conllu:11" in done.err


@pytest.mark.parametrize(
    ("name", "message"), [("none.iob", "there is no such file"), ("-", "give a file")]
)
def test_no_file(files: CommandLine, name: str, message: str) -> None:
    done = score(files, name)
    assert (done.status, message in done.err) == (2, True)
