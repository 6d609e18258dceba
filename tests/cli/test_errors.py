"""karat errors, from the command line to what is on the terminal."""

import csv
import io
import json

import pytest

from command_line import CommandLine, Done

DOOR, BRUSH = "(NP (DT the) (NN door))", "(PP (IN with) (NP (DT a) (NN brush)))"
SHE = "(S (NP (PRP She)) (VP (VBD painted) {}) (. .))\n"
RAN = "(S (NP (PRP He)) (VP (VBD ran) {}) (. .))\n"
GOLD = SHE.format(f"{DOOR} {BRUSH}") + RAN.format("(ADVP (RB fast))") * 2
# A wrong attachment, a wrong label, and no parse.
A = SHE.format(f"(NP {DOOR} {BRUSH})") + RAN.format("(ADJP (RB fast))") + "\n"
# A phrase that is missing, twice.
B = SHE.format(f"{DOOR} {BRUSH}") + RAN.format("(RB fast)") * 2


@pytest.fixture
def files(command: CommandLine) -> CommandLine:
    command.write("gold.mrg", GOLD)
    command.write("a.mrg", A)
    command.write("b.mrg", B)
    return command


def fine(done: Done) -> str:
    assert done.status == 0, done.err
    return done.out


def test_causes_are_ranked_with_the_rise_of_the_score(files: CommandLine) -> None:
    """6 + 4 gold brackets, 7 + 4 of the system, 9 match; the third sentence is left out by evalb."""
    lines = fine(files("errors", "gold.mrg", "a.mrg")).splitlines()
    cells = [line.split() for line in lines]
    assert cells[0] == [
        "cause",
        "errors",
        "sentences",
        "brackets",
        "crossing",
        "mended",
        "rise",
    ]
    assert cells[1:4] == [
        ["label", "1", "1", "2", "0", "95.24", "9.52"],
        ["PP", "attachment", "1", "1", "1", "0", "90.00", "4.29"],
        ["no", "parse", "/", "not", "comparable", "1", "1", "4", "0", "89.66", "3.94"],
    ]
    assert "gold label  system label  times" in lines
    assert "ADVP        ADJP              1" in lines
    counted = "a.mrg: evalb(params=collins).f1 85.71; 2 errors, 1 missed and 2 spurious brackets"
    assert counted in " ".join(lines)
    assert "1 sentence without a parse that can be compared" in " ".join(lines)


def test_several_systems_stand_side_by_side(files: CommandLine) -> None:
    out = fine(files("errors", "gold.mrg", "old=a.mrg", "new=b.mrg", "--sort", "rise"))
    lines = [line.split() for line in out.splitlines()]
    assert lines[0] == ["cause", "old", "errors", "rise", "new", "errors", "rise"]
    assert ["single-word", "phrase", "0", "0.00", "2", "7.69"] in lines
    assert ["PP", "attachment", "1", "4.29", "0", "0.00"] in lines
    assert all(len(line) <= 80 for line in out.splitlines() if not line.startswith("signature"))


def test_errors_of_fewer_sentences_are_said_to_be(files: CommandLine) -> None:
    """A system without a parse of the third sentence has no errors there, only fewer of them."""
    said = (
        "note: errors are known only in sentences with a score (a.mrg 2, b.mrg 3), so a system with fewer "
        "of these has fewer errors"
    )
    wide = "--width", "500"
    assert said in fine(files("errors", "gold.mrg", "a.mrg", "b.mrg", *wide)).splitlines()
    assert "errors are known only" not in fine(files("errors", "gold.mrg", "a.mrg", *wide))
    files.write("c.mrg", B)
    assert "errors are known only" not in fine(files("errors", "gold.mrg", "c.mrg", "b.mrg", *wide))


def test_json_has_everything_unrounded(files: CommandLine) -> None:
    out = fine(
        files("errors", "gold.mrg", "a.mrg", "-o", "json", "--by", "label", "--by", "length")
    )
    (system,) = json.loads(out)["systems"]
    assert (system["system"], system["measure"], system["all_mended"]) == ("a.mrg", "f1", 1)
    assert system["score"] == pytest.approx(18 / 21)
    by_name = {one["cause"]: one for one in system["causes"]}
    assert by_name["PP attachment"] == {
        "cause": "PP attachment", "errors": 1, "sentences": 1, "rows": 1, "missed": 0, "spurious": 1,
        "crossing": 0, "mended": pytest.approx(18 / 20), "rise": pytest.approx(18 / 20 - 18 / 21),
    }  # fmt: skip
    assert system["confusions"] == [{"gold": "ADVP", "system": "ADJP", "times": 1}]
    assert system["groups"]["label"]["PP"] == {"PP attachment": 1}
    assert list(system["groups"]["length"]) == ["1-10"]


