"""Mutations of files: of their bytes, and of what makes them up (lines, columns, tokens, numbers, brackets).

``mutated`` makes one file from the seeds of a target; equal generators make equal files.
"""

import random
import re
from collections.abc import Callable, Sequence

# No file is larger: what takes seconds for this much would take days for a treebank.
LARGEST = 60_000

# What a file may have where nobody expects it.
ODD = (
    b"\0", b"\r", b"\r\n", b"\n\n", b"\t", b" ", b"\v", b"\f", b"\x1b[2J", b"\x1c", b"\x7f", b"\x85", b"\xff",
    b"\xfe\xff", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\xc0\x80", b"\xf4\x90\x80\x80", b"\xe2\x80",
    "\u00a0".encode(), "\u0085".encode(), "\u2028".encode(), "\u2029".encode(), "\u200f".encode(),
    "\u00b2".encode(), "\u0663".encode(), "\u0130".encode(), "\ufdfa".encode(), "\U0001f600".encode(),
    "e\u0301".encode(), b"(", b")", b"()", b"( ", b" )", b")(", b"[", b"]", b"{", b"}", b"<", b">", b"|",
    b"\\", b'"', b"'", b'"""', b"'''", b"#", b"_", b"-", b"--", b"=", b":", b";", b",", b".", b"*", b"+",
    b"?", b"@", b"/", b"&", b"%s", b"..", b"../x", b"-NONE-", b"*T*-1", b"B-", b"I-X", b"E-X", b"1-2", b"1.1",
    b"0", b"\\ud800", b"\\u0000", b"null", b"true", b"[]", b"{}", b"nan", b"inf", b"Infinity", b"-Infinity",
    b'""',
)  # fmt: skip
NUMBERS = (
    b"0", b"-1", b"-0", b"+1", b"01", b"1.5", b"1e5", b"1e999", b"-1e999", b"0x10", b"1_000", b"2147483647",
    b"2147483648", b"-2147483649", b"4294967296", b"9223372036854775807", b"9223372036854775808",
    b"99999999999999999999", b"9" * 5000, b"0." + b"3" * 400, b"1-1000000000", b"2-1", "\u00b2".encode(),
    "\u0661".encode(), b"", b"nan", b"inf",
)  # fmt: skip

_TOKEN = re.compile(rb"[A-Za-z0-9_:@$.\x80-\xff-]+|[^\sA-Za-z0-9_:@$.\x80-\xff-]|[ \t]+|[\r\n]+")
_NUMBER = re.compile(rb"\d+")
Mutation = Callable[[random.Random, bytes, Sequence[bytes]], bytes]


def _range(rng: random.Random, size: int, longest: int = 200) -> tuple[int, int]:
    begin = rng.randrange(size + 1)
    return begin, min(size, begin + rng.randrange(1, longest))


def change_byte(rng: random.Random, data: bytes, _seeds: Sequence[bytes]) -> bytes:
    if not data:
        return bytes([rng.randrange(256)])
    at = rng.randrange(len(data))
    return data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]


def insert_odd(rng: random.Random, data: bytes, _seeds: Sequence[bytes]) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + rng.choice(ODD) + data[at:]


def delete_range(rng: random.Random, data: bytes, _seeds: Sequence[bytes]) -> bytes:
    begin, end = _range(rng, len(data), 40)
    return data[:begin] + data[end:]


def repeat_range(rng: random.Random, data: bytes, _seeds: Sequence[bytes]) -> bytes:
    begin, end = _range(rng, len(data))
    return data[:end] + data[begin:end] * rng.choice((1, 1, 2, 7, 40)) + data[end:]


def move_range(rng: random.Random, data: bytes, _seeds: Sequence[bytes]) -> bytes:
    begin, end = _range(rng, len(data), 60)
    rest = data[:begin] + data[end:]
    at = rng.randrange(len(rest) + 1)
    return rest[:at] + data[begin:end] + rest[at:]


def cut_off(rng: random.Random, data: bytes, _seeds: Sequence[bytes]) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] if rng.random() < 0.7 else data[at:]


