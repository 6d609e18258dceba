"""Annotation projects from real files: what is proposed can be accepted, exported and checked."""

from pathlib import Path

import pytest

from effort import slow
from karat.formats import read_text
from karat.model.gr import listed
from karat.store.annotations.drafting import draft, names_in
from karat.store.annotations.files import written
from karat.store.annotations.records import ACCEPTED, Answer, Project, Row
from karat.store.annotations.sound import faults

FILES = ("gum-news/gold.mrg", "conll18/en_ewt/gold.conllu")
# Where the files are, and how many sentences each of them has at least.
CASES = pytest.mark.parametrize(
    "treebanks, name, least",
    [
        ("karat-200", FILES[0], 200),
        ("karat-200", FILES[1], 200),
        ("corpora", FILES[0], 701),
        *slow(("corpora", FILES[1], 701)),
    ],
    indirect=["treebanks"],
)


def made(corpora: Path, name: str, kind: str) -> tuple[Project, dict[int, Answer], list]:
    """A project, and the answers of somebody who accepts everything."""
    found = draft((corpora / name).read_bytes(), name, kind)
    answers = {
        item.number: Answer([Row(gr, ACCEPTED) for gr in item.proposals]) for item in found.items
    }
    return (
        Project("x", "x", kind, found.scope, name, "", len(answers), ()),
        answers,
        list(found.items),
    )


@CASES
def test_all_drafted_relations_can_be_done_and_read_back(treebanks, name, least):
    """No draft has a fault that would keep its sentence open; the file has the same relations."""
    project, answers, items = made(treebanks, name, "gr")
    for item in items[:: max(1, len(items) // 300)]:
        assert faults(project, item, answers[item.number]) == [], item.key
    bank = read_text(written(project, items, answers), format="gr")
    assert not list(bank.errors())
    assert len(bank) == len(items) >= least
    for at, item in enumerate(items):
        assert [word.decode().replace("\u00a0", " ") for word in bank.words(at)] == list(item.words)
        assert [str(gr) for gr in listed(bank, at)] == [str(gr) for gr in item.proposals]


@CASES
def test_all_recognised_names_can_be_done_and_read_back(treebanks, name, least):
    """The ids of the file are kept."""
    project, answers, items = made(treebanks, name, "phenomena")
    bank = read_text(written(project, items, answers), format="names")
    assert not list(bank.errors())
    assert len(bank) == len(items) >= least
    assert sum(len(item.proposals) for item in items) == len(bank.layers["phenomena"]["label"])
    assert {gr.label for item in items for gr in item.proposals} <= set(names_in(""))
    assert len({item.key for item in items}) == len(items)
