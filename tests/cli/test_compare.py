"""karat compare: intervals, paired tests, letters, and what they mean."""

import csv
import io
import json
import re
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest

from command_line import CommandLine

RIGHT = "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))"
# The subject is no phrase: two of three brackets.
FLAT = "(S (DT the) (NN dog) (VP (VBZ barks)))"
# Another number of words: evalb drops it.
LONG = "(S (NP (DT the) (JJ old) (NN dog)) (VP (VBZ barks)))"


def lines(*trees: str) -> str:
    return "".join(f"{tree}\n" for tree in trees)


def compared(command: CommandLine, *arguments: str) -> dict[str, Any]:
    done = command("compare", *arguments, "--output", "json")
    assert done.status == 0, done.err
    found: dict[str, Any] = json.loads(done.out)
    return found


@pytest.fixture
def files(command: CommandLine) -> CommandLine:
    """Gold with four sentences; a has all of them right, b one, c as b."""
    command.write("gold.mrg", lines(*[RIGHT] * 4))
    command.write("a.mrg", lines(*[RIGHT] * 4))
    command.write("b.mrg", lines(FLAT, FLAT, FLAT, RIGHT))
    command.write("c.mrg", lines(FLAT, FLAT, FLAT, RIGHT))
    return command


def test_difference_is_b_minus_a_and_p_counts_all_exchanges(files: CommandLine) -> None:
    """Three of four sentences differ, all one way: 2 of the 2^3 ways to exchange them are as extreme."""
    found = compared(
        files, "gold.mrg", "a.mrg", "b.mrg", "-s", "evalb", "--measures", "exact,recall"
    )
    assert [one["system"] for one in found["systems"]] == ["a.mrg", "b.mrg"]
    exact, recall = found["comparisons"]
    assert (exact["scheme"], exact["measure"], exact["a"], exact["b"]) == (
        "evalb", "exact", "a.mrg", "b.mrg",
    )  # fmt: skip
    assert exact["difference"] == pytest.approx(1 / 4 - 1)
    assert recall["difference"] == pytest.approx(9 / 12 - 1)
    assert exact["p"] == pytest.approx(2 / 8)
    assert (exact["wins"], exact["ties"], exact["losses"]) == (0, 1, 3)
    low, high = exact["interval"]
    assert -1 <= low <= exact["difference"] <= high <= 0
    assert not exact["significant"]


@pytest.mark.parametrize("test", ["permutation", "bootstrap"])
@pytest.mark.parametrize("interval", ["percentile", "bca"])
def test_one_file_given_twice(files: CommandLine, test: str, interval: str) -> None:
    """It differs from itself by 0, with p = 1."""
    options = ("--test", test, "--interval", interval, "-s", "evalb")
    found = compared(files, "gold.mrg", "b.mrg", "b.mrg", *options)
    assert found["comparisons"]
    for one in found["comparisons"]:
        assert (one["difference"], one["p"]) == (0, 1)
        assert (one["wins"], one["losses"]) == (0, 0)


def test_the_baseline_is_always_a(files: CommandLine) -> None:
    usual = compared(files, "gold.mrg", "a.mrg", "b.mrg", "--measures", "f1")["comparisons"][0]
    other = compared(
        files, "gold.mrg", "a.mrg", "b.mrg", "--measures", "f1", "--baseline", "b.mrg"
    )["comparisons"][0]
    assert (other["a"], other["b"]) == ("b.mrg", "a.mrg")
    assert other["difference"] == -usual["difference"]
    assert other["interval"] == [-end for end in reversed(usual["interval"])]
    assert other["p"] == usual["p"]
    assert (other["wins"], other["losses"]) == (usual["losses"], usual["wins"])


def test_all_pairs_and_names(files: CommandLine) -> None:
    found = compared(
        files, "gold.mrg", "good=a.mrg", "b.mrg", "c.mrg", "--all-pairs", "--measures", "f1"
    )
    pairs = [(one["a"], one["b"]) for one in found["comparisons"]]
    assert pairs == [("good", "b.mrg"), ("good", "c.mrg"), ("b.mrg", "c.mrg")]
    # Holm: the smallest of three p-values times 3, the next times 2.
    assert [one["p_unadjusted"] for one in found["comparisons"]] == [0.25, 0.25, 1]
    assert [one["p"] for one in found["comparisons"]] == [0.75, 0.75, 1]


