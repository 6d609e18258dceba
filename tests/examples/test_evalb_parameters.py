"""EVALB's parameter files, however they are written."""

import io
from pathlib import Path

import pytest

import karat
from karat.files.evalb_params import Params, atoi, load, parse
from karat.reference.evalb_program import parse_arguments


def test_every_keyword() -> None:
    """All that EVALB can be told."""
    text = (
        b"DEBUG 1\nMAX_ERROR 20\nCUTOFF_LEN 70\nLABELED 0\nDELETE_LABEL TOP\n"
        b"DELETE_LABEL -NONE-\nDELETE_LABEL_FOR_LENGTH -NONE-\nQUOTE_LABEL ''\n"
        b"EQ_LABEL ADVP PRT\nEQ_WORD the The\n"
    )
    assert parse(text) == Params(
        debug=1,
        max_error=20,
        cutoff=70,
        labelled=False,
        delete=(b"TOP", b"-NONE-"),
        delete_for_length=(b"-NONE-",),
        quote=(b"''",),
        equal_labels=((b"ADVP", b"PRT"),),
        equal_words=((b"the", b"The"),),
    )


def test_without_a_file() -> None:
    """Nothing is deleted, nothing is equal, ten errors are allowed."""
    assert parse(b"") == Params(debug=0, max_error=10, cutoff=40, labelled=True)


@pytest.mark.parametrize(
    ("line", "deleted"),
    [
        (b"DELETE_LABEL TOP", [b"TOP"]),
        (b"DELETE_LABEL   TOP  \t", [b"TOP"]),
        (b"DELETE_LABEL\tTOP\r", [b"TOP"]),
        (b"DELETE_LABEL , :", [b", :"]),
        (b"DELETE_LABEL NP # not a comment", [b"NP # not a comment"]),
        (b"# DELETE_LABEL TOP", []),
        (b"#DELETE_LABEL TOP", []),
        (b"ab", []),
        (b"", []),
        (b"  \t ", []),
        (b"DELETE_LABEL ,\0:", [b","]),
        (b"\0DELETE_LABEL ,", []),
        (b"DELETE_LABEL " + b" " * 600 + b",", [b","]),
        (b"#" + b"x" * 487 + b" DELETE_LABEL TOP", []),
    ],
)
def test_the_value_is_the_rest_of_the_line(line: bytes, deleted: list[bytes]) -> None:
    """A comment begins in the first column only; lines of fewer than three bytes are ignored.

    A NUL ends a line. A line may be longer than the 499 bytes that EVALB reads at once.
    """
    params = parse(line + b"\nCUTOFF_LEN 7\n")
    assert list(params.delete) == deleted
    assert params.cutoff == 7
    assert params.messages == ()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"DELETE_WORD the", b"Unknown keyword (DELETE_WORD the) in parameter file\n"),
        (b"delete_label TOP", b"Unknown keyword (delete_label TOP) in parameter file\n"),
        (b" # indented", b"Unknown keyword ( # indented) in parameter file\n"),
        (b"EQ_LABEL ADVP", b"EQ_LABEL requires two values\n"),
        (b"EQ_WORD a b c", b"EQ_WORD requires two values\n"),
    ],
)
def test_what_evalb_complains_about(line: bytes, message: bytes) -> None:
    """It says so and goes on."""
    params = parse(line + b"\nCUTOFF_LEN 7\n")
    assert params.messages == (message,)
    assert params.cutoff == 7
    assert params == Params(cutoff=7)


def test_a_keyword_without_a_value_is_a_fault() -> None:
    """EVALB would read past the end of the line; here it is refused, with its place."""
    with pytest.raises(karat.SyntaxFault, match=r"odd\.prm:2:13: DELETE_LABEL has no value"):
        parse(b"CUTOFF_LEN 7\nDELETE_LABEL\n", "odd.prm")


@pytest.mark.parametrize(
    ("text", "number"),
    [(b"40", 40), (b"+2x", 2), (b"-1", -1), (b" 7 8", 7), (b"none", 0), (b"4294967297", 1)],
)
def test_numbers_are_read_as_c_reads_them(text: bytes, number: int) -> None:
    """What follows the digits does not matter, and what is no number is 0."""
    assert atoi(text) == number


@pytest.mark.parametrize(
    ("value", "labelled"), [(b"1", True), (b"0", False), (b"2", True), (b"yes", False)]
)
def test_labeled_is_a_number(value: bytes, labelled: bool) -> None:
    """Anything but 0 means yes; a word is 0."""
    assert parse(b"LABELED " + value).labelled is labelled


def test_the_parameters_that_come_with_karat() -> None:
    """As the specification lists them: new adds S1, ? and ! and the quotes to COLLINS."""
    collins, new = load("collins"), load("new")
    assert set(collins.delete) == {b"TOP", b"-NONE-", b",", b":", b"``", b"''", b"."}
    assert set(new.delete) - set(collins.delete) == {b"S1", b"?", b"!"}
    assert set(collins.delete) <= set(new.delete)
    assert collins.quote == ()
    assert set(new.quote) == {b"``", b"''", b"POS", b"NN", b"CD", b"VBZ", b":"}
    for params in (collins, new):
        assert (params.cutoff, params.labelled, params.max_error) == (40, True, 10)
        assert params.equal_labels == ((b"ADVP", b"PRT"),)
        assert params.delete_for_length == (b"-NONE-",)


def test_a_parameter_file_that_is_not_there() -> None:
    """The message names the parameters that need no file."""
    with pytest.raises(karat.InputError, match=r"absent\.prm: there is no such file.*collins, new"):
        load("absent.prm")


def test_options_act_in_their_order(tmp_path: Path) -> None:
    """``-c 1 -p X.prm`` is overridden by X.prm, ``-p X.prm -c 1`` is not."""
    path = tmp_path / "x.prm"
    path.write_bytes(b"CUTOFF_LEN 70\nFOO bar\n")
    err = io.BytesIO()
    before = parse_arguments(["-c", "1", "-p", str(path), "gold", "test"], err)
    after = parse_arguments(["-p", str(path), "-c1", "gold", "-e", "3", "test"], err)
    assert (before.params.cutoff, after.params.cutoff) == (70, 1)
    assert (after.params.max_error, after.gold, after.test) == (3, "gold", "test")
    assert err.getvalue() == b"Unknown keyword (FOO bar) in parameter file\n" * 2


def test_an_option_that_lacks_its_value() -> None:
    """Said before anything is read."""
    with pytest.raises(karat.InputError, match="-c needs a value"):
        parse_arguments(["gold", "test", "-c"], io.BytesIO())
