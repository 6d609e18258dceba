"""Repaired answers as a Bank whose places are those of the file that was read."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from karat.formats import conllu
from karat.formats._block import Block
from karat.formats._words import Scanner as RowScanner
from karat.formats.brackets.scan import Scanner as TreeScanner
from karat.formats.lenient.repair import Parsed
from karat.model.bank import Bank
from karat.model.columns import Ints, Longs
from karat.model.labels import Labels
from karat.model.layers import Table, offsets
from karat.model.repairs import LOST

# The faults of lost sentences, by the kind of their repair.
_NUMBER = {kind: 110 + at for at, kind in enumerate(LOST)}
_ADVICE = "it counts as a sentence without a parse"
_FAULTS = {
    _NUMBER["refused"]: ("the answer is a refusal", _ADVICE),
    _NUMBER["empty"]: ("there is no answer", _ADVICE),
    _NUMBER["lost"]: (
        "nothing in this answer can be read as a parse",
        _ADVICE,
    ),
}


def tree_bank(original: bytes, parsed: Sequence[Parsed], path: str) -> Bank:
    """A Bank of trees, a sentence for each answer."""
    text = b"".join((one.text or b"") + b"\n" for one in parsed)
    bank = TreeScanner(Labels(), True, path).scan(_block(text)).copied()
    return _in_file(bank, original, parsed)


def row_bank(original: bytes, parsed: Sequence[Parsed], path: str) -> Bank:
    """A Bank of dependencies, a sentence for each answer; its heads are those of the answers."""
    present = [at for at, one in enumerate(parsed) if one.text is not None]
    text = b"".join((parsed[at].text or b"") + b"\n\n" for at in present)
    bank = RowScanner(conllu.COLUMNS, Labels(), path).scan(_block(text)).copied()
    assert len(bank) == len(present)  # an answer is one sentence
    heads = bank.layers["edges"]["head"].copy()
    for sentence, at in enumerate(present):
        said = parsed[at].heads
        if said is not None:
            heads[bank.layers["edges"].rows(sentence)] = said
    edges = bank.layers["edges"]
    edges = replace(edges, columns={**edges.columns, "head": heads})
    spread = _spread(bank.with_layers(edges=edges), np.array(present, np.int64), len(parsed))
    return _in_file(spread, original, parsed)


def _block(text: bytes) -> Block:
    return Block([np.frombuffer(text, np.uint8)], -1, 1)


def _spread(bank: Bank, places: Longs, size: int) -> Bank:
    """The same sentences at these places, with empty ones between them."""

    def offset(old: Ints) -> Ints:
        sizes = np.zeros(size, np.int64)
        sizes[places] = np.diff(old)
        return offsets(sizes)

    layers = {
        name: replace(layer, offset=offset(layer.offset)) for name, layer in bank.layers.items()
    }
    columns: dict[str, Any] = {
        "sentence_at": np.zeros(size, np.int32),
        "fault": np.zeros(size, np.int8),
        "fault_at": np.zeros(size, np.int32),
    }
    columns["fault"][places] = bank.fault
    return replace(
        bank,
        token_offset=offset(bank.token_offset),
        span_offset=offset(bank.span_offset),
        layers=layers,
        **columns,
    )


def _in_file(bank: Bank, original: bytes, parsed: Sequence[Parsed]) -> Bank:
    """The Bank with the file before its text, so that places are those of the file."""
    shift = np.int32(len(original))
    places = np.array([one.at for one in parsed], np.int32)
    fault = np.array([_fault(one) for one in parsed], np.int8)
    return replace(
        bank,
        text=np.concatenate([np.frombuffer(original, np.uint8), bank.text]),
        word_start=bank.word_start + shift,
        word_end=bank.word_end + shift,
        layers={name: _shifted(layer, shift) for name, layer in bank.layers.items()},
        sentence_at=places,
        fault=fault,
        fault_at=places,
        faults={**bank.faults, **_FAULTS},
    )


def _fault(parsed: Parsed) -> int:
    """The number of the fault of a lost sentence; an answer that is not there is no fault."""
    kinds = [one.kind for one in parsed.found if one.kind in LOST]
    return _NUMBER[kinds[-1]] if kinds and parsed.text is None and kinds[-1] != "empty" else 0


def _shifted(layer: Table, shift: np.int32) -> Table:
    moved: Mapping[str, Ints] = {name: layer[name] + shift for name in layer.places}
    return replace(layer, columns={**layer.columns, **moved})
