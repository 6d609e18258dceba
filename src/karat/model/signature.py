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
    scored = f"sentences:{sentences['scored']}/{sentences['total']}"
    return recipe(scheme, gold_sha256, params_digest, views, scored)


def recipe(
    scheme: Scheme, gold_sha256: str, params_digest: str = "", views: tuple[str, ...] = (),
    scored: str = "",
) -> str:  # fmt: skip
    """What is known of a score before anything is scored; ``scored`` is the part about sentences.

    >>> from karat.schemes import parse
    >>> recipe(parse("evalb(failed=empty)"), "f46edd2d0c")
    'evalb(failed=empty)|failed:empty|gold:f46edd2d|karat:0.1.0'
    """
    parts = (
        str(scheme),
        f"params:{params_digest[:8]}" if params_digest else "",
        f"failed:{scheme.failed}",
        *views,
        f"gold:{gold_sha256[:8]}",
        scored,
        f"karat:{__version__}",
    )
    return "|".join(filter(None, parts))
