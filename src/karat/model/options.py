"""How a name with options is written: ``flat(categories=NP+PP,depth=2)``, and read back."""

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import Field, field, fields
from types import UnionType
from typing import Any, get_args

from karat.model.errors import UsageError, unknown

_NAME = re.compile(r"[A-Za-z][\w-]*")
_OPTION = re.compile(r'\s*([A-Za-z_]\w*)\s*=\s*("(?:[^"\\]|\\.)*"|[^\s,()="]*)\s*')


def option(default: Any, help: str, choices: tuple[str, ...] = ()) -> Any:  # noqa: A002  # reads well where it is used
    """A field of a scheme or an adapter that users may set."""
    return field(default=default, metadata={"help": help, "choices": choices})


def check(owner: Any) -> None:
    """Refuse numbers below 0, and values that are not among the choices of their options."""
    for one in fields(owner):
        choices, value = one.metadata.get("choices", ()), getattr(owner, one.name)
        if isinstance(value, int | float):
            _check_number(owner.name, one.name, value)
        if choices and value not in choices:
            raise UsageError(f"{owner.name}: {one.name}={value} is not one of {', '.join(choices)}")


def split(text: str) -> tuple[str, dict[str, str], str]:
    """The name, the options as text, and what follows them.

    >>> split('evalb(params=new, delete="TOP+,").f1')
    ('evalb', {'params': 'new', 'delete': 'TOP+,'}, '.f1')
    """
    found = _NAME.match(text.strip())
    if not found:
        raise UsageError(f"{text!r} should begin with a name, as in evalb or evalb(params=new)")
    name, rest = found[0], text.strip()[found.end() :]
    given: dict[str, str] = {}
    if rest.startswith("("):
        at = 1
        while rest[at : at + 1] != ")":
            one = _OPTION.match(rest, at)
            if not one or rest[one.end() : one.end() + 1] not in (",", ")"):
                raise UsageError(
                    f"cannot read the options of {text!r} at {rest[at:]!r}; "
                    'they look like (name=value,name="a value with , or )")'
                )
            value = one[2]
            if value.startswith('"'):
                value = re.sub(r"\\(.)", r"\1", value[1:-1])
            given[one[1]] = value
            at = one.end() + (rest[one.end()] == ",")
        rest = rest[at + 1 :]
    return name, given, rest


def of(function: Callable[..., Any], *fixed: str) -> dict[str, Any]:
    """The options of a function with their types: its parameters with defaults, except ``fixed``.

    >>> def view(bank: object, depth: int = 2, layout: str = "auto") -> None: ...
    >>> of(view, "layout")
    {'depth': <class 'int'>}
    """
    parameters = inspect.signature(function, eval_str=True).parameters.values()
    free = (one for one in parameters if one.default is not one.empty and one.name not in fixed)
    return {one.name: one.annotation for one in free}


def read(owner: str, given: Mapping[str, str], types: Mapping[str, Any]) -> dict[str, Any]:
    for name in given:
        if name not in types:
            raise unknown(f"option of {owner}", name, types)
    return {name: _value(owner, name, types[name], text) for name, text in given.items()}


def _value(owner: str, name: str, kind: Any, text: str) -> Any:
    if kind is bool:
        if text not in ("yes", "no"):
            raise UsageError(f"{owner}: {name}={text} should be yes or no")
        return text == "yes"
    if kind in (int, float):
        try:
            number = kind(text)
        except ValueError:
            raise UsageError(f"{owner}: {name}={text} should be a number") from None
        _check_number(owner, name, number)
        return number
    if kind is str or (isinstance(kind, UnionType) and str in get_args(kind)):
        return text
    return tuple(part for part in text.split("+") if part)


def _check_number(owner: str, name: str, number: float) -> None:
    if not 0 <= number < float("inf"):
        raise UsageError(f"{owner}: {name}={number} should be 0 or more, and finite")


def changed(owner: Any, options: Iterable[Field[Any]]) -> str:
    """The name of a scheme or an adapter with those of its options that differ from the defaults."""
    values = ((one.name, getattr(owner, one.name), one.default) for one in options)
    return write(owner.name, ((name, value) for name, value, usual in values if value != usual))


def write(name: str, values: Iterable[tuple[str, Any]]) -> str:
    """A name with options; reading it back gives the same.

    >>> write("evalb", [("params", "new"), ("labelled", False), ("delete", ("TOP", ","))])
    'evalb(params=new,labelled=no,delete="TOP+,")'
    """
    said = [f"{key}={_text(value)}" for key, value in values]
    return f"{name}({','.join(said)})" if said else name


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        text = repr(value).removesuffix(".0")
    else:
        text = "+".join(value) if isinstance(value, tuple) else str(value)
    if re.fullmatch(r'[^\s,()="\\]+', text):
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
