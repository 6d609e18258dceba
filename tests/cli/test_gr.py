"""karat gr: the layouts of the paper's tables, genres, confusions, agreement."""

import json
from importlib.resources import files

import pytest

from command_line import CommandLine

FIGURES = files("karat.data").joinpath("gr")
GOLD = "1\n(ncsubj die he _)\n(ncmod of a b)\n2\n(dobj drop it _)\n(iobj to give her)\n"
SYSTEM = "1\n(ncsubj die he _)\n(mod _ a b)\n2\n(dobj drop it _)\n(ncmod to give her)\n"


@pytest.fixture
def figures(command: CommandLine) -> CommandLine:
    """Figure 1 as printed and mended, and two small files."""
    for name in ("figure1.gr", "figure1-mended.gr"):
        command.write(name, FIGURES.joinpath(name).read_text("utf-8"))
    command.write("gold.gr", GOLD)
    command.write("system.gr", SYSTEM)
    command.write("empty.gr", "")
    return command


def test_table_2(figures: CommandLine) -> None:
    """Inclusive counts and percentages, indented by depth; the mean a sentence."""
    done = figures("gr", "figure1.gr")
    assert done.status == 0
    lines = done.out.splitlines()
    assert lines[1].split() == ["dependent", "12", "100.00"]
    assert lines[2].split() == ["mod", "3", "25.00"]
    assert lines[2].startswith("  mod")
    assert lines[9].startswith("      ncsubj")
    assert "mean number of relations per sentence 12.00" in done.out


def test_table_3(figures: CommandLine) -> None:
    """Figures by relation in the order of the hierarchy."""
    done = figures("gr", "gold.gr", "system.gr", "-o", "json")
    found = json.loads(done.out)
    rows = {row["relation"]: row for row in found["relations"]}
    assert list(rows)[:4] == ["dependent", "mod", "ncmod", "arg"]
    assert rows["dependent"] == {
        "relation": "dependent", "precision": 0.75, "recall": 0.75, "f1": 0.75, "gold": 4, "system": 4,
    }  # fmt: skip
    # mod stood for ncmod and was right; ncmod was returned once, wrongly.
    assert (rows["mod"]["precision"], rows["mod"]["recall"]) == (0.5, 1)
    assert (rows["ncmod"]["precision"], rows["ncmod"]["recall"]) == (0, 1)
    assert rows["iobj"]["precision"] is None


def test_means_over_relations_as_the_program_has_them(figures: CommandLine) -> None:
    """Precision is divided by the number of relations that gold has, too.

    Rows with gold: dependent, mod, ncmod, arg, subj, ncsubj, subj_or_dobj, comp, obj, dobj, iobj: 11.
    Recall 3/4 + 1 + 1 + 2/3 + 1 + 1 + 1 + 1/2 + 1/2 + 1 + 0; precision 3/4 + 1/2 + 0 + 7 of 1.
    """
    macro = json.loads(figures("gr", "gold.gr", "system.gr", "-o", "json").out)["macro"]
    assert abs(macro["recall"] - (7 + 3 / 4 + 2 / 3) / 11) < 1e-12
    assert abs(macro["precision"] - (7 + 3 / 4 + 1 / 2) / 11) < 1e-12


def test_genres_of_one_file(figures: CommandLine) -> None:
    """Counts by genre, and whether they differ: by hand, four relations in 2 × 4 cells of 1/2.

    Every cell is off by 1/2: chi-square 8 · (1/4) / (1/2) = 4 with 3 degrees of freedom.
    """
    figures.write("genres.tsv", "1\tpress\n2\tletters\n")
    found = json.loads(figures("gr", "gold.gr", "--genre", "genres.tsv", "-o", "json").out)
    assert found["genres"][0] == {"relation": "dependent", "press": 2, "letters": 2}
    test = found["relations by genre"]
    assert (test["statistic"], test["freedom"], test["thin"]) == (4, 3, 8)
    done = figures("gr", "gold.gr", "--genre", "genres.tsv")
    assert "chi-square 4.00, 3 degrees of freedom, p = 0.261 (rough: 8 of 8 cells" in done.out


def test_genres_of_two_files(figures: CommandLine) -> None:
    """Recall 2/2 and 1/2; the test has one degree of freedom."""
    figures.write("genres.tsv", "1-1\tpress\n\n2\tletters\n")
    done = figures("gr", "gold.gr", "system.gr", "--genre", "genres.tsv", "-o", "json")
    found = json.loads(done.out)
    assert [row["recall"] for row in found["genres"]] == [1, 0.5]
    assert abs(found["recall by genre"]["statistic"] - 4 / 3) < 1e-12


