"""An explanation as numbered paragraphs."""

from textwrap import wrap

from karat.analysis.explain import Explanation


def text(explanation: Explanation, width: int = 96) -> str:
    """The title, the steps, the signature."""
    lines = [explanation.title, ""]
    for number, step in enumerate(explanation.steps, 1):
        lines += wrap(step, width, initial_indent=f"{number:2}. ", subsequent_indent="    ")
    return "\n".join([*lines, "", f"signature: {explanation.signature}"]) + "\n"
