"""Layers stay true when words and brackets go."""

import io

import numpy as np
import pytest

import karat
from karat import views
from karat.model.labels import Labels
from karat.model.layers import Table, names_of, table
from karat.views.deps import deps
from karat.views.edit import keep_brackets, keep_words
from karat.views.erase import erase
from karat.views.right_branching import right_branching

ROWS = [("the", "the", 2), ("big", "big", 3), ("dog", "dog", 4), ("barks", "bark", 0)]
TEXT = (
    "".join(
        f"{i}\t{w}\t{lemma}\tX\tX\t_\t{h}\tdep\t_\t_\n" for i, (w, lemma, h) in enumerate(ROWS, 1)
    )
    + "\n"
)

TREE = (
    "(S (NP (PRP It)) (VP (MD will) (RB probably) (VP (VB be) (ADJP (JJ necessary) (SBAR (IN for) "
    "(S (NP (PRP us)) (VP (TO to) (VP (VB see) (NP (NP (NNP Ann) (POS 's)) (NN dog) (PP (IN from) "
    "(NP (NNP Rome) (CC and) (NNP Paris))))))))))) (. .))"
)


def test_words_take_their_columns_with_them() -> None:
    """Without *big* the lemmas are three, and *the*, which hung on it, hangs on *dog*."""
    bank = keep_words(karat.read_text(TEXT), np.array([True, False, True, True]))
    assert bank.words(0) == [b"the", b"dog", b"barks"]
    lemmas = names_of(bank.labels, bank.layers["morphology"]["lemma"])
    assert lemmas == ["the", "dog", "bark"]
    assert bank.layers["edges"]["head"].tolist() == [1, 2, -1]
    assert bank.layers["edges"].offset.tolist() == [0, 3]


def test_a_root_that_goes_leaves_roots() -> None:
    """Who hung on it hangs on nothing."""
    bank = keep_words(karat.read_text(TEXT), np.array([True, True, True, False]))
    assert bank.layers["edges"]["head"].tolist() == [1, 2, -1]


def test_layers_that_name_brackets_go_with_them() -> None:
    """Their rows would be others'."""
    bank = karat.read_text("(S (X 0=a 2=c) (Y 1=b))", format="discbracket")
    assert "yields" in bank.layers
    assert "yields" not in keep_brackets(bank, np.array([True, False])).layers


def test_heads_in_a_circle_of_words_that_go() -> None:
    """They lead nowhere, and not for ever."""
    rows = [("a", 2), ("b", 1), ("c", 1)]
    text = "".join(f"{i}\t{w}\t_\tX\tX\t_\t{h}\tdep\t_\t_\n" for i, (w, h) in enumerate(rows, 1))
    bank = keep_words(karat.read_text(text + "\n"), np.array([False, False, True]))
    assert bank.layers["edges"]["head"].tolist() == [-1]


def test_chunks_close_up() -> None:
    """Around what is left of them."""
    bank = karat.read_text(
        "the DT B-NP\nbig JJ I-NP\ndog NN I-NP\noh UH B-INTJ\nbarks VBZ B-VP\n\n"
    )
    found = keep_words(bank, np.array([True, False, True, False, True])).layers["chunks"]
    assert list(zip(found["start"].tolist(), found["end"].tolist(), strict=True)) == [
        (0, 2),
        (2, 3),
    ]
    assert names_of(bank.labels, found["label"]) == ["NP", "VP"]


def test_erased_words_take_their_columns_with_them() -> None:
    """*will* and the full stop go; what is left can be written."""
    rows = [("she", "PRP", 3), ("will", "MD", 3), ("go", "VB", 0), (".", ".", 3)]
    text = "".join(
        f"{i}\t{w}\t_\tX\t{t}\t_\t{h}\tdep\t_\t_\n" for i, (w, t, h) in enumerate(rows, 1)
    )
    bank = erase(karat.read_text(text + "\n"))
    assert len(bank.layers["edges"]["head"]) == len(bank.tag) < 4
    assert bank.layers["edges"].offset.tolist() == bank.token_offset.tolist()


def test_edge_labels_of_brackets_go_with_them() -> None:
    """Other brackets over words of an export file can be written as such a file."""
    from karat.formats import export

    text = "#BOS 1\na\tX\t--\tHD\t500\nb\tX\t--\tHD\t500\nc\tX\t--\tHD\t500\n#500\tS\t--\t--\t0\n#EOS 1\n"
    bank = right_branching(karat.read_text(text, format="export"))
    stream = io.BytesIO()
    export.write(bank, stream)
    assert len(karat.read_text(stream.getvalue(), format="export").label) == 2


def test_dependencies_are_not_made_from_nothing() -> None:
    """A file without trees keeps its own or is refused: its heads are not thrown away."""
    with pytest.raises(karat.InputError, match="has no trees; the view deps makes"):
        deps(karat.read_text(TEXT))


# A view that does nothing without its options, with these.
WITH_OPTIONS = {"rewrite": "rewrite(rules=evalb)"}


@pytest.mark.parametrize(
    "name", [*(WITH_OPTIONS.get(one, one) for one in views.names()), "gr(strict=no)"]
)
def test_a_view_only_reads(name: str) -> None:
    """A Bank whose columns cannot be written to has every view; none of them changes its input."""
    bank = karat.read_text(TEXT if name in ("yields", "universal", "main_labels") else TREE)
    columns = [value for value in vars(bank).values() if isinstance(value, np.ndarray)]
    columns += [column for table in bank.layers.values() for column in table.columns.values()]
    for column in columns:
        column.flags.writeable = False
    assert len(views.parse(name)(bank)) == len(bank)


def test_words_without_a_head_are_kept_so() -> None:
    """A sentence of one word without a head can be erased from; its head stays unknown."""
    bank = karat.read_text("1\ta\ta\tX\tX\t_\t_\t_\t_\t_\n\n", format="conllu")
    kept = keep_words(bank, np.ones(1, bool))
    assert kept.layers["edges"]["head"].tolist() == [-2]


def test_joined_tables_point_into_the_joined_text() -> None:
    """Places in the second text move by what is before it; numbers and labels stay."""
    columns = {"at": np.array([3, 7], np.int32), "label": np.array([1, 2], np.int32)}
    table = Table(np.array([0, 1, 2], np.int32), columns, frozenset({"label"}), frozenset({"at"}))
    found = Table.joined([table, table], [0, 100])
    assert found["at"].tolist() == [3, 7, 103, 107]
    assert found["label"].tolist() == [1, 2, 1, 2]
    assert found.offset.tolist() == [0, 1, 2, 3, 4]


def test_which_column_of_a_table_has_labels() -> None:
    """Only with labels is a column one of byte strings."""
    rows = [[(0, b"NP")], [], [(2, b"VP"), (3, b"NP")]]
    made = table(rows, "start label", labels := Labels())
    assert made.interned == {"label"}
    assert [labels[number] for number in made["label"].tolist()] == [b"NP", b"VP", b"NP"]
    assert made.offset.tolist() == [0, 1, 1, 3]
    plain = table([[(0, 4)]], "start label")
    assert (plain.interned, plain["label"].tolist()) == (frozenset(), [4])
