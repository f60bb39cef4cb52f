"""Where a project keeps its traces: what `toolspec.toml` or `pyproject.toml` says of them."""

# Globs are text, which pathlib does not take.
# ruff: noqa: PTH112, PTH118

from __future__ import annotations

import logging
import os
import time
from typing import NamedTuple

from toolspec.engine.project import Fault, find_project

log = logging.getLogger(__name__)

FRESH_SECONDS = 1.0
"""How long a settings file is taken to be as it was: it is asked for at every request."""


class TracePlaces(NamedTuple):
    """The trace globs of a settings file, absolute; `exclude` is as seen from its `folder`."""

    globs: tuple[str, ...]
    folder: str
    exclude: tuple[str, ...]


_known: dict[str, tuple[float, TracePlaces]] = {}
_said: set[Fault] = set()


def trace_places(folder: str) -> TracePlaces:
    """Return what the nearest settings file upward from a folder says of traces."""
    now = time.monotonic()
    known = _known.get(folder)
    if known is not None and now - known[0] < FRESH_SECONDS:
        return known[1]
    project, faults = find_project(folder)
    for fault in faults:
        if fault not in _said:
            _said.add(fault)
            log.warning("%s:%s: %s", fault.path, fault.line or 1, fault.message)
    globs = tuple(_glob(os.path.join(project.folder, path)) for path in project.traces)
    places = TracePlaces(globs, project.folder, project.exclude)
    _known[folder] = now, places
    return places


def forget_settings() -> None:
    """Read settings files again when next asked: files changed."""
    _known.clear()


def _glob(path: str) -> str:
    """Return the glob of a path; a folder means all that lies in it."""
    plain = os.path.normpath(path)
    return os.path.join(plain, "**") if os.path.isdir(plain) else plain
