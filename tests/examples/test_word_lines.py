"""Files of one word per line: how they end."""

import pytest

import karat

WORDS = {
    "conllu": "1\ta\t_\tX\t_\t_\t0\troot\t_\t_",
    "conllx": "1\ta\t_\tX\tX\t_\t0\tROOT\t_\t_",
    "conll08": "1\ta\t_\tX\tX\ta\t_\tX\t0\tROOT\t_",
    "conll09": "1\ta\t_\t_\tX\tX\t_\t_\t0\t0\tROOT\tROOT\t_\t_",
    "iob": "a X B-NP",
}


@pytest.mark.parametrize("ending", ["", "\n", "\r\n", "\n\n", "\n\n\n"])
@pytest.mark.parametrize("format", WORDS)
def test_the_last_line_needs_no_newline(format: str, ending: str) -> None:  # noqa: A002  # the option's name
    """The last sentence is there however the file ends."""
    word = WORDS[format]
    bank = karat.read_text(f"{word}\n\n{word}{ending}", format=format)
    assert [bank.words(i) for i in range(len(bank))] == [[b"a"], [b"a"]]
    assert len(bank.tag) == bank.token_offset[-1] == 2
    assert not bank.fault.any()


def test_the_last_line_is_scored_without_its_newline() -> None:
    """As with it."""
    word = WORDS["conllu"]
    for scheme in ("deps", "conll18", "chunks", "flat", "tags"):
        whole = karat.score(karat.read_text(word + "\n\n"), karat.read_text(word), scheme)
        assert whole.sentences["scored"] == 1
