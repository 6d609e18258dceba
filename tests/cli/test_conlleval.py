"""karat conlleval: output, options, errors."""

from command_line import CommandLine

FILE = """He PRP B-NP B-NP
reckons VBZ B-VP B-VP
the DT B-NP B-NP
current JJ I-NP I-NP
deficit NN I-NP B-NP
-X- x x x
narrows VBZ B-VP O
"""
OUTPUT = """processed 6 tokens with 4 phrases; found: 4 phrases; correct: 2.
accuracy:  66.67%; precision:  50.00%; recall:  50.00%; FB1:  50.00
               NP: precision:  33.33%; recall:  50.00%; FB1:  40.00  3
               VP: precision: 100.00%; recall:  50.00%; FB1:  66.67  1
"""
LATEX = r"""        & Precision &  Recall  & F$_{\beta=1} \\\hline
NP      &   33.33\% &  50.00\% &  40.00 \\
VP      &  100.00\% &  50.00\% &  66.67 \\\hline
Overall &   50.00\% &  50.00\% &  50.00 \\\hline
"""


def test_output(command: CommandLine) -> None:
    """Counts by hand: He, reckons are right; the current deficit is cut in two; narrows is lost."""
    done = command("conlleval", stdin=FILE.encode())
    assert (done.status, done.out) == (0, OUTPUT)
    assert command("conlleval", "-l", stdin=FILE.encode()).out == LATEX


def test_raw_tags_and_delimiters(command: CommandLine) -> None:
    """With -r a chunk is a word; NONE is outside with -o; tabs by their escape; a value may begin with -."""
    data = b"a\tX\tX\nb\tX\tNONE\nc\tNONE\tNONE\n"
    said = "processed 3 tokens with 2 phrases; found: 1 phrases; correct: 1.\n"
    done = command("conlleval", "-r", "-o", "NONE", "-d", "\\t", stdin=data)
    assert done.status == 0
    assert done.out.startswith(said)
    dashes = data.replace(b"\t", b"--").replace(b"NONE", b"-r")
    assert command("conlleval", "-r", "-o", "-r", "-d", "--", stdin=dashes).out == done.out
    assert command("conlleval", "-d", "--", "-r", "-o", "-r", stdin=dashes).out == done.out


def test_oddities(command: CommandLine) -> None:
    """S is unknown: S-NP S-NP is one chunk; without words there is no second line."""
    data = b"a S-NP S-NP\nb S-NP B-NP\n"
    out = command("conlleval", stdin=data).out
    assert out.startswith("processed 2 tokens with 1 phrases; found: 1 phrases; correct: 1.\n")
    empty = "processed 0 tokens with 0 phrases; found: 0 phrases; correct: 0.\n"
    assert command("conlleval", stdin=b"").out == empty


def test_errors(command: CommandLine) -> None:
    """One message, status 2, nothing on standard output."""
    for arguments, data, message in (
        ((), b"a O O\nb O\n", "unexpected number of features: 2 (3)"),
        ((), b"a\n", "unexpected number of features in line a"),
        (("-z",), b"", "unknown argument -z"),
        (("-d",), b"", "-d requires"),
        (("-d", "("), b"a O O\n", "is not a regular expression"),
        (("-d", "\\"), b"a\\O\\O\n", "with nothing behind it"),
        (("-d", "[[.x.]]"), b"axOxO\n", "karat cannot read this part as Perl does: [.x.]"),
        (("-d", "[=x=]"), b"axOxO\n", "karat cannot read this part as Perl does: [=x=]"),
        (("file",), b"", "karat conlleval < FILE"),
    ):
        done = command("conlleval", *arguments, stdin=data)
        assert (done.status, done.out, message in done.err) == (2, "", True), done.err
