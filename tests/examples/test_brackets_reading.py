"""Bracketed trees as columns, checked by eye."""

import io

import pytest

import karat
from karat import Bank
from karat.files.source import Source
from karat.formats import brackets
from karat.model.labels import Labels


def read_line(text: str | bytes) -> Bank:
    """One sentence, which must be readable."""
    bank = karat.read_text(text, layout="lines")
    assert len(bank) == 1
    assert bank.error(0) is None
    return bank


def words(text: str) -> list[bytes]:
    """Words as the bytes that stand in a file."""
    return [word.encode() for word in text.split(" ")]


def test_a_plain_tree() -> None:
    """Preterminals are tags; everything else is a constituent, in pre-order, half-open from 0."""
    bank = read_line("(S (NP (DT the) (NN dog)) (VP (VBZ barks)))")
    assert bank.words(0) == [b"the", b"dog", b"barks"]
    assert bank.tags(0) == [b"DT", b"NN", b"VBZ"]
    assert bank.spans(0) == [(0, 3, b"S"), (0, 2, b"NP"), (2, 3, b"VP")]
    assert bank.parent.tolist() == [-1, 0, 0]


def test_an_empty_root_is_a_constituent_without_a_name() -> None:
    """The Penn Treebank's outer bracket has an empty label and spans the sentence."""
    bank = read_line("( (S (NN dog) (VBZ barks)))")
    assert bank.spans(0) == [(0, 2, b""), (0, 2, b"S")]
    assert read_line("((S (NN dog) (VBZ barks)))").spans(0) == bank.spans(0)


def test_traces_are_words_with_the_tag_none() -> None:
    """Nothing is deleted while reading."""
    bank = read_line("(S (NP-SBJ-1 (-NONE- *T*-2)) (VP (VB go)))")
    assert bank.words(0) == [b"*T*-2", b"go"]
    assert bank.tags(0) == [b"-NONE-", b"VB"]
    assert bank.spans(0) == [(0, 2, b"S"), (0, 1, b"NP-SBJ-1"), (1, 2, b"VP")]


def test_escaped_brackets_are_ordinary_words() -> None:
    """-LRB- and -RRB- are neither brackets nor function tags here."""
    bank = read_line("(PRN (-LRB- -LRB-) (NN x) (-RRB- -RRB-))")
    assert bank.words(0) == [b"-LRB-", b"x", b"-RRB-"]
    assert bank.tags(0) == [b"-LRB-", b"NN", b"-RRB-"]


def test_function_tags_stay_on_the_labels() -> None:
    """Cutting them is a scheme's business."""
    assert read_line("(NP-SBJ=2 (NN a) (NN b))").spans(0) == [(0, 2, b"NP-SBJ=2")]


def test_carriage_returns_are_white_space() -> None:
    """A file from Windows has the same words."""
    bank = karat.read_text("(S (N a))\r\n(S (N b))\r\n")
    assert len(bank) == 2
    assert [bank.words(i) for i in range(2)] == [[b"a"], [b"b"]]
    assert not bank.fault.any()


def test_a_byte_order_mark_is_no_text() -> None:
    """It is dropped at the beginning of a file, and only there."""
    assert read_line(b"\xef\xbb\xbf(S (N a))").words(0) == [b"a"]
    assert read_line(b"(S (N \xef\xbb\xbfa))").words(0) == [b"\xef\xbb\xbfa"]


@pytest.mark.parametrize(
    "word", ["naïve", "犬", "🐕", "a\u00a0b", "a\u2028b", "a\u0085b", "\u3000"]
)
def test_a_word_ends_at_ascii_white_space_only(word: str) -> None:
    """No-break spaces, line separators and wide spaces are parts of words."""
    bank = read_line(f"(S (N {word}) (V c))")
    assert bank.words(0) == [word.encode(), b"c"]


def test_bytes_that_are_no_utf8_are_kept() -> None:
    """Words are bytes; nothing is decoded."""
    assert read_line(b"(S (N \xff\xfe\x00) (\xe9 c))").words(0) == [b"\xff\xfe\x00", b"c"]
    assert read_line(b"(S (N a) (\xe9 c))").tags(0) == [b"N", b"\xe9"]


