"""karat-200 as a folder of corpora: what tests of real files need, where the real corpora are not there.

Half of the sentences have other words in gold (traces) than in the parsers' output, so that they fail
or are aligned. The parsers' names are those of the real folder; RECORD.toml of each output has the true one.
"""

import shutil
from pathlib import Path

SUITE = Path(__file__).resolve().parents[1] / "src" / "karat" / "data" / "suites" / "karat-200"
FILES = {
    "gum-news/gold.mrg": "trees.mrg",
    "gum-news/benepar.mrg": "outputs/stanford/trees.mrg",
    "gum-news/stanza.mrg": "outputs/link-grammar/trees.mrg",
    "gum/const/karat-200.ptb": "trees.mrg",
    "gum/dep/karat-200.conllu": "ud.conllu",
    "conll18/en_ewt/gold.conllu": "ud.conllu",
    "conll18/en_ewt/Stanford-18.conllu": "outputs/spacy/deps.conllu",
    "conll18/en_ewt/UDPipe-Future.conllu": "outputs/chain/deps.conllu",
}


def lay_out(folder: Path) -> Path:
    """Put the files into a folder, and return it."""
    for name, source in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(SUITE / source, folder / name)
    return folder
