"""The scheme phenomena: the worked figures of Tam and others (2008), weights and the exception."""

from pathlib import Path

import numpy as np
import pytest

import karat
from karat.model.bank import Bank
from karat.model.errors import InputError
from karat.recognise.banks import listed
from karat.schemes import parse, parse_figure
from karat.stats.additive import Additive

BOTH = ["John gives a flower to Mary", "John gives Mary a flower"]
GOLD = listed(
    BOTH,
    phenomena=[("proper-noun", "ditransitive", "preposition"), ("proper-noun", "dative-shift")],
    core=[("ditransitive",), ("dative-shift",)],
    errors=[("adjunct",), ("noun-compound",)],
)
SYSTEM = listed(
    BOTH,
    phenomena=[
        ("proper-noun", "monotransitive", "preposition", "adjunct"),
        ("proper-noun", "dative-shift"),
    ],
)


def figures(gold: Bank, system: Bank, scheme: str) -> tuple[float, float]:
    """Precision and recall as the paper means them, over sentences."""
    found = karat.score(gold, system, scheme).measures
    return found["precision@sentence"], found["recall@sentence"]


def test_exhaustive() -> None:
    """(2/4 + 2/2) / 2 and (2/3 + 2/2) / 2: formulae 1 and 2."""
    precision, recall = figures(GOLD, SYSTEM, "phenomena(mode=exhaustive)")
    assert precision == 0.75
    assert recall == pytest.approx((2 / 3 + 1) / 2)


def test_core_and_error() -> None:
    """(0/2 + 2/2) / 2 and (0/1 + 1/1) / 2: formulae 3 and 4."""
    assert figures(GOLD, SYSTEM, "phenomena") == (0.5, 0.5)


def test_the_second_sentence_alone() -> None:
    """Analysed rightly: 0.5 against a list of one, 1 with core and error."""
    single = listed(BOTH[1:], phenomena=[("dative-shift",)])
    right = SYSTEM.slice(1, 2)
    assert figures(single, right, "phenomena(mode=exhaustive)") == (0.5, 1.0)
    assert figures(GOLD.slice(1, 2), right, "phenomena") == (1.0, 1.0)


def test_a_sentence_without_output() -> None:
    """0 for both by the exception of section 6.2; the bare formula gives half a point."""
    nothing = listed(["", BOTH[1]], phenomena=[(), ("proper-noun", "dative-shift")])
    assert figures(GOLD, nothing, "phenomena") == (0.5, 0.5)
    assert figures(GOLD, nothing, "phenomena(bare=yes)") == (0.75, 0.5)
    score = karat.score(GOLD, nothing, "phenomena")
    assert score.sentences == {"total": 2, "scored": 1, "failed": 1, "aligned": 0}
    assert score.reasons == {"no system parse": 1}
    assert score.other_policies["drop"]["precision@sentence"] == 1.0
    assert figures(GOLD, nothing, "phenomena(failed=drop)") == (1.0, 1.0)
    assert figures(GOLD, nothing, "phenomena(mode=exhaustive)") == (0.5, 0.5)


def test_output_that_shows_nothing() -> None:
    """Precision of an empty list is 0 where something is listed, undefined where nothing is."""
    empty = listed(BOTH, phenomena=[(), ()])
    assert figures(GOLD, empty, "phenomena(mode=exhaustive)") == (0.0, 0.0)
    # No error is shown either: one question of two is answered rightly.
    assert figures(GOLD, empty, "phenomena") == (0.5, 0.0)
    neither = listed(BOTH, phenomena=[(), ("dative-shift",)])
    assert figures(neither, neither, "phenomena(mode=exhaustive)") == (1.0, 1.0)


def test_several_errors() -> None:
    """One of them is enough to lose the point, two lose no more."""
    gold = listed(["a"], phenomena=[()], core=[("passive",)], errors=[("adjunct", "particle")])
    one = listed(["a"], phenomena=[("passive", "particle")])
    two = listed(["a"], phenomena=[("passive", "particle", "adjunct")])
    assert figures(gold, one, "phenomena") == (0.5, 1.0)
    assert figures(gold, two, "phenomena") == (0.5, 1.0)


