"""Notes on a run: each remark where it is due, and nowhere else."""

from pathlib import Path

import pytest

from karat.engine.results import make_score
from karat.engine.run import run
from karat.engine.twins import SAME_AS_GOLD
from karat.schemes import parse


@pytest.fixture
def remarks(tmp_path: Path) -> "Remarks":
    """Score two texts and look at the notes."""
    return Remarks(tmp_path)


class Remarks:
    """Runs on files, as the notes are about files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, gold: str, system: str | None = None, scheme: str = "evalb") -> list[str]:
        paths = self.folder / "gold.mrg", self.folder / "system.mrg"
        paths[0].write_text(gold + "\n")
        paths[1].write_text((gold if system is None else system) + "\n")
        done = run(str(paths[0]), [str(paths[1])], [parse(scheme)])
        notes = make_score(done.results[0], done).notes
        return [note for note in notes if note != SAME_AS_GOLD or system is not None]


def test_nothing_to_say(remarks: Remarks) -> None:
    """A clean run has no notes."""
    assert remarks("(S (NP (N a)) (VP (V b)))") == []


def test_dropped_sentences(remarks: Remarks) -> None:
    """The score is over fewer sentences; where all are counted, some figures still do not see them."""
    (note,) = remarks("(S (N a))\n(S (N b))", "(S (N a))\n(S (N c))")
    assert "sentences without a score are left out" in note
    (note,) = remarks("(S (N a))\n(S (N b))", "(S (N a))\n(S (N c))", "evalb(failed=empty)")
    assert "sentences without a score do not make precision, crossing, tagging worse" in note


def test_a_label_that_was_never_there(remarks: Remarks) -> None:
    """Most likely it is spelt wrong, as TOP for ROOT."""
    (note,) = remarks("(ROOT (S (N a) (X b)))", None, "evalb(delete=TOP+ROOT+X)")
    assert "DELETE_LABEL" in note
    assert "never matched anything" in note
    assert "TOP" in note
    assert "ROOT" not in note


def test_a_label_that_is_there_with_a_function_tag(remarks: Remarks) -> None:
    """NP-SBJ is an NP."""
    assert remarks("(S (NP-SBJ (N a)))", None, "evalb(delete=NP)") == []


def test_a_nameless_root(remarks: Remarks) -> None:
    """It counts, and no parameter can change that; once mended there is nothing to say."""
    found = remarks("( (S (N a)))")
    assert any("nameless root" in note and "quirks=no" in note for note in found)
    assert remarks("( (S (N a)))", None, "evalb(quirks=no)") == []


def test_pairs_that_do_not_chain(remarks: Remarks) -> None:
    """A = B and B = C leaves A and C apart."""
    found = remarks("(S (N a))", None, "evalb(equal_labels=A~B+B~C)")
    assert [note for note in found if "EQ_LABEL" in note] == [
        "EQ_LABEL does not chain: A and C are both equal to a third label but not to each other"
    ]
    assert remarks("(S (N a))", None, "evalb(equal_labels=A~B+C~D)") == []


def test_punctuation_that_is_scored(remarks: Remarks) -> None:
    """Tags without a letter or digit, and those known to be punctuation."""
    (note,) = remarks("(S (N a) (, ,) (-LRB- -LRB-) (. .) ($ $))", None, "evalb(delete=.)")
    assert "punctuation" in note
    assert "$ , -LRB-" in note
    assert "." not in note.split()


def test_what_evalb_says_of_a_parameter_file(remarks: Remarks, tmp_path: Path) -> None:
    """Its messages are passed on."""
    path = tmp_path / "odd.prm"
    path.write_bytes(b"DELETE_WORD the\nEQ_LABEL A\n")
    assert remarks("(S (N a))", None, f'evalb(params="{path}")') == [
        "Unknown keyword (DELETE_WORD the) in parameter file",
        "EQ_LABEL requires two values",
    ]


@pytest.mark.parametrize(
    ("text", "scheme", "quirk"),
    [
        ("(S (-LRB- (N a)))", "evalb", "begins with - or = was cut to nothing"),
        ("( (S (N a)))", "evalb", "nameless bracket around a tree was counted"),
        ("(S (Y (N a)))", "evalb(delete=X,equal_labels=X~Y)", "EQ_LABEL partner"),
        ("(S (A (N a)))", "evalb(equal_labels=A~B+B~C)", "not chained"),
    ],
)
def test_quirks_that_touched_a_sentence(
    remarks: Remarks, text: str, scheme: str, quirk: str
) -> None:
    """Named with the number of sentences, and only where they did."""
    found = [
        note for note in remarks(f"{text}\n(S (N b))", None, scheme) if "quirk of EVALB" in note
    ]
    assert len(found) == 1
    assert quirk in found[0]
    assert found[0].endswith("in 1 sentence")
    assert not any("quirk of EVALB" in note for note in remarks("(S (N b))", None, scheme))


def test_the_quirk_of_tags(remarks: Remarks) -> None:
    """A sentence lost to a mistagged comma is one that quirks=no would keep."""
    gold, system = "(S (N a) (, ,) (N b))", "(S (N a) (X ,) (N b))"
    found = remarks(gold, system, 'evalb(delete=",")')
    assert any("the two sides deleted different words" in note for note in found)
    assert not any("quirk" in note for note in remarks(gold, system, 'evalb(delete=",",quirks=no)'))
