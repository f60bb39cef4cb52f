"""The calls and expectations both sides are measured on, made the same way each time."""

from __future__ import annotations

import json
import random
from typing import Any, NamedTuple

TOOLS = (
    "search",
    "fetch_page",
    "read_file",
    "write_file",
    "run_tests",
    "query_db",
    "send_email",
    "get_weather",
    "create_ticket",
    "list_orders",
    "summarise",
    "translate",
)
SIZES = (20, 100, 1000)
FEW = 10
"""Expectations in a rule as people write them."""

RULES = ("order", "count", "args", "args subset", "output")


class Scenario(NamedTuple):
    """Spans as both sides read them, one spec per rule, and the same expectations for UiPath."""

    spans: list[dict[str, Any]]
    specs: dict[str, str]
    criteria: dict[str, dict[str, Any]]


def scenario(calls: int, expected: int | None = None) -> Scenario:
    """Return a trace of that many calls, and rules that expect so many: all of them where not said.

    About nine in ten expectations hold.
    """
    wants = calls if expected is None else expected
    draw = random.Random(calls)
    made = [_call(draw, at) for at in range(calls)]
    kept = sorted(draw.sample(range(calls), wants))
    order = [draw.choice(TOOLS) if draw.random() < 0.1 else made[at][0] for at in kept]
    names = [name for name, _, _ in made]
    counts = {tool: names.count(tool) + (draw.random() < 0.1) for tool in TOOLS[:wants]}
    wanted: list[tuple[str, dict[str, Any], str]] = []
    for name, arguments, result in draw.sample(made, wants):
        if draw.random() < 0.1:
            wanted.append((name, arguments | {"page": -1}, f"{result}!"))
        else:
            wanted.append((name, arguments, result))
    some = [(name, {key: args[key] for key in ("query", "page")}) for name, args, _ in wanted]
    return Scenario(
        [_span(at, *call) for at, call in enumerate(made)],
        {
            "order": "order: " + " -> ".join(order),
            "count": "count: " + ", ".join(f"{tool} = {times}" for tool, times in counts.items()),
            "args": "args: " + ", ".join(f"{name} {_angled(args)}" for name, args, _ in wanted),
            "args subset": "args subset: "
            + ", ".join(f"{name} {_angled(args)}" for name, args in some),
            "output": "output: "
            + ", ".join(f"{name} = {json.dumps(result)}" for name, _, result in wanted),
        },
        {
            "order": {"tool_calls_order": order},
            "count": {"tool_calls_count": {tool: ["=", times] for tool, times in counts.items()}},
            "args": {"tool_calls": [{"name": name, "args": args} for name, args, _ in wanted]},
            "args subset": {"tool_calls": [{"name": name, "args": args} for name, args in some]},
            "output": {
                "tool_outputs": [{"name": name, "output": result} for name, _, result in wanted]
            },
        },
    )


def _call(draw: random.Random, at: int) -> tuple[str, dict[str, Any], str]:
    name = draw.choice(TOOLS)
    arguments = {
        "query": f"item {draw.randrange(10**6)}",
        "page": draw.randrange(5),
        "options": {"exact": draw.random() < 0.5, "limit": 10 * (1 + draw.randrange(9))},
    }
    return name, arguments, f"{name} answered number {at} with {draw.randrange(10**6)}"


def _span(at: int, name: str, arguments: dict[str, Any], result: str) -> dict[str, Any]:
    return {
        "name": name,
        "start": 1_767_258_000_000_000_000 + at * 1_000_000,
        "attributes": {
            "tool.name": name,
            "input.value": json.dumps(arguments),
            "output.value": json.dumps({"content": result}),
        },
    }


def _angled(arguments: dict[str, Any]) -> str:
    return "<" + ", ".join(f"{key}: {json.dumps(value)}" for key, value in arguments.items()) + ">"
