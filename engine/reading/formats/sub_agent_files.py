"""Where the files of a session's sub-agents are."""

# Importing pathlib would cost more than all that is done here.
# ruff: noqa: PTH113, PTH119, PTH120, PTH122

from __future__ import annotations

import fnmatch
import os
from typing import Final

SUB_AGENT_FILES: Final = ("subagents", "agent-*.jsonl")
"""The folder in the session's own, and the names of the files in it."""


def session_of(path: str) -> str | None:
    """Return the session's file that a sub-agent's file is read with, None for any other file."""
    folder, names = SUB_AGENT_FILES
    above, name = os.path.split(path)
    if os.path.basename(above) != folder or not fnmatch.fnmatch(name, names):
        return None
    session = os.path.dirname(above) + os.path.splitext(name)[1]
    return session if os.path.isfile(session) else None
