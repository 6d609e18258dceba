"""The report of ``karat compare``: figures with intervals and letters, differences, and what they mean."""

import html
import math
import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

from karat import __version__
from karat.analysis.comparison import RENDERERS, Comparison
from karat.analysis.contest import Contest, How, Pair
from karat.engine.results import Run
from karat.reports import notes, scores
from karat.reports.compare_words import in_words, over_which
from karat.reports.table import Estimate, Style, Table, dumps, figure, render
from karat.reports.terminal import readable

# Output for papers, whose tables have captions.
_PAPERS = ("latex", "markdown")
_ADJUSTED = {
    "holm": "adjusted by Holm", "bh": "adjusted by Benjamini and Hochberg", "none": "not adjusted",
}  # fmt: skip


def as_json(found: Comparison, run: Run) -> str:
    """The JSON that other programs rely on; see docs/json.md."""
    gold = {"path": run.gold, "sha256": run.sha256, "sentences": run.sentences}
    return dumps({"karat": __version__, "gold": gold} | found.as_dict())


def text(found: Comparison, style: Style) -> str:
    """All tables, and below those for people what they mean; CSV has one table."""
    if style.output == "csv":
        return render(pairs_table(found), style)
    parts = [part for one in found.contests for part in _parts(one, found.how, style)]
    if style.output == "table" and len(found.systems) > 1:
        parts.append("".join(f"{line}\n" for line in legend(found.contests[0], found.how, style)))
    return "\n".join(parts)


def remarks(found: Comparison, digits: int) -> str:
    """What a reader must know: notes about the comparison, about the files, and signatures."""
    said = dict.fromkeys([*found.notes, *(note for one in found.contests for note in one.notes)])
    return "".join(f"note: {note}\n" for note in said) + notes.remarks(found.scores, digits)


def _parts(one: Contest, how: How, style: Style) -> Iterator[str]:
    """The tables of a scheme with the sentences around them."""
    plain = style.output == "table"
    if plain:
        yield "".join(f"{line}\n" for line in over_which(one, style.width))
    yield render(figures_table(one, how, style), style)
    for table in difference_tables(one, how, style):
        yield render(table, style)
    if plain and one.pairs:
        yield "".join(f"{line}\n" for line in in_words(one, how, style))


def figures_table(one: Contest, how: How, style: Style) -> Table:
    """Systems by measures: each figure with its interval, and its letters as marks."""
    shown, names = scores.titles(one.scheme), one.measures
    rows = [
        [score.system, *(Estimate(score.measures[name], *score.intervals[name]) for name in names)]
        for score in one.scores
    ]
    gap = "" if style.output == "latex" else " "
    marks = {
        (row, column): gap + letters
        for column, found in enumerate(one.letters.values(), 1)
        for row, letters in enumerate(found)
        if len(found) > 1
    }
    caption = _caption(one, how) if style.output in _PAPERS else ""
    head = ["system" if caption else str(one.scheme), *map(shown.__getitem__, names)]
    label = scores.label_of(f"compare {one.scheme}")
    return Table(
        head, rows, scores.units(one.scheme), scores.best(one.scheme), marks, caption, label
    )


def _caption(one: Contest, how: How) -> str:
    """What a reader of a paper must know of the figures and their letters."""
    over = " ".join(over_which(one, None)).removeprefix(f"{one.scheme}: ")
    said = f"{one.scheme} with {_percent(how.level)} intervals, over {over}"
    if apart := scores.apart(one.scores, one.measures):
        said += f"; {apart}"
    if len(one.scores) > 1:
        said += f"; systems that share a letter do not differ significantly ({_test(how)})"
    return f"{said}. Signature: {scores.common_signature(one.scores)}."


def _test(how: How) -> str:
    """The test, and how p is adjusted."""
    return f"paired {how.test} test, p {_ADJUSTED[how.adjust]}"


def difference_tables(one: Contest, how: How, style: Style) -> Iterator[Table]:
    """Two systems: one table, with the measures as rows. More: for each measure, with the pairs as rows."""
    shown, pairs = scores.titles(one.scheme), one.pairs
    if len(one.scores) == 2:
        head = f"{pairs[0].b} against {pairs[0].a}"
        yield _differences(head, [shown[pair.measure] for pair in pairs], pairs, how, style)
    elif len(one.scores) > 2:
        for measure in one.measures:
            mine = one.of(measure)
            names = [f"{one.b} against {one.a}" if how.all_pairs else one.b for one in mine]
            yield _differences(shown[measure], names, mine, how, style)


