"""Files of runs of a small suite, as ``karat suite run`` writes them, and stores that have them."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from karat.store import open_store
from karat.store.making import suite_run
from karat.suites import runs

# Sentences with whether they are grammatical, their phenomena, and gold.
ITEMS: dict[str, tuple[str, bool, Sequence[str], str]] = {
    "1": ("dogs bark", True, ["intransitive"], "(S (NP dogs) (VP bark))"),
    "2": ("dogs chase cats", True, ["transitive"], "(S (NP dogs) (VP chase (NP cats)))"),
    "3": ("bark dogs the", False, ["order"], ""),
    "4": ("cats that sleep purr", True, ["relative-clause", "intransitive"], ""),
}
# What a parser gives: analyses by item, the best first.
GOOD = {
    "1": ["(S (NP dogs) (VP bark))"],
    "2": ["(S (NP dogs) (VP chase (NP cats)))", "(S dogs chase cats)"],
}
BAD = {"1": ["(S dogs bark)", "(S (NP dogs) (VP bark))"], "3": ["(S bark dogs the)"]}


def run_file(path: Path, answers: Mapping[str, Sequence[str]], parser: str = "toy") -> Path:
    """Write a run in which the parser gave these answers."""
    head: dict[str, Any] = {
        "karat": "run", "format": 1, "suite": "small", "suite_sha256": "ab" * 32, "items": len(ITEMS),
        "parser": parser, "parser_version": "1.0", "limits": {"seconds": 10.0}, "date": "2026-01-01",
        "version": "0.1.0", "program": {},
    }  # fmt: skip
    lines = [head]
    for at, (key, (sentence, good, phenomena, gold)) in enumerate(ITEMS.items()):
        trees = list(answers.get(key, ()))
        line = {"at": at, "id": key, "sentence": sentence, "grammatical": good, "gold": gold}
        line |= {"phenomena": phenomena, "analyses": len(trees), "seconds": 0.1}
        if trees:
            line |= {"first": trees[0], "others": trees[1:], "native": f"<b>native</b> of {key}"}
        lines.append(line)
    path.write_text("".join(f"{json.dumps(one)}\n" for one in lines), encoding="utf-8")
    return path


def saved(store: str, path: Path, name: str) -> str:
    """Save a run of a suite as the command line does; its id."""
    run = runs.read(str(path))
    with open_store(store) as opened:
        return opened.save(suite_run(run, str(path), name=name, command="karat suite run small"))
