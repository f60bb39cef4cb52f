"""How each file of `shared/traces` is read, beside what it holds, by folder.

By command: `python -m tests.traces.index_check` prints the differences;
`python -m tests.traces.index_check codex droid` those of some folders, right files included.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from tests.traces.index_answers import ANSWERS, NO_RUN
from tests.traces.index_rows import NOT_YET
from toolspec.engine.reading.files import read_traces
from toolspec.engine.reading.format import TraceError

TRACES: Final = Path(__file__).parents[2].parent / "shared" / "traces"


class Held(NamedTuple):
    """How many calls a file holds or was read as, and the names of their tools."""

    calls: int
    tools: tuple[str, ...]
    refused: str = ""

    def __str__(self) -> str:
        return self.refused or f"{self.calls} calls of {', '.join(self.tools) or 'no tool'}"


class Compared(NamedTuple):
    """What a file holds and what it was read as; None where refusing is right."""

    file: str
    holds: Held | None
    read: Held

    @property
    def is_right(self) -> bool:
        """Whether the file is read as it should be."""
        if self.holds is None:
            return bool(self.read.refused)
        return self.read == self.holds

    @property
    def row(self) -> str | None:
        """The row of the table that is about this file."""
        return next((row for row in NOT_YET if fnmatchcase(self.file, row)), None)


def index() -> list[dict[str, Any]]:
    """Return what is known of each file, or nothing where the files are absent."""
    path = TRACES / "index.json"
    return json.loads(path.read_text("utf-8")) if path.exists() else []


def _holds(entry: dict[str, Any]) -> Held | None:
    file = entry["file"]
    if file in NO_RUN:
        return None
    if file in ANSWERS:
        return Held(ANSWERS[file].calls, ANSWERS[file].tools)
    calls = entry["tool_spans"] or entry["message_calls"]
    return Held(-1 if calls is None else calls, tuple(sorted(entry["tools"])))


def _read(file: str, holds: Held | None) -> Held:
    try:
        reading = read_traces(TRACES / file)
    except TraceError as error:
        return Held(-1, (), f"refused: {error.message}")
    names = [name for trace in reading.traces for name in trace.names]
    tools = sorted(set(names))
    if holds is not None and len(holds.tools) == TOOLS_MAX:
        tools = [name for name in tools if name in holds.tools]  # the index names no more
    return Held(len(names), tuple(tools))


TOOLS_MAX: Final = 60


@cache
def compared(file: str) -> Compared:
    """Return how a file is read, beside what it holds."""
    entry = next(entry for entry in index() if entry["file"] == file)
    holds = _holds(entry)
    return Compared(file, holds, _read(file, holds))


def report(folders: list[str]) -> Iterator[str]:
    """Yield the lines of the report; of some folders also the files that are right."""
    files: dict[str, list[str]] = {}
    for entry in index():
        files.setdefault(entry["file"].split("/")[0], []).append(entry["file"])
    right = 0
    for folder, names in sorted(files.items()):
        every = list(map(compared, names))
        good = sum(one.is_right for one in every)
        right += good
        if folder in folders or (not folders and good < len(every)):
            yield f"{folder}: {good} of {len(every)} right"
            for one in every:
                if folders or not one.is_right:
                    holds = "no run" if one.holds is None else str(one.holds)
                    yield f"  {'right' if one.is_right else 'wrong'}  {one.file}"
                    yield f"         holds {holds}; read: {one.read}"
    yield f"{right} of {sum(map(len, files.values()))} files right"


if __name__ == "__main__":
    print("\n".join(report(sys.argv[1:])))
