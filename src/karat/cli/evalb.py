"""karat evalb: the program EVALB, same options, same output."""

from functools import partial

from karat.cli import _options, drop_in


@drop_in("""
  karat evalb -p COLLINS.prm gold.mrg system.mrg
  karat evalb -p new -c 70 gold.mrg system.mrg""")
def command(arguments: list[str]) -> int:
    """Compare brackets as the program EVALB does, with its options and its output.

    \b
    karat evalb [-dDh] [-c n] [-e n] [-p PARAMETERS] GOLD TEST
      -p PARAMETERS  a parameter file, or collins, or new
      -c n           cut-off length of the second summary (default 40)
      -e n           number of errors to stop after (default 10)
      -d, -D         details of every sentence, of every bracket

    One tree per line. Within EVALB's limits, standard output is the same byte for byte. Longer sentences
    are scored correctly.
    """
    _options.import_numpy()
    from karat.engine.evalb import main
    from karat.reports.progress import Progress

    return main(arguments, partial(Progress, listed=True))
