"""Errors of dependencies, chunks and relations: causes partition them, and mending all gives 100."""

from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from error_rows import Analysed
from karat.analysis.errors import chunks, dependencies, relations

LABELS = (
    "nsubj",
    "obj",
    "obl",
    "case",
    "conj",
    "cc",
    "punct",
    "aux",
    "cop",
    "amod",
    "compound",
    "acl",
)
TYPES = ("NP", "VP", "PP")
# A sentence as words, each with its head (0: the root) and its label.
Graph = list[tuple[str, int, str]]


@st.composite
def heads(draw: st.DrawFn, size: int) -> list[int]:
    """Heads that make a tree with one root: each word hangs from one that was placed before it."""
    order = draw(st.permutations(range(1, size + 1)))
    found = [0] * size
    for at in range(1, size):
        found[order[at] - 1] = order[draw(st.integers(0, at - 1))]
    return found


@st.composite
def graph(draw: st.DrawFn, words: list[str]) -> Graph:
    labels = draw(st.lists(st.sampled_from(LABELS), min_size=len(words), max_size=len(words)))
    own = draw(heads(len(words)))
    named = [label if head else "root" for label, head in zip(labels, own, strict=True)]
    return list(zip(words, own, named, strict=True))


def sentences(least: int = 1) -> st.SearchStrategy[list[list[str]]]:
    """Words that are spelt differently, so that there is one way to align them."""
    letters = [chr(97 + i) for i in range(26)]
    sizes = st.lists(st.integers(least, 6), min_size=1, max_size=4)
    return sizes.map(
        lambda counts: [
            [f"{letters[n]}{letters[m]}" for m in range(c)] for n, c in enumerate(counts)
        ]
    )


@st.composite
def recut(draw: st.DrawFn, given_words: list[list[str]]) -> list[list[str]]:
    """The same text with some words joined, some cut, and other boundaries of sentences."""
    flat = [(word, at == 0) for some in given_words for at, word in enumerate(some)]
    found: list[list[str]] = []
    for word, first in flat:
        what = draw(st.sampled_from(["keep"] * 6 + ["join", "cut", "boundary"]))
        if not found or (first != (what == "boundary")):
            found.append([])
        if what == "join" and found[-1]:
            found[-1][-1] += word
        elif what == "cut":
            found[-1] += [word[:1], word[1:]]
        else:
            found[-1].append(word)
    return found


def written(graphs: list[Graph]) -> str:
    return "".join(
        "".join(
            f"{number}\t{word}\t_\tX\t_\t_\t{head}\t{label}\t_\t_\n"
            for number, (word, head, label) in enumerate(one, 1)
        )
        + "\n"
        for one in graphs
    )


@st.composite
def two_graphs(draw: st.DrawFn, other_words: bool) -> tuple[str, str]:
    words = draw(sentences())
    theirs = draw(recut(words)) if other_words else words
    return tuple(written([draw(graph(one)) for one in side]) for side in (words, theirs))  # type: ignore[return-value]


def holds(analysis: ModuleType, gold: str, system: str, scheme: str, *figures: str) -> Analysed:
    """Every wrong row is in one error (else Analysed fails); mending all errors gives 100."""
    found = Analysed(analysis, gold, system, scheme)
    assert {one.cause for one in found.found} <= {*analysis.CAUSES, "no parse / not comparable"}
    for one in found.found:
        assert one.rows > 0
        for side, rows in ((found.outcome.gold, one.missed), (found.outcome.system, one.spurious)):
            assert {int(side.sentence()[row]) for row in rows} <= {one.sentence}
        assert set(one.keys) in ({*analysis.GROUPS}, set())
    mended = found.figures("*")
    assert [mended[name] for name in figures] == [1.0] * len(figures)
    return found


@given(two_graphs(other_words=False))
def test_dependencies_of_the_same_words(both: tuple[str, str]) -> None:
    """Whatever two graphs say; mending more causes never lowers the score."""
    found = holds(dependencies, *both, "deps", "las", "uas", "label", "f1", "exact")
    before = found.figures()
    for cause in {one.cause for one in found.found}:
        after = found.figures(cause)
        assert after["las"] > before["las"]
        assert after["uas"] >= before["uas"]


