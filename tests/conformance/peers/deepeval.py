"""DeepEval: `ToolCorrectness`, the share of the expected calls that were made.

`evaluation_params` says what is compared beside the name: `in` the arguments, by key, each a part
of the score; `out` the result.
"""

from __future__ import annotations

from typing import Any

from .peer import NOTHING, CannotSayError, Case, Peer, chain, chat, exactly, name, value


def label(case: Case) -> str:
    """Return how the metric is set."""
    config = case["config"]
    words = {"should_exact_match": "exact", "should_consider_ordering": "ordered"}
    asked = [said for word, said in words.items() if config[word]] or ["default"]
    asked += [f"compares `{one}`" for one in config["evaluation_params"]]
    asked += ["strict mode"] if config["strict_mode"] else []
    return ", ".join(asked)


def spec(case: Case) -> str:
    """Return what the score and its threshold say."""
    config = case["config"]
    expected = case["reference_calls"]
    if not expected:
        return NOTHING
    compared = config["evaluation_params"]
    entries = [phrase(call, compared) for call in expected]
    if config["should_exact_match"]:
        return f"order strict: {chain(entries)}"
    mark = 1 if config["strict_mode"] else config["threshold"]
    if mark < 1 and "in" in compared and any(call["args"] for call in expected):
        raise CannotSayError("gives part of the score for each argument: here all must be right")
    if config["should_consider_ordering"]:
        return f"order: {chain(entries)} pass {mark}"
    if not compared:
        return f"args subset: {', '.join(f'{entry} <>' for entry in entries)} pass {mark}"
    if compared == ["in"]:
        return f"args: {', '.join(entries).replace(' exactly', '')} pass {mark}"
    if compared == ["out"]:
        listed = ", ".join(f"{name(call['name'])} = {value(call['output'])}" for call in expected)
        return f"output: {listed} pass {mark}"
    raise CannotSayError("the share of the calls of a group: a sequence holds or not")


def phrase(call: dict[str, Any], compared: list[str]) -> str:
    """Return the phrase of the calls that are as expected."""
    made = exactly((call["name"], call["args"])) if "in" in compared else name(call["name"])
    return f"{made} result {value(call['output'])}" if "out" in compared else made


def trace(case: Case) -> Any:
    """Return the run as a chat, a call in each response."""
    calls = case["actual_calls"]
    made = [[(call["name"], call["args"])] for call in calls]
    return chat(made, [call["output"] or "" for call in calls])


PEER = Peer("deepeval", "DeepEval", label, spec, trace)
