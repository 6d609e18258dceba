"""karat score, run as people run it."""

import csv
import gzip
import io
import json
import math
import os
import threading
from collections.abc import Callable
from typing import Any

import pytest

from command_line import CommandLine

GOLD = "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))\n(S (N a))\n(S (A (N b)) (N c))\n"
# The first parse has one bracket of three right, the second is missing, the third is right.
SYSTEM = "(S (NP (DT the)) (VP (NN dog) (VBZ barks)))\n\n(S (A (N b)) (N c))\n"


@pytest.fixture
def files(command: CommandLine) -> CommandLine:
    """A folder with gold.mrg and system.mrg."""
    command.write("gold.mrg", GOLD)
    command.write("system.mrg", SYSTEM)
    return command


def results(files: CommandLine, *arguments: str) -> list[dict[str, Any]]:
    """The results of a run that prints JSON."""
    done = files("score", *arguments, "--output", "json")
    assert done.status == 0, done.err
    found: list[dict[str, Any]] = json.loads(done.out)["results"]
    return found


def test_the_table_for_people(files: CommandLine) -> None:
    """Per cent, over the two sentences that have a parse: 3 of 5 brackets; what failed and why."""
    done = files("score", "gold.mrg", "system.mrg", "--width", "100")
    assert done.status == 0
    head, row = done.out.splitlines()[2:4]
    assert head.split()[:4] == ["evalb(params=collins)", "recall", "precision", "f1"]
    assert row.split()[:4] == ["system.mrg", "60.00", "60.00", "60.00"]
    assert row.split()[-1] == "2/3"
    assert "sentence 2: no system parse" in done.out
    assert "with failed=empty: recall 50.00" in done.out
    assert "signature system.mrg: evalb(params=collins)|failed:drop|gold:" in done.out


def test_json_has_the_keys_that_programs_rely_on(files: CommandLine) -> None:
    """Names, nesting and unrounded fractions as the design fixes them."""
    done = files("score", "gold.mrg", "system.mrg", "--output", "json")
    document = json.loads(done.out)
    assert set(document) == {"karat", "gold", "results"}
    assert set(document["gold"]) == {"path", "sha256", "sentences"}
    assert (document["gold"]["path"], document["gold"]["sentences"]) == ("gold.mrg", 3)
    assert len(document["gold"]["sha256"]) == 64
    (result,) = document["results"]
    assert {"system", "scheme", "signature", "measures", "counts", "sentences"} <= set(result)
    assert "groups" not in result
    assert (result["system"], result["scheme"]) == ("system.mrg", "evalb(params=collins)")
    assert result["sentences"] == {"total": 3, "scored": 2, "failed": 1}
    counts = result["counts"]
    assert (counts["gold"], counts["system"], counts["matched"]) == (5, 5, 3)
    assert counts["crossing"] == 1
    measures = result["measures"]
    assert measures["recall"] == 3 / 5
    assert measures["recall@sentence"] == pytest.approx((1 / 3 + 1) / 2)
    assert {"recall", "precision", "f1", "exact", "crossing", "tagging"} <= set(measures)
    assert measures["exact"] == 1 / 2


def test_undefined_is_null_in_json(files: CommandLine) -> None:
    """And the JSON is strict: no NaN in it."""
    files.write("none.mrg", "\n\n\n")
    done = files("score", "gold.mrg", "none.mrg", "--output", "json")

    def refuse(constant: str) -> None:
        raise AssertionError(constant)

    (result,) = json.loads(done.out, parse_constant=refuse)["results"]
    assert result["measures"]["recall"] is None
    assert result["counts"]["gold"] == 0


def test_groups_on_request(files: CommandLine) -> None:
    """By label and by length, with measures and counts."""
    (result,) = results(files, "gold.mrg", "system.mrg", "--by", "label", "--by", "length")
    groups = result["groups"]
    assert set(groups) == {"label", "length"}
    assert set(groups["label"]) == {"S", "NP", "VP", "A"}
    assert groups["label"]["NP"]["counts"]["gold"] == 1
    assert groups["label"]["NP"]["measures"]["recall"] == 0
    assert groups["label"]["S"]["measures"]["f1"] == 1
    assert sum(row["counts"]["gold"] for row in groups["label"].values()) == 5
    assert groups["length"]["1-10"]["counts"]["gold"] == 5


