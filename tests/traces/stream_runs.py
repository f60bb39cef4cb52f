"""A run written as the stream of an API or of an interface: calls arrive in pieces."""

from __future__ import annotations

import json
from typing import Any, Final

from tests.traces.runs import Format, Record, Run, as_lines, as_list, as_printed


def as_events(records: list[Record]) -> bytes:
    """Return server-sent events, as a server writes them."""
    lines = [f"event: {one.get('type', 'message')}\ndata: {json.dumps(one)}\n" for one in records]
    return "\n".join([*lines, "data: [DONE]\n", ""]).encode()


def halves(text: str) -> list[str]:
    return [text[: len(text) // 2], text[len(text) // 2 :]]


def vercel_stream(run: Run) -> list[Record]:
    chunks: list[Record] = [{"type": "start", "messageId": "m"}]
    for turn in run:
        chunks.append({"type": "start-step"})
        for call in turn:
            id = {"toolCallId": call.id}
            chunks.append({"type": "tool-input-start", **id, "toolName": call.name})
            for half in halves(json.dumps(call.arguments)):
                chunks.append({"type": "tool-input-delta", **id, "inputTextDelta": half})
            named = {"toolName": call.name, "input": call.arguments}
            chunks.append({"type": "tool-input-available", **id, **named})
        for call in turn:
            told = {"toolCallId": call.id, "output": call.result}
            chunks.append({"type": "tool-output-available", **told})
        chunks.append({"type": "finish-step", "usage": {"inputTokens": 1, "outputTokens": 1}})
    chunks += [{"type": "start-step"}, {"type": "text-start", "id": "t"}]
    chunks += [{"type": "text-delta", "id": "t", "delta": half} for half in ("Do", "ne.")]
    chunks += [{"type": "text-end", "id": "t"}]
    chunks += [{"type": "finish-step", "usage": {"inputTokens": 1, "outputTokens": 1}}]
    return [*chunks, {"type": "finish"}]


def ag_ui(run: Run) -> list[Record]:
    user = {"id": "u", "role": "user", "content": "Please help."}
    begun = {"type": "RUN_STARTED", "threadId": "t1", "runId": "r", "input": {"messages": [user]}}
    events: list[Record] = [begun]
    for turn in run:
        for call in turn:
            id = {"toolCallId": call.id}
            events.append({"type": "TOOL_CALL_START", **id, "toolCallName": call.name})
            for half in halves(json.dumps(call.arguments)):
                events.append({"type": "TOOL_CALL_ARGS", **id, "delta": half})
            events.append({"type": "TOOL_CALL_END", **id})
        for call in turn:
            told = {"messageId": f"r{call.id}", "toolCallId": call.id, "content": call.result}
            events.append({"type": "TOOL_CALL_RESULT", **told})
    events.append({"type": "TEXT_MESSAGE_START", "messageId": "m", "role": "assistant"})
    for half in ("Do", "ne."):
        events.append({"type": "TEXT_MESSAGE_CONTENT", "messageId": "m", "delta": half})
    events.append({"type": "TEXT_MESSAGE_END", "messageId": "m"})
    events.append({"type": "RUN_FINISHED", "threadId": "t1", "runId": "r"})
    return [{**event, "timestamp": 1767225600000 + at} for at, event in enumerate(events)]


def openai_chat_stream(run: Run) -> list[Record]:
    chunks: list[Record] = []

    def chunk(response: int, delta: dict[str, Any], ended: str | None = None, **more: Any) -> None:
        choice = {"index": 0, "delta": delta, "finish_reason": ended}
        head = {"id": f"chatcmpl-{response}", "object": "chat.completion.chunk", "model": "m"}
        chunks.append({**head, "choices": [choice], **more})

    used = {"usage": {"prompt_tokens": 1, "completion_tokens": 1}}
    for at, turn in enumerate(run):
        chunk(at, {"role": "assistant", "content": None})
        for number, call in enumerate(turn):
            named = {"name": call.name, "arguments": ""}
            first = {"index": number, "id": call.id, "type": "function", "function": named}
            chunk(at, {"tool_calls": [first]})
            for half in halves(json.dumps(call.arguments)):
                chunk(at, {"tool_calls": [{"index": number, "function": {"arguments": half}}]})
        chunk(at, {}, "tool_calls", **used)
    for half in ("Do", "ne."):
        chunk(len(run), {"content": half})
    chunk(len(run), {}, "stop", **used)
    return chunks


def openai_responses_stream(run: Run) -> list[Record]:
    events: list[Record] = []

    def event(kind: str, **more: Any) -> None:
        events.append({"type": f"response.{kind}", "sequence_number": len(events), **more})

    def response(number: int, items: list[Record]) -> None:
        head = {"id": f"resp_{number}", "object": "response"}
        event("created", response={**head, "status": "in_progress", "output": []})
        for at, item in enumerate(items):
            known = {"output_index": at, "item_id": item["id"]}
            if item["type"] == "function_call":
                begun = {**item, "arguments": "", "status": "in_progress"}
                event("output_item.added", output_index=at, item=begun)
                for half in halves(item["arguments"]):
                    event("function_call_arguments.delta", delta=half, **known)
                event("function_call_arguments.done", arguments=item["arguments"], **known)
            else:
                event("output_item.added", output_index=at, item={**item, "content": []})
                event("output_text.delta", delta="Done.", content_index=0, **known)
            event("output_item.done", output_index=at, item=item)
        used = {"input_tokens": 1, "output_tokens": 1}
        event("completed", response={**head, "status": "completed", "output": items, "usage": used})

    for number, turn in enumerate(run):
        calls = [
            {
                "id": f"fc_{call.id}",
                "type": "function_call",
                "call_id": call.id,
                "name": call.name,
                "arguments": json.dumps(call.arguments),
                "status": "completed",
            }
            for call in turn
        ]
        response(number, calls)
    text: Record = {"type": "output_text", "text": "Done.", "annotations": []}
    said = {"id": "m", "type": "message", "role": "assistant", "status": "completed"}
    response(len(run), [{**said, "content": [text]}])
    return events


def anthropic_stream(run: Run) -> list[Record]:
    events: list[Record] = []

    def message(number: int, blocks: list[tuple[Record, list[Record]]], ended: str) -> None:
        head: Record = {"id": f"msg_{number}", "type": "message", "role": "assistant"}
        head["content"] = []
        used = {"input_tokens": 1, "output_tokens": 0}
        events.append({"type": "message_start", "message": {**head, "usage": used}})
        for at, (block, deltas) in enumerate(blocks):
            events.append({"type": "content_block_start", "index": at, "content_block": block})
            for delta in deltas:
                events.append({"type": "content_block_delta", "index": at, "delta": delta})
            events.append({"type": "content_block_stop", "index": at})
        told = {"delta": {"stop_reason": ended}, "usage": {"output_tokens": 1}}
        events.append({"type": "message_delta", **told})
        events.append({"type": "message_stop"})

    for number, turn in enumerate(run):
        blocks: list[tuple[Record, list[Record]]] = []
        for call in turn:
            block: Record = {"type": "tool_use", "id": call.id, "name": call.name, "input": {}}
            pieces = halves(json.dumps(call.arguments))
            deltas = [{"type": "input_json_delta", "partial_json": piece} for piece in pieces]
            blocks.append((block, deltas))
        message(number, blocks, "tool_use")
    said = [{"type": "text_delta", "text": half} for half in ("Do", "ne.")]
    message(len(run), [({"type": "text", "text": ""}, said)], "end_turn")
    return events


def vercel_data_stream(run: Run) -> list[Record]:
    lines: list[Record] = []

    def line(code: str, value: Any) -> None:
        lines.append({"vercel-data-stream": code, "value": value})

    used = {"usage": {"promptTokens": 1, "completionTokens": 1}, "isContinued": False}
    for number, turn in enumerate(run):
        line("f", {"messageId": f"m{number}"})
        for call in turn:
            id = {"toolCallId": call.id}
            line("b", {**id, "toolName": call.name})
            for half in halves(json.dumps(call.arguments)):
                line("c", {**id, "argsTextDelta": half})
            line("9", {**id, "toolName": call.name, "args": call.arguments})
        for call in turn:
            line("a", {"toolCallId": call.id, "result": call.result})
        line("e", {"finishReason": "tool-calls", **used})
    line("f", {"messageId": "last"})
    for half in ("Do", "ne."):
        line("0", half)
    line("e", {"finishReason": "stop", **used})
    line("d", {"finishReason": "stop", **used})
    return lines


def as_coded_lines(records: list[Record]) -> bytes:
    """Return the lines of a data stream; what is not a line of one stays as it is."""
    lines = [
        f"{one['vercel-data-stream']}:{json.dumps(one['value'])}"
        if [*one] == ["vercel-data-stream", "value"]
        else json.dumps(one)
        for one in records
    ]
    return "".join(f"{line}\n" for line in lines).encode()


CARRIERS: Final = {
    "list": as_list,
    "lines": as_lines,
    "printed": as_printed,
    "server-sent events": as_events,
}
STREAMS: Final[dict[str, Format]] = {
    "Vercel AI SDK streams": Format(vercel_stream, CARRIERS),
    "AG-UI events": Format(ag_ui, CARRIERS),
    "OpenAI chat streams": Format(openai_chat_stream, CARRIERS),
    "OpenAI Responses streams": Format(openai_responses_stream, CARRIERS),
    "Anthropic streams": Format(anthropic_stream, CARRIERS),
    "Vercel AI SDK data streams (version 4 and before)": Format(
        vercel_data_stream, {"lines": as_coded_lines}
    ),
}
"""The streams that are read, by their titles."""
