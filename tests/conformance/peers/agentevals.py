"""LangChain agentevals: `trajectory_match`, a trajectory of messages against a reference.

`strict` compares message with message, whatever the order of the calls inside one: a step of the
reference each. The other modes compare the calls of the whole run as a bag. `tool_args_match_mode`
says which arguments are equal, `tool_args_match_overrides` the same for one tool.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from .peer import (
    NOTHING,
    CannotSayError,
    Case,
    Named,
    Peer,
    at_least,
    chat,
    exactly,
    group,
    is_list,
    is_object,
    name,
    pairs,
    value,
)


def label(case: Case) -> str:
    """Return how trajectories and arguments are compared."""
    config = case["config"]
    asked = f"mode `{config['trajectory_match_mode']}`"
    if (mode := config["tool_args_match_mode"]) != "exact":
        asked += f", arguments `{mode}`"
    if overrides := config["tool_args_match_overrides"]:
        asked += f", overrides `{json.dumps(overrides)}`"
    return asked


def spec(case: Case) -> str:
    """Return what a trajectory match says."""
    config = case["config"]
    mode = config["trajectory_match_mode"]
    calls = [
        (tool, arguments) for turn in case["reference_turns"] for tool, arguments in called(turn)
    ]
    if mode == "strict":
        return strictly(case["reference_turns"], config)
    if mode == "unordered":
        if config["tool_args_match_mode"] in ("subset", "superset"):  # both ways at once: equal
            config = {**config, "tool_args_match_mode": "exact"}
        return f"order strict: {group(phrases(calls, config))}" if calls else NOTHING
    if mode == "superset":
        if not calls:
            raise CannotSayError("it asks nothing: a reference without calls, and others allowed")
        return f"sequence: {group(phrases(calls, config))}"
    return within(calls, config)


def called(turn: Any) -> list[tuple[str, Any]]:
    """Return the calls of a message; a message that is text has none."""
    return [] if isinstance(turn, str) else [(tool, decoded(args)) for tool, args in turn]


def decoded(arguments: Any) -> Any:
    """Return arguments as JSON, also where they are written as text."""
    return json.loads(arguments) if isinstance(arguments, str) else arguments


def strictly(turns: list[Any], config: dict[str, Any]) -> str:
    """Return the rules that compare step with step."""
    lines = [f"limit: steps = {len(turns)}"]
    for step, turn in enumerate(turns):
        calls = called(turn)
        said = f"order strict: {group(phrases(calls, config))}" if calls else NOTHING
        lines.append(f"{said} at step {step}")
    return "\n".join(lines)


def within(calls: list[Named], config: dict[str, Any]) -> str:
    """Return the rules by which each call has one of its own in the reference."""
    if not calls:
        return NOTHING
    swapped = {"subset": "superset", "superset": "subset"}  # this mode swaps the sides
    mode = config["tool_args_match_mode"]
    often = Counter(phrases(calls, {**config, "tool_args_match_mode": swapped.get(mode, mode)}))
    tools = {tool for tool, _ in calls}
    if mode in swapped and len(often) > len(tools):
        raise CannotSayError("one call may serve several of the listed ones, and each only once")
    counted = ", ".join(f"{phrase} <= {times}" for phrase, times in often.items())
    return f"only: {', '.join(often)}\ncount strict: {counted}"


def phrases(calls: list[Named], config: dict[str, Any]) -> list[str]:
    """Return a phrase for each call of the reference."""
    overrides: dict[str, Any] = config["tool_args_match_overrides"] or {}
    return [
        phrase(call, overrides.get(call[0]) or config["tool_args_match_mode"]) for call in calls
    ]


def phrase(call: Named, mode: Any) -> str:
    """Return the phrase of the calls that match one of the reference."""
    tool, arguments = call
    if is_list(mode):
        return f"{name(tool)} <{pairs({field(path): at(path, arguments) for path in mode})}>"
    if mode.startswith("@num_tol_"):  # a function of the user's own
        far = float(mode.removeprefix("@num_tol_"))
        near = {key: f"{number - far}..{number + far}" for key, number in arguments.items()}
        return f"{name(tool)} exactly <{pairs(near)}>"
    if mode == "ignore":
        return name(tool)
    if mode == "superset":
        return at_least(call)
    if mode == "subset":
        some = {key: f"{value(wanted)} | absent" for key, wanted in arguments.items()}
        return f"{name(tool)} exactly <{pairs(some)}>"
    return exactly(call)


def field(path: str) -> str:
    """Return the argument in which a dotted path begins."""
    return path.partition(".")[0]


def at(path: str, arguments: Any) -> str:
    """Return what the argument must be for the value at the path to be the reference's.

    A path that leads nowhere is null, and equal to any other that leads nowhere.
    """
    wanted: Any = arguments
    for key in path.split("."):
        wanted = wanted.get(key) if is_object(wanted) else None
    inner = path.split(".")[1:]
    if wanted is not None:
        return nested(inner, value(wanted))
    return f"not {nested(inner, 'not null')} | absent" if inner else "null | absent"


def nested(path: list[str], text: str) -> str:
    """Return an object that has this at a path."""
    for key in reversed(path):
        text = f"{{{pairs({key: text})}, ...}}"
    return text


def trace(case: Case) -> Any:
    """Return the run as a chat."""
    return chat(case["actual_turns"])


PEER = Peer(
    "agentevals",
    "LangChain agentevals",
    label,
    spec,
    trace,
    {"ae-055": "takes `true` for `1`"},
)
