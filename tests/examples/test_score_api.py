"""What Python programs call."""

import copy
import hashlib
import math
import pickle
from pathlib import Path

import nltk  # type: ignore[import-untyped]  # has no stubs
import pandas
import polars
import pytest

import karat

GOLD = "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))"
SYSTEM = "(S (NP (DT the)) (VP (NN dog) (VBZ barks)))"


def test_strings_are_texts_of_trees() -> None:
    """One tree a line or pretty-printed."""
    assert karat.score(f"{GOLD}\n{GOLD}", f"{GOLD}\n{SYSTEM}").recall == pytest.approx(4 / 6)
    assert karat.score(GOLD, "(S\n  (NP (DT the)\n (NN dog))\n (VP (VBZ barks)))").f1 == 1.0


def test_lists_have_an_item_a_sentence() -> None:
    """An item may have newlines in it; None is a missing parse."""
    score = karat.score(
        [GOLD, GOLD, GOLD], ["(S (NP (DT the)\n(NN dog)) (VP (VBZ barks)))", None, GOLD]
    )
    assert score.sentences == {"total": 3, "scored": 2, "failed": 1}
    assert score.counts["matched"] == 6
    assert [row["status"] for row in score.rows()] == ["", "no system parse", ""]


def test_generators_will_do() -> None:
    """Anything that can be gone through once."""
    assert karat.score((GOLD for _ in range(3)), iter([GOLD] * 3)).sentences["total"] == 3


def test_nltk_trees() -> None:
    """However large they print."""
    tree = nltk.Tree.fromstring(GOLD)
    assert karat.score([tree], [GOLD]).f1 == 1.0
    wide = nltk.Tree("S", [nltk.Tree("NP", [nltk.Tree("NN", [f"word{i}"])]) for i in range(300)])
    score = karat.score([wide, tree], [wide, tree])
    assert score.counts["gold"] == 301 + 3
    assert score.f1 == 1.0
    # A tree by itself is one sentence, though it is a list of its children too.
    both = map(nltk.Tree.fromstring, ("(S (NP (D a) (N b)) (V c))", "(S (D a) (NP (N b) (V c)))"))
    score = karat.score(*both)
    assert (score.sentences["total"], score.f1) == (1, 0.5)


def test_banks() -> None:
    """Read once, scored often, whichever was read first."""
    gold, system = karat.read_text(GOLD), karat.read_text(f"(X (Y z))\n{SYSTEM}").slice(1, 2)
    for _ in range(2):
        score = karat.score(gold, system)
        assert (score.counts["gold"], score.counts["matched"]) == (3, 1)
    assert gold.spans(0)[1] == (0, 2, b"NP")


@pytest.mark.parametrize("item", [7, b"(S (N a))", ["(S (N a))"]])
def test_what_is_no_tree_is_refused(item: object) -> None:
    """The error names the type and what would do."""
    with pytest.raises(karat.UsageError, match=f"{type(item).__name__}.*None for a missing parse"):
        karat.score([GOLD], [item])


def test_too_many_system_sentences() -> None:
    """They cannot be the same sentences."""
    with pytest.raises(karat.InputError, match="the system has 2 sentences, but gold has 1"):
        karat.score([GOLD], [GOLD, GOLD])


def test_too_few_system_sentences_are_missing_parses() -> None:
    """Counted as such."""
    assert karat.score([GOLD, GOLD], [GOLD]).reasons == {"no system parse": 1}


@pytest.mark.parametrize("nothing", ["", []])
def test_nothing_to_score(nothing: str | list[str]) -> None:
    """An error, not a figure."""
    with pytest.raises(karat.InputError, match="no sentence"):
        karat.score(nothing, [])


def test_figures_are_attributes_and_fractions() -> None:
    """One of three brackets."""
    score = karat.score(GOLD, SYSTEM, "evalb")
    assert score.recall == score.precision == pytest.approx(1 / 3)
    assert score.measures["f1@sentence"] == pytest.approx(1 / 3)
    assert hasattr(score, "tagging")
    with pytest.raises(AttributeError, match="evalb has no measure 'accuracy'; it has recall"):
        _ = score.accuracy


