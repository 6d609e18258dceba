"""karat show, from the command line to what is on the terminal."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import click.testing
import numpy as np
import pytest

from karat import Bank
from karat.cli import karat
from karat.model.errors import InputError, UsageError
from karat.model.labels import Labels
from karat.model.measure import Measure
from karat.model.outcome import Comparison, Outcome, Stage
from karat.model.scheme import Scheme
from karat.schemes.evalb import Evalb

GOLD = "(S (NP (DT the) (NN dog)) (VP (VBZ barks) (ADVP (RB now))) (. .))"
SYSTEM = "(S (NP (DT the)) (X (NN dog) (VBZ barks)) (ADVP (RB now)) (NP (. .)))"

Show = Callable[..., str]


@pytest.fixture
def show(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Show:
    """Write two files, show them, and return what was printed; errors are raised."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NO_COLOR", raising=False)

    def run(gold: str | bytes, system: str | bytes, *options: str) -> str:
        for name, text in (("gold.mrg", gold), ("system.mrg", system)):
            Path(name).write_bytes(text if isinstance(text, bytes) else text.encode())
        result = click.testing.CliRunner().invoke(
            karat, ["show", "gold.mrg", "system.mrg", *options], catch_exceptions=False
        )
        assert result.exit_code == 0, result.output
        return result.stdout

    return run


def signs(page: str) -> list[str]:
    """The drawn lines that have a sign."""
    return [line for line in page.splitlines() if re.match(r"[-=+x·!] [ │├└A-Z]", line)]


def test_signs(show: Show) -> None:
    """S matches; NP over "the dog" and VP are missed, X crosses both, two NPs are spurious."""
    page = show(GOLD, SYSTEM, "--scheme", "evalb", "--width", "50")
    drawn = page[page.index("gold: ") :].splitlines()
    assert drawn[:15] == [
        "gold: gold.mrg:1",
        "= S",
        "- ├─NP  the/DT dog/NN",
        "- ├─VP  barks/VBZ",
        "= │ └─ADVP  now/RB",
        "  └ ./.",
        "",
        "  system: system.mrg:1",
        "= S",
        "+ ├─NP  the/DT",
        "x ├─X  dog/NN barks/VBZ",
        "= ├─ADVP  now/RB",
        "+ └─NP  ./.",
        "",
        "= matched  - missed: only in gold",
    ]


def test_violated_and_missed(show: Show) -> None:
    """X crosses NP and VP; ADVP is only missed. evalb does not tell the two apart."""
    gold = "(S (NP (DT the) (NN dog)) (VP (VBZ barks) (ADVP (RB very) (RB often))) (. .))"
    system = "(S (NP (DT the)) (X (NN dog) (VBZ barks)) (RB very) (RB often) (. .))"
    page = show(gold, system, "-s", "flat", "--why", "--width", "50")
    assert page[page.index("gold: ") :].splitlines()[:6] == [
        "gold: gold.mrg:1",
        "= S",
        "X ├─NP  the/DT dog/NN",
        "X ├─VP  barks/VBZ",
        "- │ └─ADVP  very/RB often/RB",
        "  └ ./.",
    ]
    assert "1 matched, 4 gold, 3 system, 2 violated, 1 crossing\n" in page
    assert "precision* 33.33\n" in page
    assert "* not meaningful against a flat key" in page
    assert (
        "why, violated:\n  (NP the dog): crossed by (X dog barks)\n"
        "  (VP barks very often): crossed by (X dog barks)\n"
    ) in page
    assert "X violated: missed, and system crosses it" in page
    plain = show(gold, system, "--why", "--width", "50")
    assert "violated" not in plain
    assert "- ├─NP  the/DT dog/NN" in plain


def test_many_brackets_that_cross_one(show: Show) -> None:
    """Three are named and the rest counted."""
    gold = "(S a (NP b c d e f g))"
    system = "(S (X (Y (Z (W a b) c) d) e) f g)"
    page = show(gold, system, "-s", "flat", "--why", "--width", "60")
    line = "(NP b c d e f g): crossed by (X a b c d e), (Y a b c d), (Z a b c), 1 more"
    assert f"  {line}\n" in page


