"""karat agree: majority, consensus and coefficients."""

import json

import pytest

import karat
from command_line import CommandLine

A = "(S (A a b) c d)\n"
B = "(S (A a b) (B c d))\n"
C = "(S a (C b c) d)\n"


def test_majority_and_consensus_are_written(command: CommandLine) -> None:
    """Two of three have (A a b), only S is in all; the third crosses the majority once."""
    for name, text in (("a", A), ("b", B), ("c", C)):
        command.write(name, text)
    done = command("agree", "a", "b", "c", "--majority", "m", "--consensus", "n", "-o", "json")
    assert done.status == 0
    assert (command.folder / "m").read_text() == "(S (A a b) c d)\n"
    assert (command.folder / "n").read_text() == "(S a b c d)\n"
    found = json.loads(done.out)
    assert [row["constituents"] for row in found["analyses"]] == [2, 3, 2]
    assert [row["recall"] for row in found["analyses"]] == [1, 1, 0.5]
    assert [row["crossing rate"] for row in found["analyses"]] == [0, 0, 0.5]


def test_coefficients_of_two(command: CommandLine) -> None:
    """F 2·2/(2+3); of 10 possible spans both mark 2, one marks a third: kappa 0.74, by hand.

    Observed 9/10, expected (2·3 + 8·7)/100 = 0.62, kappa 0.28/0.38. Alpha: 20 values, 5 marks,
    one disagreement: 1 - 19·1/(5·15).
    """
    command.write("a", A)
    command.write("b", B)
    found = json.loads(command("agree", "a", "b", "-o", "json").out)
    assert abs(found["pairs"][0]["f1"] - 0.8) < 1e-12
    assert abs(found["pairs"][0]["kappa"] - 0.28 / 0.38) < 1e-12
    assert abs(found["alpha"] - (1 - 19 / 75)) < 1e-12
    # A share is shown in per cent, a coefficient as it is.
    assert "a – b  80.00 [–]   0.74" in command("agree", "a", "b").out


def test_sentences_with_other_words_are_counted(command: CommandLine) -> None:
    """They are left out, and it is said."""
    command.write("a", "(S (A a b) c)\n(S x y)\n")
    command.write("b", "(S (A a b) c)\n(S x z)\n")
    done = command("agree", "a", "b")
    assert done.status == 0
    assert "1 sentence has different words and is left out: 2" in done.out
    assert "is left out: 2" in command("agree", "a", "b", "-o", "csv").err


def test_errors(command: CommandLine) -> None:
    """One file, different numbers of sentences, a broken tree: status 2 and a message."""
    command.write("a", A)
    command.write("b", A + A)
    command.write("c", "(S (A a\n")
    assert command("agree", "a").status == 2
    done = command("agree", "a", "b")
    assert (done.status, "different numbers of sentences" in done.err) == (2, True)
    done = command("agree", "a", "c", "--majority", "m")
    assert (done.status, "c:1:" in done.err, "m" in command.names()) == (2, True, False)


def test_a_file_without_trees_is_refused(command: CommandLine) -> None:
    """It would have no constituents to agree on; what to type is said."""
    command.write("a.conllu", "1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n\n")
    command.write("b.mrg", "(S a)\n")
    done = command("agree", "a.conllu", "b.mrg")
    assert (done.status, done.out) == (2, "")
    assert "a.conllu has dependencies but no trees" in done.err
    assert "karat convert a.conllu trees.mrg --view yields" in done.err


def test_nothing_to_agree_on(command: CommandLine) -> None:
    """Empty files, and files without one sentence of the same words: status 2, nothing printed."""
    command.write("a", "")
    command.write("b", "\n")
    command.write("c", "(S x)\n")
    command.write("d", "(S y)\n")
    for files, said in ((("a", "a"), "a: it has no sentences"), (("c", "d"), "no sentence has")):
        done = command("agree", *files)
        assert (done.status, done.out) == (2, "")
        assert said in done.err
    done = command("agree", "a", "b", "--majority", "m")
    assert (done.status, "m" in command.names()) == (2, False)


