"""Has NumPy imported without the threads of its linear algebra, whoever imports it first.

karat does not use them, and starting them takes half as long as the import. Where the system allows no
more threads (``ulimit -u``), OpenBLAS prints three lines and ends the process as if by Ctrl-C.
"""

import os
import sys
from collections.abc import Callable, Sequence
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType

_NAME = "OPENBLAS_NUM_THREADS"


class _Finder:
    """Finds NumPy, once."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name != "numpy":
            return None
        sys.meta_path.remove(self)
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and spec.loader is not None:
            spec.loader.exec_module = _alone(spec.loader.exec_module)  # type: ignore[assignment,method-assign]
        return spec


def _alone(load: Callable[[ModuleType], None]) -> Callable[[ModuleType], None]:
    """Load a module with one thread: a value that the user has set is kept, ours is removed again."""

    def loaded(module: ModuleType) -> None:
        if _NAME in os.environ:
            return load(module)
        os.environ[_NAME] = "1"
        try:
            load(module)
        finally:
            # Parsers and other programs that are started later may use as many as they like.
            del os.environ[_NAME]

    return loaded


def one_thread() -> None:
    """From now on, NumPy is imported so."""
    if "numpy" not in sys.modules and not any(isinstance(one, _Finder) for one in sys.meta_path):
        sys.meta_path.insert(0, _Finder())
