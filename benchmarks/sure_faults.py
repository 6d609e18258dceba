"""Faults that no run of the tests may miss; if one is missed, the mutants do not take effect."""

from pathlib import Path

from mutants_of import Mutant

FAULTS = (
    ("model/measure.py", 'Measure("recall", "matched / gold"),\n', 'Measure("recall", "gold"),\n'),
    ("model/measure.py", "part / whole if whole", "whole / part if whole"),
    ("model/measure.py", '"2 * {matched}', '"3 * {matched}'),
    ("model/exact.py", "self.units + more", "self.units - more"),
    ("model/tally.py", "every - lost", "every + lost"),
    ("model/tally.py", "self.length - 1", "self.length"),
    ("model/groups.py", "sentence + begin", "sentence"),
    ("model/rules.py", "return gold_hit, system_hit", "return system_hit, gold_hit"),
    ("model/rules.py", "np.full(len(partners.offset), -1", "np.full(len(partners.offset), 0"),
    ("schemes/deps.py", '"unlabelled / gold"', '"matched / gold"'),
    ("schemes/deps.py", 'return "las"', 'return "uas"'),
    ("schemes/parseval.py", '"crossing / sentences"', '"crossing / gold"'),
    (
        "schemes/chunks.py",
        "(self._chunks(gold), self._chunks(system))",
        "(self._chunks(gold),) * 2",
    ),
    ("schemes/chunks.py", "if self.labelled else", "if not self.labelled else"),
    ("stats/adjusted.py", "np.arange(many, 0, -1)", "np.arange(many, 0, -1) + 1"),
    ("stats/kappa.py", "1 - chance", "1 + chance"),
    ("stats/wilson.py", "weight / 2", "weight / 3"),
    ("stats/power.py", "1 - alpha / 2", "1 - alpha"),
    ("stats/intervals.py", "(1 + level) / 2)\n", "level)\n"),
    ("stats/correlation.py", "(counts - 1) / 2", "(counts - 1)"),
)


def faults(root: Path) -> list[Mutant]:
    """The faults as mutants."""
    found = []
    for name, old, new in FAULTS:
        path = f"src/karat/{name}"
        text = (root / path).read_text("utf-8")
        begin = text.index(old)
        places = [_place(text[:end]) for end in (begin, begin + len(old))]
        found.append(Mutant(path, *places[0], *places[1], new, "sure", (0, 0)))
    return found


def _place(before: str) -> tuple[int, int]:
    """The line, from 1, and the column in bytes, at the end of a text."""
    return before.count("\n") + 1, len(before.rpartition("\n")[2].encode())
