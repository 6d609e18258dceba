"""--lenient: broken files and answers of language models, from the command line."""

import json
from pathlib import Path

import pytest

import karat
from command_line import CommandLine

GOLD = (
    "(S (NP (DT The) (NN dog)) (VP (VBZ barks)))\n"
    "(S (NP (PRP It)) (VP (VBZ rains)))\n"
    "(S (NP (NNS Cats)) (VP (VBP sleep)))\n"
)
ANSWERS = (
    "Sure! Here are the trees:\n\n"
    "1. (S (NP (DT The) (NN dog)) (VP (VBZ barks)\n"
    "2. I am sorry, I cannot parse this.\n"
    "3. [S [NP [NNS Cats]] [VP [VBP sleep]]]\n"
)
ROW = "{}\t{}\t_\tX\t_\t_\t{}\t{}\t_\t_\n"


def conllu(*heads: int) -> str:
    """A sentence with these heads."""
    rows = [ROW.format(at, "abcdefgh"[at - 1], head, "dep") for at, head in enumerate(heads, 1)]
    return "".join(rows) + "\n"


@pytest.fixture
def trees(command: CommandLine) -> CommandLine:
    command.write("gold.mrg", GOLD)
    command.write("answers.txt", ANSWERS)
    return command


def test_strict_stays_the_default_and_names_the_option(trees: CommandLine) -> None:
    done = trees("score", "gold.mrg", "answers.txt")
    assert (done.status, done.out) == (2, "")
    assert "--lenient reads what it can" in done.err
    trees.write("broken.mrg", "(S (N a)\n(S (N b))\n(S (N c))\n")
    for verb in (["check", "broken.mrg"], ["convert", "broken.mrg", "-"]):
        done = trees(*verb)
        assert done.status == 2
        assert "--lenient reads what it can" in done.err
    done = trees("score", "gold.mrg", "broken.mrg", "--scheme", "evalb")
    assert "broken.mrg: --lenient reads what it can" in done.out


def test_score_lists_repairs_by_kind(trees: CommandLine) -> None:
    """Two sentences are right, one is refused: 6 of 9 brackets."""
    done = trees("score", "gold.mrg", "answers.txt", "--lenient", "--scheme", "evalb(failed=empty)")
    assert done.status == 0
    assert "66.67     100.00  80.00" in done.out
    assert "numbering, 3 times, first at answers.txt:3:4" in done.out
    assert "unbalanced, 1 time, first at answers.txt:3:45: 2 brackets closed" in done.out
    assert "refused, 1 time, first at answers.txt:4:4" in done.out
    assert "|lenient|" in done.out


def test_score_gives_all_repairs_as_json(trees: CommandLine) -> None:
    done = trees("score", "gold.mrg", "answers.txt", "--lenient", "-o", "json")
    repairs = json.loads(done.out)["repairs"]["answers.txt"]
    assert len(repairs) == 7
    refused = {"sentence": 2, "line": 4, "column": 4, "kind": "refused"}
    assert any(refused.items() <= one.items() for one in repairs)


def test_a_good_file_has_the_same_score_and_signature(trees: CommandLine) -> None:
    plain, lenient = (
        trees("score", "gold.mrg", "gold.mrg", "-o", "json", *more).out
        for more in ((), ("--lenient",))
    )
    one, two = json.loads(plain), json.loads(lenient)
    assert one["results"] == two["results"]
    assert two["repairs"] == {"gold.mrg": []}


def test_gold_stays_strict(trees: CommandLine) -> None:
    done = trees("score", "answers.txt", "gold.mrg", "--lenient")
    assert done.status == 2
    assert "answers.txt: this looks like none of the formats" in done.err


def test_check_says_what_was_done_at_each_place(trees: CommandLine) -> None:
    done = trees("check", "answers.txt", "--lenient")
    assert done.status == 1
    lines = done.out.splitlines()
    assert lines[0] == "answers.txt:1:1: prose: left out 'Sure! Here are the trees:'"
    assert "answers.txt:3:45: unbalanced: 2 brackets closed at the end of the answer" in lines
    assert lines[-1] == "answers.txt: 3 sentences: 0 read whole, 2 repaired, 1 lost"
    done = trees("check", "gold.mrg", "--lenient")
    said = "gold.mrg: 3 sentences: 3 read whole, 0 repaired, 0 lost\n"
    assert (done.status, done.out) == (0, said)


def test_check_as_json(trees: CommandLine) -> None:
    done = trees("check", "answers.txt", "--lenient", "-o", "json", "--limit", "2")
    document = json.loads(done.out)
    assert (document["whole"], document["repaired"], document["lost"]) == (0, 2, 1)
    assert (document["found"], len(document["repairs"])) == (7, 2)


