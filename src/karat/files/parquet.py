"""pyarrow, which reads and writes Parquet; it is imported only where such a file is used."""

from types import ModuleType

from karat.model.errors import UsageError


def arrow() -> tuple[ModuleType, ModuleType]:
    """pyarrow and its module for Parquet."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise UsageError(
            "Parquet files need one more package; type: pip install 'karat[parquet]'"
        ) from None
    return pyarrow, pyarrow.parquet
