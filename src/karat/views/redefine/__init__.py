"""Step 3 of PARSEVAL: redraw three constructions in the one way the grammarians agreed on.

Extraposition: the clause goes to the topmost node of its host clause. Modified noun phrases: the
core and all of its modifiers stand under one node. Runs of prepositions at the start of a
constituent, or of particles at its end: each is attached to it on its own. Each can be switched off.

It works on pruned trees, and prunes those that are not. Labels and tags decide where the grammar
profile and ``data/parseval/redefine.toml`` know them, otherwise the words do.

Black et al. (1991), section 3.

>>> import karat
>>> from karat.formats.brackets import dumps
>>> bank = karat.read_text("(VP (VBD ran) (PP (RB out) (PP (IN of) (NP (NN oatmeal) (NNS cookies)))))")
>>> print(dumps(redefine(bank)), end="")
(VP (VBD ran) (PP (RB out) (IN of) (NP (NN oatmeal) (NNS cookies))))
"""

from karat.files.profile import DEFAULT, Profile
from karat.model.bank import Bank
from karat.model.outcome import Stage
from karat.views import prune as pruning
from karat.views.profile import grammar_of
from karat.views.redefine.extraposition import move_clauses
from karat.views.redefine.phrases import redraw_phrases
from karat.views.redefine.reading import read


def redefine(
    bank: Bank, extraposition: bool = True, noun_phrases: bool = True, prepositions: bool = True,
    profile: Profile | str = DEFAULT,
) -> Bank:  # fmt: skip
    """The same trees with the constructions redrawn.

    >>> import karat
    >>> from karat.formats.brackets import dumps
    >>> bank = karat.read_text("(NP (NP (DT the) (NN tree) (PP (IN by) (NN us))) (PP (IN at) (NN sea)))")
    >>> print(dumps(redefine(bank)), end="")
    (NP (NP (DT the) (NN tree)) (PP (IN by) (NN us)) (PP (IN at) (NN sea)))
    """
    drawn = extraposition, noun_phrases, prepositions
    return _redefined(pruning.prune(bank), grammar_of(profile), *drawn)[0]


def stages(
    bank: Bank, extraposition: bool = True, noun_phrases: bool = True, prepositions: bool = True,
    profile: Profile | str = DEFAULT,
) -> list[Stage]:  # fmt: skip
    """The brackets that ``redefine`` drops and draws; those drawn are rows of the redrawn Bank.

    >>> import karat
    >>> bank = karat.read_text("(VP (VBD ran) (PP (RB out) (PP (IN of) (NP (NN fresh) (NNS cookies)))))")
    >>> [(stage.rows.tolist(), stage.why) for stage in stages(bank)]
    [([2], 'redrawn, prepositions or particles in a row')]
    """
    drawn = extraposition, noun_phrases, prepositions
    redrawn = _redefined(pruning.prune(bank), grammar_of(profile), *drawn)[1]
    return pruning.stages(bank) + redrawn


def _redefined(
    bank: Bank, grammar: Profile, extraposition: bool, noun_phrases: bool, prepositions: bool
) -> tuple[Bank, list[Stage]]:
    trees, moved = read(bank, grammar), list[Stage]()
    if extraposition:
        trees, moved = move_clauses(trees)
    bank, redrawn = redraw_phrases(trees, noun_phrases, prepositions)
    return bank, [stage for stage in moved + redrawn if len(stage.rows)]
