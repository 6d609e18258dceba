"""Roots that differ between gold and system cost every sentence a bracket, so a note says so."""

import json

import pytest

from command_line import CommandLine

TREES = "(S (NP (PRP She)) (VP (VBZ runs)))\n(S (NP (DT the) (NN dog)) (VP (VBZ barks)))\n"
AWAY = "--gold-view", "rewrite(rules=roots)", "--system-view", "rewrite(rules=roots)"
ROOTED = [
    "evalb", "evalb(labelled=no)", "evalb(params=collins)", "discodop", "rules", "leafancestor",
]  # fmt: skip


def under(root: str) -> str:
    """The trees below a root."""
    return "".join(f"({root} {tree})\n" for tree in TREES.splitlines())


def notes(command: CommandLine, *schemes: str) -> dict[str, list[str]]:
    """What is said about roots, by scheme."""
    asked = [word for one in schemes for word in ("-s", one)]
    done = command("score", "gold.mrg", "system.mrg", *asked, "-o", "json")
    assert done.status == 0, done.err
    found = json.loads(done.out)["results"]
    return {one["scheme"]: [n for n in one["notes"] if "roots do not match" in n] for one in found}


@pytest.mark.parametrize("scheme", ROOTED)
def test_a_root_that_the_system_lacks(command: CommandLine, scheme: str) -> None:
    """The same trees: without their roots all is right."""
    command.write("gold.mrg", under("ROOT"))
    command.write("system.mrg", TREES)
    (said,) = notes(command, scheme)[scheme]
    assert said == (
        "gold's trees have the root ROOT and the system's have none, so roots do not match; to take them "
        "away: --gold-view 'rewrite(rules=roots)' --system-view 'rewrite(rules=roots)', in 2 sentences"
    )
    done = command("score", "gold.mrg", "system.mrg", "-s", scheme, *AWAY)
    assert "roots do not match" not in done.out
    row = next(line for line in done.out.splitlines() if line.startswith("system.mrg"))
    assert row.split()[1:4] == ["100.00"] * 3


def test_roots_with_other_names(command: CommandLine) -> None:
    """Each pair of names is counted; the same names are no difference."""
    rooted = under("ROOT").splitlines()
    command.write("gold.mrg", "\n".join([*rooted, *rooted]))
    command.write("system.mrg", "\n".join([*under("TOP").splitlines(), under(""), rooted[1]]))
    said = notes(command, "leafancestor")["leafancestor"]
    assert [one.partition(", so ")[0] for one in said] == [
        "gold's trees have the root ROOT and the system's have a root without a name",
        "gold's trees have the root ROOT and the system's have the root TOP",
    ]
    assert [one.rpartition(", in ")[2] for one in said] == ["1 sentence", "2 sentences"]


@pytest.mark.parametrize("first", ["S1", "VROOT"])
def test_roots_in_the_order_of_their_names(command: CommandLine, first: str) -> None:
    """Whichever was read first, which depends on the block that a thread had before."""
    rest = [root for root in ("S1", "TOP", "VROOT") if root != first]
    command.write("gold.mrg", under("ROOT") * 3)
    command.write("system.mrg", "".join(under(root) for root in (first, *rest)))
    said = notes(command, "evalb")["evalb"]
    assert [one.partition(", so ")[0].split()[-1] for one in said] == ["S1", "TOP", "VROOT"]


@pytest.mark.parametrize(
    "scheme", ["parseval", "flat", "chunks", "deps", "constructions", "tags", "evalb(delete=ROOT)"]
)
def test_schemes_that_roots_do_not_matter_to(command: CommandLine, scheme: str) -> None:
    command.write("gold.mrg", under("ROOT"))
    command.write("system.mrg", TREES)
    assert notes(command, scheme)[scheme] == []


def test_parameters_that_delete_one_of_the_roots(command: CommandLine) -> None:
    """COLLINS.prm deletes TOP but not ROOT."""
    command.write("gold.mrg", under("TOP"))
    command.write("system.mrg", TREES)
    scheme = "evalb(params=collins)"
    assert notes(command, scheme)[scheme] == []
    command.write("system.mrg", under("ROOT"))
    assert "the root TOP and the system's have the root ROOT" in notes(command, scheme)[scheme][0]
    same = command("score", "gold.mrg", "gold.mrg", "-s", "rules")
    assert "roots do not match" not in same.out


def test_a_root_around_two_sentences_is_a_root(command: CommandLine) -> None:
    """If the system runs sentences together, the second one has no root of its own, but it has one."""
    first, second = TREES.splitlines()
    command.write("gold.mrg", under("ROOT"))
    command.write("system.mrg", f"(ROOT {first} {second})\n")
    assert notes(command, "evalb(failed=align)")["evalb(failed=align)"] == []
    command.write("system.mrg", f"{first}\n\n")
    assert len(notes(command, "evalb(failed=align)")["evalb(failed=align)"]) == 1
    command.write("system.mrg", "\n\n")
    assert notes(command, "evalb(failed=align)")["evalb(failed=align)"] == []
