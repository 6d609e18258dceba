"""What Python programs may give as trees, and what they are told if it is something else."""

import io
from pathlib import Path
from typing import Any

import nltk  # type: ignore[import-untyped]  # has no stubs
import numpy as np
import pandas
import polars
import pytest

import karat

GOLD = "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))"
OTHER = "(S (NP (PRP It)) (VP (VBZ rains)))"
ROW = "{}\t{}\t_\t_\t_\t_\t{}\t{}\t_\t_\n"
DOGS = ROW.format(1, "Dogs", 2, "nsubj") + ROW.format(2, "bark", 0, "root")


def test_a_single_nltk_tree_is_one_sentence() -> None:
    """It is a list of its children, which were once taken for sentences: 1 of 2 brackets matches."""
    gold = nltk.Tree.fromstring("(S (NP (D a) (N b)) (V c))")
    system = nltk.Tree.fromstring("(S (D a) (NP (N b) (V c)))")
    for pair in ((gold, system), ([gold], [system]), (gold, [system]), ((gold,), iter([system]))):
        score = karat.score(*pair, "evalb")
        assert (score.sentences["total"], score.counts["gold"], score.f1) == (1, 2, 0.5)


@pytest.mark.parametrize("convert", ["ParentedTree", "ImmutableTree", "MultiParentedTree"])
def test_other_trees_of_nltk(convert: str) -> None:
    """They have their own classes."""
    tree = getattr(nltk, convert, None) or getattr(nltk.tree, convert)
    assert (
        karat.score(tree.convert(nltk.Tree.fromstring(GOLD)), GOLD, "evalb").counts["matched"] == 3
    )


def test_lists_in_lists_are_refused() -> None:
    """Is an inner list a batch, or several parses of a sentence?"""
    tree = nltk.Tree.fromstring(GOLD)
    for nested in ([[tree], [tree]], [[GOLD]], np.array([[GOLD]])):
        with pytest.raises(karat.UsageError, match=r"gold: item 1 of the list is an? \w+"):
            karat.score(nested, [GOLD])


def test_leaves_of_nltk_trees() -> None:
    """Chunks have pairs of word and tag; brackets are escaped; white space would make two words of one."""
    chunk = nltk.Tree("S", [nltk.Tree("NP", [("the", "DT"), ("dog", "NN")]), ("barks", "VBZ")])
    assert karat.read_text("(S (NP (DT the) (NN dog)) (VBZ barks))")[0].tree == tree_of(chunk)
    smile = nltk.Tree("S", [nltk.Tree("X", ["("]), nltk.Tree("X", [":)"])])
    assert tree_of(smile) == "(S (X -LRB-) (X :-RRB-))"
    # NLTK's tagger has the tags ( and ), which made brackets of their own.
    tagged = nltk.Tree("N(P)", [("(", "("), ("dog", "NN"), nltk.Tree(")", [")"])])
    assert tree_of(tagged) == "(N-LRB-P-RRB- (-LRB- -LRB-) (NN dog) (-RRB- -RRB-))"
    for bad, what in (("New York", "'New York'"), (5, "the leaf 5"), (("a", "b", "c"), "the leaf")):
        with pytest.raises(karat.UsageError, match=what):
            karat.score(nltk.Tree("S", [nltk.Tree("NNP", [bad])]), GOLD)
    with pytest.raises(karat.UsageError, match="5 as a label"):
        karat.score(nltk.Tree(5, ["a"]), GOLD)


def tree_of(thing: Any) -> str:
    """Its only sentence, as karat understands it."""
    from karat.api import as_bank

    return as_bank(thing)[0].tree


def test_a_tree_that_is_nested_too_deep_for_python() -> None:
    """One message, not a RecursionError."""
    tree = nltk.Tree("X", ["a"])
    for _ in range(5000):
        tree = nltk.Tree("X", [tree])
    with pytest.raises(karat.UsageError, match="nested too deep"):
        karat.score(tree, GOLD)


