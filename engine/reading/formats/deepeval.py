"""DeepEval's traces: an object with the spans of each kind in a list of its own.

Source: `TraceApi` and `BaseApiSpan` of DeepEval's tracing, as its `to_dict` writes them. A test
run, as `deepeval test run` saves it, has a trace in each of its test cases.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from toolspec.engine.json_value import Json, as_list, as_object, one_or_list, rest_of
from toolspec.engine.reading.exports.messages import recorded
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
_PREFIX: Final = "Function tool: "
_CASES: Final = "testCases"


class DeepEval(SpanFormat):
    """DeepEval's traces."""

    name = "deepeval"
    title = "DeepEval trace"
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
    records: list[tuple[Mapping[str, Json], Kind, Place]] = []
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
    kinds: list[Kind] = [kind for _, kind, _ in records]
    for number in tools_first(kinds):
        yield _span(trace, records[number], is_alone(kinds))


def _span(
    trace: Mapping[str, Json], listed: tuple[Mapping[str, Json], Kind, Place], alone: bool
) -> Span:
    record, kind, place = listed
    name = record.get("name")
    called = _called(record) if kind == "tool" else NOTHING
    given = record.get("input")
    if kind == "tool" and not recorded(given):
        # Integrations that do not know the arguments write an empty object.
        given = called.get("inputParameters") or None
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
            record.get("output") if recorded(record.get("output")) else called.get("output"),
            record.get("traceUuid") or trace["uuid"],
            record.get("uuid"),
            record.get("parentUuid"),
            record.get("startTime"),
            record.get("endTime"),
            "error" if record.get("status") == "ERRORED" or record.get("error") else None,
            tool=tool if kind == "tool" else None,
            agent=written.removeprefix("invoke_agent ") if kind == "agent" else None,
            tokens=(record.get("inputTokenCount"), record.get("outputTokenCount")),
            written=attributes,
            place=place,
            beside=_rest(record, called),
            alone=alone,
        )
    )


def _rest(record: Mapping[str, Json], called: Mapping[str, Json]) -> dict[str, Json]:
    rest = rest_of(record, _SPAN_KEYS)
    if called:
        del rest["toolsCalled"]
        rest["called"] = rest_of(called, _CALL_KEYS)
    return rest


def _called(record: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return the one call that a tool's span says it was."""
    calls = record.get("toolsCalled")
    if not isinstance(calls, list) or len(calls) != 1:
        return NOTHING
    return as_object(calls[0])


FORMAT = DeepEval()
