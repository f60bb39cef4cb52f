"""A conversation of each framework's own messages: a user's, a call of `ls`, its result."""

from __future__ import annotations

from typing import Any

AT = "2026-01-01T00:00:00Z"
USAGE = {"input_tokens": 1, "output_tokens": 1}

LANGCHAIN: list[dict[str, Any]] = [
    {"type": "human", "data": {"type": "human", "content": "go"}},
    {
        "type": "ai",
        "data": {
            "type": "ai",
            "name": "a",
            "content": "",
            "tool_calls": [{"name": "ls", "args": {}, "id": "1", "type": "tool_call"}],
            "usage_metadata": USAGE,
        },
    },
    {
        "type": "tool",
        "data": {"type": "tool", "content": "x", "tool_call_id": "1", "status": "success"},
    },
]
PYDANTIC_AI: list[dict[str, Any]] = [
    {"kind": "request", "timestamp": AT, "parts": [{"part_kind": "user-prompt", "content": "go"}]},
    {
        "kind": "response",
        "timestamp": AT,
        "usage": USAGE,
        "parts": [{"part_kind": "tool-call", "tool_name": "ls", "args": "{}", "tool_call_id": "1"}],
    },
    {
        "kind": "request",
        "timestamp": AT,
        "parts": [
            {"part_kind": "tool-return", "tool_name": "ls", "content": "x", "tool_call_id": "1"}
        ],
    },
]
GEMINI: list[dict[str, Any]] = [
    {"role": "user", "parts": [{"text": "go"}]},
    {"role": "model", "parts": [{"functionCall": {"name": "ls", "args": {}}}]},
    {
        "role": "user",
        "parts": [{"functionResponse": {"name": "ls", "response": {"error": "no such folder"}}}],
    },
]
ADK: list[dict[str, Any]] = [
    {
        "author": "user" if content["parts"][0].get("text") else "a",
        "invocation_id": "i",
        "timestamp": 1767225600.0,
        "content": content,
        "usage_metadata": USAGE,
    }
    for content in GEMINI
]
VERCEL: list[dict[str, Any]] = [
    {"role": "user", "content": "go"},
    {
        "stepNumber": 0,
        "content": [
            {"type": "tool-call", "toolCallId": "1", "toolName": "ls", "input": {}},
            {"type": "tool-result", "toolCallId": "1", "toolName": "ls", "output": "x"},
        ],
        "finishReason": "tool-calls",
        "usage": {"inputTokens": 1, "outputTokens": 1},
    },
]
BEDROCK: list[dict[str, Any]] = [
    {"message": message, "message_id": number, "created_at": AT}
    for number, message in enumerate[dict[str, Any]](
        (
            {"role": "user", "content": [{"text": "go"}]},
            {
                "role": "assistant",
                "content": [{"toolUse": {"toolUseId": "1", "name": "ls", "input": {}}}],
                "metadata": {"usage": {"inputTokens": 1, "outputTokens": 1}},
            },
            {
                "role": "user",
                "content": [{"toolResult": {"toolUseId": "1", "status": "success", "content": []}}],
            },
        )
    )
]
HAYSTACK: list[dict[str, Any]] = [
    {"role": "user", "meta": {}, "name": None, "content": [{"text": "go"}]},
    {
        "role": "assistant",
        "meta": {"usage": USAGE},
        "name": None,
        "content": [{"tool_call": {"tool_name": "ls", "arguments": {}, "id": "1"}}],
    },
    {
        "role": "tool",
        "meta": {},
        "name": None,
        "content": [
            {
                "tool_call_result": {
                    "result": "x",
                    "origin": {"tool_name": "ls", "arguments": {}, "id": "1"},
                    "error": False,
                }
            }
        ],
    },
]
AGENT_FRAMEWORK: list[dict[str, Any]] = [
    {"role": "user", "contents": [{"type": "text", "text": "go"}]},
    {
        "role": "assistant",
        "author_name": "a",
        "contents": [{"type": "function_call", "call_id": "1", "name": "ls", "arguments": "{}"}],
    },
    {"role": "tool", "contents": [{"type": "function_result", "call_id": "1", "result": "x"}]},
]
AUTOGEN: list[dict[str, Any]] = [
    {"source": source, "models_usage": usage, "created_at": AT, "content": content, "type": kind}
    for source, usage, content, kind in (
        ("user", None, "go", "TextMessage"),
        ("a", USAGE, [{"id": "1", "name": "ls", "arguments": "{}"}], "ToolCallRequestEvent"),
        (
            "a",
            None,
            [{"call_id": "1", "name": "ls", "content": "x", "is_error": False}],
            "ToolCallExecutionEvent",
        ),
    )
]
LLAMA_INDEX: list[dict[str, Any]] = [
    {
        "tool_name": "ls",
        "tool_kwargs": {},
        "tool_id": "1",
        "tool_output": {
            "blocks": [],
            "tool_name": "ls",
            "raw_input": {},
            "raw_output": "x",
            "is_error": False,
        },
    }
]
DSPY: dict[str, Any] = {
    "thought_0": "hm",
    "tool_name_0": "ls",
    "tool_args_0": {},
    "observation_0": "x",
}
SMOLAGENTS: list[dict[str, Any]] = [
    {"task": "go", "task_images": None},
    {
        "step_number": 1,
        "timing": {"start_time": 1767225600.0},
        "tool_calls": [
            {"id": "1", "type": "function", "function": {"name": "ls", "arguments": {}}}
        ],
        "model_output": "Done.",
        "observations": "x",
        "token_usage": USAGE,
    },
]

