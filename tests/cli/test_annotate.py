"""karat annotate: projects on the command line; what is exported passes check, agree and score."""

import json
import re

import pytest

from annotating import TREES, answered, project_of
from command_line import CommandLine
from karat.store import open_store


@pytest.fixture
def karat(tmp_path):
    return CommandLine(tmp_path)


@pytest.fixture
def url(tmp_path):
    return f"sqlite:///{tmp_path / 'store.db'}"


@pytest.fixture
def pilot(url):
    """A project that two annotators have done, and an adjudicator too but for one sentence."""
    with open_store(url) as store:
        project, _ = project_of(store)
        for item in (1, 2, 3):
            answered(store, project, "ann", item)
            answered(store, project, "bob", item, without=(item - 1,))
        for item in (1, 2):
            answered(store, project, "zoe", item)
    return project


def test_a_project_is_made_and_each_person_gets_a_link(karat, url):
    """The link is one word, which can be copied."""
    karat.write("trees.mrg", TREES)
    done = karat(
        "annotate", "new", "pilot", "trees.mrg", "--annotator", "ann", "--annotator", "bob", "--adjudicator",
        "zoe", "--store", url, "--server", "https://karat.example/",
    )  # fmt: skip
    assert done.status == 0, done.err
    links = re.findall(
        r"https://karat\.example/annotate/[0-9a-z]{10}#[\w-]{32}$", done.out, re.MULTILINE
    )
    assert len(links) == 3
    assert "pilot: 3 sentences, 10 proposals" in done.err
    listed = json.loads(karat("annotate", "list", "--store", url, "-o", "json").out)
    assert [(one["project"], one["sentences"], one["annotators"]) for one in listed] == [
        ("pilot", 3, "ann, bob")
    ]


@pytest.mark.parametrize("positions", [(), ("--positions",)])
def test_an_exported_file_passes_check_and_is_scored(karat, url, pilot, positions):
    """Bob lacks two of the relations that Ann has: recall is 8 of 10."""
    for name in ("ann", "bob"):
        done = karat(
            "annotate", "export", "pilot", name, "-o", f"{name}.gr", "--store", url, *positions
        )
        assert done.status == 0, done.err
        checked = karat("check", f"{name}.gr")
        assert (checked.status, checked.out) == (0, f"{name}.gr: 3 sentences, no fault\n")
    scored = json.loads(karat("score", "ann.gr", "bob.gr", "-s", "gr", "-o", "json").out)
    counts = scored["results"][0]["counts"]
    assert (counts["gold"], counts["system"], counts["matched"]) == (10, 8, 8)


def test_names_that_were_exported_pass_check_and_are_scored(karat, url):
    """The ids are those of the file; the inventory is in it."""
    content = b"""# sent_id = x-1
1\tIt\tit\tPRON\tPRP\t_\t2\texpl\t_\t_
2\trains\train\tVERB\tVBZ\t_\t0\troot\t_\t_

"""
    with open_store(url) as store:
        project, _ = project_of(store, content, "phenomena", source="x.conllu")
        answered(store, project, "ann", 1)
        answered(store, project, "bob", 1, without=(0,))
    for name in ("ann", "bob"):
        assert (
            karat("annotate", "export", "pilot", name, "-o", f"{name}.names", "--store", url).status
            == 0
        )
        assert karat("check", f"{name}.names").status == 0
    lines = (karat.folder / "ann.names").read_text().splitlines()
    assert lines[1:] == ["id\tphenomena\tsentence", "x-1\tintransitive, expletive-it\tIt rains"]
    assert karat("score", "ann.names", "bob.names", "-s", "phenomena(mode=exhaustive)").status == 0
    ours = json.loads(karat("annotate", "agree", "pilot", "--store", url, "-o", "json").out)
    theirs = json.loads(karat("agree", "ann=ann.names", "bob=bob.names", "-o", "json").out)
    assert ours == theirs
    assert ours["mean"] == pytest.approx(2 / 3)


