"""karat conll18 and the scheme of that name, through the command line."""

import json

import pytest

from command_line import CommandLine


def line(number: int, form: str, head: int, label: str = "dep") -> str:
    """A word of a file."""
    return f"{number}\t{form}\t_\tX\t_\t_\t{head}\t{label}\t_\t_\n"


GOOD = line(1, "a", 2, "nsubj") + line(2, "b", 0, "root") + "\n"


@pytest.fixture
def files(command: CommandLine):
    """Write gold and system, and give their names."""

    def write(gold: str, system: str) -> tuple[str, str]:
        command.write("gold.conllu", gold)
        command.write("system.conllu", system)
        return "gold.conllu", "system.conllu"

    return write


def test_three_lines_without_options(command, files) -> None:
    """As the script prints them; a content word of two is right in CLAS's kin."""
    done = command("conll18", *files(GOOD, GOOD.replace("nsubj", "obj")))
    assert (done.out, done.status) == (
        "LAS F1 Score: 50.00\nMLAS Score: 50.00\nBLEX Score: 50.00\n",
        0,
    )


def test_empty_files_are_zeros(command, files) -> None:
    """The script prints 0.00 for 0/0."""
    done = command("conll18", "-v", *files("", ""))
    assert done.status == 0
    assert "LAS        |      0.00 |      0.00 |      0.00 |      0.00\n" in done.out
    assert done.out.splitlines()[2] == "Tokens     |      0.00 |      0.00 |      0.00 |"


def test_an_empty_file_against_words(command, files) -> None:
    """The texts differ, whichever of them is empty."""
    for pair in (("", GOOD), (GOOD, "")):
        done = command("conll18", *files(*pair))
        assert (done.status, done.out) == (2, "")
        assert done.err.startswith("karat: ")


def test_sentences_are_drawn_under_deps(command, files) -> None:
    """Sentences of the two files need not be the same, so the scheme itself has none to draw."""
    for how in (["-n", "1"], ["--worst", "1"]):
        done = command("show", *files(GOOD, GOOD), "--scheme", "conll18", *how)
        assert done.status == 0
        said = "karat: conll18 compares the text as a whole; sentences are shown under deps\n"
        assert done.err == said
        assert "deps: uas 100.00, las 100.00" in done.out


def test_counts_leave_nothing_aligned_blank(command, files) -> None:
    """-c has an empty cell where no word is aligned."""
    whole = line(1, "ab", 0, "root") + "\n"
    done = command("conll18", "-c", *files(GOOD, whole))
    assert "UPOS       |         0 |         2 |         1 |          \n" in done.out


@pytest.mark.parametrize(
    ("system", "place", "what"),
    [
        (line(1, "a", 2) + line(2, "b", 1) + "\n", ":1:3:", "its own ancestor"),
        (line(1, "a", 0) + line(2, "b", 0) + "\n", ":2:3:", "one root"),
        (line(1, "a", 7) + line(2, "b", 0) + "\n", ":1:13:", "not a word of the sentence"),
        (line(1, "a", 2) + line(3, "b", 0) + "\n", ":2:1:", "out of order"),
        (line(1, "a", 2) + "2\tb\t_\n" + "\n", ":2:1:", "3 columns in place of 10"),
        (line(1, "a", 2) + line(2, "c", 0) + "\n", ":1", "differs"),
        (GOOD + "\n" + GOOD, ":4:1:", "blank line"),
        ("\n" + GOOD, ":1:1:", "blank line"),
        (GOOD[:-1], "", "does not end with a blank line"),
        (line(1, "a", 2) + line(2, " ", 0) + "\n", ":2:3:", "without a form"),
    ],
)
def test_a_fault_is_one_message_with_its_line(
    command, files, system: str, place: str, what: str
) -> None:
    """Exit status 2, nothing printed."""
    gold = GOOD if system != GOOD + "\n" + GOOD else GOOD + GOOD
    done = command("conll18", *files(gold, system))
    assert done.status == 2
    assert done.out == ""
    assert what in done.err
    assert f"system.conllu{place}" in done.err
    assert "Traceback" not in done.err


