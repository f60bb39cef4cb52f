"""Inputs that are hard to read for their size: each a function from a number of bytes to a text.

They are what an attacker would send: much structure in few bytes, and shapes that tempt a program
into comparing everything with everything.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

Text = Callable[[int], str]


def repeated(unit: str, before: str = "", after: str = "", between: str = ",") -> Text:
    """Return a function that makes texts of one unit again and again."""

    def text(size: int) -> str:
        count = max(1, (size - len(before) - len(after)) // (len(unit) + len(between)))
        return before + between.join([unit] * count) + after

    return text


def numbered(
    unit: Callable[[int], str], before: str = "", after: str = "", between: str = ","
) -> Text:
    """Return a function that makes texts of units that differ by their number."""

    def text(size: int) -> str:
        parts: list[str] = []
        length = len(before) + len(after)
        while length < size:
            parts.append(unit(len(parts)))
            length += len(parts[-1]) + len(between)
        return before + between.join(parts) + after

    return text


def _span(trace: int, span: int, parent: int, operation: str = "execute_tool") -> str:
    return (
        f'{{"name":"{operation} a","context":{{"trace_id":"0x{trace:032x}",'
        f'"span_id":"0x{span:016x}"}},"parent_id":"0x{parent:016x}",'
        '"start_time":"2026-01-01T00:00:00Z","end_time":"2026-01-01T00:00:00Z",'
        f'"attributes":{{"gen_ai.operation.name":"{operation}"}}}}'
    )


def _otlp_line(trace: int) -> str:
    return (
        f'{{"resourceSpans":[{{"scopeSpans":[{{"spans":[{{"traceId":"{trace:032x}",'
        f'"spanId":"{trace:016x}","name":"execute_tool f","startTimeUnixNano":"{trace}",'
        '"endTimeUnixNano":"9","attributes":[{"key":"gen_ai.operation.name",'
        '"value":{"stringValue":"execute_tool"}}]}]}]}]}'
    )


_OTLP = '{"resourceSpans":[{"scopeSpans":[{"spans":['
_ASSISTANT = '[{"role":"assistant","content":['
_CALLS = '[{"role":"assistant","tool_calls":['

TRACES: Final[dict[str, Text]] = {
    "a list of empty spans": repeated("{}", "[", "]"),
    "OTLP of empty spans": repeated("{}", _OTLP, "]}]}]}"),
    "OTLP of empty scopes": repeated("{}", '{"resourceSpans":[{"scopeSpans":[', "]}]}"),
    "lines of empty OTLP": repeated('{"resourceSpans":[]}', between="\n"),
    "traces of one span each": numbered(lambda at: _span(at + 1, at + 1, 0), "[", "]"),
    "spans, each inside the one before": numbered(lambda at: _span(1, at + 2, at + 1), "[", "]"),
    "spans whose parents go in circles": numbered(
        lambda at: _span(1, at + 2, at * 7919 % 20_000 + 2), "[", "]"
    ),
    "agents in agents": numbered(
        lambda at: _span(1, at + 2, at + 1, ("invoke_agent", "chat", "execute_tool")[at % 3]),
        "[",
        "]",
    ),
    "a list of empty lists": repeated("[]", "[", "]"),
    "lists in lists": lambda size: "[" * (size // 2) + "]" * (size // 2),
    "lines that open an object": repeated("{x", between="\n"),
    "lines that open a key": repeated('{"x":', between="\n"),
    "objects without a line end": repeated("{}", between=""),
    "opening braces": lambda size: "{" * size,
    "quotes": lambda size: '"' * size,
    "one object of many keys": numbered(lambda at: f'"k{at}":1', "{", "}"),
    "one key again and again": repeated('"a":1', "{", "}"),
    "one long text": lambda size: f'["{"x" * size}"]',
    "text of escapes": lambda size: '["' + "\\u0041" * (size // 6) + '"]',
    "plain text": repeated("hello world", between="\n"),
    "empty messages": repeated('{"role":"user","content":""}', "[", "]"),
    "messages of one call": numbered(
        lambda at: (
            f'{{"role":"assistant","tool_calls":[{{"id":"c{at}","function":'
            '{"name":"f","arguments":"{}"}}]}'
        ),
        "[",
        "]",
    ),
    "one message of many calls": repeated(
        '{"id":"c","function":{"name":"f","arguments":"{}"}}', _CALLS, "]}]"
    ),
    "one message of empty calls": repeated("{}", _CALLS, "]}]"),
    "one message of unknown parts": repeated('{"type":"x"}', _ASSISTANT, "]}]"),
    "results without a call": numbered(
        lambda at: f'{{"role":"tool","content":"x","tool_call_id":"c{at}"}}',
        '[{"role":"user","content":""},',
        "]",
    ),
    "a session of sub-agents": numbered(
        lambda at: (
            f'{{"type":"assistant","sessionId":"s","uuid":"{at}","message":{{"role":"assistant",'
            f'"content":[{{"type":"tool_use","name":"Task","id":"{at}","input":{{}}}}]}}}}'
        ),
        between="\n",
    ),
    "words like tags in a text": lambda size: (
        '[{"role":"assistant","content":"' + "<a_b>" * (size // 5) + '"}]'
    ),
    "words of a log between records": numbered(
        lambda at: f"run tool{at}" if at % 20 else '{"role":"user","content":"x"}', between="\n"
    ),
    "words of a log before traces of one span each": lambda size: (
        numbered(lambda at: f"word{at % 15_000}", between=" ")(size // 4)
        + "\n"
        + numbered(lambda at: _otlp_line(at + 1), between="\n")(size * 3 // 4)
    ),
    "arguments that never end": lambda size: (
        _CALLS + '{"id":"c","function":{"name":"f","arguments":"' + "{'a':" * (size // 5) + '"}}]}]'
    ),
}
"""Traces, by what they are."""

SPECS: Final[dict[str, Text]] = {
    "rules of one tool": numbered(lambda at: f"forbid t{at}", between="\n"),
    "counts that exclude each other": numbered(lambda at: f"count a = {at}", between="\n"),
    "the same rule": repeated("forbid a", between="\n"),
    "errors": repeated("kount a = 1", between="\n"),
    "one `order` of many tools": repeated("a", "order: ", between=" -> "),
    "one `tool` line of many names": numbered(lambda at: f"t{at}", "tool @n = ", between=" | "),
    "names made of names": numbered(
        lambda at: f"tool @n{at} = " + (f"@n{at - 1} | @n{at - 1}" if at else "a"), between="\n"
    ),
    "cases that are never closed": numbered(lambda at: f'case "{at}" {{', between="\n"),
    "one `each` of many demands": numbered(
        lambda at: f"after t{at}", "each issue_refund: ", between=", "
    ),
    "one demand of many ways": numbered(
        lambda at: f"seeing t{at}", "each issue_refund: after ", between=" or after "
    ),
    "rules for calls of one order": numbered(
        lambda at: f"each issue_refund <order_id: $o>: after t{at} <order_id: $o>", between="\n"
    ),
    "one `only` of many tools": numbered(lambda at: f"t{at}", "only: ", between=", "),
    "one `any` of many rules": numbered(
        lambda at: f"require t{at}", "any {\n", "\n}", between="\n"
    ),
    "one forbidden sequence": numbered(lambda at: f"t{at}", "forbid ", between=" -> "),
    "blocks in blocks": repeated("per turn {", between="\n"),
    "a rule for each part": repeated("forbid issue_refund per turn", between="\n"),
    "values named": numbered(lambda at: f"value @v{at} = {at} | has {at}", between="\n"),
    "one value of many alternatives": numbered(str, "forbid a <x: ", ">", between=" | "),
    "one value of negations": repeated("not", "forbid a <x: ", " 1>", between=" "),
    "files used": numbered(lambda at: f'use "f{at}.toolspec"', between="\n"),
    "one value of brackets": lambda size: "forbid a <x: " + "[" * size,
    "one long string": lambda size: f'forbid a <x: "{"x" * size}">',
    "one long regex": lambda size: f"forbid a <x: /{'(a|b)?' * (size // 6)}/>",
    "comments": repeated("# toolspec: ignore TS301", between="\n"),
    "blank lines": lambda size: "\n" * size,
}
"""Specs, by what they are."""


_GIVEN = '"gen_ai.tool.call.arguments":"{\\"x\\":\\"zzz\\"}","gen_ai.operation.name"'


def _calls(count: int, name: Callable[[int], str], *, given: bool = False) -> str:
    """Return a trace of so many calls, with the argument `x` where `given`."""
    spans: list[str] = []
    for at in range(count):
        span = _span(1, at + 1, 0).replace("execute_tool a", f"execute_tool {name(at)}")
        spans.append(span.replace('"gen_ai.operation.name"', _GIVEN) if given else span)
    return f"[{','.join(spans)}]"


RULES: Final[dict[str, Callable[[int], tuple[str, str]]]] = {
    "order of n tools, n calls": lambda n: (
        _calls(n, lambda at: f"t{at % 5}"),
        "order: " + " -> ".join(f"t{at % 7}" for at in range(n)),
    ),
    "order of n globs, n calls": lambda n: (
        _calls(n, lambda at: f"t{at % 5}"),
        "order: " + " -> ".join(f"t{at % 7}*" for at in range(n)),
    ),
    "args of n regexes, n calls": lambda n: (
        _calls(n, lambda _: "a", given=True),
        "args: " + ", ".join(f"a <x: /{at}/>" for at in range(n)),
    ),
    "count of n regexes, n tools": lambda n: (
        _calls(n, lambda at: f"t{at}"),
        "count: " + ", ".join(f"/^x{at}$/ = 0" for at in range(n)),
    ),
    "n counts of one tool, n calls": lambda n: (
        _calls(n, lambda _: "a"),
        "\n".join(f"count a >= {at}" for at in range(n)),
    ),
    "sequence of n entries, n calls without arguments": lambda n: (
        _calls(n, lambda _: "a"),
        "sequence: " + " -> ".join(f"a <x: {at}>" for at in range(n)),
    ),
}
"""Rules that compare entries with calls: trace and spec of a size n."""
