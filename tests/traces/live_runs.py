"""How what is read of the recorded runs of agent frameworks differs from what they really did.

    .venv/bin/python tests/traces/live_runs.py [WORD ...]

prints each recording of each run, by framework, with its differences; words choose the paths that
contain one of them.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from toolspec.engine.json_value import same
from toolspec.engine.reading.files import read_traces
from toolspec.engine.reading.format import TraceError
from toolspec.engine.result import Unrecorded
from toolspec.engine.trace import Call, Trace

RUNS = Path(__file__).parents[2].parent / "shared" / "traces-live"

STEPS = {
    ("get_weather", "{'city': 'Oslo'}"): 0,
    ("get_weather", "{'city': 'Rome'}"): 0,
    ("flaky", "{'n': 1}"): 1,
    ("flaky", "{'n': 2}"): 2,
    ("ask_math", "{'question': '2*3'}"): 3,
    ("multiply", "{'a': 2, 'b': 3}"): 0,
}
"""The response of its agent that asks for each call; `multiply` is another agent's."""


class Difference(NamedTuple):
    """One way in which a reading is not what happened: `kind` a word, `text` what exactly."""

    kind: str
    text: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.text}" if self.text else self.kind


def recordings() -> list[str]:
    """Return every recorded file, as a path under the folder of the runs."""
    found = (file for truth in RUNS.glob("*/*/truth.json") for file in truth.parent.iterdir())
    return sorted(str(file.relative_to(RUNS)) for file in found if file.name != "truth.json")


def truth_of(recording: str, root: Path = RUNS) -> list[dict[str, Any]]:
    """Return the calls that were really made in the run of a recording."""
    calls: list[dict[str, Any]] = json.loads(
        (root / recording).with_name("truth.json").read_text()
    )["calls"]
    return calls


def read(recording: str, root: Path = RUNS) -> list[Trace] | str:
    """Return the traces of a recording, or why it is refused."""
    try:
        reading = read_traces(root / recording)
    except TraceError as error:
        return error.message
    if reading.unjudged:
        return reading.unjudged[0].message
    return list(reading.traces)


def differences(recording: str, root: Path = RUNS) -> list[Difference]:
    """Return how the reading of a recording differs from what happened."""
    traces = read(recording, root)
    if isinstance(traces, str):
        return [Difference("refused", traces)]
    calls = [call for trace in traces for call in trace.calls]
    found = list(_compared(truth_of(recording, root), calls))
    found += _agents(calls)
    if not any(trace.steps for trace in traces):
        found.append(Difference("no steps", ""))
    found += [
        Difference("gap", f"{gap.text} [{gap.call.name}]") for trace in traces for gap in trace.gaps
    ]
    found += [Difference("note", note.text) for trace in traces for note in trace.notes]
    return found


def _agents(calls: list[Call]) -> Iterator[Difference]:
    """Yield that the nested agent's call is said to be another's: of the one that called it."""
    named = {plain_name(call.name): call.agent for call in calls}
    inner, outer = named.get("multiply"), named.get("ask_math")
    if inner is not None and inner == outer:
        yield Difference("agent", f"multiply is of {inner}, as ask_math is")


def _compared(truth: list[dict[str, Any]], calls: list[Call]) -> Iterator[Difference]:
    left = list(calls)
    at: list[int] = []
    for made in truth:
        call = _match(made, left)
        if call is None:
            yield Difference("missing", f"{made['name']} {made['arguments']}")
            continue
        left.remove(call)
        at.append(next(at for at, one in enumerate(calls) if one is call))
        yield from _differs(made, call)
    for call in left:
        yield Difference("extra", f"{call.name} {call.arguments}")
    if at != sorted(at):
        yield Difference("order", " ".join(map(str, at)))


def plain_name(name: str) -> str:
    """Return a tool's name without the plugin or server that some frameworks put before it."""
    for separator in ("-", "."):
        name = name.rpartition(separator)[2] or name
    return name


def _match(made: dict[str, Any], calls: list[Call]) -> Call | None:
    named = [call for call in calls if plain_name(call.name) == made["name"]]
    for call in named:
        if not isinstance(call.arguments, Unrecorded) and same(call.arguments, made["arguments"]):
            return call
    return named[0] if named else None


def _differs(made: dict[str, Any], call: Call) -> Iterator[Difference]:
    if isinstance(call.arguments, Unrecorded):
        yield Difference("arguments not recorded", call.name)
    elif not same(call.arguments, made["arguments"]):
        yield Difference("arguments", f"{call.name} {call.arguments} for {made['arguments']}")
    if isinstance(call.result, Unrecorded):
        yield Difference("result not recorded", call.name)
    elif not made["failed"] and not _returned(call, made["result"]):
        yield Difference("result", f"{call.name} {call.result.recorded!r} for {made['result']!r}")
    if call.status is None:
        yield Difference("status not recorded", f"{call.name}")
    elif (call.status == "error") != made["failed"]:
        yield Difference("status", f"{call.name} is {call.status}")
    if call.completed is not True:
        yield Difference("completed", f"{call.name} is {call.completed}")
    step = STEPS.get((made["name"], str(made["arguments"])))
    if call.step is None:
        yield Difference("step not recorded", call.name)
    elif step is not None and call.step != step:
        yield Difference("step", f"{call.name} is of {call.step}, not {step}")


def _returned(call: Call, result: Any) -> bool:
    assert not isinstance(call.result, Unrecorded)
    held: Any = call.result.value
    if same(held, result) or str(held) == str(result):
        return True
    if isinstance(held, str):
        try:
            held = json.loads(held)
        except ValueError:
            return False
        return same(held, result) or str(held) == str(result)
    return any(json.dumps(held, separators=way) == result for way in ((", ", ": "), (",", ":")))


def main(words: list[str]) -> None:
    """Print the differences of the recordings whose paths contain one of the words."""
    framework = ""
    for recording in recordings():
        if words and not any(word in recording for word in words):
            continue
        name, _, rest = recording.partition("/")
        if name != framework:
            framework = name
            print(f"\n{framework}")
        found = differences(recording)
        print(f"  {rest}: {'as it happened' if not found else ''}")
        by_kind: dict[str, list[str]] = {}
        for kind, text in found:
            by_kind.setdefault(kind, []).append(text)
        for kind, texts in by_kind.items():
            print(f"      {kind}: {'; '.join(texts)}")


if __name__ == "__main__":
    main(sys.argv[1:])
