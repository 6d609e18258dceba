"""karat demo: a first look, on data that ships with the package."""

import sys

import click


@click.command(
    epilog="""\b
Examples:
  karat demo"""
)
def command() -> int:
    """Score the four trees of Gaizauskas, Hepple and Huyck (1998) against each other.

    The same parse looks good or bad depending on who made the key: that is the paper's point.
    """
    from karat.analysis.demo import demo

    sys.stdout.write(demo())
    return 0
