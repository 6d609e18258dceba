"""karat report: what the page holds, what is refused, and that nothing is lost or half written."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from command_line import CommandLine, Done
from karat import formats
from report_data import ReportData

pytest.importorskip("jinja2", reason="the extra report is not installed")
pytest.importorskip("altair", reason="the extra report is not installed")

DOG = "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))"
FLAT = "(S (DT the) (NN dog) (VP (VBZ barks)))"
SAW = "(S (NP (PRP She)) (VP (VBD saw) (NP (NP (DT a) (NN man)) (PP (IN with) (NP (NNS dogs))))) (. .))"
MOVED = (
    "(S (NP (PRP She)) (VP (VBD saw) (NP (DT a) (NN man)) (PP (IN with) (NP (NNS dogs)))) (. .))"
)
OTHER = "(S (NP (DT the) (NN cat)) (VP (VBZ barks)))"
# Formats whose example has no phenomenon that our recognisers know.
NO_PHENOMENA = {"delphin", "discbracket", "export", "links", "parseval", "stanford"}
FEW = ("--samples", "200", "--no-phenomena")


def lines(*trees: str) -> str:
    return "".join(f"{tree}\n" for tree in trees)


@pytest.fixture
def files(command: CommandLine) -> CommandLine:
    """Gold with six sentences; a is nearly right, b moves a phrase, loses one, and changes a word."""
    command.write("gold.mrg", lines(DOG, SAW, DOG, SAW, DOG, SAW))
    command.write("a.mrg", lines(DOG, SAW, DOG, SAW, FLAT, SAW))
    command.write("b.mrg", lines(FLAT, MOVED, OTHER, MOVED, "", SAW))
    return command


def report(command: CommandLine, *arguments: str) -> ReportData:
    done = command("report", "gold.mrg", *arguments)
    assert done.status == 0, done.err
    return ReportData.read(command.folder / "report.html")


def printed(command: CommandLine, *arguments: str) -> dict[str, Any]:
    done = command(*arguments, "--output", "json")
    assert done.status == 0, done.err
    found: dict[str, Any] = json.loads(done.out)
    return found


def test_says_what_it_wrote(files: CommandLine) -> None:
    done = files("report", "gold.mrg", "old=a.mrg", "new=b.mrg", *FEW)
    assert done.status == 0, done.err
    assert done.out.startswith("report.html: 6 sentences, 2 systems, 2 schemes, ")
    assert done.err.splitlines() == [
        "note: evalb(params=collins): the 4 of 6 sentences that have a score for all systems "
        "(without a score: new 2)",
        "note: deps: 6 sentences; without a score, counted as missed: new 1",
        "note: deps, new: sentences without a score do not make precision worse, so a system can gain by "
        "failing; --common of karat score and compare leaves such sentences out",
    ]
    assert files.names() == {"gold.mrg", "a.mrg", "b.mrg", "report.html"}
    head = ReportData.read(files.folder / "report.html").head
    assert head["gold"]["path"] == "gold.mrg"
    assert head["systems"] == [{"name": "old", "path": "a.mrg"}, {"name": "new", "path": "b.mrg"}]
    assert [one["text"] for one in head["schemes"]] == ["evalb(params=collins)", "deps"]
    assert head["command"].endswith("report gold.mrg old=a.mrg new=b.mrg " + " ".join(FEW))


def test_figures_are_those_of_compare(files: CommandLine) -> None:
    """Intervals, letters, differences and p-values, to the last digit."""
    options = ("a.mrg", "b.mrg", "--samples", "300", "--seed", "7", "--baseline", "b.mrg")
    schemes = ("-s", "evalb", "-s", "parseval(failed=empty)")
    compared = printed(files, "compare", "gold.mrg", *options, *schemes)
    page = report(files, *options, *schemes)
    assert page.figures["compare"] == {
        name: value for name, value in compared.items() if name not in ("karat", "gold")
    }
    assert compared["comparisons"][0]["a"] == "b.mrg"
    # What is seen: f1 of b under the first scheme, with its interval.
    (f1,) = [
        one for one in compared["comparisons"] if (one["measure"], one["scheme"]) == ("f1", "evalb")
    ]
    assert f"{100 * f1['value_a']:.2f}" in page.page


def test_errors_are_those_of_errors(files: CommandLine) -> None:
    """All causes with their rises, confused labels and groups."""
    page = report(files, "a.mrg", "b.mrg", "-s", "evalb", "-s", "deps", *FEW)
    expected = []
    for scheme, groups in (
        ("evalb", ("length", "label", "depth")),
        ("deps", ("length", "label", "distance", "depth")),
    ):
        by = [word for group in groups for word in ("--by", group)]
        expected += printed(files, "errors", "gold.mrg", "a.mrg", "b.mrg", "-s", scheme, *by)[
            "systems"
        ]
    assert page.figures["errors"] == expected
    assert {one["cause"] for one in expected[1]["causes"]} >= {"PP attachment"}


def test_scores_are_those_of_score(files: CommandLine) -> None:
    """With the figures under every failure policy, by length and by label."""
    page = report(files, "a.mrg", "b.mrg", "-s", "evalb", *FEW)
    by = ("--by", "length", "--by", "label")
    expected = printed(files, "score", "gold.mrg", "a.mrg", "b.mrg", "-s", "evalb", *by)["results"]
    found = page.figures["scores"]
    # Failed sentences of b: the one that is lost, and the one with another word.
    assert found[1]["reasons"] == {"no system parse": 1, "different words": 1}
    for ours, theirs in zip(found, expected, strict=True):
        for name in (
            "system",
            "measures",
            "counts",
            "sentences",
            "policies",
            "groups",
            "signature",
        ):
            assert ours[name] == theirs[name], name


def test_phenomena_are_those_of_score(files: CommandLine) -> None:
    page = report(files, "a.mrg", "b.mrg", "-s", "evalb", "--samples", "50")
    scheme = "phenomena(mode=exhaustive,recogniser=ptb)"
    expected = printed(
        files, "score", "gold.mrg", "a.mrg", "b.mrg", "-s", scheme, "--by", "phenomenon"
    )["results"]
    found = [one for one in page.figures["scores"] if one["scheme"] == scheme]
    assert [one["groups"] for one in found] == [one["groups"] for one in expected]
    assert "noun-pp" in found[0]["groups"]["phenomenon"]


def test_index_has_every_sentence(files: CommandLine) -> None:
    """The main figure as an integer, what became of the sentence, and the causes of its errors."""
    page = report(files, "a.mrg", "b.mrg", "-s", "evalb", "-s", "parseval", *FEW)
    index = page.index
    assert index["length"] == [3, 7, 3, 7, 3, 7]
    # The fifth parse of a has two of three brackets and none too many: f1 is 4/5.
    assert index["score"][0][0] == [10000, 10000, 10000, 10000, 8000, 10000]
    assert index["score"][0][1][2] is index["score"][0][1][4] is None
    assert index["status"] == [["ssssss", "ssfsfs"], ["ssssss", "ssasfs"]]
    evalb, parseval = (
        [[scheme["causes"][n] for n in some] for some in causes[1]]
        for scheme, causes in zip(page.head["schemes"], index["causes"], strict=True)
    )
    lost = ["no parse / not comparable"]
    assert evalb[1:] == [["PP attachment"], lost, ["PP attachment"], lost, []]
    # The third sentence is aligned under parseval, so it has been compared.
    assert lost not in (parseval[2], parseval[3])
    assert parseval[4] == lost
    assert page.text(2) == "She saw a man with dogs ."


def test_a_sentence_has_all_that_is_drawn(files: CommandLine) -> None:
    """The moved phrase: a missed noun phrase in gold, blamed on the attachment of the PP."""
    page = report(files, "a.mrg", "b.mrg", "-s", "evalb", *FEW)
    pair = page.pair(2, 0, 1)
    assert (
        pair["gold"]["words"]
        == pair["system"]["words"]
        == ["She", "saw", "a", "man", "with", "dogs", "."]
    )
    missed = [row for row in pair["gold"]["rows"] if row["mark"] != "="]
    assert missed == [{"mark": "-", "label": "NP", "parts": [[2, 6]], "parent": 2, "why": ""}]
    assert all(row["mark"] == "=" for row in pair["system"]["rows"])
    (error,) = pair["errors"]
    assert (error["cause"], error["detail"]) == ("PP attachment", "PP: NP > VP")
    assert [pair["gold"]["rows"][row]["parts"] for row in error["gold"]] == [[[2, 6]]]
    assert error["words"] == [4, 6]
    assert dict(pair["figures"])["recall"] == pytest.approx(6 / 7)
    lost = page.pair(5, 0, 1)
    assert lost["failure"].startswith("no system parse")
    assert lost["figures"] == []
    changed = page.pair(3, 0, 1)
    assert changed["failure"].startswith("different words")
    assert (changed["gold"]["odd"], changed["system"]["odd"]) == (1, 1)


def test_the_same_command_writes_the_same_bytes(files: CommandLine) -> None:
    pages = []
    for _ in range(2):
        report(files, "a.mrg", "b.mrg", *FEW)
        pages.append((files.folder / "report.html").read_bytes())
    assert pages[0] == pages[1]


def test_one_system_and_one_sentence(command: CommandLine) -> None:
    """There is nothing to compare, and the page says the figures all the same."""
    command.write("gold.mrg", lines(DOG))
    command.write("a.mrg", lines(FLAT))
    page = report(command, "a.mrg", "-s", "evalb", *FEW)
    assert page.figures["compare"]["comparisons"] == []
    assert page.index["score"] == [[[8000]]]


def test_conllu_has_ids_documents_and_arcs(command: CommandLine) -> None:
    def sentence(name: str, head: int, begin: str = "") -> str:
        return (
            f"{begin}# sent_id = {name}\n# text = Dogs bark\n"
            f"1\tDogs\tdog\tNOUN\tNNS\t_\t{head}\t{'nsubj' if head else 'root'}\t_\t_\n"
            f"2\tbark\tbark\tVERB\tVBP\t_\t{0 if head else 1}\t{'root' if head else 'dep'}\t_\t_\n\n"
        )

    command.write(
        "gold.mrg",
        sentence("x-1", 2, "# newdoc id = x\n") + sentence("y-1", 2, "# newdoc id = y\n"),
    )
    command.write("a.mrg", sentence("x-1", 2) + sentence("y-1", 0))
    page = report(command, "a.mrg", *FEW)
    assert [one["text"] for one in page.head["schemes"]] == ["conll18", "deps"]
    assert [one["kind"] for one in page.head["schemes"]] == ["arcs", "arcs"]
    assert page.index["id"] == ["x-1", "y-1"]
    assert (page.index["document"], page.index["documents"]) == ([0, 1], ["x", "y"])
    for scheme in (0, 1):
        pair = page.pair(2, scheme, 0)
        assert [(row["mark"], row["label"]) for row in pair["gold"]["rows"]] == [
            ("-", "nsubj"), ("-", "root"),
        ]  # fmt: skip
        assert pair["errors"]
    # Each scheme has its own figures, though both are drawn as dependencies.
    assert dict(page.pair(2, 0, 0)["figures"])["LAS"] == 0
    assert dict(page.pair(2, 1, 0)["figures"])["las"] == 0


def test_standard_output(files: CommandLine) -> None:
    done = files("report", "gold.mrg", "a.mrg", "b.mrg", "-s", "evalb", *FEW, "-o", "-")
    assert done.status == 0
    assert ReportData(done.out).head["gold"]["sentences"] == 6
    assert done.err.startswith("-: 6 sentences")
    assert "report.html" not in files.names()


def test_an_older_report_is_replaced_but_no_other_file(files: CommandLine) -> None:
    files.write("report.html", "<p>my own page</p>")
    done = files("report", "gold.mrg", "a.mrg", "-s", "evalb", *FEW)
    assert done.status == 2
    assert done.err == (
        "karat: report.html exists and is not a report; give another name with -o, or overwrite it "
        "with --force\n"
    )
    assert (files.folder / "report.html").read_text() == "<p>my own page</p>"
    report(files, "a.mrg", "-s", "evalb", *FEW, "--force")
    page = report(files, "b.mrg", "-s", "evalb", *FEW)
    assert [one["name"] for one in page.head["systems"]] == ["b.mrg"]


def refused(command: CommandLine, *arguments: str) -> Done:
    """Status 2, one message, and an older report stays as it was."""
    before = (command.folder / "report.html").read_bytes()
    names = command.names()
    done = command("report", *arguments)
    assert done.status == 2, done.out
    assert done.out == ""
    assert (command.folder / "report.html").read_bytes() == before
    assert command.names() == names
    return done


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("gold.mrg", "none.mrg"), "none.mrg"),
        (("none.mrg", "a.mrg"), "none.mrg"),
        (("empty.mrg", "a.mrg"), "empty.mrg"),
        (("gold.mrg", "empty.mrg"), "empty.mrg"),
        (("gold.mrg", "more.mrg", "-s", "evalb"), "7 sentences, but gold.mrg has 6"),
        (("words.iob", "a.mrg", "-s", "evalb"), "words.iob has chunks but no trees"),
        (("gold.mrg", "a.mrg", "-s", "evalbb"), "did you mean 'evalb'"),
        (("gold.mrg", "a.mrg", "--measures", "f7"), "f7"),
        (("gold.mrg", "a.mrg", "--baseline", "c"), "c"),
        (
            ("gold.mrg", "a.mrg", "--unit", "document"),
            "does not say which sentences are a document",
        ),
        (("-", "a.mrg"), "a report reads every file several times"),
        (("gold.mrg", "-"), "a report reads every file several times"),
        (("gold.mrg", "a.mrg", "--unit", "document", "--strata", "length"), "--strata"),
        (("gold.mrg", "a.mrg", "-o", "folder/none/report.html"), "cannot be written"),
        (("gold.mrg", "x=a.mrg", "x=b.mrg"), "two systems are called x"),
    ],
)
def test_bad_input(files: CommandLine, arguments: tuple[str, ...], message: str) -> None:
    files.write("empty.mrg", "")
    files.write("more.mrg", lines(*[DOG] * 7))
    files.write("words.iob", "Dogs NNS B-NP\nbark VBP B-VP\n")
    report(files, "a.mrg", "-s", "evalb", *FEW)
    done = refused(files, *arguments)
    assert message in done.err
    assert done.err.startswith("karat: ")
    assert len(done.err.strip().splitlines()) <= 3


def test_trees_of_another_treebank_have_one_scheme(command: CommandLine) -> None:
    """Dependencies cannot be derived by rules for other labels; the page says so."""
    tree = "(CS (SN (D el) (N gos)) (SV (V borda)))"
    command.write("gold.mrg", lines(tree, tree))
    command.write("a.mrg", lines(tree, tree))
    page = report(command, "a.mrg", *FEW)
    assert [one["name"] for one in page.head["schemes"]] == ["evalb"]


def test_without_the_extra_it_says_what_to_type(files: CommandLine) -> None:
    program = (
        "import sys; sys.modules['jinja2'] = None; sys.argv = ['karat', 'report', 'gold.mrg', 'a.mrg']; "
        "from karat.cli import run; sys.exit(run())"
    )
    done = files.run([sys.executable, "-c", program])
    assert done.status == 2
    assert "pip install 'karat[report]'" in done.err
    assert "Traceback" not in done.err
    assert "report.html" not in files.names()


def test_several_processes_give_the_same_page(files: CommandLine, tmp_path: Path) -> None:
    """Many sentences are shared out; what is said of each is the same."""
    few = report(files, "a.mrg", "b.mrg", "-s", "evalb", *FEW)
    for name in ("gold.mrg", "a.mrg", "b.mrg"):
        path = files.folder / name
        path.write_text(path.read_text() * 100)
    many = report(files, "a.mrg", "b.mrg", "-s", "evalb", *FEW)
    assert many.head["gold"]["sentences"] == 600
    for number in (1, 2, 3, 5, 254, 260, 600):
        for system in (0, 1):
            here, there = many.pair(number, 0, system), few.pair((number - 1) % 6 + 1, 0, system)
            assert here["gold"] == there["gold"]
            assert here["system"] == there["system"]
            assert here["errors"] == there["errors"]


def test_what_one_must_know_is_below_the_first_table(files: CommandLine) -> None:
    """A system that is gold itself is named above Methods, and on standard error."""
    done = files("report", "gold.mrg", "a=gold.mrg", "b=b.mrg", *FEW)
    assert done.status == 0, done.err
    assert "same content as gold" in done.err
    page = (files.folder / "report.html").read_text("utf-8")
    assert -1 < page.find("same content as gold") < page.find('id="methods"')


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name == "discbracket" else pytest.mark.slow)
        for name in formats.every_name()
        if name not in ("text", "names")  # plain text cannot be scored, and names need a mode
    ],
)
def test_the_example_of_every_format(command: CommandLine, name: str) -> None:
    """Two sentences, in which no phenomenon may be found: then the page says so."""
    module = formats.module(name)
    command.write("gold", f"{module.EXAMPLE}\n{module.EXAMPLE}")
    command.write("system", f"{module.EXAMPLE}\n{module.EXAMPLE}\n")
    done = command(
        "report", "gold", "system", "-o", "page.html", "--format", name, "--samples", "20"
    )
    assert done.status == 0, done.err
    page = (command.folder / "page.html").read_text("utf-8")
    assert ("No phenomenon was found" in page) == (name in NO_PHENOMENA)
