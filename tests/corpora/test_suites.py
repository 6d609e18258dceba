"""The TSNLP, CSLI and MRS suites: items by grade, and link-grammar over all of them."""

import json
import re
import shutil
import time
from pathlib import Path

import pytest

from command_line import CommandLine
from karat import suites

COUNTS = {
    "english": {"yes": 1574, "no": 2775, "2": 105, "3": 158},
    "csli": {"yes": 960, "no": 388},
    "mrs": {"yes": 107},
}
# As measured with Link Grammar 5.12.0 and its dictionary 5.11.0: covered, overgenerated.
COVERED = {"english": (1144, 1017), "csli": (892, 219), "mrs": (104, 0)}


@pytest.mark.parametrize("name", COUNTS)
def test_items_by_grade(name: str, corpora: Path) -> None:
    """As the data's own description counts them."""
    pytest.importorskip("delphin")
    found: dict[str, int] = {}
    for item in suites.load(str(corpora / "suites" / name)).items:
        found[item.judgement] = found.get(item.judgement, 0) + 1
    assert found == COUNTS[name]


def test_phenomena_of_tsnlp(corpora: Path) -> None:
    """Every item has one, from a table of 328."""
    pytest.importorskip("delphin")
    items = suites.load(str(corpora / "suites" / "english")).items
    assert all(item.phenomena for item in items)
    assert len({name for item in items for name in item.phenomena}) <= 328
    assert items[0].phenomena == ("S_Types-Questions-Y/N_questions-Inverted",)


@pytest.mark.skipif(shutil.which("link-parser") is None, reason="no link-parser here")
@pytest.mark.parametrize(
    "name", ["mrs", *(pytest.param(name, marks=pytest.mark.slow) for name in ("csli", "english"))]
)
def test_link_grammar_over_all_items(name: str, corpora: Path, command: CommandLine) -> None:
    """Under a minute; every item has a result, and another run gives the same."""
    suite = corpora / "suites" / name
    begin = time.monotonic()
    arguments = ["suite", "run", suite, "--with", "link-grammar", "-o", "json", "--run"]
    done = command(*arguments, "a.run", timeout=120)
    assert time.monotonic() - begin < 60
    (found,) = json.loads(done.out)["runs"]
    assert found["missing"] == 0
    assert found["counts"]["items"] == sum(COUNTS[name].values())
    assert set(found["failures"].values()) == {0}
    if found["parser"]["version"] == "5.12.0":
        assert (found["counts"]["covered"], found["counts"]["overgenerated"]) == COVERED[name]
    assert command(*arguments, "b.run", timeout=120).status == 0
    done = command("suite", "diff", "a.run", "b.run", "--no-loss")
    assert (done.status, "nothing changed" in done.err) == (0, True)


def test_gum_is_a_suite(corpora: Path) -> None:
    """Items and documents as the files themselves count and name them; gold reads back."""
    folder = corpora / "gum" / "dep"
    text = "".join(path.read_text("utf-8") for path in sorted(folder.glob("*.conllu")))
    items = suites.load(str(folder)).items
    assert [item.id for item in items] == re.findall(r"^# sent_id = (.*)$", text, re.MULTILINE)
    documents = re.findall(r"^# newdoc id = (.*)$", text, re.MULTILINE)
    assert list(dict.fromkeys(item.source for item in items)) == documents
    words = re.findall(r"^\d+\t([^\t]*)", text, re.MULTILINE)
    assert [word for item in items for word in item.sentence.split(" ")] == [
        word.replace(" ", "\u00a0") for word in words
    ]


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("link-parser") is None, reason="no link-parser here")
def test_a_treebank_with_link_grammar(corpora: Path, command: CommandLine) -> None:
    """736 trees of GUM news: every item is judged, and what cannot be compared is counted."""
    gold = corpora / "gum-news" / "gold.mrg"
    done = command(
        "suite", "run", gold, "--with", "link-grammar", "--run", "n.run", "-o", "json",
        "--right", "flat(failed=empty).conformance", timeout=180,
    )  # fmt: skip
    (found,) = json.loads(done.out)["runs"]
    assert found["oracle"]["gold"] == found["counts"]["items"] == 736
    compared = re.findall(r"(\d+) of (\d+) analyses cannot be compared", " ".join(found["notes"]))
    assert {int(every) for _, every in compared} == {found["counts"]["covered"] - _bare(command)}
    done = command("suite", "errors", "n.run", "--rules", "xtag", "--right", "flat(failed=empty).conformance",
                   "-o", "json")  # fmt: skip
    rows = json.loads(done.out)
    assert sum(row["failed"] for row in rows) == 736 - found["counts"]["covered"]
    assert (
        sum(row["wrong"] for row in rows) == found["counts"]["covered"] - found["oracle"]["first"]
    )
    assert len(rows) > 10


def _bare(command: CommandLine) -> int:
    """Items with linkages but without a tree."""
    rows = [json.loads(line) for line in (command.folder / "n.run").open("rb")][1:]
    return sum(row["analyses"] > 0 and not row.get("first") for row in rows)
