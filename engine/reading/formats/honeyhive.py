"""HoneyHive's events: one on each line, in a list, or under `events` as its API gives them.

Source: sessions that HoneyHive's API gave, and its documentation of events. `event_type` says what
an event is; the event of the session is the root, and no step of the agent's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from toolspec.engine.json_value import Json, as_list, as_object, one_or_list, rest_of
from toolspec.engine.reading.exports.spans import Exported, Kind, exported_span, is_alone
from toolspec.engine.reading.format import Claim, Document
from toolspec.engine.reading.formats.messages import instant_ns
from toolspec.engine.reading.formats.spans import Leftovers, SpanFormat
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.span import Span
from toolspec.engine.trace import Place

_KINDS: Final[Mapping[str, Kind]] = {
    "chain": "other",
    "generic": "other",
    "model": "model",
    "session": "other",
    "tool": "tool",
}
_ENUM: Final = "EventType."
"""How some of its tracers begin the kind: the name of a member of Python's enum."""

_INSTRUMENTED: Final = "opentelemetry.instrumentation."
"""How the scope of a span is named that an instrumentation of HTTP made: it counts as a tool."""

_HEAD: Final = frozenset({"event_id", "event_name", "event_type"})
_WRAPPED: Final = ("_params_", "arguments", "parameters")
_READ: Final = frozenset({"inputs", "outputs"}) | _HEAD
_TYPE: Final = frozenset({"event_type"})
_AGENT: Final = "invoke_agent "
_TOOL: Final = "execute_tool "
_EVENTS: Final = "events"
_CYCLES: Final = frozenset({"execute_agent_loop_cycle", "execute_event_loop_cycle"})
"""Spans of Strands around a response and its calls, which HoneyHive takes for tools."""


class HoneyHive(SpanFormat):
    """HoneyHive's events."""

    name = "honeyhive"
    title = "HoneyHive events"
    page = FormatPage(
        family="exports",
        written_by="HoneyHive's API and its tracer.",
        get="The events of a session from its API, or one event on each line.",
        unknown="Agents whose events do not name them; failures without `error`.",
        example="Written by hand, as the source of the tool writes it.",
    )
    looks_again = True

    def claim(self, document: Json) -> Claim:
        """Tell whether the document holds events."""
        listed = as_list(as_object(document).get(_EVENTS)) or one_or_list(document)
        return Claim.SURE if any(map(_is_event, listed)) else Claim.NO

    def spans(self, document: Document, left: Leftovers) -> Iterator[Span]:
        """Yield the events of one document as spans."""
        events: list[tuple[Mapping[str, Json], Place]] = []
        for item, at in _listed(document, left):
            if isinstance(item, Mapping) and _is_event(item):
                events.append((item, at))
            else:
                left.add(item, at)
        alone = is_alone([_kind(event) for event, _ in events]) and len(events) > 1
        for event, at in events:
            yield _span(event, at, alone)


FORMAT = HoneyHive()


def _listed(document: Document, left: Leftovers) -> Iterator[tuple[Json, Place]]:
    """Yield what a document lists; `left` takes what is beside the list."""
    events = as_object(document.value).get(_EVENTS)
    if not isinstance(events, list):
        yield from document.items()
        return
    for key, value in as_object(document.value).items():
        if key != _EVENTS:
            left.add(value, document.place, key)
    for number, item in enumerate(events):
        yield item, document.place.at(_EVENTS, number)


def _is_event(value: Json) -> bool:
    event = as_object(value)
    return event.keys() >= _HEAD and _type_of(event) in _KINDS and "inputs" in event


def _type_of(event: Mapping[str, Json]) -> str:
    kind = event["event_type"]
    return kind.removeprefix(_ENUM) if isinstance(kind, str) else ""


def _kind(event: Mapping[str, Json]) -> Kind:
    """Return what an event is: of an agent where its name says so."""
    kind, name = _KINDS[_type_of(event)], str(event.get("event_name"))
    if kind == "other" and name.startswith(_AGENT):
        return "agent"
    return "other" if name in _CYCLES or _is_http(event) else kind


def _is_http(event: Mapping[str, Json]) -> bool:
    """Tell whether an event is a request over HTTP that an instrumentation recorded."""
    metadata = as_object(event.get("metadata"))
    scope = as_object(metadata.get("scope")).get("name")
    return "http.method" in metadata and str(scope).startswith(_INSTRUMENTED)


def _span(event: Mapping[str, Json], place: Place, alone: bool) -> Span:
    kind, name = _kind(event), str(event.get("event_name") or "")
    config, metadata = as_object(event.get("config")), as_object(event.get("metadata"))
    inputs, outputs = event.get("inputs"), event.get("outputs")
    record = as_object(outputs)
    if kind == "tool":
        inputs, outputs = _arguments(inputs), record.get("result", outputs)
    elif kind == "model":
        history = as_object(inputs).get("chat_history", inputs)
        inputs = [_message(item) for item in history] if isinstance(history, list) else history
        outputs = _message(outputs)
    return exported_span(
        Exported(
            kind,
            name,
            inputs,
            outputs,
            event.get("session_id"),
            event["event_id"],
            event.get("parent_id"),
            instant_ns(event.get("start_time")),
            instant_ns(event.get("end_time")),
            "error" if event.get("error") else None,
            tool=(config.get("tool_name") or name.removeprefix(_TOOL)) if kind == "tool" else None,
            call_id=record.get("tool_call_id") if kind == "tool" else None,
            agent=name.removeprefix(_AGENT) if kind == "agent" else None,
            tokens=_tokens(kind, metadata),
            written=metadata,
            place=place,
            beside=rest_of({**event, "metadata": rest_of(metadata, _TYPE)}, _READ),
            alone=alone,
        )
    )


def _tokens(kind: Kind, metadata: Mapping[str, Json]) -> tuple[Json, Json]:
    """Return the tokens of a model's event; an agent's are those of its models once more."""
    if kind != "model":
        return None, None
    names = (("input_tokens", "prompt_tokens"), ("output_tokens", "completion_tokens"))
    first, second = (
        next((metadata[name] for name in pair if name in metadata), None) for pair in names
    )
    return first, second


def _message(message: Json) -> Json:
    """Return a message whose calls have keys such as `tool_calls.0.name`, with a list of them.

    >>> _message({"role": "assistant", "tool_calls.0.id": "c1", "tool_calls.0.name": "ls"})
    {'role': 'assistant', 'tool_calls': [{'id': 'c1', 'name': 'ls'}]}
    """
    calls: dict[str, dict[str, Json]] = {}
    others: dict[str, Json] = {}
    for key, value in as_object(message).items():
        match key.split("."):
            case ["tool_calls", number, *_, name]:
                calls.setdefault(number, {})[name] = value
            case _:
                others[key] = value
    return {**others, "tool_calls": list(calls.values())} if calls else message


def _arguments(given: Json) -> Json:
    """Return a tool's arguments, without the key under which the tracer puts all of them."""
    inside = as_object(given)
    if len(inside) == 1:
        (key,) = inside
        if key in _WRAPPED and isinstance(inside[key], Mapping):
            return inside[key]
    return given
