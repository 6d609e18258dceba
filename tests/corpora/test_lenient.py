"""Real output, damaged and wrapped in many ways: every sentence keeps its place, most their parse."""

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

import karat
from command_line import CommandLine
from karat.formats.brackets import dumps
from karat.formats.lenient import read_lenient
from karat.model.bank import Bank
from karat.model.repairs import counts

Damage = Callable[[list[str]], str]


def joined(lines: list[str]) -> str:
    return "\n".join(lines) + "\n"


def each(step: int, change: Callable[[str], str]) -> Damage:
    """Every so many lines changed, from the first on."""
    return lambda lines: joined([change(x) if i % step == 0 else x for i, x in enumerate(lines)])


def unclosed(line: str) -> str:
    return line.rstrip(")") + ")" * (len(line) - len(line.rstrip(")")) - 1)


def pretty(line: str) -> str:
    return dumps(karat.read_text(line, format="brackets"), pretty=True).rstrip("\n")


def objects(lines: list[str]) -> list[str]:
    return [json.dumps({"id": i + 1, "tree": line}) for i, line in enumerate(lines)]


def shuffled(lines: list[str]) -> list[str]:
    return random.Random(1).sample(lines, len(lines))


# Ways that leave every tree as it is.
WRAPPED: dict[str, Damage] = {
    "two unclosed": lambda lines: joined([*map(unclosed, lines[:2]), *lines[2:]]),
    "unclosed": each(10, unclosed),
    "surplus": each(7, lambda line: line + ")"),
    "numbers": lambda lines: joined([f"{i + 1}. {x}" for i, x in enumerate(lines)]),
    "headings": lambda lines: joined(
        [f"### Sentence {i + 1}\n\n{x}\n" for i, x in enumerate(lines)]
    ),
    "fence": lambda lines: f"Here you are:\n```lisp\n{joined(lines)}```\nI hope that helps!\n",
    "fences": lambda lines: joined([f"Here it is:\n```\n{x}\n```\n" for x in lines]),
    "indented": lambda lines: joined(
        [f"**Sentence {i + 1}:**\n```\n{pretty(x)}\n```\n" for i, x in enumerate(lines)]
    ),
    "indented and unclosed": lambda lines: joined([unclosed(pretty(line)) for line in lines]),
    "JSON lines": lambda lines: joined(objects(lines)),
    "JSON lines in another order": lambda lines: joined(shuffled(objects(lines))),
    "JSON list": lambda lines: json.dumps(lines, indent=1),
    "JSON list in a fence": lambda lines: f"Sure.\n```json\n{json.dumps(lines, indent=1)}\n```\n",
    "square": lambda lines: joined(lines).replace("(", "[").replace(")", "]"),
    "prose": lambda lines: joined([f"The parse of this sentence is:\n{x}\n" for x in lines]),
    "explained": lambda lines: joined(
        [f"Sentence {i + 1}:\n{x}\n1. The subject.\n2. The verb.\n" for i, x in enumerate(lines)]
    ),
    "an answer twice": lambda lines: joined(
        [f"{i + 1}. {x}" for i, x in enumerate([*lines])] + [f"5. {lines[4]}"]
    ),
}
# Ways that lose the parse of each ninth sentence, or a part of it.
LOSSES: dict[str, Damage] = {
    "refusals": each(9, lambda line: "I'm sorry, but I cannot parse this sentence."),
    "nonsense": each(9, lambda line: "whatever this is"),
    "blank": each(9, lambda line: ""),
    "cut off": each(9, lambda line: line[: len(line) * 2 // 3]),
    "half of the brackets": each(9, lambda line: line.replace(")", "", line.count(")") // 2)),
}


@pytest.fixture(scope="module")
def gold(at_hand: Path) -> Bank:
    return karat.read(at_hand / "gum-news" / "gold.mrg")


@pytest.fixture(scope="module")
def lines(at_hand: Path) -> list[str]:
    return (at_hand / "gum-news" / "benepar.mrg").read_text().rstrip("\n").split("\n")


def parse(bank: Bank, at: int) -> object:
    return bank.words(at), bank.tags(at), bank.spans(at)


@pytest.mark.parametrize("way", WRAPPED)
def test_nothing_is_lost(way: str, gold: Bank, lines: list[str]) -> None:
    clean = karat.read_text(joined(lines))
    found = read_lenient(WRAPPED[way](lines).encode(), None, "x", gold)
    assert len(found.bank) == len(clean) == len(lines)
    assert all(parse(found.bank, at) == parse(clean, at) for at in range(len(lines)))
    assert found.repairs


@pytest.mark.parametrize("way", LOSSES)
def test_losses_stay_where_they_are(way: str, gold: Bank, lines: list[str]) -> None:
    clean = karat.read_text(joined(lines))
    found = read_lenient(LOSSES[way](lines).encode(), "brackets", "x", gold)
    assert len(found.bank) == len(lines)
    whole = [at for at in range(len(lines)) if at % 9]
    assert all(parse(found.bank, at) == parse(clean, at) for at in whole)
    assert counts(found.bank).whole == len(whole)


def test_spaces_for_tabs_change_no_figure(at_hand: Path, command: CommandLine) -> None:
    """A system with other sentences than gold, and with empty columns, has the same table."""
    folder = at_hand / "conll18" / "en_ewt"
    text = (folder / "UDPipe-Future.conllu").read_bytes()
    command.write("system.conllu", text)
    command.write("spaces.conllu", text.replace(b"\t", b" "))
    gold = folder / "gold.conllu"
    strict = command("score", gold, "system.conllu", "-o", "json")
    lenient = command("score", gold, "spaces.conllu", "--lenient", "-o", "json")
    one, two = (json.loads(done.out)["results"][0] for done in (strict, lenient))
    assert one["counts"] == two["counts"]
    # Means over sentences are added up in other blocks.
    assert one["measures"] == pytest.approx(two["measures"])
