"""karat agree on dependencies, chunks, relations, tags and what else a scheme compares."""

import json

import pytest

from command_line import CommandLine


def dependencies(*heads: tuple[int, str, str]) -> str:
    """A sentence of words a, b, c … with head, label and tag."""
    rows = [
        f"{n}\t{chr(96 + n)}\t_\tX\t{tag}\t_\t{head}\t{label}\t_\t_"
        for n, (head, label, tag) in enumerate(heads, 1)
    ]
    return "\n".join(rows) + "\n\n"


FIRST = dependencies((2, "det", "D"), (3, "nsubj", "N"), (0, "root", "V"), (3, "obj", "N"))
# The label of the last word, and the head and tag of the first.
SECOND = dependencies((3, "det", "N"), (3, "nsubj", "N"), (0, "root", "V"), (3, "obl", "N"))


def test_dependencies(command: CommandLine) -> None:
    """By hand. Two of four agree: F 1/2. Heads: 3 of 4 alike.

    Distances of the first: +1, +1, root, -1; of the second: +2, +1, root, -1. Expected agreement
    (2·1 + 1·1 + 1·1) / 16 = 1/4, kappa (3/4 - 1/4) / (3/4) = 2/3. Labels: 3 of 4, expected
    (det 1 + nsubj 1 + root 1) / 16 = 3/16, kappa (12/16 - 3/16) / (13/16) = 9/13. Tags: 3 of 4,
    expected (N 2·3 + V 1) / 16 = 7/16, kappa (5/16) / (9/16) = 5/9.
    """
    command.write("a.conllu", FIRST)
    command.write("b.conllu", SECOND)
    done = command("agree", "a.conllu", "b.conllu", "-o", "json")
    found = json.loads(done.out)
    assert found["pairs"] == [
        {"pair": "a.conllu – b.conllu", "f1": 0.5, "f1 low": None, "f1 high": None, "first": 4,
         "second": 4, "shared": 2}
    ]  # fmt: skip
    kappa = {row["decision"]: row["kappa"] for row in found["decisions"]}
    assert kappa == pytest.approx({"tags": 5 / 9, "heads": 2 / 3, "labels": 9 / 13})
    labels = {row["label"]: row["f1 a.conllu – b.conllu"] for row in found["labels"]}
    assert labels == {"det": 0, "nsubj": 1, "root": 1, "obj": 0, "obl": 0}
    assert [(row["first"], row["second"]) for row in found["disagreements"]] == [
        ("det(b-2, a-1)", "det(c-3, a-1)"),
        ("obj(c-3, d-4)", "obl(c-3, d-4)"),
    ]
    assert "50.00 [–]" in command("agree", "a.conllu", "b.conllu").out


def test_alpha_of_three(command: CommandLine) -> None:
    """Heads of 4 words by three annotators, the third like the first, by hand.

    n = 12; only the first word is disputed: times 2 and 1, so o = (2·1 + 1·2) / 2 = 2. Totals: +1 5,
    +2 1, root 3, -1 3: e = 5·7 + 1·11 + 3·9 + 3·9 = 100. Alpha = 1 - 11·2 / 100.
    """
    for name, text in (("a", FIRST), ("b", SECOND), ("c", FIRST)):
        command.write(f"{name}.conllu", text)
    found = json.loads(command("agree", "a.conllu", "b.conllu", "c.conllu", "-o", "json").out)
    assert found["alphas"]["heads"] == pytest.approx(0.78)
    assert found["mean"] == pytest.approx((0.5 + 0.5 + 1) / 3)
    assert len(found["pairs"]) == 3


def test_chunks(command: CommandLine) -> None:
    """One chunk of two is shared; of three tags B-NP I-NP B-VP and B-NP B-NP B-VP two are alike.

    Expected (B-NP 1·2 + B-VP 1·1) / 9 = 1/3; kappa (2/3 - 1/3) / (2/3) = 1/2.
    """
    command.write("a.iob", "the DT B-NP\ndog NN I-NP\nbarks VBZ B-VP\n\n")
    command.write("b.iob", "the DT B-NP\ndog NN B-NP\nbarks VBZ B-VP\n\n")
    found = json.loads(command("agree", "a.iob", "b.iob", "-o", "json").out)
    assert found["pairs"][0]["f1"] == pytest.approx(2 / 5)
    kappa = {row["decision"]: row["kappa"] for row in found["decisions"]}
    assert kappa == pytest.approx({"tags": 1, "chunk tags": 1 / 2})
    rows = [(row["first"], row["second"]) for row in found["disagreements"]]
    assert rows == [("(NP the dog)", "–"), ("–", "(NP the)"), ("–", "(NP dog)")]


