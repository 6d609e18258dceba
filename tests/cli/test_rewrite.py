"""Rewriting at the command line: convert, score, show, and every way a file of rules can be wrong."""

import pytest

from command_line import CommandLine

# The pair: the same bracketing in the labels of two grammars.
GOLD = (
    "(S (NP (PRP It)) (VP (VBZ is) (ADJP (JJ necessary) (SBAR (IN for) (S (NP (PRP us))"
    " (VP (TO to) (VP (VB leave))))))) (. .))\n"
)
XTAG = (
    "(S_r (NP (N It)) (VP (V is) (AP (A necessary) (S_r (Comp for) (S_r (NP (N us))"
    " (VP_r (V to) (VP (V leave))))))) (Punct .))\n"
)


def test_convert(command: CommandLine) -> None:
    """By bundled rules, and by the user's; the file can be read back and rewritten again."""
    command.write("xtag.mrg", XTAG)
    done = command("convert", "xtag.mrg", "out.mrg", "--view", "rewrite(rules=xtag)")
    assert (done.status, done.err) == (0, "")
    written = (command.folder / "out.mrg").read_text()
    assert written == GOLD.replace("PRP", "NN").replace("VBZ", "VB")
    command.write("mine.toml", "[[rule]]\nsplice = 'VP > VP'\n")
    done = command("convert", "out.mrg", "-", "--view", "rewrite(rules=mine.toml)")
    assert done.out == written.replace("(VP (VB leave))", "(VB leave)")


def test_score_through_views(command: CommandLine) -> None:
    """The labels differ, the brackets do not; the signature says what was rewritten, and by what."""
    command.write("gold.mrg", GOLD)
    command.write("xtag.mrg", XTAG)
    plain = command("score", "gold.mrg", "xtag.mrg", "-s", "evalb")
    # Of 9 brackets the labels of 4 agree: NP, VP, NP and the innermost VP.
    assert plain.out.splitlines()[1].split()[1:3] == ["44.44", "44.44"]
    view = "--system-view", "rewrite(rules=xtag)"
    done = command("score", "gold.mrg", "xtag.mrg", "-s", "evalb", *view)
    assert done.out.splitlines()[1].split()[1:4] == ["100.00", "100.00", "100.00"]
    assert "|system-view:rewrite(rules=xtag)|gold:" in done.out
    command.write("none.toml", "[[rule]]\nsplice = 'QQ'\n")
    done = command(
        "score", "gold.mrg", "gold.mrg", "-s", "evalb", "--gold-view", "filter(depth=1)",
        "--gold-view", "rewrite(rules=none.toml)",
    )  # fmt: skip
    assert done.out.splitlines()[1].split()[1:3] == ["100.00", "11.11"]
    assert "|gold-view:filter(depth=1)|gold-view:rewrite(rules=none.toml)#" in done.out


def test_the_hash_of_the_rules_is_in_the_signature(command: CommandLine) -> None:
    """Two files of the same name that differ give two signatures."""
    command.write("gold.mrg", GOLD)
    signatures = set()
    for label in ("QQ", "ZZ"):
        command.write("r.toml", f"[[rule]]\nsplice = '{label}'\n")
        view = ["--system-view", "rewrite(rules=r.toml)"]
        done = command("score", "gold.mrg", "gold.mrg", *view)
        signatures.add(done.out.splitlines()[-1])
    assert len(signatures) == 2


def test_show_says_which_rule_did_what(command: CommandLine) -> None:
    """For either side."""
    command.write("gold.mrg", GOLD)
    command.write("xtag.mrg", XTAG)
    view = "--system-view", "rewrite(rules=xtag)"
    done = command("show", "gold.mrg", "xtag.mrg", "-s", "evalb", "--why", *view)
    assert "why, system, rewrite(rules=xtag):\n" in done.out
    assert (
        "  (AP necessary for us to leave): renamed ADJP by adjective phrase (xtag.toml:" in done.out
    )
    assert "why, gold:\n  nothing was left out\n" in done.out


def test_notes(command: CommandLine) -> None:
    """A node that fits but cannot be raised."""
    command.write("a.mrg", "(S (X (A a) (B b) (C c)) (D d))\n")
    command.write("r.toml", "[[rule]]\nname = 'up'\nraise = 'B > X'\n")
    done = command("convert", "a.mrg", "-", "--view", "rewrite(rules=r.toml)")
    assert (done.status, done.out) == (0, "(S (X (A a) (B b) (C c)) (D d))\n")
    assert "note: r.toml:1: up: in a.mrg, a node that fits cannot be raised" in done.err
    assert done.err.endswith("has no grandparent, in 1 sentence\n")