def splice(rng: random.Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    other = rng.choice(seeds)
    return data[: rng.randrange(len(data) + 1)] + other[rng.randrange(len(other) + 1) :]


def change_token(rng: random.Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    """A token becomes another one of the seeds, or something odd, or is left out or written twice."""
    tokens = _TOKEN.findall(data)
    if not tokens:
        return insert_odd(rng, data, seeds)
    at = rng.randrange(len(tokens))
    kind = rng.randrange(5)
    if kind == 0:
        tokens[at] = rng.choice(ODD)
    elif kind == 1:
        tokens[at] = b""
    elif kind == 2:
        tokens[at] *= 2
    elif kind == 3:
        tokens[at] = rng.choice(tokens)
    else:
        tokens[at] = rng.choice(_TOKEN.findall(rng.choice(seeds)) or [b""])
    return b"".join(tokens)


def change_number(rng: random.Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    found = [*_NUMBER.finditer(data)]
    if not found:
        return change_token(rng, data, seeds)
    one = rng.choice(found)
    new = rng.choice(NUMBERS) if rng.random() < 0.6 else b"%d" % rng.randrange(30)
    return data[: one.start()] + new + data[one.end() :]


def change_lines(rng: random.Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    """A line is left out, repeated, moved, emptied, or comes from another seed."""
    lines = data.split(b"\n")
    at = rng.randrange(len(lines))
    kind = rng.randrange(6)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines[at:at] = [lines[at]] * rng.choice((1, 1, 3, 30))
    elif kind == 2:
        lines.insert(rng.randrange(len(lines)), lines.pop(at))
    elif kind == 3:
        lines[at] = rng.choice((b"", b" ", b"\t", b"\r", b"#", b"(())", b"()"))
    elif kind == 4:
        lines.insert(at, rng.choice(rng.choice(seeds).split(b"\n")))
    else:
        lines[at : at + 2] = [b"".join(lines[at : at + 2])]
    return b"\n".join(lines)


def change_columns(rng: random.Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    """A cell of a line is left out, repeated, moved, emptied, or that of another line."""
    lines = data.split(b"\n")
    at = rng.randrange(len(lines))
    separator = b"\t" if b"\t" in lines[at] else b" "
    cells = lines[at].split(separator)
    column = rng.randrange(len(cells))
    kind = rng.randrange(6)
    if kind == 0:
        del cells[column]
    elif kind == 1:
        cells[column:column] = [cells[column]] * rng.choice((1, 1, 2, 50))
    elif kind == 2:
        cells.insert(rng.randrange(len(cells)), cells.pop(column))
    elif kind == 3:
        cells[column] = rng.choice(ODD)
    elif kind == 4:
        others = rng.choice(lines).split(separator)
        cells[column] = rng.choice(others)
    else:
        separator = rng.choice((b" ", b"\t", b"  ", b"\t\t", b"\xc2\xa0"))
    lines[at] = separator.join(cells)
    return b"\n".join(lines)


def nest(rng: random.Random, data: bytes, _seeds: Sequence[bytes]) -> bytes:
    """Brackets of some kind around something, from a few to as many as fit."""
    opening, closing = rng.choice(
        ((b"(X ", b")"), (b"(", b")"), (b"[", b"]"), (b"{", b"}"), (b'{"a":', b"}"), (b"<a>", b"</a>"),
         (b"(", b""), (b"", b")"), (b"[", b""), (b"x.", b""), (b"!", b""))
    )  # fmt: skip
    begin, end = _range(rng, len(data))
    room = max(1, (LARGEST - len(data)) // (len(opening) + len(closing)))
    count = min(room, rng.choice((1, 2, 3, 10, 100, 1100, 20_000)))
    return data[:begin] + opening * count + data[begin:end] + closing * count + data[end:]


def lengthen(rng: random.Random, data: bytes, _seeds: Sequence[bytes]) -> bytes:
    """A short piece repeated until the file is large."""
    begin, end = _range(rng, len(data), rng.choice((2, 8, 60, 600)))
    piece = data[begin:end] or rng.choice(ODD)
    count = (rng.randrange(LARGEST // 20, LARGEST) - len(data)) // len(piece)
    return data[:end] + piece * max(1, count) + data[end:]


def lengthen_lines(rng: random.Random, data: bytes, _seeds: Sequence[bytes]) -> bytes:
    """Some lines repeated until the file is large; their numbers count up in one case of two."""
    lines = data.split(b"\n")
    at = rng.randrange(len(lines))
    piece = b"\n".join(lines[at : at + rng.randrange(1, 6)]) + b"\n"
    count = max(1, (rng.randrange(LARGEST // 20, LARGEST) - len(data)) // (len(piece) + 2))
    if rng.random() < 0.5:
        many = b"".join(_NUMBER.sub(b"%d" % i, piece, count=1) for i in range(1, count))
    else:
        many = piece * count
    return b"\n".join(lines[:at]) + b"\n" + many + b"\n".join(lines[at:])


SMALL: tuple[Mutation, ...] = (
    change_byte, insert_odd, delete_range, repeat_range, move_range, cut_off, splice, change_token,
    change_token, change_token, change_number, change_number, change_lines, change_lines, change_columns,
    change_columns,
)  # fmt: skip
LARGE: tuple[Mutation, ...] = (nest, lengthen, lengthen_lines)
# The share of files that grow large, which take most of the time.
_OFTEN_LARGE = 0.02


def mutated(rng: random.Random, seeds: Sequence[bytes]) -> bytes:
    """A seed after one or several mutations; now and then a seed as it is."""
    data = rng.choice(seeds)
    count = rng.choice((0, 1, 1, 1, 2, 2, 3, 4, 6, 12))
    for _ in range(count):
        kind = rng.choice(LARGE if rng.random() < _OFTEN_LARGE else SMALL)
        data = kind(rng, data, seeds)[:LARGEST]
    return data


def smaller(data: bytes) -> "list[bytes]":
    """Files that are smaller than a given one, those first that are smallest: halves, lines, stretches."""
    lines = data.split(b"\n")
    found: list[bytes] = []
    step = len(lines) // 2
    while step:
        found += [b"\n".join(lines[:at] + lines[at + step :]) for at in range(0, len(lines), step)]
        step //= 2
    step = max(1, len(data) // 2)
    while step and len(data) // step < 400:
        found += [data[:at] + data[at + step :] for at in range(0, len(data), step)]
        step //= 2
    return found
