"""DeepEval's traces: an object with the spans of each kind in a list of its own.

Source: `TraceApi` and `BaseApiSpan` of DeepEval's tracing, as its `to_dict` writes them. A test
run, as `deepeval test run` saves it, has a trace in each of its test cases.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from toolspec.engine.json_value import Json, as_list, as_object, one_or_list, rest_of
from toolspec.engine.reading.exports.messages import holds_something
from toolspec.engine.reading.exports.spans import (
    Exported,
    Kind,
    exported_span,
    is_alone,
    tool_in,
    tools_first,
)
from toolspec.engine.reading.format import Claim, Document
from toolspec.engine.reading.formats.spans import Leftovers, SpanFormat
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.payloads.envelopes import llama_index_output
from toolspec.engine.reading.span import NOTHING, Span
from toolspec.engine.trace import Place

_LISTS: Final[Mapping[str, Kind]] = {
    "agentSpans": "agent",
    "baseSpans": "other",
    "llmSpans": "model",
    "retrieverSpans": "other",
    "toolSpans": "tool",
}
_BESIDE: Final = frozenset(
    {"input", "metadata", "output", "tags", "toolsCalled", "expectedTools", "context"}
    | {"retrievalContext", "metricsData", "feedback"}
)
_SPAN_KEYS: Final = frozenset({"availableTools", "expectedTools", "input", "output", "tools"})
_CALL_KEYS: Final = frozenset({"name", "inputParameters", "input_parameters", "output", "type"})
_STEP: Final = frozenset({"tool_id", "tool_kwargs", "tool_name"})
_PREFIX: Final = "Function tool: "
_PARAMETERS: Final = ("inputParameters", "input_parameters")
_Listed: TypeAlias = "tuple[Mapping[str, Json], Kind, Place]"
_CASES: Final = "testCases"


class DeepEval(SpanFormat):
    """DeepEval's traces."""

    name = "deepeval"
    title = "DeepEval trace"
    page = FormatPage(
        family="exports",
        written_by="DeepEval's tracing (`TraceApi`), and its test runs.",
        get=(
            "The trace as DeepEval sends it, or what `deepeval test run` saves: each of its test "
            "cases that has a trace."
        ),
        unknown="Arguments, where an integration writes `inputParameters: {}` and no input.",
        example=(
            "Cut from `strands_multiple_tools_weather_schema.json` of confident-ai/deepeval, "
            "Apache-2.0."
        ),
    )
    looks_again = True

    def claim(self, document: Json) -> Claim:
        """Tell whether the document is a trace or a list of traces."""
        cases = as_list(as_object(document).get(_CASES))
        traces = [*one_or_list(document), *(as_object(case).get("trace") for case in cases)]
        return Claim.SURE if any(map(_is_trace, traces)) else Claim.NO

    def spans(self, document: Document, left: Leftovers) -> Iterator[Span]:
        """Yield the spans of one document."""
        for trace, at in document.items():
            if isinstance(trace, Mapping) and _is_trace(trace):
                yield from _spans(trace, at, left)
            elif isinstance(trace, Mapping) and _CASES in trace:
                yield from _of_cases(trace, at, left)
            else:
                left.add(trace, at)


def _of_cases(run: Mapping[str, Json], place: Place, left: Leftovers) -> Iterator[Span]:
    """Yield the spans of a test run, each trace under the name of its case."""
    for key, value in run.items():
        if key != _CASES:
            left.add(value, place, key)
    for number, item in enumerate(as_list(run.get(_CASES))):
        at, case = place.at(_CASES, number), as_object(item)
        trace = case.get("trace")
        if isinstance(trace, Mapping) and _is_trace(trace):
            for key, value in case.items():
                if key != "trace" and key not in _BESIDE:
                    left.add(value, at, key)
            named = {"test.case.name": case.get("name"), **as_object(trace.get("metadata"))}
            yield from _spans({**trace, "metadata": named}, at.at("trace"), left)
        else:
            left.add(item, at)


def _is_trace(value: Json) -> bool:
    if not isinstance(value, Mapping) or not isinstance(value.get("uuid"), str):
        return False
    return sum(isinstance(value.get(key), list) for key in _LISTS) > 1


def _spans(trace: Mapping[str, Json], place: Place, left: Leftovers) -> Iterator[Span]:
    records: list[_Listed] = []
    for key, value in trace.items():
        if key in _LISTS:
            items = list(enumerate(as_list(value)))
            for at, record in reversed(items):  # the latest span of a kind is the first in its list
                if isinstance(record, Mapping) and isinstance(record.get("name"), str | None):
                    records.append((record, _LISTS[key], place.at(key, at)))
                else:
                    left.add(record, place.at(key), at)
        elif key not in _BESIDE and isinstance(value, str | dict | list):
            left.add(value, place, key)
    kinds: list[Kind] = [_kind(entry) for entry in records]
    if "tool" not in kinds:
        listed = list(_listed_calls(trace, records, place))
        records += listed
        kinds += map(_kind, listed)
    for number in tools_first(kinds):
        yield _span(trace, records[number], is_alone(kinds))


