"""spaCy's objects as Banks: with spaCy where it is installed, and with tokens that look like its own."""

from dataclasses import dataclass, field
from typing import Any

import pytest

import karat
from karat.api import as_bank
from karat.files import objects


@dataclass
class Token:
    """The attributes of spaCy's tokens that are used."""

    i: int
    text: str
    dep_: str = "dep"
    pos_: str = "X"
    tag_: str = "XX"
    lemma_: str = ""
    morph: str = ""
    whitespace_: str = " "
    head: "Token" = field(init=False, repr=False)

    @property
    def is_space(self) -> bool:
        return self.text.isspace()


class Doc(list[Token]):
    """Tokens with heads, and sentences that begin at some of them."""

    vocab = None

    def __init__(self, words: list[str], heads: list[int], deps: list[str], *begins: int) -> None:
        tokens = [
            Token(i, word, dep) for i, (word, dep) in enumerate(zip(words, deps, strict=True))
        ]
        for token, head in zip(tokens, heads, strict=True):
            token.head = tokens[head]
        super().__init__(tokens)
        self._begins = begins

    def to_array(self) -> None:
        """Only to be known by."""

    def has_annotation(self, name: str) -> bool:
        return name == "SENT_START" and bool(self._begins)

    @property
    def sents(self) -> list[list[Token]]:
        ends = [*self._begins[1:], len(self)]
        return [list(self[a:b]) for a, b in zip(self._begins, ends, strict=True)]


def heads(bank: karat.Bank) -> list[int]:
    found: list[int] = bank.layers["edges"]["head"].tolist()
    return found


def test_a_doc_is_cut_into_its_sentences() -> None:
    """Heads are counted from each sentence's first word; ROOT is root."""
    doc = Doc(["Dogs", "bark", "Go"], [1, 1, 2], ["nsubj", "ROOT", "ROOT"], 0, 2)
    bank = as_bank(doc)
    assert [bank.words(0), bank.words(1)] == [[b"Dogs", b"bark"], [b"Go"]]
    assert heads(bank) == [1, -1, -1]
    names = bank.labels.strings()
    assert names[bank.layers["edges"]["label"][1]] == b"root"
    assert bank.tags(0) == [b"XX", b"XX"]


def test_docs_of_a_list_are_sentences() -> None:
    """Whatever sentences the parser saw in them; None is a missing parse."""
    doc = Doc(["Dogs", "bark", "Go"], [1, 1, 2], ["nsubj", "ROOT", "ROOT"], 0, 2)
    bank = as_bank([doc, None, doc, None])
    assert [len(bank.words(i)) for i in range(len(bank))] == [3, 0, 3, 0]
    assert heads(bank) == 2 * [1, -1, -1]
    found = karat.score([doc, doc], [None, doc], "tags")
    assert (found.accuracy, found.reasons) == (0.5, {"no system parse": 1})


def test_docs_of_a_generator_are_sentences() -> None:
    """As ``nlp.pipe`` gives them; other things among them are refused."""
    doc = Doc(["Dogs", "bark"], [1, 1], ["nsubj", "ROOT"], 0)
    assert len(as_bank(doc for _ in range(3))) == 3
    with pytest.raises(karat.UsageError, match="item 2 of the list is a str, but others are spaCy"):
        as_bank([doc, "(S (N a))"])


class Span(list[Token]):
    """Some tokens of a Doc; it cannot be asked for annotation."""

    vocab = None

    def to_array(self) -> None:
        """Only to be known by."""

    sents = to_array


def test_a_span_is_one_sentence() -> None:
    """A head outside of it makes a word a root."""
    doc = Doc(["Dogs", "bark", "Go"], [1, 1, 2], ["nsubj", "ROOT", "ROOT"], 0, 2)
    bank = as_bank(Span(doc[:1]))
    assert (bank[0].words, heads(bank)) == (["Dogs"], [-1])
    assert len(as_bank([Span(doc[:2]), Span(doc[2:])])) == 2


def test_white_space_is_no_word() -> None:
    """What hangs on it hangs on its head."""
    doc = Doc(["a", "\n", "b"], [1, 2, 2], ["x", "", "ROOT"])
    bank = as_bank(doc)
    assert bank.words(0) == [b"a", b"b"]
    assert heads(bank) == [1, -1]


def test_without_a_parse_there_are_no_heads() -> None:
    """Words and tags only."""
    assert heads(as_bank(Doc(["a", "b"], [0, 1], ["", ""]))) == [-2, -2]


def test_scored_like_anything_else() -> None:
    """Against a file of dependencies."""
    doc = Doc(["Dogs", "bark"], [1, 1], ["nsubj", "ROOT"], 0)
    assert karat.score(doc, doc, "tags(column=deprel)").accuracy == 1


def test_other_objects_are_refused() -> None:
    """With a message that says what is taken."""
    with pytest.raises(karat.UsageError, match="spaCy Docs"):
        as_bank([object()])


def test_with_spacy_itself() -> None:
    """A Doc, a list and a DocBin, with hand-set heads."""
    tokens: Any = pytest.importorskip("spacy.tokens", reason="spaCy is not installed")
    vocab: Any = pytest.importorskip("spacy.vocab").Vocab()
    doc = tokens.Doc(
        vocab, words=["A", "dog", "barks", "."], spaces=[True, True, False, False],
        heads=[1, 2, 2, 2], deps=["det", "nsubj", "ROOT", "punct"],
        tags=["DT", "NN", "VBZ", "."], pos=["DET", "NOUN", "VERB", "PUNCT"],
        lemmas=["a", "dog", "bark", "."], morphs=["", "Number=Sing", "", ""],
    )  # fmt: skip
    box = tokens.DocBin(attrs=["HEAD", "DEP", "TAG", "POS", "LEMMA", "MORPH", "SENT_START"])
    box.add(doc)
    for thing in (doc, [doc], box):
        bank = as_bank(thing)
        assert bank.words(0) == [b"A", b"dog", b"barks", b"."]
        assert heads(bank) == [1, 2, -1, 2]
        names = bank.labels.strings()
        table = bank.layers["morphology"]
        assert [names[n] for n in table["lemma"].tolist()] == [b"a", b"dog", b"bark", b"."]
        assert names[table["feats"][1]] == b"Number=Sing"
    assert "SpaceAfter=No" in objects.conllu(doc)
    tree = karat.score([doc], box, "tags(column=upos)")
    assert tree.accuracy == 1
