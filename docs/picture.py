"""A command's coloured output as an SVG picture of a terminal.

python docs/picture.py            write docs/show.svg
python docs/picture.py --check    exit with 1 if it is no longer what the command prints
"""

import html
import re
import subprocess
import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parent
PICTURE = DOCS / "show.svg"
COMMAND = "karat show gold.mrg system.mrg -n 1 --scheme evalb(params=new) --width 92 --color always"
COLOURS = {"31": "#ff7b72", "32": "#7ee787", "33": "#e3b341", "35": "#d2a8ff", "36": "#79c0ff"}
STYLE = re.compile("\x1b\\[([\\d;]*)m")
WIDTH, HEIGHT, MARGIN = 8.4, 18, 16


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
        "<title>Two trees side by side: what matched, what is spurious</title>\n"
        f'<rect width="100%" height="100%" rx="8" fill="#0d1117"/>\n'
        '<g font-family="ui-monospace, DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14" '
        f'fill="#e6edf3">\n{text}\n</g>\n</svg>\n'
    )


def main() -> None:
    """Write the picture, or check it."""
    arguments = COMMAND.split()
    karat = Path(sys.executable).with_name("karat")
    done = subprocess.run(
        [str(karat), *arguments[1:]],
        cwd=DOCS / "example",
        capture_output=True,
        text=True,
        check=True,
    )
    shown = COMMAND.replace("evalb(params=new)", "'evalb(params=new)'").split(" --width")[0]
    fresh = picture(shown, done.stdout)
    if "--check" not in sys.argv:
        PICTURE.write_text(fresh, encoding="utf-8")
    elif PICTURE.read_text(encoding="utf-8") != fresh:
        sys.exit("docs/show.svg is stale; run: python docs/picture.py")


if __name__ == "__main__":
    main()