@pytest.mark.parametrize(
    "text, message",
    [
        ("1\tpress\n", "sentence 2 has no genre"),
        ("1-3\tpress\n", "1-3 is not within the 2 sentences"),
        ("one press\n", "genres.tsv:1: write a sentence number"),
    ],
)
def test_faulty_genres(figures: CommandLine, text: str, message: str) -> None:
    """What is wrong, and where."""
    figures.write("genres.tsv", text)
    done = figures("gr", "gold.gr", "--genre", "genres.tsv")
    assert (done.status, message in done.err) == (2, True)


def test_confusion(figures: CommandLine) -> None:
    """mod for ncmod, ncmod for iobj, whose slots agree."""
    done = figures("gr", "gold.gr", "system.gr", "--confusion", "-o", "json")
    rows = {row["gold \\ system"]: row for row in json.loads(done.out)["confusion"]}
    assert rows["ncmod"]["mod"] == 1
    assert rows["iobj"]["ncmod"] == 1
    assert rows["dobj"]["dobj"] == 1


def test_agreement(figures: CommandLine) -> None:
    """No allowances: F 2 · 10 / 24; the disagreements are listed."""
    done = figures("gr", "--agree", "figure1.gr", "figure1-mended.gr", "-o", "json")
    found = json.loads(done.out)
    assert abs(found["mean"] - 20 / 24) < 1e-12
    assert found["pairs"][0]["shared"] == 10
    assert [(row["first"], row["second"]) for row in found["disagreements"]] == [
        ("xcomp(become, corporation, _)", "–"),
        ("mod(until, become, acquire)", "cmod(until, become, acquire)"),
        ("–", "xcomp(_, become, corporation)"),
    ]
    assert figures("agree", "figure1.gr", "figure1-mended.gr", "-o", "json").out == done.out
    three = figures("gr", "--agree", "figure1.gr", "figure1-mended.gr", "figure1.gr")
    assert "mean f1 88.89" in three.out


def test_a_sentence_that_cannot_be_read(figures: CommandLine) -> None:
    """Alone it is an error with its place; in a comparison it is counted and said."""
    figures.write("broken.gr", "1\n(dobj a b\n2\n(dobj drop it _)\n")
    done = figures("gr", "broken.gr", "--format", "gr")
    assert (done.status, "broken.gr:2:1: a relation that is not closed" in done.err) == (2, True)
    done = figures("gr", "gold.gr", "broken.gr", "--format", "gr")
    assert (done.status, "1 sentences without a score" in done.out) == (0, True)


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["gold.gr", "system.gr", "gold.gr"], "--agree"),
        (["gold.gr", "--confusion"], "need two files, gold and a system"),
        (["--agree", "gold.gr"], "at least two files"),
        (["--agree", "gold.gr", "figure1.gr"], "different numbers of sentences"),
        (["--agree", "gold.gr", "system.gr", "--confusion"], "need two files, gold and a system"),
        (
            ["--agree", "gold.gr", "system.gr", "--genre", "x"],
            "--agree and --genre cannot be used together",
        ),
        (["gold.gr", "system.gr", "-n", "3"], "there is no sentence 3"),
        (["figure1.gr", "gold.gr"], "they must be the same sentences"),
        (["gold.gr", "-s", "evalb"], "with the scheme gr only"),
        (["nowhere.gr"], "no such file"),
        (["empty.gr"], "it has no sentences"),
        (["gold.gr", "-s", "gr(hierarchy=nowhere.toml)"], "nowhere.toml: there is no such file"),
    ],
)
def test_errors(figures: CommandLine, arguments: list[str], message: str) -> None:
    """One message, status 2."""
    done = figures("gr", *arguments)
    assert (done.status, message in done.err) == (2, True), done


def test_other_outputs(figures: CommandLine) -> None:
    """CSV for programs is neither indented nor rounded."""
    done = figures("gr", "gold.gr", "system.gr", "-o", "csv")
    assert done.out.splitlines()[1] == "system.gr,gr,relation,dependent,precision,share,0.75,,,"
    assert "scheme gr, hierarchy 1999" in done.err
    assert "| dependent |" in figures("gr", "gold.gr", "-o", "markdown").out


def test_one_sentence(figures: CommandLine) -> None:
    """Matched, missed and spurious relations, side by side, and one by one in karat show."""
    done = figures("gr", "gold.gr", "system.gr", "-n", "1", "-n", "2")
    lines = [line.split() for line in done.out.splitlines()]
    assert ["=", "ncmod(of,", "a,", "b)", "mod(_,", "a,", "b)"] in lines
    assert ["-", "iobj(to,", "give,", "her)"] in lines
    assert ["+", "ncmod(to,", "give,", "her)"] in lines
    done = figures("show", "gold.gr", "system.gr", "-n", "2")
    assert done.status == 0
    assert "- iobj(to, give, her)\n" in done.out
    assert "+ ncmod(to, give, her)\n" in done.out