def test_means_over_all_analyses_with_intervals(command: CommandLine) -> None:
    """The headline of 1991, by hand: of three analyses the third misses one of two and crosses it.

    Recalls 2/2, 2/2, 1/2, mean 5/6; crossing rates 0/2, 0/2, 1/2, mean 1/6. One sentence has no interval.
    """
    for name, text in (("a", "(S (A a b) c)"), ("b", "(S (A a b) c)"), ("c", "(S a (B b c))")):
        command.write(name, text + "\n")
    done = command("agree", "a", "b", "c", "-o", "json")
    found = json.loads(done.out)
    for name, value in (("recall", 5 / 6), ("crossing rate", 1 / 6)):
        assert found["mean"][name]["value"] == pytest.approx(value)
        assert (found["mean"][name]["low"], found["mean"][name]["high"]) == (None, None)
    assert (found["samples"], found["seed"]) == (1000, 1)
    table = command("agree", "a", "b", "c").out
    assert "83.33 [–]" in table
    assert "16.67 [–]" in table
    assert "1000 samples of sentences, seed 1; [–]: there is only one sentence" in table


def test_a_figure_that_is_the_same_in_every_sample_has_no_interval(command: CommandLine) -> None:
    """Full agreement in three sentences does not prove that there is no disagreement in others."""
    for name in ("a", "b"):
        command.write(name, "(S (A a b) c)\n" * 3)
    done = command("agree", "a", "b")
    assert done.status == 0
    assert "100.00 [–]" in done.out
    assert "[–]: every sample has the same value" in done.out
    assert "100.00 [100.00, 100.00]" not in done.out


def test_an_interval_covers_what_sentences_can_do(command: CommandLine) -> None:
    """One sentence in full agreement, one with recall 1/2 for the third: a quarter of all samples
    has only the one or only the other, so that its interval is from 1/2 to 1."""
    for name, text in (("a", "(S (A a b) c)"), ("b", "(S (A a b) c)"), ("c", "(S a (B b c))")):
        command.write(name, text + "\n(S (A a b) c)\n")
    third = json.loads(command("agree", "a", "b", "c", "-o", "json").out)["analyses"][2]
    assert (third["recall"], third["recall low"], third["recall high"]) == (0.75, 0.5, 1)
    again = json.loads(command("agree", "a", "b", "c", "-o", "json", "--samples", "1").out)
    assert again["analyses"][2]["recall"] == 0.75


HE = "(S (NP (PRP He)) (VP (MD will) (VP (VB go) (NP (NN home)))) (. .))\n"
FLAT = "(S (NP (PRP He)) (VP (MD will) (VB go) (NP (NN home))) (. .))\n"
SPLIT = "(S (NP (PRP He)) (VC (MD will) (VB go)) (NP (NN home)) (. .))\n"


def test_the_steps_of_parseval_come_first(command: CommandLine) -> None:
    """Without *will* and the full stop: (He (go home)) twice, and (He go home)."""
    for name, text in (("a", HE), ("b", FLAT), ("c", SPLIT)):
        command.write(name, text)
    done = command("agree", "a", "b", "c", "-o", "json", "--majority", "m")
    assert (command.folder / "m").read_text() == "(S (PRP He) (VP (VB go) (NN home)))\n"
    found = json.loads(done.out)
    assert [row["constituents"] for row in found["analyses"]] == [2, 2, 1]
    assert found["mean"]["recall"]["value"] == pytest.approx(5 / 6)
    # Only step 1: the brackets around one word are still there, and two VPs are around the same words.
    done = command("agree", "a", "b", "c", "-o", "json", "--steps", "1")
    assert [row["constituents"] for row in json.loads(done.out)["analyses"]] == [4, 4, 4]
    # As they are: S, NP, VP, VP, NP; S, NP, VP, NP; S, NP, VC, NP, of which S and both NPs are in all.
    done = command("agree", "a", "b", "c", "-o", "json", "--steps", "0")
    assert [row["constituents"] for row in json.loads(done.out)["analyses"]] == [5, 4, 4]


def test_most_analyses_decide_what_is_erased(command: CommandLine) -> None:
    """Two take *has* for an auxiliary, one for a verb with an object: it goes in all three.

    Where each decides for itself the third keeps it, and has other words than the others.
    """
    command.write("a", "(S (NP (PRP He)) (VP (VBZ has) (VP (VBN left) (NP (NNS books)))))\n")
    command.write("b", "(S (NP (PRP He)) (VP (VBZ has) (VP (VBN left) (NP (NNS books)))))\n")
    command.write("c", "(S (NP (PRP He)) (VP (VBZ has) (NP (JJ left) (NNS books))))\n")
    done = command("agree", "a", "b", "c", "-o", "json")
    assert json.loads(done.out)["different_words"] == []
    done = command("agree", "a", "b", "c", "-o", "json", "--decide", "each")
    assert (done.status, "no sentence has the same words" in done.err) == (2, True)