@pytest.mark.parametrize(("adjust", "wanted"), [("bh", [0.375, 0.375]), ("none", [0.25, 0.25])])
def test_other_adjustments(files: CommandLine, adjust: str, wanted: list[float]) -> None:
    found = compared(
        files, "gold.mrg", "a.mrg", "b.mrg", "c.mrg", "--all-pairs", "--measures", "f1",
        "--adjust", adjust,
    )  # fmt: skip
    assert [one["p"] for one in found["comparisons"]][:2] == wanted


def test_dropped_sentences_are_compared_for_no_system(command: CommandLine) -> None:
    """evalb drops a sentence that has other words; it counts for neither system, and this is said."""
    command.write("gold.mrg", lines(*[RIGHT] * 5))
    command.write("a.mrg", lines(LONG, RIGHT, RIGHT, FLAT, RIGHT))
    command.write("b.mrg", lines(RIGHT, LONG, LONG, RIGHT, FLAT))
    done = command("compare", "gold.mrg", "a.mrg", "b.mrg", "-s", "evalb", "--measures", "recall")
    assert done.out.startswith(
        "evalb: the 2 of 5 sentences that have a score for all systems (without a score:\n"
        "a.mrg 1, b.mrg 2)\n"
    )
    found = compared(command, "gold.mrg", "a.mrg", "b.mrg", "-s", "evalb", "--measures", "recall")
    assert found["sentences"][0]["compared"] == 2
    assert found["sentences"][0]["failed"] == {"a.mrg": 1, "b.mrg": 2}
    scored = json.loads(
        command("score", "gold.mrg", "a.mrg", "b.mrg", "-s", "evalb", "--common", "-o", "json").out
    )
    values = [one["results"][0]["measures"] for one in found["systems"]]
    assert values == [one["measures"] for one in scored["results"]]
    assert found["comparisons"][0]["value_a"] == pytest.approx(5 / 6)


def test_with_failed_empty_all_sentences_are_compared(command: CommandLine) -> None:
    command.write("gold.mrg", lines(*[RIGHT] * 3))
    command.write("a.mrg", lines(*[RIGHT] * 3))
    command.write("b.mrg", lines(LONG, RIGHT, RIGHT))
    scheme = "evalb(failed=empty)"
    found = compared(command, "gold.mrg", "a.mrg", "b.mrg", "-s", scheme, "--measures", "recall")
    assert found["sentences"][0]["compared"] == 3
    assert found["comparisons"][0]["difference"] == pytest.approx(6 / 9 - 1)
    done = command("compare", "gold.mrg", "a.mrg", "b.mrg", "-s", scheme, "--measures", "recall")
    assert "3 sentences; without a score, counted as missed: b.mrg 1" in done.out


def test_sentences_that_are_too_long_are_not_lost(command: CommandLine) -> None:
    """With a greatest length, the longer ones are not among the sentences."""
    command.write("gold.mrg", lines(RIGHT, RIGHT, LONG))
    command.write("a.mrg", lines(RIGHT, FLAT, LONG))
    command.write("b.mrg", lines(FLAT, FLAT, LONG))
    done = command("compare", "gold.mrg", "a.mrg", "b.mrg", "-s", "evalb(length=3)")
    assert done.out.startswith("evalb(length=3): 2 sentences\n")


def test_failing_does_not_win_in_silence(command: CommandLine) -> None:
    """What failing cannot lower is named, and what to type, by score and by compare, and in captions."""
    command.write("gold.mrg", lines(*[RIGHT] * 3))
    command.write("a.mrg", lines("(S (DT the) (X (NN dog) (VP (VBZ barks))))", RIGHT, RIGHT))
    command.write("b.mrg", lines("", RIGHT, RIGHT))
    said = (
        "note: flat, b.mrg: sentences without a score do not make conformance, precision worse, "
        "so a system can gain by failing; --common of karat score and compare leaves such sentences out"
    )
    for verb in "score", "compare":
        call = verb, "gold.mrg", "a.mrg", "b.mrg", "-s", "flat"
        assert said in command(*call).out.splitlines()
        assert "can gain by failing" not in command(*call, "--common").out
    caption = command("score", *call[1:], "--output", "latex", "--quiet").out
    assert "; sentences without a score do not make conformance, precision* worse." in caption
    command.write("c.mrg", lines("", "", RIGHT))
    done = command("compare", "gold.mrg", "b.mrg", "c.mrg", "-s", "flat")
    assert said.replace(", b.mrg", "") in done.out.splitlines()


