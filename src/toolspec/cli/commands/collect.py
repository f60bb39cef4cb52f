"""`toolspec collect`: receive the traces of running agents."""

from __future__ import annotations

import os
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from typing import Any, Final

from toolspec.cli.options import add_color, verb_parser

FOLDER: Final = ".toolspec/traces"

_EPILOG: Final = """\
Agents that record with OpenTelemetry send their traces here with no change of code:

  OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318      HTTP; what most exporters use
  OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4317      gRPC, with toolspec-lang[grpc] installed

Each trace becomes one file, ID.jsonl. While its spans come it is called ID.running.jsonl; editors
and `toolspec check` read both. Requests of web pages are refused. On any address but this machine's
own a token is asked for: TOOLSPEC_COLLECT_TOKEN, or one that is made and printed.

With a command, it is run with the environment set, on a free port; when it ends, its traces are
checked by the specs that --spec names, else by those of the settings or the working folder.

examples:
  toolspec collect                                          until Ctrl+C
  toolspec collect --redact-key '*.email' --redact '[0-9]{16}'
  toolspec collect -- python agent.py "where is my refund?"
  toolspec collect --spec refunds.toolspec -- npm run agent

exit status with a command: its own where that is not 0, else that of `toolspec check`
exit status without: 0 after Ctrl+C, 2 where the folder or a port cannot be used
"""


class _Parser(ArgumentParser):
    """Takes the words after `--` as they are, options of the command among them."""

    def parse_intermixed_args(self, args: Any = None, namespace: Any = None) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        words: list[str] = list(args or [])
        at = words.index("--") if "--" in words else len(words)
        options = super().parse_args(words[:at], namespace)
        if options.command:
            self.error("a command to run comes after `--`: toolspec collect -- COMMAND")
        options.command = words[at + 1 :]
        if at < len(words) and not options.command:
            self.error("no command comes after `--`")
        return options


def parser() -> ArgumentParser:
    """Return the parser of the verb's options."""
    says = "Receive the traces of running agents (OTLP)."
    options = verb_parser("collect", says, _EPILOG, _Parser)
    options.add_argument(
        "command", nargs="*", metavar="COMMAND", help="after `--`: a command to run"
    )
    options.add_argument(
        "--folder", metavar="DIR", default=FOLDER, help=f"where the traces are written ({FOLDER})"
    )
    options.add_argument(
        "--spec",
        action="append",
        metavar="FILE",
        help="a spec that judges the command's traces; repeatable",
    )
    options.add_argument(
        "--host", default="127.0.0.1", metavar="ADDRESS", help="address to listen on (127.0.0.1)"
    )
    options.add_argument("--port", type=_port, metavar="PORT", help="port for HTTP (4318)")
    options.add_argument(
        "--grpc-port", type=_port, metavar="PORT", help="port for gRPC, if it is installed (4317)"
    )
    options.add_argument("--no-grpc", action="store_true", help="do not listen for gRPC")
    options.add_argument(
        "--idle",
        type=_number,
        default=300.0,
        metavar="SECONDS",
        help="a trace is finished after so long without a span (300)",
    )
    options.add_argument(
        "--max-age",
        type=_number,
        default=30.0,
        metavar="DAYS",
        help="delete files older than this (30; 0: none)",
    )
    options.add_argument(
        "--max-traces",
        type=_whole,
        default=5000,
        metavar="N",
        help="keep only the N newest traces (5000; 0: all)",
    )
    options.add_argument(
        "--max-size",
        type=_whole,
        default=1024,
        metavar="MB",
        help="keep no more than this in all (1024; 0: any size)",
    )
    options.add_argument(
        "--redact",
        action="append",
        metavar="REGEX",
        help="write `__REDACTED__` in place of text that matches",
    )
    options.add_argument(
        "--redact-key",
        action="append",
        metavar="GLOB",
        help="the same for the values of attributes of that name",
    )
    add_color(options)
    return options


def run(options: Namespace) -> int:
    """Receive until interrupted, or until the command ends."""
    from toolspec.cli.collecting import Collecting

    return Collecting(options, os.environ.get("TOOLSPEC_COLLECT_TOKEN", "")).run()


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit()) or int(text) > 65535:
        raise ArgumentTypeError(f"`{text}` is not a port: a number from 0 to 65535")
    return int(text)


def _number(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number < 1e9:
        raise ArgumentTypeError(f"`{text}` is not a number from 0")
    return number


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise ArgumentTypeError(f"`{text}` is not a whole number from 0")
    return int(text)
