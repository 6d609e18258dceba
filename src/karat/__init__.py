"""karat says how much gold there is in a parse.

>>> import karat
>>> karat.score("(S (NP (N dogs)) (VP (V bark)))", "(S (NP (N dogs)) (VP (V bark)))", "evalb").f1
1.0

read, read_text    a file, or a text, as a Bank
score, compare     figures of one system, or of several
show               one sentence as a picture, with what matched and what did not
Metric             a score that grows batch by batch, as in a training loop
metrics            the same for Hugging Face's evaluate and for spaCy
phenomena          the phenomena that a parser's output shows
Bank, Sentence     a corpus, and one of its sentences
Score, Scheme      figures with their signature, and how they are computed
Comparison         several systems, and whether their differences are real
Picture            a sentence with gold and systems, ready to be drawn
KaratError         what karat raises: UsageError, InputError, and SyntaxFault with a place in a file

docs/api.md describes them all.
"""

# Not imported from typing: "python -m karat" looks for modules in the current folder until __main__ is run.
TYPE_CHECKING = False

__version__ = "0.1.0"

if TYPE_CHECKING:
    from typing import Any

    from karat import metrics as metrics
    from karat.analysis.comparison import Comparison
    from karat.analysis.picture import Picture
    from karat.api import compare, phenomena, score, show
    from karat.engine.metric import Metric
    from karat.formats import read, read_text
    from karat.model.bank import Bank
    from karat.model.errors import InputError, KaratError, SyntaxFault, UsageError
    from karat.model.scheme import Scheme
    from karat.model.score import Score
    from karat.model.sentence import Sentence

# Where the public names live; a name is imported when it is first used, so that starting is fast.
_HOME = {
    "karat.analysis.comparison": ("Comparison",),
    "karat.analysis.picture": ("Picture",),
    "karat.api": ("compare", "phenomena", "score", "show"),
    "karat.engine.metric": ("Metric",),
    "karat.formats": ("read", "read_text"),
    "karat.model.bank": ("Bank",),
    "karat.model.errors": ("InputError", "KaratError", "SyntaxFault", "UsageError"),
    "karat.model.scheme": ("Scheme",),
    "karat.model.score": ("Score",),
    "karat.model.sentence": ("Sentence",),
}
_MODULE = {name: module for module, names in _HOME.items() for name in names}

__all__ = [
    "Bank", "Comparison", "InputError", "KaratError", "Metric", "Picture", "Scheme", "Score", "Sentence",
    "SyntaxFault", "UsageError", "compare", "phenomena", "read", "read_text", "score", "show",
]  # fmt: skip


def __getattr__(name: str) -> "Any":
    import importlib

    if name in _MODULE:
        return getattr(importlib.import_module(_MODULE[name]), name)
    if name == "metrics":
        return importlib.import_module("karat.metrics")
    raise AttributeError(f"module 'karat' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, "metrics", "__doc__", "__version__"])