IT_IN = "(S (NP (PRP It)) (VP (VBZ is) (ADJP (JJ good) (S (VP (TO to) (VP (VB go) (ADVP (RB home))))))))\n"
IT_OUT = "(S (NP (PRP It)) (VP (VBZ is) (ADJP (JJ good))) (S (VP (TO to) (VP (VB go) (ADVP (RB home))))))\n"
# The verb phrase holds an adverb phrase here: no extraposition by these labels.
NO_CLAUSE = "(S (NP (PRP It)) (VP (VBZ is) (NP (NN good) (PP (TO to) (NP (NN go) (NN home))))))\n"


@pytest.mark.parametrize(
    ("texts", "redrawn"),
    [([IT_IN, IT_OUT, NO_CLAUSE], True), ([IT_IN, NO_CLAUSE, NO_CLAUSE], False)],
)
def test_most_analyses_decide_what_is_redrawn(
    command: CommandLine, texts: list[str], redrawn: bool
) -> None:
    """Two show an extraposed clause, in whatever form: it is cut off in all three, by position.

    If only one shows it, it stays where it is, and (is good …) is in all three.
    """
    for name, text in zip("abc", texts, strict=True):
        command.write(name, text)
    done = command("agree", "a", "b", "c", "-o", "json", "--consensus", "n", "--decide", "majority")
    assert done.status == 0
    spans = {row[:2] for row in karat.read(command.folder / "n").spans(0)}
    words = karat.read(command.folder / "n").words(0)
    assert ((1, 3) in spans, (1, len(words)) in spans) == (redrawn, not redrawn)


# Forms i and ii of section 4.1 of Gaizauskas et al. (1998): they cross.
FORM_1 = "(it (is (necessary (for us to leave))))\n"
FORM_2 = "(it (is necessary) (for us to leave))\n"


def test_a_key_holds_alternatives_that_cross(command: CommandLine) -> None:
    """(is necessary) and (necessary for us to leave) cross; (is … leave) is only in the first form.

    Both forms fit the key completely. Form iii, which has neither, fits what both share; if one of
    the two is asked for, it lacks that. A parse with (necessary for us) crosses (for us to leave),
    which both have, and (is necessary), so that the other alternative fits it better.
    """
    command.write("i", FORM_1)
    command.write("ii", FORM_2)
    done = command("agree", "i", "ii", "--labels", "none", "--key", "key.mrg")
    assert done.status == 0
    text = (command.folder / "key.mrg").read_text()
    assert text == ("(X it (X? (X?a1 is (X?a2+1 ( necessary))) (X?a2+1 (X for us to leave))))\n")
    command.write("iii", "(S it is necessary (S for us to leave))\n")
    command.write("wrong", "(S it is (X necessary for us) (X to leave))\n")
    for name, best, ignore in (
        ("i", [1, 1], [1, 1]), ("ii", [1, 1], [1, 1]), ("iii", [2 / 3, 1], [1, 1]),
        ("wrong", [1 / 3, 2 / 3], [1 / 2, 1 / 2]),
    ):  # fmt: skip
        labels = ("--labels", "none") if name in ("i", "ii") else ()
        command("convert", name, f"{name}.mrg", *labels)
        for way, expected in (("best", best), ("ignore", ignore)):
            scheme = f"flat(disputed={way})"
            done = command("score", "key.mrg", f"{name}.mrg", "--scheme", scheme, "-o", "json")
            measures = json.loads(done.out)["results"][0]["measures"]
            assert [measures["recall"], measures["conformance"]] == pytest.approx(expected)


def test_an_analysis_without_the_disputed_brackets_makes_them_optional(
    command: CommandLine,
) -> None:
    """Two analyses cross, the third has neither bracket."""
    for name, text in (("a", "(S (A a b) c)"), ("b", "(S a (B b c))"), ("c", "(S a b c)")):
        command.write(name, text + "\n")
    assert command("agree", "a", "b", "c", "--key", "key").status == 0
    assert (command.folder / "key").read_text() == "(S (A? a (B?+1 ( b))) (B?+1 ( c)))\n"
    for name, gold in (("a", 2), ("b", 2), ("c", 1)):
        done = command("score", "key", name, "--scheme", "flat(disputed=best)", "-o", "json")
        counts = json.loads(done.out)["results"][0]["counts"]
        assert (counts["gold"], counts["matched"], counts["violated"]) == (gold, gold, 0)


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("(S (A?1+1 a b) c (A?1+1 d e))", "key:1: the parts of A?1+1 are not adjacent"),
        ("(S (A a (B?1+1 b c)) (B?1+1 d e))", "key:1: A and B?1+1 cross"),
        ("(S (A?1 a (B?1+1 b c)) (B?1+1 d e))", "key:1: A?1 and B?1+1 cross"),
        ("(S (A?a1 a (B?b1+1 b c)) (B?b1+1 d e))", "key:1: A?a1 and B?b1+1 cross"),
    ],
)
def test_a_key_that_makes_no_sense_is_refused(command: CommandLine, key: str, said: str) -> None:
    """Parts that are apart, and brackets that cross though a parse may be asked for both."""
    command.write("key", key + "\n")
    command.write("parse", "(S a b c d e)\n")
    done = command("score", "key", "parse", "--scheme", "flat(disputed=best)")
    assert (done.status, said in done.err) == (2, True)