def test_agreement_is_that_of_karat_agree_on_the_exported_files(karat, url, pilot):
    """The same document but for the names of files."""
    for name in ("ann", "bob"):
        karat("annotate", "export", "pilot", name, "-o", name, "--store", url)
    ours = json.loads(karat("annotate", "agree", "pilot", "--store", url, "-o", "json").out)
    theirs = json.loads(karat("agree", "ann", "bob", "-o", "json").out)
    assert ours == theirs
    assert ours["mean"] == pytest.approx(2 * 8 / (10 + 8))
    assert ours["disagreeing"] == 2


def test_what_is_not_done_is_never_exported_in_silence(karat, url, pilot):
    """Two of three sentences are adjudicated."""
    refused = karat("annotate", "export", "pilot", "--store", url)
    assert (refused.status, refused.out) == (2, "")
    assert "2 of 3 sentences are done; --partial writes only these" in refused.err
    partial = karat("annotate", "export", "pilot", "--partial", "--store", url)
    assert partial.status == 0
    assert partial.out.count("# sent_id") == 2
    assert "2 of 3 sentences are done; the others are left out" in partial.err


def test_progress_is_listed_for_each_person(karat, url, pilot):
    """Ann and Bob have done three, Zoe two."""
    rows = json.loads(karat("annotate", "list", "pilot", "--store", url, "-o", "json").out)
    assert [(one["person"], one["done"], one["of"]) for one in rows] == [
        ("ann", 3, 3),
        ("bob", 3, 3),
        ("zoe", 2, 3),
    ]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["new", "pilot", "trees.mrg", "--annotator", "ann"], "there is a project 'pilot' already"),
        (["new", "two", "none.mrg", "--annotator", "ann"], "no such file"),
        (["new", "two", "trees.mrg"], "--annotator"),
        (["new", "two", "trees.mrg", "--annotator", "a/b"], "cannot be the name"),
        (["new", "two", "trees.mrg", "--annotator", "ann", "--hierarchy", "2006"], "those of 1999"),
        (
            ["new", "two", "trees.mrg", "--annotator", "ann", "--names", "tam2008"],
            "--names for --kind phenomena",
        ),
        (
            [
                "new",
                "two",
                "trees.mrg",
                "--kind",
                "phenomena",
                "--annotator",
                "a",
                "--names",
                "x.toml",
            ],
            "inventories",
        ),
        (["new", "two", "broken.mrg", "--annotator", "ann"], "broken.mrg:1"),
        (["export", "pilto"], "did you mean 'pilot'"),
        (["export", "pilot", "eve"], "nobody called 'eve'; there are ann, bob, zoe"),
        (["key", "pilot", "eve"], "nobody called 'eve'"),
        (["agree", "nothing"], "there is no project 'nothing'"),
    ],
)
def test_what_makes_no_sense_is_one_message(karat, url, pilot, arguments, said):
    """And exit status 2."""
    karat.write("trees.mrg", TREES)
    karat.write("broken.mrg", "(S (NP (NNP Kim)) (VP (VBD slept\n")
    done = karat("annotate", *arguments, "--store", url)
    assert (done.status, done.out) == (2, "")
    assert said in done.err


def test_a_project_is_deleted_when_asked_for(karat, url, pilot):
    """Without --yes it asks; no answer is no."""
    assert karat("annotate", "delete", "pilot", "--store", url).status != 0
    assert "pilot" in karat("annotate", "list", "--store", url).out
    assert karat("annotate", "delete", "pilot", "--yes", "--store", url).status == 0
    assert "pilot" not in karat("annotate", "list", "--store", url).out


def test_a_misspelt_store_is_not_made(karat):
    """Looking for projects where there are none says so, and leaves nothing."""
    done = karat("annotate", "list", "--store", "misspelt.db", "--output", "json")
    assert (done.status, json.loads(done.out)) == (0, [])
    assert "there are no projects yet" in done.err
    for call in (("agree", "p"), ("export", "p"), ("key", "p", "ann"), ("delete", "p", "--yes")):
        done = karat("annotate", *call, "--store", "misspelt.db")
        assert (done.status, "there are no projects yet" in done.err) == (2, True), call
    assert karat.names() == set()


def test_nobody_can_be_asked(karat, url, pilot):
    """Without a terminal nothing is deleted unless --yes says so."""
    done = karat("annotate", "delete", pilot.name, "--store", url)
    assert (done.status, "nobody can be asked here; add --yes" in done.err) == (2, True)
    assert pilot.name in karat("annotate", "list", "--store", url).out
