"""udpipe: UDPipe 1 with a model file, through the package ufal.udpipe."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from karat.model.errors import UsageError
from karat.parsers import shapes
from karat.parsers.adapter import Parsed, option
from karat.parsers.library import Library


@dataclass(frozen=True)
class UDPipe(Library):
    """UDPipe 1: Universal Dependencies, with a model file"""

    name = "udpipe"
    gives = "conllu"
    package = "ufal.udpipe"
    module = "ufal.udpipe"

    model: str = option("", "the model's file")

    def check(self) -> None:
        super().check()
        if not os.path.isfile(self.model):
            raise UsageError(
                f"udpipe needs a model file, but there is no file {self.model!r}; "
                "type: --with 'udpipe(model=english.udpipe)'"
            )

    def open(self) -> Callable[[list[str]], Parsed]:
        from ufal.udpipe import Model, Pipeline, ProcessingError

        model = Model.load(self.model)
        if model is None:
            raise ValueError(f"{self.model} is not a model of UDPipe 1")
        usual: str = Pipeline.DEFAULT
        # The pipeline does not keep its model alive, so both are kept here.
        kept = (model, Pipeline(model, "horizontal", usual, usual, "conllu"))

        def parse(tokens: list[str]) -> Parsed:
            fault: Any = ProcessingError()
            native: str = kept[1].process(" ".join(tokens) + "\n", fault)
            if fault.occurred():
                return Parsed(failure="garbage", message=str(fault.message))
            return Parsed.conllu(shapes.checked_conllu(native), native)

        return parse


ADAPTER = UDPipe
