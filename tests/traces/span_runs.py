"""Runs of an agent as spans: in every dialect, and in every carrier of spans."""

from __future__ import annotations

import base64
import gzip
import json
import re
import struct
from collections.abc import Callable, Iterable
from typing import Any, Final, TypeAlias, cast

import zstandard
from google.protobuf.json_format import ParseDict
from opentelemetry.proto.trace.v1.trace_pb2 import TracesData

from tests.traces.own_spans import claude_code_spans
from tests.traces.runs import (
    Carrier,
    Done,
    Format,
    Record,
    Run,
    arguments_text,
    as_lines,
    as_list,
    as_printed,
)
from tests.traces.span_files import otlp, span

Attributes: TypeAlias = "dict[str, Any]"

_LANGCHAIN: Final = "opentelemetry.instrumentation.langchain"
SEVERAL_TURNS: Final = 40
"""Numbers of spans between the beginnings of two turns."""


def _genai_model(turn: list[Done]) -> Attributes:
    parts: list[Any] = [
        {"type": "tool_call", "id": one.id, "name": one.name, "arguments": one.arguments}
        for one in turn
    ]
    message = {"role": "assistant", "parts": parts, "finish_reason": "tool_call"}
    return {"gen_ai.operation.name": "chat", "gen_ai.output.messages": json.dumps([message])}


def _genai_tool(call: Done) -> Attributes:
    return {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": call.name,
        "gen_ai.tool.call.arguments": arguments_text(call),
        "gen_ai.tool.call.result": call.result,
        "gen_ai.tool.call.id": call.id,
    }


def _genai_words(turn: list[Done]) -> Attributes:
    parts = [{"type": "text", "content": "Done."}]
    message = {"role": "assistant", "parts": parts, "finish_reason": "stop"}
    return {"gen_ai.operation.name": "chat", "gen_ai.output.messages": json.dumps([message])}


def _openinference_model(turn: list[Done]) -> Attributes:
    attributes = {"openinference.span.kind": "LLM"}
    attributes["llm.output_messages.0.message.content"] = "I look."
    for at, call in enumerate(turn):
        start = f"llm.output_messages.0.message.tool_calls.{at}.tool_call."
        attributes[start + "id"] = call.id
        attributes[start + "function.name"] = call.name
        attributes[start + "function.arguments"] = arguments_text(call)
    return attributes


def _openinference_tool(call: Done) -> Attributes:
    return {
        "openinference.span.kind": "TOOL",
        "tool.name": call.name,
        "input.value": arguments_text(call),
        "output.value": call.result,
        "tool.id": call.id,
    }


def _traceloop_model(turn: list[Done]) -> Attributes:
    attributes = {"llm.request.type": "chat", "gen_ai.completion.0.content": "I look."}
    for at, call in enumerate(turn):
        start = f"gen_ai.completion.0.tool_calls.{at}."
        attributes[start + "id"] = call.id
        attributes[start + "name"] = call.name
        attributes[start + "arguments"] = arguments_text(call)
    return attributes


def _traceloop_tool(call: Done) -> Attributes:
    given = {"input_str": "", "inputs": call.arguments, "kwargs": {"tool_call_id": call.id}}
    return {
        "traceloop.span.kind": "tool",
        "traceloop.entity.name": call.name,
        "traceloop.entity.input": json.dumps(given),
        "traceloop.entity.output": json.dumps({"output": call.result, "kwargs": {}}),
    }


def _adk_model(turn: list[Done]) -> Attributes:
    parts = [
        {"function_call": {"id": one.id, "name": one.name, "args": one.arguments}} for one in turn
    ]
    response = {"content": {"role": "model", "parts": parts}}
    return {
        "gen_ai.system": "gcp.vertex.agent",
        "gcp.vertex.agent.llm_request": "{}",
        "gcp.vertex.agent.llm_response": json.dumps(response),
    }


def _adk_tool(call: Done) -> Attributes:
    return {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.system": "gcp.vertex.agent",
        "gen_ai.tool.name": call.name,
        "gen_ai.tool.call.id": call.id,
        "gcp.vertex.agent.tool_call_args": arguments_text(call),
        "gcp.vertex.agent.tool_response": call.result,
    }


def _any_agent_model(turn: list[Done]) -> Attributes:
    asked = [{"tool.name": one.name, "tool.args": arguments_text(one)} for one in turn]
    output = json.dumps(asked) if asked else "Done."
    return {"gen_ai.operation.name": "call_llm", "gen_ai.output": output}


def _any_agent_tool(call: Done) -> Attributes:
    return {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": call.name,
        "gen_ai.tool.args": arguments_text(call),
        "gen_ai.output": call.result,
    }


def _pydantic_tool(call: Done) -> Attributes:
    return {
        "gen_ai.tool.name": call.name,
        "gen_ai.tool.call.id": call.id,
        "tool_arguments": arguments_text(call),
        "tool_response": call.result,
    }


