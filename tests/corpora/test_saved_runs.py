"""Saved runs of real files: what is computed from the store is what the files themselves give."""

import json
from pathlib import Path

import pytest

from command_line import CommandLine
from effort import slow

STORE = ("--store", "runs.db")
# Trees of other words than gold's, and dependencies with another segmentation.
CASES = {
    "trees": ("gum-news", "gold.mrg", "benepar.mrg", "stanza.mrg", ("-s", "evalb(params=new)")),
    "aligned": ("gum-news", "gold.mrg", "benepar.mrg", "stanza.mrg", ("-s", "parseval")),
    "segmented": ("conll18/en_ewt", "gold.conllu", "", "", ("-s", "conll18", "-s", "deps")),
}


@pytest.mark.parametrize(
    "treebanks, case",
    [
        *(("karat-200", case) for case in CASES),
        ("corpora", "trees"),
        *slow(("corpora", "aligned"), ("corpora", "segmented")),
    ],
    indirect=["treebanks"],
)
def test_the_difference_of_saved_runs_is_that_of_the_files(
    command: CommandLine, treebanks: Path, case: str
) -> None:
    """Every figure, interval, p-value, win and loss, to the last bit."""
    folder, gold, *names, schemes = CASES[case]
    home = treebanks / folder
    if not names[0]:
        names = sorted(path.name for path in home.glob("*.conllu") if path.name != gold)[:2]
    a, b = (home / name for name in names)
    for name, path in (("old", a), ("new", b)):
        done = command("score", home / gold, f"p={path}", *schemes, "--save", name, *STORE)
        assert done.status == 0, done.err
    options = ("--samples", "200", "-o", "json")
    saved = json.loads(command("runs", "diff", "old", "new", *STORE, *options).out)
    fresh = json.loads(
        command("compare", home / gold, f"old={a}", f"new={b}", *schemes, *options).out
    )
    ours = [pair for one in saved["compared"] for pair in one["comparisons"]]
    assert not saved["not_compared"]
    assert len(ours) == len(fresh["comparisons"]) > 5

    def plain(pair: dict[str, object]) -> dict[str, object]:
        return {key: value for key, value in pair.items() if key not in ("a", "b")}

    key = lambda pair: (pair["scheme"], pair["measure"])  # noqa: E731  # short
    assert sorted(map(plain, ours), key=key) == sorted(map(plain, fresh["comparisons"]), key=key)
