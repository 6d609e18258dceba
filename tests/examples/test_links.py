"""The output of link-parser in each of its displays, and the program itself where there is one."""

import io
import os
import shutil
import subprocess

import pytest

import karat
from karat import Bank
from karat.formats import links

ARRAYS = """\
Found 4 linkages (4 had no P.P. violations)
\tLinkage 1, cost vector = (UNUSED=0 DIS= 0.00 LEN=6)
(S (NP this.p)
   (VP is.v
       (NP a test.n))
   .)

[(LEFT-WALL)(this.p)(is.v)(a)(test.n)(.)(RIGHT-WALL)]
[[0 5 0 (Xp)][0 2 0 (WV)][0 1 0 (Wd)][1 2 0 (Ss*b)]
[2 4 1 (Ost)][3 4 1 (Ds**c)][5 6 2 (RW)]]
[0]

"""
DIAGRAM = """\
Found 4 linkages (4 had no P.P. violations)
\tLinkage 1, cost vector = (UNUSED=0 DIS= 0.00 LEN=6)

    +-------------Xp------------+
    +----->WV----->+---Ost--+   |
    +-->Wd---+-Ss*b+  +Ds**c+   +--RW--+
    |        |     |  |     |   |      |
LEFT-WALL this.p is.v a  test.n . RIGHT-WALL

"""
TABLE = """\
Found 4 linkages (4 had no P.P. violations)
\tLinkage 1, cost vector = (UNUSED=0 DIS= 0.00 LEN=6)
(S (NP this.p) (VP is.v (NP a test.n)) .)

       LEFT-WALL      Xp            ----Xp-----  Xp              .
 (m)   LEFT-WALL      hWV           >---WV---->  dWV             is.v
 (m)   LEFT-WALL      hWd           >---Wd-----  Wd              this.p
 (m)   this.p         Ss*b          ----Ss*b---  Ss              is.v
 (m)   is.v           O*t           ----Ost----  Os              test.n
 (m)   a              Ds**c         ----Ds**c--  Ds**c           test.n
       .              RW            ----RW-----  RW              RIGHT-WALL

"""


def edges(bank: Bank, sentence: int = 0) -> list[tuple[int, str]]:
    """Heads and types."""
    table = bank.layers["edges"]
    rows = table.rows(sentence)
    names = bank.labels.strings()
    return [
        (head, names[label].decode())
        for head, label in zip(
            table["head"][rows].tolist(), table["label"][rows].tolist(), strict=True
        )
    ]


@pytest.mark.parametrize("text", [ARRAYS, DIAGRAM, TABLE], ids=["arrays", "diagram", "table"])
def test_displays_say_the_same(text: str) -> None:
    """Words without their entries, the verb over subject and object, the noun over its article."""
    bank = karat.read_text(text)
    assert bank.words(0) == [b"this", b"is", b"a", b"test", b"."]
    assert bank.tags(0) == [b"p", b"v", b"", b"n", b""]
    assert edges(bank) == [(1, "Ss*b"), (-1, "WV"), (3, "Ds**c"), (1, "Ost"), (1, "Xp")]
    assert links.unused(bank).tolist() == [0]
    if text is not DIAGRAM:
        assert bank.spans(0) == [(0, 5, b"S"), (0, 1, b"NP"), (1, 4, b"VP"), (2, 4, b"NP")]


def test_the_case_of_an_echoed_sentence() -> None:
    """-echo=1 prints the sentence before the answer."""
    bank = karat.read_text("This is a test.\n" + ARRAYS + "What?\nNo complete linkages found.\n")
    assert bank.words(0)[0] == b"This"
    assert len(bank) == 2
    assert bank.words(1) == []
    assert bank.error(1) is None


def test_no_linkages_one_after_the_other() -> None:
    """Each is a missing parse; a linkage with null words belongs to its announcement."""
    none = "No complete linkages found.\n"
    bank = karat.read_text(none + none + ARRAYS)
    assert [len(bank.words(i)) for i in range(len(bank))] == [0, 0, 5]
    some = ARRAYS.replace("violations)", "violations) at null count 1", 1)
    bank = karat.read_text(none + none + some)
    assert [len(bank.words(i)) for i in range(len(bank))] == [0, 5]


def test_words_in_no_link() -> None:
    """[the] is a word without a head; a guess is marked by [?]."""
    text = ARRAYS.replace("(a)", "([a])").replace("[3 4 1 (Ds**c)]", "").replace("is.v", "is[?].v")
    text = text.replace("(NP a test.n)", "(NP {a} test.n)")
    bank = karat.read_text(text)
    assert bank.words(0) == [b"this", b"is", b"a", b"test", b"."]
    assert edges(bank)[2] == (-2, "")


def test_a_second_head_is_dropped_and_counted() -> None:
    """A noun that is object of one verb and of another keeps the first."""
    text = ARRAYS.replace("[3 4 1 (Ds**c)]", "[1 4 0 (Os)][3 4 1 (Ds**c)]")
    bank = karat.read_text(text)
    assert edges(bank)[3] == (1, "Ost")
    assert links.unused(bank).tolist() == [1]


def test_only_the_first_of_several_linkages() -> None:
    """The second is left out."""
    bank = karat.read_text(ARRAYS + "\tLinkage 2, cost vector = (UNUSED=0)\n\n[(x)]\n[]\n")
    assert len(bank) == 1
    assert len(bank.words(0)) == 5


