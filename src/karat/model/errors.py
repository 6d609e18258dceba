"""Everything that karat raises on purpose.

    KaratError
    ├── UsageError         a wrong option, scheme or name
    └── InputError         a file that cannot be read or scored
        ├── UnknownFormat  … because it looks like none of the formats
        └── SyntaxFault    … at a place in it

The command line prints a KaratError as one message and exits with status 2; anything else that
reaches it is a bug of ours.
"""

from collections.abc import Iterable


class KaratError(Exception):
    """A message for the user: what is wrong, where, what was expected, what to type.

    >>> import karat
    >>> try:
    ...     karat.score("(S (N a))", "(S (N a))", "evalb(parms=new)")
    ... except karat.KaratError as error:
    ...     print(type(error).__name__, str(error).partition("?")[0])
    UsageError there is no option of evalb 'parms'; did you mean 'params'
    """


class UsageError(KaratError):
    """The request makes no sense: a wrong option, name or type.

    >>> import karat
    >>> try:
    ...     karat.score(None, "(S (N a))")
    ... except karat.UsageError as error:
    ...     print(str(error)[:28])
    gold is None; give a Bank, a
    """


class InputError(KaratError):
    """The input cannot be used: a file or a text that cannot be read or scored.

    >>> import karat
    >>> try:
    ...     karat.score("no-such-file.mrg", "(S (N a))")
    ... except karat.InputError as error:
    ...     print(str(error)[:42])
    gold: there is no file 'no-such-file.mrg',
    """


class UnknownFormat(InputError):
    """A file looks like none of the formats."""

    def __init__(self, path: str, message: str) -> None:
        self.path = path
        super().__init__(f"{path}: {message}")


class SyntaxFault(InputError):
    """A fault at a place in a file, shown with the text and a caret.

    >>> from karat import SyntaxFault
    >>> print(SyntaxFault("a ')' too many", "x.mrg", 3, 7, b"(S (N a)) )", "remove it"))
    x.mrg:3:7: a ')' too many
      (S (N a)) )
            ^
    remove it
    """

    def __init__(
        self, what: str, path: str, line: int, column: int, text: bytes, advice: str = ""
    ) -> None:
        self.what, self.path, self.line, self.column = what, path, line, column
        self.advice = advice
        shown, caret = excerpt(text, column)
        message = f"{path}:{line}:{column}: {what}\n  {shown}\n  {' ' * caret}^"
        super().__init__(f"{message}\n{advice}" if advice else message)


def no_sentences(path: str) -> InputError:
    """The error for a file without sentences, which is nearly always there by accident."""
    return InputError(f"{path}: it has no sentences")


def excerpt(text: bytes, column: int, width: int = 76) -> tuple[str, int]:
    """The part of a line around a byte column (from 1) that fits a terminal, and the new column.

    Control characters and bytes that are not UTF-8 are made visible.

    >>> excerpt(b"a\\xffb\\tc", 4)
    ('a\\ufffdb c', 3)
    """
    at = column - 1
    start = max(0, at - width // 2)
    before = _visible(text[start:at])
    after = _visible(text[at : at + width // 2])
    lead = "…" if start else ""
    tail = "…" if at + width // 2 < len(text) else ""
    return lead + before + after + tail, len(lead) + len(before)


def _visible(text: bytes) -> str:
    decoded = text.decode("utf-8", "replace")
    return "".join(c if c.isprintable() else " " if c.isspace() else "\ufffd" for c in decoded)


def unknown(kind: str, name: str, known: Iterable[str]) -> UsageError:
    """The error for a name that is not in a list; it shows the list and the most similar name.

    >>> print(unknown("scheme", "evlab", ["evalb", "flat"]))
    there is no scheme 'evlab'; did you mean 'evalb'? Known: evalb, flat
    """
    import difflib  # few commands end here

    names = sorted(known)
    close = difflib.get_close_matches(name, names, 1)
    guess = f"; did you mean {close[0]!r}?" if close else "."
    return UsageError(f"there is no {kind} {name!r}{guess} Known: {', '.join(names) or 'none'}")
