"""A first spec, drafted from traces: it says what they did, and passes on them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from toolspec.dsl.text.spec_text import key_text, quoted_safely, tool_name, with_escapes
from toolspec.engine.json_value import Json, compact
from toolspec.engine.reading.format import TraceError
from toolspec.engine.trace import Trace, Unrecorded

ORDER_MAX: Final = 15
"""Calls listed one by one; of a longer trace, the tools in the order of their first call are."""

TOOLS_MAX: Final = 40
KEYS_MAX: Final = 5
WIDTH: Final = 90
ARGUMENT_CHARACTERS_MAX: Final = 60


def draft(traces: Sequence[Trace], path: str | None, values: bool = True) -> str:
    """Return a spec's text for the traces of one file; `path` names it as the spec should.

    Without `values` no argument of the trace is written. Raises TraceError where the tools' names
    are such that no spec can hold them.
    """
    text = "\n".join(_lines(traces, path, values)) + "\n"
    from toolspec.dsl.errors import SpecError
    from toolspec.dsl.format import format_text
    from toolspec.dsl.specs import parse

    try:
        spec = parse(text)
        text = format_text(text)
    except SpecError:
        raise TraceError(
            "contains names that cannot be written in a spec", hint="see `toolspec traces`"
        ) from None
    for trace in traces:
        if not spec.check(trace).passed and trace.gaps:
            hint = "a rule would be unknown on it; see `toolspec traces`"
            raise TraceError(f"no spec: calls may be missing: {trace.gaps[0].text}", hint=hint)
    assert all(spec.check(trace).passed for trace in traces), "a draft fails its own trace"
    return text


def _lines(traces: Sequence[Trace], path: str | None, values: bool) -> Iterator[str]:
    several = len(traces) > 1
    whose = f"what {len(traces)} traces have in common" if several else "one trace"
    yield f"# A first spec, from {whose}. Loosen what is not required; see `toolspec explain`."
    if path is not None:
        yield f"traces {quoted_safely(path)}"
    yield ""
    order = _order(traces)
    if len(order) > 1:
        listed = (
            "first calls in this order" if _collapsed(traces, order) else "the calls in this order"
        )
        yield f"## {listed.capitalize()}; others may come between."
        yield from _wrapped("order: ", [tool_name(tool) for tool in order], " ->")
        yield ""
    counts = list(_counts(traces))
    if counts:
        yield "## How often each tool is called."
        yield from _wrapped("count: ", counts, ",")
    elif any(traces):
        yield f"# These {len(traces)} traces share no tool."
        yield "# For a spec that says more, put one of them into a file of its own."
        yield ""
        yield "## No tool is called more times than in these traces."
        yield from _wrapped("count: ", list(_bounds(traces)), ",")
    else:
        yield "## Nothing is called."
        yield "count * = 0"
    yield from _second_part(traces)
    example = _args_example(traces, values)
    if example:
        yield ""
        yield "# Arguments, once you know which matter (`subset` leaves the others free):"
        yield f"# {example}"


def _second_part(traces: Sequence[Trace]) -> Iterator[str]:
    """Yield what else holds of all traces: allowed tools, limits, what came before each call."""
    from toolspec.dsl import supported

    tools = supported.supported_tools(traces)
    if tools:
        yield ""
        yield "## No other tool is called."
        yield from _wrapped("only: ", tools, ",")
    entries = supported.budgets(traces)
    if entries:
        yield ""
        yield "## Limits with room for half as much again."
        yield from _wrapped("limit: ", entries, ",")
    rules = supported.earlier_calls(traces)
    if rules:
        yield ""
        yield "## What came before each of these calls, for the same value."
        yield from rules


def _order(traces: Sequence[Trace]) -> list[str]:
    """Return tools that every trace calls in this order; none where they part."""
    if not all(len(trace) for trace in traces):
        return []
    if len(traces) == 1 and len(traces[0]) <= ORDER_MAX:
        return list(traces[0].names)
    shared = (tool for tool in traces[0].by_name if all(tool in trace.by_name for trace in traces))
    order = list(shared)[:TOOLS_MAX]
    return order if all(_follows(trace.names, order) for trace in traces) else []


def _collapsed(traces: Sequence[Trace], order: Sequence[str]) -> bool:
    return len(traces) > 1 or len(order) < len(traces[0])


def _follows(names: Sequence[str], order: Sequence[str]) -> bool:
    """Tell whether the order is found in the names, others between."""
    rest = iter(names)
    return all(tool in rest for tool in order)


def _counts(traces: Sequence[Trace]) -> Iterator[str]:
    """Yield a count entry, or two, for each tool that every trace calls."""
    for tool in list(traces[0].by_name)[:TOOLS_MAX]:
        counts = [len(trace.by_name.get(tool, ())) for trace in traces]
        low, high = min(counts), max(counts)
        if low == high:
            yield f"{tool_name(tool)} = {low}"
        elif low:
            yield f"{tool_name(tool)} >= {low}"
            yield f"{tool_name(tool)} <= {high}"


def _bounds(traces: Sequence[Trace]) -> Iterator[str]:
    """Yield for each tool how often it is called where that is most."""
    tools = dict.fromkeys(tool for trace in traces for tool in trace.by_name)
    for tool in list(tools)[:TOOLS_MAX]:
        yield f"{tool_name(tool)} <= {max(trace.counts[tool] for trace in traces)}"


def _args_example(traces: Sequence[Trace], values: bool) -> str:
    """Return an `args` rule that a call of each trace meets, "" where there is none."""
    for tool in list(traces[0].by_name)[:TOOLS_MAX]:
        firsts = [_first_arguments(trace, tool) for trace in traces]
        shared = [key for key in firsts[0] if all(key in first for first in firsts)]
        if shared:
            listed: list[str] = []
            for key in shared[:KEYS_MAX]:
                value = firsts[0][key]
                is_common = values and all(_same(first[key], value) for first in firsts)
                listed.append(f"{key_text(key)}: {_value(value) if is_common else '...'}")
            return f"args {tool_name(tool)} subset <{', '.join(listed)}>"
    return ""


def _first_arguments(trace: Trace, tool: str) -> Mapping[str, Json]:
    """Return the arguments of a tool's first call that has any recorded; none where none has."""
    for at in trace.by_name.get(tool, ()):
        arguments = trace.arguments[at]
        if not isinstance(arguments, Unrecorded) and arguments:
            return arguments
    return {}


def _same(value: Json, other: Json) -> bool:
    """Tell whether two values are written alike: Python takes True for 1."""
    return value is other or compact(value) == compact(other)


def _value(value: Json) -> str:
    """Return a value as the language writes it; `...` for a long one, and for what is no JSON."""
    try:
        written = with_escapes(json.dumps(value, ensure_ascii=False, allow_nan=False))
    except ValueError:
        return "..."
    return written if len(written) <= ARGUMENT_CHARACTERS_MAX else "..."


def _wrapped(start: str, items: Sequence[str], joint: str) -> Iterator[str]:
    """Yield the items joined in lines of a readable width; a line that goes on ends in it."""
    line, indent = start, " " * len(start)
    for at, item in enumerate(items):
        piece = item + (joint if at + 1 < len(items) else "")
        if line.strip() and line != start and len(line) + len(piece) + 1 > WIDTH:
            yield line.rstrip()
            line = indent
        line += piece + " "
    yield line.rstrip()
