"""Messages as agents keep them, and how tests read them back."""

from __future__ import annotations

from typing import Any

from toolspec.engine.reading.format import Document, Format, TraceError
from toolspec.engine.reading.formats import atif, claude_code, conversation, vally
from toolspec.engine.trace import Place, Trace

FORMATS: list[Format] = [vally.FORMAT, claude_code.FORMAT, atif.FORMAT, conversation.FORMAT]


def knowing(document: Any) -> list[str]:
    """Return what the formats that take the document for theirs call it."""
    names: list[str] = []
    for known in FORMATS:
        if known.claim(document):
            made = [*made_of(known, document)]
            names += dict.fromkeys(trace.format for trace in made if isinstance(trace, Trace))
            names += [known.name] if not made else []
    return names


def made_of(known: Format, *documents: Any) -> list[Trace | TraceError]:
    """Return what a format makes of a file of these documents, one on each line."""
    return list(known.read([Document(d, Place(n)) for n, d in enumerate(documents, 1)], []))


def read(known: Format, *documents: Any) -> list[Trace]:
    """Return the traces of a file of these documents, one on each line."""
    made = made_of(known, *documents)
    traces = [trace for trace in made if isinstance(trace, Trace)]
    assert len(traces) == len(made), made
    return traces


def one(known: Format, *documents: Any) -> Trace:
    (trace,) = read(known, *documents)
    return trace


def shown(trace: Trace) -> list[tuple[str, int | None, bool | None]]:
    """Return what most tests look at: each call's tool, step, and whether it completed."""
    return [(call.name, call.step, call.completed) for call in trace.calls]


def asked(name: str, id: Any, arguments: Any = "{}") -> dict[str, Any]:
    return {"id": id, "type": "function", "function": {"name": name, "arguments": arguments}}


def assistant(*calls: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": None, "tool_calls": list(calls), **more}


USER = {"role": "user", "content": "Weather?"}


CHAT: list[Any] = [
    {"role": "system", "content": "Help."},
    USER,
    assistant(asked("find", "c1", '{"q": "Rome"}'), asked("clock", "c2")),
    {"role": "tool", "tool_call_id": "c2", "content": "12:00"},
    {"role": "tool", "tool_call_id": "c1", "content": [{"type": "text", "text": '{"n": 1}'}]},
    assistant(asked("send", "c3")),
    {"role": "assistant", "content": "Done."},
]


ITEMS: list[Any] = [
    {"role": "user", "content": "hi"},
    {"type": "reasoning", "id": "rs", "summary": []},
    {"type": "function_call", "call_id": "c1", "name": "a", "arguments": '{"x": 1}'},
    {"type": "custom_tool_call", "call_id": "c2", "name": "sql", "input": "select 1"},
    {
        "type": "function_call_output",
        "call_id": "c1",
        "output": [{"type": "input_text", "text": "ok"}],
    },
    {"type": "custom_tool_call_output", "call_id": "c2", "output": "1"},
    {"type": "local_shell_call", "call_id": "c3", "action": {"type": "exec", "command": ["ls"]}},
    {"type": "local_shell_call_output", "id": "c3", "output": "file"},
    {"type": "message", "id": "m", "role": "assistant", "status": "completed", "content": []},
]


def used(name: str, id: str, **more: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": id, "name": name, "input": {}, **more}


def told(id: str, **more: Any) -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": id, **more}


ANTHROPIC: list[Any] = [
    {"role": "user", "content": "hi"},
    {
        "role": "assistant",
        "content": [
            {"type": "text", "text": "Two."},
            used("a", "t1", input={"x": 1}),
            used("b", "t2"),
        ],
    },
    {
        "role": "user",
        "content": [
            told("t1", content=[{"type": "text", "text": "one"}]),
            told("t2", content="no", is_error=True),
        ],
    },
    {"role": "assistant", "content": "Done."},
]


def line(kind: str, content: Any, message_id: str | None = None, **more: Any) -> dict[str, Any]:
    message: dict[str, Any] = {"role": kind, "content": content}
    if message_id:
        message["id"] = message_id
    return {
        "type": kind,
        "sessionId": "s1",
        "timestamp": "2025-06-14T11:00:00Z",
        "message": message,
        **more,
    }


SESSION: list[Any] = [
    {"type": "summary", "summary": "x", "leafUuid": "u"},
    line("user", "hi", uuid="1"),
    line("assistant", [{"type": "text", "text": "ok"}], "m1", uuid="2"),
    line("assistant", [used("a", "t1")], "m1", uuid="3"),
    line("assistant", [used("b", "t2")], "m1", uuid="4"),
    line("user", [told("t1", content="1")], uuid="5", timestamp="2025-06-14T11:00:02Z"),
    line("assistant", [used("c", "t3")], "m2", uuid="6", timestamp="2025-06-14T11:00:03Z"),
]


def trajectory(*steps: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"schema_version": "ATIF-v1.7", "agent": {"name": "x"}, "steps": list(steps), **more}


def step(
    *calls: tuple[str, str | None], results: list[Any] | None = None, **more: Any
) -> dict[str, Any]:
    entries: list[Any] = [
        {"tool_call_id": id, "function_name": name, "arguments": {}} for name, id in calls
    ]
    observed = {} if results is None else {"observation": {"results": results}}
    return {"source": "agent", "message": "", "tool_calls": entries, **observed, **more}
