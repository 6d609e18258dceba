"""The coloured output of a command as an SVG picture of a terminal."""

import html
import re

COLOURS = {"31": "#ff7b72", "32": "#7ee787", "33": "#e3b341", "35": "#d2a8ff", "36": "#79c0ff"}
STYLE = re.compile("\x1b\\[([\\d;]*)m")
WIDTH, HEIGHT, MARGIN = 8.4, 16.4, 16


def spans(line: str) -> str:
    """A line as SVG text, each stretch in its style."""
    parts = STYLE.split(line)
    result, style = "", ""
    for i, part in enumerate(parts):
        if i % 2:
            codes = part.split(";")
            colour = next((COLOURS[c] for c in codes if c in COLOURS), "")
            style = f' fill="{colour}"' if colour else ""
            style += ' font-weight="bold"' if "1" in codes else ""
            style += ' fill-opacity="0.6"' if "2" in codes else ""
        elif part:
            result += f"<tspan{style}>{html.escape(part)}</tspan>"
    return result


def picture(command: str, output: str) -> str:
    """The terminal."""
    lines = [f"\x1b[1m$ {command}\x1b[0m", *output.rstrip("\n").split("\n")]
    columns = max(len(STYLE.sub("", line)) for line in lines)
    width, height = columns * WIDTH + 2 * MARGIN, len(lines) * HEIGHT + 2 * MARGIN
    text = "\n".join(
        f'<text x="{MARGIN}" y="{MARGIN + HEIGHT * (i + 0.75):g}" xml:space="preserve">{spans(line)}</text>'
        for i, line in enumerate(lines)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" role="img">\n'
        f"<title>{html.escape(command)}</title>\n"
        f'<rect width="100%" height="100%" rx="8" fill="#0d1117"/>\n'
        '<g font-family="ui-monospace, DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14" '
        f'fill="#e6edf3">\n{text}\n</g>\n</svg>\n'
    )
