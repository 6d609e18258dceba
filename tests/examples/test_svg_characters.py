"""The table of characters, which Python and JavaScript share."""

import json
import sys
import unicodedata

import pytest

import character_table
from karat.reports import terminal
from karat.reports.svg.characters import printable, width

TABLE = json.loads(character_table.TABLE.read_text(encoding="utf-8"))


@pytest.mark.skipif(
    TABLE["unicode"] != unicodedata.unidata_version,
    reason="this Python knows another version of Unicode",
)
def test_the_table_is_what_unicode_says() -> None:
    """Made by tests/character_table.py."""
    assert character_table.table() == TABLE


def test_what_does_not_print_is_escaped_as_in_a_terminal() -> None:
    """Every character that is dangerous; those that a later Unicode knows may be escaped here."""
    dangerous = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp", "Zs")
    plain = (code for code in range(sys.maxunicode + 1) if not 0xDC80 <= code <= 0xDCFF)
    found = "".join(char for char in map(chr, plain) if unicodedata.category(char) in dangerous)
    assert printable(found) == terminal.printable(found)


def test_bytes_that_are_no_text_are_escaped_as_bytes() -> None:
    """As terminal.visible does."""
    raw = b"caf\xe9 \xff"
    assert printable(raw.decode("utf-8", "surrogateescape")) == terminal.visible(raw)


def test_widths() -> None:
    """Wide characters are wide, marks have no width of their own."""
    assert width("i", 14) < width("m", 14) < width("犬", 14)
    assert width("e\u0301\u0323", 14) == width("e", 14)
    assert width("", 14) == 0
