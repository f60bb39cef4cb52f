"""The types by which a feature registers its requests and commands."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from toolspec.lsp.server import Server

CHOOSE = "toolspec.chooseTrace"
JUSTIFY = "toolspec.showJustification"
RUN_ALL = "toolspec.runAllTraces"
RESTART = "toolspec.restartJudge"
APPLY = "toolspec.applyEdit"
"""The names of the commands in the protocol."""


class Feature(NamedTuple):
    """One request of the protocol.

    `answer` takes the server and the request's parameters and returns the protocol's result; it
    runs on the event loop, so it must be quick. `options` are announced with the capability.
    """

    method: str
    answer: Callable[[Server, Any], Any]
    options: Any = None


class Command(NamedTuple):
    """One command of `workspace/executeCommand`; `run` takes the server and its arguments."""

    name: str
    run: Callable[..., Any]
