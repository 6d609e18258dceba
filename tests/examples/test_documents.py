"""Which sentences are a document: what the formats say."""

from pathlib import Path

import pytest

import karat
from karat.engine.documents import documents_of_file
from karat.formats import open_blocks
from karat.model.documents import documents_of

WORD = "1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n\n"


def numbers(text: str, format: str | None = None) -> list[int] | None:  # noqa: A002  # the option's name
    found = documents_of(karat.read_text(text, format=format))
    return None if found is None else found.number.tolist()


def test_conllu_names_documents() -> None:
    text = f"# newdoc id = one\n# sent_id = 1\n{WORD}# sent_id = 2\n{WORD}# newdoc id = two\n{WORD}"
    assert numbers(text) == [0, 0, 1]


def test_documents_without_names_are_distinct() -> None:
    assert numbers(f"# newdoc\n{WORD}#newdoc\n{WORD}{WORD}") == [0, 1, 1]


def test_sentences_before_the_first_document() -> None:
    assert numbers(f"{WORD}# newdoc id = x\n{WORD}") == [0, 1]


def test_a_document_with_the_same_name_is_the_same() -> None:
    assert numbers(f"# newdoc id = x\n{WORD}# newdoc id = y\n{WORD}# newdoc id = x\n{WORD}") == [
        0,
        1,
        0,
    ]


def test_other_comments_name_none() -> None:
    assert numbers(f"# newpar\n# text = newdoc\n# note = new\n# n\n#\n{WORD}") is None
    assert numbers("(S (N a))\n") is None


def test_export_has_origins() -> None:
    """The fourth number after #BOS is the origin of the sentence."""
    rows = "a\tN\t--\t--\t0\n#EOS"
    text = "\n".join(
        f"#BOS {n} 1 0 {origin} %% note\n{rows} {n}" for n, origin in ((1, 4), (2, 4), (3, 7))
    )
    assert numbers(text + "\n", "export") == [0, 0, 1]


def test_documents_go_on_in_the_next_block(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that is read in small blocks has the documents that it has as a whole."""
    text = "".join(f"# newdoc id = d{n}\n{WORD * (n % 5 + 1)}" for n in range(40))
    path = tmp_path / "a.conllu"
    path.write_text(text)
    whole = documents_of(karat.read(path))

    def small(*arguments: object, **options: object) -> object:
        blocks = open_blocks(*arguments, **options)  # type: ignore[arg-type]
        blocks._size = 100
        return blocks

    monkeypatch.setattr("karat.engine.documents.open_blocks", small)
    found = documents_of_file(str(path), "auto", None)
    assert found is not None
    assert whole is not None
    assert found.names == whole.names
    assert found.number.tolist() == whole.number.tolist()
