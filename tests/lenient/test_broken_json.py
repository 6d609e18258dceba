"""Files of JSON that cannot be decoded."""

import time

import pytest

from effort import slow
from karat.formats.lenient import read_lenient
from karat.formats.lenient.json_answers import json_answers


@pytest.mark.parametrize("line", [b"[\n", b'{"a":\n', b'["a\n', b"[\n" * 899 + b"x\n"])
@pytest.mark.parametrize("format_", ["conllu", *slow("brackets")])
def test_time_grows_no_faster_than_the_file(line: bytes, format_: str) -> None:
    spent = []
    for size in (1_000, 40_000, 160_000):
        begin = time.process_time()
        read_lenient((line * size)[:size], format_, "x")
        spent.append(time.process_time() - begin)
    assert spent[2] < 8 * spent[1] + 0.5


def test_a_value_over_several_lines_is_read_after_many_broken_ones() -> None:
    broken = b'{"id": 1, "tree": "(N a)",,\n' * 500
    found = json_answers(broken + b'{"id": 2,\n "tree":\n "(N b)"}\n')
    assert (found[-1].id, found[-1].text) == ("2", b"(N b)")


def test_what_is_nested_too_deeply_ends_with_its_line() -> None:
    found = json_answers(
        b"[\n" * 5_000 + b'{"id": 2, "tree": "(N b)"}\n{"id": 3,\n"tree": "(N c)"}\n'
    )
    assert ("2", b"(N b)") in [(one.id, one.text) for one in found]
    assert len(found) > 4_000
