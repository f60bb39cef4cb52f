"""`SpecSpanProcessor`: each run is judged as it ends, in the agent's own process."""

from __future__ import annotations

import logging
import threading
from typing import Any

import pytest
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import NonRecordingSpan, SpanContext, TraceFlags, set_span_in_context

import toolspec
from toolspec.otel import NAME, SpecSpanProcessor


class Agent:
    """An agent that records with OpenTelemetry, and what was said of its runs."""

    def __init__(self, spec: str, **options: Any) -> None:
        self.reports: list[toolspec.Report] = []
        self.exporter = InMemorySpanExporter()
        self.provider = TracerProvider()
        self.provider.add_span_processor(SimpleSpanProcessor(self.exporter))
        self.judge = SpecSpanProcessor(
            spec, options.pop("on_report", self.reports.append),
            tracer_provider=self.provider, **options,
        )  # fmt: skip
        self.provider.add_span_processor(self.judge)

    def run(self, *tools: str, context: Any = None) -> None:
        tracer = self.provider.get_tracer("agent")
        with tracer.start_as_current_span("invoke_agent", context) as root:
            root.set_attribute("gen_ai.operation.name", "invoke_agent")
            for tool in tools:
                with tracer.start_as_current_span(f"execute_tool {tool}") as span:
                    span.set_attribute("gen_ai.operation.name", "execute_tool")
                    span.set_attribute("gen_ai.tool.name", tool)

    def scores(self) -> list[Any]:
        assert self.provider.force_flush()
        return [span for span in self.exporter.get_finished_spans() if span.name == NAME]


def test_each_run_is_judged_when_it_ends_and_the_report_is_handed_over() -> None:
    agent = Agent("forbid rm")
    agent.run("search")
    agent.run("rm", "search")
    agent.scores()
    assert [report.passed for report in agent.reports] == [True, False]
    assert [report.trace.names for report in agent.reports] == [["search"], ["rm", "search"]]


def test_the_score_is_on_a_span_of_its_own_below_the_root() -> None:
    agent = Agent('forbid rm\nrequire search as "looks first"')
    agent.run("rm", "search")
    (score,) = agent.scores()
    root: Any = next(one for one in agent.exporter.get_finished_spans() if one.parent is None)
    assert (score.context.trace_id, score.parent.span_id) == (
        root.get_span_context().trace_id, root.get_span_context().span_id,
    )  # fmt: skip
    assert dict(score.attributes) == {"toolspec.score": 0.5, "toolspec.passed": False}
    forbid, require = [dict(event.attributes) for event in score.events]
    assert forbid["gen_ai.evaluation.score.label"] == "fail"
    assert "rm is forbidden" in forbid["gen_ai.evaluation.explanation"]
    assert require["gen_ai.evaluation.name"] == "looks first"
    assert require["gen_ai.evaluation.score.value"] == 1.0
    (again,) = toolspec.traces_from_spans(agent.exporter.get_finished_spans())
    assert again.names == ["rm", "search"], "the span of the score is not a call"


def test_without_a_score_span_nothing_is_added() -> None:
    agent = Agent("forbid rm", score_span=False)
    agent.run("rm")
    assert agent.scores() == []
    assert len(agent.reports) == 1


def test_a_run_below_a_span_of_another_process_is_judged_when_its_own_root_ends() -> None:
    agent = Agent("forbid rm")
    remote = SpanContext(1 << 100, 1 << 50, is_remote=True, trace_flags=TraceFlags(1))
    agent.run("search", context=set_span_in_context(NonRecordingSpan(remote)))
    assert len(agent.scores()) == 1


def test_other_traces_are_not_judged_and_say_nothing(caplog: pytest.LogCaptureFixture) -> None:
    agent = Agent("forbid rm")
    with agent.provider.get_tracer("web").start_as_current_span("GET /"):
        pass
    with caplog.at_level(logging.INFO):
        assert agent.scores() == []
    assert caplog.records == []


def test_a_callback_that_fails_is_logged_and_the_next_run_is_judged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail(report: toolspec.Report) -> None:
        raise RuntimeError("no")

    agent = Agent("forbid rm", on_report=fail)
    agent.run("search")
    agent.run("search")
    assert len(agent.scores()) == 2
    assert [record.name for record in caplog.records] == ["toolspec.otel"] * 2


def test_runs_of_several_threads_do_not_mix() -> None:
    agent = Agent("forbid rm")
    threads = [threading.Thread(target=agent.run, args=tuple([f"t{at}"] * 20)) for at in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    agent.scores()
    assert sorted(set(report.trace.names).pop() for report in agent.reports) == [
        f"t{at}" for at in range(8)
    ]
    assert all(len(set(report.trace.names)) == 1 for report in agent.reports)


def test_traces_that_never_end_are_given_up_and_not_kept(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from toolspec import otel

    monkeypatch.setattr(otel, "TRACES_MAX", 3)
    agent = Agent("forbid rm")
    tracer = agent.provider.get_tracer("agent")
    for _ in range(10):
        root = tracer.start_span("invoke_agent")
        tracer.start_span("execute_tool rm", set_span_in_context(root)).end()
    assert "not judged" in caplog.text
    agent.run("search")
    assert len(agent.scores()) == 1
