"""The 1991 bracket format, by hand: the forms that the paper and the specification print."""

import io
from dataclasses import replace
from pathlib import Path

import pytest

import karat
from effort import slow
from karat.files.source import Source
from karat.formats import brackets, parseval
from karat.formats.parseval import Blocks, Scanner, choose_labels, dumps, loads, sniff
from karat.formats.parseval import writer as _parseval_writer
from karat.model.bank import Bank
from karat.model.errors import InputError, UsageError
from karat.model.labels import Labels

SUE = "(S (N' (N Sue)) (V' (V sees) (N' (N Tom))))"
SUE_SPANS = [(0, 3, b"S"), (0, 1, b"N'"), (1, 3, b"V'"), (2, 3, b"N'")]
MISS_XYDIS = """\
(S (NP-s (PNP (PNP Miss ) (PNP Xydis )))
   (VP (VPAST was ) (ADJP (ADJ best )))
   (S (COMP (WHADVP (WHADV when )))
      (NP-s (PRO she ))
      (VP ((VPAST did ) (NEG not ) (V need ))
          (VP ((X to ) (V be )) (ADJP (ADV too ) (ADJ probing )))))) (? (FIN . ))
"""
REDUCED = "(S (NP-s Miss Xydis ) (VP was best ) (S when she (VP need (VP be (ADJP too probing)))))"
# The tokens that the paper prints in bars, and a few with brackets.
IN_BARS = """
D'Albert 1,000 've 's co-signers 2,000 all-woman fifty-three free-for-all 56th 3/4 212-488-9027
Lori's 3,456 8.2% p.m. 3/17/90 11:30 1) Ph.D. U.N. ne'er-do-well ( ) (.) a(b
"""
# Every unlabelled parse that the paper prints, less its slips.
UNLABELLED = [
    "(((I)) ((see) ((Ed))))",
    "(It (is (necessary (for us to leave))))",
    "(It (is necessary) (for us to leave))",
    "(It (seemed (like ((a good meeting) (to begin early)))))",
    "(((the tree (that (we saw))) (with (orange leaves))) (that (was (very old))))",
    "((the tree) (that (we saw)) (with (orange leaves)) (that (was (very old))))",
    "(We (were (out (of (oatmeal cookies)))))",
    "(We (were (out of (oatmeal cookies))))",
    "((The prospect) (of (cutting back spending)))",
    "(The (prospect (of ((cutting back) spending))))",
    "(will probably have) (seen Milton)",
]


def plain(bank: Bank, sentence: int = 0) -> list[str]:
    return [word.decode() for word in bank.words(sentence)]


def bounds(bank: Bank, sentence: int = 0) -> list[tuple[int, int]]:
    return [span[:2] for span in bank.spans(sentence)]


@pytest.mark.parametrize(
    "text, labels",
    [
        (SUE, "left"),
        ("(((Sue N) N') ((sees V) ((Tom N) N') V') S)", "right"),
        ("(S (N' (N Sue N) N') (V' (V sees V) (N' (N Tom N) N') V') S)", "both"),
    ],
)
def test_labels_stand_at_either_edge_or_both(text: str, labels: str) -> None:
    """Wherever labels stand, the parse is the same, and auto finds out."""
    for bank in loads(text, labels=labels), loads(text):
        assert plain(bank) == ["Sue", "sees", "Tom"]
        assert bank.tags(0) == [b"N", b"V", b"N"]
        assert bank.spans(0) == SUE_SPANS


def test_both_takes_a_label_at_one_edge_where_that_is_clear() -> None:
    bank = loads("(S ((N |Sue|) N') (V' (|sees| V) (N' (N Tom N) N')))", labels="both")
    assert bank.tags(0) == [b"N", b"V", b"N"]
    assert bank.spans(0) == SUE_SPANS


