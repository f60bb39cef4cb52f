"""Texts that hold calls or pieces of traces: what a model wrote, log lines, unreadable bytes."""

from __future__ import annotations

import re
from typing import Final

from toolspec.engine.sightings import json_inside, sightings
from toolspec.engine.trace import Place

_PROSE: Final = (
    r"<(?:tool_call|function_call|tool_use|invoke|use_mcp_tool)\b|<function[=\b]"
    r"|<\|?(?:tool|python_tag|tool_calls_begin|tool_call_begin|tool_calls_section_begin)\|?>"
    r"|^[ \t]*Action(?: Input)?[ \t]*:|\[TOOL_CALLS\]"
    r"|```(?:tool_code|tool_call|mswea_bash_command)\b"
    r"|<[a-z][a-z0-9]*_[a-z0-9_]{1,40}>\s*<[a-z][a-z0-9_]{0,40}>"
)
_FENCE: Final = r"```(?:bash|sh|shell|console|python)?[ \t]*\n"


def call_in_prose(text: str) -> str | None:
    """Return how a model's text writes what may be a call, None where it does not.

    Hermes, Cline, ReAct and others write calls so, and some writers keep all content as JSON text.
    What of it was run is not known.

    >>> call_in_prose("Action: search"), call_in_prose("I like tools.")
    ('Action:', None)
    """
    found = re.search(_PROSE, text, re.MULTILINE)
    if found is not None:
        return found[0].strip()[:40]
    written = json_inside(text)
    looks = None if written is None else next(sightings(written, Place()), None)
    return None if looks is None else text.strip()[:40]


def has_fence(text: str) -> bool:
    """Tell whether a text holds a fenced block of commands, which some agents run."""
    return re.search(_FENCE, text) is not None


_PIECES: Final = (
    r"[\"'](?:gen_ai\.[a-z_.]+|openinference\.[a-z_.]+|traceloop\.[a-z_.]+|ai\.toolCall\.[a-z]+"
    r"|tool\.name|llm\.[a-z_]+\.[a-z_.0-9]+|gcp\.vertex\.agent[a-z_.]*|resource_?[sS]pans"
    r"|scope_?[sS]pans|tool_?[cC]alls?|tool_?[uU]se|tool-call|function_?[cC]all|tool_call_id"
    r"|tool_use_id|toolCallId|tool_result|function_name|toolName|tool_name)\\*[\"']"
)


def piece_of_trace(text: str) -> str | None:
    """Return the first word in broken or skipped text that only traces have, None for none."""
    found = re.search(_PIECES, text)
    return None if found is None else found[0].strip("\\\"'")


_AGENTS: Final = (
    r'(?i)"\s*(?:gen[_-]?ai\.[a-z_.-]+|openinference\.[a-z_.-]+|traceloop\.[a-z_.-]+'
    r"|ai\.toolCall\.[a-z]+|tool\.name|llm\.[a-z_-]+\.[a-z_.0-9-]+|mcp\.[a-z_.-]+"
    r"|gcp\.vertex\.agent[a-z_.-]*)\s*\\*\""
)


def words_of_agents(written: str) -> str | None:
    """Return the first attribute in JSON text that only agents' instrumentations write."""
    found = re.search(_AGENTS, written)
    return None if found is None else found[0].strip('\\"')


def piece_in_bytes(data: bytes) -> bool:
    """Tell whether bytes that are no readable text hold a word that only traces have."""
    return re.search(_PIECES.encode(), data) is not None
