"""The 1991 bracket format, with texts and parses that nobody would think of."""

import io
import re
from dataclasses import dataclass, field

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import karat
from karat.files.source import Source
from karat.formats import brackets, parseval
from karat.formats.parseval import Blocks, Scanner, choose_labels, dumps, loads, sniff
from karat.formats.parseval import tokens as _parseval_tokens
from karat.model.bank import Bank
from karat.model.columns import Spans, Words
from karat.model.labels import Labels

SIDES = st.sampled_from(parseval.SIDES)
# What a label can be: no white space; a bar alone, or where it neither begins a token nor stands
# beside a bracket.
ATOMS = st.one_of(
    st.sampled_from(["a", "S", "NP-s", "N'", "ADVP|PRT", "|", "\u00a0", "\u2028", "é", "\udcff"]),
    st.text("abS.'|", min_size=1, max_size=3).filter(lambda text: not text.startswith("|")),
).map(lambda text: text.encode("utf-8", "surrogateescape"))
# Any word can be written, but for white space other than a space.
WORDS = st.one_of(
    ATOMS,
    st.text("ab()',.-", max_size=4).map(str.encode),
    st.text("a|\\_ ()", max_size=5).map(str.encode),
)
NAMES = st.just(b"") | ATOMS


@dataclass
class Parse:
    """A sentence as lists of rows, to be made a Bank or compared with one."""

    words: list[bytes] = field(default_factory=list)
    tags: list[bytes] = field(default_factory=list)
    spans: list[tuple[int, int, bytes]] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)


@st.composite
def parses(draw: st.DrawFn, *, one_tree: bool = False, full: bool = False) -> Parse:
    """Opening and closing brackets and words in any order; ``full``: no bracket holds nothing."""
    parse = Parse()
    stack: list[int] = []
    holds: list[bool] = []

    def opens() -> None:
        parse.parents.append(stack[-1] if stack else -1)
        parse.spans.append((len(parse.words), -1, draw(NAMES)))
        stack.append(len(parse.spans) - 1)
        holds.append(False)

    def word() -> None:
        parse.words.append(draw(WORDS))
        parse.tags.append(draw(NAMES))
        if holds:
            holds[-1] = True

    def closes() -> None:
        if full and not holds[-1]:
            word()
        holds.pop()
        if holds:
            holds[-1] = True
        row = stack.pop()
        start, _, label = parse.spans[row]
        parse.spans[row] = (start, len(parse.words), label)

    if one_tree:
        opens()
    for what in draw(st.lists(st.sampled_from(["(", "(", "w", "w", "w", ")"]), max_size=20)):
        if what == "(":
            opens()
        elif what == "w":
            word()
        elif len(stack) > one_tree:
            closes()
    while stack:
        closes()
    return parse


def as_bank(sentences: list[Parse]) -> Bank:
    labels = Labels()
    words = [word for one in sentences for word in one.words]
    ends = np.cumsum([0, *map(len, words)]).astype(np.int32)
    spans = [span for one in sentences for span in one.spans]

    def column(values: list[int]) -> np.ndarray:
        return np.array(values, np.int32)

    return Bank.build(
        np.frombuffer(b"".join(words), np.uint8),
        labels,
        Words(
            np.cumsum([0, *(len(one.words) for one in sentences)]).astype(np.int32),
            ends[:-1],
            ends[1:],
            column([labels.intern(tag) for one in sentences for tag in one.tags]),
        ),
        Spans(
            np.cumsum([0, *(len(one.spans) for one in sentences)]).astype(np.int32),
            column([start for start, _, _ in spans]),
            column([end for _, end, _ in spans]),
            column([labels.intern(label) for _, _, label in spans]),
            column([parent for one in sentences for parent in one.parents]),
        ),
    )


def as_parses(bank: Bank) -> list[Parse]:
    return [
        Parse(
            bank.words(i),
            bank.tags(i),
            bank.spans(i),
            bank.parent[bank.span_offset[i] : bank.span_offset[i + 1]].tolist(),
        )
        for i in range(len(bank))
    ]


def shown(parse: Parse, side: str) -> Parse:
    """What is left of a parse when labels are written at this side."""
    if side != "none":
        return parse
    spans = [(start, end, b"") for start, end, _ in parse.spans]
    return Parse(parse.words, [b""] * len(parse.words), spans, parse.parents)


def rows(bank: Bank) -> list[tuple[Parse, str]]:
    """Sentences and what is wrong; which of several open brackets is shown depends on the block."""
    errors = [bank.error(i) for i in range(len(bank))]
    faults = [error.what if error else "" for error in errors]
    return list(zip(as_parses(bank), faults, strict=True))


@given(st.lists(parses(full=True), max_size=4), SIDES)
def test_reading_back_changes_nothing(sentences: list[Parse], side: str) -> None:
    """Written and read with the same labels, a Bank is the same; so is what is written of it."""
    text = dumps(as_bank(sentences), labels=side)
    bank = loads(text, layout="lines", labels=side)
    assert not bank.fault.any()
    assert as_parses(bank) == [shown(one, side) for one in sentences]
    if side != "none":
        assert dumps(bank, labels=side) == text


@given(st.lists(parses(), max_size=4), st.sampled_from(["both", "none"]))
def test_empty_brackets_come_back_too(sentences: list[Parse], side: str) -> None:
    """With two labels or none, also a bracket that holds nothing can be told from a word."""
    bank = loads(dumps(as_bank(sentences), labels=side), layout="lines", labels=side)
    assert as_parses(bank) == [shown(one, side) for one in sentences]