def test_csv_is_one_table(files: CommandLine) -> None:
    out = fine(files("errors", "gold.mrg", "a.mrg", "b.mrg", "-o", "csv", "--by", "depth"))
    rows = list(csv.DictReader(io.StringIO(out)))
    assert {row["system"] for row in rows} == {"a.mrg", "b.mrg"}
    whole = [row for row in rows if row["group_kind"] == "all" and row["system"] == "b.mrg"]
    assert [(row["cause"], row["errors"], row["missed"]) for row in whole] == [
        ("single-word phrase", "2", "2")
    ]
    assert float(whole[0]["mended"]) == 1.0
    assert [row["group"] for row in rows if row["group_kind"] == "depth"][-1] == "3"


@pytest.mark.parametrize("output", ["markdown", "table", "latex"])
def test_the_causes_can_be_printed_for_people(files: CommandLine, output: str) -> None:
    out = fine(files("errors", "gold.mrg", "a.mrg", "-o", output))
    assert "attachment" in out
    assert "95.24" in out


def test_the_sentences_of_a_cause_are_listed_with_the_command_that_shows_them(
    files: CommandLine,
) -> None:
    out = fine(files("errors", "gold.mrg", "a.mrg", "--cause", "PP attachment"))
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert lines[:2] == ["sentence gold > system words", "1 PP: VP > NP with a brush"]
    command = "karat show gold.mrg a.mrg -n 1 -s 'evalb(params=collins)'"
    assert lines[-2:] == ["a.mrg: 1 error, in 1 sentence", command]
    shown = fine(files("show", "gold.mrg", "a.mrg", "-n", "1", "-s", "evalb(params=collins)"))
    assert "the door" in shown


def test_the_sentences_of_a_cause_for_programs(files: CommandLine) -> None:
    found = json.loads(fine(files("errors", "gold.mrg", "a.mrg", "--cause", "label", "-o", "json")))
    (error,) = found["errors"]
    assert (error["sentence"], error["detail"], error["words"]) == (2, "ADVP > ADJP", "fast")
    assert (error["missed"], error["spurious"]) == (["(ADVP fast)"], ["(ADJP fast)"])
    table = fine(files("errors", "gold.mrg", "a.mrg", "--cause", "label", "-o", "csv"))
    assert next(csv.DictReader(io.StringIO(table)))["spurious"] == "(ADJP fast)"


def test_a_long_list_is_cut_and_says_so(files: CommandLine) -> None:
    arguments = ("errors", "gold.mrg", "b.mrg", "--cause", "single-word phrase")
    assert "… 1 more" in fine(files(*arguments, "--most", "1"))
    assert "more" not in fine(files(*arguments, "--most", "0"))


def test_another_measure_and_scheme(files: CommandLine) -> None:
    out = fine(files("errors", "gold.mrg", "b.mrg", "-s", "flat", "-o", "json"))
    (system,) = json.loads(out)["systems"]
    assert (system["scheme"], system["measure"]) == ("flat", "recall")
    assert system["score"] == pytest.approx(12 / 14)
    out = fine(files("errors", "gold.mrg", "b.mrg", "--measure", "exact", "-o", "json"))
    (system,) = json.loads(out)["systems"]
    assert (system["score"], system["all_mended"]) == (pytest.approx(1 / 3), 1)


def test_views_are_applied_and_repeated_in_the_command(files: CommandLine) -> None:
    """Pruning takes away phrases of one word, so both are missed."""
    cause = ("--cause", "single-word phrase", "-o", "json")
    done = files("errors", "gold.mrg", "a.mrg", "--system-view", "prune", *cause)
    errors = json.loads(fine(done))["errors"]
    assert [one["missed"] for one in errors] == [["(NP She)"], ["(NP He)"], ["(ADVP fast)"]]
    assert errors[0]["show"].endswith("--system-view prune")
    out = fine(files("errors", "gold.mrg", "a.mrg", "--system-view", "prune", "-o", "json"))
    assert "system-view:prune" in json.loads(out)["systems"][0]["signature"]


