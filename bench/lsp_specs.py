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
