"""Notes on a run: what about its parameters or its input makes a score differ from what one thinks."""

from karat.engine.run import Result, Run
from karat.files import evalb_params
from karat.kernels.scan import BRACKET, TAG
from karat.schemes.evalb import QUIRKS, Evalb

# Tags of punctuation that do not look like it.
_PUNCTUATION = {
    b"-LRB-",
    b"-RRB-",
    b"-LSB-",
    b"-RSB-",
    b"-LCB-",
    b"-RCB-",
    b"HYPH",
    b"NFP",
    b"PUNCT",
}


def notes(result: Result, run: Run) -> tuple[str, ...]:
    """Everything worth saying about one result."""
    found: list[str] = []
    total = result.total
    if total is not None and total.sentences["failed"] and result.scheme.failed == "drop":
        sentences = total.sentences
        found.append(
            f"scored over {sentences['scored']} of {sentences['total']} sentences only; "
            "leaving out hard ones raises a score"
        )
    if isinstance(result.scheme, Evalb):
        found += _lint(result.scheme, run)
        if result.scheme.quirks:
            found += [
                f"quirk of EVALB in {_sentences(n)}: {QUIRKS[bit]} (quirks=no mends it)"
                for bit, n in sorted(result.quirks.items())
            ]
    found += result.scheme.remarks(result.quirks)
    return tuple(found)


def _sentences(n: int) -> str:
    return f"{n} sentence{'' if n == 1 else 's'}"


def _lint(scheme: Evalb, run: Run) -> list[str]:
    params = scheme.parameters
    tags = {label for label, use in run.uses.items() if use & TAG}
    brackets = {label for label, use in run.uses.items() if use & BRACKET}
    cut = {label.split(b"-")[0].split(b"=")[0] for label in brackets}
    lines = [message.decode("utf-8", "replace").strip() for message in params.messages]
    idle = [label for label in params.delete if label not in tags and label not in cut]
    if idle:
        lines.append(f"DELETE_LABEL never matched anything: {' '.join(map(_text, idle))}")
    if b"" in brackets and scheme.quirks:
        lines.append(
            "trees have a nameless root, which is counted as a constituent and cannot be deleted "
            "by parameters (quirks=no leaves it out)"
        )
    chains = evalb_params.closure(params.equal_labels)
    pairs = {frozenset(pair) for pair in params.equal_labels}
    loose = sorted(
        (one, other)
        for one, group in chains.items()
        for other in group
        if one < other and frozenset((one, other)) not in pairs
    )
    for one, other in loose:
        lines.append(
            f"EQ_LABEL does not chain: {_text(one)} and {_text(other)} are both equal to a third "
            "label but not to each other"
        )
    left = sorted(
        tag for tag in tags - set(params.delete)
        if tag and (tag in _PUNCTUATION or not any(chr(c).isalnum() for c in tag))
    )  # fmt: skip
    if left:
        shown = " ".join(map(_text, left))
        lines.append(f"punctuation scored as words, its tags not in DELETE_LABEL: {shown}")
    return lines


def _text(label: bytes) -> str:
    return label.decode("utf-8", "backslashreplace") or "''"