def test_header_and_figures(show: Show) -> None:
    """Two of four gold and five system constituents match."""
    options = "-n", "2", "--width", "72", "--scheme", "evalb"
    page = show("(S (N a))\n" + GOLD, "(S (N a))\n" + SYSTEM, *options)
    lines = page.splitlines()
    assert re.fullmatch("sentence 2  gold.mrg:2  system.mrg:2 ─+", lines[0])
    assert len(lines[0]) == 72
    assert lines[1:5] == [
        "the dog barks now .",
        "",
        "evalb: recall 50.00, precision 40.00, f1 44.44, tagging 100.00",
        "2 matched, 4 gold, 5 system, 1 crossing",
    ]


def test_the_usual_scheme(show: Show) -> None:
    """As in karat score: punctuation is not compared."""
    page = show(GOLD, SYSTEM)
    assert "evalb(params=collins): recall 50.00, precision 50.00" in page
    assert "2 matched, 4 gold, 4 system, 1 crossing" in page


def test_side_by_side(show: Show) -> None:
    """With room for it, what matches is on one line."""
    page = show(GOLD, SYSTEM, "--scheme", "evalb", "--width", "80")
    drawn = [line.split(" ┃ ") for line in page.splitlines() if "┃" in line]
    assert [[left.rstrip(), right] for left, right in drawn] == [
        ["  gold: gold.mrg:1", "  system: system.mrg:1"],
        ["= S", "= S"],
        ["- ├─NP  the/DT dog/NN", "+ ├─NP  the/DT"],
        ["- ├─VP  barks/VBZ", "x ├─X  dog/NN barks/VBZ"],
        ["= │ └─ADVP  now/RB", "= ├─ADVP  now/RB"],
        ["  └ ./.", "+ └─NP  ./."],
    ]
    assert len({line.index("┃") for line in page.splitlines() if "┃" in line}) == 1


def test_wide_characters_keep_the_columns(show: Show) -> None:
    page = show("(S (NP (N 犬)) (V が))", "(S (NP (N 犬)) (V が))", "--width", "80")
    drawn = [line for line in page.splitlines() if "┃" in line]
    assert drawn[1].index("┃") == 39
    assert drawn[2].index("┃") == 38


def test_what_is_not_compared(show: Show) -> None:
    """Deleted words, constituents of nothing else, and deleted labels."""
    gold = "(TOP (S (NP (DT the) (NN dog)) (VP (VBZ barks)) (X (. .))))"
    page = show(gold, gold, "--scheme", "evalb(params=new)", "--width", "40")
    assert signs(page)[:5] == [
        "· TOP",
        "= └─S",
        "=   ├─NP  the/DT dog/NN",
        "=   ├─VP  barks/VBZ",
        "·   └─X  ·./.",
    ]


def test_punctuation_tagged_otherwise_when_mended(show: Show) -> None:
    """With quirks=no the gold tags decide, and the drawing of the system says so."""
    gold, system = "(S (N a) (, ,))", "(S (N a) (N ,))"
    page = show(gold, system, "-s", "evalb(params=new,quirks=no)", "--width", "40")
    assert "= S  a/N ·,/,\n" in page
    assert "= S  a/N ·,/N\n" in page


def test_several_numbers_and_a_range(show: Show) -> None:
    text = "".join(f"(S (N w{i}))\n" for i in range(1, 8))
    page = show(text, text, "-n", "6", "-n", "2-4", "-n", "3")
    assert re.findall(r"^sentence (\d+)", page, re.M) == ["6", "2", "3", "4"]
    assert page.count("= matched") == 1


def test_the_first_sentence_unless_told(show: Show) -> None:
    assert "sentence 1 " in show(GOLD + "\n(S (N a))", SYSTEM + "\n(S (N a))")


def test_worst_first(show: Show) -> None:
    """Sentences with a score, f1 from low to high; the third sentence has none."""
    gold = "(S (N a))\n(S (A (N a) (N b)) (N c))\n(S (N a))\n(S (N x))\n(S (NP (N a)))\n"
    system = "(S (N a))\n(S (N a) (A (N b) (N c)))\n(S (N b))\n(T (N x))\n(S (VP (N a)))\n"
    page = show(gold, system, "--worst", "4")
    assert re.findall(r"^sentence (\d+)", page, re.M) == ["4", "2", "5", "1"]
    page = show(gold, system, "--worst", "9", "-s", "evalb(length=2)")
    assert re.findall(r"^sentence (\d+)", page, re.M) == ["4", "5", "1"]


