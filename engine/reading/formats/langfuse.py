"""Langfuse's exports: a trace with its observations, or observations alone.

Traces as the web application downloads them (`{"trace": ..., "observations": [...]}`), as the API
returns them (a trace whose `observations` are inside), observations as the API lists them
(`{"data": [...]}`), and as batch and blob storage exports write them: one on each line or in a
list, with the keys in snake case.

Source: Langfuse's API reference, and the schema of its exports. An observation's `type` says what
it is. Spans that came over OpenTelemetry keep the attributes that were left in `metadata`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from toolspec.engine.json_value import Json, as_list, as_object, rest_of
from toolspec.engine.reading.exports.messages import decoded, holds_something, messages_in
from toolspec.engine.reading.exports.spans import (
    Exported,
    Kind,
    exported_span,
    is_alone,
    tools_first,
)
from toolspec.engine.reading.format import Claim, Document
from toolspec.engine.reading.formats.spans import Leftovers, SpanFormat
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.payloads.envelopes import text_blocks
from toolspec.engine.reading.payloads.google_adk import ARGUMENTS, RESPONSE, recorded_pair
from toolspec.engine.reading.span import Span
from toolspec.engine.trace import Place, Unrecorded

_KINDS: Final[Mapping[str, Kind]] = {
    "TOOL": "tool",
    "GENERATION": "model",
    "AGENT": "agent",
    "SPAN": "other",
    "EVENT": "other",
    "CHAIN": "other",
    "RETRIEVER": "other",
    "EVALUATOR": "other",
    "EMBEDDING": "other",
    "GUARDRAIL": "other",
}
_TOLD: Final[Mapping[str, Kind]] = {
    "execute_tool": "tool",
    "ai.toolcall": "tool",
    "tool": "tool",
    "invoke_agent": "agent",
    "agent": "agent",
}
"""What attributes of older spans, exported without a type of their own, say they are."""

_TELLING: Final = (
    *("gen_ai.operation.name", "ai.operationId", "openinference.span.kind"),
    "traceloop.span.kind",
)
_BESIDE: Final = frozenset({"trace", "scores", "input", "output", "metadata", "observations"})
_TRACE_KEYS: Final = frozenset({"projectId", "timestamp", "latency", "public", "bookmarked"})
_READ: Final = frozenset({"input", "output", "toolCalls", "tool_calls"})
_GIVEN: Final = (
    *("ai.prompt", "ai.settings", "gen_ai.input", "gen_ai.prompt", "gen_ai.tool.", "input."),
    *("gen_ai.request", "gen_ai.system", "llm.input", "llm.invocation", "llm.tools", "ai.toolCall"),
    *("gcp.vertex.agent.llm_request", "logfire.json_schema", "tool_arguments", "tool_response"),
)
"""How the attributes begin that hold what was given, or the call that a tool's record is."""

_STRANDS: Final = "strands-agents"
_OF_TOOL: Final = (ARGUMENTS, RESPONSE, "openinference.span.kind", "output.value", "tool.")
"""How those begin of which a tool's own record is made."""


class Langfuse(SpanFormat):
    """Langfuse's traces and observations."""

    name = "langfuse"
    title = "Langfuse export (traces with observations, or observations)"
    page = FormatPage(
        family="exports",
        written_by="Langfuse, versions 2 and 3: its web application, its API and its exports.",
        get=(
            "*Download* on a trace, the API (`/api/public/traces/ID`, `/api/public/observations`), "
            "batch and blob storage exports of observations as JSON or JSON lines."
        ),
        unknown=(
            "A call's id that only the instrumentation knew; what is cut off by the export's own "
            "limits."
        ),
        example="Cut from `microsoft-agent-2025-12-17.trace.json` of langfuse/langfuse, MIT.",
    )
    looks_again = True
    whole = frozenset({"name", "projectId", "timestamp"})

    def claim(self, document: Json) -> Claim:
        """Tell whether the document holds observations."""
        return Claim.SURE if _holds_observation(document) else Claim.NO

    def spans(self, document: Document, left: Leftovers) -> Iterator[Span]:
        """Yield the observations of one document as spans."""
        observations = list(_found(document.value, document.place, left))
        kinds = _kinds([observation for observation, _ in observations])
        asked = _asked_for(observations, kinds) if "tool" not in kinds else frozenset[str]()
        alone = is_alone(kinds) and len(observations) > 1
        for at in tools_first(kinds):
            (observation, place), kind = observations[at], kinds[at]
            named = observation.get("name")
            if kind == "other" and isinstance(named, str) and named in asked:
                kind = "tool"  # LangChain's callback wrote tools as spans of their name
            elif alone and "agent" not in kinds and not _get(observation, "parentObservationId"):
                kind = "agent"  # what a trace without any such record holds is all there is
            yield _span(observation, kind, place, alone)


