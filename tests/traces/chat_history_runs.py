"""Runs written as chat histories with roles: Semantic Kernel, LlamaIndex and AgentDojo."""

from __future__ import annotations

import json
from typing import Final

from tests.traces.history_runs import conversation
from tests.traces.runs import Carrier, Done, Format, Record, as_lines, as_list, in_object

_USAGE: Final = {"input_tokens": 1, "output_tokens": 1}


def _index_ask(turn: list[Done]) -> Record:
    blocks = [
        {
            "block_type": "tool_call",
            "tool_call_id": one.id,
            "tool_name": one.name,
            "tool_kwargs": one.arguments,
        }
        for one in turn
    ]
    return {"role": "assistant", "additional_kwargs": {}, "blocks": blocks}


def _index_answer(turn: list[Done]) -> list[Record]:
    return [
        {
            "role": "tool",
            "additional_kwargs": {"tool_call_id": one.id, "name": one.name},
            "blocks": [{"block_type": "text", "text": one.result}],
        }
        for one in turn
    ]


def _kernel_ask(turn: list[Done]) -> Record:
    items = [
        {
            "content_type": "function_call",
            "id": one.id,
            "index": at,
            "name": one.name,
            "function_name": one.name,
            "arguments": json.dumps(one.arguments),
        }
        for at, one in enumerate(turn)
    ]
    about = {"content_type": "message", "metadata": {"usage": _USAGE}, "name": "a"}
    return {**about, "role": "assistant", "items": items}


def _kernel_answer(turn: list[Done]) -> list[Record]:
    return [
        {
            "content_type": "message",
            "metadata": {},
            "role": "tool",
            "items": [
                {
                    "content_type": "function_result",
                    "id": one.id,
                    "name": one.name,
                    "function_name": one.name,
                    "result": one.result,
                }
            ],
        }
        for one in turn
    ]


def _kernel_net_ask(turn: list[Done]) -> Record:
    items = [
        {
            "$type": "FunctionCallContent",
            "Id": one.id,
            "FunctionName": one.name,
            "Arguments": one.arguments,
        }
        for one in turn
    ]
    return {"Role": {"Label": "assistant"}, "Items": items}


def _kernel_net_answer(turn: list[Done]) -> list[Record]:
    items = [
        {
            "$type": "FunctionResultContent",
            "CallId": one.id,
            "FunctionName": one.name,
            "Result": one.result,
        }
        for one in turn
    ]
    return [{"Role": {"Label": "tool"}, "Items": items}]


def _dojo_call(one: Done) -> Record:
    return {
        "function": one.name,
        "args": one.arguments,
        "id": one.id,
        "placeholder_args": None,
    }


def _dojo_ask(turn: list[Done]) -> Record:
    said = [{"type": "text", "content": "I look."}]
    return {"role": "assistant", "content": said, "tool_calls": [*map(_dojo_call, turn)]}


def _dojo_answer(turn: list[Done]) -> list[Record]:
    return [
        {
            "role": "tool",
            "content": [{"type": "text", "content": one.result}],
            "tool_call_id": one.id,
            "tool_call": _dojo_call(one),
            "error": None,
        }
        for one in turn
    ]


def _dojo_run(records: list[Record]) -> bytes:
    """Return the file of a run, with what beside the messages is."""
    head = {"suite_name": "banking", "pipeline_name": "m", "user_task_id": "user_task_3"}
    more: Record = {"injection_task_id": None, "injections": {}, "utility": True, "security": True}
    return json.dumps({**head, **more, "messages": records}).encode()


_KERNEL: Final = conversation(
    {
        "content_type": "message",
        "role": "user",
        "items": [{"content_type": "text", "text": "go"}],
    },
    _kernel_ask,
    _kernel_answer,
)
_KERNEL_NET: Final = conversation(
    {"Role": {"Label": "user"}, "Items": [{"$type": "TextContent", "Text": "go"}]},
    _kernel_net_ask,
    _kernel_net_answer,
)
_DOJO: Final = conversation(
    {"role": "user", "content": [{"type": "text", "content": "go"}]}, _dojo_ask, _dojo_answer
)
_INDEX: Final = conversation(
    {
        "role": "user",
        "additional_kwargs": {},
        "blocks": [{"block_type": "text", "text": "go"}],
    },
    _index_ask,
    _index_answer,
)
_CARRIERS: Final[dict[str, Carrier]] = {"list": as_list, "lines": as_lines}

CHAT_HISTORIES: Final[dict[str, Format]] = {
    "semantic-kernel": Format(_KERNEL, {**_CARRIERS, "object": in_object("messages")}),
    "semantic-kernel, .NET": Format(_KERNEL_NET, _CARRIERS),
    "llama-index-messages": Format(_INDEX, {**_CARRIERS, "object": in_object("messages")}),
    "agentdojo": Format(_DOJO, {"list": as_list, "run": _dojo_run}),
}
"""The histories of each, each with the ways in which its files are written."""
