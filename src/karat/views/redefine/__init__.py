"""Step 3 of PARSEVAL: redraw three constructions in the way that the grammarians agreed on.

Extraposition: the clause is attached to the topmost node of its host clause. Modified noun phrases:
the core and all of its modifiers are under one node. Runs of prepositions at the start of a
constituent, or of particles at its end: each word is attached to it separately. Each of the three
can be switched off.

They are found by null elements (``*EXP*``, ``*ICH*``), by the labels and tags in a grammar profile and
in ``data/parseval/redefine.toml``, or else by the words. The result is a plan. It is carried out by
position alone, on the same parse or on another parse of the same words, whatever its labels.

Trees are pruned first if they are not. Black et al. (1991), section 3.

>>> import karat
>>> from karat.formats.brackets import dumps
>>> bank = karat.read_text("(VP (VBD ran) (PP (RB out) (PP (IN of) (NP (NN oatmeal) (NNS cookies)))))")
>>> print(dumps(redefine(bank)), end="")
(VP (VBD ran) (PP (RB out) (IN of) (NP (NN oatmeal) (NNS cookies))))
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from karat.files.profile import DEFAULT, Profile, load
from karat.model.bank import Bank
from karat.model.columns import Bools
from karat.model.outcome import Stage
from karat.views import prune as pruning
from karat.views.profile import grammar_of
from karat.views.redefine import extraposition as extraposed
from karat.views.redefine import noun_phrases as nominal
from karat.views.redefine import phrases, runs, traces
from karat.views.redefine.plan import NO_CORES, Clause, Plan
from karat.views.redefine.reading import Shape, Tables, bundled, read, tables


@dataclass(frozen=True)
class Wanted:
    """Which constructions are redrawn, and what labels, tags and words mean."""

    extraposition: bool = True
    noun_phrases: bool = True
    prepositions: bool = True
    tables: Tables = field(default_factory=bundled)
    grammar: Profile = field(default_factory=load)


CHANGES = "trees"


def redefine(
    bank: Bank,
    extraposition: bool = True,
    noun_phrases: bool = True,
    prepositions: bool = True,
    predicates: str = "",
    profile: Profile | str = DEFAULT,
) -> Bank:
    """The same trees with the constructions redrawn.

    >>> import karat
    >>> from karat.formats.brackets import dumps
    >>> bank = karat.read_text("(NP (NP (DT the) (NN tree) (PP (IN by) (NN us))) (PP (IN at) (NN sea)))")
    >>> print(dumps(redefine(bank)), end="")
    (NP (NP (DT the) (NN tree)) (PP (IN by) (NN us)) (PP (IN at) (NN sea)))
    """
    grammar = grammar_of(profile)
    wanted = Wanted(extraposition, noun_phrases, prepositions, tables(predicates), grammar)
    return _redefined(bank, wanted).bank


def stages(
    bank: Bank,
    extraposition: bool = True,
    noun_phrases: bool = True,
    prepositions: bool = True,
    predicates: str = "",
    profile: Profile | str = DEFAULT,
) -> list[Stage]:
    """The brackets that ``redefine`` drops and draws; those drawn are rows of the redrawn Bank.

    >>> import karat
    >>> bank = karat.read_text("(VP (VBD ran) (PP (RB out) (PP (IN of) (NP (NN fresh) (NNS cookies)))))")
    >>> [(stage.rows.tolist(), stage.why) for stage in stages(bank)]
    [([2], 'redrawn, prepositions or particles in a row')]
    """
    grammar = grammar_of(profile)
    wanted = Wanted(extraposition, noun_phrases, prepositions, tables(predicates), grammar)
    return pruning.stages(bank) + _redefined(bank, wanted).stages


def _redefined(bank: Bank, wanted: Wanted) -> "Redrawn":
    return by_itself(pruning.prune(bank), wanted, traced(bank, wanted))


class Redrawn(NamedTuple):
    """A redrawn parse, the brackets that were dropped and drawn, and the plan that says so."""

    bank: Bank
    stages: list[Stage]
    plan: Plan


def traced(bank: Bank, wanted: Wanted) -> list[Clause]:
    """The extraposed clauses that null elements mark, in trees that still have null elements."""
    return traces.find(bank, wanted.tables, wanted.grammar) if wanted.extraposition else []


def by_itself(
    bank: Bank, wanted: Wanted, told: Sequence[Clause] = (), behind_be: Bools | None = None
) -> Redrawn:
    """A pruned parse redrawn by its own labels, tags and words.

    ``told`` is the result of ``traced``, and ``behind_be`` that of ``extraposition.behind_be``.
    """
    if not len(bank.label):
        return Redrawn(bank, [], Plan())
    trees = read(bank, wanted.tables, wanted.grammar, behind_be)
    clauses = list(told)
    if wanted.extraposition:
        known = {(one.sentence, one.start) for one in told}
        clauses += (one for one in extraposed.find(trees) if (one.sentence, one.start) not in known)
    moved, stages = extraposed.move(trees, clauses)
    if moved is not bank:
        trees = trees.of(moved)
    cores = nominal.find(trees) if wanted.noun_phrases else NO_CORES
    plan = Plan(tuple(clauses), cores, runs.find(trees) if wanted.prepositions else ())
    redrawn, more = phrases.redraw(trees, plan)
    return Redrawn(redrawn, stages + more, plan)


def by_plan(bank: Bank, plan: Plan) -> Redrawn:
    """A pruned parse redrawn by the plan of another parse of the same words."""
    if not len(bank.label):
        return Redrawn(bank, [], plan)
    shape = Shape(bank)
    moved, stages = extraposed.move(shape, plan.clauses)
    redrawn, more = phrases.redraw(shape if moved is bank else Shape(moved), plan)
    return Redrawn(redrawn, stages + more, plan)
