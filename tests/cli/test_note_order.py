"""Notes below the tables of karat score: grouped, capped, the most important first."""

from dataclasses import replace

import pytest

import karat
from command_line import CommandLine
from karat.reports.notes import remarks

GOLD = [
    "(S (NP (DT the) (NN dog)) (VP (VBZ barks)) (. .))",
    "(S (NP (PRP It)) (VP (VBZ rains)))",
    "(S (NP (PRP She)) (VP (VBZ sleeps)))",
]


@pytest.fixture
def files(command: CommandLine) -> CommandLine:
    """Gold, and systems that lack the first, the second and no sentence."""
    for number, name in enumerate(("first", "second", "whole")):
        lines = ["" if at == number and name != "whole" else one for at, one in enumerate(GOLD)]
        command.write(f"{name}.mrg", "\n".join(lines).replace("DT", "XX") + "\n")
    command.write("gold.mrg", "\n".join(GOLD) + "\n")
    return command


def notes(out: str) -> list[str]:
    return [line.removeprefix("note: ") for line in out.splitlines() if line.startswith("note: ")]


def test_what_makes_figures_incomparable_comes_first(files: CommandLine) -> None:
    """Right below the table: different sentences, then what is left out; parameters come last."""
    systems = ("first.mrg", "second.mrg", "whole.mrg")
    out = files("score", "gold.mrg", *systems, "-s", "evalb").out
    said = notes(out)
    assert said[0].startswith("evalb: 2 sentences have a score for some of the systems only")
    assert said[1].startswith(
        "evalb, first.mrg, second.mrg: sentences without a score are left out"
    )
    assert said[-1].startswith("evalb: punctuation scored as words")
    at = [out.index(text) for text in ("for some of", "no score for 1", "punctuation", "signature")]
    assert at == sorted(at)


def test_gold_without_tags_comes_first(files: CommandLine) -> None:
    """Before the sentences that failed; one note for all systems and both schemes."""
    files.write(
        "gold.mrg",
        "(S (NP the dog) (VP barks) .)\n(S (NP It) (VP rains))\n(S (NP She) (VP sleeps))\n",
    )
    systems = ("first.mrg", "second.mrg")
    out = files(
        "score", "gold.mrg", *systems, "-s", "flat", "-s", "evalb(params=new,failed=empty)"
    ).out
    assert "gold's words have no tags" in notes(out)[0]
    assert out.count("gold's words have no tags") <= 2
    assert out.index("gold's words have no tags") < out.index("no score for")


def test_a_note_for_many_systems_is_there_once(files: CommandLine) -> None:
    """Their names are capped, and the systems with failed sentences are too."""
    systems = [f"system-{n}=first.mrg" for n in range(9)]
    out = files("score", "gold.mrg", *systems, "whole.mrg", "-s", "evalb").out
    (left_out,) = [one for one in notes(out) if "left out; leaving" in one]
    assert left_out.startswith(
        "evalb, system-0, system-1, system-2, system-3, system-4 and 4 more: sentences without"
    )
    assert out.count("no score for 1 sentence") == 4
    assert "sentences without a score or aligned also in system-4" in out
    assert out.count("\nsignature ") == 2


def test_a_note_with_other_numbers_of_sentences_is_one_note() -> None:
    """How many sentences of each system it is about."""
    score = karat.score("(S (A a))", "(S (A a))", "evalb")
    both = [
        replace(score, system=system, notes=(f"no tags, in {some}",))
        for system, some in (("a", "1 sentence"), ("b", "3 sentences"))
    ]
    assert notes(remarks(both, 2)) == ["evalb: no tags, in sentences: 1 of a, 3 of b"]
    same = [replace(score, system=one, notes=("no tags, in 3 sentences",)) for one in "ab"]
    assert notes(remarks(same, 2)) == ["evalb: no tags, in 3 sentences"]


def test_other_notes_are_capped(files: CommandLine) -> None:
    """JSON has all of them."""
    chains = "".join(f"EQ_LABEL A{n} B{n}\nEQ_LABEL B{n} C{n}\n" for n in range(12))
    files.write("own.prm", chains)
    out = files("score", "gold.mrg", "whole.mrg", "-s", "evalb(params=own.prm)").out
    assert len(notes(out)) == 7
    assert "more notes; --output json has all of them" in out


def test_notes_in_papers(files: CommandLine) -> None:
    """As comments in LaTeX, which are not printed, and as a list in Markdown."""
    call = ("score", "gold.mrg", "first.mrg", "-s", "evalb", "-o")
    latex = files(*call, "latex")
    assert "% note: evalb: sentences without a score are left out" in latex.out
    assert latex.err == ""
    markdown = files(*call, "markdown").out
    assert "\n- note: evalb: sentences without a score are left out" in markdown
    assert "\n  - sentence 1: no system parse" in markdown