def test_csv_is_unrounded_and_undefined_is_empty(files: CommandLine) -> None:
    """One row for each figure and count of a system."""
    files.write("none.mrg", "\n\n\n")
    done = files("score", "gold.mrg", "system.mrg", "none.mrg", "--output", "csv")
    rows = csv.DictReader(io.StringIO(done.out))
    found = {(row["system"], row["measure"]): row["value"] for row in rows}
    assert float(found["system.mrg", "recall"]) == 3 / 5
    assert float(found["system.mrg", "recall@sentence"]) == pytest.approx(2 / 3)
    assert found["none.mrg", "recall"] == ""
    sentences = [
        found["none.mrg", f"sentences_{one}_count"] for one in ("total", "scored", "failed")
    ]
    assert sentences == ["3.0", "0.0", "3.0"]


def test_no_two_columns_have_the_same_name(files: CommandLine) -> None:
    """In CSV or in rows: else the count ``system`` hides the system's name, or the reverse."""
    arguments = ["score", "gold.mrg", "system.mrg", "--output", "csv", "--per-sentence", "rows.csv"]
    done = files(*arguments)
    for text in (done.out, (files.folder / "rows.csv").read_text()):
        head = next(csv.reader(io.StringIO(text)))
        assert sorted(head) == sorted(set(head))


def test_markdown(files: CommandLine) -> None:
    """A head, a rule and a row, all with as many cells; a bar in a name is escaped."""
    files.write("a|b.mrg", SYSTEM)
    done = files("score", "gold.mrg", "a|b.mrg", "--output", "markdown")
    lines = [line for line in done.out.splitlines() if line.startswith("|")]
    assert len(lines) == 3
    assert all(line.endswith("|") for line in lines)
    cells = [line.replace("\\|", "").count("|") for line in lines]
    assert len(set(cells)) == 1
    assert set(lines[1]) <= set("|-: ")
    assert "a\\|b.mrg" in lines[2]
    assert " 60.00 " in lines[2]


def test_latex(files: CommandLine) -> None:
    """A tabular whose rows have as many cells as it has columns; special characters escaped."""
    files.write("my_50%.mrg", SYSTEM)
    done = files("score", "gold.mrg", "my_50%.mrg", "--output", "latex")
    lines = done.out.splitlines()
    begin = next(line for line in lines if line.startswith(r"\begin{tabular}"))
    columns = begin.removeprefix(r"\begin{tabular}{@{}").removesuffix("@{}}")
    rows = [line for line in lines if line.endswith(r"\\")]
    assert all(line.count(" & ") == len(columns) - 1 for line in rows)
    assert r"my\_50\%.mrg" in rows[0]
    assert [row.split(" & ")[0] for row in rows[:3]] == ["system", "recall", "precision"]


@pytest.mark.parametrize("output", ["json", "csv"])
def test_remarks_do_not_mix_with_output_for_programs(files: CommandLine, output: str) -> None:
    """They go to standard error."""
    done = files("score", "gold.mrg", "system.mrg", "--output", output)
    assert "no system parse" in done.err
    assert "signature system.mrg" in done.err
    assert "signature system.mrg" not in done.out


def test_digits(files: CommandLine) -> None:
    """As many as wanted, in the table for people only."""
    done = files("score", "gold.mrg", "system.mrg", "--digits", "4")
    assert "60.0000" in done.out


def test_several_systems_and_schemes(files: CommandLine) -> None:
    """Every pair has its result, systems first."""
    files.write("better.mrg", GOLD)
    found = results(
        files, "gold.mrg", "system.mrg", "better.mrg", "-s", "evalb", "-s", "evalb(failed=empty)"
    )
    assert [(one["system"], one["scheme"], one["measures"]["recall"]) for one in found] == [
        ("system.mrg", "evalb", 3 / 5),
        ("system.mrg", "evalb(failed=empty)", 3 / 6),
        ("better.mrg", "evalb", 1),
        ("better.mrg", "evalb(failed=empty)", 1),
    ]
    table = files(
        "score", "gold.mrg", "system.mrg", "better.mrg", "-s", "evalb", "-s", "evalb(labelled=no)"
    )
    assert table.out.count("better.mrg  ") == 2
    assert "evalb(labelled=no)" in table.out


