"""karat serve: what is wrong is said before anything is started; tests/web has the rest."""

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from command_line import CommandLine


def test_a_port_in_use(command: CommandLine) -> None:
    """One message that says what to type."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = command("serve", "--port", port, "--store", "sqlite:///runs.db")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(
        f"karat: cannot listen at 127.0.0.1, port {port}: Address already in use; "
    )
    assert "--port 0" in done.err


@pytest.mark.parametrize("options, said", [
    ("--host nowhere.invalid", "there is no address 'nowhere.invalid'"),
    ("--base-path karat", "write for example /karat"), ("--base-path /../x", "is not a path"),
    ("--base-path //x", "is not a path"),
    ("--trusted-host http://x", "is not a name"), ("--trusted-host *", "is not a name"),
    ("--proxy *", "is not an address"),
    ("--public", "add --read-only"), ("--token-file nothing.txt", "the token cannot be read"),
    ("--token-file short.txt", "less than 16"), ("--token-file odd.txt", "one line of letters"),
    ("--token-file long.txt --public --read-only", "needs no token"), ("--port 70000", "70000"),
    ("--store nosuch://x", "nosuch"),
])  # fmt: skip
def test_wrong_usage(command: CommandLine, options: str, said: str) -> None:
    """One clear message, status 2, no traceback."""
    command.write("short.txt", "short")
    command.write("odd.txt", "ein langes Token mit Lücken")
    command.write("long.txt", "x" * 30)
    done = command(
        "serve", "--port", "0", *options.split(), env={"KARAT_STORE": "sqlite:///runs.db"}
    )
    assert done.status == 2
    assert said in done.err
    assert "Traceback" not in done.err


def test_missing_packages(tmp_path: Path) -> None:
    """One message that says what to install."""
    program = (
        "import sys, importlib.util as u; found = u.find_spec\n"
        "u.find_spec = lambda name, *more: None if name == 'uvicorn' else found(name, *more)\n"
        "sys.argv = ['karat', 'serve']\nfrom karat.__main__ import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert done.returncode == 2
    assert "pip install 'karat[web]'" in done.stderr
    assert "uvicorn" in done.stderr
