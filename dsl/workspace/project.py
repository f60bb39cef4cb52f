"""Settings of a project: `toolspec.toml`, or `[tool.toolspec]` in `pyproject.toml`.

The nearest file counts, looking upward; its paths are relative to itself. The command line and the
editor read them here, so that both mean the same traces.
"""

# Importing pathlib would cost more than all that is done here.
# ruff: noqa: PTH100, PTH112, PTH118, PTH120

from __future__ import annotations

import os
import re
from typing import Any, Final, NamedTuple, cast

from toolspec.engine.regular_file import open_file

FILE_BYTES_MAX: Final = 1024 * 1024
"""The largest settings file that is read."""


class Project(NamedTuple):
    """What a settings file says; what it does not say is None, or nothing."""

    path: str | None = None
    folder: str = "."
    specs: tuple[str, ...] = ()
    traces: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    fail_under: float | None = None
    format: str | None = None
    color: str | None = None
    quiet: bool | None = None
    values: bool | None = None
    salvage: bool | None = None
    cache: bool | None = None


class Fault(NamedTuple):
    """What is wrong with a settings file, and where; `unknown` is a name that is not a setting."""

    message: str
    path: str
    line: int | None = None
    unknown: str | None = None


_TEXTS: Final = ("specs", "traces", "exclude")
_SWITCHES: Final = ("quiet", "values", "salvage", "cache")
FORMATS: Final = ("text", "json", "jsonl", "matrix")
"""The forms of output; the first is the default."""
_CHOICES: Final = {"format": FORMATS, "color": ("auto", "always", "never")}
KEYS: Final = ("specs", "traces", "exclude", "fail-under", *_CHOICES, *_SWITCHES)
"""The settings by the name a file gives them."""


_MAY_SET: Final = re.compile(
    rb"""(?mx) ^ (?:\xef\xbb\xbf)? [ \t]* \[? [ \t]* ["']? tool ["']? [ \t]*
    (?: \. [ \t]* ["']? toolspec | \] | = )
    | \\[uU]"""
).search
"""Finds where a table `tool.toolspec` may be: its name, `[tool]`, or a key with an escape in it."""


def find_project(folder: str | None = None) -> tuple[Project, list[Fault]]:
    """Return the settings nearest to the folder (None: the working folder), and their faults.

    What is wrong is left out and the rest holds; the caller decides that nothing wrong may pass.
    Where anything is wrong, `values` is false unless the file says otherwise: it may have said so.
    """
    here = os.path.abspath(folder or os.curdir)
    while True:
        for name in ("toolspec.toml", "pyproject.toml"):
            project_read = _project(os.path.join(here, name), nested=name == "pyproject.toml")
            if project_read is not None:
                project, faults = project_read
                hide = faults and project.values is None
                return project._replace(values=False) if hide else project, faults
        above = os.path.dirname(here)
        if above == here:
            return Project(), []
        here = above


def _project(path: str, *, nested: bool) -> tuple[Project, list[Fault]] | None:
    """Return the file's settings; None where there is no such file, or nothing of ours in it."""
    shown = os.path.relpath(path)
    try:
        with open_file(path) as file:
            data = file.read(FILE_BYTES_MAX + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        # What cannot even be seen to be there counts as not there, and so does a folder.
        if not os.path.lexists(path) or os.path.isdir(path):
            return None
        return Project(), [Fault(f"cannot be read: {error.strerror}", shown)]
    # Loading a TOML reader for every project's pyproject.toml would be felt.
    if nested and _MAY_SET(data) is None:
        return None
    if len(data) > FILE_BYTES_MAX:
        most = f"{FILE_BYTES_MAX // 1024 // 1024} MB"
        return Project(), [Fault(f"is larger than {most}, and not read", shown)]
    return _read(shown, os.path.dirname(path), data, nested)


def _read(shown: str, folder: str, data: bytes, nested: bool) -> tuple[Project, list[Fault]] | None:
    import tomllib

    try:
        table: Any = tomllib.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:  # no UTF-8, no TOML, a number of 5000 digits
        return Project(), [Fault(f"no TOML: {error}", shown)]
    if nested:
        tools = table.get("tool")
        if not isinstance(tools, dict) or "toolspec" not in tools:
            return None
        table = cast("dict[str, Any]", tools)["toolspec"]
        if not isinstance(table, dict):
            line = _line_of("toolspec", data)
            return Project(), [Fault("`tool.toolspec` is not a table", shown, line)]
    faults: list[Fault] = []
    values: dict[str, Any] = {}
    for key, value in cast("dict[str, Any]", table).items():
        wrong = _wrong(key, value)
        if wrong is None:
            values[key.replace("-", "_")] = tuple(value) if key in _TEXTS else value
        else:
            unknown = None if key in KEYS else key
            faults.append(Fault(wrong, shown, _line_of(key, data), unknown))
    return Project(path=shown, folder=folder, **values), faults


def _wrong(key: str, value: Any) -> str | None:
    """Say what is wrong with a setting; None where nothing is."""
    if key not in KEYS:
        return f"no setting `{key}`"
    if key in _TEXTS:
        listed = isinstance(value, list) and all(
            isinstance(item, str) for item in cast("list[Any]", value)
        )
        return None if listed else f"`{key}` takes a list of texts"
    if key in _SWITCHES:
        return None if isinstance(value, bool) else f"`{key}` takes true or false"
    if key in _CHOICES:
        choices = _CHOICES[key]
        return None if value in choices else f"`{key}` takes {' or '.join(choices)}"
    number = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1
    return None if number else f"`{key}` takes a number from 0 to 1"


def _line_of(key: str, data: bytes) -> int | None:
    """Return the line a key begins, None where it is written in a way this does not see."""
    for number, line in enumerate(data.splitlines(), 1):
        start = line.strip().lstrip(b"\"'")
        if start.startswith(key.encode()) and b"=" in start:
            return number
    return None
