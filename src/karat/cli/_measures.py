"""The options that choose what a table of figures shows."""

import functools
from typing import Any

import click

from karat.cli._options import Verb, stacked
from karat.model.errors import UsageError


def measures(function: Verb) -> Verb:
    """Which figures are shown, and how systems are sorted; the verb gets it as ``chosen``."""

    @functools.wraps(function)
    def call(*arguments: Any, measures: str, sort: str, **options: Any) -> Any:
        from karat.reports.chosen import Chosen

        names = tuple(name for one in measures.split(",") if (name := one.strip()))
        if measures and not names:
            raise UsageError(f"--measures {measures}: write names, as in --measures recall,f1")
        return function(*arguments, chosen=Chosen(names, sort.strip()), **options)

    return stacked(
        click.option("--measures", default="", metavar="NAMES", show_default="the main ones",
            help="The figures to show, as in recall,f1 or f1@sentence (the mean over sentences); JSON "
            "has all of them."),
        click.option("--sort", default="", metavar="NAME",
            help="Sort the systems by this figure, the best first."),
    )(call)  # fmt: skip
