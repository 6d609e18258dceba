"""Train a model of UDPipe 1 (tags and dependencies, no tokeniser) on a treebank in CoNLL-U.

    python scripts/train_udpipe.py TREEBANK.conllu MODEL.udpipe "what the treebank is"

Sentences with a word of more than 30 characters are left out, because UDPipe's dictionary cannot hold
them. A text file beside the model says what it was trained on; record.py puts this into RECORD.toml.
"""

import sys
from importlib.metadata import version
from pathlib import Path

from ufal import udpipe

LONGEST = 30
TAGGER = "models=1;iterations=8"
PARSER = (
    "iterations=10;embedding_upostag=20;embedding_feats=20;embedding_xpostag=0;embedding_form=50;"
    "embedding_lemma=0;embedding_deprel=20;learning_rate=0.02;learning_rate_final=0.001;l2=0.5;"
    "hidden_layer=200;batch_size=10;transition_system=projective;transition_oracle=dynamic;"
    "structured_interval=8"
)


def usable(block: str) -> bool:
    """Whether a sentence has no word that is too long."""
    rows = [line.split("\t") for line in block.split("\n") if not line.startswith("#")]
    return all(len(row[1]) <= LONGEST for row in rows)


def sentences(text: str) -> "udpipe.Sentences":
    """The sentences of a text in CoNLL-U."""
    reader, fault = udpipe.InputFormat.newConlluInputFormat(), udpipe.ProcessingError()
    reader.setText(text)
    found, sentence = udpipe.Sentences(), udpipe.Sentence()
    while reader.nextSentence(sentence, fault):
        found.append(sentence)
        sentence = udpipe.Sentence()
    if fault.occurred():
        sys.exit(f"not CoNLL-U: {fault.message}")
    return found


def main(treebank: Path, model: Path, said: str) -> None:
    """Write the model and what it was trained on."""
    blocks = [one for one in treebank.read_text().strip().split("\n\n") if usable(one)]
    fault = udpipe.ProcessingError()
    trained = udpipe.Trainer.train(
        "morphodita_parsito", sentences("\n\n".join(blocks) + "\n\n"), udpipe.Sentences(),
        "none", TAGGER, PARSER, fault,
    )  # fmt: skip
    if fault.occurred():
        sys.exit(f"UDPipe could not be trained: {fault.message}")
    model.write_bytes(trained)
    told = f"trained by scripts/train_udpipe.py with ufal.udpipe {version('ufal.udpipe')} on {said}"
    Path(f"{model}.txt").write_text(f"{told}, {len(blocks)} sentences\n")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(
            'python scripts/train_udpipe.py TREEBANK.conllu MODEL.udpipe "what the treebank is"'
        )
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3])