def test_figures_of_empty_parses_mean_nothing(command: CommandLine) -> None:
    """A system that fails on every sentence contradicts nothing and crosses nothing: that is no praise."""
    command.write("gold.mrg", lines(*[RIGHT] * 2))
    command.write("none.mrg", "\n\n")
    done = command("score", "gold.mrg", "none.mrg", "-s", "flat", "-s", "tags")
    assert "0.00       100.00" in done.out
    assert (
        "note: flat: no sentence has a score, so these figures, of empty parses, mean nothing: conformance"
    ) in done.out.splitlines()
    assert "note: tags: no sentence has a score" in done.out.splitlines()


def test_common_leaves_out_failed_sentences_under_every_scheme(command: CommandLine) -> None:
    command.write("gold.mrg", lines(RIGHT, RIGHT, RIGHT))
    command.write("a.mrg", lines(RIGHT, FLAT, RIGHT))
    command.write("b.mrg", lines(FLAT, FLAT, LONG))
    arguments = ("gold.mrg", "a.mrg", "b.mrg", "-s", "evalb(failed=empty)", "--common")
    done = command("compare", *arguments)
    assert "the 2 of 3 sentences that have a score for all systems" in done.out
    assert compared(command, *arguments)["sentences"][0]["compared"] == 2


@pytest.mark.parametrize("scheme", ["evalb", "evalb(failed=empty)", "flat"])
def test_common_says_who_failed(command: CommandLine, scheme: str) -> None:
    """A sentence that is left out for all is left out because of somebody; also if one is missing."""
    command.write("gold.mrg", lines(RIGHT, LONG, RIGHT, LONG))
    command.write("a.mrg", lines(RIGHT, LONG, "", LONG))
    command.write("b.mrg", lines(RIGHT, LONG, "(S", ""))
    command.write("c.mrg", lines(RIGHT, LONG, RIGHT))
    arguments = ("gold.mrg", "a.mrg", "b.mrg", "c.mrg", "-s", scheme, "--common")
    assert compared(command, *arguments)["sentences"][0]["failed"] == {
        "a.mrg": 1,
        "b.mrg": 2,
        "c.mrg": 1,
    }
    said = "left out for all systems (--common), in sentences: 1 of a.mrg, 2 of b.mrg, 1 of c.mrg"
    assert said in command("score", *arguments).out


def test_no_sentence_in_common(command: CommandLine) -> None:
    command.write("gold.mrg", lines(RIGHT, RIGHT))
    command.write("a.mrg", lines(LONG, RIGHT))
    command.write("b.mrg", lines(RIGHT, LONG))
    done = command("compare", "gold.mrg", "a.mrg", "b.mrg", "-s", "evalb")
    assert done.status == 2
    assert done.err == "karat: evalb: no sentence has a score for all of a.mrg, b.mrg\n"


def test_the_signature_has_seed_and_method(files: CommandLine) -> None:
    options = ("--seed", "7", "--samples", "5", "--interval", "bca", "--test", "bootstrap")
    done = files(
        "compare", "gold.mrg", "a.mrg", "b.mrg", *options, "--adjust", "bh", "--level", "0.9"
    )
    assert re.search(
        r"signature a.mrg, b.mrg: evalb\S*\|test:bootstrap\|samples:5\|seed:7\|unit:sentence\|level:0.9\|"
        r"interval:bca\|adjust:bh\n",
        done.out,
    )


