"""Pictures: what is drawn of a sentence, as data. Reports draw it in a terminal, as SVG and in a page.

A picture has one Pair for each system: gold and the system as they were compared with each other. Under
alignment the words of gold may be cut differently for each system, so each pair has its own gold.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NamedTuple

from karat.model.measure import Measure

# How a Picture is shown, as SVG and as HTML; reports/notebook.py sets the functions.
RENDERERS: dict[str, Callable[["Picture"], str]] = {}
# How the rows of a scheme are drawn.
#   tree    constituents: parts are the stretches of a constituent's words, several if it has gaps
#   arcs    links: parts[0] is the dependent, parts[1] the head; one part: it hangs from the root;
#           no part: it is not known which words it links, and it is listed with the others
#   ranges  labelled stretches of words, one or several parts each
#   names   labels of the whole sentence: no parts
KINDS = ("tree", "arcs", "ranges", "names")


class Mark(Enum):
    """How a row or a word was compared, in words."""

    MATCHED = "matched"
    MISSED = "missed: only in gold"
    VIOLATED = "violated: missed, and system crosses it"
    SPURIOUS = "spurious: only in system"
    CROSSING = "spurious and crosses gold"
    NOT_COMPARED = "not compared"
    DIFFERENT = "the first word that differs"
    PLAIN = ""


# The sign of each mark, the same in terminals, pictures and data.
SIGNS = {
    Mark.MATCHED: "=", Mark.MISSED: "-", Mark.VIOLATED: "X", Mark.SPURIOUS: "+", Mark.CROSSING: "x",
    Mark.NOT_COMPARED: "·", Mark.DIFFERENT: "!", Mark.PLAIN: " ",
}  # fmt: skip


class Row(NamedTuple):
    """A row of one side: a constituent, a link, a chunk, a relation, a name.

    ``parts`` are ranges of words of its own side. ``parent`` is the row of the constituent around it, in
    trees. ``why`` says why it was not compared.
    """

    mark: Mark
    label: str
    parts: tuple[tuple[int, int], ...] = ()
    parent: int = -1
    why: str = ""

    def as_dict(self) -> dict[str, Any]:
        return {
            "mark": SIGNS[self.mark], "label": self.label, "parts": [list(one) for one in self.parts],
            "parent": self.parent, "why": self.why,
        }  # fmt: skip


@dataclass(frozen=True)
class Side:
    """Gold or a system: its words, their tags and its rows.

    ``left_out`` are words that were not compared, each with the reason. ``wrong_tags`` are words of a
    system whose tag is not gold's. ``odd`` is the first word that differs from the other side's, if they
    could not be compared for it. The words of a discontinuous tree are in the sentence's order; the parts
    of its constituents are all their stretches.
    """

    name: str
    words: Sequence[str]
    tags: Sequence[str]
    rows: Sequence[Row]
    left_out: Mapping[int, str] = field(default_factory=dict)
    wrong_tags: frozenset[int] = frozenset()
    odd: int = -1

    def as_dict(self) -> dict[str, Any]:
        return {
            "name": self.name, "words": list(self.words), "tags": list(self.tags),
            "rows": [row.as_dict() for row in self.rows],
            "left_out": {str(at): why for at, why in self.left_out.items()},
            "wrong_tags": sorted(self.wrong_tags), "odd": self.odd,
        }  # fmt: skip


@dataclass(frozen=True)
class Pair:
    """Gold and one system compared: both sides, the figures of the sentence, or why it has none.

    If it has a score and is not drawn as a tree, a word of one side corresponds to the word of the other
    side at the same place, unless there are more words on one of them. ``counts`` are how many rows each
    side has, and how many of them matched, if the scheme counts them.
    """

    gold: Side
    system: Side
    figures: Sequence[tuple[Measure, float]] = ()
    counts: Sequence[tuple[str, int]] = ()
    failure: str = ""
    aligned: bool = False


@dataclass(frozen=True)
class Picture:
    """A sentence under one scheme, with all systems: its number, from 1, and gold's name for it.

    A notebook shows it as a drawing. ``pairs`` has the data: gold and each system, with their words, tags and
    rows, each row with its mark.

    >>> import karat
    >>> picture = karat.show("(S (A (N a) (N b)) (N c))", "(S (B (N a) (N b)) (N c))", 1, "evalb")
    >>> [(row.label, row.mark.value) for row in picture.pairs[0].system.rows]
    [('S', 'matched'), ('B', 'spurious: only in system')]
    """

    kind: str
    scheme: str
    number: int
    pairs: Sequence[Pair]
    id: str = ""

    def svg(self) -> str:
        """The drawing as the text of an SVG file, as ``karat show -o FILE.svg`` writes it."""
        return RENDERERS["svg"](self)

    def _repr_html_(self) -> str | None:
        """What a notebook shows, once the reports are loaded."""
        return RENDERERS["html"](self) if "html" in RENDERERS else None