def test_the_same_scheme_twice_is_scored_once(files: CommandLine) -> None:
    """However it is written."""
    found = results(files, "gold.mrg", "system.mrg", "-s", "evalb", "-s", "evalb(failed=drop)")
    assert [one["scheme"] for one in found] == ["evalb"]


def test_standard_input(files: CommandLine) -> None:
    """For the system or for gold, compressed or not, but not for both."""
    done = files("score", "gold.mrg", "-", "--output", "json", stdin=SYSTEM)
    assert json.loads(done.out)["results"][0]["counts"]["matched"] == 3
    packed = gzip.compress(GOLD.encode())
    done = files("score", "-", "system.mrg", "--output", "json", stdin=packed)
    assert json.loads(done.out)["results"][0]["counts"]["matched"] == 3
    both = files("score", "-", "-", stdin=GOLD)
    assert both.status == 2
    assert "standard input" in both.err


def test_gold_from_a_pipe_is_read_whole(files: CommandLine) -> None:
    """Looking for the usual scheme loses nothing of a pipe; 200 kB are more than are looked at."""
    many = 200_000 // len(GOLD)
    files.write("many.mrg", GOLD * many)
    files.write("theirs.mrg", SYSTEM * many)
    pipe = files.folder / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=((GOLD * many).encode(),))
    writer.start()
    done = files("score", "pipe", "theirs.mrg", "--output", "json")
    writer.join()
    whole = results(files, "many.mrg", "theirs.mrg")
    assert json.loads(done.out)["results"][0]["counts"] == whole[0]["counts"]
    assert whole[0]["sentences"]["total"] == many * GOLD.count("\n")


@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
@pytest.mark.parametrize("named", [False, True], ids=["standard input", "pipe"])
def test_gold_from_a_pipe_has_its_usual_scheme(
    files: CommandLine, named: bool, pack: Callable[[bytes], bytes]
) -> None:
    """The one that its format has in a file, and the same figures; 200 kB are more than are looked at."""
    rows = "1\tit\t_\tPRON\t_\t_\t2\tnsubj\t_\t_\n2\tran\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n"
    files.write("gold.conllu", gold := rows * 3000)
    files.write("system.conllu", rows.replace("nsubj", "obj") * 3000)
    path, stdin = "-", pack(gold.encode())
    if named:
        os.mkfifo(files.folder / (path := "pipe"))
        threading.Thread(target=(files.folder / path).write_bytes, args=(stdin,)).start()
        stdin = b""
    done = files("score", path, "system.conllu", "--output", "json", stdin=stdin)
    assert done.status == 0, done.err
    (found,), (usual,) = (
        json.loads(done.out)["results"],
        results(files, "gold.conllu", "system.conllu"),
    )
    assert found["scheme"] == "conll18"
    assert found == usual


def test_missing_sentences_are_counted(files: CommandLine) -> None:
    """A system that stops early has no parse for the rest."""
    files.write("short.mrg", GOLD.split("\n")[0] + "\n")
    (result,) = results(files, "gold.mrg", "short.mrg")
    assert result["sentences"] == {"total": 3, "scored": 1, "failed": 2}
    assert result["reasons"] == {"no system parse": 2}


def test_a_system_without_any_sentence(files: CommandLine) -> None:
    """Blank lines are a system that parsed nothing."""
    files.write("nothing.mrg", "\n\n")
    (result,) = results(files, "gold.mrg", "nothing.mrg", "-s", "evalb(failed=empty)")
    assert result["sentences"] == {"total": 3, "scored": 0, "failed": 3}
    assert result["measures"]["recall"] == 0


def test_a_system_that_ends_blocks_before_gold(files: CommandLine) -> None:
    """Gold of several blocks, a system of one sentence."""
    lines = 150_000
    files.write("large.mrg", "(S (NP (N a)) (VP (V b)))\n" * lines)
    files.write("short.mrg", "(S (NP (N a)) (VP (V b)))\n")
    (result,) = results(files, "large.mrg", "short.mrg")
    assert result["sentences"] == {"total": lines, "scored": 1, "failed": lines - 1}


