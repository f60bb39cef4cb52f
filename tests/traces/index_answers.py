"""What the files of `shared/traces` hold, where a simple count of them misleads or says nothing.

A number is that of the calls that were made, the names are their tools'.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Answer(NamedTuple):
    """The calls that a sensible reader finds in a file, and why the count says something else."""

    calls: int
    tools: tuple[str, ...]
    why: str


_PROTOBUF: Final = "protobuf was not counted"
_LANGGRAPH: Final = Answer(3, ("boom", "get_user", "refund"), _PROTOBUF)
_SEARCH: Final = Answer(1, ("search",), _PROTOBUF)
_WEATHER: Final = ("get_current_weather", "get_location_coordinates")
_ORDERS: Final = ("lookup_order", "process_refund")
_TWICE: Final = "the trace repeats its observations"
_SPANS: Final = "the tool is a span of its name, without a type"
_SCOPES: Final = "scopes of tools were not counted"
_EVENTS: Final = "events of an agent's session were not counted"
_PIECES: Final = "each piece of a call was counted"
_HANDED: Final = "hand-overs are not calls"

ANSWERS: Final[dict[str, Answer]] = {
    "codex/agent-sessions__codex__small.jsonl": Answer(
        10,
        (
            *("[trimmed for fixture]", "apply_patch", "image_generation"),
            *("mcp__example__example_tool", "shell", "tool_search", "web_search"),
        ),
        "only functions were counted; two calls are told by events alone",
    ),
    "copilot-cli/agent-sessions__copilot__large.jsonl": Answer(
        2, ("bash",), "one call was requested, and another only executed"
    ),
    "cursor/agent-sessions__cursor__schema_drift.jsonl": Answer(
        1, ("read_file",), "a part `tool_call` was not counted"
    ),
    "grok-cli/agent-sessions__grok__chat_history.jsonl": Answer(
        3, ("read_file", "run_terminal_cmd", "web_search"), "calls under `type` were not counted"
    ),
    "openhands/OpenHands__basic.json": Answer(
        2, ("finish", "str_replace_editor"), "action and function name are one call"
    ),
    "openhands/OpenHands__basic_gui_mode.json": Answer(
        4, ("execute_bash", "str_replace_editor"), "action and function name are one call"
    ),
    "openhands/OpenHands__resolver_mock_output_output.jsonl": Answer(
        26, ("finish", "run", "run_ipython"), "actions without a function's name were not counted"
    ),
    "openhands/OpenHands__wrong_initial_state.json": Answer(
        4, ("execute_bash", "finish", "str_replace_editor"), "action and function name are one call"
    ),
    "swe-agent/SWE-agent__demonstrations_replay__marshmallow-code__marshmallow-1867__function_call"
    "ing_replace__install-1_marshmallow-code__marshmallow-1867.traj": Answer(
        11,
        ("bash", "create", "edit", "find_file", "insert", "open", "submit"),
        "a replay repeats the ids of calls that are made again, and each id was counted once",
    ),
    "swe-agent/SWE-agent__gpt4__swe-agent-test-repo__default_from_url__t-0.00__p-0.95___6e44b9__sw"
    "eagenttestrepo-1c2844.traj": Answer(
        5,
        ("bash", "edit", "find_file", "open", "submit"),
        "the last step is in the trajectory alone",
    ),
    "generated/adk_spans.to_json_array.json": Answer(
        2, ("get_user", "refund"), "a span `(merged tools)` is not a call"
    ),
    "deepeval/confident-ai__langgraph_async_multi_turn_schema.json": Answer(
        1, ("apply_coupon",), "the calls of earlier turns are in the history that was sent"
    ),
    "deepeval/confident-ai__langgraph_multi_turn_schema.json": Answer(
        1, ("apply_coupon",), "the calls of earlier turns are in the history that was sent"
    ),
    "deepeval/confident-ai__with_trace.json": Answer(2, _WEATHER, "the names have a prefix"),
    "deepeval/confident-ai__with_trace_and_wrapped.json": Answer(
        2, _WEATHER, "the names have a prefix"
    ),
    "langfuse/evilmartians__langfuse-2.json": Answer(
        1, ("searchLangfuseDocs",), "the name of the observation is `ai.toolCall`"
    ),
    "langfuse/langfuse__claude-agent-2025-12-22.trace.json": Answer(
        2, ("mcp__weather__get_weather",), _TWICE
    ),
    "langfuse/langfuse__csharp-agent-with-gemini-2026-03-09.trace.json": Answer(
        2, ("final_result", "get_custom_report"), _TWICE
    ),
    "langfuse/langfuse__langgraph-js-2025-10-30.trace.json": Answer(1, ("get_weather",), _SPANS),
    "langfuse/langfuse__langgraph-python-2025-08-22.trace.json": Answer(1, ("Web-Search",), _SPANS),
    "langfuse/langfuse__microsoft-agent-2025-12-17.trace.json": Answer(1, ("get_weather",), _TWICE),
    "langfuse/langfuse__pydantic-ai-tools-2025-12-04.trace.json": Answer(
        3,
        ("get_dad_joke_suggestion", "get_one_liner_suggestion", "get_pun_suggestion"),
        "the names of the observations have `running tool: ` before them",
    ),
    "generated/langgraph_openinference.otlp.pb": _LANGGRAPH,
    "generated/langgraph_traceloop.otlp.pb": _LANGGRAPH,
    "generated/structured_attributes.fileexporter_proto.bin": _SEARCH,
    "generated/structured_attributes.otlp.pb": _SEARCH,
    "openinference-flat/strands-agents__openai_agents_openinference_adot_spans.json": Answer(
        1, ("multiply_numbers",), _HANDED
    ),
    "otlp-json-openinference/evilmartians__test_data_1.json": Answer(
        2, ("anonymized_extract", "anonymized_search"), "framework and client report the same two"
    ),
    "monocle-otel-sdk-json/monocle2ai__642dbd9d0dfcfdbdc8849f67f34c8a19.json": Answer(
        3,
        tuple(f"okahu_demo_cc_tool_{name}" for name in ("check_eligibility", *_ORDERS)),
        "the names of the tools are in a list of entities",
    ),
    "monocle-otel-sdk-json/monocle2ai__test_langgraph_multi_agent.json": Answer(
        4, ("book_flight", "book_hotel", "get_weather"), "two calls have a span of MCP's inside"
    ),
    "monocle-otel-sdk-json/monocle2ai__trace2.json": Answer(
        5,
        ("demo_get_weather", "okahu-demo-lg-tool_book_flight", "okahu-demo-lg-tool_book_hotel"),
        "one call has a span of MCP's inside",
    ),
    "monocle-otel-sdk-json/monocle2ai__test_adk_single_agent.json": Answer(
        1, ("get_weather",), "one call under two trace ids"
    ),
    "tau-bench/sierra-research__gpt-4o-airline.json": Answer(
        1164,
        (
            "book_reservation",
            "calculate",
            "cancel_reservation",
            "get_reservation_details",
            "get_user_details",
            "list_all_airports",
            "search_direct_flight",
            "search_onestop_flight",
            "send_certificate",
            "think",
            "transfer_to_human_agents",
            "update_reservation_baggages",
            "update_reservation_flights",
            "update_reservation_passengers",
        ),
        "ids come twice in a run, and each was counted once",
    ),
    "atof/NVIDIA__exmp02_atof.jsonl": Answer(1, ("calculator__add",), _SCOPES),
    "atof/NVIDIA__exmp05_atof.jsonl": Answer(1, ("get_current_time",), _SCOPES),
    "generated/pydantic_ai_messages.json": Answer(
        2, ("get_user", "refund"), "parts of the kind `tool-call` were not counted"
    ),
    "google-adk/google__successful_test.session.json": Answer(
        1, ("update_fc",), "the log of requests in the session repeats the call"
    ),
    "google-adk/strands-agents__google_adk_load_skill.json": Answer(
        3, ("load_skill",), "three conversations whose calls have the same id"
    ),
    "langchain-stream/vercel__langgraph-hitl-request-1.json": Answer(1, ("delete_file",), _PIECES),
    "langchain-stream/vercel__react-agent-tool-calling.json": Answer(
        2, ("get_datetime", "get_weather"), _PIECES
    ),
    "langsmith-fixtures/langchain-ai__anthropic_managed_builtin_tools.jsonl": Answer(
        1, ("bash",), _EVENTS
    ),
    "langsmith-fixtures/langchain-ai__anthropic_managed_mcp_tools.jsonl": Answer(
        1, ("web_search_exa",), _EVENTS
    ),
    "openclaw-telemetry/meridianlabs-ai__sample-telemetry.jsonl": Answer(
        14, ("exec", "sessions_spawn", "sessions_yield"), "start and end are one call"
    ),
    "strands/strands-agents__strands_agent_skills.json": Answer(
        9, ("skills",), "six conversations whose parts `toolUse` were not counted"
    ),
    "uipath/UiPath__expected_raw.json": Answer(
        12, ("duckduckgo_results_json",), "the second trace has messages only, with four calls"
    ),
}

NO_RUN: Final[dict[str, str]] = {
    "agentops/AgentOps-AI__log_spans.json": "what a program printed, as log records",
    "codex/agent-sessions__codex__schema_drift.jsonl": (
        "lines that no version of Codex writes: refused, as they look like calls"
    ),
    "bfcl/ShishirPatil__BFCL_v4_simple_python.json": "questions and tools, and no answer",
    "bfcl/gorilla__possible_answer__BFCL_v4_multi_turn_base.json": (
        "the calls that a model should make: none of them was made"
    ),
    "bfcl/gorilla__possible_answer__BFCL_v4_parallel.json": (
        "the calls that a model should make: none of them was made"
    ),
    "kimi-cli/agent-sessions__kimi__assistant_tools.state.json": (
        "the state of a session: its calls are in the files of its agents"
    ),
    "openinference-flat/strands-agents__openinference_adot_spans.json": (
        "spans with nothing but an event's name: what was said is in log events"
    ),
    "otlp-json/open-telemetry__trace.json": "one span of no agent",
    "openlit/openlit__trace-analysis.example.json": "a judgement on a trace",
    "tau-bench/sierra-research__MockRetailDomainEnv-few_shot.jsonl": "prompts, and no run",
}
"""Files that are rightly refused, with the reason: no run of an agent is in there."""
