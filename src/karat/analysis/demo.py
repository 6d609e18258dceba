"""The demonstration: the four trees of Gaizauskas, Hepple and Huyck (1998), each as key and answer."""

from importlib.resources import files

from karat.api import compare, read_text
from karat.bank import Bank
from karat.reports.table import Table, render

NAMES = ("ptb", "flat", "alt-good", "alt-bad")

_INTRODUCTION = """\
Four analyses of one sentence: "The monthly sales have been setting records every month since March."
  ptb       the Penn Treebank's            flat      only what most theories share
  alt-good  right by another theory        alt-bad   wrong by that theory

Labelled brackets (scheme evalb), every analysis taken once as the key:
"""

_CONCLUSION = """
Against the Treebank's own key a right analysis in another style (alt-good) scores hardly better than
a wrong one (alt-bad): a bracket score says how alike two styles are as much as how good a parse is.

Recall and conformance against the flat key (scheme flat):

{flat}
Here both right analyses get full marks, whatever their style, and the wrong one is found out.

Next: karat score GOLD SYSTEM, karat show GOLD SYSTEM, karat explain evalb.f1 GOLD SYSTEM
"""


def trees() -> dict[str, Bank]:
    """The four trees by name."""
    folder = files("karat.data").joinpath("demo")
    return {name: read_text(folder.joinpath(f"{name}.mrg").read_bytes()) for name in NAMES}


def demo() -> str:
    """Everything ``karat demo`` prints."""
    banks = trees()
    rows = []
    for key in NAMES:
        answers = {name: banks[name] for name in NAMES if name != key}
        rows += [
            [
                f"{key} ← {score.system}",
                *(score.counts[name] for name in ("gold", "system", "matched", "crossing")),
                score.recall,
                score.precision,
                score.f1,
            ]
            for score in compare(banks[key], answers, ["evalb"])
        ]
    columns = ["key ← answer", "gold", "system", "matched", "crossing", "recall", "precision", "f1"]
    flat = Table(
        ["flat ← answer", "gold", "matched", "violated", "recall", "conformance"],
        [
            [
                f"flat ← {score.system}",
                *(score.counts[name] for name in ("gold", "matched", "violated")),
                score.recall,
                score.conformance,
            ]
            for score in compare(
                banks["flat"], {name: banks[name] for name in NAMES if name != "flat"}, ["flat"]
            )
        ],
    )
    return (
        _INTRODUCTION
        + "\n"
        + render(Table(columns, rows), "table", 1)
        + _CONCLUSION.format(flat=render(flat, "table", 1))
    )
