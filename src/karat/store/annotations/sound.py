"""What keeps an answer from being done: what is undecided, and what ``karat check`` would find."""

from collections.abc import Iterator

from karat.formats import gr
from karat.model.errors import SyntaxFault
from karat.store.annotations.drafting import names_in
from karat.store.annotations.files import written
from karat.store.annotations.records import Answer, Item, Project


def problems(project: Project, item: Item, answer: Answer) -> list[str]:
    """What is wrong with an answer, in words; an empty list if it can be done."""
    return [*_undecided(answer), *faults(project, item, answer)]


def _undecided(answer: Answer) -> Iterator[str]:
    if left := answer.undecided:
        rows = "1 row is" if left == 1 else f"{left} rows are"
        yield f"{rows} undecided: accept or reject them"


def _said(fault: SyntaxFault) -> str:
    return f"{fault.what}; {fault.advice}" if fault.advice else fault.what


def faults(project: Project, item: Item, answer: Answer) -> list[str]:
    """What is wrong with the accepted rows."""
    if project.kind == "gr":
        content = written(project, [item], {item.number: answer})
        bank = gr.loads(content)
        errors = list(bank.errors())
        return [_said(one) for one in errors or gr.check(bank, project.scope)]
    known = set(names_in(project.scope))
    names = [one.label for one in answer.accepted]
    found = [f"{name!r} is not in the inventory" for name in names if name not in known]
    return found + [
        f"{name} is there twice" for name in sorted({n for n in names if names.count(n) > 1})
    ]