def test_extra_sentences_are_an_error(files: CommandLine) -> None:
    """Both numbers are given, and a hint at the layout."""
    files.write("long.mrg", SYSTEM + "(S (N z))\n")
    done = files("score", "gold.mrg", "long.mrg")
    assert done.status == 2
    assert "long.mrg: 4 sentences, but gold.mrg has 3" in done.err
    assert "--layout" in done.err
    assert done.out == ""


def test_failed_abort(files: CommandLine) -> None:
    """Status 2, the sentence, the reason, what to type."""
    done = files("score", "gold.mrg", "system.mrg", "-s", "evalb(failed=abort)")
    assert done.status == 2
    assert "sentence 2: no system parse" in done.err
    assert "failed=drop" in done.err


def test_places_of_faults(files: CommandLine) -> None:
    """File, line, column, the text with a caret below it, and advice."""
    files.write(
        "broken.mrg", "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))\n(S (N a)\n(S (A (N b)) (N c))\n"
    )
    done = files("score", "gold.mrg", "broken.mrg")
    assert done.status == 0
    assert "broken.mrg:2:1: this '(' is never closed" in done.out
    lines = done.out.splitlines()
    at = next(i for i, line in enumerate(lines) if "broken.mrg:2:1" in line)
    assert lines[at + 1].strip() == "(S (N a)"
    assert lines[at + 2].strip() == "^"
    assert lines[at + 1].index("(") == lines[at + 2].index("^")
    assert "close it" in lines[at + 3]


def test_different_words_name_both_places(files: CommandLine) -> None:
    """So one can look at both lines."""
    files.write("other.mrg", SYSTEM.replace("(N c)", "(N d)"))
    done = files("score", "gold.mrg", "other.mrg")
    assert (
        "sentence 3: different words: word 2 is 'c' and 'd', in gold.mrg:3 and other.mrg:3"
        in done.out
    )


@pytest.mark.parametrize(
    ("figure", "status"),
    [
        # 3 of 6 and 3 of 5 brackets when the sentence without a score counts, 3 of 5 twice without.
        ("evalb.f1=0.545", 0),
        ("evalb.f1=0.546", 1),
        ("evalb.f1=0.6", 1),
        ("evalb.recall@sentence=0.44", 0),
        ("evalb.recall@sentence=0.6", 1),
        ("evalb(failed=empty).recall=0.51", 1),
        ("evalb(failed=empty).recall=0.5", 0),
    ],
)
def test_fail_under(files: CommandLine, figure: str, status: int) -> None:
    """Status 1 when a figure is below its threshold, and the message says by what."""
    done = files("score", "gold.mrg", "system.mrg", "--fail-under", figure)
    assert done.status == status
    assert ("under" in done.err) == bool(status)
    assert "60.00" in done.out
    if status:
        assert figure.rpartition("=")[0] in done.err
        assert "system.mrg is" in done.err
        assert ", counting 1 sentence without a score, under" in done.err


def test_a_parser_does_not_pass_by_failing(files: CommandLine) -> None:
    """Gold in another order: one sentence of three has a score, and it is perfect."""
    files.write("wrong.mrg", "".join(reversed(GOLD.splitlines(keepends=True))))
    gate = ("score", "gold.mrg", "wrong.mrg", "--fail-under")
    done = files(*gate, "evalb.f1=0.9")
    assert done.status == 1
    assert "100.00" in done.out
    # Of the six brackets of gold the one that is found; none of the system's counts against it.
    assert "evalb.f1 of wrong.mrg is 0.2857, counting 2 sentences without a score" in done.err
    precise = files(*gate, "evalb.precision=0.9")
    assert precise.status == 0
    assert "evalb.precision of wrong.mrg does not depend on 2 sentences" in precise.err


@pytest.mark.parametrize(("share", "status"), [("0.5", 0), ("0.67", 1), ("1", 1), ("2", 2)])
def test_min_scored(files: CommandLine, share: str, status: int) -> None:
    """Two of three sentences have a score."""
    done = files("score", "gold.mrg", "system.mrg", "--min-scored", share)
    assert done.status == status
    if status == 1:
        assert f"scored 2 of 3 sentences of system.mrg, a share under {share}" in done.err


