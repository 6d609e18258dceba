"""Systems with sentence boundaries of their own, laid over gold's."""

from pathlib import Path
from random import Random

import pytest

import karat
from karat.comparison.laid_over import laid_over
from karat.comparison.overlay import overlay
from karat.model.bank import Bank, relabelled_pair

SYSTEMS = ("HIT-SCIR-18", "Stanford-18", "UDPipe-Future", "conll18-baseline")


def rightly_attached(gold: Bank, system: Bank) -> int:
    """The words of both sides with the same characters and the same head."""
    found = 0
    ours, theirs = gold.layers["edges"], system.layers["edges"]
    for at in range(len(gold)):
        axis = overlay(gold.words(at), system.words(at))
        spans = zip(axis.gold_begin, axis.gold_finish, strict=True)
        others = zip(axis.system_begin, axis.system_finish, strict=True)
        place = {span: number for number, span in enumerate(spans) if span[0] < span[1]}
        partner = {number: place[span] for number, span in enumerate(others) if span in place}
        heads, other = (
            ours["head"][ours.rows(at)].tolist(),
            theirs["head"][theirs.rows(at)].tolist(),
        )
        found += sum(
            heads[mine] == (other[number] if other[number] < 0 else partner.get(other[number], -3))
            for number, mine in partner.items()
        )
    return found


@pytest.mark.parametrize("name", SYSTEMS)
def test_attachment_is_that_of_the_shared_task(corpora: Path, name: str) -> None:
    """As many words are rightly attached as the shared task's evaluation over the whole text counts.

    en_ewt has hardly any multiword tokens, whose words the shared task aligns in another way.
    """
    folder = corpora / "conll18" / "en_ewt"
    gold, system = relabelled_pair(
        karat.read(folder / "gold.conllu"), karat.read(folder / f"{name}.conllu")
    )
    rows = (line.split("|") for line in (folder / f"{name}.scores").read_text().splitlines())
    figures = {
        row[0].strip(): [float(one) for one in row[1:]] for row in rows if row[0].strip() == "UAS"
    }
    recall = rightly_attached(gold, laid_over(gold, system).system) / len(gold.tag)
    assert 100 * recall == pytest.approx(figures["UAS"][1], abs=0.006)


@pytest.mark.parametrize("name", SYSTEMS)
def test_tags_are_those_of_the_shared_task(corpora: Path, name: str) -> None:
    """Precision and recall of French tags, whose words are split and joined, also across boundaries."""
    folder = corpora / "conll18" / "fr_gsd"
    lines = (folder / f"{name}.scores").read_text().splitlines()
    _, precision, recall, *_ = next(one for one in lines if one.startswith("UPOS")).split("|")
    gold, system = karat.read(folder / "gold.conllu"), karat.read(folder / f"{name}.conllu")
    counts = karat.score(gold, system, "tags(column=upos)").counts
    assert 100 * counts["matched"] / counts["system"] == pytest.approx(float(precision), abs=0.006)
    assert 100 * counts["matched"] / counts["gold"] == pytest.approx(float(recall), abs=0.006)


@pytest.mark.parametrize("name", ["benepar", "stanza"])
def test_a_missing_sentence_costs_only_itself(at_hand: Path, name: str) -> None:
    """All other sentences of a real parser keep their counts."""
    gold = karat.read(at_hand / "gum-news" / "gold.mrg", layout="lines")
    system = karat.read(at_hand / "gum-news" / f"{name}.mrg", layout="lines")
    whole = karat.score(gold, system, "evalb(failed=align)").tally
    less = karat.score(gold, system.slice(1, len(system)), "evalb(failed=align)").tally
    assert whole is not None
    assert less is not None
    assert less.counts[1:].tolist() == whole.counts[1:].tolist()
    assert less.status[0] != 0


def mutated(lines: list[str], random: Random) -> tuple[list[str], set[int]]:
    """Some sentences merged, lost, or followed by an extra one; and the numbers of those touched."""
    found, touched, at = list[str](), set[int](), 0
    while at < len(lines):
        kind = random.random()
        if kind < 0.05 and at + 1 < len(lines):
            found.append(f"(S {lines[at]} {lines[at + 1]})")
            touched |= {at, at + 1}
            at += 1
        elif kind < 0.1:
            touched.add(at)
        elif kind < 0.15:
            found += [lines[at], f"(S (NP (NNS {random.randbytes(6).hex()})) (VP (VBP grow)))"]
            touched.add(at)
        else:
            found.append(lines[at])
        at += 1
    return found, touched


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("name", ["benepar", pytest.param("stanza", marks=pytest.mark.corpora)])
def test_untouched_sentences_keep_their_counts(at_hand: Path, name: str, seed: int) -> None:
    """Whatever is done to their neighbours."""
    folder = at_hand / "gum-news"
    gold = karat.read(folder / "gold.mrg", layout="lines")
    lines = (folder / f"{name}.mrg").read_text().splitlines()
    changed, touched = mutated(lines, Random(seed))
    scores = [karat.score(gold, trees, "evalb(failed=align)") for trees in (lines, changed)]
    before, after = (score.tally for score in scores)
    assert before is not None
    assert after is not None
    rest = [at for at in range(len(gold)) if at not in touched]
    assert len(rest) > len(gold) / 2
    assert after.counts[rest].tolist() == before.counts[rest].tolist()
    assert after.status[rest].tolist() == before.status[rest].tolist()
