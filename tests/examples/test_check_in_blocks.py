"""What karat check finds in the blocks of a file is what it finds in all of it at once."""

import io
from collections.abc import Iterator
from functools import reduce
from operator import add
from typing import Any

import pytest

from karat import formats
from karat.analysis import flat_keys
from karat.analysis.flat_keys import Used
from karat.comparison.undecided import Mark, marks, of_marks
from karat.files.source import Source
from karat.formats.conllu.judge import Sums, judge
from karat.formats.gr.check import Facts, Judge, check, fitting
from karat.model.bank import Bank
from karat.model.errors import SyntaxFault
from karat.model.labels import Labels

GRS = (
    "the dog sleeps\n# lemmas = the dog sleep\nncsubj(sleep, dog, _) ; !1a\ndet(dog, the)\n\n"
    "it sees a cat\nncsubj(sees, it, _)\ndobj(see, cat) ; !2a\nzz(see, it)\n\n"
    "he saw her\nncsubj(see, he, _) ; !1b\ndobj(see, her, _)\ndobj(see, her, _) ; !2b\n\n"
)
KEY = "(S (NP dogs) (VP bark loud))\n(S (NP!1a a dog) barks)\n(S (NP!1b (X?0 a cat)) (VP (VP sees it)))\n"
WORD = "{}\t{}\t_\tX\t_\t{}\t{}\tdep\t{}\t_\n"


def banks(text: str, name: str, size: int) -> Iterator[Bank]:
    """The blocks of a file of about this size, the blank lines after the last one too."""
    blocks = formats.parse(name).blocks(Source.of(io.BytesIO(text.encode()), "x"), size=size)
    scanner = blocks.scanner(Labels())
    yield from (scanner.scan(block).copied() for block in blocks)
    if left := getattr(blocks, "left_over", None):
        yield scanner.scan(left)


def said(faults: Any) -> list[str]:
    return sorted(map(str, faults))


@pytest.mark.parametrize("size", [1, 40, 100, 300])
def test_relations(size: int) -> None:
    """Hierarchy, words and base forms; the answers to a dispute may be in two blocks."""
    text = GRS * 3
    whole = formats.read_text(text, format="gr")
    parts = list(banks(text, "gr", size))
    assert len(parts) > 1
    facts = reduce(add, map(Facts.of, parts), Facts())
    assert facts == Facts.of(whole)
    one = Judge(fitting(facts.shapes), facts.text)
    found = said(fault for bank in parts for fault in one(bank))
    assert found == [each.replace("<text>", "x") for each in said(check(whole))]
    assert len(found) == 12
    _same_disputes(parts, whole, 2)


@pytest.mark.parametrize("size", [1, 30, 80])
def test_flat_keys(size: int) -> None:
    """The first key without tags has a tag that is a bracket in the last one."""
    whole = formats.read_text(KEY, format="brackets", layout="lines")
    parts = list(banks(KEY, "brackets", size))
    used = reduce(add, map(Used.of, parts), Used())
    assert used == Used.of(whole)
    assert used.untagged
    found = said(fault for bank in parts for fault in flat_keys.faults(bank, used))
    assert found == [each.replace("<text>", "x") for each in said(flat_keys.faults(whole))]
    assert len(found) == 3
    _same_disputes(parts, whole, 1)


def _same_disputes(parts: list[Bank], whole: Bank, count: int) -> None:
    every = list[Mark]()
    for bank in parts:
        every += marks(bank)
    found = list(of_marks(every, "<text>"))
    assert said(found) == said(of_marks(marks(whole), "<text>"))
    assert len(found) == count


def faults(text: str, size: int) -> tuple[list[str], list[str]]:
    """The faults of CoNLL-U, and the notes."""
    sums, found = Sums(), list[SyntaxFault]()
    for bank in banks(text, "conllu", size):
        block = judge(bank)
        sums.add(block)
        found += block.faults
    found += sums.faults("x", marked=False)
    return said(found), list(sums.notes())


@pytest.mark.parametrize("size", [1, 60, 200])
def test_universal_dependencies(size: int) -> None:
    """Graphs in some sentences only, an identifier twice, and blank lines after the last sentence."""
    one = "# sent_id = {}\n# text = a\n" + WORD.format(1, "a", "_", 0, "{}") + "\n"
    bad = WORD.format(1, "b", "B=C|A=D", 2, "_") + "\n"
    text = "".join(
        [one.format("a", "_"), one.format("b", "_"), bad, one.format("a", "0:root"), bad, "\n\n"]
    )
    whole = faults(text, 1 << 20)
    assert [each.splitlines()[0] for each in whole[0]] == [
        "x:13:1: some sentences have enhanced graphs, and others have none",
        "x:15:19: a head that is not a word of the sentence",
        "x:17:1: a sentence without words",
        "x:18:1: a sentence without words",
        "x:9:19: a head that is not a word of the sentence",
    ]
    assert [note.partition(";")[0] for note in whole[1]] == [
        "a sentence has the sent_id of an earlier sentence, on line 13",
    ]
    assert faults(text, size) == whole
