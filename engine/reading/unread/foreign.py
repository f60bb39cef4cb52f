"""Dialects that are recognised but not read yet, so that their calls are never silently missed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Final

from toolspec.engine.json_value import Json
from toolspec.engine.reading.span import Span
from toolspec.engine.reading.unread.call_words import (
    ARGUMENTS,
    is_call_type,
    is_call_word,
    plain_word,
)


def foreign_title(span: Span) -> str | None:
    """Return whose tool call a span is, where it is one of a dialect that is not read yet."""
    attributes = span.attributes
    for key, words, title in _KINDS:
        if key in attributes and _word(attributes[key]) in words:
            return title
    if span.name.lower().startswith(_NAMES) or any(
        (is_of_tool(key) and attributes[key])
        or (key in _NESTED and isinstance(attributes[key], Mapping))
        for key in attributes
    ):
        return "an instrumentation that is not known"
    return None


def _word(value: Json) -> str:
    return value.strip(' "').lower() if isinstance(value, str) else ""


_KINDS: Final = (
    ("langfuse.observation.type", ("tool",), "Langfuse"),
    ("langsmith.span.kind", ("tool",), "LangSmith"),
    ("lmnr.span.type", ("tool",), "Laminar"),
    ("span.type", ("agentic.tool.invocation", "agentic.mcp.invocation"), "Monocle"),
)
"""Attributes that say what a span is, the words for a tool's, and whose they are."""

_NAMES: Final = ("ai.toolcall ", "execute_tool ", "running tool: ", "tools/call ")
_NESTED: Final = frozenset(
    {"ai", "attributes", "gen_ai", "llm", "mcp", "openinference", "tool", "traceloop"}
)
"""What the names of attributes begin with; an attribute of such a name holds others inside it."""

SAID: Final = (
    "ai.response.",
    "ai.result.",
    "gcp.vertex.agent.llm_response",
    "gen_ai.choice",
    "gen_ai.completion",
    "gen_ai.output",
    "gen_ai.response.message",
    "llm.completions",
    "llm.output_messages",
    "pydantic_ai.all_messages",
)
"""How the names of attributes begin that hold what a model or an agent answered."""

HISTORY: Final = "pydantic_ai.all_messages"
"""An agent's span holds all messages of its run in here."""

CHOICES: Final = ("gen_ai.choice", "gen_ai.client.inference.operation.details")
"""The events that hold it."""


def says_calls(attribute: str) -> bool:
    """Tell whether an attribute of this name holds calls that a model's response asks for."""
    if attribute == HISTORY:
        return True
    return attribute.startswith(SAID) and "toolcall" in plain_word(attribute)


_KIND_KEYS: Final = frozenset(
    {"category", "kind", "method", "operation", "operationname", "spanattributes"}
    | {"eventtype", "observationtype", "runtype", "spantype", "steptype"}
)
"""Last words of the attributes by which instrumentations say what a span is."""

_TOOL_WORDS: Final = frozenset(
    {"tool", "tools", "toolcall", "tooluse", "toolexecution", "toolinvocation", "toolscall"}
    | {"executetool", "calltool", "runtool", "invoketool", "functioncall", "function", "mcptool"}
    | {"functiontool", "toolrun", "mcptoolcall"}
)

_SPAN_NAMES: Final = re.compile(
    r"(?:(?:mcp )?(?:send |recv )?tools?/call|(?:execute|call)[_ ]?tool|tool[_ ]?(?:call|use)"
    r"|run(?:ning)?[_ ]tool|invoke[_ ]tool|function[_ ]?call|function tool(?=:)|tool)"
    r"(?:[\s:/.]+(?P<after>.*)|)"
    r"|(?P<before>.+)\.tool",
    re.IGNORECASE | re.DOTALL,
).fullmatch
"""Names of spans that only tools have: `tool search`, `Tool: search`, `search.tool`."""


def kind_keys(attributes: Iterable[str]) -> tuple[str, ...]:
    """Return the attributes that say what a span is, whatever instrumentation wrote them."""
    return tuple(key for key in attributes if _says_kind(key))


@lru_cache(maxsize=4096)
def _says_kind(key: str) -> bool:
    *_, before, last = ("", *key.split("."))
    return key == "type" or not _KIND_KEYS.isdisjoint(map(plain_word, (last, before + last)))


def is_tools_kind(value: Json) -> bool:
    """Tell whether what an attribute says a span is, is a tool's call.

    >>> is_tools_kind("tool_call"), is_tools_kind('{"type": "tool"}'), is_tools_kind("llm")
    (True, True, False)
    """
    if isinstance(value, str) and value.lstrip()[:1] == "{":
        with suppress(ValueError, RecursionError):
            value = json.loads(value)
    if isinstance(value, Mapping):
        value = value.get("type", value.get("kind"))
    return plain_word(value) in _TOOL_WORDS


def named_like_tool(name: str) -> str | None:
    """Return the tool that a span's own name tells of, "" where it only says that it is one's.

    None where it says nothing of the kind.

    >>> named_like_tool("Tool: search"), named_like_tool("tool_call"), named_like_tool("toolbox")
    ('search', '', None)
    """
    match = _SPAN_NAMES(name.strip())
    return None if match is None else (match["after"] or match["before"] or "").strip()


def may_tell(attributes: Iterable[str]) -> bool:
    """Tell whether attributes of these names may tell of calls, on whatever kind of span."""
    keys = list(attributes)
    return any(key.startswith(SAID) or is_of_tool(key) for key in keys) or _names_call(keys)


def _names_call(keys: Iterable[str]) -> bool:
    """Tell whether a function's or a tool's name stands beside arguments: `x.tool` and `x.args`."""
    named: set[str] = set()
    given: set[str] = set()
    for key in keys:
        level, _, _ = key.rpartition(".")
        word = _last(key)
        if word in ARGUMENTS:
            given.add(level)
        elif word in _RUN or (word == "name" and _last(level) in _NAMED):
            named.add(level)
    return not named.isdisjoint(given)


def _last(key: str) -> str:
    return plain_word(key.rpartition(".")[2])


_RUN: Final = frozenset({"function", "functionname", "tool", "toolname"})
_NAMED: Final = frozenset({"action", "function", "tool"})


def events_tell(names: Iterable[str]) -> bool:
    """Tell whether one of the events of these names may tell of calls."""
    return any(name in CHOICES or _is_call(name) for name in names)


@lru_cache(maxsize=4096)
def _is_call(event: str) -> bool:
    return event not in GIVEN_EVENTS and is_call_type(event)


GIVEN_EVENTS: Final = frozenset(
    {"exception", "gen_ai.assistant.message", "gen_ai.content.prompt", "gen_ai.system.message"}
    | {"gen_ai.tool.message", "gen_ai.user.message"}
)
"""Events that hold what a model was given, or say nothing of calls."""


def is_of_tool(key: str) -> bool:
    """Tell whether an attribute is one of a tool call, whatever it begins with: `app.tool.name`."""
    if "tool" not in key.lower():
        return False
    *_, before, last = ("", *key.split("."))
    return is_call_word(last) or is_call_word(f"{before}.{last}") or is_call_word(key)
