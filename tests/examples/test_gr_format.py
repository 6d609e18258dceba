"""Reading and writing grammatical relations."""

import io
from importlib.resources import files
from pathlib import Path

import pytest

import karat
from karat import formats
from karat.formats import gr as grs
from karat.model.errors import KaratError
from karat.model.gr import Gr, listed, table
from karat.model.labels import Labels

FIGURES = files("karat.data").joinpath("gr")


def shown(text: str | bytes) -> list[list[str]]:
    """The relations of each sentence."""
    bank = grs.loads(text)
    return [[str(gr) for gr in listed(bank, i)] for i in range(len(bank))]


@pytest.mark.parametrize("name", ["figure1.gr", "figure1-mended.gr"])
def test_figure_1_reads_and_prints(name: str) -> None:
    """As it stands in the paper: a sentence, twelve relations."""
    text = FIGURES.joinpath(name).read_text("utf-8")
    bank = grs.loads(text)
    assert len(bank) == 1
    assert b" ".join(bank.words(0)).startswith(b"When the proprietor dies, the establishment")
    relations = [line for line in text.splitlines()[2:] if line]
    assert [str(gr) for gr in listed(bank, 0)] == relations
    assert len(relations) == 12
    assert grs.dumps(bank) == text.replace("\n\n", "\n") + "\n"


def test_three_notations_are_one() -> None:
    """The same relation in each, and all three in one sentence."""
    texts = [
        "ncsubj(die, proprietor, _)",
        "(ncsubj die proprietor _)",
        "(|ncsubj| |die| |proprietor| _)",
        "ncsubj(die,proprietor,_)",
        "  ( ncsubj   die proprietor  _ ) ; a comment",
    ]
    for text in texts:
        assert shown(text) == [["ncsubj(die, proprietor, _)"]]
    assert shown("\n".join(texts)) == [["ncsubj(die, proprietor, _)"] * 5]
    assert shown(texts[1] + " " + texts[2] + " " + texts[0]) == [["ncsubj(die, proprietor, _)"] * 3]


@pytest.mark.parametrize(
    "text, slots",
    [
        ("passive(a)", ("", "a", "", "")),
        ("obj2(a, b)", ("", "a", "b", "")),
        ("ncsubj(a, b, _)", ("", "a", "b", "_")),
        ("dobj(a, b, _)", ("", "a", "b", "_")),
        ("ncmod(_, a, b)", ("_", "a", "b", "")),
        ("iobj(to, a, b)", ("to", "a", "b", "")),
        ("arg_mod(by, a, b, subj)", ("by", "a", "b", "subj")),
        ("unknown(x, a, b)", ("x", "a", "b", "")),
    ],
)
def test_which_slot_is_which(text: str, slots: tuple[str, ...]) -> None:
    """By their number, and by the name where there are three."""
    gr = listed(grs.loads(text), 0)[0]
    assert (gr.type, gr.head, gr.dependent, gr.initial) == slots


def test_positions_and_tags() -> None:
    """RASP counts words from 1; a lemma may hold a colon or an underscore."""
    bank = grs.loads("(|ncsubj| |die:3_VVZ| |a:b_c:2_NN1| _)")
    gr = listed(bank, 0)[0]
    assert (gr.head, gr.head_at, gr.dependent, gr.dependent_at) == ("die", 2, "a:b_c", 1)
    rows = bank.layer("gr")
    assert bank.labels[rows["head_tag"][0]] == b"VVZ"
    # No tag after it, no position; and there is no word 0.
    assert [
        listed(grs.loads(f"(dobj a {word})"), 0)[0].dependent for word in ("10:30", "b:0_X")
    ] == [
        "10:30",
        "b:0_X",
    ]


def test_sentences() -> None:
    """A blank line ends one that has relations; a line of words, or a number, begins one."""
    assert shown("dobj(a, b)\n\n\ndobj(c, d)\n") == [["dobj(a, b)"], ["dobj(c, d)"]]
    assert shown("One here.\n\ndobj(a, b)\n\nTwo here.\nThree here.\ndobj(c, d)\nFour.") == [
        ["dobj(a, b)"], [], ["dobj(c, d)"], [],
    ]  # fmt: skip
    bank = grs.loads("1\nA dog barks.\n(dobj a b)\n2\n(dobj c d)")
    assert (len(bank), bank.words(0), bank.words(1)) == (2, [b"A", b"dog", b"barks."], [])


