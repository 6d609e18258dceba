"""The scheme of those who name none: the same for files, for objects in memory, for every verb."""

import pytest

import karat
from karat import formats

WORDS = "1\ta\t_\tX\t_\t_\t2\tnsubj\t_\t_\n2\tb\t_\tX\t_\t_\t0\troot\t_\t_\n\n"
DOT = "(S (NP (NN a)) (VP (VB b)) (. .))"
ODD = "(S (NP (NN a)) (VP (VB b)) (X (. .)))"


def test_python_has_the_default_of_the_command_line() -> None:
    """Punctuation does not count, unless plain evalb is asked for."""
    found = karat.score(DOT, ODD)
    assert (str(found.scheme), found.precision) == ("evalb(params=collins)", 1)
    assert karat.score(DOT, ODD, "evalb").precision == 3 / 4


@pytest.mark.parametrize("name", formats.every_name())
def test_banks_have_the_default_of_their_format(name: str) -> None:
    """What is read from text or a file is scored as the file would be."""
    module = formats.module(name)
    bank = karat.read_text(
        module.EXAMPLE, format="parseval(labels=left)" if name == "parseval" else name
    )
    assert bank.format == name
    assert formats.usual_scheme_of(bank) == formats.scheme_of(module)


def test_banks_that_were_changed() -> None:
    """What a Bank has counts, not what the file had: trees made into chunks are chunks."""
    from dataclasses import replace

    bank = karat.read_text(DOT)
    chunks = karat.read_text("a NN B-NP\n")
    assert formats.usual_scheme_of(replace(chunks, format="brackets")) == "chunks"
    assert formats.usual_scheme_of(replace(chunks, format="")) == "chunks"
    assert formats.usual_scheme_of(replace(bank, format="")) == "evalb(params=collins)"
    assert formats.usual_scheme_of(replace(karat.read_text(WORDS), format="")) == "deps"


def test_words_with_heads() -> None:
    """CoNLL-U in memory is scored by conll18, as its files are."""
    assert karat.score(karat.read_text(WORDS), karat.read_text(WORDS)).measures["LAS"] == 1
