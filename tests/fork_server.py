"""A process that has imported all of karat, and forks for each command that it is asked to run.

Starting Python, importing karat and taking it down again takes far longer than most commands of the
tests. A fork is a process like any other: it has its own folder, standard streams, exit status and end.

    python tests/fork_server.py NUMBER    serve the socket with this number
    python tests/fork_server.py FOLDER    serve FOLDER/karat, a program for shells
"""

import atexit
import gc
import importlib
import io
import json
import os
import pkgutil
import runpy
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any, NoReturn

# A message has at most so many bytes; a longer command line is run in the usual way.
LONGEST = 1 << 16
SOCKET = "socket"
# Seconds until the server has imported everything, on a machine with much else to do. If it were given up
# earlier, the next command would get the answer to this one.
PATIENCE = 600
# Short, so that it starts fast. A command that a signal ended has the status that shells give it.
CLIENT = """#!{python} -IS
import json, os, socket, sys
link = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
link.connect("{socket}")
request = dict(arguments=sys.argv[1:], folder=os.getcwd(), variables=dict(os.environ))
socket.send_fds(link, [json.dumps(request).encode()], [0, 1, 2])
link.recv(99)
status = int(link.recv(99))
os._exit(status if status >= 0 else 128 - status)
"""


class ForkServer:
    """The server as its clients see it; it ends with them."""

    def __init__(self) -> None:
        self._link, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with other:
            number = other.fileno()
            subprocess.Popen([sys.executable, __file__, str(number)], pass_fds=[number])

    def run(
        self, arguments: list[str], folder: Path, stdin: bytes, timeout: float, script: str = ""
    ) -> tuple[int, bytes, bytes]:
        """Run karat, or a script that imports it: exit status, standard output and standard error."""
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            reading, writing = os.pipe()
            request = {
                "arguments": arguments,
                "folder": str(folder),
                "variables": dict(os.environ),
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


class Program:
    """A program ``karat`` that shells find in a folder; it hands its command to a server.

    with Program() as folder: subprocess.run("karat --version", shell=True, env={"PATH": folder})
    """

    def __enter__(self) -> str:
        self._folder = tempfile.TemporaryDirectory(prefix="karat-")
        folder = self._folder.name
        program = Path(folder, "karat")
        program.write_text(
            CLIENT.format(python=sys.executable, socket=f"{folder}/{SOCKET}"), "utf-8"
        )
        program.chmod(0o755)
        words = [sys.executable, __file__, folder]
        self._server = subprocess.Popen(words, stdout=subprocess.PIPE)
        assert self._server.stdout is not None
        with self._server.stdout as told:
            told.readline()  # it is ready
        return folder

    def __exit__(self, *_: object) -> None:
        self._server.kill()
        self._server.wait()
        self._folder.cleanup()


def prepare() -> None:
    """Do once what every command would have to do."""
    import_all()
    read_all()
    gc.collect()
    gc.freeze()  # no fork has to look through what is there already, and so to copy it


def listen(folder: str) -> None:
    """Run the commands of many clients, also at the same time; who ends the server is its owner."""
    prepare()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody asks how a client's part of it ended
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as door:
        door.bind(f"{folder}/{SOCKET}")
        door.listen()
        print("ready", flush=True)
        while True:
            link, _ = door.accept()
            if not os.fork():
                break
            link.close()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    serve(link)


def serve(link: socket.socket) -> None:
    """Run commands, one after the other, until the client goes away."""
    with link:
        while True:
            message, streams, _, _ = socket.recv_fds(link, LONGEST, 3)
            if not message:
                return
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
    """Read what many commands read once: rules and their patterns, and the dictionary of base forms."""
    from karat.recognise import rules
    from karat.views.gr.lemmas import lemma

    for name in rules.names():
        rules.load(name)
    lemma("dogs", "NNS")


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
    if sys.argv[1].isdecimal():
        prepare()
        serve(socket.socket(fileno=int(sys.argv[1])))
    else:
        listen(sys.argv[1])
