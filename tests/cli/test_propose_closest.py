"""karat propose --closest-to: the analysis that agrees most with a treebank, sentence by sentence."""

from command_line import CommandLine

TREEBANK = """\
( (S (NP-SBJ (PRP They)) (VP (VBD saw) (NP (DT a) (NN man)) (PP (IN with) (NP (NNS dogs)))) (. .)) )
( (S (NP-SBJ (PRP He)) (VP (VBD left)) (. .)) )
"""
HIGH = (
    "(S (NP (PRP They)) (VP (VBD saw) (NP (DT a) (NN man)) (PP (IN with) (NP (NNS dogs)))) (. .))\n"
)
LOW = "(S (NP (PRP They)) (VP (VBD saw) (NP (NP (DT a) (NN man)) (PP (IN with) (NP (NNS dogs))))) (. .))\n"
LEFT = "(S (NP (PRP He)) (VP (VBD left)) (. .))\n"
FLAT = "(S (PRP He) (VBD left) (. .))\n"
UD = """\
1\tThey\tthey\tPRON\tPRP\t_\t2\tnsubj\t_\t_
2\tsaw\tsee\tVERB\tVBD\t_\t0\troot\t_\t_
3\ta\ta\tDET\tDT\t_\t4\tdet\t_\t_
4\tman\tman\tNOUN\tNN\t_\t2\tobj\t_\t_
5\twith\twith\tADP\tIN\t_\t6\tcase\t_\t_
6\tdogs\tdog\tNOUN\tNNS\t_\t2\tobl\t_\t_
7\t.\t.\tPUNCT\t.\t_\t2\tpunct\t_\t_

"""
DRAFT = """\
# nbest.mrg, analysis 2 of 2, 6 of 6 brackets agree, f1 100.00
They saw a man with dogs .
# lemmas = they see a man with dog .
ncsubj(see, they, _)
dobj(see, man, _)
ncmod(with, see, dog)

# nbest.mrg, 3 of 3 brackets agree, f1 100.00
He left .
# lemmas = he leave .
ncsubj(leave, he, _)

"""


def test_the_closest_of_n_best_is_taken(command: CommandLine) -> None:
    """The analyses of a sentence follow each other; the draft says which was taken, and is read back."""
    command.write("treebank.mrg", TREEBANK)
    command.write("nbest.mrg", LOW + HIGH + LEFT)
    done = command("propose", "nbest.mrg", "--closest-to", "treebank.mrg", "-o", "draft.gr")
    assert done.status == 0
    assert (command.folder / "draft.gr").read_text() == DRAFT
    assert "the closest analyses by brackets: 2 from nbest.mrg" in done.err
    assert "2 sentences, no fault" in command("check", "draft.gr").out


def test_the_closest_of_several_files_is_taken(command: CommandLine) -> None:
    """By hand: LOW has 7 brackets, of which all 6 of the treebank: f1 12/13. FLAT has one of 3: 2/4."""
    command.write("treebank.mrg", TREEBANK)
    command.write("a.mrg", LOW + LEFT)
    command.write("b.mrg", HIGH + FLAT)
    out = command("propose", "a.mrg", "b.mrg", "--closest-to", "treebank.mrg").out
    assert "# b.mrg, 6 of 6 brackets agree, f1 100.00\nThey saw" in out
    assert "# a.mrg, 3 of 3 brackets agree, f1 100.00\nHe left" in out
    out = command("propose", "a.mrg", "--closest-to", "treebank.mrg").out
    assert "# a.mrg, 6 of 6 brackets agree, f1 92.31" in out
    command.write("c.mrg", FLAT)
    out = command("propose", "c.mrg", "--closest-to", "treebank.mrg").out
    assert "# no analysis\nThey saw a man with dogs .\n()" in out
    assert "# c.mrg, 1 of 3 brackets agree, f1 50.00" in out


def test_ties_go_to_the_first(command: CommandLine) -> None:
    """Two equal files: the one that is named first."""
    command.write("treebank.mrg", TREEBANK)
    command.write("a.mrg", HIGH + LEFT)
    command.write("b.mrg", HIGH + LEFT)
    for first, second in (("a.mrg", "b.mrg"), ("b.mrg", "a.mrg")):
        done = command("propose", first, second, "--closest-to", "treebank.mrg")
        assert f"2 from {first}, 0 from {second}" in done.err