def test_a_note_is_given_once(command: CommandLine) -> None:
    """Not for each block of a file, but with the number of sentences in all of them."""
    tree = "(S (X (A a) (B b) (C c)) (D " + "d" * 400 + "))\n"
    command.write("a.mrg", (tree + tree.replace("B", "E")) * 5_000)
    command.write("r.toml", "[[rule]]\nname = 'up'\nraise = 'B > X'\n")
    done = command("convert", "a.mrg", "b.mrg", "--view", "rewrite(rules=r.toml)")
    assert done.status == 0
    assert done.err.count("karat: note:") == 1
    assert done.err.endswith("has no grandparent, in 5000 sentences\n")


@pytest.mark.parametrize(
    "rules, place, said",
    [
        ("[[rule]]\nrenam = 'NP'\nto = 'X'\n", "2:1", "a rule has no 'renam'; did you mean 'rename'?"),
        ("[[rule]]\nsplice = 'NP < (VP'\n", "2:19", "the pattern ends too early: expected ')'"),
        ("[[rule]]\nsplice = ['A', 'B <']\n", "2:20", "the pattern ends too early: expected a node"),
        ("[[rule]]\nsplice = 'A'\ndrop = 'B'\n", "2:1", "one rule cannot drop and splice"),
        ("\n[[rule]]\nname = 'x'\n", "2:1", "this rule does nothing"),
        ("", "1:1", "the file has no [[rule]]"),
        ("[[rules]]\nsplice = 'A'\n", "1:3", "this file has no 'rules'; did you mean 'rule'?"),
        ("[[rule]]\nrename = 'A'\n", "1:1", "a rule needs the key 'to'"),
        ("[[rule]]\ndrop = 'A'\nto = 'B'\n", "3:1", "drop has no 'to'"),
        ("[[rule]]\nrename = 'A'\nto = 'a b'\n", "3:7", "'a b' cannot be a label"),
        ("[[rule]]\nrename = 'A'\nto = '{lable}'\n", "3:7", "'{lable}' cannot be a label"),
        ("[[rule]]\ndrop = 'x @BE'\n", "2:11", "there is no definition of @BE"),
        ("[[rule]]\ndrop = 'A'\nonce = 'yes'\n", "3:1", "once should be true or false"),
        ("[[rule]]\ndrop = 'A < B=x'\n", "2:1", "a rewrite rule captures no nodes"),
        ("[[rule]]\ndrop = 3\n", "2:1", "drop should be a text or a list of texts"),
        ("[[rule]]\ndrop = []\n", "2:1", "drop is empty"),
        ("[[rule]\ndrop = 'A'\n", "1:7", "this is not TOML"),
        ("[[rule]]\ndrop = 'A'\n[[rule]]\ndrop = 'A <'\n", "4:12", "expected a node"),
        ("define = 3\n[[rule]]\ndrop = 'A'\n", "1:1", "define should be a table of texts"),
    ],
)  # fmt: skip
def test_faults_of_rules(command: CommandLine, rules: str, place: str, said: str) -> None:
    """The file, the line and the column, what is wrong; status 2."""
    command.write("gold.mrg", GOLD)
    command.write("r.toml", rules)
    done = command("convert", "gold.mrg", "out.mrg", "--view", "rewrite(rules=r.toml)")
    assert done.status == 2
    assert done.err.startswith(f"karat: r.toml:{place}: ")
    assert said in done.err
    assert "out.mrg" not in command.names()


def test_which_rules(command: CommandLine) -> None:
    """None given, an unknown name, no file, no trees."""
    command.write("gold.mrg", GOLD)
    command.write("a.iob", "the DT B-NP\ndog NN I-NP\n")
    for source, view, said in (
        ("gold.mrg", "rewrite", "needs rules: rewrite(rules=FILE), or one of these by name: 1991,"),
        ("gold.mrg", "rewrite(rules=xtga)", "did you mean 'xtag'?"),
        ("gold.mrg", "rewrite(rules=no.toml)", "no.toml: there is no such file"),
        ("gold.mrg", "rewrite(rule=xtag)", "did you mean 'rules'?"),
        ("a.iob", "rewrite(rules=xtag)", "a.iob has chunks but no trees"),
    ):
        done = command("convert", source, "out.mrg", "--view", view)
        assert (done.status, said in done.err) == (2, True), done.err
