"""Hostile strings in words, labels, tags, lemmas, ids and names are text in whatever is printed."""

import csv
import io
import json
import os
import pty
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from html.parser import HTMLParser

import pytest

import hostile_files
from command_line import CommandLine, Done
from effort import thirds
from hostile_strings import HOSTILE, UNSEEN, in_a_field, in_a_name, in_brackets, shown
from terminals import on_a_terminal

# What a system is called: a name with an equals sign, or none at all, would be read as something else.
NAMES = [in_a_name(text) or "x" for text in HOSTILE.values()]
SCHEMES = {
    "mrg": {"evalb": "f1", "flat": "recall", "parseval": "recall"},
    "conllu": {"deps": "las", "conll18": "LAS"},
    "iob": {"chunks": "f1"},
}
FOR_PEOPLE = ("table", "latex", "markdown", "github", "junit")


@pytest.fixture
def files(command: CommandLine) -> CommandLine:
    """All hostile corpora."""
    hostile_files.write(command.folder, *hostile_files.CORPORA)
    return command


def labels(kind: str) -> set[str]:
    """The strings as a file of this kind has them."""
    return set(map(in_a_field if kind == "conllu" else in_brackets, HOSTILE.values()))


def fine(done: Done, status: int = 0) -> str:
    """The output of a command that ends so and says nothing that is unseen."""
    assert done.status == status, done.err
    for text in (done.out, done.err):
        assert not UNSEEN.search(text), ascii(UNSEEN.search(text))
    return done.out


def test_there_are_enough() -> None:
    """The issue asks for thirty; each is one of a kind, also as a label."""
    assert len(HOSTILE) == len(set(HOSTILE.values())) == len(labels("mrg")) >= 30


@pytest.mark.parametrize("kind", SCHEMES)
def test_words_and_labels_for_people(files: CommandLine, kind: str) -> None:
    """Every table in every layout, every explanation: nothing unseen."""
    gold, *systems = (f"{name}.{kind}" for name in ("gold", "a", "b"))
    for scheme, measure in SCHEMES[kind].items():
        for output in FOR_PEOPLE:
            fine(files("score", gold, *systems, "-s", scheme, "-o", output, "--by", "label"))
            fine(files("compare", gold, *systems, "-s", scheme, "-o", output, "--samples", "20"))
        fine(files("explain", f"{scheme}.{measure}", gold, systems[0]))
    for output in ("table", "latex", "markdown", "json"):
        fine(files("errors", gold, *systems, "-o", output))
        fine(files("agree", gold, *systems, "-o", output))
    # Universal Dependencies allow no space in most columns.
    faulty = 2 if kind == "conllu" else 0
    fine(files("check", gold), faulty)
    fine(files("check", gold, "-o", "json"), faulty)


@pytest.mark.parametrize("kind, scheme", [("iob", "chunks"), ("conllu", "deps")])
def test_every_label_is_in_the_table(files: CommandLine, kind: str, scheme: str) -> None:
    """In its escaped form, in a row of its own."""
    wide = ("-s", scheme, "--by", "label", "--width", "9999")
    out = fine(files("score", f"gold.{kind}", f"a.{kind}", *wide))
    lacking = [one for one in labels(kind) if f"\n{shown(one)} " not in out]
    assert not lacking


@pytest.mark.parametrize("kind, scheme", [("mrg", "evalb"), ("iob", "chunks"), ("conllu", "deps")])
def test_sentences_on_a_terminal(files: CommandLine, kind: str, scheme: str) -> None:
    """Each string is in the picture of its sentence, in its escaped form."""
    which = ("-n", f"1-{len(HOSTILE)}", "-s", scheme, "--all", "--width", "9999")
    out = fine(files("show", f"gold.{kind}", f"a.{kind}", *which))
    lacking = [one for one in labels(kind) if shown(one) not in out]
    assert not lacking


@pytest.mark.parametrize("kind, scheme", [("iob", "chunks"), ("conllu", "deps")])
def test_json_has_the_strings_themselves(files: CommandLine, kind: str, scheme: str) -> None:
    """A program reads what the file has; a person who looks at the JSON sees nothing unseen."""
    arguments = ("-s", scheme, "-o", "json", "--by", "label", "--quiet")
    out = fine(files("score", f"gold.{kind}", f"a.{kind}", *arguments))
    (result,) = json.loads(out)["results"]
    assert labels(kind) - set(result["groups"]["label"]) == {"a\udcff\udcfeb"}
    # JSON is Unicode, so bytes that are not UTF-8 can only be escapes.
    assert r"a\xff\xfeb" in result["groups"]["label"]


