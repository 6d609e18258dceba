"""The mutants of a module: each changes one thing that the code does.

    a < b               a <= b           a + b            a - b
    a == b              a != b           3                4, and 2
    a and b             a or b           True             False
    not a               a                min(a, b)        max(a, b)
    if a:               if not (a):      a[1:]            a[:]
    return a            return None      a.append(b)      pass
    row["gold"]         row["goldX"]     break            continue

Docstrings, annotations, decorators, imports, what is raised and the texts of messages stay. A string is
changed only where it is a key or is compared, and where a formula of a measure is written in it.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

COMPARED = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
    ast.Is: "is not", ast.IsNot: "is", ast.In: "not in", ast.NotIn: "in",
}  # fmt: skip
COMPUTED = {
    ast.Add: "-", ast.Sub: "+", ast.Mult: "/", ast.Div: "*", ast.FloorDiv: "*", ast.Mod: "//",
    ast.Pow: "*", ast.BitAnd: "|", ast.BitOr: "&", ast.BitXor: "&", ast.LShift: ">>", ast.RShift: "<<",
}  # fmt: skip
SWAPPED = {
    "min": "max", "max": "min", "any": "all", "all": "any", "minimum": "maximum", "maximum": "minimum",
    "argmin": "argmax", "argmax": "argmin", "floor": "ceil", "ceil": "floor", "ones": "zeros",
    "zeros": "ones", "lower": "upper", "startswith": "endswith", "endswith": "startswith",
}  # fmt: skip
# Functions whose arguments are names of counts, formulas and layers.
NAMING = ("Measure", "Needs", "Breakdown")
# Statements that can go without leaving a name undefined.
REMOVED = (ast.AugAssign, ast.Raise, ast.Expr)


class Mutant(NamedTuple):
    """One change of a file, from a place to another; ``within`` are the lines of its function."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int
    new: str
    kind: str
    within: tuple[int, int]

    @property
    def name(self) -> str:
        return f"{self.path}:{self.line}:{self.column} {self.kind}: {self.new}"

    def applied(self, text: str) -> str:
        """The text of the file with this change; columns count bytes, as in ``ast``."""
        lines = text.encode().splitlines(keepends=True)
        before = b"".join(lines[: self.line - 1]) + lines[self.line - 1][: self.column]
        after = lines[self.end_line - 1][self.end_column :] + b"".join(lines[self.end_line :])
        return (before + self.new.encode() + after).decode()


def mutants(root: Path, path: str) -> list[Mutant]:
    """Every mutant of a file, in order; some may be no Python."""
    return sorted(set(Source(path, (root / path).read_text("utf-8")).visited()))


def is_python(mutant: Mutant, text: str) -> bool:
    """Whether a mutant of this text can be compiled."""
    try:
        compile(mutant.applied(text), mutant.path, "exec", dont_inherit=True)
    except SyntaxError:
        return False
    return True