def test_names_of_relations(command: CommandLine) -> None:
    """Three relations with the same slots, two with the same name: ncsubj, dobj and iobj or ncmod.

    Expected (1 + 1) / 9; kappa (6/9 - 2/9) / (7/9) = 4/7. A relation of one alone does not count there.
    """
    shared = "ncsubj(give, he, _)\ndobj(give, it, _)\n"
    command.write("a.gr", shared + "iobj(to, give, her)\nncmod(_, give, today)\n")
    command.write("b.gr", shared + "ncmod(to, give, her)\n")
    found = json.loads(command("agree", "a.gr", "b.gr", "-o", "json").out)
    assert found["pairs"][0]["f1"] == pytest.approx(4 / 7)
    (names,) = found["decisions"]
    assert (names["decision"], names["items"], names["same"]) == ("names", 3, 2)
    assert names["kappa"] == pytest.approx(4 / 7)
    rows = [(row["first"], row["second"]) for row in found["disagreements"]]
    assert rows == [
        ("iobj(to, give, her)", "ncmod(to, give, her)"),
        ("ncmod(_, give, today)", "–"),
    ]


def test_annotators_who_found_nothing_disagree(command: CommandLine) -> None:
    """A sentence without relations is an answer, not a sentence to leave out."""
    command.write("a.gr", "1\n(ncsubj die he _)\n2\n(dobj drop it _)\n")
    command.write("b.gr", "1\n()\n2\n(dobj drop it _)\n")
    for files in (("a.gr", "b.gr"), ("b.gr", "a.gr")):
        found = json.loads(command("agree", *files, "-o", "json").out)
        assert found["pairs"][0]["f1"] == pytest.approx(2 / 3)
        assert found["different_words"] == []


def test_relations_of_other_sentences_are_no_disagreement(command: CommandLine) -> None:
    """Files in another order had an F of 0, as if the annotators had agreed on nothing."""
    dog, he = "a dog barks\nncsubj(bark, dog, _)\n\n", "he runs\nncsubj(run, he, _)\n\n"
    command.write("a.gr", dog + he)
    command.write("b.gr", he + dog)
    done = command("agree", "a.gr", "b.gr")
    assert "no sentence has the same words in all of a.gr, b.gr" in done.err
    command.write("c.gr", "A dog  barks\nncsubj(bark, dog, _)\n\n" + dog)
    done = command("agree", "a.gr", "c.gr")
    assert "a.gr – c.gr  100.00 [–]      1       1       1" in done.out
    assert "1 sentence has different words and is left out: 2" in done.out
    # A file without the words of its sentences is taken by its places.
    command.write("d.gr", "ncsubj(bark, dog, _)\n\nncsubj(run, he, _)\n")
    assert "100.00 [–]      2       2       2" in command("agree", "a.gr", "d.gr").out


TREE = "(S (NP (PRP He)) (VP (VBD left)))\n"


@pytest.mark.parametrize(
    ("scheme", "rows"),
    [
        ("tags", [("left-2 VBD", "left-2 VBN")]),
        ("evalb", []),
        ("constructions", []),
        # A participle without an auxiliary, as in headlines.
        (
            "phenomena(mode=exhaustive,recogniser=ptb)",
            [("intransitive", "–"), ("–", "passive")],
        ),
    ],
)
def test_a_scheme_says_what_is_compared(
    command: CommandLine, scheme: str, rows: list[tuple[str, str]]
) -> None:
    """Any scheme that counts rows of both files; a layer is derived where it must be."""
    command.write("a.mrg", TREE)
    command.write("b.mrg", TREE.replace("VBD", "VBN"))
    found = json.loads(command("agree", "a.mrg", "b.mrg", "-s", scheme, "-o", "json").out)
    assert [(one["first"], one["second"]) for one in found.get("disagreements", [])] == rows
    assert found["pairs"][0]["first"] > 0


def test_a_layer_is_derived_with_a_note(command: CommandLine) -> None:
    """Trees and dependencies of the same sentence, compared as dependencies."""
    command.write("a.mrg", TREE)
    command.write("b.conllu", "1\tHe\the\tPRON\tPRP\t_\t2\tnsubj\t_\t_\n"
                  "2\tleft\tleave\tVERB\tVBD\t_\t0\troot\t_\t_\n\n")  # fmt: skip
    done = command("agree", "a.mrg", "b.conllu", "-s", "deps")
    assert done.status == 0
    assert "a.mrg's dependencies are derived from its trees" in done.out
    assert "a.mrg – b.conllu  100.00 [–]" in done.out