def test_seeds_decide_the_samples(command: CommandLine) -> None:
    command.write("gold.mrg", lines(*[RIGHT] * 30))
    command.write("a.mrg", lines(*[RIGHT, RIGHT, FLAT] * 10))
    command.write("b.mrg", lines(*[FLAT, RIGHT] * 15))
    arguments = ("gold.mrg", "a.mrg", "b.mrg", "--measures", "f1", "--samples", "200", "--seed")
    one, same, other = (compared(command, *arguments, seed) for seed in ("1", "1", "2"))
    assert one == same
    assert one["comparisons"][0]["difference"] == other["comparisons"][0]["difference"]
    assert one["comparisons"][0]["p"] != other["comparisons"][0]["p"]


def test_what_is_not_significant_is_said_in_words(files: CommandLine) -> None:
    done = files("compare", "gold.mrg", "a.mrg", "b.mrg", "-s", "evalb", "--measures", "exact")
    words = " ".join(done.out.split())
    assert (
        "exact: b.mrg is 75.00 below a.mrg; all 16 permutations: p = 0.25, not significant. This set "
        "of 4 sentences can show a difference of "
    ) in words
    assert re.search(r"about \d+ sentences would be enough for one of 75.00", words)


def test_a_set_that_is_too_small(command: CommandLine) -> None:
    """No two shares differ by more than 100, so this set shows none; the note says which has no interval."""
    command.write("gold.mrg", lines(RIGHT, RIGHT))
    command.write("a.mrg", lines(RIGHT, FLAT))
    command.write("b.mrg", lines(FLAT, RIGHT))
    command.write("c.mrg", lines(RIGHT, RIGHT))
    done = command(
        "compare", "gold.mrg", "a.mrg", "b.mrg", "c.mrg", "-s", "evalb", "--measures", "exact"
    )
    words = " ".join(done.out.split())
    assert "This set of 2 sentences is too small to show any difference" in words
    assert "note: c.mrg: no interval for exact: every sample has the same value" in words


def test_ten_sentences_do_not_rank_thirteen_parsers(command: CommandLine) -> None:
    """Each parser errs in one other sentence, or in two; nobody should print them as a ranking."""
    command.write("gold.mrg", lines(*[RIGHT] * 10))
    names = [f"parser{n}.mrg" for n in range(13)]
    for n, name in enumerate(names):
        wrong = {n % 10, (3 * n + 1) % 10}
        command.write(name, lines(*(FLAT if at in wrong else RIGHT for at in range(10))))
    done = command("compare", "gold.mrg", *names, "-s", "evalb")
    assert done.status == 0
    assert (
        "These 10 sentences do not rank the 13 systems by f1: no two of them differ significantly."
        in " ".join(done.out.split())
    )
    letters = {
        mark
        for one in compared(command, "gold.mrg", *names, "-s", "evalb")["systems"]
        for mark in one["results"][0]["letters"].values()
    }
    assert letters == {"a"}


def test_tables_fit_eighty_columns(files: CommandLine) -> None:
    done = files("compare", "gold.mrg", "a.mrg", "b.mrg", "c.mrg", "-s", "evalb", "-s", "flat")
    table = done.out.split("\nnote:")[0].split("\nsignature")[0]
    assert max(map(len, table.splitlines())) <= 80


def test_systems_can_be_sorted(files: CommandLine) -> None:
    """The baseline is still the first that was given; c and b are equal."""
    done = files("compare", "gold.mrg", "b.mrg", "c.mrg", "a.mrg", "--sort", "f1", "-o", "json")
    found = json.loads(done.out)
    assert [one["system"] for one in found["systems"]] == ["a.mrg", "b.mrg", "c.mrg"]
    assert {one["a"] for one in found["comparisons"]} == {"b.mrg"}


def test_the_best_system_has_the_first_letter(command: CommandLine) -> None:
    """Also where lower is better: b crosses a bracket of gold in every sentence."""
    command.write("gold.mrg", lines(*[RIGHT] * 8))
    command.write("a.mrg", lines(*[RIGHT] * 8))
    command.write("b.mrg", lines(*["(S (DT the) (X (NN dog) (VBZ barks)))"] * 8))
    arguments = ("gold.mrg", "b.mrg", "a.mrg", "-s", "evalb", "--measures", "f1,crossing")
    bad, good = compared(command, *arguments)["systems"]
    assert good["results"][0]["letters"] == {"f1": "a", "crossing": "a"}
    assert bad["results"][0]["letters"] == {"f1": "b", "crossing": "b"}