def _differences(
    head: str, names: Sequence[str], pairs: Sequence[Pair], how: How, style: Style
) -> Table:
    """Pairs: difference, interval, p, effect size, sentences where b is higher, equal and lower."""
    rows: list[list[Any]] = []
    for name, pair in zip(names, pairs, strict=True):
        one, unit = pair.found, pair.scheme.figures()[pair.measure].unit
        change = signed(one.difference, unit, style.digits)
        if not math.isnan(one.interval[0]):
            ends = ", ".join(signed(end, unit, style.digits) for end in one.interval)
            change += f" [{ends}]"
        effect = "–" if math.isnan(one.effect) else signed(one.effect, "mean", 2)
        sentences = f"{one.wins}/{one.ties}/{one.losses}"
        rows.append([name, change, p_value(pair.p), effect, sentences])
    caption = ""
    if style.output in _PAPERS:
        base = "" if how.all_pairs else f" against {pairs[0].a}"
        caption = (
            f"{pairs[0].scheme}, {head if base and base in head else head + base}: the change with its "
            f"{_percent(how.level)} interval; {_test(how)}; effect in standard deviations; sentences "
            "where the figure is higher, equal and lower (w/t/l)."
        )
    label = scores.label_of(f"changes {pairs[0].scheme} {head}")
    return Table([head, "change", "p", "effect", "w/t/l"], rows, caption=caption, label=label)


def signed(value: float, unit: str, digits: int) -> str:
    """A difference with its sign; none for 0.

    >>> signed(0.0123, "share", 2), signed(-0.5, "mean", 1), signed(0.0, "share", 2)
    ('+1.23', '-0.5', '0.00')
    """
    text = figure(value, unit, digits)
    if not any(digit in "123456789" for digit in text):
        return text.lstrip("-")
    return text if value < 0 else f"+{text}"


def p_value(p: float) -> str:
    """A p-value for people.

    >>> p_value(0.25), p_value(0.00001), p_value(math.nan)
    ('0.2500', '<0.0001', '–')
    """
    if math.isnan(p):
        return "–"
    return f"{p:.4f}" if p >= 0.00005 else "<0.0001"


def _percent(level: float) -> str:
    return f"{100 * level:g} %"


def legend(one: Contest, how: How, style: Style) -> list[str]:
    """What the columns are."""
    pairs, every = len(one.of(one.measures[0])), math.comb(len(one.scores), 2)
    adjusted = _ADJUSTED[how.adjust]
    change = "" if how.all_pairs or pairs == 1 else f"change: the difference to {one.pairs[0].a}. "
    change += f"In brackets: {_percent(how.level)} intervals. "
    said = [f"{change}p: paired {how.test} test, two-sided"]
    if pairs > 1:
        said.append(f"{adjusted} over the {pairs} comparisons of a measure, not over the measures")
    lines = [
        ", ".join(said) + ".",
        "effect: the change in standard deviations of a "
        f"{how.unit}. w/t/l: sentences where the figure is higher, equal, lower.",
        "A set can show a difference if the test would find it 4 times in 5 (80 % power at p = 0.05).",
    ]
    if len(one.scores) > 2:
        lines.append(
            f"Systems that share a letter do not differ significantly ({every} pairs, p {adjusted})."
        )
    else:
        lines.append("Systems that share a letter do not differ significantly.")
    return textwrap.wrap(" ".join(lines), style.width or 80, break_on_hyphens=False)


def pairs_table(found: Comparison) -> Table:
    """One row for each scheme, measure and pair, for programs."""
    rows: list[dict[str, Any]] = []
    figures = {(row["scheme"], row["measure"], row["system"]): row for row in found.rows()}
    for pair in (pair for one in found.contests for pair in one.pairs):
        row = pair.as_dict()
        row["low"], row["high"] = row.pop("interval")
        for side, name in (("a", pair.a), ("b", pair.b)):
            own = figures[str(pair.scheme), pair.measure, name]
            row |= {f"{key}_{side}": own[key] for key in ("low", "high", "letters")}
        rows.append(row)
    if not rows:
        rows = found.rows()
    cells = [["" if value is None else value for value in row.values()] for row in rows]
    return Table(list(rows[0]), cells)


def as_text(found: Comparison) -> str:
    style = Style("table", 2, 80)
    return readable(text(found, style) + "\n" + remarks(found, 2))


def as_html(found: Comparison) -> str:
    """The tables for a notebook."""
    parts = []
    for one in found.contests:
        style = Style("table", 2, None)
        tables = figures_table(one, found.how, style), *difference_tables(one, found.how, style)
        parts += [_html(table) for table in tables]
        words = map(readable, in_words(one, found.how, style) if one.pairs else [])
        parts.append(f"<p>{'<br>'.join(map(html.escape, words))}</p>")
        parts.append(f"<small>{html.escape(one.scores[0].signature)}</small>")
    return "".join(parts)


def _html(table: Table) -> str:
    grid = table.grid(2)
    head = "".join(f"<th>{html.escape(name)}</th>" for name in grid.head)
    cells = (
        (html.escape(text + grid.marks.get((at, column), "")) for column, text in enumerate(row))
        for at, row in enumerate(grid.rows)
    )
    rows = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in cells)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


RENDERERS["text"] = as_text
RENDERERS["html"] = as_html