def test_what_lenient_reading_repairs_is_told(files: CommandLine) -> None:
    files.write("broken.mrg", GOLD.replace("(. .))\n", "(. .)\n", 1))
    out = " ".join(fine(files("errors", "gold.mrg", "broken.mrg", "--lenient")).split())
    assert "note: --lenient:" in out
    assert "first at broken.mrg:1:" in out


def test_a_measure_that_does_not_see_spurious_brackets_says_so(files: CommandLine) -> None:
    out = fine(files("errors", "gold.mrg", "a.mrg", "--measure", "recall"))
    assert "note: recall does not count spurious brackets: fixing them raises nothing" in out
    assert "spurious brackets:" not in fine(files("errors", "gold.mrg", "a.mrg"))


def test_a_file_against_itself_has_no_errors(files: CommandLine) -> None:
    files.write("same.mrg", GOLD.replace(" (", "  ("))
    lines = fine(files("errors", "gold.mrg", "same.mrg", "--width", "100")).splitlines()
    assert lines[0] == "no errors"
    said = "same.mrg: evalb(params=collins).f1 100.00; 0 errors, 0 missed and 0 spurious brackets"
    assert lines[2] == said


def test_a_system_in_standard_input(files: CommandLine) -> None:
    assert "PP attachment" in fine(files("errors", "gold.mrg", "-", stdin=A))


BAD = [
    (["a.mrg", "--cause", "PP atachment"], "did you mean 'PP attachment'?"),
    (["a.mrg", "--by", "lenght"], "did you mean 'length'?"),
    (["a.mrg", "--by", "document"], "does not say which sentences belong to a document"),
    (["a.mrg", "--measure", "f2"], "there is no measure of evalb 'f2'"),
    (["a.mrg", "--measure", "tagging"], "cannot be computed from the brackets in error"),
    (["a.mrg", "-s", "rules"], "no analysis of errors for rules; the schemes that have one are"),
    (["a.mrg", "-s", "leafancestor"], "no analysis of errors for leafancestor"),
    (["a.mrg", "-s", "evlab"], "did you mean 'evalb'?"),
    (["none.mrg"], "none.mrg: there is no such file"),
    (["long.mrg"], "long.mrg: 4 sentences, but gold.mrg has 3; they must be the same"),
    (["a.mrg", "-s", "evalb(failed=abort)"], "sentence 3: no system parse"),
    (["-", "-"], "standard input can be read only once"),
    (["words.txt", "-s", "deps"], ""),
]


@pytest.mark.parametrize(("arguments", "message"), BAD)
def test_bad_input_is_one_clear_message(
    files: CommandLine, arguments: list[str], message: str
) -> None:
    files.write("long.mrg", GOLD + RAN.format("(RB fast)"))
    files.write("words.txt", "what is this\n")
    done = files("errors", "gold.mrg", *arguments)
    assert done.status == 2
    assert done.out == ""
    assert message in done.err


def test_a_broken_tree_is_not_left_out(files: CommandLine) -> None:
    """The sentence cannot be compared; its brackets are a cause of their own."""
    files.write(
        "broken.mrg", SHE.format(f"{DOOR} {BRUSH}") + "(S (NP (PRP He)\n" + B.splitlines()[2] + "\n"
    )
    out = fine(files("errors", "gold.mrg", "broken.mrg", "--layout", "lines", "-o", "json"))
    causes = {one["cause"]: one["errors"] for one in json.loads(out)["systems"][0]["causes"]}
    assert causes == {"no parse / not comparable": 1, "single-word phrase": 1}


def test_labels_of_another_treebank(command: CommandLine) -> None:
    """SP is no PP for karat: the table would say other, and nothing about the parser."""
    noun, phrase = "(SN (D la) (N fille))", "(SP (P avec) (SN (D un) (N livre)))"
    tree = "(SENT (SN (D le) (N chien)) (SV (V voit) {}))\n"
    command.write("gold.mrg", tree.format(f"(SN {noun} {phrase})"))
    command.write("system.mrg", tree.format(f"{noun} {phrase}"))
    done = command("errors", "gold.mrg", "system.mrg", "-s", "evalb", "--width", "300")
    said = "labels of the Penn Treebank; 100% of the brackets have others, such as SN,"
    assert said in done.out + done.err


def test_labels_of_the_penn_treebank_need_no_note(files: CommandLine) -> None:
    done = files("errors", "gold.mrg", "a.mrg", "--width", "300")
    fine(done)
    assert "causes are named by" not in done.out + done.err
