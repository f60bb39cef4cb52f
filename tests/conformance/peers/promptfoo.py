"""promptfoo: assertions about trajectories and traces.

Names are globs, whatever the case of their letters.
"""

from __future__ import annotations

import json
import re
from typing import Any

from .peer import (
    CannotSayError,
    Case,
    Peer,
    chain,
    chat,
    is_list,
    is_object,
    name,
    pairs,
    spans,
    value,
)


def label(case: Case) -> str:
    """Return the assertion."""
    return f"`{json.dumps(case['config'])}`"


def spec(case: Case) -> str:
    """Return what an assertion says."""
    config = case["config"]
    kind = config["type"].removeprefix("not-")
    denied = kind != config["type"]
    wanted = config["value"]
    match kind:
        case "trajectory:tool-used":
            return tool_used(wanted, denied)
        case "trajectory:tool-sequence":
            return tool_sequence(wanted, denied)
        case "trajectory:tool-args-match":
            return f"{'forbid' if denied else 'require'} {with_arguments(wanted)}"
        case "trajectory:step-count":
            return step_count(wanted)
        case "trace-span-count":
            return f"count {spans_named(wanted['pattern'])} {range_of(wanted, 0)}"
        case "trace-span-duration":
            return f"each {spans_named(wanted.get('pattern', '*'))}: took <= {wanted['max']}ms"
        case "trace-error-spans":
            most = wanted["max_count"] if is_object(wanted) else wanted
            return f"limit: failures <= {most}"
        case "tool-call-f1":
            return f1(wanted, config.get("threshold", 1))
        case _:
            raise CannotSayError(f"an assertion that was not translated yet: {kind}")


def pattern(glob: str) -> str:
    """Return a glob as the regex that promptfoo makes of it."""
    signs = {"*": ".*", "?": "."}
    made = "".join(signs.get(sign) or re.escape(sign).replace("/", r"\/") for sign in glob)
    return "*" if glob == "*" else f"/^{made}$/i"


def range_of(wanted: dict[str, Any], least: int) -> str:
    """Return how often something may come."""
    low, high = wanted.get("min", least), wanted.get("max")
    if high is None:
        return f">= {low}"
    return f"= {high}" if low == high else f"= {low}..{high}"


def tool_used(wanted: Any, denied: bool) -> str:
    """Return which tools must be called, or must not."""
    if is_object(wanted):
        tool = wanted.get("pattern") or wanted.get("name")
        said = pattern(tool) if tool else ""
        if denied:
            raise CannotSayError("a number of calls that must not be: `count` says which may be")
        return f"count {said} {range_of(wanted, 1)}"
    patterns = [pattern(tool) for tool in listed(wanted)]
    if denied:
        return f"forbid {' | '.join(patterns)}"
    return f"count strict: {', '.join(f'{one} >= 1' for one in patterns)}"


def tool_sequence(wanted: Any, denied: bool) -> str:
    """Return which tools must be called one after the other, or must not."""
    held: dict[str, Any] = wanted if is_object(wanted) else {"steps": wanted}
    steps = chain(pattern(step) for step in held["steps"])
    if held.get("mode") == "exact":
        if denied:
            raise CannotSayError("anything but these very calls")
        return f"order strict: {steps}"
    return f"forbid: {steps}" if denied else f"sequence: {steps}"


def with_arguments(wanted: dict[str, Any]) -> str:
    """Return the phrase of the calls whose arguments match."""
    if any(re.search(r"[*?]", key) for key in listed(wanted.get("ignore"))):
        raise CannotSayError("leaves out arguments by a pattern of their names")
    whole = wanted.get("mode") == "exact"
    keys = {key: value(v) if whole else part(v) for key, v in wanted["args"].items()}
    for key, usual in wanted.get("defaults", {}).items():
        keys[key] = f"{value(usual)} | absent"
    for key in listed(wanted.get("ignore")):
        keys[key] = "... | absent"
    tool = pattern(wanted["name"])
    if whole:
        return f"{tool} exactly <{pairs(keys)}>"
    return f"{tool} <{pairs(keys)}>" if keys else tool


def listed(words: Any) -> list[str]:
    """Return one word or several as a list."""
    return [] if words is None else [words] if isinstance(words, str) else words


def part(wanted: Any) -> str:
    """Return a value of which only a part is listed: other keys are free, at any depth."""
    if is_object(wanted):
        return f"{{{''.join(f'{name(key)}: {part(v)}, ' for key, v in wanted.items())}...}}"
    if is_list(wanted):
        return f"[{', '.join(part(item) for item in wanted)}]"
    return value(wanted)


def step_count(wanted: dict[str, Any]) -> str:
    """Return how many steps of a kind there may be."""
    kinds = listed(wanted["type"])
    said = range_of(wanted, 0)
    if kinds == ["command"]:
        return f"count * <command: {pattern(wanted['pattern'])}> {said}"
    if "tool" in kinds:
        return f"count {pattern(wanted.get('pattern', '*'))} {said}"
    raise CannotSayError("counts what is not a call")


def spans_named(glob: str) -> str:
    """Return the calls whose spans have such a name."""
    return pattern(glob.removeprefix("execute_tool").strip() or "*")


def f1(tools: list[str], mark: float) -> str:
    """Return what the F1 score of two sets of names says."""
    if mark < 1:
        raise CannotSayError("limits how many other tools are called, not how often")
    counted = ", ".join(f"{name(tool)} >= 1" for tool in tools)
    return f"only: {', '.join(map(name, tools))}\ncount strict: {counted}"


def trace(case: Case) -> Any:
    """Return the run: the recorded spans; for F1 the recorded answer of the model."""
    if case["config"]["type"].endswith("tool-call-f1"):
        return answer(case["output"])
    if case["spans"] is None:
        return None
    return spans(
        {
            "name": span["attributes"]["gen_ai.tool.name"],
            "args": span["attributes"].get("gen_ai.tool.call.arguments"),
            "start": span["startTime"],
            "end": span["endTime"],
            "failed": span.get("statusCode") == 2,
        }
        for span in case["spans"]
    )


def answer(output: str) -> Any:
    """Return a model's answer, calls as JSON or a text, as a chat."""
    if not output.startswith("{"):
        return chat([output])
    asked = json.loads(output)["tool_calls"]
    return chat([[(one["function"]["name"], one["function"]["arguments"]) for one in asked]])


_UNKNOWN = "takes arguments that were not recorded for ones that do not match"

PEER = Peer(
    "promptfoo",
    "promptfoo",
    label,
    spec,
    trace,
    {"pf-077": "takes a span for failed whose message only has the word `timeout` in it"},
    {
        "pf-035": "orders calls that start at the same time by their ends",
        "pf-057": _UNKNOWN,
        "pf-059": _UNKNOWN,
    },
)
