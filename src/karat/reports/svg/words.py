"""The words of a sentence in a line, with their tags below them."""

from collections.abc import Sequence

from karat.analysis.picture import Side
from karat.reports.svg.characters import clipped, escaped, printable, width
from karat.reports.svg.columns import Columns
from karat.reports.svg.shared import LIMITS, SIZES


def sizes(side: Side) -> list[int]:
    """How wide each word is, and its tag."""
    return [
        max(width(_word(side, at), SIZES["word"]), width(_tag(side, at), SIZES["tag"]))
        for at in range(len(side.words))
    ]


def height(side: Side) -> int:
    return SIZES["word_line"] + (SIZES["tag_line"] if any(side.tags) else 0)


def line(side: Side, columns: Columns, y: int, gold_tags: Sequence[str] = ()) -> list[str]:
    """The words, from y downwards; ``gold_tags`` are told for wrong tags."""
    found = []
    for at in range(len(side.words)):
        x, word = columns.middle(at), escaped(_word(side, at))
        kind = "odd" if at == side.odd else "out" if at in side.left_out else "w"
        title = _title(side, at)
        baseline = y + SIZES["word_line"] - 5
        found.append(f'<text class="{kind}" x="{x}" y="{baseline}">{title}{word}</text>')
        if tag := _tag(side, at):
            wrong = at in side.wrong_tags
            title = f"<title>{_wrong(side, at, gold_tags)}</title>" if wrong else ""
            place = f'x="{x}" y="{baseline + SIZES["tag_line"]}"'
            found.append(
                f'<text class="{"wt" if wrong else "t"}" {place}>{title}{escaped(tag)}</text>'
            )
    return found


def _word(side: Side, at: int) -> str:
    word = clipped(side.words[at]) or '""'
    return f"!{word}" if at == side.odd else f"·{word}" if at in side.left_out else word


def _tag(side: Side, at: int) -> str:
    tag = clipped(side.tags[at]) if at < len(side.tags) else ""
    return f"≠{tag}" if at in side.wrong_tags else tag


def _title(side: Side, at: int) -> str:
    if at in side.left_out:
        return f"<title>not compared: {escaped(printable(side.left_out[at]))}</title>"
    if at == side.odd:
        return "<title>the first word that differs</title>"
    if len(side.words[at]) > LIMITS["characters"]:
        return f"<title>{escaped(clipped(side.words[at], LIMITS['long']))}</title>"
    return ""


def _wrong(side: Side, at: int, gold_tags: Sequence[str]) -> str:
    tag = clipped(side.tags[at]) or "no tag"
    theirs = f"; gold has {clipped(gold_tags[at]) or 'no tag'}" if at < len(gold_tags) else ""
    return escaped(f"wrong tag: {tag}{theirs}")
