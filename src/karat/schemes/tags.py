"""Accuracy of tags, or of any other column of words: lemmas, features, supertags.

    accuracy = matched / gold
    exact    = sentences with every word right, and no others / sentences

``gold`` and ``matched`` count words. ``column`` says what is compared: ``tag``, the tag in a tree or
the finer tag of a column format; ``upos``, ``xpos``, ``lemma``, ``feats`` of column formats;
``deprel``, the label of the dependency to the head. ``--by label`` breaks recall, precision and F1
down by tag.

Church (1988); Bangalore, Sarkar, Doran and Hockey (1998), section 2.

Differences from EVALB's tagging accuracy: only null elements (-NONE-) are left out, and words whose
gold tag is in ``skip``; a sentence that failed counts as wrong.
Differences from the CoNLL 2018 script: words must be the same on both sides; ``conll18`` aligns
sentences that were tokenised differently.

>>> from karat import score
>>> gold = "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))"
>>> system = "(S (NP (DT the) (JJ dog)) (VP (VBZ barks)))"
>>> figures = score(gold, system, "tags")
>>> figures.counts["matched"], figures.counts["gold"], figures.exact
(2, 3, 0.0)
"""

from dataclasses import dataclass

from karat.comparison.word_columns import COLUMNS, WordColumns
from karat.files.evalb_params import encoded
from karat.model.labels import Labels
from karat.model.measure import EXACT, Measure
from karat.model.scheme import Needs, Scheme, option


@dataclass(frozen=True)
class Tags(Scheme):
    """Accuracy of the tags of words, or of another of their columns."""

    name = "tags"
    citation = (
        "Kenneth Ward Church. 1988. A stochastic parts program and noun phrase parser for "
        "unrestricted text. ANLP."
    )
    counts = {
        "gold": "words of gold",
        "system": "words of the system",
        "matched": "words that are right",
        "sentences": "sentences",
        "exact": "sentences whose words are all right",
    }
    table = ("accuracy", "exact")
    needs = Needs("words", gaps=True, untagged="the accuracy of tags says nothing")
    rows = "words"
    picture = "ranges"

    column: str = option("tag", "which column of a word to compare", tuple(COLUMNS))
    skip: tuple[str, ...] = option((), "leave out words with these gold tags, joined by +")

    def comparison(self, labels: Labels) -> WordColumns:
        return WordColumns(self.column, encoded(self.skip), labels)

    def measures(self) -> tuple[Measure, ...]:
        return (Measure("accuracy", "matched / gold"), EXACT)


SCHEME = Tags