class Source:
    """A file, whose nodes are visited one after the other."""

    def __init__(self, path: str, text: str) -> None:
        self.path, self.text = path, text
        self.tree = ast.parse(text)
        self.within = (0, 0)

    def visited(self) -> Iterator[Mutant]:
        yield from self._visit(self.tree, (0, 0))

    def _visit(self, node: ast.AST, within: tuple[int, int]) -> Iterator[Mutant]:
        if isinstance(node, ast.FunctionDef):
            within = (node.lineno, node.end_lineno or node.lineno)
        self.within = within
        yield from self._of(node)
        for child in _children(node):
            yield from self._visit(child, within)

    def _made(self, node: ast.AST, new: str, kind: str) -> Mutant:
        ends = (node.lineno, node.col_offset, node.end_lineno, node.end_col_offset)  # type: ignore[attr-defined]
        return Mutant(self.path, *ends, new, kind, self.within)

    def _code(self, node: ast.AST) -> str:
        return ast.get_source_segment(self.text, node) or ""

    def _of(self, node: ast.AST) -> Iterator[Mutant]:
        """The mutants of a node, without those of the nodes in it."""
        code = self._code
        match node:
            case ast.Compare():
                yield from self._compared(node)
            case ast.BinOp(left, op, right) if type(op) in COMPUTED and not _is_text(left):
                new = f"({code(left)}) {COMPUTED[type(op)]} ({code(right)})"
                yield self._made(node, f"({new})", "arithmetic")
            case ast.AugAssign(target, op, value) if type(op) in COMPUTED:
                new = f"{code(target)} {COMPUTED[type(op)]}= {code(value)}"
                yield self._made(node, new, "arithmetic")
            case ast.BoolOp(op, values):
                other = " or " if isinstance(op, ast.And) else " and "
                new = other.join(f"({code(value)})" for value in values)
                yield self._made(node, f"({new})", "and, or")
            case ast.UnaryOp(ast.Not() | ast.USub() | ast.Invert(), operand):
                yield self._made(node, f"({code(operand)})", "not, minus")
            case ast.IfExp(test) | ast.If(test) | ast.While(test):
                if not isinstance(test, ast.Compare):
                    yield self._made(test, f"(not ({code(test)}))", "condition")
            case ast.Return(value) if value is not None and code(value) != "None":
                yield self._made(value, "None", "return None")
            case ast.Name(name) | ast.Attribute(attr=name) if name in SWAPPED:
                new = code(node).removesuffix(name) + SWAPPED[name]
                yield self._made(node, new, "other function")
            case ast.Slice():
                yield from self._sliced(node)
            case ast.Break() | ast.Continue():
                new = "continue" if isinstance(node, ast.Break) else "break"
                yield self._made(node, new, "other jump")
            case ast.Constant(value):
                yield from self._constant(node, value)
        yield from self._naming(node)
        if isinstance(node, REMOVED) or _changes_only(node):
            yield self._made(node, "pass", "no statement")

    def _compared(self, node: ast.Compare) -> Iterator[Mutant]:
        sides = [node.left, *node.comparators]
        for i, op in enumerate(node.ops):
            one, other = sides[i], sides[i + 1]
            ends = (one.end_lineno, one.end_col_offset, other.lineno, other.col_offset)
            lines = self.text.encode().splitlines()
            between = b"\n".join(lines[one.end_lineno - 1 : other.lineno])
            if b"(" in between[one.end_col_offset :] or one.end_lineno != other.lineno:
                whole = (f"({self._code(side)})" for side in (one, other))
                if len(node.ops) == 1:
                    yield self._made(node, f" {COMPARED[type(op)]} ".join(whole), "comparison")
                continue
            text = f" {COMPARED[type(op)]} "
            yield Mutant(self.path, *ends, text, "comparison", self.within)  # type: ignore[arg-type]

    def _sliced(self, node: ast.Slice) -> Iterator[Mutant]:
        ends = [self._code(end) if end else "" for end in (node.lower, node.upper)]
        step = f":{self._code(node.step)}" if node.step else ""
        if ends[0]:
            yield self._made(node, f":{ends[1]}{step}", "slice")
        if ends[1]:
            yield self._made(node, f"{ends[0]}:{step}", "slice")

    def _constant(self, node: ast.Constant, value: object) -> Iterator[Mutant]:
        if isinstance(value, bool):
            yield self._made(node, str(not value), "constant")
        elif isinstance(value, int | float):
            yield self._made(node, f"({value + 1})", "constant")
            yield self._made(node, f"({value - 1})", "constant")

    def _naming(self, node: ast.AST) -> Iterator[Mutant]:
        """Strings that are keys, are compared, or name counts and layers."""
        strings: list[ast.AST | None] = []
        match node:
            case ast.Dict(keys):
                strings = [*keys]
            case ast.Subscript(slice=key):
                strings = [key]
            case ast.Compare(left, _, comparators):
                strings = [left, *comparators]
                strings += [one for side in comparators for one in getattr(side, "elts", ())]
            case ast.Call(ast.Name(name), arguments) if name in NAMING:
                strings = [*arguments]
            case ast.Call(ast.Attribute(attr="get" | "pop" | "setdefault"), [first, *_]):
                strings = [first]
        for one in strings:
            if isinstance(one, ast.Constant) and isinstance(one.value, str | bytes) and one.value:
                kind = "X" if isinstance(one.value, str) else b"X"
                yield self._made(one, repr(one.value + kind), "name")  # type: ignore[operator]


def _is_text(node: ast.AST) -> bool:
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str | bytes)
    return isinstance(node, ast.JoinedStr)


def _changes_only(node: ast.AST) -> bool:
    """An assignment to a part of something, which defines no name."""
    return isinstance(node, ast.Assign) and all(
        isinstance(target, ast.Subscript | ast.Attribute) for target in node.targets
    )


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes in a node whose change changes what the code does."""
    for name, field in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "bases"):
            continue
        for child in field if isinstance(field, list) else [field]:
            if isinstance(child, ast.AST) and not _is_left(node, child):
                yield child


def _is_left(node: ast.AST, child: ast.AST) -> bool:
    """Whether this stays as it is: documentation, types, imports, what is said when something fails."""
    if isinstance(child, ast.Import | ast.ImportFrom | ast.Assert | ast.JoinedStr):
        return True
    if isinstance(child, ast.Expr):
        return isinstance(child.value, ast.Constant) or _is_log(child.value)
    if isinstance(node, ast.Raise):
        return True
    if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.dump(child.test):
        return True
    if isinstance(child, ast.Assign | ast.AnnAssign):
        # A name for a type, as Formula = Callable[[Floats], Floats].
        targets = child.targets if isinstance(child, ast.Assign) else [child.target]
        names = [target.id for target in targets if isinstance(target, ast.Name)]
        typed = (
            isinstance(child.value, ast.Subscript) and names and names[0].strip("_")[:1].isupper()
        )
        return bool(typed) or any(name in ("__all__", "citation") for name in names)
    made = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id
    return made in ("cast", "TypeVar", "NewType")


def _is_log(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[0] in (
        "logging", "logger", "log", "warnings", "progress",
    )  # fmt: skip
