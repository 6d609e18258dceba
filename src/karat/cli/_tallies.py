"""``karat compare --tallies``: systems compared from the counts that were kept, without their files."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from karat.cli import _comparing
from karat.cli._systems import Named
from karat.model.errors import UsageError, unknown
from karat.reports.table import Style

if TYPE_CHECKING:
    from karat.engine.tallied import Streamed
    from karat.reports.chosen import Chosen

# Options about files that are not read here.
_ELSEWHERE = {
    "common": "--common", "between": "--schemes", "gold_view": "--gold-view",
    "system_view": "--system-view", "format": "--format", "layout": "--layout", "labels": "--labels",
    "lenient": "--lenient", "save": "--save",
}  # fmt: skip


def compare(
    first: str, others: Sequence[Named], scheme_texts: Sequence[str], chosen: "Chosen",
    given: dict[str, Any], bootstrap: str | None, style: Style, threads: int,
) -> None:  # fmt: skip
    """Compare the systems whose counts are in files or folders."""
    from karat.analysis.comparison import comparison
    from karat.analysis.contest import wanted, without_groups
    from karat.analysis.how import How
    from karat.analysis.streamed import streamed_contest
    from karat.cli.compare import show
    from karat.store.tally_reading import in_memory, kept

    _refuse()
    texts = [first, *_typed(others)]
    found = kept([_named(text) for text in texts])
    systems = _of_schemes(found.systems, scheme_texts)
    schemes = list(dict.fromkeys(one.result.scheme for one in systems))
    names = list(dict.fromkeys(one.name for one in systems))
    if len(names) < 2:
        raise UsageError(f"there are tallies of one system only, {names[0]}; give at least two")
    chosen.check(schemes)
    poisson = bootstrap == "poisson" or (not bootstrap and _many(found.sentences))
    how = How(_comparing.measures_of(chosen, schemes), **given)
    how = replace(
        how, baseline=how.baseline or names[0], samples=_samples(how.samples, found.sentences)
    )
    for scheme in schemes:
        without_groups(scheme, wanted(scheme, how.measures), "files of tallies do not have")
    documents = found.documents() if "document" in (how.unit, how.strata) or not poisson else None
    gold = systems[0].run.gold
    in_order = _comparing.sorted_by(systems, chosen)
    if poisson:
        compete = partial(streamed_contest, threads=threads)
        compared = comparison(in_order, how, documents, gold, compete)
    else:
        compared = comparison([in_memory(one) for one in in_order], how, documents, gold)
    show(compared, systems[0].run, style)


def _refuse() -> None:
    context = click.get_current_context()
    for name, option in _ELSEWHERE.items():
        if context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE:
            raise UsageError(f"{option} does not go with --tallies; give it to karat score")


def _typed(others: Sequence[Named]) -> list[str]:
    """The other arguments as they were typed."""
    return list(click.get_current_context().params.get("system", ())) or [
        one.path for one in others
    ]


def _named(text: str) -> tuple[str, str]:
    """A name, empty if none is given, and a path."""
    from karat.cli._systems import split

    return split(text)


def _of_schemes(systems: "Sequence[Streamed]", texts: Sequence[str]) -> "list[Streamed]":
    """The systems under the schemes that are asked for; all of them if none is named."""
    from karat.schemes import parse

    known = dict.fromkeys(one.result.scheme for one in systems)
    wanted = [parse(text) for text in texts] or list(known)
    for one in wanted:
        if one not in known:
            raise unknown("scheme in these tallies", str(one), map(str, known))
    return [one for scheme in wanted for one in systems if one.result.scheme == scheme]


def _many(sentences: int) -> bool:
    from karat.stats.plan import MOST_IN_MEMORY

    return sentences > MOST_IN_MEMORY


def _samples(given: int, sentences: int) -> int:
    """The number of samples: fewer for very many sentences, unless the user named a number."""
    from karat.stats.plan import FEWER_SAMPLES, MANY

    source = click.get_current_context().get_parameter_source("samples")
    if source is click.core.ParameterSource.COMMANDLINE or sentences <= MANY:
        return given
    return FEWER_SAMPLES
