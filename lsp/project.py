"""Where a project keeps its traces: `traces` in `toolspec.toml` or `pyproject.toml`."""

from __future__ import annotations

import os
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any, cast


def project_globs(folder: str) -> tuple[str, ...]:
    """Return the trace globs of the nearest settings file upward from a folder, made absolute."""
    here = Path(folder).absolute()
    for place in (here, *here.parents):
        for name in ("toolspec.toml", "pyproject.toml"):
            path = place / name
            try:
                state = path.stat()
            except OSError:
                continue
            globs = _globs(str(path), state.st_mtime_ns)
            if globs is not None:
                return tuple(os.path.normpath(place / glob) for glob in globs)
    return ()


@lru_cache(maxsize=256)
def _globs(path: str, _changed_ns: int) -> tuple[str, ...] | None:
    """Return the globs of a settings file; None where it says nothing of traces."""
    try:
        table: Any = tomllib.loads(Path(path).read_text("utf-8-sig"))
    except (OSError, ValueError):
        return None
    names = ("tool", "toolspec", "traces") if path.endswith("pyproject.toml") else ("traces",)
    for name in names:
        table = cast("dict[str, Any]", table).get(name) if isinstance(table, dict) else None
    if not isinstance(table, list):
        return None
    globs = cast("list[Any]", table)
    return tuple(globs) if all(isinstance(glob, str) for glob in globs) else None
