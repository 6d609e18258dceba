"""Chunk tags in columns: kinds of tagging, boundaries, faults, writing."""

import io

import pytest

from karat import formats
from karat.files.source import Source
from karat.formats import iob
from karat.model.bank import Bank
from karat.model.errors import InputError, UsageError
from karat.model.layers import names_of


def read(text: str, **options: object) -> Bank:
    """A file with this text."""
    source = Source.of(io.BytesIO(text.encode()), "x.iob")
    return formats.Format(iob, options).read(source)


def chunks(bank: Bank, sentence: int = 0) -> list[tuple[int, int, str]]:
    """The chunks of a sentence."""
    layer = bank.layers["chunks"]
    rows = layer.rows(sentence)
    names = names_of(bank.labels, layer["label"][rows])
    return list(zip(layer["start"][rows].tolist(), layer["end"][rows].tolist(), names, strict=True))


def column(*tags: str) -> str:
    """A file with these tags."""
    return "".join(f"w{i} T {tag}\n" for i, tag in enumerate(tags))


@pytest.mark.parametrize(
    "tags",
    [
        ("I-NP", "I-NP", "B-NP", "I-VP", "O"),
        ("B-NP", "I-NP", "B-NP", "B-VP", "O"),
        ("B-NP", "E-NP", "S-NP", "S-VP", "O"),
        ("B-NP", "L-NP", "U-NP", "U-VP", "O"),
        ("I-NP", "E-NP", "E-NP", "E-VP", "O"),
        ("I-NP", "E-NP", "I-NP", "I-VP", "O"),
    ],
)
def test_every_kind_says_the_same(tags: tuple[str, ...]) -> None:
    """IOB1, IOB2, BIOES, BILOU, IOE2 and IOE1 of the same three chunks."""
    assert chunks(read(column(*tags))) == [(0, 2, "NP"), (2, 3, "NP"), (3, 4, "VP")]


def test_conlleval_has_its_own_rules() -> None:
    """S-NP S-NP is one chunk to it, and E before B neither ends nor starts one."""
    assert chunks(read(column("S-NP", "S-NP"), tagging="conlleval")) == [(0, 2, "NP")]
    assert chunks(read(column("B-NP", "E-NP", "B-NP"), tagging="conlleval")) == [(0, 3, "NP")]
    assert chunks(read(column("B-NP", "E-NP", "B-NP"))) == [(0, 2, "NP"), (2, 3, "NP")]


def test_boundaries() -> None:
    """Blank lines, lines of spaces and -X- end a sentence; none of them makes an empty one."""
    bank = read("\n\na T B-NP\n\n  \nb T I-NP\n-X- T O\nc T O\nd T B-A-B")
    assert [bank.words(i) for i in range(len(bank))] == [[b"a"], [b"b"], [b"c", b"d"]]
    assert [chunks(bank, i) for i in range(3)] == [[(0, 1, "NP")], [(0, 1, "NP")], [(1, 2, "A-B")]]
    assert bank.tags(2) == [b"T", b"T"]
    assert [bank.line(i) for i in range(3)] == [3, 6, 8]


def test_columns() -> None:
    """Two are enough; of a file for conlleval either of the last two can be read."""
    assert chunks(read("a B-NP\nb I-NP\n")) == [(0, 2, "NP")]
    both = "a T B-NP O\nb T I-NP B-VP\n"
    assert chunks(read(both)) == [(1, 2, "VP")]
    assert chunks(read(both, column=1)) == [(0, 2, "NP")]


def test_faults_have_a_place() -> None:
    """A line without a tag and a tag that is none are faults of their sentence alone."""
    bank = read("a\n\nb T NP\n\nc T B-NP\n\nd T B-NP\ne T X-NP\n")
    assert (bank.fault != 0).tolist() == [True, True, False, True]
    assert "x.iob:1:1: a line without a chunk tag" in str(bank.error(0))
    assert "x.iob:3:5: this is not a chunk tag" in str(bank.error(1))
    assert "x.iob:8:5: this is not a chunk tag" in str(bank.error(3))
    assert read(column("S-NP"), tagging="iob2").fault.all()
    with pytest.raises(UsageError, match="iob1"):
        read("", tagging="iob3")


def test_tags_without_a_type_and_o_with_one() -> None:
    """Read as conlleval and seqeval read them: chunks without a type, and a word outside."""
    pytest.importorskip("seqeval")
    from seqeval.metrics.sequence_labeling import get_entities

    for tags in (
        ["B-", "I-", "O"], ["B", "I", "B", "O"], ["O-X", "I-X", "O-X"], ["I-", "O-", "I"],
        ["B-0", "I-0", "B-"], ["I-X", "I-", "I-X"],
    ):  # fmt: skip
        bank = read(column(*tags))
        assert not bank.fault.any(), tags
        found = chunks(bank)
        assert [(kind or "_", start, end - 1) for start, end, kind in found] == get_entities(tags)
        stream = io.BytesIO()
        iob.write(bank, stream)
        assert chunks(read(stream.getvalue().decode())) == found
    assert read(column("-")).fault.all()  # conlleval sees no chunk there, seqeval one
    both = read(column("B-0", "B-"), tagging="conlleval").layers["chunks"]
    assert both.columns["label"].tolist() == [0, 0]  # to conlleval 0 is no type


def test_blocks_are_whole_sentences() -> None:
    """However small the blocks, the sentences are the same."""
    text = "\n".join(column("B-NP", "I-NP", "O")[: 7 * (i % 5) + 7] for i in range(20)) + "\n\n"
    data = io.BytesIO(column("B-NP", "O").encode() * 3 + b"\n\n-X- O\na O")
    whole = read(text)
    blocks = iob.Blocks(Source.of(io.BytesIO(text.encode()), "x"), size=16)
    assert sum(block.sentences for block in blocks) == len(whole)
    blocks = iob.Blocks(Source.of(data, "x"), size=8)
    assert [blocks.take(1).sentences for _ in range(3)] == [1, 1, 0]


def test_writing_and_reading_back() -> None:
    """In each kind of tagging the chunks stay."""
    bank = read(column("B-NP", "B-NP", "I-NP", "O", "B-VP") + "\n" + column("O"))
    for tagging in ("iob1", "iob2", "bioes"):
        stream = io.BytesIO()
        iob.write(bank, stream, tagging=tagging)
        again = read(stream.getvalue().decode(), tagging=tagging)
        assert [chunks(again, i) for i in range(2)] == [chunks(bank, i) for i in range(2)]
        assert again.words(0) == bank.words(0)
    with pytest.raises(UsageError, match="iob2"):
        iob.write(bank, stream, tagging="auto")


def test_what_cannot_be_written() -> None:
    """A sentence without words has no place in columns."""
    with pytest.raises(
        InputError, match="sentence 3: columns cannot hold a sentence without words"
    ):
        iob.write(read("a O\n\nb O\n").padded(3), io.BytesIO())


def test_it_is_told_by_its_content() -> None:
    """Chunk tags in the last column."""
    assert formats.guess(column("B-NP", "O").encode(), "x") is iob
    assert not iob.sniff(b"1\tDogs\tdog\tNOUN\tNNS\t_\t2\tnsubj\t_\t_\n")