def test_undefined_is_not_a_number_and_null() -> None:
    """Inside NaN, in what goes to JSON None."""
    score = karat.score("(S (N a))", "(S (N b))")
    assert math.isnan(score.f1)
    assert score.as_dict()["measures"]["f1"] is None


def test_a_scheme_may_be_a_value() -> None:
    """As it may be a string."""
    scheme = karat.score(GOLD, SYSTEM, "evalb(params=new)").scheme
    assert karat.score(GOLD, SYSTEM, scheme).signature.startswith("evalb(params=new)|")


def test_the_signature_says_what_was_scored() -> None:
    """Scheme, policy, the hash of gold, how many sentences, version."""
    score = karat.score([GOLD, GOLD], [GOLD, None], "evalb(failed=empty)")
    digest = hashlib.sha256(f"{GOLD}\n{GOLD}\n".encode()).hexdigest()[:8]
    assert score.signature == (
        f"evalb(failed=empty)|failed:empty|gold:{digest}|sentences:1/2|karat:{karat.__version__}"
    )


def test_compare_goes_through_systems_and_schemes() -> None:
    """In the order given."""
    scores = karat.compare(GOLD, {"good": GOLD, "bad": SYSTEM}, ["evalb", "evalb(labelled=no)"])
    assert [(one.system, str(one.scheme), round(one.recall, 2)) for one in scores] == [
        ("good", "evalb", 1.0),
        ("good", "evalb(labelled=no)", 1.0),
        ("bad", "evalb", 0.33),
        ("bad", "evalb(labelled=no)", 0.33),
    ]


def test_rows_add_up() -> None:
    """One row a sentence, numbered from 1; the sums are the counts."""
    score = karat.score([GOLD, GOLD], [GOLD, SYSTEM])
    rows = score.rows()
    assert [row["sentence"] for row in rows] == [1, 2]
    assert [row["matched"] for row in rows] == [3, 1]
    for name, total in score.counts.items():
        assert sum(row[name] for row in rows) == total


def test_rows_as_data_frames() -> None:
    """pandas and polars have the same numbers under the same names."""
    score = karat.score([GOLD, GOLD, GOLD], [GOLD, SYSTEM, None])
    frame, other = score.to_pandas(), score.to_polars()
    assert isinstance(frame, pandas.DataFrame)
    assert isinstance(other, polars.DataFrame)
    assert frame["matched"].tolist() == other["matched"].to_list() == [3, 1, 0]
    assert frame["status"].tolist() == ["", "", "no system parse"]
    assert list(frame.columns) == other.columns


def test_in_a_notebook_names_are_escaped() -> None:
    """A system called <script> is text, and so is a label in a scheme."""
    (score,) = karat.compare(GOLD, {"<script>&": GOLD}, ['evalb(delete="<b>")'])
    page = score._repr_html_()
    assert "<script>" not in page
    assert "&lt;script&gt;&amp;" in page
    assert "<b>" not in page
    assert page.count("<td>100.00 [–]</td>") >= 3


def test_repr_shows_the_figures() -> None:
    """And the signature."""
    text = repr(karat.score(GOLD, SYSTEM))
    assert text.startswith("Score(evalb(params=collins)|failed:drop|")
    assert "f1=0.3333" in text


def test_scores_can_be_copied_and_sent_to_other_processes() -> None:
    """They are values."""
    score = karat.score(GOLD, SYSTEM, "evalb(params=new)")
    for again in (copy.copy(score), copy.deepcopy(score), pickle.loads(pickle.dumps(score))):
        assert again.measures == score.measures
        assert again.scheme == score.scheme
        assert again.recall == score.recall


def test_reading_a_path(tmp_path: Path) -> None:
    """A string or a Path."""
    path = tmp_path / "gold.mrg"
    path.write_text(GOLD)
    assert karat.score(karat.read(path), karat.read(str(path))).f1 == 1.0


