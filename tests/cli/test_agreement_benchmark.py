"""The benchmark agreement.py, on small treebanks of our own."""

from functools import partial
from pathlib import Path

import pytest

from command_line import run_script

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "benchmarks" / "agreement.py"
ROW = "{}\t{}\t{}\t{}\t{}\t_\t{}\t{}\t{}\t_\n".format

# SHA-256 of "hello" begins with 2, of "abc" with b.
OPEN, ASIDE = "hello", "abc"
TREE = "(S (NP-SBJ (PRP She)) (VP (VBD saw) ({phrase} ({tag} {word}))) (. .))\n"
TRACED = "(S (NP-SBJ-1 (NNS {word})) (VP (VBD were) (VP (VBN seen) (NP (-NONE- *-1)))) (. .))\n"


def graph(word: str, tag: str) -> str:
    """The dependencies of the tree."""
    return "".join(
        (
            ROW(1, "She", "she", "PRON", "PRP", 2, "nsubj", "2:nsubj"),
            ROW(2, "saw", "see", "VERB", "VBD", 0, "root", "0:root"),
            ROW(3, word, word, "NOUN", tag, 2, "obj", "2:obj"),
            ROW(4, ".", ".", "PUNCT", ".", 2, "punct", "2:punct"),
            "\n",
        )
    )


@pytest.fixture
def treebank(tmp_path: Path) -> Path:
    """An open document and one set aside; in the latter trees and dependencies disagree."""
    for name, word, phrase, tag in ((OPEN, "owls", "NP", "NNS"), (ASIDE, "zebras", "ADVP", "RB")):
        for folder, text in (
            ("const/{}.ptb", TREE.format(word=word, phrase=phrase, tag=tag)),
            ("dep/{}.conllu", graph(word, "NNS")),
        ):
            path = tmp_path / "bank" / folder.format(name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
    return tmp_path / "bank"


run = partial(run_script, PROGRAM)


def row(text: str, name: str) -> list[str]:
    """The cells of the first row of a table with this name."""
    line = next(line for line in text.splitlines() if line.startswith(f"| {name} |"))
    return [cell.strip() for cell in line.strip("|").split("|")][1:]


def test_both_sides_are_shown_beside_each_other(treebank: Path) -> None:
    """Each with its own figures; the suite is beside them."""
    done = run(treebank)
    assert done.status == 0, done.err
    assert row(done.out, "documents of bank") == ["1", "1", "0"]
    # Of three words that count, obj is advmod in the trees of the second document.
    assert row(done.out, "LAS, dependencies from trees")[:2] == ["100.0", "66.7"]
    assert row(done.out, "F1, relations from trees")[:2] == ["100.0", "50.0"]
    good, bad = ["1", "1", "100.0", "100.0", "100.0"], ["1", "0", "–", "0.0", "0.0"]
    assert row(done.out, "obj") == row(done.out, "dobj") == [*good, *bad]
    assert "sentences with a cycle, relations from UD | 0 | 0 |" in done.out


def test_phrases_of_documents_set_aside_are_not_printed(treebank: Path) -> None:
    """Unless they are asked for."""
    assert "zebras" not in run(treebank).out
    assert "zebras" not in run(treebank, "--side", "open").out
    asked = run(treebank, "--side", "aside").out
    assert "zebras" in asked
    assert "held out" in asked


def test_a_folder_with_only_open_documents(treebank: Path) -> None:
    """Nothing is said about held-out documents."""
    for path in treebank.glob(f"*/{ASIDE}.*"):
        path.unlink()
    done = run(treebank)
    assert done.status == 0, done.err
    assert row(done.out, "LAS, dependencies from trees")[0] == "100.0"
    done = run(treebank, "--side", "aside")
    assert (done.status, done.out) == (2, "")
    assert "no document on the side aside" in done.err


def test_a_side_for_a_whole_folder(treebank: Path) -> None:
    """The hash of names does not count then."""
    assert row(run("--open", treebank).out, "documents of bank") == ["2", "0"]
    done = run("--aside", treebank)
    assert row(done.out, "documents of bank") == ["2", "0"]
    assert "zebras" not in done.out
    assert "owls" not in done.out


def test_trees_alone_are_compared_without_their_null_elements(tmp_path: Path) -> None:
    """One document, with a passive: without its trace the subject is recognised all the same."""
    (tmp_path / "hello.mrg").write_text(TRACED.format(word="owls"), "utf-8")
    done = run(tmp_path)
    assert done.status == 0, done.err
    name = "F1, relations without null elements, against those with them"
    assert row(done.out, name)[0] == "100.0"
    assert row(done.out, "UAS, dependencies from trees")[0] == "–"


def test_dependencies_alone_are_split_into_documents(tmp_path: Path) -> None:
    """By the lines that begin them."""
    text = "".join(f"# newdoc id = {name}\n{graph('owls', 'NNS')}" for name in (OPEN, ASIDE))
    (tmp_path / "all.conllu").write_text(text, "utf-8")
    done = run(tmp_path)
    assert done.status == 0, done.err
    assert row(done.out, f"documents of {tmp_path.name}")[:2] == ["1", "1"]


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda bank: (bank / "dep" / "hello.conllu").unlink(), "hello has only trees"),
        (lambda bank: (bank / "const" / "hello.ptb").write_text("(S (NN a)\n"), "hello.ptb:1:"),
        (
            lambda bank: (bank / "const" / "hello.ptb").write_text("(S (NN a))\n(S (NN b))\n"),
            "has 2 sentences and",
        ),
    ],
)
def test_what_cannot_be_compared_is_refused(treebank: Path, spoil: object, message: str) -> None:
    """With one message, exit status 2, and no figures."""
    assert callable(spoil)
    spoil(treebank)
    done = run(treebank)
    assert (done.status, done.out) == (2, "")
    assert message in done.err
    assert "Traceback" not in done.err


