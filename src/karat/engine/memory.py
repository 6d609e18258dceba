"""Score Banks that are in memory; the per-sentence tally is kept with the score."""

import hashlib

from karat.engine.run import Run, block_result
from karat.model.bank import Bank
from karat.model.errors import InputError
from karat.model.scheme import Scheme
from karat.model.score import Score, make_score


def compare_banks(
    gold: Bank, system: Bank, name: str, scheme: Scheme, by: tuple[str, ...]
) -> Score:
    """Score one Bank against another that shares its labels."""
    if not len(gold):
        raise InputError(f"{gold.path}: there is no sentence in it")
    if scheme.pairing == "sentences":
        if len(system) > len(gold):
            raise InputError(f"{len(system)} system sentences for {len(gold)} gold sentences")
        system = system.padded(len(gold))
    outcome = scheme.comparison(gold.labels)(gold, system)
    tally = scheme.tally(outcome, gold.labels, by)
    result = block_result(name, scheme, outcome, tally, gold, system, by=by)
    sha256 = gold.sha256 or hashlib.sha256(gold.text.tobytes()).hexdigest()
    run = Run(gold.path, sha256, len(gold), [result], {})
    return make_score(result, run, tally=tally)
