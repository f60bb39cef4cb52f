"""The places of a project's traces, from `toolspec.toml` or `pyproject.toml`.

Faults in such a file are logged once, and shown as a finding on each spec of the project.
"""

# Globs are text, which pathlib does not take.
# ruff: noqa: PTH112, PTH118

from __future__ import annotations

import logging
import os
import time
from threading import Lock
from typing import NamedTuple

from cachetools import LRUCache

from toolspec.dsl.text.suggest import suggestion
from toolspec.dsl.workspace.project import KEYS, Fault, find_project

log = logging.getLogger(__name__)

FRESH_SECONDS = 1.0
"""How long the settings of a folder are used before they are read again.

Every request asks for them.
"""

FOLDERS_MAX = 2000
"""Folders whose settings are kept."""

FAULTS_MAX = 1000
"""Faults that are remembered so that each is logged once."""


class TracePlaces(NamedTuple):
    """The trace globs of a settings file, absolute; `exclude` is as seen from its `folder`.

    `faults` are what is wrong with the file; faulty settings are ignored.
    """

    globs: tuple[str, ...]
    folder: str
    exclude: tuple[str, ...]
    faults: tuple[Fault, ...] = ()


_read: LRUCache[str, tuple[float, TracePlaces]] = LRUCache(FOLDERS_MAX)
"""What the settings say for a folder, and when they were read."""

_logged: LRUCache[Fault, None] = LRUCache(FAULTS_MAX)
_lock = Lock()  # specs are looked for in a thread of their own


def trace_places(folder: str) -> TracePlaces:
    """Return the trace places from the nearest settings file in a folder or its parents."""
    now = time.monotonic()
    with _lock:
        known = _read.get(folder)
    if known is not None and now - known[0] < FRESH_SECONDS:
        return known[1]
    project, faults = find_project(folder)
    globs = tuple(_glob(os.path.join(project.folder, path)) for path in project.traces)
    places = TracePlaces(globs, project.folder, project.exclude, tuple(faults))
    with _lock:
        _read[folder] = now, places
        new = [fault for fault in faults if fault not in _logged]
        _logged.update(dict.fromkeys(new))
    for fault in new:
        log.warning("%s:%s: %s", fault.path, fault.line or 1, worded(fault))
    return places


def known_faults(folder: str) -> tuple[Fault, ...]:
    """Return the faults in a folder's settings as they were last read; reads no file."""
    with _lock:
        known = _read.get(folder)
    return known[1].faults if known is not None else ()


def worded(fault: Fault) -> str:
    """Describe a fault; for an unknown setting, suggest the one that may be meant."""
    near = suggestion((fault.unknown or "").replace("_", "-"), KEYS)
    return f"{fault.message}; did you mean `{near}`?" if near else fault.message


def forget_settings() -> None:
    """Have settings files read again at the next request, because files changed."""
    with _lock:
        _read.clear()


def _glob(path: str) -> str:
    """Return the glob of a path; for a folder, that of everything in it."""
    plain = os.path.normpath(path)
    return os.path.join(plain, "**") if os.path.isdir(plain) else plain
