"""A process that has imported all of karat, and forks for each command that it is asked to run.

Starting Python, importing karat and taking it down again takes far longer than most commands of the
tests. A fork is a process like any other: it has its own folder, standard streams, exit status and end.

    folder = program()                       a folder with a program karat, for shells and servers
    ForkServer().run(["--version"], ...)     the same without a shell
    python tests/fork_server.py FOLDER       what both start: the server, until its standard input ends
"""

import atexit
import gc
import importlib
import importlib.resources
import io
import json
import os
import pkgutil
import runpy
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

# A message has at most so many bytes; a longer command line is run in the usual way.
LONGEST = 1 << 16
SOCKET = "socket"
# Seconds until a fork has begun, on a machine with much else to do.
PATIENCE = 600
# A sentence that the server itself has scored, saved and reported.
SENTENCE = "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))\n"
# Short, so that it starts fast. Signals go to the command; one that a signal ended has the status that
# shells give it.
CLIENT = """#!{python} -IS
import json, os, signal, socket, sys
link = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
link.connect({socket!r})
request = dict(arguments=sys.argv[1:], folder=os.getcwd(), variables=dict(os.environ))
socket.send_fds(link, [json.dumps(request).encode()], [0, 1, 2])
command = int(link.recv(99))
for number in signal.SIGINT, signal.SIGTERM, signal.SIGHUP:
    signal.signal(number, lambda number, _: os.kill(command, number))
status = int(link.recv(99))
os._exit(status if status >= 0 else 128 - status)
"""


@cache
def program() -> str:
    """A folder with a program ``karat``, which hands its command to a server that ends with this process."""
    kept = tempfile.TemporaryDirectory(prefix="karat-")
    file = Path(kept.name, "karat")
    file.write_text(CLIENT.format(python=sys.executable, socket=_door(kept.name)), "utf-8")
    file.chmod(0o755)
    words = [sys.executable, __file__, kept.name]
    server = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert server.stdout is not None
    assert server.stdin is not None
    assert server.stdout.readline(), "the server did not start"
    server.stdout.close()
    atexit.register(kept.cleanup)
    atexit.register(server.wait)
    atexit.register(server.stdin.close)  # the first of the three
    return kept.name


def _door(folder: str) -> str:
    return f"{folder}/{SOCKET}"


class ForkServer:
    """The server as a test sees it, which has one command run after the other."""

    def __init__(self) -> None:
        self._link = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._link.connect(_door(program()))

    def run(
        self,
        arguments: list[str],
        folder: Path,
        stdin: bytes,
        timeout: float,
        variables: Mapping[str, str] | None = None,
        script: str = "",
    ) -> tuple[int, bytes, bytes]:
        """Run karat, or a script that imports it: exit status, standard output and standard error."""
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            reading, writing = os.pipe()
            request = {
                "arguments": arguments,
                "folder": str(folder),
                "variables": dict(os.environ if variables is None else variables),
                "script": script,
            }
            socket.send_fds(
                self._link, [json.dumps(request).encode()], [reading, out.fileno(), err.fileno()]
            )
            os.close(reading)
            feeding = threading.Thread(target=_feed, args=(writing, stdin))
            feeding.start()
            status = self._status(arguments, timeout)
            feeding.join()
            return status, *(
                os.pread(file.fileno(), os.fstat(file.fileno()).st_size, 0) for file in (out, err)
            )

    def _status(self, arguments: list[str], timeout: float) -> int:
        self._link.settimeout(PATIENCE)
        child = int(self._link.recv(LONGEST))
        self._link.settimeout(timeout)
        try:
            return int(self._link.recv(LONGEST))
        except TimeoutError:
            os.kill(child, 9)
            self._link.settimeout(PATIENCE)
            self._link.recv(LONGEST)
            raise subprocess.TimeoutExpired(arguments, timeout) from None