def test_labels_may_be_missing() -> None:
    """``(I)`` is a word with a bracket of its own, so spans are those of the labelled parse."""
    bank = loads("(((I)) ((see) ((Ed))))")
    assert plain(bank) == ["I", "see", "Ed"]
    assert bank.tags(0) == [b"", b"", b""]
    assert bank.spans(0) == [(start, end, b"") for start, end, _ in SUE_SPANS]
    assert bank.parent.tolist() == [-1, 0, 0, 2]


def test_a_label_after_a_bracket() -> None:
    bank = loads("((Sue) N)")
    assert (plain(bank), bank.tags(0), bank.spans(0)) == (["Sue"], [b""], [(0, 1, b"N")])


def test_a_label_is_optional_in_a_labelled_file() -> None:
    """The paper's candidate has unlabelled brackets, and a full stop outside the S."""
    bank = loads(MISS_XYDIS.replace("\n", " "), layout="lines")
    words = "Miss Xydis was best when she did not need to be too probing ."
    assert " ".join(plain(bank)) == words
    assert bank.tags(0)[6:9] == [b"VPAST", b"NEG", b"V"]
    assert (6, 9, b"") in bank.spans(0)
    assert bank.spans(0)[0] == (0, 13, b"S")
    assert bank.spans(0)[-1] == (13, 14, b"?")


def test_reduced_parses_have_bare_words() -> None:
    bank = loads(REDUCED)
    assert " ".join(plain(bank)) == "Miss Xydis was best when she need be too probing"
    assert set(bank.tags(0)) == {b""}
    assert [b - a for a, b, _ in bank.spans(0)] == [10, 2, 2, 6, 4, 3, 2]


def test_null_categories() -> None:
    """An empty leaf has a label with white space behind it, or one of another bracket, or bars."""
    for leaf in ("(Npl )", "(Npl)", "(Npl ||)"):
        bank = loads(
            f"(NXc (Qr more ) (NX (A pro ) (Npl letters)) (Than than ) (NX (A con) {leaf} ) )"
        )
        assert bank.words(0) == [b"more", b"pro", b"letters", b"than", b"con", b""]
        assert bank.tags(0)[-1] == b"Npl"
    assert loads("(NX (A con) (Npl ))", labels="left").words(0) == [b"con", b""]
    assert loads("((con A) ( Npl) NX)", labels="right").tags(0) == [b"A", b"Npl"]
    assert loads("((con) (Npl ))", labels="none").words(0) == [b"con", b"Npl"]
    bank = loads("(NXc (Qr more) (NX (A pro) (Npl letters)) (Than than) (NX (A con) (Npl ||)))")
    assert bank.words(0)[-1] == b""
    assert bank.tags(0)[-1] == b"Npl"
    assert loads("(NP (DET The) (N lawyer) (PP 0))").tags(0) == [b"DET", b"N", b"PP"]
    assert loads("(NP (N law) (PP))").words(0) == [b"law", b"PP"]
    assert loads("(())", labels="none").spans(0) == [(0, 0, b""), (0, 0, b"")]


@pytest.mark.parametrize("text", UNLABELLED)
@pytest.mark.parametrize("labels", ["auto", "none"])
def test_without_labels_every_atom_is_a_word(text: str, labels: str) -> None:
    bank = loads(text, labels=labels)
    assert plain(bank) == text.replace("(", " ").replace(")", " ").split()
    assert not bank.fault.any()


def test_the_spans_of_the_prospect() -> None:
    """Four and five constituents, as the paper counts them."""
    assert bounds(loads("((The prospect) (of (cutting back spending)))")) == [
        (0, 6), (0, 2), (2, 6), (3, 6),
    ]  # fmt: skip
    assert bounds(loads("(The (prospect (of ((cutting back) spending))))")) == [
        (0, 6), (1, 6), (2, 6), (3, 6), (3, 5),
    ]  # fmt: skip


