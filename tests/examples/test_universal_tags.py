"""The same tree gives the same chunks, constructions and relations, whichever column has its tags."""

from collections.abc import Callable

import pytest

import karat

# form, lemma, UPOS, XPOS, head, label
SENTENCE = """\
The the DET DT 3 det
old old ADJ JJ 3 amod
dogs dog NOUN NNS 10 nsubj
( ( PUNCT -LRB- 7 punct
all all DET DT 7 nsubj
were be AUX VBD 7 cop
hungry hungry ADJ JJ 3 parataxis
) ) PUNCT -RRB- 7 punct
loudly loudly ADV RB 10 advmod
bark bark VERB VBP 0 root
in in ADP IN 12 case
Rome Rome PROPN NNP 10 obl
. . PUNCT . 10 punct
"""
Tags = Callable[[int, str, str], tuple[str, str]]


def written(tags: Tags) -> str:
    rows = []
    for at, line in enumerate(SENTENCE.splitlines(), 1):
        form, lemma, upos, xpos, head, label = line.split()
        upos, xpos = tags(at, upos, xpos)
        rows.append(f"{at}\t{form}\t{lemma}\t{upos}\t{xpos}\t_\t{head}\t{label}\t_\t_\n")
    return "".join(rows) + "\n"


GOLD = written(lambda at, upos, xpos: (upos, xpos))
OTHERS: dict[str, Tags] = {
    "Penn tags in both columns": lambda at, upos, xpos: (xpos, xpos),
    "columns swapped": lambda at, upos, xpos: (xpos, upos),
    "no UPOS": lambda at, upos, xpos: ("_", xpos),
    "no UPOS in every other word": lambda at, upos, xpos: ("_" if at % 2 else upos, xpos),
    "no XPOS": lambda at, upos, xpos: (upos, "_"),
}


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("scheme", ["chunks", "constructions", "gr"])
def test_the_column_of_a_tag_does_not_matter(name: str, scheme: str) -> None:
    found = karat.score(GOLD, written(OTHERS[name]), scheme)
    assert found.counts["gold"] == found.counts["system"] == found.counts["matched"] > 3


def test_a_remark_in_brackets_is_found_without_tags_for_brackets() -> None:
    bare = karat.read_text(written(OTHERS["no XPOS"]).replace("parataxis", "appos"))
    found = karat.score(bare, bare, "constructions", by=("label",))
    assert found.groups["label"]["parenthetical"]["counts"]["gold"] == 1
