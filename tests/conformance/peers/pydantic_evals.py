"""Pydantic Evals: evaluators of agents' calls, and queries of spans, as far as they ask for calls.

A check passes with 1 or true: so `in_order` and `any_order`, scored by F1, allow no other calls.
Failed calls are left out unless `include_failed` says otherwise.
"""

from __future__ import annotations

import json
from typing import Any

from .peer import CannotSayError, Case, Peer, at_least, chain, exactly, group, name, spans

EXPECTED = ["auth", "verify", "access"]
"""What the cases expect whose configuration does not repeat it."""


def label(case: Case) -> str:
    """Return the evaluator and how it is set."""
    config = case["config"]
    words = ("order", "include_failed", "allow_extra", "match_mode", "occurrence", "query")
    asked = {word: config[word] for word in words if word in config}
    return f"`{case['op']}` `{json.dumps(asked)}`"


def spec(case: Case) -> str:
    """Return what an evaluator says."""
    config = case["config"]
    match case["op"]:
        case "TrajectoryMatch":
            tools = [name(tool) for tool in config.get("expected_trajectory", EXPECTED)]
            entries = group(tools) if config["order"] == "any_order" else chain(tools)
            return f"order strict: {entries}{left_out(config)}"
        case "ToolCorrectness":
            tools = [name(tool) for tool in config["expected_tools"]]
            counted = ", ".join(f"{tool} >= 1" for tool in tools)
            lines = [f"count strict: {counted}{left_out(config)}"]
            if not config["allow_extra"]:
                lines.append(f"only: {', '.join(tools)}{left_out(config)}")
            return "\n".join(lines)
        case "ArgumentCorrectness":
            return arguments(config)
        case "HasMatchingSpan":
            return matching_span(config["query"])
        case _:
            raise CannotSayError(f"an evaluator that was not translated yet: {case['op']}")


def left_out(config: dict[str, Any]) -> str:
    """Return the clause that leaves failed calls out."""
    return "" if config.get("include_failed") else " ignoring * failed"


def arguments(config: dict[str, Any]) -> str:
    """Return what the arguments of one call of a tool must be: the first, the last or a later."""
    tool = name(config["tool_name"])
    call = (config["tool_name"], config["expected_arguments"])
    phrase = at_least(call) if config["match_mode"] == "subset" else exactly(call)
    where = config["occurrence"]
    if where in ("first", "last"):
        return f"require {where} {phrase}{left_out(config)}"
    head = chain([*[tool] * where, phrase])
    judged = f"among {tool}{left_out(config)}"
    return "\n".join(
        [
            "any {",
            f"  order strict: {head} {judged}",
            f"  order strict: {head} -> {tool}+ {judged}",
            "}",
        ]
    )


def matching_span(query: dict[str, Any]) -> str:
    """Return what a query of spans asks of the calls."""
    match query:
        case {"name_contains": str(part), **rest} if not rest:
            return f"require /{part}/"
        case {"has_attributes": {"gen_ai.tool.name": str(tool), **others}, **rest} if not (
            others or rest
        ):
            return f"require {name(tool)}"
        case {"name_equals": "agent run", "no_child_has": {"name_contains": str(part)}, **rest} if (
            not rest
        ):
            return f"forbid /{part}/"
        case {"has_status": "error", **rest} if not rest:
            return "require * failed"
        case _:
            raise CannotSayError("asks for a span that is not a call")


def trace(case: Case) -> Any:
    """Return the run as spans."""
    return spans({**call, "failed": call["status"] == "error"} for call in case["actual_calls"])


PEER = Peer("pydantic_evals", "Pydantic Evals", label, spec, trace)
