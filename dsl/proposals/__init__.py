"""Rules that runs of an agent suggest: one file for each kind of rule that is proposed.

`toolspec init` and editors use them. Each returns text of the language, or nothing where the runs
do not support such a rule.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple

from toolspec.engine.json_value import Json
from toolspec.engine.match.tool_pattern import is_bare, quoted
from toolspec.engine.match.values import written_key


class Made(NamedTuple):
    """A call that was made; no `arguments` where they are not known."""

    tool: str
    arguments: Mapping[str, Json] | None = None


def tool_text(name: str) -> str:
    r"""Return a tool's name as a pattern, with invisible characters as escapes.

    >>> tool_text("fs/read"), tool_text("a\u202eb")
    ('fs/read', '"a\\u202eb"')
    """
    return name if is_bare(name) else _plain(quoted(name))


def key_text(key: str) -> str:
    """Return an argument's name as the language writes it."""
    return _plain(written_key(key))


def _plain(written: str) -> str:
    return "".join(char if char.isprintable() else json.dumps(char)[1:-1] for char in written)
