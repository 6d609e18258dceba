"""Constructions by patterns at the command line: figures, listings, drawings, and wrong files."""

import pytest

from command_line import CommandLine

GOLD = """\
(S (NP (NNS dogs)) (VP (VBP see) (NP (NP (NNS cats)) (PP (IN in) (NP (DT the) (NN town))))) (. .))
(S (NP-SBJ-1 (NNS dogs)) (VP (VBP try) (S (NP-SBJ (-NONE- *-1)) (VP (TO to) (VP (VB sleep))))))
"""
SYSTEM = """\
(S (NP (NNS dogs)) (VP (VBP see) (NP (NNS cats)) (PP (IN in) (NP (DT the) (NN town)))) (. .))
(S (NP (NNS dogs)) (VP (VBP try) (NP (NN to) (NN sleep))))
"""
PATTERNS = """\
[[construction]]
name = "object"
tree = 'VB*=verb $.. NP=object > VP'
gives = ["verb", "object"]

[[construction]]
name = "pp"
tree = 'PP'
"""


@pytest.fixture
def files(command: CommandLine) -> CommandLine:
    """Two parses of two sentences, and a file of patterns."""
    for name, text in (("gold.mrg", GOLD), ("sys.mrg", SYSTEM), ("p.toml", PATTERNS)):
        command.write(name, text)
    return command


def test_score_by_construction(files: CommandLine) -> None:
    """gold: see/cats in the town, PP. System: see/cats, PP, try/to sleep."""
    scheme = "constructions(patterns=p.toml)"
    done = files("score", "gold.mrg", "sys.mrg", "-s", scheme, "--by", "construction")
    assert done.status == 0
    rows = {line.split()[0]: line.split()[1:] for line in done.out.splitlines() if line.strip()}
    assert rows["object"] == ["0.00", "0.00", "0.00", "1", "2", "0"]
    assert rows["pp"] == ["100.00", "100.00", "100.00", "1", "1", "1"]
    assert done.out.splitlines()[1].split() == ["sys.mrg", "50.00", "33.33", "40.00", "0.00", "2/2"]


def test_show_lists_and_draws(files: CommandLine) -> None:
    """Found, missed and spurious, with their words, and under the sentence."""
    done = files("show", "gold.mrg", "sys.mrg", "-s", "constructions(patterns=p.toml)")
    assert done.status == 0
    listed = """\
+ object  see, cats
- object  see, cats in the town
= pp      in the town

          dogs see cats in the town .
+ object       111 2222
- object       111 2222222222222222
= pp                    ───────────
"""
    assert listed in done.out
    assert "2 gold, 2 system" in done.out


def test_show_without_any(files: CommandLine) -> None:
    """A sentence in which neither side has a construction says so."""
    done = files("show", "gold.mrg", "gold.mrg", "-s", "constructions(patterns=p.toml)", "-n", "2")
    assert "neither side has any" in done.out


def test_long_sentences_go_on_below(command: CommandLine) -> None:
    """And lines are no wider than wanted: 52 columns hold seven words of six letters."""
    words = " ".join(f"(NN noun{i:02})" for i in range(30))
    command.write("a.mrg", f"(S (NP {words}) (VP (VB go)))\n")
    command.write("p.toml", "[[construction]]\nname = 'np'\ntree = 'NP'\n")
    scheme = "constructions(patterns=p.toml)"
    done = command("show", "a.mrg", "a.mrg", "-s", scheme, "--width", "60")
    drawn = [line for line in done.out.splitlines() if line.startswith("gold  ")]
    assert [line.split()[1] for line in drawn] == [
        f"└=np{'─' * 44}", *[f"─=np{'─' * 44}"] * 3, f"─=np{'─' * 8}┘",
    ]  # fmt: skip
    assert max(map(len, drawn)) <= 60