def test_fail_under_names_the_scheme(command: CommandLine) -> None:
    """Without --scheme only its scheme runs: evalb could not compare dependencies."""
    command.write("gold.mrg", "(S (NP (NNS dogs)) (VP (VBP bark)))\n")
    command.write(
        "system.conllu",
        "1\tdogs\t_\tNOUN\tNNS\t_\t2\tnsubj\t_\t_\n2\tbark\t_\tVERB\tVBP\t_\t0\troot\t_\t_\n\n",
    )
    done = command("score", "gold.mrg", "system.conllu", "--fail-under", "deps.uas=1")
    assert (done.status, "evalb" in done.out) == (0, False), done.err
    assert command("score", "gold.mrg", "system.conllu").status == 2


def test_fail_under_of_any_system(files: CommandLine) -> None:
    """One system that is good enough does not save another; an undefined figure is not enough."""
    files.write("none.mrg", "\n\n\n")
    done = files("score", "gold.mrg", "gold.mrg", "none.mrg", "--fail-under", "evalb.f1=0.5")
    assert done.status == 1
    assert "none.mrg" in done.err
    assert "of gold.mrg" not in done.err


@pytest.mark.parametrize(
    "figure", ["evalb.f1", "evalb=0.5", "evalb.f1=high", "evalb.f9=0.5", "flop.f1=0.5", "0.5", ""]
)
def test_fail_under_that_makes_no_sense(files: CommandLine, figure: str) -> None:
    """Status 2 before anything is scored."""
    done = files("score", "gold.mrg", "system.mrg", "--fail-under", figure)
    assert done.status == 2
    assert done.out == ""
    assert done.err.startswith("karat: ")


def rows_of(files: CommandLine, name: str) -> list[dict[str, Any]]:
    """A file of rows, numbers as numbers, undefined as None."""
    text = (files.folder / name).read_text(encoding="utf-8")
    if name.endswith(".jsonl"):
        return [json.loads(line) for line in text.splitlines()]
    delimiter = "\t" if name.endswith(".tsv") else ","
    found = []
    for row in csv.DictReader(io.StringIO(text), delimiter=delimiter):
        plain: dict[str, Any] = dict(row)
        for key, value in row.items():
            if key not in ("system", "scheme", "status", "signature"):
                plain[key] = float(value) if value else None
        assert plain["system"].endswith(".mrg")
        found.append(plain)
    return found


@pytest.mark.parametrize("name", ["rows.csv", "rows.tsv", "rows.jsonl"])
def test_per_sentence_rows_add_up(files: CommandLine, name: str) -> None:
    """To the totals, for every system and scheme: with drop the scored ones, with empty all."""
    files.write("better.mrg", GOLD)
    schemes = ["-s", "evalb", "-s", "evalb(failed=empty)"]
    arguments = ["gold.mrg", "system.mrg", "better.mrg", *schemes, "--per-sentence", name]
    found = results(files, *arguments)
    rows = rows_of(files, name)
    assert len(rows) == 2 * 2 * 3
    for result in found:
        mine = [
            row
            for row in rows
            if (row["system"], row["scheme"]) == (result["system"], result["scheme"])
        ]
        assert [row["sentence"] for row in mine] == [1, 2, 3]
        assert [row["length"] for row in mine] == [3, 1, 2]
        counted = (
            mine if "empty" in result["scheme"] else [row for row in mine if not row["status"]]
        )
        for count, total in result["counts"].items():
            if count != "system":
                assert sum(row[count] for row in counted) == total, count
        values = [row["recall"] for row in counted if row["recall"] is not None]
        assert math.fsum(values) / len(values) == pytest.approx(
            result["measures"]["recall@sentence"]
        )


def test_per_sentence_says_why(files: CommandLine) -> None:
    """The status of a failed sentence is its reason."""
    results(files, "gold.mrg", "system.mrg", "--per-sentence", "rows.csv")
    rows = rows_of(files, "rows.csv")
    assert [row["status"] for row in rows] == ["", "no system parse", ""]
    assert rows[0]["matched"] == 1


