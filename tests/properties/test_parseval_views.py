"""What must hold of the three steps of PARSEVAL for any trees whatever."""

import importlib.util
import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import karat
from effort import tries
from karat import kernels
from karat.model.bank import Bank
from karat.views import edit as edit_module
from karat.views import erase as erase_module
from karat.views.edit import keep_words
from karat.views.erase import NULL, PUNCTUATION, erase, erased, gone
from karat.views.prune import prune
from karat.views.redefine import reading as redefine_reading
from karat.views.redefine import redefine

# Words and tags that the rules look at; tags are given to any word, so that nothing makes sense.
WORDS = re.findall(
    r"\S+",
    """is was be been being has had have having do does did done get got getting will can May might
    not n't never soon very to for that it It 's ' 've isn't can't Lori's dogs' I'd've not's 0 *
    *T*-1 -LRB- , . -- " … the a tree leaves seen taken laughing walked retire blue quickly John
    who which when and or of out up on over in necessary clear idea seems""",
)
TAGS = re.findall(
    r"\S+", "VB VBD VBG VBN VBP VBZ MD TO RB IN DT NN NNP PRP JJ CC POS WDT RP -NONE- , . V X AUX"
)
LABELS = [*re.findall(r"\S+", "S NP NP-SBJ NP-TMP VP VP PP ADVP SBAR SQ ADJP PRT X"), ""]

words = st.sampled_from(WORDS)
leaves = st.one_of(
    words.map(lambda word: f"( {word})"),
    st.tuples(st.sampled_from(TAGS), words).map(lambda pair: f"({pair[0]} {pair[1]})"),
)


