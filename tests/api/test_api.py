"""`import toolspec`: the Python face, as the language's reference has it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import toolspec

EVENTS = [
    {"type": "turn_start", "data": {"turnId": "1"}},
    {"type": "tool_call", "data": {"toolName": "search", "arguments": {"q": "a"}, "turnId": "1"}},
]


@pytest.fixture
def run_file(tmp_path: Path) -> Path:
    path = tmp_path / "run.json"
    path.write_text(json.dumps({"events": EVENTS}))
    return path


def test_every_exported_name_is_there_and_documented() -> None:
    for name in toolspec.__all__:
        value = getattr(toolspec, name)
        assert name == "__version__" or value.__doc__, name
        assert name in dir(toolspec)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        toolspec.nothing  # type: ignore[attr-defined]  # noqa: B018


def test_a_text_is_parsed_and_judges_a_trace() -> None:
    spec = toolspec.parse('order: search -> book weight 2 as "browse"\nforbid rm\n')
    report = spec.check(toolspec.Trace([toolspec.called("search")], id="t1", name="n"))
    assert not report.passed
    assert report.score == pytest.approx(2 / 3)
    first, second = report.results
    assert (first.status, first.score) == ("fail", 0.5)
    assert "book" in first.summary
    assert first.justification["lcs"] == ["search"]
    assert second.status == "pass"
    entry: dict[str, Any] = report.to_dict()
    assert entry["id"] == "t1"
    assert entry["name"] == "n"
    assert [rule["kind"] for rule in entry["rules"]] == ["order", "forbid"]
    json.dumps(entry, allow_nan=False)


def test_a_broken_text_raises_with_diagnostics() -> None:
    with pytest.raises(toolspec.SpecError) as caught:
        toolspec.parse("forbid rm\ncount x = = 1\n")
    [found] = caught.value.diagnostics
    assert (found.line, found.code[:2]) == (2, "TS")
    assert found.column > 1
    assert found.message
    assert "^" in str(caught.value)


def test_a_spec_is_loaded_from_a_path_of_either_type(tmp_path: Path) -> None:
    path = tmp_path / "s.toolspec"
    path.write_bytes(b"\xef\xbb\xbfforbid rm\r\n")
    assert toolspec.load(path).path == str(path)
    assert len(toolspec.load(str(path)).rules) == 1


def test_traces_are_loaded_as_a_list_from_a_path_of_either_type(run_file: Path) -> None:
    for path in (run_file, str(run_file)):
        traces = toolspec.load_traces(path)
        assert isinstance(traces, list)
        assert [trace.names for trace in traces] == [["search"]]
    assert traces[0].calls[0].arguments == {"q": "a"}
    assert traces[0].calls[0].result is toolspec.UNRECORDED


def test_a_file_that_cannot_be_read_raises_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_text('{"events": [\n{"type": oops}]}')
    with pytest.raises(toolspec.TraceError) as caught:
        toolspec.load_traces(path)
    error = caught.value
    assert (error.path, error.line, error.column) == (str(path), 2, 10)
    with pytest.raises(toolspec.TraceError):
        toolspec.load_traces(tmp_path / "nowhere.json")


def test_a_truncated_file_is_loaded_when_asked(tmp_path: Path, run_file: Path) -> None:
    cut = tmp_path / "cut.json"
    cut.write_text(json.dumps({"events": [*EVENTS, *EVENTS]})[:-20])
    with pytest.raises(toolspec.TraceError):
        toolspec.load_traces(cut)
    assert toolspec.load_traces(cut, salvage=True)[0].names == ["search"]
    small = toolspec.Limits(file_bytes_max=10)
    with pytest.raises(toolspec.TraceError):
        toolspec.load_traces(run_file, limits=small)


def test_spans_of_the_sdk_become_one_trace_and_of_several_raise() -> None:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SimpleSpanProcessor
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

    exporter = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    tracer = provider.get_tracer("test")
    with tracer.start_as_current_span("execute_tool search") as span:
        span.set_attribute("gen_ai.operation.name", "execute_tool")
        span.set_attribute("gen_ai.tool.name", "search")
        span.set_attribute("gen_ai.tool.call.arguments", '{"q": "a"}')
    spans = exporter.get_finished_spans()
    trace = toolspec.trace_from_spans(spans)
    assert trace.names == ["search"]
    assert toolspec.parse('args search <q: "a">').check(trace).passed
    with tracer.start_as_current_span("execute_tool book") as span:
        span.set_attribute("gen_ai.operation.name", "execute_tool")
        span.set_attribute("gen_ai.tool.name", "book")
    with pytest.raises(toolspec.TraceError, match="2 traces"):
        toolspec.trace_from_spans(exporter.get_finished_spans())


def spans_of(*traces: tuple[str, ...]) -> tuple[Any, ...]:
    """Return spans as an exporter receives them: a trace for each list of tools."""
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SimpleSpanProcessor
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

    exporter = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    tracer = provider.get_tracer("test")
    for tools in traces:
        with tracer.start_as_current_span("run") as run:
            run.set_attribute("gen_ai.operation.name", "invoke_agent" if tools else "none")
            for tool in tools:
                with tracer.start_as_current_span(f"execute_tool {tool}") as span:
                    span.set_attribute("gen_ai.operation.name", "execute_tool")
                    span.set_attribute("gen_ai.tool.name", tool)
    return exporter.get_finished_spans()


def test_the_traces_of_a_run_are_told_apart_by_their_ids_in_any_order_of_spans() -> None:
    spans = spans_of(("search", "book"), ("rm",))
    for given in (spans, spans[::-1]):
        traces = toolspec.traces_from_spans(given)
        assert [trace.names for trace in traces] == [["search", "book"], ["rm"]]


def test_a_trace_without_an_agents_run_is_left_out_and_none_at_all_raises() -> None:
    assert [trace.names for trace in toolspec.traces_from_spans(spans_of(("search",), ()))] == [
        ["search"]
    ]
    with pytest.raises(toolspec.TraceError, match="none of its 1 span is a tool call"):
        toolspec.traces_from_spans(spans_of(()))
    with pytest.raises(toolspec.TraceError, match="holds no spans"):
        toolspec.traces_from_spans([])


def test_calls_and_traces_show_themselves_in_words_and_escape_what_could_move_a_cursor() -> None:
    search = toolspec.called("search", {"q": "x"}, {"hits": 3})
    broken = toolspec.called("se\x1b[2Jarch", completed=False)
    trace = toolspec.Trace([search, broken], name="tokyo")
    assert str(search) == "search(q='x') -> {'hits': 3}"
    assert repr(search) == "<Call search(q='x') -> {'hits': 3}>"
    assert str(broken) == "se\\x1b[2Jarch(...), never completed"
    assert repr(trace) == "<Trace tokyo of 2 calls>"
    assert str(trace).splitlines() == [
        "Trace tokyo of 2 calls:",
        "   1  search(q='x') -> {'hits': 3}",
        "   2  se\\x1b[2Jarch(...), never completed",
    ]
    many = toolspec.Trace([search] * 250)
    assert str(many).endswith("and 150 more calls")
    assert repr(toolspec.Trace()) == "<Trace of 0 calls>"
    assert "search" in str(search._replace(status="error"))
    assert str(search._replace(status="error")).endswith(", failed")


def test_a_report_shows_itself_as_check_prints_it(tmp_path: Path, run_file: Path) -> None:
    import subprocess
    import sys

    spec_file = tmp_path / "s.toolspec"
    spec_file.write_text("forbid search\ncount search = 1\norder: a -> b soft\nlimit: calls <= 5\n")
    (trace,) = toolspec.load_traces(run_file)
    report = toolspec.load(spec_file).check(trace)
    command = [sys.executable, "-m", "toolspec", "check", str(run_file), str(spec_file)]
    printed = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    assert str(report) == printed.split("\n\n")[0]
    assert repr(report) == "<Report not passed, score 0.5: 2 fail, 2 pass>"
    forbid, count, *_ = report.results
    assert str(forbid).startswith("fail" if forbid.soft else "FAIL     forbid search: ")
    assert repr(count) == "<RuleResult pass, score 1: count search = 1>"


def test_a_failing_trace_raises_an_assertion_with_the_report() -> None:
    spec = toolspec.parse("forbid rm\nrequire search\n")
    trace = toolspec.Trace([toolspec.called("rm")], name="night")
    with pytest.raises(AssertionError) as caught:
        spec.assert_passes(trace)
    said = str(caught.value)
    assert said == str(spec.check(trace))
    assert said.startswith("FAIL night: score 0.00, 1 call\n  FAIL     forbid rm")
    assert spec.assert_passes(toolspec.Trace([toolspec.called("search")])).passed


def test_a_failing_assertion_holds_no_values_where_they_are_to_be_hidden() -> None:
    spec = toolspec.parse('args search <q: "a">')
    trace = toolspec.Trace([toolspec.called("search", {"q": "secret"})])
    with pytest.raises(AssertionError) as shown:
        spec.assert_passes(trace)
    with pytest.raises(AssertionError) as hidden:
        spec.assert_passes(trace, values=False)
    assert "secret" in str(shown.value)
    assert "secret" not in str(hidden.value)


def test_a_trace_alone_in_its_file_is_for_the_case_of_the_files_name(run_file: Path) -> None:
    spec = toolspec.parse('case "run" {\n  forbid search\n}\n')
    (trace,) = toolspec.load_traces(run_file)
    report = spec.check(trace)
    assert (report.passed, report.case, report.to_dict()["name"]) == (False, "run", "run")
    spans = [
        {
            "name": "search",
            "context": {"trace_id": f"0x{at:032x}", "span_id": "0x0000000000000001"},
            "start_time": "2026-01-01T00:00:00.000000Z",
            "attributes": {"tool.name": "search"},
        }
        for at in (1, 2)
    ]
    run_file.write_text(json.dumps(spans))
    assert [trace.name for trace in toolspec.load_traces(run_file)] == [None, None]
