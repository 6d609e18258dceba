"""The history of agreement.py: one line for each recorded run, in agreement.tsv."""

import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from agreement_figures import Figures

FILE = Path(__file__).with_name("agreement.tsv")


@dataclass(frozen=True)
class Run:
    """A recorded run: when, at which commit, what had changed, and figures as they are shown."""

    date: str
    commit: str
    what: str
    figures: tuple[str, ...]


def run(what: str, sides: Mapping[str, Figures], order: tuple[str, str]) -> Run:
    """What there is to record about a run; a side that was not measured has no figures."""
    cells: list[str] = []
    for side in order:
        found = sides.get(side)
        if found and "deps" in found.layers:
            scores = found.layers["deps"].score, found.layers["gr"].score
            figures = (scores[0].uas, scores[0].las, scores[1].f1)
            cells += [str(found.with_both), *(f"{100 * figure:.2f}" for figure in figures)]
        else:
            cells += [""] * 4
    return Run(date.today().isoformat(), commit(), " ".join(what.split()), tuple(cells))


def runs() -> list[Run]:
    """All recorded runs, the oldest first."""
    rows = [line.split("\t") for line in FILE.read_text("utf-8").splitlines()[1:]]
    return [Run(day, where, what, tuple(cells)) for day, where, what, *cells in rows]


def append(one: Run) -> None:
    """Add a line."""
    with FILE.open("a", encoding="utf-8") as file:
        file.write("\t".join((one.date, one.commit, one.what, *one.figures)) + "\n")


def commit() -> str:
    """The commit that is measured, with a + if files have been changed since."""

    def git(*words: str) -> str:
        done = subprocess.run(
            ["git", *words], cwd=FILE.parent, capture_output=True, text=True, check=True
        )
        return done.stdout.strip()

    changed = git("status", "--porcelain", "--untracked-files=no", "--", "../src")
    return git("rev-parse", "--short=7", "HEAD") + ("+" if changed else "")