def test_a_sentence_can_be_scored_around(command, files) -> None:
    """Its gold words are missed, or left out; the others count."""
    bad = GOOD.replace("\t2\tnsubj", "\t1\tnsubj")
    gold, system = files(GOOD + GOOD + GOOD, GOOD + bad + GOOD)
    for policy, total in (("empty", 6), ("drop", 4)):
        done = command("score", gold, system, "-s", f"conll18(failed={policy})", "-o", "json")
        result = json.loads(done.out)["results"][0]
        assert result["sentences"] == {"total": 3, "scored": 2, "failed": 1}
        assert (result["counts"]["LAS_gold"], result["counts"]["LAS_correct"]) == (total, 4)


def test_text_that_differs_can_be_scored_around(command, files) -> None:
    """The sentence that differs fails; those after it are found again, though cut otherwise."""
    first, second = ("the quick brown fox jumps over", "a lazy dog and then it sleeps for hours")

    def text(words: str) -> str:
        rows = words.split()
        return "".join(line(i + 1, w, 0 if i == 0 else 1) for i, w in enumerate(rows)) + "\n"

    gold = text(first) + text("one two") + text(second)
    done = command(
        "score", *files(gold, text(first) + text("one 2") + text(second)),
        "-s", "conll18(failed=empty)", "-o", "json",
    )  # fmt: skip
    result = json.loads(done.out)["results"][0]
    assert result["sentences"]["failed"] == 1
    assert result["counts"]["LAS_correct"] == 6 + 9
    assert result["counts"]["LAS_gold"] == 6 + 2 + 9


@pytest.mark.parametrize(
    ("system", "place"),
    [(GOOD.replace("\tb\t", "\tbx\t"), "1"), (GOOD + GOOD, "4"), (GOOD * 40, "4")],
)
@pytest.mark.parametrize("verb", [["conll18"], ["score", "--scheme", "conll18"]])
def test_text_after_golds_end_is_no_score(command, files, verb, system: str, place: str) -> None:
    """The script stops because the texts differ. It may be gold that breaks off, so both files are named."""
    gold, other = files(GOOD, system)
    done = command(*verb, gold, other)
    assert (done.out, done.status) == ("", 2)
    said = f"system.conllu:{place}: the text goes on after gold's end, which is that of {gold}\n"
    assert said in done.err


def test_text_after_golds_end_in_another_block(command, files) -> None:
    """Blocks of large files end at the same character, but the last one has some of gold."""
    word = "".join(line(n, "word" * 30, 0 if n == 1 else 1) for n in range(1, 31)) + "\n"
    gold = word * 800  # more than one block
    paths = files(gold, gold + word)
    assert command("score", "--scheme", "conll18", *paths).status == 2
    done = command("score", "--scheme", "conll18(failed=empty)", *paths, "--output", "json")
    result = json.loads(done.out)["results"][0]
    assert result["sentences"] == {"total": 800, "scored": 799, "failed": 1}


def test_a_long_chain_and_a_long_sentence(command, files) -> None:
    """10,000 words that hang on each other, and 100,000 on one."""
    chain = (
        "".join(line(i, "a", i - 1, "dep" if i > 1 else "root") for i in range(1, 10_001)) + "\n"
    )
    broad = "".join(line(i, "a", 1 if i > 1 else 0, "dep") for i in range(1, 100_001)) + "\n"
    done = command("conll18", *files(chain + broad, chain + broad))
    assert done.out.startswith("LAS F1 Score: 100.00\n")


def test_enhanced_graphs_may_count_an_edge_twice(command, files) -> None:
    """As the program of IWPT 2020: 2:nsubj|2:nsubj:xsubj against itself has EULAS 1.667."""
    text = (
        "1\ta\t_\tX\t_\t_\t2\tnsubj\t2:nsubj|2:nsubj:xsubj\t_\n"
        + "2\tb\t_\tX\t_\t_\t0\troot\t0:root\t_\n\n"
    )
    done = command("score", *files(text, text), "-s", "conll18(enhanced=yes)", "-o", "json")
    measures = json.loads(done.out)["results"][0]["measures"]
    assert measures["ELAS"] == 1
    assert round(measures["EULAS"], 3) == 1.667