def _found(
    value: Json, place: Place, left: Leftovers, depth: int = 0
) -> Iterator[tuple[Mapping[str, Json], Place]]:
    """Yield the observations in a document; `left` takes what is none."""
    if isinstance(value, list) and depth < DEPTH_MAX:
        for at, item in enumerate(value):
            yield from _found(item, place.at(at), left, depth + 1)
        return
    if isinstance(value, Mapping):
        if is_observation(value):
            yield value, place
            return
        key = _list_in(value)
        if key is not None:
            # The trace repeats the ids of its observations, or the observations themselves.
            yield from _found(value[key], place.at(key), left, depth + 1)
            _pass_over(value, key, place, left)
            return
    left.add(value, place)


DEPTH_MAX: Final = 3


def _list_in(value: Mapping[str, Json]) -> str | None:
    """Return the key under which an object holds a list of observations."""
    for key in ("observations", "data"):
        if isinstance(value.get(key), list) and (key == "data" or _is_trace(value)):
            return key
    return None


def _holds_observation(value: Json, depth: int = 0) -> bool:
    """Tell whether there is an observation in a document, where `_found` finds them."""
    if isinstance(value, list):
        return depth < DEPTH_MAX and any(_holds_observation(item, depth + 1) for item in value)
    if not isinstance(value, dict):
        return False
    key = _list_in(value)
    return is_observation(value) or (key is not None and _holds_observation(value[key], depth + 1))


def _pass_over(value: Mapping[str, Json], key: str, place: Place, left: Leftovers) -> None:
    """Hand over what is around a list of observations, but for what says nothing of calls."""
    for other, item in value.items():
        if other != key and other not in _BESIDE and isinstance(item, str | dict | list):
            left.add(item, place, other)


def is_observation(value: Mapping[str, Json]) -> bool:
    """Tell whether an object is an observation of Langfuse."""
    kind = value.get("type")
    return (
        isinstance(kind, str)
        and kind in _KINDS
        and isinstance(_get(value, "traceId"), str)
        and isinstance(value.get("id"), str)
        and _get(value, "startTime") is not None
        and ("parentObservationId" in value or "parent_observation_id" in value or "level" in value)
    )


def _is_trace(value: Mapping[str, Json]) -> bool:
    return isinstance(value.get("trace"), Mapping) or bool(_TRACE_KEYS & value.keys())


def _kinds(observations: list[Mapping[str, Json]]) -> list[Kind]:
    """Return what each observation is.

    Langfuse takes an agent's run that names its model for a response. Where others are recorded
    beside it, it is none.
    """
    kinds: list[Kind] = [_kind(observation) for observation in observations]
    runs = [
        at
        for at, observation in enumerate(observations)
        if kinds[at] == "model"
        and _attributes(observation).get("gen_ai.operation.name") == "invoke_agent"
    ]
    if len(runs) < kinds.count("model"):
        for at in runs:
            kinds[at] = "agent"
    return kinds


def _kind(observation: Mapping[str, Json]) -> Kind:
    kind = _KINDS[str(observation["type"])]
    if kind == "other":
        attributes = _attributes(observation)
        for key in _TELLING:
            word = attributes.get(key)
            if isinstance(word, str) and word.lower() in _TOLD:
                return _TOLD[word.lower()]
        if attributes.get("gen_ai.tool.name") and attributes.get("gen_ai.tool.call.id"):
            return "tool"  # as Koog writes its tools
        if isinstance(attributes.get("agent_name"), str):
            return "agent"  # as Pydantic AI writes its runs
    return kind


def _asked_for(
    observations: list[tuple[Mapping[str, Json], Place]], kinds: list[Kind]
) -> frozenset[str]:
    """Return the names of the tools that the models' responses ask for."""
    names: set[str] = set()
    for (observation, _), kind in zip(observations, kinds, strict=True):
        if kind == "model":
            for message in messages_in(observation.get("output"), "assistant").messages:
                for part in as_list(as_object(message).get("parts")):
                    if isinstance(part, Mapping) and part.get("type") == "tool_call":
                        names.add(str(part["name"]))
    return frozenset(names)


