"""A scheme in a folder of the user's, or of an installed package: every verb works with it."""

import csv
import json
import sys
from io import StringIO
from pathlib import Path

import pytest

from command_line import CommandLine
from contributing import FILES

# The scheme of CONTRIBUTING.md: an option, counts, two measures, one of them no percentage.
JACCARD = FILES["plugins/schemes/jaccard.py"]

# Of NP and X only one can be right; the bracket of nothing does not count.
GOLD = "(S (NP (D the) (N dog)) (VP (V barks)))\n(S (N a))\n"
SYSTEM = "(S (X (D the) (N dog)) (VP (V barks)) (Y (Z)))\n(S (N a))\n"


@pytest.fixture
def plugins(command: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    """A command line with the scheme in a folder of plugins."""
    folder = tmp_path / "plugins" / "schemes"
    folder.mkdir(parents=True)
    folder.joinpath("jaccard.py").write_text(JACCARD, encoding="utf-8")
    monkeypatch.setenv("KARAT_PLUGINS", str(tmp_path / "plugins"))
    command.write("gold.mrg", GOLD)
    command.write("system.mrg", SYSTEM)
    return command


def test_it_is_short() -> None:
    """At most 40 lines, of which none is about anything but this scheme."""
    assert len(JACCARD.splitlines()) <= 40


def test_score_as_a_table(plugins: CommandLine) -> None:
    """S and VP of four brackets match, and S of the second sentence: 3 of 5; X is spurious."""
    done = plugins("score", "gold.mrg", "system.mrg", "--scheme", "jaccard")
    assert done.status == 0, done.err
    head, row = done.out.splitlines()[:2]
    assert head.split() == ["jaccard", "jaccard", "surplus", "scored"]
    assert row.split() == ["system.mrg", "60.00", "0.50", "2/2"]
    loose = plugins("score", "gold.mrg", "system.mrg", "--scheme", "jaccard(labelled=no)")
    assert loose.out.splitlines()[1].split()[1:3] == ["100.00", "0.00"]


def test_score_as_json(plugins: CommandLine) -> None:
    """The mean over sentences is there for the share, and not for the mean."""
    done = plugins("score", "gold.mrg", "system.mrg", "-s", "jaccard", "-o", "json")
    (result,) = json.loads(done.out)["results"]
    assert result["measures"] == {
        "jaccard": 0.6, "surplus": 0.5, "jaccard@sentence": pytest.approx((2 / 4 + 1) / 2),
    }  # fmt: skip
    assert result["counts"]["union"] == 5
    assert result["scheme"] == "jaccard"


@pytest.mark.parametrize("output", ["csv", "latex", "markdown"])
def test_score_in_the_other_outputs(plugins: CommandLine, output: str) -> None:
    """Shares in per cent for people, as they are for programs; the mean as it is in all."""
    done = plugins("score", "gold.mrg", "system.mrg", "-s", "jaccard", "-o", output)
    assert done.status == 0, done.err
    if output == "csv":
        rows = csv.DictReader(StringIO(done.out))
        found = {row["measure"]: float(row["value"]) for row in rows if row["unit"] != "count"}
        assert found == {"jaccard": 0.6, "surplus": 0.5, "jaccard@sentence": 0.75}
    else:
        assert "60.00" in done.out
        assert "0.50" in done.out
        assert "50.00" not in done.out


def test_breakdowns(plugins: CommandLine) -> None:
    """By label and by length, summing to the whole."""
    done = plugins(
        "score", "gold.mrg", "system.mrg", "-s", "jaccard", "--by", "label", "--by", "length",
        "-o", "json",
    )  # fmt: skip
    groups = json.loads(done.out)["results"][0]["groups"]
    assert {key: row["counts"]["gold"] for key, row in groups["label"].items()} == {
        "S": 2, "NP": 1, "VP": 1, "X": 0,
    }  # fmt: skip
    assert groups["length"]["1-10"]["measures"]["jaccard"] == 0.6
    table = plugins("score", "gold.mrg", "system.mrg", "-s", "jaccard", "--by", "label")
    assert "system.mrg by label" in table.out


def test_per_sentence_and_thresholds(plugins: CommandLine) -> None:
    """A row for each sentence with its figure; a gate on either measure, or on the mean."""
    done = plugins("score", "gold.mrg", "system.mrg", "-s", "jaccard", "--per-sentence", "rows.csv")
    assert done.status == 0, done.err
    rows = list(csv.DictReader((plugins.folder / "rows.csv").open(encoding="utf-8")))
    assert [float(row["jaccard"]) for row in rows] == [0.5, 1.0]
    for gate, status in (
        ("jaccard.jaccard=0.6", 0),
        ("jaccard.jaccard=0.61", 1),
        ("jaccard.jaccard@sentence=0.75", 0),
        ("jaccard.surplus=0.51", 1),
    ):
        done = plugins("score", "gold.mrg", "system.mrg", "--fail-under", gate)
        assert done.status == status, gate
    wrong = plugins("score", "gold.mrg", "system.mrg", "--fail-under", "jaccard.surplus@sentence=1")
    assert wrong.status == 2
    assert "no measure of jaccard" in wrong.err


def test_show(plugins: CommandLine) -> None:
    """The trees with what matched, and the sentence's own figure."""
    done = plugins("show", "gold.mrg", "system.mrg", "--scheme", "jaccard", "--why")
    assert done.status == 0, done.err
    assert "jaccard 50.00" in done.out
    assert "- ├─NP" in done.out
    assert "+ ├─X" in done.out
    worst = plugins("show", "gold.mrg", "system.mrg", "--scheme", "jaccard", "--worst", "1")
    assert "sentence 1 " in worst.out


def test_explain(plugins: CommandLine) -> None:
    """Both measures and the mean, from the formula and the counts."""
    done = plugins("explain", "jaccard.jaccard", "gold.mrg", "system.mrg")
    assert done.status == 0, done.err
    text = " ".join(done.out.split())
    assert "jaccard = matched / union = 3 / 5 = 0.600000." in text
    assert "union = 5 all brackets" in text
    done = plugins("explain", "jaccard.surplus", "gold.mrg", "system.mrg")
    assert "surplus = surplus / sentences = 1 / 2 = 0.500000." in " ".join(done.out.split())
    done = plugins("explain", "jaccard.jaccard@sentence", "gold.mrg", "system.mrg")
    assert "0.750000" in done.out


def test_schemes_lists_and_describes_it(plugins: CommandLine) -> None:
    """With its measures, and its option."""
    assert "jaccard" in plugins("schemes").out
    described = plugins("schemes", "jaccard").out
    assert "matched / union" in described
    assert "labelled" in described


def test_from_python(plugins: CommandLine) -> None:
    """A Score like any other, in a notebook too."""
    code = (
        "import karat; s = karat.score(karat.read('gold.mrg'), karat.read('system.mrg'), 'jaccard');"
        "print(s.jaccard, s.surplus, '60.00' in s._repr_html_(), '0.50' in s._repr_html_())"
    )
    done = plugins.run([sys.executable, "-c", code])
    assert done.out.split() == ["0.6", "0.5", "True", "True"], done.err


def test_from_an_installed_package(command: CommandLine, tmp_path: Path) -> None:
    """An entry point names the module; nothing of karat is touched."""
    site = tmp_path / "site"
    info = site / "jaccard_scheme-1.0.dist-info"
    info.mkdir(parents=True)
    site.joinpath("jaccard_scheme.py").write_text(JACCARD, encoding="utf-8")
    info.joinpath("METADATA").write_text(
        "Metadata-Version: 2.1\nName: jaccard-scheme\nVersion: 1.0\n"
    )
    info.joinpath("entry_points.txt").write_text("[karat.schemes]\njaccard = jaccard_scheme\n")
    command.write("gold.mrg", GOLD)
    command.write("system.mrg", SYSTEM)
    done = command(
        "score", "gold.mrg", "system.mrg", "-s", "jaccard", env={"PYTHONPATH": str(site)}
    )
    assert done.status == 0, done.err
    assert "60.00" in done.out


def test_a_plugin_that_is_broken_is_one_message(plugins: CommandLine, tmp_path: Path) -> None:
    """With the file and what is wrong, and no traceback."""
    path = tmp_path / "plugins" / "schemes" / "broken.py"
    path.write_text("import nothing_of_that_name\n", encoding="utf-8")
    done = plugins("score", "gold.mrg", "system.mrg", "-s", "broken")
    assert done.status == 2
    assert "broken.py" in done.err
    assert "nothing_of_that_name" in done.err
