"""Every bracket that is left out has a reason, and no other has one."""

from hypothesis import given
from tree_strategies import leaves, pairs, trees

import karat
from karat.analysis.why import of_view
from karat.engine.memory import outcome_of
from karat.reports.why import lines
from karat.schemes import parse
from karat.views.flatten import dropped, flatten
from karat.views.prune import prune


@given(leaves().flatmap(trees))
def test_views_account_for_every_bracket(text: str) -> None:
    """As many lines as brackets are gone."""
    bank = karat.read_text(text, format="brackets", layout="lines")
    assert len(lines(of_view("prune", bank))) == len(bank.label) - len(prune(bank).label)
    assert (dropped(bank) == 0).sum() == len(flatten(bank).label)


@given(pairs())
def test_schemes_account_for_every_bracket(pair: tuple[str, str]) -> None:
    """Under evalb and flat, brackets and lines about brackets are those not compared."""
    gold, system = (karat.read_text(one, format="brackets", layout="lines") for one in pair)
    system = system.relabelled(gold.labels)
    for text in ("evalb(params=new)", "flat"):
        outcome = outcome_of(gold, system, parse(text))
        if outcome.status[0]:
            continue
        for side, bank, rows in (
            ("gold", gold, outcome.gold),
            ("system", system, outcome.system),
        ):
            found = lines(stage for stage in outcome.stages() if stage.side == side)
            about = [line for line in found if line.startswith("(") and not line.startswith("(/")]
            assert len(about) == len(bank.label) - len(rows)
