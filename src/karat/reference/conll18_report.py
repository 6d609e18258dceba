"""The output of the CoNLL 2018 shared task's script, and its requirements on blank lines."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from karat.model.errors import InputError, SyntaxFault

if TYPE_CHECKING:
    pass

FIGURES = (
    "Tokens", "Sentences", "Words", "UPOS", "XPOS", "UFeats", "AllTags", "Lemmas",
    "UAS", "LAS", "CLAS", "MLAS", "BLEX",
)  # fmt: skip
_RULE = "-----------+-----------+-----------+-----------+-----------"


class Endings:
    """Refuses a file that does not have exactly one blank line after each sentence; it comes in parts."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._end, self._line, self._doubled = b"", 1, 0

    def add(self, text: bytes) -> None:
        """The next part, whose lines end with a newline character and no other."""
        here = self._end + text
        if not self._doubled and here[:1] == b"\n" and self._line == 1 and not self._end:
            self._doubled = 1
        elif not self._doubled and (at := here.find(b"\n\n\n")) >= 0:
            self._doubled = self._line + here.count(b"\n", 0, at) - self._end.count(b"\n") + 2
        self._line += text.count(b"\n")
        self._end = here[-2:]

    def insist(self) -> None:
        """All parts were given."""
        if self._doubled:
            raise SyntaxFault(
                "a blank line with no sentence before it", self._path, self._doubled, 1, b"",
                "one blank line ends a sentence; remove this one",
            )  # fmt: skip
        if self._end and self._end != b"\n\n":
            raise InputError(f"{self._path}: the file does not end with a blank line; add one")


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def table(counts: Mapping[str, int], *, verbose: bool, raw: bool) -> str:
    """Three lines, or a table of figures, or one of counts."""
    f1 = {}
    for name in FIGURES:
        sizes = counts[f"{name}_gold"] + counts[f"{name}_system"]
        f1[name] = 100 * _share(2 * counts[f"{name}_correct"], sizes)
    if not verbose and not raw:
        shown = ("LAS F1", "LAS"), ("MLAS", "MLAS"), ("BLEX", "BLEX")
        return "".join(f"{title} Score: {f1[name]:.2f}\n" for title, name in shown)
    head = "Metric     | Precision |    Recall |  F1 Score | AligndAcc"
    lines = ["Metric     | Correct   |      Gold | Predicted | Aligned" if raw else head, _RULE]
    for name in FIGURES:
        correct, gold, system = (counts[f"{name}_{part}"] for part in ("correct", "gold", "system"))
        aligned = counts.get(f"{name}_aligned")
        if raw:
            last = aligned or (correct if name == "Words" else "")
            lines.append(f"{name:11}|{correct:10} |{gold:10} |{system:10} |{last:10}")
        else:
            accuracy = "" if aligned is None else f"{100 * _share(correct, aligned):10.2f}"
            precision, recall = 100 * _share(correct, system), 100 * _share(correct, gold)
            lines.append(
                f"{name:11}|{precision:10.2f} |{recall:10.2f} |{f1[name]:10.2f} |{accuracy}"
            )
    return "\n".join(lines) + "\n"