def test_errors(command: CommandLine) -> None:
    """Schemes that do not count such rows, trees that other layers lack, words that differ."""
    command.write("a.conllu", FIRST)
    command.write("b.conllu", FIRST.replace("\ta\t", "\tz\t"))
    command.write("t.mrg", TREE)
    done = command("agree", "t.mrg", "t.mrg", "-s", "conll18")
    assert (done.status, "counts what two files share" in done.err) == (2, True)
    done = command("agree", "a.conllu", "a.conllu", "--majority", "m.mrg")
    assert (done.status, "--majority: only trees have one" in done.err) == (2, True)
    command.write("bare.mrg", "(S (NP he) (VP left it))\n")
    done = command("agree", "bare.mrg", "bare.mrg", "-s", "deps")
    assert (done.status, "bare.mrg: its trees have no tags" in done.err) == (2, True)
    done = command("agree", "a.conllu", "b.conllu")
    assert (done.status, "no sentence has the same words" in done.err) == (2, True)
    command.write("c.conllu", FIRST + FIRST)
    command.write("d.conllu", FIRST + FIRST.replace("\ta\t", "\tz\t"))
    done = command("agree", "c.conllu", "d.conllu")
    assert done.status == 0
    assert "note: 1 sentence has different words and is left out: 2" in done.out


def test_trees_by_label_and_one_by_one(command: CommandLine) -> None:
    """Trees have the same tables as other layers: by label, tags, and every bracket of one alone."""
    command.write("a.mrg", "(S (A (X a) (X b)) (X c))\n")
    command.write("b.mrg", "(S (B (X a) (X b)) (Y c))\n")
    found = json.loads(command("agree", "a.mrg", "b.mrg", "--steps", "0", "-o", "json").out)
    assert found["pairs"][0]["f1"] == 1
    labels = {row["label"]: row["f1 a.mrg – b.mrg"] for row in found["labels"]}
    assert labels == {"S": 1, "A": 0, "B": 0}
    assert found["decisions"][0]["same"] == 2
    command.write("c.mrg", "(S (X a) (B (X b) (X c)))\n")
    found = json.loads(command("agree", "a.mrg", "c.mrg", "--steps", "0", "-o", "json").out)
    rows = [(row["first"], row["second"]) for row in found["disagreements"]]
    assert rows == [("(A a b)", "–"), ("–", "(B b c)")]


@pytest.mark.parametrize(
    ("name", "text", "scheme"),
    [("b.gr", "x y\n\nncsubj(y, x, _)\n", "gr"), ("b.conllu", FIRST, "deps")],
)
def test_trees_against_another_layer(
    command: CommandLine, name: str, text: str, scheme: str
) -> None:
    """The message names the scheme that can compare the two."""
    command.write("a.mrg", "(S (NP (NN x)) (VP (VB y)))\n")
    command.write(name, text)
    done = command("agree", "a.mrg", name)
    assert done.status == 2
    assert f"as in --scheme {scheme}" in done.err


def test_words_that_a_scheme_erases_are_no_decisions(command: CommandLine) -> None:
    """PARSEVAL compares the first sentence without its full stop, which only one annotator has.

    Tags are compared in the second sentence alone, whose four words both have.
    """
    second = "(S (NP (DT the) (NN cat)) (VP (VBZ sees) (NP (PRP it))))\n"
    command.write("a", "(S (NP (DT a) (NN dog)) (VP (VBZ barks) (RB up)) (. .))\n" + second)
    command.write("b", "(S (NP (DT a) (NN dog)) (VP (VBZ barks) (RB up)))\n" + second)
    done = command("agree", "a", "b", "--scheme", "parseval", "-o", "json")
    assert done.status == 0
    found = json.loads(done.out)
    assert found["different_words"] == []
    assert [(row["items"], row["same"]) for row in found["decisions"]] == [(4, 4)]


def test_the_same_annotation_twice_is_named(command: CommandLine) -> None:
    """It agrees with itself, which raises every mean."""
    command.write("a.conllu", FIRST)
    command.write("b.conllu", SECOND)
    command.write("c.conllu", FIRST)
    done = command("agree", "a.conllu", "b.conllu", "c.conllu")
    assert (
        "c.conllu has the same content as a.conllu; is it the right file?" in done.out.splitlines()
    )
    assert "a.conllu is given twice" in command("agree", "a.conllu", "a.conllu").out.splitlines()
    assert "content" not in command("agree", "a.conllu", "b.conllu").out
    found = json.loads(command("agree", "a.conllu", "c.conllu", "-o", "json").out)
    assert found["notes"][-1] == "c.conllu has the same content as a.conllu; is it the right file?"


def test_views_are_named(command: CommandLine) -> None:
    """Agreement has no signature, so nothing else would say that trees were not compared as they are."""
    command.write("a.mrg", TREE)
    call = "agree", "a.mrg", "a.mrg", "--view", "filter(depth=1)", "--view", "prune"
    assert "seen through filter(depth=1), prune" in command(*call).out.splitlines()
    assert (
        "seen through filter(depth=1), prune"
        in json.loads(command(*call, "-o", "json").out)["notes"]
    )
