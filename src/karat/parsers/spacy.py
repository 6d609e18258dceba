"""spacy: spaCy with any of its models, on the given tokens."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from karat.parsers import shapes
from karat.parsers.adapter import Parsed, option
from karat.parsers.library import Library


@dataclass(frozen=True)
class Spacy(Library):
    """spaCy: dependencies and tags, with a model"""

    name = "spacy"
    gives = "conllu"
    package = "spacy"
    module = "spacy"
    install = "pip install spacy && python -m spacy download en_core_web_sm"

    model: str = option("en_core_web_sm", "the model's name or folder")

    def open(self) -> Callable[[list[str]], Parsed]:
        import spacy

        pipeline = spacy.load(self.model)

        def parse(tokens: list[str]) -> Parsed:
            # Step by step, because the pipeline of spaCy 2 takes only text, not a Doc.
            doc: Any = spacy.tokens.Doc(pipeline.vocab, words=tokens)
            for _, step in pipeline.pipeline:
                doc = step(doc)
            return from_doc(doc)

        return parse


ADAPTER = Spacy


def from_doc(doc: Iterable[Any]) -> Parsed:
    """The dependencies of a spaCy Doc, in which the root is its own head and is labelled ROOT."""
    rows = [
        (
            token.text, token.lemma_, token.pos_, token.tag_, str(getattr(token, "morph", "")),
            0 if token.head.i == token.i else token.head.i + 1,
            "root" if token.dep_ == "ROOT" else token.dep_,
        )
        for token in doc
    ]  # fmt: skip
    return Parsed.conllu(shapes.conllu(rows))
