"""Compiled loops over text and columns.

The modules here are ordinary Python that Cython compiles when the package is built. Where no
compiler was found, or with ``KARAT_KERNELS=python`` in the environment, the very same files run
uncompiled: same results, a hundred times slower. ``compiled()`` says which it is.
"""

import functools
import importlib.util
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np

MODULES = (
    "scan",
    "spans",
    "evalb",
    "trees",
    "words",
    "erase",
    "settle",
    "conllu",
    "columns",
    "heads",
    "gr",
    "yields",
    "align",
    "lineages",
    "edges",
)


def _without_cython() -> None:
    """Let the sources run where Cython is not installed: they need five names of it, as no-ops."""
    if importlib.util.find_spec("cython") is None:
        from karat.kernels import _plain

        sys.modules["cython"] = _plain


def _load_sources() -> None:
    """Import the kernels from their sources even where compiled ones lie beside them."""
    _without_cython()
    for name in MODULES:
        path = Path(__file__).with_name(f"{name}.py")
        full = f"{__name__}.{name}"
        spec = importlib.util.spec_from_file_location(full, path)
        assert spec is not None  # the file is part of the package
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[full] = module
        spec.loader.exec_module(module)
        for name, value in vars(module).copy().items():
            if isinstance(value, FunctionType) and value.__module__ == full:
                setattr(module, name, _on_plain_numbers(value))


def _on_plain_numbers(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a kernel memoryviews in place of arrays: their items are Python's numbers.

    NumPy's would stay as small as they are stored, and wrap around where C computes in integers.
    """

    @functools.wraps(function)
    def call(*arguments: Any) -> Any:
        return function(*(a.data if isinstance(a, np.ndarray) else a for a in arguments))

    return call


if os.environ.get("KARAT_KERNELS") == "python":
    _load_sources()
else:
    try:
        from karat.kernels import scan as _scan  # noqa: F401  # is there a compiled one?
    except ImportError:
        _load_sources()


def compiled() -> bool:
    """Whether the loops run as machine code."""
    from karat.kernels import scan

    return not (scan.__file__ or "").endswith(".py")
