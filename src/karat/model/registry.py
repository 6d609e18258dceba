"""Registries: schemes, formats, views and parsers are found by looking into their folders.

A registry looks into its own folder first. Then it looks into the folder of the same name in each
folder that the environment variable ``KARAT_PLUGINS`` lists. Last come the entry points of installed
packages: ``[project.entry-points."karat.schemes"]``.
"""

import functools
import importlib
import importlib.util
import os
import pkgutil
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from karat.model.errors import UsageError, unknown

VARIABLE = "KARAT_PLUGINS"


class Registry(NamedTuple):
    """The modules of one kind; ``kind`` is what messages call one of them.

    >>> from karat import views
    >>> views.REGISTRY.load("flatten").__name__
    'karat.views.flatten'
    """

    kind: str
    package: str
    folders: Iterable[str]
    # Modules in the folder that are not of this kind.
    others: tuple[str, ...] = ()

    def names(self) -> list[str]:
        return sorted(self.in_turn())

    def in_turn(self) -> Iterator[str]:
        """All names, sorted; those of installed packages last, because finding them takes time."""
        near = {*self._ours(), *self._plugins()}
        yield from sorted(near)
        yield from sorted(_entry_points(self.package).keys() - near)

    def load(self, name: str) -> ModuleType:
        """The module with this name; a dash in the name is an underscore in the file name."""
        stem = name.replace("-", "_")
        if stem in self._ours():
            return importlib.import_module(f"{self.package}.{stem}")
        if stem in (plugins := self._plugins()):
            return _from_file(f"{self.package}.{stem}", plugins[stem])
        if name in (points := _entry_points(self.package)):
            return importlib.import_module(points[name])
        raise unknown(self.kind, name, self.names())

    def _ours(self) -> frozenset[str]:
        return _public(tuple(self.folders)) - {*self.others}

    def _plugins(self) -> dict[str, Path]:
        given = os.environ.get(VARIABLE, "")
        leaf = self.package.rpartition(".")[2]
        found: dict[str, Path] = {}
        for folder in filter(None, given.split(os.pathsep)):
            if not Path(folder).is_dir():
                raise UsageError(f"{VARIABLE}: there is no folder {folder}")
            for path in sorted(Path(folder, leaf).glob("[!_]*.py")):
                found.setdefault(path.stem, path)
        return found


@functools.cache
def _public(folders: tuple[str, ...]) -> frozenset[str]:
    """The modules in folders of karat, which do not change while it runs."""
    found = (module.name for module in pkgutil.iter_modules(folders))
    return frozenset(name for name in found if not name.startswith("_"))


def _from_file(name: str, path: Path) -> ModuleType:
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None  # the name of the file ends in .py
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # a plugin can raise anything
        del sys.modules[name]
        raise UsageError(f"{path}: cannot be loaded: {type(error).__name__}: {error}") from error
    return module


def _entry_points(group: str) -> Mapping[str, str]:
    """The modules that installed packages offer, by name."""
    return _offered(group, tuple((folder, _changed(folder)) for folder in sys.path))


def _changed(folder: str) -> int:
    """When something was last put into a folder or taken away, as installing a package does."""
    try:
        return os.stat(folder or os.curdir).st_mtime_ns
    except OSError:
        return 0


@functools.lru_cache(maxsize=64)
def _offered(group: str, folders: tuple[tuple[str, int], ...]) -> Mapping[str, str]:
    """Found by reading a file of every package, and so only once as long as the folders are the same."""
    from importlib.metadata import entry_points

    return {point.name: point.value for point in entry_points(group=group)}
