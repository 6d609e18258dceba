"""PARSEVAL: the worked examples of papers 004 and 003, figures checked by hand."""

import pytest

import karat
from karat.formats.parseval import loads

COUNTS = ("gold", "system", "matched", "crossing")


def compared(gold: str, system: str, scheme: str = "parseval") -> list[int]:
    """The counts for two unlabelled parses without tags."""
    banks = [loads(text, labels="none") for text in (gold, system)]
    found = karat.score(*banks, scheme)
    assert found.sentences["failed"] == 0
    return [found.counts[name] for name in COUNTS]


def test_the_prospect_of_cutting_back_spending() -> None:
    """4 and 5 constituents, 3 common, one crossing: recall 3/4, precision 3/5."""
    gold = "((The prospect) (of (cutting back spending)))"
    system = "(The (prospect (of ((cutting back) spending))))"
    assert compared(gold, system) == [4, 5, 3, 1]


REDUCED = (
    "(S (NP Miss Xydis) (VP was best (SBAR when (S she (VP need (VP be (ADJP too probing)))))))"
)
CANDIDATE = "(S (NP-s Miss Xydis) (VP was best) (S when she (VP need (V be (ADJP too probing)))))"
UNREDUCED = (
    "(S (NP-s (PNP (PNP Miss) (PNP Xydis))) (VP (VPAST was) (ADJP (ADJ best))) (S (COMP (WHADVP "
    "(WHADV when))) (NP-s (PRO she)) (VP ((VPAST did) (NEG not) (V need)) (VP ((X to) (V be)) "
    "(ADJP (ADV too) (ADJ probing)))))) (? (FIN .))"
)


def test_miss_xydis_reduced() -> None:
    """8 and 7 constituents, 6 common, none crossing."""
    banks = [karat.read_text(text, layout="lines") for text in (REDUCED, CANDIDATE)]
    found = karat.score(*banks, "parseval(erase=each)")
    assert [found.counts[name] for name in COUNTS] == [8, 7, 6, 0]


def test_miss_xydis_unreduced() -> None:
    """The same from the candidate as it was submitted, a forest with its full stop outside."""
    banks = [karat.read_text(text, layout="lines") for text in (REDUCED, UNREDUCED)]
    found = karat.score(*banks, "parseval(erase=each)")
    assert [found.counts[name] for name in COUNTS] == [8, 7, 6, 0]


ONE = (
    "(She (bought ((an incredibly expensive coat) (with ((gold buttons) and (fur lining)))) "
    "(at (the store))))"
)
TWO = (
    "(She (bought ((an incredibly expensive coat) (with ((gold buttons) and ((fur lining) "
    "(at (the store))))))))"
)
THREE = (
    "(She (bought (an incredibly expensive coat) with (gold buttons) and (fur lining) "
    "(at (the store))))"
)
AS_PRINTED = "parseval(extraposition=no,noun_phrases=no,prepositions=no)"


@pytest.mark.parametrize(
    "system, counts", [(TWO, [10, 11, 7, 3]), (THREE, [10, 7, 7, 0])], ids=["deep", "shallow"]
)
def test_the_coat_of_paper_003(system: str, counts: list[int]) -> None:
    """Paper 003 prints 6/10 for the recall of (2): a slip, the brackets give 7/10 and 7/11."""
    assert compared(ONE, system, AS_PRINTED) == counts


def test_a_finer_analysis_costs_precision() -> None:
    """[an [incredibly expensive] coat] against the flat phrase: recall 1, precision 1/2."""
    gold, system = "(an incredibly expensive coat)", "(an (incredibly expensive) coat)"
    assert compared(gold, system) == [1, 2, 1, 0]


def test_means_and_distribution() -> None:
    """The table leads with means over sentences, and the report has how many cross how often."""
    gold = ["((The prospect) (of (cutting back spending)))", "((a b) (c d))", "((a b) (c d))"]
    system = ["(The (prospect (of ((cutting back) spending))))", "((a b) (c d))", "(a (b c) d)"]
    banks = [loads("\n".join(texts), labels="none", layout="lines") for texts in (gold, system)]
    found = karat.score(*banks, "parseval")
    assert found.measures["recall@sentence"] == pytest.approx((3 / 4 + 1 + 1 / 3) / 3)
    assert found.measures["precision@sentence"] == pytest.approx((3 / 5 + 1 + 1 / 2) / 3)
    assert found.distributions == {"crossing": {"0": 1, "1": 2}}


def test_crossing_pairs_are_more_than_crossing_constituents() -> None:
    """(b c d) crosses both (a b) and ((a b) c): one constituent, two pairs."""
    banks = [loads(text, labels="none") for text in ("(((a b) c) d)", "(a (b c d))")]
    found = karat.score(*banks, "parseval")
    assert (found.counts["crossing"], found.counts["crossing_pairs"]) == (1, 2)
    assert found.measures["crossing_pairs"] == 2


def test_a_sentence_of_punctuation_only_has_a_parse_but_no_words() -> None:
    """Not called a missing parse, which is said only of a sentence that the system left out."""
    dots = "(X (. .) (. !))"
    found = karat.score(
        [dots, dots, "(X (N a) (N b))"], [dots, None, "(X (N a) (N b))"], "parseval"
    )
    assert dict(found.reasons) == {"no system parse": 1, "no word left to compare": 1}


def test_a_parse_that_loses_all_its_words_alone() -> None:
    """With erase=each the gold may keep what the system's tags call punctuation."""
    found = karat.score("(X (N a) (N b))", "(X (. a) (. b))", "parseval(erase=each)")
    assert dict(found.reasons) == {"different number of words": 1}