def test_paths(tmp_path: Path) -> None:
    """As Path, and as a string that names a file; a Path is never a text."""
    path = tmp_path / "gold.mrg"
    path.write_text(f"{GOLD}\n{OTHER}\n")
    for gold in (path, str(path)):
        score = karat.score(gold, [GOLD, OTHER], "evalb")
        assert (score.sentences["total"], score.f1) == (2, 1.0)
    with pytest.raises(karat.InputError, match="there is no such file"):
        karat.score(tmp_path / GOLD, GOLD)


def test_a_text_is_told_from_a_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A text begins with a bracket or has a line break, even if a file has this name."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "(S (N a))").write_text(GOLD)
    assert karat.score("(S (N a))", "(S (N a))", "evalb").counts["gold"] == 1
    assert karat.score(Path("(S (N a))"), GOLD, "evalb").counts["gold"] == 3
    (tmp_path / "system").write_text(GOLD)
    assert karat.score(GOLD, "system", "evalb").f1 == 1.0
    (tmp_path / "system").unlink()
    with pytest.raises(karat.InputError, match="system: there is no file 'system', and as a text"):
        karat.score(GOLD, "system")
    with pytest.raises(karat.InputError, match="this is a folder"):
        karat.score(GOLD, str(tmp_path))


def test_a_text_of_one_line_in_another_format() -> None:
    """A grammatical relation, for example, is no path."""
    from karat.api import as_bank

    assert as_bank("ncsubj(bark, dogs, _)").contents() == "grammatical relations"


@pytest.mark.parametrize(
    "wrong, named",
    [
        (None, "None"), (5, "an int"), (2.5, "a float"), (True, "a bool"), (object(), "an object"),
        (b"(S (N a))", "a bytes.*karat.read_text"), ({"a": GOLD}, "a dict.*karat.compare"),
        ({GOLD}, "a set"), (pandas.DataFrame({"tree": [GOLD]}), "a DataFrame.*one of its columns"),
        (polars.DataFrame({"tree": [GOLD]}), "a DataFrame.*one of its columns"),
    ],
)  # fmt: skip
def test_a_wrong_type_is_one_message(wrong: Any, named: str) -> None:
    """It names the side, the type and what would do."""
    for side, pair in (("gold", (wrong, [GOLD])), ("system", ([GOLD], wrong))):
        with pytest.raises(karat.UsageError, match=f"^{side} is {named}") as error:
            karat.score(*pair)
        assert "a list with one tree per sentence" in str(error.value)
        assert "\n" not in str(error.value)


@pytest.mark.parametrize("item", [7, b"(S (N a))", [GOLD], Path("gold.mrg"), {"a": 1}])
def test_a_wrong_item_is_named(item: Any) -> None:
    """With its number."""
    with pytest.raises(
        karat.UsageError, match=f"system: item 2 of the list is an? {type(item).__name__}"
    ):
        karat.score([GOLD, GOLD], [GOLD, item])


def test_an_empty_side() -> None:
    """Nothing to score, whichever side it is."""
    for pair in (([], [GOLD]), ([GOLD], []), ("", GOLD), (GOLD, "")):
        with pytest.raises(karat.InputError, match="it has no sentences"):
            karat.score(*pair)


def test_columns_of_tables() -> None:
    """NumPy, pandas and polars; a missing value is a missing parse."""
    gold = [GOLD, OTHER, GOLD]
    for system in (
        np.array([GOLD, OTHER, None], object),
        pandas.Series([GOLD, OTHER, None]),
        pandas.Series([GOLD, OTHER, float("nan")]),
        pandas.Series([GOLD, OTHER, pandas.NA], dtype="string"),
        polars.Series([GOLD, OTHER, None]),
    ):
        score = karat.score(gold, system, "evalb")
        assert (score.sentences["scored"], score.reasons) == (2, {"no system parse": 1})
    assert karat.score(np.array(gold), pandas.Series(gold), "evalb").f1 == 1.0


def test_open_files() -> None:
    """Their content, pretty-printed or not."""
    pretty = "(S\n  (NP (DT the) (NN dog))\n  (VP (VBZ barks)))\n"
    assert karat.score(io.StringIO(pretty), io.BytesIO(GOLD.encode()), "evalb").f1 == 1.0


