"""The formats traces are read from, in the order a file is offered to them."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Final, NamedTuple

from toolspec.engine.dialogue import Record
from toolspec.engine.reading.format import Format
from toolspec.engine.reading.page import FormatPage

MARKS: Final[Mapping[str, tuple[str, ...]]] = {
    name: tuple(marks.split())
    for name, marks in (
        ("otel_sdk", ""),
        ("otlp_json", "resourceSpans resource_spans batches"),
        ("otel_logs", "resourceLogs resource_logs severity_number event.name"),
        ("agents_sdk", "workflow_name span_data"),
        ("agents_result", "raw_responses rawResponses model_responses modelResponses"),
        ("uipath_export", "TraceId"),
        ("langfuse", "parentObservationId parent_observation_id level"),
        ("langsmith", "run_type"),
        ("deepeval", "agentSpans baseSpans llmSpans retrieverSpans toolSpans"),
        ("honeyhive", "event_type"),
        ("inspect", "eval epoch event"),
        ("jaeger", "spanID"),
        ("zipkin", "localEndpoint duration"),
        ("mlflow", "info"),
        ("span_table", "context.trace_id"),
        ("stored_spans", "SpanName span_name spanName"),
        ("vally", "data events"),
        ("qwen_code", "parts systemPayload toolCallResult"),
        ("goose", "working_dir toolRequest toolResponse userVisible created complete"),
        ("opencode", "sessionID messageID properties"),
        ("claude_code", "message sessionId parentUuid isSidechain leafUuid snapshot"),
        (
            "claude_stream",
            "parent_tool_use_id session_id control_cancel_request control_request control_response",
        ),
        (
            "claude_managed_agents",
            "agent.* user.* span.model_request_* processed_at client.beta.sessions.*",
        ),
        ("codex", "payload record_type instructions call_id summary message"),
        ("codex_exec", "thread.started item.* turn.*"),
        (
            "gemini_cli",
            "projectHash $set $rewindTo parts gemini timestamp session_id tool_id stats",
        ),
        ("swe_agent", "trajectory history"),
        ("mini_swe_agent", "trajectory_format"),
        ("tau_bench", "traj"),
        ("tau2_bench", "simulations termination_reason"),
        ("openhands", "action observation source"),
        ("cursor", "message session_id"),
        ("copilot_cli", "parentId"),
        ("droid", "message session_start session_end todo_state session_id"),
        ("pi", "timestamp agent_end agent_start tool_execution_* turn_end turn_start"),
        ("kimi_cli", "message event protocol_version time"),
        ("codebuddy", "sessionId"),
        ("continue_session", "workspaceDirectory"),
        ("antigravity", "step_index"),
        ("grok_cli", "model_id tool_type tool_result summary system user"),
        ("openclaw_telemetry", "sessionKey channel"),
        ("atof", "atof_version"),
        ("atif", "schema_version"),
        ("semantic_kernel", "items Items"),
        ("agentdojo", "args suite_name"),
        ("cline", "<environment_details>* sessionId agent_event hook_event run_result"),
        ("langchain_events", "on_*"),
        ("langchain", "data kwargs additional_kwargs response_metadata tool_call_id example"),
        ("pydantic_ai_messages", "part_kind"),
        ("adk_eval_sets", "eval_id evalId"),
        ("adk_events", "author"),
        ("gemini", "parts candidates"),
        ("vercel_messages", "finishReason toolInvocation toolInvocations toolCallId parts"),
        (
            "vercel_stream",
            "tool-* start* finish* text-* reasoning-* data-* abort error file message-metadata raw "
            "response-metadata source* stream-start",
        ),
        ("vercel_data_stream", "toolCallId finishReason messageId"),
        (
            "ag_ui",
            "TOOL_CALL_* TEXT_MESSAGE_* RUN_* MESSAGES_SNAPSHOT ACTIVITY_* CUSTOM* META* RAW* "
            "REASONING_* STATE_* STEP_* THINKING_*",
        ),
        ("openai_chat_stream", "chat.completion.chunk"),
        ("openai_responses_stream", "response.*"),
        ("anthropic_stream", "content_block_* message_* error ping"),
        ("bedrock", "reasoningContent toolResult toolUse stopReason message_id"),
        ("haystack", "_role meta tool_call tool_call_result"),
        ("agent_framework", "contents"),
        ("autogen_messages", "models_usage"),
        ("llama_index_calls", "tool_kwargs raw_input"),
        ("llama_index_messages", "additional_kwargs"),
        ("dspy_trajectory", "tool_args_0"),
        ("smolagents_memory", "step_number"),
        ("conversation", ""),
    )
}
"""A format is the module of this name in this folder, which holds it as `FORMAT`.

Beside it are its marks: each of its documents has one of these words as a key or as a text, or one
that begins so where a `*` follows. A file without any of them need not be offered to the format,
nor the format imported. Without marks, every file is offered to it.
"""

NAMES: Final = tuple(MARKS)

_MARKED_CHARACTERS_MAX: Final = 1_000_000
"""Searching a longer text for every mark takes longer than importing every format."""

_ESCAPED: Final = "\\u00"
"""How a mark begins where its letters are written by their numbers."""

_loaded: dict[str, Format] = {}


def format_of(name: str) -> Format:
    """Return one format by its module's name, imported when first asked for."""
    format = _loaded.get(name)
    if format is None:
        format = _loaded[name] = import_module(f"toolspec.engine.reading.formats.{name}").FORMAT
    return format


def formats() -> list[Format]:
    """Return every format in order. Prefer `formats_for`, which imports few for a small file."""
    return [format_of(name) for name in NAMES]


def formats_for(text: str) -> list[Format]:
    """Return the formats, in order, that a file of this text may be of."""
    if len(text) > _MARKED_CHARACTERS_MAX or _ESCAPED in text:
        return formats()
    _, *after_quotes = text.split('"')
    quoted = frozenset(after_quotes[:-1])
    beginning: dict[str, list[str]] = {}
    for after in (*quoted, *after_quotes[-1:]):
        beginning.setdefault(after[:_BEGINNING], []).append(after)

    def has(mark: str) -> bool:
        if not mark.endswith("*"):
            return mark in quoted
        return any(after.startswith(mark[:-1]) for after in beginning.get(mark[:_BEGINNING], ()))

    return [format_of(name) for name, marks in MARKS.items() if not marks or any(map(has, marks))]


_BEGINNING: Final = 3
"""So many characters has the shortest mark that is a beginning: `on_*`."""


class Described(NamedTuple):
    """What is known of a format, whatever reads it; `module` is the file that holds it."""

    module: str
    name: str
    title: str
    records: frozenset[Record]
    page: FormatPage


def known_formats() -> list[Described]:
    """Return what is known of every format, protobuf included."""
    from toolspec.engine.reading.formats.block_readers import BLOCKS
    from toolspec.engine.reading.formats.otlp_proto import OtlpProtobuf

    owners = (*formats()[:-1], *BLOCKS, OtlpProtobuf())
    return [
        Described(
            type(owner).__module__.rpartition(".")[2],
            owner.name,
            owner.title,
            owner.records,
            owner.page,
        )
        for owner in owners
    ]


def recorded() -> list[tuple[str, frozenset[Record]]]:
    """Return the formats by what users call them, each with what it may record beside calls."""
    return [(known.title, known.records) for known in known_formats()]


def titles() -> list[str]:
    """Return what users call the formats that are read, protobuf included."""
    return [title for title, _ in recorded()]
