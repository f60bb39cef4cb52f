"""Statistics of each tool in recent traces: number of calls, arguments, results, durations.

Each trace is summed once, when it is read. An index over many traces adds and subtracts these sums,
so a changed trace file costs only its own calls.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from sys import intern

from cachetools import LRUCache

from toolspec.engine.json_value import Json, compact
from toolspec.engine.match.tool_pattern import quoted
from toolspec.engine.match.values import written_key
from toolspec.engine.trace import Result, Trace, Unrecorded

VALUES_MAX = 50
"""Maximum number of different values of one argument, kept for completion."""

VALUE_LENGTH_MAX = 120
"""Maximum characters of a value that is offered."""

RECORDED_MAX = 400
"""Maximum characters of a text that is tried as JSON."""


TOTALS_MAX = 32
"""Sums of tools with their values that are kept: a cursor asks for the same few."""


class ToolCounts:
    """How often one tool was called in one trace or in many.

    `keys` counts the calls with each argument. `duration_ns` is the sum over the `timed` calls,
    those whose start and end are recorded; `unrecorded` counts calls whose arguments are not
    recorded. `after` counts the tools called directly before, "" for none; `agents` counts the
    calls by the agent that made them, where that is recorded.
    """

    __slots__ = (
        "after",
        "agents",
        "calls",
        "duration_ns",
        "failed",
        "keys",
        "last_ns",
        "timed",
        "traces",
        "unrecorded",
    )

    def __init__(self) -> None:
        self.calls = self.failed = self.timed = self.duration_ns = 0
        self.unrecorded = self.traces = self.last_ns = 0
        self.keys: Counter[str] = Counter()
        self.after: Counter[str] = Counter()
        self.agents: Counter[str] = Counter()

    def shift(self, other: ToolCounts, sign: int = 1) -> None:
        """Add other counts, or subtract them with `sign=-1`."""
        for name in ("calls", "failed", "timed", "duration_ns", "unrecorded", "traces"):
            setattr(self, name, getattr(self, name) + sign * getattr(other, name))
        self.last_ns = max(self.last_ns, other.last_ns)
        _shift(self.keys, other.keys, sign)
        _shift(self.after, other.after, sign)
        _shift(self.agents, other.agents, sign)


class ToolSum(ToolCounts):
    """The calls of one tool, with what they were given and gave back.

    `values` counts each argument's values, written as in a spec, and `results` the returned values.
    """

    __slots__ = ("results", "values")

    def __init__(self) -> None:
        super().__init__()
        self.values: dict[str, Counter[str]] = {}
        self.results: Counter[str] = Counter()

    def add(self, other: ToolSum) -> None:
        """Add another sum."""
        self.shift(other)
        _shift(self.results, other.results)
        for key, values in other.values.items():
            _shift(self.values.setdefault(key, Counter()), values)


def _shift(into: Counter[str], by: Mapping[str, int], sign: int = 1) -> None:
    for name, count in by.items():
        into[name] += sign * count
        if into[name] <= 0:
            del into[name]


def sum_up(trace: Trace, read_ns: int) -> dict[str, ToolSum]:
    """Sum a trace by tool; `read_ns` is used as the time of calls without one."""
    sums: dict[str, ToolSum] = {}
    before = ""
    for call in trace.calls:
        tool = sums.get(call.name)
        name = intern(call.name)  # the same text, which is sent and held once
        if tool is None:
            tool = sums[name] = ToolSum()
            tool.traces = 1
        tool.calls += 1
        if before in tool.after or len(tool.after) < VALUES_MAX:
            tool.after[before] += 1
        before = name
        if call.agent is not None:
            tool.agents[call.agent] += 1
        tool.failed += call.status == "error"
        tool.last_ns = max(tool.last_ns, call.start_ns or read_ns)
        if call.start_ns is not None and call.end_ns is not None:
            tool.timed += 1
            tool.duration_ns += max(0, call.end_ns - call.start_ns)
        if not isinstance(call.result, Unrecorded):
            _count(tool.results, _result(call.result))
        if isinstance(call.arguments, Unrecorded):
            tool.unrecorded += 1
            continue
        for key, value in call.arguments.items():
            key = intern(key)
            tool.keys[key] += 1
            written = _written(value)
            if written is not None:
                _count(tool.values.setdefault(key, Counter()), written)
    return sums


def _count(values: Counter[str], written: str | None) -> None:
    if written is not None and (written in values or len(values) < VALUES_MAX):
        values[written] += 1


def _result(result: Result) -> str | None:
    """Return a result as a spec writes it: its `content` if it has nothing else."""
    recorded = result.recorded
    if isinstance(recorded, str) and len(recorded) > RECORDED_MAX:
        return None  # checked first, because most results are long texts, often JSON
    return _written(result.values[-1])


def _written(value: Json) -> str | None:
    """Return a value as a spec writes it; None if it is too long to offer."""
    if isinstance(value, str):
        return quoted(value) if len(value) <= VALUE_LENGTH_MAX else None
    if isinstance(value, Mapping | list | tuple):
        named = isinstance(value, Mapping)
        parts: list[str] = []
        room = VALUE_LENGTH_MAX
        for key, item in value.items() if named else (("", item) for item in value):
            written = _written(item)
            if written is None or room < 0:
                return None
            parts.append(f"{written_key(key)}: {written}" if named else written)
            room -= len(parts[-1])
        text = f"{{{', '.join(parts)}}}" if named else f"[{', '.join(parts)}]"
    else:
        text = compact(value)
    return text if len(text) <= VALUE_LENGTH_MAX else None


ToolSums = Mapping[str, ToolSum]
"""The tools of one trace, by name, in the order of their first call."""


class ToolIndex:
    """The tools of some traces.

    Values and results are summed up where they are asked for: there are many.
    """

    def __init__(self) -> None:
        self.tools: dict[str, ToolCounts] = {}
        self._by_trace: dict[str, ToolSums] = {}
        self._totals: LRUCache[tuple[str, ...], ToolSum] = LRUCache(TOTALS_MAX)

    def set_traces(self, traces: Mapping[str, ToolSums]) -> None:
        """Set the traces of the index, by id."""
        for trace_id in [*self._by_trace]:
            if trace_id not in traces:
                self.put(trace_id, None)
        for trace_id, sums in traces.items():
            if self._by_trace.get(trace_id) is not sums:
                self.put(trace_id, sums)

    def put(self, trace_id: str, sums: ToolSums | None) -> None:
        """Set the sums of one trace; None removes it."""
        self._totals.clear()
        for name, tool in self._by_trace.pop(trace_id, {}).items():
            total = self.tools[name]
            total.shift(tool, -1)
            if total.calls <= 0:
                del self.tools[name]
        if sums is None:
            return
        self._by_trace[trace_id] = sums
        for name, tool in sums.items():
            self.tools.setdefault(name, ToolCounts()).shift(tool)

    def total(self, names: tuple[str, ...]) -> ToolSum:
        """Return the sum of these tools over all traces, with values and results."""
        total = self._totals.get(names)
        if total is None:
            total = self._totals[names] = ToolSum()
            for sums in self._by_trace.values():
                for name in names:
                    if name in sums:
                        total.add(sums[name])
        return total

    def by_use(self) -> list[tuple[str, ToolCounts]]:
        """Return the tools, most called first, then by name."""
        return sorted(self.tools.items(), key=lambda item: (-item[1].calls, item[0]))

    def of_trace(self, trace_id: str) -> ToolSums:
        """Return the tools of one trace, in the order of their first call."""
        return self._by_trace.get(trace_id, {})