@pytest.mark.parametrize("word", IN_BARS.split())
@pytest.mark.parametrize("layout", parseval.LAYOUTS)
def test_bars_are_no_part_of_the_word(word: str, layout: str) -> None:
    """A token in bars may hold anything but a bar and white space, and is never a label."""
    bank = loads(f"(S (N |{word}|) (V see)(N |{word}|))\n\n(|{word}| (V go))", layout, "left")
    assert plain(bank) == [word, "see", word]
    last = loads(f"(|{word}| (a))\n(|{word}| (V go V) |{word}|)", layout, "both")
    assert plain(last, 1) == [word, "go", word]
    assert last.spans(1) == [(0, 3, b"")]


def test_a_bar_elsewhere_is_a_letter() -> None:
    """A bar alone, as in tables, and one inside an atom, as in ADVP|PRT."""
    bank = loads("(S (ADVP|PRT (RB up)) (SYM |) (N a|b|))", labels="left")
    assert bank.words(0) == [b"up", b"|", b"a|b|"]
    assert bank.spans(0)[1] == (0, 1, b"ADVP|PRT")


@pytest.mark.parametrize(
    "text, labels, words, tags, spans",
    [
        ("(N Sue)", "left", "Sue", ["N"], []),
        ("( N  Sue )", "left", "Sue", ["N"], []),
        ("(N Sue)", "right", "N", ["Sue"], []),
        ("(N Sue)", "none", "N Sue", ["", ""], [(0, 2, "")]),
        ("(NP a b)", "left", "a b", ["", ""], [(0, 2, "NP")]),
        ("(NP a b)", "right", "NP a", ["", ""], [(0, 2, "b")]),
        ("(NP a b NP)", "both", "a b", ["", ""], [(0, 2, "NP")]),
        ("(NP a NP)", "both", "a", ["NP"], []),
        ("(NP NP)", "both", "", [], [(0, 0, "NP")]),
        ("(NP |a|)", "both", "a", ["NP"], []),
        ("(NP (a))", "left", "a", [""], [(0, 1, "NP")]),
        ("(NP (a))", "right", "NP a", ["", ""], [(0, 2, "")]),
        ("((a))", "none", "a", [""], [(0, 1, "")]),
        ("(a)", "left", "a", [""], []),
        ("(a)", "right", "a", [""], []),
        ("(a)", "both", "a", [""], []),
        ("(S a (V b) c)", "left", "a b c", ["", "V", ""], [(0, 3, "S")]),
        ("(a (b V) c S)", "right", "a b c", ["", "V", ""], [(0, 3, "S")]),
        ("(A ())", "left", "", [], [(0, 0, "A"), (0, 0, "")]),
        ("(S (A a)) (B b)", "left", "a b", ["A", "B"], [(0, 1, "S")]),
    ],
)
def test_position_decides(
    text: str, labels: str, words: str, tags: list[str], spans: list[tuple[int, int, str]]
) -> None:
    bank = loads(text, layout="lines", labels=labels)
    assert plain(bank) == words.split()
    assert bank.tags(0) == [tag.encode() for tag in tags]
    assert bank.spans(0) == [(start, end, label.encode()) for start, end, label in spans]


@pytest.mark.parametrize(
    "text, labels",
    [
        (SUE, "left"),
        (REDUCED, "left"),
        ("((Sue) N)", "right"),
        ("( (S (NP-SBJ (DT The) (NN dog)) (VP (VBZ barks)) (. .)))", "left"),
        ("(s (np (n sue)) (vp (v sees) (np (n tom)))) " * 2, "left"),
        ("(NP Miss Xydis) (VP was best)", "left"),
        ("(Miss Xydis NP) (was best VP)", "right"),
        ("(NP Miss Xydis NP) (VP was best VP)", "both"),
        ("(S (A b) C)", "left"),
        ("(. .)", "left"),
        ("(THE (BOOK (OF (ALL (THE BOOKS)))) AND (ALL THE OF BOOK))", "none"),
        ("(我 (看见 (他)))", "none"),
        ("(|I.| (see (Ed)))", "none"),
        ("(a)", "none"),
        ("", "none"),
        (")) (S (N a)) (", "left"),
    ],
)
def test_auto_chooses(text: str, labels: str) -> None:
    assert choose_labels(text.encode()) == labels