def test_colours_only_when_asked(show: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\033" not in show(GOLD, SYSTEM)
    assert "\033" not in show(GOLD, SYSTEM, "--color", "never")
    monkeypatch.setenv("NO_COLOR", "1")
    page = show(GOLD, SYSTEM, "--color", "always", "--width", "50")
    assert "\033[32m=\033[0m \033[32mS\033[0m\n" in page
    assert "\033[1;31m-\033[0m" in page
    assert "\033[1;33m+\033[0m" in page
    assert "\033[1;35mx\033[0m" in page
    plain = re.sub(r"\033\[[0-9;]*m", "", page)
    assert plain == show(GOLD, SYSTEM, "--width", "50")


def on_a_terminal(folder: Path, environment: dict[str, str]) -> bytes:
    """What is written when standard output is a terminal."""
    pty = pytest.importorskip("pty")
    (folder / "gold.mrg").write_text(GOLD)
    (folder / "system.mrg").write_text(SYSTEM)
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "karat", "show", "gold.mrg", "system.mrg"]
    env = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "TERM", "COLUMNS")}
    with subprocess.Popen(command, cwd=folder, stdout=theirs, env=env | environment) as process:
        os.close(theirs)
        written = b""
        while True:
            try:
                piece = os.read(ours, 4096)
            except OSError:
                piece = b""
            if not piece:
                break
            written += piece
    os.close(ours)
    assert process.returncode == 0
    return written


@pytest.mark.parametrize(
    ("environment", "coloured"),
    [
        ({"TERM": "xterm"}, True),
        ({"TERM": "xterm", "NO_COLOR": ""}, True),
        ({"TERM": "xterm", "NO_COLOR": "1"}, False),
        ({"TERM": "dumb"}, False),
    ],
)
def test_colours_on_a_terminal(tmp_path: Path, environment: dict[str, str], coloured: bool) -> None:
    assert (b"\033[" in on_a_terminal(tmp_path, environment)) == coloured


def test_missing_parse(show: Show) -> None:
    """A blank line, and a file that ends too early."""
    page = show("(S (N a))\n(S (N b))\n", "\n", "-n", "1-2", "--width", "60")
    assert page.count("no score: no system parse: system.mrg has nothing for it") == 2
    assert page.count("(no tree)") == 2
    assert "gold.mrg:1  system.mrg:1 ─" in page
    assert "gold.mrg:2  system.mrg ─" in page
    assert "= matched" not in page


def test_tree_that_cannot_be_read(show: Show) -> None:
    page = show("(S (N a))\n(S (N b))\n", "(S (N a))\n(S (N b)\n", "-n", "2")
    assert "no score: system tree cannot be read: system.mrg:2:1: this '(' is never closed" in page
    assert "  (S (N b)\n  ^\n" in page
    assert "S  b/N" in page


def test_different_words(show: Show) -> None:
    page = show("(S (N a) (NP (N b) (N c)))", "(S (N a) (NP (N x) (N c)))", "--width", "40")
    assert (
        "no score: different words: word 2 is 'b' and 'x', in gold.mrg:1 and system.mrg:1" in page
    )
    assert "first difference: gold word 2 b/N, system word 2 x/N" in page
    assert signs(page) == ["! └─NP  »b/N« c/N", "! └─NP  »x/N« c/N"]
    assert "! the first word that differs" in page


def test_different_number_of_words(show: Show) -> None:
    page = show("(S (N a) (N b) (N c))", "(S (N a) (N b))", "--width", "40")
    assert "3 in gold.mrg:1, 2 in system.mrg:1" in page
    assert "first difference: gold word 3 c/N, system has no more words" in page
    assert "! S  a/N b/N »c/N«" in page
    assert "  S  a/N b/N\n" in page


