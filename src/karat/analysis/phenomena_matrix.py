"""Which phenomena of gold each system shows, recognised in gold and in the systems by the same rules."""

from karat.engine.tallying import Files, tallied_files
from karat.model.bank import Bank
from karat.model.score import Score
from karat.recognise.evidence import Evidence
from karat.schemes.phenomena import Phenomena
from karat.suites import choosing
from karat.suites.native import Native

# The sentences by which the rules are chosen.
_HEAD = 200


def rules_for(gold: Bank) -> str:
    """The rules for what gold has; a UsageError if there are none."""
    head = gold.slice(0, min(_HEAD, len(gold)))
    kind = "brackets" if head.has_trees else "conllu"
    return choosing.chosen(Native(Evidence.of(head, kind)))[0]


def phenomena_matrix(files: Files, rules: str) -> tuple[Score, ...]:
    """The score of each system over all phenomena that the rules recognise, by phenomenon."""
    scheme = Phenomena(mode="exhaustive", recogniser=rules)
    _, found = tallied_files(files, [scheme], by=("phenomenon",))
    return tuple(one.score(("phenomenon",)) for one in found)
