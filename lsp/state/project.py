"""Where a project keeps its traces: what `toolspec.toml` or `pyproject.toml` says of them.

What is wrong with such a file is logged once, and a finding on each spec it is for.
"""

# Globs are text, which pathlib does not take.
# ruff: noqa: PTH112, PTH118

from __future__ import annotations

import logging
import os
import time
from typing import NamedTuple

from toolspec.dsl.suggest import nearest
from toolspec.engine.project import KEYS, Fault, find_project

log = logging.getLogger(__name__)

FRESH_SECONDS = 1.0
"""How long a settings file is taken to be as it was: it is asked for at every request."""


class TracePlaces(NamedTuple):
    """The trace globs of a settings file, absolute; `exclude` is as seen from its `folder`.

    `faults` are what is wrong with the file; what that says is as if it were not there.
    """

    globs: tuple[str, ...]
    folder: str
    exclude: tuple[str, ...]
    faults: tuple[Fault, ...] = ()


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
            log.warning("%s:%s: %s", fault.path, fault.line or 1, worded(fault))
    globs = tuple(_glob(os.path.join(project.folder, path)) for path in project.traces)
    places = TracePlaces(globs, project.folder, project.exclude, tuple(faults))
    _known[folder] = now, places
    return places


def known_faults(folder: str) -> tuple[Fault, ...]:
    """Return what is wrong with the settings of a folder as they were last read; reads nothing."""
    known = _known.get(folder)
    return known[1].faults if known is not None else ()


def worded(fault: Fault) -> str:
    """Say what is wrong, and of a name that is no setting which one may be meant."""
    near = nearest((fault.unknown or "").replace("_", "-"), KEYS)
    return f"{fault.message}; did you mean `{near}`?" if near else fault.message


def forget_settings() -> None:
    """Read settings files again when next asked: files changed."""
    _known.clear()


def _glob(path: str) -> str:
    """Return the glob of a path; a folder means all that lies in it."""
    plain = os.path.normpath(path)
    return os.path.join(plain, "**") if os.path.isdir(plain) else plain
