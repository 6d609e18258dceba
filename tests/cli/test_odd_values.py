"""Values that no field should have: numbers without end, odd digits, half characters, other types.

Every command reads them or refuses them with one message; nothing else may come out of it. The commands run
in this process, because there are many of them: whatever is no KaratError fails the test.
"""

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import karat
from effort import some
from karat import cli
from karat.model.errors import KaratError

LONG = "9" * 5000
# As JSON text, because json.dumps would not write some of them.
VALUES = {
    "infinity": "Infinity",
    "minus infinity": "-Infinity",
    "not a number": "NaN",
    "too large": "1e999",
    "large": "1e300",
    "many digits": LONG,
    "digits in quotes": f'"{LONG}"',
    "negative": "-1",
    "a fraction": "0.5",
    "superscript": '"²"',
    "arabic digits": '"٣"',
    "half a character": '"\\ud800"',
    "inf": '"inf"',
    "null": "null",
    "true": "true",
    "a list": "[1]",
    "a list of lists": "[[[]]]",
    "a table": '{"a": 1}',
    "empty": '""',
    "nul": '"\\u0000"',
}


def said(*arguments: str) -> str:
    """What a command says against its input; empty if it works."""
    try:
        cli.karat.main([*arguments], prog_name="karat", standalone_mode=False)
    except KaratError as error:
        text = str(error)
        assert text
        assert "Traceback" not in text
        return text
    return ""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KARAT_STORE", f"sqlite:///{tmp_path / 'runs.db'}")
    return tmp_path


HEADER = {
    "karat": "run", "format": 1, "suite": "s", "suite_sha256": "0" * 64, "items": 2, "parser": "toy",
    "parser_version": "", "limits": {"seconds": 10.0, "megabytes": 4096, "output": 64},
    "date": "2026-01-01T00:00:00+00:00", "version": "0.1.0",
}  # fmt: skip
RESULT = {
    "at": 0, "id": "1", "sentence": "dogs bark", "grammatical": True, "phenomena": ["passive"],
    "families": ["verbs"], "core": "passive", "source": "x", "comment": "c", "tokens": 2,
    "errors": ["modal"], "gold": "(S (N dogs) (V bark))", "analyses": 1, "seconds": 0.5,
    "first": "(S (N dogs) (V bark))", "others": ["(S (X dogs bark))"], "tags": [["dogs", "N"]],
    "native": "(S (N dogs) (V bark))", "failure": "", "message": "",
}  # fmt: skip
OTHER = {**RESULT, "at": 1, "id": "2", "grammatical": False}
READING = (
    ["suite", "score", "odd.run", "--by", "phenomenon", "--by", "length", "--by", "grade"],
    ["suite", "score", "odd.run", "-o", "json", "--words", "3"],
    ["suite", "errors", "odd.run"],
    ["suite", "diff", "odd.run", "good.run"],
    ["recognise", "odd.run", "--with", "ptb"],
)


def with_value(row: dict[str, Any], field: str, value: str) -> str:
    """A line of JSON in which one field has this value."""
    return json.dumps({**row, field: "@"}).replace('"@"', value)


def run_of(header: str, *rows: str) -> str:
    return "".join(f"{line}\n" for line in (header, *rows))


@pytest.mark.parametrize("field", RESULT)
def test_odd_values_in_results_of_a_run(folder: Path, field: str) -> None:
    header, other = json.dumps(HEADER), json.dumps(OTHER)
    Path("good.run").write_text(run_of(header, json.dumps(RESULT), other))
    Path("odd.run").write_text(run_of(header, json.dumps(RESULT), other))
    assert [said(*command) for command in READING] == [""] * len(READING)
    for value in some(VALUES.values(), [*RESULT].index(field)):
        Path("odd.run").write_text(run_of(header, with_value(RESULT, field, value), other))
        for command in READING:
            said(*command)
    left = {key: one for key, one in RESULT.items() if key != field}
    Path("odd.run").write_text(run_of(header, json.dumps(left), other))
    for command in READING:
        said(*command)


@pytest.mark.parametrize("field", HEADER)
def test_odd_values_in_the_header_of_a_run(folder: Path, field: str) -> None:
    rows = json.dumps(RESULT), json.dumps(OTHER)
    Path("good.run").write_text(run_of(json.dumps(HEADER), *rows))
    Path("s.txt").write_text("dogs bark\n")
    for value in some(VALUES.values(), [*HEADER].index(field)):
        Path("odd.run").write_text(run_of(with_value(HEADER, field, value), *rows))
        for command in READING[:4]:
            said(*command)
        said("suite", "run", "s.txt", "--with", "right-branching", "--run", "odd.run")
    left = {key: one for key, one in HEADER.items() if key != field}
    Path("odd.run").write_text(run_of(json.dumps(left), *rows))
    for command in READING[:4]:
        said(*command)


ITEM = {
    "id": "1", "sentence": "dogs bark", "grammatical": True, "phenomena": ["passive"],
    "families": ["verbs"], "core": "passive", "source": "x", "comment": "c", "tokens": 2,
    "errors": ["modal"], "gold": "(S (N dogs) (V bark))",
}  # fmt: skip


