"""parseval at the command line: who decides on the three constructions, and what is said of it."""

import json

import pytest

from command_line import CommandLine

# The same brackets in the labels of two grammars.
PENN = (
    "(S (NP (PRP It)) (VP (VBZ is) (ADJP (JJ necessary) (SBAR (IN for) (S (NP (PRP us)) (VP (TO to)"
    " (VP (VB leave))))))) (. .))\n"
)
XTAG = (
    "(S_r (NP (N It)) (VP (V is) (AP (A necessary) (S_r (Comp for) (S_r (NP (N us)) (VP_r (V to)"
    " (VP (V leave))))))) (Punct .))\n"
)
BARE = "(It (is (necessary (for (us (to leave))))) .)\n"


def figures(command: CommandLine, scheme: str = "parseval", *more: str) -> list[float]:
    """Recall, precision and crossings of the file s against the file g."""
    done = command("score", "g", "s", "--scheme", scheme, "--output", "json", *more)
    assert done.status == 0, done.err
    found = json.loads(done.out)["results"][0]["measures"]
    return [found[name] for name in ("recall", "precision", "crossing")]


@pytest.mark.parametrize(
    "gold, system", [(PENN, XTAG), (XTAG, PENN)], ids=["penn is gold", "xtag is gold"]
)
def test_labels_do_not_matter(command: CommandLine, gold: str, system: str) -> None:
    """Identical bracketings are right, whatever their labels."""
    command.write("g", gold)
    command.write("s", system)
    assert figures(command) == [1, 1, 0]


def test_each_side_by_itself(command: CommandLine) -> None:
    """With redefine=each a side whose labels are not known may be redrawn differently.

    Here the complementiser's label hides the clause from the rules, so only gold is redrawn: it has
    S, (is good), SBAR and S; the system keeps VP and AP instead, which crosses (is good).
    """
    tree = (
        "(S (NP (PRP It)) (VP (VBZ is) (ADJP (JJ good) (SBAR (IN if) (S (PRP we) (VB leave))))))\n"
    )
    command.write("g", tree)
    command.write("s", tree.replace("SBAR", "PP"))
    assert figures(command, "parseval(redefine=each)") == [3 / 4, 3 / 5, 1]
    assert figures(command) == [1, 1, 0]


def test_an_unlabelled_tree_is_redrawn(command: CommandLine) -> None:
    """Gold decides for a parse without labels; and such a parse can be gold itself."""
    command.write("t", BARE)
    views = "--view", "erase", "--view", "redefine"
    done = command("convert", "t", "-", "--labels", "none", *views, "--to", UNLABELLED)
    assert done.out == "(It (is necessary) (for (us leave)))\n"
    # The same with empty labels, as a file of the ordinary format.
    nameless = "( ( It) ( ( is) ( ( necessary) ( ( for) ( ( us) ( ( to) ( leave)))))) ( .))\n"
    for gold, system in ((PENN, nameless), (nameless, PENN)):
        command.write("g", gold)
        command.write("s", system)
        assert figures(command, "parseval", "--format", "brackets") == [1, 1, 0]


UNLABELLED = "parseval(labels=none)"


@pytest.mark.parametrize(
    "tree, expected",
    [
        (
            "(We (were ((out of) (oatmeal cookies))))",
            "(We (were (out of (oatmeal cookies))))\n",
        ),
        (
            "(We (were (out (of (oatmeal cookies)))))",
            "(We (were (out of (oatmeal cookies))))\n",
        ),
        (
            "(VP (VBD were) (PP (P (IN out) (IN of)) (NP (NN oatmeal) (NNS cookies))))",
            "(VP (VBD were) (PP (IN out) (IN of) (NP (NN oatmeal) (NNS cookies))))\n",
        ),
    ],
)
def test_prepositions_are_attached_one_by_one(
    command: CommandLine, tree: str, expected: str
) -> None:
    """Whether they are nested or grouped."""
    command.write("t", f"{tree}\n")
    options = ("--to", "brackets") if "NP" in tree else ("--labels", "none", "--to", UNLABELLED)
    assert command("convert", "t", "-", "--view", "redefine", *options).out == expected


def test_show_says_what_was_redrawn_and_who_decided(command: CommandLine) -> None:
    """On both sides, with the brackets of each."""
    command.write("g", PENN)
    command.write("s", XTAG)
    done = command("show", "g", "s", "-n", "1", "--scheme", "parseval", "--why")
    for bracket in ("(ADJP necessary for us leave)", "(AP necessary for us leave)"):
        assert f"{bracket}: redrawn, an extraposed clause, as decided on gold\n" in done.out
    done = command("show", "g", "s", "-n", "1", "--scheme", "parseval(redefine=each)", "--why")
    assert "(ADJP necessary for us leave): redrawn, an extraposed clause\n" in done.out


