"""Runs of an agent, written in every format that is read: for tests that attack the reader.

A run is what was really done: turns of calls. A maker writes it as the records of one format
(messages, items, lines, events, spans), a carrier puts the records into a file.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, TypeAlias


class Done(NamedTuple):
    """A call that was made: its tool, what it was given, what it gave back, and its id."""

    name: str
    arguments: dict[str, Any]
    result: str
    id: str


Run: TypeAlias = "list[list[Done]]"
"""The calls of each turn."""

Record: TypeAlias = "dict[str, Any]"
Maker: TypeAlias = "Callable[[Run], list[Record]]"
Carrier: TypeAlias = "Callable[[list[Record]], bytes]"

USER: Final = {"role": "user", "content": "Please help."}


class Format(NamedTuple):
    """A maker with the carriers its records can be put into."""

    make: Maker
    carriers: dict[str, Carrier]


def arguments_text(call: Done) -> str:
    return json.dumps(call.arguments)


# Carriers of documents.


def as_list(records: Sequence[Any]) -> bytes:
    return json.dumps(list(records)).encode()


def as_lines(records: Sequence[Any]) -> bytes:
    return b"".join(json.dumps(record).encode() + b"\n" for record in records)


def as_printed(records: Sequence[Any]) -> bytes:
    return b"\n".join(json.dumps(record, indent=4).encode() for record in records) + b"\n"


def in_object(key: str) -> Carrier:
    return lambda records: json.dumps({key: records}).encode()


def one_of(records: list[Record]) -> bytes:
    """Return the one record; a list where something was put beside it."""
    return json.dumps(records[0] if len(records) == 1 else records).encode()


# Messages.


def chat(run: Run) -> list[Record]:
    messages: list[Record] = [USER]
    for turn in run:
        asked = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": arguments_text(call)},
            }
            for call in turn
        ]
        messages.append({"role": "assistant", "content": None, "tool_calls": asked})
        messages += [
            {"role": "tool", "tool_call_id": call.id, "content": call.result} for call in turn
        ]
    return [*messages, {"role": "assistant", "content": "Done."}]


def chat_in_camel_case(run: Run) -> list[Record]:
    renamed = {"tool_calls": "toolCalls", "tool_call_id": "toolCallId"}
    return [{renamed.get(key, key): held for key, held in one.items()} for one in chat(run)]


def chat_of_functions(run: Run) -> list[Record]:
    """Return messages with `function_call`, as they were before `tool_calls`."""
    messages: list[Record] = [USER]
    for call in (call for turn in run for call in turn):
        asked = {"name": call.name, "arguments": arguments_text(call)}
        messages.append({"role": "assistant", "content": None, "function_call": asked})
        messages.append({"role": "function", "name": call.name, "content": call.result})
    return [*messages, {"role": "assistant", "content": "Done."}]


def chat_with_text_calls(run: Run) -> list[Record]:
    """Return messages of which `tool_calls` is JSON text, as exports to tables have them."""
    return [
        {**one, "tool_calls": json.dumps(one["tool_calls"])} if "tool_calls" in one else one
        for one in chat(run)
    ]


def anthropic(run: Run) -> list[Record]:
    messages: list[Record] = [USER]
    for turn in run:
        blocks = [
            {"type": "tool_use", "id": call.id, "name": call.name, "input": call.arguments}
            for call in turn
        ]
        text = {"type": "text", "text": "I look."}
        messages.append({"role": "assistant", "content": [text, *blocks]})
        results = [
            {"type": "tool_result", "tool_use_id": call.id, "content": call.result} for call in turn
        ]
        messages.append({"role": "user", "content": results})
    return [*messages, {"role": "assistant", "content": "Done."}]


def responses(run: Run) -> list[Record]:
    items: list[Record] = [USER]
    for turn in run:
        items.append({"type": "reasoning", "id": "rs", "summary": []})
        items += [
            {
                "type": "function_call",
                "call_id": call.id,
                "name": call.name,
                "arguments": arguments_text(call),
            }
            for call in turn
        ]
        items += [
            {"type": "function_call_output", "call_id": call.id, "output": call.result}
            for call in turn
        ]
    said = {"type": "message", "role": "assistant", "status": "completed", "content": ""}
    return [*items, said]


def responses_of_javascript(run: Run) -> list[Record]:
    """Return the history of an agent of the OpenAI Agents SDK for JavaScript."""
    items = responses(run)
    for item in items:
        if "call_id" in item:
            item["callId"] = item.pop("call_id")
        if item.get("type") == "function_call_output":
            told = {"type": "text", "text": item["output"]}
            item |= {"type": "function_call_result", "status": "completed", "output": told}
    return items


def _exchange(records: list[Record]) -> bytes:
    """Return a record of a request to OpenAI's chat API and its response."""
    *before, last = records
    choice = {"index": 0, "message": last, "finish_reason": "stop"}
    response = {"object": "chat.completion", "choices": [choice]}
    request = {"model": "m", "messages": before}
    return json.dumps({"request": request, "response": response}).encode()


def _anthropic_exchange(records: list[Record]) -> bytes:
    *before, last = records
    request = {"model": "m", "max_tokens": 9, "messages": before}
    response = {"type": "message", "stop_reason": "end_turn", **last}
    return json.dumps({"request": {"body": request}, "response": {"body": response}}).encode()


def _responses_exchange(records: list[Record]) -> bytes:
    *before, last = records
    response = {"object": "response", "output": [last]}
    return json.dumps({"request": {"model": "m", "input": before}, "response": response}).encode()