def test_a_null_element_is_not_the_difference(show: Show) -> None:
    """What the parameters delete is passed over when looking for the first difference."""
    gold, system = "(S (-NONE- *) (N a) (N b))", "(S (N a) (N x))"
    page = show(gold, system, "-s", "evalb(params=new)", "--width", "40")
    assert "first difference: gold word 3 b/N, system word 2 x/N" in page
    assert "! S  ·*/-NONE- a/N »b/N«" in page
    page = show("(S (N a) (N b))", "(S (N A) (N x))", "-s", "evalb(equal_words=a~A)")
    assert "first difference: gold word 2 b/N, system word 2 x/N" in page


def test_same_words_of_which_one_side_deletes_one(show: Show) -> None:
    page = show("(S (X a) (N b) (. .))", "(S (N a) (N b) (N .))", "-s", "evalb(params=new)")
    assert "first difference: gold word 3 ./. (not compared), system word 3 ./N" in page


def test_nothing_raw_reaches_the_terminal(show: Show) -> None:
    """Not from words, tags or labels, and not from what is said about a failure."""
    text = b"(S\xff (NP (N\x07 a\x1b[31mb) (N caf\xc3\xa9)))\n(S (N \x1b]0;x\x07)\n"
    page = show(text, text.replace(b"caf", b"caf\x9b"), "-n", "1-2")
    assert "\\x1b[31mb/N\\x07" in page
    assert "S\\xff" in page
    assert "café" in page
    assert page.replace("\n", "").isprintable()


def test_a_hundred_thousand_levels(show: Show) -> None:
    size = 100_000
    deep = "(S " * size + "(N a)" + ")" * size
    page = show(deep, deep.replace("S", "T", 5), "--width", "100")
    lines = page.splitlines()
    assert len(lines) < 700
    assert max(map(len, lines)) <= 100
    assert "… over 10000 more lines; use --all" in lines
    assert f"{size - 5} matched, {size} gold, {size} system, 0 crossing" in page


def test_all_of_it(show: Show) -> None:
    """A long sentence is cut, with a note, unless all is wanted."""
    long = "(S " + "(NP (N w)) " * 1000 + ")"
    cut = show(long, long, "--width", "60")
    assert cut.count("├─NP") == 2 * 299
    assert "… 701 more lines; use --all" in cut
    page = show(long, long, "--width", "60", "--all")
    assert page.count("─NP") == 2 * 1000
    assert "--all" not in page


def test_a_very_long_word(show: Show) -> None:
    text = f"(S (N {'w' * 1_000_000}))"
    assert len(show(text, text)) < 5_000
    assert len(show(text, text, "--all")) > 3_000_000


def test_free_layout(show: Show) -> None:
    text = "( (S\n  (N a)))\n\n( (S\n  (N b)))\n"
    page = show(text, text, "-n", "2", "--layout", "free")
    assert "sentence 2  gold.mrg:4  system.mrg:4" in page


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["-n", "3"], "there is no sentence 3: gold.mrg has 2 sentences, counted from 1"),
        (["-n", "0"], "there is no sentence 0"),
        (["-n", "1-999999999999"], "there is no sentence 999999999999"),
        (["-n", "2-1"], "-n 2-1: write a number or a range"),
        (["-n", "one"], "-n one: write a number or a range, as in -n 12 or -n 3-5"),
        (["-n", "1", "--worst", "2"], "either -n or --worst"),
        (["-s", "evlab"], "did you mean 'evalb'"),
        (["-s", "evalb(length=1)", "--worst", "1"], "no sentence of at most 1 words"),
    ],
)
def test_wrong_requests(show: Show, options: list[str], message: str) -> None:
    with pytest.raises(UsageError, match=re.escape(message)):
        show("(S (N a) (N b))\n" * 2, "(S (N a) (N b))\n" * 2, *options)


def test_no_sentence_at_all(show: Show) -> None:
    with pytest.raises(InputError, match=r"gold\.mrg: it has no sentences"):
        show("", GOLD)


def run(folder: Path, *arguments: str, **environment: str) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        [sys.executable, "-m", "karat", "show", *arguments],
        cwd=folder, env=os.environ | environment, capture_output=True, check=False,
    )  # fmt: skip


