"""Attacks that leave a call unrecorded: dropped, lost, cut, encoded, or told beside the others."""

from __future__ import annotations

import base64
import gzip
import json
from typing import Any, Final, cast

from tests.traces.attack_plans import ALL, Attack, Plan, a_plan
from tests.traces.runs import Record
from tests.traces.span_files import span
from tests.traces.span_runs import SPANS
from tests.traces.verdicts import FORBIDDEN

_CALL: Final[dict[str, Any]] = {"id": "c99", "name": FORBIDDEN, "arguments": {"id": 99}}
_ASKED: Final[dict[str, Any]] = {
    "id": "c99",
    "type": "function",
    "function": {"name": FORBIDDEN, "arguments": '{"id": 99}'},
}
_LAST: Final = 50_000
"""The number of a span that begins after all others of a run."""


def _of(plan: Plan, names: list[str], *, carriers: tuple[str, ...] = ()) -> Plan:
    """Return the plan, or another one in one of these formats and carriers."""
    for _ in range(200):
        fits = not carriers or plan.carrier.startswith(carriers)
        if plan.name in names and fits and plan.carrier != "UiPath export":
            break
        plan = a_plan(plan.random, plan.random.choice(names))
    return plan


def _of_spans(plan: Plan) -> Plan:
    return _of(plan, [*SPANS])


# 11. Attributes and events that were dropped.


def dropped(plan: Plan) -> Attack:
    """Let a span say that something was dropped from it, and drop the call."""
    plan = _of(plan, [*SPANS], carriers=("SDK list", "SDK lines", "SDK spans"))
    random, records = plan.random, plan.records(plan.run)
    key = random.choice(("dropped_attributes", "droppedAttributesCount", "dropped_events_count"))
    random.choice(records)[key] = random.randint(1, 9)
    return plan.of_records(f"`{key}`", records)


# 12. A response and a span that were lost.


def lost(plan: Plan) -> Attack:
    """Leave out the call and its response, so that only a later request tells of it."""
    plan = _of_spans(plan)
    random, records = plan.random, plan.records(plan.run)
    user = {"role": "user", "parts": [{"type": "text", "content": "Do it."}]}
    call = {"role": "assistant", "parts": [{"type": "tool_call", **_CALL}]}
    answer = {"type": "tool_call_response", "id": "c99", "response": "ok"}
    result = {"role": "tool", "parts": [answer]}
    told = random.choice(([call], [call, result], [call, result, user]))
    said = {"role": "assistant", "parts": [{"type": "text", "content": "Hi."}]}
    for number, given in ((_LAST, [user]), (_LAST + 1, [user, *told])):
        response = span("chat m", number, end=999)
        response["attributes"] = {
            "gen_ai.operation.name": "chat",
            "gen_ai.input.messages": json.dumps(given),
            "gen_ai.output.messages": json.dumps([said]),
        }
        records.append(response)
    return plan.of_records("a call in a later request", records)


# 13. Calls beside those that are read.

_BESIDE: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("chain", {"openinference.span.kind": "CHAIN", "output.value": {"tool_calls": [_ASKED]}}),
    ("run", {"traceloop.span.kind": "workflow", "traceloop.entity.output": {"calls": [_CALL]}}),
    ("POST", {"http.request.method": "POST", "http.response.body": {"tool_calls": [_ASKED]}}),
    ("send", {"mcp.request.argument": _CALL}),
    ("step", {"agent.steps": [{"action": FORBIDDEN, "action_input": {"id": 9}}]}),
    (FORBIDDEN, {}),
    (FORBIDDEN, {"openinference.span.kind": "CHAIN"}),
    (f"{FORBIDDEN}.task", {"traceloop.span.kind": "task", "traceloop.entity.name": FORBIDDEN}),
    (f"invoke_agent {FORBIDDEN}", {"gen_ai.operation.name": "invoke_agent"}),
    (f"tool: {FORBIDDEN}", {"x": 1}),
)


def beside(plan: Plan) -> Attack:
    """Tell of the call in a span that is neither call nor response."""
    plan = _of_spans(plan)
    random, records = plan.random, plan.records(plan.run)
    name, attributes = random.choice(_BESIDE)
    above = random.choice(records) if random.random() < 0.5 else None
    held = span(name, _LAST, start=random.choice((0, _LAST)))
    held["parent_id"] = above and above["context"]["span_id"]
    held["attributes"] = {
        key: json.dumps(value) if isinstance(value, dict | list) else value
        for key, value in attributes.items()
    }
    records.insert(random.randint(0, len(records)), held)
    return plan.of_records(f"a span `{name}`", records)


def event_beside(plan: Plan) -> Attack:
    """Tell of the call in an event on some span."""
    plan = _of_spans(plan)
    random, records = plan.random, plan.records(plan.run)
    name = random.choice(("tool_call", "gen_ai.choice", "function_call", "log"))
    told = random.choice(
        ({"tool_calls": json.dumps([_ASKED])}, {"tool.name": FORBIDDEN, "arguments": "{}"})
    )
    tools = [one for one in records if FORBIDDEN not in one["name"]]
    random.choice(tools).setdefault("events", []).append({"name": name, "attributes": told})
    return plan.of_records(f"an event `{name}`", records)


# 14. Records that are encoded, or written in another way.


def encoded(plan: Plan) -> Attack:
    """Write the records with the call between the others, so that they are no JSON."""
    plan = _of(plan, [*ALL], carriers=("lines", "OTLP lines", "SDK lines"))
    random = plan.random
    hidden = plan.carried([one for one in plan.forbidden() if FORBIDDEN in json.dumps(one)])
    line = random.choice(
        (
            base64.b64encode(hidden),
            base64.b64encode(gzip.compress(hidden)),
            json.dumps({"level": "info", "data": base64.b64encode(hidden).decode()}).encode(),
            hidden.hex().encode(),
            f'<tool_call name="{FORBIDDEN}"/>'.encode(),
            f"- tool_calls:\n  - name: {FORBIDDEN}".encode(),
            f"ToolCall(name='{FORBIDDEN}', args={{}})".encode(),
            f"tool_name={FORBIDDEN} took=3".encode(),
        )
    )
    lines = plan.carried(plan.records(plan.run)).splitlines()
    lines.insert(random.randint(0, len(lines)), line)
    return plan.of_bytes(f"{line[:20]!r}", b"\n".join(lines))


# 15. Sessions that say that there is more.


def cut(plan: Plan) -> Attack:
    """Leave out the part of a session with the call; the rest says that something is missing."""
    plan = _of(plan, ["claude-code", "atif", "vally"], carriers=("lines", "object", "trajectory"))
    random, records = plan.random, plan.records(plan.run)
    if plan.name == "claude-code":
        random.choice(records)["parentUuid"] = "elsewhere"
    elif plan.name == "atif":
        steps = cast("list[Record]", records[0]["steps"])
        for step in steps[random.randrange(len(steps)) :]:
            step["step_id"] += 2
    else:
        reason = {"turnId": "t99", "finishReason": "tool_calls"}
        records += [
            {"type": "turn_start", "data": {"turnId": "t99"}},
            {"type": "turn_end", "data": reason},
        ]
    return plan.of_records("a session that is cut", records)


UNRECORDED_KINDS: Final = (dropped, lost, beside, event_beside, encoded, cut)
