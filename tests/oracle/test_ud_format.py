"""karat check says of the format of CoNLL-U what the official validator of Universal Dependencies says."""

import random
import shutil
from pathlib import Path

import pytest
from ud_judgements import differences, karats, validators
from ud_mutations import WHOLE, mutated

from effort import slow, some
from karat.files.resources import data


def same(path: Path, content: bytes) -> None:
    """Whether both say the same of a file."""
    tools = pytest.importorskip("udtools")
    path.write_bytes(content)
    ours = karats(content)[0]
    try:
        theirs = validators(tools, path)
    except AssertionError:
        # The validator breaks off at a sentence of empty nodes alone.
        assert "empty-sentence" in {kind for _, kind in ours}
        return
    assert not differences(ours, theirs, content), content.decode()


def test_nothing_is_wrong_with_the_whole_file(tmp_path: Path) -> None:
    """The file that is changed below has every sort of line."""
    same(tmp_path / "x.conllu", WHOLE.encode())
    assert karats(WHOLE.encode()) == (set(), karats(WHOLE.encode())[1])
    assert not any(karats(WHOLE.encode())[1].values())


@pytest.mark.parametrize("start", some(range(0, 450, 50), 1))
def test_changed_files(tmp_path: Path, start: int) -> None:
    """Lines, columns, numbers, heads, graphs, features, spaces, comments, ends of lines."""
    for seed in range(start, start + 50):
        same(tmp_path / "x.conllu", mutated(random.Random(seed)))


@pytest.mark.slow
def test_thousands_of_changed_files(tmp_path: Path) -> None:
    """The same with more, and with a file of another make."""
    graphs = data("suites", "tam2008", "ud.conllu").read_text("utf-8").split("\n\n")
    for seed in range(1000, 4000):
        chance = random.Random(seed)
        text = WHOLE if seed % 2 else "\n\n".join(chance.sample(graphs[:-1], 3)) + "\n\n"
        same(tmp_path / "x.conllu", mutated(chance, text))


@pytest.mark.corpora
@pytest.mark.parametrize("name", ["gum/dep", *slow("conll18/en_ewt", "conll18/fr_gsd")])
def test_real_files(tmp_path: Path, corpora: Path, name: str) -> None:
    """Gold and the output of parsers; some have faults."""
    files = sorted((corpora / name).glob("*.conllu"))
    assert files
    for file in files if "conll18" in name else files[:6]:
        shutil.copyfile(file, tmp_path / "x.conllu")
        same(tmp_path / "x.conllu", file.read_bytes())