def test_per_sentence_of_another_kind_is_refused(files: CommandLine) -> None:
    """The kinds there are are listed, and nothing is written."""
    before = files.names()
    done = files("score", "gold.mrg", "system.mrg", "--per-sentence", "rows.xlsx")
    assert done.status == 2
    assert ".csv, .tsv, .jsonl" in done.err
    assert files.names() == before


@pytest.mark.parametrize(
    "arguments",
    [
        ["gold.mrg", "absent.mrg"],
        ["gold.mrg", "long.mrg"],
        ["gold.mrg", "system.mrg", "-s", "evalb(failed=abort)"],
        ["gold.mrg", "system.mrg", "-s", "evalb(params=absent)"],
        ["x" * 5000, "system.mrg"],
        ["gold.mrg", "x" * 5000],
    ],
)
def test_a_failed_run_leaves_nothing_behind(files: CommandLine, arguments: list[str]) -> None:
    """No half-written rows, no temporary file; rows of an earlier run stay as they were."""
    files.write("long.mrg", SYSTEM + "(S (N z))\n")
    files.write("rows.csv", "earlier")
    before = files.names()
    done = files("score", *arguments, "--per-sentence", "rows.csv")
    assert done.status == 2
    assert files.names() == before
    assert (files.folder / "rows.csv").read_text() == "earlier"


def test_per_sentence_does_not_replace_what_is_scored(files: CommandLine) -> None:
    trees = (files.folder / "gold.mrg").read_bytes()
    files.write("gold.csv", trees)
    done = files("score", "gold.csv", "system.mrg", "--per-sentence", "./gold.csv")
    assert (done.status, done.out) == (2, "")
    assert "--per-sentence would replace gold.csv" in done.err
    assert (files.folder / "gold.csv").read_bytes() == trees


def test_per_sentence_where_nothing_can_be_written(files: CommandLine) -> None:
    """A folder that is not there, or a folder in the file's place: status 2, the name, no trace."""
    (files.folder / "taken.csv").mkdir()
    before = files.names()
    for name in ("absent/rows.csv", "taken.csv"):
        done = files("score", "gold.mrg", "system.mrg", "--per-sentence", name)
        assert done.status == 2
        assert name in done.err
    assert files.names() == before


def test_layout_and_format(files: CommandLine) -> None:
    """Given, they override what the files look like."""
    files.write("pretty.mrg", GOLD.replace(" (NP", "\n  (NP").replace(" (NN", "\n (NN"))
    (told,) = results(files, "gold.mrg", "pretty.mrg")
    assert told["measures"]["f1"] == 1
    (free,) = results(files, "pretty.mrg", "gold.mrg", "--layout", "free", "--format", "brackets")
    assert free["measures"]["f1"] == 1
    lines = files("score", "gold.mrg", "pretty.mrg", "--layout", "lines")
    assert lines.status == 2


@pytest.mark.parametrize("threads", ["1", "2", "5"])
def test_threads_do_not_change_anything(files: CommandLine, threads: str) -> None:
    """The JSON is the same to the byte."""
    gold = "".join(f"(S (NP (N a{i})) (VP (V b) (X{i % 50} (N c))))\n" for i in range(90_000))
    files.write("large.mrg", gold)
    files.write("other.mrg", gold.replace("(NP (N a7", "(NX (N a7").replace("(N a11", "(N x11"))
    arguments = ["score", "large.mrg", "other.mrg", "--output", "json", "--by", "label"]
    one = files(*arguments, "--threads", "1")
    many = files(*arguments, "--threads", threads)
    assert one.status == 0
    assert one.out == many.out
    assert one.err == many.err


