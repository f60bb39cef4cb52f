"""What readings of the recorded runs may differ in from what happened, and why."""

from __future__ import annotations

from fnmatch import fnmatch

from tests.traces.live_runs import Difference

OFF = "the content was not to be recorded"
NO_MARK = "nothing of it says whether a tool failed"
NO_AGENTS = "no span tells the agents apart, so that all responses are of one"
INNER = "the history of the outer agent does not hold what the inner one called"
NOT_RECORDED = "the instrumentation does not record it"
FRAMEWORK_TOOL = "a tool of the framework itself, which ends the run"
HAND_OVER = "the model asks for a hand-over as for any tool"
NO_CALLS = "responses ended in calls that are not recorded, and the gap says so"
CODE = "which tools the agent's code called is not in its memory, and the gap says so"
ORDER = "parallel calls, in the order in which they began"

REASONS: list[tuple[str, str, str]] = [
    ("*/messages*", "missing: multiply", INNER),
    ("*/messages.openai.json", "status not recorded", NO_MARK),
    ("*/messages.items.json", "status not recorded", NO_MARK),
    ("*/messages.json", "status not recorded", NO_MARK),
    ("google-adk*/messages.*", "status not recorded", "only failures have a mark"),
    ("langchain*/messages.*", "order", ORDER),
    ("openinference-instrumentation-langchain*/oi-sync*/messages.*", "order", ORDER),
    ("pydantic-ai*test-default/messages.*", "order", ORDER),
    ("dspy*/messages.trajectory.json", "status not recorded", NO_MARK),
    ("dspy*/messages.trajectory.json", "step", "`multiply` is called by the one agent"),
    ("dspy*/messages.trajectory.json", "extra", FRAMEWORK_TOOL),
    ("*llama*index*/messages.tool_calls.json", "step not recorded", NOT_RECORDED),
    ("*llama*index*/messages.tool_calls.json", "no steps", NOT_RECORDED),
    ("smolagents*/messages.memory.json", "missing", CODE),
    ("smolagents*/messages.memory.json", "extra: python_interpreter", CODE),
    ("smolagents*/messages.memory.json", "gap", CODE),
    ("vercel*/messages.steps.json", "result not recorded", "an error is written as `{}`"),
    ("openai-agents*off/agents_trace.jsonl", "arguments not recorded", OFF),
    ("openai-agents*off/agents_trace.jsonl", "result not recorded", OFF),
    ("anthropic-2*/otlp.json", "missing", NO_CALLS),
    ("anthropic-2*/otlp.json", "gap", NO_CALLS),
    ("crewai*/traceloop/otlp.json", "missing", NO_CALLS),
    ("crewai*/traceloop/otlp.json", "no steps", NOT_RECORDED),
    ("crewai*/traceloop/otlp.json", "gap", NO_CALLS),
    ("dspy*/otlp.json", "result not recorded", NOT_RECORDED),
    ("dspy*/otlp.json", "step", "`multiply` is called by the one agent, as its fourth response"),
    ("dspy*/otlp.json", "extra", FRAMEWORK_TOOL),
    ("fastmcp*/otlp.json", "*not recorded", NOT_RECORDED),
    ("fastmcp*/otlp.json", "no steps", NOT_RECORDED),
    ("google-adk-2*/oi-plain-default/otlp.json", "step not recorded", NOT_RECORDED),
    ("google-adk-2*/oi-plain-default/otlp.json", "no steps", NOT_RECORDED),
    ("*off/otlp.json", "arguments not recorded", OFF),
    ("*off/otlp.json", "result not recorded", OFF),
    ("openinference-instrumentation-openai*off/otlp.json", "missing", OFF),
    ("openinference-instrumentation-openai*off/otlp.json", "gap", NO_CALLS),
    ("opentelemetry-instrumentation-*off/otlp.json", "missing", OFF),
    ("opentelemetry-instrumentation-*off/otlp.json", "gap", NO_CALLS),
    ("*/responses-handoff*/otlp.json", "gap", HAND_OVER),
    ("*/responses-handoff*/messages.items.json", "extra", HAND_OVER),
    ("*/responses-handoff*/messages.items.json", "step", "items do not tell the agents apart"),
    ("openinference-instrumentation-anthropic*/otlp.json", "status not recorded", NO_MARK),
    ("openinference-instrumentation-openai*/otlp.json", "status not recorded", NO_MARK),
    ("opentelemetry-instrumentation-anthropic*/otlp.json", "status not recorded", NO_MARK),
    ("opentelemetry-instrumentation-openai*/otlp.json", "status not recorded", NO_MARK),
    ("litellm*/otlp.json", "status not recorded", NO_MARK),
    ("openinference-instrumentation-*/otlp.json", "step", NO_AGENTS),
    ("opentelemetry-instrumentation-*/otlp.json", "step", NO_AGENTS),
    ("opentelemetry-instrumentation-openai-0*/responses-*/otlp.json", "result not*", NO_AGENTS),
    ("opentelemetry-instrumentation-openai-0*/responses-*/otlp.json", "completed", NO_AGENTS),
    ("openinference-instrumentation-langchain*/oi-sync*/otlp.json", "order", ORDER),
    ("*openai-v2*default/otlp.json", "arguments not recorded", OFF),
    ("*openai-v2*default/otlp.json", "result not recorded", OFF),
    ("*openai-v2*/logs.json", "arguments not recorded", OFF),
    ("*openai-v2*/logs.json", "result not recorded", OFF),
    ("*openai-v2*/logs.json", "status not recorded", NO_MARK),
    ("*openai-v2*/logs.json", "step", NO_AGENTS),
    ("*openai-v2*-span/logs.json", "refused", "the file holds no record"),
    ("pydantic-ai*test-default/otlp.json", "order", ORDER),
    ("semantic-kernel*/otlp.json", "result not recorded", NOT_RECORDED),
    ("smolagents*/otlp.json", "step not recorded", NOT_RECORDED),
    ("smolagents*/otlp.json", "no steps", NOT_RECORDED),
    ("smolagents*/otlp.json", "result not recorded", NOT_RECORDED),
    ("smolagents*/otlp.json", "extra", FRAMEWORK_TOOL),
]
"""What may differ: the recordings, the kind of the difference, and why it is not a mistake."""


def reason_of(recording: str, difference: Difference) -> str | None:
    """Return why a difference is not a mistake of the reading; None where it is one."""
    for pattern, kind, why in REASONS:
        if fnmatch(recording, pattern) and fnmatch(str(difference), f"{kind}*"):
            return why
    return None