def test_sentences_without_enhanced_graphs_are_said(command, files) -> None:
    """Their figures of 0 are not those of a parser that was wrong."""
    word = "{}\ta\ta\tX\t_\t_\t{}\t{}\t{}\t_\n"
    first = word.format(1, 0, "root", "0:root")
    text = f"{first}\n{first}{word.format(2, 1, 'dep', '1:dep')}\n"
    bare = text.replace("0:root", "_").replace("1:dep", "_")
    for pair, side in (((text, bare), "the system"), ((bare, text), "gold")):
        done = command("score", *files(*pair), "-s", "conll18(enhanced=yes)")
        assert done.status == 0
        assert f"{side} has no enhanced graph (DEPS is empty)" in done.out + done.err
        assert "are 0 there, in 2 sentences" in done.out + done.err
    half = text.replace("1:dep", "_")
    done = command("score", *files(text, half), "-s", "conll18(enhanced=yes)")
    assert "no enhanced graph" not in done.out + done.err


def test_by_label(command, files) -> None:
    """LAS broken down by the universal label."""
    done = command("score", *files(GOOD, GOOD), "-s", "conll18", "--by", "label", "-o", "json")
    groups = json.loads(done.out)["results"][0]["groups"]["label"]
    assert groups["nsubj"]["counts"]["matched"] == 1


def test_a_file_of_trees_is_told_what_is_wrong_with_it(command, files) -> None:
    """Its first line, not the blank line that it lacks at the end."""
    done = command("conll18", *files("(S (N a))\n", GOOD))
    assert (done.status, "gold.conllu:1:1:" in done.err, "blank" in done.err.split("\n")[0]) == (
        2,
        True,
        False,
    )


def test_beside_schemes_that_compare_sentences(command, files) -> None:
    """One command, with the figures of two; the system has one sentence where gold has two."""
    gold = GOOD + line(1, "c", 0, "root") + "\n"
    system = line(1, "a", 2, "nsubj") + line(2, "b", 0, "root") + line(3, "c", 2, "dep") + "\n"
    names = files(gold, system)
    schemes = ["deps", "conll18", "tags"]
    options = [option for scheme in schemes for option in ("-s", scheme)]
    found = json.loads(command("score", *names, *names[1:], *options, "-o", "json").out)["results"]
    assert [one["scheme"] for one in found] == schemes * 2
    assert [one["system"] for one in found] == ["system.conllu"] * 3 + ["system.conllu (2)"] * 3
    for one in found:
        alone = command("score", *names, "-s", one["scheme"], "-o", "json")
        (same,) = json.loads(alone.out)["results"]
        assert (one["measures"], one["signature"]) == (same["measures"], same["signature"])
    assert found[1]["measures"]["LAS"] == pytest.approx(2 / 3)
    table = command("score", *names, *options)
    assert [line.split()[0] for line in table.out.splitlines() if "scored" in line] == schemes


def test_beside_others_per_sentence(command, files) -> None:
    """Rows of all schemes, as long as they need not fit into one table."""
    call = "score", *files(GOOD, GOOD), "-s", "conll18", "-s", "deps", "--per-sentence"
    assert command(*call, "rows.jsonl").status == 0
    rows = [json.loads(row) for row in (command.folder / "rows.jsonl").read_text().splitlines()]
    assert [row["scheme"] for row in rows] == ["conll18", "deps"]
    done = command(*call, "rows.csv")
    assert (done.status, "do not fit into one table" in done.err) == (2, True)


def test_a_pipe_cannot_be_read_twice(command, files) -> None:
    """It is said before anything is read; one kind of scheme still reads it."""
    gold, _ = files(GOOD, GOOD)
    done = command("score", gold, "-", "-s", "conll18", "-s", "deps", stdin=GOOD)
    assert (done.status, done.out) == (2, "")
    assert (
        "conll18 and deps together read each file twice, and '-' can be read only once" in done.err
    )
    assert command("score", gold, "-", "-s", "deps", "-s", "tags", stdin=GOOD).status == 0
    done = command("score", gold, "missing.conllu", "-s", "conll18", "-s", "deps")
    assert (done.status, "there is no such file" in done.err) == (2, True)