def _listed_calls(
    trace: Mapping[str, Json], records: list[_Listed], place: Place
) -> Iterator[_Listed]:
    """Yield as spans the calls of a trace without tools' spans, which only lists of calls tell of.

    A span lists what those inside it do, too; of a response's list the response itself tells.
    """
    listing = [entry for entry in records if entry[1] != "model" and _has_calls(entry[0])]
    around = {str(record.get("parentUuid")) for record, _, _ in listing}
    inner = [(entry[0], entry[2]) for entry in listing if str(entry[0].get("uuid")) not in around]
    top = {"toolsCalled": trace.get("toolsCalled"), "traceUuid": trace["uuid"]}
    for record, at in inner or [(top, place)]:
        for number, call in enumerate(as_list(record.get("toolsCalled"))):
            if isinstance(call, Mapping) and isinstance(call.get("name"), str):
                span = {
                    "type": "tool",
                    "name": call["name"],
                    "parentUuid": record.get("uuid"),
                    "traceUuid": record.get("traceUuid"),
                    "toolsCalled": [call],
                }
                yield span, "tool", at.at("toolsCalled", number)


def _kind(listed: _Listed) -> Kind:
    return "tool" if _step(listed[0]) else listed[1]


def _has_calls(record: Mapping[str, Json]) -> bool:
    return bool(as_list(record.get("toolsCalled")))


def _span(trace: Mapping[str, Json], listed: _Listed, alone: bool) -> Span:
    record, kind, place = listed
    step = _step(record)
    if step:
        kind = "tool"
    name = step.get("tool_name") or record.get("name")
    called = _called(record) if kind == "tool" else NOTHING
    given = record.get("input")
    if kind == "tool" and not holds_something(given):
        # Integrations that do not know the arguments write an empty object.
        given = called.get("inputParameters") or None
    given = step.get("tool_kwargs", given) if step else _keywords(record, given)
    output = record.get("output") if holds_something(record.get("output")) else called.get("output")
    content = llama_index_output(output) if kind == "tool" else None
    failed = (
        record.get("status") == "ERRORED"
        or record.get("error")
        or (content is not None and content.failed)
    )
    metadata = record.get("metadata")
    attributes = dict(metadata) if isinstance(metadata, Mapping) else {}
    more = trace.get("metadata")
    if isinstance(more, Mapping) and "test.case.name" in more:
        attributes["test.case.name"] = more["test.case.name"]
    written = str(name or "")
    tool = called.get("name") or tool_in(written.removeprefix(_PREFIX))
    return exported_span(
        Exported(
            kind,
            written.removeprefix(_PREFIX),
            given,
            _asked(output) if content is None else content.value,
            record.get("traceUuid") or trace["uuid"],
            record.get("uuid"),
            record.get("parentUuid"),
            record.get("startTime"),
            record.get("endTime"),
            "error" if failed else None,
            tool=tool if kind == "tool" else None,
            call_id=step.get("tool_id"),
            agent=written.removeprefix("invoke_agent ") if kind == "agent" else None,
            tokens=(record.get("inputTokenCount"), record.get("outputTokenCount")),
            written=attributes,
            place=place,
            beside=_rest(record, called),
            alone=alone,
        )
    )


def _step(record: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return the call that a step of a workflow of LlamaIndex makes: which, with what, its id."""
    event = as_object(as_object(record.get("input")).get("ev"))
    return event if not event.keys() ^ _STEP and record.get("type") in ("base", "tool") else NOTHING


def _keywords(record: Mapping[str, Json], given: Json) -> Json:
    """Return the arguments by name with which a function of LlamaIndex was called."""
    if not isinstance(given, Mapping) or set(given) != {"kwargs"}:
        return given
    return given if llama_index_output(record.get("output")) is None else given["kwargs"]


def _asked(output: Json) -> Json:
    """Return a response with the calls that it asks for, where it is a list of nothing else."""
    calls = [as_object(item) for item in as_list(output)]
    if not calls or not all(
        isinstance(call.get("name"), str) and any(key in call for key in _PARAMETERS)
        for call in calls
    ):
        return output
    asked: list[Json] = [
        {"name": call["name"], "arguments": next(call[key] for key in _PARAMETERS if key in call)}
        for call in calls
    ]
    return {"role": "assistant", "tool_calls": asked}


def _rest(record: Mapping[str, Json], called: Mapping[str, Json]) -> dict[str, Json]:
    rest = rest_of(record, _SPAN_KEYS)
    if as_list(rest.get("toolsCalled")):
        rest["toolsCalled"] = [_unprefixed(call) for call in as_list(rest["toolsCalled"])]
    if called:
        del rest["toolsCalled"]
        rest["called"] = rest_of(called, _CALL_KEYS)
    return rest


def _unprefixed(call: Json) -> Json:
    name = as_object(call).get("name")
    return (
        {**as_object(call), "name": name.removeprefix(_PREFIX)} if isinstance(name, str) else call
    )


def _called(record: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return the one call that a tool's span says it was."""
    calls = record.get("toolsCalled")
    if not isinstance(calls, list) or len(calls) != 1:
        return NOTHING
    return as_object(calls[0])


FORMAT = DeepEval()