def test_several_trees_on_a_line_are_a_forest() -> None:
    """One sentence with two roots."""
    bank = read_line("(A (N a)) (B (N b) (N c))")
    assert bank.spans(0) == [(0, 1, b"A"), (1, 3, b"B")]
    assert bank.parent.tolist() == [-1, -1]


def test_a_bracket_without_words() -> None:
    """``(NP)`` is a constituent over nothing, between two words."""
    bank = read_line("(S (N a) (NP) (N b))")
    assert bank.spans(0) == [(0, 2, b"S"), (1, 1, b"NP")]
    assert bank.words(0) == [b"a", b"b"]


def test_an_empty_word() -> None:
    """``(NN )`` is a word of no letters: it has a tag and takes a place."""
    bank = read_line("(S (NN ) (N b))")
    assert bank.words(0) == [b"", b"b"]
    assert bank.tags(0) == [b"NN", b"N"]
    assert bank.spans(0) == [(0, 2, b"S")]


def test_bare_words_have_an_empty_tag() -> None:
    """``(NP the dog)`` is a constituent of two untagged words."""
    bank = read_line("(S (NP the dog) (VBZ barks))")
    assert bank.words(0) == [b"the", b"dog", b"barks"]
    assert bank.tags(0) == [b"", b"", b"VBZ"]
    assert bank.spans(0) == [(0, 3, b"S"), (0, 2, b"NP")]


def test_a_bare_word_after_a_bracket() -> None:
    """It needs no white space before it."""
    assert read_line("(S (N a)b)").words(0) == [b"a", b"b"]


def test_a_label_after_a_space_is_a_bare_word() -> None:
    """The label ends at white space, so in ``( V b)`` it is empty and V is a word."""
    bank = read_line("( V b)")
    assert bank.words(0) == [b"V", b"b"]
    assert bank.spans(0) == [(0, 2, b"")]


def test_white_space_before_the_closing_bracket() -> None:
    """``(NN dog )`` is a tagged word, though EVALB cannot read it."""
    bank = read_line("(S (NN dog ) (VBZ \t barks))")
    assert bank.words(0) == [b"dog", b"barks"]
    assert bank.tags(0) == [b"NN", b"VBZ"]
    assert bank.spans(0) == [(0, 2, b"S")]


def test_a_tagged_word_alone() -> None:
    """A sentence without any constituent."""
    bank = read_line("(NN dog)")
    assert (bank.words(0), bank.tags(0), bank.spans(0)) == ([b"dog"], [b"NN"], [])


def test_all_ascii_white_space_separates() -> None:
    """Tab, vertical tab and form feed are as good as a blank, and none is needed."""
    bank = read_line("(S\t(N\va)\f(V  b)(N c))")
    assert bank.words(0) == [b"a", b"b", b"c"]
    assert bank.tags(0) == [b"N", b"V", b"N"]


def test_labels_that_differ_late_or_in_length_are_different() -> None:
    """Neither the ninth letter nor a NUL at the end is lost when labels are interned."""
    bank = read_line(b"(ABCDEFGHI (ABCDEFGHJ (A (A\0 (N w)))))")
    assert [label for _, _, label in bank.spans(0)] == [b"ABCDEFGHI", b"ABCDEFGHJ", b"A", b"A\0"]
    assert len(set(bank.label.tolist())) == 4


def test_more_labels_than_the_tables_had_room_for() -> None:
    """Every one of 5,000 labels comes back as it was written."""
    names = [b"L%d" % i for i in range(5000)]
    bank = karat.read_text(b"\n".join(b"(%s (N a) (N b))" % name for name in names))
    assert [bank.spans(i)[0][2] for i in range(len(bank))] == names