SEMANTIC_KERNEL: list[dict[str, Any]] = [
    {"role": "user", "items": [{"content_type": "text", "text": "go"}]},
    {
        "role": "assistant",
        "name": "a",
        "metadata": {"usage": USAGE},
        "items": [
            {"content_type": "text", "text": "I look."},
            {"content_type": "function_call", "id": "1", "name": "ls", "arguments": "{}"},
        ],
    },
    {
        "role": "tool",
        "items": [
            {"content_type": "function_result", "id": "1", "name": "ls", "result": "x"},
        ],
    },
]
_DOJO_CALL: dict[str, Any] = {"function": "ls", "args": {}, "id": "1", "placeholder_args": None}
AGENT_DOJO: list[dict[str, Any]] = [
    {"role": "user", "content": [{"type": "text", "content": "go"}]},
    {"role": "assistant", "content": None, "tool_calls": [_DOJO_CALL]},
    {"role": "tool", "content": "x", "tool_call_id": "1", "tool_call": _DOJO_CALL, "error": None},
]

LLAMA_INDEX_MESSAGES: list[dict[str, Any]] = [
    {
        "role": "user",
        "additional_kwargs": {},
        "blocks": [{"block_type": "text", "text": "go"}],
    },
    {
        "role": "assistant",
        "additional_kwargs": {
            "tool_calls": [
                {"id": "1", "type": "function", "function": {"name": "ls", "arguments": "{}"}}
            ]
        },
        "blocks": [],
    },
    {
        "role": "tool",
        "additional_kwargs": {"tool_call_id": "1", "name": "ls", "is_error": False},
        "blocks": [{"block_type": "text", "text": "x"}],
    },
]

HISTORIES: dict[str, Any] = {
    "LlamaIndex chat messages": LLAMA_INDEX_MESSAGES,
    "Semantic Kernel chat history": SEMANTIC_KERNEL,
    "AgentDojo run": AGENT_DOJO,
    "LangChain and LangGraph messages": LANGCHAIN,
    "Pydantic AI messages": PYDANTIC_AI,
    "Google ADK sessions and events": ADK,
    "Gemini contents": GEMINI,
    "Vercel AI SDK messages and steps": VERCEL,
    "Amazon Bedrock Converse and Strands Agents messages": BEDROCK,
    "Haystack chat messages": HAYSTACK,
    "Microsoft Agent Framework messages": AGENT_FRAMEWORK,
    "AutoGen messages and events": AUTOGEN,
    "LlamaIndex tool calls": LLAMA_INDEX,
    "DSPy ReAct trajectory": DSPY,
    "smolagents memory": SMOLAGENTS,
}