@given(st.lists(parses(one_tree=True, full=True), max_size=4), SIDES)
def test_indented_parses_come_back(sentences: list[Parse], side: str) -> None:
    bank = loads(dumps(as_bank(sentences), labels=side, pretty=True), layout="free", labels=side)
    assert as_parses(bank) == [shown(one, side) for one in sentences]


TEXTS = st.text("((()))ab||\\_ \n", max_size=60).map(str.encode)


@given(TEXTS, st.sampled_from(parseval.LABELS), st.sampled_from(parseval.LAYOUTS))
def test_any_text_is_read_or_has_a_fault(text: bytes, labels: str, layout: str) -> None:
    """Words are in the text, spans are nested, and every fault can be shown."""
    bank = loads(text, layout, labels)
    sniff(text)
    for sentence, parse in enumerate(as_parses(bank)):
        error = bank.error(sentence)
        if error is not None:
            line = text.split(b"\n")[error.line - 1]
            assert 1 <= error.column <= len(line)
            assert parse == Parse()
        for (start, end, _), parent in zip(parse.spans, parse.parents, strict=True):
            assert 0 <= start <= end <= len(parse.words)
            if parent >= 0:
                assert parse.spans[parent][0] <= start <= end <= parse.spans[parent][1]
    for a, b in zip(bank.word_start.tolist(), bank.word_end.tolist(), strict=True):
        # Words that were escaped stand behind the text.
        assert b <= len(text) or a >= len(text)
        assert re.fullmatch(rb"\S*", text[a:b])


@given(st.text("((()))ab \n", min_size=1, max_size=60), st.sampled_from(["lines", "free"]))
def test_faults_are_those_of_ordinary_brackets(text: str, layout: str) -> None:
    """Without bars, sentences begin and fail where ``brackets`` says."""
    ours, ordinary = (
        loads(text, layout, "left"),
        karat.read_text(text, format="brackets", layout=layout),
    )
    for name in "sentence_at", "fault", "fault_at":
        assert getattr(ours, name).tolist() == getattr(ordinary, name).tolist()


@given(TEXTS, SIDES, st.sampled_from(["lines", "free"]), st.integers(1, 9), st.integers(1, 3))
def test_blocks_of_any_size_are_the_same(
    text: bytes, side: str, layout: str, size: int, sentences: int
) -> None:
    """Wherever a file is cut, also within bars, its sentences are those read at once."""
    whole = rows(loads(text, layout, side))
    by_size, by_number = (
        Blocks(Source.of(io.BytesIO(text), "<text>"), layout, side, size=size) for _ in range(2)
    )
    taken = []
    while (block := by_number.take(sentences)).sentences:
        taken.append(block)
    for blocks in list(by_size), taken:
        banks = [Scanner(Labels(), layout == "lines").scan(block) for block in blocks]
        assert [len(bank) for bank in banks] == [block.sentences for block in blocks]
        assert [row for bank in banks for row in rows(bank)] == whole


@given(st.lists(parses(full=True), min_size=1, max_size=3))
def test_right_is_left_seen_in_a_mirror(sentences: list[Parse]) -> None:
    """The tokens of a text in reverse, read with labels at the other side."""
    text = dumps(as_bank(sentences), labels="left").encode("utf-8", "surrogateescape")
    turned = []
    for line in text.split(b"\n"):
        tokens = [token[0] for token in _parseval_tokens.TOKEN.finditer(line)]
        swap = {b"(": b")", b")": b"("}
        turned.append(b" ".join(swap.get(token, token) for token in reversed(tokens)))
    bank = loads(b"\n".join(turned), layout="lines", labels="right")
    for sentence, parse in enumerate(sentences):
        assert bank.words(sentence) == parse.words[::-1]
        assert bank.tags(sentence) == parse.tags[::-1]
        length = len(parse.words)
        mirrored = [(length - end, length - start, label) for start, end, label in parse.spans]
        assert sorted(bank.spans(sentence)) == sorted(mirrored)


PHRASES = st.sampled_from([b"S", b"NP", b"VP-TPC", b"ADVP|PRT", b"SBAR"])
TAGS = st.sampled_from([b"NN", b"DT", b".", b"''", b"-NONE-", b"PRP$"])
TREEBANK_WORDS = st.sampled_from([b"the", b"U.S.", b".", b"''", b"*T*-1", b"|", b"NN", b"S", b"A"])
TREES = st.recursive(
    st.tuples(TAGS, TREEBANK_WORDS).map(b" ".join).map(lambda leaf: b"(" + leaf + b")"),
    lambda below: st.tuples(PHRASES, st.lists(below, min_size=1, max_size=3)).map(
        lambda node: b"(" + b" ".join([node[0], *node[1]]) + b")"
    ),
    max_leaves=10,
)


@given(st.lists(TREES, min_size=1, max_size=4), st.booleans())
def test_the_treebank_stays_with_brackets(trees: list[bytes], around: bool) -> None:
    """Trees of tagged words are never claimed; told to, we read them as ``brackets`` does."""
    text = b"".join((b"( " + tree + b")" if around else tree) + b"\n" for tree in trees)
    assert not sniff(text)
    ours, ordinary = (
        loads(text, "lines", "left"),
        karat.read_text(text, format="brackets", layout="lines"),
    )
    assert as_parses(ours) == as_parses(ordinary)
    assert brackets.dumps(ours) == brackets.dumps(ordinary)
    if any(tree.count(b"(") > 1 for tree in trees) and not around:
        assert choose_labels(text) == "left"
