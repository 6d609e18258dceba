"""PyDelphin, which is imported when the first analysis is read."""

from importlib import import_module
from typing import Any

from karat.model.errors import InputError

# What PyDelphin raises for analyses that it cannot read; SyntaxError is that of XML.
ERRORS = (
    ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, StopIteration,
    SyntaxError, TypeError, ValueError,
)  # fmt: skip
# Columns of places have 32 bits.
_LARGEST = 1 << 31
MISSING = "analyses of DELPH-IN grammars need one more package; type: pip install 'karat[hpsg]'"


def installed() -> bool:
    """Whether PyDelphin can be imported."""
    try:
        import_module("delphin.exceptions")
    except ImportError:
        return False
    return True


def module(name: str) -> Any:
    """A module of PyDelphin, such as ``codecs.eds``."""
    try:
        return import_module(f"delphin.{name}")
    except ImportError:
        raise InputError(MISSING) from None


def errors() -> tuple[type[BaseException], ...]:
    """What a broken analysis can raise."""
    return (module("exceptions").PyDelphinException, *ERRORS)


def check_place(*characters: int) -> None:
    """Refuse places in a text that is too long to be read."""
    if max(map(abs, characters), default=0) >= _LARGEST:
        raise ValueError("a place that no sentence has")