def test_csv_has_the_strings_themselves(files: CommandLine) -> None:
    """A label comes back as it was, formulas of spreadsheets too: -LRB- must stay -LRB-."""
    pandas = pytest.importorskip("pandas")
    done = files("score", "gold.conllu", "a.conllu", "-s", "deps", "--by", "label", "-o", "csv")
    assert done.status == 0
    rows = csv.DictReader(io.StringIO(done.out, newline=""))
    found = {row["group"] for row in rows if row["group_kind"] == "label"}
    assert labels("conllu") - found == {"a\udcff\udcfeb"}
    assert {"=cmd|' /C calc'!A0", "@SUM(1+1)*cmd|' /C calc'!A0"} <= found
    frame = pandas.read_csv(io.StringIO(done.out), keep_default_na=False)
    assert found <= set(frame["group"])


def test_csv_on_a_terminal(files: CommandLine) -> None:
    """What is the string itself in a file is an escape where people see it."""
    ours, theirs = pty.openpty()
    arguments = ["score", "gold.mrg", "a.mrg", "-s", "flat", "-o", "csv", "--by", "label"]
    process = subprocess.Popen(
        [sys.executable, "-m", "karat", *arguments],
        cwd=files.folder, stdin=subprocess.DEVNULL, stdout=theirs, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(theirs)
    out = b""
    try:
        while more := os.read(ours, 1 << 16):
            out += more
    except OSError:
        pass  # how a terminal says that the other side is closed
    assert process.wait(timeout=60) == 0
    os.close(ours)
    text = out.decode().replace("\r\n", "\n")
    assert r"\x1b]0;owned\x07" in text
    assert not UNSEEN.search(text)


def test_a_colour_on_a_terminal_is_our_own(command: CommandLine) -> None:
    """One in a file could hide what is printed; a picture has colours, and its words do not."""
    hidden = "\x1b[8mhidden\x1b[0m"
    command.write("words.txt", f"a {hidden} b\n")
    command.write("gold.mrg", f"(S (NP (NN {hidden})) (VP (VB b)))\n")
    command.write("a.mrg", f"(S (NP (NN {hidden}) (VB b)))\n")
    for line in ("parse --with chain words.txt", "convert gold.mrg -", "show gold.mrg a.mrg -n 1"):
        done = on_a_terminal(*line.split(), folder=command.folder, both=True)
        assert done.status == 0
        assert r"\x1b[8mhidden\x1b[0m" in done.sent
        assert "\x1b[8m" not in done.sent
        assert line.startswith("show") == bool(re.search("\x1b\\[3[0-9]m", done.sent))


def scored(files: CommandLine, output: str, *more: str) -> Done:
    """A score of one file under every hostile name."""
    systems = [f"{name}=a.mrg" for name in NAMES]
    return files("score", "--scheme", "evalb", "-o", output, *more, "--", "gold.mrg", *systems)


@pytest.mark.parametrize("output", [*FOR_PEOPLE, "json", "csv"])
def test_names_of_systems(files: CommandLine, output: str) -> None:
    """A name is for people, so it is escaped in every output."""
    out = fine(scored(files, output, "--width", "9999"))
    names = [shown(name) for name in NAMES]
    if output == "json":
        assert [one["system"] for one in json.loads(out)["results"]] == names
    elif output == "csv":
        found = csv.DictReader(io.StringIO(out, newline=""))
        assert list(dict.fromkeys(one["system"] for one in found)) == names
    elif output == "junit":
        cases = ET.fromstring(out).iter("testcase")
        assert [case.get("name") for case in cases] == names
    elif output == "table":
        # In a table, the spaces of a name may be broken, but it was given 9999 columns.
        assert [one for one in names if f"\n{one}  " not in out] == []


def test_nothing_is_a_workflow_command(files: CommandLine) -> None:
    """A log of GitHub Actions has our warnings and no other command, wherever it may begin."""
    summary = files.write("summary.md", "")
    systems = [f"{name}=a.mrg" for name in NAMES]
    arguments = ("score", "-s", "evalb", "-o", "github", "--fail-under", "f1=0.9", "--")
    env = {"GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": str(summary)}
    done = files(*arguments, "gold.mrg", *systems, env=env)
    assert done.status == 1
    lines = [line.strip() for line in re.split("[\r\n]", done.out + done.err)]
    commands = [line for line in lines if line.startswith("::")]
    assert len(commands) == 20
    ours = re.compile(
        "::(error title=karat%3A evalb.f1 >= 0.9|warning file=a.mrg,line=\\d+,title=[^:,]*)::"
    )
    assert [line for line in commands if not ours.match(line)] == []
    assert not any("##[" in line for line in lines if line not in commands)
    assert any(line.startswith(r"\::error file_x,line_1::owned") for line in lines)
    assert not UNSEEN.search(summary.read_text())


class Tags(HTMLParser):
    """The tags and the text of cells of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.cells: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        if tag in ("td", "th"):
            self.cells.append("")

    def handle_data(self, data: str) -> None:
        if self.cells:
            self.cells[-1] += data


def test_markdown_makes_nothing_of_a_name(files: CommandLine) -> None:
    """A converter of Markdown finds the table, the list below it, and in each cell the name as text."""
    markdown = pytest.importorskip("markdown")
    out = fine(scored(files, "markdown"))
    page = Tags(markdown.markdown(out, extensions=["tables", "fenced_code", "sane_lists"]))
    assert page.tags <= {"table", "thead", "tbody", "tr", "th", "td", "ul", "li", "p", "strong"}
    cells = {re.sub(" +", " ", cell).strip() for cell in page.cells}
    lacking = [name for name in map(shown, NAMES) if re.sub(" +", " ", name).strip() not in cells]
    assert not lacking


def test_a_line_end_in_the_name_of_a_file(files: CommandLine) -> None:
    """It cannot pass for a line of ours, in no message and no result."""
    odd = hostile_files.named(files.folder, "gold.mrg", "command in lines")
    said = r"./x\n::add-mask::owned.mrg"
    assert files("check", odd).out.startswith(f"{said}: ")
    assert files("check", odd, "--lenient").out.startswith(f"{said}: ")
    assert files("score", odd + "x", "a.mrg").err == f"karat: {said}x: there is no such file\n"
    assert files("score", "gold.mrg", f"y={odd}x").err == f"karat: {said}x: there is no such file\n"
    assert "add-mask" in files("explain", "evalb.f1", odd, "a.mrg").out
    for done in (files("score", "gold.mrg", odd), files("show", odd, "a.mrg", "-n", "1")):
        assert "\n::" not in fine(done)


@pytest.mark.parametrize("key", thirds(HOSTILE))
def test_names_of_files(files: CommandLine, key: str) -> None:
    """Found, scored, and shown under their names; a file that is missing is named in one line."""
    gold = hostile_files.named(files.folder, "gold.mrg", key)
    out = fine(files("score", gold, "a.mrg", gold, "--width", "9999"))
    assert f"\n{shown(gold[2:])} " in out
    done = files("score", "a.mrg", gold.removesuffix(".mrg") + ".none")
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert not UNSEEN.search(done.err)


@pytest.mark.parametrize("kind", ["csv", "tsv", "jsonl"])
def test_rows_of_sentences(files: CommandLine, kind: str) -> None:
    """The file of every sentence is UTF-8, has the names, and can be a baseline again."""
    saved = f"rows.{kind}"
    fine(scored(files, "table", "--per-sentence", saved))
    text = (files.folder / saved).read_text(encoding="utf-8")
    assert not UNSEEN.search(text.replace("\t", " "))
    if kind == "jsonl":
        found = [json.loads(line)["system"] for line in text.splitlines()]
    else:
        table = csv.DictReader(io.StringIO(text), delimiter="\t" if kind == "tsv" else ",")
        found = [row["system"] for row in table]
    assert list(dict.fromkeys(found)) == list(map(shown, NAMES))


def test_options_are_shown_as_text(files: CommandLine) -> None:
    """What is wrong with an option is said without obeying it."""
    odd = HOSTILE["title"] + HOSTILE["override"]
    for wrong in (
        ["-s", odd],
        ["-o", odd],
        ["--fail-under", odd],
        ["--format", odd],
        ["--measures", odd],
    ):
        done = files("score", "gold.mrg", "a.mrg", *wrong)
        assert (done.status, done.out) == (2, "")
        assert r"\x1b]0;owned\x07" in done.err
        assert not UNSEEN.search(done.err)


PAGE = r"\documentclass{article}\usepackage{booktabs}\begin{document}%s\end{document}"


@pytest.mark.skipif(not shutil.which("pdflatex"), reason="there is no pdflatex to compile with")
def test_latex_prints_the_strings(files: CommandLine) -> None:
    """All whose characters pdflatex has, as names and as labels; nothing is read, written or run."""
    latin = [text for text in HOSTILE.values() if max(map(ord, shown(text))) < 0x180]
    assert len(latin) >= len(HOSTILE) - 2
    command = ("score", "-s", "evalb", "-o", "latex", "--")
    names = fine(files(*command, "gold.mrg", *(f"{in_a_name(text)}=a.mrg" for text in latin)))
    rows = ((f"1\tx\tx\tX\tX\t_\t0\t{in_a_field(text)}\t_\t_\n\n") for text in latin)
    files.write("labels.conllu", "".join(rows).encode("utf-8", "surrogateescape"))
    by_label = ("-s", "deps", "--by", "label", "-o", "latex")
    labels = fine(files("score", "labels.conllu", "labels.conllu", *by_label))
    files.write("page.tex", PAGE % (names + "\n\n" + labels))
    done = files.run(["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "page.tex"])
    assert done.status == 0, done.out[-2000:]
    assert "Missing character" not in done.out
    assert "runsystem" not in done.out