def test_a_name_that_is_no_text(files: CommandLine) -> None:
    """A file name may hold any bytes; the report shows them somehow."""
    name = b"\xff.mrg".decode("utf-8", "surrogateescape")
    try:
        (files.folder / name).write_text(SYSTEM)
    except OSError:
        pytest.skip("this file system has text for names")
    for output in ("table", "json", "csv"):
        env = {"PYTHONIOENCODING": "utf-8:strict"}
        done = files("score", "gold.mrg", name, "--output", output, env=env)
        assert done.status == 0
        assert "mrg" in done.out


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1"])
def test_terminals_that_know_few_letters(files: CommandLine, encoding: str) -> None:
    """Dashes, dots and arrows that cannot be printed are no reason to crash."""
    files.write("none.mrg", "\n\n\n")
    files.write("tagged.mrg", GOLD.replace("(NP ", "(NP-SBJ ").replace("dog", "dög"))
    for arguments in (
        ["score", "gold.mrg", "none.mrg"],
        ["score", "tagged.mrg", "none.mrg", "--output", "json"],
        ["explain", "evalb.f1", "tagged.mrg", "tagged.mrg"],
    ):
        done = files(*arguments, env={"PYTHONIOENCODING": encoding})
        assert done.status == 0
        assert done.out


def test_parses_of_1991(command: CommandLine) -> None:
    """Where labels stand is told by content, or given for all files."""
    command.write("gold", "(S (N' (N |D'Albert|)) (V' (V sees) (N' (N Tom))))\n")
    command.write("system", "((((|D'Albert| N) N') (sees V) S) (Tom N) S)\n")
    done = command("score", "gold", "system", "--scheme", "parseval", "-o", "json")
    assert done.status == 0
    assert "system: read with labels=right" in done.err
    assert json.loads(done.out)["results"][0]["counts"]["crossing_pairs"] == 1
    assert command("score", "gold", "gold", "--labels", "left").err == ""


@pytest.mark.parametrize(
    ("text", "scheme"),
    [
        ("(S (N a))\n", "evalb(params=collins)"),
        ("1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n\n", "conll18"),
        ("a DT B-NP\nb NN I-NP\n. . O\n\n", "chunks"),
        ("ncsubj(bark, dog, _)\n", "gr"),
    ],
)
def test_the_usual_scheme_is_that_of_golds_format(
    command: CommandLine, text: str, scheme: str
) -> None:
    """Nobody has to name it."""
    command.write("gold", text)
    done = command("score", "gold", "gold", "-o", "json")
    assert json.loads(done.out)["results"][0]["scheme"] == scheme


@pytest.mark.parametrize(
    ("beta", "title", "value"), [("2", "f2", 5 / 12), ("0.5", "f0.5", 1.25 / 4.5)]
)
def test_f_is_called_by_its_beta(command: CommandLine, beta: str, title: str, value: float) -> None:
    """Recall 1/2 and precision 1/4. Tables and CSV rename the column, JSON and figures keep f1."""
    command.write("gold.mrg", "(S (A (N a) (N b)) (N c))\n")
    command.write("system.mrg", "(S (B (N a) (N b)) (C (D (N c))))\n")
    scheme = f"evalb(beta={beta})"
    call = ("score", "gold.mrg", "system.mrg", "-s", scheme, "--by", "label")
    done = command(*call, "--per-sentence", "rows.csv")
    heads = [line.split() for line in done.out.splitlines() if " recall " in line]
    assert len(heads) == 2
    assert all(title in head and "f1" not in head for head in heads)
    rows = list(csv.DictReader(io.StringIO((command.folder / "rows.csv").read_text())))
    assert float(rows[0][title]) == pytest.approx(value)
    for output in ("latex", "markdown", "csv"):
        text = command(*call, "--output", output).out
        assert title in text
        assert "f1" not in text
    rows = csv.DictReader(io.StringIO(command(*call, "--output", "csv").out))
    found = {row["measure"]: row["value"] for row in rows if row["group"] == "all"}
    assert float(found[title]) == float(found[f"{title}@sentence"]) == pytest.approx(value)
    (result,) = json.loads(command(*call, "--output", "json").out)["results"]
    assert result["measures"]["f1"] == pytest.approx(value)
    assert result["titles"] == {"f1": title, "f1@sentence": f"{title}@sentence"}
    assert command(*call, "--fail-under", f"{scheme}.f1=0.9").status == 1
    explained = command("explain", f"{scheme}.f1", "gold.mrg", "system.mrg").out
    assert f" {title} = " in explained
    assert f"{title} {100 * value:.2f}" in command("show", *call[1:5]).out


def test_an_ordinary_f1_has_no_other_title(files: CommandLine) -> None:
    (result,) = results(files, "gold.mrg", "system.mrg")
    assert "titles" not in result


