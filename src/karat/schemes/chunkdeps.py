"""Dependencies between chunks: the normal form in which partial and full parsers can be compared.

    recall    = matched / gold
    precision = matched / system
    f1        = (1 + beta²) matched / (beta² gold + system)
    accepted  = accepted / links
    plain     = plain / links

First the chunks, gold's for both sides; then only links between words of different chunks, each as
the pair of its chunks (the head's may be the root). These pairs are a set. ``links`` are gold's
links; a link of the system is accepted when it stays inside a chunk or joins two chunks that gold
joins too, and plain when the head is the very same word. A partial parser loses only the links that
it does not make: of several fragments none is taken to hang on the root. A word in no chunk is a
chunk by itself; punctuation has no link. A preposition's chunk is one with the chunk after it
(``join``), so that it does not matter which of the two is the head.

Bangalore, Sarkar, Doran and Hockey (1998), sections 4 and 6.2.

Differences from the paper: it only counts accepted links (5165 of 6135, 84.2 %), and took chunks of
both sides; here the pairs themselves are compared too. Dependencies of trees are made by head rules
(``heads``), as the paper's were by rules that it does not give.

>>> from karat import score
>>> gold = "(S (NP (DT the) (NN dog)) (VP (VBZ barks) (PP (IN at) (NP (DT the) (NN moon)))))"
>>> partial = "(NP (DT the) (NN dog)) (VP (VBZ barks) (PP (IN at) (NP (DT the) (NN moon))))"
>>> found = score(gold, partial, "chunkdeps")
>>> round(found.recall, 3), found.precision, round(found.accepted, 3)
(0.333, 1.0, 0.667)
"""

from dataclasses import dataclass

from karat.comparison.chunk_links import ChunkLinks
from karat.model.labels import Labels
from karat.model.measure import EXACT, Measure, overlap
from karat.model.scheme import Needs, Scheme, option


@dataclass(frozen=True)
class ChunkDeps(Scheme):
    """Dependencies between gold's chunks: for comparing partial and full parsers of any kind."""

    name = "chunkdeps"
    citation = (
        "Srinivas Bangalore, Anoop Sarkar, Christine Doran and Beth Ann Hockey. 1998. Grammar & "
        "parser evaluation in the XTAG project. LREC workshop on the evaluation of parsing systems."
    )
    counts = {
        "gold": "pairs of chunks that gold links",
        "system": "pairs of chunks that the system links",
        "matched": "pairs that match",
        "links": "links of gold between words",
        "accepted": "links inside a chunk, or between the same chunks as in gold",
        "plain": "links between the same words as in gold",
        "sentences": "sentences",
        "exact": "sentences with matched = gold = system",
    }
    table = ("recall", "precision", "f1", "accepted", "plain")
    needs = Needs("edges", derived_from=("trees",))
    rows = "links"
    drawn = False

    labelled: bool = option(False, "whether the labels of links must agree")
    heads: str = option("ud", "head rules for a side that has trees: collins, magerman, ud, a file")
    join: bool = option(True, "a preposition's chunk is one with the chunk after it")

    def comparison(self, labels: Labels) -> ChunkLinks:
        return ChunkLinks(self.labelled, self.join)

    def measures(self) -> tuple[Measure, ...]:
        return (
            *overlap(self.beta),
            EXACT,
            Measure("accepted", "accepted / links", means=()),
            Measure("plain", "plain / links", means=()),
        )


SCHEME = ChunkDeps
