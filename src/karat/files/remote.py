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
    """The URLs of the files below a folder, or those that fit a glob, sorted; hidden files are left out."""
    system = _system(url)
    try:
        if any(one in url for one in "*?["):
            found = [name for name in system.glob(url) if "/." not in name]
            kinds = {name: system.isfile(name) for name in found}
            if "**" not in url and (folders := [name for name in found if not kinds[name]]):
                raise InputError(
                    f"{system.unstrip_protocol(folders[0])}: {url} fits this folder too; ** stands for all "
                    "files below a folder, and an ending, as in *.mrg, is for files only"
                )
            found = [name for name in found if kinds[name]]
        else:
            folder = str(system._strip_protocol(url)).rstrip("/")
            found = [name for name in system.find(url) if "/." not in name[len(folder) :]]
        # Storage for whole files has empty ones in place of folders.
        return sorted(str(system.unstrip_protocol(name)) for name in found if name[-1:] != "/")
    except InputError:
        raise
    except Exception as error:  # noqa: BLE001  # each kind of storage has its own errors
        raise _fault(url, error) from None


def size_at(url: str) -> int:
    """The size of a file as it is stored; 0 if the storage does not say."""
    try:
        return int(_system(url).info(url).get("size") or 0)
    except InputError:
        raise
    except Exception as error:  # noqa: BLE001  # each kind of storage has its own errors
        raise _fault(url, error) from None


def version_at(url: str) -> str:
    """What changes when a file changes: its ETag, or its size and time, as the storage tells them."""
    try:
        return str(_system(url).checksum(url))
    except InputError:
        raise
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
        bare = "." not in url.rpartition("/")[2] and url[-1:] != "/"
        hint = "; write a / at the end of the name of a folder" if bare else ""
        return InputError(f"{url}: there is no such file{hint}")
    if isinstance(error, PermissionError) or "credentials" in str(error).lower():
        return InputError(f"{url}: access is denied: {error}; are the keys for this storage set?")
    why = str(error).partition("\n")[0] or type(error).__name__
    return InputError(f"{url}: cannot be read: {why}")