def _vercel_model(turn: list[Done]) -> Attributes:
    calls = [
        {"toolCallId": one.id, "toolName": one.name, "input": arguments_text(one)} for one in turn
    ]
    return {
        "ai.operationId": "ai.generateText.doGenerate",
        "ai.response.text": "I look.",
        "ai.response.toolCalls": json.dumps(calls),
    }


def _vercel_tool(call: Done) -> Attributes:
    return {
        "ai.operationId": "ai.toolCall",
        "ai.toolCall.name": call.name,
        "ai.toolCall.id": call.id,
        "ai.toolCall.args": arguments_text(call),
        "ai.toolCall.result": call.result,
    }


def _uipath_tool(call: Done) -> Attributes:
    return {**_openinference_tool(call), "span_type": "tool"}


def _mcp_tool(call: Done) -> Attributes:
    return {
        "mcp.method.name": "tools/call",
        "gen_ai.tool.name": call.name,
        "gen_ai.tool.call.arguments": arguments_text(call),
        "gen_ai.tool.call.result": call.result,
    }


ModelSpan: TypeAlias = "Callable[[list[Done]], Attributes]"
ToolSpan: TypeAlias = "Callable[[Done], Attributes]"


def _with_tools(
    model: ModelSpan, tool: ToolSpan, *, name: str = "chat m", scope: str = "test"
) -> Callable[[Run], list[Record]]:
    """Return a maker of a span for each response, and one for each call."""
    more = {"scope": {"name": scope}}

    def make(run: Run) -> list[Record]:
        spans: list[Record] = []
        for number, turn in enumerate(run):
            at = 1 + number * SEVERAL_TURNS
            spans.append({**span(name, at, end=at), **more, "attributes": model(turn)})
            for inner, call in enumerate(turn, at + 1):
                named = span(f"execute_tool {call.name}", inner)
                spans.append({**named, **more, "attributes": tool(call)})
        return spans

    return make


def _with_messages(
    model: ModelSpan, last: ModelSpan | None = None, *, name: str = "chat m"
) -> Callable[[Run], list[Record]]:
    """Return a maker of spans for responses only, whose messages alone tell of the calls."""

    def make(run: Run) -> list[Record]:
        spans = [
            {**span(name, number, end=number), "attributes": model(turn)}
            for number, turn in enumerate(run, 1)
        ]
        closing = {**span(name, len(run) + 1), "attributes": (last or model)([])}
        return [*spans, closing]

    return make


def _events(run: Run) -> list[Record]:
    """Return responses whose calls are in events, as GenAI's conventions were in 2024."""
    spans: list[Record] = []
    for number, turn in enumerate(run, 1):
        asked = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": arguments_text(call)},
            }
            for call in turn
        ]
        told = {"index": 0, "finish_reason": "tool_calls"}
        message = json.dumps({"role": "assistant", "tool_calls": asked})
        event = {"name": "gen_ai.choice", "attributes": {**told, "message": message}}
        attributes = {"gen_ai.operation.name": "chat"}
        held = span("chat m", number, end=number)
        spans.append({**held, "attributes": attributes, "events": [event]})
    return spans


def _details(run: Run) -> list[Record]:
    """Return responses whose messages are in an event, as GenAI's conventions are today."""
    name = "gen_ai.client.inference.operation.details"
    return [
        {
            **span("chat m", number, end=number),
            "attributes": {"gen_ai.operation.name": "chat"},
            "events": [{"name": name, "attributes": _genai_model(turn)}],
        }
        for number, turn in enumerate(run, 1)
    ]


def _history(run: Run) -> list[Record]:
    """Return one agent's span that holds the whole conversation, as Pydantic AI writes it."""
    messages: list[Any] = [{"role": "user", "parts": [{"type": "text", "content": "go"}]}]
    for turn in run:
        messages += json.loads(_genai_model(turn)["gen_ai.output.messages"])
        answers = [
            {"type": "tool_call_response", "id": call.id, "response": call.result} for call in turn
        ]
        messages.append({"role": "user", "parts": answers})
    held = {"pydantic_ai.all_messages": json.dumps(messages)}
    return [{**span("agent run", 1), "attributes": held}]


# Carriers.


def _case(records: list[Record]) -> bytes:
    return json.dumps({"refund": records}).encode()


def _otlp(records: list[Record]) -> bytes:
    return json.dumps(otlp(*records)).encode()


def in_otlp(records: list[Record]) -> Record:
    return otlp(*records)


def _otlp_lines(records: list[Record]) -> bytes:
    return as_lines([otlp(record) for record in records])


def _snake(value: Any) -> Any:
    """Return OTLP as protobuf names it: each key of its own in snake case."""
    if isinstance(value, list):
        return [_snake(item) for item in cast("list[Any]", value)]
    if not isinstance(value, dict):
        return value
    held = cast("dict[str, Any]", value)
    return {re.sub("[A-Z]", _lower, key): _snake(item) for key, item in held.items()}