@pytest.mark.parametrize("field", ITEM)
def test_odd_values_in_a_suite(folder: Path, field: str) -> None:
    pytest.importorskip("delphin", reason="profiles are written with PyDelphin")
    for value in some(VALUES.values(), [*ITEM].index(field)):
        Path("s.jsonl").write_text(with_value(ITEM, field, value) + "\n")
        said("suite", "list", "s.jsonl")
        for name in ("s.toml", "s.tsv", "profile"):
            said("suite", "convert", "s.jsonl", name)


TOML = (
    "inf", "nan", "1e300", LONG[:4000], "-1", "5", "0.5", '"²"', '"\\u0000"', '""', "true", "[1]", "[[]]",
    '[""]', "{a = 1}", '["a", "a"]', "1979-05-27",
)  # fmt: skip
DATA = Path(karat.__file__).parent / "data"
OURS = {
    "rewrite(rules=odd.toml)": "rewriting/xtag.toml",
    "profile(name=odd.toml)": "profiles/1991.toml",
    "deps(heads=odd.toml)": "heads/collins.toml",
    "flatten(labels=odd.toml)": "flatten/ptb.toml",
}
NEED = {"scheme": "evalb", "labels": ["NP"], "measure": "f1", "weight": 1, "name": "n"}
RULE = {
    "phenomenon": "passive",
    "tree": "S < NP",
    "match": ["(S (NP (N a)))"],
    "other": ["(X (N a))"],
}
DOCUMENTS: dict[str, tuple[Any, list[str]]] = {
    **{view: (DATA / path, ["convert", "gold.mrg", "-", "--view", view]) for view, path in OURS.items()},
    "hierarchy": (DATA / "hierarchies" / "2006.toml",
                  ["score", "a.gr", "a.gr", "-s", "gr(hierarchy=odd.toml)"]),
    "categories": (DATA / "categories" / "xtag.toml", ["suite", "errors", "good.run", "--rules", "odd.toml"]),
    "recogniser": (
        {"format": "brackets", "phenomena": {"odd": "odd one"}, "define": {"A": "a|b"}, "rule": [RULE]},
        ["recognise", "gold.mrg", "--with", "odd.toml"],
    ),
    "inventory": ({"names": ["passive"], "phenomena": {"odd": "odd one"}},
                  ["score", "a.names", "a.names", "-s", "phenomena(mode=exhaustive,inventory=odd.toml)"]),
    "weights": ({"default": 0, "passive": 0.5},
                ["score", "a.names", "a.names", "-s", "phenomena(mode=exhaustive,weights=odd.toml)"]),
    "needs": ({"name": "x", "need": [NEED]}, ["adequacy", "gold.mrg", "gold.mrg", "--profile", "odd.toml"]),
    "suite": ({"item": [ITEM], "phenomena": {"odd": "odd one"}},
              ["suite", "list", "odd.toml"]),
    "predicates": ({"infinitive": ["easy"]},
                   ["score", "gold.mrg", "gold.mrg", "-s", "parseval(predicates=odd.toml)"]),
}  # fmt: skip


def written(value: Any) -> str:
    """A value as TOML on one line; text in angle brackets is TOML already."""
    if isinstance(value, dict):
        return (
            "{"
            + ", ".join(f"{json.dumps(key)} = {written(one)}" for key, one in value.items())
            + "}"
        )
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    if isinstance(value, Raw):
        return value.text
    return json.dumps(value)


class Raw(NamedTuple):
    """A value that is TOML already."""

    text: str


def changed(value: Any, new: Raw) -> Iterator[Any]:
    """The value with one part after the other replaced: of lists the first, of tables the first three."""
    yield new
    if isinstance(value, dict):
        for key in [*value][:3]:
            yield from ({**value, key: one} for one in changed(value[key], new))
            yield {name: one for name, one in value.items() if name != key}
    elif isinstance(value, list) and value:
        yield from ([one, *value[1:]] for one in changed(value[0], new))


def document(tables: Any) -> str:
    return "".join(f"{json.dumps(key)} = {written(one)}\n" for key, one in tables.items())


@pytest.mark.parametrize("name", DOCUMENTS)
def test_odd_values_in_toml(folder: Path, name: str) -> None:
    """Whatever is in the place of a value, a list or a table: need = 5."""
    given, command = DOCUMENTS[name]
    tables = tomllib.loads(given.read_text("utf-8")) if isinstance(given, Path) else given
    Path("gold.mrg").write_text("(S (NP (NNS dogs)) (VP (VBP bark)))\n")
    Path("a.gr").write_text("ncsubj(bark, dog, _)\n\n")
    Path("a.names").write_text("1\tpassive\n")
    Path("good.run").write_text(run_of(json.dumps(HEADER), json.dumps(RESULT), json.dumps(OTHER)))
    Path("odd.toml").write_text(document(tables), "utf-8")
    assert said(*command) == ""
    seen = set()
    for value in TOML:
        for odd in changed(tables, Raw(value)):
            text = document(odd) if isinstance(odd, dict) else f"odd = {value}\n"
            if text not in seen:
                seen.add(text)
                Path("odd.toml").write_text(text, "utf-8")
                said(*command)
    assert len(seen) > len(TOML)
