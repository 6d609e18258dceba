"""The places that the kernels find are those of ``cells``, on all sentences that differ in real outputs."""

from pathlib import Path

import numpy as np
import pytest

import karat
from karat.comparison.cells import cells
from karat.comparison.joint import joint
from karat.comparison.pairing import same_words
from karat.comparison.tokens import tokens_of, words_of
from karat.model.bank import Bank, relabelled_pair


def differing(gold: Bank, system: Bank) -> tuple[Bank, Bank, list[int]]:
    """Both sides with one table of labels, and the sentences whose words differ."""
    gold, system = relabelled_pair(gold, system)
    same = same_words(gold, system, np.ones(len(gold), np.bool_))
    return gold, system, np.flatnonzero(~same).tolist()


def check(gold: Bank, system: Bank, how: str, least: int) -> None:
    """Each aligned sentence has a word for each place, and its tags say which side lacks one."""
    gold, system, rows = differing(gold, system)
    words = how == "words"
    texts = tokens_of if words else words_of
    sentences = np.array(rows)
    found = joint(gold, system, sentences, how)
    sides = zip(texts(gold, sentences), texts(system, sentences), strict=True)
    expected = [cells(one, other, words=words) for one, other in sides]
    versions = [one for one in expected if one.versions]
    assert found.sentences.tolist() == [
        row for row, one in zip(rows, expected, strict=True) if one.versions
    ]
    assert len(versions) > least
    for bank in (found.gold, found.system):
        assert np.diff(bank.token_offset).tolist() == [len(one.gold) for one in versions]
    starts = [first for one in versions for first in one.gold_first]
    ends = [last for one in versions for last in one.gold_last]
    for k, one in enumerate(versions):
        sentence = int(found.sentences[k])
        own = gold.words(sentence)
        place = found.gold.words(k)
        for word, (first, last) in zip(
            own, zip(one.gold_first, one.gold_last, strict=True), strict=True
        ):
            if last == first + 1:
                assert place[first] == word
    assert min(starts) == 0
    assert max(ends) == max(len(one.gold) for one in versions)


@pytest.mark.parametrize("parser", ["benepar", "stanza"])
def test_trees(at_hand: Path, parser: str) -> None:
    folder = at_hand / "gum-news"
    gold, system = (karat.read(folder / f"{name}.mrg") for name in ("gold", parser))
    check(gold, system, "spans", 50)


@pytest.mark.parametrize("name", ["HIT-SCIR-18", "Stanford-18", "UDPipe-Future"])
def test_dependencies(corpora: Path, name: str) -> None:
    """Some sentences have multiword tokens; some stand elsewhere, and are no versions of each other."""
    folder = corpora / "conll18" / "fr_gsd"
    gold, system = (karat.read(folder / f"{one}.conllu") for one in ("gold", name))
    size = min(len(gold), len(system))
    check(gold.slice(0, size), system.slice(0, size), "words", 3)
