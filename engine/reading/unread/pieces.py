"""Words that only traces have, looked for in text that is not read."""

from __future__ import annotations

import re
from typing import Final

_PIECES: Final = (
    r"[\"'](?:attributes\.)?"
    r"(?:gen_ai\.[a-z0-9_.]+|openinference\.[a-z_.]+|traceloop\.[a-z_.]+|ai\.toolCall\.[a-z]+"
    r"|tool\.name|llm\.[a-z_]+\.[a-z_.0-9]+|gcp\.vertex\.agent[a-z_.]*|resource_?[sS]pans"
    r"|scope_?[sS]pans|tool_?[cC]alls?|tool_?[uU]se|tool-call|function_?[cC]all|tool_call_id"
    r"|tool_use_id|toolCallId|tool_result|function_name|toolName|tool_name)\\*[\"']"
)


def piece_of_trace(text: str) -> str | None:
    """Return the first word in broken or skipped text that only traces have, None for none."""
    match = re.search(_PIECES, text)
    return None if match is None else match[0].strip("\\\"'")


def piece_of_record(written: str) -> str | None:
    """Return the first such word in a record's JSON text, but not one that counts something.

    >>> piece_of_record('{"tool_calls":2}'), piece_of_record('{"tool_calls":"go"}')
    (None, 'tool_calls')
    """
    return None if piece_of_trace(written) is None else piece_of_trace(_COUNTED("", written))


_COUNTED: Final = re.compile(
    r'(?<!\\)"(?:[^"\\]|\\.)*+":(?:-?[0-9][0-9.eE+-]*|null|true|false)(?=[,}])'
).sub


def piece_in_bytes(data: bytes) -> bool:
    """Tell whether bytes that are not readable text hold a word that only traces have."""
    return re.search(_PIECES.encode(), data) is not None
