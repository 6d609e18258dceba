"""stanza: Stanza with an installed model; nothing is downloaded."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from karat.parsers import shapes
from karat.parsers.adapter import Parsed, option
from karat.parsers.library import Library

_PROCESSORS = {"conllu": "tokenize,pos,lemma,depparse", "trees": "tokenize,pos,constituency"}


@dataclass(frozen=True)
class Stanza(Library):
    """Stanza: Universal Dependencies or trees, with a model"""

    name = "stanza"
    package = "stanza"
    module = "stanza"
    install = "pip install stanza && python -c \"import stanza; stanza.download('en')\""

    gives: str = option("conllu", "what it writes", ("conllu", "trees"))  # type: ignore[misc]  # an option of this adapter
    language: str = option("en", "the language")
    folder: str = option("", "the folder of its models, if not the usual one")

    def open(self) -> Callable[[list[str]], Parsed]:
        import stanza

        more = {"dir": self.folder} if self.folder else {}
        pipeline = stanza.Pipeline(
            self.language, processors=_PROCESSORS[self.gives], tokenize_pretokenized=True,
            download_method=None, verbose=False, **more,
        )  # fmt: skip

        def parse(tokens: list[str]) -> Parsed:
            return from_document(pipeline([tokens]), self.gives)

        return parse


ADAPTER = Stanza


def from_document(document: Any, gives: str) -> Parsed:
    """The result for a Stanza Document of one sentence."""
    sentence = document.sentences[0]
    if gives == "trees":
        trees = shapes.trees(str(sentence.constituency))[:1]
        return Parsed.trees(trees, *trees)
    rows = [
        (word.text, word.lemma, word.upos, word.xpos, word.feats, word.head, word.deprel)
        for word in sentence.words
    ]
    return Parsed.conllu(shapes.conllu(rows))
