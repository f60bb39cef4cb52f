"""`toolspec lsp`: the language server, for editors."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from typing import Final

from toolspec.cli.options import verb_parser

_EPILOG: Final = """\
examples:
  toolspec lsp                          over stdin and stdout, as editors start it
  toolspec lsp --tcp 127.0.0.1:9257     over TCP, for an editor that connects to a port
"""

LEVELS: Final = ("error", "warning", "info", "debug")


def parser() -> ArgumentParser:
    """Return the parser of the verb's options."""
    options = verb_parser("lsp", "Serve an editor: diagnostics, completion, live scores.", _EPILOG)
    wire = options.add_mutually_exclusive_group()
    wire.add_argument("--stdio", action="store_true", help="stdin and stdout (the default)")
    wire.add_argument("--tcp", type=_address, metavar="[HOST:]PORT", help="listen on a TCP port")
    needed = "listen for web sockets; needs the package websockets"
    wire.add_argument("--ws", type=_address, metavar="[HOST:]PORT", help=needed)
    options.add_argument("--log-level", choices=LEVELS, default="warning", help="what is logged")
    options.add_argument("--log-file", metavar="FILE", help="log to FILE instead of standard error")
    return options


def run(options: Namespace) -> int:
    """Serve until the editor leaves; 1 where it left without saying goodbye."""
    from toolspec.lsp.main import serve

    return serve(options.tcp, options.ws, options.log_level, options.log_file)


def _address(text: str) -> tuple[str, int]:
    host, colon, port = text.rpartition(":")
    if not (port.isascii() and port.isdigit()) or not 0 <= int(port) < 65536:
        raise ArgumentTypeError(f"`{text}` is not an address; write [HOST:]PORT, as 127.0.0.1:9257")
    return (host if colon else "127.0.0.1") or "127.0.0.1", int(port)
