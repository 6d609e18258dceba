"""Has NumPy imported without threads of its linear algebra and without huge pages, whoever imports it first.

karat does not use the threads, and starting them takes half as long as the import. Where the system allows no
more threads (``ulimit -u``), OpenBLAS prints three lines and ends the process as if by Ctrl-C. Columns have
room for the worst case, since pages that are never written cost nothing; huge pages do.
"""

import os
import sys
from collections.abc import Callable, Sequence
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType

_SETTINGS = {"OPENBLAS_NUM_THREADS": "1", "NUMPY_MADVISE_HUGEPAGE": "0"}


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
            spec.loader.exec_module = _with_settings(spec.loader.exec_module)  # type: ignore[assignment,method-assign]
        return spec


def _with_settings(load: Callable[[ModuleType], None]) -> Callable[[ModuleType], None]:
    """Load a module with these settings: values that the user has set are kept, ours are removed again."""

    def loaded(module: ModuleType) -> None:
        ours = {name: value for name, value in _SETTINGS.items() if name not in os.environ}
        os.environ.update(ours)
        try:
            load(module)
        finally:
            # Parsers and other programs that are started later may use what they like.
            for name in ours:
                del os.environ[name]

    return loaded


def light_numpy() -> None:
    """From now on, NumPy is imported so."""
    if "numpy" not in sys.modules and not any(isinstance(one, _Finder) for one in sys.meta_path):
        sys.meta_path.insert(0, _Finder())
