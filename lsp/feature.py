"""What a feature offers the server: the request it answers, and how."""

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
"""The commands, by the names an editor knows them by."""


class Feature(NamedTuple):
    """One request of the protocol.

    `answer` takes the server and the request's parameters and returns the protocol's result; it
    runs on the loop's thread and must be quick. `options` are the server capability's options.
    """

    method: str
    answer: Callable[[Server, Any], Any]
    options: Any = None


class Command(NamedTuple):
    """One command of `workspace/executeCommand`; `run` takes the server and its arguments."""

    name: str
    run: Callable[..., Any]
