"""`toolspec init`: write a first spec from a trace."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from toolspec.cli.draft import draft
from toolspec.cli.options import verb_parser
from toolspec.cli.paths import STANDARD_INPUT, special
from toolspec.cli.refusal import Refusal, note
from toolspec.cli.trace_files import standard_input, trace_refusal
from toolspec.engine.reading.format import TraceError
from toolspec.engine.regular_file import is_special
from toolspec.engine.text.escape import safe
from toolspec.engine.text.plural import plural

if TYPE_CHECKING:
    from toolspec.engine.reading.files import FileReading

NOTES_SHOWN_MAX: Final = 20

_EPILOG: Final = """\
The spec says what the trace did, so the trace passes it: the calls, their order and number, that no
other tool is called, limits with room for half as much again, and which call came before which for
the same value. Loosen what is not required, and add what must never happen. From a file of several
traces it takes what they have in common.

examples:
  toolspec init run.json
  toolspec init run.json -o refunds.toolspec && toolspec check refunds.toolspec
"""


def parser() -> ArgumentParser:
    """Return the parser of the verb's options."""
    options = verb_parser("init", "Write a first spec from a trace.", _EPILOG)
    options.add_argument("trace", metavar="TRACE", help="a trace file, or - for standard input")
    options.add_argument(
        "-o", "--output", metavar="FILE", help="write to FILE; never overwrites a file"
    )
    options.add_argument(
        "--no-values", action="store_true", help="leave out the arguments of the trace"
    )
    options.add_argument(
        "--salvage", action="store_true", help="use the complete part of a cut-off file"
    )
    return options


def run(options: Namespace) -> int:
    """Write the spec; 2 where the trace cannot be read or the file is there already."""
    if is_special(options.trace):
        special(options.trace).tell()
        return 2
    try:
        reading = _read(options.trace, options.salvage)
        _say_what_is_left_out(reading, options.trace, not options.no_values)
        path = _named_from(options.trace, options.output)
        text = draft(reading.traces, path, not options.no_values)
    except TraceError as error:
        trace_refusal(error, options.trace, values=not options.no_values).tell()
        return 2
    if options.output is None:
        print(text, end="")
        return 0
    refusal = _write(text, options.output)
    if refusal is not None:
        refusal.tell()
        return 2
    from shlex import quote

    path = options.output
    print(f"wrote {safe(path)}: toolspec check {safe(quote(path))}", file=sys.stderr)
    return 0


def _read(path: str, salvage: bool) -> FileReading:
    from toolspec.engine.reading.files import read_bytes, read_traces

    if path == STANDARD_INPUT:
        reading = read_bytes(standard_input(), path=path, salvage=salvage)
    else:
        reading = read_traces(path, salvage=salvage)
    if not reading.traces:
        raise next(iter(reading.unjudged), TraceError("holds no trace of a run"))
    return reading


def _say_what_is_left_out(reading: FileReading, path: str, values: bool) -> None:
    """Say on standard error which traces and records of the file the spec knows nothing of."""
    for error in reading.unjudged[:NOTES_SHOWN_MAX]:
        message = error.message if values else error.without_values
        note(f"the spec leaves this trace out: {message}", path, error.line or None)
    for noted in reading.notes[:NOTES_SHOWN_MAX]:
        note(noted.text if values else noted.without_values, path, noted.place.line or None)
    more = sum(max(0, len(them) - NOTES_SHOWN_MAX) for them in (reading.unjudged, reading.notes))
    if more:
        note(f"{plural(more, 'more note')}; `toolspec traces` shows all", path)


def _named_from(trace: str, output: str | None) -> str | None:
    """Return the trace's path as the spec must name it: relative to the spec."""
    if trace == STANDARD_INPUT:
        return None
    folder = os.path.dirname(os.path.abspath(output)) if output else os.curdir  # noqa: PTH100, PTH120
    try:
        return os.path.relpath(trace, folder).replace(os.sep, "/")
    except ValueError:  # another drive
        return os.path.abspath(trace).replace(os.sep, "/")  # noqa: PTH100


def _write(text: str, output: str) -> Refusal | None:
    if not output.endswith(".toolspec"):
        return Refusal("a spec's name ends in .toolspec", output, hint=f"write {output}.toolspec")
    try:
        with Path(output).open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        return Refusal("exists already and is not overwritten", output, hint="choose another name")
    except OSError as error:
        return Refusal(f"cannot be written: {error.strerror}", output)
    return None