def test_why(files: CommandLine) -> None:
    """What names= and types= leave out, and null elements, for all three schemes of chunks."""
    scheme = "constructions(patterns=p.toml,names=pp)"
    done = files("show", "gold.mrg", "sys.mrg", "-s", scheme, "--why")
    assert "  object (see, cats in the town): left out by names=pp\n" in done.out
    done = files("show", "gold.mrg", "sys.mrg", "-s", "chunks(types=NP)", "--why", "-n", "2")
    gold = done.out[done.out.index("why, gold:") : done.out.index("why, system:")]
    assert gold.splitlines()[1:4] == [
        "  *-1/-NONE-: left out, null element",
        "  (NP-SBJ *-1): left out, no word of it is left",
        "  (VP try to sleep): left out by types=NP",
    ]
    done = files("show", "gold.mrg", "sys.mrg", "-s", "chunkdeps", "--why", "-n", "2")
    gold = done.out[done.out.index("why, gold:") : done.out.index("why, system:")]
    assert "  *-1/-NONE-: left out, null element\n" in gold
    assert "  to/TO: left out, its link is inside a chunk\n" in gold
    done = files("explain", "chunks(types=NP).f1", "gold.mrg", "sys.mrg")
    assert "Words of gold: 1 left out, null element." in done.out


def test_show_draws_links_between_chunks(files: CommandLine) -> None:
    """A chunk is in brackets; the town hangs from the verb in the system, from the cats in gold."""
    done = files("show", "gold.mrg", "sys.mrg", "-s", "chunkdeps")
    drawn = done.out[done.out.index("         =root") : done.out.index("\n\n= matched")]
    assert drawn.splitlines() == [
        "         =root",
        "           │┌───── +link ─────┐",
        "  ┌ =link ┐│├ =link ┐         │",
        "  ▼       │▼│       ▼         ▼",
        "dogs      see     cats [·in ·the town] ·.",
        " NNS      VBP      NNS  IN  DT   NN     .",
        "                     │        ▲",
        "                     └ -link ─┘",
    ]


@pytest.mark.parametrize(
    "patterns, place, said",
    [
        ("[[construction]]\ntree = 'NP'\n", "1:1", "a construction needs the key 'name'"),
        ("[[construction]]\nname = 'x'\n", "1:1", "x has no pattern"),
        ("[[construction]]\nname = 'x'\ntre = 'NP'\n", "3:1", "did you mean 'tree'?"),
        ("[[construction]]\nname = 'x'\ntree = 'NP=a'\n", "3:9", "gives does not use the node 'a'"),
        ("[[construction]]\nname = 'x'\ntree = 'NP'\ngives = ['a']\n", "3:9", "captures no node 'a'"),
        ("[[construction]]\nname = 'x'\ntree = 'NP=a'\ngives = 'a.tail'\n", "4:10", "is not a part"),
        ("[[construction]]\nname = 'x'\ntree = 'NP < -NONE-'\n", "3:14", "null elements are removed"),
        ("nulls = 'no'\n[[construction]]\nname = 'x'\ntree = 'A'\n", "1:1", "nulls should be true or"),
        ("[[construction]]\nname = 'x'\ndeps = '{upos=V}'\n", "3:10", "expected an attribute"),
        ("[[construct]]\nname = 'x'\n", "1:3", "did you mean 'construction'?"),
    ],
)  # fmt: skip
def test_faults(files: CommandLine, patterns: str, place: str, said: str) -> None:
    """The file, the line and the column, what is wrong; status 2."""
    files.write("bad.toml", patterns)
    done = files("score", "gold.mrg", "sys.mrg", "-s", "constructions(patterns=bad.toml)")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"karat: bad.toml:{place}: ")
    assert said in done.err


def test_other_faults(files: CommandLine) -> None:
    """A file that is not there, a name that the file does not define."""
    done = files("score", "gold.mrg", "sys.mrg", "-s", "constructions(patterns=no.toml)")
    assert (done.status, "no.toml: there is no such file" in done.err) == (2, True)
    done = files("score", "gold.mrg", "sys.mrg", "-s", "constructions(patterns=p.toml,names=objec)")
    assert (done.status, "did you mean 'object'?" in done.err) == (2, True)
