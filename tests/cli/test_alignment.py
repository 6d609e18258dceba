"""Output with other words or other sentences than gold's: nothing is dropped, and gates fail closed."""

import json
from typing import Any

import pytest

from command_line import CommandLine

TREES = [
    "(S (NP (PRP They)) (VP (VBD did) (RB n't) (VP (VB see) (NP (DT the) (NN dog)))) (. .))",
    "(S (NP (DT The) (NNP Clipper)) (, ,) (NP (PRP she)) (VP (VBD said)) (. .))",
    "(S (NP (NN Rain)) (VP (VBZ falls) (PP (IN on) (NP (NNS roofs)))) (. .))",
    "(S (`` ``) (VP (VB Go) (PRT (RP away))) ('' '') (NP (PRP he)) (VP (VBD cried)) (. .))",
    "(S (NP (NNS Cats) (PRN (-LRB- -LRB-) (JJ big) (-RRB- -RRB-))) (VP (VBP sleep)) (. .))",
]
GRAPHS = """\
1\tDogs\t_\tNOUN\t_\t_\t2\tnsubj\t_\t_
2\tchase\t_\tVERB\t_\t_\t0\troot\t_\t_
3\tcats\t_\tNOUN\t_\t_\t2\tobj\t_\t_

1\tIt\t_\tPRON\t_\t_\t2\texpl\t_\t_
2\trains\t_\tVERB\t_\t_\t0\troot\t_\t_

"""


def lines(trees: list[str]) -> str:
    return "".join(f"{tree}\n" for tree in trees)


