"""Trace files of other people's agents and tools are read as a sensible reader would.

Each label (folder) is of a dialect that is read, of messages (another table), or of a later wave;
a file of a later wave must be refused, never mistaken for something else.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from toolspec.engine.reading.files import read_traces
from toolspec.engine.reading.formats.format import TraceError

TRACES = Path(__file__).parents[2].parent / "shared" / "traces"

pytestmark = pytest.mark.skipif(not TRACES.is_dir(), reason=f"no real trace files in {TRACES}")

READ = {
    "autogen-otel": "otel-genai",
    "generated": "several",
    "google-adk": "google-adk",
    "openinference-flat": "openinference",
    "otel-genai": "otel-genai",
    "otel-genai-claude-agent": "openinference",
    "otel-sdk-readablespan-model": "any-agent",
    "otlp-json": "container only",
    "otlp-json-openinference": "openinference",
    "pydantic-ai": "pydantic-ai",
    "tempo-batches": "google-adk",
    "uipath": "openinference",
    "vercel-ai-sdk": "vercel-ai",
}
MESSAGES = {"atif", "claude-agent-sdk-stream", "claude-code", "swe-agent", "tau-bench"}
"""Labels of message formats, or with messages in other wrappings: `test_real_message_files.py`."""

LATER = {
    "agentops",
    "atof",
    "bfcl",
    "codex",
    "copilot-cli",
    "cursor",
    "deepeval",
    "droid",
    "gemini-cli",
    "grok-cli",
    "hermes",
    "inspect",
    "inspect-events",
    "jaeger-json",
    "kimi-cli",
    "langchain-stream",
    "langfuse",
    "langsmith-fixtures",
    "langwatch-otel-spans",
    "mini-swe-agent",
    "monocle-otel-sdk-json",
    "openclaw",
    "openclaw-telemetry",
    "openhands",
    "openlit",
    "pi",
    "strands",
}

LANGGRAPH = ["get_user", "refund", "boom"]
TWO = ["get_user", "refund"]
FIRST_WAVE: dict[str, list[list[str]]] = {
    # An agent-creation trace stands beside the run and is skipped.
    "autogen-otel/strands-agents__autogen_live_spans.json": [["calculate"]],
    # The counter found three: one is the phantom `(merged tools)`.
    "generated/adk_spans.to_json_array.json": [TWO],
    "generated/langgraph_openinference.console.txt": [LANGGRAPH],
    "generated/langgraph_openinference.otlp.jsonl": [LANGGRAPH],
    "generated/langgraph_openinference.otlp.pb": [LANGGRAPH],
    "generated/langgraph_openinference.protobuf_json_base64ids.json": [LANGGRAPH],
    "generated/langgraph_openinference.to_json_array.json": [LANGGRAPH],
    "generated/langgraph_traceloop.console.txt": [LANGGRAPH],
    "generated/langgraph_traceloop.otlp.jsonl": [LANGGRAPH],
    "generated/langgraph_traceloop.otlp.pb": [LANGGRAPH],
    "generated/langgraph_traceloop.protobuf_json_base64ids.json": [LANGGRAPH],
    "generated/langgraph_traceloop.to_json_array.json": [LANGGRAPH],
    "generated/openai_agents_openinference.to_json_array.json": [["get_user", "boom"]],
    "generated/pydantic_ai_v2.to_json_array.json": [TWO],
    "generated/pydantic_ai_v3.to_json_array.json": [TWO],
    "generated/pydantic_ai_v4.to_json_array.json": [TWO],
    "generated/pydantic_ai_v5.to_json_array.json": [TWO],
    "generated/structured_attributes.console.txt": [["search"]],
    # The file holds one span in two messages: it was exported twice.
    "generated/structured_attributes.fileexporter_proto.bin": [["search"]],
    "generated/structured_attributes.otlp.pb": [["search"]],
    "generated/structured_attributes.protobuf_json_base64ids.json": [["search"]],
    "generated/truncated64.console.txt": [["search"]],
    "google-adk/strands-agents__adk_live_spans.json": [["calculator"]],
    # The counter found a hand-off too.
    "openinference-flat/strands-agents__openai_agents_openinference_adot_spans.json": [
        ["multiply_numbers"]
    ],
    "openinference-flat/strands-agents__openai_agents_openinference_live_spans.json": [
        ["ask_math_specialist", "multiply_numbers", "divide_numbers", "divide_numbers"]
    ],
    "otel-genai-claude-agent/strands-agents__claude_live_spans.json": [
        ["Agent", "Agent", "Bash", "Bash", "Agent", "Bash"]
    ],
    "otel-genai/strands-agents__openai_agents_genai_adot_spans.json": [["multiply_numbers"]],
    "otel-genai/strands-agents__openai_agents_genai_live_spans.json": [
        [
            "ask_research_specialist",
            "lookup_stock_price",
            "ask_math_specialist",
            "multiply_numbers",
            "multiply_numbers",
        ]
    ],
    "otel-sdk-readablespan-model/mozilla-ai__GOOGLE_trace.json": [
        ["get_current_time", "write_file", "final_output"]
    ],
    "otel-sdk-readablespan-model/mozilla-ai__LANGCHAIN_trace.json": [
        ["get_current_time", "write_file"]
    ],
    "otel-sdk-readablespan-model/mozilla-ai__OPENAI_trace.json": [
        ["get_current_time", "write_file"]
    ],
    "otel-sdk-readablespan-model/mozilla-ai__TINYAGENT_trace.json": [
        ["get_current_time", "write_file", "final_answer"]
    ],
    # Framework and client report the same two calls; the counter added messages of both.
    "otlp-json-openinference/evilmartians__test_data_1.json": [
        ["anonymized_search", "anonymized_extract"]
    ],
    # No tool spans: the calls are those the messages ask for.
    "otlp-json-openinference/evilmartians__test_data_2.json": [["web_search", "final_answer"]],
    "otlp-json-openinference/evilmartians__test_data_3.json": [[]],
    "pydantic-ai/strands-agents__pydantic_ai_live_spans.json": [["get_weather"]],
    "tempo-batches/agentevals-dev__tempo_export_with_batches.json": [["helm_list_releases"]],
    # The second trace breaks off after the model asked for four calls: no tool span, so messages.
    "uipath/UiPath__expected_raw.json": [
        ["duckduckgo_results_json"] * 8,
        ["duckduckgo_results_json"] * 4,
    ],
    # Two of its four traces hold chains only and are skipped with a note.
    "uipath/UiPath__raw_traces.jsonl": [[], []],
    "vercel-ai-sdk/Arize-ai__all-spans.json": [[]] * 8,
    # Monocle and ADK report one call under two trace ids: Monocle's trace is skipped with a note.
    "monocle-otel-sdk-json/monocle2ai__test_adk_single_agent.json": [["get_weather"]],
}

NO_DIALECT = {
    "otlp-json/open-telemetry__trace.json",
    # Spans that carry nothing but an event's name; what was said is in log events.
    "openinference-flat/strands-agents__openinference_adot_spans.json",
}

OTHER_KINDS = {
    # Files in a span label's folder that hold messages, sessions or runs of a later wave.
    "generated/adk_events.json",
    "generated/adk_session.json",
    "generated/langchain_dumps.json",
    "generated/langchain_messages_to_dict.json",
    "generated/langsmith_runs.jsonl",
    "generated/openai_agents_trace_items.jsonl",
    "generated/pydantic_ai.zipkin.json",
    "generated/pydantic_ai_messages.json",
    "google-adk/google__roll_die.test.json",
    "google-adk/google__sample.session.json",
    "google-adk/google__simple_test.test.json",
    "google-adk/google__successful_test.session.json",
    "google-adk/google__trip_inquiry_sub_agent.test.json",
    "google-adk/strands-agents__google_adk_load_skill.json",
}
OTHER_TABLE = {
    "generated/openai_responses_items.json",
    # Message lists in the folders of tools that are of a later wave otherwise.
    "agentops/AgentOps-AI__openai_response_tool_calls.json",
    "hermes/agent-sessions__hermes__large.json",
    "hermes/agent-sessions__hermes__small.json",
    "mini-swe-agent/SWE-agent__github_issue.traj.json",
}
"""Files whose messages are read: `test_real_message_files.py` says what they hold."""

REFUSALS = (
    "not a format I know",
    "not read yet",
    "known dialect",
    "zip archive",
    "its format is not known",
    "looks like a part of a trace",
)


def _files(labels: set[str] | dict[str, str]) -> list[str]:
    return sorted(
        path.relative_to(TRACES).as_posix()
        for label in labels
        for path in (TRACES / label).glob("*")
    )


@pytest.mark.parametrize("name", sorted(FIRST_WAVE))
def test_the_calls_of_a_file_are_read_in_order(name: str) -> None:
    reading = read_traces(TRACES / name)
    assert [trace.names for trace in reading.traces] == FIRST_WAVE[name]


@pytest.mark.parametrize("name", sorted(NO_DIALECT))
def test_spans_of_no_known_dialect_are_refused(name: str) -> None:
    with pytest.raises(TraceError, match="known dialect"):
        read_traces(TRACES / name)


@pytest.mark.parametrize(
    "name", [name for name in _files(LATER) if name not in OTHER_TABLE and name not in FIRST_WAVE]
)
def test_a_format_of_a_later_wave_is_refused_with_a_reason(name: str) -> None:
    with pytest.raises(TraceError) as refused:
        read_traces(TRACES / name)
    said = str(refused.value)
    assert any(reason in said for reason in REFUSALS), said


@pytest.mark.parametrize("name", sorted(OTHER_KINDS))
def test_a_stranger_in_a_known_folder_is_not_a_format_i_know(name: str) -> None:
    with pytest.raises(TraceError, match="not a format I know"):
        read_traces(TRACES / name)


def test_every_label_and_file_is_in_a_table() -> None:
    labels = {path.name for path in TRACES.iterdir() if path.is_dir()}
    assert labels == set(READ) | MESSAGES | LATER
    known = set(FIRST_WAVE) | NO_DIALECT | OTHER_KINDS | OTHER_TABLE
    assert set(_files(READ)) <= known


def test_monocle_tool_spans_are_named_in_the_refusal() -> None:
    name = "monocle-otel-sdk-json/monocle2ai__test_crewai_single_agent.json"
    with pytest.raises(TraceError, match="tool calls of Monocle"):
        read_traces(TRACES / name)


def test_steps_are_the_turns_of_the_agent_not_of_the_client_beneath() -> None:
    reading = read_traces(TRACES / "otlp-json-openinference/evilmartians__test_data_1.json")
    (trace,) = reading.traces
    assert [call.step for call in trace.calls] == [0, 1]
    assert trace.steps == 3


def test_parallel_calls_share_the_step_that_asked_for_them() -> None:
    (trace,) = read_traces(TRACES / "generated/langgraph_traceloop.otlp.pb").traces
    assert [(call.name, call.step) for call in trace.calls] == [
        ("get_user", 0),
        ("refund", 0),
        ("boom", 1),
    ]


def test_a_traceloop_envelope_is_opened() -> None:
    (trace,) = read_traces(TRACES / "generated/langgraph_traceloop.console.txt").traces
    call = trace.calls[0]
    assert call.arguments == {"user_id": "u1", "fields": ["it's", "b"]}
    assert call.id == "call_1"
    assert call.result and call.result.value == {
        "id": "u1",
        "name": "O'Brien",
        "active": True,
        "note": None,
    }


def test_arguments_cut_by_the_exporter_are_not_recorded_and_said_to_be_cut() -> None:
    (trace,) = read_traces(TRACES / "generated/truncated64.console.txt").traces
    assert not trace.calls[0].arguments
    assert "cut after 64 characters" in trace.notes[0].text


def test_uipath_python_text_arguments_are_read() -> None:
    reading = read_traces(TRACES / "uipath/UiPath__expected_raw.json")
    assert reading.traces[0].calls[0].arguments == {"query": "UiPath company overview 2023"}
    assert reading.format == "uipath-export"
