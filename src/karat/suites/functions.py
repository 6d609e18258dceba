"""Python functions as recognisers, and what they share with programs: they state what they can show.

A function takes the native output for a sentence and gives the names of phenomena. A list
``PHENOMENA`` beside it states which names it can give; a table from names to descriptions can have
new names.

    PHENOMENA = {"passive": "a passive verb", "weather": "it rains"}
"""

import hashlib
import importlib
import importlib.util
import inspect
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from karat.files.phenomena import ADVICE, Inventory, canonical, countable, is_known
from karat.model.errors import InputError, unknown
from karat.recognise.evidence import Evidence
from karat.recognise.rules import Recogniser

Function = Callable[[str], Iterable[str]]
# The variable of a module that states what its functions can show.
STATED = "PHENOMENA"
_NEW_NAMES = f'to add a name, write {STATED} = {{"name": "what it is", …}} beside the function'


@dataclass(frozen=True)
class Program(Recogniser):
    """A recogniser without rules; an empty ``format`` means that it reads any.

    ``inventory`` is what it states that it can show; ``advice`` says how to add names.
    """

    answers: Callable[[Evidence], Iterable[Sequence[str]]] = field(default=lambda evidence: ())
    inventory: Inventory | None = None
    advice: str = ""

    @property
    def phenomena(self) -> list[str]:
        return sorted(self.inventory.names if self.inventory else countable())

    @property
    def stated(self) -> bool:
        return self.inventory is not None

    def __call__(self, evidence: Evidence) -> list[tuple[str, ...]]:
        """The phenomena of each sentence, as the program gives them; a name that is unknown is refused."""
        found = []
        for i, names in enumerate(self.answers(evidence)):
            try:
                found.append(tuple(dict.fromkeys(map(self._known, names))))
            except InputError as error:
                where = f"{self.name}: sentence {evidence.name(i)}"
                raise InputError(f"{where}: {error}\n{ADVICE}; {self.advice}") from None
        return found

    def _known(self, name: str) -> str:
        found = canonical(name, self.own)
        if self.inventory and found not in self.inventory.names:
            raise InputError(f"it gives {found!r}, but does not state that it can show this")
        return found


def named(place: str, name: str) -> Program:
    """The recogniser for a function of a file or module."""
    try:
        module = _loaded(place) if place.endswith(".py") else importlib.import_module(place)
    except FileNotFoundError:
        raise InputError(f"{place}: there is no such file") from None
    except Exception as error:  # noqa: BLE001  # any error of the user's module is reported
        raise InputError(f"{place} cannot be loaded: {type(error).__name__}: {error}") from None
    function: Function | None = getattr(module, name, None)
    if not callable(function):
        known = [key for key, value in vars(module).items() if inspect.isfunction(value)]
        raise unknown(f"function of {place}", name, known)
    return _program(function, f"{place}:{name}", getattr(module, STATED, None))


def of_function(function: Function) -> Program:
    """The recogniser for a function."""
    name = getattr(function, "__name__", "function")
    return _program(function, name, getattr(function, "__globals__", {}).get(STATED))


def _program(function: Function, name: str, given: Any) -> Program:
    try:
        code = inspect.getsource(sys.modules[function.__module__])
    except (AttributeError, KeyError, OSError, TypeError):
        code = ""
    digest = hashlib.sha256(code.encode()).hexdigest() if code else ""
    stated = None if given is None else _inventory(given, name)

    def answers(evidence: Evidence) -> Iterator[Sequence[str]]:
        for i, text in enumerate(evidence.texts):
            yield _called(function, text, f"{name}: sentence {evidence.name(i)}") if text else ()

    return Program(
        name, "", (), digest, own=stated.own if stated else {},
        answers=answers, inventory=stated, advice=_NEW_NAMES,
    )  # fmt: skip


def _inventory(given: Any, name: str) -> Inventory:
    """What ``PHENOMENA`` states: known names, and new ones if they are described."""
    told = given if isinstance(given, dict) else {}
    good = isinstance(given, dict | list | tuple | set | frozenset) and given
    if not good or not all(isinstance(one, str) for one in (*given, *told.values())):
        raise InputError(
            f"{name}: {STATED} should be a list of names, or a table from names to descriptions"
        )
    own = {one: what for one, what in told.items() if not is_known(one)}
    try:
        return Inventory(frozenset(canonical(one, own) for one in given), own)
    except InputError as error:
        raise InputError(f"{name}: {STATED}: {error}\n{ADVICE}; {_NEW_NAMES}") from None


def _loaded(path: str) -> Any:
    spec = importlib.util.spec_from_file_location(Path(path).stem, path)
    assert spec is not None  # the path ends in .py
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules.setdefault(spec.name, module)
    spec.loader.exec_module(module)
    return module


def _called(function: Function, text: str, where: str) -> tuple[str, ...]:
    try:
        found = function(text)
        several = isinstance(found, Iterable) and not isinstance(found, str | bytes)
        names = tuple(found) if several else None
    except Exception as error:  # noqa: BLE001  # any error of the user's function is reported
        raise InputError(f"{where}: {type(error).__name__}: {error}") from None
    if names is None or not all(isinstance(name, str) for name in names):
        raise InputError(f"{where}: the function should return a list of names, not {found!r}")
    return names