def test_precision_against_a_flat_key_is_marked(files: CommandLine) -> None:
    """In tables for people, in the notes of JSON, and where it is explained; CSV is for programs."""
    call = ("score", "gold.mrg", "system.mrg", "-s", "flat", "--by", "label")
    why = "not meaningful against a flat key"
    for output in ("table", "latex", "markdown"):
        out = files(*call, "--output", output).out.replace("\\*", "*")
        assert "precision*" in out
        assert "f1*" in out  # of the groups
        assert f"* flat: {why}" in out
    assert "precision*" not in files(*call, "--output", "csv").out
    (result,) = results(files, *call[1:])
    assert any(note.startswith(f"precision: {why}") for note in result["notes"])
    assert f"Note: precision is {why}" in " ".join(
        files("explain", "flat.precision", "gold.mrg", "system.mrg").out.split()
    )
    assert why not in files("explain", "flat.recall", "gold.mrg", "system.mrg").out
    assert "precision*" not in files("score", "gold.mrg", "system.mrg").out


def test_conformance_over_the_scored_sentences_alone(files: CommandLine) -> None:
    """Gold has 3, 1 and 2 constituents; one of them, NP, is crossed; the second sentence has no parse."""
    call = ("score", "gold.mrg", "system.mrg", "-s", "flat")
    done = files(*call)
    assert done.out.splitlines()[1].split()[1:3] == ["50.00", "83.33"]
    assert "with failed=drop: recall 60.00, conformance 80.00" in done.out
    (result,) = results(files, *call[1:])
    assert result["measures"]["conformance"] == pytest.approx(5 / 6)
    assert result["policies"]["drop"]["conformance"] == pytest.approx(4 / 5)


def test_function_tags(command: CommandLine) -> None:
    """NP-SBJ and NP-OBJ are different labels, and half of the function tags are right."""
    command.write("gold.mrg", "(S (NP-SBJ (N a)) (VP (V b) (NP-OBJ (N c))))\n")
    command.write("system.mrg", "(S (NP-SBJ-2 (N a)) (VP (V b) (NP-SBJ (N c))))\n")
    call = ("score", "gold.mrg", "system.mrg")
    assert command(*call, "-s", "evalb").out.splitlines()[1].split()[1] == "100.00"
    done = command(*call, "-s", "evalb(functions=keep)", "--by", "label", "--width", "100")
    head, row = (line.split() for line in done.out.splitlines()[:2])
    assert dict(zip(head, row, strict=True))["recall"] == "75.00"
    assert dict(zip(head, row, strict=True))["functions"] == "50.00"
    assert "NP-OBJ" in done.out
    done = command("explain", "evalb(functions=keep).functions", *call[1:])
    assert "functions = same_functions / functional = 1 / 2 = 0.500000." in done.out
    assert command(*call, "-s", "evalb(functions=kept)").status == 2


def test_common(command: CommandLine) -> None:
    """Each system fails on another sentence; the third is all that both have. By hand: 2 of 2, 1 of 2."""
    trees = ["(S (A a) (B b))\n", "(S (A c) (B d))\n", "(S (X (A e) (B f)))\n"]
    command.write("gold.mrg", "".join(trees))
    command.write("one.mrg", "".join(["(S (A z))\n", *trees[1:]]))
    command.write("two.mrg", "".join([trees[0], "\n", "(S (Y (A e) (B f)))\n"]))
    plain = command("score", "gold.mrg", "one.mrg", "two.mrg")
    assert "2 sentences have a score for some of the systems only; --common leaves" in plain.out
    done = command("score", "gold.mrg", "one.mrg", "two.mrg", "--common", "-o", "json")
    found = json.loads(done.out)["results"]
    assert [(one["counts"]["gold"], one["counts"]["matched"]) for one in found] == [(2, 2), (2, 1)]
    assert all("the 1 of 3 sentences that all systems" in one["notes"][0] for one in found)
    assert all("|common|" in one["signature"] for one in found)
    refused = command("score", "gold.mrg", "one.mrg", "--common", "--min-scored", "0.5")
    assert (refused.status, "by failing" in refused.err) == (2, True)
