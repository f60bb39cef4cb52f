"""toolspec: how an AI agent must use its tools, written down and scored against its traces.

>>> import toolspec
>>> spec = toolspec.parse("order strict: search -> book")
>>> trace = toolspec.Trace([toolspec.called("search"), toolspec.called("book")])
>>> report = spec.check(trace)
>>> report.passed, report.score, report.results[0].status
(True, 1.0, 'pass')

Nothing below is imported before it is used: `import toolspec` costs next to nothing.
"""

from __future__ import annotations

__version__ = "0.1.0"

# Type checkers take a variable of this name for true, and `typing` need not be imported for it.
TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Iterable
    from typing import Any

    from toolspec.dsl.errors import SpecError as SpecError
    from toolspec.dsl.specs import load as load
    from toolspec.dsl.specs import parse as parse
    from toolspec.engine.reading.format import TraceError as TraceError
    from toolspec.engine.reading.limits import Limits as Limits
    from toolspec.engine.rule import Rule as Rule
    from toolspec.engine.spec import Report as Report
    from toolspec.engine.spec import RuleResult as RuleResult
    from toolspec.engine.spec import Spec as Spec
    from toolspec.engine.trace import UNRECORDED as UNRECORDED
    from toolspec.engine.trace import Call as Call
    from toolspec.engine.trace import Gap as Gap
    from toolspec.engine.trace import Note as Note
    from toolspec.engine.trace import Place as Place
    from toolspec.engine.trace import Result as Result
    from toolspec.engine.trace import Trace as Trace
    from toolspec.engine.trace import called as called
    from toolspec.engine.verdict import Status as Status

__all__ = [
    "UNRECORDED",
    "Call",
    "Gap",
    "Limits",
    "Note",
    "Place",
    "Report",
    "Result",
    "Rule",
    "RuleResult",
    "Spec",
    "SpecError",
    "Status",
    "Trace",
    "TraceError",
    "__version__",
    "called",
    "load",
    "load_traces",
    "parse",
    "trace_from_spans",
    "traces_from_spans",
]

_HOMES = {
    "SpecError": "toolspec.dsl.errors",
    "load": "toolspec.dsl.specs",
    "parse": "toolspec.dsl.specs",
    "TraceError": "toolspec.engine.reading.format",
    "Limits": "toolspec.engine.reading.limits",
    "Report": "toolspec.engine.spec",
    "Rule": "toolspec.engine.rule",
    "RuleResult": "toolspec.engine.spec",
    "Spec": "toolspec.engine.spec",
    "UNRECORDED": "toolspec.engine.trace",
    "Call": "toolspec.engine.trace",
    "Gap": "toolspec.engine.trace",
    "Note": "toolspec.engine.trace",
    "Place": "toolspec.engine.trace",
    "Result": "toolspec.engine.trace",
    "Trace": "toolspec.engine.trace",
    "called": "toolspec.engine.trace",
    "Status": "toolspec.engine.verdict",
}


def load_traces(
    path: str | os.PathLike[str], *, salvage: bool = False, limits: Limits | None = None
) -> list[Trace]:
    """Read the traces of a file, in the order they begin.

    The format is recognised by content. With `salvage`, what is complete in a truncated file
    counts, and a note on the traces says so; `limits` bounds what the file may cost. A trace that
    is alone in its file and gives itself no name has the file's, without its endings: the name of
    the case it is for. Raises TraceError, with line and column where there is one, on a file that
    cannot be read, or that holds a trace which cannot be judged.

    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "run.json")
    ...     _ = path.write_text('[{"role": "user", "content": "Hi"}, {"role": "assistant", '
    ...         '"tool_calls": [{"id": "1", "type": "function", '
    ...         '"function": {"name": "search", "arguments": "{}"}}]}]')
    ...     [trace] = load_traces(path)
    >>> trace.names, trace.name
    (['search'], 'run')
    """
    import os

    from toolspec.dsl.workspace.case_names import names_without_endings
    from toolspec.engine.reading.files import read_traces
    from toolspec.engine.reading.limits import DEFAULT

    reading = read_traces(
        os.fspath(path), salvage=salvage, limits=DEFAULT if limits is None else limits
    )
    if reading.unjudged:
        raise reading.unjudged[0]
    traces = list(reading.traces)
    if len(traces) == 1 and traces[0].name is None:
        traces[0].name = next(iter(names_without_endings(os.fspath(path))), None)
    return traces


def trace_from_spans(spans: Iterable[Any]) -> Trace:
    """Return the trace of OpenTelemetry `ReadableSpan` objects, as a span exporter receives them.

    Raises TraceError where the spans are of several traces, or none of them is an agent's, a
    model's or a tool's.
    """
    from toolspec.engine.reading.in_memory import trace_from_spans

    return trace_from_spans(spans)


def traces_from_spans(spans: Iterable[Any]) -> list[Trace]:
    """Return the traces of OpenTelemetry `ReadableSpan` objects, in the order they begin.

    The spans may be in any order, and of several traces: all that a run exported. A trace without a
    span of an agent, a model or a tool is left out. Raises TraceError where that leaves none, or
    where a trace cannot be judged.
    """
    from toolspec.engine.reading.in_memory import traces_from_spans

    return traces_from_spans(spans)


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