def test_exit_statuses(tmp_path: Path) -> None:
    (tmp_path / "gold.mrg").write_text(GOLD)
    (tmp_path / "system.mrg").write_text(SYSTEM + "\n" + SYSTEM)
    fine = run(tmp_path, "gold.mrg", "system.mrg")
    assert fine.returncode == 0
    assert b"system.mrg: 2 sentences, but gold.mrg has 1" in fine.stderr
    for wrong in (
        ("gold.mrg", "system.mrg", "-n", "2"),
        ("gold.mrg", "nowhere.mrg"),
        ("gold.mrg", "system.mrg", "--width", "3"),
        ("gold.mrg", "system.mrg", "--color", "pink"),
        ("gold.mrg",),
        ("-", "-"),
    ):
        result = run(tmp_path, *wrong)
        assert result.returncode == 2, wrong
        assert not result.stdout
        assert b"Traceback" not in result.stderr


def test_output_that_is_not_unicode(tmp_path: Path) -> None:
    """Guides and signs have plain stand-ins; other characters are escaped."""
    (tmp_path / "gold.mrg").write_text(GOLD.replace("now", "né"), encoding="utf-8")
    result = run(tmp_path, "gold.mrg", "gold.mrg", PYTHONIOENCODING="ascii", COLUMNS="50")
    assert result.returncode == 0
    assert b"= | `-ADVP  n\\xe9/RB" in result.stdout


def test_a_picture_is_utf8(tmp_path: Path) -> None:
    """It does not say its encoding, so it is this one, whatever that of standard output."""
    (tmp_path / "gold.mrg").write_text(GOLD.replace("now", "né"), encoding="utf-8")
    pictures = [
        run(tmp_path, "gold.mrg", "gold.mrg", "-o", "-", PYTHONIOENCODING=encoding).stdout
        for encoding in ("utf-8", "latin-1", "ascii")
    ]
    assert pictures[0].count("né".encode()) > 0
    assert pictures[1:] == pictures[:1] * 2


def test_help_ends_in_examples() -> None:
    result = click.testing.CliRunner().invoke(karat, ["show", "--help"])
    assert result.exit_code == 0
    assert "karat show gold.mrg system.mrg -n 12" in result.stdout.split("Examples:")[1]