def test_trees_and_dependencies_are_compared_as_dependencies(command: CommandLine) -> None:
    """All by one measure: dependencies, where one file has no trees; the choice is said."""
    command.write("treebank.mrg", TREEBANK)
    command.write("a.mrg", LOW + LEFT)
    command.write("c.conllu", UD)
    done = command("propose", "a.mrg", "c.conllu", "--closest-to", "treebank.mrg")
    assert "# c.conllu, 7 of 7 dependencies agree, f1 100.00" in done.out
    assert "# a.mrg, 3 of 3 dependencies agree, f1 100.00" in done.out
    done = command(
        "propose", "a.mrg", "c.conllu", "--closest-to", "treebank.mrg", "--by", "brackets"
    )
    assert (done.status, done.out) == (2, "")
    assert "c.conllu has dependencies but no trees; compare dependencies: --by" in done.err
    done = command("propose", "a.mrg", "--closest-to", "c.conllu", "--by", "relations")
    assert done.status == 2  # the treebank has no second sentence
    command.write("one.mrg", LOW)
    done = command("propose", "one.mrg", "--closest-to", "c.conllu", "--by", "relations")
    assert "# one.mrg, 2 of 3 relations agree, f1 66.67" in done.out


def test_an_n_best_list_of_dependencies(command: CommandLine) -> None:
    """Graphs of the same words follow each other, too."""
    command.write("treebank.conllu", UD)
    command.write("nbest.conllu", UD.replace("2\tobl", "4\tnmod") + UD)
    done = command("propose", "nbest.conllu", "--closest-to", "treebank.conllu")
    assert "# nbest.conllu, analysis 2 of 2, 7 of 7 dependencies agree, f1 100.00" in done.out
    assert "ncmod(with, see, dog)" in done.out


def test_repeated_sentences_share_their_analyses(command: CommandLine) -> None:
    """Two neighbours with the same words: half of the analyses each, or what empty lines say."""
    command.write("treebank.mrg", "( (S (UH Yes)) )\n( (S (UH Yes)) )\n( (S (UH No)) )\n")
    yes, other, no = "(S (UH Yes))\n", "(X (UH Yes))\n", "(S (UH No))\n"
    command.write("even.mrg", yes + other + other + yes + no)
    out = command("propose", "even.mrg", "--closest-to", "treebank.mrg").out
    assert "analysis 1 of 2" in out
    assert "analysis 2 of 2" in out
    command.write("odd.mrg", yes + other + yes + no)
    done = command("propose", "odd.mrg", "--closest-to", "treebank.mrg")
    assert (done.status, done.out) == (2, "")
    assert "odd.mrg:1: 3 analyses for sentences 1 to 2 of treebank.mrg" in done.err
    command.write("lines.mrg", yes + other + "\n" + other + "\n" + no)
    out = command("propose", "lines.mrg", "--closest-to", "treebank.mrg", "--layout", "lines").out
    assert "# lines.mrg, analysis 1 of 2, 1 of 1" in out
    assert "# lines.mrg, 0 of 1" in out


def test_other_words_are_an_error(command: CommandLine) -> None:
    """The message has both places and the words; there is no draft."""
    command.write("treebank.mrg", TREEBANK)
    command.write("a.mrg", HIGH + LEFT.replace("He", "She"))
    done = command("propose", "a.mrg", "--closest-to", "treebank.mrg", "-o", "draft.gr")
    assert (done.status, "draft.gr" in command.names()) == (2, False)
    assert "a.mrg:2: no sentence of treebank.mrg has the words 'She left .' here" in done.err
    assert "the next one (treebank.mrg:2) is 'He left .'" in done.err


def test_several_files_need_a_treebank(command: CommandLine) -> None:
    """And --by is only for the choice."""
    command.write("a.mrg", HIGH)
    done = command("propose", "a.mrg", "a.mrg")
    assert (done.status, "--closest-to TREEBANK" in done.err) == (2, True)
    assert command("propose", "a.mrg", "--by", "brackets").status == 2
