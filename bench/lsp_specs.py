"""Specs and traces for measuring the language server: many different lines, as long specs have."""

from __future__ import annotations

import json
import random
from pathlib import Path

from bench.scenario import TOOLS

MANY = tuple(f"{tool}.v{number}" for number in range(1, 6) for tool in TOOLS)
"""Tools enough that no two rules of a long spec are the same."""


def spec_text(lines: int, first: str = 'traces "runs/*.json"') -> str:
    """Return a spec of that many lines; no two rules are the same."""
    draw = random.Random(lines)
    rows = [first]
    while len(rows) < lines:
        at = len(rows)
        one, two, three = draw.sample(MANY, 3)
        rows.append(
            (
                f"order: {one} -> {two} -> {three} weight {1 + at % 7}",
                f"count {MANY[at // 5 % 60]} >= {1 + at // 300}",
                _arguments(two, at),
                f"# {at}: what the rules below are for",
                f'order: {three} -> {one} as "rule {at}"  # so',
            )[at % 5]
        )
    return "\n".join(rows[:lines]) + "\n"


def _arguments(tool: str, at: int) -> str:
    if at % 50 == 2:  # what fails, as now and then something does
        return f'args subset: {tool} <query: "item {at}", page: {at % 5}>'
    return f"args subset: {tool} <query: /^item [0-9]{{1,{6 + at // 300}}}/, page: {at // 5 % 5}>"


def write_traces(folder: Path, count: int, calls: int) -> None:
    """Write traces of tool calls as messages."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(count):
        path = folder / f"trace_{number}.json"
        path.write_text(trace_text(calls, number), "utf-8")


def trace_text(calls: int, seed: int) -> str:
    draw = random.Random(seed)
    messages: list[object] = []
    for at in range(calls):
        name = draw.choice(MANY)
        arguments = {"query": f"item {draw.randrange(10**6)}", "page": draw.randrange(5)}
        call = {
            "id": f"c{at}",
            "type": "function",
            "function": {"name": name, "arguments": json.dumps(arguments)},
        }
        messages.append({"role": "assistant", "content": None, "tool_calls": [call]})
        messages.append({"role": "tool", "tool_call_id": f"c{at}", "content": f"answer {at}"})
    return json.dumps(messages)


TEMPLATES = (
    "count: {a} <= {n} per <order_id>",
    "each {a} <order_id: $o>: after {b} <order_id: $o>",
    "limit: calls <= {many}, loops = 0",
    "forbid {a} <amount: > {many}> after {b} until {c}",
    "order: {a} -> {b} -> {c} weight {n}",
    "count {a} >= {n}",
    "args subset: {a} <order_id: /^A-[0-9]{{1,{n}}}/, amount: > {many}>",
    "require {a} <amount: < {many}> result {{total: >= 1, ...}}",
    "sequence: {a} -> {b} <amount: > {many}>",
    "each {a} <amount: > {many}>: after seeing {b} within {n} steps",
)
"""Kinds of rules as policies mix them; `{n}` and `{many}` make each rule another one."""

RUN_CALLS = (20, 60)
"""The fewest and the most calls of a run."""

ORDERS = 6
"""Orders that a run is about."""


def rules_text(count: int) -> str:
    """Return a spec with so many rules, one a line; no two are the same."""
    draw = random.Random(count)
    lines = ['traces "runs/*.json"']
    for at in range(count):
        a, b, c = draw.sample(TOOLS, 3)
        round_of = at // len(TEMPLATES)
        given = {"a": a, "b": b, "c": c, "n": 1 + round_of % 9, "many": 20 + round_of}
        lines.append(TEMPLATES[at % len(TEMPLATES)].format(**given))
    return "\n".join(lines) + "\n"


def write_runs(folder: Path, count: int) -> None:
    """Write runs of different lengths, as chat messages."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(count):
        (folder / f"run_{number:03}.json").write_text(run_text(number), "utf-8")


def run_text(seed: int) -> str:
    """Return a run as the messages of a chat."""
    draw = random.Random(seed)
    orders = [f"A-{draw.randrange(10**4)}" for _ in range(ORDERS)]
    messages: list[object] = [{"role": "user", "content": "Please look after my orders."}]
    for at in range(draw.randint(*RUN_CALLS)):
        order, amount = draw.choice(orders), draw.randrange(200)
        arguments = {"order_id": order, "amount": amount, "note": f"item {draw.randrange(99)}"}
        call = {
            "id": f"c{at}",
            "type": "function",
            "function": {"name": draw.choice(TOOLS), "arguments": json.dumps(arguments)},
        }
        result = {"order_id": order, "total": amount, "status": "done"}
        messages.append({"role": "assistant", "content": None, "tool_calls": [call]})
        messages.append({"role": "tool", "tool_call_id": f"c{at}", "content": json.dumps(result)})
    messages.append({"role": "assistant", "content": "All of them are done."})
    return json.dumps(messages)
