"""The files that a spec takes in by `use` and `tools`, and whether they changed on disk."""

# A stamp is taken of each at every look, and `os` is far quicker than pathlib.
# ruff: noqa: PTH116, PTH118, PTH120

from __future__ import annotations

import os
from collections.abc import Iterator

from toolspec.dsl.reader.reading import Reading
from toolspec.engine.tool_lists.tool_files import files_of

Stamp = tuple[str, int, int]
"""A file, when it was last changed, and its size; -1 where there is none."""


def takes_files(reading: Reading) -> bool:
    """Tell whether a spec takes in any file."""
    return any(reading.entries[at].what in ("use_line", "tools_line") for at in reading.dependent)


def stamps(reading: Reading) -> tuple[Stamp, ...]:
    """Return the stamps of all files that a spec takes in."""
    return tuple(map(_stamp, dict.fromkeys(_files(reading))))


def _files(reading: Reading) -> Iterator[str]:
    folder = os.path.dirname(reading.source.path or "")
    for at in reading.dependent:
        entry = reading.entries[at]
        for part in entry.parts if entry.what == "use_line" else ():
            yield os.path.join(folder, str(part.value))
        # Where the workspace is not trusted, files outside of it are not even looked for.
        if entry.what == "tools_line" and reading.within is None:
            for part in entry.parts:
                yield from files_of(str(part.value), folder)
    yield from reading.used


def _stamp(path: str) -> Stamp:
    try:
        state = os.stat(path)
    except (OSError, ValueError):
        return path, -1, -1
    return path, state.st_mtime_ns, state.st_size