def test_csv_is_one_table(files: CommandLine) -> None:
    done = files(
        "compare", "gold.mrg", "a.mrg", "b.mrg", "c.mrg", "-s", "evalb", "-s", "flat", "-o", "csv"
    )
    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert {row["scheme"] for row in rows} == {"evalb", "flat"}
    assert {(row["a"], row["b"]) for row in rows} == {("a.mrg", "b.mrg"), ("a.mrg", "c.mrg")}
    f1 = next(row for row in rows if row["measure"] == "f1")
    assert float(f1["low"]) <= float(f1["difference"]) <= float(f1["high"])
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    frame = pandas.read_csv(io.StringIO(done.out))
    assert frame["p"].dtype == float
    assert frame.shape == polars.read_csv(io.BytesIO(done.out.encode())).shape


@pytest.mark.parametrize("output", ["latex", "markdown"])
def test_papers(files: CommandLine, output: str) -> None:
    done = files("compare", "gold.mrg", "a.mrg", "b.mrg", "-s", "evalb", "-o", output)
    assert done.status == 0
    assert "75.00" in done.out
    assert "test:permutation" in done.err + done.out


@pytest.mark.parametrize(("output", "options"), [("latex", ["-q"]), ("markdown", [])])
def test_a_paper_says_which_sentences_are_compared(
    command: CommandLine, output: str, options: list[str]
) -> None:
    """The signature of a common part has only its own number of sentences, and a caption had no other."""
    command.write("gold.mrg", lines(RIGHT, RIGHT, RIGHT))
    command.write("a.mrg", lines(RIGHT, FLAT, RIGHT))
    command.write("b.mrg", lines(FLAT, RIGHT, ""))
    call = "compare", "gold.mrg", "a.mrg", "b.mrg", "-o", output, *options
    out = " ".join(command(*call, "-s", "evalb").out.split())
    assert "evalb with 95" in out
    assert (
        "intervals, over the 2 of 3 sentences that have a score for all systems (without a score: "
        "b.mrg 1); systems that share" in out
    )
    out = " ".join(
        command(*call, "-s", "evalb(failed=empty)", "--measures", "precision").out.split()
    )
    assert (
        "intervals, over 3 sentences; without a score, counted as missed: b.mrg 1; sentences without a "
        "score do not make precision worse; systems that share" in out
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("a.mrg",), "there is only one system, a.mrg; give at least two to compare"),
        (("x=a.mrg", "x=b.mrg"), "two systems are called x"),
        (("a.mrg", "b.mrg", "--measures", "f2"), "there is no measure of evalb 'f2'"),
        (("a.mrg", "b.mrg", "--measures", ","), "--measures ,: write names"),
        (("a.mrg", "b.mrg", "--baseline", "d.mrg"), "there is no system 'd.mrg'"),
        (("a.mrg", "b.mrg", "--baseline", "a.mrg", "--all-pairs"), "either --baseline or --all-pairs"),
        (("a.mrg", "b.mrg", "--unit", "document"), "gold.mrg does not say which sentences are a doc"),
        (("a.mrg", "b.mrg", "--strata", "document"), "gold.mrg does not say which sentences are a doc"),
        (("a.mrg", "b.mrg", "--schemes"), "--schemes compares schemes; name at least two"),
        (("a.mrg", "none.mrg"), "none.mrg"),
        (("a.mrg", "b.mrg", "--samples", "0"), "--samples"),
        (("a.mrg", "b.mrg", "--level", "95"), "--level"),
        (("-", "-"), "standard input can be read only once"),
    ],
)  # fmt: skip
def test_wrong_usage(files: CommandLine, arguments: tuple[str, ...], message: str) -> None:
    done = files("compare", "gold.mrg", *arguments, "-s", "evalb")
    assert done.status == 2
    assert message in done.err
    assert not done.out


@pytest.mark.parametrize(
    ("gold", "message"),
    [
        ("", "gold.mrg: it has no sentences"),
        (f"{RIGHT}\n", "there is only one sentence to compare"),
    ],
)
def test_too_few_sentences(command: CommandLine, gold: str, message: str) -> None:
    command.write("gold.mrg", gold)
    command.write("a.mrg", lines(RIGHT))
    command.write("b.mrg", lines(FLAT))
    done = command("compare", "gold.mrg", "a.mrg", "b.mrg", "-s", "evalb")
    assert done.status == 2
    assert message in done.err
    assert not done.out


