"""The results of systems whose sentences were laid over gold's, part by part where that can be done."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from karat.comparison.laid_account import Account
from karat.comparison.laid_over import laid_over
from karat.engine.common import scored_by_all, without_score
from karat.engine.laying import Again
from karat.engine.memory import outcome_laid_over
from karat.engine.results import Result, block_result
from karat.engine.spool import Spool
from karat.engine.worker import Task
from karat.model.bank import Bank
from karat.model.outcome import Outcome
from karat.model.scheme import Scheme
from karat.model.tally import Tally

# The counts of some sentences: how many came before, the place among the results, and the tally.
Row: TypeAlias = tuple[int, int, Tally]


class Part(NamedTuple):
    """The sentences of a part, laid over gold's; ``first`` sentences came before them.

    ``lacking`` is how many sentences the system does not have; there are empty ones instead.
    """

    first: int
    gold: Bank
    system: Bank
    outcomes: Sequence[Outcome]
    account: Account
    lacking: int = 0


def laid_parts(parts: Iterator[tuple[Bank, Bank]], schemes: Sequence[Scheme]) -> Iterator[Part]:
    """Each part of two files with its sentences laid over gold's, compared under all schemes.

    Options that depend on the files are decided by the first part.
    """
    first, settled = 0, list[Scheme]()
    for gold, system in parts:
        laid = laid_over(gold, system)
        settled = settled or [scheme.settled(gold, laid.system) for scheme in schemes]
        both = zip(schemes, settled, strict=True)
        outcomes = [outcome_laid_over(gold, system, laid, *each) for each in both]
        yield Part(first, gold, system, outcomes, laid.account)
        first += len(gold)


def overlaid(
    task: Task, again: Again, missing: Collection[int]
) -> tuple[dict[int, Result], list[Spool[Row]]]:
    """The results at the places ``missing``, and the counts of their sentences, if these are kept."""
    width = len(task.schemes)
    if task.common:
        return _in_common(task, again, missing)
    results, rows = dict[int, Result](), list[Spool[Row]]()
    for system in sorted({at // width for at in missing}):
        wanted = [at for at in sorted(missing) if at // width == system]
        schemes = [task.schemes[at % width] for at in wanted]
        path, kept, account = task.systems[system].source.path, Spool[Row](), Account()
        rows.append(kept)
        for part in laid_parts(again.parts(system + 1, task.views), schemes):
            for at, scheme, outcome in zip(wanted, schemes, part.outcomes, strict=True):
                tally = scheme.tally(outcome, part.gold.labels, task.by)
                if task.keep_rows:
                    kept.add((part.first, at, tally))
                new = block_result(path, scheme, outcome, tally, by=task.by, first=part.first)
                results[at] = results[at] + new if at in results else new
            account += part.account
        for at in wanted:
            results[at] = _with_account(results[at], account, task)
    return results, rows


def _in_common(
    task: Task, again: Again, missing: Collection[int]
) -> tuple[dict[int, Result], list[Spool[Row]]]:
    """The same over the sentences that all systems have a score for, which needs the counts of all."""
    width, found = len(task.schemes), dict[int, tuple[Outcome, Account, Tally]]()
    for system in sorted({at // width for at in missing}):
        wanted = [at for at in sorted(missing) if at // width == system]
        schemes = [task.schemes[at % width] for at in wanted]
        (part,) = laid_parts(iter([again.banks(system + 1, task.views)]), schemes)
        for at, scheme, outcome in zip(wanted, schemes, part.outcomes, strict=True):
            tally = scheme.tally(outcome, part.gold.labels, task.by)
            found[at] = outcome, part.account, tally
    results, counted = dict[int, Result](), dict[int, Tally]()
    for number, scheme in enumerate(task.schemes):
        places = [at for at in found if at % width == number]
        tallies = scored_by_all([found[at][2] for at in places])
        counted |= dict(zip(places, tallies, strict=True))
        for at in places:
            outcome, account, every = found[at]
            path = task.systems[at // width].source.path
            result = block_result(path, scheme, outcome, counted[at], by=task.by)
            result = _with_account(result, account, task)
            results[at] = replace(result, notes={**result.notes, **without_score(every)})
    rows = Spool[Row]()
    for at in sorted(counted) if task.keep_rows else ():
        rows.add((0, at, counted[at]))
    return results, [rows]


def _with_account(result: Result, account: Account, task: Task) -> Result:
    """The result with notes that say how sentences were laid over gold's; of a corpus, in which file."""
    where = f"{result.system}: " if task.gold.source.corpus else ""
    notes = {f"{where}{note}": sentences for note, sentences in account.notes()}
    return replace(result, notes={**notes, **result.notes})