def sentences(command: CommandLine, scheme: str, *options: str) -> list[dict[str, object]]:
    """What is counted in each sentence."""
    done = command(
        *("score", "gold.mrg", "system.mrg", "--scheme", scheme, "--per-sentence", "rows.jsonl"),
        *options,
    )
    assert done.status == 0, done.err
    rows = (command.folder / "rows.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(row) for row in rows]


def result(command: CommandLine, *arguments: str) -> dict[str, object]:
    done = command("score", *arguments, "--output", "json")
    assert done.status == 0, done.err
    found: dict[str, object] = json.loads(done.out)["results"][0]
    return found


@pytest.mark.parametrize(
    ("number", "change", "matched", "tags"),
    [
        # S, NP, VP, VP and NP cover the same characters; the word did and its n't are not there.
        (0, ("(VBD did) (RB n't)", "(VBD didn't)"), 5, 5),
        # The first NP has the comma in it; S, NP and VP match. Clipper and the comma are not there.
        (1, ("(NNP Clipper)) (, ,)", "(NNP Clipper,))"), 3, 4),
        (2, ("Rain", "RAIN"), 5, 5),
        (3, ("``)", "\u201c)"), 5, 7),
        (4, ("(-LRB- -LRB-)", "(-LRB- -lrb-)"), 4, 6),
        # A word that gold lacks: VP, PP and the last NP end with it, and grow; S and the first NP match.
        (2, ("(NNS roofs)", "(NNS roofs) (RB here)"), 2, 5),
        # A lost word: the NP around it is lost, and VP and PP no longer reach as far; S and NP match.
        (2, (" (NP (NNS roofs))", ""), 2, 4),
    ],
)  # fmt: skip
def test_other_tokens(
    command: CommandLine, number: int, change: tuple[str, str], matched: int, tags: int
) -> None:
    """Counted by hand; the other four sentences match as a whole."""
    system = [*TREES]
    system[number] = TREES[number].replace(*change, 1)
    assert system != TREES
    command.write("gold.mrg", lines(TREES))
    command.write("system.mrg", lines(system))
    rows = sentences(command, "evalb(failed=align)")
    assert [row["gold"] for row in rows] == [5, 4, 5, 5, 4]
    assert (rows[number]["matched"], rows[number]["tags"]) == (matched, tags)
    assert all(row["matched"] == row["gold"] for at, row in enumerate(rows) if at != number)


def test_another_order_does_not_pass_a_gate(command: CommandLine) -> None:
    command.write("gold.mrg", lines(TREES))
    command.write("tac.mrg", lines(TREES[::-1]))
    done = command("score", "gold.mrg", "tac.mrg", "--fail-under", "evalb.f1=0.9")
    assert done.status == 1
    # Only the sentence in the middle is at its place: 5 of 23 brackets, and no others are given.
    assert "counting 4 sentences without a score, under 0.9" in done.err
    assert "the sentences are in another order" in done.out


def test_a_missing_sentence_costs_only_itself(command: CommandLine) -> None:
    command.write("gold.mrg", lines(TREES))
    command.write("system.mrg", lines(TREES[1:]))
    rows = sentences(command, "flat")
    assert [row["matched"] for row in rows] == [0, 4, 5, 5, 4]
    done = command("score", "gold.mrg", "system.mrg", "--scheme", "flat")
    assert "1 missing; the first is gold's sentence 1" in done.out


@pytest.mark.parametrize(
    "answer",
    [
        "```\n" + lines(TREES) + "```\n",
        "".join(f"{number}. {tree}\n" for number, tree in enumerate(TREES, 1)),
        "Here are the trees.\n\n" + lines(TREES) + "\nI hope this helps!\n",
        "".join(json.dumps({"id": at, "tree": tree}) + "\n" for at, tree in enumerate(TREES, 1)),
        lines(TREES).replace("(", "[").replace(")", "]"),
    ],
    ids=["fences", "numbering", "prose", "json lines", "square brackets"],
)
def test_wrapped_answers(command: CommandLine, answer: str) -> None:
    command.write("gold.mrg", lines(TREES))
    command.write("system.mrg", answer)
    rows = sentences(command, "flat", "--lenient")
    assert [row["matched"] for row in rows] == [5, 4, 5, 5, 4]


def test_broken_lines_at_the_beginning(command: CommandLine) -> None:
    """They shift nothing: all later sentences are whole."""
    command.write("gold.mrg", lines(TREES))
    command.write("system.mrg", lines([tree[:-8] for tree in TREES[:2]] + TREES[2:]))
    for options in ((), ("--lenient",)):
        rows = sentences(command, "flat", *options)
        assert [row["matched"] for row in rows][2:] == [5, 5, 4]
    # Read leniently, only what was cut off is lost: the full stop, so that S does not reach its end.
    assert [row["matched"] for row in rows][:2] == [4, 3]


@pytest.mark.parametrize(
    ("change", "right"),
    [
        # chase hangs on cats, which hangs on chase: all other heads are right.
        (("2\tchase\t_\tVERB\t_\t_\t0", "2\tchase\t_\tVERB\t_\t_\t3"), 4),
        # cats is a second root.
        (("_\t2\tobj", "_\t0\troot"), 4),
    ],
)
def test_heads_that_make_no_tree(command: CommandLine, change: tuple[str, str], right: int) -> None:
    """Each head is compared all the same."""
    command.write("gold.conllu", GRAPHS)
    command.write("system.conllu", GRAPHS.replace(*change))
    found = result(command, "gold.conllu", "system.conllu", "--scheme", "deps", "--lenient")
    assert (found["counts"]["gold"], found["counts"]["unlabelled"]) == (5, right)


def test_spaces_for_tabs(command: CommandLine) -> None:
    command.write("gold.conllu", GRAPHS)
    command.write("system.conllu", GRAPHS.replace("\t", "  "))
    done = command("score", "gold.conllu", "system.conllu", "--scheme", "deps")
    assert done.status == 2
    assert "--lenient" in done.err
    found = result(command, "gold.conllu", "system.conllu", "--scheme", "deps", "--lenient")
    assert found["counts"]["matched"] == 5


def test_dependencies_over_another_segmentation(command: CommandLine) -> None:
    """Both sentences as one: only rains has another head. What alignment gives is not said of other
    policies, which compare sentences at the same place."""
    one = GRAPHS.strip().replace("\n\n", "\n").split("\n")
    one[3] = one[3].replace("1\t", "4\t", 1).replace("\t2\texpl", "\t5\texpl")
    one[4] = one[4].replace("2\t", "5\t", 1).replace("\t0\troot", "\t2\tparataxis")
    command.write("gold.conllu", GRAPHS)
    command.write("system.conllu", "\n".join(one) + "\n\n")
    found = result(command, "gold.conllu", "system.conllu", "--scheme", "deps")
    assert (found["counts"]["gold"], found["counts"]["system"]) == (5, 5)
    assert found["counts"]["unlabelled"] == 4
    done = command("score", "gold.conllu", "system.conllu", "--scheme", "deps(failed=drop)")
    assert "with failed=empty" in done.out
    assert "with failed=align" not in done.out
    assert "--scheme conll18" in done.out


def test_words_of_multiword_tokens(command: CommandLine) -> None:
    """Words of one token are paired by their forms: à and chat are gold's words, les is not le."""
    rows = "1-2\tau\t_\n1\tÀ\tcase\n2\tle\tdet\n3\tchat\troot\n"
    heads = {"_": "_", "case": "3", "det": "3", "root": "0"}
    fields = [line.split("\t") for line in rows.splitlines()]
    gold = "".join(f"{a}\t{b}\t_\t_\t_\t_\t{heads[c]}\t{c}\t_\t_\n" for a, b, c in fields) + "\n"
    command.write("gold.conllu", gold)
    command.write("system.conllu", gold.replace("\tle\t", "\tles\t").replace("À", "à"))
    counts = result(command, "gold.conllu", "system.conllu", "--scheme", "deps")["counts"]
    assert (counts["gold"], counts["system"], counts["matched"]) == (3, 3, 2)
    other = result(command, "gold.conllu", "system.conllu", "--scheme", "conll18")["counts"]
    assert other["LAS_correct"] == 2


def test_a_name_between_asterisks_is_a_word(command: CommandLine) -> None:
    """*SLASH* is how Sejong's treebank writes a slash; it is no trace, and a parser may write /."""
    command.write("gold.mrg", "(S (NP (SN 1993) (SP *SLASH*) (SN 12)) (VP (VV is)))\n")
    command.write("system.mrg", "(S (NP (NNG 1993*SLASH*12)) (VP (VV is)))\n")
    command.write("other.mrg", "(S (NP (SN 1993) (SP /) (SN 12)) (VP (VV is)))\n")
    scheme = "evalb(failed=align)"
    done = command("score", "gold.mrg", "system.mrg", "other.mrg", "-s", scheme, "--width", "100")
    rows = [line.split() for line in done.out.splitlines()[1:3]]
    assert [row[1:3] for row in rows] == [["100.00", "100.00"]] * 2
    assert [row[-1] for row in rows] == ["1/1", "1/1"]


def test_names_recognised_in_moved_sentences(command: CommandLine) -> None:
    """A missing sentence costs its own names only, and two sentences in one tree keep theirs."""
    scheme = "phenomena(mode=exhaustive,recogniser=ptb)"
    command.write("gold.mrg", lines(TREES))
    command.write("system.mrg", lines(TREES[1:]))
    rows = sentences(command, scheme)
    assert [row["matched"] == row["gold"] == row["system_count"] for row in rows] == [
        False,
        *[True] * 4,
    ]
    assert rows[0]["matched"] == 0
    both = f"(S {TREES[1]} {TREES[2]})"
    command.write("system.mrg", lines([TREES[0], both, *TREES[3:]]))
    rows = sentences(command, scheme)
    assert all(row["matched"] == row["gold"] == row["system_count"] for row in rows)


@pytest.mark.parametrize(
    ("system", "counts"),
    [
        # Two words for one, and one that gold lacks.
        ("(S (NP (DT the) (NN do) (NN g)) (VP (VBZ barks)))", {"NN": (1, 2, 0), "VBZ": (1, 1, 1)}),
        ("(S (NP (DT the) (NN dog) (NN cat)) (VP (VBZ barks)))", {"NN": (1, 2, 1)}),
        ("(S (NP (-NONE- *) (DT the) (NN dog)) (VP (VBZ bark) (X s)))", {"NN": (1, 1, 1)}),
        # A dropped one.
        ("(S (NP (NN dog)) (VP (VBZ barks)))", {"DT": (1, 0, 0), "NN": (1, 1, 1)}),
    ],
)
def test_words_that_gold_lacks_have_wrong_tags(
    command: CommandLine, system: str, counts: dict[str, tuple[int, int, int]]
) -> None:
    """They lower the precision of their tags, and no sentence with them is exact; gold stays as it is."""
    command.write("gold.mrg", "(S (NP (DT the) (NN dog) (-NONE- *T*)) (VP (VBZ barks)))\n")
    command.write("system.mrg", f"{system}\n")
    found: Any = result(command, "gold.mrg", "system.mrg", "--scheme", "tags", "--by", "label")
    assert found["counts"]["gold"] == 3
    assert found["measures"]["exact"] == 0
    groups = found["groups"]["label"]
    assert sum(one["counts"]["system"] for one in groups.values()) == found["counts"]["system"]
    for tag, wanted in counts.items():
        have = groups[tag]["counts"]
        assert tuple(have[name] for name in ("gold", "system", "matched")) == wanted
    skipped: Any = result(command, "gold.mrg", "system.mrg", "--scheme", "tags(skip=NN)")
    left = found["counts"]["system"] - groups["NN"]["counts"]["system"]
    assert skipped["counts"]["system"] == left


def test_the_end_of_a_sentence_is_no_word_with_a_tag(command: CommandLine) -> None:
    """If the system runs two sentences together, all its words count, and no others."""
    first, second = TREES[2:4]
    command.write("gold.mrg", lines([first, second]))
    command.write("system.mrg", f"(X {first} {second})\n")
    found: Any = result(command, "gold.mrg", "system.mrg", "--scheme", "tags")
    assert found["counts"]["gold"] == found["counts"]["system"] == found["counts"]["matched"]
    assert found["measures"]["exact"] == 1


def test_a_gate_judges_the_figure_of_the_table(command: CommandLine) -> None:
    """Words that are only cut in another way cost a gate nothing, as they cost the table nothing."""
    command.write("gold.mrg", lines(TREES))
    command.write("system.mrg", lines(TREES).replace("(VBD did) (RB n't)", "(VBD didn't)"))
    done = command("score", "gold.mrg", "system.mrg", "-s", "flat", "--fail-under", "recall=1")
    assert done.status == 0, done.err
