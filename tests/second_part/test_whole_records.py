"""What a trace records nothing of: messages of the user, responses and steps, times of calls.

The engine may then say `pass`, `fail` or `skip` only where the plain model says so, too, of every
run that we can think of with the same records.

`python -m tests.second_part.test_whole_records RECORD FIRST COUNT` tries more seeds.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

import toolspec
from tests.second_part.rules import applied
from tests.second_part.test_model import made
from tests.second_part.world import HIDDEN, SECOND, TEXTS, Said, World, ways, world
from toolspec import Call, Trace
from toolspec.engine.dialogue import Dialogue, Message

TRIES = 25
"""How many runs each verdict is held against."""

SEEDS = 400


def without_users(rng: Random, run: World) -> World:
    """Return a run with other messages of the user, and so with other turns."""
    calls, count = [replace(one) for one in run.calls], len(run.calls)
    users: list[Said] = []
    for _ in range(rng.choice((0, 1, 1, 2, 3))):
        before = rng.randrange(count + 1)
        low = calls[before - 1].start if before else 0
        high = calls[before].start if before < count else run.end
        users.append(Said("user", rng.choice(TEXTS), before, None, None, rng.randint(low, high)))
    others = [replace(one) for one in run.messages if one.role == "agent"]
    messages = sorted([*others, *users], key=lambda one: (one.before, one.at))
    turn = -1
    for one in messages:
        turn += one.role == "user"
        one.turn = turn
    for at, call in enumerate(calls):
        call.turn = max([one.turn or 0 for one in users if one.before <= at], default=-1)
    return replace(run, calls=calls, messages=messages, turns=turn + 1)


def without_responses(rng: Random, run: World) -> World:
    """Return a run with other responses, and so with other steps."""
    calls, count = [replace(one) for one in run.calls], len(run.calls)
    steps: dict[str, int] = {}
    said: list[Said] = []

    def responds(before: int, at: int) -> None:
        steps["top"] = steps.get("top", -1) + 1
        text = rng.choice((None, *TEXTS))
        said.append(Said("agent", text, before, steps["top"], None, at))

    for at, call in enumerate(calls):
        if call.agent not in steps or rng.random() < 0.5:
            if call.agent == "top":
                responds(at, call.start)
            else:
                steps[call.agent] = steps.get(call.agent, -1) + 1
        call.step = steps[call.agent]
    if "top" not in steps or rng.random() < 0.7:
        responds(count, run.end)
    users = [replace(one, step=None) for one in run.messages if one.role == "user"]
    messages = sorted([*users, *said], key=lambda one: (one.before, one.role != "user", one.at))
    turn = -1
    for one in messages:
        turn += one.role == "user"
        one.turn = turn
    return replace(run, calls=calls, messages=messages, steps=steps["top"] + 1)


def without_times(rng: Random, run: World) -> World:
    """Return a run in which every second call started, and every third ended, at another time."""
    calls = [replace(one) for one in run.calls]
    for at, call in enumerate(calls):
        if at % 2 == 0:
            low = max([0, *[one.start for one in calls[:at]], *said_around(run, at, before=True)])
            later = [one.start for one in run.calls[at + 1 :]]
            ends = [call.end] if call.end != HIDDEN and at % 3 else []
            high = min([run.end, *later, *ends, *said_around(run, at, before=False)])
            call.start = rng.choice((low, high, rng.randint(low, high))) if low <= high else low
        if at % 3 == 0 and call.end != HIDDEN:
            call.end = call.start + rng.choice((0, 1, SECOND // 2, SECOND, 3 * SECOND))
            call.ended = False
    return replace(run, calls=calls)


def said_around(run: World, at: int, *, before: bool) -> list[int]:
    return [one.at for one in run.messages if (one.before <= at) is before]


def user_messages_hidden(trace: Trace) -> Trace:
    said = [one._replace(turn=None) for one in trace.messages if one.role == "agent"]
    return _with(trace, said, [None] * len(trace), None, trace.steps)


def responses_hidden(trace: Trace) -> Trace:
    said = [one._replace(step=None) for one in trace.messages if one.role == "user"]
    calls = [call._replace(step=None) for call in trace.calls]
    return _with(trace, said, list(trace.call_turns), trace.turns, 0, calls)


def times_hidden(trace: Trace) -> Trace:
    calls = [
        call._replace(
            start_ns=None if at % 2 == 0 else call.start_ns,
            end_ns=None if at % 3 == 0 else call.end_ns,
        )
        for at, call in enumerate(trace.calls)
    ]
    said = list(trace.messages)
    return _with(trace, said, list(trace.call_turns), trace.turns, trace.steps, calls)


def _with(
    trace: Trace,
    said: list[Message],
    turns: list[int | None],
    count: int | None,
    steps: int,
    calls: list[Call] | None = None,
) -> Trace:
    spoken = [one for one in said if one.role == "agent"]
    dialogue = Dialogue(
        tuple(said), tuple(turns), count, last_response=spoken[-1] if spoken else None
    )
    return Trace(
        trace.calls if calls is None else calls,
        steps=steps,
        start_ns=trace.start_ns,
        end_ns=trace.end_ns,
        said=dialogue,
    )


Hide = Callable[[Trace], Trace]
Other = Callable[[Random, World], World]
RECORDS: dict[str, tuple[Hide, Other, tuple[str, ...]]] = {
    "user messages": (user_messages_hidden, without_users, ("turn",)),
    "responses": (responses_hidden, without_responses, ("steps", "user says")),
    "times": (times_hidden, without_times, ()),
}
"""What is hidden, what may have been, and words of rules that the language decides otherwise.

A trace without messages of the user has no turns, so that `per turn` has no part where nothing was
called; a call without a step is in none that `limit` counts; a message of the user is in no step.
"""


def difference(record: str, seed: int) -> str:
    """Return where the engine says what another run of the same records contradicts."""
    rng = Random(seed)
    rule, lines, text = made(rng)
    hide, other, excepted = RECORDS[record]
    if any(word in text for word in excepted):
        return ""
    run = world(rng, rng.choice((1, 2, 3, 4)))
    try:
        spec = toolspec.parse(text)
    except toolspec.SpecError:
        return ""  # a name without a use: the other tests look at what is refused
    (result,) = spec.check(hide(run.trace())).results
    if result.status == "unknown":
        return ""
    for _ in range(TRIES):
        may = other(rng, run)
        may.calls = [rng.choice(list(ways(one, may))) for one in may.calls]
        status, _ = applied(rule, lines, may)
        if status != result.status and not (result.status == "fail" and status == "error"):
            said = f"said {result.status} {result.summary}\nmodel {status}"
            return f"{text}\n{run}\n{said} of\n{may}"
    return ""


@pytest.mark.parametrize("record", RECORDS)
def test_nothing_is_said_that_rests_on_a_record_that_is_missing(record: str) -> None:
    for seed in range(SEEDS):
        assert not difference(record, seed), seed


if __name__ == "__main__":
    first, count_of = int(sys.argv[2]), int(sys.argv[3])
    for number in range(first, first + count_of):
        found = difference(sys.argv[1], number)
        if found:
            print(f"seed {number}\n{found}\n", flush=True)