def _lower(found: re.Match[str]) -> str:
    return f"_{found[0].lower()}"


def _batches(records: list[Record]) -> bytes:
    return json.dumps({"batches": otlp(*records)["resourceSpans"]}).encode()


def _with_base64_ids(records: list[Record]) -> dict[str, Any]:
    held = otlp(*records)
    for one in spans_in(held):
        for key in ("traceId", "spanId", "parentSpanId"):
            if key in one:
                one[key] = base64.b64encode(bytes.fromhex(one[key])).decode()
    return held


def spans_in(held: dict[str, Any]) -> Iterable[dict[str, Any]]:
    for resource in held["resourceSpans"]:
        for scope in resource["scopeSpans"]:
            yield from scope["spans"]


def protobuf(records: list[Record]) -> bytes:
    data: bytes = ParseDict(_with_base64_ids(records), TracesData()).SerializeToString()
    return data


def _framed(messages: Iterable[bytes]) -> bytes:
    return b"".join(struct.pack(">I", len(message)) + message for message in messages)


def _exported(records: list[Record]) -> bytes:
    """Return UiPath's export."""
    return as_list(
        [
            {
                "Id": record["context"]["span_id"][2:],
                "TraceId": record["context"]["trace_id"][2:],
                "ParentId": record["parent_id"],
                "Name": record["name"],
                "StartTime": record["start_time"],
                "EndTime": record["end_time"],
                "Attributes": json.dumps(record["attributes"]),
                "Status": 1,
            }
            for record in records
        ]
    )


OTLP: Final[dict[str, Carrier]] = {
    "OTLP": _otlp,
    "OTLP list": lambda records: as_list([otlp(record) for record in records]),
    "OTLP lines": _otlp_lines,
    "OTLP snake case": lambda records: json.dumps(_snake(otlp(*records))).encode(),
    "OTLP base64 ids": lambda records: json.dumps(_with_base64_ids(records)).encode(),
    "Tempo": _batches,
    "protobuf": protobuf,
    "protobuf with lengths": lambda records: _framed(protobuf([one]) for one in records),
    "protobuf, zstd": lambda records: _framed(
        zstandard.ZstdCompressor().compress(protobuf([one])) for one in records
    ),
    "OTLP, gzip": lambda records: gzip.compress(_otlp(records), mtime=0),
    "OTLP, zstd": lambda records: zstandard.ZstdCompressor().compress(_otlp_lines(records)),
}
SDK: Final[dict[str, Carrier]] = {
    "SDK list": as_list,
    "SDK lines": as_lines,
    "SDK console": as_printed,
    "SDK spans": lambda records: json.dumps({"spans": records}).encode(),
    "SDK case": _case,
}
WITH_EVENTS: Final = {**SDK, **OTLP}
ALL: Final = {**WITH_EVENTS, "UiPath export": _exported}

SPANS: Final[dict[str, Format]] = {
    "genai": Format(_with_tools(_genai_model, _genai_tool), ALL),
    "genai, tools only": Format(_with_tools(_genai_words, _genai_tool), ALL),
    "genai, messages only": Format(_with_messages(_genai_model, _genai_words), ALL),
    "genai, events": Format(_events, WITH_EVENTS),
    "genai, details": Format(_details, WITH_EVENTS),
    "claude-code, spans": Format(claude_code_spans, WITH_EVENTS),
    "mcp": Format(_with_tools(_genai_model, _mcp_tool), ALL),
    "openinference": Format(_with_tools(_openinference_model, _openinference_tool), ALL),
    "openinference, messages only": Format(_with_messages(_openinference_model), ALL),
    "traceloop": Format(_with_tools(_traceloop_model, _traceloop_tool, scope=_LANGCHAIN), ALL),
    "traceloop, messages only": Format(_with_messages(_traceloop_model), ALL),
    "google-adk": Format(_with_tools(_adk_model, _adk_tool, name="call_llm"), ALL),
    "google-adk, messages only": Format(_with_messages(_adk_model, name="call_llm"), ALL),
    "any-agent": Format(_with_tools(_any_agent_model, _any_agent_tool), ALL),
    "any-agent, messages only": Format(_with_messages(_any_agent_model), ALL),
    "pydantic-ai": Format(_with_tools(_genai_model, _pydantic_tool), ALL),
    "pydantic-ai, history": Format(_history, ALL),
    "vercel-ai": Format(_with_tools(_vercel_model, _vercel_tool), ALL),
    "vercel-ai, messages only": Format(_with_messages(_vercel_model), ALL),
    "uipath": Format(_with_tools(_openinference_model, _uipath_tool), ALL),
}
"""Every dialect, with spans of tools and without."""
