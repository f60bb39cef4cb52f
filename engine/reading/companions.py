"""Files that hold a part of a trace beside the file that was named.

A session's sub-agents, and the log records of spans.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from toolspec.engine.reading.format import Document, Format, TraceError
from toolspec.engine.reading.formats.claude_code import SUB_AGENT_FILES, ClaudeCode
from toolspec.engine.reading.formats.messages import fields
from toolspec.engine.trace import Place

FILES_MAX: Final = 1000
_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,100}")


def companions(format: Format, path: str, documents: Sequence[Document]) -> list[str]:
    """Return the files that belong to a trace file, in the order of their names.

    These are the files of a session's sub-agents: in the session's own folder, or, as earlier
    versions wrote them, beside the session under the agent's id. Raises TraceError where they are
    too many.
    """
    if not isinstance(format, ClaudeCode):
        return []
    folder, names = SUB_AGENT_FILES
    file = Path(path)
    files = list((file.with_suffix("") / folder).glob(names))
    files += [file.with_name(f"agent-{id}.jsonl") for id in _agents(documents)]
    try:
        beside = sorted({str(inner) for inner in files if inner != file and inner.is_file()})
    except OSError:
        return []
    if len(beside) > FILES_MAX:
        raise TraceError(f"a session with more than {FILES_MAX} files of sub-agents", path=path)
    return beside


def _agents(documents: Sequence[Document]) -> list[str]:
    """Return the ids of the sub-agents that a session says it started."""
    ids: list[str] = []
    for document in documents:
        result = fields(fields(document.value).get("toolUseResult"))
        id = result.get("agentId")
        if isinstance(id, str) and _ID.fullmatch(id):
            ids.append(id)
    return ids


def session_of(path: str) -> str | None:
    """Return the session's file that a sub-agent's file is read with, None for any other file."""
    folder, names = SUB_AGENT_FILES
    file = Path(path)
    if file.parent.name != folder or not file.match(names):
        return None
    session = file.parent.parent.with_suffix(file.suffix)
    return str(session) if session.is_file() else None


_SPANS: Final = re.compile(r"(?<![A-Za-z0-9])(otlp|spans?|traces?)(?![A-Za-z0-9])")
_LOGS: Final = re.compile(r"(?<![A-Za-z0-9])logs(?![A-Za-z0-9])")
_NAMES: Final = ("otlp", "spans", "span", "traces", "trace")


def logs_of(path: str) -> str | None:
    """Return the file of log records that a file of spans is read with, None where there is none.

    It has the same name but for the word `logs`: `otlp.json` and `logs.json`, `run-traces.jsonl`
    and `run-logs.jsonl`.
    """
    file = Path(path)
    named, count = _SPANS.subn("logs", file.name, count=1)
    beside = file.with_name(named) if count else None
    return str(beside) if beside is not None and beside.is_file() else None


def spans_of_logs(path: str) -> list[str]:
    """Return the files of spans that log records are read with."""
    file = Path(path)
    if _LOGS.search(file.name) is None:
        return []
    files = (file.with_name(_LOGS.sub(word, file.name, count=1)) for word in _NAMES)
    return [str(beside) for beside in files if beside.is_file()]


def placed_in(documents: list[Document], path: str) -> list[Document]:
    """Return documents that know they are in another file than the trace's own."""
    return [
        Document(document.value, Place(document.place.line, document.place.pointer, path))
        for document in documents
    ]
