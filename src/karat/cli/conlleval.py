"""karat conlleval: the program conlleval, same options, same output."""

import sys

import click


@click.command(
    add_help_option=False,
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
    epilog="""\b
Examples:
  karat conlleval < output.txt
  karat conlleval -d '\\t' < output.tsv
  karat conlleval -r -o NONE < tags.txt""",
)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
@click.pass_context
def command(context: click.Context, arguments: tuple[str, ...]) -> None:
    """Compare chunk tags as the program conlleval does, with its options and its output.

    \b
    karat conlleval [-l] [-r] [-d DELIMITER] [-o OUTSIDE] < FILE
      -l            a table in LaTeX
      -r            tags are types without a prefix, a chunk a word
      -d DELIMITER  what separates columns, a regular expression (default one space)
      -o OUTSIDE    with -r, the tag of words outside (default O)

    One word a line; the last two columns are the gold tag and the guessed one. A blank line, or one
    that begins with -X-, ends a sentence.
    """
    if "--help" in arguments:
        click.echo(context.get_help())
        return
    from karat.reference import conlleval

    options = conlleval.parse(list(arguments))
    counts = conlleval.count(sys.stdin.buffer, options)
    sys.stdout.buffer.write(conlleval.report(counts, options))
    sys.stdout.buffer.flush()
