"""Compiled loops over text and columns.

The modules here are ordinary Python that Cython compiles when the package is built. Where no
compiler was found, or with ``KARAT_KERNELS=python`` in the environment, the same files run
uncompiled, with the same results, and up to a hundred times slower: a warning says so, once, before
they are used. ``compiled()`` says which is the case. If one kernel is not compiled, none of the
compiled ones is used: they may be from another build.
"""

import functools
import importlib.util
import os
import sys
import warnings
from collections.abc import Callable, Sequence
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec, SourceFileLoader
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

_FOLDER = Path(__file__).parent
_FILES = frozenset(os.listdir(_FOLDER))
# Every module of the folder, as in setup.py; one whose name begins with _ is no kernel.
MODULES = sorted(name[:-3] for name in _FILES if name.endswith(".py") and name[0] != "_")


class _Sources:
    """Finds the sources of the kernels even if there are compiled ones beside them."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        package, _, name = fullname.rpartition(".")
        if package != __name__ or name not in MODULES:
            return None
        file = str(_FOLDER / f"{name}.py")
        return importlib.util.spec_from_file_location(fullname, loader=_Loader(fullname, file))


class _Loader(SourceFileLoader):
    """Loads a kernel whose functions and structs take arrays."""

    def exec_module(self, module: ModuleType) -> None:
        super().exec_module(module)
        for name, value in vars(module).copy().items():
            if getattr(value, "__module__", "") != module.__name__:
                continue
            if isinstance(value, FunctionType):
                setattr(module, name, _on_plain_numbers(value))
            elif isinstance(value, type):
                _take_arrays(value)


def _take_arrays(struct: Any) -> None:
    struct.__init__ = _on_plain_numbers(struct.__init__)


def _on_plain_numbers(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a kernel memoryviews in place of arrays: their items are Python's numbers.

    NumPy's would stay as small as they are stored, and wrap around where C computes in integers.
    """

    @functools.wraps(function)
    def call(*arguments: Any, **named: Any) -> Any:
        plain = {name: _plain_numbers(value) for name, value in named.items()}
        return function(*map(_plain_numbers, arguments), **plain)

    return call


def _plain_numbers(value: Any) -> Any:
    # Arrays have this; asking for it does not need NumPy, whose import takes long.
    return value.data if hasattr(value, "__array_interface__") else value


def _usable() -> bool:
    """Whether every kernel is compiled, and for this interpreter."""
    if os.environ.get("KARAT_KERNELS") == "python":
        return False
    if not all(any(name + end in _FILES for end in EXTENSION_SUFFIXES) for name in MODULES):
        return False
    try:
        importlib.import_module(f"{__name__}.scan")
    except ImportError:
        return False
    return True


_COMPILED = _usable()
if not _COMPILED:
    sys.meta_path.insert(0, _Sources())
    if importlib.util.find_spec("cython") is None:
        # The sources need a few names of it, as no-ops.
        from karat.kernels import _plain

        sys.modules["cython"] = _plain
    # What started this process as one of several has said it already.
    processes = sys.modules.get("multiprocessing")
    if processes is None or processes.parent_process() is None:
        warnings.warn(
            "the kernels are not compiled: same results, but slow", RuntimeWarning, stacklevel=2
        )


def compiled() -> bool:
    """Whether the loops run as machine code."""
    return _COMPILED
