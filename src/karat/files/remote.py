"""Files at a URL, such as s3://bucket/gold.mrg, through fsspec: read as a stream, not copied to disk."""

from typing import Any, BinaryIO, cast

from karat.model.errors import InputError


def is_url(path: str) -> bool:
    """Whether a path is a URL.

    >>> is_url("s3://corpora/gold.mrg"), is_url("gold.mrg")
    (True, False)
    """
    return "://" in path


def open_url(path: str) -> BinaryIO:
    """The bytes at a URL, as they are stored."""
    try:
        return cast(BinaryIO, _system(path).open(path, "rb"))
    except InputError:
        raise
    except Exception as error:  # noqa: BLE001  # each kind of storage has its own errors
        raise _fault(path, error) from None


def files_at(url: str) -> list[str]:
    """The URLs of the files in a folder, or those that fit a glob, sorted."""
    system = _system(url)
    try:
        found = (
            system.glob(url) if any(one in url for one in "*?[") else system.ls(url, detail=False)
        )
        return sorted(str(system.unstrip_protocol(name)) for name in found if system.isfile(name))
    except Exception as error:  # noqa: BLE001  # each kind of storage has its own errors
        raise _fault(url, error) from None


def _system(url: str) -> Any:
    """What reads files of this kind of storage."""
    kind = url.partition("://")[0]
    try:
        import fsspec
    except ImportError:
        raise InputError(
            f"{url}: reading URLs needs one more package; type: pip install 'karat[remote]'"
        ) from None
    try:
        return fsspec.filesystem(kind)
    except ImportError as error:
        raise InputError(f"{url}: reading {kind}:// needs one more package: {error}") from None
    except ValueError:
        raise InputError(
            f"{url}: {kind}:// is unknown; s3://, gs://, https:// and others of fsspec are known"
        ) from None
    except Exception as error:  # noqa: BLE001  # each kind of storage has its own errors
        raise _fault(url, error) from None


def _fault(url: str, error: Exception) -> InputError:
    if isinstance(error, FileNotFoundError):
        return InputError(f"{url}: there is no such file")
    if isinstance(error, PermissionError) or "credentials" in str(error).lower():
        return InputError(f"{url}: access is denied: {error}; are the keys for this storage set?")
    why = str(error).partition("\n")[0] or type(error).__name__
    return InputError(f"{url}: cannot be read: {why}")