def three() -> tuple[Bank, Bank]:
    """Two passives, one found, and a question that is not."""
    gold = listed(
        ["a", "b", "c"],
        phenomena=[("passive",), ("passive",), ("question",)],
        core=[("passive",), ("passive",), ("question",)],
        errors=[(), (), ("imperative",)],
    )
    return gold, listed(["a", "b", "c"], phenomena=[("passive",), ("adjunct",), ("imperative",)])


def test_equal_weights_over_phenomena() -> None:
    """Passive: P (2 + 1)/4, R 1/2; question: P 0/2, R 0; means over two phenomena."""
    found = karat.score(*three(), "phenomena").measures
    assert found["recall@sentence"] == pytest.approx(1 / 3)
    assert found["recall@phenomenon"] == pytest.approx(1 / 4)
    assert found["precision@sentence"] == pytest.approx((1 + 0.5 + 0) / 3)
    assert found["precision@phenomenon"] == pytest.approx((3 / 4 + 0) / 2)


def test_equal_weights_over_phenomena_exhaustive() -> None:
    """A phenomenon found and not there has precision 0 and no recall."""
    found = karat.score(*three(), "phenomena(mode=exhaustive)").measures
    assert found["recall@phenomenon"] == pytest.approx((1 / 2 + 0) / 2)
    # passive 1/1, adjunct 0/1, imperative 0/1; question, which is never found, counts as 0.
    assert found["precision@phenomenon"] == pytest.approx(1 / 4)


def test_a_table_of_weights(tmp_path: Path) -> None:
    """Question three times, the rest by default; its hash is in the signature."""
    table = tmp_path / "weights.toml"
    table.write_text("question = 3\ndefault = 1\n")
    scheme = f'phenomena(weights="{table}")'
    score = karat.score(*three(), scheme)
    assert score.measures["recall@phenomenon"] == pytest.approx((1 * 1 / 2 + 3 * 0) / 4)
    first = score.signature
    table.write_text("question = 1\ndefault = 3\n")
    score = karat.score(*three(), scheme)
    assert score.measures["recall@phenomenon"] == pytest.approx((3 * 1 / 2 + 1 * 0) / 4)
    table.write_text("question = 0\n")
    score = karat.score(*three(), scheme)
    assert score.measures["recall@phenomenon"] == pytest.approx(1 / 2)
    assert score.signature != first
    table.write_text("question = -1\n")
    with pytest.raises(InputError, match="question should be 0 or more"):
        karat.score(*three(), scheme)


def test_by_phenomenon() -> None:
    """The figures of each core phenomenon, only when they are asked for."""
    groups = karat.score(*three(), "phenomena", by=["phenomenon"]).groups["phenomenon"]
    assert {name: row["measures"]["recall"] for name, row in groups.items()} == {
        "passive": 0.5,
        "question": 0.0,
    }
    assert groups["passive"]["counts"]["gold"] == 2
    assert karat.score(*three(), "phenomena").groups == {}


def test_figures_and_schemes_read_back() -> None:
    """The means over phenomena are figures with a name."""
    scheme, measure = parse_figure("phenomena(mode=exhaustive).recall@phenomenon")
    assert (str(scheme), measure) == ("phenomena(mode=exhaustive)", "recall@phenomenon")
    assert parse(str(parse("phenomena(bare=yes,recogniser=ptb)"))) == parse(
        "phenomena(bare=yes,recogniser=ptb)"
    )


