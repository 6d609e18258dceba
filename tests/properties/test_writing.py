"""What the compiled writers write: the same as sentence by sentence, and what was read."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

import karat
from karat.formats import brackets, conllu
from karat.formats._writing import indented
from karat.model.bank import Bank
from karat.model.errors import InputError

ATOMS = st.text("abé.-", min_size=1, max_size=9)
LEAVES = st.builds("({} {})".format, ATOMS, ATOMS) | ATOMS
TREES = st.recursive(
    st.builds("({} {})".format, ATOMS, ATOMS),
    lambda inner: st.builds(
        lambda label, some: f"({label} {' '.join(some)})",
        ATOMS | st.just(""),
        st.lists(inner | LEAVES, min_size=2, max_size=4),
    ),
    max_leaves=30,
)
FORESTS = st.lists(st.lists(TREES, max_size=3).map(" ".join), max_size=6)


def written(bank: Bank, write: object = brackets.write, **options: bool) -> str:
    stream = io.BytesIO()
    write(bank, stream, **options)  # type: ignore[operator]  # the write of a format
    return stream.getvalue().decode()


@given(FORESTS)
def test_lines_are_read_back(forests: list[str]) -> None:
    """One line per sentence, blank where there is no parse, and nothing changed."""
    text = "".join(f"{one}\n" for one in forests)
    bank = karat.read_text(text, format="brackets", layout="lines")
    again = karat.read_text(written(bank), format="brackets", layout="lines")
    assert len(again) == len(bank) == len(forests)
    for sentence in range(len(bank)):
        for part in (Bank.words, Bank.tags, Bank.spans):
            assert part(again, sentence) == part(bank, sentence)


@given(st.lists(TREES, min_size=1, max_size=5), st.booleans())
def test_the_kernel_writes_what_python_writes(trees: list[str], pretty: bool) -> None:
    """The writer for sentences that are not ordinary gives the same text for all others."""
    bank = karat.read_text("\n".join(f"(X {one} {one})" for one in trees), format="brackets")
    each = (brackets.tree(bank, at, pretty=pretty) + b"\n" for at in range(len(bank)))
    assert written(bank, pretty=pretty).encode() == b"".join(each)


def test_one_odd_word_leaves_its_neighbours_alone() -> None:
    """Brackets in words are spelt out, in the middle of ordinary sentences."""
    rows = ["1\ta\t_\t_\tN\t_\t0\troot\t_\t_", "1\t:)\t_\t_\tN\t_\t0\troot\t_\t_"]
    bank = karat.read_text("\n\n".join([rows[0], rows[1], rows[1], rows[0]]) + "\n\n")
    assert written(bank) == "(N a)\n(N :-RRB-)\n(N :-RRB-)\n(N a)\n"


def test_white_space_in_a_word_is_refused_with_its_place() -> None:
    """The first such sentence is named."""
    row = "1\t{}\t_\t_\tN\t_\t0\troot\t_\t_\n\n"
    bank = karat.read_text(row.format("a") + row.format("b c") + row.format("d e"))
    with pytest.raises(InputError, match=r":3: sentence 2: the word b'b c' has white space"):
        written(bank)


def test_a_deep_tree_is_not_indented_without_end() -> None:
    """300 levels: the deepest lines have as many blanks as the deepest level that is indented."""
    bank = karat.read_text("(X" * 300 + " (N a) (N b)" + ")" * 300)
    assert f"{indented(300).decode()}(X (N a) (N b))" in written(bank, pretty=True)


def test_a_sentence_longer_than_the_room_for_it() -> None:
    """The room grows."""
    text = "(S " + " ".join(f"(N {'a' * 999})" for _ in range(3000)) + ")\n(S (N b) (N c))\n"
    assert written(karat.read_text(text)) == text


EVERYTHING = (
    "# sent_id = 1\n# text = vámonos al mar\n"
    "1-2\tvámonos\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n"
    "1\tvamos\tir\tVERB\tV\tMood=Imp|Number=Plur\t0\troot\t0:root\t_\n"
    "1.1\tx\t_\t_\t_\t_\t_\t_\t0:root\t_\n1.2\ty\t_\t_\t_\t_\t_\t_\t_\t_\n"
    "2\tnos\tnosotros\tPRON\t_\t_\t1\tobj\t1:obj|1.1:nsubj\tA=b|C=d\n"
    "3-4\tal\t_\t_\t_\t_\t_\t_\t_\t_\n"
    "3\ta\ta\tADP\t_\t_\t5\tcase\t_\t_\n4\tel\tel\tDET\t_\t_\t5\tdet\t_\t_\n"
    "5\tmar\tmar\tNOUN\t_\t_\t1\tobl\t_\t_\n5.1\tz\t_\t_\t_\t_\t_\t_\t_\t_\n\n"
    "# no parse\n\n"
    "0.1\tpro\t_\t_\t_\t_\t_\t_\t_\t_\n1\tVa\tir\tVERB\t_\t_\t_\t_\t_\t_\n\n"
)


@pytest.mark.parametrize("times", [1, 3, 5000])
def test_all_that_conllu_has_is_written_as_it_was_read(times: int) -> None:
    """Comments, multiword tokens, empty nodes, enhanced graphs, and words without heads."""
    bank = karat.read_text(EVERYTHING * times)
    assert written(bank, conllu.write) == EVERYTHING * times


def test_words_without_layers_have_empty_columns() -> None:
    """A tree has words and tags only; a sentence without words keeps its place."""
    bank = karat.read_text("(S (N a) b)\n\n(S (N c) (V d))\n", layout="lines")
    a, b, c, d = (
        f"{n}\t{word}\t_\t_\t{tag}\t_\t_\t_\t_\t_\n"
        for n, word, tag in ((1, "a", "N"), (2, "b", "_"), (1, "c", "N"), (2, "d", "V"))
    )
    assert written(bank, conllu.write) == f"{a}{b}\n# no parse\n\n{c}{d}\n"
