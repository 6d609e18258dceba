"""The script that draws charts: made once, kept, made again if what was kept is damaged."""

import subprocess
import sys
from pathlib import Path

import pytest

from karat.model.errors import UsageError
from karat.reports.html import library
from karat.reports.html.library import Library, check_packages, entry, inline
from karat.reports.html.policy import policy


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """An empty cache, and a program that makes a short script and is counted."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(library, "_MAKE", "import sys; sys.stdout.write('vega(\"</script>\");')")
    started: list[str] = []
    popen = subprocess.Popen

    def counted(*arguments: object, **options: object) -> object:
        started.append("once")
        return popen(*arguments, **options)  # type: ignore[call-overload]

    monkeypatch.setattr(subprocess, "Popen", counted)
    return started


def script() -> str:
    with Library() as found:
        return found.script()


def kept() -> Path:
    path = entry()
    assert path is not None
    return path


def test_the_script_is_made_once_and_kept(made: list[str]) -> None:
    assert script() == script() == 'vega("\\x3c/script>");'
    assert made == ["once"]
    assert kept().parent.name == "karat"


@pytest.mark.parametrize("damage", [b"", b"// sha256 0\nvega()", b"\xff\xfe", b"// sha256 "])
def test_a_damaged_file_is_made_again(made: list[str], damage: bytes) -> None:
    first = script()
    whole = kept().read_bytes()
    kept().write_bytes(damage or whole[:-3])
    assert script() == first
    assert kept().read_bytes() == whole
    assert made == ["once"] * 2


def test_another_version_has_another_file(made: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    before = kept()
    monkeypatch.setattr("importlib.metadata.version", lambda name: "99.0")
    assert kept() != before


@pytest.mark.parametrize("home", ["/dev/null/nowhere", "relative"])
def test_without_a_folder_to_write_to_nothing_is_kept(
    made: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, home: str
) -> None:
    """A relative folder is none, as the standard of XDG_CACHE_HOME says; then it is the home's."""
    monkeypatch.setenv("XDG_CACHE_HOME", home)
    monkeypatch.setenv("HOME", "/dev/null")
    monkeypatch.chdir(tmp_path)
    assert script().startswith("vega")
    assert not list(tmp_path.rglob("*.js"))


def test_if_the_process_dies_the_script_is_made_here(
    made: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import vl_convert

    monkeypatch.setattr(library, "_MAKE", "raise SystemExit(3)")
    monkeypatch.setattr(vl_convert, "javascript_bundle", lambda snippet: f"here; {snippet}")
    assert script() == "here; window.vegaEmbed = vegaEmbed;"


def test_a_command_that_fails_leaves_no_process(
    made: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library, "_MAKE", "import time; time.sleep(60)")
    found = Library()
    maker = found._maker
    with pytest.raises(ZeroDivisionError), found:
        raise ZeroDivisionError
    assert maker is not None
    assert maker.poll() is not None


def test_a_missing_package_is_named_with_what_to_type(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(library.PACKAGES, "no_such_module", "no-such-package")
    with pytest.raises(UsageError, match=r"no-such-package.*pip install 'karat\[report\]'"):
        check_packages()


def test_a_script_has_the_line_ends_that_a_browser_hashes() -> None:
    assert inline("a\r\nb\rc") == "a\nb\nc"


def test_a_policy_names_each_script_once_and_nothing_else() -> None:
    found = policy(["a()", "a()"], ["p {}"])
    assert found.startswith("default-src 'none'; script-src 'sha256-")
    assert found.count("'sha256-") == 2
    assert "unsafe" not in found


def test_the_real_script_can_stand_in_a_page() -> None:
    """As the package makes it; in the cache of this user, because that takes seconds."""
    found = script()
    assert "window.vegaEmbed" in found
    assert "</script" not in found
    assert "\r" not in found
    assert sys.getsizeof(found) < 2_000_000