def _span(observation: Mapping[str, Json], kind: Kind, place: Place, alone: bool) -> Span:
    metadata = decoded(observation.get("metadata"))
    more = as_object(metadata)
    attributes = _attributes(observation)
    output = observation.get("output")
    if kind == "model" and not holds_something(output) and observation.get("toolCalls"):
        output = {"role": "assistant", "tool_calls": _calls(observation)}
    given = _input(observation, attributes)
    if kind == "tool" and ARGUMENTS in attributes:
        # Langfuse takes what the model was sent for the input of a tool: `{}`.
        pair = recorded_pair(attributes[ARGUMENTS], attributes.get(RESPONSE))
        given, output = (None if isinstance(value, Unrecorded) else value for value in pair)
    if kind == "tool" and attributes.get("gen_ai.system") == _STRANDS:
        given, output = _of_strands(given, output)
    used = as_object(decoded(_get(observation, "usageDetails")))
    resource = more.get("resourceAttributes")
    name = observation.get("name")
    return exported_span(
        Exported(
            kind,
            name if isinstance(name, str) else "",
            given,
            output,
            _get(observation, "traceId"),
            observation.get("id"),
            _get(observation, "parentObservationId"),
            _get(observation, "startTime"),
            _get(observation, "endTime"),
            "error" if observation.get("level") == "ERROR" else None,
            agent=_agent(observation, attributes) if kind == "agent" else None,
            tokens=(used.get("input"), used.get("output")),
            tools=more.get("tools"),
            written={**attributes, **({CASE: more[CASE]} if CASE in more else {})},
            resource=as_object(resource),
            place=place,
            beside=_rest(observation, metadata, attributes, kind),
            alone=alone,
        )
    )


CASE: Final = "test.case.name"


def _input(observation: Mapping[str, Json], attributes: Mapping[str, Json]) -> Json:
    """Return an input; LangSmith's spans of tools have the arguments inside another `input`."""
    read = decoded(observation.get("input")) if "langsmith.span.kind" in attributes else None
    if isinstance(read, Mapping) and set(read) == {"input"}:
        return read["input"]
    return observation.get("input")


def _of_strands(given: Json, output: Json) -> tuple[Json, Json]:
    """Return what a tool of Strands was given and gave back, without the messages around them."""
    asked = as_object(next(iter(as_list(decoded(given))), None))
    answer = as_object(decoded(output))
    if asked.get("role") == "tool" and asked.keys() <= {"content", "id", "role"}:
        given = asked.get("content")
    if "message" in answer and answer.keys() <= {"id", "message"}:
        blocks = text_blocks(decoded(answer["message"]))
        output = answer["message"] if blocks is None else blocks.value
    return given, output


def _agent(observation: Mapping[str, Json], attributes: Mapping[str, Json]) -> Json:
    for key in ("gen_ai.agent.name", "agent_name"):
        if attributes.get(key):
            return attributes[key]
    return observation.get("name") if observation["type"] == "AGENT" else None


def _calls(observation: Mapping[str, Json]) -> list[Json]:
    """Return the calls that Langfuse took out of an output it does not keep."""
    calls, names = observation.get("toolCalls"), observation.get("toolCallNames")
    listed = as_list(calls)
    named = as_list(names)
    named_calls: list[Json] = []
    for at, call in enumerate(listed):
        read = decoded(call)
        if isinstance(read, Mapping):
            named_calls.append({"name": named[at] if at < len(named) else None, **read})
    return named_calls


def _attributes(observation: Mapping[str, Json]) -> Mapping[str, Json]:
    metadata = decoded(observation.get("metadata"))
    attributes = decoded(metadata.get("attributes")) if isinstance(metadata, Mapping) else None
    return as_object(attributes)


def _get(observation: Mapping[str, Json], key: str) -> Json:
    """Return a field by its name in camel case or in snake case."""
    if key in observation:
        return observation[key]
    return observation.get("".join(f"_{char.lower()}" if char.isupper() else char for char in key))


def _rest(
    observation: Mapping[str, Json], metadata: Json, attributes: Mapping[str, Json], kind: Kind
) -> dict[str, Json]:
    """Return what is not read of an observation, except for the tools on offer."""
    rest = rest_of(observation, _READ)
    of_calls = (*_GIVEN, *_OF_TOOL) if kind == "tool" else _GIVEN
    if isinstance(metadata, Mapping):
        rest["metadata"] = rest_of(metadata, {"tools", "attributes"})
        rest["attributes"] = {
            key: decoded(value) for key, value in attributes.items() if not key.startswith(of_calls)
        }
    return rest


FORMAT = Langfuse()
