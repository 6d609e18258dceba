"""The program EVALB: its command line and its exits."""

from dataclasses import dataclass, replace
from typing import BinaryIO

from karat.files import evalb_params
from karat.files.evalb_params import Params, atoi
from karat.model.errors import InputError

USAGE = """\
 evalb [-dDh][-c n][-e n][-p param_file] gold-file test-file

    Compares the brackets of test-file with those of gold-file, and prints
    recall, precision, F-measure and tagging accuracy as EVALB does.

    -d             details of every sentence
    -D             details of every bracket
    -c n           cut-off length of the second summary (default 40)
    -e n           number of errors to stop after (default 10)
    -p param_file  parameter file, or collins, or new
    -h             this help
"""


class Exit(Exception):
    """The run ends here, with this status."""

    def __init__(self, status: int) -> None:
        self.status = status


@dataclass(frozen=True)
class Request:
    """A command line that was understood."""

    params: Params
    gold: str
    test: str


def parse_arguments(arguments: list[str], err: BinaryIO) -> Request:
    """Read the options in order: a later one overrides earlier ones, parameter files included."""
    params, names = Params(), list[str]()
    waiting = iter(arguments)
    for argument in waiting:
        if not argument.startswith("-") or argument == "-":
            names.append(argument)
            continue
        if argument == "--":
            names += waiting
            break
        letter, rest = argument[1], argument[2:]
        if letter in "dD":
            params = replace(params, debug=1 if letter == "d" else 2)
        elif letter in "cep":
            value = rest or next(waiting, None)
            if value is None:
                raise InputError(f"-{letter} needs a value; type: karat evalb -h")
            if letter == "p":
                params = _with_file(params, value, err)
            elif letter == "c":
                params = replace(params, cutoff=atoi(value.encode()))
            else:
                params = replace(params, max_error=atoi(value.encode()))
        else:
            err.write(USAGE.encode())
            raise Exit(1 if letter == "h" else 0)
    if len(names) > 2:
        # EVALB ignores a lone -, which is standard input here where a name is wanted.
        names = [name for name in names if name != "-"] + ["-"] * 2
    if len(names) < 2:
        raise InputError("give a gold file and a test file; for help, type: karat evalb -h")
    return Request(params, names[0], names[1])


def _with_file(params: Params, path: str, err: BinaryIO) -> Params:
    loaded = evalb_params.load(path, replace(params, messages=()))
    for message in loaded.messages:
        err.write(message)
    return loaded
