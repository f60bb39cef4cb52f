"""Settings from a file: `toolspec.toml`, or `[tool.toolspec]` in `pyproject.toml`.

The nearest file counts, looking upward from the working folder; its paths are relative to itself.
What the command line says goes before it.
"""

# Importing pathlib would cost more than all that is done here.
# ruff: noqa: PTH100, PTH118, PTH120, PTH123

from __future__ import annotations

import os
from typing import Any, Final, NamedTuple, cast

from toolspec.cli.refusal import Refusal


class Settings(NamedTuple):
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


_TEXTS: Final = ("specs", "traces", "exclude")
_SWITCHES: Final = ("quiet", "values", "salvage", "cache")
_CHOICES: Final = {"format": ("text", "json"), "color": ("auto", "always", "never")}
_KEYS: Final = ("specs", "traces", "exclude", "fail-under", *_CHOICES, *_SWITCHES)


def find_settings(folder: str | None = None) -> tuple[Settings, list[Refusal]]:
    """Return the settings nearest to the folder (None: the working folder), and their faults.

    What is wrong is left out and the rest holds; the caller decides that nothing wrong may pass.
    """
    here = os.path.abspath(folder or os.curdir)
    while True:
        for name in ("toolspec.toml", "pyproject.toml"):
            path = os.path.join(here, name)
            data = _content(path)
            # Loading a TOML reader for every project's pyproject.toml would be felt.
            if data is None or (name == "pyproject.toml" and b"toolspec" not in data):
                continue
            found = _read(path, data, name == "pyproject.toml")
            if found is not None:
                return found
        above = os.path.dirname(here)
        if above == here:
            return Settings(), []
        here = above


def _content(path: str) -> bytes | None:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return None


def _read(path: str, data: bytes, nested: bool) -> tuple[Settings, list[Refusal]] | None:
    """Return the file's settings; None where it is a pyproject.toml without any."""
    import tomllib

    shown = os.path.relpath(path)
    try:
        table: Any = tomllib.loads(data.decode("utf-8-sig"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        if nested:  # another tool will say so, and it may hold nothing of ours
            return None
        return Settings(), [Refusal(f"no TOML: {error}", shown)]
    if nested:
        tools = table.get("tool")
        table = cast("dict[str, Any]", tools).get("toolspec") if isinstance(tools, dict) else None
        if not isinstance(table, dict):
            return None
    refusals: list[Refusal] = []
    said: dict[str, Any] = {}
    for key, value in cast("dict[str, Any]", table).items():
        wrong = _wrong(key, value)
        if wrong is None:
            said[key.replace("-", "_")] = tuple(value) if key in _TEXTS else value
        else:
            refusals.append(Refusal(wrong, shown, line=_line_of(key, data)))
    return Settings(path=shown, folder=os.path.dirname(path), **said), refusals


def _wrong(key: str, value: Any) -> str | None:
    """Say what is wrong with a setting; None where nothing is."""
    if key not in _KEYS:
        from toolspec.dsl.suggest import nearest

        near = nearest(key.replace("_", "-"), _KEYS)
        hint = f"did you mean `{near}`?" if near else f"settings are {', '.join(_KEYS)}"
        return f"no setting `{key}`; {hint}"
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
