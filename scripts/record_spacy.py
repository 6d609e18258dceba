"""Sentences of tokens on standard input, spaCy's dependencies as CoNLL-U on standard output.

Run by record.py with a Python that has spaCy 2.3.9; the first line says which versions these are.
"""

import sys
import warnings

warnings.simplefilter("ignore")
import en_core_web_sm  # noqa: E402
import spacy  # noqa: E402
from spacy.tokens import Doc  # noqa: E402


def main() -> None:
    """Parse every line as one sentence."""
    model = en_core_web_sm.load(disable=["ner"])
    print(f"{spacy.__version__}, model en_core_web_sm {model.meta['version']}")
    for line in sys.stdin:
        doc = Doc(model.vocab, words=line.split())
        for token in doc[1:]:
            token.is_sent_start = False
        for _, step in model.pipeline:
            doc = step(doc)
        for i, token in enumerate(doc, 1):
            head = 0 if token.head.i == token.i else token.head.i + 1
            row = [
                i,
                token.text,
                token.lemma_,
                token.pos_,
                token.tag_,
                "_",
                head,
                token.dep_,
                "_",
                "_",
            ]
            print("\t".join(map(str, row)))
        print()


if __name__ == "__main__":
    main()