def test_treebanks_can_be_compared_through_a_recogniser() -> None:
    """The names found in the gold tree against those found in the system's."""
    gold = "(S (NP (NNP John)) (VP (VBZ gives) (NP (NNP Mary)) (NP (DT a) (NN flower))))"
    system = "(S (NP (NNP John)) (VP (VBZ gives) (NP (NNP Mary) (DT a) (NN flower))))"
    found = karat.score(gold, system, "phenomena(mode=exhaustive,recogniser=ptb)").measures
    # proper-noun and dative-shift against proper-noun, monotransitive and noun-compound.
    assert found["recall@sentence"] == 0.5
    assert 0 < found["precision@sentence"] < 1
    with pytest.raises(InputError, match="recogniser=ptb"):
        karat.score(gold, system, "phenomena")
    with pytest.raises(InputError, match="lists no core phenomena"):
        karat.score(gold, system, "phenomena(recogniser=ptb)")


def test_a_system_that_stops_early() -> None:
    """Sentences missing at the end are missing, and the last that is there is there."""
    tree = "(S (NP (NNP John)) (VP (VBZ sleeps)))"
    scheme = "phenomena(mode=exhaustive,recogniser=ptb)"
    score = karat.score("\n".join([tree] * 3), "\n".join([tree] * 2), scheme)
    assert score.sentences == {"total": 3, "scored": 2, "failed": 1, "aligned": 0}
    assert score.measures["recall@sentence"] == pytest.approx(2 / 3)


def test_sentences_that_do_not_count_are_said_by_the_reason() -> None:
    """One has no core phenomenon; the one after it has one that no analysis shows; the last one counts."""
    words = ["a b", "c d", "e f"]
    core = [(), ("agreement",), ("passive",)]
    gold = listed(words, phenomena=[()] * 3, core=core, errors=[()] * 3)
    score = karat.score(gold, listed(words, phenomena=[(), (), ("passive",)]), "phenomena")
    assert (score.sentences["total"], score.counts["matched"]) == (1, 1)
    assert score.notes[1:] == (
        "left out: gold has no core phenomenon, in 1 sentence",
        "left out: the core phenomenon does not count (no analysis shows it), in 1 sentence",
    )


@pytest.mark.parametrize(
    ("weights", "expected"),
    [("", 1 / 4), ("question = 3\ndefault = 1\n", 1 / 8), ("question = 0\n", 1 / 2)],
)
def test_means_over_phenomena_from_units(tmp_path: Path, weights: str, expected: float) -> None:
    """What intervals are drawn from has the figures above: recall 1/2 of passive and 0 of question."""
    table = tmp_path / "weights.toml"
    table.write_text(weights)
    score = karat.score(*three(), f'phenomena(weights="{table}")' if weights else "phenomena")
    assert score.tally is not None
    found = Additive.of(score.tally, score.scheme)
    assert found.totals()["recall@phenomenon"] == pytest.approx(expected)
    assert found.totals()["recall@sentence"] == pytest.approx(1 / 3)
    # Without the first sentence, neither passive nor question is ever found.
    assert found.where(np.array([False, True, True])).totals()["recall@phenomenon"] == 0.0


def test_gold_that_cannot_be_read_has_no_score() -> None:
    """Nor has a parse that cannot be read; both are said, each of its sentence."""
    tree, broken = "(S (NP (PRP It)) (VP (VBZ rains)))", "(S (NP"
    scheme = "phenomena(mode=exhaustive,recogniser=ptb,failed=empty)"
    gold = karat.read_text(f"{tree}\n{broken}\n{tree}", layout="lines")
    system = karat.read_text(f"{tree}\n{tree}\n{broken}", layout="lines")
    rows = karat.score(gold, system, scheme).rows()
    said = ["", "gold tree cannot be read", "system tree cannot be read"]
    assert [row["status"] for row in rows] == said


def test_an_inventory_is_part_of_the_signature(tmp_path: Path) -> None:
    """The same file with another name in it is another scheme."""
    path = tmp_path / "mine.toml"
    scheme = f'phenomena(inventory="{path}")'
    path.write_text('names = ["passive", "control"]\n')
    first = parse(scheme).digest()
    path.write_text('names = ["passive", "raising"]\n')
    assert parse(scheme).digest() != first