def test_a_scheme_that_knows_less(show: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    """No crossing, no f1, no gold constituents of one word, more hits on one side."""

    @dataclass(frozen=True)
    class Long(Scheme):
        name = "long"
        citation = "none"
        counts = {"gold": "brackets", "system": "brackets", "matched": "brackets"}
        table = ("recall",)

        def comparison(self, labels: Labels) -> Comparison:
            evalb = Evalb().comparison(labels)

            def compare(gold: Bank, system: Bank) -> Outcome:
                found = evalb(gold, system)
                long = found.gold.second - found.gold.first > 1
                return replace(
                    found,
                    gold=found.gold.where(long),
                    gold_hit=found.gold_hit[long],
                    system_crossing=None,
                )

            return compare

        def measures(self) -> tuple[Measure, ...]:
            return (Measure("recall", "matched / gold"),)

    monkeypatch.setattr("karat.schemes.parse", lambda text: Long())
    page = show(GOLD, SYSTEM, "--width", "50", "--worst", "1")
    assert "long: recall 33.33\n1 matched, 3 gold, 5 system\n" in page
    assert signs(page) == [
        "= S",
        "- ├─NP  the/DT dog/NN",
        "- ├─VP  barks/VBZ",
        "· │ └─ADVP  now/RB",
        "= S",
        "+ ├─NP  the/DT",
        "+ ├─X  dog/NN barks/VBZ",
        "= ├─ADVP  now/RB",
        "+ └─NP  ./.",
    ]


def test_a_scheme_with_measures_and_stages_of_its_own(
    show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its measures are shown by their units, the words that its stages leave out are marked."""

    @dataclass(frozen=True)
    class Toy(Scheme):
        name = "toy"
        citation = "none"
        counts = {"gold": "brackets", "system": "brackets", "matched": "brackets"}
        table = ("all",)

        def comparison(self, labels: Labels) -> Comparison:
            evalb = Evalb().comparison(labels)

            def compare(gold: Bank, system: Bank) -> Outcome:
                rows = np.flatnonzero(gold.tag == labels.find(b"DT")).astype(np.int32)
                stage = Stage("gold", "words", gold, rows, "left out, a \x1b determiner")
                return replace(evalb(gold, system), stages=lambda: [stage])

            return compare

        def measures(self) -> tuple[Measure, ...]:
            return (
                Measure("all", "gold + system", unit="count", means=()),
                Measure("jaccard", "matched / (gold + system - matched)"),
                Measure("missed", "gold - matched", unit="mean"),
            )

    monkeypatch.setattr("karat.schemes.parse", lambda text: Toy())
    page = show(GOLD + "\n" + GOLD, GOLD + "\n" + SYSTEM, "--worst", "1", "--why", "--width", "50")
    assert "sentence 2 " in page
    assert "toy: jaccard 28.57, missed 2.00\n2 matched, 4 gold, 5 system\n" in page
    assert "- ├─NP  ·the/DT dog/NN" in page
    assert "why, gold:\n  the/DT: left out, a \\x1b determiner\n" in page
    monkeypatch.setattr(Toy, "measures", lambda self: (Measure("all", "gold", means=()),))
    with pytest.raises(
        UsageError, match="toy has no figure for single sentences; choose them with"
    ):
        show(GOLD, SYSTEM, "--worst", "1")


def test_discontinuous_trees(show: Show) -> None:
    """Words have their positions; one that differs is named by its position in the sentence."""
    gold = "(S (VP (VB 0=is) (JJ 2=rich)) (NP (NN 1=John)))"
    page = show(gold, gold, "-s", "discodop(delete=VP)", "--why", "--width", "50")
    assert "0=is 2=rich 1=John\n" in page
    assert "(VP is rich): left out: its label is deleted, or no word of it is left\n" in page
    page = show(gold, gold.replace("rich", "poor"), "-s", "discodop", "--width", "50")
    assert "first difference: gold word 3 2=rich/JJ, system word 3 2=poor/JJ\n" in page
    assert "! ├─VP  0=is/VB »2=rich/JJ«" in page


def test_why(show: Show) -> None:
    """Which parameter deleted what, on each side, before the trees."""
    page = show(GOLD, SYSTEM, "--why", "--scheme", "evalb(params=new)", "--width", "72")
    lines = page.splitlines()
    at = lines.index("why, gold:")
    assert lines[at : at + 6] == [
        "why, gold:",
        "  ./.: deleted, DELETE_LABEL .",
        "",
        "why, system:",
        "  ./.: deleted, DELETE_LABEL .",
        "  (NP .): deleted, no word of it is left",
    ]
    assert "why" not in show(GOLD, SYSTEM)


def test_why_with_a_view_of_gold(show: Show) -> None:
    """What the view took is said first; the view is what is compared."""
    page = show(
        "(S (NP (NP (DT the) (NN man)) (PP (IN of) (NN law))) (VP (VBD left)))",
        "(S (NP (DT the) (NN man) (PP (IN of) (NN law))) (VBD left))",
        "--gold-view", "flatten", "--scheme", "flat", "--why",
    )  # fmt: skip
    assert "why, gold, flatten:\n  (NP the man): dropped, a projection of the same head" in page
    assert "why, gold:\n  nothing was left out\n" in page
    assert "3 matched, 3 gold, 3 system" in page


def test_views_are_named(show: Show) -> None:
    """Trees that are not as in the files say so, without --why."""
    lines = show(
        GOLD, SYSTEM, "--gold-view", "prune", "--gold-view", "filter(depth=1)"
    ).splitlines()
    assert lines[-1] == "gold is seen through prune, filter(depth=1)"
    lines = show(GOLD, SYSTEM, "--system-view", "prune").splitlines()
    assert lines[-1] == "the systems are seen through prune"
    assert "seen through" not in show(GOLD, SYSTEM)


def test_why_where_nothing_was_left_out(show: Show) -> None:
    """It is said of both sides, for a scheme that deletes nothing and for one that knows no stages."""
    said = "why, gold:\n  nothing was left out\n\nwhy, system:\n  nothing was left out\n"
    assert said in show(GOLD, SYSTEM, "--why", "--scheme", "evalb")
    assert said in show(GOLD, SYSTEM, "--why", "--scheme", "chunks")
