"""Dependencies between chunks: the normal form in which partial and full parsers can be compared.

    recall    = matched / gold
    precision = matched / system
    f1        = (1 + beta²) matched / (beta² gold + system)
    accepted  = accepted / links
    plain     = plain / links

Both sides use gold's chunks, or those of the file ``chunks``. The scheme compares pairs of chunks
that a link joins; links inside a chunk do not count, and the head may be the root. ``links`` counts
gold's links between words. A system link is accepted if it stays inside a chunk or joins two chunks
that gold joins too; it is plain if its head is the same word as in gold. A partial parser loses only
the links that it does not make: if it returns several fragments, none of them counts as attached to
the root.
A word outside all chunks is a chunk of its own; punctuation has no link. The chunk of a preposition
is joined with the chunk after it (``join``), so that it does not matter which of the two is the
head.

Bangalore, Sarkar, Doran and Hockey (1998), sections 4 and 6.2.

Differences from the paper: it only counts accepted links (5165 of 6135, 84.2 %) and uses the chunks
of both sides; here the pairs themselves are compared too. Dependencies of trees are derived by head
rules (``heads``); the paper does not give its rules.

>>> from karat import score
>>> gold = "(S (NP (DT the) (NN dog)) (VP (VBZ barks) (PP (IN at) (NP (DT the) (NN moon)))))"
>>> partial = "(NP (DT the) (NN dog)) (VP (VBZ barks) (PP (IN at) (NP (DT the) (NN moon))))"
>>> found = score(gold, partial, "chunkdeps")
>>> round(found.recall, 3), found.precision, round(found.accepted, 3)
(0.333, 1.0, 0.667)
"""

from dataclasses import dataclass

from karat.comparison.chunk_file import ChunkFile
from karat.comparison.chunk_links import ChunkLinks
from karat.files import resources
from karat.model.bank import Bank
from karat.model.labels import Labels
from karat.model.measure import EXACT, Measure, overlap
from karat.model.outcome import Outcome
from karat.model.scheme import Needs, option
from karat.schemes._profiled import Profiled


@dataclass(frozen=True)
class ChunkDeps(Profiled):
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
    blocks = "small"
    picture = "arcs"

    labelled: bool = option(False, "whether the labels of links must agree")
    heads: str = option(
        "ud", "head rules for deriving dependencies from trees: collins, magerman, ud, or a file"
    )
    chunks: str = option("", "a file with gold's chunks, such as IOB columns; default: gold's own")
    join: bool = option(True, "join the chunk of a preposition with the chunk after it")

    def comparison(self, labels: Labels) -> ChunkLinks:
        chunks = ChunkFile(self.chunks, labels) if self.chunks else None
        return ChunkLinks(self.labelled, self.join, self.grammars, chunks)

    def aligned_comparison(self, labels: Labels) -> ChunkLinks:
        return ChunkLinks(self.labelled, self.join, self.grammars)

    def to_align(self, gold: Bank, system: Bank, plain: Outcome) -> tuple[Bank, Bank]:
        # These have gold's chunks, which are made before any word is filled in.
        return plain.banks

    def digest(self) -> str:
        return super().digest() + (resources.read(self.chunks).digest if self.chunks else "")

    def measures(self) -> tuple[Measure, ...]:
        return (
            *overlap(self.beta),
            EXACT,
            Measure("accepted", "accepted / links", means=()),
            Measure("plain", "plain / links", means=()),
        )


SCHEME = ChunkDeps