def test_sentences_with_other_words_are_counted(treebank: Path) -> None:
    """They are missed, and the page says how many there are."""
    path = treebank / "const" / f"{OPEN}.ptb"
    path.write_text(path.read_text("utf-8").replace("owls", "newts) (NNS eggs"), "utf-8")
    done = run(treebank)
    assert done.status == 0, done.err
    assert row(done.out, "sentences whose words differ, counted as missed") == ["1", "0", "0"]
    assert row(done.out, "LAS, dependencies from trees")[0] == "0.0"


def test_bytes_that_are_no_utf_8(treebank: Path) -> None:
    """They are part of words like others."""
    for path in treebank.glob(f"*/{OPEN}.*"):
        path.write_bytes(path.read_bytes().replace(b"owls", b"\xffwls"))
    done = run(treebank, "--side", "open")
    assert done.status == 0, done.err
    assert row(done.out, "LAS, dependencies from trees")[0] == "100.0"


def test_a_folder_that_is_none(tmp_path: Path) -> None:
    """Missing or empty."""
    assert "is not a folder" in run(tmp_path / "none").err
    assert "has no trees" in run(tmp_path).err
    assert run(tmp_path).status == 2


def test_a_document_that_is_there_twice(treebank: Path) -> None:
    """It would count twice."""
    done = run(treebank, "--open", treebank)
    assert done.status == 2
    assert "2 times" in done.err


def test_a_run_is_recorded(
    treebank: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A line with the figures of both sides, which the page shows."""
    monkeypatch.syspath_prepend(str(PROGRAM.parent))
    import agreement
    import history

    log = tmp_path / "agreement.tsv"
    log.write_text("date\tcommit\twhat\n", "utf-8")
    monkeypatch.setattr(history, "FILE", log)
    monkeypatch.setattr(history, "commit", lambda: "abc1234")
    assert agreement.main([str(treebank), "--record", "nothing\tmuch"]) == 0
    cells = log.read_text("utf-8").splitlines()[1].split("\t")
    assert cells[1:3] == ["abc1234", "nothing much"]
    assert cells[3:] == ["1", "100.00", "100.00", "100.00", "1", "100.00", "66.67", "50.00"]
    assert "| nothing much | 1 | 100.00 |" in capsys.readouterr().out


def test_pages_need_open_documents(treebank: Path) -> None:
    """Because their phrases come from these."""
    done = run(treebank, "--side", "aside", "--write")
    assert done.status == 2
    assert "--write needs the open documents" in done.err
