"""Which tool likely wrote a file that is not read, so that a refusal can say it.

Told by keys alone, in a table: the keys that are there, and whose they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from toolspec.engine.json_value import Json

_WRITERS: Final[tuple[tuple[frozenset[str], str], ...]] = tuple(
    (frozenset(keys.split()), writer)
    for keys, writer in (
        ("toolUse", "Amazon Bedrock Converse or Strands Agents"),
        ("toolResult", "Amazon Bedrock Converse or Strands Agents"),
        ("toolRequest", "Goose"),
        ("toolResponse", "Goose"),
        ("toolInvocations", "the Vercel AI SDK (UI messages)"),
        ("toolInvocation", "the Vercel AI SDK (UI messages)"),
        ("functionCall", "Gemini or a tool built on it"),
        ("function_call parts", "Google's Agent Development Kit"),
        ("lc kwargs", "LangChain (dumps)"),
        ("type data", "LangChain (messages_to_dict) or Vally"),
        ("additional_kwargs response_metadata", "LangChain"),
        ("additional_kwargs blocks", "LlamaIndex"),
        ("additional_kwargs", "LangChain or LlamaIndex"),
        ("items inner_content", "Semantic Kernel"),
        ("message_type items", "Semantic Kernel"),
        ("part_kind", "Pydantic AI"),
        ("parts kind", "Pydantic AI"),
        ("invocation_id author", "Google's Agent Development Kit"),
        ("source models_usage", "AutoGen"),
        ("run_type dotted_order", "LangSmith"),
        ("run_type", "LangSmith"),
        ("trace observations", "Langfuse"),
        ("baseSpans toolSpans", "DeepEval"),
        ("trajectory history", "SWE-agent"),
        ("resourceLogs", "OpenTelemetry (logs)"),
        ("resource_logs", "OpenTelemetry (logs)"),
        ("severity_number body", "OpenTelemetry (log records)"),
        ("payload timestamp type", "Codex"),
        ("stepNumber content", "the Vercel AI SDK (steps)"),
        ("traceID spans processes", "Jaeger"),
        ("traceId localEndpoint", "Zipkin"),
        ("observation action source", "OpenHands"),
        ("task_id traj", "tau-bench"),
        ("ts type say", "Cline or Roo Code (ui_messages.json)"),
        ("ts type ask", "Cline or Roo Code (ui_messages.json)"),
        ("traceID rootServiceName", "Tempo (a list of traces)"),
        ("projectID directory parentID", "opencode (its storage)"),
        ("projectID directory time", "opencode (its storage)"),
        ("startedDateTime request response", "a browser (HAR)"),
        ("request response recorded_at", "VCR (a cassette of HTTP)"),
        ("interactions version", "VCR (a cassette of HTTP)"),
        ("interactions recorded_with", "VCR (a cassette of HTTP)"),
        ("requests responses", "VCR (a cassette of HTTP)"),
        ("root_span", "Google's Agent Development Kit (golden runs)"),
        ("jsonrpc method", "JSON-RPC, such as MCP's"),
        ("id question function", "BFCL (questions)"),
        ("id ground_truth", "a test, such as BFCL (expected answers)"),
    )
)

_READABLE: Final[tuple[tuple[str, str], ...]] = (
    ("Langfuse", "download the trace as JSON in Langfuse, or get it from its API"),
    ("LangSmith", "export its runs with `client.list_runs(trace_id=...)`, one on each line"),
    ("DeepEval", "write the trace that DeepEval's `trace_manager` holds as a dict"),
    ("Jaeger", "download the trace as JSON in Jaeger"),
    ("Zipkin", "get the trace from Zipkin's API, version 2"),
    ("OpenTelemetry (log", "export the spans too: OTLP/JSON from the Collector's file exporter"),
    ("LlamaIndex", "record it with OpenInference's or OpenLLMetry's instrumentation"),
    ("Semantic Kernel", "switch on its OpenTelemetry spans"),
    ("AutoGen", "switch on its OpenTelemetry spans"),
    ("Cline", "give the `api_conversation_history.json` beside it"),
    ("Tempo", "get each trace by its id: `/api/v2/traces/ID`"),
    ("opencode", "give what `opencode export SESSION` writes"),
    ("VCR", "give what was sent and sent back: each body of a request or a response by itself"),
    ("Google's Agent Development Kit (golden", "give its session or events, or its spans as OTLP"),
    ("BFCL", "give the messages between the model and its tools: here no call was made"),
    ("a test", "give the messages between the model and its tools: here no call was made"),
)
"""How the writer's name begins, and how to get what is read from it."""

_ANY: Final = "record the run with OpenTelemetry, or export its messages"

_LOOKED_AT_MAX: Final = 200


def likely_writer(value: Json) -> str | None:
    """Return whose records these are likely to be, None where the keys do not tell.

    >>> likely_writer([{"role": "user", "content": [{"toolUse": {}}]}])
    'Amazon Bedrock Converse or Strands Agents'
    """
    objects = [item.keys() for item, _ in zip(_objects(value), range(_LOOKED_AT_MAX), strict=False)]
    for keys, writer in _WRITERS:
        if any(keys <= present for present in objects):
            return writer
    return None


def writer_of_text(text: str) -> str | None:
    r"""Return whose file a text in YAML is likely to be, None where its keys do not tell.

    >>> writer_of_text("interactions:\n- request:\nversion: 1\n")
    'VCR (a cassette of HTTP)'
    """
    top: dict[str, Json] = dict.fromkeys(_KEY_OF_YAML.findall(text[:_CHARACTERS_MAX]))
    return likely_writer(top)


_KEY_OF_YAML: Final = re.compile(r"^(\w+):", re.MULTILINE)
_CHARACTERS_MAX: Final = 1_000_000
"""Cassettes end with a key that tells them."""


LISTED: Final = "`toolspec traces --formats` lists what is read"


def likely_from(writer: str | None) -> tuple[str, str]:
    """Return the words for who wrote a file, and for what to do about it."""
    if writer is None:
        return "", LISTED
    return f"; it is likely from {writer}", f"{made_readable(writer)}; {LISTED}"


def made_readable(writer: str | None) -> str:
    """Return what would make a file of this writer's readable."""
    for begins, how in _READABLE:
        if writer is not None and writer.startswith(begins):
            return how
    return _ANY


def _objects(value: Json) -> Iterator[Mapping[str, Json]]:
    """Yield the objects in a value, those nearest to its top first."""
    layer: list[Json] = [value]
    for _ in range(6):
        deeper: list[Json] = []
        for item in layer:
            if isinstance(item, Mapping):
                yield item
                deeper.extend(list(item.values())[:_LOOKED_AT_MAX])
            elif isinstance(item, list):
                deeper.extend(item[:_LOOKED_AT_MAX])
        layer = deeper[: _LOOKED_AT_MAX * 10]