def test_an_undefined_figure_has_no_letter(command: CommandLine) -> None:
    """It shared the letter of systems from which it was said not to differ."""
    command.write("gold.mrg", lines(*[RIGHT] * 12))
    command.write("a.mrg", lines(*[RIGHT] * 12))
    command.write("b.mrg", lines(*[FLAT] * 12))
    command.write("c.mrg", "\n" * 12)
    call = "gold.mrg", "a.mrg", "b.mrg", "c.mrg", "-s", "evalb(failed=empty)", "--measures"
    found = compared(command, *call, "recall,precision")
    letters = [one["results"][0]["letters"] for one in found["systems"]]
    assert [one["precision"] for one in letters] == ["a", "a", ""]
    assert [one["recall"] for one in letters] == ["a", "b", "c"]
    said = "precision is undefined for c.mrg, so it does not rank the systems."
    assert said in " ".join(command("compare", *call, "precision").out.split())


def test_an_undefined_figure_is_null_with_the_reason(command: CommandLine) -> None:
    """Precision is undefined for a system without brackets."""
    command.write("gold.mrg", lines(*[RIGHT] * 3))
    command.write("a.mrg", lines(*[RIGHT] * 3))
    command.write("b.mrg", "\n" * 3)
    found = compared(
        command,
        "gold.mrg",
        "a.mrg",
        "b.mrg",
        "-s",
        "evalb(failed=empty)",
        "--measures",
        "precision",
    )
    one = found["comparisons"][0]
    assert one["difference"] is None
    assert one["p"] is None
    assert one["reason"] == "undefined for one of the systems"
    done = command(
        "compare",
        "gold.mrg",
        "a.mrg",
        "b.mrg",
        "-s",
        "evalb(failed=empty)",
        "--measures",
        "precision",
    )
    assert "a.mrg and b.mrg cannot be compared: undefined for one of the systems" in done.out


WORD = "1\t{}\t_\tNOUN\t_\t_\t0\t{}\t_\t_\n\n"


@pytest.fixture
def documents(command: CommandLine) -> CommandLine:
    """Three documents of two sentences; b has the labels of the first two wrong."""
    right = [WORD.format(word, "root") for word in "abcdef"]
    command.write(
        "b.conllu", "".join([*(one.replace("root", "x") for one in right[:4]), *right[4:]])
    )
    command.write("a.conllu", "".join(right))
    marked = [f"# newdoc id = d{at}\n{one}{two}" for at, (one, two) in enumerate(_twos(right))]
    command.write("gold.conllu", "".join(marked))
    command.write("one.conllu", "# newdoc id = d\n" + "".join(right))
    return command


def _twos(items: list[str]) -> list[tuple[str, str]]:
    return list(pairwise(items))[::2]


def test_documents_are_drawn_whole(documents: CommandLine) -> None:
    """Two of three documents differ: 2 of the 4 ways to exchange them are as extreme."""
    arguments = ("gold.conllu", "a.conllu", "b.conllu", "-s", "deps", "--measures", "las")
    found = compared(documents, *arguments, "--unit", "document")
    assert found["sentences"][0]["units"] == 3
    one = found["comparisons"][0]
    assert one["p"] == pytest.approx(2 / 4)
    # Wins and losses are still sentences.
    assert (one["wins"], one["ties"], one["losses"]) == (0, 2, 4)
    done = documents("compare", *arguments, "--unit", "document")
    assert "only 3 documents" in done.out
    assert "unit:document" in done.out


def test_sentences_of_documents_are_not_independent(documents: CommandLine) -> None:
    arguments = ("gold.conllu", "a.conllu", "b.conllu", "-s", "deps", "--measures", "las")
    done = documents("compare", *arguments)
    assert "note: gold has 3 documents; sentences of a document are not independent" in done.out
    one = compared(documents, *arguments)["comparisons"][0]
    assert one["p"] == pytest.approx(2 / 16)
    done = documents("compare", "one.conllu", *arguments[1:], "--unit", "document")
    assert done.status == 2
    assert "one.conllu is a single document" in done.err