def test_sentences_that_are_left_out() -> None:
    """Numbers that are missing are sentences without relations, also before the first."""
    assert shown("2\n(dobj a b)\n5\n(dobj c d)\n") == [[], ["dobj(a, b)"], [], [], ["dobj(c, d)"]]
    assert shown("1\n(dobj a b)\n1\n(dobj c d)\n2\n()\n") == [["dobj(a, b)"], ["dobj(c, d)"], []]
    assert shown("1 (dobj a b) (det b c)\n2 (dobj c d)\n") == [
        ["dobj(a, b)", "det(b, c)"],
        ["dobj(c, d)"],
    ]


def test_files_of_the_original_scorer() -> None:
    """Declarations and any head before the number 1; comments; weights in braces; escapes."""
    text = (
        "%LB (\n%RB )\n\nSome heading\n1\n(ncsubj say jury _) ; the first\n; a comment\n"
        "{ 0.5 (dobj a b)\n  .25 (iobj a b) }\n2\n(ncmod _ \\(a\\) b\\ c)\n"
    )
    bank = grs.loads(text)
    assert shown(text) == [
        ["ncsubj(say, jury, _)", "dobj(a, b)", "iobj(a, b)"],
        ["ncmod(_, (a), b c)"],
    ]
    weights = bank.layer("gr")["weight"].tolist()
    assert weights == [1_000_000, 500_000, 250_000, 1_000_000]
    assert bank.line(0) == 5


def test_output_of_rasp() -> None:
    """The list of words is the sentence; affixes are cut off; other lines between are passed over."""
    text = (
        "(|The:1_AT| |dog:2_NN1| |bark+s:3_VVZ|) 1 ; (-5.1)\ngr-list: 1\n"
        "(|ncsubj| |bark+s:3_VVZ| |dog:2_NN1| _)\n(|ncmod| _ |bark+s:3_VVZ| |C++:4_NN1|)\n"
    )
    bank = grs.loads(text)
    assert shown(text) == [["ncsubj(bark, dog, _)", "ncmod(_, bark, C++)"]]
    assert (bank.words(0), bank.tags(0)) == ([b"The", b"dog", b"bark"], [b"AT", b"NN1", b"VVZ"])


CANDC = """\
# this file was generated by the following command(s):

(det dogs_1 The_0)
(ncsubj barked_2 dogs_1 _)
(xmod as_3 barked_2 told_4)
<c> The|the|DT|I-NP|O|NP[nb]/N dogs|dog|NNS|I-NP|O|N barked|bark|VBD|I-VP as|as|IN told|tell|VBN

<c> Yes|yes|UH|O|O|S

(ncsubj died_1 he_0 _)
<c> he|he|PRP|I-NP died|die|VBD|I-VP
"""


def test_output_of_candc() -> None:
    """Words counted from 0, whose base forms and tags follow the relations."""
    bank = grs.loads(CANDC)
    assert shown(CANDC) == [
        ["det(dog, the)", "ncsubj(bark, dog, _)", "xmod(as, bark, tell)"], [], ["ncsubj(die, he, _)"],
    ]  # fmt: skip
    assert [gr[5:] for gr in listed(bank, 0)] == [(1, 0), (2, 1), (2, 4)]
    assert bank.words(1) == [b"Yes"]
    assert bank.tags(0) == [b"DT", b"NNS", b"VBD", b"IN", b"VBN"]
    again = grs.loads(grs.dumps(bank))
    assert [listed(again, i) for i in range(3)] == [listed(bank, i) for i in range(3)]


def test_candc_without_lemmas() -> None:
    """Only tags: the words stand as they are."""
    text = "(ncsubj died_1 he_0 _)\n<c> he|PRP died|VBD\n"
    assert shown(text) == [["ncsubj(died, he, _)"]]
    assert grs.loads(text).tags(0) == [b"PRP", b"VBD"]
    # Without such a line the last part is part of the name.
    assert shown("(dobj fly Boeing_747)") == [["dobj(fly, Boeing_747)"]]