@given(two_graphs(other_words=True))
@pytest.mark.parametrize("policy", ["align", "drop", "empty"])
def test_dependencies_of_other_words(policy: str, both: tuple[str, str]) -> None:
    """Words and sentences may be cut otherwise, and some may not be comparable."""
    if policy != "align" and both[0].count("\n\n") < both[1].count("\n\n"):
        return  # the system may not have more sentences than gold
    holds(dependencies, *both, f"deps(failed={policy})", "las", "uas", "f1")


@given(two_graphs(other_words=True))
def test_dependencies_of_a_text(both: tuple[str, str]) -> None:
    """The same as conll18 compares it."""
    holds(dependencies, *both, "conll18", "LAS", "UAS", "CLAS", "LAS_precision", "UAS_accuracy")


@given(
    two_graphs(other_words=True), st.sampled_from(["subtypes=no", "labelled=no", "punctuation=no"])
)
def test_options_of_deps(both: tuple[str, str], option: str) -> None:
    """Options decide which rows there are."""
    found = Analysed(dependencies, *both, f"deps({option})")
    values = [found.figures("*")[name] for name in ("las", "uas")]
    assert all(value == 1 or value != value for value in values)  # no word may count


@given(two_graphs(other_words=False))
def test_nothing_is_wrong_with_the_same_file(both: tuple[str, str]) -> None:
    """A parse against itself has no errors."""
    for scheme in ("deps", "conll18"):
        assert not Analysed(dependencies, both[0], both[0], scheme).found


@given(two_graphs(other_words=False), st.data())
def test_one_other_label_is_one_error(both: tuple[str, str], data: st.DataObject) -> None:
    """One word with another label is one error, with a missed and a spurious row."""
    lines = both[0].split("\n")
    at = data.draw(st.sampled_from([i for i, line in enumerate(lines) if line]))
    cells = lines[at].split("\t")
    cells[7] = "vocative"
    system = "\n".join([*lines[:at], "\t".join(cells), *lines[at + 1 :]])
    (error,) = Analysed(dependencies, both[0], system, "deps").found
    assert (error.cause, error.rows) == ("label", 2)


@st.composite
def tags(draw: st.DrawFn, words: list[str]) -> str:
    """Chunk tags, some of which do not fit together."""
    prefixes = st.sampled_from(["B", "B", "I", "O"])
    found = []
    for word in words:
        prefix = draw(prefixes)
        tag = prefix if prefix == "O" else f"{prefix}-{draw(st.sampled_from(TYPES))}"
        found.append(f"{word} X {tag}\n")
    return "".join(found) + "\n"


@given(sentences(), st.data(), st.booleans())
@pytest.mark.parametrize("scheme", ["chunks", "chunks(labelled=no)", "chunks(types=NP+VP)"])
def test_chunks(scheme: str, words: list[list[str]], data: st.DataObject, other: bool) -> None:
    """Whatever chunks both sides have, also over other words."""
    theirs = data.draw(recut(words)) if other else words
    gold, system = ("".join(data.draw(tags(one)) for one in side) for side in (words, theirs))
    found = Analysed(chunks, gold, system, scheme)
    values = [found.figures("*")[name] for name in ("recall", "precision", "f1", "exact")]
    assert all(value == 1 or value != value for value in values)
    assert not Analysed(chunks, gold, gold, scheme).found


@st.composite
def grs(draw: st.DrawFn) -> str:
    words = st.sampled_from(["see", "dog", "man", "with", "it"])
    rows = draw(st.lists(st.tuples(st.sampled_from(
        ["ncsubj({1}, {2}, _)", "dobj({1}, {2}, _)", "ncmod({0}, {1}, {2})", "xcomp({0}, {1}, {2})",
         "iobj({0}, {1}, {2})", "mod(_, {1}, {2})", "conj({0}, {1}, {2})"]),
        words | st.just("_"), words, words), min_size=1, max_size=6))  # fmt: skip
    return "\n".join(form.format(*slots) for form, *slots in rows)


@given(grs(), grs())
@pytest.mark.parametrize("scheme", ["gr", "gr(mode=eq)", "gr(mode=sub)", "gr(program=greval)"])
def test_relations(scheme: str, gold: str, system: str) -> None:
    """Whatever relations both sides have."""
    holds(relations, gold, system, scheme, "recall", "precision", "f1", "exact")
