"""The files that a spec takes in by `use` and `tools`, and whether they changed."""

# A stamp is taken of each at every look, and `os` is far quicker than pathlib.
# ruff: noqa: PTH118, PTH120

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

from toolspec.dsl.reader.reading import Reading
from toolspec.dsl.workspace.file_cache import Stamp
from toolspec.dsl.workspace.open_texts import stamp_in
from toolspec.engine.tool_lists.tool_files import files_of


def takes_files(reading: Reading) -> bool:
    """Tell whether a spec takes in any file."""
    return any(reading.entries[at].what in ("use_line", "tools_line") for at in reading.dependent)


Stamps = Mapping[str, Stamp]
"""Files with their stamps: of the file, or of its text where the editor has it open."""


def stamps(reading: Reading) -> Stamps:
    """Return the stamps of all files that a spec takes in."""
    return {path: stamp_in(reading.opened, path) for path in _files(reading)}


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
