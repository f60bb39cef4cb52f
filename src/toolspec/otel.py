"""Judge an agent's runs in its own process, as OpenTelemetry records them.

>>> from opentelemetry.sdk.trace import TracerProvider
>>> provider = TracerProvider()
>>> provider.add_span_processor(SpecSpanProcessor("forbid rm", print, tracer_provider=provider))
>>> with provider.get_tracer("agent").start_as_current_span("execute_tool rm") as span:
...     span.set_attribute("gen_ai.operation.name", "execute_tool")
...     span.set_attribute("gen_ai.tool.name", "rm")
>>> provider.force_flush()  # doctest: +ELLIPSIS
FAIL ...: score 0.00, 1 call
  FAIL     forbid rm  line 1
           call 1, rm is forbidden
           - call 1 of 1, rm
True
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from queue import Queue
from typing import TYPE_CHECKING, Final

from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.sdk.trace import ReadableSpan, Span, SpanProcessor

import toolspec

if TYPE_CHECKING:
    from opentelemetry.trace import SpanContext

SCOPE: Final = "toolspec"
NAME: Final = "toolspec.check"
TRACES_MAX: Final = 1000
"""Traces that are open at once; of more, the one that began first is not judged."""

SPANS_MAX: Final = 50_000
"""Spans of one trace; a longer one is not judged."""

SUMMARY_MAX: Final = 1000

_log = logging.getLogger(__name__)


class SpecSpanProcessor(SpanProcessor):
    """Judges each trace when its root span in this process ends, on a thread of its own.

    `spec` is a `Spec`, or the text of one; `on_report` gets each report, on that thread. Ended
    spans cannot be changed, so the score is on a span of its own, `toolspec.check`, below the root:
    `toolspec.score`, `toolspec.passed`, and an event `gen_ai.evaluation.result` for each rule.
    With `score_span=False` there is none. `tracer_provider` records it, None for the global one.

    A trace in which no agent, model or tool left a span is not judged. Nothing is raised into the
    agent: what goes wrong is logged by the logger `toolspec.otel`.
    """

    def __init__(
        self,
        spec: toolspec.Spec | str,
        on_report: Callable[[toolspec.Report], object] | None = None,
        *,
        score_span: bool = True,
        values: bool = True,
        tracer_provider: trace.TracerProvider | None = None,
    ) -> None:
        """Take a spec; with `values=False` the reports hold no recorded value."""
        self._spec = toolspec.parse(spec) if isinstance(spec, str) else spec
        self._on_report, self._score_span, self._values = on_report, score_span, values
        self._provider = tracer_provider
        self._lock = threading.Lock()
        self._open: OrderedDict[int, list[ReadableSpan]] = OrderedDict()
        self._over: OrderedDict[int, None] = OrderedDict()
        self._ended: Queue[list[ReadableSpan] | threading.Event] = Queue()
        self._process = 0

    def on_start(self, span: Span, parent_context: Context | None = None) -> None:
        """Do nothing: a span counts when it ends."""

    def on_end(self, span: ReadableSpan) -> None:
        """Keep a span; where it is the root of its trace in this process, have the trace judged."""
        context = span.context
        scope = span.instrumentation_scope
        if context is None or (scope is not None and scope.name == SCOPE):
            return
        trace_id, parent = context.trace_id, span.parent
        ends = parent is None or parent.is_remote
        with self._lock:
            spans = self._open.get(trace_id)
            if spans is None:
                if trace_id in self._over and not ends:
                    return  # it ended before; what comes after the root is not waited for
                spans = self._open[trace_id] = []
                if len(self._open) > TRACES_MAX:
                    _log.warning("over %d traces are open; one is not judged", TRACES_MAX)
                    self._open.popitem(last=False)
            if len(spans) <= SPANS_MAX:
                spans.append(span)
            if not ends:
                return
            del self._open[trace_id]
            self._over[trace_id] = None
            if len(self._over) > TRACES_MAX:
                self._over.popitem(last=False)
            self._start()
        if len(spans) > SPANS_MAX:
            _log.warning("a trace of over %d spans is not judged", SPANS_MAX)
        else:
            self._ended.put(spans)

    def force_flush(self, timeout_millis: int = 30_000) -> bool:
        """Wait until every trace that has ended is judged; tell whether that was in time."""
        with self._lock:
            if not self._process:
                return True
            self._start()
        done = threading.Event()
        self._ended.put(done)
        return done.wait(timeout_millis / 1000)

    def shutdown(self) -> None:
        """Judge the traces that have ended."""
        self.force_flush()

    def _start(self) -> None:
        """Start the thread; a forked process starts its own."""
        if self._process != os.getpid():
            self._process = os.getpid()
            threading.Thread(target=self._work, name="toolspec", daemon=True).start()

    def _work(self) -> None:
        while True:
            job = self._ended.get()
            if isinstance(job, threading.Event):
                job.set()
                continue
            try:
                self._judge(job)
            except toolspec.TraceError as error:
                _log.debug("a trace is not judged: %s", error)
            except Exception:  # the agent must not end because its judge did
                _log.exception("a trace could not be judged")

    def _judge(self, spans: list[ReadableSpan]) -> None:
        report = self._spec.check(toolspec.trace_from_spans(spans), values=self._values)
        root = spans[-1].context
        if self._score_span and root is not None:
            self._record(report, root)
        if self._on_report is not None:
            self._on_report(report)

    def _record(self, report: toolspec.Report, root: SpanContext) -> None:
        provider = self._provider or trace.get_tracer_provider()
        parent = trace.set_span_in_context(trace.NonRecordingSpan(root))
        span = provider.get_tracer(SCOPE, toolspec.__version__).start_span(NAME, parent)
        if span.is_recording():
            span.set_attribute("toolspec.score", report.score)
            span.set_attribute("toolspec.passed", report.passed)
            if report.spec.path:
                span.set_attribute("toolspec.spec", report.spec.path)
            if report.case is not None:
                span.set_attribute("toolspec.case", report.case)
            for result in report.results:
                attributes: dict[str, str | float] = {
                    "gen_ai.evaluation.name": result.rule.name or result.rule.origin.source,
                    "gen_ai.evaluation.score.label": result.status,
                }
                if result.score is not None:
                    attributes["gen_ai.evaluation.score.value"] = result.score
                if result.status != "pass":
                    attributes["gen_ai.evaluation.explanation"] = result.summary[:SUMMARY_MAX]
                span.add_event("gen_ai.evaluation.result", attributes)
        span.end(time.time_ns())
