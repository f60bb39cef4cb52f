"""Where a project keeps its traces: `traces` in `toolspec.toml` or `pyproject.toml`."""

# Globs are text, which pathlib does not take.
# ruff: noqa: PTH112, PTH118

from __future__ import annotations

import logging
import os
import time

from toolspec.engine.project import Fault, find_project

log = logging.getLogger(__name__)

FRESH_SECONDS = 1.0
"""How long a settings file is taken to be as it was: it is asked for at every request."""

_known: dict[str, tuple[float, tuple[str, ...]]] = {}
_said: set[Fault] = set()


def project_globs(folder: str) -> tuple[str, ...]:
    """Return the trace globs of the nearest settings file upward from a folder, made absolute."""
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
    _known[folder] = now, globs
    return globs


def _glob(path: str) -> str:
    """Return the glob of a path; a folder means all that lies in it."""
    plain = os.path.normpath(path)
    return os.path.join(plain, "**") if os.path.isdir(plain) else plain
