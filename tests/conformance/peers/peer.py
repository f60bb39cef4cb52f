"""What a translator of another tool's checks offers, and the words they share."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeGuard

Case = dict[str, Any]
Arguments = Mapping[str, Any]
Named = tuple[str, Arguments]
"""A call as a check lists it: the tool and its arguments."""

NOTHING = "count * = 0"
"""No call at all: what a check that expects an empty list of calls means."""


class CannotSayError(Exception):
    """Why no toolspec text means the same as a check."""


@dataclass(frozen=True)
class Peer:
    """A tool: how its checks are written in toolspec, and its runs as a trace file.

    `label` names the check of a case as its users know it. `spec` returns the text, or raises
    `CannotSayError`. `trace` returns the content of a trace file in a
    format that toolspec reads. `mistakes` are the cases whose result rests on a bug of the tool,
    each with what it does wrong; `differs` those that can be written down, but are judged otherwise
    on purpose, each with what the tool does.
    """

    file: str
    title: str
    label: Callable[[Case], str]
    spec: Callable[[Case], str]
    trace: Callable[[Case], Any]
    mistakes: Mapping[str, str] = field(default_factory=dict[str, str])
    differs: Mapping[str, str] = field(default_factory=dict[str, str])


def is_list(held: Any) -> TypeGuard[list[Any]]:
    """Whether this is a list."""
    return isinstance(held, list)


def is_object(held: Any) -> TypeGuard[dict[str, Any]]:
    """Whether this is an object."""
    return isinstance(held, dict)


def name(tool: str) -> str:
    """Return a tool's name as toolspec writes it."""
    return tool if re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", tool) else json.dumps(tool)


def value(wanted: Any) -> str:
    """Return a JSON value as toolspec writes it."""
    if is_object(wanted):
        return "{" + pairs({key: value(item) for key, item in wanted.items()}) + "}"
    if is_list(wanted):
        return "[" + ", ".join(value(item) for item in wanted) + "]"
    return json.dumps(wanted, ensure_ascii=False)


def pairs(values: Mapping[str, str]) -> str:
    """Return keys and the text of their values, as they are between brackets."""
    return ", ".join(f"{name(key)}: {text}" for key, text in values.items())


def exactly(call: Named) -> str:
    """Return the phrase of a call with these arguments and no others."""
    tool, arguments = call
    return f"{name(tool)} exactly <{pairs({key: value(v) for key, v in arguments.items()})}>"


def at_least(call: Named) -> str:
    """Return the phrase of a call that has these arguments, whatever others it has."""
    tool, arguments = call
    listed = pairs({key: value(v) for key, v in arguments.items()})
    return f"{name(tool)} <{listed}>" if listed else name(tool)


def group(phrases: Sequence[str]) -> str:
    """Return calls in any order among themselves."""
    return phrases[0] if len(phrases) == 1 else f"({', '.join(phrases)})"


def chain(phrases: Iterable[str]) -> str:
    """Return calls one after the other."""
    return " -> ".join(phrases)


def calls_of(case: Case, key: str) -> list[Named]:
    """Return the calls under a key of a case."""
    return [(call["name"], call["args"]) for call in case[key]]


def chat(responses: Iterable[Sequence[Any] | str], results: Iterable[Any] = ()) -> dict[str, Any]:
    """Return a chat: a user's message, then model responses, each a text or calls.

    Arguments that are text stay as they are. A text that begins with `user:` is the user's.
    `results` are what the calls return, in order; the rest return an empty text.
    """
    returned = iter(results)
    messages: list[dict[str, Any]] = [{"role": "user", "content": "go on"}]
    at = 0
    for response in responses:
        if isinstance(response, str):
            said = response.startswith("user:")
            text = response.removeprefix("user:")
            messages.append({"role": "user" if said else "assistant", "content": text})
            continue
        asked: list[dict[str, Any]] = []
        answers: list[dict[str, Any]] = []
        for tool, arguments in response:
            written = arguments if isinstance(arguments, str) else json.dumps(arguments)
            function = {"name": tool, "arguments": written}
            asked.append({"id": f"call_{at}", "type": "function", "function": function})
            result = next(returned, "")
            answers.append({"role": "tool", "tool_call_id": f"call_{at}", "content": result})
            at += 1
        messages.append({"role": "assistant", "content": None, "tool_calls": asked})
        messages += answers
    return {"messages": messages}


def spans(tools: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return an agent's run as OpenTelemetry spans.

    Each call has a `name`, and may have `args` (JSON, or text that is not), `start` and `end` in
    milliseconds, and `failed`.
    """
    made = [_span("invoke_agent assistant", 1, "UNSET", {"gen_ai.operation.name": "invoke_agent"})]
    for at, tool in enumerate(tools, start=2):
        attributes = {
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.name": tool["name"],
            "gen_ai.tool.call.id": f"call_{at}",
            "gen_ai.tool.call.result": "done",
        }
        if (arguments := tool.get("args")) is not None:
            text = arguments if isinstance(arguments, str) else json.dumps(arguments)
            attributes["gen_ai.tool.call.arguments"] = text
        status = "ERROR" if tool.get("failed") else "UNSET"
        span = _span(f"execute_tool {tool['name']}", at, status, attributes)
        if "start" in tool:
            span |= {"start_time": _time(tool["start"]), "end_time": _time(tool["end"])}
        made.append(span)
    return made


def _span(title: str, at: int, status: str, attributes: dict[str, str]) -> dict[str, Any]:
    return {
        "name": title,
        "context": {"trace_id": f"0x{7:032x}", "span_id": f"0x{at:016x}"},
        "parent_id": None if at == 1 else f"0x{1:016x}",
        "start_time": _time(0 if at == 1 else at * 100),
        "end_time": _time(60_000 if at == 1 else at * 100 + 50),
        "status": {"status_code": status},
        "attributes": attributes,
    }


def _time(milliseconds: int) -> str:
    return f"2026-01-01T00:00:{milliseconds // 1000:02d}.{milliseconds % 1000:03d}Z"