def test_convert_writes_what_was_read(trees: CommandLine) -> None:
    done = trees("convert", "answers.txt", "-", "--lenient", "--failed", "empty")
    assert done.status == 0
    lines = GOLD.splitlines()
    assert done.out.splitlines() == [lines[0], "", lines[2]]
    assert "7 repairs; to see them, type: karat check answers.txt --lenient" in done.err
    done = trees("convert", "answers.txt", "-", "--lenient")
    assert done.status == 2
    assert "answers.txt:4:4: the answer is a refusal" in done.err


def test_show_and_explain(trees: CommandLine) -> None:
    done = trees("show", "gold.mrg", "answers.txt", "--lenient", "-n", "3")
    assert done.status == 0
    assert "3 matched, 3 gold, 3 system" in done.out
    done = trees("explain", "evalb(failed=empty).recall", "gold.mrg", "answers.txt", "--lenient")
    assert "6 / 9 = 0.666667" in done.out


def test_two_broken_lines_at_the_beginning_shift_nothing(command: CommandLine) -> None:
    """The layout is decided by more than the first lines, without --lenient too."""
    lines = GOLD.splitlines() * 2
    command.write("gold.mrg", "\n".join(lines) + "\n")
    broken = [lines[0][:-1], lines[1][:-2], *lines[2:]]
    command.write("broken.mrg", "\n".join(broken) + "\n")
    done = command("score", "gold.mrg", "broken.mrg", "--scheme", "evalb")
    assert "100.00     100.00  100.00" in done.out
    assert "4/6" in done.out
    done = command("score", "gold.mrg", "broken.mrg", "--scheme", "evalb", "--lenient")
    assert "6/6" in done.out


def test_a_cycle_or_two_roots_cost_only_their_heads(command: CommandLine) -> None:
    """Strict reading loses the sentence with the cycle; lenient reading compares its five words."""
    command.write("gold.conllu", conllu(2, 0, 2, 2, 4) + conllu(0, 1, 1))
    command.write("system.conllu", conllu(2, 0, 2, 5, 4) + conllu(0, 1, 0))
    strict = command(
        "score", "gold.conllu", "system.conllu", "--scheme", "deps(failed=empty)", "-o", "json"
    )
    counts = json.loads(strict.out)["results"][0]["counts"]
    assert (counts["gold"], counts["unlabelled"]) == (8, 2)
    done = command(
        "score", "gold.conllu", "system.conllu", "--scheme", "deps", "--lenient", "-o", "json"
    )
    counts = json.loads(done.out)["results"][0]["counts"]
    assert (counts["gold"], counts["system"], counts["unlabelled"]) == (8, 8, 6)


def test_spaces_in_place_of_tabs(command: CommandLine) -> None:
    text = conllu(2, 0, 2) + conllu(0, 1)
    command.write("gold.conllu", text)
    command.write("system.conllu", text.replace("\t", "  "))
    assert command("score", "gold.conllu", "system.conllu", "--scheme", "deps").status == 2
    done = command("score", "gold.conllu", "system.conllu", "--scheme", "deps", "--lenient")
    assert "100.00  100.00" in done.out
    done = command("score", "gold.conllu", "system.conllu", "--lenient", "--scheme", "conll18")
    assert done.status == 0
    assert "100.00" in done.out


@pytest.mark.parametrize("scheme", ["gr", "evalb", "chunks", "constructions"])
def test_views_end_in_spite_of_cycles(command: CommandLine, scheme: str) -> None:
    """What is derived from heads that go in circles is poor, but it is derived."""
    command.write("gold.conllu", conllu(2, 0, 2, 2, 4))
    command.write("system.conllu", conllu(3, 1, 2, 5, 4))
    done = command("score", "gold.conllu", "system.conllu", "--scheme", scheme, "--lenient")
    assert done.status in (0, 2)
    assert "Traceback" not in done.err


def test_a_lost_sentence_keeps_its_place_in_conllu(command: CommandLine) -> None:
    """Written and read again, there are still three sentences."""
    command.write(
        "a.txt", f"Sentence 1:\n{conllu(0, 1)}Sentence 2:\nI cannot.\n\nSentence 3:\n{conllu(0)}"
    )
    done = command("convert", "a.txt", "b.conllu", "--lenient", "--failed", "empty")
    assert done.status == 0
    bank = karat.read(command.folder / "b.conllu")
    assert [len(bank.words(at)) for at in range(len(bank))] == [2, 0, 1]


def test_conll18_says_what_compares_cycles(command: CommandLine) -> None:
    command.write("gold.conllu", conllu(2, 0, 2, 2, 4))
    command.write("system.conllu", conllu(2, 0, 2, 5, 4))
    done = command("score", "gold.conllu", "system.conllu", "--lenient")
    assert done.status == 2
    assert "heads go in circles here" in done.err
    assert "--scheme deps compares each head" in done.err


