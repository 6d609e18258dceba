"""Library: adapters for parsers that are Python packages; each runs in its own Python process."""

import importlib.metadata
import importlib.util
import json
import os
import re
import sys
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, fields
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any, ClassVar

from karat.model.errors import InputError
from karat.parsers import identity, shapes
from karat.parsers.adapter import Adapter, Garbage, Parsed


@dataclass(frozen=True)
class Library(Adapter):
    """A parser that is a Python package; ``open`` loads it, in its own process."""

    package: ClassVar[str] = ""
    module: ClassVar[str] = ""
    # The command that installs it, if the package alone is not enough.
    install: ClassVar[str] = ""
    start: ClassVar[float] = 120.0
    light: ClassVar[bool] = False

    @abstractmethod
    def open(self) -> Callable[[list[str]], Parsed]:
        """Load the parser; return a function that parses the tokens of a sentence."""

    def missing(self) -> str:
        if not self.module or _there(self.module):
            return ""
        return self.install or f"pip install {self.package}"

    def version(self) -> str:
        try:
            return importlib.metadata.version(self.package) if self.package else ""
        except importlib.metadata.PackageNotFoundError:
            return ""

    def command(self) -> list[str]:
        # -P: modules are not looked for in the current folder, whose files are the user's data.
        return [sys.executable, "-P", "-m", "karat.parsers.worker", str(self)]

    def files(self) -> dict[str, Path]:
        """The adapter's file, if it is a plugin, and the models (files or packages) in its options."""
        found = {}
        own = Path(sys.modules[type(self).__module__].__file__ or __file__)
        if own.parent != Path(__file__).parent:
            found[own.name] = own
        for one in fields(self):
            value = getattr(self, one.name)
            if isinstance(value, str) and (place := _place(value)):
                found |= identity.under(value, place)
        return found

    def request(self, sentence: str, number: int) -> bytes:
        return json.dumps([number, shapes.tokens(sentence)]).encode() + b"\n"

    def understand(self, reply: str, sentence: str) -> Parsed:
        try:
            record: Any = json.loads(reply)
            if "unusable" in record:
                # The sentence is not the cause: all other sentences would fail too.
                raise InputError(f"{self} cannot be loaded: {record['unusable']}")
            return Parsed.of(record)
        except (ValueError, TypeError, AttributeError, OverflowError, RecursionError) as error:
            raise Garbage(f"the worker's answer cannot be read: {error}") from None


@dataclass(frozen=True)
class Baseline(Library):
    """A small parser that comes with karat."""

    start: ClassVar[float] = 10.0
    light: ClassVar[bool] = True

    @abstractmethod
    def parse(self, tokens: list[str]) -> Parsed:
        """The result for the tokens of a sentence."""

    def open(self) -> Callable[[list[str]], Parsed]:
        return self.parse


def _there(module: str) -> bool:
    return _spec(module) is not None


def _spec(module: str) -> ModuleSpec | None:
    try:
        return importlib.util.find_spec(module)
    except (ImportError, ValueError):
        return None


def _place(value: str) -> Path | None:
    """The file or folder that an option's value names; if it names a package, the package's folder."""
    if not value or os.path.exists(value):
        return Path(value) if value else None
    spec = _spec(value) if re.fullmatch(r"\w+", value) else None
    return (
        Path(spec.origin).parent if spec is not None and spec.origin and spec.has_location else None
    )
