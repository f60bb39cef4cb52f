"""Files of a session's sub-agents, beside the file of the session that was named."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from toolspec.engine.reading.format import Document, Format, TraceError
from toolspec.engine.reading.formats.claude_code import ClaudeCode
from toolspec.engine.reading.formats.messages import fields
from toolspec.engine.reading.formats.sub_agent_files import SUB_AGENT_FILES
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


def placed_in(documents: list[Document], path: str) -> list[Document]:
    """Return documents that know they are in another file than the trace's own."""
    return [
        Document(document.value, Place(document.place.line, document.place.pointer, path))
        for document in documents
    ]
