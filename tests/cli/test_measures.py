"""--measures, --sort, --digits and --quiet: what a table shows, and in which order."""

import json

import pytest

from command_line import CommandLine

GOLD = "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))\n(S (NP (PRP It)) (VP (VBZ rains)))\n"
# Labels: one of the two NPs is wrong in the first; the second has a bracket that crosses.
LABEL = GOLD.replace("(NP (DT the) (NN dog))", "(X (DT the) (NN dog))")
CROSSES = GOLD.replace(
    "(NP (DT the) (NN dog)) (VP (VBZ barks))", "(DT the) (X (NN dog) (VBZ barks))"
)


@pytest.fixture
def files(command: CommandLine) -> CommandLine:
    command.write("gold.mrg", GOLD)
    command.write("label.mrg", LABEL)
    command.write("crosses.mrg", CROSSES)
    return command


def first_table(out: str) -> list[list[str]]:
    """The cells of the first table."""
    return [line.split() for line in out.split("\n\n")[0].splitlines()]


def test_the_figures_that_are_asked_for(files: CommandLine) -> None:
    """In that order, means over sentences too: 2/3 and 1 for the sentences, 5 of 6 brackets in all."""
    call = ("score", "gold.mrg", "label.mrg", "-s", "evalb")
    out = files(*call, "--measures", "f1@sentence, recall").out
    head, row = first_table(out)
    assert head == ["evalb", "f1@sentence", "recall", "scored"]
    assert row == ["label.mrg", "83.33", "83.33", "2/2"]
    csv = files(*call, "--measures", "recall", "-o", "csv").out.splitlines()
    assert len(csv) == 2
    measures = json.loads(files(*call, "--measures", "recall", "-o", "json").out)["results"][0][
        "measures"
    ]
    assert {"recall", "f1", "f1@sentence"} <= measures.keys()


def test_groups_have_them_too(files: CommandLine) -> None:
    out = files(
        "score", "gold.mrg", "label.mrg", "-s", "evalb", "--measures", "recall", "--by", "label"
    ).out
    assert "label.mrg by label  recall  gold  system  matched" in out


def test_each_scheme_shows_those_that_it_has(files: CommandLine) -> None:
    schemes = ("-s", "evalb", "-s", "flat")
    call = ("score", "gold.mrg", "label.mrg", *schemes)
    out = files(*call, "--measures", "conformance,f1", "--quiet").out
    heads = [line.split() for line in out.splitlines() if line.startswith(("evalb", "flat"))]
    assert heads == [["evalb", "f1", "scored"], ["flat", "conformance", "scored"]]
    done = files(*call, "--measures", "tagging")
    assert done.status == 2
    assert done.err.startswith("karat: --measures: flat has none of these; it has recall,")


def test_a_title_is_a_name(files: CommandLine) -> None:
    """With a beta of 2, f1 is called f2."""
    for name in ("f1", "f2"):
        done = files("score", "gold.mrg", "label.mrg", "-s", "evalb(beta=2)", "--measures", name)
        assert first_table(done.out)[0] == ["evalb(beta=2)", "f2", "scored"]


@pytest.mark.parametrize(
    "by, first",
    [("f1", "gold.mrg"), ("crossing", "gold.mrg"), ("no_crossing", "gold.mrg")],
)
def test_systems_are_sorted(files: CommandLine, by: str, first: str) -> None:
    """The best first: the highest, or the lowest where that is better."""
    call = (
        "score",
        "gold.mrg",
        "crosses.mrg",
        "label.mrg",
        "gold.mrg",
        "-s",
        "evalb",
        "--sort",
        by,
    )
    names = [row[0] for row in first_table(files(*call).out)[1:]]
    assert names[-1] == "crosses.mrg"
    assert by != "f1" or names == ["gold.mrg", "label.mrg", "crosses.mrg"]
    results = json.loads(files(*call, "-o", "json").out)["results"]
    assert [one["system"] for one in results] == names


def test_an_undefined_figure_is_sorted_last(files: CommandLine) -> None:
    files.write("none.mrg", "\n\n")
    call = ("score", "gold.mrg", "none.mrg", "label.mrg", "-s", "evalb", "--sort", "crossing")
    assert [row[0] for row in first_table(files(*call).out)[1:]] == ["label.mrg", "none.mrg"]


@pytest.mark.parametrize("option", ["--measures", "--sort"])
def test_an_unknown_figure(files: CommandLine, option: str) -> None:
    """One message with a guess, before any file is read to its end."""
    done = files("score", "gold.mrg", "label.mrg", "-s", "evalb", option, "recal")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(
        "karat: there is no measure of evalb 'recal'; did you mean 'recall'?"
    )


def test_empty_names_are_refused(files: CommandLine) -> None:
    done = files("score", "gold.mrg", "label.mrg", "--measures", ",")
    assert (done.status, "write names, as in --measures recall,f1" in done.err) == (2, True)


@pytest.mark.parametrize("output", ["table", "json", "csv", "latex", "markdown"])
def test_quiet(files: CommandLine, output: str) -> None:
    """The result and nothing else; a missed threshold and an error are still said."""
    files.write("lost.mrg", GOLD.splitlines()[0] + "\n\n")
    call = ("score", "gold.mrg", "lost.mrg", "-s", "evalb", "-q", "-o", output)
    done = files(*call)
    assert (done.status, done.err) == (0, "")
    assert output in ("json", "csv", "latex", "markdown") or len(done.out.splitlines()) == 2
    assert output in ("json", "csv") or "note: " not in done.out
    done = files(*call, "--fail-under", "evalb.f1=0.9")
    assert (done.status, "under 0.9" in done.err) == (1, True)
    assert files("score", "gold.mrg", "absent.mrg", "-q").err != ""


def test_figures_of_phenomena(files: CommandLine) -> None:
    """karat recognise --score has the same options; without --score they make no sense."""
    files.write("key.names", files("recognise", "gold.mrg", "--output", "names").out)
    files.write("lost.mrg", GOLD.splitlines()[0] + "\n\n")
    call = ("recognise", "a=lost.mrg", "b=gold.mrg", "--suite", "key.names")
    done = files(*call, "--score", "--measures", "recall", "--sort", "recall", "--quiet")
    assert [row[0] for row in first_table(done.out)[1:]] == ["b", "a"], done
    done = files("recognise", "a=label.mrg", "--sort", "recall")
    assert (done.status, "are for --score" in done.err) == (2, True)


def test_digits_also_below_the_table(files: CommandLine) -> None:
    """Figures that stand in a line below a table have as many digits as those in it."""
    files.write("a.gr", "the dog barks\nncsubj(bark, dog, _)\ndetmod(_, dog, the)\n\n")
    files.write("b.gr", "the dog barks\nncsubj(bark, dog, _)\n\n")
    assert "precision 100.0, recall" in files("gr", "a.gr", "b.gr", "--digits", "1").out
    # Two rows and one, one of them shared: f1 is 2/3.
    assert "mean f1 66.667\n" in files("agree", "a.gr", "b.gr", "--digits", "3").out
