"""Tables of real runs: the thirteen figures of four systems, and two parsers with lost sentences."""

import io
import re
import shutil
from pathlib import Path

import pytest

from command_line import CommandLine

SYSTEMS = ("HIT-SCIR-18", "Stanford-18", "UDPipe-Future", "conll18-baseline")
PAGE = r"""\documentclass[twocolumn]{article}
\usepackage{booktabs}
\begin{document}
%s
\end{document}
"""


def shared_task(corpora: Path) -> list[str]:
    folder = corpora / "conll18" / "en_ewt"
    systems = [f"{name}={folder / name}.conllu" for name in SYSTEMS]
    return ["score", str(folder / "gold.conllu"), *systems, "-s", "conll18"]


def parsers(corpora: Path) -> list[str]:
    folder = corpora / "gum-news"
    systems = [f"{name}{n}={folder / name}.mrg" for n in "12" for name in ("benepar", "stanza")]
    return ["score", str(folder / "gold.mrg"), *systems, "-s", "evalb", "-s", "evalb(params=new)"]


def test_tables_fit(command: CommandLine, corpora: Path) -> None:
    """80 columns: the figures of the shared task in two blocks."""
    for call in (shared_task(corpora), [*parsers(corpora), "--by", "label"]):
        out = command(*call, "--quiet").out
        assert max(map(len, out.splitlines())) <= 80
    blocks = command(*shared_task(corpora), "--quiet").out.split("\n\n")
    assert [len(block.splitlines()) for block in blocks] == [5, 5]


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="there is no pdflatex")
def test_latex_has_no_overfull_box(command: CommandLine, corpora: Path) -> None:
    """Each table is in one column of the page."""
    calls = shared_task(corpora), parsers(corpora)
    tables = [command(*call, "--output", "latex").out for call in calls]
    assert not any("table*" in one for one in tables)
    command.write("page.tex", PAGE % "\n\n".join(tables))
    done = command.run(["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "page.tex"])
    assert done.status == 0, done.out[-2000:]
    assert "Overfull" not in done.out


def test_frames_have_the_figures(command: CommandLine, corpora: Path) -> None:
    """The labelled attachment scores that the shared task's own script gave."""
    pandas = pytest.importorskip("pandas")
    out = command(*shared_task(corpora), "--output", "csv").out
    frame = pandas.read_csv(io.StringIO(out))
    found = frame[frame.measure == "LAS"].set_index("system").value
    for name in SYSTEMS:
        scores = (corpora / "conll18" / "en_ewt" / f"{name}.scores").read_text()
        (expected,) = re.findall(r"^LAS\s*\|[^|]*\|[^|]*\|\s*([\d.]+)", scores, re.MULTILINE)
        assert f"{100 * found[name]:.2f}" == expected
