"""The verbs of the command line, in the order people meet them.

Each is a module of this package named after it, with `parser()` and `run(options)`, and is loaded
only when it is called. A new verb is its file and its line here.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

VERBS = {
    "check": "judge traces by specs",
    "fmt": "format specs (one canonical layout)",
    "explain": "explain a word of the language, a rule kind or a problem",
    "traces": "show what is read from trace files",
    "collect": "receive the traces of running agents",
    "init": "write a first spec from a trace",
    "lsp": "serve an editor: diagnostics, completion, live scores",
    "schema": "print the JSON schema of the report",
    "completion": "print a completion script for a shell",
}


class Verb(Protocol):
    """What a verb's module offers."""

    def parser(self) -> ArgumentParser:
        """Return the parser of the verb's options."""
        ...

    def run(self, options: Namespace) -> int:
        """Do what the verb says; return the exit status."""
        ...


def verb_module(verb: str) -> Verb:
    """Return a verb's module. Raises KeyError where there is none."""
    if verb not in VERBS:
        raise KeyError(verb)
    return cast("Verb", cast("object", import_module(f"{__name__}.{verb}")))