def test_positions_without_tags() -> None:
    """word:12; but a time is a word, and what is escaped is one too."""
    text = "(ncsubj show:3 result:2 _)\nncmod(at:5, show:3, 10:30)\n(dobj show:3 a\\:7)\n"
    found = listed(grs.loads(text), 0)
    assert [gr[5:] for gr in found] == [(2, 1), (2, -1), (2, -1)]
    assert [gr.dependent for gr in found] == ["result", "10:30", "a:7"]
    assert [str(gr) for gr in listed(grs.loads(grs.dumps(grs.loads(text))), 0)] == [
        *map(str, found)
    ]


def test_ids_of_sentences() -> None:
    """An id on a line of its own begins a sentence; with or without the words, or relations."""
    texts = ["Results show it .\n", "", "It was shown .\n", ""]
    text = "".join(
        f"95021266.{i}\n{words}(ncsubj show:{i} result:2 _)\n\n" for i, words in enumerate(texts, 1)
    )
    bank = grs.loads(text + "wsj_2300.5\nwsj_2300.6\n(dobj a b)\n")
    assert [len(bank.words(i)) for i in range(len(bank))] == [4, 0, 4, 0, 0, 0]
    assert [len(listed(bank, i)) for i in range(len(bank))] == [1, 1, 1, 1, 0, 1]
    # A sentence of one word is no id, unless it looks like one.
    assert [grs.loads(line + "\n(dobj a b)\n").words(0) for line in ("Yes.", "COVID-19", "\\v1.5")] == [
        [b"Yes."], [b"COVID-19"], [b"v1.5"],
    ]  # fmt: skip


def test_lemmas_of_a_sentence_are_read_and_written() -> None:
    """A comment to other programs; as many as there are words, or none."""
    text = "He died\n# lemmas = he die\nncsubj(die, he, _)\n\n"
    assert grs.dumps(grs.loads(text)) == text
    assert "lemmas" not in grs.dumps(grs.loads(text.replace("he die", "he")))


def test_commas_and_brackets_in_slots() -> None:
    """A comma between digits is part of a number; any other needs a backslash."""
    assert shown("ncmod(_, dollar, 1,000)") == [["ncmod(_, dollar, 1,000)"]]
    gr = listed(grs.loads("ncmod(\\,, a\\)b, c d)"), 0)[0]
    assert (gr.type, gr.head, gr.dependent) == (",", "a)b", "c d")
    assert listed(grs.loads("(dobj |a b| |c\\|d|)"), 0)[0][2:4] == ("a b", "c|d")


def test_brackets_that_close_in_a_slot_belong_to_it() -> None:
    """As the original scorer reads them, and written without backslashes, as only so it reads them."""
    line = "(ncsubj be Prebon_(U.S.A.)_Inc. _) (dobj (x) a())"
    text = f"1\n{line}\n"
    assert shown(text) == [["ncsubj(be, Prebon_(U.S.A.)_Inc., _)", "dobj((x), a())"]]
    assert grs.dumps(grs.loads(text), notation="lisp").split("\n") == [*line.split(" (dobj")[:1],
        "(dobj (x) a())", "", ""]  # fmt: skip
    assert formats.guess(b"(dobj name Fulton_Prebon_(U.S.A.)_Inc.)\n", "x").__name__ == grs.__name__
    assert formats.guess(b"(arg (X a) b(Y c))\n", "x").__name__ == "karat.formats.brackets"
    for wrong in ("(dobj a (b", "(dobj a (b c) d)", "(ncsubj a b _ (dobj a b)"):
        assert grs.loads(f"1\n{wrong}\n").fault.any()


def test_what_rasp_says_first_is_no_sentence() -> None:
    """Whatever stands before the first list of words, also if a later line has only the number 1."""
    text = (
        "NOTE: !!!!\nNOTE: This program expires (in 9 days).\n\n"
        "(|Dogs:1_NN2| |bark:2_VV0|) 1 ; (-1.2)\ngr-list: 1\n(|ncsubj| |bark:2_VV0| |dog:1_NN2| _)\n"
        "\n1\n(|dobj| |see:2_VV0| |it:3_PPH1|)\n"
    )
    assert shown(text) == [["ncsubj(bark, dog, _)"], ["dobj(see, it)"]]
    assert grs.sniff(text.encode())


