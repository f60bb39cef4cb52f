"""Trace files of other people's agents and tools are read as a sensible reader would.

`test_index.py` counts the calls of every file; here are those of spans, call by call.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from toolspec.engine.reading.files import read_traces
from toolspec.engine.reading.format import TraceError

TRACES = Path(__file__).parents[2].parent / "shared" / "traces"

pytestmark = pytest.mark.skipif(not TRACES.is_dir(), reason=f"no real trace files in {TRACES}")

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


@pytest.mark.parametrize("name", sorted(FIRST_WAVE))
def test_the_calls_of_a_file_are_read_in_order(name: str) -> None:
    reading = read_traces(TRACES / name)
    assert [trace.names for trace in reading.traces] == FIRST_WAVE[name]


@pytest.mark.parametrize("name", sorted(NO_DIALECT))
def test_spans_of_no_known_dialect_are_refused(name: str) -> None:
    with pytest.raises(TraceError, match="known dialect"):
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
