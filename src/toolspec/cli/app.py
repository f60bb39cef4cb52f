"""The command line: find the verb, run it, and turn whatever happens into an exit status.

Status: 0 all passed, 1 a trace did not pass (or `fmt --check` would change a file), 2 something
could not be read or judged. 130 after an interrupt, 141 where the reader of a pipe went away, as
shells say it.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TextIO

from toolspec import __version__
from toolspec.cli.commands import VERBS, verb_module

INTERRUPTED = 130
PIPE_CLOSED = 141

_UNWRITTEN = ("ENOSPC", "EDQUOT", "EFBIG", "EIO", "EBADF")
"""Errors of writing that are nobody's mistake."""


def run(arguments: Sequence[str]) -> int:
    """Run `toolspec` with these arguments and return its exit status. Raises nothing."""
    _open_closed()
    for stream in (sys.stdout, sys.stderr):
        # A tool's name may hold what the terminal's encoding lacks; that must not end the run.
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
    try:
        status = _dispatch(arguments)
        sys.stdout.flush()
    except SystemExit as end:  # how argparse ends: after help, or on a wrong option
        return end.code if isinstance(end.code, int) else 0 if end.code is None else 2
    except KeyboardInterrupt:
        print("toolspec: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        _silence(sys.stdout)
        return PIPE_CLOSED
    except OSError as error:
        if errno.errorcode.get(error.errno or 0) not in _UNWRITTEN:
            return _own_fault(error)
        _silence(sys.stdout)
        _tell(f"toolspec: the output could not be written: {error.strerror}")
        return 2
    except Exception as fault:
        return _own_fault(fault)
    return status


def _dispatch(arguments: Sequence[str]) -> int:
    first = arguments[0] if arguments else "--help"
    if first in ("-h", "--help", "help"):
        if first == "help" and len(arguments) > 1 and arguments[1] in VERBS:
            return _dispatch([arguments[1], "--help"])
        print(overview(), end="")
        return 0 if arguments else 2
    if first in ("-V", "--version"):
        print(f"toolspec {__version__}")
        return 0
    if first not in VERBS:
        return _no_such_verb(first)
    command = verb_module(first)
    # Paths may be before, between and after options.
    parse = getattr(command, "parse", None) or command.parser().parse_intermixed_args
    return command.run(parse(arguments[1:]))


def overview() -> str:
    """Return what `toolspec --help` prints."""
    width = max(map(len, VERBS))
    verbs = "\n".join(f"  {verb:{width}}  {says}" for verb, says in VERBS.items())
    return f"""\
toolspec {__version__}: how an AI agent must use its tools, and whether it did

usage: toolspec VERB [OPTION...] [PATH...]

{verbs}

  toolspec VERB --help   options and examples of one verb
  toolspec --version

A first look:
  toolspec traces run.json                         what was read from a trace
  toolspec init run.json -o run.toolspec           a first spec, made from it
  toolspec check run.json run.toolspec             judge it

Exit status: 0 all passed, 1 a trace did not pass, 2 something could not be read or judged.
"""


def _no_such_verb(word: str) -> int:
    from toolspec.engine.text.escape import short

    if word.startswith("-"):
        message = f"`{short(word, 40)}` is not an option here; options follow the verb"
    elif os.path.exists(word) or word.endswith(".toolspec"):  # noqa: PTH110
        message = f"a verb comes first: toolspec check {short(word, 60)} ..."
    else:
        from toolspec.dsl.text.suggest import suggestion

        near = suggestion(word, VERBS)
        hint = f"did you mean `{near}`?" if near else f"verbs are {', '.join(VERBS)}"
        message = f"no verb `{short(word, 40)}`; {hint}"
    print(f"toolspec: {message}", file=sys.stderr)
    return 2


def _open_closed() -> None:
    """Give streams that were closed before the run a place to write to: the status still tells."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115


def _silence(stream: TextIO) -> None:
    """Let the interpreter's own flush at the end find a place to write to."""
    with suppress(OSError, ValueError):
        stream.flush()
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _tell(text: str) -> None:
    """Say something on standard error, if that can still be written to."""
    try:
        print(text, file=sys.stderr, flush=True)
    except OSError:
        _silence(sys.stderr)


def _own_fault(fault: Exception) -> int:
    """Say honestly that the fault is ours. Its message stays out: it may hold values."""
    if os.environ.get("TOOLSPEC_DEBUG"):
        import traceback

        traceback.print_exception(fault)
    step = fault.__traceback__
    while step is not None and step.tb_next is not None:
        step = step.tb_next
    at = ""
    if step is not None:
        file = step.tb_frame.f_code.co_filename.replace("\\", "/").rpartition("/")[2]
        at = f" at {file}:{step.tb_lineno}"
    _tell(
        f"toolspec {__version__}: a fault in toolspec itself, not in your files: "
        f"{type(fault).__name__}{at}. Nothing more was judged. Set TOOLSPEC_DEBUG=1 for the "
        "details and report them, with the files if you can."
    )
    return 2