def test_strata(documents: CommandLine) -> None:
    """The signature says from which strata sentences are drawn; documents have none."""
    arguments = ("gold.conllu", "a.conllu", "b.conllu", "-s", "deps", "--measures", "las")
    found = compared(documents, *arguments, "--strata", "document")
    assert found["comparisons"][0]["difference"] == pytest.approx(-2 / 3)
    assert "strata:document" in found["sentences"][0]["method"]
    done = documents("compare", *arguments, "--strata", "length", "--unit", "document")
    assert done.status == 2
    assert "leave out --strata" in done.err


def test_whole_texts(documents: CommandLine) -> None:
    """conll18 compares texts, whose sentences may differ; its rows are gold's sentences."""
    found = compared(
        documents, "gold.conllu", "a.conllu", "b.conllu", "-s", "conll18", "--measures", "LAS"
    )
    assert found["comparisons"][0]["difference"] == pytest.approx(-4 / 6)
    assert found["sentences"][0]["compared"] == 6


def test_several_schemes_of_both_kinds(documents: CommandLine) -> None:
    """conll18 compares texts, deps compares sentences; both run in one command."""
    found = compared(
        documents, "gold.conllu", "a.conllu", "b.conllu", "-s", "conll18", "-s", "deps",
        "--measures", "LAS,las",
    )  # fmt: skip
    assert [(one["scheme"], one["measure"]) for one in found["comparisons"]] == [
        ("conll18", "LAS"), ("deps", "las"),
    ]  # fmt: skip
    assert len({one["difference"] for one in found["comparisons"]}) == 1


def test_every_kind_of_layer(command: CommandLine) -> None:
    """Chunks, grammatical relations and phenomena are compared as trees are."""
    command.write("gold.iob", "the DT B-NP\ndog NN I-NP\n\na DT B-NP\ncat NN I-NP\n\n")
    command.write("a.iob", "the DT B-NP\ndog NN I-NP\n\na DT B-NP\ncat NN I-NP\n\n")
    command.write("b.iob", "the DT B-NP\ndog NN B-NP\n\na DT B-NP\ncat NN I-NP\n\n")
    command.write("gold.names", "1\tpassive\n2\trelative-clause\n3\tpassive\n")
    command.write("a.names", "1\tpassive\n2\tpassive\n3\tpassive\n")
    command.write("b.names", "1\t(no output)\n2\trelative-clause\n3\t(none)\n")
    chunks = compared(command, "gold.iob", "a.iob", "b.iob", "--measures", "recall")
    assert chunks["comparisons"][0]["difference"] == pytest.approx(1 / 2 - 1)
    arguments = ("-s", "phenomena(mode=exhaustive)", "--measures", "recall")
    names = compared(command, "gold.names", "a.names", "b.names", *arguments)
    assert names["comparisons"][0]["difference"] == pytest.approx(1 / 3 - 2 / 3)


def test_output_for_github(files: CommandLine) -> None:
    """A notice for each measure, the main one first; the tables go into the summary of the step."""
    done = files(
        "compare", "gold.mrg", "a.mrg", "b.mrg", "-s", "evalb", "--measures", "exact,f1", "-o", "github",
        env={"GITHUB_STEP_SUMMARY": "summary.md"},
    )  # fmt: skip
    assert done.status == 0
    first, second = done.out.splitlines()[:2]
    assert first.startswith("::notice title=karat compare::evalb.f1: b.mrg is 14.29 below a.mrg;")
    assert second.startswith(
        "::notice title=karat compare::evalb.exact: b.mrg is 75.00 below a.mrg;"
    )
    assert "| b.mrg |" in (files.folder / "summary.md").read_text()


def test_output_as_junit(files: CommandLine) -> None:
    done = files(
        "compare", "gold.mrg", "a.mrg", "b.mrg", "-s", "evalb", "--measures", "f1", "-o", "junit"
    )
    suite = ElementTree.fromstring(done.out)[0]
    assert suite.get("name") == "karat compare"
    assert [case.get("name") for case in suite] == ["a.mrg", "b.mrg", "b.mrg: f1 against a.mrg"]
    assert suite.get("failures") == "0"