def test_no_depth_is_too_deep() -> None:
    """Nothing recurses."""
    depth = 50_000
    bank = read_line("(X " * depth + "(N w)" + ")" * depth)
    assert len(bank.spans(0)) == depth
    assert bank.parent.tolist() == list(range(-1, depth - 1))


def test_lines_a_blank_line_is_a_missing_parse() -> None:
    """It keeps its number, and has no words."""
    bank = karat.read_text("(S (N a))\n\n \t\n(S (N b))\n", layout="lines")
    assert [bank.words(i) for i in range(len(bank))] == [[b"a"], [], [], [b"b"]]
    assert not bank.fault.any()
    assert [bank.line(i) for i in range(4)] == [1, 2, 3, 4]


def test_lines_the_last_newline_may_lack() -> None:
    """With and without it there are two sentences."""
    assert len(karat.read_text("(S (N a))\n(S (N b))", layout="lines")) == 2
    assert len(karat.read_text("(S (N a))\n(S (N b))\n", layout="lines")) == 2


def test_free_a_sentence_ends_where_its_brackets_balance() -> None:
    """Over several lines, or two on one; blank lines mean nothing."""
    bank = karat.read_text("\n( (S\n\n   (N a))\n)\n\n(S (N b)) (S\n(N c))\n", layout="free")
    assert [bank.words(i) for i in range(len(bank))] == [[b"a"], [b"b"], [b"c"]]
    assert bank.spans(0) == [(0, 1, b""), (0, 1, b"S")]
    assert [bank.line(i) for i in range(3)] == [2, 7, 7]


def test_free_a_label_may_end_at_a_newline() -> None:
    """A newline is white space like any other, also between a tag and its word."""
    bank = karat.read_text("(S\n(N\na)\n(V b\n))", layout="free")
    assert bank.words(0) == [b"a", b"b"]
    assert bank.tags(0) == [b"N", b"V"]


@pytest.mark.parametrize(
    ("text", "sentences", "why"),
    [
        ("(S (N a))\n\n(S (N b))\n", 3, "the first line balances"),
        ("(S\n (N a))\n\n(S (N b))\n", 2, "the first line does not balance"),
        ("\n\n(S (N a))\n", 3, "leading blank lines are missing parses when lines are sentences"),
        ("\n\n(S\n(N a))\n", 1, "and nothing when they are not"),
        ("(S (N a))\n\n(S\n  (N b))\n", 2, "an indented line follows one that does not balance"),
        ("(S (N a))\n\n(S (N b)\n(S (N c))\n", 4, "no line is indented, one is just broken"),
    ],
)
def test_auto_layout(text: str, sentences: int, why: str) -> None:
    """The layout is told by the beginning of the file."""
    assert len(karat.read_text(text)) == sentences, why


def test_auto_layout_asks_for_balance_only() -> None:
    """A first line whose brackets balance means lines, though a word stands outside them."""
    assert len(karat.read_text("(S (N a)) dog\n\n(S (N b))\n")) == 3


def test_an_unknown_layout_is_refused() -> None:
    """The error lists the layouts there are."""
    with pytest.raises(karat.UsageError, match="auto, free, lines"):
        karat.read_text("(S (N a))", layout="line")


@pytest.mark.parametrize("layout", ["auto", "lines", "free"])
def test_nothing_at_all(layout: str) -> None:
    """An empty text has no sentence."""
    assert len(karat.read_text("", layout=layout)) == 0


def test_nothing_but_a_newline() -> None:
    """A missing parse where a line is a sentence, nothing where it is not."""
    assert len(karat.read_text("\n", layout="free")) == 0
    assert karat.read_text("\n", layout="lines").words(0) == []


def test_slice_and_joined_keep_everything() -> None:
    """A slice of a bank has the sentences it says, with their places."""
    bank = karat.read_text("(A (N a))\n(B (N b) (N c))\n(C (N d)\n", layout="lines").slice(1, 3)
    assert len(bank) == 2
    assert bank.words(0) == words("b c")
    assert bank.spans(0) == [(0, 2, b"B")]
    assert bank.line(0) == 2
    error = bank.error(1)
    assert error is not None
    assert (error.line, error.column) == (3, 1)