def test_a_sentence_that_looks_like_something_else() -> None:
    """With a backslash before it, it is a sentence; the writer puts one where it must."""
    for line in ("(He left.)", "1999 was fine.", "# 1", "f(x) is small", "; so what", "% of all"):
        bank = grs.loads(f"\\{line}\ndobj(a, b)")
        assert b" ".join(bank.words(0)).decode() == line
        assert grs.dumps(bank).splitlines()[0] == f"\\{line}"
    assert grs.loads("1999 was fine.\ndobj(a, b)").words(0)[0] == b"1999"


@pytest.mark.parametrize("notation", grs.NOTATIONS)
def test_what_is_written_reads_back(notation: str) -> None:
    """Odd names, odd lemmas, weights, empty sentences."""
    rows = [
        [Gr("ncsubj", "", "a,b", "c)d", "_"), Gr("weird name", "", "x:3_y", "|z|")],
        [],
        [Gr("dobj", "t", "a b", " c ", ""), Gr("arg_mod", "by", "\\", "(", "subj", 3, 0)],
        [Gr("passive", "", "1,000"), Gr("mod", "_", "10:30", "é")],
    ]
    empty = grs.loads("()\n\n" * 4)
    bank = empty.with_layers(gr=table(empty.labels, rows))
    text = grs.dumps(bank, notation=notation)
    again = grs.loads(text)
    assert len(again) == 4
    expected = [listed(bank, i) for i in range(4)]
    # dobj with a type has all four slots, so that it reads back.
    expected[2][0] = expected[2][0]._replace(initial="_")
    assert [listed(again, i) for i in range(4)] == expected
    assert grs.dumps(again, notation=notation) == text


def test_faults_spoil_their_sentence_alone() -> None:
    """With line and column; the others are read."""
    bank = grs.loads("1\n(dobj a b)\n2\n(dobj a b\n(dobj a c)\n3\n(dobj a d)\n")
    assert (bank.fault != 0).tolist() == [False, True, False]
    error = bank.error(1)
    assert error is not None
    assert (error.line, error.column) == (4, 1)


def test_told_by_content(tmp_path: Path) -> None:
    """Relations are told from trees, in each notation, also after words, numbers, declarations."""
    for text in (
        "A dog barks.\n\nncsubj(bark, dog, _)\n",
        "%LB (\n1\n(ncsubj bark dog _)\n",
        "(|The:1_AT| |dog:2_NN1|) 1 ; (-1)\n(|det| |dog:2_NN1| |the:1_AT|)\n",
        "1\n{ 0.5 (dobj a b) }\n",
    ):
        assert formats.guess(text.encode(), "x") is grs, text
    for text in ("(S (NP a dog) (VP barks))\n", "(NP the dog)\n", "((Sue N) (runs V) S)\n"):
        assert not grs.sniff(text.encode()), text
    path = tmp_path / "a.gr"
    path.write_text("dobj(a, b, _)\n")
    assert karat.score(karat.read(path), karat.read(path), "gr").f1 == 1


def test_relations_made_by_a_program() -> None:
    """The layer a view makes needs five columns only, and writes like any other."""
    labels = Labels()
    made = table(labels, [[Gr("dobj", head="a", dependent="b", initial="_")], []])
    bank = grs.loads("()\n\n()\n\n").relabelled(labels).with_layers(gr=made)
    stream = io.BytesIO()
    grs.write(bank, stream)
    assert stream.getvalue() == b"dobj(a, b, _)\n\n()\n\n"


def test_unknown_notation() -> None:
    """The message lists those there are."""
    with pytest.raises(KaratError, match="lisp, paper, rasp"):
        grs.dumps(grs.loads("dobj(a, b)"), notation="xml")


def test_an_empty_file() -> None:
    """No sentence, no fault."""
    for text in (b"", b"\n\n", b"; nothing\n"):
        assert len(grs.loads(text)) == 0