def _several(records: list[Record]) -> bytes:
    """Return a file of two conversations, of which this one is the second."""
    return json.dumps([[USER, {"role": "assistant", "content": "Hi."}], records]).encode()


MESSAGES: Final[dict[str, Carrier]] = {
    "list": as_list,
    "lines": as_lines,
    "object": in_object("messages"),
    "body": lambda records: json.dumps({"body": {"messages": records}}).encode(),
    "several": _several,
}
ITEMS: Final[dict[str, Carrier]] = {
    "list": as_list,
    "lines": as_lines,
    "input": in_object("input"),
    "exchange": _responses_exchange,
}


# Sessions, trajectories.


def _line(kind: str, number: int, **message: Any) -> Record:
    return {
        "type": kind,
        "sessionId": "s1",
        "uuid": f"u{number}",
        "parentUuid": f"u{number - 1}" if number else None,
        "isSidechain": False,
        "timestamp": f"2026-01-01T00:00:{number:02d}Z",
        "message": {"role": kind, **message},
    }


def claude_code(run: Run) -> list[Record]:
    lines: list[Record] = []
    for one in anthropic(run):
        more = {"id": f"m{len(lines)}"} if one["role"] == "assistant" else {}
        lines.append(_line(one["role"], len(lines), content=one["content"], **more))
    return lines


def claude_code_on_side(run: Run) -> list[Record]:
    """Return a session that delegates: what was done is done by its sub-agent, beside it."""
    task = Done("Task", {"prompt": "go"}, "done", "task")
    main = claude_code([[task]])
    side = [
        {
            **line,
            "isSidechain": True,
            "agentId": "a1",
            "uuid": f"side-{line['uuid']}",
            "parentUuid": line["parentUuid"] and f"side-{line['parentUuid']}",
        }
        for line in claude_code(run)
    ]
    main[2]["toolUseResult"] = {"agentId": "a1", "totalToolUseCount": 1}
    return [*main[:2], *side, *main[2:]]


def atif(run: Run) -> list[Record]:
    steps: list[Record] = [{"step_id": 1, "source": "user", "message": "go"}]
    for turn in run:
        steps.append(
            {
                "step_id": len(steps) + 1,
                "source": "agent",
                "message": "",
                "tool_calls": [
                    {
                        "tool_call_id": call.id,
                        "function_name": call.name,
                        "arguments": call.arguments,
                    }
                    for call in turn
                ],
                "observation": {
                    "results": [
                        {"source_call_id": call.id, "content": call.result} for call in turn
                    ]
                },
            }
        )
    agent = {"name": "x", "version": "1"}
    return [{"schema_version": "ATIF-v1.4", "session_id": "s", "agent": agent, "steps": steps}]


def atif_of_sub_agent(run: Run) -> list[Record]:
    (inner,) = atif(run)
    (outer,) = atif([[Done("ask", {}, "ok", "q")]])
    return [{**outer, "session_id": "o", "subagent_trajectories": [inner]}]


def vally(run: Run) -> list[Record]:
    events: list[Record] = [{"type": "user_message", "data": {"content": "go"}}]
    for number, turn in enumerate(run):
        events.append({"type": "turn_start", "data": {"turnId": f"t{number}"}})
        for call in turn:
            named = {"toolCallId": call.id, "toolName": call.name}
            events.append({"type": "tool_call", "data": {**named, "arguments": call.arguments}})
            told = {**named, "success": True, "result": call.result}
            events.append({"type": "tool_result", "data": told})
        events.append({"type": "turn_end", "data": {"turnId": f"t{number}"}})
    return events


def _trajectory(records: list[Record]) -> bytes:
    head = {"id": "r", "stimulus": {"name": "case"}, "output": "", "metrics": {}}
    return json.dumps({**head, "events": records}).encode()


def _agents_file(records: list[Record]) -> bytes:
    """Return what a session's sub-agent writes into a file of its own."""
    lines = [{**line, "isSidechain": True, "agentId": "a1"} for line in records]
    return as_lines(lines)


def _wrapped(records: list[Record]) -> bytes:
    lines = [{"type": one["type"], "message": one["message"]} for one in records]
    return json.dumps({"messages": lines}).encode()


FORMATS: Final[dict[str, Format]] = {
    "chat": Format(chat, {**MESSAGES, "exchange": _exchange}),
    "chat, camel case": Format(chat_in_camel_case, MESSAGES),
    "chat, functions": Format(chat_of_functions, MESSAGES),
    "chat, calls as text": Format(chat_with_text_calls, MESSAGES),
    "anthropic": Format(anthropic, {**MESSAGES, "exchange": _anthropic_exchange}),
    "responses": Format(responses, ITEMS),
    "responses, JavaScript": Format(responses_of_javascript, ITEMS),
    "claude-code": Format(
        claude_code,
        {
            "lines": as_lines,
            "list": as_list,
            "sub-agent's file": _agents_file,
            "wrapped": _wrapped,
        },
    ),
    "claude-code, side chain": Format(claude_code_on_side, {"lines": as_lines, "list": as_list}),
    "atif": Format(atif, {"object": one_of, "list": as_list, "lines": as_lines}),
    "atif, sub-agent": Format(atif_of_sub_agent, {"object": one_of, "list": as_list}),
    "vally": Format(vally, {"list": as_list, "lines": as_lines, "trajectory": _trajectory}),
}
"""Every format but those of spans, which are in `span_runs.py`."""