def test_padded_adds_missing_parses() -> None:
    """They come at the end and have no words; a bank that is long enough stays as it is."""
    bank = karat.read_text("(A (N a))")
    longer = bank.padded(3)
    assert [longer.words(i) for i in range(3)] == [[b"a"], [], []]
    assert not longer.fault.any()
    assert len(bank.padded(1)) == 1


@pytest.mark.parametrize(
    ("text", "has_trees", "contents"),
    [
        ("(DT a) (NN b)\n(NN c)\n", False, "tagged words"),
        ("(DT a) (NN b)\n(NP (NN c))\n", True, "trees"),
        ("(NP a b)\n", True, "trees"),
        ("\n\n", True, "trees"),
        ("", True, "trees"),
        ("(NN a\n(NN b\n", True, "trees"),
    ],
)
def test_whether_a_file_has_trees(text: str, has_trees: bool, contents: str) -> None:
    """Tagged words without a bracket around them are no trees; missing parses still are."""
    bank = karat.read_text(text, format="brackets", layout="lines")
    assert (bank.has_trees, bank.contents()) == (has_trees, contents)


def test_the_head_decides_for_every_block() -> None:
    """A block of tagged words in a file of trees has trees, and the other way round."""
    for first, second, has_trees in (
        ("(S (N a))", "(N a) (N b)", True),
        ("(N a) (N b)", "(S (N a))", False),
    ):
        text = (first + "\n") * brackets.HEAD + second + "\n"
        blocks = brackets.Blocks(Source.of(io.BytesIO(text.encode()), "x"), size=1 << 16)
        scanner = blocks.scanner(Labels())
        assert {scanner.scan(block).has_trees for block in blocks} == {has_trees}


@pytest.mark.parametrize(
    "text",
    [
        " (S (N a))\n (S (N b)\n (S (N c))\n (S (N d))\n",  # every line begins with a blank
        "\t(S (N a)\n\t(S (N b))\n\t(S (N c))\n\t(S (N d))",
        "(S (N a)\n (S (N b))\n(S (N c))\n(S (N d))\n",  # only the line after the broken one
        "(S (N a))\n(S (N b)))\n (S (N c))\n(S (N d))\n",  # closed too often: nothing goes on
        "(S (N a))\r\n(S (N b)\r\n (S (N c))\r\n(S (N d))\r\n",
    ],
)
def test_a_broken_line_before_an_indented_one(text: str) -> None:
    """One line costs one sentence, as in EVALB; the trees below it are not drawn into it."""
    bank = karat.read_text(text)
    assert (len(bank), len(list(bank.errors()))) == (4, 1)


def test_a_first_line_closed_too_often() -> None:
    """However many lines are broken, a tree over several lines does not begin so."""
    bank = karat.read_text("(S (N a)))))\n(S (N b))\n(S (N c)\n\n(S (N e)\n")
    assert (len(bank), bank.words(1)) == (5, [b"b"])
    assert [bank.error(n) is None for n in range(5)] == [False, True, False, True, False]


def test_closed_too_often_then_too_seldom() -> None:
    """The two lines do not make up trees together; the blank line below them is a missing parse."""
    bank = karat.read_text("(S (N a)))\n(S (N b)\n\n(S (N d))\n(S (N e))\n")
    assert len(bank) == 5
    assert bank.words(3) == [b"d"]


@pytest.mark.parametrize(
    "text",
    [
        "(S\n  (N a)\n)\n(S (N b))\n",  # the last bracket has a line of its own
        "(S\n\n  (N a)\n\n)\n(S (N b))\n",
        " (S\n   (N a))\n (S (N b))\n",
        "(S (N a))\n(S\n\t(N b))\n",
        "(S (N a))\r\n(S\r\n  (N b)\r\n)\r\n",
    ],
)
def test_trees_over_several_lines(text: str) -> None:
    bank = karat.read_text(text)
    assert [bank.words(n) for n in range(len(bank))] == [[b"a"], [b"b"]]