def test_the_choice_is_kept() -> None:
    """Blocks says what auto chose, every block knows it, and the beginning decides for all."""
    text = f"{SUE}\n" * 3 + "(a (b c))\n"
    blocks = Blocks(Source.of(io.BytesIO(text.encode()), "x.txt"))
    assert blocks.labels == "left"
    assert "x.txt: read with labels=left" in blocks.notice
    assert "none, right or both" in blocks.notice
    assert blocks.take(3).side == "left"
    block = blocks.next()
    assert block is not None
    assert (block.sentences, block.first_line, block.side) == (1, 4, "left")
    assert Scanner(Labels(), blocks.lines).scan(block).tags(0) == [b"b"]
    assert blocks.next() is None
    told = Blocks(Source.of(io.BytesIO(text.encode()), "x.txt"), labels="none")
    assert (told.labels, told.notice) == ("none", "")


def test_a_block_that_does_not_say_decides_by_itself() -> None:
    bank = Scanner(Labels(), True).scan(brackets.block(b"((Sue N) (sees V) S)"))
    assert bank.tags(0) == [b"N", b"V"]


def test_unknown_options_are_refused() -> None:
    with pytest.raises(UsageError, match="did you mean 'left'"):
        loads("(a)", labels="leftt")
    with pytest.raises(UsageError, match="Known: both, left, none, right"):
        dumps(loads("(a)"), labels="auto")
    with pytest.raises(UsageError, match="layout"):
        loads("(a)", layout="line")


@pytest.mark.parametrize(
    "text, claimed",
    [
        ("(S (N |D'Albert|) (V sees))", True),
        ("((He (said |1)|)) |.|)", True),
        ("((Sue N) (sees V) S)", True),
        ("(((I)) ((see) ((Ed))))", True),
        (SUE, False),
        (REDUCED, False),
        ("( (S (NP (DT The) (NN dog)) (VP (VBZ barks)) (. .)))", False),
        ("(S (NP (NNP U.S.) (POS 's)) (SYM |x|) (CD 1,000))", False),
        ("(S (NP (SYM |) (SYM ||)) (ADVP|PRT (RB up)))", False),
        ("(S (NP (DT) (NN)) (VP (VBZ)))", False),
        ("(NP)", False),
        ("(S (NP the dog) barks)", False),
        ("(It (is (necessary (for us to leave))))", False),
        ("((the dog NP) (barks V) S)", True),
        ("(S (NP the dog NP) (V barks V) S)", True),
        ("((Sue) N)", True),
        ("(S a (X b c) d)", False),
        ("(S (X b c) D)", False),
        ("((NP Sue Doe) RAN)", False),
        ("((N SUE) (V RUNS) NOW)", False),
        ("(a (X b c) d)", False),
        ("1\tthe\t|a.b|", False),
        ("", False),
    ],
)
def test_sniff_claims_only_what_is_surely_ours(text: str, claimed: bool) -> None:
    assert sniff(text.encode()) is claimed
    assert sniff(b"\n " + text.encode()) is claimed


@pytest.mark.parametrize("text", ["(S (N |D'Albert|) (V sees))", "((Sue N) (sees V) S)"])
def test_a_file_is_told_by_its_content(text: str) -> None:
    """Words in bars, or labels at the right."""
    assert [span[2] for span in karat.read_text(text).spans(0)] == [b"S"]


def test_bare_words_stay_with_brackets() -> None:
    """d is a word, not a label."""
    assert karat.read_text("(S a (X b c) d)").words(0) == [b"a", b"b", b"c", b"d"]


def test_treebank_files_are_not_claimed_but_can_be_read(treebanks: Path) -> None:
    """Read as this format, a treebank of tagged words is what ``brackets`` makes of it."""
    files = [path for path in sorted(treebanks.glob("**/*.mrg")) if path.stat().st_size < 1 << 20]
    for path in files[:6]:
        text = path.read_bytes()
        assert not sniff(text[: 1 << 16])
        ordinary, ours = karat.read_text(text), loads(text)
        assert len(ordinary) == len(ours)
        for sentence in range(len(ordinary)):
            assert ordinary.words(sentence) == ours.words(sentence)
            assert ordinary.spans(sentence) == ours.spans(sentence)


