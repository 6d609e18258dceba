"""Words laid on one axis, beside the word alignment of the CoNLL 2018 shared task, on its outputs."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import karat
from karat.comparison.alignment import Alignment, align, lay_out
from karat.comparison.overlay import overlay
from karat.model.bank import Bank

SYSTEMS = ["HIT-SCIR-18", "Stanford-18", "UDPipe-Future", "conll18-baseline"]


def stretches(found: Alignment, gold: Bank, system: Bank) -> Iterator[tuple[range, range]]:
    """Words between places where a sentence ends on both sides, if none is in a multiword token."""
    ends = [
        dict(zip(side.sentences[:, 1].tolist(), bank.token_offset[1:].tolist(), strict=True))
        for side, bank in ((found.gold, gold), (found.system, system))
    ]
    g = s = 0
    for at in sorted(ends[0].keys() & ends[1].keys()):
        ours, theirs = range(g, ends[0][at]), range(s, ends[1][at])
        g, s = ours.stop, theirs.stop
        multiword = found.gold.multiword[ours].any() or found.system.multiword[theirs].any()
        if not multiword:
            yield ours, theirs


def forms(bank: Bank, words: range) -> list[bytes]:
    """The words as they are written."""
    return [bank.text[bank.word_start[w] : bank.word_end[w]].tobytes() for w in words]


@pytest.mark.parametrize("language", ["en_ewt", "fr_gsd"])
@pytest.mark.parametrize("name", SYSTEMS)
def test_the_same_words_are_the_same(corpora: Path, language: str, name: str) -> None:
    """Two words cover the same cells if, and only if, the shared task aligns them."""
    folder = corpora / "conll18" / language
    gold, system = karat.read(folder / "gold.conllu"), karat.read(folder / f"{name}.conllu")
    found = align(gold, system, lay_out(gold), lay_out(system))
    compared = differ = 0
    for ours, theirs in stretches(found, gold, system):
        laid = overlay(forms(gold, ours), forms(system, theirs))
        partner = {
            place: w
            for w, place in zip(
                theirs, zip(laid.system_begin, laid.system_finish, strict=True), strict=True
            )
        }
        places = zip(laid.gold_begin, laid.gold_finish, strict=True)
        mine = [partner.get(place, -1) for place in places]
        assert mine == found.gold_partner[ours].tolist(), forms(gold, ours)
        compared += len(ours)
        differ += len(ours) != len(theirs) or -1 in mine
    assert compared > 3_000
    assert differ >= 5
    assert np.count_nonzero(found.differs) == 0