def _feed(pipe: int, content: bytes) -> None:
    try:
        with open(pipe, "wb") as stream:
            stream.write(content)
    except BrokenPipeError:
        pass  # not everything is read


def listen(folder: str) -> None:
    """Run the commands of many clients, also at the same time, until standard input ends."""
    import_all()
    read_all()
    run_some()
    gc.collect()
    gc.freeze()  # no fork has to look through what is there already, and so to copy it
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody asks how a client's part of it ended
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as door:
        door.bind(_door(folder))
        door.listen()
        print("ready", flush=True)
        while True:
            ready, _, _ = select.select([door, sys.stdin], [], [])
            if door not in ready:
                return
            link, _ = door.accept()
            if not os.fork():
                break
            link.close()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    serve(link)


def serve(link: socket.socket) -> None:
    """Run the commands of one client, one after the other, until it goes away."""
    with link:
        while True:
            message, streams, _, _ = socket.recv_fds(link, LONGEST, 3)
            if not message:
                os._exit(0)
            if not (child := os.fork()):
                break
            for stream in streams:
                os.close(stream)
            link.send(str(child).encode())
            _, ended = os.waitpid(child, 0)
            link.send(str(os.waitstatus_to_exitcode(ended)).encode())
    become(json.loads(message), streams)


def import_all() -> None:
    """Import every module of karat, so that no command has to."""
    import karat

    for module in pkgutil.walk_packages(karat.__path__, "karat."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)


def read_all() -> None:
    """Read what many commands read once: rules, the dictionary of base forms, templates of the workbench."""
    from karat.recognise import rules
    from karat.views.gr.lemmas import lemma
    from karat.web.rendering import environment

    for name in rules.names():
        rules.load(name)
    lemma("dogs", "NNS")
    for template in (importlib.resources.files("karat.web") / "templates").iterdir():
        environment().get_template(template.name)


def run_some() -> None:
    """Run a few commands here: patterns and templates are compiled when they are first used."""
    from karat.cli import karat

    before = dict(os.environ)
    with tempfile.TemporaryDirectory() as folder, redirect_stdout(io.StringIO()) as said:
        file = Path(folder, "some.mrg")
        file.write_text(SENTENCE, "utf-8")
        os.environ["KARAT_STORE"] = f"sqlite:///{folder}/runs.db"
        pair = [str(file), str(file)]
        for words in (
            ["score", *pair, "--save", "some"],
            ["report", *pair, "-o", f"{folder}/some.html"],
        ):
            with redirect_stderr(said):
                karat.main(words, prog_name="karat", standalone_mode=False)
    assert "saved as some" in said.getvalue(), said.getvalue()
    assert "some.html" in said.getvalue(), said.getvalue()
    os.environ.clear()
    os.environ.update(before)
    assert threading.active_count() == 1, "a fork has no other threads, and could wait for them"


def become(request: Any, streams: list[int]) -> None:
    """Be the command: in its folder, with its streams, as if Python had been started there."""
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.environ.clear()
    os.environ.update(request["variables"])
    os.chdir(request["folder"])
    script = request.get("script")
    sys.path[0] = os.path.dirname(script) if script else request["folder"]
    sys.argv = [script or "karat", *request["arguments"]]
    sys.stdin, sys.stdout = (
        os.fdopen(at, mode, encoding="utf-8") for at, mode in ((0, "r"), (1, "w"))
    )
    sys.stderr = io.TextIOWrapper(
        os.fdopen(2, "wb", 0), encoding="utf-8", errors="backslashreplace", write_through=True
    )
    from karat.__main__ import main

    try:
        runpy.run_path(script, run_name="__main__") if script else main()
    except SystemExit as ended:
        if isinstance(ended.code, int):
            leave(ended.code)
        raise
    leave(0)


def leave(status: int) -> NoReturn:
    """End as Python does, but leave it to the system to take the memory back."""
    threading._shutdown()
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(status)


if __name__ == "__main__":
    listen(sys.argv[1])