def test_labels_that_look_like_marks_are_refused(command: CommandLine) -> None:
    """They would be read as disputes of the key."""
    command.write("a", "(S (VP?1 a b) c)\n")
    done = command("agree", "a", "a", "--key", "key")
    assert (done.status, "the label VP?1 would mark a disputed bracket" in done.err) == (2, True)
    assert "key" not in command.names()


@pytest.mark.parametrize(
    ("one", "other", "construction", "disputed", "crossing"),
    [
        # They saw the man | with a telescope: the verb phrase or the noun phrase takes it.
        ("(S (NP They) (VP (V saw) (NP (D the) (N man)) (PP (P by) (NP (N sea)))))",
         "(S (NP They) (VP (V saw) (NP (NP (D the) (N man)) (PP (P by) (NP (N sea))))))",
         "preposition phrase", 1, 0),
        ("(NP (NP (NN old) (NNS men)) (CC and) (NP (NNS women) (NN x)))",
         "(NP (JJ old) (NP (NNS men) (CC and) (NNS women)) (NN x))", "coordination", 3, 3),
        ("(NP (DT the) (NML (NN wheat) (NN farm)) (NN law))",
         "(NP (DT the) (NN wheat) (NML (NN farm) (NN law)))", "inside a noun phrase", 2, 2),
        ("(S (NP (PRP he)) (VP (MD may) (VP (VB go) (NN home))))",
         "(S (NP (PRP he)) (VP (MD may) (VB go) (NN home)))", "verbs and auxiliaries", 1, 0),
        ("(S (NP (PRP It)) (VP (VBZ is) (ADJP (JJ good) (S (TO to) (VB go)))))",
         "(S (NP (PRP It)) (VP (VBZ is) (JJ good)) (S (TO to) (VB go)))", "extraposition", 3, 2),
        ("(S (NP (NP (DT the) (NN man)) (PP (IN of) (NNP Rome))) (VB x))",
         "(S (NP (DT the) (NN man) (PP (IN of) (NNP Rome))) (VB x))", "modified noun phrase", 1, 0),
        ("(S (NP (DT the) (NN man)) (VP (VBD ran) (. .)))",
         "(S (NP (DT the) (NN man)) (VP (VBD ran)) (. .))", "punctuation", 2, 0),
    ],
)  # fmt: skip
def test_disputed_brackets_by_construction(
    command: CommandLine, one: str, other: str, construction: str, disputed: int, crossing: int
) -> None:
    """As the trees are; after the three steps some of these are no disputes any more."""
    command.write("a", one + "\n")
    command.write("b", other + "\n")
    arguments = "agree", "a", "b", "--format", "brackets", "--steps", "0"
    done = command(*arguments, "-o", "json")
    found = json.loads(done.out)["constructions"]
    rows = [(row["construction"], row["disputed"], row["crossing"]) for row in found]
    assert rows == [(construction, disputed, crossing)]
    assert construction in command(*arguments).out


def test_function_tags_that_only_some_have(command: CommandLine) -> None:
    """The table of labels has 0 for NP-SBJ, which is nobody's disagreement about the phrase."""
    tree = "(S (NP{} (DT the) (NN dog)) (VP (VBZ chases) (NP (DT the) (NN cat))))\n"
    command.write("a.mrg", tree.format("-SBJ"))
    command.write("b.mrg", tree.format(""))
    said = "only some have function tags (a.mrg), which the table of labels takes for part of the label"
    assert said in command("agree", "a.mrg", "b.mrg").err + command("agree", "a.mrg", "b.mrg").out
    for name in "a.mrg", "b.mrg":
        done = command("agree", name, name)
        assert "function tags" not in done.err + done.out
