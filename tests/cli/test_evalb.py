"""karat evalb: options and exit statuses; its output is compared in oracle/ and corpora/."""

import pytest

from command_line import CommandLine

GOLD = "(S (NP (DT the) (NN dog)) (VP (VBZ barks)) (. .))\n(S (N a))\n"
TEST = "(S (NP (DT the)) (VP (NN dog) (VBZ barks)) (. .))\n(S (N b))\n"


@pytest.fixture
def files(command: CommandLine) -> CommandLine:
    """Two files, of two sentences; the second has another word."""
    command.write("gold", GOLD)
    command.write("test", TEST)
    return command


def test_a_run(files: CommandLine) -> None:
    """Rows, totals and summary by hand: one bracket of three matches, VP crosses NP."""
    done = files("evalb", "gold", "test")
    assert done.status == 0
    assert done.err == "2 : Words unmatch (a|b)\n"
    lines = done.out.splitlines()
    assert lines[3] == (
        "   1    4    0   33.33  33.33     1      3    3      1      4     4   100.00"
    )
    assert lines[4] == (
        "   2    1    1    0.00   0.00     0      0    0      0      0     0     0.00"
    )
    assert (
        lines[6] == "                 33.33  33.33      1     3     3      1      4     4   100.00"
    )
    assert "Number of Valid sentence  =      1" in done.out
    assert "-- len<=40 --" in done.out


def test_parameters_and_cut_off(files: CommandLine) -> None:
    """A later option wins over an earlier one, also over a parameter file."""
    files.write("p.prm", "CUTOFF_LEN 7\nDELETE_LABEL .\n")
    assert "-- len<=7 --" in files("evalb", "-c", "3", "-p", "p.prm", "gold", "test").out
    done = files("evalb", "-p", "p.prm", "-c3", "gold", "test")
    assert "-- len<=3 --" in done.out
    assert done.out.splitlines()[3].split()[9] == "3"
    assert "-- len<=40 --" in files("evalb", "-p", "new", "gold", "test").out


def test_too_many_errors(files: CommandLine) -> None:
    """``-e 0`` ends at the second error, with status 1 and no summary."""
    files.write("bad", "(S (N x))\n(S (N y))\n(S (N z))\n")
    files.write("good", "(S (N a))\n(S (N b))\n(S (N c))\n")
    done = files("evalb", "-e", "0", "good", "bad")
    assert done.status == 1
    assert done.err.count("\n") == 2
    assert "Summary" not in done.out


def test_details(files: CommandLine) -> None:
    """-d lists words and brackets of both sides, -D every comparison."""
    some, more = files("evalb", "-d", "gold", "test").out, files("evalb", "-D", "gold", "test").out
    assert "-<1>---(wn1=  4, bn1=  3)-           -<2>---(wn2=  4, bn2=  3)-" in some
    assert "1.res=" not in some
    assert "1.res=0, 2.res=0, 1.start=0, 2.start=0, 1.end=4, 2.end=4" in more


def test_its_own_help(files: CommandLine) -> None:
    """-h is EVALB's, with its status 1; --help is ours."""
    done = files("evalb", "-h")
    assert done.status == 1
    assert "-p param_file" in done.err
    ours = files("evalb", "--help")
    assert ours.status == 0
    assert "Example" in ours.out


def test_files_of_different_length(files: CommandLine) -> None:
    """A message on standard error, and the status stays 0."""
    files.write("short", TEST.split("\n")[0] + "\n")
    done = files("evalb", "gold", "short")
    assert done.status == 0
    assert done.err == "2 : Number of lines unmatch (too many lines in gold file)\n"
    done = files("evalb", "short", "test")
    assert done.err == "2 : Number of lines unmatch (too many lines in test file)\n"


def test_one_tree_a_line_always(files: CommandLine) -> None:
    """Pretty-printed trees are as many broken lines, as for EVALB."""
    files.write("pretty", "(S\n  (N a))\n")
    done = files("evalb", "pretty", "pretty")
    assert "unbalanced" in done.err


def test_sentences_beyond_the_limits(files: CommandLine) -> None:
    """A thousand words are scored, not crashed upon."""
    line = "(S " + " ".join(f"(NP (N w{i}))" for i in range(1000)) + ")\n"
    files.write("long", line)
    done = files("evalb", "long", "long")
    assert done.status == 0
    assert done.out.splitlines()[3].split() == [
        *("1", "1000", "0", "100.00", "100.00"),
        *("1001", "1001", "1001", "0", "1000", "1000", "100.00"),
    ]


def test_a_bracket_that_closes_too_much(command: CommandLine) -> None:
    """EVALB does not notice one, and goes on below the ground of its stack.

    In the first sentence a nameless bracket is put there and never closed, so the stack ends at its ground,
    and the sentence counts: S, NP, the nameless one (0 to -1) and VP; NP and VP match. In the second,
    one is not noticed, two are, and the end is a fault of its own.
    """
    command.write("gold", "(S (NP (NN a)) (VP (VB b)))\n" * 2)
    command.write("test", "(S (NP (NN a)))) ((VP (VB b))\n(S (NP (NN a)) (VP (VB b))))))\n")
    done = command("evalb", "gold", "test")
    rows = done.out.splitlines()[3:5]
    assert [row.split()[:8] for row in rows] == [
        ["1", "2", "0", "66.67", "50.00", "2", "3", "4"],
        ["2", "2", "1", "100.00", "100.00", "3", "3", "3"],
    ]
    close = "2 : Bracketing unbalance (too many close bracket)\n"
    assert done.err == 2 * close + "2 : Bracketing is unbalanced (too many open bracket)\n"


def test_what_was_put_below_the_ground_stays_there(command: CommandLine) -> None:
    """The nameless bracket of the first line was its third, so a ``)`` too many in the next line moves the
    end of the third bracket there, VP, to the end of the line: it no longer matches."""
    line = "(S (NP (NN a)) (VP (VB b)) (X (NN c)))"
    command.write("gold", f"(S (NP (NN a)) (VP (VB b)))\n{line}\n")
    command.write("test", f"(S (NP (NN a)))) ((VP (VB b))\n{line})\n")
    done = command("evalb", "gold", "test")
    assert done.out.splitlines()[4].split()[:8] == ["2", "3", "1", "75.00", "75.00", "3", "4", "4"]
    assert done.err == "2 : Bracketing is unbalanced (too many open bracket)\n"


def test_a_lone_dash_beside_two_names_is_ignored(files: CommandLine) -> None:
    """As EVALB does; it is standard input where a name is missing."""
    assert files("evalb", "-", "gold", "test") == files("evalb", "gold", "test")


def test_two_dashes_end_the_options(files: CommandLine) -> None:
    """So a file may be called -d; EVALB prints its help."""
    plain = files("evalb", "-c", "1", "gold", "test")
    files.write("-d", (files.folder / "gold").read_bytes())
    assert files("evalb", "-c", "1", "--", "-d", "test") == plain
    assert files("evalb", "--", "-d", "test") == files("evalb", "gold", "test")
    assert "Sent." in plain.out
