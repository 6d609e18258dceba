"""Drawings of small trees, checked by hand, and of trees that are not small."""

from itertools import islice

import pytest

from effort import slow
from karat import read_text
from karat.analysis.picture import Mark, Row, Side
from karat.reports import terminal, trees
from karat.reports.terminal import Piece
from karat.reports.trees import Line, Tree


def tree_of(text: str, layout: str = "auto") -> Tree:
    """A tree without marks."""
    bank = read_text(text, layout=layout)
    words, tags = ([one.decode() for one in some(0)] for some in (bank.words, bank.tags))
    spans = zip(bank.spans(0), bank.parent.tolist(), strict=True)
    rows = [Row(Mark.PLAIN, label.decode(), ((a, b),), parent) for (a, b, label), parent in spans]
    return Tree.of(Side("x", words, tags, rows))


def drawn(text: str, width: int = 60) -> list[str]:
    """The lines of a tree without marks."""
    tree = tree_of(text, "lines")
    return [trees.painted(line).rstrip() for line in trees.lines(tree, width)]


def test_words_before_between_and_after_constituents() -> None:
    """Words that come first are on their constituent's line, later ones on lines of their own."""
    assert drawn("(S (C and) (NP (D the) (N dog)) (, ,) (VP (V sat) (PP (P by))) (. .) (. .))") == [
        "  S  and/C",
        "  ├─NP  the/D dog/N",
        "  ├ ,/,",
        "  ├─VP  sat/V",
        "  │ └─PP  by/P",
        "  └ ./. ./.",
    ]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("(NN dog)", ["  dog/NN"]),
        ("((S (N a)))", ["  ()", "  └─S  a/N"]),
        ("(S (N a)) (T (N b))", ["  S  a/N", "  T  b/N"]),
        ("(S (NP) (N a))", ["  S", "  ├─NP", "  └ a/N"]),
        ("(S (N a) (NP))", ["  S  a/N", "  └─NP"]),
        ("(S the dog)", ["  S  the dog"]),
        ('(S (X ) (N a))', ['  S  ""/X a/N']),
        ("\n", ["  (no tree)"]),
    ],
)  # fmt: skip
def test_odd_trees(text: str, lines: list[str]) -> None:
    """Forests, bare words, nameless and empty constituents all have a drawing."""
    assert drawn(text) == lines


def test_words_that_do_not_fit() -> None:
    """Words go on in the next line, beside the guide of a constituent with more in it."""
    assert drawn("(S (NP (D the) (A big) (N dog) (PP (P of))) (VP (V sat)))", 24) == [
        "  S",
        "  ├─NP  the/D big/A",
        "  │ │  dog/N",
        "  │ └─PP  of/P",
        "  └─VP  sat/V",
    ]


def test_no_line_is_wider_than_asked() -> None:
    tree = tree_of("(S " + "(NP (N word) " * 12 + "(N end)" * 30 + ")" * 13)
    assert max(line.width for line in trees.lines(tree, 50)) <= 50


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("dog", 3),
        ("", 0),
        ("│ ├─", 4),
        ("naïve", 5),
        ("犬が", 4),
        ("e\u0301", 1),
        ("\U0001f415", 2),
    ],
)
def test_columns(text: str, columns: int) -> None:
    assert terminal.columns(text) == columns


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (b"\xff", "\\xff"),
        (b"\x1b[31m", "\\x1b[31m"),
        (b"a\x7fb\x00", "a\\x7fb\\x00"),
        ("\u202egod".encode(), "\\u202egod"),
        ("\u0085\u009b".encode(), "\\x85\\x9b"),
        ("犬".encode(), "犬"),
    ],
)
def test_visible(text: bytes, shown: str) -> None:
    """Nothing that a terminal would act on gets through."""
    assert terminal.visible(text) == shown
    assert terminal.visible(text).isprintable()


def line(text: str, pair: int = -1, above: str = "") -> Line:
    return Line((Mark.MATCHED if pair >= 0 else Mark.MISSED,), (Piece(text),), above, pair >= 0)


def beside(gold: list[Line], system: list[Line]) -> list[tuple[str, str]]:
    """What is drawn on each side, without signs."""
    return [
        ("".join(p.text for p in a.pieces), "".join(p.text for p in b.pieces))
        for a, b in trees.aligned(iter(gold), iter(system))
    ]


def test_pairs_are_beside_each_other() -> None:
    """The side that is ahead waits, and its guides go on."""
    gold = [line("S", 0), line("X"), line("Y"), line("└─NP", 1)]
    system = [line("S", 0), line("└─NP", 1, "│ "), line("Z")]
    assert beside(gold, system) == [
        ("S", "S"),
        ("X", "│ "),
        ("Y", "│ "),
        ("└─NP", "└─NP"),
        ("", "Z"),
    ]


def test_nothing_is_beside_nothing() -> None:
    assert beside([], []) == []
    assert beside([], [line("S", 0), line("T")]) == [("", "S"), ("", "T")]


def test_cut_output_says_how_much_is_missing() -> None:
    assert list(terminal.shown("abc", str, 3)) == ["a", "b", "c"]
    assert list(terminal.shown("abc", str, None)) == ["a", "b", "c"]
    assert list(terminal.shown("abc", str, 2)) == ["a", "b", "… 1 more line; use --all"]
    assert (
        list(terminal.shown(iter(range(20_000)), str, 1))[1] == "… over 10000 more lines; use --all"
    )


def test_colour_only_when_asked() -> None:
    one = line("NP", 0)
    assert trees.painted(one) == "= NP"
    assert trees.painted(one, colour=True) == "\033[32m=\033[0m NP"


@pytest.mark.parametrize("size", [10_000, *slow(100_000)])
@pytest.mark.parametrize("shape", ["unary", "left", "right"])
def test_a_hundred_thousand_levels(shape: str, size: int) -> None:
    """Guides stop where there is no room for them, and a number says how deep it is."""
    text = {
        "unary": "(S " * size + "(N a)" + ")" * size,
        "left": "(S " * size + "(N a)" + "(N b))" * size,
        "right": "(S (N a)" * size + "(N b)" + ")" * size,
    }[shape]
    tree = tree_of(text)
    drawn = list(trees.lines(tree, 80))
    assert sum(Piece("S") in line.pieces for line in drawn) == size
    assert max(line.depth for line in drawn) >= size - 1
    assert max(line.width for line in drawn[size // 2 : size // 2 + 1000]) <= 80
    assert any(f"⋯{size - 1} S" in trees.painted(line) for line in drawn[size - 2 :])


def test_a_million_words() -> None:
    """Lines are made as they are asked for."""
    tree = tree_of("(S " + "(N w) " * 1_000_000 + ")")
    first = next(trees.lines(tree, 80))
    assert trees.painted(first).startswith("  S  w/N w/N")
    assert len(list(islice(trees.lines(tree, 80), 500))) == 500


def test_a_sign_for_each_system() -> None:
    """Gold is drawn once, with what became of its constituents in each system."""
    words, tags = ["the", "dog"], ["DT", "NN"]
    marks = (Mark.MATCHED, Mark.MATCHED), (Mark.MISSED, Mark.MATCHED)
    sides = [
        Side("gold", words, tags, [Row(s, "S", ((0, 2),)), Row(np, "NP", ((0, 2),), 0)])
        for s, np in marks
    ]
    lines = [trees.painted(line) for line in trees.lines(Tree.of(*sides), 40)]
    assert lines == ["=- S", "== └─NP  the/DT dog/NN"]
