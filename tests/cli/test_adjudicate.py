"""karat agree --adjudicate: one file of two, and karat check until everything is decided."""

import pytest

import karat
from command_line import CommandLine

ANN = """\
# from the draft
He saw the man with a telescope today .
ncsubj(see, he, _)
dobj(see, man, _)
ncmod(with, see, telescope)
ncmod(_, see, today)

She left .
()

"""
BOB = """\
He saw the man with a telescope today .
ncsubj(see, he, _)
obj2(see, man)
ncmod(with, man, telescope)

She left .
ncsubj(leave, she, _)

"""
BOTH = """\
# from the draft
He saw the man with a telescope today .
ncsubj(see, he, _)
dobj(see, man, _) ; !1a
obj2(see, man) ; !1b
ncmod(with, see, telescope) ; !2a
ncmod(with, man, telescope) ; !2b
ncmod(_, see, today) ; !3a
; !3b nothing

She left .
()
; !4a nothing
ncsubj(leave, she, _) ; !4b

"""


def test_relations(command: CommandLine) -> None:
    """Other names, other heads, and relations of one alone; check counts down to none."""
    command.write("ann.gr", ANN)
    command.write("bob.gr", BOB)
    done = command("agree", "ann.gr", "bob.gr", "--adjudicate", "both.gr")
    assert done.status == 0
    assert "both.gr: 4 to decide" in done.err
    assert (command.folder / "both.gr").read_text() == BOTH
    done = command("check", "both.gr")
    assert done.status == 1
    assert "both.gr:4:19: dispute 1 is undecided" in done.out
    assert "both.gr:13:1: dispute 4 is undecided" in done.out
    assert "2 sentences, no fault, 4 undecided" in done.out
    done = command("score", "both.gr", "bob.gr", "-s", "gr")
    assert (done.status, "both.gr:4:19: dispute 1 is undecided" in done.err) == (2, True)
    text = BOTH.replace("obj2(see, man) ; !1b\n", "").replace(
        "ncmod(with, see, telescope) ; !2a\n", ""
    )
    command.write("both.gr", text)
    assert "2 sentences, no fault, 2 undecided" in command("check", "both.gr").out
    text = text.replace("; !3b nothing\n", "").replace("; !4a nothing\n", "")
    command.write("both.gr", text)
    done = command("check", "both.gr")
    assert (done.status, done.out) == (0, "both.gr: 2 sentences, no fault\n")
    command.write(
        "gold.gr",
        """\
ncsubj(see, he, _)
dobj(see, man, _)
ncmod(with, man, telescope)
ncmod(_, see, today)

ncsubj(leave, she, _)
""",
    )
    done = command("score", "gold.gr", "both.gr", "-s", "gr", "--fail-under", "gr.f1=1")
    assert done.status == 0, done.out


WORDS = """\
# text = old men vote
1\told\told\tADJ\tJJ\t_\t2\tamod\t_\t_
2\tmen\tman\tNOUN\tNNS\tNumber=Plur\t3\tnsubj\t_\tSpaceAfter=No
3\tvote\tvote\tVERB\tVBP\t_\t0\troot\t_\t_

"""


def test_dependencies(command: CommandLine) -> None:
    """The columns have the first answer, the last column the second."""
    other = WORDS.replace("2\tamod", "3\tadvcl").replace("Number=Plur\t", "Case=Nom|Number=Plur\t")
    command.write("ann.conllu", WORDS)
    command.write("bob.conllu", other)
    done = command("agree", "ann.conllu", "bob.conllu", "--adjudicate", "both.conllu")
    assert done.status == 0
    text = (command.folder / "both.conllu").read_text()
    assert "1\told\told\tADJ\tJJ\t_\t2\tamod\t_\tOther-Head=3|Other-Deprel=advcl\n" in text
    assert "\tSpaceAfter=No|Other-Feats=Case=Nom\\pNumber=Plur\n" in text
    done = command("check", "both.conllu")
    assert done.status == 1
    assert "both.conllu:2:29: undecided: HEAD may be 3" in done.out
    assert "undecided: FEATS may be Case=Nom|Number=Plur" in done.out
    assert "1 sentence, no fault, 3 undecided" in done.out
    done = command("score", "ann.conllu", "both.conllu", "-s", "deps")
    assert (done.status, "until this is decided, the file cannot be scored" in done.err) == (
        2,
        True,
    )
    decided = text.replace("2\tamod\t_\tOther-Head=3|Other-Deprel=advcl", "3\tadvcl\t_\t_")
    decided = decided.replace("|Other-Feats=Case=Nom\\pNumber=Plur", "")
    command.write("both.conllu", decided)
    assert command("check", "both.conllu").status == 0
    assert decided == WORDS.replace("2\tamod", "3\tadvcl")


