"""karat propose and convert on trees: what a user types, with traces, apostrophes and bad input."""

from command_line import CommandLine

TREES = (
    "( (S (S-TPC-1 (NP-SBJ (PRP I)) (VP (VBP ’ve) (VP (VBN seen) (NP (PRP it))))) (, ,) "
    "(NP-SBJ (PRP she)) (VP (VBD said) (SBAR (-NONE- 0) (S (-NONE- *T*-1)))) (. .)) )\n"
    "( (SINV (VP-TPC-1 (VBN Excluded)) (VP (MD will) (VP (VB be) (VP (-NONE- *T*-1)))) "
    "(NP-SBJ (NNS funds)) (. .)) )\n"
)
DRAFT = """\
I ’ve seen it , she said .
# lemmas = I have see it , she say .
ncsubj(see, I, _)
ccomp(_, say, see)
dobj(see, it, _)
ncsubj(say, she, _)

Excluded will be funds .
# lemmas = exclude will be fund .
ncsubj(exclude, fund, obj)
"""


def test_propose_with_traces_and_typographic_apostrophes(command: CommandLine) -> None:
    """The draft has the words that are written, and no auxiliary as a verb."""
    command.write("trees.mrg", TREES)
    done = command("propose", "trees.mrg")
    assert done.status == 0
    assert done.out.strip() == DRAFT.strip()


def test_a_draft_has_no_fault(command: CommandLine) -> None:
    """What propose writes, check accepts."""
    command.write("trees.mrg", TREES)
    command.write("draft.gr", command("propose", "trees.mrg").out)
    assert command("check", "draft.gr").status == 0


def test_a_tree_that_does_not_end_is_a_message(command: CommandLine) -> None:
    """Exit status 2, the place, and no traceback."""
    command.write("trees.mrg", "( (S (NP (DT the) (NN dog)\n")
    done = command("propose", "trees.mrg")
    assert done.status == 2
    assert "trees.mrg" in done.err
    assert "Traceback" not in done.err
