"""karat formats: what can be read and written."""

import sys

from karat.cli import _options, verb
from karat.reports.table import Style, Table, render


@verb("""
  karat formats
  karat formats --output json""")
@_options.output
def command(style: Style) -> None:
    """List the formats; a file's format is detected from its content, or given with --format."""
    from karat import formats

    rows = []
    for name in formats.every_name():
        one = formats.module(name)
        # People see how a file begins; all of the example is in the JSON.
        example = one.EXAMPLE if style.output == "json" else _first_line(one.EXAMPLE)
        rows.append([name, one.SUMMARY, " ".join(one.EXTENSIONS), example])
    table = Table(["format", "what it is", "usual names", "example"], rows)
    sys.stdout.write(render(table, style))


def _first_line(example: str) -> str:
    first, _, rest = example.strip().partition("\n")
    return first.replace("\t", " ") + (" …" if rest else "")
