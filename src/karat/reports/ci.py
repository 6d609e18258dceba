"""Results for continuous integration: annotations of GitHub Actions, and JUnit XML."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from karat.analysis.gates import Verdict
from karat.model.score import Score
from karat.reports import markdown
from karat.reports.chosen import Chosen
from karat.reports.scores import tables, titles
from karat.reports.table import Style, figure
from karat.reports.terminal import readable

# GitHub shows at most so many annotations of a kind.
MOST = 10
# Where a runner of GitHub begins to read a command: :: at the beginning of a line, ##[ anywhere.
_COMMAND = re.compile(r"^[^\S\n]*(?=::)|##(?=\[)", re.MULTILINE)


class Annotation(NamedTuple):
    """A message about a line of a file; line 0 if the line is not known."""

    path: str
    line: int
    title: str
    text: str


def annotations(verdicts: Iterable[Verdict], worst: Iterable[Annotation]) -> Iterator[str]:
    """Workflow commands: an error for each gate that was missed, then a warning for each sentence."""
    missed = [verdict for verdict in verdicts if not verdict.passed]
    for verdict in missed[:MOST]:
        yield _command("error", {"title": f"karat: {verdict.gate}"}, verdict.said)
    for one in worst:
        place = {"file": one.path, **({"line": str(one.line)} if one.line else {})}
        yield _command("warning", {**place, "title": one.title}, one.text)


def notices(title: str, texts: Iterable[str]) -> Iterator[str]:
    """Workflow commands that say something about the run as a whole."""
    for text in texts:
        yield _command("notice", {"title": title}, text)


def _command(kind: str, properties: Mapping[str, str], text: str) -> str:
    """A workflow command, escaped as GitHub's runner reads it.

    >>> _command("error", {"file": "a,b.mrg", "line": "3"}, "50 % of two\\nlines")
    '::error file=a%2Cb.mrg,line=3::50 %25 of two%0Alines'
    """
    given = ",".join(f"{name}={_escaped(value, ':,')}" for name, value in properties.items())
    return f"::{kind} {given}::{_escaped(text)}"


def _escaped(text: str, more: str = "") -> str:
    text = readable(text)
    for sign in ("%", "\n", *more):
        text = text.replace(sign, f"%{ord(sign):02X}")
    return text


def inert(text: str) -> str:
    """Text for a log of GitHub Actions, in which nothing is a workflow command.

    >>> inert("::error::owned  90.00")
    '\\\\::error::owned  90.00'
    """
    return _COMMAND.sub(r"\g<0>\\", text)


def summary(
    scores: Sequence[Score], verdicts: Iterable[Verdict], style: Style, chosen: Chosen
) -> str:
    """The tables and the gates as Markdown, for the summary of a step."""
    said = [(one.passed, markdown.escaped(readable(one.said))) for one in verdicts]
    lines = [f"- {'passed' if passed else '**missed**'}: {text}" for passed, text in said]
    parts = [
        tables(scores, style._replace(output="markdown"), chosen),
        "".join(f"{one}\n" for one in lines),
    ]
    return "\n".join(filter(None, parts)) + "\n"


def junit(
    scores: Sequence[Score], verdicts: Sequence[Verdict], digits: int, verb: str = "karat score"
) -> str:
    """One test case for each system under each scheme, with its figures, and one for each gate."""
    missed = sum(not one.passed for one in verdicts)
    empty = sum(not one.sentences["scored"] for one in scores)
    counts = {"tests": str(len(scores) + len(verdicts)), "failures": str(missed), "errors": "0"}
    whole = ET.Element("testsuites", {"name": "karat", **counts})
    suite = ET.SubElement(whole, "testsuite", {"name": verb, **counts, "skipped": str(empty)})
    for score in scores:
        case = _case(suite, str(score.scheme), score.system)
        if not score.sentences["scored"]:
            ET.SubElement(case, "skipped", {"message": "no sentence has a score"})
        ET.SubElement(case, "system-out").text = _clean(_figures(score, digits))
    for verdict in verdicts:
        case = _case(suite, str(verdict.scheme), f"{verdict.system}: {verdict.gate}")
        if not verdict.passed:
            text = _clean(verdict.said)
            ET.SubElement(case, "failure", {"message": text, "type": "gate"}).text = text
        else:
            ET.SubElement(case, "system-out").text = _clean(verdict.said)
    ET.indent(whole)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(whole, "unicode") + "\n"


def _case(suite: ET.Element, scheme: str, name: str) -> ET.Element:
    given = {"classname": _clean(f"karat.{scheme}"), "name": _clean(name), "time": "0"}
    return ET.SubElement(suite, "testcase", given)


def _figures(score: Score, digits: int) -> str:
    """The main figures of a score with its signature, in lines."""
    called = titles(score.scheme, mark="")
    shown = [
        f"{called[name]} {figure(score.measures[name], score.unit(name), digits)}"
        for name in score.scheme.headline()
        if name in score.measures
    ]
    counts = f"scored {score.sentences['scored']}/{score.sentences['total']}"
    return "\n".join([*shown, counts, f"signature {score.signature}"])


def _clean(text: str) -> str:
    """Text without the characters that XML does not allow, not even escaped."""
    return readable(text)
