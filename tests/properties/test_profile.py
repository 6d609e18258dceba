"""Relabelling a tree changes no figure, if the profile knows the new labels."""

import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import karat
from effort import tries
from karat import score
from karat.files.profile import vocabulary
from karat.model.errors import InputError
from karat.views.chunks import chunks_of
from karat.views.flatten import flatten

LABELS, TAGS = (sorted(map(bytes.decode, names)) for names in vocabulary())
FUNCTIONS = ["", "", "", "-SBJ", "-TMP", "-PRD", "=1"]
WORDS = re.findall(
    r"\S+",
    """It is was be been has had have do did will can not to 's that for the a dog seen taken laughing
    necessary clear out of up 0 PRO e * and , . : probably Milton's isn't coach. Clipper, in""",
)


@st.composite
def forms(draw: st.DrawFn, depth: int = 4) -> list:  # type: ignore[type-arg]
    """A tree as (label, function, children), with words as (tag or label, "", word)."""
    return form(draw, depth)


LABEL, TAG, WORD = (st.sampled_from(names) for names in (LABELS, TAGS, WORDS))
FUNCTION, SIZE = st.sampled_from(FUNCTIONS), st.integers(1, 4)
ONE_IN_TWO, ONE_IN_FOUR = st.booleans(), st.sampled_from([False, False, False, True])


def form(draw: st.DrawFn, depth: int) -> list:  # type: ignore[type-arg]
    label = draw(LABEL), draw(FUNCTION)
    children = []
    for _ in range(draw(SIZE)):
        if depth and draw(ONE_IN_TWO):
            children.append(form(draw, depth - 1))
        else:
            phrase = draw(ONE_IN_FOUR)
            children.append((draw(LABEL if phrase else TAG), phrase, draw(WORD)))
    return [*label, children]


def text(tree, labels: dict[str, str], tags: dict[str, str]) -> str:  # type: ignore[no-untyped-def]
    """A tree with other names."""
    if isinstance(tree, tuple):
        name, phrase, word = tree
        return f"({(labels if phrase else tags)[name]} {word})"
    label, function, children = tree
    inside = " ".join(text(child, labels, tags) for child in children)
    return f"({labels[label]}{function} {inside})"


@pytest.fixture(scope="module")
def renamed(
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[dict[str, str], dict[str, str], Path]:
    """A name that nobody uses for each label and tag, and the profile that knows them."""
    labels = {one: f"l{number}'" for number, one in enumerate(LABELS)}
    tags = {one: f"t{number}" for number, one in enumerate(TAGS)}
    path = tmp_path_factory.mktemp("profile") / "renamed.toml"
    lines = [
        f"[{table}]\n" + "".join(f'"{one}" = ["{name}"]\n' for one, name in names.items())
        for table, names in (("labels", labels), ("tags", tags))
    ]
    path.write_text("\n".join(lines))
    return labels, tags, path


def figures(gold: str, system: str, scheme: str) -> tuple[object, ...]:
    try:
        found = score(gold, system, scheme)
    except InputError as error:  # chunks are derived from tags, and gold has none
        return ("its trees have no tags" in str(error), str(error).split(";")[0])
    measures = {name: None if np.isnan(value) else value for name, value in found.measures.items()}
    return measures, dict(found.counts), found.sentences


@given(st.lists(forms(), min_size=1, max_size=2), st.randoms(use_true_random=False))
@settings(max_examples=tries(120), deadline=None, suppress_health_check=list(HealthCheck))
def test_new_names_change_no_figure(renamed, trees, random) -> None:  # type: ignore[no-untyped-def]
    """parseval, chunks, chunkdeps and flat, where gold is flattened; gold and system are renamed."""
    labels, tags, path = renamed
    same = {one: one for one in (*LABELS, *TAGS)}
    plain = [text(tree, same, same) for tree in (trees[0], trees[-1])]
    other = [text(tree, labels, tags) for tree in (trees[0], trees[-1])]
    # The same tree with other brackets is the likeliest to have a score.
    pairs = [(plain, other), ([plain[0]] * 2, [other[0]] * 2)]
    for one, two in pairs:
        for scheme in ("parseval({})", "parseval(erase=each,{})", "chunks({})", "chunkdeps({})"):
            known = figures(*two, scheme.format(f"profile={path}"))
            assert figures(*one, scheme.format("profile=ptb")) == known
        keys = [
            flatten(karat.read_text(text), profile=name)
            for text, name in ((one[0], "ptb"), (two[0], str(path)))
        ]
        assert keys[0].spans(0) == keys[1].spans(0)
        assert keys[0].words(0) == keys[1].words(0)


def tagged(tree) -> bool:  # type: ignore[no-untyped-def]
    """Whether a word has a tag, and not that of punctuation; chunks are refused without one."""
    if isinstance(tree, tuple):
        return not tree[1] and tree[0][:2] in ("NN", "VB", "JJ", "IN", "DT", "RB")
    return any(map(tagged, tree[2]))


@given(st.lists(forms().filter(tagged), min_size=1, max_size=1))
@settings(max_examples=tries(100), deadline=None, suppress_health_check=list(HealthCheck))
def test_new_names_on_one_side_change_no_figure(renamed, trees) -> None:  # type: ignore[no-untyped-def]
    """Gold in the Treebank's names, the system in others: both are the same tree."""
    labels, tags, path = renamed
    same = {one: one for one in (*LABELS, *TAGS)}
    gold, system = text(trees[0], same, same), text(trees[0], labels, tags)
    for scheme in ("parseval", "parseval(erase=each,{})", "chunks({})", "flat({})"):
        options = scheme.format(f"profile=ptb,system_profile={path}")
        if scheme == "parseval":
            options = f"parseval(profile=ptb,system_profile={path})"
        found = score(gold, system, options)
        assert found.counts["gold"] == found.counts["system"] == found.counts["matched"]


@given(forms())
@settings(max_examples=tries(100), deadline=None)
def test_chunks_are_those_of_the_renamed_tree(renamed, tree) -> None:  # type: ignore[no-untyped-def]
    labels, tags, path = renamed
    same = {one: one for one in (*LABELS, *TAGS)}
    rows = []
    for names, profile in (((same, same), "ptb"), ((labels, tags), str(path))):
        bank = karat.read_text(text(tree, *names))
        layer = chunks_of(bank, profile)
        label = [bank.labels[number] for number in layer["label"].tolist()]
        rows.append((layer["start"].tolist(), layer["end"].tolist(), label))
    assert rows[0] == rows[1]