def test_sentences_in_other_formats() -> None:
    """A list of sentences in CoNLL-U; None is a missing parse, even if all are missing."""
    score = karat.score([DOGS, DOGS], [DOGS.replace("nsubj", "obj"), None], "deps(failed=empty)")
    assert (score.counts["gold"], score.counts["unlabelled"], score.counts["matched"]) == (4, 2, 1)
    assert karat.score([DOGS], [None], "deps(failed=empty)").las == 0.0
    with pytest.raises(karat.InputError, match="2 texts in the format conllu with 3 sentences"):
        karat.score([f"{DOGS}\n{DOGS}", DOGS], [DOGS, DOGS], "deps")


def test_lists_of_banks_and_of_their_sentences() -> None:
    """One after the other; one kind at a time."""
    bank = karat.read_text(f"{GOLD}\n{OTHER}\n{GOLD}\n")
    for gold in ([bank[:1], bank[1:]], list(bank), [bank]):
        score = karat.score(gold, [GOLD, OTHER, OTHER], "evalb")
        assert (score.counts["gold"], score.counts["matched"]) == (6, 6)
        assert score.reasons == {"different number of words": 1}
    with pytest.raises(karat.UsageError, match="item 2 of the list is a str, but others are Banks"):
        karat.score([bank, GOLD], bank)
    with pytest.raises(karat.InputError, match="do not have the same layers"):
        karat.score([bank, karat.read_text(DOGS)], bank)


def test_half_a_surrogate_pair() -> None:
    """Python's strings can have one, UTF-8 cannot."""
    with pytest.raises(karat.InputError, match="gold: item 2: character 7 of the text is half"):
        karat.score([GOLD, "(S (N \ud800))"], [GOLD, GOLD])


def test_more_system_sentences_than_gold() -> None:
    """They cannot be the same sentences."""
    with pytest.raises(karat.InputError, match="the system has 2 sentences, but gold has 1"):
        karat.score([GOLD], [GOLD, GOLD], "evalb")


def test_wrong_schemes_and_breakdowns() -> None:
    """A string is one breakdown, not its letters; an unknown one is not left out silently."""
    assert list(karat.score(GOLD, GOLD, "evalb", by="label").groups) == ["label"]
    with pytest.raises(
        karat.UsageError, match="no breakdown of evalb 'labl'; did you mean 'label'"
    ):
        karat.score(GOLD, GOLD, "evalb", by=["labl"])
    with pytest.raises(karat.UsageError, match="the scheme is of the type int; give a string"):
        karat.score(GOLD, GOLD, 5)  # type: ignore[arg-type]


def test_other_functions() -> None:
    """read, read_text, compare and phenomena."""
    with pytest.raises(karat.UsageError, match="takes the path of a file, not a NoneType"):
        karat.read(None)  # type: ignore[arg-type]
    with pytest.raises(karat.UsageError, match="takes a string or bytes, not a int"):
        karat.read_text(5)  # type: ignore[arg-type]
    with pytest.raises(karat.UsageError, match="systems is a str; give a dictionary"):
        karat.compare(GOLD, GOLD)  # type: ignore[arg-type]
    with pytest.raises(karat.UsageError, match=r"^parser2 is None"):
        karat.compare(GOLD, {"parser1": GOLD, "parser2": None})  # type: ignore[dict-item]
    for wrong in (GOLD, None, 5):  # a string was once taken for a list of letters
        with pytest.raises(karat.UsageError, match="output is a"):
            karat.phenomena(wrong, "ptb")  # type: ignore[arg-type]


def test_names_of_files_in_a_list(tmp_path: Path) -> None:
    """Each was read as a sentence, which is no tree: the figure was undefined, without a word."""
    path = tmp_path / "gold.mrg"
    path.write_text(f"{GOLD}\n{OTHER}\n")
    with pytest.raises(karat.UsageError, match=r"gold: .* is the name of a file, .*gold\.mrg"):
        karat.score([str(path)], [GOLD], "evalb")
    both = karat.read(path)
    assert karat.score([both, both], [both, both], "evalb").sentences["total"] == 4