@pytest.mark.parametrize(
    "text, labels, line, column, what",
    [
        ("(S (N a)", "left", 1, 1, "never closed"),
        ("(S (N a)))", "left", 1, 10, "nothing to close"),
        ("(S (N a)) b", "left", 1, 11, "outside any bracket"),
        ("(S (N |)|)))", "left", 1, 12, "nothing to close"),
        ("(S (N |(|)", "left", 1, 1, "never closed"),
        ("(S (N |p.m.))", "left", 1, 7, "'|' that is not closed"),
        ("(S (N |New York|))", "left", 1, 7, "'|' that is not closed"),
        ("(S (N |a|b))", "left", 1, 7, "'|' that is not closed"),
        ("(S (N |a|) (N Sue N) NP)", "both", 1, 22, "not the one after its '('"),
        ("(S (N Sue) S)", "both", 1, 7, "not the one after its '('"),
    ],
)
def test_faults_have_a_place(text: str, labels: str, line: int, column: int, what: str) -> None:
    """A sentence fails alone, and the place is that in the file, bars and all."""
    bank = loads(f"(S |'s|)\n\n{text}\n(|1)| (a))\n", layout="lines", labels=labels)
    assert len(bank) == 4
    assert bank.fault.astype(bool).tolist() == [False, False, True, False]
    error = bank.error(2)
    assert error is not None
    assert (error.path, error.line, error.column) == ("<text>", 2 + line, column)
    assert what in str(error)
    assert text in str(error)
    assert plain(bank, 3) == ["1)", "a"]
    assert not bank.words(2)


def test_the_free_layout() -> None:
    """A sentence takes as many lines as it does; bars hide their brackets from the layout, too."""
    text = "(S (N |1)|)\n   (V |is(|))\n\n(S\n (N |(|) (V is))\n(S (N |a)\n (V b))\n(S (N b))"
    bank = loads(text, labels="left")
    assert [plain(bank, i) for i in range(len(bank))] == [["1)", "is("], ["(", "is"], [], ["b"]]
    assert [bank.line(i) for i in range(4)] == [1, 4, 6, 8]
    error = bank.error(2)
    assert error is not None
    assert (error.line, error.column) == (6, 7)


def test_bars_do_not_mislead_the_layout() -> None:
    """The first line balances but for its bars: still a sentence a line."""
    assert Blocks(Source.of(io.BytesIO(b"(N |1)|)\n\n(N a)"), "x")).lines
    assert not Blocks(Source.of(io.BytesIO(b"(S (N |)|)\n (N a))"), "x")).lines


@pytest.mark.parametrize("depth", [10_000, *slow(100_000)])
def test_any_depth(depth: int) -> None:
    """Nothing recurses, whatever is deep."""
    for side in parseval.SIDES:
        before, after = _parseval_writer._labels(b"A", side)
        text = (before + b" ") * depth + b"(a)" + after * depth
        bank = loads(text, labels=side)
        assert len(bank.start) == depth
        assert bank.words(0) == [b"a"]
        assert loads(dumps(bank, labels=side), labels=side).end.tolist() == bank.end.tolist()
        choose_labels(text)