def brackets(inside: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Something in a bracket, perhaps nothing."""
    within = st.lists(inside, max_size=5).map(" ".join)
    return st.tuples(st.sampled_from(LABELS), within).map(lambda pair: f"({pair[0]} {pair[1]})")


trees = brackets(st.recursive(leaves, brackets, max_leaves=25))
forests = st.lists(trees, max_size=3).map(" ".join)
banks = st.lists(forests, min_size=1, max_size=4).map(
    lambda lines: karat.read_text("\n".join(lines) + "\n", layout="lines")
)
VIEWS = (erase, prune, redefine)


def content(bank: Bank) -> list[object]:
    """All that a view may change, sentence by sentence."""
    return [
        (bank.words(i), bank.tags(i), bank.spans(i), parents(bank, i)) for i in range(len(bank))
    ]


def parents(bank: Bank, sentence: int) -> list[int]:
    rows = slice(bank.span_offset[sentence], bank.span_offset[sentence + 1])
    parent: list[int] = bank.parent[rows].tolist()
    return parent


def assert_well_nested(bank: Bank) -> None:
    """Every bracket lies in its parent, beside or before its sisters, in pre-order."""
    for i in range(len(bank)):
        spans, ups = bank.spans(i), parents(bank, i)
        done: dict[int, int] = {}
        open_rows = [-1]
        for row, ((start, end, _), up) in enumerate(zip(spans, ups, strict=True)):
            low, high = spans[up][:2] if up >= 0 else (0, len(bank.words(i)))
            assert max(low, done.get(up, 0)) <= start <= end <= high
            while open_rows[-1] != up:
                open_rows.pop()
            open_rows.append(row)
            done[up] = end


@given(banks)
@settings(max_examples=tries(500))
def test_erasing_twice_is_erasing_once(bank: Bank) -> None:
    once = erase(bank)
    assert not erased(once).any()
    assert content(erase(once)) == content(once)


@given(banks)
def test_own_codes_change_nothing(bank: Bank) -> None:
    assert content(erase(bank, erased(bank))) == content(erase(bank))


@given(banks)
@settings(max_examples=tries(300))
def test_codes_are_the_same_without_null_elements_and_punctuation(bank: Bank) -> None:
    codes = erased(bank)
    kept = (codes != NULL) & (codes != PUNCTUATION)
    assert erased(keep_words(bank, kept)).tolist() == codes[kept].tolist()


@given(banks, st.randoms(use_true_random=False))
def test_any_codes_leave_words_in_order_and_brackets_nested(bank: Bank, random) -> None:  # type: ignore[no-untyped-def]
    codes = np.array([random.randrange(10) for _ in range(len(bank.tag))], np.int8)
    result = erase(bank, codes)
    assert_well_nested(result)
    kept = np.flatnonzero(~gone(codes))
    assert result.word_start.tolist() == bank.word_start[kept].tolist()
    assert (result.word_end <= bank.word_end[kept]).all()
    assert result.tag.tolist() == bank.tag[kept].tolist()


@given(banks)
def test_only_endings_are_cut(bank: Bank) -> None:
    kept = np.flatnonzero(~gone(erased(bank)))
    result = erase(bank)
    cut = [
        bank.text[a:b].tobytes() for a, b in zip(result.word_end, bank.word_end[kept], strict=True)
    ]
    assert set(cut) <= {b"", b"'s", b"'", b"n't", b"'ve", b"'d've"}
    assert (result.word_start < result.word_end).all()


@given(banks)
def test_pruning_is_as_defined(bank: Bank) -> None:
    """Recursively, innermost first: nothing, one word, one constituent, whose label is overwritten."""
    for i in range(len(bank)):
        inside: dict[int, int] = {}
        spans, ups = bank.spans(i), parents(bank, i)
        size = {row: end - start for row, (start, end, _) in enumerate(spans)}
        expected: dict[int, tuple[int, int, bytes]] = {}
        for row in reversed(range(len(spans))):
            # Words that no bracket inside has, and the brackets inside that are left.
            below = [other for other in inside if inside[other] == row]
            loose = size[row] - sum(size[other] for other in below)
            if loose + len(below) > 1:
                expected[row] = spans[row]
                inside[row] = ups[row]
            else:
                for other in below:
                    inside[other] = ups[row]
                    # An unlabelled bracket has no label to give.
                    expected[other] = (*spans[other][:2], spans[row][2] or expected[other][2])
        assert prune(bank).spans(i) == [expected[row] for row in sorted(expected)]


@given(banks)
def test_pruning_and_redefining_twice_is_once(bank: Bank) -> None:
    for view in (prune, redefine):
        once = view(bank)
        assert content(view(once)) == content(once)
        assert once.words(0) == bank.words(0)


@given(banks)
def test_redefined_trees_are_pruned(bank: Bank) -> None:
    assert content(prune(redefine(bank))) == content(redefine(bank))


@given(banks)
@settings(max_examples=tries(300))
def test_results_are_well_nested(bank: Bank) -> None:
    for result in (erase(bank), prune(bank), redefine(bank), redefine(prune(erase(bank)))):
        assert_well_nested(result)


@given(banks)
def test_no_sentence_minds_the_others(bank: Bank) -> None:
    for view in VIEWS:
        alone = [content(view(bank.slice(i, i + 1)))[0] for i in range(len(bank))]
        assert content(view(bank)) == alone


@given(banks)
def test_no_view_changes_its_bank(bank: Bank) -> None:
    before = content(bank)
    for view in VIEWS:
        view(bank)
    assert content(bank) == before


def source_of(name: str) -> ModuleType:
    """A kernel as Python, whatever was compiled."""
    path = Path(kernels.__file__).with_name(f"{name}.py")
    spec = importlib.util.spec_from_file_location(f"uncompiled_{name}", path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def uncompiled() -> Callable[[Callable[[Bank], Bank], Bank], Bank]:
    """Runs a view with its kernels as Python."""
    words, erasing, trees = map(source_of, ("words", "erase", "trees"))

    def run(view: Callable[[Bank], Bank], bank: Bank) -> Bank:
        with (
            patch.multiple(erase_module, kernel=erasing, lexical=words),
            patch.object(redefine_reading, "lexical", words),
            patch.object(edit_module, "trees", trees),
        ):
            return view(bank)

    return run


@given(bank=banks)
@settings(max_examples=tries(50))
def test_the_kernel_as_python_gives_the_same(uncompiled, bank: Bank) -> None:  # type: ignore[no-untyped-def]
    for view in (erase, redefine):
        assert content(uncompiled(view, bank)) == content(view(bank))
