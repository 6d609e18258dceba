"""karat agree: majority, consensus and coefficients."""

import json

from command_line import CommandLine

A = "(S (A a b) c d)\n"
B = "(S (A a b) (B c d))\n"
C = "(S a (C b c) d)\n"


def test_majority_and_consensus_are_written(command: CommandLine) -> None:
    """Two of three have (A a b), only S is in all; the third crosses the majority once."""
    for name, text in (("a", A), ("b", B), ("c", C)):
        command.write(name, text)
    done = command("agree", "a", "b", "c", "--majority", "m", "--consensus", "n", "-o", "json")
    assert done.status == 0
    assert (command.folder / "m").read_text() == "(S (A a b) c d)\n"
    assert (command.folder / "n").read_text() == "(S a b c d)\n"
    found = json.loads(done.out)
    assert [row["constituents"] for row in found["analyses"]] == [2, 3, 2]
    assert [row["recall"] for row in found["analyses"]] == [1, 1, 0.5]
    assert [row["crossing rate"] for row in found["analyses"]] == [0, 0, 0.5]


def test_coefficients_of_two(command: CommandLine) -> None:
    """F 2·2/(2+3); of 10 possible spans both mark 2, one marks a third: kappa 0.74, by hand.

    Observed 9/10, expected (2·3 + 8·7)/100 = 0.62, kappa 0.28/0.38. Alpha: 20 values, 5 marks,
    one disagreement: 1 - 19·1/(5·15).
    """
    command.write("a", A)
    command.write("b", B)
    found = json.loads(command("agree", "a", "b", "-o", "json").out)
    assert abs(found["pairs"][0]["f1"] - 0.8) < 1e-12
    assert abs(found["pairs"][0]["kappa"] - 0.28 / 0.38) < 1e-12
    assert abs(found["alpha"] - (1 - 19 / 75)) < 1e-12
    # A share is shown in per cent, a coefficient as it is.
    assert "a – b  80.00   0.74" in command("agree", "a", "b").out


def test_sentences_with_other_words_are_counted(command: CommandLine) -> None:
    """They are left out, and it is said."""
    command.write("a", "(S (A a b) c)\n(S x y)\n")
    command.write("b", "(S (A a b) c)\n(S x z)\n")
    done = command("agree", "a", "b")
    assert done.status == 0
    assert "1 sentences have different words and are left out: 2" in done.err


def test_errors(command: CommandLine) -> None:
    """One file, different numbers of sentences, a broken tree: status 2 and a message."""
    command.write("a", A)
    command.write("b", A + A)
    command.write("c", "(S (A a\n")
    assert command("agree", "a").status == 2
    done = command("agree", "a", "b")
    assert (done.status, "different numbers of sentences" in done.err) == (2, True)
    done = command("agree", "a", "c", "--majority", "m")
    assert (done.status, "c:1:" in done.err, "m" in command.names()) == (2, True, False)


def test_nothing_to_agree_on(command: CommandLine) -> None:
    """Empty files, and files without one sentence of the same words: status 2, nothing printed."""
    command.write("a", "")
    command.write("b", "\n")
    command.write("c", "(S x)\n")
    command.write("d", "(S y)\n")
    for files, said in ((("a", "a"), "a: there is no sentence"), (("c", "d"), "no sentence has")):
        done = command("agree", *files)
        assert (done.status, done.out) == (2, "")
        assert said in done.err
    done = command("agree", "a", "b", "--majority", "m")
    assert (done.status, "m" in command.names()) == (2, False)
