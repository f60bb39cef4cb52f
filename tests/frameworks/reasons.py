"""What a reading may differ in from what happened, and why it is not a mistake of the reading."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatch
from typing import Final

from tests.traces.live_runs import Difference

OFF: Final = "the content was not to be recorded"
NO_MARK: Final = "nothing of it says whether a tool failed"
NO_AGENTS: Final = "no span tells the agents apart, so that all responses are of one"
INNER: Final = "the history of the outer agent does not hold what the inner one called"
NOT_RECORDED: Final = "the instrumentation does not record it"
FAILED: Final = "of a call that failed the instrumentation records no result"
NO_IDS: Final = "the instrumentation records no ids, and two calls of one tool have two results"
FRAMEWORK_TOOL: Final = "a tool of the framework itself, which ends the run"
HAND_OVER: Final = "the model asks for a hand-over as for any tool"
NO_CALLS: Final = "responses ended in calls that are not recorded, and the gap says so"
CODE: Final = "which tools the agent's code called is not in its memory, and the gap says so"
ORDER: Final = "parallel calls, in the order in which they were asked for"
ONE_AGENT: Final = "`multiply` is called by the one agent, not by one of its own"
ONE_TEXT: Final = "the results of several calls of one step are one text"
AS_JSON: Final = "an error of JavaScript is `{}` as JSON"
OWN_TRACES: Final = "each request is a trace of its own, so that no result is with its call"
OVERWRITTEN: Final = "a response is written over the one before, and the gap says so"
IN_HISTORY: Final = "the SDK's own calls are only in a history inside the answer; the gap says so"

REASONS: Final[list[tuple[str, str, str]]] = [
    ("agent-framework/*/messages*", "missing: multiply", INNER),
    ("agno/*/messages*", "missing: multiply", INNER),
    ("anthropic/*/messages*", "missing: multiply", INNER),
    ("by-hand/*/messages*", "missing: multiply", INNER),
    ("by-hand/*/messages*", "status not recorded", NO_MARK),
    ("anthropic/native-*/otlp*", "missing", NO_CALLS),
    ("anthropic/native-*/otlp*", "gap", NO_CALLS),
    ("anthropic/*/otlp*", "status not recorded", NO_MARK),
    ("anthropic/*/otlp*", "step: multiply", NO_AGENTS),
    ("autogen/*/messages*", "missing: multiply", INNER),
    ("autogen/own/otlp*", "arguments not recorded", NOT_RECORDED),
    ("autogen/own/otlp*", "result not recorded", NOT_RECORDED),
    ("autogen/own/otlp*", "step not recorded", NOT_RECORDED),
    ("autogen/own/otlp*", "no steps", NOT_RECORDED),
    ("crewai/*/otlp*", "no steps", NOT_RECORDED),
    ("crewai/openinference/otlp*", "step not recorded", NOT_RECORDED),
    ("crewai/openinference/otlp*", "result not recorded: flaky", FAILED),
    ("crewai/traceloop/otlp*", "missing", NO_CALLS),
    ("crewai/traceloop/otlp*", "gap", NO_CALLS),
    ("dspy/*/messages*", "status not recorded", NO_MARK),
    ("dspy/*", "step: multiply", ONE_AGENT),
    ("dspy/*", "extra: finish", FRAMEWORK_TOOL),
    ("dspy/*/otlp*", "result not recorded: flaky", FAILED),
    ("fastmcp/*", "arguments not recorded", NOT_RECORDED),
    ("fastmcp/*", "result not recorded", NOT_RECORDED),
    ("fastmcp/*", "step not recorded", NOT_RECORDED),
    ("fastmcp/*", "no steps", NOT_RECORDED),
    ("google-adk/*/messages*", "status not recorded", "only failures have a mark"),
    ("google-adk/*/messages*", "missing: multiply", INNER),
    ("google-adk/own/otlp*", "arguments not recorded", OFF),
    ("google-adk/own/otlp*", "result not recorded", OFF),
    ("google-adk/openinference/otlp*", "step not recorded", NOT_RECORDED),
    ("google-adk/openinference/otlp*", "no steps", NOT_RECORDED),
    ("google-genai/*/messages*", "status not recorded", "only failures have a mark"),
    ("google-genai/*/messages*", "missing: multiply", INNER),
    ("google-genai/*/otlp*", "missing", IN_HISTORY),
    ("google-genai/*/otlp*", "gap", IN_HISTORY),
    ("haystack/*/messages*", "missing: multiply", INNER),
    ("haystack/*/messages.openai.json", "status not recorded", NO_MARK),
    ("haystack/*/otlp*", "result not recorded", NOT_RECORDED),
    ("haystack/*/otlp*", "status not recorded", NOT_RECORDED),
    ("haystack/*/otlp*", "completed", NOT_RECORDED),
    ("haystack/*/otlp*", "step: multiply", NO_AGENTS),
    ("langchain/*/messages*", "missing: multiply", INNER),
    ("langchain/*/messages.openai.json", "status not recorded", NO_MARK),
    ("langchain/*", "order", ORDER),
    ("litellm/*/messages*", "status not recorded", NO_MARK),
    ("litellm/*/otlp*", "status not recorded", NO_MARK),
    ("litellm/own-plain/otlp*", "missing", OVERWRITTEN),
    ("litellm/own-plain/otlp*", "gap", OVERWRITTEN),
    ("litellm/own-stream/otlp*", "result not recorded", OWN_TRACES),
    ("litellm/own-stream/otlp*", "completed", OWN_TRACES),
    ("litellm/own-stream/otlp*", "step", OWN_TRACES),
    ("llama-index/*/messages*", "missing: multiply", INNER),
    ("llama-index/*/messages*", "step not recorded", NOT_RECORDED),
    ("llama-index/*/messages*", "no steps", NOT_RECORDED),
    ("mistral/*", "status not recorded", NO_MARK),
    ("mistral/*/otlp*", "result not recorded: get_weather", NO_IDS),
    ("mistral/*/otlp*", "completed: get_weather", NO_IDS),
    ("openai/*/messages*", "missing: multiply", INNER),
    ("openai/*", "status not recorded", NO_MARK),
    ("openai/*/otlp*", "step: multiply", NO_AGENTS),
    ("openai-v2/*/messages*", "missing: multiply", INNER),
    ("openai-v2/*", "status not recorded", NO_MARK),
    ("openai-v2/*/otlp*", "step: multiply", NO_AGENTS),
    ("openai/traceloop-responses-*/otlp*", "result not recorded: ask_math", NO_AGENTS),
    ("openai/traceloop-responses-*/otlp*", "completed: ask_math", NO_AGENTS),
    ("openai-agents/*-tool-*/messages*", "missing: multiply", INNER),
    ("openai-agents/*/messages*", "status not recorded", NO_MARK),
    ("openai-agents/*-handoff-*", "gap", HAND_OVER),
    ("openai-agents/*-handoff-*/messages*", "extra: transfer_to_math", HAND_OVER),
    ("openai-agents/*-handoff-*/messages*", "step: multiply", "items do not tell the agents apart"),
    ("pydantic-ai/*/messages*", "missing: multiply", INNER),
    ("semantic-kernel/*/otlp*", "result not recorded: Main-flaky", FAILED),
    ("smolagents/tool/messages*", "missing: multiply", INNER),
    ("smolagents/tool/messages*", "status not recorded", NO_MARK),
    ("smolagents/tool/messages*", "result not recorded: get_weather", ONE_TEXT),
    ("smolagents/code/messages*", "missing", CODE),
    ("smolagents/code/messages*", "extra: python_interpreter", CODE),
    ("smolagents/code/messages*", "gap", CODE),
    ("smolagents/*", "extra: final_answer", FRAMEWORK_TOOL),
    ("smolagents/*/otlp*", "result not recorded: flaky", FAILED),
    ("smolagents/code/otlp*", "step not recorded", NOT_RECORDED),
    ("smolagents/code/otlp*", "no steps", NOT_RECORDED),
    ("strands/*/messages*", "missing: multiply", INNER),
    ("vercel-ai/*/messages*", "missing: multiply", INNER),
    ("vercel-ai/*/messages.steps.json", "result not recorded: flaky", AS_JSON),
]
"""The recordings, as FRAMEWORK/RUN/FILE; how the difference begins; why."""


def reason_of(recording: str, difference: Difference) -> str | None:
    """Return why a difference is not a mistake; None where it is one."""
    for pattern, kind, why in REASONS:
        if fnmatch(recording, pattern) and fnmatch(str(difference), f"{kind}*"):
            return why
    return None


def unneeded(found: Iterable[tuple[str, Difference]], names: set[str]) -> list[tuple[str, str]]:
    """Return the reasons for frameworks of these names that no difference needs."""
    listed = list(found)
    return [
        (pattern, kind)
        for pattern, kind, _ in REASONS
        if any(fnmatch(name, pattern.partition("/")[0]) for name in names)
        and not any(
            fnmatch(recording, pattern) and fnmatch(str(one), f"{kind}*")
            for recording, one in listed
        )
    ]