def test_equal_words_in_the_table_are_told_apart() -> None:
    """Links do not cross and leave no word out: the first 'the' is the first noun's."""
    text = """\
Found 1 linkage (1 had no P.P. violations)
\tUnique linkage, cost vector = (UNUSED=0 DIS= 0.00 LEN=6)
(S (NP the dog.n) (VP saw.v (NP the dog.n)))

 LEFT-WALL hWV >---WV----> dWV saw.v
 dog.n Ss ----Ss---- Ss saw.v
 the D ----Ds---- Ds dog.n
 saw.v O ----Os---- Os dog.n
 the D ----Ds---- Ds dog.n
"""
    bank = karat.read_text(text)
    assert [head for head, _ in edges(bank)] == [1, 2, -1, 4, 2]


def test_a_word_that_fills_its_column_of_the_table() -> None:
    """It is cut there, and the connector follows at once; a type may begin with a line."""
    text = """\
Found 1 linkage (1 had no P.P. violations)
\tUnique linkage, cost vector = (UNUSED=0 DIS= 0.00 LEN=6)
(S (NP Appreciation{!} discrimination.n-u) (VP helps.v))

       LEFT-WALL      hWV           >---WV---->  dWV             helps.v
 (m)   Appreciation[!]AN            ----AN-----  AN              discrimination.n-u
 (m)   discrimination._Ss           ----_S-----  _S              helps.v
"""
    bank = karat.read_text(text)
    assert bank.words(0) == [b"Appreciation", b"discrimination", b"helps"]
    assert bank.layers["links"]["left"].tolist() == [-1, 0, 1]


def test_a_tree_without_the_last_words() -> None:
    """The program leaves some out; they are in no constituent."""
    bank = karat.read_text(ARRAYS.replace("\n   .)", ")"))
    assert len(bank.words(0)) == 5
    assert bank.spans(0)[0] == (0, 4, b"S")
    stream = io.BytesIO()
    links.write(bank, stream)
    assert content(karat.read_text(stream.getvalue())) == content(bank)


FAULTS = [
    (ARRAYS.replace("(a)", ""), "do not fit together"),
    (ARRAYS.replace("[3 4 1", "[4 3 1"), "do not fit together"),
    (ARRAYS.replace("[3 4 1", "[3 44 1"), "do not fit together"),
    (ARRAYS.replace("   .)", "   ."), "do not fit together"),
    (TABLE.replace("test.n\n", "text.n\n"), "do not fit together"),
    (DIAGRAM + DIAGRAM.split("\n\n", 1)[1], "cut into several"),
]


@pytest.mark.parametrize(("text", "what"), FAULTS)
def test_faults(text: str, what: str) -> None:
    """With the place of the answer; the sentence has no words."""
    bank = karat.read_text(text)
    problem = bank.error(0)
    assert problem is not None
    assert what in str(problem)
    assert problem.line == 1
    assert bank.words(0) == []


def content(bank: Bank) -> list[object]:
    """What is to be the same after writing and reading."""
    names = bank.labels.strings()
    table = bank.layers["links"]
    return [
        (
            bank.words(i), bank.tags(i), bank.spans(i), edges(bank, i),
            table["left"][table.rows(i)].tolist(), table["right"][table.rows(i)].tolist(),
            [names[n] for n in table["label"][table.rows(i)].tolist()],
        )
        for i in range(len(bank))
    ]  # fmt: skip


def test_round_trip() -> None:
    """Links, words and trees; a sentence without a linkage."""
    bank = karat.read_text(ARRAYS + "No complete linkages found.\n" + TABLE)
    stream = io.BytesIO()
    links.write(bank, stream)
    assert content(karat.read_text(stream.getvalue())) == content(bank)


def test_what_has_no_links_cannot_be_written() -> None:
    """Trees have none."""
    with pytest.raises(karat.InputError, match="has trees but no links"):
        links.write(karat.read_text("(S (N a))"), io.BytesIO())


SENTENCES = """\
This is a test.
The dog and the cat saw the man in the garden with the telescope.
John's big brother, who lives in Paris, wants to buy a house that the old man built.
What did you say to the boy and the girl?
The the blah zorkify quickly.
"""


@pytest.mark.skipif(shutil.which("link-parser") is None, reason="link-parser is not installed")
def test_the_program_itself() -> None:
    """Every display of what it finds today has the same words and links."""
    displays = [
        ["-postscript=1", "-graphics=0", "-constituents=1"],
        ["-graphics=1", "-constituents=3"],
        ["-links=1", "-graphics=0", "-constituents=3"],
    ]
    found = []
    for switches in displays:
        done = subprocess.run(
            ["link-parser", "en", "-spell=0", "-walls=1", "-echo=1", *switches],
            input=SENTENCES, capture_output=True, text=True, timeout=60, check=True,
            env={**os.environ, "LC_ALL": "C.UTF-8"},
        )  # fmt: skip
        bank = karat.read_text(done.stdout, format="links")
        assert not bank.fault.any()
        table = bank.layers["links"]
        assert bank.words(0) == [b"This", b"is", b"a", b"test", b"."]
        found.append(
            [
                (
                    bank.words(i), bank.spans(i),
                    sorted(zip(table["left"][r].tolist(), table["right"][r].tolist(), strict=True)),
                )
                for i in range(len(bank))
                for r in [table.rows(i)]
            ]
        )  # fmt: skip
    assert len(found[0]) == 5
    assert found[0] == found[1] == found[2]