def test_prose_is_an_answer_only_where_one_is_expected(tmp_path: Path) -> None:
    """An introduction does not stand for a missing answer; nonsense in place of one does."""
    gold = karat.read_text(GOLD)
    one, two, three = GOLD.splitlines()
    path = tmp_path / "answers.txt"
    for text, words in (
        (f"Here are the trees:\n{one}\n{two}\n", [3, 2]),
        (f"Happy to help.\n\n{one}\n{two}\n", [3, 2]),
        (f"{one}\nno idea\n{three}\n", [3, 0, 2]),
        (f"Here you are:\n\n{one}\nno idea\n{three}\n", [3, 0, 2]),
    ):
        path.write_text(text)
        bank = karat.read(path, lenient=True, gold=gold)
        assert [len(bank.words(at)) for at in range(len(bank))] == words


def test_nonsense_in_place_of_rows_keeps_its_place(tmp_path: Path) -> None:
    gold = karat.read_text(conllu(0, 1) + conllu(0) + conllu(2, 0, 2))
    path = tmp_path / "answers.txt"
    path.write_text(f"Here you are:\n\n{conllu(0, 1)}no idea what\nthis is\n\n{conllu(2, 0, 2)}")
    bank = karat.read(path, lenient=True, gold=gold)
    assert [len(bank.words(at)) for at in range(len(bank))] == [2, 0, 3]


def test_ids_of_gold_put_answers_in_their_place(command: CommandLine) -> None:
    """Gold's ids are not numbers; the answers are in another order, and one is missing."""
    one, two, three = (f"# sent_id = x-{n}\n" for n in "abc")
    command.write("gold.conllu", one + conllu(0, 1) + two + conllu(2, 0, 2) + three + conllu(0))
    command.write("system.conllu", three + conllu(0) + one + conllu(0, 1))
    done = command(
        "score", "gold.conllu", "system.conllu", "--scheme", "deps", "--lenient", "-o", "json"
    )
    document = json.loads(done.out)
    assert document["results"][0]["counts"]["matched"] == 3
    kinds = [one["kind"] for one in document["repairs"]["system.conllu"]]
    assert sorted(kinds) == ["empty", "order"]


def test_from_python(tmp_path: Path) -> None:
    path = tmp_path / "answers.txt"
    path.write_text(ANSWERS)
    gold = karat.read_text(GOLD)
    bank = karat.read(path, lenient=True, gold=gold)
    assert [bank.words(at) for at in range(3)] == [
        [b"The", b"dog", b"barks"],
        [],
        [b"Cats", b"sleep"],
    ]
    score = karat.score(gold, bank, "evalb(failed=empty)")
    assert score.recall == 6 / 9
    assert any("unbalanced" in note for note in score.notes)


def test_other_formats_are_refused(command: CommandLine) -> None:
    """Only trees and CoNLL-U have repairs; another format is read as always, or refused."""
    command.write("a.iob", "a X B-NP\nb X I-NP\n\n")
    assert command("check", "a.iob", "--lenient").status == 0
    command.write("b.iob", "a X B-NP\nb\n\n")
    done = command("check", "b.iob", "--lenient", "--format", "iob")
    assert done.status == 2
    assert "--lenient reads trees (brackets) and dependencies (conllu), not iob" in done.err


def test_an_empty_file_and_no_file(command: CommandLine) -> None:
    command.write("empty.txt", "")
    done = command("check", "empty.txt", "--lenient")
    assert (done.status, done.err) == (2, "karat: empty.txt: it has no sentences\n")
    done = command("check", "none.txt", "--lenient")
    assert (done.status, done.err) == (2, "karat: none.txt: there is no such file\n")


@pytest.mark.parametrize("verb", ["score", "score --scheme parseval", "show", "explain evalb.f1"])
def test_swapped_files(command: CommandLine, verb: str) -> None:
    """Gold is never repaired; the answers were given in its place."""
    command.write("gold.mrg", "(S (N a) (V b))\n")
    command.write("answers.txt", "Sure, here it is:\n\n1. (S (N a) (V b)\n")
    name, *options = verb.split(" --")
    more = [f"--{options[0].split()[0]}", options[0].split()[1]] if options else []
    done = command(*name.split(), "answers.txt", "gold.mrg", "--lenient", *more)
    assert (done.status, done.err) == (
        2,
        "karat: answers.txt: this looks like none of the formats; gold is the first file, and is "
        "never repaired, even with --lenient: are the files swapped?\n",
    )


def test_swapped_files_of_which_only_a_part_is_broken(command: CommandLine) -> None:
    command.write("gold.mrg", "(S (N a) (V b))\n(S (N c) (V d))\n")
    command.write("answers.mrg", "(S (N a) (V b))\n(S (N c) (V d)\n")
    said = "answers.mrg: gold is the first file, and is never repaired, even with --lenient"
    assert said in command("score", "answers.mrg", "gold.mrg", "--lenient").out
    assert said not in command("score", "gold.mrg", "answers.mrg", "--lenient").out
    assert said not in command("score", "answers.mrg", "gold.mrg").out
