"""What extraction must never give, on GUM or karat-200: cycles, and wrong heads without a reason."""

from pathlib import Path

import pytest

import karat
from karat.analysis.soundness import dependency_cycles, relation_cycles, wrong_heads
from karat.model.bank import Bank
from karat.views.deps import deps
from karat.views.gr import gr


def read(at_hand: Path, folder: str, kind: str) -> Bank:
    """All documents of a folder as one Bank."""
    paths = sorted((at_hand / "gum" / folder).iterdir())
    assert len(paths) == 27 or [path.stem for path in paths] == ["karat-200"]
    return karat.read_text("\n".join(path.read_text("utf-8") for path in paths), format=kind)


def test_dependencies_from_trees_make_no_cycle(at_hand: Path) -> None:
    """Every word leads to a root."""
    assert dependency_cycles(deps(read(at_hand, "const", "brackets"))) == []


@pytest.mark.parametrize(("folder", "kind"), [("const", "brackets"), ("dep", "conllu")])
def test_relations_make_no_cycle(at_hand: Path, folder: str, kind: str) -> None:
    """From trees and from graphs."""
    assert relation_cycles(gr(read(at_hand, folder, kind), positions=True)) == []


@pytest.mark.parametrize(("folder", "kind"), [("const", "brackets"), ("dep", "conllu")])
def test_only_verbs_have_subjects_and_objects(at_hand: Path, folder: str, kind: str) -> None:
    """Unless the file says so, or there is no verb."""
    found = wrong_heads(gr(read(at_hand, folder, kind), positions=True))
    assert [str(one.relation) for one in found if not one.reason] == []