def test_trees(command: CommandLine) -> None:
    """The answers are as small as they can be; a mark that is left is said."""
    high = "(S (NP (PRP He)) (VP (VBD saw) (NP (NNS men)) (PP (IN with) (NP (NNS dogs)))) (. .))\n"
    low = "(S (NP (PRP He)) (VP (VBD saw) (NP (NP (NNS men)) (PP (IN with) (NP (NNS dogs))))) (. .))\n"
    same = "( (S (NP (PRP He)) (VP (VBD left))))\n"
    command.write("ann.mrg", high + same)
    command.write("bob.mrg", low + same.replace("( (S", "(ROOT (S").replace("VBD", "VBN"))
    done = command("agree", "ann.mrg", "bob.mrg", "--adjudicate", "both.mrg")
    assert done.status == 0
    assert (command.folder / "both.mrg").read_text() == (
        "(S (NP (PRP He)) (VP (VBD saw) (NP!1a (NNS men)) (PP!1a (IN with) (NP (NNS dogs))) "
        "(NP!1b (NP (NNS men)) (PP (IN with) (NP (NNS dogs))))) (. .))\n"
        "( (S (NP (PRP He)) (VP (VBD!2a left) (VBN!2b left))))\n"
    )
    done = command("check", "both.mrg")
    assert done.status == 1
    assert "both.mrg:1:32: dispute 1 is undecided" in done.out
    assert "2 sentences, no fault, 2 undecided" in done.out
    # An undecided sentence has some words twice, so it cannot be scored by mistake.
    assert "1/2" not in command("score", "ann.mrg", "both.mrg", "-s", "evalb").out.split("\n")[1]
    command.write("both.mrg", high + "( (S (NP (PRP He)) (VP (VBN!2b left))))\n")
    done = command("check", "both.mrg")
    assert (done.status, "dispute 2 is decided, but has a mark" in done.out) == (1, True)
    assert "remove !2b" in done.out
    command.write("both.mrg", high + same)
    assert command("check", "both.mrg").status == 0


@pytest.mark.parametrize(
    ("name", "text"),
    [("x.gr", ANN), ("x.conllu", WORDS), ("x.mrg", "( (S\n  (NP (PRP He))\n  (VP (VBD left))))\n")],
)
def test_equal_files_stay_as_they_are(command: CommandLine, name: str, text: str) -> None:
    """Byte by byte, comments and layout included."""
    command.write(name, text)
    command.write(f"other-{name}", text)
    assert command("agree", name, f"other-{name}", "--adjudicate", "both").status == 0
    assert (command.folder / "both").read_text() == text
    assert command("check", "both").status == 0


def test_trees_over_several_lines_keep_their_layout(command: CommandLine) -> None:
    """Each answer is on a line of its own, and can be deleted there."""
    text = "( (S\n  (NP (PRP He))\n  (VP (VBD left) (NP (NN home)))))\n"
    command.write("ann.mrg", text)
    command.write("bob.mrg", text.replace("(NP (NN home))", "(ADVP (NN home))"))
    command("agree", "ann.mrg", "bob.mrg", "--adjudicate", "both.mrg")
    lines = (command.folder / "both.mrg").read_text().splitlines()
    assert [line.strip() for line in lines[1:]] == ["(NP!1a (NN home))", "(ADVP!1b (NN home)))))"]
    assert "1 sentence, no fault, 1 undecided" in command("check", "both.mrg").out


def test_errors(command: CommandLine) -> None:
    """Other formats, other words, three files, files that are still undecided: nothing is written."""
    command.write("ann.gr", ANN)
    command.write("both.gr", BOTH)
    command.write("ann.conllu", WORDS)
    command.write("other.conllu", WORDS.replace("\tmen\t", "\tcats\t"))
    command.write("a.iob", "a X B-NP\n\n")
    command.write("line.gr", "1 (ncsubj go he _) (dobj go it _)\n")
    command.write("lines.gr", "1 (ncsubj go she _)\n")
    for files, said in (
        (("ann.gr", "ann.conllu"), "two files of the same format can be merged"),
        (("a.iob", "a.iob"), "gr, conllu, brackets"),
        (("ann.conllu", "other.conllu"), "word 2 is 'men' and 'cats'; agree on the words first"),
        (("ann.gr", "both.gr"), "still undecided cannot be merged again"),
        (("ann.gr", "ann.gr", "ann.gr"), "--adjudicate merges two files"),
        (("line.gr", "lines.gr"), "line.gr:1:1: this line has more than one relation"),
    ):
        done = command("agree", *files, "--adjudicate", "out")
        assert (done.status, said in done.err) == (2, True), done.err
        assert "out" not in command.names()


def test_python_refuses_undecided_files_too() -> None:
    """karat.score would count both answers."""
    with pytest.raises(karat.KaratError, match="dispute 1 is undecided"):
        karat.score(karat.read_text(ANN), karat.read_text(BOTH), "gr")
