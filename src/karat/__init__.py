"""karat says how much gold there is in a parse.

>>> import karat
>>> karat.score("(S (NP (N dogs)) (VP (V bark)))", "(S (NP (N dogs)) (VP (V bark)))", "evalb").f1
1.0
"""

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from karat.analysis.comparison import Comparison
    from karat.api import compare, phenomena, score
    from karat.formats import read, read_text
    from karat.model.bank import Bank
    from karat.model.errors import InputError, KaratError, SyntaxFault, UsageError
    from karat.model.scheme import Scheme
    from karat.model.score import Score

# Where the public names live; a name is imported when it is first used, so that starting is fast.
_HOME = {
    "karat.analysis.comparison": ("Comparison",),
    "karat.api": ("compare", "phenomena", "score"),
    "karat.formats": ("read", "read_text"),
    "karat.model.bank": ("Bank",),
    "karat.model.errors": ("InputError", "KaratError", "SyntaxFault", "UsageError"),
    "karat.model.scheme": ("Scheme",),
    "karat.model.score": ("Score",),
}
_MODULE = {name: module for module, names in _HOME.items() for name in names}

__all__ = [
    "Bank", "Comparison", "InputError", "KaratError", "Scheme", "Score", "SyntaxFault", "UsageError",
    "compare", "phenomena", "read", "read_text", "score",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    import importlib

    if name in _MODULE:
        return getattr(importlib.import_module(_MODULE[name]), name)
    raise AttributeError(f"module 'karat' has no attribute {name!r}")
