"""The scheme conll18 against a slow reading of the script's rules."""

import os
import subprocess
import sys

import pytest
import slow_conll18
from hypothesis import given, settings
from ud_strategies import pairs

from karat import score
from karat.reference.conll18_report import table


@settings(max_examples=300)
@given(pairs())
def test_every_count_is_the_slow_one(pair) -> None:
    """Other sentences, other tokens, multiword tokens on either side, other labels and heads."""
    gold, system = pair
    assert dict(score(gold, system, "conll18").counts) == slow_conll18.counts(gold, system)


SCRIPT = os.environ.get("CONLL18_EVAL")


@pytest.mark.skipif(not SCRIPT, reason="set CONLL18_EVAL to the shared task's script to compare")
@settings(max_examples=100, deadline=None)
@given(pairs())
def test_every_byte_is_the_scripts(tmp_path_factory, pair) -> None:
    """What the real script prints, with -v and with -c."""
    folder = tmp_path_factory.mktemp("pair")
    paths = []
    for name, text in zip(("gold", "system"), pair, strict=True):
        (folder / name).write_text(text, encoding="utf-8")
        paths.append(str(folder / name))
    counts = score(*pair, "conll18").counts
    for flag, raw in (("-v", False), ("-c", True)):
        done = subprocess.run(
            [sys.executable, str(SCRIPT), flag, *paths], capture_output=True, text=True, check=True
        )
        assert table(counts, verbose=True, raw=raw) == done.stdout
