"""Pairs of files for conlleval and seqeval: columns of chunk tags, generated, then damaged as files are."""

from collections.abc import Callable, Sequence
from random import Random

from beside_pairs import Pair, less, one_byte

TYPES = ["NP", "VP", "A-B", "PP", "NP", "", "0", "_"]
PREFIXES = ["B", "B", "I", "I", "I", "O"]


def _tag(rng: Random, prefixes: Sequence[str], types: Sequence[str]) -> str:
    prefix = rng.choice(prefixes)
    if prefix == "O":
        return "O" if rng.random() < 0.95 else f"O-{rng.choice(types)}"
    return f"{prefix}-{rng.choice(types)}" if rng.random() < 0.97 else prefix


def _near(rng: Random, tags: list[str], make: Callable[[], str]) -> list[str]:
    return [make() if rng.random() < 0.2 else tag for tag in tags]


def columns(rng: Random) -> Pair:
    """One file for conlleval, with gold and guessed tags in its last columns, and options."""
    prefixes = (
        PREFIXES if rng.random() < 0.6 else [*PREFIXES, "E", "S", "[", "]", ".", "-", "", "X"]
    )
    types = rng.choice([TYPES, TYPES[:2], TYPES[:3]])
    gap, option = rng.choice([(" ", ()), (" ", ()), (" ", ()), ("\t", ("-d", r"\t")), ("\t", ("-d", "\t")),
        ("  ", ("-d", " +")), (";", ("-d", ";")), (" ", ("-d", "[[:space:]]")), ("\t ", ("-d", r"\h+")),
        (",", ("-d", "(,)"))])  # fmt: skip
    lines = []
    for _ in range(rng.randint(0, 25)):
        if rng.random() < 0.12:
            lines.append(
                rng.choice(
                    [
                        "",
                        "",
                        gap,
                        gap.join(["-X-", "O", "O"]),
                        gap.join(["-X-", "x", "B-NP", "I-NP"]),
                    ]
                )
            )
            continue
        gold = _tag(rng, prefixes, types)
        guessed = gold if rng.random() < 0.6 else _tag(rng, prefixes, types)
        words = [rng.choice("abc")] + [rng.choice("xy")] * 1
        lines.append(gap.join([*words, gold, guessed]))
    text = "".join(line + "\n" for line in lines).encode()
    if rng.random() < 0.2:
        kind = rng.randrange(3)
        if kind == 0:
            text = one_byte(rng, text, b"\n \t\r-O\xff\x00;")
        elif kind == 1:
            text = less(rng, text, b"\n \t-")
        else:
            text = text.removesuffix(b"\n")
    more = rng.choice([(), (), (), ("-l",), ("-r",), ("-r", "-o", rng.choice(["B-NP", "O", "x"]))])
    return Pair(text, b"", None, (*option, *more))


def chunks(rng: Random) -> Pair:
    """Gold and guessed tags in two files, in BIO or in BIOES where every chunk is closed."""
    types = rng.choice([TYPES[:5], TYPES[:2], [*TYPES[:3], "", "0"]])
    closed = rng.random() < 0.3
    files: list[list[str]] = [[], []]
    for _ in range(rng.randint(1, 4)):
        size = rng.randint(1, 14)
        if closed:
            gold, system = _closed(rng, size, types), _closed(rng, size, types)
        else:
            gold = [_tag(rng, PREFIXES, types) for _ in range(size)]
            system = _near(rng, gold, lambda: _tag(rng, PREFIXES, types))
        for file, tags in zip(files, (gold, system), strict=True):
            file += [f"w{at} x {tag}\n" for at, tag in enumerate(tags)] + ["\n"]
    return Pair("".join(files[0]).encode(), "".join(files[1]).encode())


def _closed(rng: Random, size: int, types: Sequence[str]) -> list[str]:
    tags: list[str] = []
    while len(tags) < size:
        kind, length = rng.choice(types), rng.randint(1, min(4, size - len(tags)))
        if rng.random() < 0.3:
            tags += ["O"] * length
        elif length == 1:
            tags.append(f"S-{kind}")
        else:
            tags += [f"B-{kind}", *[f"I-{kind}"] * (length - 2), f"E-{kind}"]
    return tags
