"""Tallies as bytes come back equal, and damaged bytes are refused with a message."""

import json
import struct
import zlib
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from karat.model.documents import Documents
from karat.model.errors import InputError
from karat.model.groups import Groups, Rows
from karat.model.tally import Tally
from karat.store import packing
from karat.store.texts import clean

NAMES = st.lists(st.text(), unique=True, max_size=5)
COUNTS = st.sampled_from(["int64", "float64", "int32", "int16", "int8", "bool"])


@st.composite
def rows(draw: st.DrawFn, keys: int, sentences: int) -> Rows:
    size = draw(st.integers(0, 6)) if keys and sentences else 0
    key = draw(arrays("int64", size, elements=st.integers(0, max(keys - 1, 0))))
    sentence = draw(arrays("int32", size, elements=st.integers(0, max(sentences - 1, 0))))
    counts = {name: draw(arrays(draw(COUNTS), size)) for name in draw(NAMES)}
    return Rows(key.astype(draw(st.sampled_from(["int32", "int64"]))), sentence, counts)


@st.composite
def groups(draw: st.DrawFn, sentences: int) -> Groups:
    names = draw(NAMES)
    under = draw(st.none() | arrays("bool", (len(names), draw(st.integers(0, 4)))))
    keys = len(names) if under is None else under.shape[1]
    return Groups(names, tuple(draw(st.lists(rows(keys, sentences), max_size=3))), under)


@st.composite
def tallies(draw: st.DrawFn, size: int | None = None, *, twins: bool = True) -> Tally:
    many = draw(st.integers(0, 8)) if size is None else size
    names = tuple(draw(NAMES))
    counts = draw(arrays(draw(COUNTS), (many, len(names))))
    if draw(st.booleans()):
        counts = np.asfortranarray(counts)
    return Tally(
        names,
        counts,
        draw(arrays("int32", many, elements=st.integers(0, 6))),
        draw(arrays("int32", many, elements=st.integers(0, 2**31 - 1))),
        draw(arrays("int32", many, elements=st.integers(0, 2**20))),
        {kind: draw(groups(many)) for kind in draw(NAMES)},
        draw(st.none() | tallies(many, twins=False)) if twins else None,
        draw(st.booleans()),
    )


def same(one: Any, other: Any) -> None:
    assert one.dtype == other.dtype
    assert np.array_equal(one, other, equal_nan=one.dtype.kind == "f")


def same_tally(one: Tally, other: Tally) -> None:
    assert (one.names, one.mended, list(one.groups)) == (
        other.names,
        other.mended,
        list(other.groups),
    )
    for column in ("counts", "status", "length", "sentence"):
        same(getattr(one, column), getattr(other, column))
    for kind, mine in one.groups.items():
        theirs = other.groups[kind]
        assert list(mine.names) == list(theirs.names)
        assert (mine.under is None) == (theirs.under is None)
        if mine.under is not None:
            same(mine.under, theirs.under)
        for a, b in zip(mine.rows, theirs.rows, strict=True):
            same(a.key, b.key)
            same(a.sentence, b.sentence)
            assert list(a.counts) == list(b.counts)
            for name in a.counts:
                same(a.counts[name], b.counts[name])
    assert (one.twin is None) == (other.twin is None)
    if one.twin is not None and other.twin is not None:
        same_tally(one.twin, other.twin)


@given(tallies())
def test_a_tally_comes_back_equal(tally: Tally) -> None:
    """Numbers, types, names, groups, twin."""
    same_tally(tally, packing.unpack_tally(packing.pack_tally(tally)))


@given(tallies(), st.data())
def test_damaged_bytes_are_refused_or_still_a_tally(tally: Tally, data: st.DataObject) -> None:
    """Whatever byte is changed or cut off: a message, and never another error."""
    packed = bytearray(packing.pack_tally(tally))
    at = data.draw(st.integers(0, len(packed) - 1))
    if data.draw(st.booleans()):
        packed[at] ^= data.draw(st.integers(1, 255))
    else:
        del packed[at:]
    with pytest.raises(InputError, match="the packed data"):
        packing.unpack_tally(bytes(packed))


@given(tallies(), st.data())
def test_a_forged_header_is_refused_or_still_sound(tally: Tally, data: st.DataObject) -> None:
    """Its checksums are right, but any value in it may be another one."""
    content = packing.unpack(packing.pack_tally(tally)[8:])
    (size,) = struct.unpack_from("<I", content)
    header = json.loads(content[4 : 4 + size])
    value = st.sampled_from([None, -1, 2**40, "int64", [], {}, ["int64", "int8", [2**40]], "x"])
    at = header
    while True:
        places = list(at) if isinstance(at, dict) else list(range(len(at)))
        if not places:
            return
        place = data.draw(st.sampled_from(places))
        if not isinstance(at[place], dict | list) or data.draw(st.booleans()):
            at[place] = data.draw(value)
            break
        at = at[place]
    text = json.dumps(header).encode()
    forged = struct.pack("<I", len(text)) + text + content[4 + size :]
    try:
        found = packing.unpack_tally(b"karat-t1" + zlib.compress(forged))
    except InputError:
        return
    assert len(found.status) == len(found.length) == len(found.sentence) == len(found.counts)
    for one in found.groups.values():
        keep = np.ones(len(found), np.bool_)
        one.where(keep, np.arange(len(found), dtype=np.int32))


@given(st.lists(st.integers(0, 3)), st.lists(st.text(), min_size=4, max_size=4))
def test_documents_come_back_equal(numbers: list[int], names: list[str]) -> None:
    """The number of each sentence's document, and the names."""
    one = Documents(np.array(numbers, np.int64), tuple(names))
    other = packing.unpack_documents(packing.pack_documents(one))
    same(one.number, other.number)
    assert one.names == other.names


def test_a_bomb_is_not_unpacked() -> None:
    """A small file that would fill the memory."""
    bomb = zlib.compress(bytes(1 << 20))
    with pytest.raises(InputError, match="too large"):
        packing.unpack(bomb, limit=1 << 19)


def test_small_numbers_take_little_room() -> None:
    """2,400 sentences with ten counts each take less than 24,000 bytes."""
    numbers = np.random.default_rng(1).integers(0, 60, (2400, 10))
    column = np.arange(2400, dtype=np.int32)
    tally = Tally(tuple("abcdefghij"), numbers, column * 0, column % 50, column)
    assert len(packing.pack_tally(tally)) < 24_000


def test_a_twin_has_no_twin() -> None:
    """Otherwise a forged file could nest them without end."""
    column = np.zeros(1, np.int32)
    one = Tally(("a",), np.zeros((1, 1), np.int64), column, column, column)
    nested = replace(one, twin=replace(one, twin=one))
    with pytest.raises(InputError, match="a twin has a twin"):
        packing.unpack_tally(packing.pack_tally(nested))


@given(st.text(alphabet=st.characters(codec=None, categories=None)))
def test_clean_text_can_be_stored_and_is_kept_if_it_could(text: str) -> None:
    """No NUL and no half of a pair; anything else stays."""
    found = clean(text)
    assert "\0" not in found
    assert found.encode("utf-8").decode("utf-8") == found
    assert clean(found) == found
    if "\0" not in text and not any("\ud800" <= one <= "\udfff" for one in text):
        assert found == text
