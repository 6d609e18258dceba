"""karat conlleval: the program conlleval, same options, same output."""

import sys
from contextlib import closing

from karat.cli import _options, drop_in


@drop_in("""
  karat conlleval < output.txt
  karat conlleval -d '\\t' < output.tsv
  karat conlleval -r -o NONE < tags.txt""")
def command(arguments: list[str]) -> int:
    """Compare chunk tags as the program conlleval does, with its options and its output.

    \b
    karat conlleval [-l] [-r] [-d DELIMITER] [-o OUTSIDE] < FILE
      -l            a table in LaTeX
      -r            tags are types without a prefix, with one word per chunk
      -d DELIMITER  what separates columns, a regular expression (default one space)
      -o OUTSIDE    with -r, the tag of words outside (default O)

    One word per line; the last two columns are the gold tag and the predicted tag. A blank line, or a line
    that begins with -X-, ends a sentence.
    """
    _options.import_numpy()
    from karat.files.source import standard_input
    from karat.reference import conlleval
    from karat.reports.progress import Progress

    options = conlleval.parse(arguments)
    with closing(Progress("-")) as progress:
        counts = conlleval.count(standard_input(), options, progress)
    sys.stdout.buffer.write(conlleval.report(counts, options))
    sys.stdout.buffer.flush()
    return 0
