"""The signature under every score: what exactly was computed, and from which gold file."""

from karat import __version__
from karat.model.scheme import Scheme
from karat.model.tally import Total


def signature(
    scheme: Scheme, total: Total, gold_sha256: str, params_digest: str = "",
    views: tuple[str, ...] = (),
) -> str:  # fmt: skip
    """One line that says how a score was made; if two scores differ in this, so do their lines.

    >>> from karat import score
    >>> score("(S (N a))", "(S (N a))", "evalb").signature
    'evalb|failed:drop|gold:f46edd2d|sentences:1/1|karat:0.1.0'
    """
    sentences = total.sentences(scheme.failed)
    parts = [
        str(scheme),
        f"failed:{scheme.failed}",
        *views,
        f"gold:{gold_sha256[:8]}",
        f"sentences:{sentences['scored']}/{sentences['total']}",
        f"karat:{__version__}",
    ]
    if params_digest:
        parts.insert(1, f"params:{params_digest[:8]}")
    return "|".join(parts)