@pytest.mark.parametrize(
    "labels, text",
    [
        ("left", "(S (NP (DT the) dog) ((sees) (N |D'Albert|)) (PP (of)) (N ||))"),
        ("right", "(((the DT) dog NP) ((sees) (|D'Albert| N)) ((of) PP) (|| N) S)"),
        ("both", "(S (NP (DT the DT) dog NP) ((sees) (N |D'Albert| N)) (PP (of) PP) (N || N) S)"),
        ("none", "(((the) dog) (sees (|D'Albert|)) ((of)) (||))"),
    ],
)
def test_writing(labels: str, text: str) -> None:
    """An untagged word is bare where it cannot be taken for a label."""
    bank = loads("(S (NP (DT the) dog) (|sees| (N |D'Albert|)) (PP (of)) (N ||))", labels="left")
    assert dumps(bank, labels=labels) == text + "\n"
    again = loads(text, labels=labels)
    assert again.words(0) == bank.words(0)
    assert bounds(again) == bounds(bank)
    if labels != "none":
        assert again.spans(0) == bank.spans(0)
        assert again.tags(0) == bank.tags(0)


def test_writing_indented_and_blank() -> None:
    bank = loads(SUE)
    indented = "(S\n  (N' (N Sue))\n  (V' (V sees)\n    (N' (N Tom))))\n"
    assert dumps(bank, pretty=True) == indented
    assert dumps(loads(indented)) == SUE + "\n"
    blank = loads("(a)\n\n(b", layout="lines")
    assert dumps(blank) == "(a)\n\n\n"
    stream = io.BytesIO()
    parseval.write(bank, stream, labels="none")
    assert stream.getvalue() == b"(((Sue)) ((sees) ((Tom))))\n"


@pytest.mark.parametrize(
    "text, options, what",
    [
        ("(S (NP) (V a))", {}, "the bracket b'NP' is empty"),
        ("(S (NP) (V a))", {"labels": "right"}, "the bracket b'NP' is empty"),
        ("(S (|N a) (V a))", {}, "b'|N' cannot be written as a label"),
        ("(S (N a)) (S (N b))", {"pretty": True}, "a forest cannot be indented"),
        ("\n", {"pretty": True}, "no tree cannot be indented"),
    ],
)
def test_what_cannot_be_read_back_is_refused(
    text: str, options: dict[str, object], what: str
) -> None:
    bank = karat.read_text(text, format="brackets", layout="lines")
    with pytest.raises(InputError) as refused:
        dumps(bank, **options)  # type: ignore[arg-type]  # one or the other option
    assert str(refused.value).startswith("<text>:1: sentence 1: ")
    assert what in str(refused.value)


def test_an_empty_bracket_can_be_written_with_two_labels_or_none() -> None:
    bank = karat.read_text("(S (NP) (V a))")
    assert dumps(bank, labels="both") == "(S (NP NP) (V a V) S)\n"
    assert dumps(bank, labels="none") == "(() (a))\n"


def test_from_a_file(tmp_path: Path) -> None:
    """``karat.read`` takes the format by name, and the hash is that of the file."""
    path = tmp_path / "x.parseval"
    path.write_text(f"{SUE}\n(S (N |p.m.|))\n")
    bank = karat.read(path, format="parseval")
    assert (len(bank), bank.words(1), bank.path) == (2, [b"p.m."], str(path))
    assert len(bank.sha256) == 64
    path.write_text("")
    assert len(karat.read(path, format="parseval")) == 0


@pytest.mark.parametrize(
    "word, written",
    [
        ("1)", "|1)|"),
        (":|)", r"|:\|)|"),
        ("|a", r"|\|a|"),
        ("2 000", r"|2\_000|"),
        (r"1\/2", r"|1\/2|"),
        ("\\", r"|\\|"),
        (r"a\_b", r"|a\\_b|"),
    ],
)
def test_any_word_can_be_written(word: str, written: str) -> None:
    """Brackets stand between bars; what would be misread there is escaped, and comes back."""
    assert loads(f"(S (N {written}) (V is))", labels="left").words(0)[0].decode() == word
    assert dumps(loads(f"(S (N {written}) (V is))", labels="left")) == f"(S (N {written}) (V is))\n"


def test_a_tab_in_a_word_is_refused() -> None:
    """No format can hold it."""
    bank = loads("(S (N a) (V b))")
    text = bank.text.copy()
    text[bank.word_start[0]] = 9
    with pytest.raises(InputError, match="cannot be written"):
        dumps(replace(bank, text=text))