def test_notes_are_about_the_labels_of_the_trees() -> None:
    """As in a run on files: of labels that a user deletes, those that are not there are named."""
    gold = "(TOP (S (NN dogs) (VBP bark) (. .)))"
    assert karat.score(gold, gold, "evalb(params=new)").notes == ()
    (note,) = karat.score(gold, gold, "evalb(params=new,delete=ROOT+VBP)").notes
    assert note == "DELETE_LABEL never matched anything: ROOT"


def test_no_attribute_that_is_not_public() -> None:
    """The package says which name it does not have."""
    with pytest.raises(AttributeError, match="no attribute 'scores_of'"):
        _ = karat.scores_of


def test_the_groups_of_a_result_as_a_dictionary() -> None:
    """Of the labels: gold's NP and VP are both missed, S is found; a measure without a whole is null."""
    found = karat.score(GOLD, SYSTEM, by=["label"]).as_dict()["groups"]
    assert found.keys() == {"label"}
    assert found["label"].keys() == {"S", "NP", "VP"}
    assert found["label"]["S"].keys() == {"measures", "counts"}
    assert found["label"]["S"]["measures"]["recall"] == 1.0
    assert found["label"]["NP"]["measures"]["f1"] == 0.0
    assert found["label"]["VP"]["counts"]["gold"] == 1


def test_a_missing_parse_can_stop_everything() -> None:
    """The message says which sentence, and which text has nothing for it."""
    with pytest.raises(
        karat.KaratError, match="sentence 2: no system parse: <text> has nothing for it"
    ):
        karat.score([GOLD, GOLD], [GOLD, None], "evalb(failed=abort)")


def test_where_a_sentence_failed_is_said_with_its_file_and_line() -> None:
    """A fault of either side by its place, other words by the first that differs."""
    good = "(S (N a) (V b))"
    gold = f"(S (N a\n{good}\n{good}\n{good}\n{good}\n"
    system = f"{good}\n(S (N a\n\n(S (N a) (V b) (V c))\n(S (N a) (V x))\n"
    both = [karat.read_text(text, layout="lines") for text in (gold, system)]
    found = karat.score(*both, "flat(failed=empty)").failures
    assert [(one.sentence, one.why) for one in found] == [
        (1, "gold tree cannot be read"),
        (2, "system tree cannot be read"),
        (3, "no system parse"),
        (4, "different number of words"),
        (5, "different words"),
    ]
    assert ":1:" in found[0].detail
    assert ":2:" in found[1].detail
    assert found[3].detail == f"2 in {both[0].path}:4, 3 in {both[1].path}:4"
    places = f"{both[0].path}:5 and {both[1].path}:5"
    assert found[4].detail == f"word 2 is 'b' and 'x', in {places}"


def test_distributions_are_part_of_what_is_written() -> None:
    """Of parseval, how many sentences have how many crossing brackets; of others, none."""
    gold = "(S (A (N a) (N b)) (N c))\n(S (A (N a) (N b)) (N c))\n"
    system = "(S (A (N a) (N b)) (N c))\n(S (N a) (A (N b) (N c)))\n"
    found = karat.score(gold, system, "parseval").as_dict()
    assert found["distributions"] == {"crossing": {"0": 1, "1": 1}}
    assert "distributions" not in karat.score(gold, system, "evalb").as_dict()


def test_distances_keep_their_order() -> None:
    """From the nearest to the farthest, although most words are far from their head here."""
    rows = (f"{i}\tw{i}\t_\tX\t_\t_\t{int(i > 1)}\tdep\t_\t_\n" for i in range(1, 7))
    bank = karat.read_text("".join(rows) + "\n")
    found = karat.score(bank, bank, "deps", by=["distance"]).groups["distance"]
    assert [(key, row["counts"]["gold"]) for key, row in found.items()] == [
        ("root", 1), ("1", 1), ("2", 1), ("3-6", 3),
    ]  # fmt: skip
