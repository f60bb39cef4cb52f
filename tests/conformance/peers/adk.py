"""Google ADK: `tool_trajectory_avg_score`, the mean over the user's turns of 1 or 0 for each."""

from __future__ import annotations

from typing import Any

from .peer import NOTHING, CannotSayError, Case, Named, Peer, chain, chat, exactly, group, name


def label(case: Case) -> str:
    """Return how calls are compared."""
    config = case["config"]
    asked = f"match type `{config['match_type']}`"
    asked += ", arguments ignored" if config["ignore_args"] else ""
    turns = len(case["reference_turns"] or [])
    return f"{asked}, {turns} turns, threshold {config['threshold']}" if turns > 1 else asked


def spec(case: Case) -> str:
    """Return what the score and its threshold say."""
    turns = case["reference_turns"]
    if not turns:
        return ""  # nothing is asked
    config = case["config"]
    rules = [rule(calls, config) for calls in turns]
    if len(rules) == 1:
        return rules[0]
    rules = [f"{one} at turn {turn}" for turn, one in enumerate(rules)]
    if config["threshold"] * len(rules) <= 1:
        return "\n".join(["any {", *(f"  {one}" for one in rules), "}"])
    if config["threshold"] * len(rules) > len(rules) - 1:
        return "\n".join(rules)
    raise CannotSayError("some of several rules: `any` asks for one of them, a spec for all")


def rule(calls: list[Named], config: dict[str, Any]) -> str:
    """Return what the calls of one turn must be."""
    phrases = [name(call[0]) if config["ignore_args"] else exactly(call) for call in calls]
    match config["match_type"]:
        case "EXACT":
            return f"order strict: {chain(phrases)}" if phrases else NOTHING
        case "IN_ORDER":
            return f"sequence: {chain(phrases)}" if phrases else "count * >= 0"
        case _:
            return f"sequence: {group(phrases)}" if phrases else "count * >= 0"


def trace(case: Case) -> Any:
    """Return the run as a chat with a message of the user for each turn."""
    responses: list[Any] = []
    for at, calls in enumerate(case["actual_turns"]):
        responses += ["user:and now?"] if at else []
        responses += [[call] for call in calls]
        responses += ["done"]
    return chat(responses)


PEER = Peer("adk", "Google ADK", label, spec, trace, {"adk-051": "takes `true` for `1`"})