ZIPPY = PENN.replace("necessary", "zippy")


def test_predicates_of_a_user(command: CommandLine) -> None:
    """A list takes the place of ours, and the signature has the file's hash."""
    command.write("g", ZIPPY)
    command.write("p.toml", 'infinitive = ["Zippy"]\n')
    for options, moved in (("", False), ("(predicates=p.toml)", True)):
        done = command("show", "g", "g", "-n", "1", "--scheme", f"parseval{options}", "--why")
        assert ("(VP is zippy): drawn, an extraposed clause" in done.out) == moved
    command.write("g", PENN)
    done = command("convert", "g", "-", "--view", "redefine(predicates=p.toml)")
    assert "(ADJP (JJ necessary)" in done.out
    done = command("score", "g", "g", "--scheme", "parseval(predicates=p.toml)")
    assert "parseval(predicates=p.toml)|params:" in done.out


@pytest.mark.parametrize(
    "content, message",
    [
        ('finit = ["a"]', "there is no list of predicates 'finit'; did you mean 'finite'?"),
        ('finite = "a"', 'finite must be a list of words: finite = ["easy", "hard"]'),
        ("finite = [1]", 'finite must be a list of words: finite = ["easy", "hard"]'),
        ("finite = [", "p.toml:1:11: this is not TOML"),
        (None, "p.toml: there is no such file"),
    ],
)
@pytest.mark.parametrize("verb", ["score", "convert"])
def test_a_bad_file_of_predicates(
    command: CommandLine, verb: str, content: str | None, message: str
) -> None:
    """One clear message, exit status 2."""
    command.write("g", PENN)
    if content is not None:
        command.write("p.toml", content)
    if verb == "score":
        done = command("score", "g", "g", "--scheme", "parseval(predicates=p.toml)")
    else:
        done = command("convert", "g", "-", "--view", "redefine(predicates=p.toml)")
    assert done.status == 2
    assert message in done.err
    assert "p.toml" in done.err


# Gold has the traces of the Penn Treebank; the predicate is in no list.
TRACES = """\
(S (NP (NP (PRP It)) (SBAR (-NONE- *EXP*-1))) (VP (VBZ is) (ADJP (JJ zippy) (PP (TO to) (PRP me))) \
(SBAR-1 (IN that) (S (NP (PRP he)) (VP (VBD left))))) (. .))
(S (NP (NP (DT A) (NN man)) (SBAR (-NONE- *ICH*-2))) (VP (VBD came) (PRT (RP in)) (SBAR-2 (WHNP-3 (WP \
who)) (S (NP (-NONE- *T*-3)) (VP (VBD knew) (NP (PRP us)))))) (. .))
(S (NP (PRP I)) (VP (VBP find) (S (NP (NP (PRP it)) (S (-NONE- *EXP*-1))) (ADJP (JJ zippy))) (S-1 (NP \
(-NONE- *)) (VP (TO to) (VP (VB stay) (ADVP (RB here)))))) (. .))
(S (NP (NP (DT A) (NN man)) (PP (-NONE- *ICH*-2))) (VP (VBD came) (PRT (RP in)) (PP-2 (IN with) (NP \
(PRP us)))) (. .))
"""
TRACELESS = """\
(X (N It) (X (V is) (X (A zippy) (X (P to) (N me)) (X (C that) (X (N he) (V left))))) (F .))
(X (X (D A) (N man)) (X (V came) (P in) (X (N who) (X (V knew) (N us)))) (F .))
(X (N I) (X (V find) (X (X (N it) (A zippy)) (X (P to) (X (V stay) (R here))))) (F .))
(X (X (D A) (N man)) (X (V came) (P in) (X (P with) (N us))) (F .))
"""


def test_traces_decide_before_rules(command: CommandLine) -> None:
    """They are asked before null elements are erased; a phrase that is no clause stays."""
    command.write("g", TRACES)
    command.write("s", TRACELESS)
    drawn: tuple[list[str], ...] = (
        ["(VP is zippy to me): drawn, an extraposed clause (*EXP*), as decided on gold"],
        ["(VP came in): drawn, an extraposed clause (*ICH*), as decided on gold"],
        ["(VP find it zippy): drawn, an extraposed clause (*EXP*), as decided on gold"],
        [],
    )
    for number, expected in enumerate(drawn, 1):
        done = command("show", "g", "s", "-n", str(number), "--scheme", "parseval", "--why")
        gold = done.out.split("why, system")[0].splitlines()
        assert [line.strip() for line in gold if ": drawn" in line] == expected
    # The third parse has a bracket too many, (it zippy to stay here), which is cut as well.
    assert figures(command) == [1, 1, 0]
    assert figures(command, "parseval(extraposition=no)")[0] < 1