def test_the_hierarchy_is_said(figures: CommandLine) -> None:
    """Which one auto has chosen; and that relations are in none."""
    done = figures("score", "gold.gr", "system.gr", "--scheme", "gr")
    assert "note: gr: hierarchy=auto is 1999" in done.out
    figures.write("det.gr", "(det dog the)\n(zz a b)\n")
    done = figures("score", "det.gr", "det.gr", "--scheme", "gr")
    assert "note: gr: hierarchy=auto is 2006" in done.out
    assert (
        "does not know count for its highest relation alone (karat check lists them), in 1 sentence"
        in done.out
    )


def test_scores_by_relation(figures: CommandLine) -> None:
    """karat score finds the format by itself and breaks down by relation."""
    done = figures("score", "gold.gr", "system.gr", "--scheme", "gr", "-o", "json")
    assert json.loads(done.out)["results"][0]["counts"]["matched"] == 3
    done = figures("score", "gold.gr", "system.gr", "--scheme", "gr", "--by", "relation")
    table = done.out[done.out.index("by relation") :].splitlines()
    assert table[1].split() == ["dependent", "75.00", "75.00", "75.00", "4", "4", "3"]
    assert table[2].split() == ["mod", "100.00", "50.00", "66.67", "1", "2", "1"]
    broken = figures("score", "gold.gr", "system.gr", "--scheme", "evalb")
    assert broken.status == 2 or "0/2" in broken.out


def test_trees_give_relations(figures: CommandLine) -> None:
    """Where a file has trees they are read as relations, and the result says so."""
    tree = "(S (NP (PRP He)) (VP (VBD saw) (NP (PRP her))))\n"
    figures.write("trees.mrg", tree)
    figures.write("others.mrg", tree.replace("(NP (PRP her))", "(ADVP (RB her))"))
    done = figures("gr", "trees.mrg")
    assert "2 relations in 1 sentences" in done.out
    assert "trees.mrg's grammatical relations are derived from its trees" in done.out
    done = figures("gr", "trees.mrg", "others.mrg", "-o", "json")
    found = json.loads(done.out)
    counts = {row["relation"]: (row["gold"], row["system"]) for row in found["relations"]}
    assert (counts["ncsubj"], counts["dobj"]) == ((1, 1), (1, 0))
    assert len(found["notes"]) == 2
    figures.write("words.mrg", "(DT a) (NN b)\n")
    done = figures("gr", "words.mrg")
    assert (done.status, "gr needs grammatical relations, or" in done.err) == (2, True)


def test_explain_speaks_of_levels_only_where_they_count(figures: CommandLine) -> None:
    """In hier a relation counts at every level, in the other modes once."""
    done = figures("explain", "gr.f1", "gold.gr", "system.gr")
    assert "gold = 4 relations of gold;" in " ".join(done.out.split())
    assert "level" not in done.out
    done = figures("explain", "gr(mode=hier).f1", "gold.gr", "system.gr")
    assert "relations of gold, once for each level;" in " ".join(done.out.split())


TREES = """\
(S (NP-SBJ (DT The) (NN cat)) (VP (VBD slept)))
(S (NP-SBJ (PRP She)) (VP (VBD saw) (NP (PRP it))))
"""


def test_relations_of_trees_are_derived(figures: CommandLine) -> None:
    """As score derives them; with one file, with two, and said so."""
    figures.write("gold.mrg", TREES)
    figures.write("system.mrg", TREES.replace("(NP (PRP it))", "(ADVP (RB it))"))
    done = figures("gr", "gold.mrg", "-o", "json")
    rows = {row["relation"]: row["occurrences"] for row in json.loads(done.out)["relations"]}
    assert (rows["dependent"], rows["ncsubj"], rows["dobj"]) == (3, 2, 1)
    found = json.loads(figures("gr", "gold.mrg", "system.mrg", "-o", "json").out)
    assert (found["relations"][0]["gold"], found["relations"][0]["recall"]) == (3, 2 / 3)
    assert any("derived from its trees" in said for said in found["notes"])
    scored = json.loads(figures("score", "gold.mrg", "system.mrg", "-s", "gr", "-o", "json").out)
    assert scored["results"][0]["measures"]["recall"] == 2 / 3


def test_a_note_names_a_file_once(command: CommandLine) -> None:
    """Notes about labels name the file themselves; the number of sentences is said all the same."""
    command.write(
        "a.mrg", "(S (NP (NNS dogs)) (VP (VBP bark)))\n(S (QUUX (NNS dogs)) (VP (VBP bark)))\n"
    )
    command.write("b.mrg", "(S (NP (NNS dogs)) (VP (VBP bark)))\n" * 2)
    done = command("gr", "a.mrg", "b.mrg")
    [note] = [line for line in (done.out + done.err).splitlines() if "QUUX" in line]
    assert note.count("a.mrg") == 1
    assert note.endswith("unknown: QUUX, in 1 sentence")
