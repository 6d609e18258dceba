"""karat evalb: the program EVALB, same options, same output."""

import click


@click.command(
    add_help_option=False,
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
    epilog="""\b
Examples:
  karat evalb -p COLLINS.prm gold.mrg system.mrg
  karat evalb -p new -c 70 gold.mrg system.mrg""",
)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
@click.pass_context
def command(context: click.Context, arguments: tuple[str, ...]) -> int:
    """Compare brackets as the program EVALB does, with its options and its output.

    \b
    karat evalb [-dDh] [-c n] [-e n] [-p PARAMETERS] GOLD TEST
      -p PARAMETERS  a parameter file, or collins, or new
      -c n           cut-off length of the second summary (default 40)
      -e n           number of errors to stop after (default 10)
      -d, -D         details of every sentence, of every bracket

    One tree a line. Standard output is EVALB's, byte for byte, within its limits; a longer sentence
    gets its right score.
    """
    if "--help" in arguments:
        click.echo(context.get_help())
        return 0
    from karat.reference.evalb_program import main

    return main(list(arguments))
