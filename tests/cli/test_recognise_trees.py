"""karat recognise on trees: what the rules got wrong on text that they had not been written for."""

import pytest

from command_line import CommandLine
from karat.recognise.rules import load

MONDAY = "(S (NP (DT The) (NN bridge)) (VP (VBD was) (VP (VBN finished) (PP (IN by) (NP (NNP Monday))))))"
AGENT = (
    "(S (NP (DT The) (NN bridge)) (VP (VBD was) (VP (VBN built) (PP (IN by) (NP (NNS monks))))))"
)
ELECTED = "(S (NP (PRP They)) (VP (VBD elected) (NP (PRP him)) (NP (NN mayor))))"
LENT = "(S (NP (PRP They)) (VP (VBD lent) (NP (PRP him)) (NP (DT a) (NN boat))))"
DIDNT = "(S (NP (PRP They)) (VP (VBD did) (RB n’t) (VP (VB swim))))"
HAVE = "(S (NP (PRP We)) (VP (VBP ’ve) (VP (VBN swum))))"
HAD = "(S (NP (PRP We)) (VP (VBD ’d) (VP (VBN swum))))"
IS = "(S (NP (PRP She)) (VP (VBZ ’s) (VP (VBG swimming))))"
ARE = "(S (NP (PRP They)) (VP (VBP ’re) (VP (VBG swimming))))"
SPLIT = "(NP (DT a) (ADJP (NN salt) (HYPH -) (JJ free)) (NN soup))"
WHAT = "(SBARQ (NP-SBJ (WP What)) (SQ (VP (VBD broke))) (. ?))"
TAUGHT = (
    "(NP (NP (DT the) (NN song)) (SBAR (WHNP (WDT which)) (S (NP (PRP she)) (VP (VBD learned) "
    "(PP (IN from) (NP (DT a) (NN sailor)))))))"
)
LIVED = "(NP (NP (DT the) (NN barn)) (SBAR (S (NP (PRP they)) (VP (VBD slept) (PP (IN in))))))"
AS_IF = (
    "(S (NP (PRP He)) (VP (VBD sang) (SBAR (IN as) (SBAR (IN if) (S (NP (NN nobody)) "
    "(VP (VBD listened)))))))"
)
OWN_IF = "(S (SBAR (IN If) (S (NP (PRP it)) (VP (VBZ rains)))) (, ,) (VP (VB stay)))"
BETWEEN = "(S (NP (PRP He)) (PRN (, ,) (PP (IN for) (NP (NN example))) (, ,)) (VP (VBD sang)))"
SAID = "(S (NP (PRP He)) (PRN (, ,) (S (NP (PRP she)) (VP (VBD said))) (, ,)) (VP (VBD sang)))"


@pytest.mark.parametrize(
    ("tree", "shown", "not_shown"),
    [
        (MONDAY, "passive", "by-agent"),
        (AGENT, "by-agent", "ditransitive"),
        (ELECTED, "small-clause", "dative-shift"),
        (LENT, "dative-shift", "small-clause"),
        (DIDNT, "negation", "perfect"),
        (HAVE, "perfect", "passive"),
        (HAD, "perfect", "passive"),
        (IS, "progressive", "perfect"),
        (ARE, "progressive", "perfect"),
        (SPLIT, "hyphen", "parenthetical"),
        (WHAT, "wh-question", "yes-no-question"),
        (TAUGHT, "object-relative", "stranding"),
        (LIVED, "stranding", "object-relative"),
        (AS_IF, "adverbial-clause", "conditional"),
        (OWN_IF, "conditional", "clausal-subject"),
        (BETWEEN, "preposition", "parenthetical"),
        (SAID, "parenthetical", "apposition"),
    ],
)
def test_what_a_tree_shows(command: CommandLine, tree: str, shown: str, not_shown: str) -> None:
    """One kind of construction, and the one that it was taken for."""
    command.write("x.mrg", tree + "\n")
    found = command("recognise", "x.mrg").out.split()
    assert shown in found
    assert not_shown not in found


def test_the_kind_of_apostrophe_does_not_matter() -> None:
    """Every example of the rules shows the same with typographic apostrophes."""
    recogniser = load("ptb")
    texts = sorted({text for rule in recogniser.rules for text in (*rule.match, *rule.other)})
    texts = [text for text in texts if "''" not in text]
    straight = recogniser(recogniser.read([text.replace("’", "'") for text in texts]))
    curly = recogniser(recogniser.read([text.replace("'", "’") for text in texts]))
    assert sum("'" in text or "’" in text for text in texts) >= 5
    assert straight == curly


def test_a_rule_that_could_not_be_tested_is_experimental() -> None:
    """Resultatives are too rare to tell how often the rule is right."""
    assert load("ptb").experimental == {"resultative"}
