"""Read a spec's file, or say why it cannot be read."""

from __future__ import annotations

from os import PathLike, fspath
from pathlib import Path

from toolspec.dsl.diagnostic import Diagnostic
from toolspec.dsl.errors import SpecError
from toolspec.dsl.problem import Found
from toolspec.dsl.source import Source

FILE_BYTES_MAX = 16 * 1024 * 1024
"""The largest spec file that is read, in bytes: some hundred thousand rules."""


def text_of(path: str | PathLike[str]) -> str:
    """Return the text of a spec's file.

    Raises SpecError where there is no such file, it is a folder, may not be read, is too large, or
    is not UTF-8.
    """
    name = fspath(path)
    try:
        with Path(path).open("rb") as file:
            data = file.read(FILE_BYTES_MAX + 1)
    except FileNotFoundError:
        raise _unreadable(
            name, "there is no such file", "nothing to read", "see the path"
        ) from None
    except IsADirectoryError:
        raise _unreadable(
            name, "this is a folder", "a spec is one file", "name the files in it"
        ) from None
    except (OSError, ValueError) as error:
        said = getattr(error, "strerror", None) or str(error)
        raise _unreadable(
            name, f"the file cannot be read: {said}", "the system refused", ""
        ) from None
    if len(data) > FILE_BYTES_MAX:
        most = f"{FILE_BYTES_MAX // 1024 // 1024} MB"
        raise _unreadable(
            name, "the file is too large", f"a spec is read up to {most}", "cut it into several"
        )
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        good = data[: error.start].decode("utf-8")
        reason = f"the file is not UTF-8 at byte {error.start}"
        why = f"the byte 0x{data[error.start]:02x} cannot stand there: {error.reason}"
        raise _unreadable(name, reason, why, "save the file as UTF-8", good) from None


def _unreadable(name: str, reason: str, why: str, hint: str, good: str = "") -> SpecError:
    """Return the error; `good` is the text up to the place where reading failed."""
    # The last line is shown, and the place behind its last character pointed at.
    source = Source(good + " " if good else "", name)
    fields = {"reason": reason, "why_not": why, "hint": hint}
    found = Found("unreadable_file", len(good), len(good) + (1 if good else 0), fields)
    return SpecError([Diagnostic(found, source)])
