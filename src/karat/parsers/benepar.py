"""benepar: the Berkeley neural parser, with an installed model."""

from collections.abc import Callable
from dataclasses import dataclass

from karat.parsers import shapes
from karat.parsers.adapter import Parsed, option
from karat.parsers.library import Library


@dataclass(frozen=True)
class Benepar(Library):
    """benepar: Penn Treebank trees, with a model"""

    name = "benepar"
    gives = "trees"
    package = "benepar"
    module = "benepar"
    install = "pip install benepar && python -c \"import benepar; benepar.download('benepar_en3')\""

    model: str = option("benepar_en3", "the model's name or folder")

    def open(self) -> Callable[[list[str]], Parsed]:
        import benepar

        parser = benepar.Parser(self.model)

        def parse(tokens: list[str]) -> Parsed:
            found = parser.parse(benepar.InputSentence(words=tokens))
            # An NLTK tree; the wide margin keeps it on one line.
            trees = shapes.trees(found.pformat(margin=1 << 60))[:1]
            return Parsed.trees(trees, *trees)

        return parse


ADAPTER = Benepar
